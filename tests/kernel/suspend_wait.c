// SPDX-License-Identifier: Apache-2.0
// Suspension is additive: what happens to delays, timeouts and posts meanwhile.
// cfg:
// cfg: OS_LOWEST_PRIO=254
#include "check.h"

static OS_EVENT *sem;
static INT8U sem_err;

static void pends(void *p_arg)
{
    for (;;) {
        sem_err = 0xEEu;
        OSSemPend(sem, (INT32U)p_arg, &sem_err);
        log_put('p');
        OSTaskSuspend(OS_PRIO_SELF);
    }
}

static void sleeps(void *p_arg)
{
    for (;;) {
        OSTimeDly((INT32U)p_arg);
        log_put('d');
    }
}

void test(void)
{
    sem = OSSemCreate(0);

    /* A delay goes on counting, and its end does not make the task ready. */
    CHECK_EQ(task_new_arg(sleeps, 10, (void *)3), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_SUSPEND);
    ticks(2);
    CHECK_EQ(DLY(10), 1);
    ticks(2);
    CHECK_EQ(DLY(10), 0);
    CHECK_EQ(is_rdy(10), OS_FALSE);
    CHECK_EQ(tcb(10)->OSTCBStatPend, OS_STAT_PEND_OK);
    CHECK_LOG("");
    CHECK_EQ(OSTimeDlyResume(10), OS_ERR_TIME_NOT_DLY);
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_LOG("d");

    /* Resumed with ticks left: ready at the end of the delay, not before. */
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    ticks(1);
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_RDY);
    CHECK_EQ(DLY(10), 2);
    CHECK_LOG("");
    ticks(1);
    CHECK_LOG("");
    ticks(1);
    CHECK_LOG("d");

    /* The delay resumed while suspended: still suspended. */
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    CHECK_EQ(OSTimeDlyResume(10), OS_ERR_NONE);
    CHECK_EQ(DLY(10), 0);
    CHECK_LOG("");
    CHECK_EQ(is_rdy(10), OS_FALSE);
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_LOG("d");
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);

    /* A timeout while suspended. */
    CHECK_EQ(task_new_arg(pends, 10, (void *)2), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_SUSPEND | OS_STAT_SEM);
    ticks(2);
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_SUSPEND);
    CHECK_EQ(tcb(10)->OSTCBStatPend, OS_STAT_PEND_TO);
    CHECK_EQ(DLY(10), 0);
    CHECK(tcb(10)->OSTCBEventPtr == sem);
    CHECK_EQ(is_rdy(10), OS_FALSE);
    CHECK_EQ(OSTimeDlyResume(10), OS_ERR_TIME_NOT_DLY);
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_LOG("p");
    CHECK_EQ(sem_err, OS_ERR_TIMEOUT);
    CHECK(tcb(10)->OSTCBEventPtr == 0);
    CHECK_EQ(waiting_grp(sem), 0);
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);

    /* A timeout while suspended, and then a post before it is resumed: the post counts. */
    CHECK_EQ(task_new_arg(pends, 10, (void *)2), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    ticks(2);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(OSSemAccept(sem), 0);
    CHECK_LOG("");
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_LOG("p");
    CHECK_EQ(sem_err, OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);

    /* A post while suspended: it has the semaphore, but does not run. */
    CHECK_EQ(task_new_arg(pends, 10, (void *)5), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_SUSPEND);
    CHECK_EQ(DLY(10), 0);
    CHECK_EQ(OSSemAccept(sem), 0);
    CHECK_LOG("");
    ticks(6);
    CHECK_LOG("");
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_LOG("p");
    CHECK_EQ(sem_err, OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);

    /* Resumed while it waits: waits on. */
    CHECK_EQ(task_new_arg(pends, 10, (void *)0), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_SEM);
    CHECK_EQ(is_rdy(10), OS_FALSE);
    CHECK_LOG("");
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_LOG("p");

    /* Ready by a post, then suspended before it ran. */
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    OSSchedLock();
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    OSSchedUnlock();
    CHECK_LOG("");
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_LOG("p");
    CHECK_EQ(sem_err, OS_ERR_NONE);
}
