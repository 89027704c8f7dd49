/* SPDX-License-Identifier: Apache-2.0 */
/* Common definitions of the benchmarks for uC/OS-II. */
#ifndef BENCH_H
#define BENCH_H

#include <ucos_ii.h>
#include "measure.h"

#define BENCH_TASKS_MAX 63u
#define BENCH_STK_SIZE  256u

#endif
