// SPDX-License-Identifier: Apache-2.0
// Delays are exact to the tick however they compare with what a counter holds: 2^W-1 and 2^W, twice that, far beyond.
// cfg: OS_ACCEL_WIDTH=8
// cfg: OS_ACCEL_WIDTH=16
#include "check.h"

#if OS_ACCEL_WIDTH == 8
static INT32U const lengths[] = { 1, 2, 254, 255, 256, 257, 509, 510, 511, 765, 766, 1000, 100000 };
#else
static INT32U const lengths[] = { 1, 65536 };
#endif
static INT32U started;
static INT32U woken_at;
static INT32U length;

static void sleeps(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        started = OSTimeGet();
        OSTimeDly(length);
        woken_at = OSTimeGet();
        OSTaskSuspend(OS_PRIO_SELF);
    }
}

/* One tick, after which whoever became ready runs. */
static void tick(void)
{
    OSTimeTick();
    OSSchedLock();
    OSSchedUnlock();
}

void test(void)
{
    INT32U n;
    INT32U i;

    length = 0u;
    CHECK_EQ(task_new(sleeps, 10), OS_ERR_NONE); /* sleeps for nothing, and suspends itself */
    for (n = 0u; n < sizeof(lengths) / sizeof(lengths[0]); n++) {
        length = lengths[n];
        woken_at = 0u;
        CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
        CHECK_EQ(DLY(10), length);
        for (i = 1u; i < length; i++) {
            OSTimeTick();
            if (is_rdy(10) == OS_TRUE) {
                CHECK_EQ(i, length);
                return;
            }
            if ((i & (i - 1u)) == 0u) {
                CHECK_EQ(DLY(10), length - i);
            }
        }
        tick();
        CHECK_EQ(woken_at - started, length);
    }

    /* Suspended through the end of a part: the count goes on; and through the end of all: not ready until resumed. */
    length = 600u;
    woken_at = 0u;
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    for (i = 0u; i < 300u; i++) {
        tick();
    }
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    for (i = 0u; i < 299u; i++) {
        tick();
    }
    CHECK_EQ(DLY(10), 1);
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    tick();
    CHECK_EQ(DLY(10), 0);
    CHECK_EQ(is_rdy(10), OS_FALSE);
    CHECK_EQ(woken_at, 0);
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_EQ(woken_at - started, 600);

    /* A long delay that is ended early, by resume and by deletion, leaves nothing behind. */
    length = 1000u;
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_EQ(OSTaskChangePrio(10, 12), OS_ERR_NONE);
    CHECK_EQ(DLY(12), 1000);
    CHECK_EQ(OSTimeDlyResume(12), OS_ERR_NONE);
    CHECK_EQ(woken_at, started);
    CHECK_EQ(OSTaskResume(12), OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(12), OS_ERR_NONE);
    length = 3u;
    CHECK_EQ(task_new(sleeps, 12), OS_ERR_NONE);
    woken_at = 0u;
    tick();
    tick();
    CHECK_EQ(woken_at, 0);
    tick();
    CHECK_EQ(woken_at - started, 3);
}
