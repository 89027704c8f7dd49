/* SPDX-License-Identifier: Apache-2.0 */
/* What the benchmarks share, whatever the RTOS. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

/*
 * A parameter of a run: the bench command sets its initial value in the image, so that one build serves all runs. In
 * .data even where the value here is 0, so that there is an initial value to set.
 */
#define BENCH_PARAMETER(name, value) volatile unsigned int name __attribute__((section(".data." #name))) = (value)

/*
 * Three ways of reading the cycle counter, so that the harness sees between which instructions is measured: where meter
 * 0 starts, where meter 1 does, and where either stops.
 */
#define BENCH_START_0 "csrrs %0, mcycle, zero"
#define BENCH_START_1 "csrrsi %0, mcycle, 0"
#define BENCH_STOP    "csrrc %0, mcycle, zero"
#define BENCH_NOW(read) \
    __extension__({ \
        unsigned int cycles; \
        __asm__ volatile(read : "=r"(cycles) : : "memory"); \
        cycles; \
    })

/* The harness watches this: another part of the run begins. */
__attribute__((noipa, unused)) static void bench_part(void) { __asm__ volatile(""); }

#endif
