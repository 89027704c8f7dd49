/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An environment call: there is nobody to be called.
 *
 * exit: 120
 * output: EXCEPTION 11: ecall\n  PC:      {fault_at}\n(.*\n)*  task:    priority 7 "faulty"\n
 */

#include "exception.h"

static void fault(void)
{
    __asm__ volatile(".globl fault_at\nfault_at: ecall");
}
