/* SPDX-License-Identifier: Apache-2.0 */
/* Timers. */
#ifndef OS_KERNEL_TMR_H
#define OS_KERNEL_TMR_H

#include "os_kernel.h"

#if OS_TMR_EN > 0u
#undef OSTmrTime /* use the variable here, and not the macro that updates it at each read */

void OS_TmrLink(OS_TMR *ptmr, INT32U ticks);
void OS_TmrUnlink(OS_TMR *ptmr);
#if OS_TMR_BY_ALARM
void OS_TmrAlarm(void);
void OS_TmrTickNext(void);
extern INT16U OSTmrRunning; /* number of running timers; above 0, the alarm stays set */
#define OS_TMR_RUNNING_ADD(nbr) (OSTmrRunning = (INT16U)(OSTmrRunning + (nbr)))
#else
#define OS_TMR_RUNNING_ADD(nbr)
#endif
#endif

#endif
