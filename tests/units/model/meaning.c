/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Check the golden model with hand-written examples. The intrinsics call it through the host or the Nios II back end.
 */
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
    begin(64u, 16u, ACCELERATOR_READY); /* no width and no engine */
    CHECK(ci_info(), 1u | 1u << 8 | 64u << 14);
}

static void delays(void)
{
    begin(37u, 4u, ACCELERATOR_TIME);
    ci_time_set(3u, 2u);
    ci_time_set(36u, 0xF1u); /* only the low 4 bits count */
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

    ci_time_set(5u, 1u); /* set, clear and results_clear clear the expired bit */
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

    ci_time_set(8u, 2u); /* while deactivated, no delay counts; expired bits stay */
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
    ci_time_move(1u, 2u); /* the old delay of task 2 is lost */
    CHECK(ci_time_get(1u), 0u);
    CHECK(ci_time_get(2u), 9u);
    ci_time_move(2u, 2u);
    CHECK(ci_time_get(2u), 9u);
    ci_time_move(2u, 8u); /* task 8 does not exist */
    CHECK(ci_time_get(2u), 9u);
    for (unsigned n = 0; n < 8u; n++) {
        CHECK(ci_time_tick(), 0u);
    }
    CHECK(ci_time_tick(), 1u); /* the held bit has moved too */
    CHECK(ci_ready_word(0u), 0u);
    ci_time_move(2u, 3u); /* so does the expired bit */
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
    CHECK(ci_ready_highest(), 10u); /* task 40 is held, so software must wake it */
    CHECK(ci_ready_test(40u), 0u);
    CHECK(ci_time_next(), 40u);
    CHECK(ci_time_next(), CI_NONE);
    CHECK(ci_time_expired(0u), 1u << 10); /* take tells task 10 that its delay ended */
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
    ci_ready_set(37u); /* tasks 37 and 256 + 9 do not exist */
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

static void begin_events(unsigned tasks, unsigned events, unsigned queue_words)
{
    begin(tasks, 16u, 3u);
    if (!accelerator_add_events(&ci_host, events, queue_words, ACCELERATOR_SERVICES)) {
        printf("meaning.c: no such event unit: %u events\n", events);
        exit(2);
    }
}

static void waiting(void)
{
    uint32_t which = 3u + CI_EVENT_SEMAPHORE;

    begin_events(37u, 4u, 16u);
    CHECK(CI_INFO_UNITS(ci_info()), 7u);
    CHECK(ci_event_info(), 4u | 16u << 8 | 1u << 17);
    ci_event_init(3u, 1u);
    ci_ready_set(9u);
    ci_ready_set(36u);
    CHECK(ci_event_pend(which + CI_EVENT_TASK(36u), 5u), 1u); /* returns the count */
    CHECK(ci_event_get(3u), 0u);
    CHECK(ci_ready_test(36u), 1u);
    CHECK(ci_event_pend(which + CI_EVENT_TASK(36u), 5u), 0u); /* waits with a timeout */
    CHECK(ci_event_pend(which + CI_EVENT_TASK(9u), 0u), 0u);  /* waits without a timeout */
    CHECK(ci_ready_highest(), CI_NONE);
    CHECK(ci_time_get(36u), 5u);
    CHECK(ci_time_get(9u), 0u);
    CHECK(ci_event_word(3u), 1u << 9);
    CHECK(ci_event_word(3u + CI_EVENT_INDEX(1u)), 1u << 4);
    CHECK(ci_event_word(3u + CI_EVENT_ROWS), 1u << 1 | 1u << 4);
    CHECK(ci_event_post(which, 0u), CI_EVENT_WOKEN | 9u << 8); /* wakes the highest task */
    CHECK(ci_ready_highest(), 9u);
    CHECK(ci_event_take(9u), 1u);
    CHECK(ci_event_take(9u), 0u);
    CHECK(ci_event_abort(3u), CI_EVENT_WOKEN | 36u << 8);
    CHECK(ci_time_get(36u), 0u);
    CHECK(ci_event_take(36u), 2u);
    CHECK(ci_event_abort(3u), 0u);
    CHECK(ci_event_post(which, 0u), CI_EVENT_STORED);
    CHECK(ci_event_get(3u), 1u);
    (void)ci_event_put(3u, 65535u);
    CHECK(ci_event_post(which, 0u), CI_EVENT_FULL);
    CHECK(ci_event_get(3u), 65535u);
    /* CI_EVENT_ALONE writes only if no task waits. */
    ci_event_add(3u + CI_EVENT_TASK(8u));
    CHECK(ci_event_put(3u + CI_EVENT_ALONE, 7u), 1u);
    CHECK(ci_event_get(3u), 65535u);
    CHECK(ci_event_put(3u, 7u), 0u);
    ci_event_remove(3u + CI_EVENT_TASK(8u));
    CHECK(ci_event_put(3u + CI_EVENT_ALONE, 2u), 0u);
    /* A try takes an item only if one is available. */
    CHECK(ci_event_try(which + CI_EVENT_PEEK), 2u);
    CHECK(ci_event_try(which), 2u);
    CHECK(ci_event_try(which), 1u);
    CHECK(ci_event_try(which), 0u);
    CHECK(ci_event_get(3u), 0u);
    CHECK(ci_event_word(3u), 0u);
    /* Events and tasks that do not exist. */
    CHECK(ci_event_post(4u + CI_EVENT_SEMAPHORE, 0u), 0u);
    CHECK(ci_event_pend(3u + CI_EVENT_TASK(37u), 0u), 0u);
    CHECK(ci_event_word(3u) | ci_event_word(3u + CI_EVENT_INDEX(1u)), 0u);
}

static void waits_that_time_out(void)
{
    begin_events(8u, 4u, 0u);
    CHECK(ci_event_pend(0u + CI_EVENT_TASK(5u), 1u), 0u);
    CHECK(ci_time_tick(), 0u);
    CHECK(ci_ready_test(5u), 1u);
    CHECK(ci_event_word(0u), 1u << 5); /* the task stays in the list until it runs, and a post may still wake it */
    CHECK(ci_event_post(0u, 77u), CI_EVENT_WOKEN | 5u << 8);
    CHECK(ci_time_take(5u), 0u);
    CHECK(ci_event_take(5u), 1u);
    CHECK(ci_event_message(5u), 77u);
    /* A marked task is left to software, and the wait list does not change. */
    ci_event_mark(6u, 1u);
    CHECK(ci_event_pend(0u + CI_EVENT_TASK(6u), 0u), 0u);
    CHECK(ci_event_post(0u, 88u), 1u << 31 | CI_EVENT_MARKED | 6u << 8);
    CHECK(ci_event_word(0u), 1u << 6);
    CHECK(ci_ready_test(6u), 0u);
    ci_event_remove(0u + CI_EVENT_TASK(6u));
    CHECK(ci_event_post(0u, 88u), CI_EVENT_STORED);
    /* When the priority of a task changes, copy its message and mark to the new number. */
    ci_event_want(6u, 99u);
    ci_event_copy(6u, 2u);
    CHECK(ci_event_message(2u), 99u);
    ci_event_add(0u + CI_EVENT_TASK(2u));
    CHECK(ci_event_abort(0u), 1u << 31 | CI_EVENT_MARKED | 2u << 8);
}

static void messages(void)
{
    begin_events(8u, 4u, 16u);
    CHECK(ci_event_post(1u + CI_EVENT_MAILBOX, 11u), CI_EVENT_STORED);
    CHECK(ci_event_post(1u + CI_EVENT_MAILBOX, 22u), CI_EVENT_FULL);
    CHECK(ci_event_pend(1u + CI_EVENT_MAILBOX + CI_EVENT_TASK(3u), 0u), 1u);
    CHECK(ci_event_message(3u), 11u);
    CHECK(ci_event_pend(1u + CI_EVENT_MAILBOX + CI_EVENT_TASK(3u), 0u), 0u);
    CHECK(ci_event_post(1u + CI_EVENT_MAILBOX, 33u), CI_EVENT_WOKEN | 3u << 8);
    CHECK(ci_event_message(3u), 33u);
    CHECK(ci_event_get(1u), 0u);
    CHECK(ci_event_post(1u + CI_EVENT_MAILBOX, 44u), CI_EVENT_STORED);
    CHECK(ci_event_try(1u + CI_EVENT_MAILBOX + CI_EVENT_TASK(3u)), 44u);
    CHECK(ci_event_message(3u), 33u); /* a try returns the message and gives it to no task */
    CHECK(ci_event_try(1u + CI_EVENT_MAILBOX), 0u);

    ci_event_init(2u, CI_EVENT_RING(14u, 3u)); /* a ring may wrap around the end of the memory */
    CHECK(ci_event_post(2u + CI_EVENT_QUEUE, 1u), CI_EVENT_STORED);
    CHECK(ci_event_post(2u + CI_EVENT_QUEUE, 0u), CI_EVENT_STORED); /* 0 is a valid message */
    CHECK(ci_event_post(2u + CI_EVENT_QUEUE + CI_EVENT_TO_FRONT, 3u), CI_EVENT_STORED);
    CHECK(ci_event_post(2u + CI_EVENT_QUEUE, 4u), CI_EVENT_FULL);
    for (unsigned n = 0; n < 3u; n++) {
        CHECK(ci_event_pend(2u + CI_EVENT_QUEUE + CI_EVENT_TASK(4u), 0u), 1u);
        CHECK(ci_event_message(4u), ((uint32_t[]){3u, 1u, 0u}[n]));
    }
    CHECK(ci_event_try(2u + CI_EVENT_QUEUE), 0u);
    CHECK(ci_event_word(2u), 0u);
    CHECK(ci_event_post(2u + CI_EVENT_QUEUE, 5u), CI_EVENT_STORED);
    CHECK(ci_event_post(2u + CI_EVENT_QUEUE, 0u), CI_EVENT_STORED);
    CHECK(ci_event_try(2u + CI_EVENT_QUEUE + CI_EVENT_PEEK), 5u);
    CHECK(ci_event_try(2u + CI_EVENT_QUEUE), 5u);
    CHECK(ci_event_try(2u + CI_EVENT_QUEUE), 0u); /* returns the message 0, which stays in the queue */
    CHECK(ci_event_message(4u), 0u);
    CHECK(ci_event_pend(2u + CI_EVENT_QUEUE + CI_EVENT_TASK(4u), 0u), 1u);
    CHECK(ci_event_pend(2u + CI_EVENT_QUEUE + CI_EVENT_TASK(4u), 0u), 0u);
    CHECK(ci_event_word(2u + CI_EVENT_ROWS), 1u);
}

static void flags(void)
{
    const uint32_t all = CI_EVENT_SET, any = CI_EVENT_SET + CI_EVENT_ANY, consume = CI_EVENT_SET + CI_EVENT_CONSUME;

    begin_events(8u, 4u, 16u);
    ci_event_init(0u, 4u);
    ci_event_want(1u, 3u);
    CHECK(ci_event_pend(CI_EVENT_TASK(1u) + all, 0u), 0u);
    ci_event_want(2u, 6u);
    CHECK(ci_event_pend(CI_EVENT_TASK(2u) + consume, 0u), 0u);
    ci_event_want(3u, 3u);
    CHECK(ci_event_pend(CI_EVENT_TASK(3u) + any, 0u), 0u);
    ci_event_want(4u, 8u);
    CHECK(ci_event_pend(CI_EVENT_TASK(4u), 0u), 0u); /* waits until flag 8 is 0, which it already is */
    CHECK(ci_event_put(0u, 6u), 0u);
    ci_event_mark(4u, 1u);
    CHECK(ci_event_flag_next(0u, CI_EVENT_FROM(0u)), CI_EVENT_WOKEN | 3u << 8);
    CHECK(ci_event_message(3u), 2u);
    CHECK(ci_event_flag_next(0u, CI_EVENT_WOKEN | 3u << 8), 1u << 31 | CI_EVENT_MARKED | 4u << 8);
    CHECK(ci_event_flag_next(0u, 1u << 31 | CI_EVENT_MARKED | 4u << 8), 1u << 31 | CI_EVENT_MARKED | 4u << 8);
    CHECK(ci_event_flag_next(0u, CI_EVENT_FROM(5u)), 0u);
    CHECK(ci_event_flag_next(0u, 0u), 0u);
    ci_event_mark(4u, 0u);
    CHECK(ci_event_flag_next(0u, CI_EVENT_FROM(4u)), CI_EVENT_WOKEN | 4u << 8);
    CHECK(ci_event_message(4u), 8u);
    CHECK(ci_event_flag_next(0u, CI_EVENT_FROM(0u)), 0u);
    CHECK(ci_event_get(0u), 6u);
    CHECK(ci_event_flag_next(CI_EVENT_CONSUMERS, CI_EVENT_FROM(0u)), CI_EVENT_WOKEN | 2u << 8);
    CHECK(ci_event_get(0u), 0u);
    CHECK(ci_event_word(0u), 1u << 1);
}

static void begin_base(unsigned tasks, unsigned units)
{
    begin(tasks, 16u, units);
    if (!accelerator_add_time_base(&ci_host)) {
        printf("meaning.c: no such time base\n");
        exit(2);
    }
}

static void cycles(unsigned count)
{
    while (count-- > 0u) {
        accelerator_cycle(&ci_host);
    }
}

/* Advance to the next tick, and let it take effect by itself. */
static void automatic_tick(void)
{
    cycles(ci_time_read(CI_TIME_BASE_LEFT));
    CHECK(accelerator_tick_automatically(&ci_host), 1u);
}

static uint32_t pending(void)
{
    return CI_TIME_STATUS_PENDING(ci_time_read(CI_TIME_BASE_STATUS));
}

static void prescaler(void)
{
    begin_base(8u, ACCELERATOR_TIME);
    CHECK(CI_INFO_UNITS(ci_info()), (unsigned)(ACCELERATOR_TIME | ACCELERATOR_TIME_BASE));
    cycles(100u); /* stopped */
    CHECK(ci_time_read(CI_TIME_BASE_LEFT) | pending(), 0u);
    ci_time_write(CI_TIME_BASE_PERIOD, 10u);
    CHECK(ci_time_read(CI_TIME_BASE_LEFT), 10u);
    cycles(9u);
    CHECK(ci_time_read(CI_TIME_BASE_LEFT), 1u);
    CHECK(pending(), 0u);
    cycles(1u);
    CHECK(ci_time_read(CI_TIME_BASE_LEFT), 10u);
    CHECK(pending(), 1u);
    cycles(3u);
    ci_time_write(CI_TIME_BASE_PERIOD, 4u); /* takes effect at the next boundary */
    CHECK(ci_time_read(CI_TIME_BASE_LEFT), 7u);
    cycles(7u);
    CHECK(ci_time_read(CI_TIME_BASE_LEFT), 4u);
    CHECK(pending(), 2u);
    ci_time_write(CI_TIME_BASE_PERIOD, 0u); /* takes effect at once; pending ticks stay */
    cycles(100u);
    CHECK(ci_time_read(CI_TIME_BASE_LEFT), 0u);
    CHECK(pending(), 2u);
    ci_time_write(CI_TIME_BASE_PERIOD, 0xFFFFFFFFu);
    CHECK(ci_time_read(CI_TIME_BASE_LEFT), 0xFFFFFFFFu);
    ci_time_write(CI_TIME_BASE_PERIOD, 0u);
    ci_time_write(CI_TIME_BASE_PERIOD, 1u);
    cycles(253u);
    CHECK(ci_time_read(CI_TIME_BASE_STATUS), CI_TIME_STATUS_WAITING | 255u << 16);
    cycles(1u); /* one tick too many: it is lost, and the overrun bit shows that */
    ci_time_write(CI_TIME_BASE_PERIOD, 0u);
    CHECK(ci_time_read(CI_TIME_BASE_STATUS), CI_TIME_STATUS_OVERRUN | CI_TIME_STATUS_WAITING | 255u << 16);
    (void)ci_time_tick();
    CHECK(ci_time_read(CI_TIME_BASE_STATUS), CI_TIME_STATUS_OVERRUN | CI_TIME_STATUS_WAITING | 254u << 16);
    ci_time_write(CI_TIME_BASE_STATUS, CI_TIME_STATUS_OVERRUN);
    CHECK(ci_time_read(CI_TIME_BASE_STATUS), CI_TIME_STATUS_WAITING | 254u << 16);
    /* Registers that do not exist or cannot be read. */
    CHECK(ci_time_read(CI_TIME_BASE_PERIOD) | ci_time_read(7u) | ci_time_read(24u), 0u);
    ci_time_write(24u, 5u);
    CHECK(ci_time_read(CI_TIME_BASE_LEFT), 0u);
}

static void automatic_ticks(void)
{
    begin_base(64u, 3u);
    ci_time_write(CI_TIME_BASE_RUNNING, 63u);
    ci_time_set(10u, 2u);
    ci_time_write(CI_TIME_BASE_PERIOD, 20u);
    cycles(20u); /* stepped: a tick waits for the instruction and requests an interrupt */
    CHECK(accelerator_interrupts(&ci_host), 1u);
    CHECK(accelerator_tick_automatically(&ci_host), 0u);
    CHECK(ci_time_read(CI_TIME_BASE_STATUS), CI_TIME_STATUS_WAITING | 1u << 16);
    CHECK(ci_time_tick(), 0u);
    CHECK(ci_time_read(CI_TIME_BASE_STATUS), 0u);
    CHECK(accelerator_interrupts(&ci_host), 0u);
    CHECK(ci_time_read(CI_TIME_BASE_TIME), 1u);
    CHECK(ci_time_get(10u), 1u);
    ci_time_write(CI_TIME_BASE_CONTROL, CI_TIME_CONTROL_AUTOMATIC);
    cycles(20u);
    CHECK(pending(), 1u);
    CHECK(accelerator_interrupts(&ci_host), 0u); /* no reason for an interrupt yet */
    CHECK(accelerator_tick_automatically(&ci_host), 1u);
    CHECK(accelerator_tick_automatically(&ci_host), 0u);
    CHECK(ci_time_read(CI_TIME_BASE_TIME), 2u);
    CHECK(ci_ready_highest(), 10u);
    CHECK(ci_time_read(CI_TIME_BASE_STATUS), CI_TIME_STATUS_URGENT);
    CHECK(accelerator_interrupts(&ci_host), 1u);
    CHECK(ci_ready_run(), 10u); /* task 10 runs, so no ready task is more urgent */
    CHECK(ci_time_read(CI_TIME_BASE_STATUS), 0u);
    CHECK(accelerator_interrupts(&ci_host), 0u);
    ci_ready_set(3u); /* a post raises no interrupt, but the next tick does */
    CHECK(accelerator_interrupts(&ci_host), 0u);
    automatic_tick();
    CHECK(accelerator_interrupts(&ci_host), 1u);
    ci_ready_clear(3u);
    CHECK(accelerator_interrupts(&ci_host), 0u);
    ci_time_hold(50u); /* needs software, whichever task runs */
    ci_time_set(50u, 1u);
    ci_time_write(CI_TIME_BASE_RUNNING, 0u);
    automatic_tick();
    CHECK(ci_time_read(CI_TIME_BASE_STATUS), CI_TIME_STATUS_SOFTWARE);
    CHECK(ci_time_next(), 50u);
    CHECK(ci_time_read(CI_TIME_BASE_STATUS), 0u);
    ci_time_set(1u, 1u); /* the scheduler is locked: no task is more urgent than priority 0 */
    automatic_tick();
    CHECK(accelerator_interrupts(&ci_host), 0u);
    CHECK(ci_ready_test(1u), 1u);
    ci_time_write(CI_TIME_BASE_RUNNING, 2u); /* unlocked: the earlier tick raises no interrupt later */
    CHECK(accelerator_interrupts(&ci_host), 0u);
    ci_ready_clear_all();
    CHECK(ci_ready_run(), CI_NONE);
    ci_ready_set(63u); /* no task runs: every task is more urgent */
    automatic_tick();
    CHECK(accelerator_interrupts(&ci_host), 1u);
}

static void time_of_64_bits(void)
{
    begin_base(8u, 3u);
    ci_host.base.time = 0xFFFFFFFFu;
    (void)ci_time_tick();
    CHECK(ci_time_read(CI_TIME_BASE_TIME), 0u);
    CHECK(ci_time_read(CI_TIME_BASE_TIME_HIGH), 1u);
    ci_time_write(CI_TIME_BASE_TIME, 5u); /* the time cannot be written */
    CHECK(ci_time_read(CI_TIME_BASE_TIME), 0u);
}

static void alarms(void)
{
    begin_base(8u, 3u);
    ci_time_write(CI_TIME_BASE_ALARM + 7u, 0x10002u); /* only W bits count */
    ci_time_write(CI_TIME_BASE_ALARM_PERIOD + 7u, 3u);
    ci_time_write(CI_TIME_BASE_ALARM + 2u, 2u);
    for (unsigned n = 1; n <= 8u; n++) {
        (void)ci_time_tick();
        CHECK(CI_TIME_STATUS_ALARMS(ci_time_read(CI_TIME_BASE_STATUS)),
              (n >= 2u ? 1u << 2 : 0u) | (n == 2u || n == 5u || n == 8u ? 1u << 7 : 0u));
        CHECK(accelerator_interrupts(&ci_host), n >= 2u);
        ci_time_write(CI_TIME_BASE_STATUS, 1u << 15);
    }
    ci_time_write(CI_TIME_BASE_ALARM + 2u, 0u); /* turns the alarm off and clears its expired state */
    CHECK(accelerator_interrupts(&ci_host), 0u);
}

/*
 * Return whether a core with these units has the instruction. The unit bits are in the order of the information word.
 */
static uint32_t core_has_instruction(unsigned units, unsigned unit, unsigned op)
{
    static const struct {
        unsigned unit, op, bits;
    } all[] = {
#define CI_INFO_UNITS_INFO 0u /* on every core */
#define ROW(unit, op, ...) {CI_UNIT_##unit, CI_##unit##_##op, CI_INFO_UNITS_##unit},
        CI_INSTRUCTIONS(ROW)
#undef ROW
#define ROW(unit, op, ...) {CI_UNIT_##unit, CI_##unit##_##op, CI_INFO_UNITS_##unit | CI_INFO_UNITS_TIME_BASE},
        CI_TIME_BASE_INSTRUCTIONS(ROW)
    };

    for (unsigned n = 0; n < sizeof all / sizeof all[0]; n++) {
        if (all[n].unit == unit && all[n].op == op) {
            return (units & all[n].bits) == all[n].bits;
        }
    }
    return 0u;
}

static void illegal(void)
{
    struct accelerator a;

    for (unsigned n = 0; n < 5u * 8u * 128u; n++) {
        const unsigned units = (unsigned[]){1u, 2u, 3u, 10u, 11u}[n / 1024u], unit = n / 128u % 8u, op = n % 128u;
        int is_illegal = 0;
        uint32_t got;

        (void)accelerator_init(&a, 8u, 8u, units & 3u, 0u);
        if ((units & ACCELERATOR_TIME_BASE) != 0u) {
            CHECK(accelerator_add_time_base(&a), 1u);
        }
        got = accelerator_execute(&a, unit, op, 1u, 1u, &is_illegal);
        CHECK((uint32_t)!is_illegal, core_has_instruction(units, unit, op));
        if (is_illegal) {
            CHECK(got, 0u);
            CHECK(a.delay[1] | a.ready.word[0] | a.held.word[0] | a.expired.word[0] | !a.counting, 0u);
        }
    }
    CHECK(accelerator_init(&a, 7u, 8u, 3u, 0u), 0u);
    CHECK(accelerator_init(&a, 257u, 8u, 3u, 0u), 0u);
    CHECK(accelerator_init(&a, 8u, 3u, 3u, 0u), 0u);
    CHECK(accelerator_init(&a, 8u, 33u, 3u, 0u), 0u);
    CHECK(accelerator_init(&a, 8u, 8u, 0u, 0u), 0u);
    CHECK(accelerator_init(&a, 8u, 8u, 4u, 0u), 0u);

    CHECK(accelerator_init(&a, 8u, 8u, ACCELERATOR_READY, 0u), 1u);
    CHECK(accelerator_add_time_base(&a), 0u);
    CHECK(accelerator_init(&a, 8u, 8u, 3u, 0u), 1u);
    CHECK(accelerator_add_events(&a, 3u, 16u, ACCELERATOR_SERVICES), 0u);
    CHECK(accelerator_add_events(&a, 65u, 16u, ACCELERATOR_SERVICES), 0u);
    CHECK(accelerator_add_events(&a, 4u, 2u, ACCELERATOR_SERVICES), 0u);
    CHECK(accelerator_add_events(&a, 4u, 24u, ACCELERATOR_SERVICES), 0u);
    CHECK(accelerator_add_events(&a, 4u, 512u, ACCELERATOR_SERVICES), 0u);
    CHECK(accelerator_add_events(&a, 4u, 16u, 0u), 1u);
    {
        int is_illegal = 0;

        (void)accelerator_execute(&a, CI_UNIT_EVENT, CI_EVENT_FLAG_NEXT, 0u, 0u, &is_illegal);
        CHECK((uint32_t)is_illegal, 1u);
    }
}

#ifdef CI_NIOS2
/* The bus of Nios II has no traps, so an absent instruction returns 0 and changes nothing. */
static void absent(void)
{
    begin(8u, 8u, ACCELERATOR_READY);
    CHECK(CI_INFO_UNITS(ci_info()), 1u);
    ci_ready_set(3u);
    ci_time_set(3u, 1u);
    CHECK(ci_time_tick(), 0u);
    CHECK(ci_time_next(), 0u);
    CHECK(ci_time_get(3u), 0u);
    CHECK((uint32_t)__builtin_custom_inii(CI_NIOS2_NUMBER(CI_UNIT_INFO, 15), 3, 3), 0u);
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
    waiting();
    waits_that_time_out();
    messages();
    flags();
    prescaler();
    automatic_ticks();
    time_of_64_bits();
    alarms();
    illegal();
    printf("%d failures\n", failures);
    return failures != 0;
}
