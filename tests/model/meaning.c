/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model against examples written by hand, through the intrinsics: host and Nios II back end alike. */
#include <stdio.h>
#include <stdlib.h>

#ifdef CI_NIOS2
#include "nios2_builtins.h"
#endif
#include "ci_intrinsics.h"
#include "model/accelerator.h"

struct accelerator ci_host;

static int failures;

#define CHECK(got, expected) check(__LINE__, #got, (got), (expected))

static void check(int line, char const *what, uint32_t got, uint32_t expected)
{
    if (got != expected) {
        printf("meaning.c:%d: %s: expected 0x%x, got 0x%x\n", line, what, (unsigned)expected, (unsigned)got);
        failures++;
    }
}

static void begin(unsigned tasks, unsigned width, unsigned units)
{
    if (!accelerator_init(&ci_host, tasks, width, units, 1u)) {
        printf("meaning.c: no such core: %u tasks, width %u, units %u\n", tasks, width, units);
        exit(2);
    }
}

static void information(void)
{
    uint32_t word;

    begin(64u, 16u, 3u);
    word = ci_info();
    CHECK(word, 1u | 3u << 8 | 1u << 12 | 1u << 13 | 64u << 14 | 16u << 23);
    CHECK(CI_INFO_VERSION(word), 1u);
    CHECK(CI_INFO_UNITS(word), 3u);
    CHECK(CI_INFO_ENGINE(word), 1u);
    CHECK(CI_INFO_WAKE(word), 1u);
    CHECK(CI_INFO_TASKS(word), 64u);
    CHECK(CI_INFO_WIDTH(word), 16u);
    begin(256u, 32u, ACCELERATOR_TIME);
    word = ci_info();
    CHECK(CI_INFO_UNITS(word), 2u);
    CHECK(CI_INFO_WAKE(word), 0u);
    CHECK(CI_INFO_TASKS(word), 256u);
    CHECK(CI_INFO_WIDTH(word), 32u);
}

static void delays(void)
{
    begin(37u, 4u, ACCELERATOR_TIME);
    ci_time_set(3u, 2u);
    ci_time_set(36u, 0xF1u); /* only the low 4 bits */
    CHECK(ci_time_get(3u), 2u);
    CHECK(ci_time_get(36u), 1u);
    CHECK(ci_time_tick(), 1u);
    CHECK(ci_time_get(3u), 1u);
    CHECK(ci_time_get(36u), 0u);
    CHECK(ci_time_expired(1u), 1u << 4);
    CHECK(ci_time_next(), 36u);
    CHECK(ci_time_next(), CI_NONE);
    CHECK(ci_time_tick(), 1u);
    CHECK(ci_time_take(3u), 1u);
    CHECK(ci_time_take(3u), 0u);
    CHECK(ci_time_tick(), 0u);

    ci_time_set(5u, 1u); /* set, clear and results_clear forget that it had expired */
    ci_time_set(6u, 1u);
    ci_time_set(7u, 1u);
    CHECK(ci_time_tick(), 1u);
    CHECK(ci_time_expired(0u), 7u << 5);
    ci_time_set(5u, 0u);
    CHECK(ci_time_expired(0u), 6u << 5);
    ci_time_clear(6u);
    CHECK(ci_time_expired(0u), 1u << 7);
    ci_time_results_clear();
    CHECK(ci_time_expired(0u), 0u);
    CHECK(ci_time_tick(), 0u);

    ci_time_set(8u, 2u); /* deactivated, nothing counts; what has expired stays */
    ci_time_activate(0u);
    CHECK(ci_time_tick(), 0u);
    CHECK(ci_time_get(8u), 2u);
    ci_time_activate(1u);
    ci_time_clear(8u);
    CHECK(ci_time_get(8u), 0u);
    for (unsigned n = 0; n < 40u; n++) {
        CHECK(ci_time_tick(), 0u);
    }
}

static void moves(void)
{
    begin(8u, 8u, 3u);
    ci_time_set(1u, 9u);
    ci_time_hold(1u);
    ci_time_set(2u, 1u);
    ci_time_move(1u, 2u); /* what 2 had is lost */
    CHECK(ci_time_get(1u), 0u);
    CHECK(ci_time_get(2u), 9u);
    ci_time_move(2u, 2u);
    CHECK(ci_time_get(2u), 9u);
    ci_time_move(2u, 8u); /* there is no 8 */
    CHECK(ci_time_get(2u), 9u);
    for (unsigned n = 0; n < 8u; n++) {
        CHECK(ci_time_tick(), 0u);
    }
    CHECK(ci_time_tick(), 1u); /* held went with it */
    CHECK(ci_ready_word(0u), 0u);
    ci_time_move(2u, 3u); /* and so does expired */
    CHECK(ci_time_expired(0u), 1u << 3);
    CHECK(ci_time_next(), 3u);
}

static void wake(void)
{
    begin(64u, 16u, 3u);
    ci_time_set(10u, 1u);
    ci_time_set(40u, 1u);
    ci_time_hold(40u);
    CHECK(ci_time_tick(), 1u);
    CHECK(ci_ready_highest(), 10u); /* 40 is held: it needs software instead */
    CHECK(ci_ready_test(40u), 0u);
    CHECK(ci_time_next(), 40u);
    CHECK(ci_time_next(), CI_NONE);
    CHECK(ci_time_expired(0u), 1u << 10); /* 10 learns from take that its time was up */
    CHECK(ci_time_take(10u), 1u);
    ci_time_release(40u);
    CHECK(ci_ready_test(40u), 0u);
    ci_time_set(40u, 1u);
    CHECK(ci_time_tick(), 0u);
    CHECK(ci_ready_test(40u), 1u);
}

static void ready(void)
{
    begin(37u, 16u, ACCELERATOR_READY);
    CHECK(ci_ready_highest(), CI_NONE);
    ci_ready_set(36u);
    ci_ready_set(9u);
    ci_ready_set(37u); /* there is no 37, nor 256 + 9 */
    ci_ready_clear(256u + 9u);
    CHECK(ci_ready_highest(), 9u);
    CHECK(ci_ready_group(), 1u << 4 | 1u << 1);
    CHECK(ci_ready_row(1u), 1u << 1);
    CHECK(ci_ready_row(4u), 1u << 4);
    CHECK(ci_ready_row(5u), 0u);
    CHECK(ci_ready_word(1u), 1u << 4);
    CHECK(ci_ready_word(2u), 0u);
    ci_ready_clear(9u);
    CHECK(ci_ready_highest(), 36u);
    ci_ready_word_write(1u, 0xFFFFFFFFu);
    CHECK(ci_ready_word(1u), 0x1Fu);
    ci_ready_word_write(2u, 0xFFFFFFFFu);
    CHECK(ci_ready_highest(), 32u);
    CHECK(ci_ready_test(32u), 1u);
    CHECK(ci_ready_test(0x80000020u), 0u);
    ci_ready_clear_all();
    CHECK(ci_ready_highest(), CI_NONE);
    CHECK(ci_ready_group(), 0u);
    for (unsigned n = 0; n < 16u; n++) {
        CHECK(ci_ready_bit(n), 1u << n % 8u);
    }
    CHECK(ci_ready_lowest(0u), 0u);
    CHECK(ci_ready_lowest(0x80u), 7u);
    CHECK(ci_ready_lowest(0x60u), 5u);
    CHECK(ci_ready_lowest(0x100u), 0u);
}

static void illegal(void)
{
    struct accelerator a;
    struct {
        unsigned units, unit, op;
    } const cases[] = {{3u, 0u, 1u},  {3u, 1u, 12u}, {3u, 1u, 127u}, {3u, 2u, 11u}, {3u, 3u, 0u},
                       {3u, 7u, 0u},  {1u, 1u, 0u},  {2u, 2u, 0u}};

    for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        int is_illegal = 0;
        uint32_t got;

        (void)accelerator_init(&a, 8u, 8u, cases[n].units, 0u);
        got = accelerator_execute(&a, cases[n].unit, cases[n].op, 1u, 1u, &is_illegal);
        CHECK((uint32_t)is_illegal, 1u);
        CHECK(got, 0u);
        CHECK(a.delay[1] | a.ready.word[0] | a.held.word[0] | a.expired.word[0] | !a.counting, 0u);
    }
    CHECK(accelerator_init(&a, 7u, 8u, 3u, 0u), 0u);
    CHECK(accelerator_init(&a, 257u, 8u, 3u, 0u), 0u);
    CHECK(accelerator_init(&a, 8u, 3u, 3u, 0u), 0u);
    CHECK(accelerator_init(&a, 8u, 33u, 3u, 0u), 0u);
    CHECK(accelerator_init(&a, 8u, 8u, 0u, 0u), 0u);
    CHECK(accelerator_init(&a, 8u, 8u, 4u, 0u), 0u);
}

#ifdef CI_NIOS2
/* That bus has no trap: what the core does not have gives 0 and changes nothing. */
static void absent(void)
{
    begin(8u, 8u, ACCELERATOR_READY);
    CHECK(CI_INFO_UNITS(ci_info()), 1u);
    ci_ready_set(3u);
    ci_time_set(3u, 1u);
    CHECK(ci_time_tick(), 0u);
    CHECK(ci_time_next(), 0u);
    CHECK(ci_time_get(3u), 0u);
    CHECK((uint32_t)__builtin_custom_inii(CI_NIOS2_NUMBER(CI_UNIT_READY, 15), 3, 3), 0u);
    CHECK((uint32_t)__builtin_custom_inii(CI_NIOS2_NUMBER(3, 0), 3, 3), 0u);
    CHECK(ci_ready_word(0u), 1u << 3);
}
#endif

int main(void)
{
#ifdef CI_NIOS2
    absent();
#endif
    information();
    delays();
    moves();
    wake();
    ready();
    illegal();
    printf("%d failures\n", failures);
    return failures != 0;
}
