/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sweep an interrupt over the kernel's calls. A kind is an object that tasks wait for. A row is a call of the public
 * interface on such an object. sweep.c raises an interrupt at every cycle of each call, in each scene, with each action
 * of the handler. sweep.c checks that nothing was lost.
 *
 * A gift is an item that a task can get: a count, a message, a flag or a resume. A message counts with its number, and
 * a flag with its bit. So the sums of these values show a gift that was lost or was taken twice.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include <stddef.h>
#include <ucos_ii.h>
#include <os_accel.h>

/* A task of the sweep. */
typedef struct {
    char const *name;
    INT8U prio;             /* base priority; a promotion does not change this value */
    INT8U home;             /* priority at the beginning of a distance */
    INT32U timeout;         /* timeout of the wait in ticks; 0: none */
    void (*role)(void);     /* function that the started task executes */
    volatile BOOLEAN waits; /* the task is in a call that may block */
    volatile INT32U began;  /* time at which the wait began */
    OS_EVENT *go;
    OS_STK stack[400];
} PARTY;

/* `third` and `urgent` are more urgent than `caller`. `lesser` is less urgent. */
extern PARTY third, urgent, caller, lesser;

#define CEILING_PRIO 6u  /* ceiling priority of the mutex */
#define OTHER_PRIO   12u /* unused priority between `urgent` and `caller` */

/* An action of the handler. */
typedef struct {
    char const *name;
    void (*act)(void);
    BOOLEAN is_tick; /* the action is only a tick; a time base makes it without handler() */
} ACTION;

/* An object that tasks wait for. */
typedef struct {
    char const *name;
    void (*make)(void);
    void (*remove)(void);          /* delete the object; fails if a task still waits */
    void (*wait)(void);            /* block a task; ended() reports the result */
    void (*give)(void);            /* end one wait; a handler may call this */
    BOOLEAN (*is_available)(void); /* a gift is available, so no task should wait */
    INT32U (*waiting)(void);       /* bit mask of priorities in the wait list; null: no query exists */
    void (*drain)(void);           /* take the remaining gifts */
    void (*check)(void);           /* additional checks at the end; or null */
    ACTION const *actions;
    BOOLEAN shares;                /* in uC/OS-II V2.93 two tasks can take the same gift */
    OS_EVENT *const *event;        /* the event to which an interrupt line can post instead of give(); or null */
} KIND;

/* State before the call: the waiting tasks, and whether a gift is available. */
#define URGENT_WAITS      1u
#define LESSER_WAITS      2u
#define GIFT_IS_AVAILABLE 4u
#define SCENE(bits)       (1u << (bits))
#define NO_WAITER         SCENE(0u)
#define URGENT            SCENE(URGENT_WAITS)
#define LESSER            SCENE(LESSER_WAITS)
#define BOTH              SCENE(URGENT_WAITS | LESSER_WAITS)
#define GIVEN             SCENE(GIFT_IS_AVAILABLE)

/* A call of the public interface. */
typedef struct {
    char const *name;    /* name of the public function */
    KIND const *kind;
    void (*ready)(void); /* preparation by the caller, or null */
    void (*call)(void);
    INT32U scenes;       /* bit mask of SCENE()s */
    INT32U actions;      /* number of the kind's actions to use, from the first */
    INT32U loses;        /* number of gifts that the call may discard */
} ROW;

#define ALL_OF_THEM 0xFFFFu

extern ROW const event_rows[], several_rows[], flag_rows[], mutex_rows[], task_rows[], timer_rows[];

/* Return the running task. */
PARTY *self(void);

/* Let a task execute the function. The task runs at once if it is more urgent. */
void start(PARTY *party, void (*role)(void));

/* begin(): the running task begins a wait. ended(): report the result of the wait. */
void begin(void);
void ended(INT8U err, INT32U value);

/* gave(): count a gift. took(): count a gift taken without a wait. next_gift(): return 1, 2, 3 … in each distance. */
void gave(INT32U value);
void took(INT32U value);
INT32U next_gift(void);

/* Count aborted waits. */
void aborted(INT32U waits);

/* Tell the driver that the object or the task `urgent` is deleted, so that the driver creates it again. */
void object_is_gone(void);
void urgent_is_gone(void);

/* Tell the driver to resume this task, which the handler or the call has suspended. */
void resume_later(PARTY *party);

INT32U gifts_left(void); /* number of gifts that were given but not taken */

/* Make one tick and wait for it. Only the driver may call this function, so the tick interrupts no swept call. */
void tick(void);

/* Actions that all kinds share. */
void act_tick(void);
void act_suspend(void);
void act_move(void);
void act_third(void); /* `third` begins to wait */

/* Kinds that other files use. */
extern const KIND sem_kind, queue_kind;

/* Let the caller wait for the row's object: without a timeout, for one tick, or for more ticks than a counter holds. */
void call_wait(void);
void call_wait_timed(void);
void call_wait_long(void);

/* Convert a wait list from a query function to a bit mask of priorities. */
INT32U priorities(OS_PRIO const *tbl);

#define FAIL_IF(condition) \
    do { \
        if (condition) { \
            fail(#condition, (INT32U)__LINE__); \
        } \
    } while (0)
#define MUST_BE(got, expected) must_be(#got, (INT32U)(got), (INT32U)(expected))

void fail(char const *what, INT32U detail) __attribute__((noreturn));
void must_be(char const *what, INT32U got, INT32U expected);

#endif
