// SPDX-License-Identifier: Apache-2.0
// OSSemPendAbort: every error code; one or all; also after the timeout, before the task ran.
// cfg:
// cfg: OS_LOWEST_PRIO=254
#include "check.h"

static OS_EVENT *sem;
static OS_EVENT other;
static INT8U sem_err[64];
static INT8U count;

static void pends(void *p_arg)
{
    INT8U *perr = &sem_err[OSTCBCur->OSTCBPrio];

    for (;;) {
        *perr = 0xEEu;
        OSSemPend(sem, (INT32U)p_arg, perr);
        log_put('p');
        OSTaskSuspend(OS_PRIO_SELF);
    }
}

static void again(void)
{
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(11), OS_ERR_NONE);
}

void test_before_start(void)
{
    sem = OSSemCreate(0);
    CHECK_ERR(CHECK_EQ(OSSemPendAbort(sem, OS_PEND_OPT_NONE, &err), 0), OS_ERR_NONE);
}

void test(void)
{
    CHECK_ERR(CHECK_EQ(OSSemPendAbort(0, OS_PEND_OPT_NONE, &err), 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK_EQ(OSSemPendAbort(&other, OS_PEND_OPT_NONE, &err), 0), OS_ERR_EVENT_TYPE);
    CHECK_ERR(CHECK_EQ(OSSemPendAbort(sem, OS_PEND_OPT_BROADCAST, &err), 0), OS_ERR_NONE);

    CHECK_EQ(task_new_arg(pends, 10, (void *)9), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 11, (void *)0), OS_ERR_NONE);
    CHECK_ERR(CHECK_EQ(OSSemPendAbort(sem, OS_PEND_OPT_NONE, &err), 1), OS_ERR_PEND_ABORT);
    CHECK_LOG("p");
    CHECK_EQ(sem_err[10], OS_ERR_PEND_ABORT);
    CHECK_EQ(sem_err[11], 0xEE);
    CHECK_EQ(DLY(10), 0);
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_ERR(CHECK_EQ(OSSemPendAbort(sem, OS_PEND_OPT_BROADCAST, &err), 2), OS_ERR_PEND_ABORT);
    CHECK_LOG("pp");
    CHECK_EQ(sem_err[10], OS_ERR_PEND_ABORT);
    CHECK_EQ(sem_err[11], OS_ERR_PEND_ABORT);
    CHECK_EQ(sem_cnt(sem), 0);
    again();
    CHECK_ERR(CHECK_EQ(OSSemPendAbort(sem, 88, &err), 1), OS_ERR_PEND_ABORT); /* any other option: one */
    CHECK_LOG("p");
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);

    /* From an interrupt, and locked. */
    CHECK_ERR(IN_ISR(count = OSSemPendAbort(sem, OS_PEND_OPT_BROADCAST, &err); log_put('i')), OS_ERR_PEND_ABORT);
    CHECK_EQ(count, 2);
    CHECK_LOG("ipp");
    again();
    OSSchedLock();
    CHECK_ERR(count = OSSemPendAbort(sem, OS_PEND_OPT_BROADCAST, &err), OS_ERR_PEND_ABORT);
    CHECK_EQ(count, 2);
    CHECK_LOG("");
    OSSchedUnlock();
    CHECK_LOG("pp");
    again();

    /* The time is up, the task did not run yet, and is aborted: aborted is what it sees. */
    OSSchedLock();
    ticks(9);
    CHECK_EQ(tcb(10)->OSTCBStatPend, OS_STAT_PEND_TO);
    CHECK_ERR(CHECK_EQ(OSSemPendAbort(sem, OS_PEND_OPT_NONE, &err), 1), OS_ERR_PEND_ABORT);
    OSSchedUnlock();
    CHECK_LOG("p");
    CHECK_EQ(sem_err[10], OS_ERR_PEND_ABORT);
}
