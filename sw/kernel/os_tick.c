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

/*
 * Description: One tick has passed: call the hook, count the time, and count down all delays and timeouts.
 * Arguments  : none
 * Returns    : none
 * Notes      : For the tick interrupt, or for a task of high priority. It does not switch tasks: OSIntExit() does.
 */
void OSTimeTick(void)
{
#if OS_TIME_GET_SET_EN > 0u
    OS_CRITICAL_SR;
#endif

#if OS_TIME_TICK_HOOK_EN > 0u
    OSTimeTickHook();
#endif
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
}
