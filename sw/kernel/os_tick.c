/* SPDX-License-Identifier: Apache-2.0 */
/* The tick. */
#define OS_ACCEL_EXPIRED OS_DLY_END
#include "os_internal.h"

/* In software a tick walks along the list of tasks, which a deletion can cut. */
#define OS_TICK_WALK ((OS_TASK_DEL_EN > 0u) && (OS_ACCEL_DLY_EN == 0u))

#if OS_TICK_STEP_EN > 0u
INT8U OSTickStepState;
#endif

#if OS_TICK_STEP_EN > 0u
/* A debugger may hold the delays: does this tick count? */
static inline BOOLEAN OS_TickStep(void)
{
    switch (OSTickStepState) {
    case OS_TICK_STEP_DIS:
        return OS_TRUE;
    case OS_TICK_STEP_WAIT:
        return OS_FALSE;
    case OS_TICK_STEP_ONCE:
        OSTickStepState = OS_TICK_STEP_WAIT;
        return OS_TRUE;
    default:
        OSTickStepState = OS_TICK_STEP_DIS;
        return OS_TRUE;
    }
}
#endif

#if OS_TICK_WALK
/*
 * At task level another task could come between two steps of the walk and delete the one that is next. So none may;
 * what an interrupt wanted meanwhile is made up for.
 */
static void OS_TickByTask(void)
{
    BOOLEAN held;
    OS_CRITICAL_SR;

    if (OSLockNesting != 0u) {
        OS_AccelDlyTick();
        return;
    }
    OS_ENTER_CRITICAL(); /* also keeps the compiler from reading the list before, or the flag too early */
    OSIntSwHeld = OS_FALSE;
    OSLockNesting = 1u;
    OS_EXIT_CRITICAL();
    OS_AccelDlyTick();
    OS_ENTER_CRITICAL();
    OSLockNesting = 0u;
    held = OSIntSwHeld;
    OS_EXIT_CRITICAL();
    if (held == OS_TRUE) {
        OS_Sched();
    }
}
#endif

#if OS_TIME_BASE > 0u
#define OS_ALARM_TMR 1u /* alarm 0 is the timers' */

/* Has software to be there when a tick takes effect? Then each one waits for that. */
static BOOLEAN OS_TickIsHeard(void)
{
#if defined(OS_TRACE_EN) && (OS_TRACE_EN > 0u)
    return OS_TRUE;
#else
#if OS_TICK_STEP_EN > 0u
    if (OSTickStepState != OS_TICK_STEP_DIS) {
        return OS_TRUE;
    }
#endif
#if OS_TIME_TICK_HOOK_EN > 0u
    return OS_CPU_TickHookIs();
#else
    return OS_FALSE;
#endif
#endif
}

/*
 * Description: Find out whether software has to hear of each tick, which OSTickStepState can change.
 * Arguments  : none
 * Returns    : none
 * Notes      : For OSTickStart(), and a debugger that has changed that state. The interrupt of a tick calls it too.
 */
void OSTickLook(void)
{
    OS_AccelTickByItself(OS_TickIsHeard() == OS_FALSE);
}

/*
 * Description: Give the fewest cycles that a tick may have.
 * Arguments  : none
 * Returns    : cycles
 */
INT32U OSTickPeriodMin(void)
{
    return OS_AccelTickPeriodMin();
}

/*
 * Description: Let the core have a tick every so many cycles, from now on.
 * Arguments  : cycles   OSTickPeriodMin() at least; 0: no tick any more
 * Returns    : none
 * Notes      : Ticks that come already go on, with the new period after the next. OSTickLine() has to be the handler of
 *              the time base's interrupt.
 */
void OSTickStart(INT32U cycles)
{
    OSTickLook();
    OS_AccelTickPeriod(cycles);
}

/* What is more than a timer tick. Apart, so that a timer tick needs no frame. */
static OS_ACCEL_APART void OS_TickLineRest(INT32U stat)
{
    const INT32U alarms = OS_AccelTickAlarms(stat);

#if OS_TMR_BY_ALARM
    if ((alarms & OS_ALARM_TMR) != 0u) {
        OS_TmrAlarm();
    }
#endif
    if ((alarms & ~OS_ALARM_TMR) != 0u) {
        OSAlarmHook(alarms & ~OS_ALARM_TMR);
    }
    if ((stat & OS_ACCEL_TICK_SOFTWARE) != 0u) {
        OS_AccelExpired();
    }
    if ((stat & OS_ACCEL_TICK_WAITING) != 0u) {
        OSTimeTick();
    }
    OSTickLook();
}

/*
 * Description: The handler of the time base's interrupt: some tick has something for software.
 * Arguments  : none
 * Returns    : none
 * Notes      : For between OSIntEnter() and OSIntExit(), with interrupts off. That a more urgent task is ready
 *              OSIntExit() finds out. With a tick hook the port may take a tick by itself that needs no more than that.
 */
void OSTickLine(void)
{
    INT32U stat;
    INT32U rest;

    OS_AccelRunning(0u); /* if the scheduler is locked, it stays so until it is not */
    stat = OS_AccelTickStatus();
    OS_AccelAlarmsClr(stat);
    rest = (stat & (OS_ACCEL_TICK_SOFTWARE | OS_ACCEL_TICK_WAITING)) | (OS_AccelTickAlarms(stat) & ~OS_ALARM_TMR);
#if OS_TICK_STEP_EN > 0u
    rest |= OSTickStepState ^ OS_TICK_STEP_DIS;
#endif
    if (!OS_ACCEL_MOSTLY(rest == 0u)) {
        OS_TickLineRest(stat);
        return;
    }
#if OS_TMR_BY_ALARM
    if (OS_ACCEL_MOSTLY((OS_AccelTickAlarms(stat) & OS_ALARM_TMR) != 0u)) {
        OS_TmrAlarm();
    }
#endif
}

/* The rest of OSTimeTick(): the core counts time, alarms and delays in one instruction. */
static void OS_TickStepped(void)
{
#if OS_TIME_GET_SET_EN > 0u
    OS_TRACE_TICK_INCREMENT(OSTime + 1u);
#endif
#if OS_TMR_BY_ALARM
    OS_TmrTickNext();
#endif
    if ((OSRunning != OS_TRUE)
#if OS_TICK_STEP_EN > 0u
        || (OS_TickStep() == OS_FALSE)
#endif
    ) {
        OS_CRITICAL_SR;

        OS_ENTER_CRITICAL();
        OS_AccelTimeTick();
        OS_EXIT_CRITICAL();
        return;
    }
    OS_AccelDlyTick();
}
#endif

#if OS_ACCEL_TIME_SHARED
/* The rest of OSTimeTick(): the time counts with an instruction of the core each time, and nobody sets it between. */
static void OS_TickShared(void)
{
    BOOLEAN counts = OSRunning;
    INT32U expired = 0u;
    OS_CRITICAL_SR;

#if OS_TICK_STEP_EN > 0u
    counts = (BOOLEAN)((counts == OS_TRUE) && (OS_TickStep() == OS_TRUE));
#endif
    OS_ENTER_CRITICAL();
#if OS_TIME_GET_SET_EN > 0u
    OSTime++;
#endif
    if (counts == OS_TRUE) {
        expired = OS_AccelDlyCount();
    } else {
        OS_AccelTimeTick();
    }
    OS_EXIT_CRITICAL();
    if (expired != 0u) {
        OS_AccelExpired();
    }
}
#endif

/*
 * Description: One tick has passed: call the hook, count the time, and count down all delays and timeouts.
 * Arguments  : none
 * Returns    : none
 * Notes      : For the tick interrupt, or for a task of high priority. It does not switch tasks: OSIntExit() does.
 *              With a time base: one more tick, or one that waits. A task whose delay it ends may run at once.
 */
void OSTimeTick(void)
{
#if (OS_TIME_GET_SET_EN > 0u) && (OS_TIME_BASE == 0u) && !OS_ACCEL_TIME_SHARED
    OS_CRITICAL_SR;
#endif

#if OS_TIME_TICK_HOOK_EN > 0u
    OSTimeTickHook();
#endif
#if OS_TIME_BASE > 0u
    OS_TickStepped();
#elif OS_ACCEL_TIME_SHARED
    OS_TickShared();
#else
#if OS_TIME_GET_SET_EN > 0u
    OS_ENTER_CRITICAL();
    OSTime++;
    OS_TRACE_TICK_INCREMENT(OSTime);
    OS_EXIT_CRITICAL();
#endif
    if (OSRunning != OS_TRUE) {
        return;
    }
#if OS_TICK_STEP_EN > 0u
    if (OS_TickStep() == OS_FALSE) {
        return;
    }
#endif
#if OS_TICK_WALK
    if (OSIntNesting == 0u) {
        OS_TickByTask();
        return;
    }
#endif
    OS_AccelDlyTick();
#endif
}
