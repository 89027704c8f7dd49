/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupted calls: semaphores, queues, mutexes and queue sets. */
#include "interrupted_calls.h"

#define LENGTH      2u
#define LONG_WORDS 10u /* more than the fast path copies (queueFAST_BYTES in queue_short.h) */

static SemaphoreHandle_t binary, counting, mutex, recursive;
static QueueHandle_t short_queue, long_queue, mailbox;
static QueueHandle_t object; /* object of the current case */
static QueueSetHandle_t set;
static SemaphoreHandle_t set_semaphore;
static QueueHandle_t set_queue;
static TaskHandle_t victim;

/* --------------------------------------------- One item of any object --------------------------------------------- */

/* Fill every word of the item with the same value. */
static uint32_t *filled(uint32_t *item)
{
    const uint32_t value = 0x101u << party();

    for (uint32_t n = 0u; n < LONG_WORDS; n++) {
        item[n] = value;
    }
    return item;
}

static void is_whole(uint32_t const *item)
{
    for (uint32_t n = 1u; (object == long_queue) && (n < LONG_WORDS); n++) {
        see("a word of an item", item[n], item[0]);
    }
}

static void sent(BaseType_t passed, uint32_t const *item)
{
    const uint32_t me = party();

    if (passed) {
        values[me] += item[0];
        given[me]++;
    } else {
        failed[me]++;
    }
}

static void received(BaseType_t passed, uint32_t const *item)
{
    const uint32_t me = party();

    if (passed) {
        is_whole(item);
        values[me] -= item[0];
        taken[me]++;
    } else {
        failed[me]++;
    }
}

static BaseType_t is_queue(void) { return (object == short_queue) || (object == long_queue) || (object == mailbox); }

static void take(void)
{
    static const uint32_t none[LONG_WORDS];

    received(xSemaphoreTake(object, wait_ticks), none);
}

static void give(void)
{
    static const uint32_t none[LONG_WORDS];

    sent(xSemaphoreGive(object), none);
}

static void receive(void)
{
    uint32_t item[LONG_WORDS] = {0u};

    received(xQueueReceive(object, item, wait_ticks), item);
}

static void peek(void)
{
    uint32_t item[LONG_WORDS] = {0u};
    const BaseType_t passed = xQueuePeek(object, item, wait_ticks);

    is_whole(item);
    (passed ? counted : failed)[party()]++;
}

static void send(void)
{
    uint32_t item[LONG_WORDS];

    sent(xQueueSend(object, filled(item), wait_ticks), item);
}

static void send_to_front(void)
{
    uint32_t item[LONG_WORDS];

    sent(xQueueSendToFront(object, filled(item), wait_ticks), item);
}

/* Give one item without blocking. */
static void put(void)
{
    uint32_t item[LONG_WORDS];

    if (is_queue()) {
        sent(xQueueSendToBack(object, filled(item), 0u), item);
    } else {
        give();
    }
}

static void get(void)
{
    uint32_t item[LONG_WORDS] = {0u};

    received(is_queue() ? xQueueReceive(object, item, 0u) : xSemaphoreTake(object, 0u), item);
}

/* Actions of the handler. */
static void put_from_isr(void)
{
    uint32_t item[LONG_WORDS] = {0u};

    sent(is_queue() ? xQueueSendFromISR(object, filled(item), &switch_wanted)
                    : xSemaphoreGiveFromISR(object, &switch_wanted), item);
}

static void get_from_isr(void)
{
    uint32_t item[LONG_WORDS] = {0u};

    received(is_queue() ? xQueueReceiveFromISR(object, item, &switch_wanted)
                        : xSemaphoreTakeFromISR(object, &switch_wanted), item);
}

static void put_to_front_from_isr(void)
{
    uint32_t item[LONG_WORDS];

    sent(xQueueSendToFrontFromISR(object, filled(item), &switch_wanted), item);
}

static void put_and_tick(void) { put_from_isr(), tick(); }
static void tick_and_put(void) { tick(), put_from_isr(); }
static void get_and_tick(void) { get_from_isr(), tick(); }
static void tick_and_get(void) { tick(), get_from_isr(); }

/* Actions of the helper and of the caller. */
static void abort_and_put(void) { abort_caller(), put(); }
static void abort_and_get(void) { abort_caller(), get(); }
static void suspend_other(void) { vTaskSuspend(other.task); }
static void raise_other(void) { vTaskPrioritySet(other.task, 7u), vTaskPrioritySet(other.task, MORE); }

static void delete_victim(void) { vTaskDelete(victim); }

/* --------------------------------------------- Preparation and checks --------------------------------------------- */

static uint32_t items(void) { return uxQueueMessagesWaiting(object); }
static uint32_t room(void) { return uxQueueSpacesAvailable(object); }

static void drain(void)
{
    while (items() > 0u) {
        get();
    }
}

static void prepare_object(QueueHandle_t chosen, uint32_t count)
{
    object = chosen;
    see("items before", items(), 0u);
    while (count-- > 0u) {
        put();
    }
}

static void binary_empty(void) { prepare_object(binary, 0u); }
static void binary_full(void) { prepare_object(binary, 1u); }
static void counting_empty(void) { prepare_object(counting, 0u); }
static void counting_one(void) { prepare_object(counting, 1u); }
static void counting_full(void) { prepare_object(counting, 3u); }
static void short_empty(void) { prepare_object(short_queue, 0u); }
static void short_one(void) { prepare_object(short_queue, 1u); }
static void short_full(void) { prepare_object(short_queue, LENGTH); }
static void long_empty(void) { prepare_object(long_queue, 0u); }
static void long_one(void) { prepare_object(long_queue, 1u); }
static void long_full(void) { prepare_object(long_queue, LENGTH); }
static void mailbox_empty(void) { prepare_object(mailbox, 0u); }

/* Check that each given item was taken or is still in the object. */
static void nothing_lost(void)
{
    see("items", items(), total(given) - total(taken));
    drain();
    see("values", total(values), 0u);
}

static void caller_got(void)
{
    see("taken by the caller", taken[BY_CALLER] + counted[BY_CALLER], 1u);
    nothing_lost();
}

static void caller_gave(void)
{
    see("given by the caller", given[BY_CALLER], 1u);
    nothing_lost();
}

static void caller_failed(void)
{
    see("failed calls of the caller", failed[BY_CALLER], 1u);
    see("passed calls of the caller", given[BY_CALLER] + taken[BY_CALLER] + counted[BY_CALLER], 0u);
    nothing_lost();
}

static void caller_and_other_got(void)
{
    see("taken by the other", taken[BY_OTHER], 1u);
    caller_gave();
}

static void caller_and_other_gave(void)
{
    see("given by the other", given[BY_OTHER], 1u);
    caller_got();
}

static void each_got(void)
{
    see("taken by the third", taken[BY_THIRD], 1u);
    caller_and_other_got();
}

/* --------------------------------------------- Semaphores and queues ---------------------------------------------- */

/* `none` prepares an empty object, `one` an object with one item. */
#define WAITS_FOR_AN_ITEM(name, kind, function, none, one) \
    {name, kind ": the handler gives", .prepare = none, .call = function, .handler = put_from_isr, .available = items, \
     .check = caller_got}, \
    {name, kind ": a task gives", .prepare = none, .call = function, .helper_call = put, .available = items, \
     .check = caller_got}, \
    {name, kind ": a tick", .prepare = none, .call = function, .ticks = 1u, .handler = tick, .available = items, \
     .after = tick, .check = caller_failed}, \
    {name, kind ": the handler gives, then a tick", .prepare = none, .call = function, .ticks = 1u, \
     .handler = put_and_tick, .available = items, .check = caller_got}, \
    {name, kind ": a tick, then the handler gives", .prepare = none, .call = function, .ticks = 1u, \
     .handler = tick_and_put, .available = items, .check = nothing_lost}, \
    {name, kind ": a tick, and a task gives", .prepare = none, .call = function, .ticks = 1u, .handler = tick, \
     .helper_call = put, .available = items, .check = nothing_lost}, \
    {name, kind ": a task aborts", .prepare = none, .call = function, .helper_call = abort_caller, .available = items, \
     .after = abort_caller, .check = caller_failed}, \
    {name, kind ": a task aborts, then gives", .prepare = none, .call = function, .helper_call = abort_and_put, \
     .available = items, .check = nothing_lost}, \
    {name, kind ": the handler gives, and a task aborts", .prepare = none, .call = function, .handler = put_from_isr, \
     .helper_call = abort_caller, .available = items, .check = caller_got}, \
    {name, kind ": the handler takes", .prepare = one, .call = function, .handler = get_from_isr, .available = items, \
     .after = put, .check = caller_got}, \
    {name, kind ": the handler gives a second item", .prepare = one, .call = function, .handler = put_from_isr, \
     .available = items, .check = caller_got}, \
    {name, kind ": a less urgent task also waits", .prepare = none, .priority = LESS, .first = function, \
     .call = function, .handler = put_from_isr, .available = items, .after = put, .check = nothing_lost}

/* A task blocks until the call gives an item. */
#define GIVES(name, kind, function, waits, none) \
    {name, kind ": the handler gives, and no task waits", .prepare = none, .call = function, .handler = put_from_isr, \
     .check = nothing_lost}, \
    {name, kind ": the handler gives", .prepare = none, .first = waits, .call = function, .handler = put_from_isr, \
     .available = items, .check = nothing_lost}, \
    {name, kind ": the handler gives, and two tasks wait", .prepare = none, .first = waits, .second = waits, \
     .call = function, .handler = put_from_isr, .available = items, .check = each_got}, \
    {name, kind ": the handler gives, and an equal task waits", .prepare = none, .priority = EQUAL, .first = waits, \
     .call = function, .handler = put_from_isr, .available = items, .check = nothing_lost}, \
    {name, kind ": the handler gives, and a less urgent task waits", .prepare = none, .priority = LESS, \
     .first = waits, .call = function, .handler = put_from_isr, .available = items, .check = nothing_lost}, \
    {name, kind ": a tick", .prepare = none, .first = waits, .call = function, .ticks = 1u, .handler = tick, \
     .available = items, .check = nothing_lost}, \
    {name, kind ": a tick, and an equal task waits", .prepare = none, .priority = EQUAL, .first = waits, \
     .call = function, .ticks = 1u, .handler = tick, .available = items, .check = nothing_lost}, \
    {name, kind ": a tick, and a less urgent task waits", .prepare = none, .priority = LESS, .first = waits, \
     .call = function, .ticks = 1u, .handler = tick, .available = items, .check = nothing_lost}, \
    {name, kind ": a task aborts the wait", .prepare = none, .first = waits, .call = function, \
     .helper_call = abort_other, .available = items, .check = nothing_lost}, \
    {name, kind ": a task takes", .prepare = none, .first = waits, .call = function, .helper_call = get, \
     .available = items, .after = put, .check = nothing_lost}, \
    {name, kind ": a task suspends the waiting task", .prepare = none, .first = waits, .call = function, \
     .helper_call = suspend_other, .after = resume_other, .check = caller_and_other_got}, \
    {name, kind ": a task raises the waiting task", .prepare = none, .first = waits, .call = function, \
     .helper_call = raise_other, .available = items, .check = caller_and_other_got}

/* `full` prepares a full queue, `one` a queue with one free place. */
#define WAITS_FOR_ROOM(name, kind, function, full, one) \
    {name, kind ": the handler receives", .prepare = full, .call = function, .handler = get_from_isr, \
     .available = room, .check = caller_gave}, \
    {name, kind ": a task receives", .prepare = full, .call = function, .helper_call = get, .available = room, \
     .check = caller_gave}, \
    {name, kind ": a tick", .prepare = full, .call = function, .ticks = 1u, .handler = tick, .available = room, \
     .after = tick, .check = caller_failed}, \
    {name, kind ": the handler receives, then a tick", .prepare = full, .call = function, .ticks = 1u, \
     .handler = get_and_tick, .available = room, .check = nothing_lost}, \
    {name, kind ": a tick, then the handler receives", .prepare = full, .call = function, .ticks = 1u, \
     .handler = tick_and_get, .available = room, .check = nothing_lost}, \
    {name, kind ": a task aborts", .prepare = full, .call = function, .helper_call = abort_caller, .available = room, \
     .after = abort_caller, .check = caller_failed}, \
    {name, kind ": a task aborts, then receives", .prepare = full, .call = function, .helper_call = abort_and_get, \
     .available = room, .check = nothing_lost}, \
    {name, kind ": the handler fills the last place", .prepare = one, .call = function, .handler = put_from_isr, \
     .available = room, .after = get, .check = caller_gave}

/* A task blocks until the call frees a place. */
#define MAKES_ROOM(name, kind, function, full) \
    {name, kind ": the handler receives, and a sender waits", .prepare = full, .first = send, .call = function, \
     .handler = get_from_isr, .available = room, .check = caller_and_other_gave}, \
    {name, kind ": the handler receives, and two senders wait", .prepare = full, .first = send, .second = send, \
     .call = function, .handler = get_from_isr, .available = room, .check = caller_and_other_gave}, \
    {name, kind ": the handler receives, and a less urgent sender waits", .prepare = full, .priority = LESS, \
     .first = send, .call = function, .handler = get_from_isr, .available = room, .check = caller_and_other_gave}, \
    {name, kind ": a tick ends the wait of a sender", .prepare = full, .first = send, .call = function, .ticks = 1u, \
     .handler = tick, .available = room, .check = caller_got}, \
    {name, kind ": a task aborts the wait of a sender", .prepare = full, .first = send, .call = function, \
     .helper_call = abort_other, .available = room, .check = caller_got}, \
    {name, kind ": a task sends before the sender that waits", .prepare = full, .first = send, .call = function, \
     .helper_call = put, .available = room, .after = get, .check = caller_and_other_gave}

/* The victim blocks and is deleted during its wait. */
static void victim_waits(void *argument)
{
    uint32_t item[LONG_WORDS];

    (void)argument;
    if (is_queue() ? xQueueReceive(object, item, portMAX_DELAY) : xSemaphoreTake(object, portMAX_DELAY)) {
        counted[BY_OTHER]++;
        values[BY_OTHER] -= is_queue() ? item[0] : 0u;
    }
    vTaskSuspend(NULL);
}

static void victim_and(void (*prepare)(void))
{
    prepare();
    victim = create(victim_waits, "victim", NULL, MORE);
}

static void victim_takes(void) { victim_and(counting_empty); }
static void victim_receives(void) { victim_and(short_empty); }

static void victim_is_gone(void)
{
    taken[BY_OTHER] += counted[BY_OTHER];
    nothing_lost();
}

static void reset(void)
{
    see("reset", xQueueReset(object), pdPASS);
}

/* The reset has removed all earlier items. */
static void emptied(void)
{
    see("given by the handler or another task", given[BY_HANDLER] + given[BY_OTHER], 1u);
    see("items", items() <= LENGTH, pdTRUE);
    drain();
}

static void overwrite(void)
{
    uint32_t item[LONG_WORDS];

    see("overwrite", xQueueOverwrite(object, filled(item)), pdPASS);
}

static void overwrite_from_isr(void)
{
    uint32_t item[LONG_WORDS];

    see("overwrite", xQueueOverwriteFromISR(object, filled(item), &switch_wanted), pdPASS);
}

/* The caller and the handler send one item each. An item that is left must not be the item that `other` received. */
static void overwritten(void)
{
    see("received by the other", taken[BY_OTHER], 1u);
    if (items() == 1u) {
        get();
        see("values", total(values), -(0x101u << BY_CALLER) - (0x101u << BY_HANDLER));
    }
}

/* --------------------------------------------- Creation and deletion ---------------------------------------------- */

static SemaphoreHandle_t made[PARTIES];

static void make(void) { made[party()] = xSemaphoreCreateCounting(1u, 0u); }
static void unmake(void) { vSemaphoreDelete(made[BY_CONTROL]); }

/* An item given to one semaphore wakes no task that blocks on the other semaphore. */
static void check_independent(SemaphoreHandle_t one, SemaphoreHandle_t two)
{
    object = one;
    start(&other, take);
    see("given", xSemaphoreGive(two), pdPASS);
    see("a task waits for the other semaphore", other.busy, pdTRUE);
    see("given", xSemaphoreGive(one), pdPASS);
    see("a task waits", other.busy, pdFALSE);
    vSemaphoreDelete(two);
}

static void made_two(void)
{
    check_independent(made[BY_CALLER], made[BY_HELPER]);
    vSemaphoreDelete(made[BY_CALLER]);
}

static void made_one(void) { check_independent(counting, made[BY_HELPER]); }

/* ----------------------------------------------------- Mutexes ---------------------------------------------------- */

static void mutex_free(void)
{
    object = mutex;
    see("free before", items(), 1u);
}

static void recursive_free(void)
{
    object = recursive;
    see("free before", items(), 1u);
}

/* Own the mutex until the task is resumed. */
static void owns(void)
{
    see("take", xSemaphoreTake(mutex, 0u), pdPASS);
    vTaskSuspend(NULL);
    see("give", xSemaphoreGive(mutex), pdPASS);
}

static void lock(void)
{
    if (xSemaphoreTake(mutex, wait_ticks) == pdPASS) {
        taken[party()]++;
        see("give", xSemaphoreGive(mutex), pdPASS);
    } else {
        failed[party()]++;
    }
}

/* The other task blocks on the mutex that the caller gives. */
static void lock_against_other(void)
{
    see("take", xSemaphoreTake(mutex, 0u), pdPASS);
    vTaskResume(other.task);
    arm();
    see("give", xSemaphoreGive(mutex), pdPASS);
    taken[BY_CALLER]++;
}

static void lock_when_resumed(void)
{
    vTaskSuspend(NULL);
    lock();
}

static void owns_recursively(void)
{
    see("take", xSemaphoreTakeRecursive(recursive, 0u), pdPASS);
    see("take again", xSemaphoreTakeRecursive(recursive, 0u), pdPASS);
    vTaskSuspend(NULL);
    see("give", xSemaphoreGiveRecursive(recursive), pdPASS);
    see("give again", xSemaphoreGiveRecursive(recursive), pdPASS);
}

static void lock_recursively(void)
{
    if (xSemaphoreTakeRecursive(recursive, wait_ticks) == pdPASS) {
        taken[party()]++;
        see("take again", xSemaphoreTakeRecursive(recursive, 0u), pdPASS);
        see("give", xSemaphoreGiveRecursive(recursive), pdPASS);
        see("give again", xSemaphoreGiveRecursive(recursive), pdPASS);
    } else {
        failed[party()]++;
    }
}

static void lock_recursively_against_other(void)
{
    see("take", xSemaphoreTakeRecursive(recursive, 0u), pdPASS);
    vTaskResume(other.task);
    arm();
    see("take again", xSemaphoreTakeRecursive(recursive, 0u), pdPASS);
    see("give", xSemaphoreGiveRecursive(recursive), pdPASS);
    see("give again", xSemaphoreGiveRecursive(recursive), pdPASS);
    taken[BY_CALLER]++;
}

static void lock_recursively_when_resumed(void)
{
    vTaskSuspend(NULL);
    lock_recursively();
}

static void tick_and_resume_owner(void) { tick(), resume_other(); }

/* The owner inherits the priority of the most urgent waiting task. */
static void tick_or_resume_owner(void)
{
    if (caller.busy || helper.busy) {
        see("priority of the owner", uxTaskPriorityGet(other.task), helper.busy ? HELPER : CALLER);
        tick();
    } else {
        see("priority of the owner", uxTaskPriorityGet(other.task), LESS);
        resume_other();
    }
}

static void abort_or_resume_owner(void)
{
    if (caller.busy) {
        abort_caller();
    } else {
        see("priority of the owner", uxTaskPriorityGet(other.task), LESS);
        resume_other();
    }
}

static void mutex_is_free(void)
{
    see("free", items(), 1u);
    see("owner", (uint32_t)xSemaphoreGetMutexHolder(object), 0u);
    ((object == mutex) ? lock : lock_recursively)();
    see("taken by control", taken[BY_CONTROL], 1u);
}

static void caller_had_it(void)
{
    see("taken by the caller", taken[BY_CALLER], 1u);
    mutex_is_free();
}

static void caller_did_not_have_it(void)
{
    see("taken by the caller", taken[BY_CALLER], 0u);
    see("failed calls of the caller", failed[BY_CALLER], 1u);
    mutex_is_free();
}

static void all_had_it(void)
{
    see("taken by helper", taken[BY_HELPER], helper.does != NULL);
    caller_had_it();
}

static void both_had_it(void)
{
    see("taken by the other", taken[BY_OTHER], 1u);
    caller_had_it();
}

#define WAITS_FOR_A_MUTEX(name, function, free, owner) \
    {name, "the owner is resumed", .prepare = free, .priority = LESS, .first = owner, .call = function, \
     .handler = resume_other, .available = items, .check = caller_had_it}, \
    {name, "a tick", .prepare = free, .priority = LESS, .first = owner, .call = function, .ticks = 1u, \
     .handler = tick, .available = items, .after = tick_or_resume_owner, .check = caller_did_not_have_it}, \
    {name, "a tick, and the owner is resumed", .prepare = free, .priority = LESS, .first = owner, .call = function, \
     .ticks = 1u, .handler = tick_and_resume_owner, .available = items, .check = mutex_is_free}, \
    {name, "a task aborts", .prepare = free, .priority = LESS, .first = owner, .call = function, \
     .helper_call = abort_caller, .available = items, .after = abort_or_resume_owner, \
     .check = caller_did_not_have_it}, \
    {name, "a more urgent task also takes", .prepare = free, .priority = LESS, .first = owner, .call = function, \
     .handler = resume_other, .helper_call = function, .available = items, .check = all_had_it}, \
    {name, "a more urgent task also waits for a tick", .prepare = free, .priority = LESS, .first = owner, \
     .call = function, .ticks = 1u, .helper_call = function, .available = items, .after = tick_or_resume_owner, \
     .check = mutex_is_free}, \
    {name, "the mutex is free, and a more urgent task takes", .prepare = free, .call = function, \
     .helper_call = function, .available = items, .check = all_had_it}

#define GIVES_A_MUTEX(name, function, waits, short_function, free) \
    {name, "a more urgent task takes", .prepare = free, .first = waits, .call = function, .arms = pdTRUE, \
     .helper_call = short_function, .available = items, .check = both_had_it}, \
    {name, "a tick", .prepare = free, .first = waits, .call = function, .arms = pdTRUE, .ticks = 1u, .handler = tick, \
     .available = items, .check = caller_had_it}, \
    {name, "a task aborts the wait", .prepare = free, .first = waits, .call = function, .arms = pdTRUE, \
     .helper_call = abort_other, .available = items, .check = caller_had_it}

/* --------------------------------------------------- Queue sets --------------------------------------------------- */

static void set_empty(void)
{
    see("items before", uxQueueMessagesWaiting(set_queue) + uxQueueMessagesWaiting(set_semaphore) +
                        uxQueueMessagesWaiting(set), 0u);
}

static uint32_t set_items(void) { return uxQueueMessagesWaiting(set); }

static void select_one(void)
{
    const QueueSetMemberHandle_t member = xQueueSelectFromSet(set, wait_ticks);
    uint32_t item = 0u;

    if (member == NULL) {
        failed[party()]++;
    } else {
        see("a member that has something", (member == set_queue) ? xQueueReceive(set_queue, &item, 0u)
                                                                  : xSemaphoreTake(set_semaphore, 0u), pdPASS);
        values[party()] -= item;
        taken[party()]++;
    }
}

static void set_send(void)
{
    const uint32_t item = 0x101u << party();

    see("send", xQueueSend(set_queue, &item, 0u), pdPASS);
    values[party()] += item;
    given[party()]++;
}

static void set_give(void)
{
    see("give", xSemaphoreGive(set_semaphore), pdPASS);
    given[party()]++;
}

static void set_send_from_isr(void)
{
    const uint32_t item = 0x101u << BY_HANDLER;

    see("send", xQueueSendFromISR(set_queue, &item, &switch_wanted), pdPASS);
    values[BY_HANDLER] += item;
    given[BY_HANDLER]++;
}

static void set_give_from_isr(void)
{
    see("give", xSemaphoreGiveFromISR(set_semaphore, &switch_wanted), pdPASS);
    given[BY_HANDLER]++;
}

static void set_tick_and_give(void) { tick(), set_give_from_isr(); }
static void set_abort_and_send(void) { abort_caller(), set_send(); }

static void set_nothing_lost(void)
{
    const TickType_t ticks = wait_ticks;

    see("items of the members", uxQueueMessagesWaiting(set_queue) + uxQueueMessagesWaiting(set_semaphore), set_items());
    wait_ticks = 0u;
    while (set_items() > 0u) {
        select_one();
    }
    see("taken", total(taken), total(given));
    see("values", total(values), 0u);
    set_give();
    select_one();
    wait_ticks = ticks;
}

static void set_caller_got(void)
{
    see("taken by the caller", taken[BY_CALLER], 1u);
    set_nothing_lost();
}

static void set_caller_failed(void)
{
    see("failed calls of the caller", failed[BY_CALLER], 1u);
    set_nothing_lost();
}

#define FROM_SET "xQueueSelectFromSet"

/* ----------------------------------------------------- The table -------------------------------------------------- */

const case_t queue_cases[] = {
    WAITS_FOR_AN_ITEM("xSemaphoreTake", "counting", take, counting_empty, counting_one),
    WAITS_FOR_AN_ITEM("xSemaphoreTake", "binary", take, binary_empty, binary_full),
    WAITS_FOR_AN_ITEM("xQueueReceive", "short", receive, short_empty, short_one),
    WAITS_FOR_AN_ITEM("xQueueReceive", "long", receive, long_empty, long_one),
    WAITS_FOR_AN_ITEM("xQueuePeek", "short", peek, short_empty, short_one),
    GIVES("xSemaphoreGive", "counting", give, take, counting_empty),
    GIVES("xQueueSend", "short", send, receive, short_empty),
    GIVES("xQueueSendToBack", "long", put, receive, long_empty),
    GIVES("xQueueSendToFront", "short", send_to_front, receive, short_empty),
    {"xSemaphoreGive", "the handler takes from the full semaphore", .prepare = counting_full, .call = give,
     .handler = get_from_isr, .check = nothing_lost},
    {"xQueueSendToBack", "the handler sends to the front", .prepare = short_empty, .first = receive, .call = put,
     .handler = put_to_front_from_isr, .available = items, .check = caller_and_other_got},
    {"xQueuePeek", "the handler sends, and a receiver waits", .prepare = short_empty, .first = receive, .call = peek,
     .handler = put_from_isr, .available = items, .after = put, .check = caller_got},
    WAITS_FOR_ROOM("xQueueSend", "short", send, short_full, short_one),
    WAITS_FOR_ROOM("xQueueSend", "long", send, long_full, long_one),
    WAITS_FOR_ROOM("xQueueSendToFront", "short", send_to_front, short_full, short_one),
    MAKES_ROOM("xQueueReceive", "short", receive, short_full),
    MAKES_ROOM("xQueueReceive", "long", receive, long_full),
    {"xQueueOverwrite", "the handler overwrites", .prepare = mailbox_empty, .first = receive, .call = overwrite,
     .handler = overwrite_from_isr, .available = items, .check = overwritten},
    {"xQueueReset", "the handler sends", .prepare = short_one, .call = reset, .handler = put_from_isr,
     .check = emptied},
    {"xQueueReset", "the handler receives, and a sender waits", .prepare = short_full, .first = send, .call = reset,
     .handler = get_from_isr, .available = room, .check = emptied},
    {"vTaskDelete", "the handler gives to a task that is deleted", .prepare = victim_takes, .call = delete_victim,
     .handler = put_from_isr, .check = victim_is_gone},
    {"vTaskDelete", "the handler sends to a task that is deleted", .prepare = victim_receives, .call = delete_victim,
     .handler = put_from_isr, .check = victim_is_gone},
    {"vTaskPrioritySet", "the handler gives to a task that is raised", .prepare = counting_empty, .first = take,
     .call = raise_other, .handler = put_from_isr, .available = items, .check = nothing_lost},
    {"vTaskPrioritySet", "a tick for a task that is raised", .prepare = short_empty, .first = receive, .ticks = 1u,
     .call = raise_other, .handler = tick, .available = items, .check = nothing_lost},
    {"vTaskSuspend", "the handler gives to a task that is suspended", .prepare = counting_empty, .first = take,
     .call = suspend_other, .handler = put_from_isr, .after = resume_other, .check = nothing_lost},
    {"vTaskSuspend", "a tick for a task that is suspended", .prepare = short_empty, .first = receive, .ticks = 1u,
     .call = suspend_other, .handler = tick, .after = resume_other, .check = nothing_lost},
    {"xTaskAbortDelay", "the handler gives to a task that is aborted", .prepare = counting_empty, .first = take,
     .call = abort_other, .handler = put_from_isr, .available = items, .check = nothing_lost},
    {"xTaskAbortDelay", "a tick for a task that is aborted", .prepare = short_empty, .first = receive, .ticks = 1u,
     .call = abort_other, .handler = tick, .available = items, .check = nothing_lost},
    {"xSemaphoreCreateCounting", "a task creates another one", .prepare = counting_empty, .call = make,
     .helper_call = make, .check = made_two},
    {"vSemaphoreDelete", "a task creates another one", .prepare = make, .call = unmake, .helper_call = make,
     .check = made_one},
    {"xSemaphoreGiveFromISR", "another handler gives", .prepare = counting_empty, .first = take, .second = take,
     .call = raise_outer, .arms = pdTRUE, .outer_action = put_from_isr, .handler = put_from_isr, .available = items,
     .check = nothing_lost},
    {"xSemaphoreGiveFromISR", "a tick", .prepare = counting_empty, .first = take, .ticks = 1u, .call = raise_outer,
     .arms = pdTRUE, .outer_action = put_from_isr, .handler = tick, .available = items, .check = nothing_lost},
    {"xSemaphoreTakeFromISR", "another handler takes", .prepare = counting_full, .call = raise_outer, .arms = pdTRUE,
     .outer_action = get_from_isr, .handler = get_from_isr, .check = nothing_lost},
    {"xQueueSendFromISR", "another handler sends", .prepare = short_empty, .first = receive, .second = receive,
     .call = raise_outer, .arms = pdTRUE, .outer_action = put_from_isr, .handler = put_from_isr, .available = items,
     .check = nothing_lost},
    {"xQueueSendToFrontFromISR", "another handler receives", .prepare = short_one, .call = raise_outer, .arms = pdTRUE,
     .outer_action = put_to_front_from_isr, .handler = get_from_isr, .check = nothing_lost},
    {"xQueueReceiveFromISR", "another handler receives", .prepare = short_full, .first = send, .second = send,
     .call = raise_outer, .arms = pdTRUE, .outer_action = get_from_isr, .handler = get_from_isr, .available = room,
     .check = nothing_lost},
    {"xQueueReceiveFromISR", "a tick", .prepare = long_full, .first = send, .ticks = 1u, .call = raise_outer,
     .arms = pdTRUE, .outer_action = get_from_isr, .handler = tick, .available = room, .check = nothing_lost},
    {"xTaskIncrementTick", "another handler gives", .prepare = counting_empty, .first = take, .ticks = 1u,
     .call = raise_outer, .arms = pdTRUE, .outer_action = tick, .handler = put_from_isr, .available = items,
     .check = nothing_lost},
    WAITS_FOR_A_MUTEX("xSemaphoreTake", lock, mutex_free, owns),
    WAITS_FOR_A_MUTEX("xSemaphoreTakeRecursive", lock_recursively, recursive_free, owns_recursively),
    GIVES_A_MUTEX("xSemaphoreGive", lock_against_other, lock_when_resumed, lock, mutex_free),
    GIVES_A_MUTEX("xSemaphoreGiveRecursive", lock_recursively_against_other, lock_recursively_when_resumed,
                  lock_recursively, recursive_free),
    {FROM_SET, "the handler sends", .prepare = set_empty, .call = select_one, .handler = set_send_from_isr,
     .available = set_items, .check = set_caller_got},
    {FROM_SET, "the handler gives", .prepare = set_empty, .call = select_one, .handler = set_give_from_isr,
     .available = set_items, .check = set_caller_got},
    {FROM_SET, "a tick", .prepare = set_empty, .call = select_one, .ticks = 1u, .handler = tick, .available = set_items,
     .after = tick, .check = set_caller_failed},
    {FROM_SET, "a tick, then the handler gives", .prepare = set_empty, .call = select_one, .ticks = 1u,
     .handler = set_tick_and_give, .available = set_items, .check = set_nothing_lost},
    {FROM_SET, "a task aborts", .prepare = set_empty, .call = select_one, .helper_call = abort_caller,
     .available = set_items, .after = abort_caller, .check = set_caller_failed},
    {FROM_SET, "a task aborts, then sends", .prepare = set_empty, .call = select_one, .helper_call = set_abort_and_send,
     .available = set_items, .check = set_nothing_lost},
    {"xQueueSend", "the handler gives to another member of a set", .prepare = set_empty, .first = select_one,
     .call = set_send, .handler = set_give_from_isr, .available = set_items, .check = set_nothing_lost},
    {"xSemaphoreGive", "a tick for a task that waits for a set", .prepare = set_empty, .first = select_one, .ticks = 1u,
     .call = set_give, .handler = tick, .available = set_items, .check = set_nothing_lost},
    {"xSemaphoreGive", "the handler gives, and a less urgent task waits for a set", .prepare = set_empty,
     .priority = LESS, .first = select_one, .call = set_give, .handler = set_send_from_isr, .available = set_items,
     .check = set_nothing_lost},
};
const uint32_t queue_case_count = COUNT(queue_cases);

void queue_objects(void)
{
    binary = xSemaphoreCreateBinary();
    counting = xSemaphoreCreateCounting(3u, 0u);
    short_queue = xQueueCreate(LENGTH, sizeof(uint32_t));
    long_queue = xQueueCreate(LENGTH, LONG_WORDS * sizeof(uint32_t));
    mailbox = xQueueCreate(1u, sizeof(uint32_t));
    mutex = xSemaphoreCreateMutex();
    recursive = xSemaphoreCreateRecursiveMutex();
    set = xQueueCreateSet(4u);
    set_semaphore = xSemaphoreCreateCounting(2u, 0u);
    set_queue = xQueueCreate(2u, sizeof(uint32_t));
    see("add", xQueueAddToSet(set_semaphore, set), pdPASS);
    see("add", xQueueAddToSet(set_queue, set), pdPASS);
}
