/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Kernel configuration of the test programs: the values of sw/kernel/template/os_cfg.h, except that timers are off.
 * Timers use a task and two events, and most programs count these objects. The option -D overrides each value.
 */
#ifndef OS_CFG_H
#define OS_CFG_H

/* General */
#ifndef OS_APP_HOOKS_EN
#define OS_APP_HOOKS_EN 1u
#endif
#ifndef OS_ARG_CHK_EN
#define OS_ARG_CHK_EN 1u
#endif
#ifndef OS_CPU_HOOKS_EN
#define OS_CPU_HOOKS_EN 1u
#endif
#ifndef OS_DEBUG_EN
#define OS_DEBUG_EN 1u
#endif
#ifndef OS_EVENT_MULTI_EN
#define OS_EVENT_MULTI_EN 1u
#endif
#ifndef OS_EVENT_NAME_EN
#define OS_EVENT_NAME_EN 1u
#endif
#ifndef OS_LOWEST_PRIO
#define OS_LOWEST_PRIO 63u
#endif
#ifndef OS_MAX_EVENTS
#define OS_MAX_EVENTS 10u
#endif
#ifndef OS_MAX_FLAGS
#define OS_MAX_FLAGS 5u
#endif
#ifndef OS_MAX_MEM_PART
#define OS_MAX_MEM_PART 5u
#endif
#ifndef OS_MAX_QS
#define OS_MAX_QS 4u
#endif
#ifndef OS_MAX_TASKS
#define OS_MAX_TASKS 20u
#endif
#ifndef OS_SCHED_LOCK_EN
#define OS_SCHED_LOCK_EN 1u
#endif
#ifndef OS_TICK_STEP_EN
#define OS_TICK_STEP_EN 1u
#endif
#ifndef OS_TICKS_PER_SEC
#define OS_TICKS_PER_SEC 100u
#endif
#ifndef OS_TLS_TBL_SIZE
#define OS_TLS_TBL_SIZE 0u
#endif

/* Stack sizes in entries (OS_STK) */
#ifndef OS_TASK_TMR_STK_SIZE
#define OS_TASK_TMR_STK_SIZE 128u
#endif
#ifndef OS_TASK_STAT_STK_SIZE
#define OS_TASK_STAT_STK_SIZE 128u
#endif
#ifndef OS_TASK_IDLE_STK_SIZE
#define OS_TASK_IDLE_STK_SIZE 128u
#endif

/* Tasks */
#ifndef OS_TASK_CHANGE_PRIO_EN
#define OS_TASK_CHANGE_PRIO_EN 1u
#endif
#ifndef OS_TASK_CREATE_EN
#define OS_TASK_CREATE_EN 1u
#endif
#ifndef OS_TASK_CREATE_EXT_EN
#define OS_TASK_CREATE_EXT_EN 1u
#endif
#ifndef OS_TASK_DEL_EN
#define OS_TASK_DEL_EN 1u
#endif
#ifndef OS_TASK_NAME_EN
#define OS_TASK_NAME_EN 1u
#endif
#ifndef OS_TASK_PROFILE_EN
#define OS_TASK_PROFILE_EN 1u
#endif
#ifndef OS_TASK_QUERY_EN
#define OS_TASK_QUERY_EN 1u
#endif
#ifndef OS_TASK_REG_TBL_SIZE
#define OS_TASK_REG_TBL_SIZE 1u
#endif
#ifndef OS_TASK_STAT_EN
#define OS_TASK_STAT_EN 1u
#endif
#ifndef OS_TASK_STAT_STK_CHK_EN
#define OS_TASK_STAT_STK_CHK_EN 1u
#endif
#ifndef OS_TASK_SUSPEND_EN
#define OS_TASK_SUSPEND_EN 1u
#endif
#ifndef OS_TASK_SW_HOOK_EN
#if defined(OS_CPU_SELF_SWITCH) && OS_CPU_SELF_SWITCH
#define OS_TASK_SW_HOOK_EN 0u /* with this hook, the core does not switch by itself */
#else
#define OS_TASK_SW_HOOK_EN 1u
#endif
#endif

/* Event flags */
#ifndef OS_FLAG_EN
#define OS_FLAG_EN 1u
#endif
#ifndef OS_FLAG_ACCEPT_EN
#define OS_FLAG_ACCEPT_EN 1u
#endif
#ifndef OS_FLAG_DEL_EN
#define OS_FLAG_DEL_EN 1u
#endif
#ifndef OS_FLAG_NAME_EN
#define OS_FLAG_NAME_EN 1u
#endif
#ifndef OS_FLAG_QUERY_EN
#define OS_FLAG_QUERY_EN 1u
#endif
#ifndef OS_FLAG_WAIT_CLR_EN
#define OS_FLAG_WAIT_CLR_EN 1u
#endif
#ifndef OS_FLAGS_NBITS
#define OS_FLAGS_NBITS 16u
#endif

/* Mailboxes */
#ifndef OS_MBOX_EN
#define OS_MBOX_EN 1u
#endif
#ifndef OS_MBOX_ACCEPT_EN
#define OS_MBOX_ACCEPT_EN 1u
#endif
#ifndef OS_MBOX_DEL_EN
#define OS_MBOX_DEL_EN 1u
#endif
#ifndef OS_MBOX_PEND_ABORT_EN
#define OS_MBOX_PEND_ABORT_EN 1u
#endif
#ifndef OS_MBOX_POST_EN
#define OS_MBOX_POST_EN 1u
#endif
#ifndef OS_MBOX_POST_OPT_EN
#define OS_MBOX_POST_OPT_EN 1u
#endif
#ifndef OS_MBOX_QUERY_EN
#define OS_MBOX_QUERY_EN 1u
#endif

/* Memory partitions */
#ifndef OS_MEM_EN
#define OS_MEM_EN 1u
#endif
#ifndef OS_MEM_NAME_EN
#define OS_MEM_NAME_EN 1u
#endif
#ifndef OS_MEM_QUERY_EN
#define OS_MEM_QUERY_EN 1u
#endif

/* Mutexes */
#ifndef OS_MUTEX_EN
#define OS_MUTEX_EN 1u
#endif
#ifndef OS_MUTEX_ACCEPT_EN
#define OS_MUTEX_ACCEPT_EN 1u
#endif
#ifndef OS_MUTEX_DEL_EN
#define OS_MUTEX_DEL_EN 1u
#endif
#ifndef OS_MUTEX_QUERY_EN
#define OS_MUTEX_QUERY_EN 1u
#endif

/* Queues */
#ifndef OS_Q_EN
#define OS_Q_EN 1u
#endif
#ifndef OS_Q_ACCEPT_EN
#define OS_Q_ACCEPT_EN 1u
#endif
#ifndef OS_Q_DEL_EN
#define OS_Q_DEL_EN 1u
#endif
#ifndef OS_Q_FLUSH_EN
#define OS_Q_FLUSH_EN 1u
#endif
#ifndef OS_Q_PEND_ABORT_EN
#define OS_Q_PEND_ABORT_EN 1u
#endif
#ifndef OS_Q_POST_EN
#define OS_Q_POST_EN 1u
#endif
#ifndef OS_Q_POST_FRONT_EN
#define OS_Q_POST_FRONT_EN 1u
#endif
#ifndef OS_Q_POST_OPT_EN
#define OS_Q_POST_OPT_EN 1u
#endif
#ifndef OS_Q_QUERY_EN
#define OS_Q_QUERY_EN 1u
#endif

/* Semaphores */
#ifndef OS_SEM_EN
#define OS_SEM_EN 1u
#endif
#ifndef OS_SEM_ACCEPT_EN
#define OS_SEM_ACCEPT_EN 1u
#endif
#ifndef OS_SEM_DEL_EN
#define OS_SEM_DEL_EN 1u
#endif
#ifndef OS_SEM_PEND_ABORT_EN
#define OS_SEM_PEND_ABORT_EN 1u
#endif
#ifndef OS_SEM_QUERY_EN
#define OS_SEM_QUERY_EN 1u
#endif
#ifndef OS_SEM_SET_EN
#define OS_SEM_SET_EN 1u
#endif

/* Time */
#ifndef OS_TIME_DLY_HMSM_EN
#define OS_TIME_DLY_HMSM_EN 1u
#endif
#ifndef OS_TIME_DLY_RESUME_EN
#define OS_TIME_DLY_RESUME_EN 1u
#endif
#ifndef OS_TIME_GET_SET_EN
#define OS_TIME_GET_SET_EN 1u
#endif
#ifndef OS_TIME_TICK_HOOK_EN
#define OS_TIME_TICK_HOOK_EN 1u
#endif

/* Timers */
#ifndef OS_TMR_EN
#define OS_TMR_EN 0u
#endif
#ifndef OS_TMR_CFG_MAX
#define OS_TMR_CFG_MAX 16u
#endif
#ifndef OS_TMR_CFG_NAME_EN
#define OS_TMR_CFG_NAME_EN 1u
#endif
#ifndef OS_TMR_CFG_WHEEL_SIZE
#define OS_TMR_CFG_WHEEL_SIZE 7u
#endif
#ifndef OS_TMR_CFG_TICKS_PER_SEC
#define OS_TMR_CFG_TICKS_PER_SEC 10u
#endif

/* Trace events */
#ifndef OS_TRACE_EN
#define OS_TRACE_EN 0u
#endif
#ifndef OS_TRACE_API_ENTER_EN
#define OS_TRACE_API_ENTER_EN 0u
#endif
#ifndef OS_TRACE_API_EXIT_EN
#define OS_TRACE_API_EXIT_EN 0u
#endif

#endif
