/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The example's priorities, stacks and times.
 */
#ifndef APP_CFG_H
#define APP_CFG_H

#define APP_SETTINGS_PRIO   4u /* ceiling: priority of the mutex's owner while a more urgent task waits */
#define APP_CONTROL_PRIO    5u
#define APP_SENSOR_PRIO     6u
#define OS_TASK_TMR_PRIO    7u
#define APP_SUPERVISOR_PRIO 8u
#define APP_CONSOLE_PRIO    10u
#define APP_LOGGER_PRIO     12u

#define APP_STK_SIZE 512u /* entries, for each task */

#define APP_SAMPLES_PER_SEC OS_TMR_CFG_TICKS_PER_SEC

/*
 * A simulator needs about a minute for a second of the SoC. In a simulation, the board's timer therefore ticks
 * APP_SIM_SPEEDUP times as fast as the kernel's rate, and the application ends after APP_SIM_SECONDS.
 */
#define APP_SIM_SPEEDUP 20u
#define APP_SIM_SECONDS 8u

#endif
