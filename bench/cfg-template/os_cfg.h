/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's template as it is, with room for the benchmarks' tasks: the second row of figures. */
#ifndef OS_CFG_BENCH_TEMPLATE_H
#define OS_CFG_BENCH_TEMPLATE_H

#include "../../sw/kernel/template/os_cfg.h"

#undef  OS_MAX_TASKS
#define OS_MAX_TASKS            61u

#endif
