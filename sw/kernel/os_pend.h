/* SPDX-License-Identifier: Apache-2.0 */
/* Waits: how a pend of any kind of event begins and ends the wait of its task. */
#ifndef OS_KERNEL_PEND_H
#define OS_KERNEL_PEND_H

#include "os_event.h"
#include "os_event_short.h"
#include "os_switch.h"

#if OS_MSG_EN
/* Take the message that a post has left in the TCB of the running task. */
OS_ACCEL_INLINE void *OS_MsgTake(void)
{
    void *pmsg = OSTCBCur->OSTCBMsg;

    OSTCBCur->OSTCBMsg = (void *)0;
    return pmsg;
}
#endif

/* Record in the TCB that the task does not wait. Interrupts must be disabled. */
OS_ACCEL_INLINE void OS_TaskWaitClr(OS_TCB *ptcb)
{
    ptcb->OSTCBStat = OS_STAT_RDY;
    ptcb->OSTCBStatPend = OS_STAT_PEND_OK;
}

#if OS_PEND_SHORT
#if OS_TIME_BASE > 0u
void OS_PendTakenEnd(OS_CPU_SR cpu_sr);
#endif

/* Return whether OS_PendShort() can make this pend. `which` is the result of OS_AccelEventOf(). */
OS_ACCEL_INLINE BOOLEAN OS_PendIsShort(INT32S which, INT32U timeout)
{
    OS_TCB const *ptcb = OSTCBCur;

    return (BOOLEAN)(OS_ACCEL_LIKELY(which > 0) && OS_ACCEL_LIKELY(timeout <= OS_ACCEL_DLY_MAX) &&
                     OS_ACCEL_LIKELY(ptcb != (OS_TCB const *)0));
}

#if OS_EVENT_EN
void *OS_PendEnd(INT32U ended, INT8U *perr, OS_CPU_SR cpu_sr);

/*
 * Make a pend for which OS_PendIsShort() is true. `ptcb`, the running task, takes the count or message, or waits with
 * `stat` in its TCB. Return the message. Interrupts must be disabled; this function enables them.
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
    if (OS_ACCEL_LIKELY(taken == 0u)) {
        OS_SwitchToPrio(next, ptbl, 0u);
        ended = OS_AccelWaitEndTake();
    }
    if ((stat != OS_STAT_SEM) && (stat != OS_STAT_MUTEX)) {
        pmsg = OS_AccelEventMsg();
    }
    *perr = OS_ERR_NONE;
#if OS_TIME_BASE > 0u
    if (!OS_ACCEL_LIKELY(taken == 0u)) {
        OS_PendTakenEnd(cpu_sr);
        return pmsg;
    }
#endif
    if (!OS_ACCEL_LIKELY(ended == OS_ACCEL_POSTED)) {
        return OS_PendEnd(ended, perr, cpu_sr);
    }
    ptcb->OSTCBEventPtr = (OS_EVENT *)0;
    OS_TaskWaitClr(ptcb);
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
#endif

#endif
