/* SPDX-License-Identifier: Apache-2.0 */
/* What the benchmarks share. */
#ifndef BENCH_H
#define BENCH_H

#include <ucos_ii.h>

/*
 * A parameter of a run: the bench command sets its initial value in the image, so that one build serves all runs. In
 * .data even where the value here is 0, so that there is an initial value to set.
 */
#define BENCH_PARAMETER(name, value) volatile INT32U name __attribute__((section(".data." #name))) = (value)

#define BENCH_TASKS_MAX 63u
#define BENCH_STK_SIZE  256u

#endif
