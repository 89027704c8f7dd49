/* SPDX-License-Identifier: Apache-2.0 */
/* Names of tasks, events, event flag groups and memory partitions. The kernel stores only pointers to them. */
#include "os_check.h"
#include "os_task.h"

#if OS_NAME_USED
/*
 * Description: Return the length of a string, at most 255.
 * Arguments  : str   the string
 * Returns    : its length
 */
INT8U OS_StrLen(INT8U const *str)
{
    INT8U len = 0u;

    while ((len < 255u) && (str[len] != OS_ASCII_NUL)) {
        len++;
    }
    return len;
}
#endif

#if OS_TASK_NAME_EN > 0u
#if OS_ARG_CHK_EN > 0u
static INT8U OS_TaskNameArgChk(INT8U prio, void const *pname)
{
    if ((prio > OS_LOWEST_PRIO) && (prio != OS_PRIO_SELF)) {
        return OS_ERR_PRIO_INVALID;
    }
    if (pname == (void const *)0) {
        return OS_ERR_PNAME_NULL;
    }
    return OS_ERR_NONE;
}
#endif

/*
 * Description: Return a task's name.
 * Arguments  : prio    the task's priority, or OS_PRIO_SELF
 *              pname   gets a pointer to the name; "?" is the name of a task that has none
 *              perr    gets OS_ERR_NONE, OS_ERR_PRIO_INVALID, OS_ERR_PNAME_NULL, OS_ERR_NAME_GET_ISR,
 *                      OS_ERR_TASK_NOT_EXIST
 * Returns    : the name's length; 0 after an error
 */
INT8U OSTaskNameGet(INT8U prio, INT8U **pname, INT8U *perr)
{
    OS_TCB *ptcb;
    INT8U len = 0u;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return 0u;
    }
#if OS_ARG_CHK_EN > 0u
    *perr = OS_TaskNameArgChk(prio, pname);
    if (*perr != OS_ERR_NONE) {
        return 0u;
    }
#endif
    if (OSIntNesting > 0u) {
        *perr = OS_ERR_NAME_GET_ISR;
        return 0u;
    }
    OS_ENTER_CRITICAL();
    ptcb = OS_TCBFind(prio);
    if ((ptcb == (OS_TCB *)0) || (ptcb == OS_TCB_RESERVED)) {
        *perr = OS_ERR_TASK_NOT_EXIST;
    } else {
        *pname = ptcb->OSTCBTaskName;
        len = OS_StrLen(*pname);
        *perr = OS_ERR_NONE;
    }
    OS_EXIT_CRITICAL();
    return len;
}

/*
 * Description: Name a task.
 * Arguments  : prio    the task's priority, or OS_PRIO_SELF
 *              pname   the name, which must stay valid
 *              perr    gets OS_ERR_NONE, OS_ERR_PRIO_INVALID, OS_ERR_PNAME_NULL, OS_ERR_NAME_SET_ISR,
 *                      OS_ERR_TASK_NOT_EXIST
 * Returns    : none
 */
void OSTaskNameSet(INT8U prio, INT8U *pname, INT8U *perr)
{
    OS_TCB *ptcb;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return;
    }
#if OS_ARG_CHK_EN > 0u
    *perr = OS_TaskNameArgChk(prio, pname);
    if (*perr != OS_ERR_NONE) {
        return;
    }
#endif
    if (OSIntNesting > 0u) {
        *perr = OS_ERR_NAME_SET_ISR;
        return;
    }
    OS_ENTER_CRITICAL();
    ptcb = OS_TCBFind(prio);
    if ((ptcb == (OS_TCB *)0) || (ptcb == OS_TCB_RESERVED)) {
        *perr = OS_ERR_TASK_NOT_EXIST;
    } else {
        ptcb->OSTCBTaskName = pname;
        OS_TRACE_TASK_NAME_SET(ptcb);
        *perr = OS_ERR_NONE;
    }
    OS_EXIT_CRITICAL();
}
#endif

#if OS_EVENT_EN && (OS_EVENT_NAME_EN > 0u)
/* Return whether an event control block is not a semaphore, mutex, mailbox or queue. */
static BOOLEAN OS_EventTypeIsWrong(OS_EVENT const *pevent)
{
    switch (pevent->OSEventType) {
    case OS_EVENT_TYPE_SEM:
    case OS_EVENT_TYPE_MUTEX:
    case OS_EVENT_TYPE_MBOX:
    case OS_EVENT_TYPE_Q:
        return OS_FALSE;
    default:
        return OS_TRUE;
    }
}

/*
 * Description: Return the name of a semaphore, mutex, mailbox or queue.
 * Arguments  : pevent   the event
 *              pname    gets a pointer to the name; "?" is the name of an event that has none
 *              perr     gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_PNAME_NULL, OS_ERR_NAME_GET_ISR,
 *                       OS_ERR_EVENT_TYPE
 * Returns    : the name's length; 0 after an error
 */
INT8U OSEventNameGet(OS_EVENT *pevent, INT8U **pname, INT8U *perr)
{
    INT8U len;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return 0u;
    }
#if OS_ARG_CHK_EN > 0u
    if (pevent == (OS_EVENT *)0) {
        *perr = OS_ERR_PEVENT_NULL;
        return 0u;
    }
    if (pname == (INT8U **)0) {
        *perr = OS_ERR_PNAME_NULL;
        return 0u;
    }
#endif
    if (OSIntNesting > 0u) {
        *perr = OS_ERR_NAME_GET_ISR;
        return 0u;
    }
    if (OS_EventTypeIsWrong(pevent)) {
        *perr = OS_ERR_EVENT_TYPE;
        return 0u;
    }
    OS_ENTER_CRITICAL();
    *pname = pevent->OSEventName;
    len = OS_StrLen(*pname);
    OS_EXIT_CRITICAL();
    *perr = OS_ERR_NONE;
    return len;
}

/*
 * Description: Name a semaphore, mutex, mailbox or queue.
 * Arguments  : pevent   the event
 *              pname    the name, which must stay valid
 *              perr     gets OS_ERR_NONE, OS_ERR_PEVENT_NULL, OS_ERR_PNAME_NULL, OS_ERR_NAME_SET_ISR,
 *                       OS_ERR_EVENT_TYPE
 * Returns    : none
 */
void OSEventNameSet(OS_EVENT *pevent, INT8U *pname, INT8U *perr)
{
    if (OS_PerrIsNull(perr)) {
        return;
    }
#if OS_ARG_CHK_EN > 0u
    if (pevent == (OS_EVENT *)0) {
        *perr = OS_ERR_PEVENT_NULL;
        return;
    }
    if (pname == (INT8U *)0) {
        *perr = OS_ERR_PNAME_NULL;
        return;
    }
#endif
    if (OSIntNesting > 0u) {
        *perr = OS_ERR_NAME_SET_ISR;
        return;
    }
    if (OS_EventTypeIsWrong(pevent)) {
        *perr = OS_ERR_EVENT_TYPE;
        return;
    }
    pevent->OSEventName = pname;
    OS_TRACE_EVENT_NAME_SET(pevent, pname);
    *perr = OS_ERR_NONE;
}
#endif

#if OS_FLAG_USED && (OS_FLAG_NAME_EN > 0u)
/*
 * Description: Return the name of an event flag group.
 * Arguments  : pgrp    the group
 *              pname   gets a pointer to the name; "?" is the name of a group that has none
 *              perr    gets OS_ERR_NONE, OS_ERR_FLAG_INVALID_PGRP, OS_ERR_PNAME_NULL, OS_ERR_NAME_GET_ISR,
 *                      OS_ERR_EVENT_TYPE
 * Returns    : the name's length; 0 after an error
 */
INT8U OSFlagNameGet(OS_FLAG_GRP *pgrp, INT8U **pname, INT8U *perr)
{
    INT8U len;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return 0u;
    }
#if OS_ARG_CHK_EN > 0u
    if (pgrp == (OS_FLAG_GRP *)0) {
        *perr = OS_ERR_FLAG_INVALID_PGRP;
        return 0u;
    }
    if (pname == (INT8U **)0) {
        *perr = OS_ERR_PNAME_NULL;
        return 0u;
    }
#endif
    if (OSIntNesting > 0u) {
        *perr = OS_ERR_NAME_GET_ISR;
        return 0u;
    }
    if (pgrp->OSFlagType != OS_EVENT_TYPE_FLAG) {
        *perr = OS_ERR_EVENT_TYPE;
        return 0u;
    }
    OS_ENTER_CRITICAL();
    *pname = pgrp->OSFlagName;
    len = OS_StrLen(*pname);
    OS_EXIT_CRITICAL();
    *perr = OS_ERR_NONE;
    return len;
}

/*
 * Description: Name an event flag group.
 * Arguments  : pgrp    the group
 *              pname   the name, which must stay valid
 *              perr    gets OS_ERR_NONE, OS_ERR_FLAG_INVALID_PGRP, OS_ERR_PNAME_NULL, OS_ERR_NAME_SET_ISR,
 *                      OS_ERR_EVENT_TYPE
 * Returns    : none
 */
void OSFlagNameSet(OS_FLAG_GRP *pgrp, INT8U *pname, INT8U *perr)
{
    if (OS_PerrIsNull(perr)) {
        return;
    }
#if OS_ARG_CHK_EN > 0u
    if (pgrp == (OS_FLAG_GRP *)0) {
        *perr = OS_ERR_FLAG_INVALID_PGRP;
        return;
    }
    if (pname == (INT8U *)0) {
        *perr = OS_ERR_PNAME_NULL;
        return;
    }
#endif
    if (OSIntNesting > 0u) {
        *perr = OS_ERR_NAME_SET_ISR;
        return;
    }
    if (pgrp->OSFlagType != OS_EVENT_TYPE_FLAG) {
        *perr = OS_ERR_EVENT_TYPE;
        return;
    }
    pgrp->OSFlagName = pname;
    OS_TRACE_EVENT_NAME_SET(pgrp, pname);
    *perr = OS_ERR_NONE;
}
#endif

#if OS_MEM_USED && (OS_MEM_NAME_EN > 0u)
/*
 * Description: Return the name of a memory partition.
 * Arguments  : pmem    the partition
 *              pname   gets a pointer to the name; "?" is the name of a partition that has none
 *              perr    gets OS_ERR_NONE, OS_ERR_MEM_INVALID_PMEM, OS_ERR_PNAME_NULL, OS_ERR_NAME_GET_ISR
 * Returns    : the name's length; 0 after an error
 */
INT8U OSMemNameGet(OS_MEM *pmem, INT8U **pname, INT8U *perr)
{
    INT8U len;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return 0u;
    }
#if OS_ARG_CHK_EN > 0u
    if (pmem == (OS_MEM *)0) {
        *perr = OS_ERR_MEM_INVALID_PMEM;
        return 0u;
    }
    if (pname == (INT8U **)0) {
        *perr = OS_ERR_PNAME_NULL;
        return 0u;
    }
#endif
    if (OSIntNesting > 0u) {
        *perr = OS_ERR_NAME_GET_ISR;
        return 0u;
    }
    OS_ENTER_CRITICAL();
    *pname = pmem->OSMemName;
    len = OS_StrLen(*pname);
    OS_EXIT_CRITICAL();
    *perr = OS_ERR_NONE;
    return len;
}

/*
 * Description: Name a memory partition.
 * Arguments  : pmem    the partition
 *              pname   the name, which must stay valid
 *              perr    gets OS_ERR_NONE, OS_ERR_MEM_INVALID_PMEM, OS_ERR_PNAME_NULL, OS_ERR_NAME_SET_ISR
 * Returns    : none
 */
void OSMemNameSet(OS_MEM *pmem, INT8U *pname, INT8U *perr)
{
    if (OS_PerrIsNull(perr)) {
        return;
    }
#if OS_ARG_CHK_EN > 0u
    if (pmem == (OS_MEM *)0) {
        *perr = OS_ERR_MEM_INVALID_PMEM;
        return;
    }
    if (pname == (INT8U *)0) {
        *perr = OS_ERR_PNAME_NULL;
        return;
    }
#endif
    if (OSIntNesting > 0u) {
        *perr = OS_ERR_NAME_SET_ISR;
        return;
    }
    pmem->OSMemName = pname;
    OS_TRACE_EVENT_NAME_SET(pmem, pname);
    *perr = OS_ERR_NONE;
}
#endif
