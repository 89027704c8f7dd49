/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the three pages that are its own, and finds there what it has written, while another guest does the same. */

#include <guest.h>

#ifdef PAGE_A
static volatile uint32_t *const pages[] = {(uint32_t *)PAGE_A, (uint32_t *)PAGE_B, (uint32_t *)PAGE_C};
#else
static volatile uint32_t *const pages[] = {(uint32_t *)PAGE_D, (uint32_t *)PAGE_E, (uint32_t *)PAGE_F};
#endif

int main(void)
{
    uint32_t n, round;

    for (round = 1u; round < 3000u; round++) {
        for (n = 0u; n < 3u; n++) {
            if (*pages[n] != round - 1u) {
                guest_print("not mine");
                return 1;
            }
            *pages[n] = round;
        }
    }
    guest_print("all three are mine");
    return 0;
}
