/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A word load from a misaligned address.
 *
 * exit: 120
 * output: EXCEPTION 4: misaligned load
 * output: PC:      {fault_at}
 * output: address: 0x10000003
 * output: task:    priority 7 "faulty"
 */

#include "exception.h"

static void fault(void)
{
    __asm__ volatile(".globl fault_at\nfault_at: lw t0, 3(%0)" : : "r"(0x10000000u) : "t0");
}
