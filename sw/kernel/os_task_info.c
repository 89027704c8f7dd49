/* SPDX-License-Identifier: Apache-2.0 */
/* Information about a task: its TCB, the use of its stack, its registers. */
#include "os_check.h"
#include "os_task.h"

#if OS_TASK_QUERY_EN > 0u
/*
 * Description: Copy a task's TCB.
 * Arguments  : prio          its priority, or OS_PRIO_SELF
 *              p_task_data   gets the copy
 * Returns    : OS_ERR_NONE, OS_ERR_PRIO_INVALID, OS_ERR_PDATA_NULL, OS_ERR_PRIO (no such task),
 *              OS_ERR_TASK_NOT_EXIST (the priority is only reserved)
 */
INT8U OSTaskQuery(INT8U prio, OS_TCB *p_task_data)
{
    OS_TCB *ptcb;
    INT32U now;
    INT8U err = OS_ERR_NONE;
    OS_CRITICAL_SR;

#if OS_ARG_CHK_EN > 0u
    if ((prio > OS_LOWEST_PRIO) && (prio != OS_PRIO_SELF)) {
        return OS_ERR_PRIO_INVALID;
    }
    if (p_task_data == (OS_TCB *)0) {
        return OS_ERR_PDATA_NULL;
    }
#endif
    OS_ENTER_CRITICAL();
    ptcb = OS_TCBFind(prio);
    if (ptcb == (OS_TCB *)0) {
        err = OS_ERR_PRIO;
    } else if (ptcb == OS_TCB_RESERVED) {
        err = OS_ERR_TASK_NOT_EXIST;
    } else {
        do { /* repeat if a tick came during the copy */
            if (OS_ACCEL_TICK_ANYWHERE) {
                now = OS_AccelTime();
            }
            OS_AccelSettle(ptcb);
            *p_task_data = *ptcb;
            OS_AccelDlyCopy(ptcb, p_task_data);
        } while (OS_ACCEL_TICK_ANYWHERE && (OS_AccelTime() != now));
    }
    OS_EXIT_CRITICAL();
    return err;
}
#endif

#if OS_TASK_CREATE_EXT_EN > 0u
/*
 * Description: Return the free and used entries of a task's stack. Entries at its end that are 0 count as free.
 * Arguments  : prio         its priority, or OS_PRIO_SELF
 *              p_stk_data   gets free and used stack, in entries
 * Returns    : OS_ERR_NONE, OS_ERR_PRIO_INVALID, OS_ERR_PDATA_NULL, OS_ERR_TASK_NOT_EXIST (no such task),
 *              OS_ERR_TASK_OPT (created without OS_TASK_OPT_STK_CHK)
 * Notes      : The time is proportional to the free entries; interrupts stay enabled. The stack must have been cleared
 *              when the task was created (OS_TASK_OPT_STK_CLR).
 */
INT8U OSTaskStkChk(INT8U prio, OS_STK_DATA *p_stk_data)
{
    OS_TCB *ptcb;
    OS_STK const *pchk;
    INT32U size;
    INT32U free = 0u;
    OS_CRITICAL_SR;

#if OS_ARG_CHK_EN > 0u
    if ((prio > OS_LOWEST_PRIO) && (prio != OS_PRIO_SELF)) {
        return OS_ERR_PRIO_INVALID;
    }
    if (p_stk_data == (OS_STK_DATA *)0) {
        return OS_ERR_PDATA_NULL;
    }
#endif
    p_stk_data->OSFree = 0u;
    p_stk_data->OSUsed = 0u;
    OS_ENTER_CRITICAL();
    ptcb = OS_TCBFind(prio);
    if ((ptcb == (OS_TCB *)0) || (ptcb == OS_TCB_RESERVED)) {
        OS_EXIT_CRITICAL();
        return OS_ERR_TASK_NOT_EXIST;
    }
    if ((ptcb->OSTCBOpt & OS_TASK_OPT_STK_CHK) == 0u) {
        OS_EXIT_CRITICAL();
        return OS_ERR_TASK_OPT;
    }
    size = ptcb->OSTCBStkSize;
    pchk = ptcb->OSTCBStkBottom;
    OS_EXIT_CRITICAL();

    while ((free < size) && (*pchk == (OS_STK)0)) {
        free++;
#if OS_STK_GROWTH == 1u
        pchk++;
#else
        pchk--;
#endif
    }
    p_stk_data->OSFree = free;
    p_stk_data->OSUsed = size - free;
    return OS_ERR_NONE;
}
#endif

#if OS_TASK_REG_TBL_SIZE > 0u
INT8U OSTaskRegNextAvailID;

/*
 * Description: Reserve a task register: one register with the same number in every task.
 * Arguments  : perr   gets OS_ERR_NONE, OS_ERR_NO_MORE_ID_AVAIL
 * Returns    : the register's number; OS_TASK_REG_TBL_SIZE if no register is left
 */
INT8U OSTaskRegGetID(INT8U *perr)
{
    INT8U id = OS_TASK_REG_TBL_SIZE;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return id;
    }
    OS_ENTER_CRITICAL();
    if (OSTaskRegNextAvailID >= OS_TASK_REG_TBL_SIZE) {
        *perr = OS_ERR_NO_MORE_ID_AVAIL;
    } else {
        id = OSTaskRegNextAvailID;
        OSTaskRegNextAvailID++;
        *perr = OS_ERR_NONE;
    }
    OS_EXIT_CRITICAL();
    return id;
}

/* Return a task register's address, or null and an error in *perr if there is no task. Interrupts must be disabled. */
static INT32U *OS_TaskReg(INT8U prio, INT8U id, INT8U *perr)
{
    OS_TCB *ptcb = OS_TCBFind(prio);

    if ((ptcb == (OS_TCB *)0) || (ptcb == OS_TCB_RESERVED)) {
        *perr = OS_ERR_TASK_NOT_EXIST;
        return (INT32U *)0;
    }
    *perr = OS_ERR_NONE;
    return &ptcb->OSTCBRegTbl[id];
}

#if OS_ARG_CHK_EN > 0u
static INT8U OS_TaskRegArgChk(INT8U prio, INT8U id)
{
    if ((prio >= OS_LOWEST_PRIO) && (prio != OS_PRIO_SELF)) {
        return OS_ERR_PRIO_INVALID;
    }
    if (id >= OS_TASK_REG_TBL_SIZE) {
        return OS_ERR_ID_INVALID;
    }
    return OS_ERR_NONE;
}
#endif

/*
 * Description: Read a task register.
 * Arguments  : prio   the task's priority, or OS_PRIO_SELF
 *              id     the register's number
 *              perr   gets OS_ERR_NONE, OS_ERR_PRIO_INVALID, OS_ERR_ID_INVALID, OS_ERR_TASK_NOT_EXIST
 * Returns    : its value; 0 after an error
 */
INT32U OSTaskRegGet(INT8U prio, INT8U id, INT8U *perr)
{
    INT32U const *preg;
    INT32U value = 0u;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return 0u;
    }
#if OS_ARG_CHK_EN > 0u
    *perr = OS_TaskRegArgChk(prio, id);
    if (*perr != OS_ERR_NONE) {
        return 0u;
    }
#endif
    OS_ENTER_CRITICAL();
    preg = OS_TaskReg(prio, id, perr);
    if (preg != (INT32U const *)0) {
        value = *preg;
    }
    OS_EXIT_CRITICAL();
    return value;
}

/*
 * Description: Write a task register.
 * Arguments  : prio, id, perr   as for OSTaskRegGet()
 *              value            the new value
 * Returns    : none
 */
void OSTaskRegSet(INT8U prio, INT8U id, INT32U value, INT8U *perr)
{
    INT32U *preg;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return;
    }
#if OS_ARG_CHK_EN > 0u
    *perr = OS_TaskRegArgChk(prio, id);
    if (*perr != OS_ERR_NONE) {
        return;
    }
#endif
    OS_ENTER_CRITICAL();
    preg = OS_TaskReg(prio, id, perr);
    if (preg != (INT32U *)0) {
        *preg = value;
    }
    OS_EXIT_CRITICAL();
}
#endif
