/* SPDX-License-Identifier: Apache-2.0 */
/* Prints numbered lines, more than its log holds, and makes no further call. */

#include <guest.h>

int main(void)
{
    static char line[] = "line 00";
    uint32_t n;

    for (n = 1u; n <= 20u; n++) {
        line[5] = (char)('0' + n / 10u);
        line[6] = (char)('0' + n % 10u);
        guest_print(line);
    }
    for (;;) {
    }
}
