/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Version : V2.93.00
 */
#ifndef OS_MASTER_FILE
#include <ucos_ii.h>
#endif

static void OS_FlagBlock(OS_FLAG_GRP *pgrp, OS_FLAG_NODE *pnode, INT16U flags, INT32U timeout)
{
    INT8U y;

    OSTCBCur->OSTCBStat |= OS_STAT_FLAG;
    OSTCBCur->OSTCBStatPend = OS_STAT_PEND_OK;
    OSTCBCur->OSTCBDly = timeout;
    pnode->OSFlagNodeFlags = flags;
    pnode->OSFlagNodeTCB = OSTCBCur;
    pnode->OSFlagNodeNext = pgrp->OSFlagWaitList;
    pgrp->OSFlagWaitList = pnode;

    y = OSTCBCur->OSTCBY;
    OSRdyTbl[y] &= (OS_PRIO)~OSTCBCur->OSTCBBitX;
    OS_TRACE_TASK_SUSPENDED(OSTCBCur);
    if (OSRdyTbl[y] == 0x00u) {
        OSRdyGrp &= (OS_PRIO)~OSTCBCur->OSTCBBitY;
    }
}

static void OS_FlagTaskRdy(OS_FLAG_GRP *pgrp, OS_FLAG_NODE *pnode)
{
    OS_TCB *ptcb;

    ptcb = pnode->OSFlagNodeTCB;
    ptcb->OSTCBDly = 0u;
    ptcb->OSTCBStat &= (INT8U)~(INT8U)OS_STAT_FLAG;
    ptcb->OSTCBStatPend = OS_STAT_PEND_OK;
    if (ptcb->OSTCBStat == OS_STAT_RDY) {
        OSRdyGrp |= ptcb->OSTCBBitY;
        OSRdyTbl[ptcb->OSTCBY] |= ptcb->OSTCBBitX;
        OS_TRACE_TASK_READY(ptcb);
    }
    OS_FlagUnlink(pgrp, pnode);
}

void OS_FlagUnlink(OS_FLAG_GRP *pgrp, OS_FLAG_NODE *pnode)
{
    OS_FLAG_NODE **plink;

    plink = &pgrp->OSFlagWaitList;
    while (*plink != pnode) {
        plink = &(*plink)->OSFlagNodeNext;
    }
    *plink = pnode->OSFlagNodeNext;
}

void OSFlagPend(OS_FLAG_GRP *pgrp, INT16U flags, INT32U timeout, INT8U *perr)
{
    OS_FLAG_NODE node;
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    if ((pgrp->OSFlagFlags & flags) != 0u) {
        pgrp->OSFlagFlags &= (INT16U)~flags;
        OS_EXIT_CRITICAL();
        *perr = OS_ERR_NONE;
        return;
    }
    OS_FlagBlock(pgrp, &node, flags, timeout);
    OS_EXIT_CRITICAL();
    OS_Sched();
    OS_ENTER_CRITICAL();
    if (OSTCBCur->OSTCBStatPend != OS_STAT_PEND_OK) {
        OSTCBCur->OSTCBStatPend = OS_STAT_PEND_OK;
        OS_FlagUnlink(pgrp, &node);
        OSTCBCur->OSTCBStat = OS_STAT_RDY;
        OS_EXIT_CRITICAL();
        *perr = OS_ERR_TIMEOUT;
        return;
    }
    pgrp->OSFlagFlags &= (INT16U)~flags;
    OS_EXIT_CRITICAL();
    *perr = OS_ERR_NONE;
}

void OSFlagPost(OS_FLAG_GRP *pgrp, INT16U flags)
{
    OS_FLAG_NODE *pnode;
    OS_FLAG_NODE *pnext;
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    pgrp->OSFlagFlags |= flags;
    pnode = pgrp->OSFlagWaitList;
    while (pnode != (OS_FLAG_NODE *)0) {
        pnext = pnode->OSFlagNodeNext;
        if ((pgrp->OSFlagFlags & pnode->OSFlagNodeFlags) != 0u) {
            OS_FlagTaskRdy(pgrp, pnode);
        }
        pnode = pnext;
    }
    OS_EXIT_CRITICAL();
    OS_Sched();
}
