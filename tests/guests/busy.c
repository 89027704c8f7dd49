/* SPDX-License-Identifier: Apache-2.0 */
/* Compute a value without a call of the monitor, and print whether the value is right. */

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
