/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FreeRTOS port for RV32 in user mode, as a guest of the monitor (docs/guests.md). It uses the port for machine mode
 * (../riscv), except for the files in this folder: critical sections, interrupt entry and exit, switches, idle time.
 *
 *   - Interrupts are disabled while the core's register GUEST_OFF is not 0. The core delivers interrupts directly, so
 *     interrupts, yields and critical sections cause no trap to the monitor.
 *   - The idle task lets other guests run.
 */
#include "portvector.h"
#include "../riscv/portmacro.h"
