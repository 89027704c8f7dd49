/* SPDX-License-Identifier: Apache-2.0 */
/* Mailboxes. A mailbox holds at most one message, which is a pointer. Null means that the mailbox is empty. */
#include "os_check.h"
#include "os_pend.h"

#if OS_MBOX_EN > 0u

/* ---------------------------------------------------------------------- the message; interrupts must be disabled */

#if OS_MBOX_QUERY_EN > 0u
static void *OS_MboxPeek(OS_EVENT const *pevent)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        return (void *)(size_t)OS_AccelEventGet(pevent);
    }
    return pevent->OSEventPtr;
}
#endif

/*
 * Description: Take the message out of a mailbox if there is one.
 * Arguments  : pevent   the mailbox
 * Returns    : the message, or null
 * Notes      : Interrupts must be disabled.
 */
void *OS_MboxGet(OS_EVENT *pevent)
{
    void *pmsg;

    if (OS_AccelEventIsInUnit(pevent)) {
        return (void *)(size_t)OS_AccelEventTry(pevent, OS_ACCEL_MBOX);
    }
    pmsg = pevent->OSEventPtr;
    pevent->OSEventPtr = (void *)0;
    return pmsg;
}

/*
 * Take and return the message. If there is none, return null and insert the running task into the wait list, or set
 * *perr if no task runs yet.
 */
OS_ACCEL_INLINE void *OS_MboxTake(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    void *pmsg;

    if (OS_AccelEventIsInUnit(pevent)) {
        return (OS_TaskIsRunning(perr) && OS_AccelEventPend(pevent, OS_ACCEL_MBOX, timeout)) ? OS_AccelEventMsg()
                                                                                             : (void *)0;
    }
    pmsg = pevent->OSEventPtr;
    if (pmsg != (void *)0) {
        pevent->OSEventPtr = (void *)0;
    } else if (OS_TaskIsRunning(perr)) {
        OS_AccelEventWait(pevent, OSTCBCur, timeout);
    }
    return pmsg;
}

/* ----------------------------------------------------------------------------------------------- the functions */

#if OS_MBOX_ACCEPT_EN > 0u
/*
 * Description: Take the message out of a mailbox without waiting.
 * Arguments  : pevent   the mailbox
 * Returns    : the message; null if the mailbox is empty or pevent is no mailbox
 */
void *OSMboxAccept(OS_EVENT *pevent)
{
    void *pmsg;
    OS_CRITICAL_SR;

    if (OS_AccelEventIsWhole(pevent, OS_EVENT_TYPE_MBOX)) {
        return (void *)(size_t)OS_AccelEventTry(pevent, OS_ACCEL_MBOX);
    }
    if (OS_EventChk(pevent, OS_EVENT_TYPE_MBOX) != OS_ERR_NONE) {
        return (void *)0;
    }
    OS_ENTER_CRITICAL();
    pmsg = OS_MboxGet(pevent);
    OS_EXIT_CRITICAL();
    return pmsg;
}
#endif

/*
 * Description: Create a mailbox.
 * Arguments  : pmsg   the first message, or null
 * Returns    : the mailbox; null in an interrupt, after OSSafetyCriticalStart(), or if no event control block is free
 */
OS_EVENT *OSMboxCreate(void *pmsg)
{
    OS_EVENT *pevent;

    if (OS_ObjectsAreFrozen() || (OSIntNesting > 0u)) {
        return (OS_EVENT *)0;
    }
    pevent = OS_EventAlloc(OS_EVENT_TYPE_MBOX, 0u, pmsg);
    if (pevent != (OS_EVENT *)0) {
        OS_TRACE_MBOX_CREATE(pevent, OS_EVENT_NAME(pevent));
    }
    return pevent;
}

#if OS_MBOX_DEL_EN > 0u
/*
 * Description: Delete a mailbox.
 * Arguments  : pevent   the mailbox
 *              opt      OS_DEL_NO_PEND  only if no task waits for a message
 *                       OS_DEL_ALWAYS   waiting tasks get OS_ERR_PEND_ABORT
 *              perr     gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_DEL_ISR,
 *                       OS_ERR_TASK_WAITING, OS_ERR_INVALID_OPT, OS_ERR_ILLEGAL_DEL_RUN_TIME
 * Returns    : null if it is deleted, or after OSSafetyCriticalStart(); else pevent
 */
OS_EVENT *OSMboxDel(OS_EVENT *pevent, INT8U opt, INT8U *perr)
{
    OS_EVENT *presult;

    OS_TRACE_API(pevent, OS_TRACE_MBOX_DEL_ENTER(pevent, opt));
    presult = OS_EventDel(pevent, OS_EVENT_TYPE_MBOX, opt, perr, 0);
    OS_TRACE_API(pevent, OS_TRACE_MBOX_DEL_EXIT(*perr));
    return presult;
}
#endif

OS_GENERAL_PATH void *OS_MboxPendGeneral(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S handle);

/*
 * Description: Take the message out of a mailbox. If it is empty, wait for a message.
 * Arguments  : pevent    the mailbox
 *              timeout   maximum wait in ticks; 0: no limit
 *              perr      gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_PEND_ISR,
 *                        OS_ERR_PEND_LOCKED, OS_ERR_PEND_ABORT, OS_ERR_TIMEOUT, OS_ERR_OS_NOT_RUNNING
 * Returns    : the message; null after an error
 */
void *OSMboxPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    if (OS_PerrIsNull(perr)) {
        return (void *)0;
    }
    return OS_MboxPend(pevent, timeout, perr);
}

OS_GENERAL_PATH void *OS_MboxPendGeneral(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S handle)
{
    void *pmsg = (void *)0;
    INT8U err;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return (void *)0;
    }
    OS_TRACE_API(pevent, OS_TRACE_MBOX_PEND_ENTER(pevent, timeout));
    err = OS_PendSlowChk(pevent, OS_EVENT_TYPE_MBOX, handle);
    if (err == OS_ERR_NONE) {
        OS_ENTER_CRITICAL();
        pmsg = OS_MboxTake(pevent, timeout, &err);
        if ((pmsg == (void *)0) && (err == OS_ERR_NONE)) {
            OS_EventTaskWait(pevent, OS_STAT_MBOX);
            OS_SCHED_WAIT();
            err = OS_EventTaskWaitEnd();
            pmsg = OS_MsgTake();
        }
        OS_EXIT_CRITICAL();
    }
    *perr = err;
    OS_TRACE_API(pevent, OS_TRACE_MBOX_PEND_EXIT(err));
    return pmsg;
}

#if OS_PEND_SHORT
void *OS_MboxPendSlow(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S handle)
{
    if (OS_PendIsShort(handle, timeout)) {
        return OS_PendShort(pevent, handle, timeout, OS_STAT_MBOX, perr);
    }
    return OS_MboxPendGeneral(pevent, timeout, perr, handle);
}
#endif

#if OS_MBOX_PEND_ABORT_EN > 0u
/*
 * Description: Abort the wait of tasks for a mailbox.
 * Arguments  : pevent   the mailbox
 *              opt      OS_PEND_OPT_BROADCAST  all waiting tasks
 *                       OS_PEND_OPT_NONE       the highest-priority waiting task
 *              perr     gets OS_ERR_NONE (no task waits), OS_ERR_PEND_ABORT (waits ended), OS_ERR_PEVENT_NULL,
 *                       OS_ERR_EVENT_TYPE
 * Returns    : the number of tasks whose wait ended
 */
INT8U OSMboxPendAbort(OS_EVENT *pevent, INT8U opt, INT8U *perr)
{
    return OS_EventPendAbort(pevent, OS_EVENT_TYPE_MBOX, opt, perr);
}
#endif

#if (OS_MBOX_POST_EN > 0u) || (OS_MBOX_POST_OPT_EN > 0u)
#if OS_ACCEL_EVENT
/* Do OS_MboxPut() for a mailbox in the unit. Interrupts must be disabled; the function enables them. */
static INT8U OS_MboxPutUnit(OS_EVENT *pevent, void *pmsg, INT8U opt, OS_CPU_SR cpu_sr)
{
    INT32U outcome;

    if (((opt & OS_POST_OPT_BROADCAST) != 0u) && OS_EventTaskPostAll(pevent, pmsg)) {
        outcome = OS_ACCEL_WOKEN;
    } else {
        outcome = OS_AccelEventPost(pevent, OS_ACCEL_MBOX, pmsg);
        if (OS_AccelIsMarked(outcome)) {
            (void)OS_EventTaskRdy(pevent, pmsg, OS_STAT_PEND_OK);
        }
    }
    OS_EXIT_CRITICAL();
    if (outcome == OS_ACCEL_FULL) {
        return OS_ERR_MBOX_FULL;
    }
    if ((outcome != OS_ACCEL_STORED) && ((opt & OS_POST_OPT_NO_SCHED) == 0u)) {
        OS_Sched();
    }
    return OS_ERR_NONE;
}
#endif

static INT8U OS_MboxPut(OS_EVENT *pevent, void *pmsg, INT8U opt)
{
    INT8U err;
    OS_CRITICAL_SR;

#if OS_ARG_CHK_EN > 0u
    if ((pevent != (OS_EVENT *)0) && (pmsg == (void *)0)) {
        return OS_ERR_POST_NULL_PTR;
    }
#endif
    err = OS_EventChk(pevent, OS_EVENT_TYPE_MBOX);
    if (err != OS_ERR_NONE) {
        return err;
    }
    OS_ENTER_CRITICAL();
#if OS_ACCEL_EVENT
    if (OS_AccelEventIsInUnit(pevent)) {
        return OS_MboxPutUnit(pevent, pmsg, opt, cpu_sr);
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
    if (pevent->OSEventPtr != (void *)0) {
        OS_EXIT_CRITICAL();
        return OS_ERR_MBOX_FULL;
    }
    pevent->OSEventPtr = pmsg;
    OS_EXIT_CRITICAL();
    return OS_ERR_NONE;
}
#endif

#if OS_MBOX_POST_EN > 0u
OS_SLOW_PATH INT8U OS_MboxPostSlow(OS_EVENT *pevent, void *pmsg, INT32U outcome);

/*
 * Description: Send a message to the highest-priority waiting task. If no task waits, store it in the mailbox.
 * Arguments  : pevent   the mailbox
 *              pmsg     the message, not null
 * Returns    : OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_POST_NULL_PTR, OS_ERR_EVENT_TYPE, OS_ERR_MBOX_FULL
 */
INT8U OSMboxPost(OS_EVENT *pevent, void *pmsg)
{
    return OS_MboxPost(pevent, pmsg);
}

OS_SLOW_PATH INT8U OS_MboxPostSlow(OS_EVENT *pevent, void *pmsg, INT32U outcome)
{
    INT8U err;

    if (outcome != 0u) {
        return OS_EventPostEndGeneral(pevent, OS_ACCEL_MBOX, pmsg, outcome);
    }
    OS_TRACE_API(pevent, OS_TRACE_MBOX_POST_ENTER(pevent));
    err = OS_MboxPut(pevent, pmsg, OS_POST_OPT_NONE);
    OS_TRACE_API(pevent, OS_TRACE_MBOX_POST_EXIT(err));
    return err;
}
#endif

#if OS_MBOX_POST_OPT_EN > 0u
/*
 * Description: Send a message.
 * Arguments  : pevent   the mailbox
 *              pmsg     the message, not null
 *              opt      OS_POST_OPT_NONE       as OSMboxPost()
 *                       OS_POST_OPT_BROADCAST  every waiting task gets the message
 *                       OS_POST_OPT_NO_SCHED   do not switch tasks before the next call of the scheduler
 * Returns    : as OSMboxPost()
 */
INT8U OSMboxPostOpt(OS_EVENT *pevent, void *pmsg, INT8U opt)
{
    INT8U err;

    OS_TRACE_API(pevent, OS_TRACE_MBOX_POST_OPT_ENTER(pevent, opt));
    err = OS_MboxPut(pevent, pmsg, opt);
    OS_TRACE_API(pevent, OS_TRACE_MBOX_POST_OPT_EXIT(err));
    return err;
}
#endif

#if OS_MBOX_QUERY_EN > 0u
/*
 * Description: Return a mailbox's message without taking it, and the waiting tasks.
 * Arguments  : pevent        the mailbox
 *              p_mbox_data   gets the message and the wait list
 * Returns    : OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_PDATA_NULL, OS_ERR_EVENT_TYPE
 */
INT8U OSMboxQuery(OS_EVENT *pevent, OS_MBOX_DATA *p_mbox_data)
{
    INT8U err = OS_EventQueryChk(pevent, OS_EVENT_TYPE_MBOX, p_mbox_data);
    OS_CRITICAL_SR;

    if (err != OS_ERR_NONE) {
        return err;
    }
    OS_ENTER_CRITICAL();
    OS_AccelEventCopy(pevent, &p_mbox_data->OSEventGrp, p_mbox_data->OSEventTbl);
    p_mbox_data->OSMsg = OS_MboxPeek(pevent);
    OS_EXIT_CRITICAL();
    return OS_ERR_NONE;
}
#endif

#endif
