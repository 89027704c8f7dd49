// SPDX-License-Identifier: Apache-2.0
// OSEventPendMulti: what is available, what comes first, every error code.
// cfg:
// cfg: OS_LOWEST_PRIO=254
// cfg: OS_MUTEX_EN=0 -O0
#include "check.h"

#define MSG(n) ((void *)(size_t)(n))
#define ROOM   5u

static OS_EVENT *sem, *mbox, *q;
static OS_EVENT other;
static void *ring[4];
static OS_EVENT *several[ROOM], *rdy[ROOM];
static void *msgs[ROOM];
static INT16U count;
static INT8U multi_err;

/* What the call must not touch shows. */
static void prepare(void)
{
    unsigned i;

    for (i = 0u; i < ROOM; i++) {
        rdy[i] = &other;
        msgs[i] = MSG(0xEE);
    }
}

#define PEND(timeout) (prepare(), OSEventPendMulti(several, rdy, msgs, timeout, &err))

static void waits(void *p_arg)
{
    for (;;) {
        prepare();
        multi_err = 0xEEu;
        count = OSEventPendMulti(several, rdy, msgs, (INT32U)p_arg, &multi_err);
        log_put('w');
        CHECK_EQ(OSTCBCur->OSTCBStat, OS_STAT_RDY); /* whatever ended it: nothing is left of the wait */
        CHECK_EQ(OSTCBCur->OSTCBStatPend, OS_STAT_PEND_OK);
        CHECK(OSTCBCur->OSTCBEventPtr == 0);
        CHECK(OSTCBCur->OSTCBEventMultiPtr == 0);
        CHECK(OSTCBCur->OSTCBMsg == 0);
        OSTaskSuspend(OS_PRIO_SELF);
    }
}

#define CHECK_WOKEN(error, event, message) \
    do { \
        CHECK_LOG("w"); \
        CHECK_EQ(multi_err, error); \
        CHECK_EQ(count, (event) ? 1 : 0); \
        CHECK(rdy[0] == (event)); \
        CHECK(rdy[1] == ((event) ? 0 : &other)); \
        CHECK(msgs[0] == MSG(message)); \
        CHECK(msgs[1] == MSG(0xEE)); \
        CHECK_EQ(waiting_grp(sem), 0); \
        CHECK_EQ(waiting_grp(mbox), 0); \
        CHECK_EQ(waiting_grp(q), 0); \
        CHECK_EQ(OSTaskResume(20), OS_ERR_NONE); \
        CHECK_EQ(multi_err, 0xEE); \
    } while (0)

void test(void)
{
    sem = OSSemCreate(2);
    mbox = OSMboxCreate(MSG(1));
    q = OSQCreate(ring, 4);
    CHECK_EQ(OSQPost(q, MSG(0)), OS_ERR_NONE);
    CHECK_EQ(OSQPost(q, MSG(2)), OS_ERR_NONE);

    /* All that are available, in the order of the array; once each, and an event may be there twice. */
    several[0] = q;
    several[1] = sem;
    several[2] = mbox;
    several[3] = sem;
    CHECK_ERR(CHECK_EQ(PEND(0), 4), OS_ERR_NONE);
    CHECK((rdy[0] == q) && (rdy[1] == sem) && (rdy[2] == mbox) && (rdy[3] == sem) && (rdy[4] == 0));
    CHECK((msgs[0] == 0) && (msgs[1] == 0) && (msgs[2] == MSG(1)) && (msgs[3] == 0) && (msgs[4] == MSG(0xEE)));
    CHECK_EQ(sem_cnt(sem), 0);
    CHECK(mbox_holds(mbox) == 0);
    several[3] = 0;
    CHECK_ERR(CHECK_EQ(PEND(7), 1), OS_ERR_NONE); /* one of them: no wait for the others */
    CHECK((rdy[0] == q) && (rdy[1] == 0) && (rdy[2] == &other));
    CHECK((msgs[0] == MSG(2)) && (msgs[1] == MSG(0xEE)));
    CHECK_EQ(DLY(TEST_PRIO), 0);

    /* Errors, in the order of their tests. */
    CHECK_ERR(CHECK_EQ(OSEventPendMulti(0, rdy, msgs, 0, &err), 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK_EQ(OSEventPendMulti(several, 0, msgs, 0, &err), 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK_EQ(OSEventPendMulti(several, rdy, 0, 0, &err), 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK_EQ(OSEventPendMulti(&several[3], rdy, msgs, 0, &err), 0), OS_ERR_PEVENT_NULL);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    OSSchedLock();
    CHECK_ERR(CHECK_EQ(PEND(0), 0), OS_ERR_PEND_LOCKED);
    CHECK((rdy[0] == 0) && (msgs[0] == MSG(0xEE)));
    several[2] = &other;
    CHECK_ERR(CHECK_EQ(PEND(0), 0), OS_ERR_EVENT_TYPE);
    CHECK(rdy[0] == 0);
    CHECK_ERR(IN_ISR(count = PEND(0)), OS_ERR_EVENT_TYPE);
    OSSchedUnlock();
#if OS_MUTEX_EN > 0u
    CHECK_ERR(several[2] = OSMutexCreate(9, &err), OS_ERR_NONE);
    CHECK_ERR(CHECK_EQ(PEND(0), 0), OS_ERR_EVENT_TYPE);
#endif
    several[2] = mbox;
    CHECK_ERR(IN_ISR(count = PEND(0)), OS_ERR_PEND_ISR);
    CHECK_EQ(count, 0);
    CHECK_EQ(OSSemAccept(sem), 1);

    /* The wait: in all three lists, for the first that comes. */
    CHECK_EQ(task_new_arg(waits, 20, (void *)4), OS_ERR_NONE);
    CHECK_EQ(tcb(20)->OSTCBStat, OS_STAT_MULTI | OS_STAT_SEM | OS_STAT_MBOX | OS_STAT_Q);
    CHECK_EQ(waiting_row(sem, tcb(20)->OSTCBY), tcb(20)->OSTCBBitX);
    CHECK_EQ(waiting_row(mbox, tcb(20)->OSTCBY), tcb(20)->OSTCBBitX);
    CHECK_EQ(waiting_row(q, tcb(20)->OSTCBY), tcb(20)->OSTCBBitX);
    CHECK(tcb(20)->OSTCBEventMultiPtr == several);
    CHECK_EQ(OSMboxPost(mbox, MSG(3)), OS_ERR_NONE);
    CHECK_WOKEN(OS_ERR_NONE, mbox, 3);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_WOKEN(OS_ERR_NONE, sem, 0);
    CHECK_EQ(OSQPost(q, MSG(4)), OS_ERR_NONE);
    CHECK_WOKEN(OS_ERR_NONE, q, 4);
    CHECK_EQ(OSQPost(q, MSG(0)), OS_ERR_NONE);
    CHECK_WOKEN(OS_ERR_NONE, q, 0);

    /* What comes second stays where it is, and is taken the next time. */
    IN_ISR(OSQPost(q, MSG(5)); OSMboxPost(mbox, MSG(6)); OSSemPost(sem));
    CHECK_LOG("w");
    CHECK((count == 1) && (rdy[0] == q) && (msgs[0] == MSG(5)));
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_LOG("w");
    CHECK((count == 2) && (rdy[0] == sem) && (rdy[1] == mbox) && (rdy[2] == 0) && (msgs[1] == MSG(6)));
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);

    /* The timeout; and a post after it, in time. */
    ticks(3);
    CHECK_LOG("");
    ticks(1);
    CHECK_WOKEN(OS_ERR_TIMEOUT, 0, 0);
    OSSchedLock();
    ticks(4);
    CHECK_EQ(OSMboxPost(mbox, MSG(7)), OS_ERR_NONE);
    OSSchedUnlock();
    CHECK_WOKEN(OS_ERR_NONE, mbox, 7);
    CHECK_EQ(OSTimeDlyResume(20), OS_ERR_NONE);
    CHECK_WOKEN(OS_ERR_TIMEOUT, 0, 0);

    /* Abort and deletion name the event. */
    CHECK_ERR(CHECK_EQ(OSQPendAbort(q, OS_PEND_OPT_NONE, &err), 1), OS_ERR_PEND_ABORT);
    CHECK_WOKEN(OS_ERR_PEND_ABORT, q, 0);
    CHECK_ERR(CHECK_EQ(OSSemPendAbort(sem, OS_PEND_OPT_BROADCAST, &err), 1), OS_ERR_PEND_ABORT);
    CHECK_WOKEN(OS_ERR_PEND_ABORT, sem, 0);
    CHECK_ERR(CHECK(OSMboxDel(mbox, OS_DEL_ALWAYS, &err) == 0), OS_ERR_NONE);
    CHECK_LOG("w");
    CHECK_EQ(multi_err, OS_ERR_PEND_ABORT);
    CHECK((count == 1) && (rdy[0] == mbox) && (rdy[1] == 0) && (msgs[0] == 0));
    several[2] = 0;
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);

    /* Posted, and deleted before the task ran: there is no event any more to give a message. */
    OSSchedLock();
    CHECK_EQ(OSQPost(q, MSG(8)), OS_ERR_NONE);
    CHECK_ERR(CHECK(OSQDel(q, OS_DEL_NO_PEND, &err) == 0), OS_ERR_NONE);
    OSSchedUnlock();
    CHECK_LOG("w");
    CHECK_EQ(multi_err, OS_ERR_EVENT_TYPE);
    CHECK((count == 1) && (rdy[0] == q) && (rdy[1] == 0) && (msgs[0] == MSG(0xEE)));
    CHECK_EQ(waiting_grp(sem), 0);
}
