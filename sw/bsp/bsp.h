/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Board support for LiteX SoCs: tick, interrupt lines, cycle counter, console, end of a run. All addresses come from
 * LiteX's generated headers. It needs the kernel's documented API only, so it also links with a genuine uC/OS-II.
 */

#ifndef BSP_H
#define BSP_H

#include <os_cpu.h>

/* Exit codes of runs that the board support ends itself. */
#define BSP_EXIT_EXCEPTION  120 /* a synchronous exception                       */
#define BSP_EXIT_INTERRUPT  121 /* an interrupt without a handler                */
#define BSP_EXIT_NESTED     122 /* an exception inside the report of one         */
#define BSP_EXIT_REFUSED    123 /* a call with an argument that cannot be, or a core that does not match */

/*
 * Starts timer0 with a period of exactly clock/hz cycles (rounded to the nearest cycle) and OSTimeTick() at each. Call
 * it in the first task, as uC/OS-II asks. Refuses 0 Hz and rates that leave fewer than BSP_TICK_CYCLES_MIN cycles.
 */
void BSP_TickStart(INT32U hz);

#define BSP_TICK_CYCLES_MIN 200u

/* Lines 0..31 by LiteX's numbers (TIMER0_INTERRUPT, ...), or OS_CPU_INT_SOFTWARE, OS_CPU_INT_TIMER. */
void BSP_IntEnable(INT32U line);
void BSP_IntDisable(INT32U line);
void BSP_IntHandlerSet(INT32U line, OS_CPU_INT_FNCT handler);

/* Lower half of mcycle. */
static inline INT32U BSP_Cycles(void)
{
    INT32U cycles;

    __asm__ volatile("csrr %0, mcycle" : "=r"(cycles));
    return cycles;
}

/* Ends the run when the console is empty: in simulation with this exit code (0..255); a board prints it and stays. */
void BSP_Exit(int code) __attribute__((noreturn));

#endif
