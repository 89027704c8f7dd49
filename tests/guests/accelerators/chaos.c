/* SPDX-License-Identifier: Apache-2.0 */
/* Use accelerators and forbidden addresses at random (SEED), then fault. After a restart, do this with other values. */

#include <generated/csr.h>
#include "jobs.h"

static uint32_t dice, buffer[64];

static uint32_t roll(void)
{
    dice ^= dice << 13;
    dice ^= dice >> 17;
    dice ^= dice << 5;
    return dice;
}

static uint32_t somewhere(void)
{
    static const uint32_t bases[] = {0u, 0x10000000u, 0x1001E000u, CSR_REGION0_BASE, CSR_REGION0_CONTROL_BASE};

    return roll() % 3u != 0u ? (uint32_t)&buffer[roll() % 64u] : bases[roll() % 5u] + (roll() & 0x3FFCu);
}

void guest_interrupt(uint32_t which) { dice ^= which; }

int main(void)
{
    struct guest_accelerator *device = 0;
    uint32_t n, actions;

    dice = SEED * 0x9E3779B1u ^ (uint32_t)guest_time();
    dice += dice == 0u ? 1u : 0u;
    for (actions = roll() % 40u; actions != 0u; actions--) {
        switch (roll() % 8u) {
        case 0: device = guest_accelerator(roll() % 2u); break;
        case 1: (void)guest_call(GUEST_ASK, roll() % 4u, 0u); break;
        case 2: guest_release(); break;
        case 3:
        case 4:
            if (device != 0) {
                for (n = 0u; n < 4u; n++) {
                    device->argument[n] = roll() % 3u != 0u ? somewhere() : roll() % 100u;
                }
                device->start = roll();
            }
            break;
        case 5: guest_set_off(roll()); break;
        case 6:
            for (n = roll() % 500u; n != 0u; n--) {
                buffer[n % 64u] = n;
            }
            break;
        default:
            if (roll() % 4u == 0u) {
                *(volatile uint32_t *)somewhere() = roll();
            }
        }
    }
    if (roll() % 2u == 0u) {
        __asm__ volatile("ebreak");
    }
    for (;;) {
        (void)*(volatile uint32_t *)somewhere();
    }
}
