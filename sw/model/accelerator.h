/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Golden model of the accelerator units: the meaning of every instruction of hw/isa/instructions.toml, and nothing
 * about how long it takes. Portable C11 without dependencies.
 */
#ifndef ACCELERATOR_H
#define ACCELERATOR_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ACCELERATOR_TASKS_MAX = 256,
    ACCELERATOR_WORDS = ACCELERATOR_TASKS_MAX / 32,
    ACCELERATOR_READY = 1, /* units, as in the information word */
    ACCELERATOR_TIME = 2
};

/* A set of tasks: task n is bit n % 32 of word n / 32. */
struct accelerator_set {
    uint32_t word[ACCELERATOR_WORDS];
};

struct accelerator {
    /* What the core has. */
    unsigned tasks;  /* N, 8 to 256 */
    unsigned width;  /* W, 4 to 32 */
    unsigned units;  /* ACCELERATOR_READY, ACCELERATOR_TIME or both */
    unsigned engine; /* 0 parallel, 1 look-ahead: means nothing except in the information word */
    bool wake;       /* a tick makes tasks ready: with both units */

    /* State. */
    bool counting;                         /* activated */
    uint32_t delay[ACCELERATOR_TASKS_MAX]; /* ticks that are left, 0: none */
    struct accelerator_set expired;
    struct accelerator_set held;
    struct accelerator_set ready;
};

/* The state after reset. Returns false, and leaves *a alone, when there is no such core. */
bool accelerator_init(struct accelerator *a, unsigned tasks, unsigned width, unsigned units, unsigned engine);

/*
 * One instruction: its result. *illegal gets 1 when the unit or the operation is not there, else 0; an illegal
 * instruction changes nothing and gives 0.
 */
uint32_t accelerator_execute(struct accelerator *a, unsigned unit, unsigned op, uint32_t rs1, uint32_t rs2,
                             int *illegal);

#ifdef __cplusplus
}
#endif

#endif
