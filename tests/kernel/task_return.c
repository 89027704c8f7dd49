// SPDX-License-Identifier: Apache-2.0
// A task that returns from its function: the hook is told, then it is deleted, or sleeps for ever.
// cfg:
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
    OSSchedLock();
    CHECK_EQ(task_new(returns, 10), OS_ERR_NONE);
    OS_TCB *ptcb = tcb(10);
    OSSchedUnlock();
    CHECK_LOG("rh");
    CHECK(returned == ptcb);
#if OS_TASK_DEL_EN > 0u
    CHECK(tcb(10) == 0);
    CHECK_EQ(OSTaskCtr, OS_N_SYS_TASKS + 1u);
#else
    CHECK(tcb(10) == ptcb);
    CHECK_EQ(DLY(10), OS_TICKS_PER_SEC);
    ticks(OS_TICKS_PER_SEC);
    CHECK_EQ(DLY(10), OS_TICKS_PER_SEC);
    CHECK_LOG("");
#endif
}
