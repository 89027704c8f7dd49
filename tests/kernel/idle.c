// SPDX-License-Identifier: Apache-2.0
// The idle task runs only when no other task can. It counts its loops and calls the hook in each. A ready task
// preempts it at once.
// cfg: OS_TASK_IDLE_STK_SIZE=256
// cfg: OS_TASK_IDLE_STK_SIZE=256 OS_LOWEST_PRIO=254 OS_TASK_STAT_EN=0
#include "check.h"

static INT32U rounds;

void App_TaskIdleHook(void)
{
    rounds++;
    CHECK_EQ(OSPrioCur, OS_TASK_IDLE_PRIO);
    CHECK_EQ(OSIdleCtr, rounds);
    if (rounds % 5u == 0u) {
        ticks(1);
    }
}

void test(void)
{
    CHECK_EQ(OSIdleCtr, 0);
    OSTimeDly(1);
    CHECK_EQ(rounds, 5);
    OSTimeDly(2);
    CHECK_EQ(rounds, 15);
    CHECK_EQ(OSTaskDel(OS_TASK_IDLE_PRIO), OS_ERR_TASK_DEL_IDLE);
    CHECK_EQ(OSTaskSuspend(OS_TASK_IDLE_PRIO), OS_ERR_TASK_SUSPEND_IDLE);
}
