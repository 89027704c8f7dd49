/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Critical sections for a kernel's port for guests of the monitor (docs/guests.md). Interrupts are off while the core's
 * register GUEST_OFF is 1. A write of GUEST_OFF does not trap. If it enables interrupts, a pending interrupt is taken.
 */
#ifndef GUEST_PORT_OFF_H
#define GUEST_PORT_OFF_H

#include <guest.h>

/* Disable interrupts. Return the previous value of GUEST_OFF. */
static inline __attribute__((always_inline)) unsigned int BSP_IntOff(void) { return guest_off(); }

static inline __attribute__((always_inline)) void BSP_IntRestore(unsigned int off) { guest_set_off(off); }

static inline __attribute__((always_inline)) unsigned int BSP_IntIsOff(void) { return guest_is_off(); }

/* Let other guests run until an interrupt is pending. The idle task calls this with interrupts disabled. */
static inline __attribute__((always_inline)) void BSP_IntWait(void)
{
    guest_wait();
}

/* Raise the guest's own interrupt. Unless interrupts are off, it is taken before this function returns. */
static inline __attribute__((always_inline)) void BSP_IntSoftwareRaise(void)
{
    guest_raise();
    __asm__ volatile("nop\n nop" : : : "memory");
}

/* Enable a line. Lines start disabled. */
static inline void BSP_LineOpen(unsigned int line) { guest_open(1u << line); }
void BSP_LineClose(unsigned int line);

#endif
