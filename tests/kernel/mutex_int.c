// SPDX-License-Identifier: Apache-2.0
// Interrupt a pend that promotes the owner, and the post that ends the promotion, at every STEP-th cycle. Whatever the
// handler does, the mutex has one owner, no less urgent task runs before the waiting task, and all priorities are
// restored.
#include "check.h"

#define PCP    9u
#define WAITS  20u
#define MIDDLE 25u /* between the waiting task and the owner, which is the test's own task */
#define OTHER  21u
#define MOST   300u /* cycles; with register banks, a pend or post and the following switch take fewer */

/*
 * With register banks, pend and post run in parts with interrupts between them, so step by one cycle. Otherwise larger
 * steps suffice.
 */
#define STEP ((OS_CPU_CONTEXTS > 0) ? 1u : 7u)

static OS_EVENT *mutex, *go, *rouse;
static INT32U distance, timeout;
static void (*in_pend)(void); /* action of the handler during the pend; null: the interrupt comes in the post */

static void nothing(void)
{
}

static void rouses(void)
{
    (void)OSSemPost(rouse);
}

static void suspends(void)
{
    (void)OSTaskSuspend(WAITS);
}

static void moves(void)
{
    (void)OSTaskChangePrio(WAITS, OTHER);
}

static void waits(void *p_arg)
{
    INT8U mutex_err, sem_err;

    (void)p_arg;
    for (;;) {
        OSSemPend(go, 0u, &sem_err);
        if (in_pend != 0) {
            irq_in(distance, in_pend);
        }
        OSMutexPend(mutex, timeout, &mutex_err);
        log_put((mutex_err == OS_ERR_NONE) ? 'w' : (mutex_err == OS_ERR_TIMEOUT) ? 't' : '?');
        if (mutex_err == OS_ERR_NONE) {
            CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
        }
    }
}

static void middle(void *p_arg)
{
    INT8U sem_err;

    (void)p_arg;
    for (;;) {
        OSSemPend(rouse, 0u, &sem_err);
        log_put('m');
    }
}

static void owner_has_it(void)
{
    CHECK_ERR(OSMutexPend(mutex, 0u, &err), OS_ERR_NONE);
    (void)OSSemPost(go);
}

static void all_is_as_it_was(void)
{
    OS_MUTEX_DATA data;

    CHECK_EQ(OSMutexQuery(mutex, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSValue, OS_TRUE);
    CHECK_EQ(data.OSEventGrp, 0u);
    CHECK_EQ(OSLockNesting, 0u);
    CHECK_EQ(OSPrioCur, TEST_PRIO);
    CHECK_EQ(OSTCBCur->OSTCBPrio, TEST_PRIO);
    CHECK(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
    CHECK_EQ(OSTCBPrioTbl[WAITS]->OSTCBPrio, WAITS);
    CHECK_EQ(tcb(WAITS)->OSTCBStat, OS_STAT_SEM);
}

/* Interrupt the pend at each distance. After the interrupt, the owner releases the mutex. */
static void each_moment_of_the_pend(void (*body)(void), void (*afterwards)(void), char const *logged)
{
    in_pend = body;
    for (distance = 1u; distance < MOST; distance += STEP) {
        owner_has_it();
        irq_wait();
        afterwards();
        CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
        CHECK_LOG(logged);
        all_is_as_it_was();
    }
}

static void resumed(void)
{
    CHECK(!is_rdy(WAITS));
    CHECK_EQ(OSTaskResume(WAITS), OS_ERR_NONE);
}

static void moved_back(void)
{
    CHECK_EQ(OSTaskChangePrio(OTHER, WAITS), OS_ERR_NONE);
}

static void each_moment_of_the_post(void)
{
    in_pend = 0;
    for (distance = 1u; distance < MOST; distance += STEP) {
        owner_has_it();
        irq_in(distance, rouses);
        CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
        irq_wait();
        CHECK_LOG("wm");
        all_is_as_it_was();
    }
}

static void each_moment_of_a_pend_with_a_tick(void)
{
    in_pend = OSTimeTick;
    timeout = 1u;
    for (distance = 1u; distance < MOST; distance += STEP) {
        owner_has_it();
        irq_wait();
        /*
         * The owner runs at the ceiling, so the timed-out task has not run. The post gives this task the mutex and
         * replaces the result of its wait.
         */
        CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
        CHECK_LOG("w");
        all_is_as_it_was();
    }
    timeout = 0u;
}

static BOOLEAN demoted; /* the owner was already demoted when the handler ran */
static INT32U ticks_left;

static void notes_and_rouses(void)
{
    demoted = (BOOLEAN)(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
    rouses();
}

static void ticks_on(void)
{
    OSTimeTick();
    if (--ticks_left > 0u) {
        irq_in(5000u, ticks_on);
    }
}

/*
 * Post after the only waiting task has timed out. The owner is promoted, and the post does not call the scheduler.
 */
static void each_moment_of_a_post_for_nobody(void)
{
    in_pend = 0;
    timeout = 1u;
    for (distance = 1u; distance < MOST; distance += STEP) {
        owner_has_it();
        ticks_left = 2u;
        irq_in(5000u, ticks_on);
        OSTimeDly(2u);
        CHECK_LOG("t");
        CHECK_EQ(OSPrioCur, PCP);
        irq_in(distance, notes_and_rouses);
        CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
        irq_wait();
        if (!demoted) {
            OSSchedLock();
            OSSchedUnlock();
        }
        CHECK_LOG("m");
        all_is_as_it_was();
    }
    timeout = 0u;
}

void test(void)
{
    mutex = OSMutexCreate(PCP, &err);
    go = OSSemCreate(0u);
    rouse = OSSemCreate(0u);
    CHECK_EQ(task_new(waits, WAITS), OS_ERR_NONE);
    CHECK_EQ(task_new(middle, MIDDLE), OS_ERR_NONE);

    each_moment_of_the_pend(nothing, nothing, "w");
    each_moment_of_the_pend(rouses, nothing, "wm");
    each_moment_of_the_pend(suspends, resumed, "w");
    each_moment_of_the_pend(moves, moved_back, "w");
    each_moment_of_the_post();
    each_moment_of_a_pend_with_a_tick();
    each_moment_of_a_post_for_nobody();
}
