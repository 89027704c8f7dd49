/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sweep an interrupt over the calls of a kernel. One C file of a program includes this header, describes its kernel's
 * objects and calls, and runs sweep_all() in its least urgent thread, the driver.
 *
 * A kind is an object that threads wait for. A row is a call on such an object. The sweep raises an interrupt of timer1
 * at each cycle of the call, in each scene, with each action of the handler. The driver runs only while all other
 * threads are blocked. It checks that no thread waits for an available object, and that no gift was lost. A gift is
 * something that a thread can get: a count, a message or a wake-up. A message counts with its number, so the sums show
 * a message that was lost or taken twice.
 *
 * Before the header, the program defines SWEEP_PRINT(), which is its printf(), and SWEEP_TIMER, which is the address of
 * timer1. After the header, it defines the functions of the section "The kernel".
 */
#ifndef SWEEP_H
#define SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint32_t sweep_cycles(void)
{
    uint32_t low;

    __asm__ volatile("csrr %0, mcycle" : "=r"(low));
    return low;
}

#define DISTANCES_CYCLES() sweep_cycles()
#include "port/distances.h"
#include "port/kept.h"

/* Parameters of the sweep. The test patches these values. */
#define SET __attribute__((section(".data")))
uint32_t sweep_step SET = 1;        /* cycles between two distances */
uint32_t sweep_kinds SET = ~0u;     /* bit mask of the kinds to sweep */

/* The threads of the sweep, from the most urgent one on. `caller` and `equal` are equally urgent. */
enum { THIRD, URGENT, CALLER, EQUAL, LESSER, PARTIES };

/* Priorities, for kernels in which a smaller number is more urgent. */
#define OTHER_PRIO  4   /* between `urgent` and `caller` */
#define MOVED_PRIO  6   /* between `caller` and `lesser` */
#define DRIVER_PRIO 9

typedef struct {
    const char *name;
    const int home;             /* priority at the beginning of a distance */
    bool is_timed;              /* its wait has a timeout */
    void (*volatile role)(void);/* function that the started thread executes, or NULL */
    volatile bool waits;        /* the thread is in a call that may block */
    volatile bool must_end;     /* a gift for this thread was given */
    volatile bool has_ended;    /* its wait has ended */
    volatile bool is_moved;     /* its priority is not `home` */
} party_t;

static party_t parties[PARTIES] = {
    { .name = "third", .home = 2 }, { .name = "urgent", .home = 3 }, { .name = "caller", .home = 5 },
    { .name = "equal", .home = 5 }, { .name = "lesser", .home = 7 },
};

/* An action of the handler. */
typedef struct {
    const char *name;
    void (*act)(void);
} action_t;

/* An object that threads wait for. */
typedef struct {
    const char *name;
    void (*wait)(void);         /* block the calling party */
    void (*give)(void);         /* end one wait; a handler may call this */
    uint32_t (*left)(void);     /* number of gifts that were given and can be taken, or NULL */
    bool (*take)(void);         /* take a gift without a wait, or return false; or NULL */
    void (*tick)(void);         /* end the waits with a timeout, in a handler; or NULL */
    void (*check)(void);        /* additional checks while all threads are blocked, or NULL */
    bool is_private;            /* each gift is for one thread; left() checks that this thread does not wait */
    bool is_in_order;           /* the most urgent waiting thread gets the gift */
    const action_t *actions;    /* ends with a name that is NULL */
} kind_t;

/* State before the call: the waiting threads, and whether a gift is available. */
#define URGENT_WAITS      1u
#define LESSER_WAITS      2u
#define GIFT_IS_AVAILABLE 4u
#define SCENES            8u
#define SCENE(bits)       (1u << (bits))
#define NO_WAITER         SCENE(0)
#define URGENT_ONLY       SCENE(URGENT_WAITS)
#define LESSER_ONLY       SCENE(LESSER_WAITS)
#define BOTH              SCENE(URGENT_WAITS | LESSER_WAITS)
#define GIVEN             SCENE(GIFT_IS_AVAILABLE)

/* A call. */
typedef struct {
    const char *name;           /* name of the kernel's function */
    const kind_t *kind;
    uint32_t scenes;            /* bit mask of SCENE()s */
    void (*call)(void);
    void (*ready)(void);        /* preparation by the caller before the threads of the scene wait, or NULL */
    void (*before)(void);       /* preparation by the caller immediately before the call, or NULL */
    void (*after)(void);        /* checks by the caller immediately after the call, or NULL */
} row_t;

/* ------------------------------------------------- The kernel ------------------------------------------------- */

static unsigned sweep_lock(void);               /* disable interrupts; return their former state */
static void sweep_unlock(unsigned state);
static bool sweep_is_unlocked(unsigned state);  /* whether interrupts were enabled in this state */
static void sweep_exit(int code) __attribute__((noreturn));
static int sweep_self(void);                    /* number of the running party, or PARTIES */
static void sweep_wake(int party);              /* let the party return from sweep_sleep() */
static void sweep_sleep(void);                  /* block the calling party until sweep_wake() */
static bool sweep_is_ready(int party);
static int sweep_priority(int party);
static void sweep_set_priority(int party, int priority);
static void sweep_resume(int party);            /* undo the suspension that an action reported by suspended_is() */

/* --------------------------------------------------- Failures ------------------------------------------------- */

static const row_t *row;
static const kind_t *kind;
static const action_t *action;
static uint32_t scene, distance;

/* Accounts of one distance. */
static volatile uint32_t given, given_sum, taken, taken_sum, last_gift, ticks;
static volatile int suspended;      /* number of the suspended party plus 1, or 0 */

static void fail(const char *what, uint32_t detail) __attribute__((noreturn));
static void fail(const char *what, uint32_t detail)
{
    (void)sweep_lock();
    SWEEP_PRINT("%s of a %s%s%s%s, the handler %s, %u cycles: %s (%u)\n", row->name, kind->name,
                (scene & URGENT_WAITS) ? ", urgent waits" : "", (scene & LESSER_WAITS) ? ", lesser waits" : "",
                (scene & GIFT_IS_AVAILABLE) ? ", given before" : "", action->name, (unsigned)distance, what,
                (unsigned)detail);
    for (int n = 0; n < PARTIES; n++) {
        SWEEP_PRINT("  %s, priority %d: %s\n", parties[n].name, sweep_priority(n),
                    parties[n].waits ? "waits" : parties[n].role ? "is busy" : "is free");
    }
    SWEEP_PRINT("  given %u (sum %u), taken %u (sum %u)\n", (unsigned)given, (unsigned)given_sum, (unsigned)taken,
                (unsigned)taken_sum);
    sweep_exit(1);
}

#define FAIL_IF(condition) \
    do { \
        if (condition) { \
            fail(#condition, (uint32_t)__LINE__); \
        } \
    } while (0)

/* --------------------------------------------------- Accounts ------------------------------------------------- */

#define COUNTED(...) \
    do { \
        unsigned state_ = sweep_lock(); \
        __VA_ARGS__; \
        sweep_unlock(state_); \
    } while (0)

/* Return 1, 2, 3 ... in each distance. */
static inline uint32_t next_gift(void)
{
    uint32_t gift;

    COUNTED(gift = ++last_gift);
    return gift;
}

static void gave(uint32_t value)
{
    COUNTED(given++; given_sum += value);
}

static void took(uint32_t value)
{
    COUNTED(taken++; taken_sum += value);
}

/* Count a gift for one party, once. Interrupts must be off. */
static inline void gave_to(int party)
{
    if (!parties[party].must_end) {
        parties[party].must_end = true;
        given++;
    }
}

/* The running party begins a wait. */
static void begin(void)
{
    parties[sweep_self()].waits = true;
}

static void end(void)
{
    if (suspended == sweep_self() + 1) {
        fail("a suspended thread runs", 0);
    }
    parties[sweep_self()].has_ended = true;
    parties[sweep_self()].waits = false;
}

/* The wait of the running party has ended with a gift or, if not `has_gift`, by its timeout. */
static void ended(bool has_gift, uint32_t value)
{
    end();
    if (has_gift) {
        took(value);
    } else {
        FAIL_IF(!parties[sweep_self()].is_timed);
        FAIL_IF(ticks == 0);
    }
}

/* The same for a wait whose gifts are given to one party, by gave_to(). */
static inline void ended_by_wake(void)
{
    ended(parties[sweep_self()].must_end, 0);
}

/* Return the first party that waits, or PARTIES. */
static inline int waiting_party(void)
{
    int n = 0;

    while (n < PARTIES && !parties[n].waits) {
        n++;
    }
    return n;
}

static inline void suspended_is(int party)
{
    suspended = party + 1;
}

/* ------------------------------------------------- The interrupt ---------------------------------------------- */

/* Offsets of LiteX's timer, in words. */
enum { LOAD, RELOAD, EN, EV_PENDING = 6, EV_ENABLE };
#define TIMER ((volatile uint32_t *)SWEEP_TIMER)

static volatile uint32_t hits, armed;
static volatile distances_trap trap;
static void (*volatile handler_acts)(void);

static void sweep_handler(void)
{
    if (hits == 0) {
        trap = distances_trapped(armed);
    }
    TIMER[EV_PENDING] = 1;
    handler_acts();
    hits++;
}

static inline void arm(uint32_t cycles)
{
    armed = sweep_cycles();
    TIMER[EN] = 0;
    TIMER[LOAD] = cycles;
    TIMER[EN] = 1;
}

/* Let the handler act once. Only the driver calls this function. */
static inline void act_in_handler(void (*act)(void))
{
    hits = 0;
    handler_acts = act;
    arm(50);
    while (hits == 0) {
    }
}

/* -------------------------------------------------- The parties ----------------------------------------------- */

static volatile bool is_over, is_early, is_inside;  /* the call has ended; the interrupt: before, in the call */

/* Let a party execute the function. It runs at once if it is more urgent. */
static void start(int party, void (*role)(void))
{
    FAIL_IF(parties[party].role != NULL);
    parties[party].role = role;
    sweep_wake(party);
}

static void party_loop(int party)
{
    for (;;) {
        sweep_sleep();
        FAIL_IF(parties[party].role == NULL);
        FAIL_IF(call_kept(parties[party].role, 0x5A500000u + 0x1000u * (uint32_t)party) != 0);
        parties[party].role = NULL;
    }
}

static void party_waits(void)
{
    kind->wait();
}

/* Actions and calls that all kinds share. */
static inline void act_third(void)
{
    if (parties[THIRD].role == NULL) {
        start(THIRD, party_waits);
    }
}

static void move(int party, int priority)
{
    parties[party].is_moved = true;
    sweep_set_priority(party, priority);
}

static inline void third_moves_caller(void)
{
    move(CALLER, MOVED_PRIO);
}

/* A handler may not be allowed to change priorities. */
static inline void act_move(void)
{
    start(THIRD, third_moves_caller);
}

static inline void act_give(void)
{
    kind->give();
}

static inline void act_give_twice(void)
{
    kind->give();
    kind->give();
}

static inline void act_tick(void)
{
    ticks++;
    kind->tick();
}

static inline void act_take(void)
{
    (void)kind->take();
}

static inline void call_wait(void)
{
    kind->wait();
}

static inline void call_wait_timed(void)
{
    parties[CALLER].is_timed = true;
    kind->wait();
}

static inline void call_take(void)
{
    (void)kind->take();
}

static void caller_gets_ready(void)
{
    row->ready();
}

/* The caller runs, so interrupts are on, and each thread that is more urgent is blocked. */
static void check_running(void)
{
    const unsigned state = sweep_lock();

    if (!sweep_is_unlocked(state)) {
        fail("interrupts are off after the call", 0);
    }
    if (sweep_is_ready(THIRD) || sweep_is_ready(URGENT)) {
        fail("a more urgent thread is ready", 0);
    }
    sweep_unlock(state);
}

static void caller_calls(void)
{
    if (row->before) {
        row->before();
    }
    arm(distance);
    is_early = hits != 0;
    if (call_kept(row->call, 0xA5A00000u + distance) != 0) {
        fail("a register has changed", 0);
    }
    is_inside = hits != 0 && !is_early;
    is_over = true;
    check_running();
    if (row->after) {
        row->after();
    }
}

/* -------------------------------------------------- The driver ------------------------------------------------ */

#define FIRST      1u       /* smallest distance in cycles */
#define MOST_STEPS 40u      /* most steps of the driver until all waits have ended */

static uint32_t interrupts;         /* within the calls of the row */

static bool any_party(bool (*is)(const party_t *))
{
    for (int n = 0; n < PARTIES; n++) {
        if (is(&parties[n])) {
            return true;
        }
    }
    return false;
}

static bool is_busy(const party_t *party)
{
    return party->role != NULL;
}

static bool waits_with_timeout(const party_t *party)
{
    return party->waits && party->is_timed;
}

/* All threads but the driver are blocked. */
static void check_rest(void)
{
    const uint32_t left = kind->left ? kind->left() : 0;
    const unsigned state = sweep_lock();

    if (!sweep_is_unlocked(state)) {
        fail("interrupts are off in the driver", 0);
    }
    sweep_unlock(state);
    for (int n = 0; n < PARTIES; n++) {
        if (parties[n].waits && ((left > 0 && !kind->is_private) || parties[n].must_end)) {
            fail("a thread waits for what is available", (uint32_t)n);
        }
    }
    if (given != taken + left) {
        fail("gifts were lost or taken twice", left);
    }
    if (kind->is_in_order && (scene & URGENT_WAITS) && parties[LESSER].has_ended && !parties[URGENT].has_ended) {
        fail("the less urgent thread got the gift", left);
    }
    if (kind->check) {
        kind->check();
    }
}

/* End all waits: by ticks if one has a timeout, and by gifts. */
static void end_waits(void)
{
    for (uint32_t steps = 0; any_party(is_busy); steps++) {
        if (steps == MOST_STEPS) {
            fail("a wait does not end", steps);
        }
        if (kind->tick && steps % 2 == 0 && any_party(waits_with_timeout)) {
            act_in_handler(act_tick);
        } else {
            kind->give();
        }
        check_rest();
    }
}

static void restore_priorities(void)
{
    for (int n = 0; n < PARTIES; n++) {
        if (parties[n].is_moved) {
            sweep_set_priority(n, parties[n].home);
        }
        if (sweep_priority(n) != parties[n].home) {
            fail("a thread keeps another priority", (uint32_t)n);
        }
    }
}

static distances_trap one_distance(unsigned int cycles)
{
    bool is_in_time;

    distance = cycles;
    given = given_sum = taken = taken_sum = last_gift = ticks = hits = 0;
    suspended = 0;
    is_over = is_early = is_inside = false;
    handler_acts = action->act;
    for (int n = 0; n < PARTIES; n++) {
        parties[n].must_end = parties[n].has_ended = parties[n].is_moved = false;
        parties[n].is_timed = n == URGENT && kind->tick;
    }
    if (row->ready) {
        start(CALLER, caller_gets_ready);
    }
    if (scene & GIFT_IS_AVAILABLE) {
        kind->give();
    }
    if (scene & URGENT_WAITS) {
        start(URGENT, party_waits);
    }
    if (scene & LESSER_WAITS) {
        start(LESSER, party_waits);
    }
    start(CALLER, caller_calls);
    is_in_time = is_over ? is_early || is_inside : hits != 0;
    while (hits == 0) {
    }
    if (suspended) {
        const int party = suspended - 1;

        suspended = 0;
        sweep_resume(party);
    }
    check_rest();
    end_waits();
    while (kind->take && kind->take()) {
    }
    if (given != taken || given_sum != taken_sum) {
        fail("gifts were lost or taken twice", given);
    }
    restore_priorities();
    interrupts += is_inside || (is_in_time && !is_early);
    return is_in_time ? trap : distances_late;
}

/* If a long step misses a short call, repeat the sweep from the next cycle. */
static void sweep(void)
{
    static uint32_t sweeps;
    const uint32_t before = interrupts;
    uint32_t first = FIRST + sweeps++ * 7 % sweep_step;

    for (uint32_t tries = 0; interrupts == before; tries++) {
        if (tries == sweep_step) {
            fail("the interrupt never came inside the call", tries);
        }
        distances_sweep(one_distance, first, sweep_step);
        first = FIRST + (first - FIRST + 1) % sweep_step;
    }
}

/* Sweep all rows. The last row has no name. */
static void sweep_all(const row_t *rows, const kind_t *const *kinds)
{
    uint32_t total = 0;

    TIMER[RELOAD] = 0;
    TIMER[EV_PENDING] = 1;
    TIMER[EV_ENABLE] = 1;
    for (row = rows; row->name; row++) {
        uint32_t number = 0;

        for (kind = row->kind; kinds[number] != kind; number++) {
        }
        if (!(sweep_kinds >> number & 1u)) {
            continue;
        }
        interrupts = 0;
        for (scene = 0; scene < SCENES; scene++) {
            for (action = kind->actions; (row->scenes & SCENE(scene)) && action->name; action++) {
                sweep();
            }
        }
        SWEEP_PRINT("%s of a %s: %u\n", row->name, kind->name, (unsigned)interrupts);
        total += interrupts;
    }
    SWEEP_PRINT("PASS: %u interrupts\n", (unsigned)total);
    sweep_exit(0);
}

#endif
