// SPDX-License-Identifier: Apache-2.0
// OSTimeTick: the hook sees the old time and the old delays; before OSStart the delays stand still; tasks of equal
// delay become ready in the same tick; it does not switch by itself.
// cfg:
// cfg: OS_LOWEST_PRIO=254
#include "check.h"

static INT32U hooks, hook_time, hook_dly;

void App_TimeTickHook(void)
{
    hooks++;
    hook_time = OSTimeGet();
    hook_dly = (tcb(10) != 0) ? DLY(10) : 0u;
}

static void sleeps(void *p_arg)
{
    OSTimeDly(3);
    log_put(*(char *)p_arg);
    OSTaskSuspend(OS_PRIO_SELF);
}

void test_before_start(void)
{
    CHECK_EQ(task_new_arg(sleeps, 10, "a"), OS_ERR_NONE);
    OS_AccelDlySet(tcb(10), 2u);
    OSTimeTick();
    CHECK_EQ(hooks, 1);
    CHECK_EQ(hook_time, 0);
    CHECK_EQ(OSTimeGet(), 1);
    CHECK_EQ(DLY(10), 2);
    OS_AccelDlyClr(tcb(10));
}

void test(void)
{
    CHECK_EQ(task_new_arg(sleeps, 12, "c"), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(sleeps, 11, "b"), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(sleeps, 40, "d"), OS_ERR_NONE);
    CHECK_EQ(DLY(10), 3);
    ticks(1);
    CHECK_EQ(hooks, 2);
    CHECK_EQ(hook_time, 1);
    CHECK_EQ(hook_dly, 3);
    CHECK_EQ(DLY(10), 2);
    CHECK_EQ(DLY(12), 2);
    ticks(1);
    CHECK_LOG("");
    IN_ISR(OSTimeTick(); log_put('i'));
    CHECK_LOG("iabc"); /* by priority, after the interrupt */

    /* Called by a task: makes ready, and leaves the switch to the next call. */
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(sleeps, 10, "e"), OS_ERR_NONE);
    OSTimeTick();
    OSTimeTick();
    OSTimeTick();
    CHECK_EQ(is_rdy(10), OS_TRUE);
    CHECK_LOG("");
    CHECK_EQ(OSLockNesting, 0);
    OSSchedLock();
    OSTimeTick();
    CHECK_EQ(OSLockNesting, 1);
    OSSchedUnlock();
    CHECK_LOG("e");
    CHECK_EQ(OSTimeGet(), 8);
}
