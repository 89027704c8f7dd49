/* SPDX-License-Identifier: Apache-2.0 */
/* Takes fifty alarms at fixed distances: prints a line for each and, at the end, the least and greatest lateness. */

#include <guest.h>

#define TICKS  50u
#define PERIOD 20000u

static volatile uint32_t ticks, worst, least = UINT32_MAX;
static uint64_t due;

static void number(char *to, uint32_t value)
{
    int n;

    for (n = 4; n >= 0; n--, value /= 10u) {
        to[n] = (char)('0' + value % 10u);
    }
}

void guest_interrupt(uint32_t which)
{
    uint32_t late = (uint32_t)(guest_time() - due);

    if (which == GUEST_TIMER) {
        ticks++;
        worst = late > worst ? late : worst;
        least = late < least ? late : least;
        due += PERIOD;
        guest_alarm(due);
    }
}

int main(void)
{
    static char line[] = "tick 00000";
    static char end[] = "late by 00000 to 00000 cycles";
    uint32_t seen = 0u;

    due = guest_time() + PERIOD;
    guest_alarm(due);
    guest_on();
    while (seen < TICKS) {
        guest_wait();
        while ((seen < ticks) && (seen < TICKS)) {
            seen++;
            number(line + 5, seen);
            if (guest_print(line) != 0) {
                return 1;
            }
        }
    }
    guest_alarm(UINT64_MAX);
    number(end + 8, least);
    number(end + 17, worst);
    guest_print(end);
    return 0;
}
