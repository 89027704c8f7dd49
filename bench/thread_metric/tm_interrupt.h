/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interrupt of Thread-Metric, on any kernel: the UART's line. The event `room to send` of LiteX's UART is pending
 * from reset on, and no code clears it. A single instruction that unmasks the line therefore raises the interrupt, on a
 * board and in simulation; masking the line acknowledges it. The console needs no interrupts.
 *
 * A guest of the monitor has no such line. It raises its own software interrupt, which is delivered as external
 * interrupts are.
 */
#ifndef TM_INTERRUPT_H
#define TM_INTERRUPT_H

#include <generated/csr.h>
#include <generated/soc.h>
#include <irq.h>
#include "bsp.h"
#include "tm_api.h"

/* A test defines one of these two, or neither. */
extern void tm_interrupt_handler(void) __attribute__((weak));
extern void tm_interrupt_preemption_handler(void) __attribute__((weak));

#ifdef BSP_GUEST
void tm_cause_interrupt(void) { BSP_IntRaise(); }

static void InterruptInit(void)
{
    if (tm_interrupt_handler != 0) {
        BSP_IntHandlerSet(BSP_INT_SOFTWARE, tm_interrupt_handler);
    }
    if (tm_interrupt_preemption_handler != 0) {
        BSP_IntHandlerSet(BSP_INT_SOFTWARE, tm_interrupt_preemption_handler);
    }
}
#else
#define UART_EV_TX      1u

#define LINE_MASK(op) __asm__ volatile(op " %0, %1" : : "i"(CSR_IRQ_MASK), "r"(1u << UART_INTERRUPT))

static void InterruptHandler(void)
{
    LINE_MASK("csrc");
    tm_interrupt_handler();
}

static void InterruptPreemptionHandler(void)
{
    LINE_MASK("csrc");
    tm_interrupt_preemption_handler();
}

void tm_cause_interrupt(void)
{
    LINE_MASK("csrs");
    while ((irq_getmask() & (1u << UART_INTERRUPT)) != 0u) { /* until the handler has masked it */
    }
}

static void InterruptInit(void)
{
    if (tm_interrupt_handler != 0) {
        BSP_IntHandlerSet(UART_INTERRUPT, InterruptHandler);
    }
    if (tm_interrupt_preemption_handler != 0) {
        BSP_IntHandlerSet(UART_INTERRUPT, InterruptPreemptionHandler);
    }
    uart_ev_enable_write(UART_EV_TX);
}
#endif

#endif
