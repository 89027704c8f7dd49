/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The task lists of the golden model: what the instructions of the unit `list` mean (hw/isa/instructions.toml).
 */
#ifndef TASK_LISTS_H
#define TASK_LISTS_H

#include <stdbool.h>
#include <stdint.h>

#include "../ci_opcodes.h"
#include "waiting_lists.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TASK_LISTS_TASKS_MAX = 256,
    TASK_LISTS_LEVELS_MAX = 64,
    TASK_LISTS_MAX = CI_LIST_ENDED + 1
};

struct task_lists {
    /* What the core has. */
    unsigned tasks;  /* N */
    unsigned width;  /* W */
    unsigned levels; /* L: 8 to 64, or 0: there are no task lists */
    bool slices;     /* levels can have slices */

    /* State. All lists are one sequence: a list is what it has of tasks whose place is that list. */
    unsigned count;                          /* tasks in lists */
    uint8_t sequence[TASK_LISTS_TASKS_MAX];
    uint32_t place[TASK_LISTS_TASKS_MAX];    /* the list's number, UINT32_MAX: none */
    uint32_t cursor[TASK_LISTS_MAX];         /* a task of the list, UINT32_MAX: none */
    uint32_t level[TASK_LISTS_TASKS_MAX];
    uint32_t wake[TASK_LISTS_TASKS_MAX];
    bool held[TASK_LISTS_TASKS_MAX];
    uint32_t time;
    uint8_t slice[TASK_LISTS_LEVELS_MAX];    /* ticks, 0: the level has none */
    uint32_t owner;                          /* whose slice it is since the last tick, UINT32_MAX: nobody's */
    unsigned left;                           /* ticks of it */
    struct waiting_lists waiting;
};

/* Every list is empty. */
void task_lists_clear(struct task_lists *l, uint32_t time);

/* One instruction: its result. *illegal gets 1 when there is no such operation. */
uint32_t task_lists_execute(struct task_lists *l, unsigned op, uint32_t rs1, uint32_t rs2, int *illegal);

#ifdef __cplusplus
}
#endif

#endif
