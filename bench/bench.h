/* SPDX-License-Identifier: Apache-2.0 */
/* What uC/OS-II's benchmarks share. */
#ifndef BENCH_H
#define BENCH_H

#include <ucos_ii.h>
#include "measure.h"

#define BENCH_TASKS_MAX 63u
#define BENCH_STK_SIZE  256u

#endif
