// SPDX-License-Identifier: Apache-2.0
// A task returns from its function in a kernel that cannot delete it: the kernel calls the hook, then the task sleeps
// forever.
// cfg: OS_TASK_DEL_EN=0
#include "check.h"

static OS_TCB *returned;

void App_TaskReturnHook(OS_TCB *ptcb)
{
    returned = ptcb;
    log_put('h');
}

static void returns(void *p_arg)
{
    (void)p_arg;
    log_put('r');
}

void test(void)
{
    CHECK_EQ(task_new(returns, 10), OS_ERR_NONE);
    CHECK_LOG("rh");
    CHECK(returned == tcb(10));
    CHECK_EQ(DLY(10), OS_TICKS_PER_SEC);
    ticks(OS_TICKS_PER_SEC);
    CHECK_EQ(DLY(10), OS_TICKS_PER_SEC);
    CHECK_LOG("");
}
