// SPDX-License-Identifier: Apache-2.0
// Statistics: OSStatInit, the CPU's usage with nothing to do and with half the time taken, the hook at every round,
// the stacks' use.
// cfg: OS_TASK_IDLE_STK_SIZE=256
// cfg: OS_TASK_IDLE_STK_SIZE=256 OS_LOWEST_PRIO=254
#include "check.h"

/* A tick every so many rounds of the idle task: time that only passes while nobody works. */
#define ROUNDS 200u

static volatile unsigned idle_rounds, stat_hooks, load;
static unsigned round_of_tick;

void App_TaskIdleHook(void)
{
    idle_rounds++;
    if (++round_of_tick >= ROUNDS - load) {
        round_of_tick = 0u;
        ticks(1);
    }
}

void App_TaskStatHook(void)
{
    stat_hooks++;
}

void test(void)
{
    OS_STK_DATA data;
    unsigned hooks;

    CHECK_EQ(OSStatRdy, OS_FALSE);
    CHECK_EQ(OSCPUUsage, 0);
    OSStatInit();
    CHECK_EQ(OSStatRdy, OS_TRUE);
    CHECK_EQ(OSTimeGet(), 2u + OS_TICKS_PER_SEC / 10u);
    CHECK(OSIdleCtrMax >= (OS_TICKS_PER_SEC / 10u - 1u) * ROUNDS);
    CHECK(OSIdleCtrMax <= (OS_TICKS_PER_SEC / 10u + 1u) * ROUNDS);
    CHECK_EQ(stat_hooks, 0);

    /* Every round takes a tick and a tenth of a second. */
    OSTimeDly(3u * OS_TICKS_PER_SEC / 10u);
    hooks = stat_hooks;
    CHECK(hooks >= 1u);
    OSTimeDly(2u * (OS_TICKS_PER_SEC / 10u + 1u));
    CHECK_EQ(stat_hooks, hooks + 2u);
    CHECK(OSCPUUsage <= 3u);

    /* Half of the time somebody else would have run: the idle task gets half of the rounds a tick. */
    load = ROUNDS / 2u;
    OSTimeDly(3u * (OS_TICKS_PER_SEC / 10u + 1u));
    CHECK(OSCPUUsage >= 48u);
    CHECK(OSCPUUsage <= 52u);

    /* The idle task gets further than ever: usage 0, and the measure adapts. */
    load = 0u - ROUNDS;
    OSTimeDly(3u * (OS_TICKS_PER_SEC / 10u + 1u));
    CHECK_EQ(OSCPUUsage, 0);
    CHECK(OSIdleCtrMax >= 2u * (OS_TICKS_PER_SEC / 10u - 1u) * ROUNDS / 100u);

    /* Stacks of all tasks were looked at. */
    CHECK_EQ(OSTaskStkChk(OS_TASK_IDLE_PRIO, &data), OS_ERR_NONE);
    CHECK_EQ(tcb(OS_TASK_IDLE_PRIO)->OSTCBStkUsed, data.OSUsed);
    CHECK(tcb(OS_TASK_IDLE_PRIO)->OSTCBStkBase == OSTaskIdleStk + OS_TASK_IDLE_STK_SIZE);
    CHECK(tcb(OS_TASK_STAT_PRIO)->OSTCBStkUsed > 0u);
    CHECK(tcb(TEST_PRIO)->OSTCBStkUsed > 0u);
    CHECK(tcb(TEST_PRIO)->OSTCBStkBase == tcb(TEST_PRIO)->OSTCBStkBottom + STK_SIZE);
}
