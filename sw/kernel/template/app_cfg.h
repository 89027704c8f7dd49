/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Application configuration: a starting point. Keep your tasks' priorities and stack sizes here.
 */
#ifndef APP_CFG_H
#define APP_CFG_H

#define OS_TASK_TMR_PRIO (OS_LOWEST_PRIO - 2u) /* the timer task's priority: yours to choose */

#endif
