/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for event flags, and posting them. Who waits has a node on the own stack, in the group's list.
 *
 * Flags that are to be consumed are so when they are posted, not when the task that gets them comes to run: nobody
 * else can have them any more. All tasks that leave the flags as they are look at what was posted; then those that
 * consume get their turn, the highest priority first, each with what the ones before it left.
 */
#include "os_internal.h"

#if OS_FLAG_USED

/* OSFlagWaited, with the event unit: who may wait for flags of a group. 0: nobody does. */
#define WAITED_TO_KEEP    1u /* tasks that leave the flags as they are */
#define WAITED_TO_CONSUME 2u

/* Into the group's list. With interrupts off. */
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

/* The running task waits. With interrupts off; it goes on running until OS_Sched(). */
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
    pgrp->OSFlagWaited |= ((wait_type & OS_FLAG_CONSUME) != 0u) ? WAITED_TO_CONSUME : WAITED_TO_KEEP;
    if (OS_AccelFlagIs(pgrp)) {
        OS_AccelFlagWait(pgrp, flags, wait_type, timeout);
        return;
    }
#endif
    OS_FlagLink(pgrp, pnode);
    OS_ACCEL_TICKLESS_HERE(OS_AccelRdyClr(OSTCBCur);)
    OS_AccelDlySet(OSTCBCur, timeout);
    OS_ACCEL_ELSE_HERE(OS_AccelRdyClr(OSTCBCur);)
    OS_TRACE_TASK_SUSPENDED(OSTCBCur);
}

/*
 * Description: A task does not wait for flags any more.
 * Arguments  : pnode, which is in a group's list
 * Returns    : none
 * Notes      : With interrupts off.
 */
void OS_FlagUnlink(OS_FLAG_NODE *pnode)
{
    OS_FLAG_NODE *pprev = (OS_FLAG_NODE *)pnode->OSFlagNodePrev;
    OS_FLAG_NODE *pnext = (OS_FLAG_NODE *)pnode->OSFlagNodeNext;

#if OS_ACCEL_EVENT
    if (OS_AccelFlagIs((OS_FLAG_GRP const *)pnode->OSFlagNodeFlagGrp)) {
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
 * Arguments  : pgrp
 * Returns    : its node; null when nobody waits
 * Notes      : With interrupts off.
 */
OS_FLAG_NODE *OS_FlagWaiting(OS_FLAG_GRP const *pgrp)
{
#if OS_ACCEL_EVENT
    if (OS_AccelFlagIs(pgrp)) {
        const INT32U id = OS_ACCEL_FLAG_ID(pgrp);

        return OS_AccelUnitAny(id) ? OSTCBPrioTbl[OS_AccelUnitHighest(id)]->OSTCBFlagNode : (OS_FLAG_NODE *)0;
    }
#endif
    return (OS_FLAG_NODE *)pgrp->OSFlagWaitList;
}

#if OS_ACCEL_EVENT
/*
 * Description: The priority of a task changes: take it out of the list of the unit's group that it waits for, and put
 *              it back.
 * Arguments  : ptcb, which waits for flags
 * Returns    : none
 * Notes      : With interrupts off. A list in software does not go by priority.
 */
void OS_FlagListLeave(OS_TCB const *ptcb)
{
    OS_FLAG_NODE const *pnode = ptcb->OSTCBFlagNode;

    if (OS_AccelFlagIs((OS_FLAG_GRP const *)pnode->OSFlagNodeFlagGrp)) {
        OS_AccelFlagRemove((OS_FLAG_GRP const *)pnode->OSFlagNodeFlagGrp, ptcb);
    }
}

void OS_FlagListEnter(OS_TCB const *ptcb)
{
    OS_FLAG_NODE const *pnode = ptcb->OSTCBFlagNode;

    if (OS_AccelFlagIs((OS_FLAG_GRP const *)pnode->OSFlagNodeFlagGrp)) {
        OS_AccelFlagInsert((OS_FLAG_GRP const *)pnode->OSFlagNodeFlagGrp, ptcb);
    }
}
#endif

/*
 * Description: End a task's wait for flags.
 * Arguments  : pnode       its node
 *              flags_rdy   the flags that it gets
 *              pend_stat   OS_STAT_PEND_… as the task will see it
 * Returns    : none
 * Notes      : With interrupts off. A suspended task has the flags, but is not ready.
 *              The task may have timed out and not have run since: then this replaces the timeout.
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

/* The running task is back from its wait: how did that end, and which flags did it get? With interrupts off. */
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
        /* The node is out of the list already, and the group may be gone. */
        *pflags_rdy = 0u;
        err = OS_ERR_PEND_ABORT;
        break;
    default:
        /* The tick made the task ready and left it in the waiting list, in case that somebody posted before now. */
        OS_FlagUnlink(pnode);
        *pflags_rdy = 0u;
        err = OS_ERR_TIMEOUT;
        break;
    }
    OS_TaskWaitsNot(OSTCBCur);
    return err;
}

#if OS_PEND_SHORT
/* The unit has ended that wait: mostly. Else OS_FALSE. With interrupts off. */
OS_ACCEL_INLINE BOOLEAN OS_FlagUnitEnded(OS_TCB *ptcb, OS_FLAGS *pflags_rdy, INT8U *perr)
{
    const INT32U ended = OS_AccelEnded();
    INT32U flags_rdy;

    if (!OS_ACCEL_MOSTLY(ended != 0u)) {
        return OS_FALSE;
    }
    flags_rdy = (INT32U)(size_t)OS_AccelEventMsg(); /* 0 if it was aborted */
    ptcb->OSTCBFlagNode = (OS_FLAG_NODE *)0;
    OS_TaskWaitsNot(ptcb);
    __asm__("" : "=r"(*pflags_rdy) : "0"(flags_rdy)); /* OS_FLAGS, without an instruction that makes it so */
    ptcb->OSTCBFlagsRdy = *pflags_rdy;
    *perr = OS_ACCEL_MOSTLY(ended == OS_ACCEL_POSTED) ? OS_ERR_NONE : OS_ERR_PEND_ABORT;
    return OS_TRUE;
}
#endif

/* The rest of OSFlagPend(), where the running task waits. With interrupts off, which it ends. */
static __attribute__((noinline)) OS_FLAGS OS_FlagPendWait(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type,
                                                          INT32U timeout, INT8U *perr, OS_CPU_SR cpu_sr)
{
#if OS_PEND_SHORT
    OS_TCB *ptcb = OSTCBCur;
#endif
    OS_FLAG_NODE node;
    OS_FLAGS flags_rdy;

    if (!OS_ACCEL_MOSTLY(OS_TaskIs(perr))) {
        OS_EXIT_CRITICAL();
        OS_TRACE_API(pgrp, OS_TRACE_FLAG_PEND_EXIT(*perr));
        return 0u;
    }
    OS_FlagBlock(pgrp, &node, flags, wait_type, timeout);
    OS_SCHED_WAIT();
#if OS_PEND_SHORT
    if (!OS_FlagUnitEnded(ptcb, &flags_rdy, perr))
#endif
    {
        *perr = OS_FlagBlockEnd(&node, &flags_rdy);
    }
    OS_EXIT_CRITICAL();
    OS_TRACE_API(pgrp, OS_TRACE_FLAG_PEND_EXIT(*perr));
    return flags_rdy;
}

/*
 * Description: Wait for flags of a group.
 * Arguments  : pgrp        the group
 *              flags       the flags
 *              wait_type   OS_FLAG_WAIT_SET_ALL  until all of them are 1
 *                          OS_FLAG_WAIT_SET_ANY  until one is
 *                          OS_FLAG_WAIT_CLR_ALL  until all of them are 0
 *                          OS_FLAG_WAIT_CLR_ANY  until one is
 *                          + OS_FLAG_CONSUME     and change those that ended the wait
 *              timeout     ticks to wait at most; 0: for ever
 *              perr        gets OS_ERR_NONE, OS_ERR_FLAG_INVALID_PGRP, OS_ERR_PEND_ISR, OS_ERR_PEND_LOCKED,
 *                          OS_ERR_EVENT_TYPE, OS_ERR_FLAG_WAIT_TYPE, OS_ERR_PEND_ABORT, OS_ERR_TIMEOUT,
 *                          OS_ERR_OS_NOT_RUNNING
 * Returns    : the flags that ended the wait; 0 after an error
 */
#if OS_ACCEL_EVENT
OS_FLAGS OSFlagPend(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout, INT8U *perr)
{
    OS_PERR_CHK(perr, 0u);
    return OS_FlagPend(pgrp, flags, wait_type, timeout, perr);
}

/* Nothing has been looked at yet. */
static OS_ACCEL_APART OS_FLAGS OS_FlagPendRest(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout,
                                               INT8U *perr)
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
    /* Within, so that the answer stays in a register, and waiting takes no frame of this function. */
    if (OS_FlagTakeWithin(pgrp, flags, wait_type, &flags_rdy) == OS_FALSE) {
        return OS_FlagPendWait(pgrp, flags, wait_type, timeout, perr, cpu_sr);
    }
    if (OSTCBCur != (OS_TCB *)0) {
        OSTCBCur->OSTCBFlagsRdy = flags_rdy;
    }
    OS_EXIT_CRITICAL();
    *perr = OS_ERR_NONE;
    return flags_rdy;
}

OS_FLAGS OS_FlagPendAny(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout, INT8U *perr,
                        OS_CPU_SR cpu_sr, BOOLEAN within)
{
    return (within == OS_TRUE) ? OS_FlagPendWait(pgrp, flags, wait_type, timeout, perr, cpu_sr)
                               : OS_FlagPendRest(pgrp, flags, wait_type, timeout, perr);
}
#else
OS_FLAGS OSFlagPend(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout, INT8U *perr)
{
    OS_FLAGS flags_rdy = 0u;
    INT8U err;
    OS_CRITICAL_SR;

    OS_PERR_CHK(perr, 0u);
    OS_TRACE_API(pgrp, OS_TRACE_FLAG_PEND_ENTER(pgrp, flags, timeout, wait_type));
    err = OS_FlagChk(pgrp, OS_WaitChk());
    if (err == OS_ERR_NONE) {
        err = OS_FlagWaitTypeChk(wait_type);
    }
    if (err == OS_ERR_NONE) {
        OS_ENTER_CRITICAL();
        if (OS_FlagTake(pgrp, flags, wait_type, &flags_rdy) == OS_FALSE) {
            return OS_FlagPendWait(pgrp, flags, wait_type, timeout, perr, cpu_sr);
        }
        if (OSTCBCur != (OS_TCB *)0) { /* there is none before OSStart() */
            OSTCBCur->OSTCBFlagsRdy = flags_rdy;
        }
        OS_EXIT_CRITICAL();
    }
    *perr = err;
    OS_TRACE_API(pgrp, OS_TRACE_FLAG_PEND_EXIT(err));
    return flags_rdy;
}
#endif

/*
 * Description: Give the flags that ended the running task's latest wait for flags.
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

/* Of the tasks that would consume what they wait for, and could now: the one of highest priority, or null. */
static OS_FLAG_NODE *OS_FlagConsumer(OS_FLAG_GRP *pgrp)
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
/* In the unit: a task has its flags, but is marked. With interrupts off. */
static __attribute__((noinline)) void OS_FlagUnitMarked(OS_FLAG_GRP *pgrp, INT32U prio)
{
    OS_FLAG_NODE *pnode = OSTCBPrioTbl[prio]->OSTCBFlagNode;
    OS_FLAGS flags_rdy;

    pgrp->OSFlagFlags = OS_AccelFlagGet(pgrp);
    (void)OS_FlagTake(pgrp, pnode->OSFlagNodeFlags, pnode->OSFlagNodeWaitType, &flags_rdy);
    OS_AccelFlagPut(pgrp, pgrp->OSFlagFlags);
    OS_FlagTaskRdy(pnode, flags_rdy, OS_STAT_PEND_OK);
}

/* In the unit: end the waits of those that do not consume, from an outcome on; a marked task's outcome, or 0. With
   interrupts off. */
OS_ACCEL_INLINE INT32U OS_FlagUnitKeepersEnd(OS_FLAG_GRP *pgrp, INT32U outcome)
{
    while (OS_AccelFlagGoesOn(outcome)) {
        outcome = OS_AccelFlagNext(pgrp, 0u, outcome);
    }
    return outcome;
}

/*
 * And those of tasks that consume. Flags that were consumed may be what a task of higher priority wants: so always from
 * the highest on. *pended: not 0 if there was one.
 */
OS_ACCEL_INLINE INT32U OS_FlagUnitConsumersEnd(OS_FLAG_GRP *pgrp, INT32U *pended)
{
    INT32U outcome;

    while (OS_AccelFlagGoesOn(outcome = OS_AccelFlagNext(pgrp, OS_ACCEL_FLAG_CONSUMERS, OS_AccelFlagFrom(0u)))) {
        *pended = outcome;
    }
    return outcome;
}
#endif

/* End the waits that the flags as they are now put an end to; OS_TRUE if there was one. With interrupts off. */
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
        pnode = OS_FlagConsumer(pgrp);
        if (pnode == (OS_FLAG_NODE *)0) {
            return ended;
        }
        (void)OS_FlagTake(pgrp, pnode->OSFlagNodeFlags, pnode->OSFlagNodeWaitType, &flags_rdy);
        OS_FlagTaskRdy(pnode, flags_rdy, OS_STAT_PEND_OK);
        ended = OS_TRUE;
    }
}

/*
 * Description: Set or clear flags of a group; tasks that waited for that go on.
 * Arguments  : pgrp    the group
 *              flags   the flags; the others stay as they are
 *              opt     OS_FLAG_SET, OS_FLAG_CLR
 *              perr    gets OS_ERR_NONE, OS_ERR_FLAG_INVALID_PGRP, OS_ERR_EVENT_TYPE, OS_ERR_FLAG_INVALID_OPT
 * Returns    : the group's flags, after tasks of higher priority have run; 0 after an error
 * Notes      : Interrupts are off for a time that grows with the number of tasks that wait.
 */
#if OS_ACCEL_EVENT
OS_FLAGS OSFlagPost(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U opt, INT8U *perr)
{
    OS_PERR_CHK(perr, 0u);
    return OS_FlagPost(pgrp, flags, opt, perr);
}

/* Tasks may have to be switched: the flags, afterwards. With interrupts off, which it ends. */
OS_ACCEL_INLINE OS_FLAGS OS_FlagSched(OS_FLAG_GRP *pgrp, OS_CPU_SR cpu_sr)
{
#if OS_SWITCH_SHORT
    OS_INT_WINDOW();
    if (OS_ACCEL_MOSTLY(OS_NESTING == 0u)) {
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

/* The group is in software, and its flags have changed. With interrupts off, which it ends. */
static OS_ACCEL_APART OS_FLAGS OS_FlagPosted(OS_FLAG_GRP *pgrp, OS_CPU_SR cpu_sr)
{
    const BOOLEAN ended = OS_FlagWaitsEnd(pgrp);
    const OS_FLAGS flags = pgrp->OSFlagFlags;

    if (pgrp->OSFlagWaitList == (void *)0) {
        pgrp->OSFlagWaited = 0u;
    }
    if (ended == OS_TRUE) {
        return OS_FlagSched(pgrp, cpu_sr);
    }
    OS_EXIT_CRITICAL();
    return flags;
}

/*
 * In the unit: a task is marked, of those that do not consume if the outcome is not 0. Its wait, and all that are left,
 * end here. With interrupts off, which it ends.
 */
static __attribute__((noinline)) OS_FLAGS OS_FlagUnitPosted(OS_FLAG_GRP *pgrp, INT32U outcome, OS_CPU_SR cpu_sr)
{
    INT32U ended;

    while (outcome != 0u) {
        OS_FlagUnitMarked(pgrp, OS_AccelWho(outcome));
        outcome = OS_FlagUnitKeepersEnd(pgrp, OS_AccelFlagFrom(OS_AccelWho(outcome)));
    }
    while ((outcome = OS_FlagUnitConsumersEnd(pgrp, &ended)) != 0u) {
        OS_FlagUnitMarked(pgrp, OS_AccelWho(outcome));
    }
    pgrp->OSFlagFlags = OS_AccelFlagGet(pgrp);
    return OS_FlagSched(pgrp, cpu_sr);
}

/* Somebody may wait, and the flags are set or cleared already; or else something is wrong. */
OS_FLAGS OS_FlagPostAny(OS_FLAG_GRP *pgrp, INT8U *perr, OS_CPU_SR cpu_sr, BOOLEAN within)
{
    INT32U ended = 0u;
    OS_FLAGS flags;
    INT8U waited;

    if (!OS_ACCEL_MOSTLY(within)) {
        const INT8U err = OS_FlagChk(pgrp, OS_ERR_NONE);

        *perr = (err == OS_ERR_NONE) ? OS_ERR_FLAG_INVALID_OPT : err;
        return 0u;
    }
    *perr = OS_ERR_NONE;
    if (!OS_AccelFlagIs(pgrp)) {
        return OS_FlagPosted(pgrp, cpu_sr);
    }
    flags = pgrp->OSFlagFlags;
    waited = pgrp->OSFlagWaited;
    OS_AccelFlagPut(pgrp, flags);
    if ((waited & WAITED_TO_KEEP) != 0u) {
        INT32U outcome;

        ended = OS_AccelFlagNext(pgrp, 0u, OS_AccelFlagFrom(0u));
        outcome = OS_FlagUnitKeepersEnd(pgrp, ended);
        if (!OS_ACCEL_MOSTLY(outcome == 0u)) {
            return OS_FlagUnitPosted(pgrp, outcome, cpu_sr);
        }
    }
    if ((waited & WAITED_TO_CONSUME) != 0u) {
        if (!OS_ACCEL_MOSTLY(OS_FlagUnitConsumersEnd(pgrp, &ended) == 0u)) {
            return OS_FlagUnitPosted(pgrp, 0u, cpu_sr);
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
#else
OS_FLAGS OSFlagPost(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U opt, INT8U *perr)
{
    INT8U err;
    OS_CRITICAL_SR;

    OS_PERR_CHK(perr, 0u);
    OS_TRACE_API(pgrp, OS_TRACE_FLAG_POST_ENTER(pgrp, flags, opt));
    err = OS_FlagChk(pgrp, OS_ERR_NONE);
    if ((err == OS_ERR_NONE) && (opt != OS_FLAG_SET) && (opt != OS_FLAG_CLR)) {
        err = OS_ERR_FLAG_INVALID_OPT;
    }
    if (err == OS_ERR_NONE) {
        BOOLEAN ended;

        OS_ENTER_CRITICAL();
        if (opt == OS_FLAG_SET) {
            pgrp->OSFlagFlags |= flags;
        } else {
            pgrp->OSFlagFlags &= (OS_FLAGS)~flags;
        }
        ended = OS_FlagWaitsEnd(pgrp);
        OS_EXIT_CRITICAL();
        if (ended == OS_TRUE) {
            OS_Sched();
        }
        OS_ENTER_CRITICAL();
        flags = pgrp->OSFlagFlags;
        OS_EXIT_CRITICAL();
    } else {
        flags = 0u;
    }
    *perr = err;
    OS_TRACE_API(pgrp, OS_TRACE_FLAG_POST_EXIT(err));
    return flags;
}
#endif

#endif
