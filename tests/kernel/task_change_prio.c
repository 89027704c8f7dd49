// SPDX-License-Identifier: Apache-2.0
// OSTaskChangePrio: every error code; ready, delayed, suspended and pending tasks; who runs next.
// cfg:
// cfg: OS_LOWEST_PRIO=254
#include "check.h"

static OS_EVENT *sem;
static INT8U code, sem_err;

static void counts(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        log_put('c');
        OSTaskSuspend(OS_PRIO_SELF);
    }
}

static void pends(void *p_arg)
{
    for (;;) {
        OSSemPend(sem, 10, &sem_err);
        log_put(*(char *)p_arg);
    }
}

static void sleeps(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTimeDly(3);
        log_put('d');
    }
}

void test_before_start(void)
{
    CHECK_EQ(OSTaskChangePrio(20, 21), OS_ERR_PRIO);
    CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, 21), OS_ERR_PRIO);
    CHECK_EQ(task_new(counts, 20), OS_ERR_NONE);
    CHECK_EQ(OSTaskChangePrio(20, 21), OS_ERR_NONE);
    CHECK(tcb(20) == 0);
}

void test(void)
{
    CHECK_LOG("c");
    CHECK_EQ(tcb(21)->OSTCBPrio, 21);

    CHECK_EQ(OSTaskChangePrio(OS_TASK_IDLE_PRIO, 22), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskChangePrio(OS_LOWEST_PRIO == 254u ? 254u : OS_LOWEST_PRIO + 1u, 22), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskChangePrio(21, OS_TASK_IDLE_PRIO), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskChangePrio(21, OS_PRIO_SELF), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskChangePrio(21, TEST_PRIO), OS_ERR_PRIO_EXIST);
    CHECK_EQ(OSTaskChangePrio(21, 21), OS_ERR_PRIO_EXIST);
    CHECK_EQ(OSTaskChangePrio(NO_PRIO, TEST_PRIO), OS_ERR_PRIO_EXIST); /* the new one is tested first */
    CHECK_EQ(OSTaskChangePrio(NO_PRIO, 22), OS_ERR_PRIO);
    OSTCBPrioTbl[NO_PRIO] = OS_TCB_RESERVED;
    CHECK_EQ(OSTaskChangePrio(NO_PRIO, 22), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTaskChangePrio(21, NO_PRIO), OS_ERR_PRIO_EXIST);
    OSTCBPrioTbl[NO_PRIO] = 0;

    /* Suspended: stays so. */
    CHECK_EQ(OSTaskChangePrio(21, 8), OS_ERR_NONE);
    CHECK_EQ(is_rdy(8), OS_FALSE);
    CHECK_EQ(OSTaskResume(8), OS_ERR_NONE);
    CHECK_LOG("c");

    /* Ready: moved in the ready list; above the running one it runs. */
    CHECK_EQ(OSTaskChangePrio(8, 50), OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(50), OS_ERR_NONE);
    CHECK_LOG("");
    CHECK_EQ(OSTaskChangePrio(50, 45), OS_ERR_NONE);
    CHECK_EQ(is_rdy(45), OS_TRUE);
    CHECK(tcb(50) == 0);
    CHECK_LOG("");
    CHECK_EQ(OSTaskChangePrio(45, 3), OS_ERR_NONE);
    CHECK_LOG("c");
    CHECK_EQ(is_rdy(3), OS_FALSE);
    CHECK_EQ(OSTaskDel(3), OS_ERR_NONE);

    /* Delayed: the delay goes with the task. */
    CHECK_EQ(task_new(sleeps, 10), OS_ERR_NONE);
    ticks(1);
    CHECK_EQ(OSTaskChangePrio(10, 25), OS_ERR_NONE);
    CHECK_EQ(DLY(25), 2);
    CHECK_EQ(is_rdy(25), OS_FALSE);
    ticks(1);
    CHECK_LOG("");
    ticks(1);
    CHECK_LOG("d");
    CHECK_EQ(OSTaskDel(25), OS_ERR_NONE);

    /* Pending: the place in the waiting list, and the timeout, go with the task. */
    sem = OSSemCreate(0);
    CHECK_EQ(task_new_arg(pends, 10, "a"), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 20, "b"), OS_ERR_NONE);
    CHECK_EQ(OSTaskChangePrio(10, 25), OS_ERR_NONE);
    CHECK_EQ(DLY(25), 10);
    CHECK_EQ(tcb(25)->OSTCBStat, OS_STAT_SEM);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_LOG("b"); /* and waits again, first in the list */
    CHECK_EQ(OSTaskChangePrio(25, 5), OS_ERR_NONE);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_EQ(OSTaskChangePrio(5, 41), OS_ERR_NONE);
    ticks(10);
    CHECK_EQ(is_rdy(41), OS_TRUE);
    CHECK_LOG("b");
    CHECK_EQ(sem_err, OS_ERR_TIMEOUT);
    /* Timed out, did not run, still listed: moves in both lists. */
    CHECK_EQ(OSTaskDel(20), OS_ERR_NONE);
    CHECK_EQ(OSTaskChangePrio(41, 42), OS_ERR_NONE);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(OSSemAccept(sem), 0);
    sem_err = 0xEEu;
    CHECK_EQ(OSTaskChangePrio(42, 6), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_EQ(sem_err, OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(6), OS_ERR_NONE);
    CHECK_EQ(waiting_grp(sem), 0);

    /* Locked, and from an interrupt. */
    CHECK_EQ(task_new(counts, 40), OS_ERR_NONE);
    OSSchedLock();
    CHECK_EQ(OSTaskChangePrio(40, 4), OS_ERR_NONE);
    CHECK_LOG("");
    OSSchedUnlock();
    CHECK_LOG("c");
    CHECK_EQ(OSTaskChangePrio(4, 40), OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(40), OS_ERR_NONE);
    IN_ISR(code = OSTaskChangePrio(40, 4); log_put('i'));
    CHECK_EQ(code, OS_ERR_NONE);
    CHECK_LOG("ic");
    IN_ISR(code = OSTaskChangePrio(4, TEST_PRIO));
    CHECK_EQ(code, OS_ERR_PRIO_EXIST);

    /* Itself: below another ready one it loses the CPU. */
    CHECK_EQ(OSTaskChangePrio(4, 40), OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(40), OS_ERR_NONE);
    CHECK_LOG("");
    CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, 50), OS_ERR_NONE);
    CHECK_LOG("c");
    CHECK_EQ(OSTCBCur->OSTCBPrio, 50);
    CHECK_EQ(OSPrioCur, 50);
    CHECK(tcb(TEST_PRIO) == 0);
    CHECK_EQ(OSTaskChangePrio(50, TEST_PRIO), OS_ERR_NONE);
}
