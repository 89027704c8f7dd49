/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's internal interface: declarations that its files share. */
#ifndef OS_INTERNAL_H
#define OS_INTERNAL_H

#include <ucos_ii.h>

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

#include <os_accel.h>
#include "os_event_short.h"

/* Features that depend on more than one switch. */
#define OS_FLAG_USED ((OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u))
#define OS_MEM_USED  ((OS_MEM_EN > 0u) && (OS_MAX_MEM_PART > 0u))
#define OS_NAME_USED \
    ((OS_TASK_NAME_EN > 0u) || (OS_EVENT_EN && (OS_EVENT_NAME_EN > 0u)) || \
     (OS_FLAG_USED && (OS_FLAG_NAME_EN > 0u)) || (OS_MEM_USED && (OS_MEM_NAME_EN > 0u)) || \
     ((OS_TMR_EN > 0u) && (OS_TMR_CFG_NAME_EN > 0u)))

/* Variable in which OS_ENTER_CRITICAL() saves the interrupt state. Only method 3 has one. */
#if OS_CRITICAL_METHOD == 3u
#define OS_CRITICAL_SR OS_CPU_SR cpu_sr = 0u
#else
#define OS_CRITICAL_SR
#endif

/* A null `perr` cannot report its own error. Safety-critical builds define the reaction in os_cfg.h. */
#ifdef OS_SAFETY_CRITICAL
#define OS_PERR_CHK(perr, ...) \
    do { \
        if ((perr) == (INT8U *)0) { \
            OS_SAFETY_CRITICAL_EXCEPTION(); \
            return __VA_ARGS__; \
        } \
    } while (0)
#else
#define OS_PERR_CHK(perr, ...)
#endif

/* Notify the port that the task's stack, which OSTaskStkInit() has prepared, is free. */
#ifdef OS_CPU_TASK_GONE
#define OS_PORT_STK_UNUSED(ptos) OS_CPU_TASK_GONE(ptos)
#else
#define OS_PORT_STK_UNUSED(ptos)
#endif

/* After OSSafetyCriticalStart(), no object can be created or deleted. */
#ifdef OS_SAFETY_CRITICAL_IEC61508
#ifndef OS_SAFETY_CRITICAL_EXCEPTION
#define OS_SAFETY_CRITICAL_EXCEPTION()
#endif
#define OS_FROZEN_CHK(...) \
    do { \
        if (OSSafetyCriticalStartFlag == OS_TRUE) { \
            OS_SAFETY_CRITICAL_EXCEPTION(); \
            return __VA_ARGS__; \
        } \
    } while (0)
#else
#define OS_FROZEN_CHK(...)
#endif

/* Trace the call and the return of a function on an object. A null object is not traced. */
#if defined(OS_TRACE_EN) && (OS_TRACE_EN > 0u)
#define OS_TRACE_API(object, ...) \
    do { \
        if ((object) != 0) { \
            __VA_ARGS__; \
        } \
    } while (0)
#else
#define OS_TRACE_API(object, ...)
#endif

/*
 * A task switch is inlined where it is short: one instruction returns the next task, and the switch saves no registers.
 * The same applies to a pend that waits for an event of the unit, and to tasks that suspend themselves and are resumed.
 */
#define OS_SWITCH_SHORT     ((OS_CPU_CONTEXTS > 0) && (OS_ACCEL_RDY_EN > 0u))
#define OS_PEND_SHORT       (OS_SWITCH_SHORT && OS_ACCEL_EVENT_ALL)
#define OS_TASK_STATE_SHORT (OS_SWITCH_SHORT && OS_ACCEL_WAKE)

/* os_core.c */
void OS_Sched(void);
#if OS_TASK_DEL_EN > 0u
void OS_IntWindow(void);
extern BOOLEAN OSIntSwHeld; /* an interrupt could not switch tasks because the scheduler was locked */
#endif

/* os_tcb.c */
void OS_TCBListInit(void);
INT8U OS_TCBInit(INT8U prio, OS_STK *ptos, OS_STK *pbos, INT16U id, INT32U stk_size, void *pext, INT16U opt);
void OS_TCBPrioMove(OS_TCB *ptcb, INT8U prio);
OS_TCB *OS_TCBFind(INT8U prio);
#if OS_TASK_DEL_EN > 0u
void OS_TCBFree(OS_TCB *ptcb);
#endif

/* Set a TCB's priority and its positions in the bitmaps. The task must not be in any bitmap. */
OS_ACCEL_INLINE void OS_TCBPrioSet(OS_TCB *ptcb, INT8U prio)
{
    ptcb->OSTCBPrio = prio;
#if OS_LOWEST_PRIO <= 63u
    ptcb->OSTCBY = (INT8U)(prio >> 3u);
    ptcb->OSTCBX = (INT8U)(prio & 0x07u);
#else
    ptcb->OSTCBY = (INT8U)(prio >> 4u);
    ptcb->OSTCBX = (INT8U)(prio & 0x0Fu);
#endif
    ptcb->OSTCBBitY = (OS_PRIO)(1u << ptcb->OSTCBY);
    ptcb->OSTCBBitX = (OS_PRIO)(1u << ptcb->OSTCBX);
}

#if OS_ACCEL_EVENT_ALL
/*
 * Return whether the task is ready and in no wait list, so that only its place in the ready list depends on its
 * priority. The time unit may still report that a delay has ended. This has no effect on a task that does not wait, and
 * its next wait or delay resets it. Interrupts must be disabled.
 */
OS_ACCEL_INLINE BOOLEAN OS_TCBIsRdyOnly(OS_TCB const *ptcb)
{
    size_t waits = 0u;

#if OS_EVENT_EN
    waits |= (size_t)ptcb->OSTCBEventPtr;
#if OS_EVENT_MULTI_EN > 0u
    waits |= (size_t)ptcb->OSTCBEventMultiPtr;
#endif
#endif
#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
    waits |= (size_t)ptcb->OSTCBFlagNode;
#endif
    return (BOOLEAN)(OS_ACCEL_MOSTLY(waits == 0u) && OS_ACCEL_MOSTLY(OS_AccelRdyTst(ptcb)));
}

/* Change the priority of such a task. */
OS_ACCEL_INLINE void OS_TCBRdyMove(OS_TCB *ptcb, INT8U prio)
{
    OS_AccelRdyClr(ptcb);
    OS_TCBPrioSet(ptcb, prio);
    OS_AccelRdySet(ptcb);
}
#endif

/* os_task.c */
void OS_SysTaskCreate(void (*task)(void *p_arg), OS_STK *pbos, INT32U stk_size, INT8U prio, INT16U id,
                      char const *name);

/* os_idle.c, os_stat.c */
void OS_TaskIdleInit(void);
void OS_TaskStatInit(void);

/* Return OS_ERR_NONE if the caller may wait, else the reason why not. */
OS_ACCEL_INLINE INT8U OS_WaitChk(void)
{
    if (OSIntNesting > 0u) {
        return OS_ERR_PEND_ISR;
    }
    return (OSLockNesting == 0u) ? OS_ERR_NONE : OS_ERR_PEND_LOCKED;
}

/*
 * Return whether a task runs; if not, set *perr. Before OSStart() no task can wait. Call this only where a wait would
 * begin, because main() may take a count or message that is available.
 */
OS_ACCEL_INLINE BOOLEAN OS_TaskIs(INT8U *perr)
{
    if (OSTCBCur != (OS_TCB *)0) {
        return OS_TRUE;
    }
    *perr = OS_ERR_OS_NOT_RUNNING;
    return OS_FALSE;
}

/* os_event.c */
#if OS_EVENT_EN
void OS_EventListInit(void);
OS_EVENT *OS_EventAlloc(INT8U type, INT16U cnt, void *ptr);
void OS_EventFree(OS_EVENT *pevent);
OS_EVENT *OS_EventDel(OS_EVENT *pevent, INT8U type, INT8U opt, INT8U *perr, void (*give_back)(OS_EVENT *pevent));
INT8U OS_EventTaskRdy(OS_EVENT *pevent, void *pmsg, INT8U pend_stat);
void OS_EventTaskWait(OS_EVENT *pevent, INT8U stat);
#if OS_ACCEL_EVENT
INT8U OS_EventTaskPosted(OS_EVENT *pevent, INT32U kind, void *pmsg, INT32U outcome);
BOOLEAN OS_EventTaskPostedAll(OS_EVENT *pevent, void *pmsg);
#endif
INT8U OS_EventTaskWaitEnd(void);
INT8U OS_EventPendAbort(OS_EVENT *pevent, INT8U type, INT8U opt, INT8U *perr);
INT8U OS_EventQueryChk(OS_EVENT const *pevent, INT8U type, void const *pdata);
void OS_EventTaskRemove(OS_TCB *ptcb);
void OS_EventListsLeave(OS_TCB const *ptcb);
void OS_EventListsEnter(OS_TCB const *ptcb);

/*
 * Check that this is an event of that type, and for a pend that the caller may wait. These are macros because every
 * post and pend begins with this check, and without optimisation an inlined function copies its arguments.
 */
#if OS_ARG_CHK_EN > 0u
#define OS_EVENT_CHK(pevent, type, otherwise) \
    (((pevent) == (OS_EVENT *)0) ? OS_ERR_PEVENT_NULL : \
     ((pevent)->OSEventType != (type)) ? OS_ERR_EVENT_TYPE : (otherwise))
#else
#define OS_EVENT_CHK(pevent, type, otherwise) \
    (((pevent)->OSEventType != (type)) ? OS_ERR_EVENT_TYPE : (otherwise))
#endif
#define OS_EventChk(pevent, type) OS_EVENT_CHK(pevent, type, OS_ERR_NONE)
#define OS_PendChk(pevent, type) \
    OS_EVENT_CHK(pevent, type, ((OSIntNesting | OSLockNesting) == 0u) ? OS_ERR_NONE : OS_WaitChk())

/*
 * Head of the definition of a pend or a post. In software, the body is the public function. With the event unit, the
 * public function is a fast path (os_event_short.h). The body is then the slow path, OS_SemPendAny() and the like,
 * which gets the results of the fast path. Thus head and body are written once. A function around the body would need
 * no macros, but the compiler lays it out differently, and applications call these functions most.
 */
#if OS_ACCEL_EVENT
#if OS_PEND_SHORT
#define OS_PEND_REST(result, name, ...) \
    static __attribute__((noinline)) result OS_##name##Rest(__VA_ARGS__, INT32S which)
#else
#define OS_PEND_REST(result, name, ...) result OS_##name##Any(__VA_ARGS__, INT32S which)
#endif
#define OS_POST_REST(result, name, ...) result OS_##name##Any(__VA_ARGS__, INT32U outcome)
#else
#define OS_PEND_REST(result, name, ...) result OS##name(__VA_ARGS__)
#define OS_POST_REST(result, name, ...) result OS##name(__VA_ARGS__)
#endif

/* OS_PendChk() in such a body. If `which` is positive, the fast path has already made this check. */
#if OS_ACCEL_EVENT
#define OS_PEND_CHK(pevent, type, which) (((which) > 0) ? OS_ERR_NONE : OS_PendChk(pevent, type))
#else
#define OS_PEND_CHK(pevent, type, which) OS_PendChk(pevent, type)
#endif
#endif

/* -------------------------------------------------------------------------------------------------- switching */

#if OS_SWITCH_SHORT
/*
 * Loads and unit results have a latency of two cycles, and shifts of one, which the compiler does not know. This macro
 * fixes the order where it matters: `value` and all loads and stores so far come before those that follow.
 */
#define OS_IN_ORDER(value) __asm__ volatile("" : : "r"(value) : "memory")
/* The same for the value alone: it is read before this point. */
#define OS_IS_READ(value) __asm__ volatile("" : : "r"(value))

/*
 * Switch to the task `ptcb` of priority `prio`; return when the calling task runs again. Call this at task level with
 * interrupts disabled and the scheduler unlocked. `switches` is OSCtxSwCtr. OSPrioHighRdy and OSTCBHighRdy are set only
 * if there is a hook. `cpu_sr` is the state of the critical section, which ends here; if it is 0, the critical section
 * continues.
 */
OS_ACCEL_INLINE void OS_SwitchTo(INT32U prio, OS_TCB *ptcb, INT32U switches, OS_CPU_SR cpu_sr)
{
#if OS_TASK_PROFILE_EN > 0u
    INT32U its;
#endif
    INT32U bank;
    INT8U low;

    __asm__("" : "=r"(low) : "0"(prio)); /* convert to a byte without an instruction */
#if OS_CPU_SW_HOOK_IS
    OSPrioHighRdy = low;
    OSTCBHighRdy = ptcb;
#else
    OSPrioCur = low;
#endif
    switches++;
    OS_IN_ORDER(switches);
#if OS_TASK_PROFILE_EN > 0u
    its = ptcb->OSTCBCtxSwCtr;
    OS_IN_ORDER(its);
#endif
#if !OS_CPU_SW_HOOK_IS
    bank = OS_CPU_BANK(ptcb);
    OS_IN_ORDER(bank);
#endif
    OSCtxSwCtr = switches;
#if OS_TASK_PROFILE_EN > 0u
    OS_IN_ORDER(its);
    ptcb->OSTCBCtxSwCtr = its + 1u;
#endif
#if OS_CPU_SW_HOOK_IS
    OS_CPU_SW_HOOK_WITHIN(ptcb, low, cpu_sr);
    bank = OS_CPU_BANK(ptcb);
    OS_IN_ORDER(bank);
    OSPrioCur = low;
#endif
    OSTCBCur = ptcb;
    OS_CPU_BANK_SWITCH(bank, cpu_sr);
}

/* The same for the task of this priority. `ptbl` is the address of OSTCBPrioTbl[]. */
OS_ACCEL_INLINE void OS_SwitchToPrio(INT32U prio, OS_TCB **ptbl, OS_CPU_SR cpu_sr)
{
    const INT32U at = prio * sizeof(OS_TCB *);
    INT32U switches;
    OS_TCB *ptcb;

    OS_IN_ORDER(at);
    switches = OSCtxSwCtr;
    OS_IN_ORDER(switches);
    ptcb = *(OS_TCB **)((size_t)ptbl + at);
    OS_IN_ORDER(ptcb);
    OS_SwitchTo(prio, ptcb, switches, cpu_sr);
}

/*
 * Return the priority of the highest ready task. The result has a latency of two cycles, which other instructions can
 * use. Directly after a load or a store, the instruction would wait for a cycle.
 */
OS_ACCEL_INLINE INT32U OS_SwitchNext(void)
{
    const INT32U prio = OS_AccelRdyFirst();

    if (prio > 255u) {
        __builtin_unreachable(); /* the idle task is always ready */
    }
    return prio;
}

/* Serve interrupts in the middle of a long critical section. Without two instructions in between, a core takes none. */
#define OS_INT_WINDOW() \
    do { \
        OS_EXIT_CRITICAL(); \
        __asm__ volatile("nop\n\tnop"); \
        OS_ENTER_CRITICAL(); \
    } while (0)

/* The running task waits: run other tasks until it is ready and the highest one. Interrupts stay disabled. */
OS_ACCEL_INLINE void OS_SchedWait(OS_CPU_SR cpu_sr)
{
    const INT32U prio = OS_SwitchNext();
    OS_TCB **ptbl;

    OS_CPU_TABLE(ptbl, OSTCBPrioTbl, prio);
    OS_SwitchToPrio(prio, ptbl, cpu_sr);
}
#define OS_SCHED_WAIT() OS_SchedWait(0u)

/* The same, and end the critical section. */
#define OS_SCHED_WAIT_EXIT() OS_SchedWait(cpu_sr)

/* OS_Sched() within a critical section, which it ends. OS_NESTING must be 0. */
OS_ACCEL_INLINE void OS_SchedWithin(OS_CPU_SR cpu_sr)
{
    const INT32U prio = OS_SwitchNext();
    INT32U cur;
    OS_TCB **ptbl;

    OS_IN_ORDER(prio);
    cur = OSPrioCur;
    OS_IS_READ(cur);
    OS_CPU_TABLE(ptbl, OSTCBPrioTbl, prio);
    if (OS_ACCEL_MOSTLY(prio != cur)) {
        OS_SwitchToPrio(prio, ptbl, cpu_sr);
    } else {
        OS_EXIT_CRITICAL();
    }
}
#else
#define OS_SCHED_WAIT() \
    do { \
        OS_EXIT_CRITICAL(); \
        OS_Sched(); \
        OS_ENTER_CRITICAL(); \
    } while (0)
#define OS_SCHED_WAIT_EXIT() \
    do { \
        OS_EXIT_CRITICAL(); \
        OS_Sched(); \
    } while (0)
#endif

/* A message passes from the posting to the waiting task through the TCB of the waiting task. */
#if ((OS_Q_EN > 0u) && (OS_MAX_QS > 0u)) || (OS_MBOX_EN > 0u)
#define OS_MSG_EN 1u
OS_ACCEL_INLINE void *OS_MsgTake(void)
{
    void *pmsg = OSTCBCur->OSTCBMsg;

    OSTCBCur->OSTCBMsg = (void *)0;
    return pmsg;
}
#else
#define OS_MSG_EN 0u
#endif

/* Record in the TCB that the task does not wait. Interrupts must be disabled. */
OS_ACCEL_INLINE void OS_TaskWaitsNot(OS_TCB *ptcb)
{
    ptcb->OSTCBStat = OS_STAT_RDY;
    ptcb->OSTCBStatPend = OS_STAT_PEND_OK;
}

#if OS_PEND_SHORT
void *OS_PendEnd(INT32U ended, INT8U *perr, OS_CPU_SR cpu_sr);
#if OS_TIME_BASE > 0u
void OS_PendTaken(OS_CPU_SR cpu_sr);
#endif

/* Return whether the running task can wait here for `timeout` ticks. `which` is the result of OS_AccelEventOf(). */
OS_ACCEL_INLINE BOOLEAN OS_PendIsShort(INT32S which, INT32U timeout)
{
    OS_TCB const *ptcb = OSTCBCur;

    return (BOOLEAN)(OS_ACCEL_MOSTLY(which > 0) && OS_ACCEL_MOSTLY(timeout <= OS_ACCEL_DLY_MAX) &&
                     OS_ACCEL_MOSTLY(ptcb != (OS_TCB const *)0));
}

/*
 * Make such a pend. `ptcb`, the running task, takes the count or message, or waits with `stat` in its TCB. Return the
 * message. Interrupts must be disabled; this function enables them.
 */
OS_ACCEL_INLINE void *OS_PendWithin(OS_TCB *ptcb, OS_EVENT *pevent, INT32S which, INT32U timeout, INT8U stat,
                                    INT8U *perr, OS_CPU_SR cpu_sr)
{
    INT32U ended = OS_ACCEL_POSTED;
    void *pmsg = (void *)0;
    const INT32U prio = OSPrioCur;
    INT32U by;
    INT32U taken;
    INT32U next;
    OS_TCB **ptbl;

    OS_CPU_TABLE(ptbl, OSTCBPrioTbl, prio);
    by = OS_AccelPendBy(prio);
    OS_IN_ORDER(by);
    ptcb->OSTCBEventPtr = pevent; /* as if the task had to wait, which is not known yet */
    OS_IN_ORDER(by);
    taken = OS_AccelPendAs(which, by, timeout);
    next = OS_AccelRdyFirst();
    ptcb->OSTCBStat = stat;
    ptcb->OSTCBStatPend = OS_STAT_PEND_OK;
    if (OS_ACCEL_MOSTLY(taken == 0u)) {
        OS_SwitchToPrio(next, ptbl, 0u);
        ended = OS_AccelEnded();
    }
    if ((stat != OS_STAT_SEM) && (stat != OS_STAT_MUTEX)) {
        pmsg = OS_AccelEventMsg();
    }
    *perr = OS_ERR_NONE;
#if OS_TIME_BASE > 0u
    if (!OS_ACCEL_MOSTLY(taken == 0u)) {
        OS_PendTaken(cpu_sr);
        return pmsg;
    }
#endif
    if (!OS_ACCEL_MOSTLY(ended == OS_ACCEL_POSTED)) {
        return OS_PendEnd(ended, perr, cpu_sr);
    }
    ptcb->OSTCBEventPtr = (OS_EVENT *)0;
    OS_TaskWaitsNot(ptcb);
    OS_EXIT_CRITICAL();
    return pmsg;
}

/* The whole pend, with its critical section. */
OS_ACCEL_INLINE void *OS_PendShort(OS_EVENT *pevent, INT32S which, INT32U timeout, INT8U stat, INT8U *perr)
{
    OS_TCB *ptcb = OSTCBCur;
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    return OS_PendWithin(ptcb, pevent, which, timeout, stat, perr, cpu_sr);
}
#endif

/* os_event_unit.c */
#if OS_ACCEL_EVENT
void OS_EventUnitInit(void);
INT8S OS_EventUnitAlloc(INT32U value, INT32U lacks);
#if OS_EVENT_EN
void OS_EventUnitEnter(OS_EVENT *pevent, INT8U type, INT16U cnt, void const *ptr);
#endif
void OS_EventUnitFree(INT8S id);
#if OS_FLAG_USED
INT8S OS_FlagUnitAlloc(void);
#endif
#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
INT16U OS_EventUnitRing(INT8S id, INT16U size);
#endif
#endif

/* os_q.c */
#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
void OS_QListInit(void);
INT16U OS_QMsgs(OS_EVENT const *pevent);
void *OS_QGet(OS_EVENT *pevent);
#endif

/* os_sem.c, os_mbox.c */
#if OS_SEM_EN > 0u
INT16U OS_SemGet(OS_EVENT *pevent);
#endif
#if OS_MBOX_EN > 0u
void *OS_MboxGet(OS_EVENT *pevent);
#endif

/* os_mutex.c */
#if OS_MUTEX_EN > 0u
extern INT8U OSMutexPromotions; /* promotions in force */
void OS_MutexOwnerDemote(OS_TCB *ptcb);
void OS_MutexOwnerForget(OS_TCB *ptcb);
#endif

/* os_flag.c, os_flag_pend.c */
#if OS_FLAG_USED
void OS_FlagInit(void);
BOOLEAN OS_FlagTake(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, OS_FLAGS *pflags_rdy);
void OS_FlagTaskRdy(OS_FLAG_NODE *pnode, OS_FLAGS flags_rdy, INT8U pend_stat);
void OS_FlagUnlink(OS_FLAG_NODE *pnode);
OS_FLAG_NODE *OS_FlagWaiting(OS_FLAG_GRP const *pgrp);
#if OS_ACCEL_EVENT
void OS_FlagListLeave(OS_TCB const *ptcb);
void OS_FlagListEnter(OS_TCB const *ptcb);
#endif

/* OS_FlagTake(), inlined. */
OS_ACCEL_INLINE BOOLEAN OS_FlagTakeWithin(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, OS_FLAGS *pflags_rdy)
{
    OS_FLAGS rdy;
    const BOOLEAN enough = OS_FlagsAre(pgrp, flags, wait_type, &rdy);

    if ((enough == OS_TRUE) && ((wait_type & OS_FLAG_CONSUME) != 0u)) {
        pgrp->OSFlagFlags ^= rdy;
    }
    *pflags_rdy = rdy;
    return enough;
}

/*
 * Check that this is an event flag group. `err` is an error that the caller has found: it overrides a wrong type, and a
 * null pointer overrides it.
 */
OS_ACCEL_INLINE INT8U OS_FlagChk(OS_FLAG_GRP const *pgrp, INT8U err)
{
#if OS_ARG_CHK_EN > 0u
    if (pgrp == (OS_FLAG_GRP const *)0) {
        return OS_ERR_FLAG_INVALID_PGRP;
    }
#endif
    if (err != OS_ERR_NONE) {
        return err;
    }
    return (pgrp->OSFlagType == OS_EVENT_TYPE_FLAG) ? OS_ERR_NONE : OS_ERR_EVENT_TYPE;
}

/* Check the kind of wait, with or without OS_FLAG_CONSUME. */
OS_ACCEL_INLINE INT8U OS_FlagWaitTypeChk(INT8U wait_type)
{
    wait_type &= (INT8U)~OS_FLAG_CONSUME;
#if OS_FLAG_WAIT_CLR_EN == 0u
    if ((wait_type == OS_FLAG_WAIT_CLR_ALL) || (wait_type == OS_FLAG_WAIT_CLR_ANY)) {
        return OS_ERR_FLAG_WAIT_TYPE;
    }
#endif
    return (wait_type <= OS_FLAG_WAIT_SET_ANY) ? OS_ERR_NONE : OS_ERR_FLAG_WAIT_TYPE;
}
#endif

/* os_mem.c */
#if OS_MEM_USED
void OS_MemInit(void);
#endif

/* os_tmr.c, os_tmr_wheel.c */
#if OS_TMR_EN > 0u
void OS_TmrListInit(void);
void OS_TmrTaskInit(void);
void OS_TmrLink(OS_TMR *ptmr, INT32U ticks);
void OS_TmrUnlink(OS_TMR *ptmr);
#if OS_TMR_BY_ALARM
INT32U *OS_TmrTimeNow(void);
void OS_TmrAlarm(void);
void OS_TmrTickNext(void);
extern INT16U OSTmrRuns; /* running timers, which need an alarm */
#define OS_TMR_RUNS(more) (OSTmrRuns = (INT16U)(OSTmrRuns + (more)))
#else
#define OS_TMR_RUNS(more)
#endif
#endif

/* Name of an event, for the trace. */
#if OS_EVENT_NAME_EN > 0u
#define OS_EVENT_NAME(pevent) ((pevent)->OSEventName)
#else
#define OS_EVENT_NAME(pevent) ((INT8U *)0)
#endif

/* os_name.c */
#if OS_NAME_USED
#define OS_NAME_NONE ((INT8U *)(void *)"?")
INT8U OS_StrLen(INT8U const *str);
#endif

#endif
