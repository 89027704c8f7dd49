// SPDX-License-Identifier: Apache-2.0
// A task deletes itself. In each round, an interrupt comes one cycle later. The kernel completes each deletion.
#include "check.h"

static volatile unsigned interrupts_taken;
static INT32U distance;

static void timer(void)
{
    timer0_ev_pending_write(1);
    interrupts_taken++;
}

static void deletes_itself(void *p_arg)
{
    (void)p_arg;
    timer0_load_write(distance);
    timer0_reload_write(0);
    timer0_en_write(1);
    OSTaskDel(OS_PRIO_SELF);
    log_put('!');
}

void test(void)
{
    INT8U count = OSTaskCtr;

    BSP_IntHandlerSet(TIMER0_INTERRUPT, timer);
    timer0_en_write(0);
    timer0_ev_pending_write(1);
    timer0_ev_enable_write(1);
    BSP_IntEnable(TIMER0_INTERRUPT);
    for (distance = 1u; distance < 200u; distance++) {
        CHECK_EQ(OSTaskCreate(deletes_itself, 0, STK_TOP(3), 5), OS_ERR_NONE);
        while (interrupts_taken < distance) {
        }
        timer0_en_write(0);
        CHECK(tcb(5) == 0);
        CHECK_EQ(OSTaskCtr, count);
        CHECK_EQ(OSLockNesting, 0);
    }
    CHECK_EQ(interrupts_taken, 199);
    CHECK_LOG("");

    /* A deletion does not change a lock nesting of the maximum depth. */
    CHECK_EQ(task_new(task_idle_forever, 40), OS_ERR_NONE);
    while (OSLockNesting < 255u) {
        OSSchedLock();
    }
    CHECK_EQ(OSTaskDel(40), OS_ERR_NONE);
    CHECK_EQ(OSLockNesting, 255);
}
