/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An illegal instruction: mtval holds the instruction.
 *
 * exit: 120
 * output: EXCEPTION 2: illegal instruction
 * output: PC:      {fault_at}
 * output: address: 0xffffffff
 * output: task:    priority 7 "faulty"
 * opt: -O0 -O2
 */

#include "exception.h"

static void fault(void)
{
    __asm__ volatile(".globl fault_at\nfault_at: .word 0xffffffff");
}
