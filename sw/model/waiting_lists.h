/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The waiting lists of the golden model: what the instructions of the unit `wait` mean (hw/isa/instructions.toml).
 */
#ifndef WAITING_LISTS_H
#define WAITING_LISTS_H

#include <stdbool.h>
#include <stdint.h>

#include "../ci_opcodes.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WAITING_LISTS_MAX = 64, WAITING_TASKS_MAX = 256 };

struct waiting_lists {
    /* What the core has. */
    unsigned tasks; /* N */
    unsigned lists; /* E: 4 to 64, or 0: there are none */

    /* State. All lists are one sequence: a list is what it has of tasks whose place is that list. */
    unsigned count;                      /* tasks that wait */
    uint8_t sequence[WAITING_TASKS_MAX];
    uint32_t place[WAITING_TASKS_MAX];   /* the list's number, UINT32_MAX: none */
    uint32_t order[WAITING_TASKS_MAX];
};

/* Nobody waits. */
void waiting_lists_clear(struct waiting_lists *w);

/* The task waits no more; it need not have. */
void waiting_lists_leave(struct waiting_lists *w, uint32_t task);

/* One instruction: its result. *illegal gets 1 when there is no such operation. */
uint32_t waiting_lists_execute(struct waiting_lists *w, unsigned op, uint32_t rs1, uint32_t rs2, int *illegal);

#ifdef __cplusplus
}
#endif

#endif
