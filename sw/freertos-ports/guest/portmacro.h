/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FreeRTOS port for RV32 in user mode, as a guest of the monitor (docs/guests.md). It is the port for machine mode
 * (../riscv) but for what this folder has: critical sections, interrupts, the ways in and out of them, idle time.
 *
 *   - Interrupts are off while the core's register GUEST_OFF is not 0. To turn them off or on is no trap, unless
 *     something has come meanwhile.
 *   - Yields are no traps; neither is a switch from an interrupt to a task that gave the processor up, unless lines are
 *     to be opened. A task that was interrupted goes on by a call of the monitor.
 *   - The idle task lets other guests run.
 */
#include "portvector.h"
#include "../riscv/portmacro.h"
