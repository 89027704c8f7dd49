/* SPDX-License-Identifier: Apache-2.0 */
/* Common definitions of all benchmarks, independent of the RTOS. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

/*
 * A parameter of a run. The bench command sets its initial value in the image, so one build serves all runs. It is in
 * .data even if the value is 0, because only .data has initial values in the image.
 */
#define BENCH_PARAMETER(name, value) volatile unsigned int name __attribute__((section(".data." #name))) = (value)

/*
 * Three instructions that read the cycle counter. The harness recognises them: the start of meter 0, the start of meter
 * 1, and the stop of either.
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

/* Start another part of the run. The harness watches this function. */
__attribute__((noipa, unused)) static void bench_part(void) { __asm__ volatile(""); }

#endif
