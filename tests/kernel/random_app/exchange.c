/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The partners are tasks that exchange items with each other and with the handler of sim_line. The harness raises this
 * line at random cycles. No other task uses the partners' objects. Each item must be taken or still be in its object.
 * The items of one source must arrive in order. No task may block on an available object. The idle task checks all
 * objects. The handler checks the event, if any, of the partner on which it acts.
 *
 * The partners do not affect other tasks. The log omits the partners' context switches, so the log is reproducible.
 */
#include "app.h"

#ifdef APP_EXCHANGE
#include <stdio.h>

/* Each partner blocks on an object of one kind. LOCKS and LOCKS_TOO then take a mutex, and GIVES gives items. */
typedef enum {
    PENDS, PENDS_TOO, RECEIVES, DEQUEUES, WAITS_FOR_FLAGS, WAITS_FOR_SEVERAL, SUSPENDS, SLEEPS, LOCKS, LOCKS_TOO, GIVES
} PARTNER;

/* Kinds of counted items. The kinds before EVENTS_OWN have an event in own[]. */
typedef enum {
    COUNT, MSG, ENTRY, SEVERAL_COUNT, SEVERAL_ENTRY, LOCKS_NOTE, LOCKS_TOO_NOTE, GIVES_NOTE, EVENTS_OWN,
    FLAG_BY_LINE = EVENTS_OWN, FLAG_BY_TASK, RESUMED, WOKEN, ABORTED, OBJECTS
} OBJECT;

#define STK_SIZE 256u
#define MOST     3u     /* entries in a queue */
#define FLAGS    3u
#define BY_LINE  0u
#define BY_TASK  1u
#define LINE     PARTNERS
#define PRIO_LOCK 6u
#define ITEM(source, number) (0x80000000u | ((INT32U)(source) << 24) | (number)) /* never null */

static const INT8U object_of[PARTNERS] = {
    COUNT, COUNT, MSG, ENTRY, FLAG_BY_LINE, SEVERAL_COUNT, RESUMED, WOKEN, LOCKS_NOTE, LOCKS_TOO_NOTE, GIVES_NOTE
};
static OS_STK stacks[PARTNERS][STK_SIZE];
static INT8U prios[PARTNERS];
static INT32U chances[PARTNERS + 1u];
static OS_EVENT *own[EVENTS_OWN];
static OS_EVENT *lock;
static OS_FLAG_GRP *flags;
static void *entries[2][MOST];
static INT32U most[OBJECTS];                           /* maximum number of untaken items in an object */
static volatile INT32U given[OBJECTS], taken[OBJECTS];
static INT32U sent[OBJECTS][2], received[OBJECTS][2]; /* messages by source */
static volatile BOOLEAN waits_for[PARTNERS];           /* the partner is in a call that may block */
static volatile BOOLEAN sleeps_long, has_lock, wants_all;
static volatile PARTNER latest;                        /* the partner that made the latest blocking call */
static INT32U hidden;                                  /* context switches that the log omits */
static BOOLEAN is_first;                               /* create the partners' objects before all others */

static INT32U chance(INT32U which, INT32U range)
{
    return ((chance_next(&chances[which]) >> 16) * range) >> 16;
}

static void lost(char const *what, INT32U which, INT32U expected, INT32U found)
{
    (void)OS_CPU_SR_Save();
    printf("LOST: %s %u: expected %u, found %u, in step %u\n", what, (unsigned)which, (unsigned)expected,
           (unsigned)found, (unsigned)steps);
    BSP_Exit(2);
}

/* Add to a counter that tasks and the handler share, with interrupts disabled. */
static void add(volatile INT32U *counter, INT32U amount)
{
    OS_CPU_SR cpu_sr = OS_CPU_SR_Save();

    *counter += amount;
    OS_CPU_SR_Restore(cpu_sr);
}

/* Check the error code of a wait and count aborts. */
static void check_error(OBJECT object, INT8U err)
{
    if ((err != OS_ERR_NONE) && (err != OS_ERR_TIMEOUT) && (err != OS_ERR_PEND_ABORT)) {
        lost("error of a wait for object", object, OS_ERR_NONE, err);
    }
    add(&taken[ABORTED], err == OS_ERR_PEND_ABORT);
}

/* Check that messages of one source arrive in order and that none is missing. */
static void check_order(OBJECT object, void const *msg)
{
    const INT32U item = (INT32U)msg;
    const INT32U source = (item >> 24) & 1u;

    if (item != ITEM(source, received[object][source])) {
        lost("message of object", object, ITEM(source, received[object][source]), item);
    }
    received[object][source]++;
}

/* --------------------------------------------------------------------------------------------- items in an object */

/* Return the number of items in an event; 1: an available mutex. Set *waited to whether a task blocks on the event. */
static INT32U left_in_event(OS_EVENT *event, BOOLEAN *waited)
{
    union {
        OS_SEM_DATA sem;
        OS_MBOX_DATA mbox;
        OS_Q_DATA q;
        OS_MUTEX_DATA mutex;
    } data;

    if (OSSemQuery(event, &data.sem) == OS_ERR_NONE) {
        *waited = (BOOLEAN)(data.sem.OSEventGrp != 0u);
        return data.sem.OSCnt;
    }
    if (OSMboxQuery(event, &data.mbox) == OS_ERR_NONE) {
        *waited = (BOOLEAN)(data.mbox.OSEventGrp != 0u);
        return (INT32U)(data.mbox.OSMsg != 0);
    }
    if (OSQQuery(event, &data.q) == OS_ERR_NONE) {
        *waited = (BOOLEAN)(data.q.OSEventGrp != 0u);
        return data.q.OSNMsgs;
    }
    if (OSMutexQuery(event, &data.mutex) == OS_ERR_NONE) {
        *waited = (BOOLEAN)(data.mutex.OSEventGrp != 0u);
        return data.mutex.OSValue;
    }
    *waited = OS_FALSE;
    return 0u;
}

static INT32U left_in(OBJECT object)
{
    BOOLEAN waited;
    INT8U err;

    if (object < EVENTS_OWN) {
        return left_in_event(own[object], &waited);
    }
    return (object == FLAG_BY_LINE) || (object == FLAG_BY_TASK)
               ? (OSFlagQuery(flags, &err) >> (object - FLAG_BY_LINE)) & 1u : 0u;
}

/* Check that no task waits for an available event. A post must go to a waiting task, and not stay in the event. */
static void check_event(char const *what, INT32U index, OS_EVENT *event)
{
    BOOLEAN waited;
    const INT32U left = left_in_event(event, &waited);

    if (waited && (left != 0u)) {
        lost(what, index, 0u, left);
    }
}

void exchange_check(void)
{
    OS_CPU_SR cpu_sr = OS_CPU_SR_Save();
    INT32U n;
    INT8U err;
    OS_FLAGS set = OSFlagQuery(flags, &err);

    for (n = 0u; n < EVENTS_OWN; n++) {
        check_event("available to tasks that wait for object", n, own[n]);
    }
    check_event("available to tasks that wait for the lock", 0u, lock);
    for (n = 0u; n < EVENTS; n++) {
        check_event("available to tasks that wait for event", n, events[n]);
    }
    if (waits_for[WAITS_FOR_FLAGS] && (wants_all ? set == FLAGS : set != 0u)) {
        lost("available to the task that waits for flags", 0u, 0u, set);
    }
    for (n = 0u; n < OBJECTS; n++) {
        if (taken[n] + left_in((OBJECT)n) != given[n]) {
            lost("given to object", n, given[n], taken[n] + left_in((OBJECT)n));
        }
    }
    OS_CPU_SR_Restore(cpu_sr);
}

void exchange_report(void)
{
    INT32U n;

    printf("exchanged");
    for (n = 0u; n < OBJECTS; n++) {
        printf(" %u", (unsigned)taken[n]);
    }
    printf("\n");
}

/* --------------------------------------------------------------------------------- switches omitted from the log */

BOOLEAN is_partner_prio(INT8U prio)
{
    return (BOOLEAN)((prio % 6u == 0u) || (prio == PRIO_KEEPER + 1u));
}

static BOOLEAN is_partner(OS_TCB const *ptcb)
{
    return (BOOLEAN)((ptcb->OSTCBStkPtr >= stacks[0]) && (ptcb->OSTCBStkPtr <= &stacks[PARTNERS - 1u][STK_SIZE - 1u]));
}

/* Return the task that the log names: the running task, or while a partner runs, the last other task that ran. */
OS_TCB *exchange_task(void)
{
    static OS_TCB *last;

    if (!is_partner(OSTCBCur)) {
        last = OSTCBCur;
    }
    return last;
}

/* Return whether the log shows the switch: the new task is no partner, and is not the task that the log names. */
BOOLEAN exchange_shows_switch(void)
{
    const OS_TCB *from = exchange_task();

    if (is_partner(OSTCBHighRdy) || (OSTCBHighRdy == from)) {
        hidden++;
        return OS_FALSE;
    }
    return OS_TRUE;
}

INT32U exchange_switches(void)
{
    return OSCtxSwCtr - hidden;
}

/* --------------------------------------------------------------------------------------------------- giving items */

/* Post an item from the handler or from a task. */
static INT8U post(OBJECT object, INT32U source)
{
    void *msg = (void *)ITEM(source, sent[object][source]);

    switch (object) {
    case MSG:
        return OSMboxPost(own[MSG], msg);
    case ENTRY:
    case SEVERAL_ENTRY:
        return source == BY_LINE ? OSQPost(own[object], msg) : OSQPostOpt(own[object], msg, OS_POST_OPT_NONE);
    default:
        return OSSemPost(own[object]);
    }
}

static void give(PARTNER peer, INT32U source)
{
    OBJECT object = (OBJECT)object_of[peer];
    INT8U err = OS_ERR_NONE;

    if ((peer == WAITS_FOR_SEVERAL) && (chance(source == BY_LINE ? LINE : GIVES, 2u) == 0u)) {
        object = SEVERAL_ENTRY;
    }
    if ((source == BY_TASK) && (object == FLAG_BY_LINE)) {
        object = FLAG_BY_TASK;
    }
    if (given[object] - taken[object] >= most[object]) {
        return;
    }
    switch (object) {
    case FLAG_BY_LINE:
    case FLAG_BY_TASK:
        (void)OSFlagPost(flags, (OS_FLAGS)(1u << (object - FLAG_BY_LINE)), OS_FLAG_SET, &err);
        break;
    case RESUMED:
        err = OSTaskResume(prios[SUSPENDS]);
        break;
    case WOKEN:
        if (!sleeps_long) {
            return;
        }
        err = OSTimeDlyResume(prios[SLEEPS]);
        break;
    default:
        err = post(object, source);
        break;
    }
    if (err == OS_ERR_NONE) {
        add(&given[object], 1u);
        sent[object][source]++;
    }
}

static void abort_wait(PARTNER peer, INT8U opt)
{
    const OBJECT object = (OBJECT)object_of[peer];
    INT8U tasks = 0u;
    INT8U err;

    switch (object) {
    case MSG:
        tasks = OSMboxPendAbort(own[MSG], opt, &err);
        break;
    case ENTRY:
        tasks = OSQPendAbort(own[ENTRY], opt, &err);
        break;
    default:
        if (object < EVENTS_OWN) {
            tasks = OSSemPendAbort(own[object], opt, &err);
        }
        break;
    }
    add(&given[ABORTED], tasks);
}

/*
 * Give or take an item or abort a wait, mostly of the partner that made the latest blocking call. In half of the cases,
 * a pause of up to 23 interrupts follows, so that the tasks can run. Return OS_FALSE if the other acts may use this
 * interrupt.
 */
BOOLEAN exchange_line(BOOLEAN irq_is_due)
{
    static INT32U rest;
    const PARTNER peer = chance(LINE, 4u) > 0u ? latest : (PARTNER)chance(LINE, PARTNERS);
    const OBJECT object = (OBJECT)object_of[peer];

    if (irq_is_due) { /* wake no partner: the due interrupt could preempt it, and the log would show this */
        return OS_TRUE;
    }
    if (rest > 0u) {
        rest--;
        return (BOOLEAN)(rest > 0u);
    }
    rest = chance(LINE, 2u) == 0u ? chance(LINE, 24u) : 0u;
    if (object < EVENTS_OWN) {
        check_event("available to tasks that wait for object", object, own[object]);
    }
    if (chance(LINE, 16u) == 0u) {
        abort_wait(peer, chance(LINE, 2u) == 0u ? OS_PEND_OPT_NONE : OS_PEND_OPT_BROADCAST);
    } else if ((object == COUNT) && (chance(LINE, 8u) == 0u)) {
        taken[COUNT] += OSSemAccept(own[COUNT]) > 0u;
    } else {
        give(peer, BY_LINE);
    }
    return OS_TRUE;
}

/* ---------------------------------------------------------------------------------------------------- the partners */

static INT32U time_for(PARTNER me)
{
    return chance(me, 2u) == 0u ? 0u : 1u + chance(me, chance(me, 2u) == 0u ? 6u : 40u);
}

static void wait_for_several(INT32U time)
{
    OS_EVENT *pend[] = { own[SEVERAL_COUNT], own[SEVERAL_ENTRY], 0 };
    OS_EVENT *rdy[3] = { 0 };
    void *msgs[3] = { 0 };
    INT32U n;
    INT8U err = OS_ERR_NONE;

    (void)OSEventPendMulti(pend, rdy, msgs, time, &err);
    waits_for[WAITS_FOR_SEVERAL] = OS_FALSE;
    check_error(SEVERAL_COUNT, err);
    for (n = 0u; rdy[n] != 0; n++) {
        if ((err == OS_ERR_NONE) && (rdy[n] == own[SEVERAL_ENTRY])) {
            check_order(SEVERAL_ENTRY, msgs[n]);
            add(&taken[SEVERAL_ENTRY], 1u);
        } else if (err == OS_ERR_NONE) {
            add(&taken[SEVERAL_COUNT], 1u);
        }
    }
}

static void wait_for_flags(INT32U time)
{
    const INT8U type = (INT8U)((wants_all ? OS_FLAG_WAIT_SET_ALL : OS_FLAG_WAIT_SET_ANY) + OS_FLAG_CONSUME);
    INT8U err = OS_ERR_NONE;
    const OS_FLAGS rdy = OSFlagPend(flags, FLAGS, type, time, &err);

    waits_for[WAITS_FOR_FLAGS] = OS_FALSE;
    check_error(FLAG_BY_LINE, err);
    if (err == OS_ERR_NONE) {
        add(&taken[FLAG_BY_LINE], rdy & 1u);
        add(&taken[FLAG_BY_TASK], (rdy >> 1) & 1u);
    }
}

/* Make a blocking call and count the result. */
static void wait(PARTNER me)
{
    const OBJECT object = (OBJECT)object_of[me];
    const INT32U time = time_for(me);
    void *msg = 0;
    INT8U err = OS_ERR_NONE;

    if (me == WAITS_FOR_FLAGS) { /* the other partners must not write wants_all: a preempted one would write too late */
        wants_all = (BOOLEAN)(chance(me, 4u) == 0u);
    }
    latest = me;
    waits_for[me] = OS_TRUE;
    switch (me) {
    case RECEIVES:
        msg = OSMboxPend(own[MSG], time, &err);
        break;
    case DEQUEUES:
        msg = OSQPend(own[ENTRY], time, &err);
        break;
    case WAITS_FOR_FLAGS:
        wait_for_flags(time);
        return;
    case WAITS_FOR_SEVERAL:
        wait_for_several(time);
        return;
    case SUSPENDS:
        (void)OSTaskSuspend(OS_PRIO_SELF);
        break;
    case SLEEPS:
        sleeps_long = (BOOLEAN)(chance(me, 2u) == 0u);
        OSTimeDly(sleeps_long ? 0xFFFFFFFFu : 1u + chance(me, 40u));
        err = sleeps_long ? OS_ERR_NONE : OS_ERR_TIMEOUT;
        sleeps_long = OS_FALSE;
        break;
    default:
        OSSemPend(own[object], time, &err);
        break;
    }
    waits_for[me] = OS_FALSE;
    check_error(object, err);
    if (err == OS_ERR_NONE) {
        if (msg != 0) {
            check_order(object, msg);
        }
        add(&taken[object], 1u);
    }
}

static void take_lock(PARTNER me)
{
    volatile INT32U turns = chance(me, 40u);
    INT8U err;

    OSMutexPend(lock, time_for(me), &err);
    if (err == OS_ERR_NONE) {
        if (has_lock) {
            lost("the lock of partner", me, 0u, 1u);
        }
        has_lock = OS_TRUE;
        while (turns > 0u) {
            turns--;
        }
        has_lock = OS_FALSE;
        (void)OSMutexPost(lock);
    }
}

/* Create, use and delete an event while other tasks do the same. */
static void renew_event(PARTNER me)
{
    static void *storage[PARTNERS][MOST];
    const INT32U posts = 1u + chance(me, MOST);
    const BOOLEAN is_q = (BOOLEAN)(chance(me, 2u) == 0u);
    OS_EVENT *event = is_q ? OSQCreate(storage[me], MOST) : OSSemCreate(0u);
    INT32U n;
    INT8U err;

    if (event == 0) {
        lost("new event of partner", me, 1u, 0u);
    }
    for (n = 1u; n <= posts; n++) {
        (void)(is_q ? OSQPost(event, (void *)ITEM(me, n)) : OSSemPost(event));
    }
    for (n = 1u; n <= posts; n++) {
        const INT32U expected = is_q ? ITEM(me, n) : posts + 1u - n;
        const INT32U found = is_q ? (INT32U)OSQAccept(event, &err) : OSSemAccept(event);

        if (found != expected) {
            lost("item in a new event of partner", me, expected, found);
        }
    }
    (void)(is_q ? OSQDel(event, OS_DEL_ALWAYS, &err) : OSSemDel(event, OS_DEL_ALWAYS, &err));
}

static void suspend_for_a_while(PARTNER peer)
{
    volatile INT32U turns = chance(GIVES, 60u);

    if (OSTaskSuspend(prios[peer]) == OS_ERR_NONE) {
        while (turns > 0u) {
            turns--;
        }
        (void)OSTaskResume(prios[peer]);
    }
}

static void partner(void *p_arg)
{
    const PARTNER me = (PARTNER)(INT32U)p_arg;
    INT32U n;

    for (;;) {
        wait(me);
        if ((me == LOCKS) || (me == LOCKS_TOO)) {
            take_lock(me);
            renew_event(me);
        }
        for (n = me == GIVES ? chance(GIVES, 4u) : 0u; n > 0u; n--) {
            const PARTNER peer = (PARTNER)chance(GIVES, GIVES);
            const INT32U which = chance(GIVES, 8u);

            if (which == 0u) {
                abort_wait(peer, OS_PEND_OPT_BROADCAST);
            } else if ((which == 1u) && (peer < SUSPENDS)) {
                suspend_for_a_while(peer);
            } else {
                give(peer, BY_TASK);
            }
        }
    }
}

/* ------------------------------------------------------------------------------------------------ initialization */

/* Return a partner's priority: place 0 has the highest priority of all, the last place the one above the idle task. */
static INT8U prio_of_place(INT32U place)
{
    return (INT8U)(place == PARTNERS - 1u ? PRIO_KEEPER + 1u : place == 0u ? 0u : 6u + 6u * place);
}

static void create_objects(void)
{
    INT32U n;
    INT8U err;

    for (n = 0u; n < EVENTS_OWN; n++) {
        own[n] = n == MSG ? OSMboxCreate((void *)0)
                 : n == ENTRY ? OSQCreate(entries[0], (INT16U)(1u + chance(LINE, MOST)))
                 : n == SEVERAL_ENTRY ? OSQCreate(entries[1], (INT16U)(1u + chance(LINE, MOST)))
                 : OSSemCreate(0u);
    }
    lock = OSMutexCreate(chance(LINE, 2u) == 0u ? PRIO_LOCK : OS_PRIO_MUTEX_CEIL_DIS, &err);
    flags = OSFlagCreate(0u, &err);
}

static void create_tasks(void)
{
    const INT32U first = chance(LINE, PARTNERS);
    INT32U n;

    for (n = 0u; n < PARTNERS; n++) {
        prios[n] = prio_of_place((n + first) % PARTNERS);
        (void)OSTaskCreate(partner, (void *)n, &stacks[n][STK_SIZE - 1u], prios[n]);
    }
}

/*
 * Call this once with `before` set, before events_start() and tasks_start(), and once with it clear, after
 * events_start().
 */
void exchange_start(BOOLEAN before)
{
    INT32U n;

    if (before) {
        for (n = 0u; n <= PARTNERS; n++) {
            chances[n] = (app_seed + 1u) * 0x85EBCA77u ^ (n + 1u) * 0x9E3779B1u;
            chances[n] += chances[n] == 0u;
            (void)chance(n, 1u);
        }
        for (n = 0u; n < OBJECTS; n++) {
            most[n] = (n < EVENTS_OWN) && (n != MSG) && (chance(LINE, 4u) == 0u) ? MOST : 1u;
        }
        is_first = (BOOLEAN)(chance(LINE, 4u) != 0u);
    }
    if (before == is_first) { /* the event unit holds the objects that are created first */
        create_objects();
    }
    if (!before) {
        create_tasks();
    }
}
#endif
