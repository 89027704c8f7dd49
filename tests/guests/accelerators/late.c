/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Write to the accelerator's page after `taker` has taken the accelerator. The taker must not see these writes. This
 * guest must read them back when it has the accelerator again.
 */

#include "jobs.h"

static volatile uint32_t losses;

void guest_interrupt(uint32_t which)
{
    (void)which;
    if (guest_page.accelerator == 0u) {
        losses++;
    }
}

int main(void)
{
    struct guest_accelerator *fir = guest_accelerator(ACCELERATOR_FIR);
    uint32_t round, n, wrong = 0u;

    guest_on();
    for (round = 1u; round <= 10u; round++) {
        while (losses < round) {
        }
        for (n = 0u; n < 4u; n++) {
            fir->argument[n] = 0xDEAD0000u + round + n;
        }
        for (n = 0u; n < 4u; n++) {
            wrong += fir->argument[n] != 0xDEAD0000u + round + n ? 1u : 0u;
        }
        losses = round;
    }
    say("wrong", wrong);
    return 0;
}
