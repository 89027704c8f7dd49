// SPDX-License-Identifier: Apache-2.0
// Mailboxes, nobody waiting: OSMboxCreate, OSMboxAccept, OSMboxPost, OSMboxPostOpt, OSMboxPend, OSMboxQuery.
// cfg:
// cfg: OS_LOWEST_PRIO=254
// cfg: OS_MBOX_POST_EN=0 OS_EVENT_MULTI_EN=0
#include "check.h"

#if OS_MBOX_POST_EN == 0u
#define OSMboxPost(pevent, pmsg) OSMboxPostOpt(pevent, pmsg, OS_POST_OPT_NONE)
#endif
#define MSG(n) ((void *)(size_t)(n))

static OS_EVENT *mbox, *made;
static OS_EVENT other;
static void *msg;
static INT8U code;
static OS_MBOX_DATA data;

void test_before_start(void)
{
    mbox = OSMboxCreate(MSG(1));
    CHECK(mbox != 0);
    CHECK_EQ(mbox->OSEventType, OS_EVENT_TYPE_MBOX);
    CHECK(mbox_holds(mbox) == MSG(1));
    CHECK_EQ(mbox->OSEventCnt, 0);
    CHECK_EQ(waiting_grp(mbox), 0);
    CHECK_EQ(OSMboxPost(mbox, MSG(2)), OS_ERR_MBOX_FULL);
    CHECK(OSMboxAccept(mbox) == MSG(1));
    CHECK_EQ(OSMboxPost(mbox, MSG(2)), OS_ERR_NONE);
    CHECK_ERR(CHECK(OSMboxPend(mbox, 0, &err) == MSG(2)), OS_ERR_NONE);
}

void test(void)
{
    /* Creation: not in an interrupt; until there is none left. */
    IN_ISR(made = OSMboxCreate(MSG(1)));
    CHECK(made == 0);
    OSSchedLock();
    while ((made = OSMboxCreate(0)) != 0) {
        CHECK(mbox_holds(made) == 0);
    }
    OSSchedUnlock();
    CHECK(OSEventFreeList == 0);

    /* Accept. */
    CHECK(OSMboxAccept(0) == 0);
    other.OSEventPtr = MSG(5);
    CHECK(OSMboxAccept(&other) == 0);
    CHECK(other.OSEventPtr == MSG(5));
    CHECK(OSMboxAccept(mbox) == 0);
    CHECK_EQ(OSMboxPost(mbox, MSG(6)), OS_ERR_NONE);
    IN_ISR(msg = OSMboxAccept(mbox));
    CHECK(msg == MSG(6));
    CHECK(OSMboxAccept(mbox) == 0);

    /* Post: the order of the tests; a full mailbox keeps its message. */
    CHECK_EQ(OSMboxPost(0, 0), OS_ERR_PEVENT_NULL);
    CHECK_EQ(OSMboxPost(&other, 0), OS_ERR_POST_NULL_PTR);
    CHECK_EQ(OSMboxPost(mbox, 0), OS_ERR_POST_NULL_PTR);
    CHECK_EQ(OSMboxPost(&other, MSG(1)), OS_ERR_EVENT_TYPE);
    IN_ISR(code = OSMboxPost(mbox, MSG(7)));
    CHECK_EQ(code, OS_ERR_NONE);
    IN_ISR(code = OSMboxPost(mbox, MSG(8)));
    CHECK_EQ(code, OS_ERR_MBOX_FULL);
    CHECK_EQ(OSMboxPost(mbox, MSG(8)), OS_ERR_MBOX_FULL);
    CHECK(OSMboxAccept(mbox) == MSG(7));
    CHECK_EQ(OSMboxPostOpt(0, 0, OS_POST_OPT_NONE), OS_ERR_PEVENT_NULL);
    CHECK_EQ(OSMboxPostOpt(&other, 0, OS_POST_OPT_NONE), OS_ERR_POST_NULL_PTR);
    CHECK_EQ(OSMboxPostOpt(&other, MSG(1), OS_POST_OPT_NONE), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSMboxPostOpt(mbox, MSG(9), OS_POST_OPT_BROADCAST | OS_POST_OPT_NO_SCHED), OS_ERR_NONE);
    CHECK_EQ(OSMboxPostOpt(mbox, MSG(10), OS_POST_OPT_BROADCAST), OS_ERR_MBOX_FULL);

    /* Query leaves the message where it is. */
    CHECK_EQ(OSMboxQuery(0, 0), OS_ERR_PEVENT_NULL);
    CHECK_EQ(OSMboxQuery(&other, 0), OS_ERR_PDATA_NULL);
    CHECK_EQ(OSMboxQuery(&other, &data), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSMboxQuery(mbox, &data), OS_ERR_NONE);
    CHECK(data.OSMsg == MSG(9));
    CHECK_EQ(data.OSEventGrp, 0);
    IN_ISR(code = OSMboxQuery(mbox, &data));
    CHECK_EQ(code, OS_ERR_NONE);

    /* Pend: a message that is there is not given to interrupts, nor with the scheduler locked. */
    CHECK_ERR(CHECK(OSMboxPend(0, 0, &err) == 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK(OSMboxPend(&other, 0, &err) == 0), OS_ERR_EVENT_TYPE);
    CHECK_ERR(IN_ISR(msg = OSMboxPend(&other, 0, &err)), OS_ERR_EVENT_TYPE);
    CHECK_ERR(IN_ISR(msg = OSMboxPend(mbox, 0, &err)), OS_ERR_PEND_ISR);
    CHECK(msg == 0);
    OSSchedLock();
    CHECK_ERR(IN_ISR(msg = OSMboxPend(mbox, 0, &err)), OS_ERR_PEND_ISR);
    CHECK_ERR(CHECK(OSMboxPend(mbox, 0, &err) == 0), OS_ERR_PEND_LOCKED);
    OSSchedUnlock();
    CHECK_ERR(CHECK(OSMboxPend(mbox, 5, &err) == MSG(9)), OS_ERR_NONE);
    CHECK_EQ(DLY(TEST_PRIO), 0);
    CHECK(mbox_holds(mbox) == 0);
}
