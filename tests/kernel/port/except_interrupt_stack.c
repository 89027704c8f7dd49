/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An interrupt handler corrupts sp: the report uses a separate stack.
 *
 * exit: 120
 * output: EXCEPTION 11: ecall
 * output: PC:      {fault_at}
 * output: task:    priority 7 "faulty", in an interrupt \(nesting 1\)
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "exception.h"

static void handler(void)
{
    __asm__ volatile("li sp, 3\n.globl fault_at\nfault_at: ecall");
}

static void fault(void)
{
    BSP_IntHandlerSet(TIMER0_INTERRUPT, handler);
    BSP_IntEnable(TIMER0_INTERRUPT);
    timer_once(100u);
    for (;;) {
    }
}
