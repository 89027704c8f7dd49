/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a thread interrupts itself. The original suite's header of this name has an instruction of another processor
 * there; this one goes before it, under its guard, so that its sources stay as they are.
 */
#ifndef TM_PORTING_LAYER_H
#define TM_PORTING_LAYER_H

#include <stdio.h>

/* Comes back when the interrupt has been served. */
void tm_cause_interrupt(void);

#define TM_CAUSE_INTERRUPT tm_cause_interrupt();

#endif
