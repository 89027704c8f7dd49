/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Version : V2.93.00
 */
#ifndef OS_MASTER_FILE
#include <ucos_ii.h>
#endif

INT8U OSTaskCreate(void (*task)(void *p_arg), void *p_arg, OS_STK *ptos, INT8U prio)
{
    return (OSTaskCreateExt(task, p_arg, ptos, prio, prio, (OS_STK *)0, 0u, (void *)0, 0u));
}

INT8U OSTaskCreateExt(void (*task)(void *p_arg), void *p_arg, OS_STK *ptos, INT8U prio, INT16U id, OS_STK *pbos,
                      INT32U stk_size, void *pext, INT16U opt)
{
    INT8U err;

    (void)id; /* ignored: the kernel keeps no task ID and no stack limits */
    (void)pbos;
    (void)stk_size;
    if (OSTCBPrioTbl[prio] != (OS_TCB *)0) {
        return (OS_ERR_PRIO_EXIST);
    }
    err = OS_TCBInit(prio, OSTaskStkInit(task, p_arg, ptos, opt), pext);
    if ((err == OS_ERR_NONE) && (OSRunning == OS_TRUE)) {
        OS_Sched();
    }
    return (err);
}

void OS_TaskReturn(void)
{
    (void)OSTaskDel(OS_PRIO_SELF);
    for (;;) {
    }
}

INT8U OSTaskDel(INT8U prio)
{
    OS_TCB *ptcb;
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    if (prio == OS_PRIO_SELF) {
        prio = OSTCBCur->OSTCBPrio;
    }
    ptcb = OSTCBPrioTbl[prio];
    if ((ptcb == (OS_TCB *)0) || (ptcb == OS_TCB_RESERVED)) {
        OS_EXIT_CRITICAL();
        return (OS_ERR_TASK_NOT_EXIST);
    }
    OSRdyTbl[ptcb->OSTCBY] &= (OS_PRIO)~ptcb->OSTCBBitX;
    OS_TRACE_TASK_SUSPENDED(ptcb);
    if (OSRdyTbl[ptcb->OSTCBY] == 0u) {
        OSRdyGrp &= (OS_PRIO)~ptcb->OSTCBBitY;
    }
    if (ptcb->OSTCBEventPtr != (OS_EVENT *)0) {
        OS_EventTaskRemove(ptcb, ptcb->OSTCBEventPtr);
    }
    ptcb->OSTCBDly = 0u; /* no tick is to find it */
    ptcb->OSTCBStat = OS_STAT_RDY;
    ptcb->OSTCBStatPend = OS_STAT_PEND_OK;
    OSTaskDelHook(ptcb);
    OSTaskCtr--;
    OSTCBPrioTbl[prio] = (OS_TCB *)0;
    if (ptcb->OSTCBPrev == (OS_TCB *)0) {
        OSTCBList = ptcb->OSTCBNext;
    } else {
        ptcb->OSTCBPrev->OSTCBNext = ptcb->OSTCBNext;
    }
    ptcb->OSTCBNext->OSTCBPrev = ptcb->OSTCBPrev;
    ptcb->OSTCBNext = OSTCBFreeList;
    OSTCBFreeList = ptcb;
    OS_EXIT_CRITICAL();
    OS_Sched();
    return (OS_ERR_NONE);
}

INT8U OSTaskSuspend(INT8U prio)
{
    OS_TCB *ptcb;
    INT8U y;
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    if (prio == OS_PRIO_SELF) {
        prio = OSTCBCur->OSTCBPrio;
    }
    ptcb = OSTCBPrioTbl[prio];
    if ((ptcb == (OS_TCB *)0) || (ptcb == OS_TCB_RESERVED)) {
        OS_EXIT_CRITICAL();
        return (OS_ERR_TASK_NOT_EXIST);
    }
    y = ptcb->OSTCBY;
    OSRdyTbl[y] &= (OS_PRIO)~ptcb->OSTCBBitX;
    if (OSRdyTbl[y] == 0u) {
        OSRdyGrp &= (OS_PRIO)~ptcb->OSTCBBitY;
    }
    ptcb->OSTCBStat |= OS_STAT_SUSPEND;
    OS_EXIT_CRITICAL();
    OS_Sched();
    return (OS_ERR_NONE);
}

INT8U OSTaskResume(INT8U prio)
{
    OS_TCB *ptcb;
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    ptcb = OSTCBPrioTbl[prio];
    if ((ptcb == (OS_TCB *)0) || (ptcb == OS_TCB_RESERVED)) {
        OS_EXIT_CRITICAL();
        return (OS_ERR_TASK_NOT_EXIST);
    }
    if ((ptcb->OSTCBStat & OS_STAT_SUSPEND) != OS_STAT_RDY) {
        ptcb->OSTCBStat &= (INT8U)~(INT8U)OS_STAT_SUSPEND;
        if ((ptcb->OSTCBStat & OS_STAT_PEND_ANY) == OS_STAT_RDY) {
            if (ptcb->OSTCBDly == 0u) {
                OSRdyGrp |= ptcb->OSTCBBitY;
                OSRdyTbl[ptcb->OSTCBY] |= ptcb->OSTCBBitX;
                OS_TRACE_TASK_READY(ptcb);
            }
        }
        OS_EXIT_CRITICAL();
        OS_Sched();
        return (OS_ERR_NONE);
    }
    OS_EXIT_CRITICAL();
    return (OS_ERR_TASK_NOT_SUSPENDED);
}

INT8U OSTaskChangePrio(INT8U oldprio, INT8U newprio)
{
    OS_EVENT *pevent;
    OS_TCB *ptcb;
    INT8U row_new;
    INT8U col_new;
    INT8U row_old;
    OS_PRIO grp_new;
    OS_PRIO bit_new;
    OS_PRIO grp_old;
    OS_PRIO bit_old;
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    if (OSTCBPrioTbl[newprio] != (OS_TCB *)0) {
        OS_EXIT_CRITICAL();
        return (OS_ERR_PRIO_EXIST);
    }
    if (oldprio == OS_PRIO_SELF) {
        oldprio = OSTCBCur->OSTCBPrio;
    }
    ptcb = OSTCBPrioTbl[oldprio];
    if ((ptcb == (OS_TCB *)0) || (ptcb == OS_TCB_RESERVED)) {
        OS_EXIT_CRITICAL();
        return (OS_ERR_PRIO);
    }
#if OS_LOWEST_PRIO <= 63u
    row_new = (INT8U)(newprio >> 3u);
    col_new = (INT8U)(newprio & 0x07u);
#else
    row_new = (INT8U)(newprio >> 4u);
    col_new = (INT8U)(newprio & 0x0Fu);
#endif
    grp_new = (OS_PRIO)(1uL << row_new);
    bit_new = (OS_PRIO)(1uL << col_new);

    OSTCBPrioTbl[oldprio] = (OS_TCB *)0;
    OSTCBPrioTbl[newprio] = ptcb;
    row_old = ptcb->OSTCBY;
    grp_old = ptcb->OSTCBBitY;
    bit_old = ptcb->OSTCBBitX;
    if ((OSRdyTbl[row_old] & bit_old) != 0u) {
        OSRdyTbl[row_old] &= (OS_PRIO)~bit_old;
        if (OSRdyTbl[row_old] == 0u) {
            OSRdyGrp &= (OS_PRIO)~grp_old;
        }
        OSRdyGrp |= grp_new;
        OSRdyTbl[row_new] |= bit_new;
        OS_TRACE_TASK_READY(ptcb);
    }
    pevent = ptcb->OSTCBEventPtr;
    if (pevent != (OS_EVENT *)0) {
        pevent->OSEventTbl[row_old] &= (OS_PRIO)~bit_old;
        if (pevent->OSEventTbl[row_old] == 0u) {
            pevent->OSEventGrp &= (OS_PRIO)~grp_old;
        }
        pevent->OSEventGrp |= grp_new;
        pevent->OSEventTbl[row_new] |= bit_new;
    }
    ptcb->OSTCBPrio = newprio;
    ptcb->OSTCBY = row_new;
    ptcb->OSTCBX = col_new;
    ptcb->OSTCBBitY = grp_new;
    ptcb->OSTCBBitX = bit_new;
    OS_EXIT_CRITICAL();
    OS_Sched();
    return (OS_ERR_NONE);
}

INT8U OSTaskQuery(INT8U prio, OS_TCB *p_task_data)
{
    OS_TCB *ptcb;
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    ptcb = OSTCBPrioTbl[prio];
    if ((ptcb == (OS_TCB *)0) || (ptcb == OS_TCB_RESERVED)) {
        OS_EXIT_CRITICAL();
        return (OS_ERR_PRIO);
    }
    OS_MemCopy((INT8U *)p_task_data, (INT8U *)ptcb, sizeof(OS_TCB));
    OS_EXIT_CRITICAL();
    return (OS_ERR_NONE);
}
