/* SPDX-License-Identifier: Apache-2.0 */
/* Settings that the small kernel and the port need. */
#ifndef OS_CFG_H
#define OS_CFG_H

#define OS_APP_HOOKS_EN      0u
#define OS_CPU_HOOKS_EN      1u
#define OS_SEM_EN            1u
#define OS_SEM_ACCEPT_EN     1u
#define OS_SEM_DEL_EN        1u
#define OS_TASK_CREATE_EXT_EN 1u
#define OS_TASK_DEL_EN       1u
#define OS_TASK_SUSPEND_EN   1u
#define OS_TASK_SW_HOOK_EN   0u
#define OS_TICK_STEP_EN      0u
#define OS_TIME_GET_SET_EN   1u
#define OS_TIME_TICK_HOOK_EN 1u
#define OS_TMR_EN            0u
#define OS_MUTEX_EN          1u
#define OS_MAX_TASKS         10u
#define OS_MAX_EVENTS        8u
#ifndef OS_LOWEST_PRIO
#define OS_LOWEST_PRIO       63u
#endif

#endif
