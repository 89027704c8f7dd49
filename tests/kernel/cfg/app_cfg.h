/* SPDX-License-Identifier: Apache-2.0 */
#ifndef APP_CFG_H
#define APP_CFG_H

#ifndef OS_TASK_TMR_PRIO
#define OS_TASK_TMR_PRIO (OS_LOWEST_PRIO - 2u)
#endif

/* Count the invalid calls in a safety-critical build. */
#ifdef OS_SAFETY_CRITICAL
extern unsigned safety_exceptions;
#define OS_SAFETY_CRITICAL_EXCEPTION() (safety_exceptions++)
#endif

#endif
