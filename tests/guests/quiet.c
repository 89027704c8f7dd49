/* SPDX-License-Identifier: Apache-2.0 */
/* Waits for an alarm again and again, and prints nothing. */

#include <guest.h>

int main(void)
{
    for (;;) {
        guest_alarm(guest_time() + 900u);
        guest_wait();
        (void)guest_take();
        while (((uint32_t)guest_time() & 0x7FFu) < 0x400u) {
        }
    }
}
