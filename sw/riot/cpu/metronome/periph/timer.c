/* SPDX-License-Identifier: Apache-2.0 */
/* Timer 0: mcycle counts the time, and LiteX's timer, in one-shot mode, raises the interrupt. It has one channel. */
#include <errno.h>

#include "irq.h"
#include "litex.h"
#include "metronome.h"
#include "periph/timer.h"

#define LEAST 1u    /* LiteX's timer raises no interrupt for 0 */

static timer_cb_t callback;
static void *argument;

static uint32_t cycles(void)
{
    uint32_t low;

    __asm__ volatile ("csrr %0, mcycle" : "=r" (low));
    return low;
}

static void expired(void *unused)
{
    (void)unused;
    timer0_ev_pending_write(1);
    callback(argument, 0);
}

/* Let the timer expire after so many cycles. */
static int start(int channel, uint32_t distance)
{
    if (channel != 0) {
        return -EINVAL;
    }
    timer0_en_write(0);
    timer0_ev_pending_write(1);
    timer0_load_write(distance < LEAST ? LEAST : distance);
    timer0_en_write(1);
    return 0;
}

/* The timer counts cycles of the clock, so no other frequency is possible. */
int timer_init(tim_t dev, uint32_t freq, timer_cb_t cb, void *arg)
{
    if (dev != 0 || freq != CONFIG_CLOCK_FREQUENCY) {
        return -EINVAL;
    }
    callback = cb;
    argument = arg;
    timer0_en_write(0);
    timer0_reload_write(0);
    timer0_ev_pending_write(1);
    timer0_ev_enable_write(1);
    metronome_line_set(TIMER0_INTERRUPT, expired, NULL);
    metronome_line_enable(TIMER0_INTERRUPT);
    return 0;
}

int timer_set(tim_t dev, int channel, unsigned timeout)
{
    (void)dev;
    unsigned state = irq_disable();
    int result = start(channel, timeout);

    irq_restore(state);
    return result;
}

int timer_set_absolute(tim_t dev, int channel, unsigned value)
{
    (void)dev;
    unsigned state = irq_disable();
    int result = start(channel, value - cycles());

    irq_restore(state);
    return result;
}

int timer_clear(tim_t dev, int channel)
{
    (void)dev;
    if (channel != 0) {
        return -EINVAL;
    }
    unsigned state = irq_disable();

    timer0_en_write(0);
    timer0_ev_pending_write(1);
    irq_restore(state);
    return 0;
}

unsigned timer_read(tim_t dev)
{
    (void)dev;
    return cycles();
}

/* A stopped timer raises no interrupt, but its time goes on. */
void timer_start(tim_t dev)
{
    (void)dev;
    metronome_line_enable(TIMER0_INTERRUPT);
}

void timer_stop(tim_t dev)
{
    (void)dev;
    metronome_line_disable(TIMER0_INTERRUPT);
}
