/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Board support for LiteX SoCs: tick, interrupt lines, cycle counter, console, end of a run. All addresses come from
 * LiteX's generated headers. It knows no RTOS. What it needs of the one that it is compiled with, that one's bsp_rtos.h
 * gives it, as macros; start.S includes it too:
 *
 *   BSP_RTOS_TRAP_INIT                     the function that installs the trap entry, before main()
 *   BSP_RTOS_INT_SET(line, handler)        makes a function the handler of a line; 0: of none
 *   BSP_RTOS_INT_MASK_KEPT                 bits of the interrupt mask that are no line's, and have to stay set
 *   BSP_RTOS_TICK()                        a tick, from its handler
 *   BSP_RTOS_TICK_FAST(line, ack, value)   lets the trap entry do the tick of this line by itself, which `value` at the
 *                                          address `ack` acknowledges; or nothing
 *   BSP_RTOS_TICK_START(line, cycles)      where the core counts ticks itself, and the RTOS lets it: a tick every so
 *                                          many cycles from now on, with the handler of this line; else not defined
 *   BSP_RTOS_TICK_CYCLES_MIN               the fewest there
 *   BSP_GUEST                              defined in a guest of the monitor, whose board support is in guest/
 */

#ifndef BSP_H
#define BSP_H

#include <bsp_rtos.h>

/* The mask of VexRiscv's interrupt array: 32 lines behind the machine external interrupt. */
#ifndef BSP_CSR_IRQ_MASK
#define BSP_CSR_IRQ_MASK 0xBC0
#endif

/* The cycle counter has another name for user mode; and in a guest of the monitor some of a tick's cycles are its. */
#ifdef BSP_GUEST
#define BSP_CSR_CYCLES      "cycle"
#define BSP_TICK_CYCLES_MIN 5000u
#else
#define BSP_CSR_CYCLES      "mcycle"
#endif

#ifndef __ASSEMBLER__

/* Exit codes of runs that the board support ends itself. */
#define BSP_EXIT_EXCEPTION  120 /* a synchronous exception                       */
#define BSP_EXIT_INTERRUPT  121 /* an interrupt without a handler                */
#define BSP_EXIT_NESTED     122 /* an exception inside the report of one         */
#define BSP_EXIT_REFUSED    123 /* a call with an argument that cannot be, or a core that does not match */

/*
 * Starts timer0 with a period of exactly clock/hz cycles (rounded to the nearest cycle) and the RTOS's tick at each;
 * where the core counts ticks itself, and the RTOS lets it, it does in place of timer0. Call it in the first task.
 * Refuses 0 Hz and rates that leave fewer than BSP_TICK_CYCLES_MIN cycles.
 */
void BSP_TickStart(unsigned int hz);

#ifdef BSP_RTOS_TICK_START
#define BSP_TICK_CYCLES_MIN BSP_RTOS_TICK_CYCLES_MIN
#elif !defined(BSP_TICK_CYCLES_MIN)
#define BSP_TICK_CYCLES_MIN 200u
#endif

/* Lines 0..31 by LiteX's numbers (TIMER0_INTERRUPT, ...), or the core's own: 32 + machine interrupt cause. */
#define BSP_INT_LINES    32u
#define BSP_INT_SOFTWARE (BSP_INT_LINES + 3u)
#define BSP_INT_TIMER    (BSP_INT_LINES + 7u)

typedef void (*BSP_INT_FNCT)(void);

void BSP_IntEnable(unsigned int line);
void BSP_IntDisable(unsigned int line);
void BSP_IntHandlerSet(unsigned int line, BSP_INT_FNCT handler);

/* Lower half of mcycle. */
static inline unsigned int BSP_Cycles(void)
{
    unsigned int cycles;

    __asm__ volatile("csrr %0, " BSP_CSR_CYCLES : "=r"(cycles));
    return cycles;
}

/* Ends the run when the console is empty: in simulation with this exit code (0..255); a board prints it and stays. */
void BSP_Exit(int code) __attribute__((noreturn));

#endif

#endif
