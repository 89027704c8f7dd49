/* SPDX-License-Identifier: Apache-2.0 */
#include "../../../sw/kernel/template/os_cfg.h"

#undef OS_MAX_EVENTS
#define OS_MAX_EVENTS 24u
#undef OS_APP_HOOKS_EN
#define OS_APP_HOOKS_EN 0u
/* Run only the tasks of the test, so that a step does the same in every run. */
#undef OS_TASK_STAT_EN
#define OS_TASK_STAT_EN 0u
#undef OS_TMR_EN
#define OS_TMR_EN 0u
