/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts are handled and can nest before OSInit(), and before and during OSStart(). OSIntNesting does not count
 * them. main()'s variables keep their values.
 *
 * line: 1000 2500
 * opt: -O0 -O2
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

static OS_STK          stack[200];
static volatile INT32U timer_count, line_count, nested_count;
static volatile INT8U  running, again = 1u;

static void line_handler(void)
{
    sim_line_ev_pending_write(1u);
    CHECK_EQ("sp modulo 16 in a handler", stack_pointer() % 16u, 0u);
    CHECK(OSIntNesting <= 2u * OSRunning);
    CHECK(OSIntNesting >= OSRunning);
    line_count++;
}

static void timer_handler(void)
{
    INT32U before = line_count;

    timer0_ev_pending_write(1u);
    CHECK_EQ("OSIntNesting", OSIntNesting, running);
    timer_count++;
    if (timer_count % 2u == 0u) {
        OS_CPU_IntNestEn();
        while (line_count == before) {
        }
        nested_count++;
    }
    if (again) {
        timer_once(400u);
    }
}

static void wait_for(INT32U interrupts)
{
    INT32U first = timer_count;

    while (timer_count - first < interrupts) {
        check_scratch_registers();
    }
}

static void task(void *p_arg)
{
    volatile INT32U *local = p_arg;

    running = 1u;
    BSP_IntEnable(TIMER0_INTERRUPT);
    wait_for(60u);
    for (INT32U n = 0u; n < 8u; n++) {
        CHECK_EQ("a variable of main()", local[n], 0xA5000000u + n);
    }
    pass();
}

int main(void)
{
    volatile INT32U local[8];

    for (INT32U n = 0u; n < 8u; n++) {
        local[n] = 0xA5000000u + n;
    }
    line_and_timer(line_handler, timer_handler, 400u);
    __asm__ volatile("csrsi mstatus, 8");
    wait_for(60u);
    again = 0u; /* no periodic interrupts; interrupt OS_CPU_TrapInit(), which OSInit() calls too, at 199 distances */
    for (INT32U n = 1u; n < 200u; n++) {
        const INT32U first = timer_count;

        timer_once(n);
        OS_CPU_TrapInit();
        while (timer_count == first) {
        }
    }
    again = 1u;
    timer_once(400u);
    OSInit();
    wait_for(60u); /* OSInit() keeps the lines enabled */
    CHECK(nested_count > 10u);

    OSTaskCreate(task, (void *)local, &stack[199], 4u);
    BSP_IntDisable(TIMER0_INTERRUPT); /* until `running` is set; the other line stays enabled */
    OSStart();
    return 2;
}
