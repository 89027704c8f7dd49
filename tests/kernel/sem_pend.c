// SPDX-License-Identifier: Apache-2.0
// OSSemPend: every error code, in the order in which they are tested.
// cfg:
// cfg: OS_LOWEST_PRIO=254
// cfg: -O0
#include "check.h"

static OS_EVENT *sem;
static OS_EVENT not_sem;
static INT8U waiter_err;

static void waiter(void *p_arg)
{
    INT32U timeout = (INT32U)p_arg;

    for (;;) {
        waiter_err = 0xEEu;
        OSSemPend(sem, timeout, &waiter_err);
        log_put('w');
    }
}

void test_before_start(void)
{
    sem = OSSemCreate(1);
    CHECK(sem != 0);
    CHECK_ERR(OSSemPend(0, 0, &err), OS_ERR_PEVENT_NULL);
    CHECK_ERR(OSSemPend(&not_sem, 0, &err), OS_ERR_EVENT_TYPE);
    CHECK_ERR(OSSemPend(sem, 0, &err), OS_ERR_NONE); /* available: no scheduler needed */
}

void test(void)
{
    not_sem.OSEventType = OS_EVENT_TYPE_MBOX;
    CHECK_ERR(OSSemPend(0, 0, &err), OS_ERR_PEVENT_NULL);
    CHECK_ERR(OSSemPend(&not_sem, 0, &err), OS_ERR_EVENT_TYPE);

    /* From an interrupt, and locked: refused even though it is available; type and null are tested before. */
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_ERR(IN_ISR(OSSemPend(sem, 0, &err)), OS_ERR_PEND_ISR);
    CHECK_ERR(IN_ISR(OSSemPend(0, 0, &err)), OS_ERR_PEVENT_NULL);
    CHECK_ERR(IN_ISR(OSSemPend(&not_sem, 0, &err)), OS_ERR_EVENT_TYPE);
    OSSchedLock();
    CHECK_ERR(OSSemPend(sem, 0, &err), OS_ERR_PEND_LOCKED);
    CHECK_ERR(OSSemPend(&not_sem, 0, &err), OS_ERR_EVENT_TYPE);
    CHECK_ERR(IN_ISR(OSSemPend(sem, 0, &err)), OS_ERR_PEND_ISR);
    OSSchedUnlock();
    CHECK_EQ(sem_cnt(sem), 1);
    CHECK_ERR(OSSemPend(sem, 0, &err), OS_ERR_NONE);
    CHECK_EQ(sem_cnt(sem), 0);

    /* For ever: the post ends it, and is not counted. */
    CHECK_EQ(task_new(waiter, 10), OS_ERR_NONE);
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_SEM);
    CHECK_EQ(tcb(10)->OSTCBStatPend, OS_STAT_PEND_OK);
    CHECK(tcb(10)->OSTCBEventPtr == sem);
    CHECK_EQ(DLY(10), 0);
    ticks(3);
    CHECK_LOG("");
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_LOG("w");
    CHECK_EQ(sem_cnt(sem), 0);
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);

    /* With a timeout: the tick of that number ends it, not an earlier one. */
    CHECK_EQ(task_new_arg(waiter, 10, (void *)3), OS_ERR_NONE);
    CHECK_EQ(DLY(10), 3);
    ticks(2);
    CHECK_LOG("");
    CHECK_EQ(DLY(10), 1);
    IN_ISR(OSTimeTick(); waiter_err = 0xEEu);
    CHECK_LOG("w"); /* and it waits again */
    CHECK_EQ(DLY(10), 3);
    CHECK(tcb(10)->OSTCBEventPtr == sem);
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_SEM);
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
}
