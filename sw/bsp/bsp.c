/* SPDX-License-Identifier: Apache-2.0 */
/* Board support for LiteX SoCs: tick, interrupt lines, end of a run. */

#include <stdio.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include <ucos_ii.h>
#include "bsp.h"

#define STR_(x) #x
#define STR(x)  STR_(x)

static void BSP_TickHandler(void);

/* ------------------------------------------------------ Tick -------------------------------------------------- */

void BSP_TickStart(INT32U hz)
{
    INT32U period;

    if ((hz == 0u) || (hz > CONFIG_CLOCK_FREQUENCY / BSP_TICK_CYCLES_MIN)) {
        printf("BSP_TickStart: %lu Hz is not possible: 1 to %lu Hz with a clock of %lu Hz\n", (unsigned long)hz,
               (unsigned long)(CONFIG_CLOCK_FREQUENCY / BSP_TICK_CYCLES_MIN), (unsigned long)CONFIG_CLOCK_FREQUENCY);
        BSP_Exit(BSP_EXIT_REFUSED);
    }

    period = (CONFIG_CLOCK_FREQUENCY + (hz / 2u)) / hz;
    timer0_en_write(0u);
    timer0_load_write(period - 1u);
    timer0_reload_write(period - 1u); /* the timer counts reload + 1 cycles */
    timer0_ev_pending_write(1u);
    timer0_ev_enable_write(1u);
    BSP_IntHandlerSet(TIMER0_INTERRUPT, BSP_TickHandler);
    OS_CPU_TickFastSet(TIMER0_INTERRUPT, (volatile void *)CSR_TIMER0_EV_PENDING_ADDR, 1u);
    BSP_IntEnable(TIMER0_INTERRUPT);
    timer0_en_write(1u);
}

static void BSP_TickHandler(void)
{
    timer0_ev_pending_write(1u);
    OSTimeTick();
}

/* ------------------------------------------------- Interrupt lines -------------------------------------------- */

/* A single set or clear instruction each: needs no critical section. */
void BSP_IntEnable(INT32U line)
{
    if (line < OS_CPU_INT_LINES) {
        __asm__ volatile("csrs " STR(OS_CPU_CSR_IRQ_MASK) ", %0" : : "r"(1u << line));
    } else if ((line == OS_CPU_INT_SOFTWARE) || (line == OS_CPU_INT_TIMER)) {
        __asm__ volatile("csrs mie, %0" : : "r"(1u << (line - OS_CPU_INT_LINES)));
    }
}

void BSP_IntDisable(INT32U line)
{
    if (line < OS_CPU_INT_LINES) {
        __asm__ volatile("csrc " STR(OS_CPU_CSR_IRQ_MASK) ", %0" : : "r"((1u << line) & ~OS_CPU_INT_MASK_KEPT));
    } else if ((line == OS_CPU_INT_SOFTWARE) || (line == OS_CPU_INT_TIMER)) {
        __asm__ volatile("csrc mie, %0" : : "r"(1u << (line - OS_CPU_INT_LINES)));
    }
}

void BSP_IntHandlerSet(INT32U line, OS_CPU_INT_FNCT handler)
{
    OS_CPU_IntVectSet(line, handler);
}

/* --------------------------------------------------- End of a run --------------------------------------------- */

void BSP_Exit(int code)
{
    (void)OS_CPU_SR_Save();
#ifndef CSR_SIM_EXIT_BASE
    printf("\nended with code %d\n", code);
#endif
    fflush(stdout);
#ifdef CSR_SIM_EXIT_BASE
    sim_exit_code_write((uint32_t)code);
#endif
    for (;;) {
    }
}
