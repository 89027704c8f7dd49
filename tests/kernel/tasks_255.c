// SPDX-License-Identifier: Apache-2.0
// The maximum number of tasks: each task runs in priority order, sleeps and wakes.
// cfg: OS_LOWEST_PRIO=254 OS_MAX_TASKS=253 OS_TASK_IDLE_STK_SIZE=256
// cfg: OS_LOWEST_PRIO=254 OS_MAX_TASKS=254 OS_TASK_STAT_EN=0 OS_TASK_IDLE_STK_SIZE=256
// cfg: OS_LOWEST_PRIO=63 OS_MAX_TASKS=62 OS_TASK_IDLE_STK_SIZE=256
// cfg: OS_LOWEST_PRIO=64 OS_MAX_TASKS=63 OS_TASK_IDLE_STK_SIZE=256
#define TEST_PRIO 0u
#define STK_SIZE  88u
#define STK_COUNT OS_MAX_TASKS
#include "check.h"

static INT8U order[OS_LOWEST_PRIO + 1u];
static unsigned ran;

static void runs(void *p_arg)
{
    INT8U prio = (INT8U)(INT32U)p_arg;

    for (;;) {
        if (ran < sizeof(order)) {
            order[ran] = prio;
        }
        ran++;
        OSTimeDly(2u + prio % 3u);
    }
}

void test(void)
{
    unsigned n, prio, due, at;

    for (prio = OS_MAX_TASKS - 1u; prio > 0u; prio--) {
        CHECK_EQ(task_new_arg(runs, (INT8U)prio, (void *)prio), OS_ERR_NONE);
    }
    CHECK_EQ(OSTaskCtr, OS_MAX_TASKS + OS_N_SYS_TASKS);
    CHECK_EQ(OSTaskCtr, OS_LOWEST_PRIO + 1u);
    CHECK(OSTCBFreeList == 0);
    CHECK_EQ(ran, 0);
    OSTimeDly(1);
    CHECK_EQ(ran, OS_MAX_TASKS - 1u);
    for (n = 0u; n < ran; n++) {
        CHECK_EQ(order[n], n + 1u);
    }
    /* From here only due tasks run, in order: all delays began at tick 0. This task runs first at every tick. */
    for (n = 1u; n < 7u; n++) {
        ran = 0u;
        OSTimeDly(1);
        due = 0u;
        for (prio = 1u; prio < OS_MAX_TASKS; prio++) {
            due += (n % (2u + prio % 3u) == 0u);
        }
        CHECK_EQ(ran, due);
        for (at = 1u; at < ran; at++) {
            CHECK(order[at] > order[at - 1u]);
        }
    }
}

void App_TaskIdleHook(void)
{
    ticks(1);
}
