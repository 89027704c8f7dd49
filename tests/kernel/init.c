// SPDX-License-Identifier: Apache-2.0
// The state after OSInit(), and the same state after a second call.
// cfg:
// cfg: OS_LOWEST_PRIO=254
// cfg: OS_TASK_STAT_EN=0
#include "check.h"

static void check_fresh(void)
{
    INT16U free = 0u;
    OS_TCB *ptcb;

    CHECK_EQ(OSRunning, OS_FALSE);
    CHECK_EQ(OSIntNesting, 0);
    CHECK_EQ(OSLockNesting, 0);
    CHECK_EQ(OSCtxSwCtr, 0);
    CHECK_EQ(OSIdleCtr, 0);
    CHECK_EQ(OSTime, 0);
    CHECK_EQ(OSTickStepState, OS_TICK_STEP_DIS);
    CHECK_EQ(OSTaskRegNextAvailID, 0);
    CHECK(OSTCBCur == 0);
    CHECK_EQ(OSTaskCtr, OS_N_SYS_TASKS);
    CHECK_EQ(OS_TASK_IDLE_PRIO, OS_LOWEST_PRIO);
    CHECK_EQ(tcb(OS_TASK_IDLE_PRIO)->OSTCBId, OS_TASK_IDLE_ID);
    CHECK_EQ(is_rdy(OS_TASK_IDLE_PRIO), OS_TRUE);
    CHECK_STR(tcb(OS_TASK_IDLE_PRIO)->OSTCBTaskName, "uC/OS-II Idle");
#if OS_TASK_STAT_EN > 0u
    CHECK_EQ(OS_TASK_STAT_PRIO, OS_LOWEST_PRIO - 1);
    CHECK_EQ(tcb(OS_TASK_STAT_PRIO)->OSTCBId, OS_TASK_STAT_ID);
    CHECK_EQ(is_rdy(OS_TASK_STAT_PRIO), OS_TRUE);
    CHECK_STR(tcb(OS_TASK_STAT_PRIO)->OSTCBTaskName, "uC/OS-II Stat");
    CHECK_EQ(OSStatRdy, OS_FALSE);
    CHECK(OSTCBList == tcb(OS_TASK_STAT_PRIO)); /* newest first */
    CHECK(OSTCBList->OSTCBNext == tcb(OS_TASK_IDLE_PRIO));
    CHECK(OSTCBList->OSTCBPrev == 0);
    CHECK(OSTCBList->OSTCBNext->OSTCBPrev == OSTCBList);
#else
    CHECK(tcb(OS_LOWEST_PRIO - 1u) == 0);
    CHECK(OSTCBList == tcb(OS_TASK_IDLE_PRIO));
#endif
    CHECK(tcb(OS_TASK_IDLE_PRIO)->OSTCBNext == 0);
    for (ptcb = OSTCBFreeList; ptcb != 0; ptcb = ptcb->OSTCBNext) {
        free++;
    }
    CHECK_EQ(free, OS_MAX_TASKS);
    for (free = 0u; free < OS_LOWEST_PRIO - 1u; free++) {
        if (OSTCBPrioTbl[free] != 0) {
            CHECK_EQ(free, 0xFFFF);
        }
    }
    for (free = 0u; OSSemCreate(0) != 0; free++) {
    }
    CHECK_EQ(free, OS_MAX_EVENTS);
}

void test_before_start(void)
{
    check_fresh();
    /* Change the state and initialize again. */
    CHECK_EQ(task_new(task_idle_forever, 5), OS_ERR_NONE);
    OSTimeTick();
    OSTickStepState = OS_TICK_STEP_WAIT;
    CHECK_EQ(OSTaskRegGetID(&err), 0);
    OSInit();
    check_fresh();
}

void test(void)
{
    CHECK_EQ(OSRunning, OS_TRUE);
    CHECK_EQ(OSPrioCur, TEST_PRIO);
    CHECK_EQ(OSPrioHighRdy, TEST_PRIO);
    CHECK(OSTCBCur == tcb(TEST_PRIO));
    CHECK(OSTCBHighRdy == OSTCBCur);
}
