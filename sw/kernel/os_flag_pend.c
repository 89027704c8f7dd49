/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for event flags, and posting them. A waiting task keeps its wait node on its stack. A group in software links
 * the nodes in a list. The wait list of a group in the event unit is in the unit.
 *
 * A post consumes flags before the woken task runs, so no other task can take them. First, the post checks the waits of
 * all tasks that do not consume flags. Then it checks the waits of consuming tasks in order of priority. Each consuming
 * task sees only the flags that the tasks before it have left.
 */
#include "os_check.h"
#include "os_flag.h"
#include "os_pend.h"

#if OS_FLAG_USED

/* Bits of OSFlagWaited, which exists with the event unit: a task of this kind may wait for flags of the group. */
#define WAITED_BY_NON_CONSUMERS 1u /* tasks that leave the flags unchanged */
#define WAITED_BY_CONSUMERS     2u

/* Insert a node into the group's list. Interrupts must be disabled. */
OS_ACCEL_INLINE void OS_FlagLink(OS_FLAG_GRP *pgrp, OS_FLAG_NODE *pnode)
{
    OS_FLAG_NODE *pnext = (OS_FLAG_NODE *)pgrp->OSFlagWaitList;

    pnode->OSFlagNodePrev = (void *)0;
    pnode->OSFlagNodeNext = pnext;
    if (pnext != (OS_FLAG_NODE *)0) {
        pnext->OSFlagNodePrev = pnode;
    }
    pgrp->OSFlagWaitList = pnode;
}

/* Make the running task wait. It keeps running until OS_SCHED_WAIT(). Interrupts must be disabled. */
static void OS_FlagBlock(OS_FLAG_GRP *pgrp, OS_FLAG_NODE *pnode, OS_FLAGS flags, INT8U wait_type, INT32U timeout)
{
    pnode->OSFlagNodeFlags = flags;
    pnode->OSFlagNodeWaitType = wait_type;
    pnode->OSFlagNodeTCB = OSTCBCur;
    pnode->OSFlagNodeFlagGrp = pgrp;
#if (OS_TASK_DEL_EN > 0u) || OS_ACCEL_EVENT
    OSTCBCur->OSTCBFlagNode = pnode;
#endif
    OSTCBCur->OSTCBStat |= OS_STAT_FLAG;
    OSTCBCur->OSTCBStatPend = OS_STAT_PEND_OK;
#if OS_ACCEL_EVENT
    pgrp->OSFlagWaited |= ((wait_type & OS_FLAG_CONSUME) != 0u) ? WAITED_BY_CONSUMERS : WAITED_BY_NON_CONSUMERS;
    if (OS_AccelFlagIsInUnit(pgrp)) {
        OS_AccelFlagWait(pgrp, flags, wait_type, timeout);
        return;
    }
#endif
    OS_FlagLink(pgrp, pnode);
#if OS_ACCEL_TICK_ANYWHERE
    OS_AccelRdyClr(OSTCBCur);
#endif
    OS_AccelDlySet(OSTCBCur, timeout);
#if !OS_ACCEL_TICK_ANYWHERE
    OS_AccelRdyClr(OSTCBCur);
#endif
    OS_TRACE_TASK_SUSPENDED(OSTCBCur);
}

/*
 * Description: Remove a waiting task from the wait list of its group, in software or in the unit.
 * Arguments  : pnode   the task's node
 * Returns    : none
 * Notes      : Interrupts must be disabled.
 */
void OS_FlagUnlink(OS_FLAG_NODE *pnode)
{
    OS_FLAG_NODE *pprev = (OS_FLAG_NODE *)pnode->OSFlagNodePrev;
    OS_FLAG_NODE *pnext = (OS_FLAG_NODE *)pnode->OSFlagNodeNext;

#if OS_ACCEL_EVENT
    if (OS_AccelFlagIsInUnit((OS_FLAG_GRP const *)pnode->OSFlagNodeFlagGrp)) {
        OS_TCB *ptcb = (OS_TCB *)pnode->OSFlagNodeTCB;

        OS_AccelFlagRemove((OS_FLAG_GRP const *)pnode->OSFlagNodeFlagGrp, ptcb);
        ptcb->OSTCBFlagNode = (OS_FLAG_NODE *)0;
        return;
    }
#endif
    if (pprev == (OS_FLAG_NODE *)0) {
        ((OS_FLAG_GRP *)pnode->OSFlagNodeFlagGrp)->OSFlagWaitList = pnext;
    } else {
        pprev->OSFlagNodeNext = pnext;
    }
    if (pnext != (OS_FLAG_NODE *)0) {
        pnext->OSFlagNodePrev = pprev;
    }
#if (OS_TASK_DEL_EN > 0u) || OS_ACCEL_EVENT
    ((OS_TCB *)pnode->OSFlagNodeTCB)->OSTCBFlagNode = (OS_FLAG_NODE *)0;
#endif
}

/*
 * Description: Find a task that waits for flags of a group.
 * Arguments  : pgrp   the group
 * Returns    : its node; null if no task waits
 * Notes      : Interrupts must be disabled.
 */
OS_FLAG_NODE *OS_FlagWaiterFind(OS_FLAG_GRP const *pgrp)
{
#if OS_ACCEL_EVENT
    if (OS_AccelFlagIsInUnit(pgrp)) {
        const INT32U id = OS_ACCEL_FLAG_ID(pgrp);

        return OS_AccelUnitAny(id) ? OSTCBPrioTbl[OS_AccelUnitHighest(id)]->OSTCBFlagNode : (OS_FLAG_NODE *)0;
    }
#endif
    return (OS_FLAG_NODE *)pgrp->OSFlagWaitList;
}

#if OS_ACCEL_EVENT
/*
 * Description: Remove a task from its group's wait list in the unit before its priority changes. OS_FlagListEnter()
 *              inserts the task again afterwards.
 * Arguments  : ptcb   the task, which waits for flags
 * Returns    : none
 * Notes      : Interrupts must be disabled. No effect on a list in software, because it does not depend on priorities.
 */
void OS_FlagListLeave(OS_TCB const *ptcb)
{
    OS_FLAG_NODE const *pnode = ptcb->OSTCBFlagNode;

    if (OS_AccelFlagIsInUnit((OS_FLAG_GRP const *)pnode->OSFlagNodeFlagGrp)) {
        OS_AccelFlagRemove((OS_FLAG_GRP const *)pnode->OSFlagNodeFlagGrp, ptcb);
    }
}

void OS_FlagListEnter(OS_TCB const *ptcb)
{
    OS_FLAG_NODE const *pnode = ptcb->OSTCBFlagNode;

    if (OS_AccelFlagIsInUnit((OS_FLAG_GRP const *)pnode->OSFlagNodeFlagGrp)) {
        OS_AccelFlagInsert((OS_FLAG_GRP const *)pnode->OSFlagNodeFlagGrp, ptcb);
    }
}
#endif

/*
 * Description: End a task's wait for flags.
 * Arguments  : pnode       the task's node
 *              flags_rdy   the flags that the task gets
 *              pend_stat   OS_STAT_PEND_… that the task will see
 * Returns    : none
 * Notes      : Interrupts must be disabled. A suspended task gets the flags, but does not become ready.
 *              If the task has timed out but has not run since, pend_stat replaces the timeout.
 */
void OS_FlagTaskRdy(OS_FLAG_NODE *pnode, OS_FLAGS flags_rdy, INT8U pend_stat)
{
    OS_TCB *ptcb = (OS_TCB *)pnode->OSFlagNodeTCB;

    OS_AccelSettle(ptcb);
    OS_AccelDlyClr(ptcb);
    ptcb->OSTCBFlagsRdy = flags_rdy;
    ptcb->OSTCBStat &= (INT8U)~OS_STAT_FLAG;
    ptcb->OSTCBStatPend = pend_stat;
    if (ptcb->OSTCBStat == OS_STAT_RDY) {
        OS_AccelRdySet(ptcb);
        OS_TRACE_TASK_READY(ptcb);
    }
    OS_FlagUnlink(pnode);
}

/* Complete the running task's wait and return its error code. *pflags_rdy: the flags. Interrupts must be disabled. */
static INT8U OS_FlagBlockEnd(OS_FLAG_NODE *pnode, OS_FLAGS *pflags_rdy)
{
    INT8U err;

    OS_AccelSettle(OSTCBCur);
    switch (OSTCBCur->OSTCBStatPend) {
    case OS_STAT_PEND_OK:
        *pflags_rdy = OSTCBCur->OSTCBFlagsRdy;
        err = OS_ERR_NONE;
        break;
    case OS_STAT_PEND_ABORT:
        /* The node is already out of the list, and the group may be deleted. */
        *pflags_rdy = 0u;
        err = OS_ERR_PEND_ABORT;
        break;
    default:
        /* The tick made the task ready but left it in the wait list, so that a post could still reach it. */
        OS_FlagUnlink(pnode);
        *pflags_rdy = 0u;
        err = OS_ERR_TIMEOUT;
        break;
    }
    OS_TaskWaitClr(OSTCBCur);
    return err;
}

#if OS_PEND_SHORT
/* If the unit has ended the wait, as usual, complete it and return OS_TRUE. Interrupts must be disabled. */
OS_ACCEL_INLINE BOOLEAN OS_FlagUnitWaitEnd(OS_TCB *ptcb, OS_FLAGS *pflags_rdy, INT8U *perr)
{
    const INT32U ended = OS_AccelWaitEndTake();
    INT32U flags_rdy;

    if (!OS_ACCEL_LIKELY(ended != 0u)) {
        return OS_FALSE;
    }
    flags_rdy = (INT32U)(size_t)OS_AccelEventMsg(); /* 0 if the wait was aborted */
    ptcb->OSTCBFlagNode = (OS_FLAG_NODE *)0;
    OS_TaskWaitClr(ptcb);
    __asm__("" : "=r"(*pflags_rdy) : "0"(flags_rdy)); /* convert to OS_FLAGS without an instruction */
    ptcb->OSTCBFlagsRdy = *pflags_rdy;
    *perr = OS_ACCEL_LIKELY(ended == OS_ACCEL_POSTED) ? OS_ERR_NONE : OS_ERR_PEND_ABORT;
    return OS_TRUE;
}
#endif

/* Do the part of OSFlagPend() that waits for flags. Interrupts must be disabled; the function enables them. */
static __attribute__((noinline)) OS_FLAGS OS_FlagPendWait(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type,
                                                          INT32U timeout, INT8U *perr, OS_CPU_SR cpu_sr)
{
#if OS_PEND_SHORT
    OS_TCB *ptcb = OSTCBCur;
#endif
    OS_FLAG_NODE node;
    OS_FLAGS flags_rdy;

    if (!OS_ACCEL_LIKELY(OS_TaskIsRunning(perr))) {
        OS_EXIT_CRITICAL();
        return 0u;
    }
    OS_FlagBlock(pgrp, &node, flags, wait_type, timeout);
    OS_SCHED_WAIT();
#if OS_PEND_SHORT
    if (!OS_FlagUnitWaitEnd(ptcb, &flags_rdy, perr))
#endif
    {
        *perr = OS_FlagBlockEnd(&node, &flags_rdy);
    }
    OS_EXIT_CRITICAL();
    return flags_rdy;
}

/*
 * Description: Wait for flags of a group.
 * Arguments  : pgrp        the group
 *              flags       the flags
 *              wait_type   OS_FLAG_WAIT_SET_ALL  until all flags are 1
 *                          OS_FLAG_WAIT_SET_ANY  until one flag is 1
 *                          OS_FLAG_WAIT_CLR_ALL  until all flags are 0
 *                          OS_FLAG_WAIT_CLR_ANY  until one flag is 0
 *                          + OS_FLAG_CONSUME     and consume the flags that ended the wait
 *              timeout     maximum wait in ticks; 0: no limit
 *              perr        gets OS_ERR_NONE, OS_ERR_FLAG_INVALID_PGRP, OS_ERR_PEND_ISR, OS_ERR_PEND_LOCKED,
 *                          OS_ERR_EVENT_TYPE, OS_ERR_FLAG_WAIT_TYPE, OS_ERR_PEND_ABORT, OS_ERR_TIMEOUT,
 *                          OS_ERR_OS_NOT_RUNNING
 * Returns    : the flags that ended the wait; 0 after an error
 */
OS_FLAGS OSFlagPend(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout, INT8U *perr)
{
    if (OS_PerrIsNull(perr)) {
        return 0u;
    }
    OS_TRACE_API(pgrp, OS_TRACE_FLAG_PEND_ENTER(pgrp, flags, timeout, wait_type));
    flags = OS_FlagPend(pgrp, flags, wait_type, timeout, perr);
    OS_TRACE_API(pgrp, OS_TRACE_FLAG_PEND_EXIT(*perr));
    return flags;
}

/* Do OSFlagPend() from the start, with all checks. */
static OS_ACCEL_OUT_OF_LINE OS_FLAGS OS_FlagPendGeneral(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type,
                                                        INT32U timeout, INT8U *perr)
{
    OS_FLAGS flags_rdy = 0u;
    INT8U err;
    OS_CRITICAL_SR;

    err = OS_FlagChk(pgrp, OS_WaitChk());
    if (err == OS_ERR_NONE) {
        err = OS_FlagWaitTypeChk(wait_type);
    }
    if (err != OS_ERR_NONE) {
        *perr = err;
        return 0u;
    }
    OS_ENTER_CRITICAL();
    /* Inlined, so that the result stays in a register and a waiting task needs no frame of this function. */
    if (OS_FlagTakeInline(pgrp, flags, wait_type, &flags_rdy) == OS_FALSE) {
        return OS_FlagPendWait(pgrp, flags, wait_type, timeout, perr, cpu_sr);
    }
    if (OSTCBCur != (OS_TCB *)0) { /* no task runs before OSStart() */
        OSTCBCur->OSTCBFlagsRdy = flags_rdy;
    }
    OS_EXIT_CRITICAL();
    *perr = OS_ERR_NONE;
    return flags_rdy;
}

/*
 * Do the slow path of OSFlagPend(). If `in_critical` is true, the fast path has made all checks, and the flags do not
 * satisfy the wait: wait. If not, do the whole pend.
 */
OS_FLAGS OS_FlagPendSlow(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout, INT8U *perr,
                         OS_CPU_SR cpu_sr, BOOLEAN in_critical)
{
    return (in_critical == OS_TRUE) ? OS_FlagPendWait(pgrp, flags, wait_type, timeout, perr, cpu_sr)
                                    : OS_FlagPendGeneral(pgrp, flags, wait_type, timeout, perr);
}

/*
 * Description: Return the flags that ended the running task's latest wait for flags.
 * Arguments  : none
 * Returns    : the flags
 */
OS_FLAGS OSFlagPendGetFlagsRdy(void)
{
    OS_FLAGS flags = 0u;
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    if (OSTCBCur != (OS_TCB *)0) {
        flags = OSTCBCur->OSTCBFlagsRdy;
    }
    OS_EXIT_CRITICAL();
    return flags;
}

/* Return the node of the highest-priority consuming task whose wait the flags satisfy, or null. */
static OS_FLAG_NODE *OS_FlagConsumerFind(OS_FLAG_GRP *pgrp)
{
    OS_FLAG_NODE *pfirst = (OS_FLAG_NODE *)0;
    OS_FLAG_NODE *pnode;
    INT16U prio = OS_LOWEST_PRIO + 1u;

    for (pnode = (OS_FLAG_NODE *)pgrp->OSFlagWaitList; pnode != (OS_FLAG_NODE *)0;
         pnode = (OS_FLAG_NODE *)pnode->OSFlagNodeNext) {
        const INT8U type = pnode->OSFlagNodeWaitType;
        const INT8U task_prio = ((OS_TCB *)pnode->OSFlagNodeTCB)->OSTCBPrio;
        OS_FLAGS flags_rdy;

        if (((type & OS_FLAG_CONSUME) != 0u) && (task_prio < prio) &&
            OS_FlagTake(pgrp, pnode->OSFlagNodeFlags, type & (INT8U)~OS_FLAG_CONSUME, &flags_rdy)) {
            pfirst = pnode;
            prio = task_prio;
        }
    }
    return pfirst;
}

#if OS_ACCEL_EVENT
/* For a group in the unit, give a marked task its flags and end its wait. Interrupts must be disabled. */
static __attribute__((noinline)) void OS_FlagUnitMarkedEnd(OS_FLAG_GRP *pgrp, INT32U prio)
{
    OS_FLAG_NODE *pnode = OSTCBPrioTbl[prio]->OSTCBFlagNode;
    OS_FLAGS flags_rdy;

    pgrp->OSFlagFlags = OS_AccelFlagGet(pgrp);
    (void)OS_FlagTake(pgrp, pnode->OSFlagNodeFlags, pnode->OSFlagNodeWaitType, &flags_rdy);
    OS_AccelFlagPut(pgrp, pgrp->OSFlagFlags);
    OS_FlagTaskRdy(pnode, flags_rdy, OS_STAT_PEND_OK);
}

/*
 * For a group in the unit, end the waits of tasks that do not consume flags. `outcome` is the previous outcome, or
 * where the search starts. If the search finds a marked task, return its outcome, else 0. Interrupts must be disabled.
 */
OS_ACCEL_INLINE INT32U OS_FlagUnitNonConsumersEnd(OS_FLAG_GRP *pgrp, INT32U outcome)
{
    while (OS_AccelFlagHasNext(outcome)) {
        outcome = OS_AccelFlagNext(pgrp, 0u, outcome);
    }
    return outcome;
}

/*
 * As OS_FlagUnitNonConsumersEnd(), but for tasks that consume flags. Consumed flags may satisfy the wait of a task of
 * higher priority, so each search starts at the highest priority. If a wait ends, *pany_ended becomes non-zero.
 */
OS_ACCEL_INLINE INT32U OS_FlagUnitConsumersEnd(OS_FLAG_GRP *pgrp, INT32U *pany_ended)
{
    INT32U outcome;

    while (OS_AccelFlagHasNext(outcome = OS_AccelFlagNext(pgrp, OS_ACCEL_FLAG_CONSUMERS, OS_AccelFlagFrom(0u)))) {
        *pany_ended = outcome;
    }
    return outcome;
}
#endif

/* End all satisfied waits of a group in software. Return OS_TRUE if a wait ended. Interrupts must be disabled. */
static BOOLEAN OS_FlagWaitsEnd(OS_FLAG_GRP *pgrp)
{
    OS_FLAG_NODE *pnode = (OS_FLAG_NODE *)pgrp->OSFlagWaitList;
    OS_FLAGS flags_rdy;
    BOOLEAN ended = OS_FALSE;

    while (pnode != (OS_FLAG_NODE *)0) {
        OS_FLAG_NODE *pnext = (OS_FLAG_NODE *)pnode->OSFlagNodeNext;

        if (((pnode->OSFlagNodeWaitType & OS_FLAG_CONSUME) == 0u) &&
            OS_FlagTake(pgrp, pnode->OSFlagNodeFlags, pnode->OSFlagNodeWaitType, &flags_rdy)) {
            OS_FlagTaskRdy(pnode, flags_rdy, OS_STAT_PEND_OK);
            ended = OS_TRUE;
        }
        pnode = pnext;
    }
    for (;;) {
        pnode = OS_FlagConsumerFind(pgrp);
        if (pnode == (OS_FLAG_NODE *)0) {
            return ended;
        }
        (void)OS_FlagTake(pgrp, pnode->OSFlagNodeFlags, pnode->OSFlagNodeWaitType, &flags_rdy);
        OS_FlagTaskRdy(pnode, flags_rdy, OS_STAT_PEND_OK);
        ended = OS_TRUE;
    }
}

/* Switch tasks if necessary, then return the group's flags. Interrupts must be disabled; the function enables them. */
OS_ACCEL_INLINE OS_FLAGS OS_FlagSched(OS_FLAG_GRP *pgrp, OS_CPU_SR cpu_sr)
{
#if OS_SWITCH_SHORT
    OS_INT_WINDOW();
    if (OS_ACCEL_LIKELY(OS_NESTING == 0u)) {
        OS_SchedWithin(cpu_sr);
    } else {
        OS_EXIT_CRITICAL();
    }
    return pgrp->OSFlagFlags;
#else
    OS_FLAGS flags;

    OS_EXIT_CRITICAL();
    OS_Sched();
    OS_ENTER_CRITICAL();
    flags = pgrp->OSFlagFlags;
    OS_EXIT_CRITICAL();
    return flags;
#endif
}

/* Complete a post to a group in software. Interrupts must be disabled; the function enables them. */
static OS_ACCEL_OUT_OF_LINE OS_FLAGS OS_FlagPostEnd(OS_FLAG_GRP *pgrp, OS_CPU_SR cpu_sr)
{
    const BOOLEAN ended = OS_FlagWaitsEnd(pgrp);
    const OS_FLAGS flags = pgrp->OSFlagFlags;

#if OS_ACCEL_EVENT
    if (pgrp->OSFlagWaitList == (void *)0) {
        pgrp->OSFlagWaited = 0u;
    }
#endif
    if (ended == OS_TRUE) {
        return OS_FlagSched(pgrp, cpu_sr);
    }
    OS_EXIT_CRITICAL();
    return flags;
}

#if OS_ACCEL_EVENT
/*
 * Complete a post to a group in the unit, from a marked task on. `outcome` is the task's outcome, or 0 if the task
 * consumes flags. Interrupts must be disabled; the function enables them.
 */
static __attribute__((noinline)) OS_FLAGS OS_FlagUnitPostEndMarked(OS_FLAG_GRP *pgrp, INT32U outcome, OS_CPU_SR cpu_sr)
{
    INT32U ended;

    while (outcome != 0u) {
        OS_FlagUnitMarkedEnd(pgrp, OS_AccelOutcomePrio(outcome));
        outcome = OS_FlagUnitNonConsumersEnd(pgrp, OS_AccelFlagFrom(OS_AccelOutcomePrio(outcome)));
    }
    while ((outcome = OS_FlagUnitConsumersEnd(pgrp, &ended)) != 0u) {
        OS_FlagUnitMarkedEnd(pgrp, OS_AccelOutcomePrio(outcome));
    }
    pgrp->OSFlagFlags = OS_AccelFlagGet(pgrp);
    return OS_FlagSched(pgrp, cpu_sr);
}

/* Complete a post to a group in the unit. Interrupts must be disabled; the function enables them. */
OS_ACCEL_INLINE OS_FLAGS OS_FlagUnitPostEnd(OS_FLAG_GRP *pgrp, OS_CPU_SR cpu_sr)
{
    INT32U ended = 0u;
    const OS_FLAGS flags = pgrp->OSFlagFlags;
    const INT8U waited = pgrp->OSFlagWaited;

    OS_AccelFlagPut(pgrp, flags);
    if ((waited & WAITED_BY_NON_CONSUMERS) != 0u) {
        INT32U outcome;

        ended = OS_AccelFlagNext(pgrp, 0u, OS_AccelFlagFrom(0u));
        outcome = OS_FlagUnitNonConsumersEnd(pgrp, ended);
        if (!OS_ACCEL_LIKELY(outcome == 0u)) {
            return OS_FlagUnitPostEndMarked(pgrp, outcome, cpu_sr);
        }
    }
    if ((waited & WAITED_BY_CONSUMERS) != 0u) {
        if (!OS_ACCEL_LIKELY(OS_FlagUnitConsumersEnd(pgrp, &ended) == 0u)) {
            return OS_FlagUnitPostEndMarked(pgrp, 0u, cpu_sr);
        }
        pgrp->OSFlagFlags = OS_AccelFlagGet(pgrp);
    }
    if (ended != 0u) {
        return OS_FlagSched(pgrp, cpu_sr);
    }
    if (!OS_AccelUnitAny(OS_ACCEL_FLAG_ID(pgrp))) {
        pgrp->OSFlagWaited = 0u;
    }
    OS_EXIT_CRITICAL();
    return flags;
}
#endif

/*
 * Description: Set or clear flags of a group, and end the waits that the new flags satisfy.
 * Arguments  : pgrp    the group
 *              flags   the flags to set or clear
 *              opt     OS_FLAG_SET, OS_FLAG_CLR
 *              perr    gets OS_ERR_NONE, OS_ERR_FLAG_INVALID_PGRP, OS_ERR_EVENT_TYPE, OS_ERR_FLAG_INVALID_OPT
 * Returns    : the group's flags, after tasks of higher priority have run; 0 after an error
 * Notes      : Interrupts are disabled for a time that grows with the number of waiting tasks.
 */
OS_FLAGS OSFlagPost(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U opt, INT8U *perr)
{
    if (OS_PerrIsNull(perr)) {
        return 0u;
    }
    OS_TRACE_API(pgrp, OS_TRACE_FLAG_POST_ENTER(pgrp, flags, opt));
    flags = OS_FlagPost(pgrp, flags, opt, perr);
    OS_TRACE_API(pgrp, OS_TRACE_FLAG_POST_EXIT(*perr));
    return flags;
}

/*
 * Do the slow path of OSFlagPost(). If `in_critical` is true, the fast path has changed the flags, and tasks may wait
 * for them: complete the post. If not, set *perr to the error and return 0.
 */
OS_FLAGS OS_FlagPostSlow(OS_FLAG_GRP *pgrp, INT8U *perr, OS_CPU_SR cpu_sr, BOOLEAN in_critical)
{
    if (!OS_ACCEL_LIKELY(in_critical)) {
        const INT8U err = OS_FlagChk(pgrp, OS_ERR_NONE);

        *perr = (err == OS_ERR_NONE) ? OS_ERR_FLAG_INVALID_OPT : err;
        return 0u;
    }
    *perr = OS_ERR_NONE;
#if OS_ACCEL_EVENT
    if (OS_AccelFlagIsInUnit(pgrp)) {
        return OS_FlagUnitPostEnd(pgrp, cpu_sr);
    }
#endif
    return OS_FlagPostEnd(pgrp, cpu_sr);
}

#endif
