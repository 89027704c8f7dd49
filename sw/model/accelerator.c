/* SPDX-License-Identifier: Apache-2.0 */
#include "accelerator.h"

static const uint32_t none = UINT32_MAX;

/* ------------------------------------------------------------------------------------------------ sets of tasks */

static bool has(struct accelerator_set const *set, unsigned task)
{
    return (set->word[task / 32u] >> task % 32u & 1u) != 0u;
}

static void put(struct accelerator_set *set, unsigned task, bool in)
{
    uint32_t bit = UINT32_C(1) << task % 32u;

    if (in) {
        set->word[task / 32u] |= bit;
    } else {
        set->word[task / 32u] &= ~bit;
    }
}

static uint32_t first(struct accelerator_set const *set)
{
    for (unsigned task = 0; task < ACCELERATOR_TASKS_MAX; task += 32u) {
        for (uint32_t rest = set->word[task / 32u]; rest != 0u; rest >>= 1, task++) {
            if ((rest & 1u) != 0u) {
                return task;
            }
        }
    }
    return none;
}

static const struct accelerator_set empty;

static uint32_t word(struct accelerator_set const *set, uint32_t index)
{
    return index < ACCELERATOR_WORDS ? set->word[index] : 0u; /* bits from N on are never set */
}

static uint32_t row(struct accelerator_set const *set, uint32_t index)
{
    return word(set, index / 4u) >> 8u * (index % 4u) & 0xFFu;
}

/* ------------------------------------------------------------------------------------- tasks that need software */

static bool needs_software(struct accelerator const *a, unsigned task)
{
    return has(&a->expired, task) && (!a->wake || has(&a->held, task));
}

static uint32_t first_that_needs_software(struct accelerator const *a)
{
    for (unsigned task = 0; task < a->tasks; task++) {
        if (needs_software(a, task)) {
            return task;
        }
    }
    return none;
}

/* ---------------------------------------------------------------------------------------------------- time base */

static bool has_base(struct accelerator const *a)
{
    return (a->units & ACCELERATOR_TIME_BASE) != 0u;
}

static bool has_lists(struct accelerator const *a)
{
    return a->lists.levels > 0u;
}

static bool is_urgent(struct accelerator const *a)
{
    return has_lists(a) ? task_lists_is_urgent(&a->lists, a->base.running) : first(&a->ready) < a->base.running;
}

static bool any_task_needs_software(struct accelerator const *a)
{
    return has_lists(a) ? task_lists_need_software(&a->lists) : first_that_needs_software(a) != none;
}

bool accelerator_tick_needs_cpu(struct accelerator const *a)
{
    return is_urgent(a) || any_task_needs_software(a);
}

/* Clear the interrupt request of a tick if no reason for it is left (accelerator_tick_needs_cpu()). */
static void settle(struct accelerator *a)
{
    a->base.has_tick_request = a->base.has_tick_request && accelerator_tick_needs_cpu(a);
}

/* Advance the time base by one tick. */
static void count_time(struct accelerator *a)
{
    a->base.time++;
    a->base.has_tick_request = true;
    for (unsigned k = 0; k < ACCELERATOR_ALARMS; k++) {
        struct accelerator_alarm *alarm = &a->base.alarm[k];

        if (alarm->left != 0u && --alarm->left == 0u) {
            a->base.expired |= 1u << k;
            alarm->left = alarm->period;
        }
    }
}

/* Return whether software must make a post of this line or, with task lists, can take a trigger of it. */
static bool is_left(struct accelerator const *a, struct accelerator_line const *line)
{
    return has_lists(a) || line->is_software ? line->posts > 0u : line->is_left;
}

/* Return a bit for each such line. */
static uint32_t lines_left(struct accelerator const *a)
{
    uint32_t found = 0u;

    for (unsigned n = 0; n < a->lines_that_post; n++) {
        found |= (uint32_t)is_left(a, &a->line[n]) << n;
    }
    return found;
}

static bool lines_interrupt(struct accelerator const *a)
{
    return !has_lists(a) && lines_left(a) != 0u;
}

static uint32_t lines_overrun(struct accelerator const *a)
{
    uint32_t found = 0u;

    for (unsigned n = 0; n < a->lines_that_post; n++) {
        found |= (uint32_t)a->line[n].overrun << n;
    }
    return found;
}

/* Write a register of the lines that post. */
static void write_lines(struct accelerator *a, uint32_t number, uint32_t value)
{
    unsigned line = CI_LINE_NUMBER(value);

    if (number == CI_TIME_BASE_LINE_MESSAGE) {
        a->line_message = value;
    } else if (number == CI_TIME_BASE_LINE_TASK && has_lists(a) && line < a->lines_that_post) {
        a->line[line].task = CI_LINE_TASK_TASK(value);
        a->line[line].is_awaited = (value & CI_LINE_TASK_WAITS) != 0u;
    } else if (number == CI_TIME_BASE_LINE && line < a->lines_that_post) {
        bool is_level = (value & CI_LINE_LEVEL) != 0u;

        a->line[line] = (struct accelerator_line){.event = CI_LINE_EVENT(value), .message = a->line_message,
                                                  .is_enabled = (value & CI_LINE_ENABLE) != 0u,
                                                  .is_level = is_level, .is_armed = is_level,
                                                  .is_software = (value & CI_LINE_SOFTWARE) != 0u && !has_lists(a),
                                                  .task = a->line[line].task};
    }
    for (unsigned n = 0; n < a->lines_that_post; n++) {
        struct accelerator_line *each = &a->line[n];
        bool selected = (value >> n & 1u) != 0u;

        if (selected && number == CI_TIME_BASE_LINES_SERVED && each->is_level) {
            each->is_armed = true;
        } else if (selected && number == CI_TIME_BASE_LINES_LEFT && is_left(a, each)) {
            each->is_left = false;
            each->posts--;
        } else if (selected && number == CI_TIME_BASE_LINES_OVERRUN) {
            each->overrun = false;
        }
    }
}

static uint32_t status(struct accelerator const *a)
{
    bool waits = !a->base.is_automatic && a->base.pending != 0u;

    return (a->base.has_tick_request && is_urgent(a) ? CI_TIME_STATUS_URGENT : 0u)
           | (a->base.has_tick_request && any_task_needs_software(a) ? CI_TIME_STATUS_SOFTWARE : 0u)
           | (waits ? CI_TIME_STATUS_WAITING : 0u) | (lines_interrupt(a) ? CI_TIME_STATUS_LINES : 0u)
           | a->base.expired << CI_TIME_STATUS_ALARMS_LOW
           | a->base.pending << CI_TIME_STATUS_PENDING_LOW | (a->base.overrun ? CI_TIME_STATUS_OVERRUN : 0u);
}

static uint32_t read_base(struct accelerator const *a, uint32_t rs1)
{
    switch (CI_TIME_BASE_REGISTER_OF(rs1)) {
    case CI_TIME_BASE_TIME:
        return (uint32_t)a->base.time;
    case CI_TIME_BASE_TIME_HIGH:
        return (uint32_t)(a->base.time >> 32);
    case CI_TIME_BASE_LEFT:
        return a->base.left;
    case CI_TIME_BASE_STATUS:
        return status(a);
    case CI_TIME_BASE_LINES_LEFT:
        return lines_left(a);
    case CI_TIME_BASE_LINES_OVERRUN:
        return lines_overrun(a);
    default:
        return 0u;
    }
}

static void write_base(struct accelerator *a, uint32_t rs1, uint32_t value)
{
    uint32_t number = CI_TIME_BASE_REGISTER_OF(rs1);
    struct accelerator_time_base *base = &a->base;
    uint32_t ticks = value & UINT32_MAX >> (32u - a->width);

    switch (number) {
    case CI_TIME_BASE_STATUS:
        base->expired &= ~CI_TIME_STATUS_ALARMS(value);
        base->overrun = base->overrun && (value & CI_TIME_STATUS_OVERRUN) == 0u;
        break;
    case CI_TIME_BASE_PERIOD:
        base->period = value;
        if (value == 0u || base->left == 0u) {
            base->left = value;
        }
        break;
    case CI_TIME_BASE_CONTROL:
        base->is_automatic = (value & CI_TIME_CONTROL_AUTOMATIC) != 0u;
        base->halts = (value & CI_TIME_CONTROL_HALTS) != 0u;
        break;
    case CI_TIME_BASE_RUNNING:
        base->running = value & 0xFFu;
        break;
    default:
        if (number - CI_TIME_BASE_ALARM < ACCELERATOR_ALARMS) {
            base->alarm[number - CI_TIME_BASE_ALARM].left = ticks;
            base->expired &= ~(1u << (number - CI_TIME_BASE_ALARM));
        } else if (number - CI_TIME_BASE_ALARM_PERIOD < ACCELERATOR_ALARMS) {
            base->alarm[number - CI_TIME_BASE_ALARM_PERIOD].period = ticks;
        } else {
            write_lines(a, number, value);
        }
        break;
    }
}

void accelerator_cycle(struct accelerator *a)
{
    struct accelerator_time_base *base = &a->base;

    if (base->left == 0u || --base->left != 0u) {
        return;
    }
    base->left = base->period;
    if (base->pending == ACCELERATOR_PENDING_MAX) {
        base->overrun = true;
    } else {
        base->pending++;
    }
}

/* ---------------------------------------------------------------------------------------------------- time unit */

static void set_delay(struct accelerator *a, unsigned task, uint32_t ticks)
{
    a->delay[task] = ticks & UINT32_MAX >> (32u - a->width);
    put(&a->expired, task, false);
}

static void move(struct accelerator *a, unsigned from, unsigned to)
{
    if (from == to) {
        return;
    }
    a->delay[to] = a->delay[from];
    a->delay[from] = 0u;
    put(&a->expired, to, has(&a->expired, from));
    put(&a->expired, from, false);
    put(&a->held, to, has(&a->held, from));
    put(&a->held, from, false);
}

static void count_delays(struct accelerator *a)
{
    for (unsigned task = 0; task < a->tasks; task++) {
        if (a->delay[task] != 0u && --a->delay[task] == 0u) {
            put(&a->expired, task, true);
            if (a->wake && !has(&a->held, task)) {
                put(&a->ready, task, true);
            }
        }
    }
}

/* Take a pending tick for a tick instruction, if ticks wait for one. */
static void take_waiting_tick(struct accelerator *a)
{
    if (!a->base.is_automatic && a->base.pending > 0u) {
        a->base.pending--;
    }
}

static void tick(struct accelerator *a)
{
    if (has_lists(a)) {
        task_lists_tick(&a->lists);
    } else if (a->counting) {
        count_delays(a);
    }
    if (has_base(a)) {
        count_time(a);
    }
}

bool accelerator_tick_automatically(struct accelerator *a)
{
    if (!a->base.is_automatic || a->base.pending == 0u) {
        return false;
    }
    a->base.pending--;
    tick(a);
    settle(a);
    return true;
}

static uint32_t execute_time(struct accelerator *a, unsigned op, uint32_t rs1, uint32_t rs2, int *illegal)
{
    bool is_task = rs1 < a->tasks;
    uint32_t result = 0u;

    switch (op) {
    case CI_TIME_SET:
        if (is_task) {
            set_delay(a, rs1, rs2);
        }
        break;
    case CI_TIME_CLEAR:
        if (is_task) {
            set_delay(a, rs1, 0u);
        }
        break;
    case CI_TIME_GET:
        result = is_task ? a->delay[rs1] : 0u;
        break;
    case CI_TIME_MOVE:
        if (is_task && rs2 < a->tasks) {
            move(a, rs1, rs2);
        }
        break;
    case CI_TIME_TICK:
        take_waiting_tick(a);
        tick(a);
        result = first_that_needs_software(a) != none;
        break;
    case CI_TIME_EXPIRED:
        result = word(&a->expired, rs1);
        break;
    case CI_TIME_NEXT:
        result = first_that_needs_software(a);
        if (result != none) {
            put(&a->expired, result, false);
        }
        break;
    case CI_TIME_RESULTS_CLEAR:
        a->expired = empty;
        break;
    case CI_TIME_HOLD:
    case CI_TIME_RELEASE:
        if (is_task) {
            put(&a->held, rs1, op == CI_TIME_HOLD);
        }
        break;
    case CI_TIME_ACTIVATE:
        a->counting = (rs1 & 1u) != 0u;
        break;
    case CI_TIME_TAKE:
        if (is_task) {
            result = has(&a->expired, rs1);
            put(&a->expired, rs1, false);
        }
        break;
    default:
        *illegal = 1;
        break;
    }
    return result;
}

static uint32_t execute_time_base(struct accelerator *a, unsigned op, uint32_t rs1, uint32_t rs2)
{
    if (op == CI_TIME_READ) {
        return read_base(a, rs1);
    }
    write_base(a, rs1, rs2);
    return 0u;
}

/* --------------------------------------------------------------------------------------------------- ready unit */

static void write_word(struct accelerator *a, uint32_t index, uint32_t bits)
{
    for (unsigned bit = 0; bit < 32u && index < ACCELERATOR_WORDS; bit++) {
        if (32u * index + bit < a->tasks) {
            put(&a->ready, 32u * index + bit, (bits >> bit & 1u) != 0u);
        }
    }
}

static uint32_t rows_of(struct accelerator_set const *set)
{
    uint32_t rows = 0u;

    for (unsigned y = 0; y < 32u; y++) {
        if (row(set, y) != 0u) {
            rows |= UINT32_C(1) << y;
        }
    }
    return rows;
}

static uint32_t lowest_bit(uint32_t byte)
{
    for (uint32_t n = 0; n < 8u; n++) {
        if ((byte >> n & 1u) != 0u) {
            return n;
        }
    }
    return 0u;
}

static uint32_t execute_ready(struct accelerator *a, unsigned op, uint32_t rs1, uint32_t rs2, int *illegal)
{
    bool is_task = rs1 < a->tasks;

    switch (op) {
    case CI_READY_SET:
    case CI_READY_CLEAR:
        if (is_task) {
            put(&a->ready, rs1, op == CI_READY_SET);
        }
        return 0u;
    case CI_READY_HIGHEST:
        return first(&a->ready);
    case CI_READY_TEST:
        return is_task && has(&a->ready, rs1);
    case CI_READY_WORD:
        return word(&a->ready, rs1);
    case CI_READY_WORD_WRITE:
        write_word(a, rs1, rs2);
        return 0u;
    case CI_READY_CLEAR_ALL:
        a->ready = empty;
        return 0u;
    case CI_READY_GROUP:
        return rows_of(&a->ready);
    case CI_READY_ROW:
        return row(&a->ready, rs1);
    case CI_READY_BIT:
        return UINT32_C(1) << (rs1 & 7u);
    case CI_READY_LOWEST:
        return lowest_bit(rs1);
    case CI_READY_RUN:
        if (!has_base(a)) {
            *illegal = 1;
            return 0u;
        }
        a->base.running = first(&a->ready) & 0xFFu;
        return first(&a->ready);
    default:
        *illegal = 1;
        return 0u;
    }
}

/* --------------------------------------------------------------------------------------------------- event unit */

enum {
    LIST = CI_EVENT_KIND_OF(CI_EVENT_LIST),
    SEMAPHORE = CI_EVENT_KIND_OF(CI_EVENT_SEMAPHORE),
    MAILBOX = CI_EVENT_KIND_OF(CI_EVENT_MAILBOX),
    QUEUE = CI_EVENT_KIND_OF(CI_EVENT_QUEUE)
};
enum { ANY = 1, SET = 2, CONSUME = 4 };

static unsigned kind_of(struct accelerator const *a, uint32_t rs1)
{
    unsigned kind = CI_EVENT_KIND_OF(rs1);
    bool is_present = kind == QUEUE     ? a->queue_words > 0u
                      : kind == MAILBOX ? (a->services & ACCELERATOR_MAILBOXES) != 0u
                                        : (a->services & ACCELERATOR_SEMAPHORES) != 0u;

    return is_present ? kind : LIST;
}

/* Fields of a queue's value. */
struct ring {
    uint8_t base, size, first, count;
};

static struct ring ring_of(uint32_t value)
{
    return (struct ring){(uint8_t)CI_EVENT_RING_BASE(value), (uint8_t)CI_EVENT_RING_SIZE(value),
                         (uint8_t)CI_EVENT_RING_FIRST(value), (uint8_t)CI_EVENT_RING_COUNT(value)};
}

static uint32_t value_of(struct ring r)
{
    return (uint32_t)r.base << CI_EVENT_RING_BASE_LOW | (uint32_t)r.size << CI_EVENT_RING_SIZE_LOW
           | (uint32_t)r.first << CI_EVENT_RING_FIRST_LOW | (uint32_t)r.count << CI_EVENT_RING_COUNT_LOW;
}

static uint32_t *queue_word(struct accelerator *a, struct ring r, unsigned index)
{
    return &a->queue[(r.base + index) % a->queue_words];
}

static uint8_t index_before_first(struct ring r)
{
    return (uint8_t)((r.first == 0u ? r.size : r.first) - 1u);
}

/* Take a count or a message. Return false if there is none. */
static bool take(struct accelerator *a, struct accelerator_event *e, unsigned kind, uint32_t *message)
{
    struct ring r = ring_of(e->value);

    if (kind == LIST || (kind == QUEUE ? r.count == 0u : e->value == 0u)) {
        return false;
    }
    if (kind == SEMAPHORE) {
        e->value = (e->value - 1u) & 0xFFFFu;
    } else if (kind == MAILBOX) {
        *message = e->value;
        e->value = 0u;
    } else {
        *message = *queue_word(a, r, r.first);
        r.first = (uint8_t)(r.first + 1u) == r.size ? 0u : (uint8_t)(r.first + 1u);
        r.count--;
        e->value = value_of(r);
    }
    return true;
}

/* Return the count or message, and take it unless it is 0 or `peek` is set. */
static uint32_t take_content(struct accelerator *a, struct accelerator_event *e, unsigned kind, bool peek)
{
    uint32_t value = e->value;

    if (kind == QUEUE) {
        struct ring r = ring_of(value);

        value = r.count == 0u ? 0u : *queue_word(a, r, r.first);
    }
    if (value != 0u && !peek) {
        (void)take(a, e, kind, &(uint32_t){0u});
    }
    return value;
}

/* Add a count or a message. Return false if there is no room. */
static bool store(struct accelerator *a, struct accelerator_event *e, unsigned kind, bool front, uint32_t message)
{
    struct ring r = ring_of(e->value);
    unsigned end_index = r.first + r.count;

    switch (kind) {
    case SEMAPHORE:
        if ((e->value & 0xFFFFu) == 0xFFFFu) {
            return false;
        }
        e->value = (e->value + 1u) & 0xFFFFu;
        return true;
    case MAILBOX:
        if (e->value != 0u) {
            return false;
        }
        e->value = message;
        return true;
    case QUEUE:
        if (r.count >= r.size) {
            return false;
        }
        if (front) {
            r.first = index_before_first(r);
        }
        *queue_word(a, r, front ? r.first : (uint8_t)(end_index >= r.size ? end_index - r.size : end_index)) = message;
        r.count++;
        e->value = value_of(r);
        return true;
    default:
        return true;
    }
}

static uint32_t wake(struct accelerator *a, struct accelerator_event *e, unsigned task, unsigned ended,
                     uint32_t message)
{
    if (a->task[task].marked) {
        return CI_EVENT_LEFT | CI_EVENT_MARKED | task << CI_EVENT_WHO_LOW;
    }
    put(&e->waiting, task, false);
    a->task[task].ended = ended;
    a->task[task].message = message;
    set_delay(a, task, 0u);
    put(&a->ready, task, true);
    return CI_EVENT_WOKEN | task << CI_EVENT_WHO_LOW;
}

/* Find the next task whose wait the flags satisfy, from the task in `from` on. Wake it unless it is marked. Return the
 * outcome, or 0 if there is no such task. */
static uint32_t flag_next(struct accelerator *a, struct accelerator_event *e, bool consumers, uint32_t from)
{
    if ((from & 1u) == 0u) {
        return 0u;
    }
    for (uint32_t n = CI_EVENT_WHO(from); n < a->tasks; n++) {
        struct accelerator_task const *t = &a->task[n];
        uint32_t found = (e->value ^ ((t->flag_kind & SET) != 0u ? 0u : ~0u)) & t->message;

        if (has(&e->waiting, n) && ((t->flag_kind & CONSUME) != 0u) == consumers
            && ((t->flag_kind & ANY) != 0u ? found != 0u : found == t->message)) {
            bool set = (t->flag_kind & SET) != 0u;
            uint32_t outcome = wake(a, e, n, CI_EVENT_POSTED, found);

            if (consumers && CI_EVENT_OUTCOME(outcome) == CI_EVENT_WOKEN) {
                e->value = set ? e->value & ~found : e->value | found;
            }
            return outcome;
        }
    }
    return 0u;
}

/* Execute an instruction whose rs1 is a task. */
static uint32_t execute_event_task(struct accelerator *a, unsigned op, uint32_t rs1, uint32_t rs2)
{
    struct accelerator_task *t = &a->task[rs1 % ACCELERATOR_TASKS_MAX];
    uint32_t result = 0u;

    if (rs1 >= a->tasks) {
        return 0u;
    }
    switch (op) {
    case CI_EVENT_TAKE:
        result = t->ended;
        t->ended = 0u;
        break;
    case CI_EVENT_MESSAGE:
        result = t->message;
        break;
    case CI_EVENT_WANT:
        t->message = rs2;
        break;
    case CI_EVENT_MARK:
        t->marked = (rs2 & 1u) != 0u;
        break;
    default:
        if (rs2 < a->tasks) {
            a->task[rs2] = *t;
        }
        break;
    }
    return result;
}

static uint32_t event_info(struct accelerator const *a)
{
    return a->events << CI_EVENT_INFO_EVENTS_LOW | a->queue_words << CI_EVENT_INFO_WORDS_LOW
           | ((a->services & ACCELERATOR_FLAGS) != 0u ? CI_EVENT_INFO_FLAGS : 0u)
           | ((a->services & ACCELERATOR_SEMAPHORES) != 0u ? 0u : CI_EVENT_INFO_NO_SEMAPHORES)
           | ((a->services & ACCELERATOR_MAILBOXES) != 0u ? 0u : CI_EVENT_INFO_NO_MAILBOXES);
}

static uint32_t execute_event(struct accelerator *a, unsigned op, uint32_t rs1, uint32_t rs2, int *illegal)
{
    struct accelerator_event *e = &a->event[rs1 % ACCELERATOR_EVENTS_MAX];
    unsigned kind = kind_of(a, rs1), task = CI_EVENT_TASK_OF(rs1);
    bool is_task = task < a->tasks;
    uint32_t waits, message = 0u;

    if (op > CI_EVENT_FLAG_NEXT || (op == CI_EVENT_FLAG_NEXT && (a->services & ACCELERATOR_FLAGS) == 0u)) {
        *illegal = 1;
        return 0u;
    }
    if (op == CI_EVENT_INFO) {
        return event_info(a);
    }
    if (op == CI_EVENT_TAKE || op == CI_EVENT_MESSAGE || op == CI_EVENT_WANT || op == CI_EVENT_MARK
        || op == CI_EVENT_COPY) {
        return execute_event_task(a, op, rs1, rs2);
    }
    if ((rs1 & 0xFFu) >= a->events) {
        return 0u;
    }
    waits = first(&e->waiting);
    switch (op) {
    case CI_EVENT_INIT:
        *e = (struct accelerator_event){.value = rs2};
        return 0u;
    case CI_EVENT_GET:
        return e->value;
    case CI_EVENT_PUT:
        if (CI_EVENT_ALONE_OF(rs1) != 0u && waits != none) {
            return 1u;
        }
        e->value = rs2;
        return 0u;
    case CI_EVENT_WORD:
        return CI_EVENT_ROWS_OF(rs1) != 0u ? rows_of(&e->waiting) : word(&e->waiting, CI_EVENT_INDEX_OF(rs1));
    case CI_EVENT_ADD:
    case CI_EVENT_REMOVE:
        if (is_task) {
            put(&e->waiting, task, op == CI_EVENT_ADD);
        }
        return 0u;
    case CI_EVENT_PEND:
        if (!is_task) {
            return 0u;
        }
        if (CI_EVENT_TRY_OF(rs1) != 0u) {
            return take_content(a, e, kind, CI_EVENT_PEEK_OF(rs1) != 0u);
        }
        if (take(a, e, kind, &message)) {
            if (kind != SEMAPHORE) {
                a->task[task].message = message;
            }
            return 1u;
        }
        put(&e->waiting, task, true);
        a->task[task].ended = 0u;
        a->task[task].flag_kind =
            CI_EVENT_ANY_OF(rs1) * ANY | CI_EVENT_SET_OF(rs1) * SET | CI_EVENT_CONSUME_OF(rs1) * CONSUME;
        set_delay(a, task, rs2);
        put(&a->ready, task, false);
        return 0u;
    case CI_EVENT_POST:
        if (waits != none) {
            return wake(a, e, waits, CI_EVENT_POSTED, rs2);
        }
        return store(a, e, kind, CI_EVENT_TO_FRONT_OF(rs1) != 0u, rs2) ? CI_EVENT_STORED : CI_EVENT_FULL;
    case CI_EVENT_ABORT:
        return waits != none ? wake(a, e, waits, CI_EVENT_ABORTED, 0u) : 0u;
    default:
        return flag_next(a, e, CI_EVENT_CONSUMERS_OF(rs1) != 0u, rs2);
    }
}

/* --------------------------------------------------------------------------------------------------- task lists */

static uint32_t execute_list(struct accelerator *a, unsigned op, uint32_t rs1, uint32_t rs2, int *illegal)
{
    uint32_t result;

    if (op == CI_LIST_TICK && has_base(a)) {
        take_waiting_tick(a);
        tick(a);
        return 0u;
    }
    result = task_lists_execute(&a->lists, op, rs1, rs2, illegal);
    if (op == CI_LIST_SELECT || op == CI_LIST_HEAD) {
        a->base.running = task_lists_top(&a->lists) & 0xFFu;
    }
    return result;
}

/* ------------------------------------------------------------------------------------------------ the whole core */

static uint32_t execute_info(struct accelerator const *a, unsigned op, int *illegal)
{
    if (op == CI_INFO_SECOND && a->units_return_second_word) {
        return (has_lists(a) ? CI_INFO2_LEVELS : 0u) | (a->lists.waiting.lists > 0u ? CI_INFO2_WAITING : 0u)
               | (a->second_port ? CI_INFO2_SECOND_PORT : 0u) | a->lines_that_post << CI_INFO2_LINES_LOW
               | (a->guests > 0u ? CI_INFO2_BOUNDS | a->guests << CI_INFO2_SETS_LOW : 0u);
    }
    if (op != CI_INFO_INFO) {
        *illegal = 1;
        return 0u;
    }
    return (uint32_t)CI_VERSION << CI_INFO_VERSION_LOW | a->units << CI_INFO_UNITS_LOW
           | a->engine << CI_INFO_ENGINE_LOW | (uint32_t)a->wake << CI_INFO_WAKE_LOW | a->tasks << CI_INFO_TASKS_LOW
           | a->width << CI_INFO_WIDTH_LOW | (uint32_t)a->has_second_word << CI_INFO_MORE_LOW;
}

bool accelerator_init(struct accelerator *a, unsigned tasks, unsigned width, unsigned units, unsigned engine)
{
    unsigned const both = ACCELERATOR_READY | ACCELERATOR_TIME;

    if (units == ACCELERATOR_READY) { /* no width, no engine */
        width = 0u;
        engine = 0u;
    } else if (width < 4u || width > 32u) {
        return false;
    }
    if (tasks < 8u || tasks > ACCELERATOR_TASKS_MAX || units == 0u || (units & ~both) != 0u || engine > 1u) {
        return false;
    }
    *a = (struct accelerator){
        .tasks = tasks, .width = width, .units = units, .engine = engine, .wake = units == both, .counting = true};
    return true;
}

bool accelerator_init_lists(struct accelerator *a, unsigned tasks, unsigned width, unsigned levels, unsigned waiting,
                            bool slices)
{
    if (tasks < 8u || tasks > ACCELERATOR_TASKS_MAX || width < 4u || width > 32u || levels < 8u
        || levels > TASK_LISTS_LEVELS_MAX || (waiting > 0u && waiting < 4u) || waiting > WAIT_LISTS_MAX) {
        return false;
    }
    *a = (struct accelerator){.tasks = tasks, .width = width, .engine = 1u, .has_second_word = true,
                              .units_return_second_word = true};
    a->lists = (struct task_lists){.tasks = tasks, .width = width, .levels = levels, .slices = slices};
    a->lists.waiting = (struct wait_lists){.tasks = tasks, .lists = waiting};
    task_lists_clear(&a->lists, 0u);
    wait_lists_clear(&a->lists.waiting);
    return true;
}

bool accelerator_add_events(struct accelerator *a, unsigned events, unsigned queue_words, unsigned services)
{
    if (!a->wake || events < 4u || events > ACCELERATOR_EVENTS_MAX || queue_words > ACCELERATOR_QUEUE_WORDS_MAX
        || queue_words == 1u || queue_words == 2u || (queue_words & (queue_words - 1u)) != 0u) {
        return false;
    }
    a->units |= ACCELERATOR_EVENT;
    a->events = events;
    a->queue_words = queue_words;
    a->services = services;
    return true;
}

void accelerator_add_second_port(struct accelerator *a)
{
    a->has_second_word = true;
    a->units_return_second_word = true;
    a->second_port = true;
}

void accelerator_add_guests(struct accelerator *a, unsigned guests)
{
    a->has_second_word = true;
    a->units_return_second_word = true;
    a->guests = guests;
}

bool accelerator_add_time_base(struct accelerator *a)
{
    if ((a->units & ACCELERATOR_TIME) == 0u && !has_lists(a)) {
        return false;
    }
    a->units |= ACCELERATOR_TIME_BASE;
    a->lists.has_time_base = true;
    return true;
}

bool accelerator_add_lines(struct accelerator *a, unsigned lines)
{
    if ((a->events == 0u && !has_lists(a)) || !has_base(a) || lines == 0u || lines > ACCELERATOR_LINES_MAX) {
        return false;
    }
    a->lists.has_lines = true;
    a->lines_that_post = lines;
    a->has_second_word = true;
    a->units_return_second_word = true;
    return true;
}

void accelerator_lines_cycle(struct accelerator *a, uint32_t levels)
{
    for (unsigned n = 0; n < a->lines_that_post; n++) {
        struct accelerator_line *line = &a->line[n];
        bool is_high = (levels >> n & 1u) != 0u;
        bool triggers = line->is_enabled && line->is_armed && is_high;

        if (triggers && line->posts == ACCELERATOR_LINE_POSTS_MAX) {
            line->overrun = true;
        } else if (triggers) {
            line->posts++;
        }
        line->is_armed = line->is_level ? line->is_armed && !triggers : !is_high;
    }
}

unsigned accelerator_next_line(struct accelerator const *a)
{
    for (unsigned n = 0; n < a->lines_that_post; n++) {
        if (a->line[n].posts > 0u &&
            (has_lists(a) ? a->line[n].is_awaited && a->base.is_automatic : !is_left(a, &a->line[n]))) {
            return n;
        }
    }
    return ACCELERATOR_LINES_MAX;
}

uint32_t accelerator_line_post(struct accelerator *a, unsigned line)
{
    struct accelerator_line *chosen = &a->line[line];
    int illegal;
    uint32_t outcome;

    if (has_lists(a)) {
        chosen->is_awaited = false;
        a->base.has_tick_request = true;
        (void)task_lists_execute(&a->lists, CI_LIST_PUT, chosen->task, CI_LIST_AWAKE, &illegal);
        settle(a);
        return 0u;
    }
    outcome = execute_event(a, CI_EVENT_POST, chosen->event, chosen->message, &illegal);
    switch (CI_EVENT_OUTCOME(outcome)) {
    case CI_EVENT_MARKED:
        chosen->is_left = true;
        return outcome;
    case CI_EVENT_WOKEN:
        a->base.has_tick_request = true;
        settle(a);
        break;
    case CI_EVENT_FULL:
        chosen->overrun = true;
        break;
    default:
        break;
    }
    chosen->posts--;
    return outcome;
}

bool accelerator_interrupts(struct accelerator const *a)
{
    return a->base.has_tick_request || a->base.expired != 0u || (!a->base.is_automatic && a->base.pending != 0u)
           || (has_lists(a) && a->base.overrun) || lines_interrupt(a);
}

static uint32_t execute(struct accelerator *a, unsigned unit, unsigned op, uint32_t rs1, uint32_t rs2, int *illegal)
{
    if (unit == CI_UNIT_INFO) {
        return execute_info(a, op, illegal);
    }
    if (unit == CI_UNIT_TIME && has_base(a) && (op == CI_TIME_READ || op == CI_TIME_WRITE)) {
        return execute_time_base(a, op, rs1, rs2);
    }
    if (unit == CI_UNIT_TIME && (a->units & ACCELERATOR_TIME) != 0u) {
        return execute_time(a, op, rs1, rs2, illegal);
    }
    if (unit == CI_UNIT_READY && (a->units & ACCELERATOR_READY) != 0u) {
        return execute_ready(a, op, rs1, rs2, illegal);
    }
    if (unit == CI_UNIT_EVENT && (a->units & ACCELERATOR_EVENT) != 0u) {
        return execute_event(a, op, rs1, rs2, illegal);
    }
    if (unit == CI_UNIT_LIST && has_lists(a)) {
        return execute_list(a, op, rs1, rs2, illegal);
    }
    if (unit == CI_UNIT_WAIT && a->lists.waiting.lists > 0u) {
        return wait_lists_execute(&a->lists.waiting, op, rs1, rs2, illegal);
    }
    *illegal = 1;
    return 0u;
}

uint32_t accelerator_execute(struct accelerator *a, unsigned unit, unsigned op, uint32_t rs1, uint32_t rs2,
                             int *illegal)
{
    uint32_t result;

    *illegal = 0;
    result = execute(a, unit, op, rs1, rs2, illegal);
    settle(a);
    return result;
}
