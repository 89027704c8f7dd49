// SPDX-License-Identifier: Apache-2.0
// OSTaskDelReq: every error code, and the two sides of the request.
#include "check.h"

static INT8U code;

static void asks_itself(void *p_arg)
{
    (void)p_arg;
    while (OSTaskDelReq(OS_PRIO_SELF) == OS_ERR_NONE) {
        log_put('n');
        OSTaskSuspend(OS_PRIO_SELF);
    }
    log_put('y');
    OSTaskDel(OS_PRIO_SELF);
}

void test_before_start(void)
{
    CHECK_EQ(OSTaskDelReq(OS_TASK_IDLE_PRIO), OS_ERR_TASK_DEL_IDLE);
    CHECK_EQ(OSTaskDelReq(OS_LOWEST_PRIO + 1u), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskDelReq(NO_PRIO), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTaskDelReq(OS_PRIO_SELF), OS_ERR_TASK_NOT_EXIST);
}

void test(void)
{
    CHECK_EQ(OSTaskDelReq(OS_TASK_IDLE_PRIO), OS_ERR_TASK_DEL_IDLE);
    CHECK_EQ(OSTaskDelReq(OS_LOWEST_PRIO + 1u), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskDelReq(NO_PRIO), OS_ERR_TASK_NOT_EXIST);
    OSTCBPrioTbl[NO_PRIO] = OS_TCB_RESERVED;
    CHECK_EQ(OSTaskDelReq(NO_PRIO), OS_ERR_TASK_DEL);
    OSTCBPrioTbl[NO_PRIO] = 0;
    CHECK_EQ(OSTaskDelReq(OS_PRIO_SELF), OS_ERR_NONE);

    CHECK_EQ(task_new(asks_itself, 10), OS_ERR_NONE);
    CHECK_LOG("n");
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_LOG("n");
    CHECK_EQ(OSTaskDelReq(10), OS_ERR_NONE);
    CHECK_EQ(tcb(10)->OSTCBDelReq, OS_ERR_TASK_DEL_REQ);
    CHECK_LOG(""); /* nothing happens before the task asks */
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_LOG("y");
    CHECK_EQ(OSTaskDelReq(10), OS_ERR_TASK_NOT_EXIST);

    /* A new task of that priority was not asked. Asking works from an interrupt, and locked. */
    CHECK_EQ(task_new(asks_itself, 10), OS_ERR_NONE);
    CHECK_LOG("n");
    IN_ISR(code = OSTaskDelReq(10));
    CHECK_EQ(code, OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_LOG("y");
    IN_ISR(code = OSTaskDelReq(OS_TASK_IDLE_PRIO));
    CHECK_EQ(code, OS_ERR_TASK_DEL_IDLE);

    /* By its own number it is a request, too, and then it sees it. */
    OSSchedLock();
    CHECK_EQ(OSTaskDelReq(TEST_PRIO), OS_ERR_NONE);
    OSSchedUnlock();
    CHECK_EQ(OSTaskDelReq(OS_PRIO_SELF), OS_ERR_TASK_DEL_REQ);
}
