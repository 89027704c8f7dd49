/* SPDX-License-Identifier: Apache-2.0 */
/* Runs for 12,000 cycles after each alarm, with a higher priority than a guest that owns a line. Prints the most cycles
 * between two readings of the time. A line that interrupts this guest makes the number larger. */

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
