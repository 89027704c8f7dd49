/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The wait lists of the golden model: the effect of the instructions of the unit `wait` (hw/isa/instructions.toml).
 */
#ifndef WAIT_LISTS_H
#define WAIT_LISTS_H

#include <stdbool.h>
#include <stdint.h>

#include "../ci_opcodes.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WAIT_LISTS_MAX = 64, WAITING_TASKS_MAX = 256 };

struct wait_lists {
    /* Parameters of the core. */
    unsigned tasks; /* N */
    unsigned lists; /* E: 4 to 64; 0: no wait lists */

    /* State. All lists share one sequence. A list consists of the tasks in the sequence whose `place` is that list. */
    unsigned count;                      /* waiting tasks */
    uint8_t sequence[WAITING_TASKS_MAX];
    uint32_t place[WAITING_TASKS_MAX];   /* number of the list; UINT32_MAX: none */
    uint32_t order[WAITING_TASKS_MAX];
};

/* Empty all lists. */
void wait_lists_clear(struct wait_lists *w);

/* Remove the task from its list, if it is in one. */
void wait_lists_leave(struct wait_lists *w, uint32_t task);

/* Execute one instruction and return its result. Set *illegal to 1 if the operation does not exist. */
uint32_t wait_lists_execute(struct wait_lists *w, unsigned op, uint32_t rs1, uint32_t rs2, int *illegal);

#ifdef __cplusplus
}
#endif

#endif
