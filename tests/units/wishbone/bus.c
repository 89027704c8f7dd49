/* SPDX-License-Identifier: Apache-2.0 */
/* Calls ci_wishbone_works() on a model of the peripheral, through a right, cached or wide bus:
 *     bus right|cached|wide UNITS     prints the returned value. UNITS 0: task lists */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/accelerator.h"

static uint32_t bus_read(uintptr_t address);
static void bus_write(uintptr_t address, uint32_t word);

#define CI_WISHBONE_READ(address) bus_read(address)
#define CI_WISHBONE_WRITE(address, word) bus_write(address, word)
#include "ci_wishbone.h"

enum { LINE_WORDS = 8, BUS_WORDS = 2 };

static struct accelerator units;
static char const *bus;
static uint8_t is_cached[CI_WISHBONE_BYTES / 4];
static uint32_t cache[CI_WISHBONE_BYTES / 4];

static uint32_t command(uintptr_t word, uint32_t rs2)
{
    int illegal;

    return accelerator_execute(&units, word >> 14, (word >> 10) & 15u, word & 0x3FFu, rs2, &illegal);
}

static uint32_t bus_read(uintptr_t address)
{
    uintptr_t const word = address / 4u;
    uintptr_t const words = strcmp(bus, "cached") == 0 ? LINE_WORDS : strcmp(bus, "wide") == 0 ? BUS_WORDS : 1;
    uintptr_t const first = word / words * words;

    if (is_cached[word] == 0u) {
        for (uintptr_t n = first; n < first + words; n++) {
            cache[n] = command(n, 0u);
            is_cached[n] = words == LINE_WORDS;
        }
    }
    return cache[word];
}

static void bus_write(uintptr_t address, uint32_t word)
{
    (void)command(address / 4u, word);
}

int main(int argc, char **argv)
{
    unsigned const built = argc == 3 ? (unsigned)atoi(argv[2]) : 9u;

    bus = argv[1];
    if (built > 3u || !(built == 0u ? accelerator_init_lists(&units, 8u, 4u, 8u, 0u, false)
                                    : accelerator_init(&units, 8u, 4u, built, 0u))) {
        return 2;
    }
    printf("%d\n", ci_wishbone_works(0u, bus_read(0u)));
    return 0;
}
