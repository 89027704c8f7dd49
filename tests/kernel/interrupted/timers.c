/* SPDX-License-Identifier: Apache-2.0 */
/* A timer that expires at the next tick and then posts to a semaphore. */
#include "sweep.h"

static OS_TMR *timer;
static volatile INT32U expired; /* number of expiries in this distance */
static INT32U expected;         /* number of expiries that timer_check() expects */

static void expires(void *ptmr, void *p_arg)
{
    (void)ptmr;
    (void)p_arg;
    expired++;
    sem_kind.give();
}

static void timer_create(void)
{
    INT8U err;

    timer = OSTmrCreate(1u, 0u, OS_TMR_OPT_ONE_SHOT, expires, 0, (INT8U *)(void *)"timer", &err);
    MUST_BE(err, OS_ERR_NONE);
}

static void timer_make(void)
{
    sem_kind.make();
    timer_create();
}

static void timer_remove(void)
{
    INT8U err;

    MUST_BE(OSTmrDel(timer, &err), OS_TRUE);
    sem_kind.remove();
}

static void timer_wait(void)     { sem_kind.wait(); }
static void timer_give(void)     { sem_kind.give(); }
static BOOLEAN timer_is_available(void) { return sem_kind.is_available(); }
static INT32U timer_waiting(void) { return sem_kind.waiting(); }

/* Let a running timer expire, and then drain the semaphore. */
static void timer_drain(void)
{
    INT32U ticks;
    INT8U err;

    for (ticks = 0u; (timer != 0) && (OSTmrStateGet(timer, &err) == OS_TMR_STATE_RUNNING); ticks++) {
        FAIL_IF(ticks > 2u);
        tick();
    }
    tick(); /* the timer must not expire again */
    sem_kind.drain();
}

static void timer_check(void)
{
    MUST_BE(expired, expected);
    expired = 0u;
    expected = 0u;
    if (timer == 0) {
        timer_create();
    }
}

static void timer_start(void)
{
    INT8U err;

    MUST_BE(OSTmrStart(timer, &err), OS_TRUE);
    MUST_BE(err, OS_ERR_NONE);
    expected = 1u;
}

static void timer_stop(void)
{
    INT8U err;

    MUST_BE(OSTmrStop(timer, OS_TMR_OPT_NONE, 0, &err), OS_TRUE);
    FAIL_IF((err != OS_ERR_NONE) && (err != OS_ERR_TMR_STOPPED));
    expected = expired;
}

static void timer_del(void)
{
    INT8U err;

    MUST_BE(OSTmrDel(timer, &err), OS_TRUE);
    MUST_BE(err, OS_ERR_NONE);
    timer = 0;
    expected = expired;
}

static void timer_signal(void)
{
    MUST_BE(OSTmrSignal(), OS_ERR_NONE);
}

static void timer_ask(void)
{
    INT8U err;
    INT32U left;
    INT8U state;

    left = OSTmrRemainGet(timer, &err);
    MUST_BE(err, OS_ERR_NONE);
    FAIL_IF(left > 1u);
    state = OSTmrStateGet(timer, &err);
    MUST_BE(err, OS_ERR_NONE);
    FAIL_IF((state != OS_TMR_STATE_RUNNING) && (state != OS_TMR_STATE_COMPLETED));
}

static void timer_create_another(void)
{
    INT8U err;
    OS_TMR *another = OSTmrCreate(2u, 0u, OS_TMR_OPT_ONE_SHOT, expires, 0, (INT8U *)(void *)"another", &err);

    MUST_BE(err, OS_ERR_NONE);
    MUST_BE(OSTmrDel(another, &err), OS_TRUE);
}

static const ACTION timer_actions[] = {
    { "ticks", act_tick, OS_TRUE },
    { "posts", timer_give, OS_FALSE },
    { "makes a third task wait", act_third, OS_FALSE },
};

static const KIND timer_kind = { "timer", timer_make, timer_remove, timer_wait, timer_give, timer_is_available,
                                 timer_waiting, timer_drain, timer_check, timer_actions, OS_FALSE, 0 };

const ROW timer_rows[] = {
    { "OSTmrStart", &timer_kind, 0, timer_start, NO_WAITER | URGENT, 3u, 0u },
    { "OSTmrStop", &timer_kind, timer_start, timer_stop, NO_WAITER | URGENT, 2u, 0u },
    { "OSTmrDel", &timer_kind, timer_start, timer_del, URGENT, 2u, 0u },
    { "OSTmrSignal", &timer_kind, timer_start, timer_signal, NO_WAITER | URGENT, 3u, 0u },
    { "OSTmrRemainGet", &timer_kind, timer_start, timer_ask, NO_WAITER, 2u, 0u },
    { "OSTmrStateGet", &timer_kind, timer_start, timer_ask, URGENT, 2u, 0u },
    { "OSTmrCreate", &timer_kind, timer_start, timer_create_another, NO_WAITER, 2u, 0u },
    { 0, 0, 0, 0, 0u, 0u, 0u },
};
