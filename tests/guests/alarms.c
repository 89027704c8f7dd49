/* SPDX-License-Identifier: Apache-2.0 */
/* Waits WAITS times for its only alarm, FIRST to FIRST + RANGE cycles ahead. Prints a line before each wait. */

#include <guest.h>

#define STEP 7u

int main(void)
{
    uint32_t n;

    for (n = 0u; n < WAITS; n++) {
        guest_alarm(guest_time() + FIRST + (STEP * n) % RANGE);
        guest_print("wait");
        guest_wait();
        if ((guest_take() & GUEST_TIMER) == 0u) {
            return 1;
        }
    }
    return 0;
}
