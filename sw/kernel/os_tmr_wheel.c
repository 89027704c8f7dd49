/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expiry of timers. A running timer is in the spoke whose number is its expiry time modulo the number of spokes. So
 * the timer task checks one spoke at each timer tick, and not all timers.
 */
#include <string.h>
#include "os_init.h"
#include "os_task.h"
#include "os_tmr.h"
#include "os_event_short.h"

#if OS_TMR_EN > 0u
INT32U OSTmrTime;
OS_EVENT *OSTmrSem; /* only for debuggers, because the scheduler's lock protects the timers */
OS_EVENT *OSTmrSemSignal;
OS_STK OSTmrTaskStk[OS_TASK_TMR_STK_SIZE];
OS_TMR_WHEEL OSTmrWheelTbl[OS_TMR_CFG_WHEEL_SIZE];

/* Next timer that the timer task checks. If a callback stops or deletes it, OS_TmrUnlink() advances this variable. */
static OS_TMR *OSTmrWalk;

#if OS_TMR_BY_ALARM
/*
 * With a time base, an alarm is set for the next timer tick while timers run. After the last timer has stopped, the
 * alarm expires once more and is not set again. OSTmrTime then stays unchanged until it is read or a timer starts.
 */
#define TMR_ALARM 0u
/* Kernel ticks per timer tick, at least one. */
#define TMR_TICKS ((OS_TICKS_PER_SEC > OS_TMR_CFG_TICKS_PER_SEC) ? (OS_TICKS_PER_SEC / OS_TMR_CFG_TICKS_PER_SEC) : 1u)

INT16U OSTmrRunning;
static BOOLEAN OSTmrAlarmIsSet;
static INT32U OSTmrNext; /* time, in kernel ticks, of the first timer tick that is not signalled yet */

/*
 * Last tick before the alarm. The port's fast path handles a tick that needs only the tick hook. If the time is
 * OSTmrTickLast, the next tick also brings the alarm, so the fast path calls OSTickHandler() instead.
 */
INT32U OSTmrTickLast;

static OS_ACCEL_OUT_OF_LINE void OS_TmrAlarmContinue(INT32U outcome);

/*
 * Signal all timer ticks that are due, and set the alarm for the next one. Interrupts must be disabled. If timer ticks
 * can be due, the caller must be an interrupt handler or have locked the scheduler, so that a signal does not switch.
 */
OS_ACCEL_INLINE void OS_TmrAlarmSetWithin(void)
{
    INT32U now = OS_AccelTime();
    INT32U outcome;

    OSTmrAlarmIsSet = OS_TRUE;
    for (;;) {
        while (OS_ACCEL_LIKELY((INT32S)(now - OSTmrNext) >= 0)) {
            OSTmrNext += TMR_TICKS;
            outcome = 0u;
#if OS_ACCEL_EVENT_ALL
            {
                const INT32S handle = OS_AccelEventHandle(OSTmrSemSignal, OS_EVENT_TYPE_SEM);

                if (OS_ACCEL_LIKELY(handle > 0)) {
                    outcome = OS_AccelHandlePost(handle, 0u);
                }
                if (OS_ACCEL_LIKELY(handle > 0) && OS_ACCEL_LIKELY(OS_AccelPostIsDone(outcome, 0u))) {
                    continue;
                }
            }
#endif
            OS_TmrAlarmContinue(outcome);
            return;
        }
        OSTmrTickLast = OSTmrNext - 1u;
        OS_AccelAlarmSet(TMR_ALARM, OSTmrNext - now);
        if (OS_ACCEL_LIKELY(OS_AccelTime() == now)) {
            return;
        }
        now = OS_AccelTime();
    }
}

static OS_ACCEL_OUT_OF_LINE void OS_TmrAlarmSet(void)
{
    OS_TmrAlarmSetWithin();
}

/*
 * Complete a signal that needs software, signal all other due timer ticks, and set the alarm. Out of line, so that the
 * usual case needs no stack frame.
 */
static OS_ACCEL_OUT_OF_LINE void OS_TmrAlarmContinue(INT32U outcome)
{
#if OS_ACCEL_EVENT_ALL
    (void)OS_SemPostSlow(OSTmrSemSignal, outcome);
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
 * Description: Handle the alarm.
 * Arguments  : none
 * Returns    : none
 * Notes      : For the handler of the time base. Interrupts must be disabled.
 */
void OS_TmrAlarm(void)
{
    if (OS_ACCEL_LIKELY(OSTmrRunning > 0u)) {
        OS_TmrAlarmSetWithin();
    } else {
        OSTmrAlarmIsSet = OS_FALSE;
    }
}

/*
 * Description: If the tick that OSTimeTick() is about to count is a timer tick, signal it first.
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
        if (OSTmrRunning > 0u) {
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
 * If the alarm is not set, add the timer ticks that were not signalled to OSTmrTime. If `skips_current` is true, do not
 * count a timer tick that is due at the current tick: OS_TmrAlarmSet() signals it. A task that is more urgent than the
 * timer task needs this, because with an alarm, the timer task would not have counted this timer tick yet either.
 * Interrupts must be disabled.
 */
static void OS_TmrCatchUp(BOOLEAN skips_current)
{
    INT32U ticks;

    if (OSTmrAlarmIsSet == OS_FALSE) {
        ticks = OS_AccelTime() - (OSTmrNext - TMR_TICKS);
        if ((skips_current == OS_TRUE) && (ticks > 0u)) {
            ticks--;
        }
        OSTmrTime += ticks / TMR_TICKS;
        OSTmrNext += ticks / TMR_TICKS * TMR_TICKS;
    }
}

/*
 * Description: Bring OSTmrTime up to date.
 * Arguments  : none
 * Returns    : its address
 */
INT32U *OS_TmrTimeNow(void)
{
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    OS_TmrCatchUp(OS_FALSE);
    OS_EXIT_CRITICAL();
    return &OSTmrTime;
}

/* Count a running timer. If the alarm is not set, update OSTmrTime and set the alarm. The scheduler must be locked. */
static void OS_TmrAlarmEnsure(void)
{
    OS_CRITICAL_SR;

    OS_TMR_RUNNING_ADD(1);
    OS_ENTER_CRITICAL();
    if (OSTmrAlarmIsSet == OS_FALSE) {
        OS_TmrCatchUp((BOOLEAN)(OSPrioCur < OS_TASK_TMR_PRIO));
        OS_TmrAlarmSet();
    }
    OS_EXIT_CRITICAL();
}
#else
#define OS_TmrAlarmEnsure()
#endif

static OS_TMR_WHEEL *OS_TmrSpoke(INT32U time)
{
    return &OSTmrWheelTbl[time % OS_TMR_CFG_WHEEL_SIZE];
}

/*
 * Description: Start a timer.
 * Arguments  : ptmr    the timer, which is not running
 *              ticks   timer ticks until it expires
 * Returns    : none
 * Notes      : The scheduler must be locked. If timers expire together, the timer that started last expires first.
 */
void OS_TmrLink(OS_TMR *ptmr, INT32U ticks)
{
    OS_TMR_WHEEL *pspoke;

    OS_TmrAlarmEnsure();
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
 * Arguments  : ptmr   the timer, which is running
 * Returns    : none
 * Notes      : The scheduler must be locked.
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
    OS_TMR_RUNNING_ADD(-1);
}

/* Handle the expiry of a timer. Set the timer's new state before the callback, because the callback may change it. */
static void OS_TmrExpire(OS_TMR *ptmr)
{
    OS_TRACE_TMR_EXPIRED(ptmr);
    OS_TMR_RUNNING_ADD(1); /* keep the count above 0 until the restart, so that the alarm stays set */
    OS_TmrUnlink(ptmr);
    if (ptmr->OSTmrOpt == OS_TMR_OPT_PERIODIC) {
        OS_TmrLink(ptmr, ptmr->OSTmrPeriod);
    } else {
        ptmr->OSTmrState = OS_TMR_STATE_COMPLETED;
    }
    OS_TMR_RUNNING_ADD(-1);
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
 * Description: Create the timer task and its semaphores.
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
    OSTmrRunning = 0u;
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
 * Description: Signal a timer tick to the timer task.
 * Arguments  : none
 * Returns    : OS_ERR_NONE, OS_ERR_SEM_OVF (the task is 65535 timer ticks behind)
 * Notes      : Without a time base, the port's tick hook calls this, OS_TMR_CFG_TICKS_PER_SEC times a second. If
 *              OS_CPU_HOOKS_EN or OS_TIME_TICK_HOOK_EN is 0, the application must call it instead.
 */
INT8U OSTmrSignal(void)
{
    return OSSemPost(OSTmrSemSignal);
}
#endif
