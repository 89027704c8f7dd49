/* SPDX-License-Identifier: Apache-2.0 */
/* Task priorities (0 is the highest) and stack sizes (entries of 4 bytes). `make size` prints the needed stacks. */
#ifndef APP_CFG_H
#define APP_CFG_H

#define APP_SENSOR_PRIO      5u
#define APP_CONTROL_PRIO     6u
#define APP_CONSOLE_PRIO     10u
#define APP_STK_SIZE         256u
#define APP_CONSOLE_STK_SIZE 512u

#define OS_TASK_TMR_PRIO (OS_LOWEST_PRIO - 2u) /* priority of the timer task; used only with OS_TMR_EN */

#endif
