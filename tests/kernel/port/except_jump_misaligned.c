/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A jump to an address that is not a multiple of 4.
 *
 * exit: 120
 * output: EXCEPTION 0: misaligned jump
 * output: PC:      {fault_at}
 * output: address: 0x00000102
 * output: task:    priority 7 "faulty"
 */

#include "exception.h"

static void fault(void)
{
    __asm__ volatile(".globl fault_at\nfault_at: jalr %0" : : "r"(0x102u) : "ra");
}
