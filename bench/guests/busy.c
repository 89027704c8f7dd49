/* SPDX-License-Identifier: Apache-2.0 */
/* Calculates, and writes 4 KiB, without an end, so that both caches hold its own. */

#include <stdint.h>

int main(void)
{
    static volatile uint32_t words[1024];
    uint32_t n;

    for (;;) {
        for (n = 0u; n < 1024u; n++) {
            words[n] = words[(n * 5u) % 1024u] / (n + 1u);
        }
    }
}
