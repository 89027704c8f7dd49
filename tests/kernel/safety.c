// SPDX-License-Identifier: Apache-2.0
// OSSafetyCriticalStart: nothing is created or deleted any more. And a null perr is caught where that is configured.
// cfg: OS_SAFETY_CRITICAL OS_SAFETY_CRITICAL_IEC61508
#include "check.h"

unsigned safety_exceptions;

static OS_EVENT *sem, *mbox, *q, *mutex;
static void *ring[1], *msg;
static OS_EVENT *several[2];

void test_before_start(void)
{
    sem = OSSemCreate(0);
    CHECK(sem != 0);
    mbox = OSMboxCreate(&msg);
    q = OSQCreate(ring, 1);
    CHECK_ERR(mutex = OSMutexCreate(9, &err), OS_ERR_NONE);
}

void test(void)
{
    INT8U *got;
    INT8U code;

    CHECK_EQ(OSSafetyCriticalStartFlag, OS_FALSE);
    CHECK_EQ(task_new(task_idle_forever, 10), OS_ERR_NONE);
    CHECK_EQ(safety_exceptions, 0);
    OSSafetyCriticalStart();
    CHECK_EQ(OSSafetyCriticalStartFlag, OS_TRUE);

    CHECK_EQ(OSTaskCreate(task_idle_forever, 0, STK_TOP(5), 255), OS_ERR_ILLEGAL_CREATE_RUN_TIME); /* the first test */
    CHECK_EQ(safety_exceptions, 1);
    CHECK_EQ(task_new(task_idle_forever, 11), OS_ERR_ILLEGAL_CREATE_RUN_TIME);
    CHECK(OSSemCreate(0) == 0);
    code = OSTaskDel(OS_TASK_IDLE_PRIO);
    CHECK_EQ(code, OS_ERR_ILLEGAL_DEL_RUN_TIME);
    CHECK_EQ(OSTaskDelReq(10), OS_ERR_ILLEGAL_DEL_RUN_TIME);
    CHECK_ERR(CHECK(OSSemDel(sem, OS_DEL_ALWAYS, &err) == 0), OS_ERR_ILLEGAL_DEL_RUN_TIME);
    CHECK_ERR(CHECK(OSSemDel(0, OS_DEL_ALWAYS, &err) == 0), OS_ERR_ILLEGAL_DEL_RUN_TIME);
    CHECK(tcb(10) != 0);
    CHECK_EQ(safety_exceptions, 7);

    safety_exceptions = 0u;
    CHECK(OSMboxCreate(0) == 0);
    CHECK(OSQCreate(ring, 1) == 0);
    CHECK_ERR(CHECK(OSMutexCreate(OS_LOWEST_PRIO, &err) == 0), OS_ERR_ILLEGAL_CREATE_RUN_TIME);
    CHECK_ERR(CHECK(OSMboxDel(mbox, OS_DEL_ALWAYS, &err) == 0), OS_ERR_ILLEGAL_DEL_RUN_TIME);
    CHECK_ERR(CHECK(OSQDel(q, OS_DEL_ALWAYS, &err) == 0), OS_ERR_ILLEGAL_DEL_RUN_TIME);
    CHECK_ERR(CHECK(OSMutexDel(mutex, OS_DEL_ALWAYS, &err) == 0), OS_ERR_ILLEGAL_DEL_RUN_TIME);
    CHECK_EQ(safety_exceptions, 6);

    /* Everything else works on. */
    CHECK_EQ(OSTimeDlyResume(10), OS_ERR_NONE);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);

    safety_exceptions = 0u;
    OSSemPend(sem, 0, 0);
    CHECK_EQ(OSSemPendAbort(sem, 0, 0), 0);
    OSSemSet(sem, 5, 0);
    CHECK(OSSemDel(sem, OS_DEL_ALWAYS, 0) == 0);
    CHECK_EQ(OSTaskNameGet(10, &got, 0), 0);
    OSTaskNameSet(10, (INT8U *)"n", 0);
    CHECK_EQ(OSEventNameGet(sem, &got, 0), 0);
    OSEventNameSet(sem, (INT8U *)"n", 0);
    CHECK_EQ(OSTaskRegGet(10, 0, 0), 0);
    OSTaskRegSet(10, 0, 1, 0);
    CHECK_EQ(OSTaskRegGetID(0), OS_TASK_REG_TBL_SIZE);
    CHECK_EQ(safety_exceptions, 11);
    CHECK_EQ(sem_cnt(sem), 1);

    safety_exceptions = 0u;
    several[0] = sem;
    CHECK_EQ(OSEventPendMulti(several, several, &msg, 0, 0), 0);
    CHECK(OSMboxPend(mbox, 0, 0) == 0);
    CHECK_EQ(OSMboxPendAbort(mbox, 0, 0), 0);
    CHECK(OSMboxDel(mbox, OS_DEL_ALWAYS, 0) == 0);
    CHECK(OSQAccept(q, 0) == 0);
    CHECK(OSQPend(q, 0, 0) == 0);
    CHECK_EQ(OSQPendAbort(q, 0, 0), 0);
    CHECK(OSQDel(q, OS_DEL_ALWAYS, 0) == 0);
    CHECK_EQ(OSMutexAccept(mutex, 0), OS_FALSE);
    CHECK(OSMutexCreate(8, 0) == 0);
    CHECK(OSMutexDel(mutex, OS_DEL_ALWAYS, 0) == 0);
    OSMutexPend(mutex, 0, 0);
    CHECK_EQ(safety_exceptions, 12);
    CHECK(mbox_holds(mbox) == &msg);
    CHECK(mutex->OSEventPtr == 0);
}
