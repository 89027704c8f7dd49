/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Test the hot data memory: two stores and a load, of each size, 0 to 3 instructions apart, at random addresses in two
 * words. The same accesses to an array in the SoC's memory tell the expected values. Print the cycles of loads and
 * stores, and the result. A failed check prints its source line and exits with 1.
 */

#include <stdint.h>
#include <stdio.h>
#include <generated/mem.h>
#include <bsp.h>

#define EXPECT(condition) \
    do { \
        if (!(condition)) { \
            printf("line %d\n", __LINE__); \
            BSP_Exit(1); \
        } \
    } while (0)

#define ROUNDS 40u
#define HOT    __attribute__((section(".hot_data")))

static uint32_t HOT hot[64];
static uint32_t cold[64];
static uint32_t initialised = 0x12345678u; /* a small variable, so it is in the hot data memory */
static uint32_t large[64] = {1u, 2u, 3u};

static uint32_t seed = 1u;

static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

typedef struct {
    uint32_t first, second; /* stored values */
    uint32_t a, b, c;       /* offsets of the two stores and of the load */
} access_t;

typedef uint32_t sequence(uintptr_t base, access_t const *how);

#define SEQUENCE(s1, s2, load, name, gap) \
    static __attribute__((noinline)) uint32_t s1##_##s2##_##load##_##name(uintptr_t base, access_t const *how) \
    { \
        uint32_t result; \
        __asm__ volatile(#s1 " %1, 0(%3)\n" #s2 " %2, 0(%4)\n" gap #load " %0, 0(%5)" \
                         : "=&r"(result) : "r"(how->first), "r"(how->second), "r"(base + how->a), \
                           "r"(base + how->b), "r"(base + how->c) : "memory"); \
        return result; \
    }
#define GAPS(s1, s2, load) \
    SEQUENCE(s1, s2, load, 0, "") SEQUENCE(s1, s2, load, 1, "nop\n") SEQUENCE(s1, s2, load, 2, "nop\nnop\n") \
    SEQUENCE(s1, s2, load, 3, "nop\nnop\nnop\n")
#define LOADS(s1, s2)    GAPS(s1, s2, lb) GAPS(s1, s2, lbu) GAPS(s1, s2, lh) GAPS(s1, s2, lhu) GAPS(s1, s2, lw)
#define STORES(s1)       LOADS(s1, sb) LOADS(s1, sh) LOADS(s1, sw)
STORES(sb) STORES(sh) STORES(sw)

#define ROW(s1, s2, load, size) \
    {s1##_##s2##_##load##_0, size}, {s1##_##s2##_##load##_1, size}, {s1##_##s2##_##load##_2, size}, \
    {s1##_##s2##_##load##_3, size},
#define ROWS(s1, s2, sizes) \
    ROW(s1, s2, lb, sizes | 1u) ROW(s1, s2, lbu, sizes | 1u) ROW(s1, s2, lh, sizes | 2u) ROW(s1, s2, lhu, sizes | 2u) \
    ROW(s1, s2, lw, sizes | 4u)

static const struct {
    sequence *run;
    uint32_t  sizes; /* bytes of the first store, the second store and the load, a hexadecimal digit each */
} sequences[] = {
    ROWS(sb, sb, 0x110u) ROWS(sb, sh, 0x120u) ROWS(sb, sw, 0x140u) ROWS(sh, sb, 0x210u) ROWS(sh, sh, 0x220u)
    ROWS(sh, sw, 0x240u) ROWS(sw, sb, 0x410u) ROWS(sw, sh, 0x420u) ROWS(sw, sw, 0x440u)
};

static uint32_t offset(uint32_t size)
{
    return draw(8u / size) * size;
}

static uint32_t cycles_of_loads(uint32_t volatile *words)
{
    const uint32_t start = BSP_Cycles();

    __asm__ volatile(".rept 8\nlw t0, 0(%0)\nlw t1, 4(%0)\nlw t2, 8(%0)\nadd t0, t0, t1\n.endr" : : "r"(words)
                     : "t0", "t1", "t2", "memory");
    return BSP_Cycles() - start;
}

static uint32_t cycles_of_stores(uint32_t volatile *words)
{
    const uint32_t start = BSP_Cycles();

    __asm__ volatile(".rept 24\nsw t0, 0(%0)\n.endr" : : "r"(words) : "memory");
    return BSP_Cycles() - start;
}

int main(void)
{
    EXPECT((uintptr_t)hot >= HOT_DATA_BASE && (uintptr_t)hot < HOT_DATA_BASE + HOT_DATA_SIZE);
    EXPECT((uintptr_t)&initialised >= HOT_DATA_BASE && initialised == 0x12345678u);
    EXPECT((uintptr_t)large < HOT_DATA_BASE && large[2] == 3u && large[3] == 0u);
    for (uint32_t n = 0u; n < 64u; n++) {
        EXPECT(hot[n] == 0u);
    }
    for (uint32_t round = 0u; round < ROUNDS; round++) {
        for (uint32_t n = 0u; n < sizeof(sequences) / sizeof(sequences[0]); n++) {
            const uint32_t sizes = sequences[n].sizes;
            const access_t how = {seed * 77u, seed * 1013u, offset(sizes >> 8), offset(sizes >> 4 & 15u),
                                  offset(sizes & 15u)};

            const uint32_t expected = sequences[n].run((uintptr_t)&cold[n % 60u], &how);

            EXPECT(sequences[n].run((uintptr_t)&hot[n % 60u], &how) == expected);
        }
        for (uint32_t n = 0u; n < 64u; n++) {
            EXPECT(hot[n] == cold[n]);
        }
    }
    for (uint32_t warm = 0u; warm < 2u; warm++) {
        const uint32_t loads = cycles_of_loads(hot), cached = cycles_of_loads(cold), stores = cycles_of_stores(hot);

        if (warm) {
            EXPECT(loads == cached);
            EXPECT(stores < 24u + 8u);
        }
    }
    printf("hot data: all as it should be\n");
    return 0;
}
