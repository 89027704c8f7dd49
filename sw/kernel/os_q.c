/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Message queues. The ring of messages is in the event unit if there is room, else in the application's memory. A
 * message is a pointer of any value, including null.
 */
#include <string.h>
#include "os_check.h"
#include "os_init.h"
#include "os_pend.h"

#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
OS_Q *OSQFreeList;
OS_Q OSQTbl[OS_MAX_QS];

/* ------------------------------------------------------------------------ the ring; interrupts must be disabled */

static void OS_QFree(OS_Q *pq)
{
    pq->OSQPtr = OSQFreeList;
    OSQFreeList = pq;
}

static void OS_QClear(OS_Q *pq)
{
    pq->OSQIn = pq->OSQStart;
    pq->OSQOut = pq->OSQStart;
    pq->OSQEntries = 0u;
}

/*
 * Description: Make every queue control block free.
 * Arguments  : none
 * Returns    : none
 */
void OS_QListInit(void)
{
    INT16U i;

    memset(OSQTbl, 0, sizeof(OSQTbl));
    OSQFreeList = (OS_Q *)0;
    for (i = OS_MAX_QS; i > 0u; i--) {
        OS_QFree(&OSQTbl[i - 1u]);
    }
}

/*
 * Description: Count the messages in a queue.
 * Arguments  : pevent   the queue
 * Returns    : their number
 * Notes      : Interrupts must be disabled.
 */
INT16U OS_QCount(OS_EVENT const *pevent)
{
    if (OS_AccelEventRing(pevent) != 0u) {
        return (INT16U)OS_AccelRingMsgs(OS_AccelEventGet(pevent));
    }
    return ((OS_Q const *)pevent->OSEventPtr)->OSQEntries;
}

/*
 * Description: Take the oldest message out of a queue.
 * Arguments  : pevent   the queue, which is not empty
 * Returns    : the message
 * Notes      : Interrupts must be disabled.
 */
void *OS_QGet(OS_EVENT *pevent)
{
    OS_Q *pq = (OS_Q *)pevent->OSEventPtr;
    void *pmsg;

    if (OS_AccelEventRing(pevent) != 0u) {
        return OS_AccelEventOldest(pevent);
    }
    pmsg = *pq->OSQOut;
    pq->OSQEntries--;
    pq->OSQOut++;
    if (pq->OSQOut == pq->OSQEnd) {
        pq->OSQOut = pq->OSQStart;
    }
    return pmsg;
}

#if OS_Q_QUERY_EN > 0u
/* Return the oldest message without taking it; null if there is none. *pmsgs gets the number of messages. */
OS_ACCEL_INLINE void *OS_QPeek(OS_EVENT *pevent, INT16U *pmsgs)
{
    OS_Q const *pq = (OS_Q const *)pevent->OSEventPtr;

    if (OS_AccelEventRing(pevent) != 0u) {
        *pmsgs = (INT16U)OS_AccelRingMsgs(OS_AccelEventGet(pevent));
        return (void *)(size_t)OS_AccelEventPeek(pevent, OS_ACCEL_Q);
    }
    *pmsgs = pq->OSQEntries;
    return (pq->OSQEntries > 0u) ? *pq->OSQOut : (void *)0;
}
#endif

/*
 * Take the oldest message and return OS_TRUE. If there is none, insert the running task into the wait list and return
 * OS_FALSE. If no task runs yet, set *perr and return OS_TRUE.
 */
OS_ACCEL_INLINE BOOLEAN OS_QTake(OS_EVENT *pevent, INT32U timeout, void **ppmsg, INT8U *perr)
{
    if (OS_AccelEventRing(pevent) != 0u) {
        if (!OS_TaskIsRunning(perr)) {
            if (OS_QCount(pevent) > 0u) { /* a null message, which the fast path does not take */
                *ppmsg = OS_QGet(pevent);
                *perr = OS_ERR_NONE;
            }
            return OS_TRUE;
        }
        if (OS_AccelEventPend(pevent, OS_ACCEL_Q, timeout) == OS_FALSE) {
            return OS_FALSE;
        }
        *ppmsg = OS_AccelEventMsg();
        return OS_TRUE;
    }
    if (((OS_Q *)pevent->OSEventPtr)->OSQEntries > 0u) {
        *ppmsg = OS_QGet(pevent);
        return OS_TRUE;
    }
    if (!OS_TaskIsRunning(perr)) {
        return OS_TRUE;
    }
    OS_AccelEventWait(pevent, OSTCBCur, timeout);
    return OS_FALSE;
}

/* ----------------------------------------------------------------------------------------------- the functions */

#if OS_Q_ACCEPT_EN > 0u
/*
 * Description: Take the oldest message out of a queue without waiting.
 * Arguments  : pevent   the queue
 *              perr     gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_Q_EMPTY
 * Returns    : the message; null after an error
 */
void *OSQAccept(OS_EVENT *pevent, INT8U *perr)
{
    void *pmsg = (void *)0;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return (void *)0;
    }
    if (OS_AccelEventIsWhole(pevent, OS_EVENT_TYPE_Q)) {
        pmsg = (void *)(size_t)OS_AccelEventTry(pevent, OS_ACCEL_Q); /* null: no message, or a null message */
        if (OS_ACCEL_LIKELY(pmsg != (void *)0)) {
            *perr = OS_ERR_NONE;
            return pmsg;
        }
    }
    *perr = OS_EventChk(pevent, OS_EVENT_TYPE_Q);
    if (*perr != OS_ERR_NONE) {
        return (void *)0;
    }
    OS_ENTER_CRITICAL();
    if (OS_QCount(pevent) > 0u) {
        pmsg = OS_QGet(pevent);
    } else {
        *perr = OS_ERR_Q_EMPTY;
    }
    OS_EXIT_CRITICAL();
    return pmsg;
}
#endif

/*
 * Description: Create a queue.
 * Arguments  : start   an array for the messages
 *              size    number of entries of the array
 * Returns    : the queue; null in an interrupt, after OSSafetyCriticalStart(), or if no control block is free
 */
OS_EVENT *OSQCreate(void **start, INT16U size)
{
    OS_EVENT *pevent;
    OS_Q *pq;
    OS_CRITICAL_SR;

    if (OS_ObjectsAreFrozen() || (OSIntNesting > 0u)) {
        return (OS_EVENT *)0;
    }
    OS_ENTER_CRITICAL();
    pq = OSQFreeList;
    if (pq != (OS_Q *)0) {
        OSQFreeList = pq->OSQPtr;
    }
    OS_EXIT_CRITICAL();
    if (pq == (OS_Q *)0) {
        return (OS_EVENT *)0;
    }
    pq->OSQStart = start;
    pq->OSQEnd = &start[size];
    pq->OSQSize = size;
    OS_QClear(pq);
    pevent = OS_EventAlloc(OS_EVENT_TYPE_Q, 0u, pq);
    if (pevent == (OS_EVENT *)0) {
        OS_ENTER_CRITICAL();
        OS_QFree(pq);
        OS_EXIT_CRITICAL();
    } else {
#if OS_ACCEL_EVENT
        if (OS_AccelEventIsInUnit(pevent)) {
            OS_ENTER_CRITICAL();
            pevent->OSEventRing = OS_EventUnitRingAlloc(pevent->OSEventUnit, size);
            if (OS_AccelEventRing(pevent) != 0u) {
                OS_AccelEventWholeSet(pevent, OS_EVENT_TYPE_Q, OS_ACCEL_HANDLE(pevent, OS_ACCEL_Q));
            }
            OS_EXIT_CRITICAL();
        }
#endif
        OS_TRACE_Q_CREATE(pevent, OS_EVENT_NAME(pevent));
    }
    return pevent;
}

#if OS_Q_DEL_EN > 0u
static void OS_QBlockFree(OS_EVENT *pevent)
{
    OS_QFree((OS_Q *)pevent->OSEventPtr);
}

/*
 * Description: Delete a queue.
 * Arguments  : pevent   the queue
 *              opt      OS_DEL_NO_PEND  only if no task waits for a message
 *                       OS_DEL_ALWAYS   waiting tasks get OS_ERR_PEND_ABORT
 *              perr     gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_DEL_ISR,
 *                       OS_ERR_TASK_WAITING, OS_ERR_INVALID_OPT, OS_ERR_ILLEGAL_DEL_RUN_TIME
 * Returns    : null if it is deleted, or after OSSafetyCriticalStart(); else pevent
 */
OS_EVENT *OSQDel(OS_EVENT *pevent, INT8U opt, INT8U *perr)
{
    OS_EVENT *presult;

    OS_TRACE_API(pevent, OS_TRACE_Q_DEL_ENTER(pevent, opt));
    presult = OS_EventDel(pevent, OS_EVENT_TYPE_Q, opt, perr, OS_QBlockFree);
    OS_TRACE_API(pevent, OS_TRACE_Q_DEL_EXIT(*perr));
    return presult;
}
#endif

#if OS_Q_FLUSH_EN > 0u
/*
 * Description: Discard a queue's messages.
 * Arguments  : pevent   the queue
 * Returns    : OS_ERR_NONE; with OS_ARG_CHK_EN also OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE
 */
INT8U OSQFlush(OS_EVENT *pevent)
{
    OS_CRITICAL_SR;

#if OS_ARG_CHK_EN > 0u
    INT8U err = OS_EventChk(pevent, OS_EVENT_TYPE_Q);

    if (err != OS_ERR_NONE) {
        return err;
    }
#endif
    if (OS_AccelEventRing(pevent) != 0u) {
        OS_AccelEventPut(pevent, OS_AccelEventRing(pevent));
        return OS_ERR_NONE;
    }
    OS_ENTER_CRITICAL();
    OS_QClear((OS_Q *)pevent->OSEventPtr);
    OS_EXIT_CRITICAL();
    return OS_ERR_NONE;
}
#endif

OS_GENERAL_PATH void *OS_QPendGeneral(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S handle);

/*
 * Description: Take the oldest message out of a queue. If it is empty, wait for a message.
 * Arguments  : pevent    the queue
 *              timeout   maximum wait in ticks; 0: no limit
 *              perr      gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_PEND_ISR,
 *                        OS_ERR_PEND_LOCKED, OS_ERR_PEND_ABORT, OS_ERR_TIMEOUT, OS_ERR_OS_NOT_RUNNING
 * Returns    : the message; null after an error
 */
void *OSQPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    if (OS_PerrIsNull(perr)) {
        return (void *)0;
    }
    return OS_QPend(pevent, timeout, perr);
}

OS_GENERAL_PATH void *OS_QPendGeneral(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S handle)
{
    void *pmsg = (void *)0;
    INT8U err;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return (void *)0;
    }
    OS_TRACE_API(pevent, OS_TRACE_Q_PEND_ENTER(pevent, timeout));
    err = OS_PendSlowChk(pevent, OS_EVENT_TYPE_Q, handle);
    if (err == OS_ERR_NONE) {
        OS_ENTER_CRITICAL();
        if (OS_QTake(pevent, timeout, &pmsg, &err) == OS_FALSE) {
            OS_EventTaskWait(pevent, OS_STAT_Q);
            OS_SCHED_WAIT();
            err = OS_EventTaskWaitEnd();
            pmsg = OS_MsgTake();
        }
        OS_EXIT_CRITICAL();
    }
    *perr = err;
    OS_TRACE_API(pevent, OS_TRACE_Q_PEND_EXIT(err));
    return pmsg;
}

#if OS_PEND_SHORT
void *OS_QPendSlow(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S handle)
{
    if (OS_PendIsShort(handle, timeout)) {
        return OS_PendShort(pevent, handle, timeout, OS_STAT_Q, perr);
    }
    return OS_QPendGeneral(pevent, timeout, perr, handle);
}
#endif

#if OS_Q_PEND_ABORT_EN > 0u
/*
 * Description: Abort the wait of tasks for a queue.
 * Arguments  : pevent   the queue
 *              opt      OS_PEND_OPT_BROADCAST  all waiting tasks
 *                       OS_PEND_OPT_NONE       the highest-priority waiting task
 *              perr     gets OS_ERR_NONE (no task waits), OS_ERR_PEND_ABORT (waits ended), OS_ERR_PEVENT_NULL,
 *                       OS_ERR_EVENT_TYPE
 * Returns    : the number of tasks whose wait ended
 */
INT8U OSQPendAbort(OS_EVENT *pevent, INT8U opt, INT8U *perr)
{
    return OS_EventPendAbort(pevent, OS_EVENT_TYPE_Q, opt, perr);
}
#endif

#if (OS_Q_POST_EN > 0u) || (OS_Q_POST_FRONT_EN > 0u) || (OS_Q_POST_OPT_EN > 0u)
/* Add a message to a ring in software. If the ring is full, return OS_ERR_Q_FULL. Interrupts must be disabled. */
OS_ACCEL_INLINE INT8U OS_QAdd(OS_Q *pq, void *pmsg, INT8U opt)
{
    if (pq->OSQEntries >= pq->OSQSize) {
        return OS_ERR_Q_FULL;
    }
    if ((opt & OS_POST_OPT_FRONT) != 0u) {
        if (pq->OSQOut == pq->OSQStart) {
            pq->OSQOut = pq->OSQEnd;
        }
        pq->OSQOut--;
        *pq->OSQOut = pmsg;
    } else {
        *pq->OSQIn = pmsg;
        pq->OSQIn++;
        if (pq->OSQIn == pq->OSQEnd) {
            pq->OSQIn = pq->OSQStart;
        }
    }
    pq->OSQEntries++;
    return OS_ERR_NONE;
}

static INT8U OS_QPut(OS_EVENT *pevent, void *pmsg, INT8U opt)
{
    INT8U err = OS_EventChk(pevent, OS_EVENT_TYPE_Q);
    OS_CRITICAL_SR;

    if (err != OS_ERR_NONE) {
        return err;
    }
    OS_ENTER_CRITICAL();
#if OS_ACCEL_EVENT
    if (OS_AccelEventIsInUnit(pevent)) {
        INT32U outcome;

        if (((opt & OS_POST_OPT_BROADCAST) != 0u) && OS_EventTaskPostAll(pevent, pmsg)) {
            outcome = OS_ACCEL_MARKED;
        } else {
            const INT32U ring = (OS_AccelEventRing(pevent) != 0u) ? OS_ACCEL_Q : OS_ACCEL_LIST;
            const INT32U front = ((opt & OS_POST_OPT_FRONT) != 0u) ? OS_ACCEL_FRONT : 0u;

            outcome = OS_AccelEventPost(pevent, ring + front, pmsg);
            if (OS_AccelIsMarked(outcome)) {
                (void)OS_EventTaskRdy(pevent, pmsg, OS_STAT_PEND_OK);
            }
        }
        if (outcome == OS_ACCEL_FULL) {
            err = OS_ERR_Q_FULL;
        } else if ((outcome == OS_ACCEL_STORED) && (pevent->OSEventRing == 0u)) {
            err = OS_QAdd((OS_Q *)pevent->OSEventPtr, pmsg, opt);
        }
        OS_EXIT_CRITICAL();
        if (((outcome & OS_ACCEL_WOKEN) != 0u) && ((opt & OS_POST_OPT_NO_SCHED) == 0u)) {
            OS_Sched();
        }
        return err;
    }
#endif
    if (OS_AccelEventAny(pevent)) {
        do {
            (void)OS_EventTaskRdy(pevent, pmsg, OS_STAT_PEND_OK);
        } while (((opt & OS_POST_OPT_BROADCAST) != 0u) && OS_AccelEventAny(pevent));
        OS_EXIT_CRITICAL();
        if ((opt & OS_POST_OPT_NO_SCHED) == 0u) {
            OS_Sched();
        }
        return OS_ERR_NONE;
    }
    err = OS_QAdd((OS_Q *)pevent->OSEventPtr, pmsg, opt);
    OS_EXIT_CRITICAL();
    return err;
}
#endif

#if OS_Q_POST_EN > 0u
OS_SLOW_PATH INT8U OS_QPostSlow(OS_EVENT *pevent, void *pmsg, INT32U outcome);

/*
 * Description: Send a message to the highest-priority waiting task. If no task waits, add it to the end of the queue.
 * Arguments  : pevent   the queue
 *              pmsg     the message
 * Returns    : OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_Q_FULL
 */
INT8U OSQPost(OS_EVENT *pevent, void *pmsg)
{
    return OS_QPost(pevent, pmsg);
}

OS_SLOW_PATH INT8U OS_QPostSlow(OS_EVENT *pevent, void *pmsg, INT32U outcome)
{
    INT8U err;

    if (outcome != 0u) {
        return OS_EventPostEndGeneral(pevent, OS_ACCEL_Q, pmsg, outcome);
    }
    OS_TRACE_API(pevent, OS_TRACE_Q_POST_ENTER(pevent));
    err = OS_QPut(pevent, pmsg, OS_POST_OPT_NONE);
    OS_TRACE_API(pevent, OS_TRACE_Q_POST_EXIT(err));
    return err;
}
#endif

#if OS_Q_POST_FRONT_EN > 0u
/*
 * Description: Send a message to the highest-priority waiting task. If no task waits, add it to the front of the queue.
 * Arguments  : pevent   the queue
 *              pmsg     the message
 * Returns    : as OSQPost()
 */
INT8U OSQPostFront(OS_EVENT *pevent, void *pmsg)
{
    INT8U err;

#if OS_ACCEL_EVENT
    if (OS_AccelEventIsWhole(pevent, OS_EVENT_TYPE_Q)) {
        const INT32U kind = OS_ACCEL_Q + OS_ACCEL_FRONT;
        const INT32U outcome = OS_AccelEventPost(pevent, kind, pmsg);

        return OS_EventPostIsDone(outcome) ? OS_ERR_NONE : OS_EventPostEndGeneral(pevent, kind, pmsg, outcome);
    }
#endif
    OS_TRACE_API(pevent, OS_TRACE_Q_POST_FRONT_ENTER(pevent));
    err = OS_QPut(pevent, pmsg, OS_POST_OPT_FRONT);
    OS_TRACE_API(pevent, OS_TRACE_Q_POST_FRONT_EXIT(err));
    return err;
}
#endif

#if OS_Q_POST_OPT_EN > 0u
/*
 * Description: Send a message.
 * Arguments  : pevent   the queue
 *              pmsg     the message
 *              opt      OS_POST_OPT_NONE       as OSQPost()
 *                       OS_POST_OPT_FRONT      as OSQPostFront()
 *                       OS_POST_OPT_BROADCAST  every waiting task gets the message
 *                       OS_POST_OPT_NO_SCHED   do not switch tasks before the next call of the scheduler
 * Returns    : as OSQPost()
 */
INT8U OSQPostOpt(OS_EVENT *pevent, void *pmsg, INT8U opt)
{
    INT8U err;

    OS_TRACE_API(pevent, OS_TRACE_Q_POST_OPT_ENTER(pevent, opt));
    err = OS_QPut(pevent, pmsg, opt);
    OS_TRACE_API(pevent, OS_TRACE_Q_POST_OPT_EXIT(err));
    return err;
}
#endif

#if OS_Q_QUERY_EN > 0u
/*
 * Description: Return a queue's oldest message without taking it, the number of messages, and the waiting tasks.
 * Arguments  : pevent     the queue
 *              p_q_data   gets the message, the number and maximum number of messages, and the wait list
 * Returns    : OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_PDATA_NULL, OS_ERR_EVENT_TYPE
 */
INT8U OSQQuery(OS_EVENT *pevent, OS_Q_DATA *p_q_data)
{
    INT8U err = OS_EventQueryChk(pevent, OS_EVENT_TYPE_Q, p_q_data);
    OS_CRITICAL_SR;

    if (err != OS_ERR_NONE) {
        return err;
    }
    OS_ENTER_CRITICAL();
    OS_AccelEventCopy(pevent, &p_q_data->OSEventGrp, p_q_data->OSEventTbl);
    p_q_data->OSMsg = OS_QPeek(pevent, &p_q_data->OSNMsgs);
    p_q_data->OSQSize = ((OS_Q const *)pevent->OSEventPtr)->OSQSize;
    OS_EXIT_CRITICAL();
    return OS_ERR_NONE;
}
#endif

#endif
