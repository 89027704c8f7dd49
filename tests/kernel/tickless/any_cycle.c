/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Raise a tick at every STEP-th cycle of each service that sets, reads, ends or moves a delay, also while interrupts
 * are off. Each tick must wake the urgent task once. Then the test checks the other task. docs/tickless.md lists the
 * places where a tick is dangerous.
 *
 * Built with OS_ACCEL_WIDTH=4, so the kernel splits a delay above 15 ticks into parts.
 */
#include "../check.h"

#ifndef STEP
#define STEP 1u /* cycles by which the distance of the tick grows in each round */
#endif
#define FIRST 8u /* first distance, cycles: a shorter period ends before software sets the next one */
#define LATE  6u /* a sweep ends after this number of successive rounds whose tick comes after the call */

#define URGENT_PRIO  4u
#define CEILING_PRIO 6u
#define WAITER_PRIO  8u
#define PRIO         10u
#define OTHER_PRIO   12u

static OS_EVENT *urgent_go, *go, *sem, *mbox, *queue, *mutex, *mutex_go, *owned;
static OS_FLAG_GRP *flags;
static void *queue_words[2];

static volatile INT32U urgent_wakes, wakes, waiter_wakes;
static volatile INT32U began, ended; /* time when the task went to sleep and when it woke */
static volatile INT8U wait_error;    /* error code of the task's wait */
static void (*volatile wait)(void);
static volatile INT32U distance;     /* cycles from the task's tick_in() to the tick; 0: no call of tick_in() */

/* ------------------------------------------------------------------------------------------------------ the tick */

static void tick_in(INT32U cycles)
{
    OS_CPU_SR cpu_sr = OS_CPU_SR_Save();

    OS_AccelTickPeriod(0u);
    OS_AccelTickPeriod(cycles);
    OS_AccelTickPeriod(0xFFFFFFFFu); /* the next tick is far in the future */
    OS_CPU_SR_Restore(cpu_sr);
}

/* Wait until the time differs from `before`, and then long enough for the tick's interrupt handler. */
static void tick_wait(INT32U before)
{
    volatile INT32U n;

    while (OS_AccelTime() == before) {
    }
    for (n = 0u; n < 40u; n++) {
    }
}

static void tick_now(void)
{
    const INT32U before = OS_AccelTime();

    tick_in(100u);
    tick_wait(before);
}

/* ------------------------------------------------------------------------------------------------ sleeping tasks */

static void urgent_task(void *p_arg)
{
    INT8U code;

    (void)p_arg;
    for (;;) {
        OSSemPend(urgent_go, 0u, &code);
        OSTimeDly(1u);
        urgent_wakes++;
    }
}

static void task(void *p_arg)
{
    INT8U code;

    (void)p_arg;
    for (;;) {
        OSSemPend(go, 0u, &code);
        began = OSTimeGet();
        if (distance != 0u) {
            tick_in(distance);
        }
        wait();
        ended = OSTimeGet();
        wakes++;
    }
}

static void mutex_waiter(void *p_arg)
{
    INT8U code;

    (void)p_arg;
    for (;;) {
        OSSemPend(mutex_go, 0u, &code);
        OSMutexPend(mutex, 0u, &code);
        waiter_wakes++;
        OSMutexPost(mutex);
    }
}

static void wait_dly(void)
{
    wait_error = OS_ERR_TIMEOUT;
    OSTimeDly(1u);
}

static void wait_long(void)
{
    wait_error = OS_ERR_TIMEOUT;
    OSTimeDly(32u);
}

static void wait_sem(void)
{
    INT8U code;

    OSSemPend(sem, 1u, &code);
    wait_error = code;
}

static void wait_mbox(void)
{
    INT8U code;

    (void)OSMboxPend(mbox, 1u, &code);
    wait_error = code;
}

static void wait_queue(void)
{
    INT8U code;

    (void)OSQPend(queue, 1u, &code);
    wait_error = code;
}

static void wait_flags(void)
{
    INT8U code;

    (void)OSFlagPend(flags, 1u, OS_FLAG_WAIT_SET_ALL, 1u, &code);
    wait_error = code;
}

static void wait_multi(void)
{
    OS_EVENT *events[] = { sem, queue, 0 };
    OS_EVENT *got[3];
    void *messages[3];
    INT8U code;

    (void)OSEventPendMulti(events, got, messages, 1u, &code);
    wait_error = code;
}

static void wait_mutex(void)
{
    INT8U code;

    OSMutexPend(owned, 1u, &code);
    wait_error = code;
}

/* Sleep as the owner of the mutex. */
static void wait_as_owner(void)
{
    INT8U code;

    OSMutexPend(mutex, 0u, &code);
    OSTimeDly(1u);
    wait_error = OSMutexPost(mutex);
}

static void sleep_by(void (*wait_function)(void))
{
    wait = wait_function;
    distance = 0u;
    OSSemPost(go);
}

/* -------------------------------------------------------------------------- the services and the checks after each */

static void do_nothing(void)
{
}

static void check_woken(void)
{
    CHECK_EQ(wakes, 1u);
    CHECK_EQ(wait_error, OS_ERR_TIMEOUT);
}

static void dly(void)     { sleep_by(wait_dly); }
static void pending(void) { sleep_by(wait_sem); }

static void resume_dly(void)
{
    const INT8U code = OSTimeDlyResume(PRIO);

    CHECK((code == OS_ERR_NONE) || (code == OS_ERR_TIME_NOT_DLY));
    CHECK_EQ(wakes, 1u);
}

static void suspend(void)
{
    INT32U before;
    volatile INT32U n;

    CHECK_EQ(OSTaskSuspend(PRIO), OS_ERR_NONE);
    before = wakes;
    for (n = 0u; n < 30u; n++) {
    }
    CHECK_EQ(wakes, before);
}

static void check_suspended(void)
{
    const INT32U before = wakes;

    tick_now();
    CHECK_EQ(wakes, before);
    CHECK_EQ(OSTaskResume(PRIO), OS_ERR_NONE);
    CHECK_EQ(wakes, 1u);
    CHECK_EQ(wait_error, OS_ERR_TIMEOUT);
}

static void dly_suspended(void)
{
    sleep_by(wait_dly);
    CHECK_EQ(OSTaskSuspend(PRIO), OS_ERR_NONE);
}

static void pending_suspended(void)
{
    sleep_by(wait_sem);
    CHECK_EQ(OSTaskSuspend(PRIO), OS_ERR_NONE);
}

static void resume(void)
{
    CHECK_EQ(OSTaskResume(PRIO), OS_ERR_NONE);
}

static void change_prio(void)
{
    CHECK_EQ(OSTaskChangePrio(PRIO, OTHER_PRIO), OS_ERR_NONE);
}

static void check_changed_prio(void)
{
    check_woken();
    CHECK_EQ(OSTaskChangePrio(OTHER_PRIO, PRIO), OS_ERR_NONE);
}

static void del(void)
{
    CHECK_EQ(OSTaskDel(PRIO), OS_ERR_NONE);
}

static void check_deleted(void)
{
    CHECK(wakes <= 1u);
    CHECK(OSTCBPrioTbl[PRIO] == 0);
    stk_used--;
    CHECK_EQ(task_new(task, PRIO), OS_ERR_NONE);
    CHECK(wakes <= 1u);
}

static void query(void)
{
    OS_TCB data;

    CHECK_EQ(OSTaskQuery(PRIO, &data), OS_ERR_NONE);
    if (wakes == 0u) {
        CHECK_EQ((data.OSTCBStat & OS_STAT_SEM) != 0u, data.OSTCBDly != 0u);
    }
}

static void post(void)
{
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
}

static void check_posted(void)
{
    CHECK_EQ(wakes, 1u);
    CHECK(((wait_error == OS_ERR_NONE) && (sem_cnt(sem) == 0u)) ||
          ((wait_error == OS_ERR_TIMEOUT) && (sem_cnt(sem) == 1u)));
    CHECK_ERR(OSSemSet(sem, 0u, &err), OS_ERR_NONE);
}

static void owner_sleeps(void)
{
    sleep_by(wait_as_owner);
}

/* Let a more urgent task pend on the mutex, so that the kernel promotes the sleeping owner to the ceiling. */
static void promote(void)
{
    OSSemPost(mutex_go);
}

static void check_promoted(void)
{
    CHECK_EQ(wakes, 1u);
    CHECK_EQ(waiter_wakes, 1u);
    CHECK_EQ(wait_error, OS_ERR_NONE);
    CHECK_EQ(OSTCBPrioTbl[PRIO]->OSTCBPrio, PRIO);
}

static void lock(void)
{
    const INT32U before = urgent_wakes;
    volatile INT32U n;

    OSSchedLock();
    if (urgent_wakes == before) {
        for (n = 0u; n < 10u; n++) {
        }
        CHECK_EQ(urgent_wakes, before);
    }
    OSSchedUnlock();
}

static void set_time(void)
{
    INT32U now;

    OSTimeSet(1000u);
    now = OSTimeGet();
    CHECK((now == 1000u) || (now == 1001u));
    CHECK((OSTime == now) || (OSTime == now + 1u));
}

/* Start a delay of 32 ticks (parts of 15, 15 and 2). Run 29 ticks, so that one tick of the second part is left. */
static void long_dly(void)
{
    INT32U n;

    sleep_by(wait_long);
    for (n = 0u; n < 29u; n++) {
        tick_now();
    }
    CHECK_EQ(wakes, 0u);
    CHECK_EQ(DLY(PRIO), 3u);
}

/* Disable interrupts for some cycles. If the tick comes in this time, also wait for a second tick. */
static void two_ticks(void)
{
    const INT32U before = OS_AccelTime();
    OS_CPU_SR cpu_sr = OS_CPU_SR_Save();
    volatile INT32U n;

    for (n = 0u; n < 10u; n++) {
    }
    if (OS_AccelTime() != before) {
        CHECK_EQ(DLY(PRIO), 2u);
        tick_in(100u);
        while (OS_AccelTime() == before + 1u) {
        }
        CHECK_EQ(DLY(PRIO), 1u);
    }
    OS_CPU_SR_Restore(cpu_sr);
}

static void check_long_dly(void)
{
    CHECK_EQ(wakes, 0u);
    if (DLY(PRIO) == 2u) {
        tick_now();
    }
    CHECK_EQ(DLY(PRIO), 1u);
    tick_now();
    check_woken();
    CHECK_EQ(ended - began, 32u);
}

static const struct {
    char const *name;
    void (*before)(void);
    void (*service)(void);
    void (*after)(void);
} services[] = {
    { "OSTimeDlyResume", dly, resume_dly, do_nothing },
    { "OSTimeDlyResume of a pend", pending, resume_dly, do_nothing },
    { "OSTaskSuspend", dly, suspend, check_suspended },
    { "OSTaskSuspend of a pend", pending, suspend, check_suspended },
    { "OSTaskResume", dly_suspended, resume, check_woken },
    { "OSTaskResume of a pend", pending_suspended, resume, check_woken },
    { "OSTaskChangePrio", dly, change_prio, check_changed_prio },
    { "OSTaskChangePrio of a pend", pending, change_prio, check_changed_prio },
    { "OSTaskDel", dly, del, check_deleted },
    { "OSTaskDel of a pend", pending, del, check_deleted },
    { "OSTaskQuery", pending, query, check_woken },
    { "OSSemPost", pending, post, check_posted },
    { "OSMutexPend", owner_sleeps, promote, check_promoted },
    { "OSSchedLock", dly, lock, check_woken },
    { "OSTimeSet", dly, set_time, check_woken },
    { "a long delay", long_dly, two_ticks, check_long_dly },
};

/*
 * Sweep a tick over `during`, which starts the tick: first after FIRST cycles, then STEP cycles later in each round.
 * The sweep ends when LATE successive ticks have come after the call. Each tick must wake the urgent task once.
 */
static void at_each_cycle(char const *name, void (*before)(void), void (*during)(INT32U cycles), void (*after)(void))
{
    INT32U cycles, late = 0u;
    const unsigned failures = check_failures;

    for (cycles = FIRST; (late < LATE) && (check_failures == failures); cycles += STEP) {
        INT32U begun;

        urgent_wakes = 0u;
        wakes = 0u;
        waiter_wakes = 0u;
        before();
        OSSemPost(urgent_go);
        begun = OS_AccelTime();
        during(cycles);
        late = (urgent_wakes == 0u) ? late + 1u : 0u;
        if (urgent_wakes == 0u) {
            tick_wait(begun);
        }
        CHECK_EQ(urgent_wakes, 1u);
        after();
    }
    if (check_failures != failures) {
        printf("%s, a tick after %u cycles\n", name, cycles - STEP);
    }
    CHECK(cycles > 2u * LATE);
}

static void (*service)(void);

static void service_with_tick(INT32U cycles)
{
    tick_in(cycles);
    service();
}

static void test_services(void)
{
    size_t n;

    for (n = 0u; n < sizeof(services) / sizeof(services[0]); n++) {
        service = services[n].service;
        at_each_cycle(services[n].name, services[n].before, service_with_tick, services[n].after);
    }
}

/* ------------------------------------------------------------------------------------------- waiting tasks */

static const struct {
    char const *name;
    void (*wait)(void);
} waits[] = {
    { "OSTimeDly", wait_dly },
    { "OSSemPend", wait_sem },
    { "OSMboxPend", wait_mbox },
    { "OSQPend", wait_queue },
    { "OSFlagPend", wait_flags },
    { "OSEventPendMulti", wait_multi },
    { "OSMutexPend", wait_mutex },
};

static void wait_with_tick(INT32U cycles)
{
    distance = cycles;
    OSSemPost(go);
}

static void check_waited(void)
{
    if (wakes == 0u) { /* the tick came before the delay began, so the task still waits */
        tick_now();
    }
    CHECK_EQ(wakes, 1u);
    CHECK_EQ(wait_error, OS_ERR_TIMEOUT);
    CHECK((ended - began == 1u) || (ended - began == 2u));
}

static void test_waits(void)
{
    size_t n;

    for (n = 0u; n < sizeof(waits) / sizeof(waits[0]); n++) {
        wait = waits[n].wait;
        at_each_cycle(waits[n].name, do_nothing, wait_with_tick, check_waited);
    }
}

void test(void)
{
    urgent_go = OSSemCreate(0u);
    go = OSSemCreate(0u);
    mutex_go = OSSemCreate(0u);
    sem = OSSemCreate(0u);
    mbox = OSMboxCreate(0);
    queue = OSQCreate(queue_words, 2u);
    CHECK_ERR(mutex = OSMutexCreate(CEILING_PRIO, &err), OS_ERR_NONE);
    CHECK_ERR(owned = OSMutexCreate(OS_PRIO_MUTEX_CEIL_DIS, &err), OS_ERR_NONE);
    CHECK_ERR(OSMutexPend(owned, 0u, &err), OS_ERR_NONE);
    CHECK_ERR(flags = OSFlagCreate(0u, &err), OS_ERR_NONE);
    BSP_IntEnable(METRONOME_TIME_BASE_INTERRUPT);
    OS_CPU_TickStart(METRONOME_TIME_BASE_INTERRUPT, 0u);
    CHECK_EQ(task_new(urgent_task, URGENT_PRIO), OS_ERR_NONE);
    CHECK_EQ(task_new(mutex_waiter, WAITER_PRIO), OS_ERR_NONE);
    CHECK_EQ(task_new(task, PRIO), OS_ERR_NONE);
    test_services();
    test_waits();
}
