// SPDX-License-Identifier: Apache-2.0
// Timers that run: when they expire, in which order, and what their callbacks may do.
// cfg: OS_TMR_EN=1 OS_TASK_TMR_PRIO=5
// cfg: OS_TMR_EN=1 OS_TASK_TMR_PRIO=5 OS_TMR_CFG_WHEEL_SIZE=2 OS_LOWEST_PRIO=254 -O0
#include "check.h"

static OS_TMR *tmr[8];
static OS_EVENT *sem;
static OS_TMR *victim;
static enum { NOTHING, STOP, DELETE, START } deed;

/* Timer ticks: each is served at once, since the timer task has the higher priority. */
static void tmr_ticks(unsigned n)
{
    while (n-- > 0u) {
        CHECK_EQ(OSTmrSignal(), OS_ERR_NONE);
        CHECK_EQ(sem_cnt(OSTmrSemSignal), 0);
    }
}

/* The argument is the letter for the log. */
static void callback(void *ptmr, void *p_arg)
{
    INT8U code;

    CHECK_EQ(OSLockNesting, 1);
    log_put(*(char *)p_arg);
    if (deed == STOP) {
        CHECK(OSTmrStop(victim, OS_TMR_OPT_NONE, 0, &code));
    } else if (deed == DELETE) {
        CHECK(OSTmrDel(victim, &code));
    } else if (deed == START) {
        CHECK(OSTmrStart(ptmr, &code));
    }
    deed = NOTHING;
}

static OS_TMR *periodic(INT32U dly, INT32U period, char const *letter)
{
    OS_TMR *made = OSTmrCreate(dly, period, OS_TMR_OPT_PERIODIC, callback, (void *)letter, 0, &err);

    CHECK_EQ(err, OS_ERR_NONE);
    return made;
}

static OS_TMR *one_shot(INT32U dly, char const *letter)
{
    OS_TMR *made = OSTmrCreate(dly, 0, OS_TMR_OPT_ONE_SHOT, callback, (void *)letter, 0, &err);

    CHECK_EQ(err, OS_ERR_NONE);
    return made;
}

static void start(OS_TMR *which)
{
    CHECK(OSTmrStart(which, &err));
    CHECK_EQ(err, OS_ERR_NONE);
}

static void expiry(void)
{
    tmr[0] = one_shot(3, "a");
    tmr[1] = periodic(0, 2, "b");
    tmr[2] = periodic(1, 3, "c");
    tmr_ticks(4); /* created is not started */
    CHECK_LOG("");
    start(tmr[0]);
    start(tmr[1]);
    start(tmr[2]);
    CHECK_EQ(OSTmrRemainGet(tmr[0], &err), 3);
    CHECK_EQ(OSTmrRemainGet(tmr[1], &err), 2);
    CHECK_EQ(OSTmrRemainGet(tmr[2], &err), 1);
    tmr_ticks(1);
    CHECK_LOG("c");
    CHECK_EQ(OSTmrRemainGet(tmr[2], &err), 3); /* the delay was for the first time only */
    tmr_ticks(1);
    CHECK_LOG("b");
    CHECK_EQ(OSTmrRemainGet(tmr[0], &err), 1);
    tmr_ticks(1);
    CHECK_LOG("a");
    CHECK_EQ(OSTmrStateGet(tmr[0], &err), OS_TMR_STATE_COMPLETED);
    CHECK_EQ(OSTmrRemainGet(tmr[0], &err), 0);
    CHECK_EQ(OSTmrStop(tmr[0], OS_TMR_OPT_NONE, 0, &err), OS_TRUE);
    CHECK_EQ(err, OS_ERR_TMR_STOPPED);
    CHECK_EQ(OSTmrStateGet(tmr[0], &err), OS_TMR_STATE_COMPLETED);
    CHECK_EQ(OSTmrStateGet(tmr[1], &err), OS_TMR_STATE_RUNNING);
    tmr_ticks(8); /* b at 4, 6, 8, 10; c at 4, 7, 10 */
    CHECK(strlen(log_text) == 7);
    memset(log_text, 0, sizeof(log_text));

    start(tmr[0]); /* a completed one again; a running one from the beginning */
    CHECK_EQ(OSTmrRemainGet(tmr[0], &err), 3);
    start(tmr[2]);
    CHECK_EQ(OSTmrRemainGet(tmr[2], &err), 1);
    CHECK(OSTmrStop(tmr[1], OS_TMR_OPT_NONE, 0, &err));
    tmr_ticks(3);
    CHECK_LOG("ca");
    CHECK(OSTmrDel(tmr[0], &err));
    CHECK(OSTmrDel(tmr[1], &err));
    CHECK(OSTmrDel(tmr[2], &err));
    CHECK_EQ(OSTmrUsed, 0);
    tmr_ticks(5);
    CHECK_LOG("");
}

/* Of those that expire together the one that was started last comes first. Other turns of the wheel are not due. */
static void together(void)
{
    tmr[0] = one_shot(4, "a");
    tmr[1] = one_shot(4 + OS_TMR_CFG_WHEEL_SIZE, "b");
    tmr[2] = one_shot(4, "c");
    tmr[3] = one_shot(4, "d");
    start(tmr[0]);
    start(tmr[1]);
    start(tmr[2]);
    start(tmr[3]);
    CHECK_EQ(OSTmrWheelTbl[(OSTmrTime + 4u) % OS_TMR_CFG_WHEEL_SIZE].OSTmrEntries, 4);
    CHECK(OSTmrWheelTbl[(OSTmrTime + 4u) % OS_TMR_CFG_WHEEL_SIZE].OSTmrFirst == tmr[3]);
    tmr_ticks(3);
    CHECK_LOG("");
    tmr_ticks(1);
    CHECK_LOG("dca");
    CHECK_EQ(OSTmrWheelTbl[OSTmrTime % OS_TMR_CFG_WHEEL_SIZE].OSTmrEntries, 1);
    tmr_ticks(OS_TMR_CFG_WHEEL_SIZE - 1u);
    CHECK_LOG("");
    tmr_ticks(1);
    CHECK_LOG("b");

    /* Over the end of the timers' time. */
    OSTmrTime = 0xFFFFFFFEu;
    start(tmr[0]);
    CHECK_EQ(OSTmrRemainGet(tmr[0], &err), 4);
    tmr_ticks(1);
    CHECK_EQ(OSTmrRemainGet(tmr[0], &err), 3);
    tmr_ticks(2);
    CHECK_EQ(OSTmrTime, 1);
    CHECK_LOG("");
    tmr_ticks(1);
    CHECK_LOG("a");
}

/* A callback changes the timers of its own spoke: the one that is next, another one, itself. */
static void from_callbacks(void)
{
    start(tmr[0]);
    start(tmr[2]);
    start(tmr[3]);
    victim = tmr[2];
    deed = STOP;
    tmr_ticks(4);
    CHECK_LOG("da");
    CHECK_EQ(OSTmrStateGet(tmr[2], &err), OS_TMR_STATE_STOPPED);
    tmr_ticks(2u * OS_TMR_CFG_WHEEL_SIZE);
    CHECK_LOG("");

    start(tmr[0]);
    start(tmr[2]);
    start(tmr[3]);
    victim = tmr[0];
    deed = STOP;
    tmr_ticks(4);
    CHECK_LOG("dc");

    start(tmr[0]);
    start(tmr[2]);
    start(tmr[3]);
    victim = tmr[3]; /* its own */
    deed = DELETE;
    tmr_ticks(4);
    CHECK_LOG("dca");
    CHECK_EQ(OSTmrStateGet(tmr[3], &err), OS_TMR_STATE_UNUSED);

    deed = START; /* c, itself again */
    start(tmr[0]);
    start(tmr[2]);
    tmr_ticks(4);
    CHECK_LOG("ca");
    CHECK_EQ(OSTmrStateGet(tmr[0], &err), OS_TMR_STATE_COMPLETED);
    CHECK_EQ(OSTmrStateGet(tmr[2], &err), OS_TMR_STATE_RUNNING);
    tmr_ticks(4);
    CHECK_LOG("c");
}

static void kernel_callback(void *ptmr, void *p_arg)
{
    INT8U code;

    (void)ptmr;
    (void)p_arg;
    CHECK(OSTCBCur == OSTCBPrioTbl[OS_TASK_TMR_PRIO]);
    OSSemPend(sem, 1, &code);
    CHECK_EQ(code, OS_ERR_PEND_LOCKED);
    CHECK_EQ(OSTimeDlyHMSM(0, 0, 1, 0), OS_ERR_SCHED_LOCKED);
    OSTimeDly(1);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE); /* the waiting task runs after the callback */
    log_put('k');
}

static void waits(void *p_arg)
{
    INT8U code;

    (void)p_arg;
    OSSemPend(sem, 0, &code);
    log_put('w');
    OSTaskSuspend(OS_PRIO_SELF);
}

/* What callbacks may not do: wait. What they are for: tell a task. */
static void with_tasks(void)
{
    sem = OSSemCreate(0);
    CHECK_EQ(task_new(waits, 3), OS_ERR_NONE);
    tmr[4] = OSTmrCreate(1, 0, OS_TMR_OPT_ONE_SHOT, kernel_callback, 0, 0, &err);
    start(tmr[4]);
    tmr_ticks(1);
    CHECK_LOG("kw");
    CHECK_EQ(OSLockNesting, 0);

    tmr[5] = OSTmrCreate(1, 0, OS_TMR_OPT_ONE_SHOT, 0, 0, 0, &err); /* no callback */
    start(tmr[5]);
    tmr_ticks(1);
    CHECK_EQ(OSTmrStateGet(tmr[5], &err), OS_TMR_STATE_COMPLETED);

    /* The timer task is late: no timer tick is lost. */
    CHECK(OSTmrDel(tmr[2], &err));
    tmr[2] = periodic(1, 1, "c");
    start(tmr[2]);
    OSSchedLock();
    CHECK_EQ(OSTmrSignal(), OS_ERR_NONE);
    CHECK_EQ(OSTmrSignal(), OS_ERR_NONE);
    CHECK_EQ(OSTmrSignal(), OS_ERR_NONE);
    CHECK_LOG("");
    OSSchedUnlock();
    CHECK_LOG("ccc");
    CHECK(OSTmrStop(tmr[2], OS_TMR_OPT_NONE, 0, &err));

    OSSchedLock();
    CHECK_EQ(OSTmrSignal(), OS_ERR_NONE);
    OSSemSet(OSTmrSemSignal, 65535, &err);
    CHECK_EQ(OSTmrSignal(), OS_ERR_SEM_OVF);
    OSSemSet(OSTmrSemSignal, 0, &err);
    OSSchedUnlock();
}

void test(void)
{
    expiry();
    together();
    from_callbacks();
    with_tasks();
}
