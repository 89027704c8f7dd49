/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A read where nothing answers. (A write there is lost: the core learns of it too late to trap.)
 *
 * exit: 120
 * output: EXCEPTION 5: load access fault\n  PC:      {fault_at}\n  address: 0x2000000[04]\n(.*\n)*  task:    priority 7 "faulty"\n
 */

#include "exception.h"

static void fault(void)
{
    __asm__ volatile(".globl fault_at\nfault_at: lw t0, 4(%0)" : : "r"(0x20000000u) : "t0");
}
