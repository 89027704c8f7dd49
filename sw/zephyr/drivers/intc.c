/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupt controller: VexRiscv joins its interrupt lines to the machine's external interrupt, with a mask. */
#define DT_DRV_COMPAT metronome_intc

#include <zephyr/arch/riscv/irq.h>
#include <zephyr/device.h>
#include <zephyr/init.h>
#include <zephyr/irq.h>
#include <zephyr/sw_isr_table.h>

#define MASK    DT_INST_REG_ADDR_BY_NAME(0, irq_mask)
#define PENDING DT_INST_REG_ADDR_BY_NAME(0, irq_pending)

static ALWAYS_INLINE uint32_t read_mask(void)
{
    uint32_t mask;

    __asm__ volatile("csrr %0, %1" : "=r"(mask) : "i"(MASK));
    return mask;
}

static ALWAYS_INLINE uint32_t read_pending(void)
{
    uint32_t pending;

    __asm__ volatile("csrr %0, %1" : "=r"(pending) : "i"(PENDING));
    return pending;
}

void arch_irq_enable(unsigned int irq)
{
    __asm__ volatile("csrs %0, %1" : : "i"(MASK), "r"(1u << irq) : "memory");
}

void arch_irq_disable(unsigned int irq)
{
    __asm__ volatile("csrc %0, %1" : : "i"(MASK), "r"(1u << irq) : "memory");
}

int arch_irq_is_enabled(unsigned int irq)
{
    return (read_mask() >> irq) & 1u;
}

/* Calls the handlers of all pending lines. */
void metronome_serve_lines(const void *unused)
{
    ARG_UNUSED(unused);
    /* VexRiscv's pending register shows only the lines that the mask lets through. */
    for (uint32_t pending; (pending = read_pending()) != 0u;) {
        const struct _isr_table_entry *entry = &_sw_isr_table[__builtin_ctz(pending)];

        entry->isr(entry->arg);
    }
}

static int connect(void)
{
    IRQ_CONNECT(RISCV_IRQ_MEXT, 0, metronome_serve_lines, NULL, 0);
    __asm__ volatile("csrs mie, %0" : : "r"(1u << RISCV_IRQ_MEXT));
    return 0;
}

SYS_INIT(connect, PRE_KERNEL_1, CONFIG_INTC_INIT_PRIORITY);
