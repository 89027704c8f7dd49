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

#include "../ci_opcodes.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ACCELERATOR_TASKS_MAX = 256,
    ACCELERATOR_WORDS = ACCELERATOR_TASKS_MAX / 32,
    ACCELERATOR_EVENTS_MAX = 64,
    ACCELERATOR_QUEUE_WORDS_MAX = 256,
    ACCELERATOR_READY = CI_INFO_UNITS_READY,
    ACCELERATOR_TIME = CI_INFO_UNITS_TIME,
    ACCELERATOR_EVENT = CI_INFO_UNITS_EVENT
};

/* Services of an event unit. */
enum {
    ACCELERATOR_FLAGS = 1,
    ACCELERATOR_SEMAPHORES = 2,
    ACCELERATOR_MAILBOXES = 4,
    ACCELERATOR_SERVICES = 7
};

/* Those that event_info tells of. */
#define ACCELERATOR_SERVICES_OF(info) \
    ((((info) & CI_EVENT_INFO_FLAGS) != 0u ? ACCELERATOR_FLAGS : 0) | \
     (((info) & CI_EVENT_INFO_NO_SEMAPHORES) != 0u ? 0 : ACCELERATOR_SEMAPHORES) | \
     (((info) & CI_EVENT_INFO_NO_MAILBOXES) != 0u ? 0 : ACCELERATOR_MAILBOXES))

/* A set of tasks: task n is bit n % 32 of word n / 32. */
struct accelerator_set {
    uint32_t word[ACCELERATOR_WORDS];
};

/* What tasks wait for, in the event unit. */
struct accelerator_event {
    uint32_t value;
    struct accelerator_set waiting;
};

/* What the event unit knows of a task. */
struct accelerator_task {
    uint32_t message;
    unsigned ended;     /* its latest wait: CI_EVENT_POSTED, CI_EVENT_ABORTED or 0 */
    unsigned flag_kind; /* bit 0 any (else all), bit 1 set (else clear), bit 2 consume */
    bool marked;        /* left to software */
};

struct accelerator {
    /* What the core has. */
    unsigned tasks;  /* N, 8 to 256 */
    unsigned width;  /* W, 4 to 32 */
    unsigned units;  /* ACCELERATOR_READY, ACCELERATOR_TIME or both; ACCELERATOR_EVENT beside both */
    unsigned engine; /* 0 parallel, 1 look-ahead: means nothing except in the information word */
    bool wake;       /* a tick makes tasks ready: with both units */
    unsigned events;      /* E: 4 to 64, or 0: no event unit */
    unsigned queue_words; /* a power of 2 from 4 to 256, or 0: no queues */
    unsigned services;    /* ACCELERATOR_FLAGS, …: those of the event unit that can be left out */
    bool more;            /* the core has a second information word, and what that tells of; false after init */

    /* State. */
    bool counting;                         /* activated */
    uint32_t delay[ACCELERATOR_TASKS_MAX]; /* ticks that are left, 0: none */
    struct accelerator_set expired;
    struct accelerator_set held;
    struct accelerator_set ready;
    struct accelerator_event event[ACCELERATOR_EVENTS_MAX];
    struct accelerator_task task[ACCELERATOR_TASKS_MAX];
    uint32_t queue[ACCELERATOR_QUEUE_WORDS_MAX];
};

/* The state after reset. Returns false, and leaves *a alone, when there is no such core. */
bool accelerator_init(struct accelerator *a, unsigned tasks, unsigned width, unsigned units, unsigned engine);

/* With an event unit too, after accelerator_init(). Returns false, and leaves *a alone, when there is no such unit. */
bool accelerator_add_events(struct accelerator *a, unsigned events, unsigned queue_words, unsigned services);

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
