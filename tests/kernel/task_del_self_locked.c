// SPDX-License-Identifier: Apache-2.0
// OSTaskDel(OS_PRIO_SELF) with the scheduler locked: goes on until it unlocks, and never after.
#include "check.h"

static INT8U code;

static void locked(void *p_arg)
{
    (void)p_arg;
    OSSchedLock();
    code = OSTaskDel(OS_PRIO_SELF);
    log_put('a');
    IN_ISR(OSTimeTick()); /* no switch either */
    log_put('b');
    OSSchedUnlock();
    log_put('c');
}

void test(void)
{
    CHECK_EQ(task_new(locked, 5), OS_ERR_NONE);
    CHECK_LOG("ab");
    CHECK_EQ(code, OS_ERR_NONE);
    CHECK(tcb(5) == 0);
    CHECK_EQ(OSLockNesting, 0);
    ticks(2);
    CHECK_LOG("");
}
