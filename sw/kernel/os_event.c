/* SPDX-License-Identifier: Apache-2.0 */
/* Event control blocks, and waiting for them: what semaphores (and their like) have in common. */
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
    OSEventFreeList = (OS_EVENT *)0;
    for (i = OS_MAX_EVENTS; i > 0u; i--) {
        OS_EventFree(&OSEventTbl[i - 1u]);
    }
}

/*
 * Description: Take an event control block into use.
 * Arguments  : type   OS_EVENT_TYPE_…
 *              cnt    its counter
 * Returns    : the block, with nobody waiting; null when none is free
 */
OS_EVENT *OS_EventAlloc(INT8U type, INT16U cnt)
{
    OS_EVENT *pevent;
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    pevent = OSEventFreeList;
    if (pevent != (OS_EVENT *)0) {
        OSEventFreeList = (OS_EVENT *)pevent->OSEventPtr;
    }
    OS_EXIT_CRITICAL();
    if (pevent != (OS_EVENT *)0) {
        OS_AccelEventInit(pevent);
        pevent->OSEventCnt = cnt;
        pevent->OSEventPtr = (void *)0;
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
    pevent->OSEventType = OS_EVENT_TYPE_UNUSED;
    pevent->OSEventCnt = 0u;
#if OS_EVENT_NAME_EN > 0u
    pevent->OSEventName = OS_NAME_NONE;
#endif
    pevent->OSEventPtr = OSEventFreeList;
    OSEventFreeList = pevent;
}

/*
 * Description: End the wait of the highest-priority task that waits for an event.
 * Arguments  : pevent      the event; somebody waits for it
 *              pmsg        the message that the task gets, for events that have one
 *              msk         the OS_STAT_… bit of that kind of event
 *              pend_stat   OS_STAT_PEND_… as the task will see it
 * Returns    : the task's priority
 * Notes      : With interrupts off. A suspended task has the event, but is not ready.
 *              The task may have timed out and not have run since: then this replaces the timeout.
 */
INT8U OS_EventTaskRdy(OS_EVENT *pevent, void *pmsg, INT8U msk, INT8U pend_stat)
{
    INT8U prio = OS_AccelEventHighest(pevent);
    OS_TCB *ptcb = OSTCBPrioTbl[prio];

    OS_AccelSettle(ptcb);
    OS_AccelDlyClr(ptcb);
#if ((OS_Q_EN > 0u) && (OS_MAX_QS > 0u)) || (OS_MBOX_EN > 0u)
    ptcb->OSTCBMsg = pmsg;
#else
    (void)pmsg;
#endif
    ptcb->OSTCBStat &= (INT8U)~msk;
    ptcb->OSTCBStatPend = pend_stat;
    if ((ptcb->OSTCBStat & OS_STAT_SUSPEND) == OS_STAT_RDY) {
        OS_AccelRdySet(ptcb);
    }
    OS_EventTaskRemove(ptcb, pevent);
    return prio;
}

/*
 * Description: Let the running task wait for an event.
 * Arguments  : pevent
 * Returns    : none
 * Notes      : With interrupts off. It goes on running until OS_Sched().
 */
void OS_EventTaskWait(OS_EVENT *pevent)
{
    OSTCBCur->OSTCBEventPtr = pevent;
    OS_AccelEventInsert(pevent, OSTCBCur);
    OS_AccelRdyClr(OSTCBCur);
}

/*
 * Description: A task does not wait for an event any more.
 * Arguments  : ptcb, pevent
 * Returns    : none
 * Notes      : With interrupts off.
 */
void OS_EventTaskRemove(OS_TCB *ptcb, OS_EVENT *pevent)
{
    OS_AccelEventRemove(pevent, ptcb);
    ptcb->OSTCBEventPtr = (OS_EVENT *)0;
}
#endif
