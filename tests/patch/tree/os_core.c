/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Version : V2.93.00
 */
#ifndef OS_MASTER_FILE
#define OS_GLOBALS
#include <ucos_ii.h>
#endif

#define ROW(first) (first), 0u, 1u, 0u, 2u, 0u, 1u, 0u, 3u, 0u, 1u, 0u, 2u, 0u, 1u, 0u

INT8U const OSUnMapTbl[256] = {
    ROW(0u), ROW(4u), ROW(5u), ROW(4u), ROW(6u), ROW(4u), ROW(5u), ROW(4u),
    ROW(7u), ROW(4u), ROW(5u), ROW(4u), ROW(6u), ROW(4u), ROW(5u), ROW(4u),
};

static OS_STK idle_stk[256];

/* Initialisation. */
static void OS_InitRdyList(void)
{
    INT8U i;

    OSRdyGrp = 0u; /* no task is ready */
    for (i = 0u; i < OS_RDY_TBL_SIZE; i++) {
        OSRdyTbl[i] = 0u;
    }
    OSPrioCur = 0u;
    OSTCBCur = (OS_TCB *)0;
}

static void OS_InitTCBList(void)
{
    INT8U i;

    OSTCBList = (OS_TCB *)0;
    OSTCBFreeList = (OS_TCB *)0;
    for (i = 0u; i <= OS_MAX_TASKS; i++) {
        OSTCBTbl[i].OSTCBNext = OSTCBFreeList;
        OSTCBFreeList = &OSTCBTbl[i];
    }
}

static void OS_TaskIdle(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSIdleCtr++;
        OSTaskIdleHook();
    }
}

void OSInit(void)
{
    OSInitHookBegin();
    OS_InitRdyList();
    OS_InitTCBList();
    (void)OSTaskCreate(OS_TaskIdle, (void *)0, &idle_stk[255], OS_TASK_IDLE_PRIO);
    OSInitHookEnd();
}

/* Selection of the next task. */
static void OS_SchedNew(void)
{
#if OS_LOWEST_PRIO <= 63u /* one table look-up for the row, one for the column */
    INT8U y;

    y = OSUnMapTbl[OSRdyGrp];
    OSPrioHighRdy = (INT8U)((y << 3u) + OSUnMapTbl[OSRdyTbl[y]]);
#else
    INT8U y;
    OS_PRIO *prow;

    if ((OSRdyGrp & 0xFFu) != 0u) {
        y = OSUnMapTbl[OSRdyGrp & 0xFFu];
    } else {
        y = (INT8U)(OSUnMapTbl[(OSRdyGrp >> 8u) & 0xFFu] + 8u);
    }
    prow = &OSRdyTbl[y];
    if ((*prow & 0xFFu) != 0u) {
        OSPrioHighRdy = (INT8U)((y << 4u) + OSUnMapTbl[*prow & 0xFFu]);
    } else {
        OSPrioHighRdy = (INT8U)((y << 4u) + OSUnMapTbl[(*prow >> 8u) & 0xFFu] + 8u);
    }
#endif
}

void OSStart(void)
{
    if (OSRunning == OS_FALSE) {
        OS_SchedNew();
        OSPrioCur = OSPrioHighRdy;
        OSTCBHighRdy = OSTCBPrioTbl[OSPrioHighRdy];
        OSTCBCur = OSTCBHighRdy;
        OSStartHighRdy();
    }
}

void OS_Sched(void)
{
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    if ((OSIntNesting == 0u) && (OSLockNesting == 0u)) {
        OS_SchedNew();
        OSTCBHighRdy = OSTCBPrioTbl[OSPrioHighRdy];
        if (OSPrioHighRdy != OSPrioCur) {
            OS_TASK_SW();
        }
    }
    OS_EXIT_CRITICAL();
}

void OSIntExit(void)
{
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    OSIntNesting--;
    if ((OSIntNesting == 0u) && (OSLockNesting == 0u)) {
        OS_SchedNew();
        OSTCBHighRdy = OSTCBPrioTbl[OSPrioHighRdy];
        if (OSPrioHighRdy != OSPrioCur) {
            OSIntCtxSw();
        }
    }
    OS_EXIT_CRITICAL();
}

/* The tick. */
void OSTimeTick(void)
{
    OS_TCB *ptcb;
    OS_CPU_SR cpu_sr = 0u;

#if OS_TIME_TICK_HOOK_EN > 0u
    OSTimeTickHook();
#endif
#if OS_TIME_GET_SET_EN > 0u
    OS_ENTER_CRITICAL();
    OSTime++;
    OS_EXIT_CRITICAL();
#endif
    if (OSRunning == OS_TRUE) {
        ptcb = OSTCBList; /* the newest task first */
        while (ptcb->OSTCBPrio != OS_TASK_IDLE_PRIO) {
            OS_ENTER_CRITICAL();
            if (ptcb->OSTCBDly != 0u) {
                ptcb->OSTCBDly--;
                if (ptcb->OSTCBDly == 0u) {
                    if ((ptcb->OSTCBStat & OS_STAT_PEND_ANY) != OS_STAT_RDY) {
                        ptcb->OSTCBStat &= (INT8U)~(INT8U)OS_STAT_PEND_ANY;
                        ptcb->OSTCBStatPend = OS_STAT_PEND_TO;
                    } else {
                        ptcb->OSTCBStatPend = OS_STAT_PEND_OK;
                    }

                    if ((ptcb->OSTCBStat & OS_STAT_SUSPEND) == OS_STAT_RDY) {
                        OSRdyGrp |= ptcb->OSTCBBitY;
                        OSRdyTbl[ptcb->OSTCBY] |= ptcb->OSTCBBitX;
                        OS_TRACE_TASK_READY(ptcb);
                    }
                }
            }
            ptcb = ptcb->OSTCBNext;
            OS_EXIT_CRITICAL();
        }
    }
}

/* Tasks that wait for an event. */
INT8U OS_EventTaskRdy(OS_EVENT *pevent, INT8U msk, INT8U pend_stat)
{
    OS_TCB *ptcb;
    INT8U row;
    INT8U col;
    INT8U prio;
#if OS_LOWEST_PRIO > 63u
    OS_PRIO *prow;
#endif

#if OS_LOWEST_PRIO <= 63u
    row = OSUnMapTbl[pevent->OSEventGrp];
    col = OSUnMapTbl[pevent->OSEventTbl[row]];
    prio = (INT8U)((row << 3u) + col);
#else
    if ((pevent->OSEventGrp & 0xFFu) != 0u) {
        row = OSUnMapTbl[pevent->OSEventGrp & 0xFFu];
    } else {
        row = (INT8U)(OSUnMapTbl[(pevent->OSEventGrp >> 8u) & 0xFFu] + 8u);
    }
    prow = &pevent->OSEventTbl[row];
    if ((*prow & 0xFFu) != 0u) {
        col = OSUnMapTbl[*prow & 0xFFu];
    } else {
        col = (INT8U)(OSUnMapTbl[(*prow >> 8u) & 0xFFu] + 8u);
    }
    prio = (INT8U)((row << 4u) + col);
#endif
    ptcb = OSTCBPrioTbl[prio];
    ptcb->OSTCBDly = 0u;
    ptcb->OSTCBStat &= (INT8U)~msk;
    ptcb->OSTCBStatPend = pend_stat;
    if ((ptcb->OSTCBStat & OS_STAT_SUSPEND) == OS_STAT_RDY) {
        OSRdyGrp |= ptcb->OSTCBBitY;
        OSRdyTbl[row] |= ptcb->OSTCBBitX;
        OS_TRACE_TASK_READY(ptcb);
    }
    OS_EventTaskRemove(ptcb, pevent);
    return (prio);
}

void OS_EventTaskWait(OS_EVENT *pevent)
{
    INT8U y;

    OSTCBCur->OSTCBEventPtr = pevent;
    pevent->OSEventTbl[OSTCBCur->OSTCBY] |= OSTCBCur->OSTCBBitX;
    pevent->OSEventGrp |= OSTCBCur->OSTCBBitY;

    y = OSTCBCur->OSTCBY;
    OSRdyTbl[y] &= (OS_PRIO)~OSTCBCur->OSTCBBitX;
    OS_TRACE_TASK_SUSPENDED(OSTCBCur);
    if (OSRdyTbl[y] == 0u) {
        OSRdyGrp &= (OS_PRIO)~OSTCBCur->OSTCBBitY; /* no other task of the row is ready */
    }
}

void OS_EventTaskRemove(OS_TCB *ptcb, OS_EVENT *pevent)
{
    INT8U y;

    y = ptcb->OSTCBY;
    pevent->OSEventTbl[y] &= (OS_PRIO)~ptcb->OSTCBBitX;
    if (pevent->OSEventTbl[y] == 0u) {
        pevent->OSEventGrp &= (OS_PRIO)~ptcb->OSTCBBitY;
    }
    ptcb->OSTCBEventPtr = (OS_EVENT *)0;
}

void OS_EventWaitListInit(OS_EVENT *pevent)
{
    INT8U i;

    pevent->OSEventGrp = 0u;
    for (i = 0u; i < OS_EVENT_TBL_SIZE; i++) {
        pevent->OSEventTbl[i] = 0u;
    }
}

/* A new task. */
INT8U OS_TCBInit(INT8U prio, OS_STK *ptos, void *pext)
{
    OS_TCB *ptcb;
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    ptcb = OSTCBFreeList;
    if (ptcb != (OS_TCB *)0) {
        OSTCBFreeList = ptcb->OSTCBNext;
        OS_EXIT_CRITICAL();
        ptcb->OSTCBStkPtr = ptos;
        ptcb->OSTCBPrio = prio;
        ptcb->OSTCBStat = OS_STAT_RDY;
        ptcb->OSTCBStatPend = OS_STAT_PEND_OK;
        ptcb->OSTCBDly = 0u;
#if OS_LOWEST_PRIO <= 63u
        ptcb->OSTCBY = (INT8U)(prio >> 3u);
        ptcb->OSTCBX = (INT8U)(prio & 0x07u);
#else
        ptcb->OSTCBY = (INT8U)(prio >> 4u);
        ptcb->OSTCBX = (INT8U)(prio & 0x0Fu);
#endif
        ptcb->OSTCBBitY = (OS_PRIO)(1uL << ptcb->OSTCBY);
        ptcb->OSTCBBitX = (OS_PRIO)(1uL << ptcb->OSTCBX);
        ptcb->OSTCBEventPtr = (OS_EVENT *)0;
        ptcb->OSTCBExtPtr = pext;
        ptcb->OSTCBFlagNode = (OS_FLAG_NODE *)0;
        OSTaskCreateHook(ptcb);

        OS_ENTER_CRITICAL();
        OSTCBPrioTbl[prio] = ptcb;
        ptcb->OSTCBNext = OSTCBList;
        ptcb->OSTCBPrev = (OS_TCB *)0;
        if (OSTCBList != (OS_TCB *)0) {
            OSTCBList->OSTCBPrev = ptcb;
        }
        OSTCBList = ptcb;
        OSTaskCtr++;
        OSRdyGrp |= ptcb->OSTCBBitY;
        OSRdyTbl[ptcb->OSTCBY] |= ptcb->OSTCBBitX;
        OS_EXIT_CRITICAL();
        return (OS_ERR_NONE);
    }
    OS_EXIT_CRITICAL();
    return (OS_ERR_TASK_NO_MORE_TCB);
}

void OS_MemCopy(INT8U *pdest, INT8U *psrc, INT16U size)
{
    while (size > 0u) {
        *pdest++ = *psrc++;
        size--;
    }
}
