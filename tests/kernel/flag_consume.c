// SPDX-License-Identifier: Apache-2.0
// OS_FLAG_CONSUME: one post is consumed once. OSFlagDel with tasks that wait.
// cfg:
// cfg: OS_LOWEST_PRIO=254 OS_FLAGS_NBITS=8
#include "check.h"

static OS_FLAG_GRP *grp;

typedef struct {
    INT8U prio;
    OS_FLAGS flags;
    INT8U type;
    OS_FLAGS rdy;
    INT8U err;
} WAIT;

static void waits(void *p_arg)
{
    WAIT *w = p_arg;

    for (;;) {
        w->err = 0xEEu;
        w->rdy = OSFlagPend(grp, w->flags, w->type, 100, &w->err);
        log_put((char)('a' + w->prio - 10));
        OSTaskSuspend(OS_PRIO_SELF);
    }
}

static void wait_new(WAIT *w)
{
    CHECK_EQ(task_new_arg(waits, w->prio, w), OS_ERR_NONE);
    CHECK_EQ(w->err, 0xEE);
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

/* Two wait for the same flag to consume it: the higher priority has it, whoever came first; then the other. */
static void twice(void)
{
    static WAIT high = { 10, 0x03, OS_FLAG_WAIT_SET_ANY + OS_FLAG_CONSUME, 0, 0 };
    static WAIT low = { 11, 0x01, OS_FLAG_WAIT_SET_ALL + OS_FLAG_CONSUME, 0, 0 };
    INT8U i;

    for (i = 0u; i < 2u; i++) {
        if (i == 0u) {
            wait_new(&low);
            wait_new(&high);
        } else {
            wait_new(&high);
            wait_new(&low);
        }
        CHECK_EQ(post(0x01, OS_FLAG_SET), 0);
        CHECK_LOG("a");
        CHECK_EQ(high.err, OS_ERR_NONE);
        CHECK_EQ(high.rdy, 0x01);
        CHECK_EQ(post(0x03, OS_FLAG_SET), 0x02);
        CHECK_LOG("b");
        CHECK_EQ(low.rdy, 0x01);
        CHECK_EQ(post(0x02, OS_FLAG_CLR), 0);

        /* A post of two flags serves both, each with one. */
        high.flags = 0x02u;
        wait_again(&high);
        wait_again(&low);
        CHECK_EQ(post(0x07, OS_FLAG_SET), 0x04);
        CHECK_LOG("ab");
        CHECK_EQ(high.rdy, 0x02);
        CHECK_EQ(low.rdy, 0x01);
        CHECK_EQ(post(0x04, OS_FLAG_CLR), 0);
        high.flags = 0x03u;
        CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
        CHECK_EQ(OSTaskDel(11), OS_ERR_NONE);
    }
}

/* Who consumes takes nothing from those who only look; cleared flags are consumed by being set. */
static void others(void)
{
    static WAIT takes = { 10, 0x06, OS_FLAG_WAIT_CLR_ALL + OS_FLAG_CONSUME, 0, 0 };
    static WAIT looks = { 11, 0x02, OS_FLAG_WAIT_CLR_ALL, 0, 0 };
    static WAIT takes_too = { 12, 0x03, OS_FLAG_WAIT_CLR_ANY + OS_FLAG_CONSUME, 0, 0 };

    CHECK_EQ(post(0x07, OS_FLAG_SET), 0x07);
    wait_new(&takes);
    wait_new(&looks);
    wait_new(&takes_too);
    OSSchedLock();
    CHECK_EQ(post(0x06, OS_FLAG_CLR), 0x07); /* consumed by the post, before the task runs */
    CHECK_EQ(OSFlagQuery(grp, &err), 0x07);
    OSSchedUnlock();
    CHECK_LOG("ab");
    CHECK_EQ(takes.rdy, 0x06);
    CHECK_EQ(looks.rdy, 0x02);
    CHECK_EQ(takes_too.err, 0xEE);
    CHECK_EQ(post(0x01, OS_FLAG_CLR), 0x07);
    CHECK_LOG("c");
    CHECK_EQ(takes_too.rdy, 0x01);

    /* A suspended task gets its flags as well. */
    wait_again(&takes_too);
    CHECK_EQ(OSTaskSuspend(12), OS_ERR_NONE);
    CHECK_EQ(post(0x02, OS_FLAG_CLR), 0x07);
    CHECK_EQ(OSTaskResume(12), OS_ERR_NONE);
    CHECK_LOG("c");
    CHECK_EQ(takes_too.err, OS_ERR_NONE);
    CHECK_EQ(takes_too.rdy, 0x02);
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(11), OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(12), OS_ERR_NONE);
    CHECK_EQ(post(0x07, OS_FLAG_CLR), 0);
}

static unsigned groups_free(void)
{
    unsigned count = 0u;
    OS_FLAG_GRP const *free;

    for (free = OSFlagFreeList; free != 0; free = free->OSFlagWaitList) {
        count++;
    }
    return count;
}

/* The tasks that wait are told, one of them suspended, one timed out already, and no group is lost. */
static void deleted(void)
{
    static WAIT w[3] = {
        { 10, 1, OS_FLAG_WAIT_SET_ALL, 0, 0 },
        { 11, 1, OS_FLAG_WAIT_SET_ALL + OS_FLAG_CONSUME, 0, 0 },
        { 12, 1, OS_FLAG_WAIT_SET_ALL, 0, 0 },
    };
    OS_FLAG_GRP *left;
    INT8U i;

    for (i = 0u; i < 3u; i++) {
        wait_new(&w[i]);
    }
    CHECK_EQ(OSTaskSuspend(11), OS_ERR_NONE);
    CHECK_EQ(groups_free(), OS_MAX_FLAGS - 1u);
    OSSchedLock();
    CHECK_EQ(OSTimeDlyResume(12), OS_ERR_NONE);
    CHECK_ERR(left = OSFlagDel(grp, OS_DEL_ALWAYS, &err), OS_ERR_NONE);
    CHECK(left == 0);
    CHECK_LOG("");
    OSSchedUnlock();
    CHECK_LOG("ac");
    CHECK_EQ(OSTaskResume(11), OS_ERR_NONE);
    CHECK_LOG("b");
    for (i = 0u; i < 3u; i++) {
        CHECK_EQ(w[i].err, OS_ERR_PEND_ABORT);
        CHECK_EQ(w[i].rdy, 0);
        CHECK(tcb(w[i].prio)->OSTCBFlagNode == 0);
        CHECK_EQ(DLY(w[i].prio), 0);
        CHECK_EQ(tcb(w[i].prio)->OSTCBStat, OS_STAT_SUSPEND);
    }
    CHECK_EQ(groups_free(), OS_MAX_FLAGS);
}

void test_before_start(void)
{
    CHECK_ERR(grp = OSFlagCreate(0, &err), OS_ERR_NONE);
}

void test(void)
{
    twice();
    others();
    deleted();
}
