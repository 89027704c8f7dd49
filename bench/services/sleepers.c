/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads that sleep in a loop. The harness measures from bench_begin() on: the latency of interrupts, stretches with
 * interrupts disabled, wake-ups, and the interrupts of an idle system.
 */
#include "../measure.h"
#include "services.h"

BENCH_PARAMETER(bench_threads, 0u);
BENCH_PARAMETER(bench_period, 0u); /* milliseconds of each sleep; 0: thread n sleeps 1 + (n mod 7), and another one
                                      of the lowest priority never sleeps */
BENCH_PARAMETER(bench_line, 0u);   /* 1: serve the interrupt line that the harness raises */

#define SETTLE_SLEEPS 3u

/* The harness watches these functions by name. */
__attribute__((noipa)) void bench_begin(void) { __asm__ volatile(""); }

__attribute__((noipa)) void bench_line_handler(void)
{
    LINE_ACKNOWLEDGE();
}

/* noipa: a single copy, so threads resume from sleep at a single place. */
__attribute__((noipa)) static void Sleep(unsigned int milliseconds)
{
    SleepFor(milliseconds);
    __asm__ volatile(".globl bench_awake\nbench_awake:");
}

static void Sleeper(unsigned int n)
{
    unsigned int sleeps = 0u;

    for (;;) {
        Sleep((bench_period != 0u) ? bench_period : 1u + (n % 7u));
        if ((n == bench_threads - 1u) && (++sleeps == SETTLE_SLEEPS)) {
            bench_begin();
        }
    }
}

static void Computes(unsigned int unused)
{
    (void)unused;
    for (;;) {
        __asm__ volatile("");
    }
}

void RunSleepers(void)
{
    unsigned int n;

    if (bench_line != 0u) {
        StartLine();
    }
    for (n = 0u; n < bench_threads; n++) {
        (void)StartThread(n, Sleeper, n, 1 + (int)(n % (LOWEST_PRIORITY - 1u)));
    }
    if (bench_period == 0u) {
        (void)StartThread(n, Computes, n, LOWEST_PRIORITY);
    }
}
