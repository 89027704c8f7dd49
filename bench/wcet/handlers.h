/* SPDX-License-Identifier: Apache-2.0 */
/* Code that the programs with interrupts share: ucos_handlers.c and freertos_handlers.c. */
#ifndef WCET_HANDLERS_H
#define WCET_HANDLERS_H

#include "../measure.h"

BENCH_PARAMETER(bench_rounds, 40u);
BENCH_PARAMETER(bench_hz, 20000u);

/* noipa. The loop has no loads and stores, so an interrupt need not wait for one. */
__attribute__((noipa, hot)) static void run(unsigned int rounds)
{
    __asm__ volatile("1: addi %0, %0, -1\n\tbnez %0, 1b" : "+r"(rounds));
}

#endif
