/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uC/OS-II port: RV32 in user mode, as a guest of the monitor (docs/guests.md). It is the port for machine mode
 * (../riscv) but for what this folder has: critical sections, interrupts, the ways in and out of them.
 *
 * Interrupts are off while the core's register GUEST_OFF is not 0. They, task switches and critical sections are none
 * of the monitor's business: the core delivers them, and nothing here is a trap.
 */
#define OS_CPU_GUEST 1
#define OS_CPU_TICK_FAST 0

#if defined(OS_CPU_CONTEXTS) && (OS_CPU_CONTEXTS > 0)
#error "OS_CPU.H: a guest has no register banks."
#endif

#include "../riscv/os_cpu.h"
