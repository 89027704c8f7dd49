/* SPDX-License-Identifier: Apache-2.0 */
#ifndef APP_CFG_H
#define APP_CFG_H

#define OS_TASK_TMR_PRIO (OS_LOWEST_PRIO - 2u)

#endif
