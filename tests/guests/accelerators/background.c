/* SPDX-License-Identifier: Apache-2.0 */
/* Runs jobs of different lengths one after the other, and waits for the interrupt at the end of each. Prints the number
 * of ends. */

#include "jobs.h"

#define JOBS  60u
#define WORDS 1500u

static volatile uint32_t ends;
static uint32_t in[WORDS];

void guest_interrupt(uint32_t which)
{
    ends += which == GUEST_ACCELERATOR ? 1u : 0u;
}

int main(void)
{
    struct guest_accelerator *crc = guest_accelerator(ACCELERATOR_CRC);
    uint32_t job;

    words_seed = 1u;
    guest_on();
    for (job = 0u; job < JOBS; job++) {
        guest_off();
        crc->argument[0] = (uint32_t)in;
        crc->argument[1] = WORDS / 2u + (word() >> 8) % (WORDS / 2u);
        crc->start = 1u;
        while (ends == job) {
            guest_wait();
            guest_on();
            __asm__ volatile("nop\n nop\n nop" : : : "memory");
            guest_off();
        }
    }
    say("ends", ends);
    return 0;
}
