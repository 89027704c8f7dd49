// SPDX-License-Identifier: Apache-2.0
// With OS_ARG_CHK_EN off, the kernel still reports the errors that do not depend on it.
// cfg: OS_ARG_CHK_EN=0
#include "check.h"

static OS_EVENT other;
static OS_EVENT *sem, *mbox, *q;
static OS_EVENT *several[2], *rdy[2];
static void *ring[1];
static void *msgs[2];
static INT8U code;

void test(void)
{
    INT8U *got;

    CHECK_EQ(OSTaskCreate(task_idle_forever, 0, STK_TOP(5), TEST_PRIO), OS_ERR_PRIO_EXIST);
    IN_ISR(code = OSTaskCreate(task_idle_forever, 0, STK_TOP(5), 10));
    CHECK_EQ(code, OS_ERR_TASK_CREATE_ISR);
    CHECK_EQ(OSTaskDel(OS_TASK_IDLE_PRIO), OS_ERR_TASK_DEL_IDLE);
    CHECK_EQ(OSTaskDel(10), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTaskDelReq(OS_TASK_IDLE_PRIO), OS_ERR_TASK_DEL_IDLE);
    CHECK_EQ(OSTaskChangePrio(10, 11), OS_ERR_PRIO);
    CHECK_EQ(OSTaskChangePrio(TEST_PRIO, OS_TASK_IDLE_PRIO), OS_ERR_PRIO_EXIST);
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_TASK_SUSPEND_PRIO);
    CHECK_EQ(OSTaskResume(10), OS_ERR_TASK_RESUME_PRIO);
    CHECK_EQ(OSTaskResume(TEST_PRIO), OS_ERR_TASK_NOT_SUSPENDED);
    CHECK_ERR(OSTaskNameGet(10, &got, &err), OS_ERR_TASK_NOT_EXIST);
    CHECK_ERR(OSTaskRegGet(10, 0, &err), OS_ERR_TASK_NOT_EXIST);
    CHECK_ERR(CHECK_EQ(OSTaskRegGet(OS_TASK_IDLE_PRIO, 0, &err), 0), OS_ERR_NONE);
    CHECK_EQ(OSTimeDlyHMSM(0, 0, 0, 0), OS_ERR_NONE); /* without argument checks, a delay of 0 is no error */
    CHECK_EQ(OSTimeDlyResume(OS_LOWEST_PRIO), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTimeDlyResume(OS_PRIO_SELF), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTimeDlyResume(10), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTimeDlyResume(TEST_PRIO), OS_ERR_TIME_NOT_DLY);

    CHECK_EQ(OSSemPost(&other), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSSemAccept(&other), 0);
    CHECK_ERR(OSSemPend(&other, 0, &err), OS_ERR_EVENT_TYPE);
    CHECK_ERR(OSSemSet(&other, 0, &err), OS_ERR_EVENT_TYPE);
    CHECK_ERR(OSSemDel(&other, OS_DEL_ALWAYS, &err), OS_ERR_EVENT_TYPE);
    CHECK_ERR(OSSemPendAbort(&other, OS_PEND_OPT_NONE, &err), OS_ERR_EVENT_TYPE);
    sem = OSSemCreate(0);
    CHECK_ERR(OSSemDel(sem, 9, &err), OS_ERR_INVALID_OPT);
    CHECK_ERR(IN_ISR(OSSemPend(sem, 0, &err)), OS_ERR_PEND_ISR);

    mbox = OSMboxCreate(0);
    CHECK(OSMboxAccept(&other) == 0);
    CHECK_EQ(OSMboxPost(&other, 0), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSMboxPost(mbox, 0), OS_ERR_NONE); /* a null message leaves the mailbox empty */
    CHECK(OSMboxAccept(mbox) == 0);
    CHECK_ERR(OSMboxPend(&other, 0, &err), OS_ERR_EVENT_TYPE);
    q = OSQCreate(ring, 1);
    CHECK_EQ(OSQPost(&other, 0), OS_ERR_EVENT_TYPE);
    CHECK_ERR(OSQAccept(&other, &err), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSQPost(q, 0), OS_ERR_NONE);
    CHECK_EQ(OSQFlush(q), OS_ERR_NONE);
    CHECK_ERR(OSQAccept(q, &err), OS_ERR_Q_EMPTY);
    CHECK_EQ(OSMutexPost(&other), OS_ERR_EVENT_TYPE);
    CHECK_ERR(OSMutexPend(&other, 0, &err), OS_ERR_EVENT_TYPE);
    CHECK_ERR(CHECK_EQ(OSMutexAccept(&other, &err), OS_FALSE), OS_ERR_EVENT_TYPE);
    CHECK_ERR(CHECK(OSMutexCreate(TEST_PRIO, &err) == 0), OS_ERR_PRIO_EXIST);
    several[0] = &other;
    CHECK_ERR(CHECK_EQ(OSEventPendMulti(several, rdy, msgs, 0, &err), 0), OS_ERR_EVENT_TYPE);
}
