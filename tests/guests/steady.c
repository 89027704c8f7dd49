/* SPDX-License-Identifier: Apache-2.0 */
/* Works for a while at each alarm, and must not be held up by what is less urgent than it. */

#include <guest.h>

int main(void)
{
    uint32_t n, longest = 0u, gap, rounds = 0u;
    uint64_t due = guest_time(), before, now;

    while (rounds < 20u) {
        due += 30000u;
        guest_alarm(due);
        guest_wait();
        guest_page.off = 1u;
        (void)guest_call(GUEST_ON, 0u, 0u);
        before = guest_time();
        for (n = 0u; n < 300u; n++) {
            now = guest_time();
            gap = (uint32_t)(now - before);
            before = now;
            longest = (n > 20u) && (gap > longest) ? gap : longest;
        }
        rounds++;
    }
    guest_print(longest < 150u ? "never held up" : "held up");
    return 0;
}
