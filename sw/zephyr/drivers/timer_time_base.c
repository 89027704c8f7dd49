/* SPDX-License-Identifier: Apache-2.0 */
/* The system timer on the time base: the units count the ticks, and an alarm of theirs raises the interrupt. */
#define DT_DRV_COMPAT metronome_time_base

#include <zephyr/devicetree.h>
#include <zephyr/drivers/timer/system_timer.h>
#include <zephyr/init.h>
#include <zephyr/irq.h>
#include <zephyr/sys_clock.h>

#include <ci_intrinsics.h>

#include "cycles.h"

#define IRQ     DT_INST_IRQN(0)
#define CYCLES  ((uint32_t)(CONFIG_SYS_CLOCK_HW_CYCLES_PER_SEC / CONFIG_SYS_CLOCK_TICKS_PER_SEC))
#define ALARM   0u                                              /* the alarm that this driver uses */
#define EXPIRED (1u << (CI_TIME_STATUS_ALARMS_LOW + ALARM))     /* its bit in the register status */

const int32_t z_sys_timer_irq_for_test = IRQ;

static uint32_t announced;          /* the unit's time at the last tick that the kernel knows */
static uint32_t longest;            /* ticks to the expiry of an alarm, at most */

static ALWAYS_INLINE uint32_t elapsed_ticks(void)
{
    return ci_time_read(CI_TIME_BASE_TIME) - announced;
}

static void announce(const void *unused)
{
    ARG_UNUSED(unused);
    uint32_t ticks = elapsed_ticks();

    announced += ticks;
    ci_time_write(CI_TIME_BASE_STATUS, EXPIRED);
    if (!IS_ENABLED(CONFIG_TICKLESS_KERNEL)) {
        ci_time_write(CI_TIME_BASE_ALARM + ALARM, 1);
    }
    sys_clock_announce(ticks);
}

void sys_clock_set_timeout(int32_t ticks, bool idle)
{
    ARG_UNUSED(idle);
    if (IS_ENABLED(CONFIG_TICKLESS_KERNEL)) {
        const uint32_t distance = ticks == K_TICKS_FOREVER ? longest : MAX((uint32_t)ticks, 1u);

        ci_time_write(CI_TIME_BASE_ALARM + ALARM, MIN(distance, longest));
    }
}

uint32_t sys_clock_elapsed(void)
{
    return IS_ENABLED(CONFIG_TICKLESS_KERNEL) ? elapsed_ticks() : 0u;
}

static int start(void)
{
    const uint32_t width = CI_INFO_WIDTH(ci_info());

    /* The kernel computes with 32-bit differences of ticks. */
    longest = width < 31u ? (1u << width) - 1u : INT32_MAX;
    announced = ci_time_read(CI_TIME_BASE_TIME);
    ci_time_write(CI_TIME_BASE_CONTROL, CI_TIME_CONTROL_AUTOMATIC);
    ci_time_write(CI_TIME_BASE_RUNNING, 0);
    ci_time_write(CI_TIME_BASE_PERIOD, CYCLES);
    ci_time_write(CI_TIME_BASE_ALARM + ALARM, 1);
    IRQ_CONNECT(IRQ, 0, announce, NULL, 0);
    irq_enable(IRQ);
    return 0;
}

SYS_INIT(start, PRE_KERNEL_2, CONFIG_SYSTEM_CLOCK_INIT_PRIORITY);
