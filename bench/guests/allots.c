/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The guest with the highest priority asks for an accelerator and measures from the call to its answer. It does so in
 * each situation: the region holds the accelerator and is vacant; the region must be reconfigured; another guest
 * (holds.c) has the region, with its circuit idle or running; and that guest's region must also be reconfigured. Every
 * figure is the shortest, mean and longest of ROUNDS.
 */

#include <guest.h>
#include "allots.h"

#define ROUNDS 40u
#define WARM   2u /* uncounted rounds, to warm the caches */

/* Give an order to the other guest and wait until it has carried it out. */
static void order(uint32_t what)
{
    ORDER = what;
    while (DONE != what) {
        guest_alarm(guest_time() + 5000u);
        guest_wait();
        (void)guest_take(); /* `off` is set: nothing else clears it */
    }
}

static char *number(char *to, uint32_t value)
{
    uint32_t scale = 1000000u;

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

/* before: accelerator in the region when it is vacant. other: order for the other guest.
 * asks: requested accelerator. */
static void measure(const char *what, uint32_t before, uint32_t other, uint32_t asks)
{
    uint32_t round, cycles, least = UINT32_MAX, most = 0u, sum = 0u;
    char line[GUEST_LINE], *to;
    uint64_t from;

    for (round = 0u; round < ROUNDS + WARM; round++) {
        order(NOTHING);
        (void)guest_accelerator(before);
        guest_release();
        order(other);
        guest_alarm(guest_time() + 3000u + round * 97u); /* a different delay each time */
        guest_wait();
        (void)guest_take();
        from = guest_time();
        (void)guest_accelerator(asks);
        cycles = (uint32_t)(guest_time() - from);
        guest_release();
        if (round >= WARM) {
            least = cycles < least ? cycles : least;
            most = cycles > most ? cycles : most;
            sum += cycles;
        }
    }
    to = number(words(words(line, what), ": "), least);
    to = number(words(to, " / "), sum / ROUNDS);
    to = number(words(to, " / "), most);
    *to = '\0';
    (void)guest_print(line);
}

int main(void)
{
    measure("direct", ACCELERATOR_FIR, NOTHING, ACCELERATOR_FIR);
    measure("reconfiguration", ACCELERATOR_CRC, NOTHING, ACCELERATOR_FIR);
    measure("preemption", ACCELERATOR_FIR, HOLDS, ACCELERATOR_FIR);
    measure("preemption of a circuit that runs", ACCELERATOR_FIR, RUNS, ACCELERATOR_FIR);
    measure("both", ACCELERATOR_FIR, HOLDS, ACCELERATOR_CRC);
    measure("both, of a circuit that runs", ACCELERATOR_FIR, RUNS, ACCELERATOR_CRC);
    order(ENDS);
    return 0;
}
