/* SPDX-License-Identifier: Apache-2.0 */
/* Task control blocks: allocation, lookup by priority, release. */
#include <string.h>
#include "os_event.h"
#include "os_flag.h"
#include "os_init.h"
#include "os_task.h"

INT8U OSTaskCtr;
OS_TCB *OSTCBFreeList;
OS_TCB *OSTCBList;
OS_TCB *OSTCBPrioTbl[OS_LOWEST_PRIO + 1u];
OS_TCB OSTCBTbl[OS_MAX_TASKS + OS_N_SYS_TASKS];

/*
 * Description: Make every TCB free and every priority available.
 * Arguments  : none
 * Returns    : none
 */
void OS_TCBListInit(void)
{
    INT16U i;

    memset(OSTCBTbl, 0, sizeof(OSTCBTbl));
    memset(OSTCBPrioTbl, 0, sizeof(OSTCBPrioTbl));
    OSTCBList = (OS_TCB *)0;
    OSTCBFreeList = (OS_TCB *)0;
    for (i = OS_MAX_TASKS + OS_N_SYS_TASKS; i > 0u; i--) {
        OS_TCB *ptcb = &OSTCBTbl[i - 1u];

#if OS_TASK_NAME_EN > 0u
        ptcb->OSTCBTaskName = OS_NAME_NONE;
#endif
        ptcb->OSTCBNext = OSTCBFreeList;
        OSTCBFreeList = ptcb;
    }
}

/*
 * Description: Change a task's priority in the ready list, the wait lists and the delays.
 * Arguments  : ptcb   the task
 *              prio   its new priority
 * Returns    : none
 * Notes      : Interrupts must be disabled. The caller must update OSTCBPrioTbl[].
 */
void OS_TCBPrioMove(OS_TCB *ptcb, INT8U prio)
{
    const INT8U prio_old = ptcb->OSTCBPrio;
    const BOOLEAN rdy = OS_AccelRdyTst(ptcb);

    if (rdy == OS_TRUE) {
        OS_AccelRdyClr(ptcb);
        OS_TRACE_TASK_SUSPENDED(ptcb);
    }
    OS_AccelSettle(ptcb);
#if OS_EVENT_EN
    OS_EventListsLeave(ptcb);
#endif
#if OS_FLAG_USED && OS_ACCEL_EVENT
    if (ptcb->OSTCBFlagNode != (OS_FLAG_NODE *)0) {
        OS_FlagListLeave(ptcb);
    }
#endif
    OS_TCBPrioSet(ptcb, prio);
    OS_AccelDlyMove(ptcb, prio_old, prio);
#if OS_EVENT_EN
    OS_EventListsEnter(ptcb);
#endif
#if OS_FLAG_USED && OS_ACCEL_EVENT
    if (ptcb->OSTCBFlagNode != (OS_FLAG_NODE *)0) {
        OS_FlagListEnter(ptcb);
    }
#endif
    if (rdy == OS_TRUE) {
        OS_AccelRdySet(ptcb);
        OS_TRACE_TASK_READY(ptcb);
    }
}

/*
 * Description: Return the task of a priority.
 * Arguments  : prio   a priority, or OS_PRIO_SELF
 * Returns    : its TCB; null: no task; OS_TCB_RESERVED: no task, but the priority is reserved
 * Notes      : Interrupts must be disabled. Before OSStart(), the result for OS_PRIO_SELF is null.
 */
OS_TCB *OS_TCBFind(INT8U prio)
{
    return (prio == OS_PRIO_SELF) ? OSTCBCur : OSTCBPrioTbl[prio];
}

/*
 * Description: Allocate a TCB for a new task, fill it in, and make the task ready.
 * Arguments  : prio      its priority, which the caller has reserved in OSTCBPrioTbl[]
 *              ptos      top of the stack, from OSTaskStkInit()
 *              pbos      end of the stack, or null
 *              id        number for the application's use
 *              stk_size  stack entries
 *              pext      the application's extension, or null
 *              opt       OS_TASK_OPT_…
 * Returns    : OS_ERR_NONE, OS_ERR_TASK_NO_MORE_TCB
 * Notes      : The hooks run with interrupts enabled, because no other code can reach the task before it is linked.
 */
INT8U OS_TCBInit(INT8U prio, OS_STK *ptos, OS_STK *pbos, INT16U id, INT32U stk_size, void *pext, INT16U opt)
{
    OS_TCB *ptcb;
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    ptcb = OSTCBFreeList;
    if (ptcb == (OS_TCB *)0) {
        OS_PORT_STK_UNUSED(ptos);
        OS_EXIT_CRITICAL();
        OS_TRACE_TASK_CREATE_FAILED(OSTCBPrioTbl[prio]);
        return OS_ERR_TASK_NO_MORE_TCB;
    }
    OSTCBFreeList = ptcb->OSTCBNext;
    OS_EXIT_CRITICAL();

    memset(ptcb, 0, sizeof(*ptcb));
    ptcb->OSTCBStkPtr = ptos;
#if OS_CPU_CONTEXTS > 0
    ptcb->OSTCBBank = *ptos;
#endif
    OS_TCBPrioSet(ptcb, prio);
    ptcb->OSTCBStat = OS_STAT_RDY;
    ptcb->OSTCBStatPend = OS_STAT_PEND_OK;
#if OS_TASK_CREATE_EXT_EN > 0u
    ptcb->OSTCBExtPtr = pext;
    ptcb->OSTCBStkBottom = pbos;
    ptcb->OSTCBStkSize = stk_size;
    ptcb->OSTCBOpt = opt;
    ptcb->OSTCBId = id;
#else
    (void)pext;
    (void)pbos;
    (void)stk_size;
    (void)opt;
    (void)id;
#endif
#if OS_TASK_DEL_EN > 0u
    ptcb->OSTCBDelReq = OS_ERR_NONE;
#endif
#if OS_TASK_NAME_EN > 0u
    ptcb->OSTCBTaskName = OS_NAME_NONE;
#endif
    OSTCBInitHook(ptcb);
    OSTaskCreateHook(ptcb);

    OS_ENTER_CRITICAL();
    OS_AccelDlyClr(ptcb);
    OSTCBPrioTbl[prio] = ptcb;
    OS_BankMap(prio, ptcb->OSTCBBank);
    ptcb->OSTCBNext = OSTCBList;
    if (OSTCBList != (OS_TCB *)0) {
        OSTCBList->OSTCBPrev = ptcb;
    }
    OSTCBList = ptcb;
    OS_AccelRdySet(ptcb);
    OS_TRACE_TASK_READY(ptcb);
    OSTaskCtr++;
    OS_TRACE_TASK_CREATE(ptcb);
    OS_EXIT_CRITICAL();
    return OS_ERR_NONE;
}

#if OS_TASK_DEL_EN > 0u
/*
 * Description: Remove a task's TCB from the list of tasks, and free the TCB and the priority.
 * Arguments  : ptcb   the task, which is in no ready or wait list and has no delay
 * Returns    : none
 * Notes      : Interrupts must be disabled.
 */
void OS_TCBFree(OS_TCB *ptcb)
{
    OSTCBPrioTbl[ptcb->OSTCBPrio] = (OS_TCB *)0;
    OS_BankMap(ptcb->OSTCBPrio, OS_CPU_BANK_NONE);
#if OS_CPU_CONTEXTS > 0
    *ptcb->OSTCBStkPtr = ptcb->OSTCBBank; /* the port reads this; a new task on the same stack may have replaced it */
#endif
    OS_PORT_STK_UNUSED(ptcb->OSTCBStkPtr);
    /* OSTCBNext is never null, because the idle task is the last in the list and cannot be deleted. */
    ptcb->OSTCBNext->OSTCBPrev = ptcb->OSTCBPrev;
    if (ptcb->OSTCBPrev == (OS_TCB *)0) {
        OSTCBList = ptcb->OSTCBNext;
    } else {
        ptcb->OSTCBPrev->OSTCBNext = ptcb->OSTCBNext;
    }
#if OS_TASK_NAME_EN > 0u
    ptcb->OSTCBTaskName = OS_NAME_NONE;
#endif
    ptcb->OSTCBNext = OSTCBFreeList;
    OSTCBFreeList = ptcb;
    OSTaskCtr--;
}
#endif
