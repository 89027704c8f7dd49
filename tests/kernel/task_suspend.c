// SPDX-License-Identifier: Apache-2.0
// OSTaskSuspend and OSTaskResume: every error code; does not nest; locked; from an interrupt.
// cfg:
// cfg: OS_LOWEST_PRIO=254
#include "check.h"

static INT8U code;

static void counts(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        log_put('c');
        OSTaskSuspend(OS_PRIO_SELF);
    }
}

static void locks(void *p_arg)
{
    (void)p_arg;
    OSSchedLock();
    code = OSTaskSuspend(OS_PRIO_SELF);
    log_put('1'); /* not ready, but still running */
    CHECK_EQ(is_rdy(5), OS_FALSE);
    OSSchedUnlock();
    log_put('2');
    OSTaskDel(OS_PRIO_SELF);
}

void test_before_start(void)
{
    CHECK_EQ(OSTaskSuspend(OS_TASK_IDLE_PRIO), OS_ERR_TASK_SUSPEND_IDLE);
#if OS_LOWEST_PRIO < 254u /* else that is OS_PRIO_SELF */
    CHECK_EQ(OSTaskSuspend(OS_LOWEST_PRIO + 1u), OS_ERR_PRIO_INVALID);
#endif
    CHECK_EQ(OSTaskSuspend(NO_PRIO), OS_ERR_TASK_SUSPEND_PRIO);
    CHECK_EQ(OSTaskSuspend(OS_PRIO_SELF), OS_ERR_TASK_SUSPEND_PRIO);
    CHECK_EQ(OSTaskResume(NO_PRIO), OS_ERR_TASK_RESUME_PRIO);
    CHECK_EQ(task_new(counts, 20), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(20), OS_ERR_NONE); /* started suspended */
    CHECK_EQ(task_new(counts, 21), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(21), OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(21), OS_ERR_NONE);
}

void test(void)
{
    INT32U switches;

    CHECK_LOG("c"); /* 21, not 20 */
    CHECK_EQ(OSTaskSuspend(OS_TASK_IDLE_PRIO), OS_ERR_TASK_SUSPEND_IDLE);
#if OS_LOWEST_PRIO < 254u /* else that is OS_PRIO_SELF */
    CHECK_EQ(OSTaskSuspend(OS_LOWEST_PRIO + 1u), OS_ERR_PRIO_INVALID);
#endif
    CHECK_EQ(OSTaskSuspend(NO_PRIO), OS_ERR_TASK_SUSPEND_PRIO);
    CHECK_EQ(OSTaskResume(OS_TASK_IDLE_PRIO), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskResume(OS_PRIO_SELF), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskResume(NO_PRIO), OS_ERR_TASK_RESUME_PRIO);
    OSTCBPrioTbl[NO_PRIO] = OS_TCB_RESERVED;
    CHECK_EQ(OSTaskSuspend(NO_PRIO), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTaskResume(NO_PRIO), OS_ERR_TASK_NOT_EXIST);
    OSTCBPrioTbl[NO_PRIO] = 0;
    CHECK_EQ(OSTaskResume(TEST_PRIO), OS_ERR_TASK_NOT_SUSPENDED);

    CHECK_EQ(tcb(20)->OSTCBStat, OS_STAT_SUSPEND);
    CHECK_EQ(is_rdy(20), OS_FALSE);
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_LOG("c");
    CHECK_EQ(OSTaskSuspend(20), OS_ERR_NONE); /* twice is once */
    CHECK_EQ(OSTaskSuspend(20), OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_LOG("c");
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_LOG("c");

    /* Another task: no switch. */
    CHECK_EQ(task_new(task_idle_forever, 40), OS_ERR_NONE);
    switches = OSCtxSwCtr;
    CHECK_EQ(OSTaskSuspend(40), OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(40), OS_ERR_NONE);
    CHECK_EQ(is_rdy(40), OS_TRUE);
    CHECK_EQ(OSCtxSwCtr, switches);

    /* Itself, with the scheduler locked. */
    code = 0xEEu;
    CHECK_EQ(task_new(locks, 5), OS_ERR_NONE);
    CHECK_EQ(code, OS_ERR_NONE);
    CHECK_LOG("1");
    CHECK_EQ(OSTaskResume(5), OS_ERR_NONE);
    CHECK_LOG("2");

    /* Locked: a resumed task runs when unlocked. */
    OSSchedLock();
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_LOG("");
    OSSchedUnlock();
    CHECK_LOG("c");

    /* From an interrupt. */
    IN_ISR(code = OSTaskResume(20); log_put('i'));
    CHECK_EQ(code, OS_ERR_NONE);
    CHECK_LOG("ic");
    IN_ISR(code = OSTaskResume(TEST_PRIO));
    CHECK_EQ(code, OS_ERR_TASK_NOT_SUSPENDED);
    IN_ISR(code = OSTaskSuspend(40));
    CHECK_EQ(code, OS_ERR_NONE);
    CHECK_EQ(is_rdy(40), OS_FALSE);
    IN_ISR(OSTaskSuspend(TEST_PRIO); code = OSTaskResume(TEST_PRIO)); /* the interrupted task itself */
    CHECK_EQ(code, OS_ERR_NONE);
    IN_ISR(code = OSTaskSuspend(OS_TASK_IDLE_PRIO));
    CHECK_EQ(code, OS_ERR_TASK_SUSPEND_IDLE);
}
