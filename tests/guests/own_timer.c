/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Owns a timer and never waits. Prints the least and the greatest lateness of the timer's interrupts, in cycles.
 */

#include <generated/csr.h>
#include <generated/soc.h>
#include <guest.h>

#define PERIOD 5000u
#define TIMES  40u

static volatile uint32_t times, most, least = UINT32_MAX;
static uint32_t due;

void guest_interrupt(uint32_t which)
{
    uint32_t late = (uint32_t)guest_time() - due;

    if (which != (1u << TIMER1_INTERRUPT)) {
        guest_exit(1);
    }
    timer1_ev_pending_write(1u);
    due += PERIOD;
    times++;
    most = late > most ? late : most;
    least = late < least ? late : least;
}

int main(void)
{
    char line[] = "late by 00000 to 00000";
    uint32_t value, n;

    timer1_load_write(PERIOD - 1u);
    timer1_reload_write(PERIOD - 1u);
    timer1_ev_pending_write(1u);
    timer1_ev_enable_write(1u);
    due = (uint32_t)guest_time() + PERIOD;
    timer1_en_write(1u);
    guest_open(1u << TIMER1_INTERRUPT);
    guest_on();
    while (times < TIMES) {
    }
    guest_off();
    for (n = 0u, value = least; n < 5u; n++, value /= 10u) {
        line[12u - n] = (char)('0' + value % 10u);
    }
    for (n = 0u, value = most; n < 5u; n++, value /= 10u) {
        line[21u - n] = (char)('0' + value % 10u);
    }
    guest_print(line);
    return 0;
}
