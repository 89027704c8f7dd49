/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What makes timers expire. A running timer stands in the spoke of the wheel whose number is the remainder of its time
 * of expiry; so the timer task looks at one spoke in each timer tick, and not at all timers.
 */
#include <string.h>
#include "os_internal.h"

#if OS_TMR_EN > 0u
INT32U OSTmrTime;
OS_EVENT *OSTmrSem; /* for debuggers: the scheduler's lock keeps tasks apart here */
OS_EVENT *OSTmrSemSignal;
OS_STK OSTmrTaskStk[OS_TASK_TMR_STK_SIZE];
OS_TMR_WHEEL OSTmrWheelTbl[OS_TMR_CFG_WHEEL_SIZE];

/* Where the timer task goes on in the spoke: a callback may stop or delete that very timer. */
static OS_TMR *OSTmrWalk;

static OS_TMR_WHEEL *OS_TmrSpoke(INT32U time)
{
    return &OSTmrWheelTbl[time % OS_TMR_CFG_WHEEL_SIZE];
}

/*
 * Description: Make a timer run.
 * Arguments  : ptmr    the timer, which does not run
 *              ticks   timer ticks from now to when it expires
 * Returns    : none
 * Notes      : With the scheduler locked. Of the timers that expire together the latest one that was linked is first.
 */
void OS_TmrLink(OS_TMR *ptmr, INT32U ticks)
{
    OS_TMR_WHEEL *pspoke;

    ptmr->OSTmrState = OS_TMR_STATE_RUNNING;
    ptmr->OSTmrMatch = OSTmrTime + ticks;
    pspoke = OS_TmrSpoke(ptmr->OSTmrMatch);
    ptmr->OSTmrPrev = (void *)0;
    ptmr->OSTmrNext = pspoke->OSTmrFirst;
    if (pspoke->OSTmrFirst != (OS_TMR *)0) {
        pspoke->OSTmrFirst->OSTmrPrev = ptmr;
    }
    pspoke->OSTmrFirst = ptmr;
    pspoke->OSTmrEntries++;
}

/*
 * Description: Stop a timer.
 * Arguments  : ptmr, which runs
 * Returns    : none
 * Notes      : With the scheduler locked.
 */
void OS_TmrUnlink(OS_TMR *ptmr)
{
    OS_TMR_WHEEL *pspoke = OS_TmrSpoke(ptmr->OSTmrMatch);
    OS_TMR *pprev = (OS_TMR *)ptmr->OSTmrPrev;
    OS_TMR *pnext = (OS_TMR *)ptmr->OSTmrNext;

    if (OSTmrWalk == ptmr) {
        OSTmrWalk = pnext;
    }
    if (pprev == (OS_TMR *)0) {
        pspoke->OSTmrFirst = pnext;
    } else {
        pprev->OSTmrNext = pnext;
    }
    if (pnext != (OS_TMR *)0) {
        pnext->OSTmrPrev = pprev;
    }
    pspoke->OSTmrEntries--;
    ptmr->OSTmrNext = (void *)0;
    ptmr->OSTmrPrev = (void *)0;
    ptmr->OSTmrState = OS_TMR_STATE_STOPPED;
}

/* A timer's time has come. It is in its new state before the callback, which may change it again. */
static void OS_TmrExpire(OS_TMR *ptmr)
{
    OS_TRACE_TMR_EXPIRED(ptmr);
    OS_TmrUnlink(ptmr);
    if (ptmr->OSTmrOpt == OS_TMR_OPT_PERIODIC) {
        OS_TmrLink(ptmr, ptmr->OSTmrPeriod);
    } else {
        ptmr->OSTmrState = OS_TMR_STATE_COMPLETED;
    }
    if (ptmr->OSTmrCallback != (OS_TMR_CALLBACK)0) {
        ptmr->OSTmrCallback(ptmr, ptmr->OSTmrCallbackArg);
    }
}

static void OS_TmrTask(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    for (;;) {
        OSSemPend(OSTmrSemSignal, 0u, &err);
        OSSchedLock();
        OSTmrTime++;
        OSTmrWalk = OS_TmrSpoke(OSTmrTime)->OSTmrFirst;
        while (OSTmrWalk != (OS_TMR *)0) {
            OS_TMR *ptmr = OSTmrWalk;

            OSTmrWalk = (OS_TMR *)ptmr->OSTmrNext;
            if (ptmr->OSTmrMatch == OSTmrTime) {
                OS_TmrExpire(ptmr);
            }
        }
        OSSchedUnlock();
    }
}

/*
 * Description: Create the timer task, and what it waits for.
 * Arguments  : none
 * Returns    : none
 */
void OS_TmrTaskInit(void)
{
#if OS_EVENT_NAME_EN > 0u
    INT8U err;
#endif

    memset(OSTmrWheelTbl, 0, sizeof(OSTmrWheelTbl));
    OSTmrTime = 0u;
    OSTmrWalk = (OS_TMR *)0;
    OSTmrSem = OSSemCreate(1u);
    OSTmrSemSignal = OSSemCreate(0u);
#if OS_EVENT_NAME_EN > 0u
    OSEventNameSet(OSTmrSem, (INT8U *)(void *)"uC/OS-II TmrLock", &err);
    OSEventNameSet(OSTmrSemSignal, (INT8U *)(void *)"uC/OS-II TmrSignal", &err);
#endif
    OS_SysTaskCreate(OS_TmrTask, OSTmrTaskStk, OS_TASK_TMR_STK_SIZE, OS_TASK_TMR_PRIO, OS_TASK_TMR_ID,
                     "uC/OS-II Tmr");
}

/*
 * Description: A timer tick has passed: let the timer task see to it.
 * Arguments  : none
 * Returns    : OS_ERR_NONE, OS_ERR_SEM_OVF (it is 65535 timer ticks behind)
 * Notes      : The port's tick hook calls it, OS_TMR_CFG_TICKS_PER_SEC times a second.
 */
INT8U OSTmrSignal(void)
{
    return OSSemPost(OSTmrSemSignal);
}
#endif
