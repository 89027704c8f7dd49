/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A handler may take over the tick's line and give it back: this turns the port's fast path for ticks off and on.
 *
 * line: 500 900
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

static OS_STK          stack[300];
static volatile INT32U taken, lines;

static void own(void)
{
    timer0_ev_pending_write(1u);
    taken++;
    if (taken == 3u) {
        BSP_TickStart(20000u);
    }
}

static void line_handler(void)
{
    sim_line_ev_pending_write(1u);
    sim_line_ev_enable_write(0u);
    lines++;
    BSP_IntHandlerSet(TIMER0_INTERRUPT, own);
}

static void wait(volatile INT32U *count, INT32U more)
{
    const INT32U before = *count, start = BSP_Cycles();

    while (*count - before < more) {
        CHECK(BSP_Cycles() - start < 200000u);
    }
}

static void task(void *p_arg)
{
    (void)p_arg;
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, line_handler);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    BSP_TickStart(20000u);
    for (INT32U n = 1u; n < 10u; n++) {
        wait(&OSTime, 3u);
        CHECK_EQ("interrupts in place of a tick", taken, (n == 1u) ? 0u : 3u);
        taken = 0u;
        sim_line_ev_enable_write(1u);
        wait(&taken, 3u);
        CHECK_EQ("lines", lines, n);
    }
    pass();
}

int main(void)
{
    OSInit();
    OSTaskCreate(task, 0, &stack[299], 5u);
    OSStart();
    return 2;
}
