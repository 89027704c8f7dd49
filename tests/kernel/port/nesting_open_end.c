/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A handler may end with interrupts enabled: an interrupt between the handler's and the trap's end does no harm.
 *
 * line: 200 500
 * cycles: 8000000
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

#define ROUNDS 2000u

static OS_STK          low_stack[200], high_stack[200];
static OS_EVENT       *sem;
static volatile INT32U opened, lines, woken;

static void line_handler(void)
{
    sim_line_ev_pending_write(1u);
    lines++;
    if (lines % 8u == 0u) {
        OSSemPost(sem);
    }
}

static void timer_handler(void)
{
    opened++;
    timer_once(500u + opened % 61u);
    OS_CPU_IntNestEn();
}

static void high_task(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    for (;;) {
        OSSemPend(sem, 0u, &err);
        woken++;
    }
}

static void low_task(void *p_arg)
{
    (void)p_arg;
    line_and_timer(line_handler, timer_handler, 500u);
    while (opened < ROUNDS) {
        check_scratch_registers();
        CHECK_EQ("OSIntNesting in a task", OSIntNesting, 0u);
        CHECK(stack_pointer() >= (INT32U)low_stack);
        CHECK(stack_pointer() < (INT32U)&low_stack[200]);
    }
    CHECK(lines > ROUNDS);
    CHECK(woken > ROUNDS / 20u);
    pass();
}

int main(void)
{
    OSInit();
    sem = OSSemCreate(0u);
    OSTaskCreate(high_task, 0, &high_stack[199], 4u);
    OSTaskCreate(low_task, 0, &low_stack[199], 5u);
    OSStart();
    return 2;
}
