/* SPDX-License-Identifier: Apache-2.0 */
/* Wait for several events: semaphores, mailboxes and queues. */
#include "os_check.h"
#include "os_pend.h"

#if OS_EVENT_EN && (OS_EVENT_MULTI_EN > 0u)

/* Return the OS_STAT_… bit of an event's type; 0 for types that cannot be combined with others. */
static INT8U OS_EventMultiStat(OS_EVENT const *pevent)
{
    switch (pevent->OSEventType) {
    case OS_EVENT_TYPE_SEM:
        return OS_STAT_SEM;
    case OS_EVENT_TYPE_MBOX:
        return OS_STAT_MBOX;
    case OS_EVENT_TYPE_Q:
        return OS_STAT_Q;
    default:
        return 0u;
    }
}

/* Take an event if it is available, with its message (null for a semaphore). Interrupts must be disabled. */
static BOOLEAN OS_EventMultiTake(OS_EVENT *pevent, void **ppmsg)
{
    void *pmsg = (void *)0;

    switch (pevent->OSEventType) {
#if OS_MBOX_EN > 0u
    case OS_EVENT_TYPE_MBOX:
        pmsg = OS_MboxGet(pevent);
        if (pmsg == (void *)0) {
            return OS_FALSE;
        }
        break;
#endif
#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
    case OS_EVENT_TYPE_Q:
        if (OS_QCount(pevent) == 0u) {
            return OS_FALSE;
        }
        pmsg = OS_QGet(pevent);
        break;
#endif
    default:
#if OS_SEM_EN > 0u
        if (OS_AccelEventIsInUnit(pevent)) {
            if (OS_AccelEventTry(pevent, OS_ACCEL_SEM) == 0u) {
                return OS_FALSE;
            }
            break;
        }
        if (OS_SemGet(pevent) == 0u) {
            return OS_FALSE;
        }
#endif
        break;
    }
    *ppmsg = pmsg;
    return OS_TRUE;
}

/* Let the running task wait for any event of the array. Interrupts must be disabled. */
static void OS_EventMultiWait(OS_EVENT **pevents_pend, INT8U stat, INT32U timeout)
{
    OS_TCB *ptcb = OSTCBCur;

    ptcb->OSTCBStat |= stat;
    ptcb->OSTCBStatPend = OS_STAT_PEND_OK;
    ptcb->OSTCBEventMultiPtr = pevents_pend;
    ptcb->OSTCBEventMultiRdy = (OS_EVENT *)0;
#if OS_ACCEL_TICK_ANYWHERE
    OS_AccelRdyClr(ptcb);
#endif
    OS_AccelDlySet(ptcb, timeout);
    OS_AccelMark(ptcb);
    OS_EventListsEnter(ptcb);
#if !OS_ACCEL_TICK_ANYWHERE
    OS_AccelRdyClr(ptcb);
#endif
    OS_TRACE_TASK_SUSPENDED(ptcb);
}

/*
 * Description: Take every available event of an array. If none is available, wait until one is.
 * Arguments  : pevents_pend   the events: semaphores, mailboxes, queues; null ends the array. The array must stay
 *                             unchanged until the function returns
 *              pevents_rdy    gets the events taken, in the same order, and a final null. Must have room for all
 *              pmsgs_rdy      gets their messages; null for a semaphore
 *              timeout        maximum wait in ticks; 0: no limit
 *              perr           gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_PEND_ISR,
 *                             OS_ERR_PEND_LOCKED, OS_ERR_PEND_ABORT (pevents_rdy has the event), OS_ERR_TIMEOUT,
 *                             OS_ERR_OS_NOT_RUNNING
 * Returns    : the number of events in pevents_rdy
 */
INT16U OSEventPendMulti(OS_EVENT **pevents_pend, OS_EVENT **pevents_rdy, void **pmsgs_rdy, INT32U timeout,
                        INT8U *perr)
{
    OS_EVENT *pevent;
    OS_EVENT **ppevent;
    void *pmsg = (void *)0;
    INT8U stat = OS_STAT_MULTI;
    INT8U err;
    INT16U taken = 0u;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return 0u;
    }
#if OS_ARG_CHK_EN > 0u
    if ((pevents_pend == (OS_EVENT **)0) || (*pevents_pend == (OS_EVENT *)0) || (pevents_rdy == (OS_EVENT **)0) ||
        (pmsgs_rdy == (void **)0)) {
        *perr = OS_ERR_PEVENT_NULL;
        return 0u;
    }
#endif
    *pevents_rdy = (OS_EVENT *)0;
    for (ppevent = pevents_pend; *ppevent != (OS_EVENT *)0; ppevent++) {
        const INT8U bit = OS_EventMultiStat(*ppevent);

        if (bit == 0u) {
            *perr = OS_ERR_EVENT_TYPE;
            return 0u;
        }
        stat |= bit;
    }
    err = OS_WaitChk();
    if (err != OS_ERR_NONE) {
        *perr = err;
        return 0u;
    }

    OS_ENTER_CRITICAL();
    for (ppevent = pevents_pend; *ppevent != (OS_EVENT *)0; ppevent++) {
        if (OS_EventMultiTake(*ppevent, &pmsgs_rdy[taken]) == OS_TRUE) {
            pevents_rdy[taken] = *ppevent;
            taken++;
        }
    }
    if (taken > 0u) {
        pevents_rdy[taken] = (OS_EVENT *)0;
        OS_EXIT_CRITICAL();
        *perr = OS_ERR_NONE;
        return taken;
    }
    if (!OS_TaskIsRunning(perr)) {
        OS_EXIT_CRITICAL();
        return 0u;
    }
    OS_EventMultiWait(pevents_pend, stat, timeout);
    OS_EXIT_CRITICAL();
    OS_Sched();

    OS_ENTER_CRITICAL();
    err = OS_EventTaskWaitEnd();
#if OS_MSG_EN
    pmsg = OS_MsgTake();
#endif
    pevent = OSTCBCur->OSTCBEventMultiRdy;
    OSTCBCur->OSTCBEventMultiRdy = (OS_EVENT *)0;
    if (pevent != (OS_EVENT *)0) {
        pevents_rdy[0] = pevent;
        pevents_rdy[1] = (OS_EVENT *)0;
        taken = 1u;
    }
    if ((err == OS_ERR_NONE) && (OS_EventMultiStat(pevent) == 0u)) {
        err = OS_ERR_EVENT_TYPE; /* the event was deleted after the post */
    } else {
        *pmsgs_rdy = pmsg;
    }
    OS_EXIT_CRITICAL();
    *perr = err;
    return taken;
}
#endif
