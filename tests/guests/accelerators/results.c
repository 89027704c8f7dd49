/* SPDX-License-Identifier: Apache-2.0 */
/* Run jobs with valid and invalid arguments on each accelerator, and make requests that the monitor must refuse. */

#include "jobs.h"

static uint32_t x[61], y[61], taps[8], a[49], b[49], c[49];
static volatile uint32_t came;

void guest_interrupt(uint32_t which) { came |= which; }

static void *count(uint32_t value) { return (void *)value; }

int main(void)
{
    struct guest_accelerator *device;

    fill(x, 61u, 1u);
    fill(taps, 8u, 2u);
    fill(a, 49u, 3u);
    fill(b, 49u, 4u);
    device = guest_accelerator(ACCELERATOR_FIR);
    begin(device, x, y, count(61u), taps);
    say("fir status", end_of(device));
    say("fir", checksum(y, 61u));
    begin(device, count(0u), y, count(61u), taps);
    say("fir refused", end_of(device));
    say("another meanwhile", (uint32_t)guest_call(GUEST_ASK, ACCELERATOR_CRC, 0u));
    guest_release();
    device = guest_accelerator(ACCELERATOR_MATRIX);
    begin(device, a, b, c, count(7u));
    say("matrix status", end_of(device));
    say("matrix", checksum(c, 49u));
    begin(device, a, b, c, count(33u));
    say("matrix refused", end_of(device));
    guest_release();
    device = guest_accelerator(ACCELERATOR_CRC);
    begin(device, x, count(61u), 0, 0);
    say("crc status", end_of(device));
    say("crc", device->result);
    begin(device, x, count(0u), 0, 0);
    say("crc of nothing", end_of(device) | device->result);
    /* Enable interrupts: the end of the next job raises one. */
    came = 0u;
    guest_on();
    device->argument[1] = 61u;
    device->start = 1u;
    while (came == 0u) {
        guest_wait();
    }
    say("told", came);
    say("status then", device->status);
    say("not its own", (uint32_t)guest_call(GUEST_ASK, 31u, 0u));
    say("no number", (uint32_t)guest_call(GUEST_ASK, 1000u, 0u));
    guest_release();
    guest_release();
    say("number behind all", (uint32_t)guest_call(GUEST_ASK, 32u + ACCELERATOR_FIR, 0u));
    return 0;
}
