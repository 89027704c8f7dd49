/* SPDX-License-Identifier: Apache-2.0 */
/* Writes its three pages and an interrupt register, and checks that they keep the values while another guest does the
 * same. */

#include <guest.h>

#ifdef PAGE_A
static volatile uint32_t *const pages[] = {(uint32_t *)PAGE_A, (uint32_t *)PAGE_B, (uint32_t *)PAGE_C};
#else
static volatile uint32_t *const pages[] = {(uint32_t *)PAGE_D, (uint32_t *)PAGE_E, (uint32_t *)PAGE_F};
#endif

int main(void)
{
    uint32_t n, round, pc;

    __asm__ volatile("csrw %0, %1" : : "i"(GUEST_PC), "r"(pages[0]));
    for (round = 1u; round < 3000u; round++) {
        for (n = 0u; n < 3u; n++) {
            if (*pages[n] != round - 1u) {
                guest_print("not mine");
                return 1;
            }
            *pages[n] = round;
        }
    }
    __asm__ volatile("csrr %0, %1" : "=r"(pc) : "i"(GUEST_PC));
    guest_print(pc == (uint32_t)pages[0] ? "all three are mine" : "a register is not mine");
    return 0;
}
