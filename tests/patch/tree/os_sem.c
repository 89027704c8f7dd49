/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Version : V2.93.00
 */
#ifndef OS_MASTER_FILE
#include <ucos_ii.h>
#endif

void OSSemInit(OS_EVENT *pevent, INT16U cnt)
{
    pevent->OSEventType = OS_EVENT_TYPE_SEM;
    pevent->OSEventCnt = cnt;
    OS_EventWaitListInit(pevent);
}

OS_EVENT *OSSemCreate(INT16U cnt)
{
    INT8U i;

    for (i = 0u; i < OS_MAX_EVENTS; i++) {
        if (OSEventTbl[i].OSEventType == 0u) {
            OSSemInit(&OSEventTbl[i], cnt);
            return (&OSEventTbl[i]);
        }
    }
    return ((OS_EVENT *)0);
}

OS_EVENT *OSSemDel(OS_EVENT *pevent, INT8U opt, INT8U *perr)
{
    (void)opt; /* ignored: waits are always aborted */
    (void)OSSemPendAbort(pevent);
    pevent->OSEventType = 0u;
    *perr = OS_ERR_NONE;
    return ((OS_EVENT *)0);
}

INT16U OSSemAccept(OS_EVENT *pevent)
{
    INT16U cnt;
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    cnt = pevent->OSEventCnt;
    if (cnt > 0u) {
        pevent->OSEventCnt--;
    }
    OS_EXIT_CRITICAL();
    return (cnt);
}

void OSSemPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    if (pevent->OSEventCnt > 0u) {
        pevent->OSEventCnt--;
        OS_EXIT_CRITICAL();
        *perr = OS_ERR_NONE;
        return;
    }
    OSTCBCur->OSTCBStat |= OS_STAT_SEM;
    OSTCBCur->OSTCBStatPend = OS_STAT_PEND_OK;
    OSTCBCur->OSTCBDly = timeout;
    OS_EventTaskWait(pevent);
    OS_EXIT_CRITICAL();
    OS_Sched();
    OS_ENTER_CRITICAL();
    switch (OSTCBCur->OSTCBStatPend) {
    case OS_STAT_PEND_OK:
        *perr = OS_ERR_NONE;
        break;

    case OS_STAT_PEND_ABORT:
        *perr = OS_ERR_PEND_ABORT;
        break;

    case OS_STAT_PEND_TO:
    default:
        OS_EventTaskRemove(OSTCBCur, pevent);
        *perr = OS_ERR_TIMEOUT;
        break;
    }
    OSTCBCur->OSTCBStat = OS_STAT_RDY;
    OSTCBCur->OSTCBStatPend = OS_STAT_PEND_OK;
    OSTCBCur->OSTCBEventPtr = (OS_EVENT *)0;
    OS_EXIT_CRITICAL();
}

INT8U OSSemPendAbort(OS_EVENT *pevent)
{
    INT8U tasks;
    OS_CPU_SR cpu_sr = 0u;

    tasks = 0u;
    OS_ENTER_CRITICAL();
    while (pevent->OSEventGrp != 0u) {
        (void)OS_EventTaskRdy(pevent, OS_STAT_SEM, OS_STAT_PEND_ABORT);
        tasks++;
    }
    OS_EXIT_CRITICAL();
    OS_Sched();
    return (tasks);
}

INT8U OSSemPost(OS_EVENT *pevent)
{
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    if (pevent->OSEventGrp != 0u) {
        (void)OS_EventTaskRdy(pevent, OS_STAT_SEM, OS_STAT_PEND_OK);
        OS_EXIT_CRITICAL();
        OS_Sched();
        return (OS_ERR_NONE);
    }
    pevent->OSEventCnt++;
    OS_EXIT_CRITICAL();
    return (OS_ERR_NONE);
}

void OSSemQuery(OS_EVENT *pevent, OS_SEM_DATA *p_sem_data)
{
    INT8U i;
    OS_PRIO *psrc;
    OS_PRIO *pdest;
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    p_sem_data->OSEventGrp = pevent->OSEventGrp;
    psrc = &pevent->OSEventTbl[0];
    pdest = &p_sem_data->OSEventTbl[0];
    for (i = 0u; i < OS_EVENT_TBL_SIZE; i++) {
        *pdest++ = *psrc++;
    }
    p_sem_data->OSCnt = pevent->OSEventCnt;
    OS_EXIT_CRITICAL();
}
