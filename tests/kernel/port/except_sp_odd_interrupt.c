/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An interrupt with a misaligned sp: saving the registers faults, and the report says so.
 *
 * exit: 120
 * output: EXCEPTION 6: misaligned store
 * output: The registers could not be saved or restored: the stack pointer is broken\.
 * output: task:    priority 7 "faulty"
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 * on: original combined
 */

#include "exception.h"

static void fault(void)
{
    BSP_TickStart(10000u);
    __asm__ volatile("li sp, 0x10001001\n1: j 1b");
}
