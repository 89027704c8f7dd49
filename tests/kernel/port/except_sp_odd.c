/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An exception with a misaligned sp.
 *
 * exit: 120
 * output: EXCEPTION 11: ecall
 * output: PC:      {fault_at}
 * output: sp:      0x10001001
 * output: task:    priority 7 "faulty"
 */

#include "exception.h"

static void fault(void)
{
    __asm__ volatile("li sp, 0x10001001\n.globl fault_at\nfault_at: ecall");
}
