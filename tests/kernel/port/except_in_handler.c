/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An exception in an interrupt handler: the report names the interrupted task.
 *
 * exit: 120
 * output: EXCEPTION 2: illegal instruction
 * output: PC:      {fault_at}
 * output: task:    priority 7 "faulty", in an interrupt \(nesting 1\)
 * opt: -O0 -O2
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "exception.h"

static void handler(void)
{
    __asm__ volatile(".globl fault_at\nfault_at: .word 0xffffffff");
}

static void fault(void)
{
    BSP_IntHandlerSet(TIMER0_INTERRUPT, handler);
    BSP_IntEnable(TIMER0_INTERRUPT);
    timer_once(100u);
    for (;;) {
    }
}
