/* SPDX-License-Identifier: Apache-2.0 */
/* Event control blocks, and waiting for them: what semaphores, mailboxes, queues and mutexes have in common. */
#include <string.h>
#include "os_internal.h"

#if OS_EVENT_EN
OS_EVENT *OSEventFreeList;
OS_EVENT OSEventTbl[OS_MAX_EVENTS];

/*
 * Description: Make every event control block free.
 * Arguments  : none
 * Returns    : none
 */
void OS_EventListInit(void)
{
    INT16U i;

    memset(OSEventTbl, 0, sizeof(OSEventTbl));
#if OS_ACCEL_EVENT
    for (i = 0u; i < OS_MAX_EVENTS; i++) {
        OSEventTbl[i].OSEventUnit = -1;
    }
#endif
    OSEventFreeList = (OS_EVENT *)0;
    for (i = OS_MAX_EVENTS; i > 0u; i--) {
        OS_EventFree(&OSEventTbl[i - 1u]);
    }
}

/*
 * Description: Take an event control block into use.
 * Arguments  : type   OS_EVENT_TYPE_…
 *              cnt    its OSEventCnt
 *              ptr    its OSEventPtr
 * Returns    : the block, with nobody waiting; null when none is free
 */
OS_EVENT *OS_EventAlloc(INT8U type, INT16U cnt, void *ptr)
{
    OS_EVENT *pevent;
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    pevent = OSEventFreeList;
    if (pevent != (OS_EVENT *)0) {
        OSEventFreeList = (OS_EVENT *)pevent->OSEventPtr;
#if OS_ACCEL_EVENT
        OS_EventUnitEnter(pevent, type, cnt, ptr);
#endif
    }
    OS_EXIT_CRITICAL();
    if (pevent != (OS_EVENT *)0) {
        OS_AccelEventInit(pevent);
        pevent->OSEventCnt = cnt;
        pevent->OSEventPtr = ptr;
#if OS_EVENT_NAME_EN > 0u
        pevent->OSEventName = OS_NAME_NONE;
#endif
        pevent->OSEventType = type;
    }
    return pevent;
}

/*
 * Description: Give an event control block back.
 * Arguments  : pevent, for which nobody waits
 * Returns    : none
 * Notes      : With interrupts off.
 */
void OS_EventFree(OS_EVENT *pevent)
{
#if OS_ACCEL_EVENT
    OS_EventUnitFree(pevent->OSEventUnit);
    pevent->OSEventUnit = -1;
    pevent->OSEventRing = 0u;
    OS_AccelEventNotAll(pevent);
#endif
    pevent->OSEventType = OS_EVENT_TYPE_UNUSED;
    pevent->OSEventCnt = 0u;
#if OS_EVENT_NAME_EN > 0u
    pevent->OSEventName = OS_NAME_NONE;
#endif
    pevent->OSEventPtr = OSEventFreeList;
    OSEventFreeList = pevent;
}

/*
 * Description: End the wait of the highest-priority task that waits for an event, if any does, without giving it that.
 * Arguments  : pevent   the event
 * Returns    : OS_TRUE when there was one
 * Notes      : With interrupts off.
 */
static BOOLEAN OS_EventTaskAbort(OS_EVENT *pevent)
{
#if OS_ACCEL_EVENT
    if (OS_AccelEventIs(pevent)) {
        const INT32U outcome = OS_AccelEventAbort(pevent);

        if (OS_AccelIsMarked(outcome)) {
            (void)OS_EventTaskRdy(pevent, (void *)0, OS_STAT_PEND_ABORT);
        }
        return (BOOLEAN)(outcome != 0u);
    }
#endif
    if (!OS_AccelEventAny(pevent)) {
        return OS_FALSE;
    }
    (void)OS_EventTaskRdy(pevent, (void *)0, OS_STAT_PEND_ABORT);
    return OS_TRUE;
}

/*
 * Description: Delete an event.
 * Arguments  : pevent      the event
 *              type        OS_EVENT_TYPE_…, which it must have
 *              opt         OS_DEL_NO_PEND  only if no task waits for it
 *                          OS_DEL_ALWAYS   waiting tasks get OS_ERR_PEND_ABORT
 *              perr        gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_DEL_ISR,
 *                          OS_ERR_TASK_WAITING, OS_ERR_INVALID_OPT, OS_ERR_ILLEGAL_DEL_RUN_TIME
 *              give_back   what else goes with an event of that kind, with interrupts off; or null
 * Returns    : null when it is deleted, or after OSSafetyCriticalStart(); else pevent
 */
OS_EVENT *OS_EventDel(OS_EVENT *pevent, INT8U type, INT8U opt, INT8U *perr, void (*give_back)(OS_EVENT *pevent))
{
    BOOLEAN waiting;
    OS_CRITICAL_SR;

    OS_PERR_CHK(perr, (OS_EVENT *)0);
#ifdef OS_SAFETY_CRITICAL_IEC61508
    *perr = OS_ERR_ILLEGAL_DEL_RUN_TIME;
    OS_FROZEN_CHK((OS_EVENT *)0);
#endif
    *perr = OS_EventChk(pevent, type);
    if (*perr != OS_ERR_NONE) {
        return pevent;
    }
    if (OSIntNesting > 0u) {
        *perr = OS_ERR_DEL_ISR;
        return pevent;
    }
    OS_ENTER_CRITICAL();
    waiting = OS_AccelEventAny(pevent);
    if ((opt == OS_DEL_NO_PEND) && (waiting == OS_TRUE)) {
        OS_EXIT_CRITICAL();
        *perr = OS_ERR_TASK_WAITING;
        return pevent;
    }
    if ((opt != OS_DEL_NO_PEND) && (opt != OS_DEL_ALWAYS)) {
        OS_EXIT_CRITICAL();
        *perr = OS_ERR_INVALID_OPT;
        return pevent;
    }
    while (OS_EventTaskAbort(pevent)) {
    }
    if (give_back != 0) {
        give_back(pevent);
    }
    OS_EventFree(pevent);
    OS_EXIT_CRITICAL();
    if (waiting == OS_TRUE) {
        OS_Sched();
    }
    *perr = OS_ERR_NONE;
    return (OS_EVENT *)0;
}

/*
 * Description: End the wait of the highest-priority task that waits for an event.
 * Arguments  : pevent      the event; somebody waits for it
 *              pmsg        the message that the task gets, for events that have one
 *              pend_stat   OS_STAT_PEND_… as the task will see it
 * Returns    : the task's priority
 * Notes      : With interrupts off. A suspended task has the event, but is not ready.
 *              The task may have timed out and not have run since: then this replaces the timeout.
 *              A task that waits for several events waits for none of them any more.
 */
INT8U OS_EventTaskRdy(OS_EVENT *pevent, void *pmsg, INT8U pend_stat)
{
    INT8U prio = OS_AccelEventHighest(pevent);
    OS_TCB *ptcb = OSTCBPrioTbl[prio];

    OS_AccelSettle(ptcb);
    OS_AccelDlyClr(ptcb);
#if OS_MSG_EN
    ptcb->OSTCBMsg = pmsg;
#else
    (void)pmsg;
#endif
    ptcb->OSTCBStat &= OS_STAT_SUSPEND;
    ptcb->OSTCBStatPend = pend_stat;
    if (ptcb->OSTCBStat == OS_STAT_RDY) {
        OS_AccelRdySet(ptcb);
        OS_TRACE_TASK_READY(ptcb);
    }
    OS_AccelEventRemove(pevent, ptcb);
    ptcb->OSTCBEventPtr = (OS_EVENT *)0;
#if OS_EVENT_MULTI_EN > 0u
    if (ptcb->OSTCBEventMultiPtr != (OS_EVENT **)0) {
        OS_EventTaskRemove(ptcb);
        ptcb->OSTCBEventMultiRdy = pevent;
    }
#endif
    return prio;
}

#if OS_ACCEL_EVENT
/*
 * Description: A post to an event of the unit was not just stored: switch to the task that it woke, if that is due.
 * Arguments  : pevent    the event
 *              kind      as the post had it: OS_ACCEL_SEM …
 *              pmsg      the message
 *              outcome   of the post. A marked task's wait is ended here
 * Returns    : OS_ERR_NONE, or that there is no room: OS_ERR_SEM_OVF, OS_ERR_MBOX_FULL, OS_ERR_Q_FULL
 * Notes      : With interrupts as they are: so until the second look at a marked task, all may have changed.
 *              noinline: out of the way of a post that is just stored.
 */
__attribute__((noinline)) INT8U OS_EventTaskPosted(OS_EVENT *pevent, INT32U kind, void *pmsg, INT32U outcome)
{
    OS_CRITICAL_SR;

    if (OS_AccelIsWoken(outcome)) {
        OS_Sched();
        return OS_ERR_NONE;
    }
    if (outcome != OS_ACCEL_FULL) {
        OS_ENTER_CRITICAL();
        outcome = OS_AccelEventPost(pevent, kind, pmsg);
        if (OS_AccelIsMarked(outcome)) {
            (void)OS_EventTaskRdy(pevent, pmsg, OS_STAT_PEND_OK);
            outcome = OS_ACCEL_WOKEN;
        }
        OS_EXIT_CRITICAL();
        if (outcome != OS_ACCEL_FULL) {
            OS_Sched();
            return OS_ERR_NONE;
        }
    }
    switch (kind) {
    case OS_ACCEL_SEM:
        return OS_ERR_SEM_OVF;
    case OS_ACCEL_MBOX:
        return OS_ERR_MBOX_FULL;
    default:
        return OS_ERR_Q_FULL;
    }
}

/*
 * Description: Give a message to all tasks that wait for an event of the unit.
 * Arguments  : pevent   the event
 *              pmsg     the message
 * Returns    : OS_TRUE when somebody waited
 * Notes      : With interrupts off.
 */
BOOLEAN OS_EventTaskPostedAll(OS_EVENT *pevent, void *pmsg)
{
    BOOLEAN waited = OS_FALSE;
    INT32U outcome;

    while ((outcome = OS_AccelEventPost(pevent, OS_ACCEL_LIST, pmsg)) != OS_ACCEL_STORED) {
        waited = OS_TRUE;
        if (OS_AccelIsMarked(outcome)) {
            (void)OS_EventTaskRdy(pevent, pmsg, OS_STAT_PEND_OK);
        }
    }
    return waited;
}
#endif

/*
 * Description: The running task is in the waiting list of an event: its TCB says so.
 * Arguments  : pevent   the event
 *              stat     the OS_STAT_… bit of that kind of event
 * Returns    : none
 * Notes      : With interrupts off. It goes on running until OS_Sched().
 */
void OS_EventTaskWait(OS_EVENT *pevent, INT8U stat)
{
    OS_TCB *ptcb = OSTCBCur;

    ptcb->OSTCBStat |= stat;
    ptcb->OSTCBStatPend = OS_STAT_PEND_OK;
    ptcb->OSTCBEventPtr = pevent;
    OS_TRACE_TASK_SUSPENDED(ptcb);
}

/*
 * Description: The running task is back from its wait for an event, or for several: how did that end?
 * Arguments  : none
 * Returns    : OS_ERR_NONE, OS_ERR_PEND_ABORT, OS_ERR_TIMEOUT
 * Notes      : With interrupts off.
 */
INT8U OS_EventTaskWaitEnd(void)
{
    OS_TCB *ptcb = OSTCBCur;
    INT8U err;

    OS_AccelSettle(ptcb);
    switch (ptcb->OSTCBStatPend) {
    case OS_STAT_PEND_OK:
        err = OS_ERR_NONE;
        break;
    case OS_STAT_PEND_ABORT:
        err = OS_ERR_PEND_ABORT;
        break;
    default:
        /* The tick made the task ready and left it in the waiting lists, in case that somebody posted before now. */
        OS_EventTaskRemove(ptcb);
        err = OS_ERR_TIMEOUT;
        break;
    }
    OS_TaskWaitsNot(ptcb);
    return err;
}

#if OS_PEND_SHORT
/*
 * Description: The running task is back from OS_PendShort(), and was not just posted to: how did its wait end?
 * Arguments  : ended    as that gave it
 *              perr     gets OS_ERR_NONE, OS_ERR_PEND_ABORT, OS_ERR_TIMEOUT
 *              cpu_sr   of the critical section, which ends here
 * Returns    : the message, if the kernel ended the wait with one; else null
 */
void *OS_PendEnd(INT32U ended, INT8U *perr, OS_CPU_SR cpu_sr)
{
    void *pmsg = (void *)0;
    INT8U err = OS_ERR_PEND_ABORT;

    if (ended != 0u) {
        OSTCBCur->OSTCBEventPtr = (OS_EVENT *)0;
        OS_TaskWaitsNot(OSTCBCur);
    } else {
        err = OS_EventTaskWaitEnd();
#if OS_MSG_EN
        pmsg = OS_MsgTake();
#endif
    }
    OS_EXIT_CRITICAL();
    *perr = err;
    return pmsg;
}
#endif

#if OS_PEND_SHORT && (OS_TIME_BASE > 0u)
/*
 * Description: OS_PendShort() has asked who is to run, and the running task need not wait: a tick may have made a more
 *              urgent one ready.
 * Arguments  : cpu_sr   of the critical section, which ends here
 * Returns    : none
 */
void OS_PendTaken(OS_CPU_SR cpu_sr)
{
    OSTCBCur->OSTCBEventPtr = (OS_EVENT *)0;
    OS_TaskWaitsNot(OSTCBCur);
    OS_SchedWithin(cpu_sr);
}
#endif

/*
 * Description: End the wait of tasks for an event without giving it to them.
 * Arguments  : pevent   the event
 *              type     OS_EVENT_TYPE_…, which it must have
 *              opt      OS_PEND_OPT_BROADCAST  all of them
 *                       OS_PEND_OPT_NONE       the one of highest priority
 *              perr     gets OS_ERR_NONE (nobody waits), OS_ERR_PEND_ABORT (it was done), OS_ERR_PEVENT_NULL,
 *                       OS_ERR_EVENT_TYPE
 * Returns    : the number of tasks
 */
INT8U OS_EventPendAbort(OS_EVENT *pevent, INT8U type, INT8U opt, INT8U *perr)
{
    INT8U tasks = 0u;
    OS_CRITICAL_SR;

    OS_PERR_CHK(perr, 0u);
    *perr = OS_EventChk(pevent, type);
    if (*perr != OS_ERR_NONE) {
        return 0u;
    }
    OS_ENTER_CRITICAL();
    while (OS_EventTaskAbort(pevent)) {
        tasks++;
        if (opt != OS_PEND_OPT_BROADCAST) {
            break;
        }
    }
    OS_EXIT_CRITICAL();
    if (tasks > 0u) {
        OS_Sched();
        *perr = OS_ERR_PEND_ABORT;
    }
    return tasks;
}

/*
 * Description: Look at what every query function gets.
 * Arguments  : pevent   the event
 *              type     OS_EVENT_TYPE_…, which it must have
 *              pdata    where the answer goes
 * Returns    : OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_PDATA_NULL, OS_ERR_EVENT_TYPE
 */
INT8U OS_EventQueryChk(OS_EVENT const *pevent, INT8U type, void const *pdata)
{
#if OS_ARG_CHK_EN > 0u
    if ((pevent != (OS_EVENT const *)0) && (pdata == (void const *)0)) {
        return OS_ERR_PDATA_NULL;
    }
#else
    (void)pdata;
#endif
    return OS_EventChk(pevent, type);
}

/*
 * Description: A task does not wait for any event any more.
 * Arguments  : ptcb
 * Returns    : none
 * Notes      : With interrupts off.
 */
void OS_EventTaskRemove(OS_TCB *ptcb)
{
    OS_EventListsLeave(ptcb);
    ptcb->OSTCBEventPtr = (OS_EVENT *)0;
#if OS_EVENT_MULTI_EN > 0u
    if (ptcb->OSTCBEventMultiPtr != (OS_EVENT **)0) {
        ptcb->OSTCBEventMultiPtr = (OS_EVENT **)0;
        ptcb->OSTCBStat &= (INT8U)~OS_STAT_MULTI;
        OS_AccelRelease(ptcb);
    }
#endif
}

/*
 * Description: Take a task out of the waiting lists of everything that it waits for.
 * Arguments  : ptcb
 * Returns    : none
 * Notes      : With interrupts off. OS_EventListsEnter() puts it back, after its priority has changed.
 */
void OS_EventListsLeave(OS_TCB const *ptcb)
{
    if (ptcb->OSTCBEventPtr != (OS_EVENT *)0) {
        OS_AccelEventRemove(ptcb->OSTCBEventPtr, ptcb);
    }
#if OS_EVENT_MULTI_EN > 0u
    if (ptcb->OSTCBEventMultiPtr != (OS_EVENT **)0) {
        OS_EVENT **ppevent;

        for (ppevent = ptcb->OSTCBEventMultiPtr; *ppevent != (OS_EVENT *)0; ppevent++) {
            OS_AccelEventRemove(*ppevent, ptcb);
        }
    }
#endif
}

/*
 * Description: Put a task into the waiting lists of everything that it waits for.
 * Arguments  : ptcb
 * Returns    : none
 * Notes      : With interrupts off.
 */
void OS_EventListsEnter(OS_TCB const *ptcb)
{
    if (ptcb->OSTCBEventPtr != (OS_EVENT *)0) {
        OS_AccelEventInsert(ptcb->OSTCBEventPtr, ptcb);
    }
#if OS_EVENT_MULTI_EN > 0u
    if (ptcb->OSTCBEventMultiPtr != (OS_EVENT **)0) {
        OS_EVENT **ppevent;

        for (ppevent = ptcb->OSTCBEventMultiPtr; *ppevent != (OS_EVENT *)0; ppevent++) {
            OS_AccelEventInsert(*ppevent, ptcb);
        }
    }
#endif
}
#endif
