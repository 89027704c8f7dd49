/* SPDX-License-Identifier: Apache-2.0 */
/* Waits and works in turn, and prints nothing. */

#include <guest.h>

int main(void)
{
    uint64_t until;

    for (;;) {
        guest_alarm(guest_time() + 2000u);
        guest_wait();
        (void)guest_take();
        until = guest_time() + 1500u;
        while (guest_time() < until) {
        }
    }
}
