/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Check that os_cfg.h (and app_cfg.h) define every switch, with a value in the kernel's range. The preprocessor would
 * silently evaluate a missing switch as 0, so a missing switch of V2.93 is an error here.
 */
#ifndef OS_CFG_CHECK_H
#define OS_CFG_CHECK_H

#ifndef OS_APP_HOOKS_EN
#error "os_cfg.h: OS_APP_HOOKS_EN is missing"
#endif
#ifndef OS_ARG_CHK_EN
#error "os_cfg.h: OS_ARG_CHK_EN is missing"
#endif
#ifndef OS_CPU_HOOKS_EN
#error "os_cfg.h: OS_CPU_HOOKS_EN is missing"
#endif
#ifndef OS_DEBUG_EN
#error "os_cfg.h: OS_DEBUG_EN is missing"
#endif
#ifndef OS_EVENT_MULTI_EN
#error "os_cfg.h: OS_EVENT_MULTI_EN is missing"
#endif
#ifndef OS_EVENT_NAME_EN
#error "os_cfg.h: OS_EVENT_NAME_EN is missing"
#endif
#ifndef OS_SCHED_LOCK_EN
#error "os_cfg.h: OS_SCHED_LOCK_EN is missing"
#endif
#ifndef OS_TICK_STEP_EN
#error "os_cfg.h: OS_TICK_STEP_EN is missing"
#endif
#ifndef OS_TASK_CHANGE_PRIO_EN
#error "os_cfg.h: OS_TASK_CHANGE_PRIO_EN is missing"
#endif
#ifndef OS_TASK_CREATE_EN
#error "os_cfg.h: OS_TASK_CREATE_EN is missing"
#endif
#ifndef OS_TASK_CREATE_EXT_EN
#error "os_cfg.h: OS_TASK_CREATE_EXT_EN is missing"
#endif
#ifndef OS_TASK_DEL_EN
#error "os_cfg.h: OS_TASK_DEL_EN is missing"
#endif
#ifndef OS_TASK_NAME_EN
#error "os_cfg.h: OS_TASK_NAME_EN is missing"
#endif
#ifndef OS_TASK_PROFILE_EN
#error "os_cfg.h: OS_TASK_PROFILE_EN is missing"
#endif
#ifndef OS_TASK_QUERY_EN
#error "os_cfg.h: OS_TASK_QUERY_EN is missing"
#endif
#ifndef OS_TASK_STAT_EN
#error "os_cfg.h: OS_TASK_STAT_EN is missing"
#endif
#ifndef OS_TASK_STAT_STK_CHK_EN
#error "os_cfg.h: OS_TASK_STAT_STK_CHK_EN is missing"
#endif
#ifndef OS_TASK_SUSPEND_EN
#error "os_cfg.h: OS_TASK_SUSPEND_EN is missing"
#endif
#ifndef OS_TASK_SW_HOOK_EN
#error "os_cfg.h: OS_TASK_SW_HOOK_EN is missing"
#endif
#ifndef OS_TASK_REG_TBL_SIZE
#error "os_cfg.h: OS_TASK_REG_TBL_SIZE is missing"
#endif
#ifndef OS_TIME_DLY_HMSM_EN
#error "os_cfg.h: OS_TIME_DLY_HMSM_EN is missing"
#endif
#ifndef OS_TIME_DLY_RESUME_EN
#error "os_cfg.h: OS_TIME_DLY_RESUME_EN is missing"
#endif
#ifndef OS_TIME_GET_SET_EN
#error "os_cfg.h: OS_TIME_GET_SET_EN is missing"
#endif
#ifndef OS_TIME_TICK_HOOK_EN
#error "os_cfg.h: OS_TIME_TICK_HOOK_EN is missing"
#endif
#ifndef OS_FLAG_EN
#error "os_cfg.h: OS_FLAG_EN is missing"
#endif
#ifndef OS_MBOX_EN
#error "os_cfg.h: OS_MBOX_EN is missing"
#endif
#ifndef OS_MEM_EN
#error "os_cfg.h: OS_MEM_EN is missing"
#endif
#ifndef OS_MUTEX_EN
#error "os_cfg.h: OS_MUTEX_EN is missing"
#endif
#ifndef OS_Q_EN
#error "os_cfg.h: OS_Q_EN is missing"
#endif
#ifndef OS_SEM_EN
#error "os_cfg.h: OS_SEM_EN is missing"
#endif
#ifndef OS_TMR_EN
#error "os_cfg.h: OS_TMR_EN is missing"
#endif
#ifndef OS_LOWEST_PRIO
#error "os_cfg.h: OS_LOWEST_PRIO is missing"
#endif
#ifndef OS_MAX_TASKS
#error "os_cfg.h: OS_MAX_TASKS is missing"
#endif
#ifndef OS_MAX_EVENTS
#error "os_cfg.h: OS_MAX_EVENTS is missing"
#endif
#ifndef OS_TASK_IDLE_STK_SIZE
#error "os_cfg.h: OS_TASK_IDLE_STK_SIZE is missing"
#endif
#ifndef OS_TICKS_PER_SEC
#error "os_cfg.h: OS_TICKS_PER_SEC is missing"
#endif

#if OS_TASK_STAT_EN > 0u
#ifndef OS_TASK_STAT_STK_SIZE
#error "os_cfg.h: OS_TASK_STAT_STK_SIZE is missing"
#endif
#endif

#if OS_SEM_EN > 0u
#ifndef OS_SEM_ACCEPT_EN
#error "os_cfg.h: OS_SEM_ACCEPT_EN is missing"
#endif
#ifndef OS_SEM_DEL_EN
#error "os_cfg.h: OS_SEM_DEL_EN is missing"
#endif
#ifndef OS_SEM_PEND_ABORT_EN
#error "os_cfg.h: OS_SEM_PEND_ABORT_EN is missing"
#endif
#ifndef OS_SEM_QUERY_EN
#error "os_cfg.h: OS_SEM_QUERY_EN is missing"
#endif
#ifndef OS_SEM_SET_EN
#error "os_cfg.h: OS_SEM_SET_EN is missing"
#endif
#endif

#if OS_MUTEX_EN > 0u
#ifndef OS_MUTEX_ACCEPT_EN
#error "os_cfg.h: OS_MUTEX_ACCEPT_EN is missing"
#endif
#ifndef OS_MUTEX_DEL_EN
#error "os_cfg.h: OS_MUTEX_DEL_EN is missing"
#endif
#ifndef OS_MUTEX_QUERY_EN
#error "os_cfg.h: OS_MUTEX_QUERY_EN is missing"
#endif
#endif

#if OS_MBOX_EN > 0u
#ifndef OS_MBOX_ACCEPT_EN
#error "os_cfg.h: OS_MBOX_ACCEPT_EN is missing"
#endif
#ifndef OS_MBOX_DEL_EN
#error "os_cfg.h: OS_MBOX_DEL_EN is missing"
#endif
#ifndef OS_MBOX_PEND_ABORT_EN
#error "os_cfg.h: OS_MBOX_PEND_ABORT_EN is missing"
#endif
#ifndef OS_MBOX_POST_EN
#error "os_cfg.h: OS_MBOX_POST_EN is missing"
#endif
#ifndef OS_MBOX_POST_OPT_EN
#error "os_cfg.h: OS_MBOX_POST_OPT_EN is missing"
#endif
#ifndef OS_MBOX_QUERY_EN
#error "os_cfg.h: OS_MBOX_QUERY_EN is missing"
#endif
#endif

#if OS_Q_EN > 0u
#ifndef OS_MAX_QS
#error "os_cfg.h: OS_MAX_QS is missing"
#endif
#ifndef OS_Q_ACCEPT_EN
#error "os_cfg.h: OS_Q_ACCEPT_EN is missing"
#endif
#ifndef OS_Q_DEL_EN
#error "os_cfg.h: OS_Q_DEL_EN is missing"
#endif
#ifndef OS_Q_FLUSH_EN
#error "os_cfg.h: OS_Q_FLUSH_EN is missing"
#endif
#ifndef OS_Q_PEND_ABORT_EN
#error "os_cfg.h: OS_Q_PEND_ABORT_EN is missing"
#endif
#ifndef OS_Q_POST_EN
#error "os_cfg.h: OS_Q_POST_EN is missing"
#endif
#ifndef OS_Q_POST_FRONT_EN
#error "os_cfg.h: OS_Q_POST_FRONT_EN is missing"
#endif
#ifndef OS_Q_POST_OPT_EN
#error "os_cfg.h: OS_Q_POST_OPT_EN is missing"
#endif
#ifndef OS_Q_QUERY_EN
#error "os_cfg.h: OS_Q_QUERY_EN is missing"
#endif
#endif

#if OS_FLAG_EN > 0u
#ifndef OS_MAX_FLAGS
#error "os_cfg.h: OS_MAX_FLAGS is missing"
#endif
#ifndef OS_FLAG_ACCEPT_EN
#error "os_cfg.h: OS_FLAG_ACCEPT_EN is missing"
#endif
#ifndef OS_FLAG_DEL_EN
#error "os_cfg.h: OS_FLAG_DEL_EN is missing"
#endif
#ifndef OS_FLAG_NAME_EN
#error "os_cfg.h: OS_FLAG_NAME_EN is missing"
#endif
#ifndef OS_FLAG_QUERY_EN
#error "os_cfg.h: OS_FLAG_QUERY_EN is missing"
#endif
#ifndef OS_FLAG_WAIT_CLR_EN
#error "os_cfg.h: OS_FLAG_WAIT_CLR_EN is missing"
#endif
#ifndef OS_FLAGS_NBITS
#error "os_cfg.h: OS_FLAGS_NBITS is missing"
#endif
#endif

#if OS_MEM_EN > 0u
#ifndef OS_MAX_MEM_PART
#error "os_cfg.h: OS_MAX_MEM_PART is missing"
#endif
#ifndef OS_MEM_NAME_EN
#error "os_cfg.h: OS_MEM_NAME_EN is missing"
#endif
#ifndef OS_MEM_QUERY_EN
#error "os_cfg.h: OS_MEM_QUERY_EN is missing"
#endif
#endif

#if OS_TMR_EN > 0u
#ifndef OS_TMR_CFG_MAX
#error "os_cfg.h: OS_TMR_CFG_MAX is missing"
#endif
#ifndef OS_TMR_CFG_NAME_EN
#error "os_cfg.h: OS_TMR_CFG_NAME_EN is missing"
#endif
#ifndef OS_TMR_CFG_WHEEL_SIZE
#error "os_cfg.h: OS_TMR_CFG_WHEEL_SIZE is missing"
#endif
#ifndef OS_TMR_CFG_TICKS_PER_SEC
#error "os_cfg.h: OS_TMR_CFG_TICKS_PER_SEC is missing"
#endif
#ifndef OS_TASK_TMR_STK_SIZE
#error "os_cfg.h: OS_TASK_TMR_STK_SIZE is missing"
#endif
#ifndef OS_TASK_TMR_PRIO
#error "app_cfg.h: OS_TASK_TMR_PRIO is missing"
#endif
#endif

/* Ranges. */
#if OS_LOWEST_PRIO > 254u
#error "os_cfg.h: OS_LOWEST_PRIO must be 254 or less"
#endif
#if OS_MAX_TASKS < 2u
#error "os_cfg.h: OS_MAX_TASKS must be 2 or more"
#endif
/* The idle task and the statistics task need a priority each. */
#if (OS_TASK_STAT_EN > 0u) && (OS_MAX_TASKS > (OS_LOWEST_PRIO - 1u))
#error "os_cfg.h: OS_MAX_TASKS must be OS_LOWEST_PRIO - 1 or less (the statistics task is on)"
#endif
#if (OS_TASK_STAT_EN == 0u) && (OS_MAX_TASKS > OS_LOWEST_PRIO)
#error "os_cfg.h: OS_MAX_TASKS must be OS_LOWEST_PRIO or less"
#endif
#if OS_TASK_REG_TBL_SIZE > 255u
#error "os_cfg.h: OS_TASK_REG_TBL_SIZE must be 255 or less"
#endif
#if OS_TICKS_PER_SEC < 1u
#error "os_cfg.h: OS_TICKS_PER_SEC must be 1 or more"
#endif
#if (OS_TASK_STAT_EN > 0u) && (OS_TICKS_PER_SEC < 10u) && defined(__GNUC__)
/* Warn only if the application calls OSStatInit(), because a low tick rate affects only OSCPUUsage. */
#ifdef __cplusplus
extern "C"
#endif
void OSStatInit(void) __attribute__((warning("os_cfg.h: OS_TICKS_PER_SEC is below 10: OSCPUUsage may stay 0")));
#endif
#if OS_MAX_EVENTS > 65500u
#error "os_cfg.h: OS_MAX_EVENTS must be 65500 or less"
#endif
#if OS_MAX_FLAGS > 65500u
#error "os_cfg.h: OS_MAX_FLAGS must be 65500 or less"
#endif
#if OS_MAX_MEM_PART > 65500u
#error "os_cfg.h: OS_MAX_MEM_PART must be 65500 or less"
#endif
#if OS_MAX_QS > 65500u
#error "os_cfg.h: OS_MAX_QS must be 65500 or less"
#endif
#if (OS_FLAG_EN > 0u) && (OS_FLAGS_NBITS != 8u) && (OS_FLAGS_NBITS != 16u) && (OS_FLAGS_NBITS != 32u)
#error "os_cfg.h: OS_FLAGS_NBITS must be 8, 16 or 32"
#endif
#if ((OS_SEM_EN > 0u) || (OS_MUTEX_EN > 0u) || (OS_MBOX_EN > 0u) || (OS_Q_EN > 0u)) && (OS_MAX_EVENTS < 1u)
#error "os_cfg.h: OS_MAX_EVENTS must be 1 or more for semaphores, mutexes, mailboxes or queues"
#endif
#if (OS_TASK_CREATE_EN == 0u) && (OS_TASK_CREATE_EXT_EN == 0u)
#error "os_cfg.h: OS_TASK_CREATE_EN or OS_TASK_CREATE_EXT_EN must be on"
#endif
#if (OS_TMR_EN > 0u) && ((OS_TMR_CFG_MAX < 2u) || (OS_TMR_CFG_MAX > 65500u))
#error "os_cfg.h: OS_TMR_CFG_MAX must be 2 to 65500"
#endif
#if (OS_TMR_EN > 0u) && ((OS_TMR_CFG_WHEEL_SIZE < 2u) || (OS_TMR_CFG_WHEEL_SIZE > 1024u))
#error "os_cfg.h: OS_TMR_CFG_WHEEL_SIZE must be 2 to 1024"
#endif
#if (OS_TMR_EN > 0u) && (OS_TMR_CFG_TICKS_PER_SEC < 1u)
#error "os_cfg.h: OS_TMR_CFG_TICKS_PER_SEC must be 1 or more"
#endif

/* Timers use a task, two semaphores and the scheduler's lock. */
#if (OS_TMR_EN > 0u) && (OS_SEM_EN == 0u)
#error "os_cfg.h: OS_TMR_EN needs OS_SEM_EN"
#endif
#if (OS_TMR_EN > 0u) && (OS_SCHED_LOCK_EN == 0u)
#error "os_cfg.h: OS_TMR_EN needs OS_SCHED_LOCK_EN"
#endif
#if (OS_TMR_EN > 0u) && (OS_MAX_EVENTS < 2u)
#error "os_cfg.h: OS_MAX_EVENTS must be 2 or more for OS_TMR_EN"
#endif
#if (OS_TMR_EN > 0u) && (OS_TASK_STAT_EN > 0u) && (OS_TASK_TMR_PRIO >= (OS_LOWEST_PRIO - 1u))
#error "app_cfg.h: OS_TASK_TMR_PRIO must be OS_LOWEST_PRIO - 2 or less (the statistics task is on)"
#endif
#if (OS_TMR_EN > 0u) && (OS_TASK_TMR_PRIO >= OS_LOWEST_PRIO)
#error "app_cfg.h: OS_TASK_TMR_PRIO must be OS_LOWEST_PRIO - 1 or less"
#endif

/* Features that this kernel lacks. */
#if defined(OS_TLS_TBL_SIZE) && (OS_TLS_TBL_SIZE > 0u)
#error "os_cfg.h: OS_TLS_TBL_SIZE must be 0: this kernel has no thread-local storage"
#endif

/* The port. */
#if !defined(OS_CRITICAL_METHOD)
#error "os_cpu.h: OS_CRITICAL_METHOD is missing"
#endif
#if !defined(OS_STK_GROWTH)
#error "os_cpu.h: OS_STK_GROWTH is missing"
#endif

#endif
