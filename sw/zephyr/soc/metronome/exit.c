/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a run: the simulated SoC has a register that ends the simulation. */
#include <zephyr/devicetree.h>
#include <zephyr/irq.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/poweroff.h>
#include <zephyr/sys/sys_io.h>

#include <metronome.h>

#define EXIT       DT_NODELABEL(sim_exit)
#define FATAL      100u      /* plus the reason of a fatal error */

void metronome_exit(unsigned int code)
{
    (void)irq_lock();
#if DT_NODE_EXISTS(EXIT)
    sys_write32(code, DT_REG_ADDR(EXIT));
#else
    ARG_UNUSED(code);
#endif
    for (;;) {
    }
}

/* Zephyr calls this function after a fatal error. */
void arch_system_halt(unsigned int reason)
{
    metronome_exit(FATAL + reason);
}

void z_sys_poweroff(void)
{
    metronome_exit(0);
}
