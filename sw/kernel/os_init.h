/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that OSInit() calls. Each is in the file of the objects that it initialises. */
#ifndef OS_KERNEL_INIT_H
#define OS_KERNEL_INIT_H

#include "os_kernel.h"

void OS_TCBListInit(void);
#if OS_EVENT_EN
void OS_EventListInit(void);
#endif
#if OS_ACCEL_EVENT
void OS_EventUnitInit(void);
#endif
#if OS_ACCEL_LINES > 0u
void OS_LinesInit(void);
#endif
#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
void OS_QListInit(void);
#endif
#if OS_FLAG_USED
void OS_FlagInit(void);
#endif
#if OS_MEM_USED
void OS_MemInit(void);
#endif
#if OS_TMR_EN > 0u
void OS_TmrListInit(void);
void OS_TmrTaskInit(void);
#endif
void OS_TaskIdleInit(void);
void OS_TaskStatInit(void);

#endif
