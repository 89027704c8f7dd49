/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a run: the simulated SoC has a register that ends the simulation. */
#include <zephyr/devicetree.h>
#include <zephyr/irq.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/poweroff.h>
#include <zephyr/sys/sys_io.h>

#define EXIT DT_NODELABEL(sim_exit)

static FUNC_NORETURN void stop(unsigned int code)
{
    (void)irq_lock();
#if DT_NODE_EXISTS(EXIT)
    sys_write32(code, DT_REG_ADDR(EXIT));
#endif
    ARG_UNUSED(code);
    for (;;) {
    }
}

/* Zephyr calls this function after a fatal error. */
FUNC_NORETURN void arch_system_halt(unsigned int reason)
{
    stop(100u + reason);
}

void z_sys_poweroff(void)
{
    stop(0);
}
