// SPDX-License-Identifier: Apache-2.0
// Check that a delay ends at the exact tick. Lengths: near the counter's maximum, 2^W-1, near its multiples, far above.
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

static void sleeper_task(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTaskSuspend(OS_PRIO_SELF);
        started = OSTimeGet();
        OSTimeDly(length);
        woken_at = OSTimeGet();
    }
}

void test(void)
{
    INT32U n;
    INT32U i;

    CHECK_EQ(task_new(sleeper_task, 10), OS_ERR_NONE);
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
        OSTimeTick();
        OSSchedLock(); /* let the task run if it became ready */
        OSSchedUnlock();
        CHECK_EQ(woken_at - started, length);
    }
}
