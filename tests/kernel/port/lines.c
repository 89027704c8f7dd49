/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each of the 32 lines calls its own handler, alone and with higher lines pending, in a task, in a handler and before
 * OSStart(). An interrupt without a pending line calls the handler of its cause. Software writes the lines through a
 * CSR, and the timer raises the interrupt.
 *
 * defs: -DOS_CPU_CSR_IRQ_PENDING=0x340
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

#define EACH(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) \
    X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31)

static OS_STK          stack[300];
static volatile INT32U handled_line;

static void lines(INT32U pending)
{
    __asm__ volatile("csrw 0x340, %0" : : "r"(pending));
}

static void handler(INT32U line)
{
    timer0_ev_pending_write(1u);
    CHECK_EQ("line of an earlier handler", handled_line, 0xFFu);
    CHECK_EQ("gp and tp", pointers_are_kept(), 1u);
    handled_line = line;
}

#define HANDLER(n) static void handler_##n(void) { handler(n##u); }
EACH(HANDLER)

#define ENTRY(n) handler_##n,
static const OS_CPU_INT_FNCT handlers[32] = { EACH(ENTRY) };

static void each_line(void)
{
    for (INT32U line = 0u; line < 32u; line++) {
        for (INT32U higher = 0u; higher < 3u; higher++) {
            static const INT32U beside[] = { 0u, 0x80000000u, 0x7FFFFFFFu };

            handled_line = 0xFFu;
            lines((beside[higher] | 1u) << line | ((higher == 1u) ? 0x80000000u : 0u));
            timer_once(20u);
            while (handled_line == 0xFFu) {
            }
            CHECK_EQ("line", handled_line, line);
        }
    }
}

extern OS_CPU_INT_FNCT OS_CPU_IntVect[OS_CPU_INT_NBR];

static void no_line(void) { handler(32u); }

/* If no line or all lines are pending, the trap entry must not reuse the handler of the previous pending lines. */
static void none_and_all(void)
{
    OS_CPU_IntVect[OS_CPU_INT_LINES + 11u] = no_line; /* cause 11: external interrupt, which all lines share */
    for (INT32U n = 0u; n < 2u; n++) {
        handled_line = 0xFFu;
        lines(0u);
        timer_once(20u);
        while (handled_line == 0xFFu) {
        }
        CHECK_EQ("no line", handled_line, 32u);
#if OS_CPU_TICK_FAST == 0 /* otherwise, the trap entry could take all 32 lines for a tick (os_cpu.h) */
        handled_line = 0xFFu;
        lines(0xFFFFFFFFu);
        timer_once(20u);
        while (handled_line == 0xFFu) {
        }
        CHECK_EQ("the lowest of all lines", handled_line, 0u);
#endif
    }
}

static volatile BOOLEAN nested;

static void outer(void)
{
    timer0_ev_pending_write(1u);
    OS_CPU_IntVectSet(7u, handlers[7]);
    OS_CPU_IntNestEn();
    each_line();
    nested = OS_TRUE;
}

static void task(void *p_arg)
{
    (void)p_arg;
    each_line();
    none_and_all();
    OS_CPU_IntVectSet(7u, outer);
    lines(1u << 7u);
    timer_once(20u);
    while (nested == OS_FALSE) {
    }
    each_line();
    pass();
}

int main(void)
{
    OSInit();
    OSTaskCreate(task, 0, &stack[299], 5u);
    for (INT32U line = 0u; line < 32u; line++) {
        OS_CPU_IntVectSet(line, handlers[line]);
    }
    BSP_IntEnable(TIMER0_INTERRUPT);
    __asm__ volatile("csrsi mstatus, 8");
    each_line();
    OSStart();
    return 2;
}
