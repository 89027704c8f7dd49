/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupt request of a thread. The original suite's header of this name has an instruction of another processor. This
 * header is included first, with the same guard, so the suite's sources need no change.
 */
#ifndef TM_PORTING_LAYER_H
#define TM_PORTING_LAYER_H

#include <stdio.h>

/* Raise the interrupt. Return after its handler has run. */
void tm_cause_interrupt(void);

#define TM_CAUSE_INTERRUPT tm_cause_interrupt();

#endif
