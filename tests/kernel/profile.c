// SPDX-License-Identifier: Apache-2.0
// The kernel counts all context switches and the activations of each task.
// cfg:
// cfg: OS_TASK_PROFILE_EN=0
#include "check.h"

static void high(void *p_arg)
{
    (void)p_arg;
#if OS_TASK_PROFILE_EN > 0u
    CHECK_EQ(OSTCBCur->OSTCBCtxSwCtr, 1); /* the switch counts for the incoming task */
    CHECK_EQ(tcb(TEST_PRIO)->OSTCBCtxSwCtr, 0);
#endif
    for (;;) {
        OSTaskSuspend(OS_PRIO_SELF);
    }
}

void test(void)
{
    INT32U all = OSCtxSwCtr;

    CHECK_EQ(all, 0); /* starting the first task is not a switch */
    CHECK_EQ(task_new(high, 10), OS_ERR_NONE);
    CHECK_EQ(OSCtxSwCtr, 2);
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_EQ(OSCtxSwCtr, 4);
    IN_ISR(OSTaskResume(10));
    CHECK_EQ(OSCtxSwCtr, 6);
#if OS_TASK_PROFILE_EN > 0u
    CHECK_EQ(tcb(10)->OSTCBCtxSwCtr, 3);
    CHECK_EQ(tcb(TEST_PRIO)->OSTCBCtxSwCtr, 3);
    CHECK_EQ(tcb(OS_TASK_IDLE_PRIO)->OSTCBCtxSwCtr, 0);
#endif
}
