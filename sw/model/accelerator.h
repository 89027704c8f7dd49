/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Golden model of the accelerator units: the effect of every instruction of hw/isa/instructions.toml, without its
 * timing. Portable C11 without dependencies.
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
    ACCELERATOR_LINES_MAX = 32,
    ACCELERATOR_LINE_POSTS_MAX = 15,
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

/* Services in the result `info` of the instruction event.info. */
#define ACCELERATOR_SERVICES_OF(info) \
    ((((info) & CI_EVENT_INFO_FLAGS) != 0u ? ACCELERATOR_FLAGS : 0) | \
     (((info) & CI_EVENT_INFO_NO_SEMAPHORES) != 0u ? 0 : ACCELERATOR_SEMAPHORES) | \
     (((info) & CI_EVENT_INFO_NO_MAILBOXES) != 0u ? 0 : ACCELERATOR_MAILBOXES))

/* A set of tasks: task n is bit n % 32 of word n / 32. */
struct accelerator_set {
    uint32_t word[ACCELERATOR_WORDS];
};

/* An event of the event unit, for which tasks wait. */
struct accelerator_event {
    uint32_t value;
    struct accelerator_set waiting;
};

/* The event unit's state of a task. */
struct accelerator_task {
    uint32_t message;
    unsigned ended;     /* end of the latest wait: CI_EVENT_POSTED, CI_EVENT_ABORTED; 0: neither, or already taken */
    unsigned flag_kind; /* bit 0 any (else all), bit 1 set (else clear), bit 2 consume */
    bool marked;        /* a post or abort does not wake the task: software must */
};

/* An alarm. `left`: ticks to its expiry, 0 if it is off. `period`: ticks between expiries, 0 if it expires once. */
struct accelerator_alarm {
    uint32_t left, period;
};

/* State of the time base, which generates ticks without an instruction. */
struct accelerator_time_base {
    uint64_t time;    /* ticks that have taken effect */
    uint32_t period;  /* clock cycles per tick; 0 stops the ticks */
    uint32_t left;    /* cycles to the next tick boundary; 0: stopped */
    unsigned pending; /* boundaries whose tick has not taken effect */
    bool overrun;     /* a tick was lost */
    bool is_automatic; /* pending ticks take effect automatically */
    bool halts;       /* the debugger's halt stops the prescaler */
    bool has_tick_request; /* a tick requests an interrupt, because accelerator_tick_needs_cpu() is true */
    unsigned running; /* priority of the running task; with task lists, its level */
    unsigned expired; /* expired alarms, one bit each */
    struct accelerator_alarm alarm[ACCELERATOR_ALARMS];
};

/* An interrupt line that posts. */
struct accelerator_line {
    unsigned event;   /* event and kind, as in the register `line` */
    uint32_t message;
    bool is_enabled;
    bool is_level;
    bool is_software; /* all posts are left to software */
    bool is_armed;    /* a high line triggers: it was low in the previous cycle, or its level was set or served */
    unsigned posts;   /* posts that have not ended; with task lists, triggers that software has not taken */
    bool is_left;     /* a post is left to software */
    unsigned task;    /* with task lists: the task that the line wakes */
    bool is_awaited;  /* the line wakes its task once */
    bool overrun;     /* a post was lost */
};

struct accelerator {
    /* Parameters of the core. */
    unsigned tasks;  /* N, 8 to 256 */
    unsigned width;  /* W, 4 to 32; 0 with only the ready unit */
    unsigned units;  /* ACCELERATOR_READY, ACCELERATOR_TIME or both; 0 with task lists. ACCELERATOR_EVENT requires
                        both units, ACCELERATOR_TIME_BASE requires ACCELERATOR_TIME or task lists */
    unsigned engine; /* 0 parallel, 1 look-ahead; affects only the information word. 0 with only the ready unit */
    bool wake;       /* with both units: a tick makes tasks ready */
    unsigned events;      /* E: 4 to 64; 0: no event unit */
    unsigned queue_words; /* a power of 2 from 4 to 256; 0: no queues */
    unsigned services;    /* optional services of the event unit: ACCELERATOR_FLAGS, ... */
    bool has_second_word; /* the core has a second information word, and its features; false after init */
    bool units_return_second_word; /* the units, not the core, return that word */
    bool second_port;     /* hardware threads have a second command port, which that word reports */
    unsigned lines_that_post; /* interrupt lines 0 to lines_that_post - 1 can post; 0: none */
    unsigned guests;      /* unit sets in the core, of which this is one; 0: no sets */

    /* State. */
    bool counting;                         /* ticks count the delays (time.activate) */
    uint32_t delay[ACCELERATOR_TASKS_MAX]; /* remaining ticks; 0: no delay */
    struct accelerator_set expired;
    struct accelerator_set held;
    struct accelerator_set ready;
    struct accelerator_event event[ACCELERATOR_EVENTS_MAX];
    struct accelerator_task task[ACCELERATOR_TASKS_MAX];
    uint32_t queue[ACCELERATOR_QUEUE_WORDS_MAX];
    struct accelerator_time_base base;
    struct accelerator_line line[ACCELERATOR_LINES_MAX];
    uint32_t line_message; /* for the next entry of a line */
    struct task_lists lists; /* if lists.levels is not 0, the core has only these units, and perhaps a time base */
};

/* Set the state after reset. Return false and leave *a unchanged if a parameter is invalid. If `units` is only the
 * ready unit, width and engine are ignored. */
bool accelerator_init(struct accelerator *a, unsigned tasks, unsigned width, unsigned units, unsigned engine);

/* Add an event unit, after accelerator_init(). Return false and leave *a unchanged if there is no such unit. */
bool accelerator_add_events(struct accelerator *a, unsigned events, unsigned queue_words, unsigned services);

/* Add a time base, after accelerator_init() or accelerator_init_lists(). Return false and leave *a unchanged if the
 * core has neither a time unit nor task lists. */
bool accelerator_add_time_base(struct accelerator *a);

/* Initialise a core with task lists, instead of accelerator_init(). `waiting` is the number of wait lists, or 0.
 * Return false and leave *a unchanged if a parameter is invalid. */
bool accelerator_init_lists(struct accelerator *a, unsigned tasks, unsigned width, unsigned levels, unsigned waiting,
                            bool slices);

/* Add a port for hardware threads, after accelerator_add_events(). It affects only the second information word. */
void accelerator_add_second_port(struct accelerator *a);

/* Add lines that post, after accelerator_add_time_base() and, without task lists, accelerator_add_events(). Return
 * false and leave *a unchanged if the core cannot have them. */
bool accelerator_add_lines(struct accelerator *a, unsigned lines);

/* Declare this as one of `guests` unit sets. This affects only the second information word. */
void accelerator_add_guests(struct accelerator *a, unsigned guests);

/* Advance the prescaler by one clock cycle. It counts only while the period is not 0. */
void accelerator_cycle(struct accelerator *a);

/* Advance the lines that post by one clock cycle, in which they have these levels, one bit each. */
void accelerator_lines_cycle(struct accelerator *a, uint32_t levels);

/* Return the line that posts next, or ACCELERATOR_LINES_MAX if no line has a post. */
unsigned accelerator_next_line(struct accelerator const *a);

/* Make a post of a line, and return its outcome. */
uint32_t accelerator_line_post(struct accelerator *a, unsigned line);

/* Let a pending tick take effect. Return false if no tick is pending, or if ticks wait for time.tick. */
bool accelerator_tick_automatically(struct accelerator *a);

/* Return whether a ready task is more urgent than the running one, or a task needs software. */
bool accelerator_tick_needs_cpu(struct accelerator const *a);

/* Return whether the interrupt line is high. */
bool accelerator_interrupts(struct accelerator const *a);

/*
 * Execute one instruction and return its result. Set *illegal to 1 if the unit or the operation does not exist, else to
 * 0. An illegal instruction changes nothing and returns 0.
 */
uint32_t accelerator_execute(struct accelerator *a, unsigned unit, unsigned op, uint32_t rs1, uint32_t rs2,
                             int *illegal);

#ifdef __cplusplus
}
#endif

#endif
