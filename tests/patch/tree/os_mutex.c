/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Version : V2.93.00
 */
#ifndef OS_MASTER_FILE
#include <ucos_ii.h>
#endif

#define FREE 0xFFu

static void OSMutex_RdyAtPrio(OS_TCB *ptcb, INT8U prio)
{
    INT8U y;

    y = ptcb->OSTCBY;
    OSRdyTbl[y] &= (OS_PRIO)~ptcb->OSTCBBitX;
    OS_TRACE_TASK_SUSPENDED(ptcb);
    if (OSRdyTbl[y] == 0u) {
        OSRdyGrp &= (OS_PRIO)~ptcb->OSTCBBitY;
    }
    ptcb->OSTCBPrio = prio;
    OSPrioCur = prio; /* ptcb is the running task */
#if OS_LOWEST_PRIO <= 63u
    ptcb->OSTCBY = (INT8U)(prio >> 3u);
    ptcb->OSTCBX = (INT8U)(prio & 0x07u);
#else
    ptcb->OSTCBY = (INT8U)(prio >> 4u);
    ptcb->OSTCBX = (INT8U)(prio & 0x0Fu);
#endif
    ptcb->OSTCBBitY = (OS_PRIO)(1uL << ptcb->OSTCBY);
    ptcb->OSTCBBitX = (OS_PRIO)(1uL << ptcb->OSTCBX);
    OSRdyGrp |= ptcb->OSTCBBitY;
    OSRdyTbl[ptcb->OSTCBY] |= ptcb->OSTCBBitX;
    OSTCBPrioTbl[prio] = ptcb;
    OS_TRACE_TASK_READY(ptcb);
}

void OSMutexInit(OS_EVENT *pevent, INT8U pcp)
{
    OSTCBPrioTbl[pcp] = OS_TCB_RESERVED;
    pevent->OSEventType = OS_EVENT_TYPE_MUTEX;
    pevent->OSEventCnt = (INT16U)((pcp << 8u) | FREE);
    OS_EventWaitListInit(pevent);
}

void OSMutexPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    INT8U pcp;
    BOOLEAN was_ready;
    OS_TCB *ptcb;
    OS_EVENT *plist;
    INT8U y;
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    pcp = (INT8U)(pevent->OSEventCnt >> 8u);
    if ((pevent->OSEventCnt & 0xFFu) == FREE) {
        pevent->OSEventCnt = (INT16U)((pcp << 8u) | OSTCBCur->OSTCBPrio);
        pevent->OSEventPtr = OSTCBCur;
        OS_EXIT_CRITICAL();
        *perr = OS_ERR_NONE;
        return;
    }
    ptcb = (OS_TCB *)pevent->OSEventPtr;
    if (ptcb->OSTCBPrio > pcp) {
        if ((pevent->OSEventCnt & 0xFFu) > OSTCBCur->OSTCBPrio) {
            y = ptcb->OSTCBY;
            if ((OSRdyTbl[y] & ptcb->OSTCBBitX) != 0u) { /* is the owner ready? */
                OSRdyTbl[y] &= (OS_PRIO)~ptcb->OSTCBBitX;
                if (OSRdyTbl[y] == 0u) {
                    OSRdyGrp &= (OS_PRIO)~ptcb->OSTCBBitY;
                }
                was_ready = OS_TRUE;
            } else {
                plist = ptcb->OSTCBEventPtr;
                if (plist != (OS_EVENT *)0) {
                    y = ptcb->OSTCBY;
                    plist->OSEventTbl[y] &= (OS_PRIO)~ptcb->OSTCBBitX;
                    if (plist->OSEventTbl[y] == 0u) {
                        plist->OSEventGrp &= (OS_PRIO)~ptcb->OSTCBBitY;
                    }
                }
                was_ready = OS_FALSE;
            }
            ptcb->OSTCBPrio = pcp;
#if OS_LOWEST_PRIO <= 63u
            ptcb->OSTCBY = (INT8U)(ptcb->OSTCBPrio >> 3u);
            ptcb->OSTCBX = (INT8U)(ptcb->OSTCBPrio & 0x07u);
#else
            ptcb->OSTCBY = (INT8U)(ptcb->OSTCBPrio >> 4u);
            ptcb->OSTCBX = (INT8U)(ptcb->OSTCBPrio & 0x0Fu);
#endif
            ptcb->OSTCBBitY = (OS_PRIO)(1uL << ptcb->OSTCBY);
            ptcb->OSTCBBitX = (OS_PRIO)(1uL << ptcb->OSTCBX);
            if (was_ready == OS_TRUE) {
                OSRdyGrp |= ptcb->OSTCBBitY;
                OSRdyTbl[ptcb->OSTCBY] |= ptcb->OSTCBBitX;
            } else {
                plist = ptcb->OSTCBEventPtr;
                if (plist != (OS_EVENT *)0) {
                    plist->OSEventGrp |= ptcb->OSTCBBitY;
                    plist->OSEventTbl[ptcb->OSTCBY] |= ptcb->OSTCBBitX;
                }
            }
            OSTCBPrioTbl[pcp] = ptcb;
        }
    }
    OSTCBCur->OSTCBStat |= OS_STAT_MUTEX;
    OSTCBCur->OSTCBStatPend = OS_STAT_PEND_OK;
    OSTCBCur->OSTCBDly = timeout;
    OS_EventTaskWait(pevent);
    OS_EXIT_CRITICAL();
    OS_Sched();
    OS_ENTER_CRITICAL();
    if (OSTCBCur->OSTCBStatPend == OS_STAT_PEND_OK) {
        *perr = OS_ERR_NONE;
    } else {
        OS_EventTaskRemove(OSTCBCur, pevent);
        *perr = OS_ERR_TIMEOUT;
    }
    OSTCBCur->OSTCBStat = OS_STAT_RDY;
    OSTCBCur->OSTCBStatPend = OS_STAT_PEND_OK;
    OSTCBCur->OSTCBEventPtr = (OS_EVENT *)0;
    OS_EXIT_CRITICAL();
}

INT8U OSMutexPost(OS_EVENT *pevent)
{
    INT8U pcp;
    INT8U prio;
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    if (((pevent->OSEventCnt & 0xFFu) == FREE) || (pevent->OSEventPtr != OSTCBCur)) {
        OS_EXIT_CRITICAL();
        return (OS_ERR_NOT_MUTEX_OWNER);
    }
    pcp = (INT8U)(pevent->OSEventCnt >> 8u);
    if (OSTCBCur->OSTCBPrio == pcp) {
        OSMutex_RdyAtPrio(OSTCBCur, (INT8U)(pevent->OSEventCnt & 0xFFu));
        OSTCBPrioTbl[pcp] = OS_TCB_RESERVED;
    }
    if (pevent->OSEventGrp != 0u) {
        prio = OS_EventTaskRdy(pevent, OS_STAT_MUTEX, OS_STAT_PEND_OK);
        pevent->OSEventCnt = (INT16U)((pcp << 8u) | prio);
        pevent->OSEventPtr = OSTCBPrioTbl[prio];
    } else {
        pevent->OSEventCnt = (INT16U)((pcp << 8u) | FREE);
    }
    OS_EXIT_CRITICAL();
    OS_Sched();
    return (OS_ERR_NONE);
}
