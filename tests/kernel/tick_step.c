// SPDX-License-Identifier: Apache-2.0
// Tick stepping: WAIT holds the delays (not the time, not the hook), ONCE lets one tick through.
// cfg:
// cfg: OS_TICK_STEP_EN=0
#include "check.h"

static INT32U hooks;

void App_TimeTickHook(void)
{
    hooks++;
}

static void sleeps(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTimeDly(10);
        log_put('d');
    }
}

void test(void)
{
    CHECK_EQ(task_new(sleeps, 10), OS_ERR_NONE);
#if OS_TICK_STEP_EN > 0u
    CHECK_EQ(OSTickStepState, OS_TICK_STEP_DIS);
    ticks(1);
    CHECK_EQ(DLY(10), 9);
    OSTickStepState = OS_TICK_STEP_WAIT;
    ticks(20);
    CHECK_EQ(DLY(10), 9);
    CHECK_EQ(OSTimeGet(), 21);
    CHECK_EQ(hooks, 21);
    CHECK_EQ(OSTickStepState, OS_TICK_STEP_WAIT);
    OSTickStepState = OS_TICK_STEP_ONCE;
    ticks(1);
    CHECK_EQ(DLY(10), 8);
    CHECK_EQ(OSTickStepState, OS_TICK_STEP_WAIT);
    ticks(1);
    CHECK_EQ(DLY(10), 8);
    OSTickStepState = 77u; /* nonsense: as if switched off */
    ticks(1);
    CHECK_EQ(DLY(10), 7);
    CHECK_EQ(OSTickStepState, OS_TICK_STEP_DIS);
    ticks(7);
    CHECK_LOG("d");
#else
    ticks(10);
    CHECK_LOG("d");
    CHECK_EQ(hooks, 10);
#endif
}
