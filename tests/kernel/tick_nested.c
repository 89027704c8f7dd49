// SPDX-License-Identifier: Apache-2.0
// cfg: OS_ACCEL_WIDTH=8
// Raise an interrupt at every cycle of a tick that ends one part of a long delay. The handler queries the sleeper,
// or suspends and resumes it. After each tick, the rest of the delay must be correct.
#include "check.h"

#define SLEEPER 10u
#define PART    255u /* maximum number of ticks in an 8-bit counter */
#define CYCLES  120u /* length of the sweep: more than the tick and the code around the tick take */

static void sleeper_task(void *p_arg)
{
    (void)p_arg;
    OSTimeDly(2u * CYCLES * PART + 1000u);
}

static void query_sleeper(void)
{
    OS_TCB copy;

    (void)OSTaskQuery(SLEEPER, &copy);
}

static void suspend_and_resume_sleeper(void)
{
    (void)OSTaskSuspend(SLEEPER);
    (void)OSTaskResume(SLEEPER);
}

void test(void)
{
    INT32U left;
    INT32U cycles;
    INT32U i;

    CHECK_EQ(task_new(sleeper_task, SLEEPER), OS_ERR_NONE);
    left = DLY(SLEEPER);
    OSSchedLock();
    for (cycles = 1u; cycles <= 2u * CYCLES; cycles++) {
        for (i = 1u; i < PART; i++) {
            OSTimeTick();
        }
        if (cycles <= CYCLES) {
            irq_in(cycles, query_sleeper);
        } else {
            irq_in(cycles - CYCLES, suspend_and_resume_sleeper);
        }
        OSTimeTick();
        irq_wait();
        left -= PART;
        if (DLY(SLEEPER) != left) {
            CHECK_EQ(cycles, 0u); /* fails, and so prints the cycle */
            break;
        }
    }
    CHECK_EQ(DLY(SLEEPER), left);
    OSSchedUnlock();
}
