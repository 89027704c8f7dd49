/* SPDX-License-Identifier: Apache-2.0 */
/* Waits until guests with lower priority have printed. Then prints a line, and runs for ever. */

#include <guest.h>

int main(void)
{
    guest_alarm(guest_time() + AT);
    guest_wait();
    guest_print("now");
    for (;;) {
    }
}
