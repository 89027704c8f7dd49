/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of this CPU for drivers and applications. */
#ifndef METRONOME_H
#define METRONOME_H

#include <stdint.h>

#include "compiler_hints.h"

#ifdef __cplusplus
extern "C" {
#endif

/* End the simulation. code: the exit code of ./metro run, 0 to 255. A board stops. */
NORETURN void metronome_exit(unsigned code);

/* Set the handler of an interrupt line (0 to 31). A line without a handler must not be enabled. The handler runs with
 * interrupts disabled. */
void metronome_line_set(unsigned line, void (*handler)(void *arg), void *arg);

/* Enable and disable a line. */
void metronome_line_enable(unsigned line);
void metronome_line_disable(unsigned line);

/* Enable the lines whose bits are 1, and disable the others. Return the lines that were enabled. */
uint32_t metronome_set_lines(uint32_t enabled);

/* Call the handlers of all pending lines. For the trap entry. */
void metronome_serve_lines(void);

#ifdef __cplusplus
}
#endif

#endif
