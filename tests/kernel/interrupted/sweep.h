/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sweep an interrupt over the kernel's calls. A kind is an object that tasks wait for. A row is a call of the public
 * interface on such an object. sweep.c raises an interrupt at every cycle of each call, in each scene, with each action
 * of the handler, and checks that nothing was lost.
 *
 * What a task can get is called a gift: a count, a message or a flag. Each message and flag has another number, so the
 * sums of the numbers show a gift that was lost or was taken twice.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include <stddef.h>
#include <ucos_ii.h>
#include <os_accel.h>

/* A task of the sweep. */
typedef struct {
    char const *name;
    INT8U prio;             /* its own; a promotion does not change this */
    INT8U home;             /* the priority it has when a distance begins */
    INT32U timeout;         /* of its wait, in ticks; 0: none */
    void (*role)(void);     /* what it does when it is started */
    volatile BOOLEAN waits; /* it is in a call that may wait */
    volatile INT32U began;  /* the time when it began to wait */
    OS_EVENT *go;
    OS_STK stack[400];
} PARTY;

/* More urgent than the caller: two. Less urgent: one. */
extern PARTY third, urgent, caller, lesser;

#define CEILING_PRIO 6u  /* of the mutex */
#define OTHER_PRIO   12u /* free, between `urgent` and `caller` */

/* What the handler does. */
typedef struct {
    char const *name;
    void (*act)(void);
    BOOLEAN is_tick; /* nothing but a tick: on a time base the unit's own, without a handler */
} ACTION;

/* An object that tasks wait for. */
typedef struct {
    char const *name;
    void (*make)(void);
    void (*remove)(void);     /* fails if a task still waits */
    void (*wait)(void);       /* a task's wait, which ended() reports */
    void (*give)(void);       /* ends one wait; a handler may call it */
    BOOLEAN (*is_there)(void); /* a waiting task should have got something */
    INT32U (*waiting)(void);  /* the priorities in the waiting list, a bit each; null: it cannot be asked */
    void (*drain)(void);      /* take what is left */
    void (*check)(void);      /* whatever else holds at the end; or null */
    ACTION const *actions;
    BOOLEAN shares;           /* in uC/OS-II V2.93 two tasks can take the same gift */
} KIND;

/* Who waits, and whether something was given, before the call. */
#define URGENT_WAITS 1u
#define LESSER_WAITS 2u
#define IS_GIVEN     4u
#define SCENE(who)   (1u << (who))
#define NOBODY       SCENE(0u)
#define URGENT       SCENE(URGENT_WAITS)
#define LESSER       SCENE(LESSER_WAITS)
#define BOTH         SCENE(URGENT_WAITS | LESSER_WAITS)
#define GIVEN        SCENE(IS_GIVEN)

/* A call of the public interface. */
typedef struct {
    char const *name;    /* of the public function */
    KIND const *kind;
    void (*ready)(void); /* what the caller does first, or null */
    void (*call)(void);
    INT32U scenes;       /* SCENE()s */
    INT32U actions;      /* so many of the kind's, the first ones */
    INT32U loses;        /* gifts that the call may throw away */
} ROW;

#define ALL_OF_THEM 0xFFFFu

extern ROW const event_rows[], several_rows[], flag_rows[], mutex_rows[], task_rows[], timer_rows[];

/* The task that runs. */
PARTY *self(void);

/* Let a task do this; it runs at once if it is more urgent. */
void start(PARTY *party, void (*role)(void));

/* The running task begins a wait; and its end, with what it got. */
void begin(void);
void ended(INT8U err, INT32U value);

/* A gift has been made; what was taken without a wait. A number for the next gift: 1, 2, 3 … in each distance. */
void gave(INT32U value);
void took(INT32U value);
INT32U next_gift(void);

/* So many waits were aborted. */
void aborted(INT32U waits);

/* The call has deleted the object, or the task `urgent`. The driver creates it again. */
void object_is_gone(void);
void urgent_is_gone(void);

/* The handler has suspended the caller, or a call has suspended `urgent`: the driver resumes it. */
void resume_later(PARTY *party);

INT32U gifts_left(void); /* given, and not taken yet */

/* The driver's own tick: time goes on, and no call is interrupted. */
void tick(void);

/* Actions that all kinds share. */
void act_tick(void);
void act_hold(void);
void act_move(void);
void act_third(void); /* `third` begins to wait */

/* Kinds that other files use. */
extern const KIND sem_kind, queue_kind;

/* The row's wait, as a call of the caller: without a timeout, with one tick, with more than a counter holds. */
void call_wait(void);
void call_wait_timed(void);
void call_wait_long(void);

/* A waiting list as query functions give it. */
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
