/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel configuration of the example: the template with larger stacks for the kernel's tasks, but without services
   that the example does not use. For your own application, `./metro new` writes a complete os_cfg.h. */
#ifndef OS_CFG_EXAMPLE_H
#define OS_CFG_EXAMPLE_H

#include "../kernel/template/os_cfg.h"

#undef  OS_APP_HOOKS_EN
#define OS_APP_HOOKS_EN       0u
#undef  OS_EVENT_MULTI_EN
#define OS_EVENT_MULTI_EN     0u
#undef  OS_TICK_STEP_EN
#define OS_TICK_STEP_EN       0u
#undef  OS_TASK_TMR_STK_SIZE
#define OS_TASK_TMR_STK_SIZE  256u
#undef  OS_TASK_STAT_STK_SIZE
#define OS_TASK_STAT_STK_SIZE 256u
#undef  OS_TASK_IDLE_STK_SIZE
#define OS_TASK_IDLE_STK_SIZE 256u
#undef  OS_MBOX_EN
#define OS_MBOX_EN            0u

#endif
