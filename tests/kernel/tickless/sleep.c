/* SPDX-License-Identifier: Apache-2.0 */
/* Check OSCPUUsage and the number of sleeps of the idle task. Built with OS_IDLE_SLEEP_EN=1. */
#include "../check.h"

#define HZ    10000u
#define TICK  (CONFIG_CLOCK_FREQUENCY / HZ)
#define TENTH (OS_TICKS_PER_SEC / 10u) /* period over which the kernel measures the usage, ticks */

static INT32U sleeps;

void App_TaskIdleHook(void)
{
    sleeps++;
}

static void busy(INT32U cycles)
{
    const INT32U begin = BSP_Cycles();

    while (BSP_Cycles() - begin < cycles) {
    }
}

void test(void)
{
    INT32U n, before;

    BSP_TickStart(HZ);
    OSStatInit();
    CHECK(OSIdleCtrMax > TENTH * TICK / 10u * 8u);
    CHECK(OSIdleCtrMax <= (TENTH + 1u) * TICK);
    OSTimeDly(4u * TENTH);
    CHECK(OSCPUUsage <= 4u);
    for (n = 0u; n < 4u * TENTH; n++) {
        OSTimeDly(1u);
        busy(TICK / 2u);
    }
    CHECK((OSCPUUsage >= 50u) && (OSCPUUsage <= 66u)); /* half, plus the software kernel's 650 of 5,000 cycles */

    /* The idle task wakes for each interrupt. With a time base, a tick that wakes no task raises no interrupt. */
    (void)OSTaskSuspend(OS_TASK_STAT_PRIO);
    OSTimeDly(2u * TENTH); /* wait until the suspended task's delay has ended, because its end raises an interrupt */
    before = sleeps;
    OSTimeDly(50u);
#if OS_TIME_BASE > 0u
    CHECK_EQ(sleeps - before, 1u);
#else
    CHECK_EQ(sleeps - before, 50u);
#endif
}
