/* SPDX-License-Identifier: Apache-2.0 */
/* Make calls of all kinds forever: alarms that expire, console lines, an unknown call, waits. */

#include <guest.h>

#define NONE 99

int main(void)
{
    for (;;) {
        guest_alarm(guest_time() + 700u);
        (void)guest_call(GUEST_CONSOLE, (uint32_t)"again", 5u);
        (void)guest_call(NONE, 0u, 0u);
        guest_wait();
        (void)guest_take();
    }
}
