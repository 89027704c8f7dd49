/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uC/OS-II port: RV32 in user mode, as a guest of the monitor (docs/guests.md). It uses the port for machine mode
 * (../riscv), except for the files in this folder: critical sections, interrupt entry and exit, task switches.
 *
 * Interrupts are disabled while the core's register GUEST_OFF is not 0. The core delivers interrupts directly, so
 * interrupts, task switches and critical sections cause no trap to the monitor.
 */
#define OS_CPU_GUEST 1
#define OS_CPU_TICK_FAST 0

#if defined(OS_CPU_CONTEXTS) && (OS_CPU_CONTEXTS > 0)
#error "OS_CPU.H: a guest has no register banks."
#endif

#include "../riscv/os_cpu.h"
