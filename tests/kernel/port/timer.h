/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Raise an interrupt of timer0 after a number of cycles. In a guest of the monitor, the guest's own timer raises it,
 * exact to the cycle. If the guest has no timer, an alarm raises it.
 */
#ifndef TIMER_H
#define TIMER_H

#include <stdint.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include <bsp.h>

#ifdef GUEST_TIMER_NUMBER
#undef TIMER0_INTERRUPT
#define TIMER0_INTERRUPT        TIMER1_INTERRUPT
#define timer0_en_write         timer1_en_write
#define timer0_load_write       timer1_load_write
#define timer0_reload_write     timer1_reload_write
#define timer0_ev_pending_write timer1_ev_pending_write
#define timer0_ev_enable_write  timer1_ev_enable_write
#endif

#if defined(BSP_GUEST) && !defined(GUEST_TIMER_NUMBER)
#include <guest.h>

#undef TIMER0_INTERRUPT
#define TIMER0_INTERRUPT           BSP_INT_TIMER
#define timer0_ev_pending_write(n) ((void)(n))
#define timer0_ev_enable_write(n)  ((void)(n))

static inline void timer_raise(uint32_t cycles) { guest_alarm(guest_time() + cycles); }

/* Interrupt `cycles` after the return. Start 2,000 cycles ahead, because the alarm call outlasts many distances. */
static inline void timer_from_now(uint32_t cycles)
{
    const uint64_t start = guest_time() + 2000u;

    guest_alarm(start + cycles);
    while (guest_time() < start) {
    }
}
#else
static inline void timer_raise(uint32_t cycles)
{
    timer0_en_write(0u);
    timer0_load_write(cycles);
    timer0_reload_write(0u);
    timer0_ev_pending_write(1u);
    timer0_ev_enable_write(1u);
    timer0_en_write(1u);
}

/* Start a timer whose interrupt is already enabled. */
static inline void timer_from_now(uint32_t cycles)
{
    timer0_en_write(0u);
    timer0_load_write(cycles);
    timer0_reload_write(0u);
    timer0_en_write(1u);
}
#endif

#endif
