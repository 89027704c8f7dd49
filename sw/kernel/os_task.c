/* SPDX-License-Identifier: Apache-2.0 */
/* Create and delete tasks, request a deletion, and end tasks whose function returns. */
#include <string.h>
#include "os_check.h"
#include "os_event.h"
#include "os_flag.h"
#include "os_switch.h"
#include "os_task.h"

/* Reserve the priority, so that no other task gets it while this one is created. */
static INT8U OS_TaskPrioReserve(INT8U prio)
{
    INT8U err = OS_ERR_NONE;
    OS_CRITICAL_SR;

    if (OS_ObjectsAreFrozen()) {
        return OS_ERR_ILLEGAL_CREATE_RUN_TIME;
    }
#if OS_ARG_CHK_EN > 0u
    if (prio > OS_LOWEST_PRIO) {
        return OS_ERR_PRIO_INVALID;
    }
#endif
    OS_ENTER_CRITICAL();
    if (OSIntNesting > 0u) {
        err = OS_ERR_TASK_CREATE_ISR;
    } else if (OSTCBPrioTbl[prio] != (OS_TCB *)0) {
        err = OS_ERR_PRIO_EXIST;
    } else {
        OSTCBPrioTbl[prio] = OS_TCB_RESERVED;
    }
    OS_EXIT_CRITICAL();
    return err;
}

/* Complete the creation of a task: call the scheduler, or free the priority after an error. */
static INT8U OS_TaskCreateEnd(INT8U prio, INT8U err)
{
    OS_CRITICAL_SR;

    if (err == OS_ERR_NONE) {
        if (OSRunning == OS_TRUE) {
            OS_Sched();
        }
    } else {
        OS_ENTER_CRITICAL();
        OSTCBPrioTbl[prio] = (OS_TCB *)0;
        OS_EXIT_CRITICAL();
    }
    return err;
}

#if OS_TASK_CREATE_EN > 0u
/*
 * Description: Create a task. It runs immediately if its priority is the highest.
 * Arguments  : task    its function
 *              p_arg   argument of the function
 *              ptos    start of the stack: its highest entry if stacks grow down
 *              prio    its priority, a free one from 0 (highest) to OS_LOWEST_PRIO - 1
 * Returns    : OS_ERR_NONE, OS_ERR_PRIO_INVALID, OS_ERR_TASK_CREATE_ISR, OS_ERR_PRIO_EXIST,
 *              OS_ERR_TASK_NO_MORE_TCB, OS_ERR_ILLEGAL_CREATE_RUN_TIME
 */
INT8U OSTaskCreate(void (*task)(void *p_arg), void *p_arg, OS_STK *ptos, INT8U prio)
{
    INT8U err = OS_TaskPrioReserve(prio);

    if (err == OS_ERR_NONE) {
        OS_STK *psp = OSTaskStkInit(task, p_arg, ptos, 0u);

        err = OS_TaskCreateEnd(prio, OS_TCBInit(prio, psp, (OS_STK *)0, 0u, 0u, (void *)0, 0u));
    }
    return err;
}
#endif

#if OS_TASK_CREATE_EXT_EN > 0u
/*
 * Description: Create a task with further attributes.
 * Arguments  : task, p_arg, ptos, prio   as for OSTaskCreate()
 *              id         number for the application's use
 *              pbos       end of the stack: its lowest entry if stacks grow down
 *              stk_size   stack entries
 *              pext       the application's extension of the TCB, or null
 *              opt        OS_TASK_OPT_STK_CHK  allow OSTaskStkChk()
 *                         OS_TASK_OPT_STK_CLR  clear the stack first
 *                         OS_TASK_OPT_SAVE_FP  the port saves floating-point registers, if it has any
 * Returns    : as OSTaskCreate()
 */
INT8U OSTaskCreateExt(void (*task)(void *p_arg), void *p_arg, OS_STK *ptos, INT8U prio, INT16U id, OS_STK *pbos,
                      INT32U stk_size, void *pext, INT16U opt)
{
    INT8U err = OS_TaskPrioReserve(prio);

    if (err == OS_ERR_NONE) {
        OS_STK *psp;

        if ((opt & OS_TASK_OPT_STK_CLR) != 0u) {
#if OS_STK_GROWTH == 1u
            memset(pbos, 0, stk_size * sizeof(OS_STK));
#else
            memset(pbos - (stk_size - 1u), 0, stk_size * sizeof(OS_STK));
#endif
        }
        psp = OSTaskStkInit(task, p_arg, ptos, opt);
        err = OS_TaskCreateEnd(prio, OS_TCBInit(prio, psp, pbos, id, stk_size, pext, opt));
    }
    return err;
}
#endif

/*
 * Description: Create one of the kernel's own tasks.
 * Arguments  : task       its function
 *              pbos       lowest entry of its stack
 *              stk_size   stack entries
 *              prio, id, name   priority, number and name
 * Returns    : none
 * Notes      : Cannot fail, because OSInit() calls this before the application creates tasks, and the tables have room.
 */
void OS_SysTaskCreate(void (*task)(void *p_arg), OS_STK *pbos, INT32U stk_size, INT8U prio, INT16U id,
                      char const *name)
{
#if OS_STK_GROWTH == 1u
    OS_STK *ptos = pbos + (stk_size - 1u);
#else
    OS_STK *ptos = pbos;

    pbos += stk_size - 1u;
#endif
#if OS_TASK_CREATE_EXT_EN > 0u
    (void)OSTaskCreateExt(task, (void *)0, ptos, prio, id, pbos, stk_size, (void *)0,
                          OS_TASK_OPT_STK_CHK | OS_TASK_OPT_STK_CLR);
#else
    (void)pbos;
    (void)id;
    (void)OSTaskCreate(task, (void *)0, ptos, prio);
#endif
#if OS_TASK_NAME_EN > 0u
    OSTCBPrioTbl[prio]->OSTCBTaskName = (INT8U *)(void *)(size_t)name;
    OS_TRACE_TASK_NAME_SET(OSTCBPrioTbl[prio]);
#else
    (void)name;
#endif
}

#if OS_TASK_DEL_EN > 0u
/*
 * Description: Delete a task in any state.
 * Arguments  : prio   its priority, or OS_PRIO_SELF
 * Returns    : OS_ERR_NONE, OS_ERR_TASK_DEL_ISR, OS_ERR_TASK_DEL_IDLE, OS_ERR_PRIO_INVALID, OS_ERR_TASK_NOT_EXIST,
 *              OS_ERR_TASK_DEL (the priority is reserved), OS_ERR_ILLEGAL_DEL_RUN_TIME
 * Notes      : The task's resources (memory, a semaphore's count, a mutex) are not released: see OSTaskDelReq().
 *              A task that deletes itself with the scheduler locked runs until the scheduler is unlocked.
 */
INT8U OSTaskDel(INT8U prio)
{
    OS_TCB *ptcb;
    INT8U locks;
    OS_CRITICAL_SR;

    if (OS_ObjectsAreFrozen()) {
        return OS_ERR_ILLEGAL_DEL_RUN_TIME;
    }
    if (OSIntNesting > 0u) {
        return OS_ERR_TASK_DEL_ISR;
    }
    if (prio == OS_TASK_IDLE_PRIO) {
        return OS_ERR_TASK_DEL_IDLE;
    }
#if OS_ARG_CHK_EN > 0u
    if ((prio >= OS_LOWEST_PRIO) && (prio != OS_PRIO_SELF)) {
        return OS_ERR_PRIO_INVALID;
    }
#endif

    OS_ENTER_CRITICAL();
    ptcb = OS_TCBFind(prio);
    if (ptcb == (OS_TCB *)0) {
        OS_EXIT_CRITICAL();
        return OS_ERR_TASK_NOT_EXIST;
    }
    if (ptcb == OS_TCB_RESERVED) {
        OS_EXIT_CRITICAL();
        return OS_ERR_TASK_DEL;
    }

#if OS_ACCEL_TICK_ANYWHERE
    OS_AccelDlyClr(ptcb);
#endif
    OS_AccelRdyClr(ptcb);
    OS_TRACE_TASK_SUSPENDED(ptcb);
    OS_AccelSettle(ptcb);
#if OS_EVENT_EN
    OS_EventTaskRemove(ptcb);
#endif
#if OS_FLAG_USED
    if (ptcb->OSTCBFlagNode != (OS_FLAG_NODE *)0) {
        OS_FlagUnlink(ptcb->OSTCBFlagNode);
    }
#endif
#if !OS_ACCEL_TICK_ANYWHERE
    OS_AccelDlyClr(ptcb);
#endif
    ptcb->OSTCBStat = OS_STAT_RDY;
    ptcb->OSTCBStatPend = OS_STAT_PEND_OK;
    OS_AccelRelease(ptcb);
    /* Serve pending interrupts between the two halves. The scheduler is locked, so no task can interfere. */
    locks = (OSLockNesting < 255u) ? 1u : 0u;
    OSLockNesting += locks;
    OS_EXIT_CRITICAL();
#if OS_MUTEX_EN > 0u
    OS_MutexOwnerForget(ptcb);
#endif
    OS_SectionsSeparate();
    OS_ENTER_CRITICAL();
    OSLockNesting -= locks;
    OSTaskDelHook(ptcb);
    OS_TCBFree(ptcb);
    OS_EXIT_CRITICAL();

    if (OSRunning == OS_TRUE) {
        OS_Sched();
    }
    return OS_ERR_NONE;
}

/*
 * Description: Request that a task deletes itself; or return whether the running task has such a request.
 * Arguments  : prio   the task's priority, or OS_PRIO_SELF to check for a request
 * Returns    : OS_ERR_NONE (requested, or no request), OS_ERR_TASK_DEL_REQ (requested before), OS_ERR_TASK_DEL_IDLE,
 *              OS_ERR_PRIO_INVALID, OS_ERR_TASK_NOT_EXIST, OS_ERR_TASK_DEL (the priority is reserved),
 *              OS_ERR_ILLEGAL_DEL_RUN_TIME
 */
INT8U OSTaskDelReq(INT8U prio)
{
    OS_TCB *ptcb;
    INT8U err = OS_ERR_NONE;
    OS_CRITICAL_SR;

    if (OS_ObjectsAreFrozen()) {
        return OS_ERR_ILLEGAL_DEL_RUN_TIME;
    }
    if (prio == OS_TASK_IDLE_PRIO) {
        return OS_ERR_TASK_DEL_IDLE;
    }
#if OS_ARG_CHK_EN > 0u
    if ((prio >= OS_LOWEST_PRIO) && (prio != OS_PRIO_SELF)) {
        return OS_ERR_PRIO_INVALID;
    }
#endif
    OS_ENTER_CRITICAL();
    ptcb = OS_TCBFind(prio);
    if (ptcb == (OS_TCB *)0) {
        err = OS_ERR_TASK_NOT_EXIST;
    } else if (ptcb == OS_TCB_RESERVED) {
        err = OS_ERR_TASK_DEL;
    } else if (prio == OS_PRIO_SELF) {
        err = ptcb->OSTCBDelReq;
    } else {
        ptcb->OSTCBDelReq = OS_ERR_TASK_DEL_REQ;
    }
    OS_EXIT_CRITICAL();
    return err;
}
#endif

/*
 * Description: End a task whose function returns: delete it, or let it sleep for ever.
 * Arguments  : none
 * Returns    : never
 * Notes      : The port makes this the return address of a task's function.
 */
void OS_TaskReturn(void)
{
    OSTaskReturnHook(OSTCBCur);
#if OS_TASK_DEL_EN > 0u
    (void)OSTaskDel(OS_PRIO_SELF);
#endif
    for (;;) {
        OSTimeDly(OS_TICKS_PER_SEC);
    }
}
