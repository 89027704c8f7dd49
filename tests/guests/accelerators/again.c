/* SPDX-License-Identifier: Apache-2.0 */
/* Release the accelerator and request it again at once. The end of a job must then interrupt the computing guest. */

#include "jobs.h"

static volatile uint32_t ends;
static uint32_t in[8];

void guest_interrupt(uint32_t which)
{
    ends += which == GUEST_ACCELERATOR ? 1u : 0u;
}

int main(void)
{
    struct guest_accelerator *crc = guest_accelerator(ACCELERATOR_CRC);

    (void)guest_take();
    guest_release();
    crc = guest_accelerator(ACCELERATOR_CRC);
    if (guest_take() != 0u) {
        guest_print("told without a wait");
    }
    guest_on();
    crc->argument[0] = (uint32_t)in;
    crc->argument[1] = 8u;
    crc->start = 1u;
    while (ends == 0u) {
    }
    guest_print("told");
    return 0;
}
