// SPDX-License-Identifier: Apache-2.0
// Without tick stepping (OS_TICK_STEP_EN=0), each tick counts delays down and calls the tick hook.
// cfg: OS_TICK_STEP_EN=0
#include "check.h"

static INT32U hooks;

void App_TimeTickHook(void)
{
    hooks++;
}

static void sleeper_task(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTimeDly(10);
        log_put('d');
    }
}

void test(void)
{
    CHECK_EQ(task_new(sleeper_task, 10), OS_ERR_NONE);
    ticks(9);
    CHECK_LOG("");
    ticks(1);
    CHECK_LOG("d");
    CHECK_EQ(hooks, 10);
}
