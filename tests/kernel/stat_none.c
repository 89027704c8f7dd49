// SPDX-License-Identifier: Apache-2.0
// The idle hook makes a tick in each turn, so the idle task counts to less than 100 in OSStatInit(). Without this
// reference value, the statistics task suspends or delays itself and measures nothing.
// cfg: OS_TASK_IDLE_STK_SIZE=256
// cfg: OS_TASK_IDLE_STK_SIZE=256 OS_TASK_SUSPEND_EN=0
// cfg: OS_TASK_IDLE_STK_SIZE=256 OS_TICKS_PER_SEC=5 OS_TMR_EN=0
#include "check.h"

#pragma GCC diagnostic ignored "-Wattribute-warning" /* the kernel warns about a tick rate of 5 Hz */

static unsigned hooks;

void App_TaskIdleHook(void)
{
    ticks(1);
}

void App_TaskStatHook(void)
{
    hooks++;
}

void test(void)
{
    OSStatInit();
    CHECK(OSIdleCtrMax < 100u);
    OSTimeDly(4u * OS_TICKS_PER_SEC);
    CHECK_EQ(OSCPUUsage, 0);
    CHECK_EQ(hooks, 0);
#if OS_TASK_SUSPEND_EN > 0u
    CHECK_EQ(tcb(OS_TASK_STAT_PRIO)->OSTCBStat, OS_STAT_SUSPEND);
#else
    CHECK(DLY(OS_TASK_STAT_PRIO) > 0u);
#endif
}
