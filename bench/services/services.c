/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Times of the services that ChamelIoT's authors measure, and of queues between threads. The harness measures between
 * readings of the cycle counter: from the call to its return, or to the other thread's code after its own call. No
 * interrupt comes meanwhile.
 *
 * The output has a line for each situation: service NAME [NAME], the names for meter 0 and meter 1.
 */
#include <stddef.h>

#include "../measure.h"
#include "services.h"

BENCH_PARAMETER(bench_repetitions, 100u);

#define WARM   16u /* repetitions that are not counted */
#define HIGH   (BENCH_PRIORITY - 1)
#define LOW    (BENCH_PRIORITY + 1)
#define SETTLE 1u /* ms in which the other thread ends */

static Thread_t      Bench, Other;
static volatile bool Over; /* the other thread ends */
static unsigned int  Ended; /* number of measurements */

static void Check(bool right)
{
    if (!right) {
        PRINT("ERROR: a service failed, or the wrong thread runs\n");
        EXIT(1);
    }
}

#define START()  ((void)BENCH_NOW(BENCH_START_0))
#define AGAIN()  ((void)BENCH_NOW(BENCH_START_1))
#define STOP() \
    do { \
        (void)BENCH_NOW(BENCH_STOP); \
        Ended++; \
    } while (0)
/* Measure a call that does not block, and check its result. */
#define MEASURE(call) \
    do { \
        bool good; \
        START(); \
        good = (call); \
        STOP(); \
        Check(good); \
    } while (0)

/* ---------------------------------------------- The other thread --------------------------------------------- */

/* A thread that waits, with a priority above the measuring thread. */
#define WAITER(name, call) \
    static void name(unsigned int unused) \
    { \
        (void)unused; \
        do { \
            const bool good = (call); \
            STOP(); \
            Check(good); \
        } while (!Over); \
    }
/* A thread that runs while the measuring thread waits, and wakes it. */
#define GIVER(name, call) \
    static void name(unsigned int unused) \
    { \
        (void)unused; \
        do { \
            STOP(); \
            Check(call); \
        } while (!Over); \
    }

WAITER(Yields, YIELD())
WAITER(SuspendsItself, SUSPEND_SELF())
GIVER(Resumes, RESUME(Bench))
WAITER(TakesSemaphore, TAKE())
GIVER(GivesSemaphore, GIVE())

/* Has the same priority as the measuring thread, which requests the mutex while this thread owns it. */
static void OwnsAsEqual(unsigned int unused)
{
    (void)unused;
    do {
        Check(LOCK());
        Check(YIELD());
        STOP();
        AGAIN();
        (void)UNLOCK();
        STOP();
        Check(YIELD());
    } while (!Over);
}

#ifdef HAS_INHERITANCE
/* Has a lower priority than the measuring thread, which promotes it. */
static void OwnsBelow(unsigned int unused)
{
    (void)unused;
    do {
        Check(LOCK());
        Check(RESUME(Bench));
        STOP();
        AGAIN();
        (void)UNLOCK();
    } while (!Over);
}
#endif

/* ----------------------------------------------- One repetition ---------------------------------------------- */

static void Nothing(void) { MEASURE(true); }

static void YieldEqual(void) { START(); Check(YIELD()); }
static void SuspendSelf(void) { START(); Check(SUSPEND_SELF()); }
static void ResumeWake(void) { START(); Check(RESUME(Other)); }

static void MutexLock(void) { MEASURE(LOCK()); Check(UNLOCK()); }
static void MutexUnlock(void) { Check(LOCK()); MEASURE(UNLOCK()); }
static void MutexEqual(void) { START(); Check(LOCK()); Check(UNLOCK()); Check(YIELD()); }
#ifdef HAS_INHERITANCE
static void MutexInherit(void)
{
    Check(SUSPEND_SELF()); /* until the other thread owns the mutex */
    START();
    (void)LOCK();
    STOP();
    Check(UNLOCK());
}
#endif

static void SemaphoreTake(void) { Check(GIVE()); MEASURE(TAKE()); }
static void SemaphoreGive(void) { MEASURE(GIVE()); Check(TAKE()); }
static void SemaphoreWait(void) { START(); Check(TAKE()); }
static void SemaphoreWake(void) { START(); Check(GIVE()); }

#define QUEUE_REPETITIONS(bytes) \
    WAITER(Receives##bytes, RECEIVE(bytes)) \
    GIVER(Sends##bytes, SEND(bytes)) \
    static void QueueReceive##bytes(void) { Check(SEND(bytes)); MEASURE(RECEIVE(bytes)); } \
    static void QueueSend##bytes(void) { MEASURE(SEND(bytes)); Check(RECEIVE(bytes)); } \
    static void QueueWait##bytes(void) { START(); Check(RECEIVE(bytes)); } \
    static void QueueWake##bytes(void) { START(); Check(SEND(bytes)); }

FOR_EACH_QUEUE(QUEUE_REPETITIONS)

/* ---------------------------------------------------- Situations --------------------------------------------- */

typedef struct {
    const char *name, *second;
    void      (*once)(void);
    void      (*other)(unsigned int); /* thread, and its priority */
    int         priority;
} Situation_t;

#define QUEUE_ROWS(bytes) \
    { "q.receive.full." #bytes, NULL, QueueReceive##bytes, NULL, 0 }, \
    { "q.receive.switch." #bytes, NULL, QueueWait##bytes, Sends##bytes, LOW }, \
    { "q.send.no_waiter." #bytes, NULL, QueueSend##bytes, NULL, 0 }, \
    { "q.send.switch." #bytes, NULL, QueueWake##bytes, Receives##bytes, HIGH },

static const Situation_t Situations[] = {
    { "nothing", NULL, Nothing, NULL, 0 },
    { "yield.switch", NULL, YieldEqual, Yields, BENCH_PRIORITY },
    { "suspend.switch", NULL, SuspendSelf, Resumes, LOW },
    { "resume.switch", NULL, ResumeWake, SuspendsItself, HIGH },
    { "mutex.lock.free", NULL, MutexLock, NULL, 0 },
    { "mutex.unlock.no_waiter", NULL, MutexUnlock, NULL, 0 },
    { "mutex.lock.equal", "mutex.unlock.equal", MutexEqual, OwnsAsEqual, BENCH_PRIORITY },
#ifdef HAS_INHERITANCE
    { "mutex.lock.inherit", "mutex.unlock.inherit", MutexInherit, OwnsBelow, LOW },
#endif
    { "sem.take.free", NULL, SemaphoreTake, NULL, 0 },
    { "sem.take.switch", NULL, SemaphoreWait, GivesSemaphore, LOW },
    { "sem.give.no_waiter", NULL, SemaphoreGive, NULL, 0 },
    { "sem.give.switch", NULL, SemaphoreWake, TakesSemaphore, HIGH },
    FOR_EACH_QUEUE(QUEUE_ROWS)
};

static void Measure(const Situation_t *situation)
{
    unsigned int round;

    Over  = false;
    Ended = 0u;
    if (situation->other != NULL) {
        Other = StartThread(0u, situation->other, 0u, situation->priority);
    }
    Check(YIELD()); /* to a thread of equal priority, which starts */
    for (round = 0u; round < WARM; round++) {
        situation->once();
    }
    bench_part();
    for (round = 0u; round < bench_repetitions; round++) {
        situation->once();
    }
    bench_part();
    Check(Ended == (WARM + bench_repetitions) * (situation->second != NULL ? 2u : 1u));
    Over = true;
    if (situation->priority == HIGH) {
        situation->once(); /* the other thread waits until then */
    }
    SleepFor(SETTLE);
    PRINT("service %s %s\n", situation->name, (situation->second != NULL) ? situation->second : "");
}

void MeasureServices(void)
{
    unsigned int n;

    Bench = RUNNING_THREAD();
    for (n = 0u; n < (sizeof(Situations) / sizeof(Situations[0])); n++) {
        Measure(&Situations[n]);
    }
    EXIT(0);
}
