/* SPDX-License-Identifier: Apache-2.0 */
/* Works for a while at each alarm, with a higher priority than a guest that has a line. Prints its longest step. */

#include <guest.h>

int main(void)
{
    uint32_t rounds, step, longest = 0u;
    uint64_t due = guest_time(), now, before, end;
    char text[] = "steps of at most 00000 cycles";

    for (rounds = 0u; rounds < 10u; rounds++) {
        due += 30000u;
        guest_alarm(due);
        guest_wait();
        guest_on();
        before = guest_time();
        end = before + 12000u;
        do {
            now = guest_time();
            step = (uint32_t)(now - before);
            longest = step > longest ? step : longest;
            before = now;
        } while (now < end);
    }
    for (step = 22u; step > 17u; step--) {
        text[step - 1u] = (char)('0' + longest % 10u);
        longest /= 10u;
    }
    guest_print(text);
    return 0;
}
