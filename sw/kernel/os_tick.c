/* SPDX-License-Identifier: Apache-2.0 */
/* The tick. */
#define OS_ACCEL_EXPIRED OS_DLY_END /* must precede the seam, which the headers below include */
#include "os_event.h"
#include "os_switch.h"
#include "os_tmr.h"

/* Without the time unit, a tick walks the list of tasks, and a deletion can break the walk. */
#define OS_TICK_WALK ((OS_TASK_DEL_EN > 0u) && (OS_ACCEL_DLY_EN == 0u))

#if OS_TICK_STEP_EN > 0u
INT8U OSTickStepState;
#endif

#if OS_TICK_STEP_EN > 0u
/*
 * Return whether this tick counts the delays down. OSTickStepState, which a debugger sets, decides this. The call ends
 * a request for a single step.
 */
static inline BOOLEAN OS_TickCountsDelays(void)
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
 * Count the delays down at task level, with the scheduler locked. Otherwise another task could preempt the walk and
 * delete the next task in the list. Afterwards, call the scheduler if an interrupt could not switch tasks.
 */
static void OS_TickByTask(void)
{
    BOOLEAN held;
    OS_CRITICAL_SR;

    if (OSLockNesting != 0u) {
        OS_AccelDlyTick();
        return;
    }
    OS_ENTER_CRITICAL(); /* also a barrier: the compiler must not read the list or the flag earlier */
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
#define OS_ALARM_TMR 1u /* mask of alarm 0, which belongs to the timers */

/* Return whether software must process each tick. If so, each tick waits for software. */
static BOOLEAN OS_TickNeedsSoftware(void)
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
 * Description: Let ticks take effect without software, unless a trace, a tick hook or OSTickStepState needs software.
 * Arguments  : none
 * Returns    : none
 * Notes      : OSTickStart() and OSTickHandler() call this. Call it also after a write to OSTickStepState.
 */
void OSTickModeUpdate(void)
{
    OS_AccelTickAutomaticSet(OS_TickNeedsSoftware() == OS_FALSE);
}

/*
 * Description: Return the shortest period of a tick.
 * Arguments  : none
 * Returns    : clock cycles
 */
INT32U OSTickPeriodMin(void)
{
    return OS_AccelTickPeriodMin();
}

/*
 * Description: Start periodic ticks in the core.
 * Arguments  : cycles   clock cycles per tick, at least OSTickPeriodMin(); 0: stop the ticks
 * Returns    : none
 * Notes      : If ticks are already running, the new period begins after the next tick. OSTickHandler() must be the
 *              handler of the time base's interrupt.
 */
void OSTickStart(INT32U cycles)
{
    OSTickModeUpdate();
    OS_AccelTickPeriod(cycles);
}

/* Handle every cause except a timer tick alone. Out of line, so that a timer tick alone needs no stack frame. */
static OS_ACCEL_OUT_OF_LINE void OS_TickHandlerSlow(INT32U stat)
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
#if OS_ACCEL_LINES > 0u
    if ((stat & OS_ACCEL_TICK_LINES) != 0u) {
        OS_LinesPost();
    }
#endif
    OSTickModeUpdate();
}

/*
 * Description: Handle the time base's interrupt: a tick or an alarm needs software, or a more urgent task is ready.
 * Arguments  : none
 * Returns    : none
 * Notes      : Call it between OSIntEnter() and OSIntExit(), with interrupts disabled. OSIntExit() switches to a more
 *              urgent task. If a tick needs only the tick hook, the port may handle the tick itself.
 */
void OSTickHandler(void)
{
    INT32U stat;
    INT32U rest;

    OS_AccelRunning(0u); /* until OSIntExit() or the last OSSchedUnlock(), a ready task causes no interrupt */
    stat = OS_AccelTickStatus();
    OS_AccelAlarmsClr(stat);
    rest = (stat & (OS_ACCEL_TICK_SOFTWARE | OS_ACCEL_TICK_WAITING | OS_ACCEL_TICK_LINES)) |
           (OS_AccelTickAlarms(stat) & ~OS_ALARM_TMR);
#if OS_TICK_STEP_EN > 0u
    rest |= OSTickStepState ^ OS_TICK_STEP_DIS;
#endif
    if (!OS_ACCEL_LIKELY(rest == 0u)) {
        OS_TickHandlerSlow(stat);
        return;
    }
#if OS_TMR_BY_ALARM
    if (OS_ACCEL_LIKELY((OS_AccelTickAlarms(stat) & OS_ALARM_TMR) != 0u)) {
        OS_TmrAlarm();
    }
#endif
}

/* OSTimeTick() with a time base: one instruction advances the time, the alarms and the delays. */
static void OS_TickAdvance(void)
{
#if OS_TIME_GET_SET_EN > 0u
    OS_TRACE_TICK_INCREMENT(OSTime + 1u);
#endif
#if OS_TMR_BY_ALARM
    OS_TmrTickNext();
#endif
    if ((OSRunning != OS_TRUE)
#if OS_TICK_STEP_EN > 0u
        || (OS_TickCountsDelays() == OS_FALSE)
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
/* OSTimeTick() if the core counts the time for hardware threads: OSTime and the core's time advance together. */
static void OS_TickAdvanceShared(void)
{
    BOOLEAN counts = OSRunning;
    INT32U expired = 0u;
    OS_CRITICAL_SR;

#if OS_TICK_STEP_EN > 0u
    counts = (BOOLEAN)((counts == OS_TRUE) && (OS_TickCountsDelays() == OS_TRUE));
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
 * Description: Process a tick: call the hook, advance the time, and count down all delays and timeouts.
 * Arguments  : none
 * Returns    : none
 * Notes      : Call this in the tick interrupt or in a task of high priority. The switch to a task that becomes ready
 *              comes in OSIntExit() or, at task level, at the next scheduling point. With a time base, the call adds a
 *              tick or completes a waiting tick, and at task level the switch may come at once.
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
    OS_TickAdvance();
#elif OS_ACCEL_TIME_SHARED
    OS_TickAdvanceShared();
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
    if (OS_TickCountsDelays() == OS_FALSE) {
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
