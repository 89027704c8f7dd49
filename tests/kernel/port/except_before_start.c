/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An exception before OSInit(), so no task exists.
 *
 * exit: 120
 * output: EXCEPTION 2: illegal instruction
 * output: PC:      {fault_at}
 * output: before OSStart\(\)
 */

#include "check.h"

int main(void)
{
    __asm__ volatile(".globl fault_at\nfault_at: .word 0xffffffff");
    return 0;
}
