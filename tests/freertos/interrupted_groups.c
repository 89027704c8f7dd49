/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupted calls: event groups, stream and message buffers, software timers. */
#include "interrupted_calls.h"
#include <message_buffer.h>

/* --------------------------------------------------- Event groups ------------------------------------------------- */

#define BIT   1u /* bit that the tasks wait for */
#define MINE  2u /* bits of a rendezvous */
#define YOURS 4u

static EventGroupHandle_t group, deleted_group;

static void group_clear(void)
{
    see("bits before", xEventGroupGetBits(group), 0u);
}

static uint32_t bit(void) { return xEventGroupGetBits(group) & BIT; }

static void wait_for_bit(void)
{
    ((xEventGroupWaitBits(group, BIT, pdTRUE, pdFALSE, wait_ticks) & BIT) ? taken : failed)[party()]++;
}

static void wait_for_all(void)
{
    ((xEventGroupWaitBits(group, BIT | MINE, pdTRUE, pdTRUE, wait_ticks) == (BIT | MINE)) ? taken : failed)[party()]++;
}

static void set(void)
{
    (void)xEventGroupSetBits(group, BIT);
    given[party()]++;
}

static void set_from_isr(void)
{
    see("set", xEventGroupSetBitsFromISR(group, BIT, &switch_wanted), pdPASS);
    given[party()]++;
}

static void set_mine(void) { (void)xEventGroupSetBits(group, MINE); }
static void set_mine_from_isr(void) { see("set", xEventGroupSetBitsFromISR(group, MINE, &switch_wanted), pdPASS); }
static void set_yours_from_isr(void) { see("set", xEventGroupSetBitsFromISR(group, YOURS, &switch_wanted), pdPASS); }
static void clear(void) { (void)xEventGroupClearBits(group, MINE); }
static void clear_from_isr(void) { see("clear", xEventGroupClearBitsFromISR(group, MINE), pdPASS); }

static void set_and_tick(void) { set_from_isr(), tick(); }
static void tick_and_set(void) { tick(), set_from_isr(); }
static void abort_and_set(void) { abort_caller(), set(); }
static void tick_and_yours(void) { tick(), set_yours_from_isr(); }

/* A bit can be set twice and taken once, or set once and taken by two tasks. So compare the totals only with 0. */
static void bits_not_lost(void)
{
    const uint32_t left = bit();

    (void)xEventGroupClearBits(group, BIT | MINE | YOURS);
    see("a bit that was set is taken or still set", total(taken) + left > 0u, total(given) > 0u);
}

static void caller_got_bit(void)
{
    see("taken by the caller", taken[BY_CALLER], 1u);
    bits_not_lost();
}

static void caller_got_no_bit(void)
{
    see("failed calls of the caller", failed[BY_CALLER], 1u);
    group_clear();
}

static void other_got_bit(void)
{
    see("taken by the other", taken[BY_OTHER], 1u);
    bits_not_lost();
}

static void sync_mine(void)
{
    ((xEventGroupSync(group, MINE, MINE | YOURS, wait_ticks) == (MINE | YOURS)) ? taken : failed)[party()]++;
}

static void sync_yours(void)
{
    ((xEventGroupSync(group, YOURS, MINE | YOURS, wait_ticks) == (MINE | YOURS)) ? taken : failed)[party()]++;
}

static void met(void)
{
    see("a rendezvous of the caller", taken[BY_CALLER], 1u);
    group_clear();
}

static void not_met(void)
{
    see("bits", xEventGroupClearBits(group, MINE), MINE);
    caller_got_no_bit();
}

static void met_or_not(void)
{
    const uint32_t bits = xEventGroupClearBits(group, MINE | YOURS);

    see("bits of a rendezvous", bits, taken[BY_CALLER] ? 0u : MINE | YOURS);
}

static void delete_prepared(void)
{
    deleted_group = xEventGroupCreate();
}

static void wait_deleted(void)
{
    see("bits", xEventGroupWaitBits(deleted_group, BIT, pdTRUE, pdFALSE, wait_ticks), 0u);
}

static void delete_group(void) { vEventGroupDelete(deleted_group); }

/* ------------------------------------------------------ Buffers --------------------------------------------------- */

static StreamBufferHandle_t stream, messages, buffer; /* `buffer` is `stream` or `messages` */
static const uint32_t message = 0x12345678u;

static void stream_is(uint32_t count, StreamBufferHandle_t chosen)
{
    buffer = chosen;
    see("empty before", xStreamBufferIsEmpty(buffer), pdTRUE);
    while (count-- > 0u) {
        see("fill", xStreamBufferSend(buffer, &message, sizeof(message), 0u), sizeof(message));
        given[BY_CONTROL]++;
    }
}

static void stream_empty(void) { stream_is(0u, stream); }
static void stream_full(void) { stream_is(2u, stream); }
static void messages_empty(void) { stream_is(0u, messages); }
static void messages_full(void) { stream_is(2u, messages); }

static void sent(size_t count)
{
    (count == sizeof(message) ? given : failed)[party()]++;
    see("bytes sent", (count == 0u) || (count == sizeof(message)), pdTRUE);
}

static void received(size_t count, uint32_t word)
{
    (count == sizeof(message) ? taken : failed)[party()]++;
    see("bytes received", (count == 0u) || ((count == sizeof(message)) && (word == message)), pdTRUE);
}

static void stream_send(void) { sent(xStreamBufferSend(buffer, &message, sizeof(message), wait_ticks)); }
static void message_send(void) { sent(xMessageBufferSend(buffer, &message, sizeof(message), wait_ticks)); }

static void stream_receive(void)
{
    uint32_t word = 0u;
    const size_t count = xStreamBufferReceive(buffer, &word, sizeof(word), wait_ticks);

    received(count, word);
}

static void message_receive(void)
{
    uint32_t word = 0u;
    const size_t count = xMessageBufferReceive(buffer, &word, sizeof(word), wait_ticks);

    received(count, word);
}

static void put(void) { sent(xStreamBufferSend(buffer, &message, sizeof(message), 0u)); }

static void get(void)
{
    uint32_t word = 0u;
    const size_t count = xStreamBufferReceive(buffer, &word, sizeof(word), 0u);

    received(count, word);
}

static void put_from_isr(void)
{
    sent((buffer == stream) ? xStreamBufferSendFromISR(buffer, &message, sizeof(message), &switch_wanted)
                            : xMessageBufferSendFromISR(buffer, &message, sizeof(message), &switch_wanted));
}

static void get_from_isr(void)
{
    uint32_t word = 0u;
    const size_t count = (buffer == stream)
        ? xStreamBufferReceiveFromISR(buffer, &word, sizeof(word), &switch_wanted)
        : xMessageBufferReceiveFromISR(buffer, &word, sizeof(word), &switch_wanted);

    received(count, word);
}

static void put_and_tick(void) { put_from_isr(), tick(); }
static void tick_and_put(void) { tick(), put_from_isr(); }
static void get_and_tick(void) { get_from_isr(), tick(); }
static void tick_and_get(void) { tick(), get_from_isr(); }

static uint32_t has_data(void) { return xStreamBufferIsEmpty(buffer) == pdFALSE; }
static uint32_t room(void) { return xStreamBufferSpacesAvailable(buffer) >= 2u * sizeof(message); }

static void no_byte_lost(void)
{
    while (has_data()) {
        get();
    }
    see("items taken from the buffer", total(taken), total(given));
}

static void caller_received(void)
{
    see("taken by the caller", taken[BY_CALLER], 1u);
    no_byte_lost();
}

static void caller_sent(void)
{
    see("given by the caller", given[BY_CALLER], 1u);
    no_byte_lost();
}

static void caller_failed(void)
{
    see("failed calls of the caller", failed[BY_CALLER], 1u);
    no_byte_lost();
}

static void reset(void)
{
    counted[BY_CALLER] += xStreamBufferReset(buffer);
}

static void message_reset(void)
{
    counted[BY_CALLER] += xMessageBufferReset(buffer);
}

/* The handler sends before or after the reset, so at most one message is left. */
static void emptied(void)
{
    see("reset", counted[BY_CALLER], 1u);
    while (has_data()) {
        get();
    }
    see("taken", total(taken) <= 1u, pdTRUE);
}

#define RECEIVES(name, function, none) \
    {name, "the handler sends", .prepare = none, .call = function, .handler = put_from_isr, .available = has_data, \
     .check = caller_received}, \
    {name, "a task sends", .prepare = none, .call = function, .helper_call = put, .available = has_data, \
     .check = caller_received}, \
    {name, "a tick", .prepare = none, .call = function, .ticks = 1u, .handler = tick, .available = has_data, \
     .after = tick, .check = caller_failed}, \
    {name, "the handler sends, then a tick", .prepare = none, .call = function, .ticks = 1u, .handler = put_and_tick, \
     .available = has_data, .check = caller_received}, \
    {name, "a tick, then the handler sends", .prepare = none, .call = function, .ticks = 1u, .handler = tick_and_put, \
     .available = has_data, .check = no_byte_lost}, \
    {name, "a task aborts", .prepare = none, .call = function, .helper_call = abort_caller, .available = has_data, \
     .after = abort_caller, .check = caller_failed}

#define SENDS(name, function, full, none, waits) \
    {name, "the handler receives", .prepare = full, .call = function, .handler = get_from_isr, .available = room, \
     .check = caller_sent}, \
    {name, "a tick", .prepare = full, .call = function, .ticks = 1u, .handler = tick, .available = room, \
     .after = tick, .check = caller_failed}, \
    {name, "the handler receives, then a tick", .prepare = full, .call = function, .ticks = 1u, \
     .handler = get_and_tick, .available = room, .check = caller_sent}, \
    {name, "a tick, then the handler receives", .prepare = full, .call = function, .ticks = 1u, \
     .handler = tick_and_get, .available = room, .check = no_byte_lost}, \
    {name, "a task aborts, then a tick", .prepare = full, .call = function, .ticks = 1u, .helper_call = abort_caller, \
     .available = room, .after = tick, .check = caller_failed}, \
    {name, "a tick for the receiver", .prepare = none, .first = waits, .call = function, .ticks = 1u, .handler = tick, \
     .available = has_data, .check = caller_sent}, \
    {name, "a tick for a less urgent receiver", .prepare = none, .priority = LESS, .first = waits, .call = function, \
     .ticks = 1u, .handler = tick, .available = has_data, .check = caller_sent}, \
    {name, "a task aborts the receiver", .prepare = none, .first = waits, .call = function, \
     .helper_call = abort_other, .available = has_data, .check = caller_sent}

/* ------------------------------------------------------- Timers --------------------------------------------------- */

static TimerHandle_t timer;
static TaskHandle_t timer_task; /* timer service task of the kernel */

static void expires(TimerHandle_t expired)
{
    (void)expired;
    taken[BY_OTHER]++;
}

static void timer_stopped(void)
{
    see("active before", xTimerIsTimerActive(timer), pdFALSE);
}

static void timer_started(void)
{
    timer_stopped();
    see("start", xTimerStart(timer, 0u), pdPASS);
}

static void timer_start(void) { see("start", xTimerStart(timer, wait_ticks), pdPASS); }
static void timer_reset(void) { see("reset", xTimerReset(timer, wait_ticks), pdPASS); }
static void timer_change(void) { see("change", xTimerChangePeriod(timer, 1u, wait_ticks), pdPASS); }
static void timer_stop(void) { see("stop", xTimerStop(timer, wait_ticks), pdPASS); }

static void timer_stop_from_isr(void) { see("stop", xTimerStopFromISR(timer, &switch_wanted), pdPASS); }
static void timer_start_from_isr(void) { see("start", xTimerStartFromISR(timer, &switch_wanted), pdPASS); }

/* An active timer expires at the next tick. */
static void expired_if_active(void)
{
    const uint32_t before = taken[BY_OTHER], active = xTimerIsTimerActive(timer);

    tick();
    see("expired at a tick", taken[BY_OTHER], before + active);
    see("active", xTimerIsTimerActive(timer), pdFALSE);
}

static void expired_once(void)
{
    expired_if_active();
    see("expired", taken[BY_OTHER], 1u);
}

static void expired_again(void)
{
    expired_if_active();
    see("expired", (taken[BY_OTHER] == 1u) || (taken[BY_OTHER] == 2u), pdTRUE);
}

static void stopped(void)
{
    see("active", xTimerIsTimerActive(timer), pdFALSE);
    expired_if_active();
}

static void timer_made(void)
{
    timer = xTimerCreate("deleted", 1u, pdFALSE, NULL, expires);
    see("start", xTimerStart(timer, 0u), pdPASS);
}

static void timer_delete(void) { see("delete", xTimerDelete(timer, wait_ticks), pdPASS); }

static void timer_gone(void)
{
    see("expired", taken[BY_OTHER] <= 1u, pdTRUE);
    timer = xTimerCreate("again", 1u, pdFALSE, NULL, expires);
    see("delete", xTimerDelete(timer, 0u), pdPASS);
}

static void pended(void *one, uint32_t other_one)
{
    see("arguments", (uint32_t)one + other_one, 3u);
    taken[BY_OTHER]++;
}

static void pend(void)
{
    const BaseType_t passed = xTimerPendFunctionCall(pended, (void *)1, 2u, wait_ticks);

    (passed ? given : failed)[party()]++;
}

static void pend_from_isr(void)
{
    const BaseType_t passed = xTimerPendFunctionCallFromISR(pended, (void *)1, 2u, &switch_wanted);

    (passed ? given : failed)[party()]++;
}

/* Fill the command queue. The timer task gets the priority of control, so it does not run before control yields. */
static void command_queue_full(void)
{
    const TickType_t ticks = wait_ticks;

    vTaskPrioritySet(timer_task, uxTaskPriorityGet(NULL));
    wait_ticks = 0u;
    while (failed[BY_CONTROL] == 0u) {
        pend();
    }
    wait_ticks = ticks;
}

static void run_timers(void) { taskYIELD(); }

static void none_lost(void)
{
    vTaskPrioritySet(timer_task, configTIMER_TASK_PRIORITY);
    see("functions that ran", taken[BY_OTHER], total(given));
}

/* ----------------------------------------------------- The table -------------------------------------------------- */

#define WAIT "xEventGroupWaitBits"
#define SET  "xEventGroupSetBits"
#define SYNC "xEventGroupSync"

const case_t group_cases[] = {
    {WAIT, "the handler sets", .prepare = group_clear, .call = wait_for_bit, .handler = set_from_isr, .available = bit,
     .check = caller_got_bit},
    {WAIT, "a task sets", .prepare = group_clear, .call = wait_for_bit, .helper_call = set, .available = bit,
     .check = caller_got_bit},
    {WAIT, "a tick", .prepare = group_clear, .call = wait_for_bit, .ticks = 1u, .handler = tick, .available = bit,
     .after = tick, .check = caller_got_no_bit},
    {WAIT, "the handler sets, then a tick", .prepare = group_clear, .call = wait_for_bit, .ticks = 1u,
     .handler = set_and_tick, .available = bit, .check = bits_not_lost},
    {WAIT, "a tick, then the handler sets", .prepare = group_clear, .call = wait_for_bit, .ticks = 1u,
     .handler = tick_and_set, .available = bit, .check = bits_not_lost},
    {WAIT, "a task aborts", .prepare = group_clear, .call = wait_for_bit, .helper_call = abort_caller, .available = bit,
     .after = abort_caller, .check = caller_got_no_bit},
    {WAIT, "a task aborts, then sets", .prepare = group_clear, .call = wait_for_bit, .helper_call = abort_and_set,
     .available = bit, .check = bits_not_lost},
    {WAIT, "the handler sets, and a less urgent task also waits", .prepare = group_clear, .priority = LESS,
     .first = wait_for_bit, .call = wait_for_bit, .handler = set_from_isr, .available = bit, .after = set,
     .check = caller_got_bit},
    {SET, "the handler sets", .prepare = group_clear, .first = wait_for_bit, .call = set, .handler = set_from_isr,
     .available = bit, .check = other_got_bit},
    {SET, "the handler sets the other bit", .prepare = group_clear, .first = wait_for_all, .call = set,
     .handler = set_mine_from_isr, .check = other_got_bit},
    {SET, "the handler sets the other bit for a less urgent task", .prepare = group_clear, .priority = LESS,
     .first = wait_for_all, .call = set, .handler = set_mine_from_isr, .check = other_got_bit},
    {SET, "a tick", .prepare = group_clear, .first = wait_for_bit, .call = set, .ticks = 1u, .handler = tick,
     .available = bit, .check = bits_not_lost},
    {SET, "a tick for a less urgent task", .prepare = group_clear, .priority = LESS, .first = wait_for_bit, .call = set,
     .ticks = 1u, .handler = tick, .available = bit, .check = bits_not_lost},
    {SET, "a task aborts the wait", .prepare = group_clear, .first = wait_for_bit, .call = set,
     .helper_call = abort_other, .available = bit, .check = bits_not_lost},
    {SET, "two wait, and the handler sets the other bit", .prepare = group_clear, .first = wait_for_all,
     .second = wait_for_bit, .call = set, .handler = set_mine_from_isr, .after = set, .check = bits_not_lost},
    {"xEventGroupClearBits", "the handler sets another bit", .prepare = set_mine, .call = clear,
     .handler = set_from_isr, .check = bits_not_lost},
    {SET, "the handler clears another bit", .prepare = set_mine, .first = wait_for_bit, .call = set,
     .handler = clear_from_isr, .available = bit, .check = other_got_bit},
    {SYNC, "the handler sets", .prepare = group_clear, .call = sync_mine, .handler = set_yours_from_isr,
     .check = met},
    {SYNC, "a tick", .prepare = group_clear, .call = sync_mine, .ticks = 1u, .handler = tick, .after = tick,
     .check = not_met},
    {SYNC, "a tick, then the handler sets", .prepare = group_clear, .call = sync_mine, .ticks = 1u,
     .handler = tick_and_yours, .check = met_or_not},
    {SYNC, "a tick, and another task already waits", .prepare = group_clear, .first = sync_yours, .call = sync_mine,
     .ticks = 1u, .handler = tick, .check = met},
    {SYNC, "a tick, and a less urgent task waits", .prepare = group_clear, .priority = LESS, .first = sync_yours,
     .call = sync_mine, .ticks = 1u, .handler = tick, .check = met},
    {SYNC, "a task aborts the wait of another task", .prepare = group_clear, .first = sync_yours, .call = sync_mine,
     .helper_call = abort_other, .check = met},
    {"vEventGroupDelete", "a tick", .prepare = delete_prepared, .first = wait_deleted, .call = delete_group,
     .ticks = 1u, .handler = tick},
    {"vEventGroupDelete", "a task aborts the wait", .prepare = delete_prepared, .priority = LESS, .first = wait_deleted,
     .call = delete_group, .helper_call = abort_other},
    {"xEventGroupSetBitsFromISR", "another handler sets the other bit", .prepare = group_clear, .first = wait_for_all,
     .call = raise_outer, .arms = pdTRUE, .outer_action = set_from_isr, .handler = set_mine_from_isr,
     .check = other_got_bit},
    {"xEventGroupClearBitsFromISR", "another handler sets", .prepare = set_mine, .first = wait_for_bit,
     .call = raise_outer, .arms = pdTRUE, .outer_action = clear_from_isr, .handler = set_from_isr, .available = bit,
     .check = other_got_bit},
    {"xStreamBufferSendFromISR", "a tick", .prepare = stream_empty, .first = stream_receive, .ticks = 1u,
     .call = raise_outer, .arms = pdTRUE, .outer_action = put_from_isr, .handler = tick, .available = has_data,
     .check = no_byte_lost},
    {"xStreamBufferReceiveFromISR", "a tick", .prepare = stream_full, .first = stream_send, .ticks = 1u,
     .call = raise_outer, .arms = pdTRUE, .outer_action = get_from_isr, .handler = tick, .available = room,
     .check = no_byte_lost},
    {"xMessageBufferSendFromISR", "another handler receives", .prepare = messages_empty, .call = raise_outer,
     .arms = pdTRUE, .outer_action = put_from_isr, .handler = get_from_isr, .check = no_byte_lost},
    {"xMessageBufferReceiveFromISR", "another handler sends", .prepare = messages_full, .call = raise_outer,
     .arms = pdTRUE, .outer_action = get_from_isr, .handler = put_from_isr, .check = no_byte_lost},
    RECEIVES("xStreamBufferReceive", stream_receive, stream_empty),
    RECEIVES("xMessageBufferReceive", message_receive, messages_empty),
    SENDS("xStreamBufferSend", stream_send, stream_full, stream_empty, stream_receive),
    SENDS("xMessageBufferSend", message_send, messages_full, messages_empty, message_receive),
    {"xStreamBufferReceive", "a tick for the sender", .prepare = stream_full, .first = stream_send,
     .call = stream_receive, .ticks = 1u, .handler = tick, .available = room, .check = caller_received},
    {"xMessageBufferReceive", "a task aborts the sender", .prepare = messages_full, .first = message_send,
     .call = message_receive, .helper_call = abort_other, .available = room, .check = caller_received},
    {"xStreamBufferReset", "the handler sends", .prepare = stream_empty, .call = reset, .handler = put_from_isr,
     .check = emptied},
    {"xMessageBufferReset", "the handler sends", .prepare = messages_empty, .call = message_reset,
     .handler = put_from_isr, .check = emptied},
    {"xTimerStart", "a tick", .prepare = timer_stopped, .call = timer_start, .handler = tick, .check = expired_once},
    {"xTimerStart", "the handler stops", .prepare = timer_stopped, .call = timer_start,
     .handler = timer_stop_from_isr, .check = expired_if_active},
    {"xTimerReset", "a tick", .prepare = timer_started, .call = timer_reset, .handler = tick, .check = expired_again},
    {"xTimerChangePeriod", "a tick", .prepare = timer_started, .call = timer_change, .handler = tick,
     .check = expired_again},
    {"xTimerStop", "a tick", .prepare = timer_started, .call = timer_stop, .handler = tick, .check = stopped},
    {"xTimerStop", "the handler starts", .prepare = timer_started, .call = timer_stop,
     .handler = timer_start_from_isr, .check = expired_if_active},
    {"xTimerDelete", "a tick", .prepare = timer_made, .call = timer_delete, .handler = tick, .check = timer_gone},
    {"xTimerStartFromISR", "a tick", .prepare = timer_stopped, .call = raise_outer, .arms = pdTRUE,
     .outer_action = timer_start_from_isr, .handler = tick, .check = expired_once},
    {"xTimerStopFromISR", "a tick", .prepare = timer_started, .call = raise_outer, .arms = pdTRUE,
     .outer_action = timer_stop_from_isr, .handler = tick, .check = stopped},
    {"xTimerPendFunctionCallFromISR", "another handler pends", .prepare = group_clear, .call = raise_outer,
     .arms = pdTRUE, .outer_action = pend_from_isr, .handler = pend_from_isr, .check = none_lost},
    {"xTimerPendFunctionCall", "the handler pends", .prepare = group_clear, .call = pend, .handler = pend_from_isr,
     .check = none_lost},
    {"xTimerPendFunctionCall", "the handler pends, and the queue is full", .prepare = command_queue_full,
     .call = pend, .handler = pend_from_isr, .after = run_timers, .check = none_lost},
    {"xTimerPendFunctionCall", "a tick, and the queue is full", .prepare = command_queue_full, .call = pend,
     .ticks = 1u, .handler = tick, .after = tick, .check = none_lost},
    {"xTimerPendFunctionCall", "a task aborts, and the queue is full", .prepare = command_queue_full, .call = pend,
     .helper_call = abort_caller, .after = run_timers, .check = none_lost},
};
const uint32_t group_case_count = COUNT(group_cases);

void group_objects(void)
{
    group = xEventGroupCreate();
    stream = xStreamBufferCreate(2u * sizeof(message), 1u);
    messages = xMessageBufferCreate(4u * sizeof(message));
    timer = xTimerCreate("timer", 1u, pdFALSE, NULL, expires);
    timer_task = xTimerGetTimerDaemonTaskHandle();
}
