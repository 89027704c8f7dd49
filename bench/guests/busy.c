/* SPDX-License-Identifier: Apache-2.0 */
/* Compute and write 4 KiB forever, so that this guest's code and data replace those of other guests in the caches. */

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
