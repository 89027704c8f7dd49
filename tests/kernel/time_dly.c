// SPDX-License-Identifier: Apache-2.0
// OSTimeDly: exact ticks; 0 does nothing; neither does an interrupt's or a locked call.
// cfg:
// cfg: OS_LOWEST_PRIO=254
// cfg: -O0
#include "check.h"

static volatile INT32U length;
static volatile INT32U woken;

static void sleeps(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTimeDly(length);
        woken++;
    }
}

static void never(void *p_arg)
{
    (void)p_arg;
    OSTimeDly(0xFFFFFFFFu);
    log_put('!');
}

void test_before_start(void)
{
    OSTimeDly(0);
}

void test(void)
{
    static INT16U const lengths[] = {1u, 2u, 3u, 7u, 40u};
    INT32U switches;
    unsigned i;

    for (i = 0u; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        length = lengths[i];
        woken = 0u;
        CHECK_EQ(task_new(sleeps, 10), OS_ERR_NONE);
        CHECK_EQ(DLY(10), length);
        CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_RDY);
        CHECK_EQ(is_rdy(10), OS_FALSE);
        ticks(length - 1u);
        CHECK_EQ(woken, 0);
        CHECK_EQ(DLY(10), 1);
        ticks(1);
        CHECK_EQ(woken, 1);
        CHECK_EQ(DLY(10), length);
        ticks(2u * length);
        CHECK_EQ(woken, 3);
        CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
    }

    /* The longest one. */
    CHECK_EQ(task_new(never, 10), OS_ERR_NONE);
    CHECK_EQ(DLY(10), 0xFFFFFFFFu);
    ticks(2);
    CHECK_EQ(DLY(10), 0xFFFFFFFDu);

    /* None: no switch, though one would be possible. */
    CHECK_EQ(task_new(task_idle_forever, 40), OS_ERR_NONE);
    switches = OSCtxSwCtr;
    OSTimeDly(0);
    CHECK_EQ(OSCtxSwCtr, switches);

    IN_ISR(OSTimeDly(5));
    CHECK_EQ(DLY(TEST_PRIO), 0);
    CHECK_EQ(is_rdy(TEST_PRIO), OS_TRUE);
    OSSchedLock();
    OSTimeDly(5);
    CHECK_EQ(DLY(TEST_PRIO), 0);
    CHECK_EQ(is_rdy(TEST_PRIO), OS_TRUE);
    OSSchedUnlock();
    CHECK_EQ(OSCtxSwCtr, switches);
    CHECK_LOG("");
}
