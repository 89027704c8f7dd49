/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An exception with sp = 0: the report does not use the task's stack.
 *
 * exit: 120
 * output: EXCEPTION 2: illegal instruction
 * output: PC:      {fault_at}
 * output: sp:      0x00000000
 * output: task:    priority 7 "faulty"
 */

#include "exception.h"

static void fault(void)
{
    __asm__ volatile("li sp, 0\n.globl fault_at\nfault_at: .word 0xffffffff");
}
