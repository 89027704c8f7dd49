/* SPDX-License-Identifier: Apache-2.0 */
/* Runs for 300,000 cycles. Prints the longest pause between two readings of the time. */

#include <guest.h>

int main(void)
{
    uint64_t before = guest_time(), end = before + 300000u, now;
    uint32_t pause, longest = 0u, digit;
    char text[] = "pauses of at most 00000 cycles";

    do {
        now = guest_time();
        pause = (uint32_t)(now - before);
        longest = pause > longest ? pause : longest;
        before = now;
    } while (now < end);
    for (digit = 23u; digit > 18u; digit--) {
        text[digit - 1u] = (char)('0' + longest % 10u);
        longest /= 10u;
    }
    guest_print(text);
    return 0;
}
