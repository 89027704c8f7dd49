/* SPDX-License-Identifier: Apache-2.0 */
/* The system timer: mcycle counts the time, and LiteX's timer, in one-shot mode, raises the interrupt. */
#define DT_DRV_COMPAT metronome_timer

#include <zephyr/devicetree.h>
#include <zephyr/drivers/timer/system_timer.h>
#include <zephyr/init.h>
#include <zephyr/irq.h>
#include <zephyr/spinlock.h>
#include <zephyr/sys/sys_io.h>
#include <zephyr/sys_clock.h>

#include "cycles.h"

#define LOAD       DT_INST_REG_ADDR_BY_NAME(0, load)
#define RELOAD     DT_INST_REG_ADDR_BY_NAME(0, reload)
#define EN         DT_INST_REG_ADDR_BY_NAME(0, en)
#define EV_PENDING DT_INST_REG_ADDR_BY_NAME(0, ev_pending)
#define EV_ENABLE  DT_INST_REG_ADDR_BY_NAME(0, ev_enable)
#define IRQ        DT_INST_IRQN(0)

#define CYCLES    ((uint32_t)(CONFIG_SYS_CLOCK_HW_CYCLES_PER_SEC / CONFIG_SYS_CLOCK_TICKS_PER_SEC))
/* The next interrupt must come before the low half of mcycle has gone once round. */
#define MAX_TICKS (0x7fffffffu / CYCLES)

const int32_t z_sys_timer_irq_for_test = IRQ;

static struct k_spinlock lock;
static uint32_t announced;         /* the low half of mcycle at the last tick that the kernel knows */

static ALWAYS_INLINE uint32_t elapsed_ticks(void)
{
    return (sys_clock_cycle_get_32() - announced) / CYCLES;
}

/* Raises the interrupt when so many cycles have passed. */
static ALWAYS_INLINE void start_timer(uint32_t cycles)
{
    sys_write32(0, EN);
    sys_write32(cycles, LOAD);
    sys_write32(1, EN);
}

/* Raises the interrupt at the beginning of a tick, which counts from the announced one. */
static ALWAYS_INLINE void alarm_at(uint32_t tick)
{
    uint32_t distance = tick * CYCLES - (sys_clock_cycle_get_32() - announced);

    start_timer((int32_t)distance > 1 ? distance : 1u);
}

static void announce(const void *unused)
{
    ARG_UNUSED(unused);
    k_spinlock_key_t key = k_spin_lock(&lock);
    uint32_t ticks = elapsed_ticks();

    sys_write32(1, EV_PENDING);
    announced += ticks * CYCLES;
    if (!IS_ENABLED(CONFIG_TICKLESS_KERNEL)) {
        alarm_at(1);
    }
    k_spin_unlock(&lock, key);
    sys_clock_announce(ticks);
}

void sys_clock_set_timeout(int32_t ticks, bool idle)
{
    ARG_UNUSED(idle);
    if (!IS_ENABLED(CONFIG_TICKLESS_KERNEL)) {
        return;
    }
    uint32_t distance = ticks == K_TICKS_FOREVER ? MAX_TICKS : CLAMP(ticks, 1, (int32_t)MAX_TICKS);
    k_spinlock_key_t key = k_spin_lock(&lock);

    alarm_at(MIN(elapsed_ticks() + distance, MAX_TICKS));
    k_spin_unlock(&lock, key);
}

uint32_t sys_clock_elapsed(void)
{
    return IS_ENABLED(CONFIG_TICKLESS_KERNEL) ? elapsed_ticks() : 0u;
}

static int start(void)
{
    announced = sys_clock_cycle_get_32();
    sys_write32(0, EN);
    sys_write32(0, RELOAD);
    sys_write32(1, EV_PENDING);
    sys_write32(1, EV_ENABLE);
    IRQ_CONNECT(IRQ, 0, announce, NULL, 0);
    irq_enable(IRQ);
    alarm_at(1);
    return 0;
}

SYS_INIT(start, PRE_KERNEL_2, CONFIG_SYSTEM_CLOCK_INIT_PRIORITY);
