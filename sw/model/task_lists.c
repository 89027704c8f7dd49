/* SPDX-License-Identifier: Apache-2.0 */
#include "task_lists.h"

static const uint32_t none = UINT32_MAX;

static uint32_t in_width(struct task_lists const *l, uint32_t time)
{
    return time & UINT32_MAX >> (32u - l->width);
}

/* ------------------------------------------------------------------------------------------------------- a list */

/* Return the first index, from `from` on, at which the sequence has a task of this list; l->count if there is none. */
static unsigned find(struct task_lists const *l, uint32_t list, unsigned from)
{
    while (from < l->count && l->place[l->sequence[from]] != list) {
        from++;
    }
    return from;
}

static unsigned position(struct task_lists const *l, uint32_t task)
{
    unsigned at = 0u;

    while (l->sequence[at] != task) {
        at++;
    }
    return at;
}

static uint32_t task_at(struct task_lists const *l, unsigned at)
{
    return at < l->count ? l->sequence[at] : none;
}

static uint32_t first(struct task_lists const *l, uint32_t list)
{
    return task_at(l, find(l, list, 0u));
}

static uint32_t after(struct task_lists const *l, uint32_t task)
{
    return task_at(l, find(l, l->place[task], position(l, task) + 1u));
}

static uint32_t ahead_of(struct task_lists const *l, uint32_t task)
{
    uint32_t found = none;

    for (unsigned at = 0u; l->sequence[at] != task; at++) {
        if (l->place[l->sequence[at]] == l->place[task]) {
            found = l->sequence[at];
        }
    }
    return found;
}

static void leave(struct task_lists *l, uint32_t task)
{
    uint32_t list = l->place[task];

    if (list == none) {
        return;
    }
    if (l->cursor[list] == task) {
        l->cursor[list] = ahead_of(l, task);
    }
    l->count--;
    for (unsigned at = position(l, task); at < l->count; at++) {
        l->sequence[at] = l->sequence[at + 1u];
    }
    l->place[task] = none;
}

static void enter(struct task_lists *l, uint32_t task, uint32_t list, bool to_front)
{
    unsigned at = to_front                 ? find(l, list, 0u)
                  : l->cursor[list] != none ? position(l, l->cursor[list])
                                            : l->count;

    for (unsigned end = l->count++; end > at; end--) {
        l->sequence[end] = l->sequence[end - 1u];
    }
    l->sequence[at] = (uint8_t)task;
    l->place[task] = list;
}

static void move(struct task_lists *l, uint32_t task, uint32_t list, bool to_front)
{
    leave(l, task);
    enter(l, task, list, to_front);
}

/* --------------------------------------------------------------------------------------------------------- levels */

uint32_t task_lists_top(struct task_lists const *l)
{
    for (uint32_t level = 0u; level < l->levels; level++) {
        if (first(l, level) != none) {
            return level;
        }
    }
    return none;
}

static uint32_t select(struct task_lists *l)
{
    uint32_t level = task_lists_top(l), next = none;

    l->slice_ended = false;
    if (level == none) {
        return none;
    }
    if (l->cursor[level] != none) {
        next = after(l, l->cursor[level]);
    }
    return l->cursor[level] = next != none ? next : first(l, level);
}

static uint32_t head(struct task_lists *l)
{
    l->slice_ended = false;
    return task_lists_top(l) == none ? none : first(l, task_lists_top(l));
}

static bool has_several(struct task_lists const *l, uint32_t level)
{
    return first(l, level) != none && after(l, first(l, level)) != none;
}

bool task_lists_need_software(struct task_lists const *l)
{
    return first(l, CI_LIST_DUE) != none;
}

bool task_lists_is_urgent(struct task_lists const *l, uint32_t running)
{
    uint32_t level = task_lists_top(l);

    return level < running || (l->slice_ended && level == running);
}

static uint32_t status(struct task_lists const *l, uint32_t level)
{
    return (task_lists_top(l) < level ? CI_LIST_STATUS_URGENT : 0u)
           | (has_several(l, level) ? CI_LIST_STATUS_SEVERAL : 0u)
           | (task_lists_need_software(l) ? CI_LIST_STATUS_DUE : 0u);
}

/* ----------------------------------------------------------------------------------------------------------- time */

/* Move the tasks that wake at the next tick from the sleeping list to the coming list. */
static void look_ahead(struct task_lists *l)
{
    uint32_t next;

    for (uint32_t task = first(l, CI_LIST_SLEEPING); task != none; task = next) {
        next = after(l, task);
        if (l->wake[task] == in_width(l, l->time + 1u)) {
            move(l, task, CI_LIST_COMING, false);
        }
    }
}

/* Count a tick of the slice of the first task in the most urgent level. When its slice ends, insert the task again, as
 * list.put does: before the level's cursor, or at the end if there is no cursor. */
static void end_slice(struct task_lists *l)
{
    uint32_t level = task_lists_top(l), task;

    if (level == none || l->slice[level] == 0u) {
        l->owner = none;
        return;
    }
    task = first(l, level);
    if (task != l->owner) {
        l->owner = task;
        l->left = l->slice[level];
    }
    l->left--;
    if (l->left == 0u) {
        l->left = l->slice[level];
        l->slice_ended = l->slice_ended || (l->has_time_base && has_several(l, level));
        move(l, task, level, false);
    }
}

/* Move a sleeping task to its level, or to due if it needs software or another task is in due. */
static void awaken(struct task_lists *l, uint32_t task)
{
    bool enters_due = l->held[task] || first(l, CI_LIST_DUE) != none;

    move(l, task, enters_due ? CI_LIST_DUE : l->level[task], false);
}

static void tick(struct task_lists *l)
{
    uint32_t task;

    end_slice(l);
    l->time = in_width(l, l->time + 1u);
    while ((task = first(l, CI_LIST_COMING)) != none) {
        awaken(l, task);
        wait_lists_leave(&l->waiting, task);
    }
}

void task_lists_tick(struct task_lists *l)
{
    tick(l);
    look_ahead(l);
}

/* Return the time at which a task wakes that is to sleep until this time. With a time base, ticks may have come since
 * software computed the time, so a time that has just passed becomes the time of the next tick. */
static uint32_t wake_time(struct task_lists const *l, uint32_t time)
{
    unsigned bits = l->width < 10u ? l->width - 2u : 8u;
    bool has_passed = in_width(l, l->time - time) >> bits == 0u;

    return in_width(l, l->has_time_base && has_passed ? l->time + 1u : time);
}

static void set_time(struct task_lists *l, uint32_t time)
{
    uint32_t task;

    l->time = in_width(l, time);
    while ((task = first(l, CI_LIST_COMING)) != none) {
        move(l, task, CI_LIST_SLEEPING, false);
    }
}

void task_lists_clear(struct task_lists *l, uint32_t time)
{
    *l = (struct task_lists){
        .tasks = l->tasks, .width = l->width, .levels = l->levels, .slices = l->slices,
        .has_time_base = l->has_time_base, .has_lines = l->has_lines, .time = in_width(l, time), .owner = none,
        .waiting = l->waiting};
    for (unsigned task = 0u; task < TASK_LISTS_TASKS_MAX; task++) {
        l->place[task] = none;
    }
    for (unsigned list = 0u; list < TASK_LISTS_MAX; list++) {
        l->cursor[list] = none;
    }
}

/* --------------------------------------------------------------------------------------------------- instructions */

static uint32_t visible_place(struct task_lists const *l, uint32_t task)
{
    return l->place[task] == CI_LIST_COMING ? CI_LIST_SLEEPING : l->place[task];
}

static uint32_t execute_put(struct task_lists *l, uint32_t task, uint32_t list, bool to_front)
{
    bool is_level = list < l->levels;

    if (list == CI_LIST_AWAKE && l->has_lines && !to_front && task < l->tasks) {
        if (visible_place(l, task) == CI_LIST_SLEEPING) {
            awaken(l, task);
        }
        return 0u;
    }
    if (task < l->tasks && (is_level || list == CI_LIST_PARKED || list == CI_LIST_ENDED)) {
        move(l, task, list, to_front);
        if (is_level) {
            l->level[task] = list;
        }
    }
    return 0u;
}

static uint32_t execute_sleep(struct task_lists *l, uint32_t sleeper, uint32_t time)
{
    uint32_t task = sleeper & 0xFFu;

    if (task < l->tasks) {
        move(l, task, CI_LIST_SLEEPING, false);
        l->wake[task] = wake_time(l, time);
        l->held[task] = CI_LIST_HELD_OF(sleeper) != 0u;
    }
    return 0u;
}

static uint32_t execute(struct task_lists *l, unsigned op, uint32_t rs1, uint32_t rs2, int *illegal)
{
    bool is_task = rs1 < l->tasks;
    uint32_t result = 0u;

    switch (op) {
    case CI_LIST_INFO:
        return l->levels << CI_LIST_INFO_LEVELS_LOW | (l->slices ? CI_LIST_INFO_SLICES : 0u);
    case CI_LIST_PUT:
    case CI_LIST_PUT_FRONT:
        return execute_put(l, rs1, rs2, op == CI_LIST_PUT_FRONT);
    case CI_LIST_SLEEP:
        return execute_sleep(l, rs1, rs2);
    case CI_LIST_REMOVE:
        if (is_task) {
            result = visible_place(l, rs1);
            leave(l, rs1);
        }
        return result;
    case CI_LIST_WHERE:
        return is_task ? visible_place(l, rs1) : 0u;
    case CI_LIST_LEVEL:
        if (is_task && rs2 < l->levels) {
            l->level[rs1] = rs2;
        } else if (l->slices && rs1 >> CI_LIST_SLICES_LOW == 1u && (rs1 & 0xFFu) < l->levels) {
            l->slice[rs1 & 0xFFu] = (uint8_t)rs2;
        }
        return 0u;
    case CI_LIST_SELECT:
        return select(l);
    case CI_LIST_HEAD:
        return head(l);
    case CI_LIST_TICK:
        tick(l);
        return 0u;
    case CI_LIST_STATUS:
        return rs1 < l->levels ? status(l, rs1) : 0u;
    case CI_LIST_FIRST:
        return rs1 < l->levels || (rs1 >= CI_LIST_SLEEPING && rs1 <= CI_LIST_ENDED) ? first(l, rs1) : 0u;
    case CI_LIST_AFTER:
        return !is_task ? 0u : l->place[rs1] == none ? none : after(l, rs1);
    case CI_LIST_WAKE:
        return is_task ? l->wake[rs1] : 0u;
    case CI_LIST_CLEAR:
        task_lists_clear(l, rs2);
        return 0u;
    case CI_LIST_TIME:
        set_time(l, rs2);
        return 0u;
    default:
        *illegal = 1;
        return 0u;
    }
}

uint32_t task_lists_execute(struct task_lists *l, unsigned op, uint32_t rs1, uint32_t rs2, int *illegal)
{
    uint32_t result = execute(l, op, rs1, rs2, illegal);

    look_ahead(l);
    return result;
}
