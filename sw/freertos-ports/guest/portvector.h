/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupt lines and their table, in user mode as a guest of the monitor (docs/guests.md). */
#ifndef GUEST_PORTVECTOR_H
#define GUEST_PORTVECTOR_H

#define portGUEST 1
#include "../riscv/portvector.h"

#if (portCONTEXTS > 0) || portTASK_LISTS
#error "portvector.h: a guest has no register banks and no task lists (portCONTEXTS, portREADY_LISTS, portSLEEPERS)."
#endif

#endif
