/* SPDX-License-Identifier: Apache-2.0 */
/* Event control blocks and waits for them: the common part of semaphores, mailboxes, queues and mutexes. */
#include <string.h>
#include "os_check.h"
#include "os_init.h"
#include "os_pend.h"

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
 * Description: Allocate an event control block.
 * Arguments  : type   OS_EVENT_TYPE_…
 *              cnt    its OSEventCnt
 *              ptr    its OSEventPtr
 * Returns    : the block, for which no task waits; null if none is free
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
 * Description: Free an event control block.
 * Arguments  : pevent   the block; no task waits for it
 * Returns    : none
 * Notes      : Interrupts must be disabled.
 */
void OS_EventFree(OS_EVENT *pevent)
{
#if OS_ACCEL_LINES > 0u
    OS_LinesForget(pevent);
#endif
#if OS_ACCEL_EVENT
    OS_EventUnitFree(pevent->OSEventUnit);
    pevent->OSEventUnit = -1;
    pevent->OSEventRing = 0u;
    OS_AccelEventWholeClr(pevent);
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
 * Description: If a task waits for an event, abort the wait of the highest-priority waiting task (OS_STAT_PEND_ABORT).
 * Arguments  : pevent   the event
 * Returns    : OS_TRUE if a task waited
 * Notes      : Interrupts must be disabled.
 */
static BOOLEAN OS_EventTaskAbort(OS_EVENT *pevent)
{
#if OS_ACCEL_EVENT
    if (OS_AccelEventIsInUnit(pevent)) {
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
 *              type        required OS_EVENT_TYPE_…
 *              opt         OS_DEL_NO_PEND  only if no task waits for it
 *                          OS_DEL_ALWAYS   waiting tasks get OS_ERR_PEND_ABORT
 *              perr        gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_DEL_ISR,
 *                          OS_ERR_TASK_WAITING, OS_ERR_INVALID_OPT, OS_ERR_ILLEGAL_DEL_RUN_TIME
 *              free_rest   function that frees other resources of the event, called with interrupts disabled; or null
 * Returns    : null if it is deleted, or after OSSafetyCriticalStart(); else pevent
 */
OS_EVENT *OS_EventDel(OS_EVENT *pevent, INT8U type, INT8U opt, INT8U *perr, void (*free_rest)(OS_EVENT *pevent))
{
    BOOLEAN waiting;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr) || OS_ObjectsAreFrozenErr(perr, OS_ERR_ILLEGAL_DEL_RUN_TIME)) {
        return (OS_EVENT *)0;
    }
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
    if (free_rest != 0) {
        free_rest(pevent);
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
 * Arguments  : pevent      the event; a task must wait for it
 *              pmsg        the message for the task, for events that have messages
 *              pend_stat   OS_STAT_PEND_… that the task will see
 * Returns    : the task's priority
 * Notes      : Interrupts must be disabled. A suspended task gets the event, but does not become ready.
 *              If the task has timed out but has not run since, pend_stat replaces the timeout.
 *              A task that waits for several events stops waiting for the other ones.
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
 * Description: Complete a post for which OS_EventPostIsDone() is false: switch to the woken task, wake a marked task,
 *              or return an error.
 * Arguments  : pevent    the event
 *              kind      OS_ACCEL_… of the post: OS_ACCEL_SEM and so on
 *              pmsg      the message
 *              outcome   outcome of the post. For a marked task, the function repeats the post and ends the wait
 * Returns    : OS_ERR_NONE, or if there is no room OS_ERR_SEM_OVF, OS_ERR_MBOX_FULL, OS_ERR_Q_FULL
 * Notes      : Interrupts may be enabled, so the state may change between the first and the second post.
 *              noinline: keeps the usual post, which only stores, short.
 */
__attribute__((noinline)) INT8U OS_EventPostEndGeneral(OS_EVENT *pevent, INT32U kind, void *pmsg, INT32U outcome)
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
 * Description: Post a message to all tasks that wait for an event of the unit.
 * Arguments  : pevent   the event
 *              pmsg     the message
 * Returns    : OS_TRUE if a task waited
 * Notes      : Interrupts must be disabled.
 */
BOOLEAN OS_EventTaskPostAll(OS_EVENT *pevent, void *pmsg)
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
 * Description: Record in the TCB that the running task is in the wait list of an event.
 * Arguments  : pevent   the event
 *              stat     OS_STAT_… bit of this type of event
 * Returns    : none
 * Notes      : Interrupts must be disabled. The task keeps running until OS_Sched().
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
 * Description: End the running task's wait for one or several events, and return how it ended. After a timeout, remove
 *              the task from the wait lists.
 * Arguments  : none
 * Returns    : OS_ERR_NONE, OS_ERR_PEND_ABORT, OS_ERR_TIMEOUT
 * Notes      : Interrupts must be disabled.
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
        /* The tick made the task ready but left it in the wait lists, so that a post could still reach it. */
        OS_EventTaskRemove(ptcb);
        err = OS_ERR_TIMEOUT;
        break;
    }
    OS_TaskWaitClr(ptcb);
    return err;
}

#if OS_PEND_SHORT
/*
 * Description: Complete OS_PendShort() if something other than a post has ended the running task's wait.
 * Arguments  : ended    result of OS_AccelWaitEndTake()
 *              cpu_sr   state of the critical section, which ends here
 *              perr     gets OS_ERR_NONE, OS_ERR_PEND_ABORT, OS_ERR_TIMEOUT
 * Returns    : the message, if the kernel ended the wait with one; else null
 */
void *OS_PendEnd(INT32U ended, OS_CPU_SR cpu_sr, INT8U *perr)
{
    void *pmsg = (void *)0;
    INT8U err = OS_ERR_PEND_ABORT;

    if (ended != 0u) { /* an abort; the unit does not report a timeout */
        OSTCBCur->OSTCBEventPtr = (OS_EVENT *)0;
        OS_TaskWaitClr(OSTCBCur);
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
 * Description: Complete OS_PendShort() if the running task need not wait. OS_PendShort() has read the highest ready
 *              priority, which the time base takes as the running priority. If a tick has woken a more urgent task, the
 *              time base does not interrupt for it, so switch to it here.
 * Arguments  : cpu_sr   state of the critical section, which ends here
 * Returns    : none
 */
void OS_PendTakenEnd(OS_CPU_SR cpu_sr)
{
    OSTCBCur->OSTCBEventPtr = (OS_EVENT *)0;
    OS_TaskWaitClr(OSTCBCur);
    OS_SchedWithin(cpu_sr);
}
#endif

/*
 * Description: Abort the wait of tasks for an event.
 * Arguments  : pevent   the event
 *              type     required OS_EVENT_TYPE_…
 *              opt      OS_PEND_OPT_BROADCAST  all waiting tasks
 *                       OS_PEND_OPT_NONE       the highest-priority waiting task
 *              perr     gets OS_ERR_NONE (no task waits), OS_ERR_PEND_ABORT (waits ended), OS_ERR_PEVENT_NULL,
 *                       OS_ERR_EVENT_TYPE
 * Returns    : the number of tasks
 */
INT8U OS_EventPendAbort(OS_EVENT *pevent, INT8U type, INT8U opt, INT8U *perr)
{
    INT8U tasks = 0u;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return 0u;
    }
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
 * Description: Check the arguments of a query function.
 * Arguments  : pevent   the event
 *              type     required OS_EVENT_TYPE_…
 *              pdata    destination of the result
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
 * Description: Remove a task from the wait lists of all events, and clear the references to the events in its TCB.
 * Arguments  : ptcb   the task
 * Returns    : none
 * Notes      : Interrupts must be disabled.
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
 * Description: Remove a task from the wait lists of all events that it waits for.
 * Arguments  : ptcb   the task
 * Returns    : none
 * Notes      : Interrupts must be disabled. OS_EventListsEnter() inserts the task again after its priority has changed.
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
 * Description: Insert a task into the wait lists of all events that it waits for.
 * Arguments  : ptcb   the task
 * Returns    : none
 * Notes      : Interrupts must be disabled.
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
