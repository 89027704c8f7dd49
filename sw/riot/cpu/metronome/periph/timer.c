/* SPDX-License-Identifier: Apache-2.0 */
/* Timer 0: mcycle counts the time, and an alarm raises the interrupt. It has one channel. */
#include <errno.h>
#include <stdbool.h>

#include "irq.h"
#include "litex.h"
#include "metronome.h"
#include "periph/timer.h"

static timer_cb_t callback;
static void *argument;

static uint32_t cycles(void)
{
    uint32_t low;

    __asm__ volatile ("csrr %0, mcycle" : "=r" (low));
    return low;
}

/* The alarm: interrupts are disabled in its functions. */
#if defined(METRONOME_READY_QUEUE) && defined(METRONOME_TIME_BASE_INTERRUPT)

#include <ci_intrinsics.h>

/* The end of a tick of the time base. Ticks wait for the instruction, so no time passes in the task lists before it. */
#define LINE    METRONOME_TIME_BASE_INTERRUPT
#define LEAST   16u     /* so that few ticks end before the next two instructions are executed */

/* Return whether the alarm has ended: its tick, or ticks if the core was halted meanwhile. */
static bool end_alarm(void)
{
    bool ended = false;

    ci_time_write(CI_TIME_BASE_PERIOD, 0);
    while (CI_TIME_STATUS_PENDING(ci_time_read(CI_TIME_BASE_STATUS))) {
        ci_time_write(CI_TIME_BASE_RUNNING, 0);     /* the tick then raises no interrupt for a more urgent thread */
        ci_list_tick();
        ended = true;
    }
    ci_time_write(CI_TIME_BASE_STATUS, CI_TIME_STATUS_OVERRUN);
    return ended;
}

static void cancel_alarm(void)
{
    (void)end_alarm();
}

static void set_alarm(uint32_t distance)
{
    cancel_alarm();
    ci_time_write(CI_TIME_BASE_PERIOD, distance < LEAST ? LEAST : distance);
    ci_time_write(CI_TIME_BASE_PERIOD, UINT32_MAX); /* of the tick after this one */
}

static void init_alarm(void)
{
    ci_time_write(CI_TIME_BASE_CONTROL, 0);
    /* A debugger that loads a program again does not reset the alarms of the former program. */
    for (uint32_t n = 0; n < CI_TIME_STATUS_ALARMS_BITS; n++) {
        ci_time_write(CI_TIME_BASE_ALARM_PERIOD + n, 0);
        ci_time_write(CI_TIME_BASE_ALARM + n, 0);
    }
    ci_time_write(CI_TIME_BASE_STATUS, UINT32_MAX);
    cancel_alarm();
}

#else

/* LiteX's timer in one-shot mode. */
#define LINE    TIMER0_INTERRUPT
#define LEAST   1u      /* it raises no interrupt for 0 */

/* Return whether the alarm has ended. */
static bool end_alarm(void)
{
    bool ended = timer0_ev_pending_read() != 0;

    timer0_ev_pending_write(1);
    return ended;
}

static void cancel_alarm(void)
{
    timer0_en_write(0);
    (void)end_alarm();
}

static void set_alarm(uint32_t distance)
{
    cancel_alarm();
    timer0_load_write(distance < LEAST ? LEAST : distance);
    timer0_en_write(1);
}

static void init_alarm(void)
{
    cancel_alarm();
    timer0_reload_write(0);
    timer0_ev_enable_write(1);
}

#endif

static void expired(void *unused)
{
    (void)unused;
    if (end_alarm()) {
        callback(argument, 0);
    }
}

/* The timer counts cycles of the clock, so no other frequency is possible. */
int timer_init(tim_t dev, uint32_t freq, timer_cb_t cb, void *arg)
{
    if (dev != 0 || freq != CONFIG_CLOCK_FREQUENCY) {
        return -EINVAL;
    }
    callback = cb;
    argument = arg;
    init_alarm();
    metronome_line_set(LINE, expired, NULL);
    metronome_line_enable(LINE);
    return 0;
}

int timer_set(tim_t dev, int channel, unsigned timeout)
{
    (void)dev;
    if (channel != 0) {
        return -EINVAL;
    }
    unsigned state = irq_disable();

    set_alarm(timeout);
    irq_restore(state);
    return 0;
}

int timer_set_absolute(tim_t dev, int channel, unsigned value)
{
    (void)dev;
    if (channel != 0) {
        return -EINVAL;
    }
    unsigned state = irq_disable();

    set_alarm(value - cycles());
    irq_restore(state);
    return 0;
}

int timer_clear(tim_t dev, int channel)
{
    (void)dev;
    if (channel != 0) {
        return -EINVAL;
    }
    unsigned state = irq_disable();

    cancel_alarm();
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
    metronome_line_enable(LINE);
}

void timer_stop(tim_t dev)
{
    (void)dev;
    metronome_line_disable(LINE);
}

/* RIOT's feature periph_timer_query_freqs. */
uword_t timer_query_freqs_numof(tim_t dev)
{
    (void)dev;
    return 1;
}

uint32_t timer_query_freqs(tim_t dev, uword_t index)
{
    (void)dev;
    return index == 0 ? CONFIG_CLOCK_FREQUENCY : 0;
}
