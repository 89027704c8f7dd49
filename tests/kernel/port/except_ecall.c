/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An environment call is reported as an exception, because nothing handles it.
 *
 * exit: 120
 * output: EXCEPTION 11: ecall
 * output: PC:      {fault_at}
 * output: task:    priority 7 "faulty"
 */

#include "exception.h"

static void fault(void)
{
    __asm__ volatile(".globl fault_at\nfault_at: ecall");
}
