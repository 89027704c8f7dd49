/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uC/OS-II port: RV32 in user mode, as a guest of the monitor (docs/guests.md). It is the port for machine mode
 * (../riscv) but for what this folder has: critical sections, interrupts, the ways in and out of them.
 *
 *   - Interrupts are off while the core's register GUEST_OFF is not 0. To turn them off or on is no trap, unless
 *     something has come meanwhile.
 *   - Task switches from task level are no traps; neither are those from an interrupt to a task that gave the processor
 *     up. A task that was interrupted goes on by a call of the monitor.
 *   - gp is in the middle of the first 4 KiB of the guest's memory (sw/bsp/guest/guest.ld), whose first words the page
 *     is. So it is one instruction away.
 */
#define OS_CPU_GUEST 1
#define OS_CPU_TICK_FAST 0

#if defined(OS_CPU_CONTEXTS) && (OS_CPU_CONTEXTS > 0)
#error "OS_CPU.H: a guest has no register banks."
#endif

#include "../riscv/os_cpu.h"
