/* SPDX-License-Identifier: Apache-2.0 */
/* Jobs for accelerators: input words from a seed, and a checksum of the result. The test computes both in Python. */
#ifndef JOBS_H
#define JOBS_H

#include <guest.h>

static uint32_t words_seed;

static inline uint32_t word(void)
{
    words_seed = words_seed * 1664525u + 1013904223u;
    return words_seed;
}

static inline void fill(uint32_t *words, uint32_t count, uint32_t seed)
{
    uint32_t n;

    words_seed = seed;
    for (n = 0u; n < count; n++) {
        words[n] = word();
    }
}

static inline uint32_t checksum(const uint32_t *words, uint32_t count)
{
    uint32_t sum = UINT32_MAX, n, bit;

    for (n = 0u; n < count; n++) {
        sum ^= words[n];
        for (bit = 0u; bit < 32u; bit++) {
            sum = (sum >> 1) ^ ((sum & 1u) != 0u ? 0xEDB88320u : 0u);
        }
    }
    return ~sum;
}

/* Print a text, a space and 8 hexadecimal digits of the value. */
static inline void say(const char *text, uint32_t value)
{
    char line[GUEST_LINE], *to = line;
    int shift;

    while (*text != '\0') {
        *to++ = *text++;
    }
    *to++ = ' ';
    for (shift = 28; shift >= 0; shift -= 4) {
        *to++ = "0123456789abcdef"[(value >> shift) & 15u];
    }
    *to = '\0';
    (void)guest_print(line);
}

static inline void begin(struct guest_accelerator *device, const void *a, const void *b, const void *c, const void *d)
{
    device->argument[0] = (uint32_t)a;
    device->argument[1] = (uint32_t)b;
    device->argument[2] = (uint32_t)c;
    device->argument[3] = (uint32_t)d;
    device->start = 0u;
}

/* Wait for the end of the job, empty the data cache, and return the accelerator's status. */
static inline uint32_t end_of(struct guest_accelerator *device)
{
    while ((device->status & GUEST_RUNS) != 0u) {
    }
    guest_fresh();
    return device->status;
}
#endif
