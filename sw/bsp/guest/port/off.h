/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a kernel's port for guests of the monitor has its critical sections from (docs/guests.md): interrupts are off
 * while the core's register GUEST_OFF is 1. No trap, unless something has come meanwhile.
 */
#ifndef GUEST_PORT_OFF_H
#define GUEST_PORT_OFF_H

#include <guest.h>

/* Returns what the register was. */
static inline __attribute__((always_inline)) unsigned int BSP_IntOff(void) { return guest_off(); }

static inline __attribute__((always_inline)) void BSP_IntRestore(unsigned int off) { guest_set_off(off); }

static inline __attribute__((always_inline)) unsigned int BSP_IntIsOff(void) { return guest_is_off(); }

/* For the idle task, with interrupts off: waits until one is pending. Meanwhile other guests run. */
static inline __attribute__((always_inline)) void BSP_IntWait(void)
{
    register unsigned int answer __asm__("a0");
    register unsigned int call __asm__("a7") = 0u; /* GUEST_WAIT */

    __asm__ volatile("ecall" : "=r"(answer) : "r"(call) : "memory");
}

/* The guest's own interrupt: it has come by the end of this, unless they are off. */
static inline __attribute__((always_inline)) void BSP_IntOwn(void)
{
    guest_raise();
    __asm__ volatile("nop\n nop" : : : "memory");
}

/* A line of the guest's own: whether its interrupts come. At first they do not. */
static inline void BSP_LineOpen(unsigned int line) { guest_open(1u << line); }
void BSP_LineClose(unsigned int line);

#endif
