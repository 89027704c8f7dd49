/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Response time of a real-time program. It waits for alarms at random distances and prints how late its handler ran, in
 * cycles: shortest / mean / longest. Then it waits for an interrupt line; ./metro guests response measures from the
 * line's edge. The same file is a guest and, with native/guest.h, a program that runs alone on the core.
 */

#include <generated/csr.h>
#include <generated/soc.h>
#include <guest.h>

#define ALARMS 400u
#define LINES  400u
#define WARM   8u       /* uncounted alarms, to warm the caches */
#define PAUSE  100000u  /* cycles until its line is printed, so that no printing is left */

static volatile uint32_t came, alarms, lines;

void guest_interrupt(uint32_t which)
{
    uint32_t now;

    __asm__ volatile("rdcycle %0" : "=r"(now));
    if (which == GUEST_TIMER) {
        came = now;
        alarms++;
    } else {
        sim_line_ev_pending_write(1u);
        lines++;
    }
}

static char *number(char *to, uint32_t value)
{
    uint32_t scale = 100000u;

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

static void show(uint32_t least, uint32_t mean, uint32_t most)
{
    char line[GUEST_LINE], *to = words(line, "alarms: ");

    to = number(to, least);
    to = number(words(to, " / "), mean);
    to = number(words(to, " / "), most);
    *to = '\0';
    guest_print(line);
}

int main(void)
{
    uint32_t round, late, random = 1u, least = UINT32_MAX, most = 0u, sum = 0u;
    uint64_t due;

    guest_on();
    for (round = 0u; round < WARM + ALARMS; round++) {
        random = random * 1664525u + 1013904223u;
        due = guest_time() + 5000u + (random >> 19);
        guest_alarm(due);
        while (alarms == round) {
            guest_wait();
        }
        late = came - (uint32_t)due;
        if (round >= WARM) {
            least = late < least ? late : least;
            most = late > most ? late : most;
            sum += late;
        }
    }
    show(least, sum / ALARMS, most);
    guest_alarm(guest_time() + PAUSE);
    while (alarms == round) {
        guest_wait();
    }
    sim_line_ev_enable_write(1u);
    guest_open(1u << SIM_LINE_INTERRUPT);
    while (lines < LINES) {
        guest_wait();
    }
    __asm__ volatile(".globl measured\n"
                     "measured: nop");
    return 0;
}
