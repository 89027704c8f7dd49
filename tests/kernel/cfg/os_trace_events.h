/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Trace recorder for the tests. Each macro passes the event's name and its first argument (or 0) to trace_event().
 */
#ifndef OS_TRACE_EVENTS_H
#define OS_TRACE_EVENTS_H

#include <stddef.h>

void trace_event(char const *event, size_t object);

#define OS_TRACE_ISR_ENTER() trace_event("ISR_ENTER", 0u)
#define OS_TRACE_ISR_EXIT() trace_event("ISR_EXIT", 0u)
#define OS_TRACE_ISR_EXIT_TO_SCHEDULER() trace_event("ISR_EXIT_TO_SCHEDULER", 0u)
#define OS_TRACE_TICK_INCREMENT(OSTickCtr) trace_event("TICK_INCREMENT", (size_t)(OSTickCtr))
#define OS_TRACE_TASK_CREATE(p_tcb) trace_event("TASK_CREATE", (size_t)(p_tcb))
#define OS_TRACE_TASK_CREATE_FAILED(p_tcb) trace_event("TASK_CREATE_FAILED", (size_t)(p_tcb))
#define OS_TRACE_TASK_NAME_SET(p_tcb) trace_event("TASK_NAME_SET", (size_t)(p_tcb))
#define OS_TRACE_TASK_READY(p_tcb) trace_event("TASK_READY", (size_t)(p_tcb))
#define OS_TRACE_TASK_SUSPENDED(p_tcb) trace_event("TASK_SUSPENDED", (size_t)(p_tcb))
#define OS_TRACE_TASK_DLY(dly_ticks) trace_event("TASK_DLY", (size_t)(dly_ticks))
#define OS_TRACE_TASK_SUSPEND(p_tcb) trace_event("TASK_SUSPEND", (size_t)(p_tcb))
#define OS_TRACE_TASK_RESUME(p_tcb) trace_event("TASK_RESUME", (size_t)(p_tcb))
#define OS_TRACE_MUTEX_TASK_PRIO_INHERIT(p_tcb, prio) trace_event("MUTEX_TASK_PRIO_INHERIT", (size_t)(p_tcb))
#define OS_TRACE_MUTEX_TASK_PRIO_DISINHERIT(p_tcb, prio) trace_event("MUTEX_TASK_PRIO_DISINHERIT", (size_t)(p_tcb))
#define OS_TRACE_TMR_EXPIRED(p_tmr) trace_event("TMR_EXPIRED", (size_t)(p_tmr))
#define OS_TRACE_EVENT_NAME_SET(p_event, p_name) trace_event("EVENT_NAME_SET", (size_t)(p_event))
#define OS_TRACE_SEM_CREATE(p_sem, p_name) trace_event("SEM_CREATE", (size_t)(p_sem))
#define OS_TRACE_MBOX_CREATE(p_mbox, p_name) trace_event("MBOX_CREATE", (size_t)(p_mbox))
#define OS_TRACE_Q_CREATE(p_q, p_name) trace_event("Q_CREATE", (size_t)(p_q))
#define OS_TRACE_MUTEX_CREATE(p_mutex, p_name) trace_event("MUTEX_CREATE", (size_t)(p_mutex))
#define OS_TRACE_FLAG_CREATE(p_grp, p_name) trace_event("FLAG_CREATE", (size_t)(p_grp))
#define OS_TRACE_MEM_CREATE(p_mem) trace_event("MEM_CREATE", (size_t)(p_mem))
#define OS_TRACE_TMR_CREATE(p_tmr, p_name) trace_event("TMR_CREATE", (size_t)(p_tmr))
#define OS_TRACE_TASK_SWITCHED_IN(p_tcb) trace_event("TASK_SWITCHED_IN", (size_t)(p_tcb))

#if OS_TRACE_API_ENTER_EN > 0u
#define OS_TRACE_MBOX_DEL_ENTER(p_mbox, opt) trace_event("MBOX_DEL_ENTER", (size_t)(p_mbox))
#define OS_TRACE_MBOX_POST_ENTER(p_mbox) trace_event("MBOX_POST_ENTER", (size_t)(p_mbox))
#define OS_TRACE_MBOX_POST_OPT_ENTER(p_mbox, opt) trace_event("MBOX_POST_OPT_ENTER", (size_t)(p_mbox))
#define OS_TRACE_MBOX_PEND_ENTER(p_mbox, timeout) trace_event("MBOX_PEND_ENTER", (size_t)(p_mbox))
#define OS_TRACE_MUTEX_DEL_ENTER(p_mutex, opt) trace_event("MUTEX_DEL_ENTER", (size_t)(p_mutex))
#define OS_TRACE_MUTEX_POST_ENTER(p_mutex) trace_event("MUTEX_POST_ENTER", (size_t)(p_mutex))
#define OS_TRACE_MUTEX_PEND_ENTER(p_mutex, timeout) trace_event("MUTEX_PEND_ENTER", (size_t)(p_mutex))
#define OS_TRACE_SEM_DEL_ENTER(p_sem, opt) trace_event("SEM_DEL_ENTER", (size_t)(p_sem))
#define OS_TRACE_SEM_POST_ENTER(p_sem) trace_event("SEM_POST_ENTER", (size_t)(p_sem))
#define OS_TRACE_SEM_PEND_ENTER(p_sem, timeout) trace_event("SEM_PEND_ENTER", (size_t)(p_sem))
#define OS_TRACE_Q_DEL_ENTER(p_q, opt) trace_event("Q_DEL_ENTER", (size_t)(p_q))
#define OS_TRACE_Q_POST_ENTER(p_q) trace_event("Q_POST_ENTER", (size_t)(p_q))
#define OS_TRACE_Q_POST_FRONT_ENTER(p_q) trace_event("Q_POST_FRONT_ENTER", (size_t)(p_q))
#define OS_TRACE_Q_POST_OPT_ENTER(p_q, opt) trace_event("Q_POST_OPT_ENTER", (size_t)(p_q))
#define OS_TRACE_Q_PEND_ENTER(p_q, timeout) trace_event("Q_PEND_ENTER", (size_t)(p_q))
#define OS_TRACE_FLAG_DEL_ENTER(p_grp, opt) trace_event("FLAG_DEL_ENTER", (size_t)(p_grp))
#define OS_TRACE_TMR_DEL_ENTER(p_tmr) trace_event("TMR_DEL_ENTER", (size_t)(p_tmr))
#define OS_TRACE_TMR_START_ENTER(p_tmr) trace_event("TMR_START_ENTER", (size_t)(p_tmr))
#define OS_TRACE_TMR_STOP_ENTER(p_tmr) trace_event("TMR_STOP_ENTER", (size_t)(p_tmr))
#define OS_TRACE_FLAG_POST_ENTER(p_grp, flags, opt) trace_event("FLAG_POST_ENTER", (size_t)(p_grp))
#define OS_TRACE_FLAG_PEND_ENTER(p_grp, flags, timeout, opt) trace_event("FLAG_PEND_ENTER", (size_t)(p_grp))
#define OS_TRACE_MEM_PUT_ENTER(p_mem, p_blk) trace_event("MEM_PUT_ENTER", (size_t)(p_mem))
#define OS_TRACE_MEM_GET_ENTER(p_mem) trace_event("MEM_GET_ENTER", (size_t)(p_mem))
#endif

#if OS_TRACE_API_EXIT_EN > 0u
#define OS_TRACE_MBOX_DEL_EXIT(RetVal) trace_event("MBOX_DEL_EXIT", (size_t)(RetVal))
#define OS_TRACE_MBOX_POST_EXIT(RetVal) trace_event("MBOX_POST_EXIT", (size_t)(RetVal))
#define OS_TRACE_MBOX_POST_OPT_EXIT(RetVal) trace_event("MBOX_POST_OPT_EXIT", (size_t)(RetVal))
#define OS_TRACE_MBOX_PEND_EXIT(RetVal) trace_event("MBOX_PEND_EXIT", (size_t)(RetVal))
#define OS_TRACE_MUTEX_DEL_EXIT(RetVal) trace_event("MUTEX_DEL_EXIT", (size_t)(RetVal))
#define OS_TRACE_MUTEX_POST_EXIT(RetVal) trace_event("MUTEX_POST_EXIT", (size_t)(RetVal))
#define OS_TRACE_MUTEX_PEND_EXIT(RetVal) trace_event("MUTEX_PEND_EXIT", (size_t)(RetVal))
#define OS_TRACE_SEM_DEL_EXIT(RetVal) trace_event("SEM_DEL_EXIT", (size_t)(RetVal))
#define OS_TRACE_SEM_POST_EXIT(RetVal) trace_event("SEM_POST_EXIT", (size_t)(RetVal))
#define OS_TRACE_SEM_PEND_EXIT(RetVal) trace_event("SEM_PEND_EXIT", (size_t)(RetVal))
#define OS_TRACE_Q_DEL_EXIT(RetVal) trace_event("Q_DEL_EXIT", (size_t)(RetVal))
#define OS_TRACE_Q_POST_EXIT(RetVal) trace_event("Q_POST_EXIT", (size_t)(RetVal))
#define OS_TRACE_Q_POST_FRONT_EXIT(RetVal) trace_event("Q_POST_FRONT_EXIT", (size_t)(RetVal))
#define OS_TRACE_Q_POST_OPT_EXIT(RetVal) trace_event("Q_POST_OPT_EXIT", (size_t)(RetVal))
#define OS_TRACE_Q_PEND_EXIT(RetVal) trace_event("Q_PEND_EXIT", (size_t)(RetVal))
#define OS_TRACE_FLAG_DEL_EXIT(RetVal) trace_event("FLAG_DEL_EXIT", (size_t)(RetVal))
#define OS_TRACE_FLAG_POST_EXIT(RetVal) trace_event("FLAG_POST_EXIT", (size_t)(RetVal))
#define OS_TRACE_FLAG_PEND_EXIT(RetVal) trace_event("FLAG_PEND_EXIT", (size_t)(RetVal))
#define OS_TRACE_MEM_PUT_EXIT(RetVal) trace_event("MEM_PUT_EXIT", (size_t)(RetVal))
#define OS_TRACE_MEM_GET_EXIT(RetVal) trace_event("MEM_GET_EXIT", (size_t)(RetVal))
#define OS_TRACE_TMR_DEL_EXIT(RetVal) trace_event("TMR_DEL_EXIT", (size_t)(RetVal))
#define OS_TRACE_TMR_START_EXIT(RetVal) trace_event("TMR_START_EXIT", (size_t)(RetVal))
#define OS_TRACE_TMR_STOP_EXIT(RetVal) trace_event("TMR_STOP_EXIT", (size_t)(RetVal))
#endif

#endif
