/* SPDX-License-Identifier: Apache-2.0 */
#include "../../../sw/kernel/template/os_cfg.h"

#undef OS_APP_HOOKS_EN
#define OS_APP_HOOKS_EN 0u
#undef OS_TASK_STAT_EN
#define OS_TASK_STAT_EN 0u
#undef OS_TMR_EN
#define OS_TMR_EN 0u
/* Meet the conditions under which the trap entry can process ticks without a handler (OS_CPU_TICK_FAST). */
#ifdef SHORT_TICK
#undef OS_TICK_STEP_EN
#define OS_TICK_STEP_EN 0u
#undef OS_TIME_TICK_HOOK_EN
#define OS_TIME_TICK_HOOK_EN 0u
#endif
