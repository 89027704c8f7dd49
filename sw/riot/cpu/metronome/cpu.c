/* SPDX-License-Identifier: Apache-2.0 */
/* Start and end of the CPU. */
#include <stdio.h>

#include "cpu.h"
#include "irq.h"
#include "kernel_init.h"
#include "metronome.h"
#include "panic.h"
#include "periph/init.h"
#include "periph/pm.h"

#include "litex.h"

#define CRASHED 100u    /* exit code after a panic */

void metronome_start(void);
void __real_core_panic(core_panic_t code, const char *message);

void cpu_init(void)
{
    metronome_set_lines(0);     /* a debugger that loads a program again does not reset them */
    early_init();
#ifdef METRONOME_READY_QUEUE
    metronome_start();
#endif
    /* riscv_irq_init() enables interrupts. They stay off until the first thread runs: RIOT's trap entry would use the
     * stack of the start from its beginning. */
    uint32_t enabled = metronome_set_lines(0);

    riscv_irq_init();
    irq_disable();
    metronome_set_lines(enabled);
    periph_init();
}

void metronome_exit(unsigned code)
{
    irq_disable();
#ifdef CSR_SIM_EXIT_CODE_ADDR
    sim_exit_code_write(code);
#else
    (void)code;
#endif
    for (;;) {}
}

void pm_set_lowest(void)
{
    __asm__ volatile ("wfi");
}

void pm_off(void)
{
    metronome_exit(0);
}

/* Reset a board, or end a simulation. */
void pm_reboot(void)
{
#if defined(CSR_CTRL_RESET_ADDR) && !defined(CSR_SIM_EXIT_CODE_ADDR)
    ctrl_reset_write(1);
#endif
    metronome_exit(CRASHED);
}

/* Replaces RIOT's core_panic(), which does not end a simulation if DEVELHELP is set. */
NORETURN void __wrap_core_panic(core_panic_t code, const char *message)
{
#ifdef CSR_SIM_EXIT_CODE_ADDR
    (void)code;
    printf("*** RIOT kernel panic: %s\n", message);
#else
    __real_core_panic(code, message);
#endif
    metronome_exit(CRASHED);
}
