/* SPDX-License-Identifier: Apache-2.0 */
/* Works for longer than the monitor's pause between two pieces of output, prints a line, waits, and begins again. */

#include <guest.h>

int main(void)
{
    uint64_t due = guest_time();

    for (;;) {
        due += 15000u;
        guest_alarm(due);
        guest_wait();
        (void)guest_take();
        while (guest_time() < due + 2500u) {
        }
        guest_print("x");
    }
}
