/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A jump to where there is no memory: PC is the target, ra shows where it came from.
 *
 * exit: 120
 * output: EXCEPTION 1: instruction access fault\n  PC:      0x30000000\n  address: 0x30000000\n  ra:      {fault_at}\n(.*\n)*  task:    priority 7 "faulty"\n
 */

#include "exception.h"

static void fault(void)
{
    __asm__ volatile("jalr %0\n.globl fault_at\nfault_at:" : : "r"(0x30000000u) : "ra");
}
