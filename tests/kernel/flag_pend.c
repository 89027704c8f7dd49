// SPDX-License-Identifier: Apache-2.0
// OSFlagPend: every error code and kind of wait; timeouts, suspension, deletion and change of priority while waiting.
// cfg:
// cfg: OS_LOWEST_PRIO=254 OS_FLAGS_NBITS=32
// cfg: -O0 OS_FLAGS_NBITS=8
#include "check.h"

static OS_FLAG_GRP *grp;
static OS_FLAG_GRP other;
static OS_FLAGS got;

/* What a waiting task is to wait for, and what it found. */
typedef struct {
    INT8U prio;
    OS_FLAGS flags;
    INT8U type;
    INT32U timeout;
    OS_FLAGS rdy;
    OS_FLAGS rdy_again;
    INT8U err;
} WAIT;

static void waits(void *p_arg)
{
    WAIT *w = p_arg;

    for (;;) {
        w->err = 0xEEu;
        w->rdy = OSFlagPend(grp, w->flags, w->type, w->timeout, &w->err);
        w->rdy_again = OSFlagPendGetFlagsRdy();
        log_put((char)('a' + w->prio - 10));
        OSTaskSuspend(OS_PRIO_SELF);
    }
}

static void wait_new(WAIT *w)
{
    w->err = 0xEEu;
    CHECK_EQ(task_new_arg(waits, w->prio, w), OS_ERR_NONE);
}

static void wait_again(WAIT *w)
{
    CHECK_EQ(OSTaskResume(w->prio), OS_ERR_NONE);
    CHECK_EQ(w->err, 0xEE);
}

static OS_FLAGS post(OS_FLAGS flags, INT8U opt)
{
    INT8U code;
    OS_FLAGS now = OSFlagPost(grp, flags, opt, &code);

    CHECK_EQ(code, OS_ERR_NONE);
    return now;
}

static void errors(void)
{
    CHECK_ERR(got = OSFlagPend(0, 1, 9, 0, &err), OS_ERR_FLAG_INVALID_PGRP);
    CHECK_EQ(got, 0);
    CHECK_ERR(IN_ISR(OSFlagPend(0, 1, 9, 0, &err)), OS_ERR_FLAG_INVALID_PGRP);
    OSSchedLock();
    CHECK_ERR(IN_ISR(OSFlagPend(&other, 1, 9, 0, &err)), OS_ERR_PEND_ISR);
    CHECK_ERR(OSFlagPend(&other, 1, 9, 0, &err), OS_ERR_PEND_LOCKED);
    CHECK_ERR(OSFlagPend(grp, 0, OS_FLAG_WAIT_SET_ALL, 0, &err), OS_ERR_PEND_LOCKED);
    OSSchedUnlock();
    CHECK_ERR(OSFlagPend(&other, 1, 9, 0, &err), OS_ERR_EVENT_TYPE);
    CHECK_ERR(OSFlagPend(grp, 1, 4, 0, &err), OS_ERR_FLAG_WAIT_TYPE);
    CHECK_ERR(got = OSFlagPend(grp, 1, OS_FLAG_CONSUME + 4, 0, &err), OS_ERR_FLAG_WAIT_TYPE);
    CHECK_EQ(got, 0);
}

/* Satisfied at once. */
static void no_wait(void)
{
    CHECK_EQ(post(0x35, OS_FLAG_SET), 0x35);
    CHECK_ERR(got = OSFlagPend(grp, 0x05, OS_FLAG_WAIT_SET_ALL, 0, &err), OS_ERR_NONE);
    CHECK_EQ(got, 0x05);
    CHECK_EQ(OSFlagPendGetFlagsRdy(), 0x05);
    CHECK_ERR(got = OSFlagPend(grp, 0x0F, OS_FLAG_WAIT_CLR_ANY, 0, &err), OS_ERR_NONE);
    CHECK_EQ(got, 0x0A);
    CHECK_EQ(OSFlagPendGetFlagsRdy(), 0x0A);
    CHECK_EQ(grp->OSFlagFlags, 0x35);
    CHECK_ERR(got = OSFlagPend(grp, 0x0F, OS_FLAG_WAIT_SET_ANY + OS_FLAG_CONSUME, 0, &err), OS_ERR_NONE);
    CHECK_EQ(got, 0x05);
    CHECK_EQ(grp->OSFlagFlags, 0x30);
    CHECK_ERR(got = OSFlagPend(grp, 0x0F, OS_FLAG_WAIT_CLR_ALL + OS_FLAG_CONSUME, 0, &err), OS_ERR_NONE);
    CHECK_EQ(got, 0x0F);
    CHECK_EQ(grp->OSFlagFlags, 0x3F);
    CHECK_EQ(post(0x3F, OS_FLAG_CLR), 0);
    CHECK(!flag_waiting(grp));
}

/* Every kind of wait: what does not end it, and what does. */
static void kinds(void)
{
    static WAIT set_all = { 10, 0x05, OS_FLAG_WAIT_SET_ALL, 0, 0, 0, 0 };
    static WAIT set_any = { 11, 0x0A, OS_FLAG_WAIT_SET_ANY, 0, 0, 0, 0 };
    static WAIT clr_all = { 12, 0x30, OS_FLAG_WAIT_CLR_ALL, 0, 0, 0, 0 };
    static WAIT clr_any = { 13, 0x60, OS_FLAG_WAIT_CLR_ANY, 0, 0, 0, 0 };
    OS_FLAG_NODE const *node;

    CHECK_EQ(post(0x70, OS_FLAG_SET), 0x70);
    wait_new(&set_all);
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_FLAG);
    CHECK_EQ(tcb(10)->OSTCBStatPend, OS_STAT_PEND_OK);
    CHECK_EQ(DLY(10), 0);
    CHECK(!is_rdy(10));
    node = tcb(10)->OSTCBFlagNode;
    CHECK(node->OSFlagNodeTCB == tcb(10));
    CHECK(node->OSFlagNodeFlagGrp == grp);
    CHECK_EQ(node->OSFlagNodeFlags, 0x05);
    CHECK_EQ(node->OSFlagNodeWaitType, OS_FLAG_WAIT_SET_ALL);
    if (flag_is_soft(grp)) {
        CHECK(grp->OSFlagWaitList == node);
        CHECK(node->OSFlagNodeNext == 0 && node->OSFlagNodePrev == 0);
    }
    wait_new(&set_any);
    wait_new(&clr_all);
    wait_new(&clr_any);
    if (flag_is_soft(grp)) { /* the newest first */
        CHECK(((OS_FLAG_NODE *)grp->OSFlagWaitList)->OSFlagNodeTCB == tcb(13));
    }
    CHECK_EQ(post(0x81, OS_FLAG_SET), 0xF1);
    CHECK_EQ(post(0x80, OS_FLAG_CLR), 0x71);
    CHECK_EQ(post(0x10, OS_FLAG_CLR), 0x61);
    CHECK_LOG("");
    CHECK_EQ(post(0x04, OS_FLAG_SET), 0x65);
    CHECK_LOG("a");
    CHECK_EQ(set_all.err, OS_ERR_NONE);
    CHECK_EQ(set_all.rdy, 0x05);
    CHECK_EQ(set_all.rdy_again, 0x05);
    CHECK(tcb(10)->OSTCBFlagNode == 0);
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_SUSPEND);
    CHECK_EQ(post(0x08, OS_FLAG_SET), 0x6D);
    CHECK_LOG("b");
    CHECK_EQ(set_any.rdy, 0x08);
    IN_ISR((void)OSFlagPost(grp, 0x20, OS_FLAG_CLR, &err); log_put('i')); /* both at once, from an interrupt */
    CHECK_LOG("icd");
    CHECK_EQ(clr_all.rdy, 0x30);
    CHECK_EQ(clr_any.rdy, 0x20);
    CHECK(!flag_waiting(grp));
    CHECK_EQ(OSFlagQuery(grp, &err), 0x4D); /* nobody consumed */
    CHECK_EQ(OSTaskDel(11), OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(12), OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(13), OS_ERR_NONE);
    CHECK_EQ(post(0xFF, OS_FLAG_CLR), 0);

    /* Locked: the tasks are ready, and run later. */
    wait_again(&set_all);
    OSSchedLock();
    CHECK_EQ(post(0x05, OS_FLAG_SET), 0x05);
    CHECK_EQ(post(0x05, OS_FLAG_CLR), 0x00);
    CHECK(is_rdy(10));
    CHECK_LOG("");
    OSSchedUnlock();
    CHECK_LOG("a");
    CHECK_EQ(set_all.rdy, 0x05);
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
}

static void timeouts(void)
{
    static WAIT w = { 10, 0x01, OS_FLAG_WAIT_SET_ALL, 3, 0, 0, 0 };

    wait_new(&w);
    CHECK_EQ(DLY(10), 3);
    ticks(2);
    CHECK_LOG("");
    ticks(1);
    CHECK_LOG("a");
    CHECK_EQ(w.err, OS_ERR_TIMEOUT);
    CHECK_EQ(w.rdy, 0);
    CHECK(!flag_waiting(grp));
    CHECK(tcb(10)->OSTCBFlagNode == 0);

    wait_again(&w);
    ticks(2);
    CHECK_EQ(post(1, OS_FLAG_SET), 1); /* in the last tick */
    CHECK_LOG("a");
    CHECK_EQ(w.err, OS_ERR_NONE);
    CHECK_EQ(DLY(10), 0);
    CHECK_EQ(post(1, OS_FLAG_CLR), 0);

    wait_again(&w);
    CHECK_EQ(OSTimeDlyResume(10), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_EQ(w.err, OS_ERR_TIMEOUT);

    w.timeout = 0;
    wait_again(&w);
    CHECK_EQ(OSTimeDlyResume(10), OS_ERR_TIME_NOT_DLY);
    CHECK_EQ(post(1, OS_FLAG_SET), 1);
    CHECK_EQ(post(1, OS_FLAG_CLR), 0);
    CHECK_LOG("a");
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
}

/* A task that has timed out, but does not run yet: this one makes way for it by changing its own priority. */
static void timeouts_of_lower(void)
{
    static WAIT low = { 31, 0x01, OS_FLAG_WAIT_SET_ALL, 2, 0, 0, 0 };
    INT8U i;

    for (i = 0u; i < 2u; i++) {
        CHECK_EQ(task_new_arg(waits, 31, &low), OS_ERR_NONE);
        CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, 33), OS_ERR_NONE);
        CHECK_EQ(tcb(31)->OSTCBStat, OS_STAT_FLAG);
        CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, TEST_PRIO), OS_ERR_NONE);
        ticks(2);
        CHECK_EQ(tcb(31)->OSTCBStat, OS_STAT_RDY);
        CHECK_EQ(tcb(31)->OSTCBStatPend, OS_STAT_PEND_TO);
        CHECK(flag_waiting(grp));
        if (i == 0u) { /* a post comes before the task runs: it gets the flags */
            CHECK_EQ(post(1, OS_FLAG_SET), 1);
            CHECK(!flag_waiting(grp));
            CHECK_EQ(post(1, OS_FLAG_CLR), 0);
        }
        CHECK_LOG("");
        CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, 33), OS_ERR_NONE);
        CHECK_LOG("v");
        CHECK_EQ(low.err, (i == 0u) ? OS_ERR_NONE : OS_ERR_TIMEOUT);
        CHECK_EQ(low.rdy, (i == 0u) ? 1 : 0);
        CHECK(!flag_waiting(grp));
        CHECK_EQ(OSTaskDel(31), OS_ERR_NONE);
        CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, TEST_PRIO), OS_ERR_NONE);
    }
}

static void suspended(void)
{
    static WAIT w = { 10, 0x03, OS_FLAG_WAIT_SET_ALL, 0, 0, 0, 0 };

    /* Posted while suspended: the flags are the task's, which runs when it is resumed. */
    wait_new(&w);
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_FLAG | OS_STAT_SUSPEND);
    CHECK_EQ(post(3, OS_FLAG_SET), 3);
    CHECK_EQ(post(3, OS_FLAG_CLR), 0);
    CHECK_LOG("");
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_SUSPEND);
    CHECK(!flag_waiting(grp));
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_EQ(w.err, OS_ERR_NONE);
    CHECK_EQ(w.rdy, 3);

    /* Resumed first: it goes on waiting. */
    wait_again(&w);
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_LOG("");
    CHECK_EQ(post(3, OS_FLAG_SET), 3);
    CHECK_EQ(post(3, OS_FLAG_CLR), 0);
    CHECK_LOG("a");

    /* Timed out while suspended. */
    w.timeout = 2;
    wait_again(&w);
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    ticks(2);
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_SUSPEND);
    CHECK_EQ(tcb(10)->OSTCBStatPend, OS_STAT_PEND_TO);
    CHECK_LOG("");
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_EQ(w.err, OS_ERR_TIMEOUT);
    CHECK(!flag_waiting(grp));
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
}

/* Deleted while waiting: first, middle and last of the list. And the priority of one that waits changes. */
static void deleted(void)
{
    static WAIT w[4] = {
        { 10, 1, OS_FLAG_WAIT_SET_ALL, 0, 0, 0, 0 }, { 11, 1, OS_FLAG_WAIT_SET_ALL, 5, 0, 0, 0 },
        { 12, 1, OS_FLAG_WAIT_SET_ALL, 0, 0, 0, 0 }, { 13, 1, OS_FLAG_WAIT_SET_ALL, 5, 0, 0, 0 },
    };
    OS_FLAG_NODE const *node;
    INT8U i;

    for (i = 0u; i < 4u; i++) {
        wait_new(&w[i]);
    }
    CHECK_EQ(OSTaskDel(12), OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(13), OS_ERR_NONE);
    if (flag_is_soft(grp)) {
        node = grp->OSFlagWaitList;
        CHECK(node->OSFlagNodeTCB == tcb(11) && node->OSFlagNodePrev == 0);
        node = node->OSFlagNodeNext;
        CHECK(node->OSFlagNodeTCB == tcb(10) && node->OSFlagNodeNext == 0);
    }
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
    CHECK_EQ(OSTaskChangePrio(11, 14), OS_ERR_NONE);
    ticks(4);
    CHECK_LOG("");
    CHECK_EQ(DLY(14), 1);
    CHECK_EQ(post(1, OS_FLAG_SET), 1);
    CHECK_LOG("b");
    CHECK_EQ(w[1].err, OS_ERR_NONE);
    CHECK(!flag_waiting(grp));
    CHECK_EQ(OSTaskDel(14), OS_ERR_NONE);
    CHECK_EQ(post(1, OS_FLAG_CLR), 0);
}

void test_before_start(void)
{
    CHECK_ERR(grp = OSFlagCreate(0, &err), OS_ERR_NONE);
}

void test(void)
{
    errors();
    no_wait();
    kinds();
    timeouts();
    timeouts_of_lower();
    suspended();
    deleted();
}
