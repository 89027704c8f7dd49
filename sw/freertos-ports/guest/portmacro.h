/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FreeRTOS port for RV32 in user mode, as a guest of the monitor (docs/guests.md). It is the port for machine mode
 * (../riscv) but for what this folder has: critical sections, interrupts, the ways in and out of them, idle time.
 *
 *   - Interrupts are off while the core's register GUEST_OFF is not 0. They, yields and critical sections are none of
 *     the monitor's business: the core delivers them, and nothing here is a trap.
 *   - The idle task lets other guests run.
 */
#include "portvector.h"
#include "../riscv/portmacro.h"
