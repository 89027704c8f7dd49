/* SPDX-License-Identifier: Apache-2.0 */
/* Check for 300,000 cycles that no other guest or accelerator changes this guest's memory. */

#include <guest.h>

static uint32_t words[1536];

int main(void)
{
    uint32_t n;
    uint64_t until = guest_time() + 300000u;

    for (n = 0u; n < 1536u; n++) {
        words[n] = n * 0x9E3779B1u;
    }
    while (guest_time() < until) {
        guest_fresh();
        for (n = 0u; n < 1536u; n++) {
            if (words[n] != n * 0x9E3779B1u) {
                return 1;
            }
        }
    }
    guest_print("as it was");
    return 0;
}
