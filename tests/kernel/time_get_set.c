// SPDX-License-Identifier: Apache-2.0
// OSTimeGet, OSTimeSet: no effect on delays; the time wraps, and delays do not notice.
#include "check.h"

static INT32U seen;

static void sleeps(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTimeDly(4);
        log_put('d');
    }
}

void test_before_start(void)
{
    CHECK_EQ(OSTimeGet(), 0);
    OSTimeTick(); /* counts the time, though the kernel does not run yet */
    CHECK_EQ(OSTimeGet(), 1);
    OSTimeSet(100);
}

void test(void)
{
    CHECK_EQ(OSTimeGet(), 100);
    CHECK_EQ(task_new(sleeps, 10), OS_ERR_NONE);
    ticks(2);
    CHECK_EQ(OSTimeGet(), 102);
    OSTimeSet(0xFFFFFFFFu);
    CHECK_EQ(DLY(10), 2);
    CHECK_EQ(OSTime, 0xFFFFFFFFu);
    ticks(1);
    CHECK_EQ(OSTimeGet(), 0);
    CHECK_LOG("");
    ticks(1);
    CHECK_EQ(OSTimeGet(), 1);
    CHECK_LOG("d");
    IN_ISR(OSTimeSet(7); seen = OSTimeGet());
    CHECK_EQ(seen, 7);
    OSSchedLock();
    OSTimeSet(8);
    CHECK_EQ(OSTimeGet(), 8);
}
