// SPDX-License-Identifier: Apache-2.0
// Interrupt a pend that promotes the owner, and the post that ends the promotion, at every STEP-th cycle. Whatever the
// handler does, the mutex has one owner, no less urgent task runs before the waiting task, and all priorities are
// restored.
#include "check.h"

#define PCP          9u
#define WAITER       20u
#define MIDDLE       25u  /* between the waiting task and the owner, which is the test's own task */
#define OTHER        21u
#define MAX_DISTANCE 300u /* cycles; with register banks, a pend or post and the following switch take fewer */

/*
 * With register banks, pend and post run in parts with interrupts between them, so step by one cycle. Otherwise larger
 * steps suffice.
 */
#define STEP ((OS_CPU_CONTEXTS > 0) ? 1u : 7u)

static OS_EVENT *mutex, *go, *middle_sem;
static INT32U distance, timeout;
static void (*in_pend)(void); /* action of the handler during the pend; null: the interrupt comes in the post */

static void do_nothing(void)
{
}

static void wake_middle(void)
{
    (void)OSSemPost(middle_sem);
}

static void suspend_waiter(void)
{
    (void)OSTaskSuspend(WAITER);
}

static void change_waiter_prio(void)
{
    (void)OSTaskChangePrio(WAITER, OTHER);
}

static void waiter_task(void *p_arg)
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

static void middle_task(void *p_arg)
{
    INT8U sem_err;

    (void)p_arg;
    for (;;) {
        OSSemPend(middle_sem, 0u, &sem_err);
        log_put('m');
    }
}

static void take_mutex_and_wake_waiter(void)
{
    CHECK_ERR(OSMutexPend(mutex, 0u, &err), OS_ERR_NONE);
    (void)OSSemPost(go);
}

static void check_initial_state(void)
{
    OS_MUTEX_DATA data;

    CHECK_EQ(OSMutexQuery(mutex, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSValue, OS_TRUE);
    CHECK_EQ(data.OSEventGrp, 0u);
    CHECK_EQ(OSLockNesting, 0u);
    CHECK_EQ(OSPrioCur, TEST_PRIO);
    CHECK_EQ(OSTCBCur->OSTCBPrio, TEST_PRIO);
    CHECK(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
    CHECK_EQ(OSTCBPrioTbl[WAITER]->OSTCBPrio, WAITER);
    CHECK_EQ(tcb(WAITER)->OSTCBStat, OS_STAT_SEM);
}

/* Interrupt the pend at each distance. After the interrupt, the owner releases the mutex. */
static void interrupt_pend(void (*body)(void), void (*afterwards)(void), char const *logged)
{
    in_pend = body;
    for (distance = 1u; distance < MAX_DISTANCE; distance += STEP) {
        take_mutex_and_wake_waiter();
        irq_wait();
        afterwards();
        CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
        CHECK_LOG(logged);
        check_initial_state();
    }
}

static void resume_waiter(void)
{
    CHECK(!is_rdy(WAITER));
    CHECK_EQ(OSTaskResume(WAITER), OS_ERR_NONE);
}

static void restore_waiter_prio(void)
{
    CHECK_EQ(OSTaskChangePrio(OTHER, WAITER), OS_ERR_NONE);
}

static void interrupt_post(void)
{
    in_pend = 0;
    for (distance = 1u; distance < MAX_DISTANCE; distance += STEP) {
        take_mutex_and_wake_waiter();
        irq_in(distance, wake_middle);
        CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
        irq_wait();
        CHECK_LOG("wm");
        check_initial_state();
    }
}

static void interrupt_pend_by_tick(void)
{
    in_pend = OSTimeTick;
    timeout = 1u;
    for (distance = 1u; distance < MAX_DISTANCE; distance += STEP) {
        take_mutex_and_wake_waiter();
        irq_wait();
        /*
         * The owner runs at the ceiling, so the timed-out task has not run. The post gives this task the mutex and
         * replaces the result of its wait.
         */
        CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
        CHECK_LOG("w");
        check_initial_state();
    }
    timeout = 0u;
}

static BOOLEAN demoted; /* the owner was already demoted when the handler ran */
static INT32U ticks_left;

static void note_demotion_and_wake_middle(void)
{
    demoted = (BOOLEAN)(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
    wake_middle();
}

static void tick_repeatedly(void)
{
    OSTimeTick();
    if (--ticks_left > 0u) {
        irq_in(5000u, tick_repeatedly);
    }
}

/*
 * Post after the only waiting task has timed out. The owner is promoted, and the post does not call the scheduler.
 */
static void interrupt_post_after_timeout(void)
{
    in_pend = 0;
    timeout = 1u;
    for (distance = 1u; distance < MAX_DISTANCE; distance += STEP) {
        take_mutex_and_wake_waiter();
        ticks_left = 2u;
        irq_in(5000u, tick_repeatedly);
        OSTimeDly(2u);
        CHECK_LOG("t");
        CHECK_EQ(OSPrioCur, PCP);
        irq_in(distance, note_demotion_and_wake_middle);
        CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
        irq_wait();
        if (!demoted) {
            OSSchedLock();
            OSSchedUnlock();
        }
        CHECK_LOG("m");
        check_initial_state();
    }
    timeout = 0u;
}

void test(void)
{
    mutex = OSMutexCreate(PCP, &err);
    go = OSSemCreate(0u);
    middle_sem = OSSemCreate(0u);
    CHECK_EQ(task_new(waiter_task, WAITER), OS_ERR_NONE);
    CHECK_EQ(task_new(middle_task, MIDDLE), OS_ERR_NONE);

    interrupt_pend(do_nothing, do_nothing, "w");
    interrupt_pend(wake_middle, do_nothing, "wm");
    interrupt_pend(suspend_waiter, resume_waiter, "w");
    interrupt_pend(change_waiter_prio, restore_waiter_prio, "w");
    interrupt_post();
    interrupt_pend_by_tick();
    interrupt_post_after_timeout();
}
