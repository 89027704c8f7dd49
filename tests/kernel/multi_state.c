// SPDX-License-Identifier: Apache-2.0
// A task that waits for several events, and is suspended, resumed, moved to another priority or deleted meanwhile.
// cfg:
// cfg: OS_LOWEST_PRIO=254
#include "check.h"

#define MSG(n) ((void *)(size_t)(n))

static OS_EVENT *sem, *mbox, *q;
static void *ring[2];
static OS_EVENT *several[4];

typedef struct {
    OS_EVENT *rdy[4];
    void *msgs[4];
    INT16U count;
    INT8U err;
} RESULT;
static RESULT result[3];

static void waits(void *p_arg)
{
    const unsigned n = (unsigned)(size_t)p_arg;
    RESULT *presult = &result[n];

    for (;;) {
        presult->err = 0xEEu;
        presult->count = OSEventPendMulti(several, presult->rdy, presult->msgs, 10, &presult->err);
        log_put((char)('a' + n));
        OSTaskSuspend(OS_PRIO_SELF);
    }
}

static INT8U sem_err;

static void waits_sem(void *p_arg)
{
    (void)p_arg;
    OSSemPend(sem, 0, &sem_err);
    log_put('s');
    OSTaskDel(OS_PRIO_SELF);
}

#define CHECK_RESULT(n, error, event, message) \
    do { \
        CHECK_EQ(result[n].err, error); \
        CHECK(result[n].rdy[0] == (event)); \
        CHECK(result[n].msgs[0] == MSG(message)); \
    } while (0)

#define CHECK_NOBODY_WAITS() CHECK_EQ(waiting_grp(sem) | waiting_grp(mbox) | waiting_grp(q), 0)

void test(void)
{
    unsigned i;

    several[0] = sem = OSSemCreate(0);
    several[1] = mbox = OSMboxCreate(0);
    several[2] = q = OSQCreate(ring, 2);
    CHECK_EQ(task_new_arg(waits, 20, MSG(0)), OS_ERR_NONE);

    /* Suspended, posted to, resumed: it has the event. */
    CHECK_EQ(OSTaskSuspend(20), OS_ERR_NONE);
    CHECK_EQ(OSMboxPost(mbox, MSG(1)), OS_ERR_NONE);
    CHECK_EQ(tcb(20)->OSTCBStat, OS_STAT_SUSPEND); /* nothing is left of the wait */
    CHECK_EQ(DLY(20), 0);
    CHECK_NOBODY_WAITS();
    CHECK_EQ(is_rdy(20), OS_FALSE);
    CHECK_LOG("");
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_RESULT(0, OS_ERR_NONE, mbox, 1);
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);

    /* Posted to, and suspended before it ran. */
    OSSchedLock();
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(20), OS_ERR_NONE);
    OSSchedUnlock();
    CHECK_LOG("");
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_RESULT(0, OS_ERR_NONE, sem, 0);
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);

    /* Suspended and resumed during the wait: it goes on waiting. */
    CHECK_EQ(OSTaskSuspend(20), OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_LOG("");
    CHECK_EQ(tcb(20)->OSTCBStat, OS_STAT_MULTI | OS_STAT_SEM | OS_STAT_MBOX | OS_STAT_Q);
    CHECK_EQ(OSQPost(q, MSG(2)), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_RESULT(0, OS_ERR_NONE, q, 2);
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);

    /* The timeout while suspended; a post after that still counts. */
    CHECK_EQ(OSTaskSuspend(20), OS_ERR_NONE);
    ticks(10);
    CHECK_LOG("");
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_RESULT(0, OS_ERR_TIMEOUT, 0, 0);
    CHECK_NOBODY_WAITS();
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(20), OS_ERR_NONE);
    ticks(10);
    CHECK_EQ(OSQPost(q, MSG(3)), OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_RESULT(0, OS_ERR_NONE, q, 3);
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);

    /* Aborted while suspended. */
    CHECK_EQ(OSTaskSuspend(20), OS_ERR_NONE);
    CHECK_ERR(CHECK_EQ(OSMboxPendAbort(mbox, OS_PEND_OPT_BROADCAST, &err), 1), OS_ERR_PEND_ABORT);
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_RESULT(0, OS_ERR_PEND_ABORT, mbox, 0);
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);

    /* Three that wait for the same ones; a broadcast, and posts to the highest. */
    CHECK_EQ(task_new_arg(waits, 21, MSG(1)), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(waits, 22, MSG(2)), OS_ERR_NONE);
    CHECK_EQ(OSMboxPostOpt(mbox, MSG(4), OS_POST_OPT_BROADCAST), OS_ERR_NONE);
    CHECK_LOG("abc");
    CHECK_NOBODY_WAITS();
    for (i = 0u; i < 3u; i++) {
        CHECK_RESULT(i, OS_ERR_NONE, mbox, 4);
        CHECK_EQ(OSTaskResume((INT8U)(20u + i)), OS_ERR_NONE);
    }

    /* Every list follows the priority. */
    CHECK_EQ(OSTaskChangePrio(22, 19), OS_ERR_NONE);
    CHECK_EQ(OSTaskChangePrio(20, 45), OS_ERR_NONE);
    CHECK_EQ(waiting_row(sem, tcb(19)->OSTCBY) & tcb(19)->OSTCBBitX, tcb(19)->OSTCBBitX);
    CHECK_EQ(DLY(45), 10);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_LOG("c");
    CHECK_EQ(OSQPost(q, MSG(5)), OS_ERR_NONE);
    CHECK_LOG("b");
    CHECK_EQ(OSMboxPost(mbox, MSG(6)), OS_ERR_NONE);
    CHECK_LOG("");
    CHECK_NOBODY_WAITS();
    CHECK_EQ(OSTaskChangePrio(45, 20), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_RESULT(0, OS_ERR_NONE, mbox, 6);
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_EQ(OSTaskChangePrio(20, 46), OS_ERR_NONE);
    ticks(10);
    CHECK_EQ(OSTaskChangePrio(46, 20), OS_ERR_NONE); /* timed out, did not run, still in every list */
    CHECK_LOG("a");
    CHECK_RESULT(0, OS_ERR_TIMEOUT, 0, 0);
    CHECK_NOBODY_WAITS();
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);

    /* One list together with tasks that wait for that event alone. */
    CHECK_EQ(task_new(waits_sem, 15), OS_ERR_NONE);
    CHECK_EQ(OSMboxPost(mbox, MSG(7)), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_EQ(waiting_row(sem, tcb(15)->OSTCBY), tcb(15)->OSTCBBitX);
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_LOG("s");

    /* Deleted: gone from all of them. */
    CHECK_EQ(OSTaskDel(20), OS_ERR_NONE);
    CHECK_NOBODY_WAITS();
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(OSMboxPost(mbox, MSG(8)), OS_ERR_NONE);
    ticks(12);
    CHECK_LOG("");
    CHECK_EQ(OSSemAccept(sem), 1);
}
