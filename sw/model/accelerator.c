/* SPDX-License-Identifier: Apache-2.0 */
#include "accelerator.h"

#include "../ci_opcodes.h"

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

static const struct accelerator_set empty;

static uint32_t word(struct accelerator_set const *set, uint32_t index)
{
    return index < ACCELERATOR_WORDS ? set->word[index] : 0u; /* bits beyond N are never set */
}

static uint32_t row(struct accelerator_set const *set, uint32_t index)
{
    return word(set, index / 4u) >> 8u * (index % 4u) & 0xFFu;
}

/* ---------------------------------------------------------------------------------------------------- time unit */

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

static void tick(struct accelerator *a)
{
    if (!a->counting) {
        return;
    }
    for (unsigned task = 0; task < a->tasks; task++) {
        if (a->delay[task] != 0u && --a->delay[task] == 0u) {
            put(&a->expired, task, true);
            if (a->wake && !has(&a->held, task)) {
                put(&a->ready, task, true);
            }
        }
    }
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

/* --------------------------------------------------------------------------------------------------- ready unit */

static uint32_t highest_ready(struct accelerator const *a)
{
    for (unsigned task = 0; task < a->tasks; task++) {
        if (has(&a->ready, task)) {
            return task;
        }
    }
    return none;
}

static void write_word(struct accelerator *a, uint32_t index, uint32_t bits)
{
    for (unsigned bit = 0; bit < 32u && index < ACCELERATOR_WORDS; bit++) {
        if (32u * index + bit < a->tasks) {
            put(&a->ready, 32u * index + bit, (bits >> bit & 1u) != 0u);
        }
    }
}

static uint32_t group(struct accelerator const *a)
{
    uint32_t rows = 0u;

    for (unsigned y = 0; y < 32u; y++) {
        if (row(&a->ready, y) != 0u) {
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
        return highest_ready(a);
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
        return group(a);
    case CI_READY_ROW:
        return row(&a->ready, rs1);
    case CI_READY_BIT:
        return UINT32_C(1) << (rs1 & 7u);
    case CI_READY_LOWEST:
        return lowest_bit(rs1);
    default:
        *illegal = 1;
        return 0u;
    }
}

/* ------------------------------------------------------------------------------------------------ the whole core */

static uint32_t execute_info(struct accelerator const *a, unsigned op, int *illegal)
{
    if (op != CI_INFO_INFO) {
        *illegal = 1;
        return 0u;
    }
    return (uint32_t)CI_VERSION << CI_INFO_VERSION_LOW | a->units << CI_INFO_UNITS_LOW
           | a->engine << CI_INFO_ENGINE_LOW | (uint32_t)a->wake << CI_INFO_WAKE_LOW | a->tasks << CI_INFO_TASKS_LOW
           | a->width << CI_INFO_WIDTH_LOW;
}

bool accelerator_init(struct accelerator *a, unsigned tasks, unsigned width, unsigned units, unsigned engine)
{
    unsigned const both = ACCELERATOR_READY | ACCELERATOR_TIME;

    if (tasks < 8u || tasks > ACCELERATOR_TASKS_MAX || width < 4u || width > 32u || units == 0u
        || (units & ~both) != 0u || engine > 1u) {
        return false;
    }
    *a = (struct accelerator){
        .tasks = tasks, .width = width, .units = units, .engine = engine, .wake = units == both, .counting = true};
    return true;
}

uint32_t accelerator_execute(struct accelerator *a, unsigned unit, unsigned op, uint32_t rs1, uint32_t rs2,
                             int *illegal)
{
    *illegal = 0;
    if (unit == CI_UNIT_INFO) {
        return execute_info(a, op, illegal);
    }
    if (unit == CI_UNIT_TIME && (a->units & ACCELERATOR_TIME) != 0u) {
        return execute_time(a, op, rs1, rs2, illegal);
    }
    if (unit == CI_UNIT_READY && (a->units & ACCELERATOR_READY) != 0u) {
        return execute_ready(a, op, rs1, rs2, illegal);
    }
    *illegal = 1;
    return 0u;
}
