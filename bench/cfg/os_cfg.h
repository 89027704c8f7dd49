/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The configuration `minimal`, the same for every benchmark, system and kernel: the template's values without features
 * that add work to each tick or task switch.
 */
#ifndef OS_CFG_BENCH_H
#define OS_CFG_BENCH_H

#include "../cfg-template/os_cfg.h"

#undef  OS_APP_HOOKS_EN
#define OS_APP_HOOKS_EN         0u
#undef  OS_DEBUG_EN
#define OS_DEBUG_EN             0u
#undef  OS_MAX_TASKS
#if defined(OS_CPU_CONTEXTS) && (OS_CPU_CONTEXTS > 0)
#define OS_MAX_TASKS            (OS_CPU_CONTEXTS - 2u) /* one bank each for the idle task and the handlers */
#else
#define OS_MAX_TASKS            63u
#endif
#undef  OS_TICKS_PER_SEC
#define OS_TICKS_PER_SEC        100u
#undef  OS_TASK_STAT_EN
#define OS_TASK_STAT_EN         0u
#undef  OS_TASK_STAT_STK_CHK_EN
#define OS_TASK_STAT_STK_CHK_EN 0u
#undef  OS_TICK_STEP_EN
#define OS_TICK_STEP_EN         0u
#undef  OS_TIME_TICK_HOOK_EN
#define OS_TIME_TICK_HOOK_EN    0u
#undef  OS_TMR_EN
#define OS_TMR_EN               0u

#endif
