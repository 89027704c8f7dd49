/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's template, with room for the benchmarks' tasks and more ticks per second: the configuration `default`. */
#ifndef OS_CFG_BENCH_TEMPLATE_H
#define OS_CFG_BENCH_TEMPLATE_H

#include "../../sw/kernel/template/os_cfg.h"

#undef  OS_MAX_TASKS
#define OS_MAX_TASKS            61u
#undef  OS_TICKS_PER_SEC
#define OS_TICKS_PER_SEC        1000u

#endif
