/* SPDX-License-Identifier: Apache-2.0 */
/* The cases of interrupted_calls.c and the functions that the cases share. */
#ifndef INTERRUPTED_CALLS_H
#define INTERRUPTED_CALLS_H

#include "check.h"
#ifndef LINES_ONLY
#define LINES_ONLY 0 /* sweep only cases in which a line can replace the interrupt */
#endif
#if LINES_ONLY
#include <portline.h>
#endif

/*
 * One interrupted call and the action of the interrupt. The control task has the lowest priority. For each distance,
 * the control task prepares the objects. It then starts `first` in the task `other`, `second` in the task `third`, and
 * `call` in the task `caller`. The handler runs once.
 */
typedef struct {
    const char *call_name;       /* public function that is interrupted */
    const char *event;           /* action of the interrupt */
    void (*prepare)(void);       /* control: bring the objects into their initial state */
    void (*first)(void);         /* task `other`, before the call; it may block */
    UBaseType_t priority;        /* priority of `other`; 0: MORE */
    void (*second)(void);        /* executed by the task `third` before the call; its priority is THIRD */
    void (*call)(void);          /* task `caller`: the interrupted call */
    TickType_t ticks;            /* timeout of the calls; 0: portMAX_DELAY */
    void (*handler)(void);       /* interrupt handler; NULL: only resume the task `helper` */
    void (*outer_action)(void);  /* if `call` is raise_outer: action of the line's handler, which is interrupted */
    void (*helper_call)(void);   /* executed by the task `helper`, for calls that FreeRTOS forbids in a handler */
    uint32_t (*available)(void); /* number of available items or free places; must be 0 while a task is blocked */
    void (*after)(void);         /* control: end the wait of a task that is still blocked, up to AFTERS times */
    void (*check)(void);         /* control: check the result when all tasks are done; NULL: only the general checks */
    BaseType_t arms;             /* the call arms the timer with arm() */
    BaseType_t resumes;          /* an extra resume may wake a task that control has not started */
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

/* Amounts given and taken by each party. Each party has a separate counter, so no update needs a critical section. */
enum { BY_CALLER, BY_OTHER, BY_THIRD, BY_HELPER, BY_CONTROL, BY_HANDLER, BY_OUTER, PARTIES };
extern volatile uint32_t given[PARTIES], taken[PARTIES], failed[PARTIES], values[PARTIES], counted[PARTIES];

uint32_t party(void);
uint32_t total(volatile uint32_t const *counters);

extern TickType_t wait_ticks;    /* timeout of the current case */
extern BaseType_t switch_wanted; /* for portYIELD_FROM_ISR() at the end of the handler */

/* Called by control: start the function in the worker's task. Do nothing if the function is NULL. */
void start(worker_t *worker, void (*function)(void));

/* Start the timer, which raises the interrupt at the current distance. If `arms` is set, `call` must call arm(). */
void arm(void);

/* A `call` that raises another line. The timer then interrupts this line's handler, which executes `outer_action`. */
void raise_outer(void);

/* With -DLINES_ONLY=1: wait for the line of the timer. The caller or the task `helper` calls this. */
void line_take(void);

/* Called by handlers, by control and by the task `helper`. */
void tick(void);
void resume_other(void);
void resume_caller(void);
void abort_caller(void);
void abort_other(void);

/* If the two values differ, print the case and the distance, and end the run. */
void see(const char *what, uint32_t got, uint32_t expected);

extern const case_t queue_cases[], task_cases[], group_cases[];
extern const uint32_t queue_case_count, task_case_count, group_case_count;
void queue_objects(void);
void group_objects(void);

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
