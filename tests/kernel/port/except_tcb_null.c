/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An exception after OSTCBCur was overwritten: the report does not claim that the system has not started.
 *
 * exit: 120
 * output: EXCEPTION 2: illegal instruction
 * output: PC:      {fault_at}
 * output: task:    OSTCBCur is null; OSPrioCur says priority 7\n
 */

#include "exception.h"

static void fault(void)
{
    OSTCBCur = (OS_TCB *)0;
    __asm__ volatile(".globl fault_at\nfault_at: .word 0xffffffff" ::: "memory");
}
