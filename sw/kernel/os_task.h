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
#if OS_PEND_SHORT
/* OSTCBStat and OSTCBStatPend, read by one load. 0: the task waits for no event and is not suspended. */
#define OS_TCB_STATES(ptcb) (*(INT16U const *)((size_t)(ptcb) + offsetof(OS_TCB, OSTCBStat)))
_Static_assert((offsetof(OS_TCB, OSTCBStat) % 2u == 0u) &&
               (offsetof(OS_TCB, OSTCBStatPend) == offsetof(OS_TCB, OSTCBStat) + 1u), "OS_TCB_STATES() reads both");
#endif

/*
 * Return whether the task is ready and in no wait list, so that only its place in the ready list depends on its
 * priority. The time unit may still report the end of an earlier delay. This report has no effect on a task that does
 * not wait, and the task's next wait or delay resets the report. Interrupts must be disabled.
 */
OS_ACCEL_INLINE BOOLEAN OS_TCBIsRdyWithoutWait(OS_TCB const *ptcb)
{
    return (BOOLEAN)(OS_ACCEL_LIKELY((ptcb->OSTCBStat == OS_STAT_RDY) && (ptcb->OSTCBStatPend == OS_STAT_PEND_OK)) &&
                     OS_ACCEL_LIKELY(OS_AccelRdyTst(ptcb)));
}

/*
 * Change the priority of a task that is ready and in no wait list. Interrupts must be disabled. OSTCBX, OSTCBY,
 * OSTCBBitX and OSTCBBitY do not change, because the seam does not use them if the unit holds whole events.
 */
OS_ACCEL_INLINE void OS_TCBRdyMove(OS_TCB *ptcb, INT8U prio)
{
    OS_AccelRdyMove(ptcb->OSTCBPrio, prio);
    ptcb->OSTCBPrio = prio;
}
#endif

#endif
