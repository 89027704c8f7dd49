/* SPDX-License-Identifier: Apache-2.0 */
/* Counting semaphores. */
#include "os_check.h"
#include "os_pend.h"

#if OS_SEM_EN > 0u

#define SEM_CNT_MAX 65535u

/* ----------------------------------------------------------------------- the count; interrupts must be disabled */

#if OS_ACCEL_EVENT
static INT16U OS_SemCntGet(OS_EVENT const *pevent)
{
    return OS_AccelEventIsInUnit(pevent) ? (INT16U)OS_AccelEventGet(pevent) : pevent->OSEventCnt;
}

static void OS_SemCntSet(OS_EVENT *pevent, INT16U cnt)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        OS_AccelEventPut(pevent, cnt);
    } else {
        pevent->OSEventCnt = cnt;
    }
}
#else
#define OS_SemCntGet(pevent)         ((pevent)->OSEventCnt)
#define OS_SemCntSet(pevent, cnt) ((pevent)->OSEventCnt = (cnt))
#endif

/*
 * Description: Take a semaphore if it is available.
 * Arguments  : pevent   the semaphore
 * Returns    : the count before the call; 0 if the semaphore is not available
 * Notes      : Interrupts must be disabled.
 */
INT16U OS_SemGet(OS_EVENT *pevent)
{
    INT16U cnt;

    if (OS_AccelEventIsInUnit(pevent)) {
        return (INT16U)OS_AccelEventTry(pevent, OS_ACCEL_SEM);
    }
    cnt = pevent->OSEventCnt;
    if (cnt > 0u) {
        pevent->OSEventCnt--;
    }
    return cnt;
}

/*
 * Take the semaphore and return OS_TRUE. If it is not available, insert the running task into the wait list and return
 * OS_FALSE. If no task runs yet, set *perr and return OS_TRUE.
 */
OS_ACCEL_INLINE BOOLEAN OS_SemTake(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        return OS_TaskIsRunning(perr) ? OS_AccelEventPend(pevent, OS_ACCEL_SEM, timeout) : OS_TRUE;
    }
    if (pevent->OSEventCnt > 0u) {
        pevent->OSEventCnt--;
        return OS_TRUE;
    }
    if (!OS_TaskIsRunning(perr)) {
        return OS_TRUE;
    }
    OS_AccelEventWait(pevent, OSTCBCur, timeout);
    return OS_FALSE;
}

/* ----------------------------------------------------------------------------------------------- the functions */

#if OS_SEM_ACCEPT_EN > 0u
/*
 * Description: Take a semaphore if it is available, and never wait.
 * Arguments  : pevent   the semaphore
 * Returns    : the count before the call; 0 if the semaphore is not available or pevent is no semaphore
 */
INT16U OSSemAccept(OS_EVENT *pevent)
{
    INT16U cnt;
    OS_CRITICAL_SR;

    if (OS_AccelEventIsWhole(pevent, OS_EVENT_TYPE_SEM)) {
        return (INT16U)OS_AccelEventTry(pevent, OS_ACCEL_SEM);
    }
    if (OS_EventChk(pevent, OS_EVENT_TYPE_SEM) != OS_ERR_NONE) {
        return 0u;
    }
    OS_ENTER_CRITICAL();
    cnt = OS_SemGet(pevent);
    OS_EXIT_CRITICAL();
    return cnt;
}
#endif

/*
 * Description: Create a semaphore.
 * Arguments  : cnt   initial count: the number of tasks that may take it, or 0 to wait for a signal
 * Returns    : the semaphore; null in an interrupt, after OSSafetyCriticalStart(), or if no event control block is free
 */
OS_EVENT *OSSemCreate(INT16U cnt)
{
    OS_EVENT *pevent;

    if (OS_ObjectsAreFrozen() || (OSIntNesting > 0u)) {
        return (OS_EVENT *)0;
    }
    pevent = OS_EventAlloc(OS_EVENT_TYPE_SEM, cnt, (void *)0);
    if (pevent != (OS_EVENT *)0) {
        OS_TRACE_SEM_CREATE(pevent, OS_EVENT_NAME(pevent));
    }
    return pevent;
}

#if OS_SEM_DEL_EN > 0u
/*
 * Description: Delete a semaphore.
 * Arguments  : pevent   the semaphore
 *              opt      OS_DEL_NO_PEND  only if no task waits for it
 *                       OS_DEL_ALWAYS   waiting tasks get OS_ERR_PEND_ABORT
 *              perr     gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_DEL_ISR,
 *                       OS_ERR_TASK_WAITING, OS_ERR_INVALID_OPT, OS_ERR_ILLEGAL_DEL_RUN_TIME
 * Returns    : null if it is deleted, or after OSSafetyCriticalStart(); else pevent
 */
OS_EVENT *OSSemDel(OS_EVENT *pevent, INT8U opt, INT8U *perr)
{
    OS_EVENT *presult;

    OS_TRACE_API(pevent, OS_TRACE_SEM_DEL_ENTER(pevent, opt));
    presult = OS_EventDel(pevent, OS_EVENT_TYPE_SEM, opt, perr, 0);
    OS_TRACE_API(pevent, OS_TRACE_SEM_DEL_EXIT(*perr));
    return presult;
}
#endif

OS_GENERAL_PATH void OS_SemPendGeneral(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S handle);

/*
 * Description: Take a semaphore. If it is not available, wait for it.
 * Arguments  : pevent    the semaphore
 *              timeout   maximum wait in ticks; 0: no limit
 *              perr      gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_PEND_ISR,
 *                        OS_ERR_PEND_LOCKED, OS_ERR_PEND_ABORT, OS_ERR_TIMEOUT, OS_ERR_OS_NOT_RUNNING
 * Returns    : none
 * Notes      : A timeout makes the task ready, but the task stays in the wait list until it runs. A post during this
 *              time still reaches the task, so the call returns OS_ERR_NONE. Other pend functions do the same.
 */
void OSSemPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    if (OS_PerrIsNull(perr)) {
        return;
    }
    OS_SemPend(pevent, timeout, perr);
}

OS_GENERAL_PATH void OS_SemPendGeneral(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S handle)
{
    INT8U err;
    OS_CRITICAL_SR;

#ifdef OS_SAFETY_CRITICAL /* an #ifdef, because at -O0 a dead return would change the default build's code */
    if (OS_PerrIsNull(perr)) {
        return;
    }
#endif
    OS_TRACE_API(pevent, OS_TRACE_SEM_PEND_ENTER(pevent, timeout));
    err = OS_PendSlowChk(pevent, OS_EVENT_TYPE_SEM, handle);
    if (err == OS_ERR_NONE) {
        OS_ENTER_CRITICAL();
        if (OS_SemTake(pevent, timeout, &err) == OS_FALSE) {
            OS_EventTaskWait(pevent, OS_STAT_SEM);
            OS_SCHED_WAIT();
            err = OS_EventTaskWaitEnd();
        }
        OS_EXIT_CRITICAL();
    }
    *perr = err;
    OS_TRACE_API(pevent, OS_TRACE_SEM_PEND_EXIT(err));
}

#if OS_PEND_SHORT
void OS_SemPendSlow(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S handle)
{
    if (OS_PendIsShort(handle, timeout)) {
        (void)OS_PendShort(pevent, handle, timeout, OS_STAT_SEM, perr);
    } else {
        OS_SemPendGeneral(pevent, timeout, perr, handle);
    }
}
#endif

#if OS_SEM_PEND_ABORT_EN > 0u
/*
 * Description: Abort the wait of tasks for a semaphore.
 * Arguments  : pevent   the semaphore
 *              opt      OS_PEND_OPT_BROADCAST  all waiting tasks
 *                       OS_PEND_OPT_NONE       the highest-priority waiting task
 *              perr     gets OS_ERR_NONE (no task waits), OS_ERR_PEND_ABORT (waits ended), OS_ERR_PEVENT_NULL,
 *                       OS_ERR_EVENT_TYPE
 * Returns    : the number of tasks whose wait ended
 */
INT8U OSSemPendAbort(OS_EVENT *pevent, INT8U opt, INT8U *perr)
{
    return OS_EventPendAbort(pevent, OS_EVENT_TYPE_SEM, opt, perr);
}
#endif

OS_SLOW_PATH INT8U OS_SemPostSlow(OS_EVENT *pevent, INT32U outcome);

/*
 * Description: Signal a semaphore: the highest-priority waiting task gets it, or else the count increases.
 * Arguments  : pevent   the semaphore
 * Returns    : OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_SEM_OVF (the count is 65535)
 */
INT8U OSSemPost(OS_EVENT *pevent)
{
    return OS_SemPost(pevent);
}

OS_SLOW_PATH INT8U OS_SemPostSlow(OS_EVENT *pevent, INT32U outcome)
{
    INT8U err;
    OS_CRITICAL_SR;

    if (outcome != 0u) {
        return OS_EventPostEndGeneral(pevent, OS_ACCEL_SEM, (void *)0, outcome);
    }
    OS_TRACE_API(pevent, OS_TRACE_SEM_POST_ENTER(pevent));
    err = OS_EventChk(pevent, OS_EVENT_TYPE_SEM);
    if (err == OS_ERR_NONE) {
        OS_ENTER_CRITICAL();
        if (OS_AccelEventAny(pevent)) {
            (void)OS_EventTaskRdy(pevent, (void *)0, OS_STAT_PEND_OK);
            OS_EXIT_CRITICAL();
            OS_Sched();
        } else {
            if (pevent->OSEventCnt < SEM_CNT_MAX) {
                pevent->OSEventCnt++;
            } else {
                err = OS_ERR_SEM_OVF;
            }
            OS_EXIT_CRITICAL();
        }
    }
    OS_TRACE_API(pevent, OS_TRACE_SEM_POST_EXIT(err));
    return err;
}

#if OS_SEM_QUERY_EN > 0u
/*
 * Description: Return a semaphore's count and the waiting tasks.
 * Arguments  : pevent       the semaphore
 *              p_sem_data   gets the count and the wait list
 * Returns    : OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_PDATA_NULL, OS_ERR_EVENT_TYPE
 */
INT8U OSSemQuery(OS_EVENT *pevent, OS_SEM_DATA *p_sem_data)
{
    INT8U err = OS_EventQueryChk(pevent, OS_EVENT_TYPE_SEM, p_sem_data);
    OS_CRITICAL_SR;

    if (err != OS_ERR_NONE) {
        return err;
    }
    OS_ENTER_CRITICAL();
    OS_AccelEventCopy(pevent, &p_sem_data->OSEventGrp, p_sem_data->OSEventTbl);
    p_sem_data->OSCnt = OS_SemCntGet(pevent);
    OS_EXIT_CRITICAL();
    return OS_ERR_NONE;
}
#endif

#if OS_SEM_SET_EN > 0u
/*
 * Description: Set a semaphore's count.
 * Arguments  : pevent   the semaphore
 *              cnt      the count
 *              perr     gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_TASK_WAITING (count unchanged)
 * Returns    : none
 */
void OSSemSet(OS_EVENT *pevent, INT16U cnt, INT8U *perr)
{
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return;
    }
#if OS_ACCEL_EVENT
    if (OS_AccelEventIsWhole(pevent, OS_EVENT_TYPE_SEM) && OS_ACCEL_LIKELY(OS_AccelEventPutIfNoWaiter(pevent, cnt))) {
        *perr = OS_ERR_NONE;
        return;
    }
#endif
    *perr = OS_EventChk(pevent, OS_EVENT_TYPE_SEM);
    if (*perr != OS_ERR_NONE) {
        return;
    }
    OS_ENTER_CRITICAL();
    if ((OS_SemCntGet(pevent) > 0u) || !OS_AccelEventAny(pevent)) {
        OS_SemCntSet(pevent, cnt);
    } else {
        *perr = OS_ERR_TASK_WAITING;
    }
    OS_EXIT_CRITICAL();
}
#endif

#endif
