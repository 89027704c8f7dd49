/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a delay. */
#ifndef OS_KERNEL_DELAY_H
#define OS_KERNEL_DELAY_H

/*
 * Handle the end of a task's delay. If the task pends, its pend times out; until the task runs, it stays in the wait
 * list and a post can still reach it. The task becomes ready unless it is suspended. Interrupts must be disabled.
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

#endif
