/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks: their control blocks, and the creation of the kernel's own tasks. */
#ifndef OS_KERNEL_TASK_H
#define OS_KERNEL_TASK_H

#include "os_kernel.h"

INT8U OS_TCBInit(INT8U prio, OS_STK *ptos, OS_STK *pbos, INT16U id, INT32U stk_size, void *pext, INT16U opt);
void OS_TCBPrioMove(OS_TCB *ptcb, INT8U prio);
OS_TCB *OS_TCBFind(INT8U prio);
#if OS_TASK_DEL_EN > 0u
void OS_TCBFree(OS_TCB *ptcb);
#endif

/* Notify the port that the task's stack, which OSTaskStkInit() has prepared, is free. */
#ifdef OS_CPU_TASK_BANK_FREE
#define OS_PORT_STK_UNUSED(ptos) OS_CPU_TASK_BANK_FREE(ptos)
#else
#define OS_PORT_STK_UNUSED(ptos)
#endif

void OS_SysTaskCreate(void (*task)(void *p_arg), OS_STK *pbos, INT32U stk_size, INT8U prio, INT16U id,
                      char const *name);

/* Set a TCB's priority and its positions in the bitmaps. The task must not be in any bitmap. */
OS_ACCEL_INLINE void OS_TCBPrioSet(OS_TCB *ptcb, INT8U prio)
{
    ptcb->OSTCBPrio = prio;
#if OS_LOWEST_PRIO <= 63u
    ptcb->OSTCBY = (INT8U)(prio >> 3u);
    ptcb->OSTCBX = (INT8U)(prio & 0x07u);
#else
    ptcb->OSTCBY = (INT8U)(prio >> 4u);
    ptcb->OSTCBX = (INT8U)(prio & 0x0Fu);
#endif
    ptcb->OSTCBBitY = (OS_PRIO)(1u << ptcb->OSTCBY);
    ptcb->OSTCBBitX = (OS_PRIO)(1u << ptcb->OSTCBX);
}

#if OS_ACCEL_EVENT_ALL
/*
 * Return whether the task is ready and in no wait list, so that only its place in the ready list depends on its
 * priority. The time unit may still report the end of an earlier delay. This report has no effect on a task that does
 * not wait, and the task's next wait or delay resets the report. Interrupts must be disabled.
 */
OS_ACCEL_INLINE BOOLEAN OS_TCBIsRdyWithoutWait(OS_TCB const *ptcb)
{
    size_t waits = 0u;

#if OS_EVENT_EN
    waits |= (size_t)ptcb->OSTCBEventPtr;
#if OS_EVENT_MULTI_EN > 0u
    waits |= (size_t)ptcb->OSTCBEventMultiPtr;
#endif
#endif
#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
    waits |= (size_t)ptcb->OSTCBFlagNode;
#endif
    return (BOOLEAN)(OS_ACCEL_LIKELY(waits == 0u) && OS_ACCEL_LIKELY(OS_AccelRdyTst(ptcb)));
}

/* Change the priority of a task that is ready and in no wait list. Interrupts must be disabled. */
OS_ACCEL_INLINE void OS_TCBRdyMove(OS_TCB *ptcb, INT8U prio)
{
    OS_AccelRdyClr(ptcb);
    OS_TCBPrioSet(ptcb, prio);
    OS_AccelRdySet(ptcb);
}
#endif

#endif
