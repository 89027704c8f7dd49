/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Base of the internal headers: the API as the kernel's files see it, the end of a delay, the seam, switches that
 * depend on several other switches, and names. README.md lists the internal headers that do not include this header.
 */
#ifndef OS_KERNEL_H
#define OS_KERNEL_H

#define OS_IN_KERNEL /* lets the kernel's files define the functions: ucos_ii.h does not replace them with fast paths */

#include <ucos_ii.h>

/*
 * Handle the end of a task's delay. If the task pends, its pend times out. The task stays in the wait list until it
 * runs, so a post can still reach it. The task becomes ready unless it is suspended. Interrupts must be disabled.
 * This macro is before the seam, because os_tick.c passes it to the seam as OS_ACCEL_EXPIRED.
 */
#define OS_DLY_END(ptcb) \
    do { \
        if (((ptcb)->OSTCBStat & OS_STAT_PEND_ANY) != OS_STAT_RDY) { \
            (ptcb)->OSTCBStat &= (INT8U)~OS_STAT_PEND_ANY; \
            (ptcb)->OSTCBStatPend = OS_STAT_PEND_TO; \
        } else { \
            (ptcb)->OSTCBStatPend = OS_STAT_PEND_OK; \
        } \
        if (((ptcb)->OSTCBStat & OS_STAT_SUSPEND) == OS_STAT_RDY) { \
            OS_AccelRdySet(ptcb); \
            OS_TRACE_TASK_READY(ptcb); \
        } \
    } while (0)

#include <os_accel.h>

/* Tell a core that switches by itself the bank of a priority's task (os_switch.h). Interrupts must be disabled. */
#if defined(OS_CPU_SELF_SWITCH) && OS_CPU_SELF_SWITCH
#define OS_BankMap(prio, bank) OS_CPU_BankMap((prio), (bank))
#else
#define OS_BankMap(prio, bank) /* empty: the core does not switch by itself */
#endif

/* Features that depend on more than one switch. */
#define OS_FLAG_USED ((OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u))
#define OS_MEM_USED  ((OS_MEM_EN > 0u) && (OS_MAX_MEM_PART > 0u))
#define OS_NAME_USED \
    ((OS_TASK_NAME_EN > 0u) || (OS_EVENT_EN && (OS_EVENT_NAME_EN > 0u)) || \
     (OS_FLAG_USED && (OS_FLAG_NAME_EN > 0u)) || (OS_MEM_USED && (OS_MEM_NAME_EN > 0u)) || \
     ((OS_TMR_EN > 0u) && (OS_TMR_CFG_NAME_EN > 0u)))

/* Name of an event, for the trace. */
#if OS_EVENT_NAME_EN > 0u
#define OS_EVENT_NAME(pevent) ((pevent)->OSEventName)
#else
#define OS_EVENT_NAME(pevent) ((INT8U *)0)
#endif

#if OS_NAME_USED
#define OS_NAME_NONE ((INT8U *)(void *)"?")
INT8U OS_StrLen(INT8U const *str);
#endif

/* 1 if there are queues or mailboxes. Their messages can pass to a waiting task through its OSTCBMsg. */
#if ((OS_Q_EN > 0u) && (OS_MAX_QS > 0u)) || (OS_MBOX_EN > 0u)
#define OS_MSG_EN 1u
#else
#define OS_MSG_EN 0u
#endif

/*
 * OS_SWITCH_SHORT: one instruction returns the next task and a switch saves no registers, so the switch is inlined.
 * OS_PEND_SHORT, OS_TASK_STATE_SHORT: with such switches, pends in the unit, suspensions and resumptions are short too.
 */
#define OS_SWITCH_SHORT     ((OS_CPU_CONTEXTS > 0) && (OS_ACCEL_RDY_EN > 0u))
#define OS_PEND_SHORT       (OS_SWITCH_SHORT && OS_ACCEL_EVENT_ALL)
#define OS_TASK_STATE_SHORT (OS_SWITCH_SHORT && OS_ACCEL_WAKE)

/* Variable in which OS_ENTER_CRITICAL() saves the interrupt state. Only method 3 has one. */
#if OS_CRITICAL_METHOD == 3u
#define OS_CRITICAL_SR OS_CPU_SR cpu_sr = 0u
#else
#define OS_CRITICAL_SR
#endif

#endif
