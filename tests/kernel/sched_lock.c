// SPDX-License-Identifier: Apache-2.0
// OSSchedLock and OSSchedUnlock: nest to 255; what is refused meanwhile; no effect in interrupts.
// cfg:
// cfg: OS_LOWEST_PRIO=254
#include "check.h"

static OS_EVENT *sem;
static INT8U nesting;

static void high(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSSemPend(sem, 0, &err);
        log_put('h');
    }
}

void test_before_start(void)
{
    OSSchedLock();
    CHECK_EQ(OSLockNesting, 0); /* no effect yet */
    OSSchedUnlock();
    CHECK_EQ(OSLockNesting, 0);
}

void test(void)
{
    INT32U switches;
    unsigned i;

    sem = OSSemCreate(0);
    CHECK_EQ(task_new(high, 10), OS_ERR_NONE);

    OSSchedLock();
    OSSchedLock();
    CHECK_EQ(OSLockNesting, 2);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    ticks(1); /* interrupts are served, and do not switch */
    CHECK_EQ(OSPrioCur, TEST_PRIO);
    CHECK_LOG("");
    OSSchedUnlock();
    CHECK_EQ(OSLockNesting, 1);
    CHECK_LOG("");
    OSSchedUnlock();
    CHECK_LOG("h");
    CHECK_EQ(OSLockNesting, 0);
    OSSchedUnlock(); /* one too many */
    CHECK_EQ(OSLockNesting, 0);

    for (i = 0u; i < 300u; i++) {
        OSSchedLock();
    }
    CHECK_EQ(OSLockNesting, 255);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    for (i = 0u; i < 254u; i++) {
        OSSchedUnlock();
    }
    CHECK_EQ(OSLockNesting, 1);
    CHECK_LOG("");
    OSSchedUnlock();
    CHECK_LOG("h");

    /* Refused while locked. */
    OSSchedLock();
    sem_cnt_set(sem, 1u);
    CHECK_ERR(OSSemPend(sem, 0, &err), OS_ERR_PEND_LOCKED);
    CHECK_EQ(OSTimeDlyHMSM(0, 0, 1, 0), OS_ERR_SCHED_LOCKED);
    OSTimeDly(1);
    CHECK_EQ(is_rdy(TEST_PRIO), OS_TRUE);
    sem_cnt_set(sem, 0u);
    OSSchedUnlock();

    IN_ISR(OSSchedLock(); nesting = OSLockNesting);
    CHECK_EQ(nesting, 0);
    OSSchedLock();
    IN_ISR(OSSchedUnlock(); nesting = OSLockNesting);
    CHECK_EQ(nesting, 1);
    OSSchedUnlock();

    /* Nothing became ready meanwhile: no switch. */
    switches = OSCtxSwCtr;
    OSSchedLock();
    OSSchedUnlock();
    CHECK_EQ(OSCtxSwCtr, switches);
}
