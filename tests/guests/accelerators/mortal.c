/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Start the accelerator, and fault at a random time after the start. After the restart, the guest's memory and the
 * accelerator must be in their initial state.
 */

#include "jobs.h"

static uint32_t x[200], y[200], taps[8];

static void spin(uint32_t cycles)
{
    uint64_t until = guest_time() + cycles;

    while (guest_time() < until) {
    }
}

int main(void)
{
    struct guest_accelerator *fir;
    uint32_t dice = (uint32_t)guest_time() * 0x9E3779B1u, n, dirty = 0u;

    guest_fresh();
    for (n = 0u; n < 200u; n++) {
        dirty |= y[n];
    }
    spin(500u);
    guest_fresh();
    for (n = 0u; n < 200u; n++) {
        dirty |= y[n];
    }
    fill(x, 200u, 1u);
    fill(taps, 8u, 2u);
    fir = guest_accelerator(ACCELERATOR_FIR);
    if ((dirty != 0u) || ((fir->start | fir->status | fir->argument[1] | fir->result) != 0u)) {
        guest_print("not new");
    }
    begin(fir, x, y, (void *)200u, taps);
    spin(dice >> 18);
    __asm__ volatile("ebreak");
    return 0;
}
