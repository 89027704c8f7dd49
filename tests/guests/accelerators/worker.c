/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Run the same job ROUNDS times on the accelerator WORK, and compare each result with the first. Other guests may take
 * the accelerator at any time. The guest accesses it without checking that it has the accelerator.
 */

#include "jobs.h"

#ifndef WORK
#define WORK ACCELERATOR_FIR
#endif
#define SAMPLES 200u
#define SIZE    14u /* rows and columns of a matrix that fits into SAMPLES words */
#ifndef ROUNDS
#define ROUNDS 80u
#endif

static uint32_t x[SAMPLES], y[SAMPLES], first[SAMPLES], taps[8];
static volatile uint32_t changes;

void guest_interrupt(uint32_t which) { changes += which == GUEST_ACCELERATOR ? 1u : 0u; }

int main(void)
{
    struct guest_accelerator *device;
    uint32_t round, n, status, wrong = 0u;

    fill(x, SAMPLES, 1u);
    fill(taps, 8u, 2u);
    device = guest_accelerator(WORK);
    (void)guest_take();
    guest_on();
    for (round = 0u; round < ROUNDS; round++) {
        for (n = 0u; n < SAMPLES; n++) {
            y[n] = 0u;
        }
        if (WORK == ACCELERATOR_FIR) {
            begin(device, x, y, (void *)SAMPLES, taps);
        } else if (WORK == ACCELERATOR_CRC) {
            begin(device, x, (void *)SAMPLES, 0, 0);
        } else {
            begin(device, x, x, y, (void *)SIZE);
        }
        status = end_of(device);
        y[SAMPLES - 1u] ^= device->result;
        wrong += status != GUEST_HAS_ENDED ? 1u : 0u;
        for (n = 0u; n < SAMPLES; n++) {
            first[n] = round == 0u ? y[n] : first[n];
            wrong += y[n] != first[n] ? 1u : 0u;
        }
    }
    say("first", checksum(first, SAMPLES));
    say("wrong", wrong);
    say("lost", changes != 0u);
    return 0;
}
