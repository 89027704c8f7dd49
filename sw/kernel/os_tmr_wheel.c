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

#if OS_TMR_BY_ALARM
/*
 * With a time base: while timers run, an alarm is set for the next timer tick. It goes off once more after the last one
 * has stopped, and is not set again; then the time stands still until somebody asks for it.
 */
#define TMR_ALARM 0u
/* Ticks in a timer tick: one at least. */
#define TMR_TICKS ((OS_TICKS_PER_SEC > OS_TMR_CFG_TICKS_PER_SEC) ? (OS_TICKS_PER_SEC / OS_TMR_CFG_TICKS_PER_SEC) : 1u)

INT16U OSTmrRuns;
static BOOLEAN OSTmrAlarmIsSet;
static INT32U OSTmrNext; /* the tick of the next timer tick that has not been signalled */

/* The latest tick before one with an alarm. With a tick hook the port leaves the next tick to OSTickLine() then. */
INT32U OSTmrTickLast;

static OS_ACCEL_APART void OS_TmrAlarmSetOn(INT32U outcome);

/* Signal all that are due, and set the alarm for the next. With interrupts off, where nobody switches. */
OS_ACCEL_INLINE void OS_TmrAlarmSetWithin(void)
{
    INT32U now = OS_AccelTime();
    INT32U outcome;

    OSTmrAlarmIsSet = OS_TRUE;
    for (;;) {
        while (OS_ACCEL_MOSTLY((INT32S)(now - OSTmrNext) >= 0)) {
            OSTmrNext += TMR_TICKS;
            outcome = 0u;
#if OS_ACCEL_EVENT_ALL
            {
                const INT32S which = OS_AccelEventOf(OSTmrSemSignal, OS_EVENT_TYPE_SEM);

                if (OS_ACCEL_MOSTLY(which > 0)) {
                    outcome = OS_AccelPostAs(which, 0u);
                }
                if (OS_ACCEL_MOSTLY(which > 0) && OS_ACCEL_MOSTLY(OS_AccelDone(outcome, 0u))) {
                    continue;
                }
            }
#endif
            OS_TmrAlarmSetOn(outcome);
            return;
        }
        OSTmrTickLast = OSTmrNext - 1u;
        OS_AccelAlarmSet(TMR_ALARM, OSTmrNext - now);
        if (OS_ACCEL_MOSTLY(OS_AccelTime() == now)) {
            return;
        }
        now = OS_AccelTime();
    }
}

static OS_ACCEL_APART void OS_TmrAlarmSet(void)
{
    OS_TmrAlarmSetWithin();
}

/* The rest of it, where the unit has not done all of a signal: so nothing else needs a frame. */
static OS_ACCEL_APART void OS_TmrAlarmSetOn(INT32U outcome)
{
#if OS_ACCEL_EVENT_ALL
    (void)OS_SemPostAny(OSTmrSemSignal, outcome);
#else
    (void)outcome;
    (void)OSTmrSignal();
#endif
    while ((INT32S)(OS_AccelTime() - OSTmrNext) >= 0) {
        OSTmrNext += TMR_TICKS;
        (void)OSTmrSignal();
    }
    OS_TmrAlarmSet();
}

/*
 * Description: The alarm has gone off.
 * Arguments  : none
 * Returns    : none
 * Notes      : For the interrupt's handler. With interrupts off.
 */
void OS_TmrAlarm(void)
{
    if (OS_ACCEL_MOSTLY(OSTmrRuns > 0u)) {
        OS_TmrAlarmSetWithin();
    } else {
        OSTmrAlarmIsSet = OS_FALSE;
    }
}

/*
 * Description: OSTimeTick() is about to count a tick: if that is a timer tick too, signal it, as it comes first then.
 * Arguments  : none
 * Returns    : none
 */
void OS_TmrTickNext(void)
{
    BOOLEAN due = OS_FALSE;
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    if ((OSTmrAlarmIsSet == OS_TRUE) && ((OS_AccelTime() + 1u) == OSTmrNext)) {
        OSTmrAlarmIsSet = OS_FALSE;
        OS_AccelAlarmSet(TMR_ALARM, 0u);
        if (OSTmrRuns > 0u) {
            OSTmrNext += TMR_TICKS;
            OS_TmrAlarmSet();
            due = OS_TRUE;
        }
    }
    OS_EXIT_CRITICAL();
    if (due == OS_TRUE) {
        (void)OSTmrSignal();
    }
}

/*
 * Count the timer ticks that nobody has signalled. One that is as old as this tick the timer task would not have served
 * before a task that is more urgent: `leaves` it to be signalled. With interrupts off.
 */
static void OS_TmrCatchUp(BOOLEAN leaves)
{
    INT32U ticks;

    if (OSTmrAlarmIsSet == OS_FALSE) {
        ticks = OS_AccelTime() - (OSTmrNext - TMR_TICKS);
        if ((leaves == OS_TRUE) && (ticks > 0u)) {
            ticks--;
        }
        OSTmrTime += ticks / TMR_TICKS;
        OSTmrNext += ticks / TMR_TICKS * TMR_TICKS;
    }
}

/*
 * Description: Bring the timers' time up to date.
 * Arguments  : none
 * Returns    : where it is
 */
INT32U *OS_TmrTimeNow(void)
{
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    OS_TmrCatchUp(OS_FALSE);
    OS_EXIT_CRITICAL();
    return &OSTmrTime;
}

/* A timer is about to run. With the scheduler locked. */
static void OS_TmrAwake(void)
{
    OS_CRITICAL_SR;

    OS_TMR_RUNS(1);
    OS_ENTER_CRITICAL();
    if (OSTmrAlarmIsSet == OS_FALSE) {
        OS_TmrCatchUp((BOOLEAN)(OSPrioCur < OS_TASK_TMR_PRIO));
        OS_TmrAlarmSet();
    }
    OS_EXIT_CRITICAL();
}
#else
#define OS_TmrAwake()
#endif

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

    OS_TmrAwake();
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
    OS_TMR_RUNS(-1);
}

/* A timer's time has come. It is in its new state before the callback, which may change it again. */
static void OS_TmrExpire(OS_TMR *ptmr)
{
    OS_TRACE_TMR_EXPIRED(ptmr);
    OS_TMR_RUNS(1); /* in between as well */
    OS_TmrUnlink(ptmr);
    if (ptmr->OSTmrOpt == OS_TMR_OPT_PERIODIC) {
        OS_TmrLink(ptmr, ptmr->OSTmrPeriod);
    } else {
        ptmr->OSTmrState = OS_TMR_STATE_COMPLETED;
    }
    OS_TMR_RUNS(-1);
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
#if OS_TMR_BY_ALARM
    OSTmrRuns = 0u;
    OSTmrAlarmIsSet = OS_FALSE;
    OSTmrNext = OS_AccelTime() + TMR_TICKS;
    OSTmrTickLast = OS_AccelTime() - 1u;
#endif
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
