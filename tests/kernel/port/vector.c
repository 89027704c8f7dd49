/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The vector table: every line has a separate entry, and handlers can be set, replaced and removed. The lowest pending
 * line comes first. The core's own interrupts also have entries.
 *
 * line: 500 500
 * opt: -O0 -O2
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

extern OS_CPU_INT_FNCT OS_CPU_IntVect[OS_CPU_INT_NBR];

static volatile INT32U order, first, second, replaced;

static void do_nothing(void)
{
}

static void other(void)
{
}

static void line_handler(void)
{
    sim_line_ev_pending_write(1u);
    if (second == 0u) { /* the harness raises the line repeatedly */
        second = ++order;
    }
}

static void timer_handler(void)
{
    timer0_ev_pending_write(1u);
    first = ++order;
}

static void replacement(void)
{
    timer0_ev_pending_write(1u);
    replaced = 1u;
}

static INT32U entries_with(OS_CPU_INT_FNCT handler)
{
    INT32U count = 0u;

    for (INT32U n = 0u; n < OS_CPU_INT_NBR; n++) {
        count += OS_CPU_IntVect[n] == handler;
    }
    return count;
}

int main(void)
{
    OSInit();

    /* No two numbers share an entry, and numbers out of range have none. */
    for (INT32U line = 0u; line < OS_CPU_INT_LINES; line++) {
        OS_CPU_IntVectSet(line, do_nothing);
        CHECK_EQ("entries set", entries_with(do_nothing), line + 1u);
    }
    OS_CPU_IntVectSet(OS_CPU_INT_SOFTWARE, do_nothing);
    CHECK_EQ("entries set", entries_with(do_nothing), 33u);
    OS_CPU_IntVectSet(OS_CPU_INT_TIMER, do_nothing);
    CHECK_EQ("entries set", entries_with(do_nothing), 34u);
    OS_CPU_IntVectSet(OS_CPU_INT_NBR, other);
    OS_CPU_IntVectSet(0xFFFFFFFFu, other);
    OS_CPU_IntVectSet(OS_CPU_INT_LINES + 11u, other); /* cause 11: external interrupt, which all lines share */
    CHECK_EQ("entries set out of range", entries_with(other), 0u);
    OS_CPU_IntVectSet(7u, 0);
    CHECK_EQ("entries after one is removed", entries_with(do_nothing), 33u);

    BSP_IntHandlerSet(TIMER0_INTERRUPT, timer_handler);
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, line_handler);
    BSP_IntEnable(TIMER0_INTERRUPT);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    sim_line_ev_enable_write(1u);
    timer_once(10u);
    while ((sim_line_ev_pending_read() == 0u) || (timer0_ev_pending_read() == 0u)) {
    }
    BSP_IntDisable(SIM_LINE_INTERRUPT);
    __asm__ volatile("csrsi mstatus, 8");
    while (first == 0u) {
    }
    CHECK_EQ("a disabled line", second, 0u);
    (void)OS_CPU_SR_Save();
    order = 0u;
    first = 0u;
    timer_once(10u);
    while (timer0_ev_pending_read() == 0u) {
    }
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    __asm__ volatile("csrsi mstatus, 8");
    while ((first == 0u) || (second == 0u)) {
    }
    CHECK(TIMER0_INTERRUPT < SIM_LINE_INTERRUPT);
    CHECK_EQ("order of the lower line", first, 1u);
    CHECK_EQ("order of the higher line", second, 2u);

    BSP_IntHandlerSet(TIMER0_INTERRUPT, replacement);
    timer_once(10u);
    while (replaced == 0u) {
    }
    pass();
}
