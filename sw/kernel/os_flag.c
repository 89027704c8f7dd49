/* SPDX-License-Identifier: Apache-2.0 */
/* Event flag groups: creation, deletion, query, and checks without waiting. os_flag_pend.c has waits and posts. */
#include <string.h>
#include "os_check.h"
#include "os_event.h"
#include "os_flag.h"
#include "os_init.h"
#include "os_switch.h"

#if OS_FLAG_USED
OS_FLAG_GRP *OSFlagFreeList;
OS_FLAG_GRP OSFlagTbl[OS_MAX_FLAGS];

/* Return a group to the free list. Interrupts must be disabled. */
static void OS_FlagFree(OS_FLAG_GRP *pgrp)
{
#if OS_ACCEL_EVENT
    OS_EventUnitFree(pgrp->OSFlagUnit);
    pgrp->OSFlagUnit = -1;
    pgrp->OSFlagWaited = 0u;
#endif
    pgrp->OSFlagType = OS_EVENT_TYPE_UNUSED;
    pgrp->OSFlagFlags = 0u;
#if OS_FLAG_NAME_EN > 0u
    pgrp->OSFlagName = OS_NAME_NONE;
#endif
    pgrp->OSFlagWaitList = OSFlagFreeList;
    OSFlagFreeList = pgrp;
}

/*
 * Description: Make every event flag group free.
 * Arguments  : none
 * Returns    : none
 */
void OS_FlagInit(void)
{
    INT16U i;

    memset(OSFlagTbl, 0, sizeof(OSFlagTbl));
#if OS_ACCEL_EVENT
    for (i = 0u; i < OS_MAX_FLAGS; i++) {
        OSFlagTbl[i].OSFlagUnit = -1;
    }
#endif
    OSFlagFreeList = (OS_FLAG_GRP *)0;
    for (i = OS_MAX_FLAGS; i > 0u; i--) {
        OS_FlagFree(&OSFlagTbl[i - 1u]);
    }
}

/*
 * Description: Check whether a group's flags satisfy a wait. If so, and if wait_type has OS_FLAG_CONSUME, consume them:
 *              flags that had to be 1 become 0, and flags that had to be 0 become 1.
 * Arguments  : pgrp         the group
 *              flags        the flags of the wait
 *              wait_type    kind of wait
 *              pflags_rdy   gets the flags that have the required value, even if the wait is not satisfied
 * Returns    : OS_TRUE if the wait is satisfied
 * Notes      : Interrupts must be disabled.
 */
BOOLEAN OS_FlagTake(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, OS_FLAGS *pflags_rdy)
{
    return OS_FlagTakeInline(pgrp, flags, wait_type, pflags_rdy);
}

#if OS_FLAG_ACCEPT_EN > 0u
/*
 * Description: Check flags without waiting.
 * Arguments  : pgrp        the group
 *              flags       the flags
 *              wait_type   OS_FLAG_WAIT_SET_ALL, OS_FLAG_WAIT_SET_ANY, OS_FLAG_WAIT_CLR_ALL, OS_FLAG_WAIT_CLR_ANY;
 *                          + OS_FLAG_CONSUME: consume the flags if they satisfy the condition
 *              perr        gets OS_ERR_NONE, OS_ERR_FLAG_INVALID_PGRP, OS_ERR_EVENT_TYPE, OS_ERR_FLAG_NOT_RDY,
 *                          OS_ERR_FLAG_WAIT_TYPE
 * Returns    : the flags that have the required value, also after OS_ERR_FLAG_NOT_RDY; 0 after other errors
 */
OS_FLAGS OSFlagAccept(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT8U *perr)
{
    OS_FLAGS flags_rdy = 0u;
    INT8U err;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return 0u;
    }
    err = OS_FlagChk(pgrp, OS_ERR_NONE);
    if (err == OS_ERR_NONE) {
        err = OS_FlagWaitTypeChk(wait_type);
    }
    if (err == OS_ERR_NONE) {
        OS_ENTER_CRITICAL();
        if (OS_FlagTake(pgrp, flags, wait_type, &flags_rdy) == OS_FALSE) {
            err = OS_ERR_FLAG_NOT_RDY;
        }
        OS_EXIT_CRITICAL();
    }
    *perr = err;
    return flags_rdy;
}
#endif

/*
 * Description: Create an event flag group.
 * Arguments  : flags   initial values
 *              perr    gets OS_ERR_NONE, OS_ERR_CREATE_ISR, OS_ERR_FLAG_GRP_DEPLETED, OS_ERR_ILLEGAL_CREATE_RUN_TIME
 * Returns    : the group; null after an error
 */
OS_FLAG_GRP *OSFlagCreate(OS_FLAGS flags, INT8U *perr)
{
    OS_FLAG_GRP *pgrp;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr) || OS_ObjectsAreFrozenErr(perr, OS_ERR_ILLEGAL_CREATE_RUN_TIME)) {
        return (OS_FLAG_GRP *)0;
    }
    if (OSIntNesting > 0u) {
        *perr = OS_ERR_CREATE_ISR;
        return (OS_FLAG_GRP *)0;
    }
    OS_ENTER_CRITICAL();
    pgrp = OSFlagFreeList;
    if (pgrp == (OS_FLAG_GRP *)0) {
        OS_EXIT_CRITICAL();
        *perr = OS_ERR_FLAG_GRP_DEPLETED;
        return pgrp;
    }
    OSFlagFreeList = (OS_FLAG_GRP *)pgrp->OSFlagWaitList;
    pgrp->OSFlagWaitList = (void *)0;
    pgrp->OSFlagFlags = flags;
#if OS_ACCEL_EVENT
    pgrp->OSFlagUnit = OS_FlagUnitAlloc();
#endif
    pgrp->OSFlagType = OS_EVENT_TYPE_FLAG;
    OS_EXIT_CRITICAL();
#if OS_FLAG_NAME_EN > 0u
    OS_TRACE_FLAG_CREATE(pgrp, pgrp->OSFlagName);
#else
    OS_TRACE_FLAG_CREATE(pgrp, (INT8U *)0);
#endif
    *perr = OS_ERR_NONE;
    return pgrp;
}

#if OS_FLAG_DEL_EN > 0u
/* Delete a group if `opt` allows it. *psched gets OS_TRUE if a task waits for it. Interrupts must be disabled. */
static INT8U OS_FlagDel(OS_FLAG_GRP *pgrp, INT8U opt, BOOLEAN *psched)
{
    OS_FLAG_NODE *pnode;

    *psched = (BOOLEAN)(OS_FlagWaiterFind(pgrp) != (OS_FLAG_NODE *)0);
    if ((opt == OS_DEL_NO_PEND) && (*psched == OS_TRUE)) {
        return OS_ERR_TASK_WAITING;
    }
    if ((opt != OS_DEL_NO_PEND) && (opt != OS_DEL_ALWAYS)) {
        return OS_ERR_INVALID_OPT;
    }
    for (pnode = OS_FlagWaiterFind(pgrp); pnode != (OS_FLAG_NODE *)0; pnode = OS_FlagWaiterFind(pgrp)) {
        OS_FlagTaskRdy(pnode, 0u, OS_STAT_PEND_ABORT);
    }
#if OS_ACCEL_LINES > 0u
    OS_LinesForget(pgrp);
#endif
    OS_FlagFree(pgrp);
    return OS_ERR_NONE;
}

/*
 * Description: Delete an event flag group.
 * Arguments  : pgrp   the group
 *              opt    OS_DEL_NO_PEND  only if no task waits for its flags
 *                     OS_DEL_ALWAYS   waiting tasks get OS_ERR_PEND_ABORT
 *              perr   gets OS_ERR_NONE, OS_ERR_FLAG_INVALID_PGRP, OS_ERR_DEL_ISR, OS_ERR_EVENT_TYPE,
 *                     OS_ERR_TASK_WAITING, OS_ERR_INVALID_OPT, OS_ERR_ILLEGAL_DEL_RUN_TIME
 * Returns    : null if the group is deleted, else pgrp
 */
OS_FLAG_GRP *OSFlagDel(OS_FLAG_GRP *pgrp, INT8U opt, INT8U *perr)
{
    INT8U err;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return (OS_FLAG_GRP *)0;
    }
    if (OS_ObjectsAreFrozenErr(perr, OS_ERR_ILLEGAL_DEL_RUN_TIME)) {
        return pgrp;
    }
    OS_TRACE_API(pgrp, OS_TRACE_FLAG_DEL_ENTER(pgrp, opt));
    err = OS_FlagChk(pgrp, (OSIntNesting > 0u) ? OS_ERR_DEL_ISR : OS_ERR_NONE);
    if (err == OS_ERR_NONE) {
        BOOLEAN sched;

        OS_ENTER_CRITICAL();
        err = OS_FlagDel(pgrp, opt, &sched);
        OS_EXIT_CRITICAL();
        if ((err == OS_ERR_NONE) && (sched == OS_TRUE)) {
            OS_Sched();
        }
    }
    *perr = err;
    OS_TRACE_API(pgrp, OS_TRACE_FLAG_DEL_EXIT(err));
    return (err == OS_ERR_NONE) ? (OS_FLAG_GRP *)0 : pgrp;
}
#endif

#if OS_FLAG_QUERY_EN > 0u
/*
 * Description: Return a group's flags.
 * Arguments  : pgrp   the group
 *              perr   gets OS_ERR_NONE, OS_ERR_FLAG_INVALID_PGRP, OS_ERR_EVENT_TYPE
 * Returns    : the flags; 0 after an error
 */
OS_FLAGS OSFlagQuery(OS_FLAG_GRP *pgrp, INT8U *perr)
{
    OS_FLAGS flags = 0u;
    INT8U err;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return 0u;
    }
    err = OS_FlagChk(pgrp, OS_ERR_NONE);
    if (err == OS_ERR_NONE) {
        OS_ENTER_CRITICAL();
        flags = pgrp->OSFlagFlags;
        OS_EXIT_CRITICAL();
    }
    *perr = err;
    return flags;
}
#endif

#endif
