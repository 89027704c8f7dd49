/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A jump to an address that is no multiple of 4.
 *
 * exit: 120
 * output: EXCEPTION 0: misaligned jump\n  PC:      {fault_at}\n  address: 0x00000102\n(.*\n)*  task:    priority 7 "faulty"\n
 */

#include "exception.h"

static void fault(void)
{
    __asm__ volatile(".globl fault_at\nfault_at: jalr %0" : : "r"(0x102u) : "ra");
}
