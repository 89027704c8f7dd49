// SPDX-License-Identifier: Apache-2.0
// Tasks that wait for a mailbox: post, broadcast, timeout, abort, deletion, suspension.
// cfg:
// cfg: OS_LOWEST_PRIO=254
// cfg: OS_Q_EN=0
// cfg: OS_EVENT_MULTI_EN=0 -O0
#include "check.h"

#define MSG(n) ((void *)(size_t)(n))

static OS_EVENT *mbox, *rest;
static OS_EVENT other;
static INT8U mbox_err[64];
static void *mbox_msg[64];
static INT8U code, count;
static OS_MBOX_DATA data;

static void pends(void *p_arg)
{
    const INT8U prio = OSTCBCur->OSTCBPrio;

    for (;;) {
        mbox_err[prio] = 0xEEu;
        mbox_msg[prio] = MSG(0xEE);
        mbox_msg[prio] = OSMboxPend(mbox, (INT32U)p_arg, &mbox_err[prio]);
        log_put((char)('a' + prio - 10u));
        CHECK_EQ(OSTCBCur->OSTCBStat, OS_STAT_RDY); /* whatever ended it: nothing is left of the wait */
        CHECK_EQ(OSTCBCur->OSTCBStatPend, OS_STAT_PEND_OK);
        CHECK(OSTCBCur->OSTCBEventPtr == 0);
        CHECK(OSTCBCur->OSTCBMsg == 0);
        OSTaskSuspend(OS_PRIO_SELF);
    }
}

#define CHECK_WOKEN(prio, error, message) \
    do { \
        CHECK_EQ(mbox_err[prio], error); \
        CHECK(mbox_msg[prio] == MSG(message)); \
        CHECK_EQ(OSTaskResume(prio), OS_ERR_NONE); \
        CHECK_EQ(mbox_err[prio], 0xEE); \
    } while (0)

void test(void)
{
    mbox = OSMboxCreate(0);
    CHECK_EQ(task_new_arg(pends, 11, MSG(4)), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 10, MSG(0)), OS_ERR_NONE);
    CHECK_EQ(tcb(11)->OSTCBStat, OS_STAT_MBOX);
    CHECK_EQ(OSMboxQuery(mbox, &data), OS_ERR_NONE);
    CHECK(data.OSMsg == 0);
    CHECK_EQ(data.OSEventTbl[tcb(10)->OSTCBY], tcb(10)->OSTCBBitX | tcb(11)->OSTCBBitX);

    /* The highest gets it; the mailbox stays empty. */
    CHECK_EQ(OSMboxPost(mbox, MSG(1)), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK(mbox_holds(mbox) == 0);
    CHECK_EQ(OSMboxPost(mbox, MSG(2)), OS_ERR_NONE);
    CHECK_LOG("b");
    CHECK_WOKEN(10, OS_ERR_NONE, 1);
    CHECK_WOKEN(11, OS_ERR_NONE, 2);
    IN_ISR(code = OSMboxPost(mbox, MSG(3)); log_put('i'));
    CHECK_LOG("ia");
    CHECK_WOKEN(10, OS_ERR_NONE, 3);

    /* Everybody; at once, or at the next occasion. */
    CHECK_EQ(OSMboxPostOpt(mbox, MSG(4), OS_POST_OPT_NONE), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_WOKEN(10, OS_ERR_NONE, 4);
    CHECK_EQ(OSMboxPostOpt(mbox, MSG(5), OS_POST_OPT_BROADCAST), OS_ERR_NONE);
    CHECK_LOG("ab");
    CHECK_WOKEN(10, OS_ERR_NONE, 5);
    CHECK_WOKEN(11, OS_ERR_NONE, 5);
    CHECK_EQ(OSMboxPostOpt(mbox, MSG(6), OS_POST_OPT_BROADCAST | OS_POST_OPT_NO_SCHED), OS_ERR_NONE);
    CHECK_LOG("");
    CHECK_EQ(is_rdy(10), OS_TRUE);
    CHECK_EQ(waiting_grp(mbox), 0);
    OSTimeDlyResume(TEST_PRIO); /* does not call the scheduler: there is no delay */
    CHECK_LOG("");
    OSSchedLock();
    OSSchedUnlock();
    CHECK_LOG("ab");
    CHECK_WOKEN(10, OS_ERR_NONE, 6);
    CHECK_WOKEN(11, OS_ERR_NONE, 6);

    /* The timeout; and a message between timeout and running. */
    ticks(3);
    CHECK_LOG("");
    ticks(1);
    CHECK_LOG("b");
    CHECK_WOKEN(11, OS_ERR_TIMEOUT, 0);
    OSSchedLock();
    ticks(4);
    CHECK_EQ(tcb(11)->OSTCBStatPend, OS_STAT_PEND_TO);
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE); /* suspended, waiting, and the higher of the two */
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_MBOX | OS_STAT_SUSPEND);
    CHECK_EQ(OSMboxPost(mbox, MSG(7)), OS_ERR_NONE);
    CHECK_EQ(tcb(10)->OSTCBStat, OS_STAT_SUSPEND);
    CHECK_EQ(is_rdy(10), OS_FALSE);
    CHECK_EQ(OSMboxPost(mbox, MSG(8)), OS_ERR_NONE);
    OSSchedUnlock();
    CHECK_LOG("b");
    CHECK_WOKEN(11, OS_ERR_NONE, 8);
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_WOKEN(10, OS_ERR_NONE, 7);

    /* Abort. */
    CHECK_ERR(CHECK_EQ(OSMboxPendAbort(0, OS_PEND_OPT_NONE, &err), 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK_EQ(OSMboxPendAbort(&other, OS_PEND_OPT_NONE, &err), 0), OS_ERR_EVENT_TYPE);
    CHECK_ERR(CHECK_EQ(OSMboxPendAbort(mbox, OS_PEND_OPT_NONE, &err), 1), OS_ERR_PEND_ABORT);
    CHECK_LOG("a");
    CHECK_WOKEN(10, OS_ERR_PEND_ABORT, 0);
    CHECK_ERR(IN_ISR(count = OSMboxPendAbort(mbox, OS_PEND_OPT_BROADCAST, &err)), OS_ERR_PEND_ABORT);
    CHECK_EQ(count, 2);
    CHECK_LOG("ab");
    CHECK_ERR(CHECK_EQ(OSMboxPendAbort(mbox, OS_PEND_OPT_NONE, &err), 0), OS_ERR_NONE);
    CHECK_WOKEN(10, OS_ERR_PEND_ABORT, 0);
    CHECK_WOKEN(11, OS_ERR_PEND_ABORT, 0);

    /* Deletion. */
    CHECK_ERR(CHECK(OSMboxDel(0, 9, &err) == 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK(OSMboxDel(&other, 9, &err) == &other), OS_ERR_EVENT_TYPE);
    CHECK_ERR(IN_ISR(rest = OSMboxDel(mbox, 9, &err)), OS_ERR_DEL_ISR);
    CHECK(rest == mbox);
    CHECK_ERR(CHECK(OSMboxDel(mbox, OS_DEL_NO_PEND, &err) == mbox), OS_ERR_TASK_WAITING);
    CHECK_ERR(CHECK(OSMboxDel(mbox, 9, &err) == mbox), OS_ERR_INVALID_OPT);
    CHECK_LOG("");
    CHECK_ERR(CHECK(OSMboxDel(mbox, OS_DEL_ALWAYS, &err) == 0), OS_ERR_NONE);
    CHECK_LOG("ab");
    CHECK_EQ(mbox_err[10], OS_ERR_PEND_ABORT);
    CHECK_EQ(mbox_err[11], OS_ERR_PEND_ABORT);
    CHECK_EQ(mbox->OSEventType, OS_EVENT_TYPE_UNUSED);
    CHECK(OSEventFreeList == mbox);
    CHECK_EQ(OSMboxPost(mbox, MSG(1)), OS_ERR_EVENT_TYPE);
    mbox = OSMboxCreate(MSG(1));
    CHECK_ERR(CHECK(OSMboxDel(mbox, OS_DEL_NO_PEND, &err) == 0), OS_ERR_NONE); /* with a message in it */
}
