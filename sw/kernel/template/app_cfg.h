/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Application configuration: a starting point. Define the priorities and stack sizes of your tasks here.
 */
#ifndef APP_CFG_H
#define APP_CFG_H

#define OS_TASK_TMR_PRIO (OS_LOWEST_PRIO - 2u) /* timer task: choose; this is the lowest with OS_TASK_STAT_EN */

#endif
