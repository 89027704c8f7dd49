/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Latency benchmark: the time of each kernel service in each of its situations. The firmware counts cycles around the
 * call, or from the call until another task runs because of it. There are no interrupts, because there is no tick.
 *
 * Output for each service: latency NAME COUNT LEAST MOST DIFFERENCES SQUARES. LEAST and MOST are the extremes of COUNT
 * times, in cycles. DIFFERENCES is the sum of the differences to LEAST, SQUARES the sum of their squares, in
 * hexadecimal.
 */
#include <stdio.h>
#include "../bench.h"
#include "bsp.h"

BENCH_PARAMETER(bench_repetitions, 10000u);
BENCH_PARAMETER(bench_from, 0u); /* first situation ... */
BENCH_PARAMETER(bench_to, 1000u); /* ... and the one after the last */

#define WARM 16u           /* repetitions that are not counted */
#define MANY 100u          /* divisor of the repetitions if all of many tasks must wait again each time */

/* Priorities. */
#define CEILING 2u
#define HIGH    6u         /* waits, with a priority above the measuring task */
#define BENCH   11u
#define LOW     12u        /* first of the tasks that wait below it */
#define OWNER   50u
#define DRIVER  60u

#define WAITERS 48u
#define FLAG    1u

/* ------------------------------------------------------------------------------------------------------- measuring */

typedef struct meter {
    INT32U count;
    INT32U most;
    INT32U least;
    INT32U sum;
    unsigned long long squares;
} METER;

static METER meters[2];
static volatile INT32U began[2];
static INT32U empty; /* cycles of an empty measurement */
static BOOLEAN warming;

/* noipa: the same code around every call. */
__attribute__((noipa)) static void count(INT32U which, INT32U cycles)
{
    METER *meter = &meters[which];

    if (warming) {
        return;
    }
    cycles -= empty;
    if (meter->count == 0u) {
        meter->least = cycles;
        meter->most = cycles;
    }
    if (cycles < meter->least) {
        const INT32U less = meter->least - cycles;

        /* Change the sums to the new least time: each difference d becomes d + less. */
        meter->squares += 2ull * less * meter->sum + (unsigned long long)less * less * meter->count;
        meter->sum += less * meter->count;
        meter->least = cycles;
    }
    if (cycles > meter->most) {
        meter->most = cycles;
    }
    meter->count++;
    meter->sum += cycles - meter->least;
    meter->squares += (unsigned long long)(cycles - meter->least) * (cycles - meter->least);
}

#define START(which) (began[which] = BENCH_NOW(BENCH_START_##which))
#define STOP(which) \
    do { \
        const INT32U ended = BENCH_NOW(BENCH_STOP); \
        count((which), ended - began[which]); \
    } while (0)
#define MEASURE(...) \
    do { \
        const INT32U from = BENCH_NOW(BENCH_START_0); \
        __VA_ARGS__; \
        const INT32U to = BENCH_NOW(BENCH_STOP); \
        count(0u, to - from); \
    } while (0)

/* ----------------------------------------------------------------------------------------------- events and tasks */

/* Small stacks, so the data cache holds every stack, the kernel's data and the program's constants. */
#define STK_SIZE 100u

static OS_STK BenchStk[BENCH_STK_SIZE]; /* of the task that measures and prints */
static OS_STK Stks[DRIVER - HIGH + 1u][STK_SIZE];
static OS_EVENT *back;   /* the measuring task waits for this until all other tasks wait again */
static OS_EVENT *event;
static OS_FLAG_GRP *group;
static void *ring[WAITERS];
static INT8U error;

static void check(BOOLEAN right)
{
    if (!right) {
        printf("a service failed\n");
        BSP_Exit(1);
    }
}

static void start(void (*task)(void *), INT8U prio)
{
    OS_STK *stk = (prio == BENCH) ? BenchStk : Stks[prio - HIGH];
    const INT32U size = (prio == BENCH) ? BENCH_STK_SIZE : STK_SIZE;

    check(OSTaskCreateExt(task, (void *)(size_t)(prio < BENCH), &stk[size - 1u], prio, prio, stk, size, 0,
                          OS_TASK_OPT_NONE) == OS_ERR_NONE);
}

static void rest(void)
{
    OSSemPend(back, 0u, &error);
}

static void driver(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        (void)OSSemPost(back);
    }
}

static void sem_waiter(void *p_arg)
{
    for (;;) {
        OSSemPend(event, 0u, &error);
        if (p_arg != 0) {
            STOP(0);
        }
    }
}

static void mbox_waiter(void *p_arg)
{
    for (;;) {
        (void)OSMboxPend(event, 0u, &error);
        if (p_arg != 0) {
            STOP(0);
        }
    }
}

static void q_waiter(void *p_arg)
{
    for (;;) {
        (void)OSQPend(event, 0u, &error);
        if (p_arg != 0) {
            STOP(0);
        }
    }
}

static void mutex_waiter(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSMutexPend(event, 0u, &error);
        (void)OSMutexPost(event);
        (void)OSTaskSuspend(OS_PRIO_SELF); /* until the measuring task owns it again */
    }
}

static void flag_waiter(void *p_arg)
{
    for (;;) {
        (void)OSFlagPend(group, FLAG, OS_FLAG_WAIT_SET_ALL + OS_FLAG_CONSUME * (p_arg != 0), 0u, &error);
        if (p_arg != 0) {
            STOP(0);
        }
    }
}

/* These tasks run while the measuring task waits. */
static void sem_giver(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        STOP(0);
        (void)OSSemPost(event);
    }
}

static void mbox_giver(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        STOP(0);
        (void)OSMboxPost(event, &event);
    }
}

static void q_giver(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        STOP(0);
        (void)OSQPost(event, &event);
    }
}

static void flag_giver(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        STOP(0);
        (void)OSFlagPost(group, FLAG, OS_FLAG_SET, &error);
    }
}

/* Owns the mutex while the measuring task runs. The pend of that task promotes it, its own post demotes it. */
static void mutex_owner(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSMutexPend(event, 0u, &error);
        (void)OSSemPost(back);
        STOP(0);
        START(1);
        (void)OSMutexPost(event);
    }
}

/* ----------------------------------------------------------------------------------------------------- situations */

typedef struct situation {
    char const *name;
    char const *second;          /* name of meter 1, or null */
    void (*create)(void);
    void (*once)(void);
    void (*task)(void *p_arg);   /* the other tasks, or null ... */
    INT8U prio;                  /* ... priority of the first one */
    INT8U tasks;
    INT8U how;
} SITUATION;

#define EACH  1u /* every task waits again each time */
#define GIVES 2u /* it runs only while the measuring task waits */

static SITUATION const *situation;

static void sem_0(void) { event = OSSemCreate(0u); }
static void sem_1(void) { event = OSSemCreate(1u); }
static void mbox_0(void) { event = OSMboxCreate(0); }
static void mbox_1(void) { event = OSMboxCreate(&event); }
static void q_0(void) { event = OSQCreate(ring, 16u); }
static void q_1(void)
{
    q_0();
    (void)OSQPost(event, &event);
}
static void mutex_0(void) { event = OSMutexCreate(CEILING, &error); }
static void mutex_own(void)
{
    mutex_0();
    OSMutexPend(event, 0u, &error);
}
static void flag_0(void) { group = OSFlagCreate(0u, &error); }
static void flag_1(void) { group = OSFlagCreate(FLAG, &error); }

static void nothing(void) { MEASURE((void)0); }

static void sem_accept(void) { MEASURE((void)OSSemAccept(event)); (void)OSSemPost(event); }
static void sem_pend(void) { MEASURE(OSSemPend(event, 0u, &error)); (void)OSSemPost(event); }
static void sem_post(void) { MEASURE((void)OSSemPost(event)); (void)OSSemAccept(event); }
static void sem_post_low(void) { MEASURE((void)OSSemPost(event)); rest(); }
static void sem_post_high(void) { START(0); (void)OSSemPost(event); }
static void sem_wait(void) { START(0); OSSemPend(event, 0u, &error); }
static void sem_abort(void) { MEASURE((void)OSSemPendAbort(event, OS_PEND_OPT_NONE, &error)); rest(); }
static void sem_query(void) { OS_SEM_DATA data; MEASURE((void)OSSemQuery(event, &data)); }
static void sem_set(void) { MEASURE(OSSemSet(event, 1u, &error)); }

static void mbox_accept(void) { MEASURE((void)OSMboxAccept(event)); (void)OSMboxPost(event, &event); }
static void mbox_pend(void) { MEASURE((void)OSMboxPend(event, 0u, &error)); (void)OSMboxPost(event, &event); }
static void mbox_post(void) { MEASURE((void)OSMboxPost(event, &event)); (void)OSMboxAccept(event); }
static void mbox_post_low(void) { MEASURE((void)OSMboxPost(event, &event)); rest(); }
static void mbox_post_high(void) { START(0); (void)OSMboxPost(event, &event); }
static void mbox_wait(void) { START(0); (void)OSMboxPend(event, 0u, &error); }
static void mbox_abort(void) { MEASURE((void)OSMboxPendAbort(event, OS_PEND_OPT_NONE, &error)); rest(); }
static void mbox_query(void) { OS_MBOX_DATA data; MEASURE((void)OSMboxQuery(event, &data)); }
static void mbox_all(void) { MEASURE((void)OSMboxPostOpt(event, &event, OS_POST_OPT_BROADCAST)); rest(); }

static void q_accept(void) { MEASURE((void)OSQAccept(event, &error)); (void)OSQPost(event, &event); }
static void q_pend(void) { MEASURE((void)OSQPend(event, 0u, &error)); (void)OSQPost(event, &event); }
static void q_post(void) { MEASURE((void)OSQPost(event, &event)); (void)OSQAccept(event, &error); }
static void q_post_front(void) { MEASURE((void)OSQPostFront(event, &event)); (void)OSQAccept(event, &error); }
static void q_post_low(void) { MEASURE((void)OSQPost(event, &event)); rest(); }
static void q_post_high(void) { START(0); (void)OSQPost(event, &event); }
static void q_wait(void) { START(0); (void)OSQPend(event, 0u, &error); }
static void q_abort(void) { MEASURE((void)OSQPendAbort(event, OS_PEND_OPT_NONE, &error)); rest(); }
static void q_query(void) { OS_Q_DATA data; MEASURE((void)OSQQuery(event, &data)); }
static void q_flush(void) { MEASURE((void)OSQFlush(event)); (void)OSQPost(event, &event); }
static void q_all(void) { MEASURE((void)OSQPostOpt(event, &event, OS_POST_OPT_BROADCAST)); rest(); }

static void mutex_accept(void) { MEASURE((void)OSMutexAccept(event, &error)); (void)OSMutexPost(event); }
static void mutex_pend(void) { MEASURE(OSMutexPend(event, 0u, &error)); (void)OSMutexPost(event); }
static void mutex_post(void) { OSMutexPend(event, 0u, &error); MEASURE((void)OSMutexPost(event)); }
static void mutex_post_low(void)
{
    INT32U n;

    MEASURE((void)OSMutexPost(event));
    rest();
    OSMutexPend(event, 0u, &error);
    for (n = 0u; n < situation->tasks; n++) {
        (void)OSTaskResume((INT8U)(LOW + n));
    }
    rest();
}
static void mutex_wait(void)
{
    START(0);
    OSMutexPend(event, 0u, &error);
    STOP(1);
    (void)OSMutexPost(event);
    rest();
}
static void mutex_query(void) { OS_MUTEX_DATA data; MEASURE((void)OSMutexQuery(event, &data)); }

static void flag_accept(void) { MEASURE((void)OSFlagAccept(group, FLAG, OS_FLAG_WAIT_SET_ALL, &error)); }
static void flag_pend(void) { MEASURE((void)OSFlagPend(group, FLAG, OS_FLAG_WAIT_SET_ALL, 0u, &error)); }
static void flag_consume(void)
{
    MEASURE((void)OSFlagPend(group, FLAG, OS_FLAG_WAIT_SET_ALL + OS_FLAG_CONSUME, 0u, &error));
    (void)OSFlagPost(group, FLAG, OS_FLAG_SET, &error);
}
static void flag_post(void) { MEASURE((void)OSFlagPost(group, FLAG, OS_FLAG_SET, &error)); }
static void flag_post_other(void) { MEASURE((void)OSFlagPost(group, FLAG << 1u, OS_FLAG_SET, &error)); }
static void flag_post_low(void)
{
    MEASURE((void)OSFlagPost(group, FLAG, OS_FLAG_SET, &error));
    (void)OSFlagPost(group, FLAG, OS_FLAG_CLR, &error);
    rest();
}
static void flag_post_high(void) { START(0); (void)OSFlagPost(group, FLAG, OS_FLAG_SET, &error); }
static void flag_wait(void)
{
    START(0);
    (void)OSFlagPend(group, FLAG, OS_FLAG_WAIT_SET_ALL + OS_FLAG_CONSUME, 0u, &error);
}
static void flag_query(void) { MEASURE((void)OSFlagQuery(group, &error)); }

static void multi_available(void)
{
    OS_EVENT *wanted[2] = { event, 0 };
    OS_EVENT *got[2];
    void *messages[2];

    MEASURE((void)OSEventPendMulti(wanted, got, messages, 0u, &error));
    (void)OSSemPost(event);
}

static const SITUATION situations[] = {
    { "nothing", 0, 0, nothing, 0, 0u, 0u, 0u },
    { "sem.accept", 0, sem_1, sem_accept, 0, 0u, 0u, 0u },
    { "sem.pend.free", 0, sem_1, sem_pend, 0, 0u, 0u, 0u },
    { "sem.pend.switch", 0, sem_0, sem_wait, sem_giver, LOW, 1u, GIVES },
    { "sem.post.no_waiter", 0, sem_0, sem_post, 0, 0u, 0u, 0u },
    { "sem.post.lower.1", 0, sem_0, sem_post_low, sem_waiter, LOW, 1u, 0u },
    { "sem.post.lower.8", 0, sem_0, sem_post_low, sem_waiter, LOW, 8u, 0u },
    { "sem.post.lower.48", 0, sem_0, sem_post_low, sem_waiter, LOW, WAITERS, 0u },
    { "sem.post.switch", 0, sem_0, sem_post_high, sem_waiter, HIGH, 1u, 0u },
    { "sem.pend_abort.lower.1", 0, sem_0, sem_abort, sem_waiter, LOW, 1u, 0u },
    { "sem.pend_abort.lower.48", 0, sem_0, sem_abort, sem_waiter, LOW, WAITERS, 0u },
    { "sem.query", 0, sem_1, sem_query, 0, 0u, 0u, 0u },
    { "sem.set", 0, sem_1, sem_set, 0, 0u, 0u, 0u },
    { "mbox.accept", 0, mbox_1, mbox_accept, 0, 0u, 0u, 0u },
    { "mbox.pend.full", 0, mbox_1, mbox_pend, 0, 0u, 0u, 0u },
    { "mbox.pend.switch", 0, mbox_0, mbox_wait, mbox_giver, LOW, 1u, GIVES },
    { "mbox.post.no_waiter", 0, mbox_0, mbox_post, 0, 0u, 0u, 0u },
    { "mbox.post.lower.1", 0, mbox_0, mbox_post_low, mbox_waiter, LOW, 1u, 0u },
    { "mbox.post.lower.48", 0, mbox_0, mbox_post_low, mbox_waiter, LOW, WAITERS, 0u },
    { "mbox.post.switch", 0, mbox_0, mbox_post_high, mbox_waiter, HIGH, 1u, 0u },
    { "mbox.post_all.1", 0, mbox_0, mbox_all, mbox_waiter, LOW, 1u, 0u },
    { "mbox.post_all.48", 0, mbox_0, mbox_all, mbox_waiter, LOW, WAITERS, EACH },
    { "mbox.pend_abort.lower.1", 0, mbox_0, mbox_abort, mbox_waiter, LOW, 1u, 0u },
    { "mbox.query", 0, mbox_1, mbox_query, 0, 0u, 0u, 0u },
    { "q.accept", 0, q_1, q_accept, 0, 0u, 0u, 0u },
    { "q.pend.full", 0, q_1, q_pend, 0, 0u, 0u, 0u },
    { "q.pend.switch", 0, q_0, q_wait, q_giver, LOW, 1u, GIVES },
    { "q.post.no_waiter", 0, q_0, q_post, 0, 0u, 0u, 0u },
    { "q.post_front.no_waiter", 0, q_0, q_post_front, 0, 0u, 0u, 0u },
    { "q.post.lower.1", 0, q_0, q_post_low, q_waiter, LOW, 1u, 0u },
    { "q.post.lower.48", 0, q_0, q_post_low, q_waiter, LOW, WAITERS, 0u },
    { "q.post.switch", 0, q_0, q_post_high, q_waiter, HIGH, 1u, 0u },
    { "q.post_all.1", 0, q_0, q_all, q_waiter, LOW, 1u, 0u },
    { "q.post_all.48", 0, q_0, q_all, q_waiter, LOW, WAITERS, EACH },
    { "q.pend_abort.lower.1", 0, q_0, q_abort, q_waiter, LOW, 1u, 0u },
    { "q.flush", 0, q_1, q_flush, 0, 0u, 0u, 0u },
    { "q.query", 0, q_1, q_query, 0, 0u, 0u, 0u },
    { "mutex.accept", 0, mutex_0, mutex_accept, 0, 0u, 0u, 0u },
    { "mutex.pend.free", 0, mutex_0, mutex_pend, 0, 0u, 0u, 0u },
    { "mutex.pend.inherit", "mutex.post.inherit", mutex_0, mutex_wait, mutex_owner, OWNER, 1u, 0u },
    { "mutex.post.no_waiter", 0, mutex_0, mutex_post, 0, 0u, 0u, 0u },
    { "mutex.post.lower.1", 0, mutex_own, mutex_post_low, mutex_waiter, LOW, 1u, 0u },
    { "mutex.post.lower.48", 0, mutex_own, mutex_post_low, mutex_waiter, LOW, WAITERS, EACH },
    { "mutex.query", 0, mutex_0, mutex_query, 0, 0u, 0u, 0u },
    { "flag.accept", 0, flag_1, flag_accept, 0, 0u, 0u, 0u },
    { "flag.pend.set", 0, flag_1, flag_pend, 0, 0u, 0u, 0u },
    { "flag.pend.consume", 0, flag_1, flag_consume, 0, 0u, 0u, 0u },
    { "flag.pend.switch", 0, flag_0, flag_wait, flag_giver, LOW, 1u, GIVES },
    { "flag.post.no_waiter", 0, flag_0, flag_post, 0, 0u, 0u, 0u },
    { "flag.post.others.1", 0, flag_0, flag_post_other, flag_waiter, LOW, 1u, 0u },
    { "flag.post.others.48", 0, flag_0, flag_post_other, flag_waiter, LOW, WAITERS, 0u },
    { "flag.post.lower.1", 0, flag_0, flag_post_low, flag_waiter, LOW, 1u, 0u },
    { "flag.post.lower.8", 0, flag_0, flag_post_low, flag_waiter, LOW, 8u, 0u },
    { "flag.post.lower.48", 0, flag_0, flag_post_low, flag_waiter, LOW, WAITERS, EACH },
    { "flag.post.switch", 0, flag_0, flag_post_high, flag_waiter, HIGH, 1u, 0u },
    { "flag.query", 0, flag_1, flag_query, 0, 0u, 0u, 0u },
    { "multi.pend.available", 0, sem_1, multi_available, 0, 0u, 0u, 0u },
};

#define SITUATIONS (sizeof(situations) / sizeof(situations[0]))

static void print(char const *name, METER const *meter)
{
    printf("latency %s %u %u %u %x %x%08x\n", name, meter->count, meter->least, meter->most, meter->sum,
           (INT32U)(meter->squares >> 32), (INT32U)meter->squares);
}

static void measure(SITUATION const *s)
{
    const INT32U repetitions = (s->how == EACH) ? bench_repetitions / MANY : bench_repetitions;
    INT32U n;

    situation = s;
    meters[0] = meters[1] = (METER){ 0 };
    warming = OS_TRUE;
    event = 0;
    group = 0;
    if (s->create != 0) {
        s->create();
        check((BOOLEAN)((event != 0) || (group != 0)));
    }
    for (n = 0u; n < s->tasks; n++) {
        start(s->task, (INT8U)(s->prio + n));
    }
    if (s->how != GIVES) {
        rest();
    }
    for (n = 0u; n < WARM; n++) {
        s->once();
    }
    warming = OS_FALSE;
    bench_part();
    for (n = 0u; n < repetitions; n++) {
        s->once();
    }
    bench_part();
    for (n = 0u; n < s->tasks; n++) {
        check(OSTaskDel((INT8U)(s->prio + n)) == OS_ERR_NONE);
    }
    if (group != 0) {
        (void)OSFlagDel(group, OS_DEL_ALWAYS, &error);
    } else if (event != 0) {
        switch (event->OSEventType) {
        case OS_EVENT_TYPE_SEM:
            (void)OSSemDel(event, OS_DEL_ALWAYS, &error);
            break;
        case OS_EVENT_TYPE_MBOX:
            (void)OSMboxDel(event, OS_DEL_ALWAYS, &error);
            break;
        case OS_EVENT_TYPE_Q:
            (void)OSQDel(event, OS_DEL_ALWAYS, &error);
            break;
        default:
            (void)OSMutexDel(event, OS_DEL_ALWAYS, &error);
            break;
        }
    }
    check(error == OS_ERR_NONE);
    check(meters[0].count == repetitions);
    check((s->second == 0) || (meters[1].count == repetitions));
    if (s->create == 0) {
        empty = meters[0].least;
    }
    print(s->name, &meters[0]);
    if (s->second != 0) {
        print(s->second, &meters[1]);
    }
}

static void bench(void *p_arg)
{
    INT32U n;

    (void)p_arg;
    back = OSSemCreate(0u);
    check((BOOLEAN)(back != 0));
    start(driver, DRIVER);
    for (n = 0u; n < SITUATIONS; n++) {
        if ((n == 0u) || ((n >= bench_from) && (n < bench_to))) {
            measure(&situations[n]);
        }
    }
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    start(bench, BENCH);
    OSStart();
    return 1;
}
