/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tick and another line that are pending together are each handled once. The tick finds no due task, wakes a task, or
 * ends the delay of a held task.
 *
 * line: 300 900
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

#define ROUNDS  300u
#define SLEEPER 4u

static OS_STK          stack[200], sleeper_stack[200];
static volatile INT32U lines, woken;

static void line_handler(void)
{
    sim_line_ev_pending_write(1u);
    sim_line_ev_enable_write(0u); /* otherwise, the line could interrupt again at any time */
    lines++;
}

static void sleeper(void *p_arg)
{
    (void)p_arg;
    while (1) {
        OSTimeDly(3u);
        woken++;
    }
}

/* Wait for the next tick, which comes together with the line. */
static void both(void)
{
    const INT32U before = OSTimeGet();
    INT32U       lines_before;
    OS_CPU_SR    cpu_sr;

    OS_ENTER_CRITICAL();
    sim_line_ev_enable_write(1u);
    while ((timer0_ev_pending_read() == 0u) || (sim_line_ev_pending_read() == 0u)) {
    }
    lines_before = lines;
    OS_EXIT_CRITICAL();
    CHECK_EQ("ticks", OSTimeGet() - before, 1u);
    CHECK_EQ("lines", lines - lines_before, 1u);
}

static void task(void *p_arg)
{
    (void)p_arg;
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, line_handler);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    BSP_TickStart(10000u);
    OSTimeDly(1u);
    OSTaskCreate(sleeper, 0, &sleeper_stack[199], SLEEPER);
    for (INT32U n = 0u; n < ROUNDS; n++) {
        const INT32U due = n % 3u == 2u;
        const INT32U before = woken;

        if (n % 2u == 0u) {
            both();
            CHECK_EQ("wake-ups of the sleeper", woken - before, due);
        } else {
            (void)OSTaskSuspend(SLEEPER);
            both();
            CHECK_EQ("wake-ups of a held task", woken - before, 0u);
            (void)OSTaskResume(SLEEPER);
            CHECK_EQ("wake-ups after the resume", woken - before, due);
        }
    }
    pass();
}

int main(void)
{
    OSInit();
    OSTaskCreate(task, 0, &stack[199], 5u);
    OSStart();
    return 2;
}
