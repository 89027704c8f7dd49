/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Test the hot memory with linked code, with data (bytes, half-words and words), and with instructions that the program
 * writes and executes. Print the result. A failed check prints its source line and exits with 1.
 */

#include <stdint.h>
#include <stdio.h>
#include <generated/mem.h>
#include <bsp.h>

#define HOT_END (HOT_MEMORY_BASE + HOT_MEMORY_SIZE - 4u) /* the last word; the next address is 0 */
#define ROOM    256u                                     /* bytes before HOT_END that hold no linked code */

#define EXPECT(condition) \
    do { \
        if (!(condition)) { \
            printf("line %d\n", __LINE__); \
            BSP_Exit(1); \
        } \
    } while (0)

#define ADDI_A0(n) (0x00050513u | ((uint32_t)(n) << 20))
#define RET        0x00008067u

extern char const __hot_start[], __hot_end[];

static uint32_t volatile *const words = (uint32_t volatile *)(HOT_END - ROOM);
static uint16_t volatile *const halves = (uint16_t volatile *)(HOT_END - ROOM);
static uint8_t volatile *const bytes = (uint8_t volatile *)(HOT_END - ROOM);

typedef uint32_t (*FUNCTION)(uint32_t);

static uint32_t seed = 1u;

static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

/* Code outside of the hot memory, called by hot(). */
static __attribute__((noinline)) uint32_t cold(uint32_t value)
{
    return value * 3u;
}

static __attribute__((hot, noinline)) uint32_t hot(uint32_t value)
{
    return cold(value) + 1u;
}

/* Code in the hot memory that loads and stores inside and outside of the hot memory. */
static __attribute__((hot, noinline)) uint32_t hot_sum(uint32_t count, uint32_t *away)
{
    uint32_t sum = 0u;

    for (uint32_t n = 0u; n < count; n++) {
        words[n % (ROOM / 4u)] = n;
        away[n % 8u] = n * n;
        sum += ((n & 3u) != 0u) ? words[n % (ROOM / 4u)] : away[n % 8u];
    }
    return sum;
}

static void data(void)
{
    static uint8_t expected[ROOM];

    for (uint32_t n = 0u; n < ROOM; n++) {
        bytes[n] = 0u;
    }
    for (uint32_t n = 0u; n < 4000u; n++) {
        const uint32_t at = draw(ROOM);
        const uint32_t value = draw(0x1000000u) * 257u;

        switch (draw(6u)) {
        case 0u:
            bytes[at] = (uint8_t)value;
            expected[at] = (uint8_t)value;
            break;
        case 1u:
            halves[at / 2u] = (uint16_t)value;
            expected[at & ~1u] = (uint8_t)value;
            expected[at | 1u] = (uint8_t)(value >> 8);
            break;
        case 2u:
            words[at / 4u] = value;
            for (uint32_t byte = 0u; byte < 4u; byte++) {
                expected[(at & ~3u) + byte] = (uint8_t)(value >> (8u * byte));
            }
            break;
        case 3u:
            EXPECT(bytes[at] == expected[at]);
            break;
        case 4u:
            EXPECT(halves[at / 2u] == (expected[at & ~1u] | (expected[at | 1u] << 8)));
            break;
        default:
            EXPECT((int8_t)bytes[at] == (int8_t)expected[at]);
            EXPECT((words[at / 4u] >> (8u * (at & 3u)) & 0xFFu) == expected[at]);
            break;
        }
    }
}

/* Write two instructions to random words, again and again. After each fence.i, the core must execute the new ones. */
static void code(void)
{
    for (uint32_t n = 0u; n < 200u; n++) {
        const uint32_t at = draw(ROOM / 4u - 1u), added = draw(2048u);

        if ((n & 1u) != 0u) {
            words[at] = ADDI_A0(added);
            words[at + 1u] = RET;
        } else {
            for (uint32_t byte = 0u; byte < 4u; byte++) {
                bytes[4u * at + byte] = (uint8_t)(ADDI_A0(added) >> (8u * byte));
                bytes[4u * at + 4u + byte] = (uint8_t)(RET >> (8u * byte));
            }
        }
        __asm__ volatile("fence.i" : : : "memory");
        EXPECT(((FUNCTION)(uintptr_t)&words[at])(n) == n + added);
    }
    *(uint32_t volatile *)HOT_END = RET;
    __asm__ volatile("fence.i" : : : "memory");
    EXPECT(((FUNCTION)HOT_END)(11u) == 11u);
}

int main(void)
{
    static uint32_t away[8];
    uint32_t sum = 0u;

    EXPECT((uint32_t)__hot_start == (uint32_t)HOT_MEMORY_BASE);
    EXPECT((uint32_t)__hot_end <= (uint32_t)bytes);
    EXPECT((uint32_t)hot >= (uint32_t)HOT_MEMORY_BASE && (uint32_t)cold < (uint32_t)HOT_MEMORY_BASE);
    for (uint32_t n = 0u; n < 1000u; n++) {
        sum += hot(n);
    }
    EXPECT(sum == 3u * 499500u + 1000u);
    sum = 0u;
    for (uint32_t n = 0u; n < 500u; n++) {
        sum += ((n & 3u) != 0u) ? n : n * n;
    }
    EXPECT(hot_sum(500u, away) == sum);
    data();
    code();
    puts("hot: all as it should be");
    return 0;
}
