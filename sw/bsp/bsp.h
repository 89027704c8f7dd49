/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Board support for LiteX SoCs: tick, interrupt lines, cycle counter, console, end of a run. All addresses come from
 * LiteX's generated headers. The board support is independent of the RTOS. The RTOS's port provides a bsp_rtos.h, which
 * start.S includes as well, with these macros:
 *
 *   BSP_RTOS_TRAP_INIT                     function that installs the trap entry; start.S calls it before main()
 *   BSP_RTOS_INT_SET(line, handler)        sets the handler of an interrupt line; 0 removes it
 *   BSP_RTOS_INT_MASK_KEPT                 bits of the interrupt mask that belong to no line and must stay set
 *   BSP_RTOS_TICK()                        announces a tick to the RTOS; the tick handler calls it
 *   BSP_RTOS_TICK_FAST(line, ack, value)   lets the trap entry process the tick of `line` without a handler; writing
 *                                          `value` to the address `ack` acknowledges the interrupt. May be empty
 *   BSP_RTOS_TICK_START(line, cycles)      defined only if the RTOS uses the core's time base: starts a tick every
 *                                          `cycles` clock cycles; `line` interrupts if a tick needs software
 *   BSP_RTOS_TICK_CYCLES_MIN               shortest tick period of BSP_RTOS_TICK_START, in clock cycles
 *   BSP_GUEST                              defined in a guest of the monitor; its board support is in guest/
 */

#ifndef BSP_H
#define BSP_H

#include <ci_opcodes.h>
#include <bsp_rtos.h>

/* CSR of VexRiscv's interrupt mask: 32 lines share the machine external interrupt. */
#ifndef BSP_CSR_IRQ_MASK
#define BSP_CSR_IRQ_MASK CI_CSR_IRQ_MASK
#endif

/* A guest reads another CSR for cycles. Its tick period must be longer, because the monitor uses part of each tick. */
#ifdef BSP_GUEST
#define BSP_CSR_CYCLES      "cycle"
#define BSP_TICK_CYCLES_MIN 5000u
#else
#define BSP_CSR_CYCLES      "mcycle"
#endif

#ifndef __ASSEMBLER__

/* Exit codes of runs that the board support ends. */
#define BSP_EXIT_EXCEPTION  120 /* synchronous exception, or a stack overflow that the kernel has found */
#define BSP_EXIT_INTERRUPT  121 /* interrupt without a handler                   */
#define BSP_EXIT_NESTED     122 /* exception while an exception is reported      */
#define BSP_EXIT_ERROR      123 /* error found by software: failed assertion, invalid argument, unsuitable core, ... */

/*
 * Start the RTOS's tick at `hz` ticks per second. The period is clock/hz cycles, rounded to the nearest cycle. The
 * source is timer0, or the core if BSP_RTOS_TICK_START is defined. In a guest, it is a timer or an alarm. Call this in
 * the first task. If `hz` is 0 or the period is below BSP_TICK_CYCLES_MIN cycles, print an error and end the run.
 */
void BSP_TickStart(unsigned int hz);

#ifdef BSP_RTOS_TICK_START
#define BSP_TICK_CYCLES_MIN BSP_RTOS_TICK_CYCLES_MIN
#elif !defined(BSP_TICK_CYCLES_MIN)
#define BSP_TICK_CYCLES_MIN 200u
#endif

/* Lines 0..31 have LiteX's numbers (TIMER0_INTERRUPT, ...). An interrupt of the core itself has the number 32 + its
 * cause in mcause. */
#define BSP_INT_LINES    32u
#define BSP_INT_SOFTWARE (BSP_INT_LINES + 3u)
#define BSP_INT_TIMER    (BSP_INT_LINES + 7u)

typedef void (*BSP_INT_FNCT)(void);

/* Enable or disable a line. Other numbers are ignored. */
void BSP_IntEnable(unsigned int line);
void BSP_IntDisable(unsigned int line);
/* Set the handler of a line; 0 removes it. */
void BSP_IntHandlerSet(unsigned int line, BSP_INT_FNCT handler);

/* Return the low 32 bits of the cycle counter. */
static inline unsigned int BSP_Cycles(void)
{
    unsigned int cycles;

    __asm__ volatile("csrr %0, " BSP_CSR_CYCLES : "=r"(cycles));
    return cycles;
}

/* End the run after the console has drained. A simulation exits with `code` (0..255); a board prints it and halts. */
void BSP_Exit(int code) __attribute__((noreturn));

#endif

#endif
