/* SPDX-License-Identifier: Apache-2.0 */
/* Makes calls of all kinds without an end: alarms that come, lines for the console, a call that is none, waits. */

#include <guest.h>

#define NONE 99

int main(void)
{
    guest_on();
    for (;;) {
        guest_alarm(guest_time() + 700u);
        (void)guest_call(GUEST_CONSOLE, (uint32_t)"again", 5u);
        (void)guest_call(NONE, 0u, 0u);
        guest_wait();
    }
}
