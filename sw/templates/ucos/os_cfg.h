/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel configuration of a new application. `./metro new` writes a full copy of the template with these values. */
#ifndef OS_CFG_NEW_H
#define OS_CFG_NEW_H

#include "../../kernel/template/os_cfg.h"

#undef  OS_APP_HOOKS_EN
#define OS_APP_HOOKS_EN         0u
#undef  OS_EVENT_MULTI_EN
#define OS_EVENT_MULTI_EN       0u
#undef  OS_TICK_STEP_EN
#define OS_TICK_STEP_EN         0u
#undef  OS_TICKS_PER_SEC
#define OS_TICKS_PER_SEC        1000u
#undef  OS_TASK_TMR_STK_SIZE
#define OS_TASK_TMR_STK_SIZE    256u
#undef  OS_TASK_STAT_STK_SIZE
#define OS_TASK_STAT_STK_SIZE   256u
#undef  OS_TASK_IDLE_STK_SIZE
#define OS_TASK_IDLE_STK_SIZE   256u
#undef  OS_TASK_STAT_EN
#define OS_TASK_STAT_EN         0u
#undef  OS_TASK_STAT_STK_CHK_EN
#define OS_TASK_STAT_STK_CHK_EN 0u
#undef  OS_FLAG_EN
#define OS_FLAG_EN              0u
#undef  OS_MBOX_EN
#define OS_MBOX_EN              0u
#undef  OS_MEM_EN
#define OS_MEM_EN               0u
#undef  OS_MUTEX_EN
#define OS_MUTEX_EN             0u
#undef  OS_TMR_EN
#define OS_TMR_EN               0u

#endif
