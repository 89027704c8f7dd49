/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each command executes exactly once, in any context: with interrupts whose handler also uses the units, loads that
 * miss the cache, divisions, and taken branches over a command. The units and the program both count the ticks.
 */

#include <ci_intrinsics.h>
#include "../../kernel/port/check.h"

#define COUNTED 60u     /* a task whose delay counts the ticks                             */
#define START   60000u
#define ROUNDS  1500u

static volatile INT32U in_handler, interrupts;
static volatile INT32U numbers[2048]; /* more than the data cache holds */

static void line_handler(void)
{
    sim_line_ev_pending_write(1u);
    interrupts++;
    if ((interrupts & 1u) != 0u) {
        (void)ci_time_tick();
        in_handler++;
    }
    ci_ready_set(interrupts % 32u);
    CHECK_EQ("the ready bit that the handler set", ci_ready_test(interrupts % 32u), 1u);
    ci_ready_clear(interrupts % 32u);
}

/* Execute ticks after different instructions. If n is even, a taken branch skips the last one. Return their number. */
static INT32U round_of(INT32U n)
{
    INT32U at = (n * 40u) % 2048u, quotient, after, loaded;

    (void)ci_time_tick();
    loaded = numbers[at]; /* misses */
    (void)ci_time_tick();
    numbers[at] = loaded + 1u;
    (void)ci_time_tick();
#ifdef METRONOME_WISHBONE
    quotient = (n + 1000u) / ((n & 7u) + 1u);
    after = 5u;
    (void)ci_time_tick();
#else
    /* The addi waits in the pipeline behind the command. Its unit and operation bits select another command, `info`. */
    __asm__ volatile("divu %0, %3, %4\n\t"
                     ".insn r 0x0B, 1, 4, %1, zero, zero\n\t"
                     "addi %2, zero, 5\n\t"
                     "slli %1, %2, 0"
                     : "=&r"(quotient), "=&r"(loaded), "=&r"(after)
                     : "r"(n + 1000u), "r"((n & 7u) + 1u));
    CHECK_EQ("the shift after a division, a command and an addition", loaded, 5u);
#endif
    CHECK_EQ("a division before a command", quotient, (n + 1000u) / ((n & 7u) + 1u));
    CHECK_EQ("the addition after a command", after, 5u);
    if ((n & 1u) != 0u) {
        (void)ci_time_tick();
        return 5u;
    }
    return 4u;
}

int main(void)
{
    INT32U ticks = 0u;

    CHECK(OS_CPU_AccelInfo() != 0u);
    ci_time_set(COUNTED, START);
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, line_handler);
    sim_line_ev_enable_write(1u);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    __asm__ volatile("csrsi mstatus, 8");
    for (INT32U n = 0u; n < ROUNDS; n++) {
        ticks += round_of(n);
        ci_ready_set(40u);
        CHECK_EQ("the ready bit that the program set", ci_ready_test(40u), 1u);
        ci_ready_clear(40u);
        CHECK_EQ("the ready bit that the program cleared", ci_ready_test(40u), 0u);
    }
    __asm__ volatile("csrci mstatus, 8");
    CHECK(interrupts > 300u);
    CHECK_EQ("ticks that the units counted", START - ci_time_get(COUNTED), ticks + in_handler);
    CHECK_EQ("other tasks' delays", ci_time_get(5u) + ci_time_get(0u), 0u);
    CHECK_EQ("ready tasks", ci_ready_highest(), CI_NONE);
    pass();
}
