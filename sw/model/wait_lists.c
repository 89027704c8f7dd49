/* SPDX-License-Identifier: Apache-2.0 */
#include "wait_lists.h"

static const uint32_t none = UINT32_MAX;

/* Return the first index, from `from` on, at which the sequence has a task of this list; w->count if there is none. */
static unsigned find(struct wait_lists const *w, uint32_t list, unsigned from)
{
    while (from < w->count && w->place[w->sequence[from]] != list) {
        from++;
    }
    return from;
}

static unsigned position(struct wait_lists const *w, uint32_t task)
{
    unsigned at = 0u;

    while (w->sequence[at] != task) {
        at++;
    }
    return at;
}

static uint32_t task_at(struct wait_lists const *w, unsigned at)
{
    return at < w->count ? w->sequence[at] : none;
}

static uint32_t first(struct wait_lists const *w, uint32_t list)
{
    return task_at(w, find(w, list, 0u));
}

void wait_lists_leave(struct wait_lists *w, uint32_t task)
{
    if (w->lists == 0u || w->place[task] == none) {
        return;
    }
    w->count--;
    for (unsigned at = position(w, task); at < w->count; at++) {
        w->sequence[at] = w->sequence[at + 1u];
    }
    w->place[task] = none;
}

static void enter(struct wait_lists *w, uint32_t task, uint32_t list, uint32_t order)
{
    unsigned at;

    wait_lists_leave(w, task);
    at = find(w, list, 0u);
    while (at < w->count && w->order[w->sequence[at]] <= order) {
        at = find(w, list, at + 1u);
    }
    for (unsigned end = w->count++; end > at; end--) {
        w->sequence[end] = w->sequence[end - 1u];
    }
    w->sequence[at] = (uint8_t)task;
    w->place[task] = list;
    w->order[task] = order;
}

static uint32_t take(struct wait_lists *w, uint32_t list)
{
    uint32_t task = first(w, list);

    if (task != none) {
        wait_lists_leave(w, task);
    }
    return task;
}

void wait_lists_clear(struct wait_lists *w)
{
    *w = (struct wait_lists){.tasks = w->tasks, .lists = w->lists};
    for (unsigned task = 0u; task < WAITING_TASKS_MAX; task++) {
        w->place[task] = none;
    }
}

uint32_t wait_lists_execute(struct wait_lists *w, unsigned op, uint32_t rs1, uint32_t rs2, int *illegal)
{
    bool is_task = rs1 < w->tasks, is_list = rs1 < w->lists;
    uint32_t result = 0u;

    switch (op) {
    case CI_WAIT_INFO:
        return w->lists << CI_WAIT_INFO_LISTS_LOW;
    case CI_WAIT_ENTER:
        if (is_task && CI_WAIT_LIST_OF(rs2) < w->lists) {
            enter(w, rs1, CI_WAIT_LIST_OF(rs2), rs2 & 0xFFu);
        }
        return 0u;
    case CI_WAIT_TAKE:
        return is_list ? take(w, rs1) : 0u;
    case CI_WAIT_LEAVE:
        if (is_task) {
            result = w->place[rs1];
            wait_lists_leave(w, rs1);
        }
        return result;
    case CI_WAIT_WHERE:
        return is_task ? w->place[rs1] : 0u;
    case CI_WAIT_ANY:
        return is_list && first(w, rs1) != none;
    case CI_WAIT_FIRST:
        return is_list ? first(w, rs1) : 0u;
    case CI_WAIT_AFTER:
        return !is_task ? 0u : w->place[rs1] == none ? none : task_at(w, find(w, w->place[rs1], position(w, rs1) + 1u));
    case CI_WAIT_REORDER:
        if (is_task) {
            w->order[rs1] = rs2 & 0xFFu;
        }
        return 0u;
    case CI_WAIT_ORDER:
        return is_task ? w->order[rs1] : 0u;
    case CI_WAIT_CLEAR:
        wait_lists_clear(w);
        return 0u;
    default:
        *illegal = 1;
        return 0u;
    }
}
