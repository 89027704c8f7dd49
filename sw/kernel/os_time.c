/* SPDX-License-Identifier: Apache-2.0 */
/* Delays and the time. */
#include "os_switch.h"

#if OS_TIME_GET_SET_EN > 0u
#if OS_TIME_BASE > 0u
volatile INT32U OSTimeOffset;
#else
volatile INT32U OSTime;
#endif
#endif

OS_ACCEL_INLINE void OS_TimeDlyWithin(OS_TCB *ptcb, INT32U ticks)
{
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    OS_AccelRdyClr(ptcb);
    OS_TRACE_TASK_SUSPENDED(ptcb);
    OS_AccelDlySet(ptcb, ticks);
    OS_TRACE_TASK_DLY(ticks);
    OS_SCHED_WAIT_EXIT();
}

#define OS_TIME_DLY_SHORT ((OS_TIME_BASE > 0u) || OS_SWITCH_SHORT)

#if OS_TIME_DLY_SHORT
/* Start a delay above OS_ACCEL_DLY_MAX ticks. Out of line, so that a shorter delay needs no stack frame. */
static OS_ACCEL_OUT_OF_LINE void OS_TimeDlyLong(OS_TCB *ptcb, INT32U ticks)
{
    if (ptcb != (OS_TCB *)0) {
        OS_TimeDlyWithin(ptcb, ticks);
    }
}
#endif

/*
 * Description: Block the calling task for some ticks.
 * Arguments  : ticks   number of ticks; 0: do not block
 * Returns    : none
 * Notes      : Does nothing in an interrupt, while the scheduler is locked, and before OSStart().
 */
void OSTimeDly(INT32U ticks)
{
    OS_TCB *ptcb = OSTCBCur;

#if OS_SWITCH_SHORT
    if ((OS_NESTING | (INT32U)(ptcb == (OS_TCB *)0)) > 0u) {
        return;
    }
#else
    if (OSIntNesting > 0u) {
        return;
    }
    if (OSLockNesting > 0u) {
        return;
    }
#endif
#if OS_TIME_DLY_SHORT
    if (!OS_ACCEL_LIKELY(ticks <= OS_ACCEL_DLY_MAX)) {
        OS_TimeDlyLong(ptcb, ticks);
        return;
    }
#endif
    if ((ticks > 0u) && (ptcb != (OS_TCB *)0)) {
        OS_TimeDlyWithin(ptcb, ticks);
    }
}

#if OS_TIME_DLY_HMSM_EN > 0u
/*
 * Description: Block the calling task for a time in hours, minutes, seconds and milliseconds.
 * Arguments  : hours     0 to 255
 *              minutes   0 to 59
 *              seconds   0 to 59
 *              ms        0 to 999, rounded to the nearest tick
 * Returns    : OS_ERR_NONE, OS_ERR_TIME_DLY_ISR, OS_ERR_SCHED_LOCKED, OS_ERR_TIME_ZERO_DLY,
 *              OS_ERR_TIME_INVALID_MINUTES, OS_ERR_TIME_INVALID_SECONDS, OS_ERR_TIME_INVALID_MS,
 *              OS_ERR_OS_NOT_RUNNING
 * Notes      : A time of less than half a tick causes no delay.
 */
INT8U OSTimeDlyHMSM(INT8U hours, INT8U minutes, INT8U seconds, INT16U ms)
{
    INT32U ticks;

    if (OSIntNesting > 0u) {
        return OS_ERR_TIME_DLY_ISR;
    }
    if (OSLockNesting > 0u) {
        return OS_ERR_SCHED_LOCKED;
    }
#if OS_ARG_CHK_EN > 0u
    if ((hours == 0u) && (minutes == 0u) && (seconds == 0u) && (ms == 0u)) {
        return OS_ERR_TIME_ZERO_DLY;
    }
    if (minutes > 59u) {
        return OS_ERR_TIME_INVALID_MINUTES;
    }
    if (seconds > 59u) {
        return OS_ERR_TIME_INVALID_SECONDS;
    }
    if (ms > 999u) {
        return OS_ERR_TIME_INVALID_MS;
    }
#endif
    ticks = (hours * 3600uL + minutes * 60uL + seconds) * OS_TICKS_PER_SEC;
    ticks += OS_TICKS_PER_SEC * (ms + 500uL / OS_TICKS_PER_SEC) / 1000uL;
    OSTimeDly(ticks);
    return (OSTCBCur != (OS_TCB *)0) ? OS_ERR_NONE : OS_ERR_OS_NOT_RUNNING;
}
#endif

#if OS_TIME_DLY_RESUME_EN > 0u
/*
 * Description: End a task's delay, or let its wait time out at once.
 * Arguments  : prio   the task's priority
 * Returns    : OS_ERR_NONE, OS_ERR_PRIO_INVALID, OS_ERR_TASK_NOT_EXIST, OS_ERR_TIME_NOT_DLY (no delay, no timeout)
 * Notes      : A suspended task stays suspended.
 */
INT8U OSTimeDlyResume(INT8U prio)
{
    OS_TCB *ptcb;
    BOOLEAN ready;
    OS_CRITICAL_SR;

    if (prio >= OS_LOWEST_PRIO) {
        return OS_ERR_PRIO_INVALID;
    }
    OS_ENTER_CRITICAL();
    ptcb = OSTCBPrioTbl[prio];
    if ((ptcb == (OS_TCB *)0) || (ptcb == OS_TCB_RESERVED)) {
        OS_EXIT_CRITICAL();
        return OS_ERR_TASK_NOT_EXIST;
    }
    if (OS_AccelDlyGet(ptcb) == 0u) {
        OS_EXIT_CRITICAL();
        return OS_ERR_TIME_NOT_DLY;
    }
    OS_AccelDlyClr(ptcb);
    OS_DLY_END(ptcb);
    ready = (BOOLEAN)((ptcb->OSTCBStat & OS_STAT_SUSPEND) == OS_STAT_RDY);
    OS_EXIT_CRITICAL();
    if (ready == OS_TRUE) {
        OS_Sched();
    }
    return OS_ERR_NONE;
}
#endif

#if OS_TIME_GET_SET_EN > 0u
/*
 * Description: Return the time: the ticks since OSInit(), unless OSTimeSet() has changed it.
 * Arguments  : none
 * Returns    : the time, modulo 2^32
 */
INT32U OSTimeGet(void)
{
#if OS_TIME_BASE > 0u
    return OSTime;
#else
    INT32U ticks;
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    ticks = OSTime;
    OS_EXIT_CRITICAL();
    return ticks;
#endif
}

/*
 * Description: Set the time.
 * Arguments  : ticks   the new time
 * Returns    : none
 * Notes      : Delays and timeouts do not change.
 */
void OSTimeSet(INT32U ticks)
{
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
#if OS_TIME_BASE > 0u
    OSTimeOffset = ticks - OS_AccelTime();
    if (OS_TimeOffsetHook != NULL) {
        OS_TimeOffsetHook(OSTimeOffset);
    }
#else
    OSTime = ticks;
#if OS_ACCEL_TIME_SHARED
    if (OS_TimeOffsetHook != NULL) {
        OS_TimeOffsetHook(ticks);
    }
#endif
#endif
    OS_EXIT_CRITICAL();
}
#endif
