/* SPDX-License-Identifier: Apache-2.0 */
/* Internal macros and functions that begin and end the wait of a pending task, for all kinds of events. */
#ifndef OS_KERNEL_PEND_H
#define OS_KERNEL_PEND_H

#include "os_event.h"
#include "os_event_short.h"
#include "os_switch.h"

/*
 * The slow path of a service (OS_SemPendSlow(), ...) handles every case. With the event unit, applications inline the
 * fast paths of os_event_short.h, so the slow path is a function that any file can call. Without the event unit, only
 * flags have fast paths: for other events, the slow path is the whole service, inlined into the public function.
 */
#if OS_ACCEL_EVENT
#define OS_SLOW_PATH
#else
#define OS_SLOW_PATH OS_ACCEL_INLINE
#define OS_SemPend(pevent, timeout, perr)             OS_SemPendSlow((pevent), (timeout), (perr), 0)
#define OS_SemPost(pevent)                            OS_SemPostSlow((pevent), 0u)
#define OS_MboxPend(pevent, timeout, perr)            OS_MboxPendSlow((pevent), (timeout), (perr), 0)
#define OS_MboxPost(pevent, pmsg)                     OS_MboxPostSlow((pevent), (pmsg), 0u)
#define OS_QPend(pevent, timeout, perr)               OS_QPendSlow((pevent), (timeout), (perr), 0)
#define OS_QPost(pevent, pmsg)                        OS_QPostSlow((pevent), (pmsg), 0u)
#define OS_MutexPend(pevent, timeout, perr)           OS_MutexPendSlow((pevent), (timeout), (perr), 0u, OS_FALSE)
#define OS_MutexPost(pevent)                          OS_MutexPostInSoftware(pevent)
#endif

/*
 * OS_SemPendGeneral() and so on make the pends that OS_PendShort() cannot make. OS_MutexPostGeneral() makes the posts
 * that OS_MutexPostSlow() cannot make. Without OS_PEND_SHORT, they are the whole slow path. noinline, so that the
 * callers of OS_PendShort() save fewer registers.
 */
#if OS_PEND_SHORT
#define OS_GENERAL_PATH static __attribute__((noinline))
#else
#define OS_GENERAL_PATH     OS_SLOW_PATH
#define OS_SemPendGeneral   OS_SemPendSlow
#define OS_MboxPendGeneral  OS_MboxPendSlow
#define OS_QPendGeneral     OS_QPendSlow
#define OS_MutexPendGeneral OS_MutexPendSlow
#define OS_MutexPostGeneral OS_MutexPostSlow
#endif

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

/* Return whether OS_PendShort() or OS_PendWithin() can make a pend. `handle` > 0: the unit holds the whole event. */
OS_ACCEL_INLINE BOOLEAN OS_PendIsShort(INT32S handle, INT32U timeout)
{
    OS_TCB const *ptcb = OSTCBCur;

    return (BOOLEAN)(OS_ACCEL_LIKELY(handle > 0) && OS_ACCEL_LIKELY(timeout <= OS_ACCEL_DLY_MAX) &&
                     OS_ACCEL_LIKELY(ptcb != (OS_TCB const *)0));
}

#if OS_EVENT_EN
void *OS_PendEnd(INT32U ended, OS_CPU_SR cpu_sr, INT8U *perr);

/*
 * Make a pend for which OS_PendIsShort() is true. The running task `ptcb` takes the count or message, or waits with
 * `stat` in its TCB. Return the message, or null. Interrupts must be disabled; this function enables them.
 * `pheir` is null; or if the task of priority `heir` runs next, `pheir` is this task.
 */
OS_ACCEL_INLINE void *OS_PendWithin(OS_TCB *ptcb, OS_EVENT *pevent, INT32S handle, INT32U timeout, INT8U stat,
                                    INT8U *perr, OS_CPU_SR cpu_sr, OS_TCB *pheir, INT32U heir)
{
    INT32U ended = OS_ACCEL_POSTED;
    void *pmsg = (void *)0;
    const INT32U prio = OSPrioCur;
    INT32U by;
    INT32U taken;
    INT32U next;
    OS_TCB **ptbl;

    if (pheir == (OS_TCB *)0) {
        OS_CPU_TABLE(ptbl, OSTCBPrioTbl, prio);
    }
    by = OS_AccelPendBy(prio);
    OS_IN_ORDER(by);
    ptcb->OSTCBEventPtr = pevent; /* as if the task had to wait, which is not known yet */
    OS_IN_ORDER(by);
    taken = OS_AccelHandlePend(handle, by, timeout);
    next = OS_AccelRdyFirst();
    ptcb->OSTCBStat = stat;
    ptcb->OSTCBStatPend = OS_STAT_PEND_OK;
    if (OS_ACCEL_LIKELY(taken == 0u)) {
        if (pheir == (OS_TCB *)0) {
            OS_SwitchToPrio(next, ptbl, 0u);
        } else {
            const INT32U switches = OSCtxSwCtr;

            OS_READ_HERE(switches);
            if (!OS_ACCEL_LIKELY(next == heir)) {
                OS_TCB **pother; /* not a constant, which would occupy a register from the start */

                OS_CPU_TABLE(pother, OSTCBPrioTbl, next);
                pheir = pother[next];
            }
            OS_SwitchTo(next, pheir, switches, 0u);
        }
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
        return OS_PendEnd(ended, cpu_sr, perr);
    }
    ptcb->OSTCBEventPtr = (OS_EVENT *)0;
    OS_TaskWaitClr(ptcb);
    OS_EXIT_CRITICAL();
    return pmsg;
}

/* Begin a critical section and make the pend: see OS_PendWithin(). */
OS_ACCEL_INLINE void *OS_PendShort(OS_EVENT *pevent, INT32S handle, INT32U timeout, INT8U stat, INT8U *perr)
{
    OS_TCB *ptcb = OSTCBCur;
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    return OS_PendWithin(ptcb, pevent, handle, timeout, stat, perr, cpu_sr, (OS_TCB *)0, 0u);
}
#endif
#endif

#endif
