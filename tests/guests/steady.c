/* SPDX-License-Identifier: Apache-2.0 */
/* Works for a while at each alarm: a more urgent guest beside one that has a line. */

#include <guest.h>

int main(void)
{
    uint32_t rounds;
    uint64_t due = guest_time(), end;

    for (rounds = 0u; rounds < 10u; rounds++) {
        due += 30000u;
        guest_alarm(due);
        guest_wait();
        guest_on();
        end = guest_time() + 12000u;
        while (guest_time() < end) {
        }
    }
    return 0;
}
