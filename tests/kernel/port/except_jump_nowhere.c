/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A jump to an address without memory: PC is the target, and ra shows the origin.
 *
 * exit: 120
 * output: EXCEPTION 1: instruction access fault
 * output: PC:      0x30000000
 * output: address: 0x30000000
 * output: ra:      {fault_at}
 * output: task:    priority 7 "faulty"
 */

#include "exception.h"

static void fault(void)
{
    __asm__ volatile("jalr %0\n.globl fault_at\nfault_at:" : : "r"(0x30000000u) : "ra");
}
