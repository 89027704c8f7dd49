/* SPDX-License-Identifier: Apache-2.0 */
/* Board support for LiteX SoCs: tick, interrupt lines, end of a run. */

#include <stdio.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include "bsp.h"

#define STR_(x) #x
#define STR(x)  STR_(x)

#ifndef BSP_RTOS_TICK_START
static void BSP_TickHandler(void);
#endif

/* ------------------------------------------------------ Tick -------------------------------------------------- */

void BSP_TickStart(unsigned int hz)
{
    unsigned int period;

    if ((hz == 0u) || (hz > CONFIG_CLOCK_FREQUENCY / BSP_TICK_CYCLES_MIN)) {
        printf("BSP_TickStart: %lu Hz is not possible: 1 to %lu Hz with a clock of %lu Hz\n", (unsigned long)hz,
               (unsigned long)(CONFIG_CLOCK_FREQUENCY / BSP_TICK_CYCLES_MIN), (unsigned long)CONFIG_CLOCK_FREQUENCY);
        BSP_Exit(BSP_EXIT_ERROR);
    }

    period = (CONFIG_CLOCK_FREQUENCY + (hz / 2u)) / hz;
#ifdef BSP_RTOS_TICK_START
    BSP_RTOS_TICK_START(METRONOME_TIME_BASE_INTERRUPT, period);
    BSP_IntEnable(METRONOME_TIME_BASE_INTERRUPT);
#else
    timer0_en_write(0u);
    timer0_load_write(period - 1u);
    timer0_reload_write(period - 1u); /* the timer counts reload + 1 cycles */
    timer0_ev_pending_write(1u);
    timer0_ev_enable_write(1u);
    BSP_IntHandlerSet(TIMER0_INTERRUPT, BSP_TickHandler);
    BSP_RTOS_TICK_FAST(TIMER0_INTERRUPT, (volatile void *)CSR_TIMER0_EV_PENDING_ADDR, 1u);
    BSP_IntEnable(TIMER0_INTERRUPT);
    timer0_en_write(1u);
#endif
}

#ifndef BSP_RTOS_TICK_START
static void BSP_TickHandler(void)
{
    timer0_ev_pending_write(1u);
    BSP_RTOS_TICK();
}
#endif

/* ------------------------------------------------- Interrupt lines -------------------------------------------- */

/* A function needs no critical section, because it changes the register with one set or clear instruction. */
void BSP_IntEnable(unsigned int line)
{
    if (line < BSP_INT_LINES) {
        __asm__ volatile("csrs " STR(BSP_CSR_IRQ_MASK) ", %0" : : "r"(1u << line));
    } else if ((line == BSP_INT_SOFTWARE) || (line == BSP_INT_TIMER)) {
        __asm__ volatile("csrs mie, %0" : : "r"(1u << (line - BSP_INT_LINES)));
    }
}

void BSP_IntDisable(unsigned int line)
{
    if (line < BSP_INT_LINES) {
        __asm__ volatile("csrc " STR(BSP_CSR_IRQ_MASK) ", %0" : : "r"((1u << line) & ~BSP_RTOS_INT_MASK_KEPT));
    } else if ((line == BSP_INT_SOFTWARE) || (line == BSP_INT_TIMER)) {
        __asm__ volatile("csrc mie, %0" : : "r"(1u << (line - BSP_INT_LINES)));
    }
}

void BSP_IntHandlerSet(unsigned int line, BSP_INT_FNCT handler)
{
    BSP_RTOS_INT_SET(line, handler);
}

/* --------------------------------------------------- End of a run --------------------------------------------- */

void BSP_Exit(int code)
{
    __asm__ volatile("csrci mstatus, 8" : : : "memory"); /* interrupts stay off */
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
