/* SPDX-License-Identifier: Apache-2.0 */
/* Never waits: computes a value, and prints whether it is right. */

#include <guest.h>

int main(void)
{
    static volatile uint32_t value = 1u;
    uint32_t n;

    for (n = 0u; n < 3000u; n++) {
        value = value * 1664525u + 1013904223u;
    }
    guest_print(value == 2112172793u ? "as it should be" : "as it should not be");
    return 0;
}
