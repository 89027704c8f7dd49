/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mutexes. If a task of higher priority must wait for a mutex, the owner is promoted to the mutex's ceiling priority
 * until it unlocks the mutex. The ceiling is reserved in OSTCBPrioTbl[]. A promoted owner has two entries in this
 * table: the ceiling and its own priority.
 */
#include "os_check.h"
#include "os_pend.h"
#include "os_task.h"

#if OS_MUTEX_EN > 0u

/*
 * OSEventCnt: the upper byte is the ceiling. The lower byte is the priority at which the owner locked the mutex, or
 * MUTEX_NO_OWNER. OSEventPtr: the owner's TCB.
 */
#define MUTEX_NO_OWNER     0xFFu
#define MUTEX_PCP(pevent)  ((INT8U)((pevent)->OSEventCnt >> 8u))
#define MUTEX_PRIO(pevent) ((INT8U)((pevent)->OSEventCnt & 0xFFu))

INT8U OSMutexPromotions;

/* Set the owner; null makes the mutex available. Interrupts must be disabled. */
static void OS_MutexOwnerSet(OS_EVENT *pevent, OS_TCB *powner)
{
    const INT8U prio = (powner == (OS_TCB *)0) ? MUTEX_NO_OWNER : powner->OSTCBPrio;

    pevent->OSEventCnt = (INT16U)((pevent->OSEventCnt & 0xFF00u) | prio);
    pevent->OSEventPtr = powner;
}

/* Check that the ceiling is higher than the owner's priority. */
static INT8U OS_MutexCeilingChk(OS_EVENT const *pevent)
{
    const INT8U pcp = MUTEX_PCP(pevent);

    return ((pcp != OS_PRIO_MUTEX_CEIL_DIS) && (MUTEX_PRIO(pevent) <= pcp)) ? OS_ERR_PCP_LOWER : OS_ERR_NONE;
}

/* Lock a mutex for the running task, if it is available. Interrupts must be disabled. */
static BOOLEAN OS_MutexTake(OS_EVENT *pevent, INT8U *perr)
{
    if (MUTEX_PRIO(pevent) != MUTEX_NO_OWNER) {
        return OS_FALSE;
    }
    OS_MutexOwnerSet(pevent, OSTCBCur);
    *perr = OS_MutexCeilingChk(pevent);
    return OS_TRUE;
}

/* Change the owner's priority. With the event unit, this is fast if the owner is ready. Interrupts must be disabled. */
OS_ACCEL_INLINE void OS_MutexOwnerMove(OS_TCB *powner, INT8U prio)
{
#if OS_ACCEL_EVENT_ALL
    if (OS_TCBIsRdyWithoutWait(powner)) {
        OS_TCBRdyMove(powner, prio);
        if (powner == OSTCBCur) {
            OSPrioCur = prio;
        }
        return;
    }
#endif
    OS_TCBPrioMove(powner, prio);
}

/*
 * Promote the owner of a mutex for which the running task must wait. Do nothing if the mutex has no ceiling or the
 * owner was deleted. Also do nothing if the owner's priority is not lower than the ceiling, or if the owner locked the
 * mutex at the running task's priority or a higher one. Interrupts must be disabled.
 */
static void OS_MutexPromote(OS_EVENT *pevent)
{
    const INT8U pcp = MUTEX_PCP(pevent);
    OS_TCB *powner = (OS_TCB *)pevent->OSEventPtr;

    if ((pcp != OS_PRIO_MUTEX_CEIL_DIS) && (powner != (OS_TCB *)0) && (powner->OSTCBPrio > pcp) &&
        (MUTEX_PRIO(pevent) > OSTCBCur->OSTCBPrio)) {
        if (OSTCBPrioTbl[pcp] == OS_TCB_RESERVED) {
            OSMutexPromotions++;
        }
        OSTCBPrioTbl[pcp] = powner;
        OS_MutexOwnerMove(powner, pcp);
        OS_TRACE_MUTEX_TASK_PRIO_INHERIT(powner, pcp);
    }
}

/*
 * Set the ceiling's entry of OSTCBPrioTbl[] to `pvalue`. If the owner runs at the ceiling, it returns to the priority
 * at which it locked the mutex. If that priority does not belong to the owner, because another promotion has ended or
 * the priority was changed, the owner gets its highest entry. Interrupts must be disabled.
 */
static __attribute__((noinline)) void OS_MutexDemoteFrom(INT8U pcp, OS_EVENT const *pevent, OS_TCB *pvalue)
{
    INT8U prio = MUTEX_PRIO(pevent);
    OS_TCB *powner = (OS_TCB *)pevent->OSEventPtr;

    if (OSTCBPrioTbl[pcp] != OS_TCB_RESERVED) {
        OSMutexPromotions--;
    }
    OSTCBPrioTbl[pcp] = pvalue;
    if ((powner == (OS_TCB *)0) || (powner->OSTCBPrio != pcp)) {
        return;
    }
    if (OSTCBPrioTbl[prio] != powner) {
        for (prio = 0u; OSTCBPrioTbl[prio] != powner; prio++) {
        }
    }
    OS_TRACE_MUTEX_TASK_PRIO_DISINHERIT(powner, prio);
    OS_MutexOwnerMove(powner, prio);
    if (powner == OSTCBCur) {
        OSPrioCur = prio;
        OS_AccelRunning((OSLockNesting == 0u) ? prio : 0u);
    }
}

/* Return whether the mutex has a ceiling, and the ceiling's entry in OSTCBPrioTbl[] is not `pvalue`. */
OS_ACCEL_INLINE BOOLEAN OS_MutexCeilingDiffers(OS_EVENT const *pevent, OS_TCB const *pvalue)
{
    const INT8U pcp = MUTEX_PCP(pevent);

    return (BOOLEAN)((pcp != OS_PRIO_MUTEX_CEIL_DIS) && (OSTCBPrioTbl[pcp] != pvalue));
}

OS_ACCEL_INLINE void OS_MutexDemote(OS_EVENT const *pevent, OS_TCB *pvalue)
{
    if (OS_MutexCeilingDiffers(pevent, pvalue)) {
        OS_MutexDemoteFrom(MUTEX_PCP(pevent), pevent, pvalue);
    }
}

/* Return whether an event control block is a mutex that the task owns. */
static BOOLEAN OS_MutexIsOwnedBy(OS_EVENT const *pevent, OS_TCB const *ptcb)
{
    return (BOOLEAN)((pevent->OSEventType == OS_EVENT_TYPE_MUTEX) && (pevent->OSEventPtr == ptcb));
}

/*
 * Description: Undo all promotions of a task.
 * Arguments  : ptcb   the task
 * Returns    : none
 * Notes      : Interrupts must be disabled.
 */
void OS_MutexOwnerDemote(OS_TCB *ptcb)
{
    OS_EVENT const *pevent;

    for (pevent = OSEventTbl; pevent < &OSEventTbl[OS_MAX_EVENTS]; pevent++) {
        if (OS_MutexIsOwnedBy(pevent, ptcb)) {
            OS_MutexDemote(pevent, OS_TCB_RESERVED);
        }
    }
}

/*
 * Description: Leave the mutexes of a deleted task without an owner. They stay locked until they are deleted.
 * Arguments  : ptcb   the task, which is in no list and has no delay
 * Returns    : none
 * Notes      : Interrupts must be enabled, and the scheduler locked.
 */
void OS_MutexOwnerForget(OS_TCB *ptcb)
{
    OS_EVENT *pevent;
    OS_CRITICAL_SR;

    for (pevent = OSEventTbl; pevent < &OSEventTbl[OS_MAX_EVENTS]; pevent++) {
        OS_ENTER_CRITICAL();
        if (OS_MutexIsOwnedBy(pevent, ptcb)) {
            OS_MutexDemote(pevent, OS_TCB_RESERVED);
            pevent->OSEventPtr = (void *)0;
        }
        OS_EXIT_CRITICAL();
    }
}

#if OS_MUTEX_ACCEPT_EN > 0u
/*
 * Description: Lock a mutex without waiting, if it is available.
 * Arguments  : pevent   the mutex
 *              perr     gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_PEND_ISR, OS_ERR_PCP_LOWER
 *                       (locked, but its ceiling is not higher than the task's priority)
 * Returns    : OS_TRUE: the task has locked it; OS_FALSE: it was already locked, or an error
 */
BOOLEAN OSMutexAccept(OS_EVENT *pevent, INT8U *perr)
{
    BOOLEAN taken;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return OS_FALSE;
    }
    *perr = OS_EventChk(pevent, OS_EVENT_TYPE_MUTEX);
    if (*perr != OS_ERR_NONE) {
        return OS_FALSE;
    }
    if (OSIntNesting > 0u) {
        *perr = OS_ERR_PEND_ISR;
        return OS_FALSE;
    }
    OS_ENTER_CRITICAL();
    taken = OS_MutexTake(pevent, perr);
    OS_EXIT_CRITICAL();
    return taken;
}
#endif

/*
 * Description: Create a mutex.
 * Arguments  : prio   its ceiling: a free priority, higher than that of all tasks that use the mutex; or
 *                     OS_PRIO_MUTEX_CEIL_DIS, which disables the promotion of the owner
 *              perr   gets OS_ERR_NONE, OS_ERR_PRIO_INVALID, OS_ERR_CREATE_ISR, OS_ERR_PRIO_EXIST, OS_ERR_PEVENT_NULL
 *                     (there is no free event control block), OS_ERR_ILLEGAL_CREATE_RUN_TIME
 * Returns    : the mutex; null after an error
 */
OS_EVENT *OSMutexCreate(INT8U prio, INT8U *perr)
{
    OS_EVENT *pevent;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr) || OS_ObjectsAreFrozenErr(perr, OS_ERR_ILLEGAL_CREATE_RUN_TIME)) {
        return (OS_EVENT *)0;
    }
#if OS_ARG_CHK_EN > 0u
    if ((prio >= OS_LOWEST_PRIO) && (prio != OS_PRIO_MUTEX_CEIL_DIS)) {
        *perr = OS_ERR_PRIO_INVALID;
        return (OS_EVENT *)0;
    }
#endif
    if (OSIntNesting > 0u) {
        *perr = OS_ERR_CREATE_ISR;
        return (OS_EVENT *)0;
    }
    if (prio != OS_PRIO_MUTEX_CEIL_DIS) {
        OS_ENTER_CRITICAL();
        if (OSTCBPrioTbl[prio] != (OS_TCB *)0) {
            OS_EXIT_CRITICAL();
            *perr = OS_ERR_PRIO_EXIST;
            return (OS_EVENT *)0;
        }
        OSTCBPrioTbl[prio] = OS_TCB_RESERVED;
        OS_EXIT_CRITICAL();
    }
    pevent = OS_EventAlloc(OS_EVENT_TYPE_MUTEX, (INT16U)(((INT16U)prio << 8u) | MUTEX_NO_OWNER), (void *)0);
    if (pevent == (OS_EVENT *)0) {
        if (prio != OS_PRIO_MUTEX_CEIL_DIS) {
            OS_ENTER_CRITICAL();
            OSTCBPrioTbl[prio] = (OS_TCB *)0;
            OS_EXIT_CRITICAL();
        }
        *perr = OS_ERR_PEVENT_NULL;
        return (OS_EVENT *)0;
    }
    OS_TRACE_MUTEX_CREATE(pevent, OS_EVENT_NAME(pevent));
    *perr = OS_ERR_NONE;
    return pevent;
}

#if OS_MUTEX_DEL_EN > 0u
static void OS_MutexCeilingFree(OS_EVENT *pevent)
{
    OS_MutexDemote(pevent, (OS_TCB *)0);
}

/*
 * Description: Delete a mutex. The ceiling becomes free, and a promoted owner returns to its own priority.
 * Arguments  : pevent   the mutex
 *              opt      OS_DEL_NO_PEND  only if no task waits for it
 *                       OS_DEL_ALWAYS   waiting tasks get OS_ERR_PEND_ABORT
 *              perr     gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_DEL_ISR,
 *                       OS_ERR_TASK_WAITING, OS_ERR_INVALID_OPT, OS_ERR_ILLEGAL_DEL_RUN_TIME
 * Returns    : null if it is deleted, or after OSSafetyCriticalStart(); else pevent
 */
OS_EVENT *OSMutexDel(OS_EVENT *pevent, INT8U opt, INT8U *perr)
{
    OS_EVENT *presult;

    OS_TRACE_API(pevent, OS_TRACE_MUTEX_DEL_ENTER(pevent, opt));
    presult = OS_EventDel(pevent, OS_EVENT_TYPE_MUTEX, opt, perr, OS_MutexCeilingFree);
    OS_TRACE_API(pevent, OS_TRACE_MUTEX_DEL_EXIT(*perr));
    return presult;
}
#endif

/*
 * Do the part of OSMutexPend() that promotes the owner and waits. Interrupts must be disabled; the function enables
 * them. noinline, so that the short part of OSMutexPend() saves no registers.
 */
static __attribute__((noinline)) void OS_MutexWait(OS_EVENT *pevent, INT32U timeout, INT8U *perr, OS_CPU_SR cpu_sr)
{
    OS_MutexPromote(pevent);
#if OS_PEND_SHORT
    if (OS_ACCEL_LIKELY(OS_AccelEventIsInUnit(pevent)) && OS_PendIsShort(1, timeout) &&
        OS_ACCEL_LIKELY(OSTCBCur->OSTCBStat == OS_STAT_RDY)) { /* a handler may have suspended the task */
        OS_AccelEventWaitersSet(pevent);
        (void)OS_PendWithin(OSTCBCur, pevent, OS_ACCEL_HANDLE(pevent, OS_ACCEL_LIST), timeout, OS_STAT_MUTEX, perr,
                            cpu_sr, (OS_TCB *)0, 0u);
        return;
    }
#endif
    OS_AccelEventWait(pevent, OSTCBCur, timeout);
    OS_EventTaskWait(pevent, OS_STAT_MUTEX);
    OS_SCHED_WAIT();
    *perr = OS_EventTaskWaitEnd();
    OS_EXIT_CRITICAL();
    OS_TRACE_API(pevent, OS_TRACE_MUTEX_PEND_EXIT(*perr));
}

OS_SLOW_PATH void OS_MutexPendGeneral(OS_EVENT *pevent, INT32U timeout, INT8U *perr, OS_CPU_SR cpu_sr,
                                      BOOLEAN in_critical);

/*
 * Description: Lock a mutex. If it is locked, promote an owner of lower priority to the ceiling, and wait.
 * Arguments  : pevent    the mutex
 *              timeout   maximum wait in ticks; 0: no limit
 *              perr      gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_PEND_ISR,
 *                        OS_ERR_PEND_LOCKED, OS_ERR_PEND_ABORT, OS_ERR_TIMEOUT, OS_ERR_PCP_LOWER (locked, but its
 *                        ceiling is not higher than the task's priority)
 * Returns    : none
 * Notes      : While a task owns a mutex, it should wait for nothing else, and its priority should not change. A mutex
 *              does not nest: if the owner calls this again, it waits.
 *              A timeout does not end the owner's promotion.
 */
void OSMutexPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    if (OS_PerrIsNull(perr)) {
        return;
    }
    OS_MutexPend(pevent, timeout, perr);
}

OS_SLOW_PATH void OS_MutexPendGeneral(OS_EVENT *pevent, INT32U timeout, INT8U *perr, OS_CPU_SR cpu_sr,
                                      BOOLEAN in_critical)
{
    INT8U err = OS_ERR_NONE;

    if (in_critical == OS_FALSE) {
        OS_TRACE_API(pevent, OS_TRACE_MUTEX_PEND_ENTER(pevent, timeout));
        err = OS_PendChk(pevent, OS_EVENT_TYPE_MUTEX);
    }
    if (err == OS_ERR_NONE) {
        if (in_critical == OS_FALSE) {
            OS_ENTER_CRITICAL();
        }
        if (OS_MutexTake(pevent, &err) == OS_FALSE) {
            OS_MutexWait(pevent, timeout, perr, cpu_sr);
            return;
        }
        OS_EXIT_CRITICAL();
    }
    *perr = err;
    OS_TRACE_API(pevent, OS_TRACE_MUTEX_PEND_EXIT(err));
}

#if OS_PEND_SHORT
/*
 * Description: Do OSMutexPend() for a locked mutex in the unit. OS_MutexPendGeneral() handles the rare cases: the mutex
 *              is free again, its owner was deleted or is the caller, or the owner to promote is not ready.
 * Arguments  : as OSMutexPend()
 *              cpu_sr   state of the critical section, which ends here
 * Returns    : none
 * Notes      : Interrupts must be disabled. They are served first, because the critical section would otherwise be
 *              long. OS_READ_HERE() puts loads and shifts before the places where the function would wait for them. It
 *              needs no stack frame, because all rare cases share a call.
 */
void OS_MutexPendShort(OS_EVENT *pevent, INT32U timeout, INT8U *perr, OS_CPU_SR cpu_sr)
{
    OS_TCB *ptcb;
    OS_TCB *powner;
    OS_TCB **pceiling;
    INT32U pcp;
    INT32U prio;
    INT32U locked;
    INT32U low;
    INT32U states;
    INT32S handle;

    OS_EXIT_CRITICAL();
    pcp = OS_MUTEX_PCP(pevent);
    OS_READ_HERE(pcp);
    ptcb = OSTCBCur;
    OS_READ_HERE(ptcb);
    OS_CPU_TABLE(pceiling, OSTCBPrioTbl, pcp);
    OS_READ_HERE(pcp * sizeof(OS_TCB *));
    if (!OS_PendIsShort(1, timeout)) {
        OS_MutexPendGeneral(pevent, timeout, perr, 0u, OS_FALSE);
        return;
    }
    pceiling += pcp;
    OS_READ_HERE(pceiling);
    OS_ENTER_CRITICAL();
    powner = (OS_TCB *)pevent->OSEventPtr;
    OS_READ_HERE(powner);
    locked = OS_MUTEX_PRIO(pevent);
    OS_READ_HERE(locked);
    prio = OSPrioCur;
    OS_READ_HERE(prio);
    if (!OS_ACCEL_LIKELY(powner != (OS_TCB *)0)) {
        goto rare;
    }
    low = powner->OSTCBPrio;
    OS_READ_HERE(low);
    states = OS_TCB_STATES(powner);
    OS_READ_HERE(states);
    if (OS_ACCEL_LIKELY(locked > prio) && OS_ACCEL_LIKELY(low > pcp)) { /* as OS_MutexPromote() */
        OS_TCB *pentry;
        INT32U ready;
        INT8U promotions;

        if (!OS_ACCEL_LIKELY(states == 0u) || !OS_ACCEL_LIKELY(low != prio)) {
            goto rare;
        }
        ready = OS_AccelRdyTstPrio(low);
        pentry = *pceiling;
        OS_READ_HERE(pentry);
        handle = (INT32S)OS_ACCEL_HANDLE(pevent, OS_ACCEL_LIST);
        OS_READ_HERE(handle);
        if (!OS_ACCEL_LIKELY(ready != 0u)) {
            goto rare;
        }
        promotions = OSMutexPromotions;
        OS_READ_HERE(promotions);
        OS_READ_HERE(OS_AccelPendBy(prio));
        OS_AccelRdyMove(low, pcp);
        if (OS_ACCEL_LIKELY(pentry == OS_TCB_RESERVED)) {
            OSMutexPromotions = (INT8U)(promotions + 1u);
        }
        ptcb = OSTCBCur; /* again, because there is no register for it in between */
        OS_READ_HERE(ptcb);
        *pceiling = powner;
        powner->OSTCBPrio = (INT8U)pcp;
    } else {
        ptcb = OSTCBCur;
        handle = (INT32S)OS_ACCEL_HANDLE(pevent, OS_ACCEL_LIST);
    }
    OS_AccelEventWaitersSet(pevent);
    /* Only the owner can have the ceiling as its priority. */
    (void)OS_PendWithin(ptcb, pevent, handle, timeout, OS_STAT_MUTEX, perr, cpu_sr, powner, pcp);
    return;
rare:
    OS_MutexPendGeneral(pevent, timeout, perr, cpu_sr, OS_TRUE);
}
#endif

/*
 * Make the highest-priority waiting task the owner of a mutex. If no task waits, make the mutex available. *psched gets
 * OS_TRUE if a task waited. The caller must first end the old owner's promotion. Interrupts must be disabled.
 */
OS_ACCEL_INLINE INT8U OS_MutexPass(OS_EVENT *pevent, BOOLEAN *psched)
{
    *psched = OS_FALSE;
    if (!OS_AccelEventAny(pevent)) {
        OS_MutexOwnerSet(pevent, (OS_TCB *)0);
        return OS_ERR_NONE;
    }
    OS_MutexOwnerSet(pevent, OSTCBPrioTbl[OS_EventTaskRdy(pevent, (void *)0, OS_STAT_PEND_OK)]);
    *psched = OS_TRUE;
    return OS_MutexCeilingChk(pevent);
}

#if OS_ACCEL_EVENT
/* Do the work of OS_MutexPass() for a mutex in the unit. */
OS_ACCEL_INLINE INT8U OS_MutexPassInUnit(OS_EVENT *pevent, BOOLEAN *psched)
{
    const INT32U outcome = OS_AccelEventPost(pevent, OS_ACCEL_LIST, 0u);

    *psched = OS_FALSE;
    if (outcome == OS_ACCEL_STORED) {
        OS_AccelEventWaitersClr(pevent);
        OS_MutexOwnerSet(pevent, (OS_TCB *)0);
        return OS_ERR_NONE;
    }
    OS_MutexOwnerSet(pevent, OSTCBPrioTbl[OS_AccelIsMarked(outcome)
                                              ? OS_EventTaskRdy(pevent, (void *)0, OS_STAT_PEND_OK)
                                              : OS_AccelOutcomePrio(outcome)]);
    *psched = OS_TRUE;
    return OS_MutexCeilingChk(pevent);
}
#endif

/* Unlock a mutex in software, if the running task owns it. Interrupts must be disabled. */
static INT8U OS_MutexGive(OS_EVENT *pevent, BOOLEAN *psched)
{
    *psched = OS_FALSE;
    if (pevent->OSEventPtr != OSTCBCur) {
        return OS_ERR_NOT_MUTEX_OWNER;
    }
    OS_MutexDemote(pevent, OS_TCB_RESERVED);
    return OS_MutexPass(pevent, psched);
}

/* Do OSMutexPost() for a mutex in software, with all checks. In an interrupt, return OS_ERR_POST_ISR. */
static OS_ACCEL_OUT_OF_LINE INT8U OS_MutexPostInSoftware(OS_EVENT *pevent)
{
    INT8U err;
    OS_CRITICAL_SR;

    if (OSIntNesting > 0u) {
        return OS_ERR_POST_ISR;
    }
    OS_TRACE_API(pevent, OS_TRACE_MUTEX_POST_ENTER(pevent));
    err = OS_EventChk(pevent, OS_EVENT_TYPE_MUTEX);
    if (err == OS_ERR_NONE) {
        BOOLEAN sched;

        OS_ENTER_CRITICAL();
        err = OS_MutexGive(pevent, &sched);
        OS_EXIT_CRITICAL();
        if (sched == OS_TRUE) {
            OS_Sched();
        }
    }
    OS_TRACE_API(pevent, OS_TRACE_MUTEX_POST_EXIT(err));
    return err;
}

/*
 * Description: Unlock a mutex: the highest-priority waiting task becomes its owner. If the running task was promoted,
 *              it returns to its own priority.
 * Arguments  : pevent   the mutex
 * Returns    : OS_ERR_NONE, OS_ERR_POST_ISR, OS_ERR_PEVENT_NULL, OS_ERR_EVENT_TYPE, OS_ERR_NOT_MUTEX_OWNER,
 *              OS_ERR_PCP_LOWER (unlocked, but its ceiling is not higher than the new owner's priority)
 */
INT8U OSMutexPost(OS_EVENT *pevent)
{
    return OS_MutexPost(pevent);
}

#if OS_ACCEL_EVENT
INT8U OS_MutexPostGeneral(OS_EVENT *pevent, OS_CPU_SR cpu_sr, BOOLEAN in_critical)
{
    BOOLEAN sched;
    INT8U err;

    if (in_critical == OS_FALSE) {
        return OS_MutexPostInSoftware(pevent);
    }
    if (pevent->OSEventPtr != OSTCBCur) {
        OS_EXIT_CRITICAL();
        return OS_ERR_NOT_MUTEX_OWNER;
    }
    OS_MutexDemote(pevent, OS_TCB_RESERVED);
    err = OS_MutexPassInUnit(pevent, &sched);
    OS_EXIT_CRITICAL();
    if (sched == OS_TRUE) {
        OS_Sched();
    }
    return err;
}

#if OS_PEND_SHORT
/* Result of a post after which the task of priority `prio` owns the mutex. */
#define MUTEX_POST_ERR(prio, pcp) \
    ((OS_ACCEL_LIKELY((prio) > (pcp)) || ((pcp) == OS_PRIO_MUTEX_CEIL_DIS)) ? OS_ERR_NONE : OS_ERR_PCP_LOWER)

/* Call the scheduler and return `err`. noinline, so that OS_MutexPostShort() needs no stack frame. */
static __attribute__((noinline)) INT8U OS_MutexPostSched(INT8U err)
{
    OS_Sched();
    return err;
}

/*
 * Description: Do OSMutexPost() for a mutex in the unit, if a task may wait for it or any owner is promoted. A promoted
 *              owner returns to the priority at which it locked the mutex, and the woken task becomes the owner.
 *              OS_MutexPostGeneral() handles the rare cases.
 * Arguments  : pevent   the mutex
 *              cpu_sr   state of the critical section, which ends here
 * Returns    : as OSMutexPost()
 * Notes      : Interrupts must be disabled. They are served before and after the change of the owner, because the
 *              critical section would otherwise be long. See OS_MutexPendShort() for the order of the instructions.
 */
INT8U OS_MutexPostShort(OS_EVENT *pevent, OS_CPU_SR cpu_sr)
{
    OS_TCB *ptcb;
    OS_TCB *pheir;
    OS_TCB **ptbl;
    OS_TCB **pceiling;
    OS_TCB **pentry;
    INT32S handle;
    INT32U pcp;
    INT32U locks;
    INT32U locked;
    INT32U prio;
    INT32U outcome;
    INT32U offset;
    INT32U heir;
    INT32U next;
    INT32U switches;
    INT8U promotions;

    OS_EXIT_CRITICAL();
    pcp = OS_MUTEX_PCP(pevent);
    OS_READ_HERE(pcp);
    locks = OSLockNesting;
    OS_READ_HERE(locks);
    ptcb = OSTCBCur;
    OS_READ_HERE(ptcb);
    OS_CPU_TABLE(ptbl, OSTCBPrioTbl, locks);
    OS_READ_HERE(pcp * sizeof(OS_TCB *));
    handle = (INT32S)OS_ACCEL_HANDLE(pevent, OS_ACCEL_LIST);
    OS_READ_HERE(handle);
    pceiling = ptbl + pcp;
    OS_READ_HERE(pceiling);
    OS_ENTER_CRITICAL();
    locked = OS_MUTEX_PRIO(pevent);
    OS_READ_HERE(locked);
    pheir = (OS_TCB *)pevent->OSEventPtr; /* still the owner */
    OS_READ_HERE(pheir);
    prio = OSPrioCur;
    OS_READ_HERE(prio);
    OS_READ_HERE(locked * sizeof(OS_TCB *));
    if (!OS_ACCEL_LIKELY(pheir == ptcb) || !OS_ACCEL_LIKELY(locks == 0u)) {
        goto rare;
    }
    pheir = ptbl[locked];
    OS_READ_HERE(pheir);
    promotions = OSMutexPromotions;
    OS_READ_HERE(promotions);
    if (OS_ACCEL_LIKELY(prio == pcp)) { /* the caller is promoted */
        if (!OS_ACCEL_LIKELY(pheir == ptcb)) { /* the priority `locked` does not belong to the caller */
            goto rare;
        }
        OS_AccelRdyMove(pcp, locked);
        outcome = OS_AccelHandlePost(handle, 0u);
        ptcb->OSTCBPrio = (INT8U)locked;
        *pceiling = OS_TCB_RESERVED;
        OS_IN_ORDER(promotions);
        OSMutexPromotions = (INT8U)(promotions - 1u);
        OSPrioCur = (INT8U)locked;
    } else {
        if (!OS_ACCEL_LIKELY(promotions == 0u) && (pcp != OS_PRIO_MUTEX_CEIL_DIS) &&
            (*pceiling != OS_TCB_RESERVED)) {
            goto rare;
        }
        outcome = OS_AccelHandlePost(handle, 0u);
    }
    if (!OS_ACCEL_LIKELY(OS_AccelIsNotWoken(outcome) == 0u)) { /* the post has changed nothing */
        OS_AccelRunning(OSPrioCur);
        goto rare;
    }
    offset = OS_AccelWokenOffset(outcome);
    OS_READ_HERE(offset);
    heir = OS_AccelWokenPrio(outcome);
    OS_READ_HERE(heir);
    pentry = (OS_TCB **)((size_t)ptbl + offset);
    pheir = *pentry;
    OS_READ_HERE(pheir);
    OS_MUTEX_PRIO(pevent) = (INT8U)heir;
    pevent->OSEventPtr = pheir;
    if (!OS_ACCEL_LIKELY(prio == pcp) && OS_ACCEL_LIKELY(heir > prio)) {
        OS_EXIT_CRITICAL();
        return MUTEX_POST_ERR(heir, pcp);
    }
    OS_INT_WINDOW();
    next = OS_SwitchNext();
    switches = OSCtxSwCtr;
    OS_READ_HERE(switches);
    pheir = *pentry; /* in the window, another task can have got this priority */
    OS_READ_HERE(pheir);
    if (!OS_ACCEL_LIKELY(next == heir)) {
        OS_EXIT_CRITICAL();
        return OS_MutexPostSched(MUTEX_POST_ERR(heir, pcp));
    }
    OS_SwitchTo(next, pheir, switches, cpu_sr);
    return MUTEX_POST_ERR(heir, pcp);
rare:
    return OS_MutexPostGeneral(pevent, cpu_sr, OS_TRUE);
}
#endif
#endif

/*
 * Description: Lock a mutex, if it is available, for a hardware thread's delegate, which must be waiting for work.
 * Arguments  : pevent   the mutex
 *              ptcb     the delegate
 *              perr     gets OS_ERR_NONE, OS_ERR_EVENT_TYPE, OS_ERR_PEVENT_NULL, OS_ERR_PCP_LOWER, as OSMutexPend()
 * Returns    : OS_TRUE: the delegate has locked it, or an error; OS_FALSE: it was already locked
 * Notes      : Call it in an interrupt.
 */
BOOLEAN OS_MutexTakeForDelegate(OS_EVENT *pevent, OS_TCB *ptcb, INT8U *perr)
{
    *perr = OS_EventChk(pevent, OS_EVENT_TYPE_MUTEX);
    if (!OS_ACCEL_LIKELY(*perr == OS_ERR_NONE)) {
        return OS_TRUE;
    }
    if (!OS_ACCEL_LIKELY(MUTEX_PRIO(pevent) == MUTEX_NO_OWNER)) {
        return OS_FALSE;
    }
    OS_MutexOwnerSet(pevent, ptcb);
    *perr = OS_MutexCeilingChk(pevent);
    return OS_TRUE;
}

/*
 * Description: Unlock a mutex for a hardware thread's delegate, which must be waiting for work.
 * Arguments  : pevent   the mutex
 *              ptcb     the delegate
 * Returns    : as OSMutexPost()
 * Notes      : Call it in an interrupt. The end of the interrupt may switch tasks. No task is in the middle of a pend
 *              or post of this mutex, because the owner would then be ready or running, but the delegate waits.
 */
INT8U OS_MutexPostForDelegate(OS_EVENT *pevent, OS_TCB *ptcb)
{
    const INT8U err = OS_EventChk(pevent, OS_EVENT_TYPE_MUTEX);
    INT8U pcp;
    INT8U prio;
    BOOLEAN sched;

    if (!OS_ACCEL_LIKELY(err == OS_ERR_NONE)) {
        return err;
    }
    pcp = MUTEX_PCP(pevent);
    prio = MUTEX_PRIO(pevent);
    if (!OS_ACCEL_LIKELY(pevent->OSEventPtr == ptcb)) {
        return OS_ERR_NOT_MUTEX_OWNER;
    }
    if (OS_MutexCeilingDiffers(pevent, OS_TCB_RESERVED)) {
        if (OS_ACCEL_LIKELY(ptcb->OSTCBStat == OS_STAT_SEM) && OS_ACCEL_LIKELY(OSTCBPrioTbl[prio] == ptcb) &&
            OS_ACCEL_LIKELY(ptcb->OSTCBPrio == pcp)) {
            /* The delegate waits without an event: it is in no list, has no delay and is not held. */
            OSMutexPromotions--;
            OSTCBPrioTbl[pcp] = OS_TCB_RESERVED;
            OS_TRACE_MUTEX_TASK_PRIO_DISINHERIT(ptcb, prio);
            OS_TCBPrioSet(ptcb, prio);
        } else {
            OS_MutexDemoteFrom(pcp, pevent, OS_TCB_RESERVED);
        }
    }
#if OS_ACCEL_EVENT
    if (OS_ACCEL_LIKELY(OS_AccelEventIsInUnit(pevent))) {
        return OS_MutexPassInUnit(pevent, &sched);
    }
#endif
    return OS_MutexPass(pevent, &sched);
}

#if OS_MUTEX_QUERY_EN > 0u
/*
 * Description: Return a mutex's state and the waiting tasks.
 * Arguments  : pevent         the mutex
 *              p_mutex_data   gets the state and the wait list
 * Returns    : OS_ERR_NONE, OS_ERR_QUERY_ISR, OS_ERR_PEVENT_NULL, OS_ERR_PDATA_NULL, OS_ERR_EVENT_TYPE
 */
INT8U OSMutexQuery(OS_EVENT *pevent, OS_MUTEX_DATA *p_mutex_data)
{
    INT8U err;
    OS_CRITICAL_SR;

    if (OSIntNesting > 0u) {
        return OS_ERR_QUERY_ISR;
    }
    err = OS_EventQueryChk(pevent, OS_EVENT_TYPE_MUTEX, p_mutex_data);
    if (err != OS_ERR_NONE) {
        return err;
    }
    OS_ENTER_CRITICAL();
    OS_AccelEventCopy(pevent, &p_mutex_data->OSEventGrp, p_mutex_data->OSEventTbl);
    p_mutex_data->OSMutexPCP = MUTEX_PCP(pevent);
    p_mutex_data->OSOwnerPrio = MUTEX_PRIO(pevent);
    p_mutex_data->OSValue = (BOOLEAN)(MUTEX_PRIO(pevent) == MUTEX_NO_OWNER);
    OS_EXIT_CRITICAL();
    return OS_ERR_NONE;
}
#endif

#endif
