/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupt lines: VexRiscv joins them to the machine's external interrupt, with a mask. */
#include "assert.h"
#include "irq.h"
#include "metronome.h"

#include <ci_opcodes.h>

#define LINES 32

static struct {
    void (*handler)(void *arg);
    void *arg;
} lines[LINES];

void metronome_line_set(unsigned line, void (*handler)(void *arg), void *arg)
{
    unsigned state = irq_disable();

    lines[line].handler = handler;
    lines[line].arg = arg;
    irq_restore(state);
}

void metronome_line_enable(unsigned line)
{
    assert(lines[line].handler);
    __asm__ volatile ("csrs %0, %1" : : "i" (CI_CSR_IRQ_MASK), "r" (1u << line) : "memory");
}

void metronome_line_disable(unsigned line)
{
    __asm__ volatile ("csrc %0, %1" : : "i" (CI_CSR_IRQ_MASK), "r" (1u << line) : "memory");
}

void metronome_serve_lines(void)
{
    uint32_t pending;

    /* VexRiscv's pending register shows only the lines that the mask lets through. */
    for (;;) {
        __asm__ volatile ("csrr %0, %1" : "=r" (pending) : "i" (CI_CSR_IRQ_PENDING));
        if (pending == 0) {
            break;
        }
        unsigned line = __builtin_ctz(pending);

        lines[line].handler(lines[line].arg);
    }
}

uint32_t metronome_set_lines(uint32_t enabled)
{
    uint32_t before;

    __asm__ volatile ("csrrw %0, %1, %2" : "=r" (before) : "i" (CI_CSR_IRQ_MASK), "r" (enabled) : "memory");
    return before;
}

/* RIOT's interrupt controller. */
void plic_init(void)
{
}

void plic_isr_handler(void)
{
    metronome_serve_lines();
}
