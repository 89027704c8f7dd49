// SPDX-License-Identifier: Apache-2.0
// With OS_CPU_HOOKS_EN off, the application defines the port's hooks, and the kernel calls them.
// cfg: OS_CPU_HOOKS_EN=0 OS_TASK_IDLE_STK_SIZE=256
// cfg: OS_CPU_HOOKS_EN=0 OS_APP_HOOKS_EN=0 OS_TASK_IDLE_STK_SIZE=256
#include "check.h"

static unsigned begin, end, created, inited, deleted, switched, ticked, idled;

void OSInitHookBegin(void)
{
    OS_CPU_TrapInit();
    begin++;
    CHECK_EQ(OSTaskCtr, 0);
}

void OSInitHookEnd(void)
{
    end++;
    CHECK_EQ(OSTaskCtr, OS_N_SYS_TASKS);
}

void OSTaskCreateHook(OS_TCB *ptcb)
{
    (void)ptcb;
    created++;
}

void OSTCBInitHook(OS_TCB *ptcb)
{
    (void)ptcb;
    inited++;
}

void OSTaskDelHook(OS_TCB *ptcb)
{
    (void)ptcb;
    deleted++;
}

void OSTaskSwHook(void)
{
    switched++;
}

void OSTimeTickHook(void)
{
    ticked++;
}

void OSTaskIdleHook(void)
{
    idled++;
    ticks(1);
}

void test_before_start(void)
{
    CHECK_EQ(begin, 1);
    CHECK_EQ(end, 1);
    CHECK_EQ(created, OS_N_SYS_TASKS);
    CHECK_EQ(inited, OS_N_SYS_TASKS);
}

void test(void)
{
    CHECK_EQ(created, OS_N_SYS_TASKS + 1u);
    CHECK_EQ(task_new(task_idle_forever, 10), OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
    CHECK_EQ(created, OS_N_SYS_TASKS + 2u);
    CHECK_EQ(inited, OS_N_SYS_TASKS + 2u);
    CHECK_EQ(deleted, 1);
    ticks(1);
    CHECK_EQ(ticked, 1);
    OSTimeDly(3);
    CHECK(ticked >= 4u);
    CHECK(idled >= 3u);
    CHECK(switched >= 4u);
}
