/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Request an accelerator at random intervals (SEED), run a job and check the result. Then hold the accelerator for HOLD
 * cycles, in which other guests run, and release it.
 */

#include "jobs.h"

#ifndef TAKES
#define TAKES ACCELERATOR_FIR
#endif
#ifndef TIMES
#define TIMES 40u
#endif
#ifndef SEED
#define SEED 1u
#endif
#ifndef NEAREST
#define NEAREST 12000u
#endif
#ifndef HOLD
#define HOLD 0u
#endif

static uint32_t words[12], out[12], taps[8];

static void wait_for(uint32_t cycles)
{
    (void)guest_take(); /* interrupts are off, so only this call clears pending ones */
    guest_alarm(guest_time() + cycles);
    guest_wait();
    (void)guest_take();
}

int main(void)
{
    struct guest_accelerator *device;
    uint32_t dice = SEED * 0x9E3779B1u, times, wrong = 0u;

    fill(words, 12u, 5u);
    fill(taps, 8u, 6u);
    for (times = 0u; times < TIMES; times++) {
        dice = dice * 1664525u + 1013904223u;
        wait_for(NEAREST + (dice >> 20));
        device = guest_accelerator(TAKES);
        wrong += (device->status | device->result | device->argument[0] | device->argument[3]) != 0u ? 1u : 0u;
        if (TAKES == ACCELERATOR_FIR) {
            begin(device, words, out, (void *)12u, taps);
            wrong += end_of(device) != GUEST_HAS_ENDED ? 0x100u : 0u;
            wrong += checksum(out, 12u) != EXPECTED ? 0x10000u : 0u;
        } else {
            begin(device, words, (void *)12u, 0, 0);
            wrong += end_of(device) != GUEST_HAS_ENDED ? 0x100u : 0u;
            wrong += device->result != checksum(words, 12u) ? 0x10000u : 0u;
        }
        if (HOLD != 0u) {
            wait_for(HOLD);
            wrong += (device->argument[0] != (uint32_t)words) || (device->status != GUEST_HAS_ENDED) ? 0x1000000u : 0u;
        }
        guest_release();
    }
    say("wrong", wrong);
    return 0;
}
