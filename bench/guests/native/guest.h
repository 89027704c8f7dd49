/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of sw/monitor/guest.h that response.c uses, for a program in machine mode that runs alone on the core. */
#ifndef GUEST_H
#define GUEST_H

#include <ci_opcodes.h>
#include <generated/csr.h>
#include <stdint.h>

#define GUEST_LINE  64
#define GUEST_TIMER (1u << 31)

void guest_interrupt(uint32_t which);
void guest_print(const char *text);

static inline uint64_t guest_time(void)
{
    uint32_t high, low, again;

    do {
        __asm__ volatile("rdcycleh %0\n rdcycle %1\n rdcycleh %2" : "=r"(high), "=r"(low), "=r"(again));
    } while (high != again);
    return ((uint64_t)high << 32) | low;
}

static inline void guest_on(void) { __asm__ volatile("csrsi mstatus, 8" : : : "memory"); }
static inline void guest_open(uint32_t lines)
{
    __asm__ volatile("csrs " CI_TEXT(CI_CSR_IRQ_MASK) ", %0" : : "r"(lines) : "memory");
}

static inline void guest_wait(void) { __asm__ volatile("wfi" : : : "memory"); }

/* `cycle` must be less than 2^32 cycles ahead. */
static inline void guest_alarm(uint64_t cycle)
{
    timer0_en_write(0u);
    timer0_load_write((uint32_t)(cycle - guest_time()));
    timer0_en_write(1u);
}
#endif
