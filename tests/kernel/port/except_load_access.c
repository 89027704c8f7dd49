/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A load from an address without a device. (A store there is lost: the core gets the error too late to trap.)
 *
 * exit: 120
 * output: EXCEPTION 5: load access fault
 * output: PC:      {fault_at}
 * output: address: 0x2000000[04]
 * output: task:    priority 7 "faulty"
 */

#include "exception.h"

static void fault(void)
{
    __asm__ volatile(".globl fault_at\nfault_at: lw t0, 4(%0)" : : "r"(0x20000000u) : "t0");
}
