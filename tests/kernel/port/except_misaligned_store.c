/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A word store to a misaligned address.
 *
 * exit: 120
 * output: EXCEPTION 6: misaligned store
 * output: PC:      {fault_at}
 * output: address: 0x10000002
 * output: task:    priority 7 "faulty"
 */

#include "exception.h"

static void fault(void)
{
    __asm__ volatile(".globl fault_at\nfault_at: sw t0, 2(%0)" : : "r"(0x10000000u));
}
