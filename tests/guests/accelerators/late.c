/* SPDX-License-Identifier: Apache-2.0 */
/* Is told that its accelerator was taken, and then writes all of its page: who has it now is not to notice, and it
 * itself finds it there when it is back. */

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
