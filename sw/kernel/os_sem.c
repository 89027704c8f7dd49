/* SPDX-License-Identifier: Apache-2.0 */
/* Counting semaphores. */
#include "os_internal.h"

#if OS_SEM_EN > 0u

#define SEM_CNT_MAX 65535u

#if OS_SEM_ACCEPT_EN > 0u
/*
 * Description: Take a semaphore if it is available, and never wait.
 * Arguments  : pevent   the semaphore
 * Returns    : its count before: 0 if it was not available (or is no semaphore)
 */
INT16U OSSemAccept(OS_EVENT *pevent)
{
    INT16U cnt;
    OS_CRITICAL_SR;

#if OS_ARG_CHK_EN > 0u
    if (pevent == (OS_EVENT *)0) {
        return 0u;
    }
#endif
    if (pevent->OSEventType != OS_EVENT_TYPE_SEM) {
        return 0u;
    }
    OS_ENTER_CRITICAL();
    cnt = pevent->OSEventCnt;
    if (cnt > 0u) {
        pevent->OSEventCnt--;
    }
    OS_EXIT_CRITICAL();
    return cnt;
}
#endif

/*
 * Description: Create a semaphore.
 * Arguments  : cnt   its count: how many may take it at once, or 0 to wait for something that will happen
 * Returns    : the semaphore; null in an interrupt, or when there is no free event control block
 */
OS_EVENT *OSSemCreate(INT16U cnt)
{
    OS_FROZEN_CHK((OS_EVENT *)0);
    if (OSIntNesting > 0u) {
        return (OS_EVENT *)0;
    }
    return OS_EventAlloc(OS_EVENT_TYPE_SEM, cnt);
}

#if OS_SEM_DEL_EN > 0u
/*
 * Description: Delete a semaphore.
 * Arguments  : pevent   the semaphore
 *              opt      OS_DEL_NO_PEND  only if no task waits for it
 *                       OS_DEL_ALWAYS   waiting tasks get OS_ERR_PEND_ABORT
 *              perr     gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_DEL_ISR,
 *                       OS_ERR_TASK_WAITING, OS_ERR_INVALID_OPT, OS_ERR_ILLEGAL_DEL_RUN_TIME
 * Returns    : null when it is deleted, else pevent
 */
OS_EVENT *OSSemDel(OS_EVENT *pevent, INT8U opt, INT8U *perr)
{
    BOOLEAN waiting;
    OS_CRITICAL_SR;

    OS_PERR_CHK(perr, (OS_EVENT *)0);
#ifdef OS_SAFETY_CRITICAL_IEC61508
    *perr = OS_ERR_ILLEGAL_DEL_RUN_TIME;
    OS_FROZEN_CHK(pevent);
#endif
#if OS_ARG_CHK_EN > 0u
    if (pevent == (OS_EVENT *)0) {
        *perr = OS_ERR_PEVENT_NULL;
        return pevent;
    }
#endif
    if (pevent->OSEventType != OS_EVENT_TYPE_SEM) {
        *perr = OS_ERR_EVENT_TYPE;
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
    while (OS_AccelEventAny(pevent)) {
        (void)OS_EventTaskRdy(pevent, (void *)0, OS_STAT_SEM, OS_STAT_PEND_ABORT);
    }
    OS_EventFree(pevent);
    OS_EXIT_CRITICAL();
    if (waiting == OS_TRUE) {
        OS_Sched();
    }
    *perr = OS_ERR_NONE;
    return (OS_EVENT *)0;
}
#endif

/*
 * Description: Take a semaphore; wait for it if it is not available.
 * Arguments  : pevent    the semaphore
 *              timeout   ticks to wait at most; 0: for ever
 *              perr      gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_PEND_ISR,
 *                        OS_ERR_PEND_LOCKED, OS_ERR_PEND_ABORT, OS_ERR_TIMEOUT
 * Returns    : none
 */
void OSSemPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    OS_CRITICAL_SR;

    OS_PERR_CHK(perr);
#if OS_ARG_CHK_EN > 0u
    if (pevent == (OS_EVENT *)0) {
        *perr = OS_ERR_PEVENT_NULL;
        return;
    }
#endif
    if (pevent->OSEventType != OS_EVENT_TYPE_SEM) {
        *perr = OS_ERR_EVENT_TYPE;
        return;
    }
    if (OSIntNesting > 0u) {
        *perr = OS_ERR_PEND_ISR;
        return;
    }
    if (OSLockNesting > 0u) {
        *perr = OS_ERR_PEND_LOCKED;
        return;
    }
    OS_ENTER_CRITICAL();
    if (pevent->OSEventCnt > 0u) {
        pevent->OSEventCnt--;
        OS_EXIT_CRITICAL();
        *perr = OS_ERR_NONE;
        return;
    }

    OSTCBCur->OSTCBStat |= OS_STAT_SEM;
    OSTCBCur->OSTCBStatPend = OS_STAT_PEND_OK;
    OS_AccelDlySet(OSTCBCur, timeout);
    OS_EventTaskWait(pevent);
    OS_EXIT_CRITICAL();
    OS_Sched();

    OS_ENTER_CRITICAL();
    OS_AccelSettle(OSTCBCur);
    switch (OSTCBCur->OSTCBStatPend) {
    case OS_STAT_PEND_OK:
        *perr = OS_ERR_NONE;
        break;
    case OS_STAT_PEND_ABORT:
        *perr = OS_ERR_PEND_ABORT;
        break;
    default:
        /* The tick made the task ready and left it in the waiting list, in case that somebody posted before now. */
        OS_EventTaskRemove(OSTCBCur, pevent);
        *perr = OS_ERR_TIMEOUT;
        break;
    }
    OSTCBCur->OSTCBStat = OS_STAT_RDY;
    OSTCBCur->OSTCBStatPend = OS_STAT_PEND_OK;
    OSTCBCur->OSTCBEventPtr = (OS_EVENT *)0;
    OS_EXIT_CRITICAL();
}

#if OS_SEM_PEND_ABORT_EN > 0u
/*
 * Description: End the wait of tasks for a semaphore without giving it to them.
 * Arguments  : pevent   the semaphore
 *              opt      OS_PEND_OPT_BROADCAST  all of them
 *                       OS_PEND_OPT_NONE       the one of highest priority
 *              perr     gets OS_ERR_NONE (nobody waits), OS_ERR_PEND_ABORT (it was done), OS_ERR_PEVENT_NULL,
 *                       OS_ERR_EVENT_TYPE
 * Returns    : the number of tasks
 */
INT8U OSSemPendAbort(OS_EVENT *pevent, INT8U opt, INT8U *perr)
{
    INT8U tasks = 0u;
    OS_CRITICAL_SR;

    OS_PERR_CHK(perr, 0u);
#if OS_ARG_CHK_EN > 0u
    if (pevent == (OS_EVENT *)0) {
        *perr = OS_ERR_PEVENT_NULL;
        return 0u;
    }
#endif
    if (pevent->OSEventType != OS_EVENT_TYPE_SEM) {
        *perr = OS_ERR_EVENT_TYPE;
        return 0u;
    }
    OS_ENTER_CRITICAL();
    while (OS_AccelEventAny(pevent)) {
        (void)OS_EventTaskRdy(pevent, (void *)0, OS_STAT_SEM, OS_STAT_PEND_ABORT);
        tasks++;
        if (opt != OS_PEND_OPT_BROADCAST) {
            break;
        }
    }
    OS_EXIT_CRITICAL();
    if (tasks == 0u) {
        *perr = OS_ERR_NONE;
    } else {
        OS_Sched();
        *perr = OS_ERR_PEND_ABORT;
    }
    return tasks;
}
#endif

/*
 * Description: Signal a semaphore: the highest-priority waiting task gets it, else the count goes up.
 * Arguments  : pevent   the semaphore
 * Returns    : OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_SEM_OVF (the count is 65535)
 */
INT8U OSSemPost(OS_EVENT *pevent)
{
    OS_CRITICAL_SR;

#if OS_ARG_CHK_EN > 0u
    if (pevent == (OS_EVENT *)0) {
        return OS_ERR_PEVENT_NULL;
    }
#endif
    if (pevent->OSEventType != OS_EVENT_TYPE_SEM) {
        return OS_ERR_EVENT_TYPE;
    }
    OS_ENTER_CRITICAL();
    if (OS_AccelEventAny(pevent)) {
        (void)OS_EventTaskRdy(pevent, (void *)0, OS_STAT_SEM, OS_STAT_PEND_OK);
        OS_EXIT_CRITICAL();
        OS_Sched();
        return OS_ERR_NONE;
    }
    if (pevent->OSEventCnt == SEM_CNT_MAX) {
        OS_EXIT_CRITICAL();
        return OS_ERR_SEM_OVF;
    }
    pevent->OSEventCnt++;
    OS_EXIT_CRITICAL();
    return OS_ERR_NONE;
}

#if OS_SEM_QUERY_EN > 0u
/*
 * Description: Give a semaphore's count and the tasks that wait for it.
 * Arguments  : pevent       the semaphore
 *              p_sem_data   gets them
 * Returns    : OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_PDATA_NULL, OS_ERR_EVENT_TYPE
 */
INT8U OSSemQuery(OS_EVENT *pevent, OS_SEM_DATA *p_sem_data)
{
    OS_CRITICAL_SR;

#if OS_ARG_CHK_EN > 0u
    if (pevent == (OS_EVENT *)0) {
        return OS_ERR_PEVENT_NULL;
    }
    if (p_sem_data == (OS_SEM_DATA *)0) {
        return OS_ERR_PDATA_NULL;
    }
#endif
    if (pevent->OSEventType != OS_EVENT_TYPE_SEM) {
        return OS_ERR_EVENT_TYPE;
    }
    OS_ENTER_CRITICAL();
    OS_AccelEventCopy(pevent, &p_sem_data->OSEventGrp, p_sem_data->OSEventTbl);
    p_sem_data->OSCnt = pevent->OSEventCnt;
    OS_EXIT_CRITICAL();
    return OS_ERR_NONE;
}
#endif

#if OS_SEM_SET_EN > 0u
/*
 * Description: Set a semaphore's count.
 * Arguments  : pevent   the semaphore
 *              cnt      the count
 *              perr     gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_TASK_WAITING (not set)
 * Returns    : none
 */
void OSSemSet(OS_EVENT *pevent, INT16U cnt, INT8U *perr)
{
    OS_CRITICAL_SR;

    OS_PERR_CHK(perr);
#if OS_ARG_CHK_EN > 0u
    if (pevent == (OS_EVENT *)0) {
        *perr = OS_ERR_PEVENT_NULL;
        return;
    }
#endif
    if (pevent->OSEventType != OS_EVENT_TYPE_SEM) {
        *perr = OS_ERR_EVENT_TYPE;
        return;
    }
    *perr = OS_ERR_NONE;
    OS_ENTER_CRITICAL();
    if ((pevent->OSEventCnt > 0u) || !OS_AccelEventAny(pevent)) {
        pevent->OSEventCnt = cnt;
    } else {
        *perr = OS_ERR_TASK_WAITING;
    }
    OS_EXIT_CRITICAL();
}
#endif

#endif
