/* SPDX-License-Identifier: Apache-2.0 */
/* The cases of interrupted_calls.c, and what their functions use. */
#ifndef INTERRUPTED_CALLS_H
#define INTERRUPTED_CALLS_H

#include "check.h"

/*
 * One call, and what an interrupt does about it. The control task has the lowest priority of all. For each distance it
 * prepares the objects, starts `first` in the task `other` and then `call` in the task `caller`. The handler runs once.
 */
typedef struct {
    const char *call_name;      /* the public function that is interrupted */
    const char *event;          /* what the interrupt does */
    void (*prepare)(void);      /* control: bring the objects into their initial state */
    void (*first)(void);        /* task `other`, before the call; it may block */
    UBaseType_t priority;       /* of `other`; 0: MORE */
    void (*second)(void);       /* task `third`, likewise; its priority is THIRD */
    void (*call)(void);         /* task `caller`: the interrupted call */
    TickType_t ticks;           /* timeout of the calls; 0: portMAX_DELAY */
    void (*handler)(void);      /* the interrupt; NULL: only resume the task `helper` */
    void (*outer)(void);        /* what the call `raise_outer` interrupts: a handler that lets others in */
    void (*helps)(void);        /* task `helper`: what FreeRTOS does not allow in a handler */
    uint32_t (*there)(void);    /* what a waiting task waits for: items or room; it must be 0 while a task waits */
    void (*after)(void);        /* control: end a wait that is allowed to last, up to AFTERS times */
    void (*check)(void);        /* control, when all tasks are done; NULL: only the general checks */
    BaseType_t arms;            /* the call arms the timer itself, by arm() */
    BaseType_t resumes;         /* a task may be resumed once more than it waits to be */
} case_t;

#define LESS   2u
#define CALLER 4u
#define EQUAL  CALLER
#define THIRD  5u
#define MORE   6u
#define HELPER 8u

/* A task that executes one function for each start. */
typedef struct {
    const char *name;
    TaskHandle_t task;
    void (*does)(void);
    volatile BaseType_t busy;
} worker_t;

extern worker_t caller, other, third, helper;

/* Who gave and who took how much: one counter for each party, so that no interrupt comes between read and write. */
enum { BY_CALLER, BY_OTHER, BY_THIRD, BY_HELPER, BY_CONTROL, BY_HANDLER, BY_OUTER, PARTIES };
extern volatile uint32_t given[PARTIES], taken[PARTIES], failed[PARTIES], values[PARTIES], counted[PARTIES];

uint32_t party(void);
uint32_t total(volatile uint32_t const *counters);

extern TickType_t wait_ticks;    /* timeout of this case */
extern BaseType_t switch_wanted; /* for portYIELD_FROM_ISR() at the end of the handler */

/* For control: let a task execute the function. */
void start(worker_t *worker, void (*function)(void));

/* For calls: the interrupt comes so many cycles later. */
void arm(void);

/* A call that is a handler: that of another line, which executes `outer`. */
void raise_outer(void);

/* For handlers and for control. */
void tick(void);
void resume_other(void);
void resume_caller(void);
void abort_caller(void);
void abort_other(void);

/* End the run with case and distance unless the two are equal. */
void see(const char *what, uint32_t got, uint32_t expected);

extern const case_t queue_cases[], task_cases[], group_cases[];
extern const uint32_t queue_case_count, task_case_count, group_case_count;
void queue_objects(void);
void group_objects(void);

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
