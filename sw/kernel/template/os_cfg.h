/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Kernel configuration. 1: in the build, 0: left out.
 */
#ifndef OS_CFG_H
#define OS_CFG_H

/* General */
#define OS_APP_HOOKS_EN   1u   /* the port's hooks call App_…Hook() functions (app_hooks.c)            */
#define OS_ARG_CHK_EN     1u   /* check arguments                                                      */
#define OS_CPU_HOOKS_EN   1u   /* 1: the port defines the kernel's hooks; 0: the application may do so */
#define OS_DEBUG_EN       1u   /* constants for kernel-aware debuggers                                 */
#define OS_EVENT_MULTI_EN 1u   /* wait for several events at once                                      */
#define OS_EVENT_NAME_EN  1u   /* names for semaphores, mutexes, mailboxes, queues                     */
#define OS_LOWEST_PRIO    63u  /* lowest priority, which the idle task has: at most 254                */
#define OS_MAX_EVENTS     10u  /* semaphores, mutexes, mailboxes and queues; the timers use 2          */
#define OS_MAX_FLAGS      5u   /* event flag groups                                                    */
#define OS_MAX_MEM_PART   5u   /* memory partitions                                                    */
#define OS_MAX_QS         4u   /* queues                                                               */
#define OS_MAX_TASKS      20u  /* tasks of the application, and the timer task: at least 2             */
#define OS_SCHED_LOCK_EN  1u   /* OSSchedLock(), OSSchedUnlock()                                       */
#define OS_TICK_STEP_EN   1u   /* a debugger may hold the delays and count them tick by tick           */
#define OS_TICKS_PER_SEC  100u /* ticks per second of the board's timer                                */
#define OS_TLS_TBL_SIZE   0u   /* must be 0: this kernel has no thread-local storage                   */

/* Stack sizes in entries (OS_STK) */
#define OS_TASK_TMR_STK_SIZE  128u
#define OS_TASK_STAT_STK_SIZE 128u
#define OS_TASK_IDLE_STK_SIZE 128u

/* Tasks */
#define OS_TASK_CHANGE_PRIO_EN  1u
#define OS_TASK_CREATE_EN       1u
#define OS_TASK_CREATE_EXT_EN   1u
#define OS_TASK_DEL_EN          1u
#define OS_TASK_NAME_EN         1u
#define OS_TASK_PROFILE_EN      1u /* count switches, record the stack's use */
#define OS_TASK_QUERY_EN        1u
#define OS_TASK_REG_TBL_SIZE    1u /* words per task for OSTaskRegGet() and OSTaskRegSet() */
#define OS_TASK_STAT_EN         1u /* the statistics task */
#define OS_TASK_STAT_STK_CHK_EN 1u /* the statistics task measures the use of the stacks */
#define OS_TASK_SUSPEND_EN      1u
#define OS_TASK_SW_HOOK_EN      1u

/* Event flags */
#define OS_FLAG_EN          1u
#define OS_FLAG_ACCEPT_EN   1u
#define OS_FLAG_DEL_EN      1u
#define OS_FLAG_NAME_EN     1u
#define OS_FLAG_QUERY_EN    1u
#define OS_FLAG_WAIT_CLR_EN 1u
#define OS_FLAGS_NBITS      16u /* 8, 16 or 32 */

/* Mailboxes */
#define OS_MBOX_EN            1u
#define OS_MBOX_ACCEPT_EN     1u
#define OS_MBOX_DEL_EN        1u
#define OS_MBOX_PEND_ABORT_EN 1u
#define OS_MBOX_POST_EN       1u
#define OS_MBOX_POST_OPT_EN   1u
#define OS_MBOX_QUERY_EN      1u

/* Memory partitions */
#define OS_MEM_EN       1u
#define OS_MEM_NAME_EN  1u
#define OS_MEM_QUERY_EN 1u

/* Mutexes */
#define OS_MUTEX_EN        1u
#define OS_MUTEX_ACCEPT_EN 1u
#define OS_MUTEX_DEL_EN    1u
#define OS_MUTEX_QUERY_EN  1u

/* Queues */
#define OS_Q_EN            1u
#define OS_Q_ACCEPT_EN     1u
#define OS_Q_DEL_EN        1u
#define OS_Q_FLUSH_EN      1u
#define OS_Q_PEND_ABORT_EN 1u
#define OS_Q_POST_EN       1u
#define OS_Q_POST_FRONT_EN 1u
#define OS_Q_POST_OPT_EN   1u
#define OS_Q_QUERY_EN      1u

/* Semaphores */
#define OS_SEM_EN            1u
#define OS_SEM_ACCEPT_EN     1u
#define OS_SEM_DEL_EN        1u
#define OS_SEM_PEND_ABORT_EN 1u
#define OS_SEM_QUERY_EN      1u
#define OS_SEM_SET_EN        1u

/* Time */
#define OS_TIME_DLY_HMSM_EN   1u
#define OS_TIME_DLY_RESUME_EN 1u
#define OS_TIME_GET_SET_EN    1u
#define OS_TIME_TICK_HOOK_EN  1u

/* Timers */
#define OS_TMR_EN                1u
#define OS_TMR_CFG_MAX           16u
#define OS_TMR_CFG_NAME_EN       1u
#define OS_TMR_CFG_WHEEL_SIZE    7u
#define OS_TMR_CFG_TICKS_PER_SEC 10u

/* Trace events */
#define OS_TRACE_EN           0u
#define OS_TRACE_API_ENTER_EN 0u
#define OS_TRACE_API_EXIT_EN  0u

#endif
