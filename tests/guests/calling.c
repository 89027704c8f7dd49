/* SPDX-License-Identifier: Apache-2.0 */
/* Make monitor calls in an endless loop, so that an interrupt of another guest can come at any cycle of a call. */

#include <guest.h>

int main(void)
{
    static char text[] = "x";
    uint32_t n;

    for (n = 0u;; n++) {
        guest_alarm(guest_time() + 1000u + (n & 63u));
        (void)guest_call(GUEST_CONSOLE, (uint32_t)text, n % 50u == 0u ? 1u : GUEST_LINE + 1u);
        (void)guest_call(77, 0u, 0u);
        if (n % 4u == 0u) {
            guest_wait();
            (void)guest_take();
        }
    }
}
