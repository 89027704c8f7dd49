/* SPDX-License-Identifier: Apache-2.0 */
/* Suspend and resume tasks, and change their priority. */
#include "os_event.h"
#include "os_switch.h"
#include "os_task.h"

#if OS_TASK_CHANGE_PRIO_EN > 0u
/*
 * Description: Change a task's priority to a free one.
 * Arguments  : oldprio   its priority, or OS_PRIO_SELF
 *              newprio   the new priority
 * Returns    : OS_ERR_NONE, OS_ERR_PRIO_INVALID, OS_ERR_PRIO_EXIST (newprio is taken), OS_ERR_PRIO (no such task),
 *              OS_ERR_TASK_NOT_EXIST (oldprio is only reserved)
 * Notes      : The task keeps its delay. Its places in wait lists follow its priority.
 *              Do not change the priority of a task that owns a mutex, because the task loses a promotion. When a later
 *              promotion ends, the task returns to the priority at which it locked the mutex, if OSTCBPrioTbl[] still
 *              has the task there. Otherwise, the task gets its highest entry in that table.
 */
INT8U OSTaskChangePrio(INT8U oldprio, INT8U newprio)
{
    OS_TCB *ptcb;
    OS_CRITICAL_SR;

#if OS_ARG_CHK_EN > 0u
    if ((oldprio >= OS_LOWEST_PRIO) && (oldprio != OS_PRIO_SELF)) {
        return OS_ERR_PRIO_INVALID;
    }
    if (newprio >= OS_LOWEST_PRIO) {
        return OS_ERR_PRIO_INVALID;
    }
#endif
    OS_ENTER_CRITICAL();
    if (OSTCBPrioTbl[newprio] != (OS_TCB *)0) {
        OS_EXIT_CRITICAL();
        return OS_ERR_PRIO_EXIST;
    }
    ptcb = OS_TCBFind(oldprio);
    if (ptcb == (OS_TCB *)0) {
        OS_EXIT_CRITICAL();
        return OS_ERR_PRIO;
    }
    if (ptcb == OS_TCB_RESERVED) {
        OS_EXIT_CRITICAL();
        return OS_ERR_TASK_NOT_EXIST;
    }

#if OS_MUTEX_EN > 0u
    if (OSMutexPromotions > 0u) {
        OS_MutexOwnerDemote(ptcb);
    }
#endif
    OSTCBPrioTbl[ptcb->OSTCBPrio] = (OS_TCB *)0;
    OSTCBPrioTbl[newprio] = ptcb;
    OS_BankMap(ptcb->OSTCBPrio, OS_CPU_BANK_NONE);
    OS_BankMap(newprio, ptcb->OSTCBBank);
    OS_TCBPrioMove(ptcb, newprio);
    OS_EXIT_CRITICAL();

    if (OSRunning == OS_TRUE) {
        OS_Sched();
    }
    return OS_ERR_NONE;
}
#endif

#if OS_TASK_SUSPEND_EN > 0u
/*
 * With OS_TASK_STATE_SHORT, two usual cases have a fast path: a task suspends itself, or a call resumes a task that
 * waits for nothing else. The fast path comes after the function that handles all other cases.
 */
/*
 * Description: Suspend a task until OSTaskResume(). The task may wait for an event or a delay at the same time.
 * Arguments  : prio   its priority, or OS_PRIO_SELF
 * Returns    : OS_ERR_NONE, OS_ERR_TASK_SUSPEND_IDLE, OS_ERR_PRIO_INVALID, OS_ERR_TASK_SUSPEND_PRIO (no such task),
 *              OS_ERR_TASK_NOT_EXIST (the priority is only reserved)
 * Notes      : Calls do not nest. Delays and timeouts continue, and posts still reach the task.
 */
#if OS_TASK_STATE_SHORT
static __attribute__((noinline)) INT8U OS_TaskSuspendGeneral(INT8U prio)
#else
INT8U OSTaskSuspend(INT8U prio)
#endif
{
    OS_TCB *ptcb;
    OS_CRITICAL_SR;

#if OS_ARG_CHK_EN > 0u
    if (prio == OS_TASK_IDLE_PRIO) {
        return OS_ERR_TASK_SUSPEND_IDLE;
    }
    if ((prio >= OS_LOWEST_PRIO) && (prio != OS_PRIO_SELF)) {
        return OS_ERR_PRIO_INVALID;
    }
#endif
    OS_ENTER_CRITICAL();
    ptcb = OS_TCBFind(prio);
    if (ptcb == (OS_TCB *)0) {
        OS_EXIT_CRITICAL();
        return OS_ERR_TASK_SUSPEND_PRIO;
    }
    if (ptcb == OS_TCB_RESERVED) {
        OS_EXIT_CRITICAL();
        return OS_ERR_TASK_NOT_EXIST;
    }
    OS_TRACE_TASK_SUSPEND(ptcb);
#if OS_ACCEL_TICK_ANYWHERE
    OS_AccelHold(ptcb);
#endif
    OS_AccelRdyClr(ptcb);
    OS_TRACE_TASK_SUSPENDED(ptcb);
    OS_AccelSettle(ptcb);
    ptcb->OSTCBStat |= OS_STAT_SUSPEND;
#if !OS_ACCEL_TICK_ANYWHERE
    OS_AccelHold(ptcb);
#endif
    OS_EXIT_CRITICAL();

    if (ptcb == OSTCBCur) {
        OS_Sched();
    }
    return OS_ERR_NONE;
}

#if OS_TASK_STATE_SHORT
INT8U OSTaskSuspend(INT8U prio)
{
    OS_TCB *ptcb = OSTCBCur;
    INT32U dly;
    INT32U prio_cur;
    OS_CRITICAL_SR;

    if (OS_ACCEL_LIKELY(OS_NESTING == 0u) && OS_ACCEL_LIKELY(ptcb != (OS_TCB *)0) &&
        OS_ACCEL_LIKELY(prio != OS_TASK_IDLE_PRIO)) {
        OS_ENTER_CRITICAL();
        dly = OS_AccelDlyRest(ptcb);
        prio_cur = ptcb->OSTCBPrio;
        OS_READ_HERE(dly); /* load both before either is used */
        OS_READ_HERE(prio_cur);
        if (OS_ACCEL_LIKELY(dly == 0u) && /* always true for the running task, so OS_AccelDlyClr() need not check */
            (!OS_ACCEL_LIKELY(prio != OS_PRIO_SELF) || OS_ACCEL_LIKELY(prio == prio_cur))) {
            OS_AccelRdyClr(ptcb);
            OS_AccelDlyClr(ptcb); /* discard the end of a past delay, if the TCB does not show it yet */
            OS_AccelHold(ptcb);
            ptcb->OSTCBStat = OS_STAT_SUSPEND;
            OS_SCHED_WAIT_EXIT();
            return OS_ERR_NONE;
        }
        OS_EXIT_CRITICAL();
    }
    return OS_TaskSuspendGeneral(prio);
}
#endif

/*
 * Description: Undo OSTaskSuspend().
 * Arguments  : prio   the task's priority
 * Returns    : OS_ERR_NONE, OS_ERR_PRIO_INVALID, OS_ERR_TASK_RESUME_PRIO (no such task), OS_ERR_TASK_NOT_EXIST
 *              (the priority is only reserved), OS_ERR_TASK_NOT_SUSPENDED
 * Notes      : A task that also waits for an event or a delay keeps waiting.
 */
#if OS_TASK_STATE_SHORT
static __attribute__((noinline)) INT8U OS_TaskResumeGeneral(INT8U prio)
#else
INT8U OSTaskResume(INT8U prio)
#endif
{
    OS_TCB *ptcb;
    OS_CRITICAL_SR;

#if OS_ARG_CHK_EN > 0u
    if (prio >= OS_LOWEST_PRIO) {
        return OS_ERR_PRIO_INVALID;
    }
#endif
    OS_ENTER_CRITICAL();
    ptcb = OSTCBPrioTbl[prio];
    if (ptcb == (OS_TCB *)0) {
        OS_EXIT_CRITICAL();
        return OS_ERR_TASK_RESUME_PRIO;
    }
    if (ptcb == OS_TCB_RESERVED) {
        OS_EXIT_CRITICAL();
        return OS_ERR_TASK_NOT_EXIST;
    }
    if ((ptcb->OSTCBStat & OS_STAT_SUSPEND) == 0u) {
        OS_EXIT_CRITICAL();
        return OS_ERR_TASK_NOT_SUSPENDED;
    }
#if !OS_ACCEL_TICK_ANYWHERE
    OS_AccelSettle(ptcb);
#endif
    ptcb->OSTCBStat &= (INT8U)~OS_STAT_SUSPEND;
    OS_AccelRelease(ptcb);
#if OS_ACCEL_TICK_ANYWHERE
    OS_AccelSettle(ptcb);
#endif
    if (((ptcb->OSTCBStat & OS_STAT_PEND_ANY) == 0u) && (OS_AccelDlyGet(ptcb) == 0u)) {
        OS_AccelRdySet(ptcb);
        OS_TRACE_TASK_READY(ptcb);
        OS_TRACE_TASK_RESUME(ptcb);
        OS_EXIT_CRITICAL();
        if (OSRunning == OS_TRUE) {
            OS_Sched();
        }
    } else {
        OS_EXIT_CRITICAL();
    }
    return OS_ERR_NONE;
}

#if OS_TASK_STATE_SHORT
/* Return whether the task is suspended and waits for nothing else. Interrupts must be disabled. */
OS_ACCEL_INLINE BOOLEAN OS_TaskIsOnlySuspended(OS_TCB const *ptcb)
{
    const INT32U prio = ptcb->OSTCBPrio;
    const INT32U dly = OS_AccelDlyRest(ptcb);
    const INT32U stat = ptcb->OSTCBStat;

    OS_READ_HERE(prio); /* load all three before the unit's instruction */
    OS_READ_HERE(dly);
    OS_READ_HERE(stat);
    return (BOOLEAN)((OS_AccelDlyGet(ptcb) | dly | (stat ^ OS_STAT_SUSPEND)) == 0u);
}

INT8U OSTaskResume(INT8U prio)
{
    const INT16U nesting = OS_NESTING;
    BOOLEAN running;
    OS_TCB *ptcb;
    OS_CRITICAL_SR;

    if (OS_ACCEL_LIKELY(prio < OS_LOWEST_PRIO)) {
        OS_ENTER_CRITICAL();
        ptcb = OSTCBPrioTbl[prio];
        running = OSRunning;
        OS_READ_HERE(running); /* load it before the table's entry is used */
        if (OS_ACCEL_LIKELY((size_t)ptcb > (size_t)OS_TCB_RESERVED) && OS_ACCEL_LIKELY(OS_TaskIsOnlySuspended(ptcb))) {
            OS_AccelDlyClr(ptcb); /* as in OSTaskSuspend() */
            ptcb->OSTCBStat = OS_STAT_RDY;
            OS_AccelRelease(ptcb);
            OS_AccelRdySet(ptcb);
            if (OS_ACCEL_LIKELY(nesting == 0u) && OS_ACCEL_LIKELY(running == OS_TRUE)) {
                const INT32U next = OS_AccelRdyFirst();
                const INT32U switches = OSCtxSwCtr;

                OS_READ_HERE(switches); /* load it before the result is used */
                if (OS_ACCEL_LIKELY(next == ptcb->OSTCBPrio)) {
                    OS_SwitchTo(next, ptcb, switches, cpu_sr);
                    return OS_ERR_NONE;
                } else if (next != OSPrioCur) {
                    OS_EXIT_CRITICAL();
                    OS_Sched();
                    return OS_ERR_NONE;
                }
            }
            OS_EXIT_CRITICAL();
            return OS_ERR_NONE;
        }
        OS_EXIT_CRITICAL();
    }
    return OS_TaskResumeGeneral(prio);
}
#endif
#endif
