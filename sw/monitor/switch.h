/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the core keeps about guests if it switches them by itself (MONITOR_SWITCH), and the monitor keeps otherwise: who
 * waits, alarms, and the cycles that a guest has left.
 */
#ifndef SWITCH_H
#define SWITCH_H

#include "devices.h"

#define HOT static inline __attribute__((always_inline))
#define TIMER_LINE (1u << TIMER0_INTERRUPT)

#if MONITOR_SWITCH

#define SWITCHES CI_TEXT(CI_CSR_SWITCH_GUESTS)
#define LEFT     CI_TEXT(CI_CSR_SWITCH_LEFT)
#define STAYS    CI_TEXT(CI_CSR_SWITCH_STAYS)
#define RULES_OF CI_TEXT(CI_CSR_SWITCH_RULES)
#define MACHINE_LINES CI_TEXT(CI_CSR_SWITCH_LINES)
#define NO_GUEST 7u             /* the last program, which scripts/metro/products/guests.py keeps free */
#define NO_LIMIT (1u << 31)     /* of LEFT */

/* A guest's bit in a field of SWITCHES. READY is the lowest field, so its bits are also those of monitor.busy,
 * limited and shared. */
#define BIT_OF(guest, field) (1u << ((guest)->program + CI_SWITCH_GUESTS_##field##_LOW))

/* Let the core enter the monitor for lines that concern this guest. */
void set_machine_lines(const struct guest *guest);

HOT bool is_ready(const struct guest *guest)
{
    return (guest->state == READY) && ((READ_CSR(SWITCHES) & BIT_OF(guest, READY)) != 0u);
}

HOT void set_ready(struct guest *guest)
{
    guest->state = READY;
    monitor.busy &= ~BIT_OF(guest, READY);
    SET_CSR(SWITCHES, BIT_OF(guest, READY) | BIT_OF(guest, WAKES));
}

/* The core wakes the guest at its next interrupt; if `comes` is false, only raise() wakes it. */
HOT void set_waiting(struct guest *guest, bool comes)
{
    CLEAR_CSR(SWITCHES, BIT_OF(guest, READY) | (comes ? 0u : BIT_OF(guest, WAKES)));
}

HOT void raise(struct guest *guest, uint32_t which)
{
    const uint32_t selected = READ_CSR(PROGRAM);

    WRITE_CSR(PROGRAM, guest->program);
    SET_CSR(PENDING, which);
    WRITE_CSR(PROGRAM, selected);
    if (guest->state == READY) {
        set_ready(guest);
    }
}

/* The core neither wakes the guest nor switches to it. */
HOT void set_busy(struct guest *guest, enum state state)
{
    guest->state = state;
    monitor.busy = state == ENDED ? monitor.busy & ~BIT_OF(guest, READY) : monitor.busy | BIT_OF(guest, READY);
    CLEAR_CSR(SWITCHES, BIT_OF(guest, READY) | BIT_OF(guest, WAKES) | BIT_OF(guest, ALLOWED));
}

HOT void wake(struct guest *guest) { (void)guest; }     /* the core does that */

/* PROGRAM must be the guest's. */
HOT void set_alarm(struct guest *guest, uint64_t at)
{
    (void)guest;
    WRITE_CSR(CI_TEXT(CI_CSR_USER_ALARMH), UINT32_MAX);
    WRITE_CSR(CI_TEXT(CI_CSR_USER_ALARM), (uint32_t)at);
    WRITE_CSR(CI_TEXT(CI_CSR_USER_ALARMH), (uint32_t)(at >> 32));
}

HOT bool has_cycles(const struct guest *guest) { return (READ_CSR(SWITCHES) & BIT_OF(guest, SPENT)) == 0u; }

HOT void give_cycles(struct guest *guest, uint32_t cycles)
{
    const uint32_t selected = READ_CSR(PROGRAM);

    WRITE_CSR(PROGRAM, guest->program);
    WRITE_CSR(LEFT, cycles);
    WRITE_CSR(PROGRAM, selected);
}

/* Return the bits (READY) of the guests that can run, except those whose budget is used up. */
HOT uint32_t ready_guests(void)
{
    uint32_t switches = READ_CSR(SWITCHES);

    return CI_SWITCH_GUESTS_READY(switches) & ~(CI_SWITCH_GUESTS_SPENT(switches) & monitor.limited);
}

/* Return the guest of the lowest of these bits (READY). */
HOT struct guest *first_of(uint32_t bits)
{
    struct guest *first = guests;

    for (; (bits & 1u) == 0u; bits >>= 1) {
        first++;
    }
    return first;
}

/* Return whether a guest that does not share can run. */
HOT bool has_urgent(void) { return (ready_guests() & ~monitor.shared) != 0u; }

/* Return the first guest with higher priority that can run; this guest if its cycles are used up; or 0. */
HOT struct guest *overtakes(struct guest *guest)
{
    uint32_t switches = READ_CSR(SWITCHES), spent = CI_SWITCH_GUESTS_SPENT(switches);
    uint32_t above = guest->priority == 0u ? ~monitor.shared : BIT_OF(guest, READY) - 1u;

    above &= CI_SWITCH_GUESTS_READY(switches) & ~(spent & monitor.limited);
    return above != 0u ? first_of(above) : (spent & BIT_OF(guest, READY)) != 0u ? guest : 0;
}

#else

HOT bool is_ready(const struct guest *guest) { return guest->state == READY; }
HOT void set_ready(struct guest *guest) { guest->state = READY; }
HOT void set_waiting(struct guest *guest, bool comes) { (void)comes, guest->state = WAITING; }
HOT void set_busy(struct guest *guest, enum state state) { guest->state = state; }
HOT void set_alarm(struct guest *guest, uint64_t at) { guest->alarm = at; }

HOT void wake(struct guest *guest)
{
    if (guest->state == WAITING) {
        guest->state = READY;
    }
}

HOT void raise(struct guest *guest, uint32_t which)
{
    guest->raised |= which;
    wake(guest);
}
HOT bool has_cycles(const struct guest *guest) { return guest->left > 0; }
HOT void give_cycles(struct guest *guest, uint32_t cycles) { guest->left = (int32_t)cycles; }
HOT bool has_urgent(void) { return false; }
HOT struct guest *overtakes(struct guest *guest) { (void)guest; return 0; }

#endif
#endif
