/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An illegal instruction: mtval is the instruction.
 *
 * exit: 120
 * output: EXCEPTION 2: illegal instruction\n  PC:      {fault_at}\n  address: 0xffffffff\n(.*\n)*  task:    priority 7 "faulty"\n
 * opt: -O0 -O2
 */

#include "exception.h"

static void fault(void)
{
    __asm__ volatile(".globl fault_at\nfault_at: .word 0xffffffff");
}
