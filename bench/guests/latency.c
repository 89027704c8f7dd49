/* SPDX-License-Identifier: Apache-2.0 */
/* The most urgent guest measures, in cycles: a call that the monitor answers at once, one that sets an alarm, and how
 * late its alarms come, at which it waits or calculates. Every figure is shortest, mean, longest of ROUNDS. */

#include <guest.h>

#define ROUNDS 64u
#define WARM   4u   /* rounds before, for the caches */

struct statistics {
    uint32_t least, most, sum, count;
};

static uint64_t due;
static volatile uint64_t came;
static volatile uint32_t has_come;

void guest_interrupt(uint32_t which)
{
    (void)which;
    came = guest_time();
    has_come = 1u;
}

static void add(struct statistics *of, uint32_t round, uint32_t cycles)
{
    if (round < WARM) {
        return;
    }
    of->least = (of->count == 0u) || (cycles < of->least) ? cycles : of->least;
    of->most = cycles > of->most ? cycles : of->most;
    of->sum += cycles;
    of->count++;
}

static char *number(char *to, uint32_t value)
{
    uint32_t scale = 10000u;

    while ((scale > 1u) && (value < scale)) {
        scale /= 10u;
    }
    for (; scale != 0u; scale /= 10u) {
        *to++ = (char)('0' + value / scale % 10u);
    }
    return to;
}

static char *words(char *to, const char *text)
{
    while (*text != '\0') {
        *to++ = *text++;
    }
    return to;
}

static void show(const char *what, const struct statistics *of)
{
    char line[GUEST_LINE], *to = words(line, what);

    to = number(words(to, ": "), of->least);
    to = number(words(to, " / "), of->sum / of->count);
    to = number(words(to, " / "), of->most);
    *to = '\0';
    guest_print(line);
}

static void alarms(const char *what, int waits)
{
    struct statistics late = {0};
    uint32_t round;

    for (round = 0u; round < ROUNDS + WARM; round++) {
        has_come = 0u;
        due = guest_time() + 7919u;
        guest_alarm(due);
        while (has_come == 0u) {
            if (waits != 0) {
                guest_wait();
            }
        }
        add(&late, round, (uint32_t)(came - due));
    }
    show(what, &late);
}

int main(void)
{
    struct statistics call = {0}, alarm = {0};
    uint32_t round;
    uint64_t before;

    for (round = 0u; round < ROUNDS + WARM; round++) {
        before = guest_time();
        (void)guest_call(99, 0u, 0u);
        add(&call, round, (uint32_t)(guest_time() - before));
        before = guest_time();
        guest_alarm(UINT64_MAX);
        add(&alarm, round, (uint32_t)(guest_time() - before));
    }
    guest_on();
    show("a call", &call);
    show("a call that sets the alarm", &alarm);
    alarms("an alarm, while it runs itself", 0);
    alarms("an alarm, while it waits", 1);
    return 0;
}
