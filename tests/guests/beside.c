/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Real-time guest: handle EVENTS alarms at intervals that depend on a table in the guest's memory. The log of these
 * events must not depend on other guests. At the end, print the largest lateness of an alarm. If the guest has the page
 * `place`, also print the hostile guest's steps and lives.
 */

#include <guest.h>

#define TABLE 64u

static uint32_t table[TABLE];
static volatile uint32_t events, worst, worst_at, state = 1u, seen; /* `seen` is `state` at every 32nd event */
static uint64_t due;

static void hex(char *to, uint32_t value)
{
    int n;

    for (n = 7; n >= 0; n--, value >>= 4) {
        to[n] = "0123456789abcdef"[value & 15u];
    }
}

void guest_interrupt(uint32_t which)
{
    uint32_t late = (uint32_t)(guest_time() - due);

    if (late > worst) {
        worst = late;
        worst_at = events;
    }
    events++;
    state = (state ^ which) * 1664525u + table[events % TABLE];
    table[(events + 7u) % TABLE] ^= state;
    seen = events % 32u == 0u ? state : seen;
    due += 6000u + (state >> 19);
    guest_alarm(due);
}

static void say(const char *what, uint32_t one, const char *and, uint32_t another)
{
    static char line[64];
    char *to = line;

    for (; *what != '\0'; what++) {
        *to++ = *what;
    }
    hex(to, one);
    for (to += 8; *and != '\0'; and++) {
        *to++ = *and;
    }
    hex(to, another);
    to[8] = '\0';
    guest_print(line);
}

int main(void)
{
    uint32_t n, reported = 0u;

    for (n = 0u; n < TABLE; n++) {
        table[n] = n * 0x9E3779B1u;
    }
    due = guest_time() + 10000u;
    guest_alarm(due);
    guest_on();
    while (reported < EVENTS) {
        guest_wait();
        if (events >= reported + 32u) {
            reported += 32u;
            say("events ", reported, ", state ", seen);
        }
    }
    guest_alarm(UINT64_MAX);
    say("late by ", worst, " at ", worst_at);
#ifdef PAGE_PLACE
    say("steps ", ((volatile uint32_t *)PAGE_PLACE)[1], ", lives ", ((volatile uint32_t *)PAGE_PLACE)[2]);
#endif
    return 0;
}
