/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Version : V2.93.00
 */
#ifndef OS_MASTER_FILE
#include <ucos_ii.h>
#endif

INT32U OSTimeGet(void)
{
    return (OSTime);
}

void OSTimeDly(INT32U ticks)
{
    INT8U y;
    OS_CPU_SR cpu_sr = 0u;

    if (ticks > 0u) {
        OS_ENTER_CRITICAL();
        y = OSTCBCur->OSTCBY;
        OSRdyTbl[y] &= (OS_PRIO)~OSTCBCur->OSTCBBitX;
        OS_TRACE_TASK_SUSPENDED(OSTCBCur);
        if (OSRdyTbl[y] == 0u) {
            OSRdyGrp &= (OS_PRIO)~OSTCBCur->OSTCBBitY;
        }
        OSTCBCur->OSTCBDly = ticks; /* until then */
        OS_EXIT_CRITICAL();
        OS_Sched();
    }
}

INT8U OSTimeDlyResume(INT8U prio)
{
    OS_TCB *ptcb;
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    ptcb = OSTCBPrioTbl[prio];
    if ((ptcb == (OS_TCB *)0) || (ptcb == OS_TCB_RESERVED)) {
        OS_EXIT_CRITICAL();
        return (OS_ERR_TASK_NOT_EXIST);
    }
    if (ptcb->OSTCBDly == 0u) {
        OS_EXIT_CRITICAL();
        return (OS_ERR_TIME_NOT_DLY);
    }
    ptcb->OSTCBDly = 0u;
    if ((ptcb->OSTCBStat & OS_STAT_PEND_ANY) != OS_STAT_RDY) {
        ptcb->OSTCBStat &= ~OS_STAT_PEND_ANY;
        ptcb->OSTCBStatPend = OS_STAT_PEND_TO;
    } else {
        ptcb->OSTCBStatPend = OS_STAT_PEND_OK;
    }
    if ((ptcb->OSTCBStat & OS_STAT_SUSPEND) == OS_STAT_RDY) {
        OSRdyGrp |= ptcb->OSTCBBitY;
        OSRdyTbl[ptcb->OSTCBY] |= ptcb->OSTCBBitX;
        OS_TRACE_TASK_READY(ptcb);
        OS_EXIT_CRITICAL();
        OS_Sched();
    } else {
        OS_EXIT_CRITICAL();
    }
    return (OS_ERR_NONE);
}
