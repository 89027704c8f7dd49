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
#include "task_lists.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ACCELERATOR_TASKS_MAX = 256,
    ACCELERATOR_WORDS = ACCELERATOR_TASKS_MAX / 32,
    ACCELERATOR_EVENTS_MAX = 64,
    ACCELERATOR_QUEUE_WORDS_MAX = 256,
    ACCELERATOR_ALARMS = CI_TIME_BASE_ALARM_PERIOD - CI_TIME_BASE_ALARM,
    ACCELERATOR_PENDING_MAX = 255,
    ACCELERATOR_READY = CI_INFO_UNITS_READY,
    ACCELERATOR_TIME = CI_INFO_UNITS_TIME,
    ACCELERATOR_EVENT = CI_INFO_UNITS_EVENT,
    ACCELERATOR_TIME_BASE = CI_INFO_UNITS_TIME_BASE
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

/* An alarm: ticks to its expiry, 0: it is off; and from each expiry to the next, 0: there is none. */
struct accelerator_alarm {
    uint32_t left, period;
};

/* What the time base has, the tick without an instruction. */
struct accelerator_time_base {
    uint64_t time;    /* ticks that have taken effect */
    uint32_t period;  /* cycles of a tick */
    uint32_t left;    /* cycles to the next boundary, 0: stopped */
    unsigned pending; /* boundaries whose tick has not taken effect yet */
    bool overrun;     /* one was lost */
    bool by_itself;   /* pending ticks take effect by themselves */
    bool halts;       /* the debugger's halt stops the prescaler */
    bool asks;        /* since a tick there is a task that is more urgent, or that needs software */
    unsigned running; /* nothing below this priority is more urgent */
    unsigned expired; /* alarms, a bit for each */
    struct accelerator_alarm alarm[ACCELERATOR_ALARMS];
};

struct accelerator {
    /* What the core has. */
    unsigned tasks;  /* N, 8 to 256 */
    unsigned width;  /* W, 4 to 32; 0 with the ready unit alone */
    unsigned units;  /* ACCELERATOR_READY, ACCELERATOR_TIME or both; ACCELERATOR_EVENT beside both;
                        ACCELERATOR_TIME_BASE beside ACCELERATOR_TIME */
    unsigned engine; /* 0 parallel, 1 look-ahead: means nothing except in the information word; 0 likewise */
    bool wake;       /* a tick makes tasks ready: with both units */
    unsigned events;      /* E: 4 to 64, or 0: no event unit */
    unsigned queue_words; /* a power of 2 from 4 to 256, or 0: no queues */
    unsigned services;    /* ACCELERATOR_FLAGS, …: those of the event unit that can be left out */
    bool more;            /* the core has a second information word, and what that tells of; false after init */
    bool own_second;      /* the units answer with it */
    bool second_port;     /* hardware threads have a port beside the processor's, which that word tells */
    unsigned guests;      /* sets of units in the core, of which this is one; 0: the only one */

    /* State. */
    bool counting;                         /* activated */
    uint32_t delay[ACCELERATOR_TASKS_MAX]; /* ticks that are left, 0: none */
    struct accelerator_set expired;
    struct accelerator_set held;
    struct accelerator_set ready;
    struct accelerator_event event[ACCELERATOR_EVENTS_MAX];
    struct accelerator_task task[ACCELERATOR_TASKS_MAX];
    uint32_t queue[ACCELERATOR_QUEUE_WORDS_MAX];
    struct accelerator_time_base base;
    struct task_lists lists; /* in place of all other units, where there are levels */
};

/* The state after reset. Returns false, and leaves *a alone, when there is no such core. Width and engine do not matter
 * with the ready unit alone. */
bool accelerator_init(struct accelerator *a, unsigned tasks, unsigned width, unsigned units, unsigned engine);

/* With an event unit too, after accelerator_init(). Returns false, and leaves *a alone, when there is no such unit. */
bool accelerator_add_events(struct accelerator *a, unsigned events, unsigned queue_words, unsigned services);

/* With a time base too, after accelerator_init(). Returns false, and leaves *a alone, when there is no such unit. */
bool accelerator_add_time_base(struct accelerator *a);

/* A core with task lists, in place of accelerator_init(), with so many waiting lists, or 0, and perhaps with slices.
 * Returns false, and leaves *a alone, when there is none. */
bool accelerator_init_lists(struct accelerator *a, unsigned tasks, unsigned width, unsigned levels, unsigned waiting,
                            bool slices);

/* With a port for hardware threads, after accelerator_add_events(): it shows in the second information word alone. */
void accelerator_add_second_port(struct accelerator *a);

/* One of so many sets of units for guests: it shows in the second information word alone. */
void accelerator_add_guests(struct accelerator *a, unsigned guests);

/* A cycle of the clock in which the prescaler counts: it does so while there is a period. */
void accelerator_cycle(struct accelerator *a);

/* A pending tick takes effect by itself. Returns false when there is none, or when it waits for the instruction. */
bool accelerator_tick_by_itself(struct accelerator *a);

/* Whether a task is ready that is more urgent than the one that runs, or needs software. */
bool accelerator_has_reason(struct accelerator const *a);

/* Whether the interrupt line is high. */
bool accelerator_interrupts(struct accelerator const *a);

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
