/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The task lists of the golden model: the effect of the instructions of the unit `list` (hw/isa/instructions.toml).
 */
#ifndef TASK_LISTS_H
#define TASK_LISTS_H

#include <stdbool.h>
#include <stdint.h>

#include "../ci_opcodes.h"
#include "wait_lists.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TASK_LISTS_TASKS_MAX = 256,
    TASK_LISTS_LEVELS_MAX = 64,
    TASK_LISTS_MAX = CI_LIST_ENDED + 1
};

struct task_lists {
    /* Parameters of the core. */
    unsigned tasks;  /* N */
    unsigned width;  /* W */
    unsigned levels; /* L: 8 to 64; 0: no task lists */
    bool slices;     /* levels can have slices */
    bool has_time_base;
    bool has_lines;  /* a put to awake wakes a sleeping task */

    /* State. All lists share one sequence. A list consists of the tasks in the sequence whose `place` is that list. */
    unsigned count;                          /* tasks in lists */
    uint8_t sequence[TASK_LISTS_TASKS_MAX];
    uint32_t place[TASK_LISTS_TASKS_MAX];    /* number of the list; UINT32_MAX: none */
    uint32_t cursor[TASK_LISTS_MAX];         /* a task of the list; UINT32_MAX: none */
    uint32_t level[TASK_LISTS_TASKS_MAX];
    uint32_t wake[TASK_LISTS_TASKS_MAX];
    bool held[TASK_LISTS_TASKS_MAX];
    uint32_t time;
    uint8_t slice[TASK_LISTS_LEVELS_MAX];    /* ticks; 0: the level has no slices */
    uint32_t owner;                          /* task whose slice the last tick counted; UINT32_MAX: none */
    unsigned left;                           /* remaining ticks of this slice */
    bool slice_ended;                        /* and another task became first, since the last head or select */
    struct wait_lists waiting;
};

/* Empty every list and set the time. */
void task_lists_clear(struct task_lists *l, uint32_t time);

/* Advance the time by one tick, as list.tick does. */
void task_lists_tick(struct task_lists *l);

/* Return the most urgent level that has a task, or UINT32_MAX. */
uint32_t task_lists_top(struct task_lists const *l);

/* Return whether a task of level `running` should give way: to a more urgent task, or because its slice has ended. */
bool task_lists_is_urgent(struct task_lists const *l, uint32_t running);

/* Return whether a task needs software: the list `due` has a task. */
bool task_lists_need_software(struct task_lists const *l);

/* Execute one instruction and return its result. Set *illegal to 1 if the operation does not exist. */
uint32_t task_lists_execute(struct task_lists *l, unsigned op, uint32_t rs1, uint32_t rs2, int *illegal);

#ifdef __cplusplus
}
#endif

#endif
