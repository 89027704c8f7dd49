// SPDX-License-Identifier: Apache-2.0
// Queues, nobody waiting: the ring; OSQCreate, OSQAccept, OSQFlush, OSQPend, OSQPost…, OSQQuery, OSQDel.
// cfg:
// cfg: OS_LOWEST_PRIO=254
// cfg: OS_Q_POST_OPT_EN=0 OS_MBOX_EN=0 OS_EVENT_MULTI_EN=0
#include "check.h"

#if OS_Q_POST_OPT_EN == 0u
#define OSQPostOpt(pevent, pmsg, opt) \
    (((opt) == OS_POST_OPT_FRONT) ? OSQPostFront(pevent, pmsg) : OSQPost(pevent, pmsg))
#endif
#define MSG(n) ((void *)(size_t)(n))
#define SIZE   3u

static OS_EVENT *q, *made;
static OS_EVENT other;
static void *ring[SIZE], *ring_of[OS_MAX_QS][1];
static void *msg;
static INT8U code;
static OS_Q_DATA data;

/* A row of digits: what comes out until the queue is empty. */
#define CHECK_CONTENT(digits) \
    do { \
        while (msg = OSQAccept(q, &err), err == OS_ERR_NONE) { \
            log_put((char)('0' + (size_t)msg)); \
        } \
        CHECK_EQ(err, OS_ERR_Q_EMPTY); \
        CHECK(msg == 0); \
        CHECK_LOG(digits); \
    } while (0)

void test_before_start(void)
{
    q = OSQCreate(ring, SIZE);
    CHECK(q != 0);
    CHECK_EQ(q->OSEventType, OS_EVENT_TYPE_Q);
    CHECK(q->OSEventPtr == OSQTbl);
    CHECK(OSQFreeList == &OSQTbl[1]);
    CHECK_EQ(waiting_grp(q), 0);
    CHECK_EQ(OSQPost(q, MSG(1)), OS_ERR_NONE);
    CHECK_ERR(CHECK(OSQPend(q, 0, &err) == MSG(1)), OS_ERR_NONE);
    CHECK_ERR(CHECK(OSQAccept(q, &err) == 0), OS_ERR_Q_EMPTY);
}

static void ring_goes_round(void)
{
    unsigned turn;

    /* Filled from every position of the ring on. */
    for (turn = 0u; turn < SIZE; turn++) {
        CHECK_EQ(OSQPost(q, MSG(1)), OS_ERR_NONE);
        CHECK_EQ(OSQPost(q, MSG(0)), OS_ERR_NONE); /* null is a message */
        CHECK_EQ(OSQPost(q, MSG(2)), OS_ERR_NONE);
        CHECK_EQ(OSQPost(q, MSG(3)), OS_ERR_Q_FULL);
        CHECK_CONTENT("102");
        CHECK_EQ(OSQPostFront(q, MSG(4)), OS_ERR_NONE);
        CHECK_EQ(OSQPost(q, MSG(5)), OS_ERR_NONE);
        CHECK_EQ(OSQPostFront(q, MSG(6)), OS_ERR_NONE);
        CHECK_EQ(OSQPostFront(q, MSG(7)), OS_ERR_Q_FULL);
        CHECK_CONTENT("645");
        CHECK_EQ(OSQPostFront(q, MSG(1)), OS_ERR_NONE);
        CHECK_EQ(OSQPostFront(q, MSG(2)), OS_ERR_NONE);
        CHECK_EQ(OSQPostFront(q, MSG(3)), OS_ERR_NONE);
        CHECK_CONTENT("321");
        CHECK_EQ(OSQPost(q, MSG(8)), OS_ERR_NONE); /* one step on */
        CHECK_CONTENT("8");
    }
}

void test(void)
{
    unsigned i;

    ring_goes_round();

    /* Creation: not in an interrupt; until one kind of control block is used up, and then the other is not lost. */
    IN_ISR(made = OSQCreate(ring, SIZE));
    CHECK(made == 0);
    for (i = 1u; i < OS_MAX_QS; i++) {
        CHECK(OSQCreate(ring_of[i], 1) != 0);
    }
    made = OSEventFreeList;
    CHECK(OSQCreate(ring_of[0], 1) == 0);
    CHECK(OSEventFreeList == made);
    CHECK(OSQFreeList == 0);

    /* Post. */
    CHECK_EQ(OSQPost(0, 0), OS_ERR_PEVENT_NULL);
    CHECK_EQ(OSQPost(&other, 0), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSQPostFront(0, 0), OS_ERR_PEVENT_NULL);
    CHECK_EQ(OSQPostFront(&other, 0), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSQPostOpt(0, 0, OS_POST_OPT_NONE), OS_ERR_PEVENT_NULL);
    CHECK_EQ(OSQPostOpt(&other, 0, OS_POST_OPT_FRONT), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSQPostOpt(q, MSG(1), OS_POST_OPT_NONE), OS_ERR_NONE);
    CHECK_EQ(OSQPostOpt(q, MSG(2), OS_POST_OPT_FRONT), OS_ERR_NONE);
    CHECK_EQ(OSQPostOpt(q, MSG(3), OS_POST_OPT_BROADCAST | OS_POST_OPT_NO_SCHED), OS_ERR_NONE);
    CHECK_EQ(OSQPostOpt(q, MSG(4), OS_POST_OPT_FRONT), OS_ERR_Q_FULL);
    CHECK_CONTENT("213");
    IN_ISR(code = OSQPost(q, MSG(1)));
    CHECK_EQ(code, OS_ERR_NONE);
    IN_ISR(code = OSQPostFront(q, MSG(2)));
    CHECK_EQ(code, OS_ERR_NONE);

    /* Query. */
    CHECK_EQ(OSQQuery(0, 0), OS_ERR_PEVENT_NULL);
    CHECK_EQ(OSQQuery(&other, 0), OS_ERR_PDATA_NULL);
    CHECK_EQ(OSQQuery(&other, &data), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSQQuery(q, &data), OS_ERR_NONE);
    CHECK(data.OSMsg == MSG(2));
    CHECK_EQ(data.OSNMsgs, 2);
    CHECK_EQ(data.OSQSize, SIZE);
    CHECK_EQ(data.OSEventGrp, 0);
    IN_ISR(msg = OSQAccept(q, &err));
    CHECK(msg == MSG(2));
    CHECK_EQ(err, OS_ERR_NONE);

    /* Pend and accept. */
    CHECK_ERR(CHECK(OSQAccept(0, &err) == 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK(OSQAccept(&other, &err) == 0), OS_ERR_EVENT_TYPE);
    CHECK_ERR(CHECK(OSQPend(0, 0, &err) == 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK(OSQPend(&other, 0, &err) == 0), OS_ERR_EVENT_TYPE);
    CHECK_ERR(IN_ISR(msg = OSQPend(q, 0, &err)), OS_ERR_PEND_ISR);
    CHECK(msg == 0);
    OSSchedLock();
    CHECK_ERR(CHECK(OSQPend(q, 0, &err) == 0), OS_ERR_PEND_LOCKED);
    OSSchedUnlock();
    CHECK_ERR(CHECK(OSQPend(q, 0, &err) == MSG(1)), OS_ERR_NONE);
    CHECK_EQ(OSQQuery(q, &data), OS_ERR_NONE);
    CHECK(data.OSMsg == 0);
    CHECK_EQ(data.OSNMsgs, 0);

    /* Flush. */
    CHECK_EQ(OSQFlush(0), OS_ERR_PEVENT_NULL);
    CHECK_EQ(OSQFlush(&other), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSQPost(q, MSG(1)), OS_ERR_NONE);
    CHECK_EQ(OSQPost(q, MSG(2)), OS_ERR_NONE);
    IN_ISR(code = OSQFlush(q));
    CHECK_EQ(code, OS_ERR_NONE);
    CHECK_CONTENT("");
    ring_goes_round();

    /* Deletion gives both control blocks back. */
    CHECK_EQ(OSQPost(q, MSG(1)), OS_ERR_NONE);
    CHECK_ERR(CHECK(OSQDel(q, OS_DEL_NO_PEND, &err) == 0), OS_ERR_NONE);
    CHECK(OSEventFreeList == q);
    CHECK(OSQFreeList == OSQTbl);
    CHECK_EQ(OSQPost(q, MSG(1)), OS_ERR_EVENT_TYPE);
    while (OSSemCreate(0) != 0) {
    }
    CHECK(OSQCreate(ring, SIZE) == 0); /* now without an event control block */
    CHECK(OSQFreeList == OSQTbl);
}
