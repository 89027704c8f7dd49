// SPDX-License-Identifier: Apache-2.0
// OSTimeDlyResume: every error code; ends delays and timeouts, but not waits without one.
// cfg:
// cfg: OS_LOWEST_PRIO=254
// cfg: OS_ARG_CHK_EN=0
#include "check.h"

static OS_EVENT *sem;
static INT8U code, sem_err;

static void sleeps(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTimeDly(5);
        log_put('d');
    }
}

static void pends(void *p_arg)
{
    for (;;) {
        OSSemPend(sem, (INT32U)p_arg, &sem_err);
        log_put('p');
    }
}

void test_before_start(void)
{
    CHECK_EQ(OSTimeDlyResume(OS_LOWEST_PRIO), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTimeDlyResume(NO_PRIO), OS_ERR_TASK_NOT_EXIST);
}

void test(void)
{
    CHECK_EQ(OSTimeDlyResume(OS_LOWEST_PRIO), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTimeDlyResume(OS_PRIO_SELF), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTimeDlyResume(NO_PRIO), OS_ERR_TASK_NOT_EXIST);
    OSTCBPrioTbl[NO_PRIO] = OS_TCB_RESERVED;
    CHECK_EQ(OSTimeDlyResume(NO_PRIO), OS_ERR_TASK_NOT_EXIST);
    OSTCBPrioTbl[NO_PRIO] = 0;
    CHECK_EQ(OSTimeDlyResume(TEST_PRIO), OS_ERR_TIME_NOT_DLY);

    CHECK_EQ(task_new(sleeps, 10), OS_ERR_NONE);
    CHECK_EQ(OSTimeDlyResume(10), OS_ERR_NONE);
    CHECK_LOG("d");
    CHECK_EQ(DLY(10), 5);
    IN_ISR(code = OSTimeDlyResume(10); log_put('i'));
    CHECK_EQ(code, OS_ERR_NONE);
    CHECK_LOG("id");
    OSSchedLock();
    CHECK_EQ(OSTimeDlyResume(10), OS_ERR_NONE);
    CHECK_EQ(is_rdy(10), OS_TRUE);
    CHECK_EQ(OSTimeDlyResume(10), OS_ERR_TIME_NOT_DLY);
    CHECK_LOG("");
    OSSchedUnlock();
    CHECK_LOG("d");

    sem = OSSemCreate(0);
    CHECK_EQ(task_new_arg(pends, 11, (void *)5), OS_ERR_NONE); /* a timeout: as if the time were up */
    CHECK_EQ(OSTimeDlyResume(11), OS_ERR_NONE);
    CHECK_LOG("p");
    CHECK_EQ(sem_err, OS_ERR_TIMEOUT);
    CHECK(tcb(11)->OSTCBEventPtr == sem); /* it waits again */
    CHECK_EQ(OSTaskDel(11), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 11, (void *)0), OS_ERR_NONE); /* for ever */
    CHECK_EQ(OSTimeDlyResume(11), OS_ERR_TIME_NOT_DLY);
    CHECK_LOG("");
    CHECK_EQ(tcb(11)->OSTCBStat, OS_STAT_SEM);
}
