// SPDX-License-Identifier: Apache-2.0
// Tasks that wait for a queue: post, broadcast, timeout, abort, deletion, change of priority.
// cfg:
// cfg: OS_LOWEST_PRIO=254
// cfg: OS_EVENT_MULTI_EN=0 -O0
#include "check.h"

#define MSG(n) ((void *)(size_t)(n))
#define SIZE   2u

static OS_EVENT *q, *rest;
static OS_EVENT other;
static void *ring[SIZE];
static INT8U q_err[3];
static void *q_msg[3];
static INT8U count;
static OS_Q_DATA data;
static OS_TCB copy;

static void pends(void *p_arg)
{
    const unsigned n = OSTCBCur->OSTCBPrio - 10u;

    for (;;) {
        q_err[n] = 0xEEu;
        q_msg[n] = OSQPend(q, (INT32U)p_arg, &q_err[n]);
        log_put((char)('a' + n));
        CHECK_EQ(OSTCBCur->OSTCBStat, OS_STAT_RDY);
        CHECK_EQ(OSTCBCur->OSTCBStatPend, OS_STAT_PEND_OK);
        CHECK(OSTCBCur->OSTCBEventPtr == 0);
        CHECK(OSTCBCur->OSTCBMsg == 0);
        OSTaskSuspend(OS_PRIO_SELF);
    }
}

#define CHECK_WOKEN(prio, error, message) \
    do { \
        CHECK_EQ(q_err[(prio) - 10u], error); \
        CHECK(q_msg[(prio) - 10u] == MSG(message)); \
        CHECK_EQ(OSTaskResume(prio), OS_ERR_NONE); \
        CHECK_EQ(q_err[(prio) - 10u], 0xEE); \
    } while (0)

void test(void)
{
    q = OSQCreate(ring, SIZE);
    CHECK_EQ(task_new_arg(pends, 12, MSG(0)), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 10, MSG(3)), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 11, MSG(0)), OS_ERR_NONE);
    CHECK_EQ(OSTaskQuery(12, &copy), OS_ERR_NONE);
    CHECK_EQ(copy.OSTCBStat, OS_STAT_Q);
    CHECK(copy.OSTCBEventPtr == q);
    CHECK_EQ(OSQQuery(q, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSNMsgs, 0);
    CHECK_EQ(data.OSEventTbl[tcb(10)->OSTCBY], tcb(10)->OSTCBBitX | tcb(11)->OSTCBBitX | tcb(12)->OSTCBBitX);

    /* To the highest; FRONT makes no difference for one who waits. Null is a message. */
    CHECK_EQ(OSQPost(q, MSG(1)), OS_ERR_NONE);
    CHECK_EQ(OSQPostFront(q, MSG(0)), OS_ERR_NONE);
    CHECK_EQ(OSQPostOpt(q, MSG(3), OS_POST_OPT_FRONT), OS_ERR_NONE);
    CHECK_LOG("abc");
    CHECK_WOKEN(10, OS_ERR_NONE, 1);
    CHECK_WOKEN(11, OS_ERR_NONE, 0);
    CHECK_WOKEN(12, OS_ERR_NONE, 3);

    /* In interrupts and while locked they run later, each with its own. */
    IN_ISR(OSQPost(q, MSG(4)); OSQPost(q, MSG(5)); OSQPost(q, MSG(6)); OSQPost(q, MSG(7)); log_put('i'));
    CHECK_LOG("iabc");
    CHECK_EQ(q_err[0], OS_ERR_NONE);
    CHECK(q_msg[0] == MSG(4));
    CHECK_EQ(OSTaskResume(10), OS_ERR_NONE); /* takes the fourth */
    CHECK_LOG("a");
    CHECK_WOKEN(10, OS_ERR_NONE, 7);
    CHECK_WOKEN(11, OS_ERR_NONE, 5);
    CHECK_WOKEN(12, OS_ERR_NONE, 6);

    /* Broadcast. */
    CHECK_EQ(OSQPostOpt(q, MSG(8), OS_POST_OPT_BROADCAST), OS_ERR_NONE);
    CHECK_LOG("abc");
    CHECK_WOKEN(10, OS_ERR_NONE, 8);
    CHECK_WOKEN(11, OS_ERR_NONE, 8);
    CHECK_WOKEN(12, OS_ERR_NONE, 8);
    CHECK_EQ(OSQPostOpt(q, MSG(9), OS_POST_OPT_BROADCAST | OS_POST_OPT_NO_SCHED), OS_ERR_NONE);
    CHECK_LOG("");
    CHECK_EQ(OSQPostOpt(q, MSG(9), OS_POST_OPT_NO_SCHED), OS_ERR_NONE); /* nobody waits any more: into the ring */
    IN_ISR(log_put('i'));
    CHECK_LOG("iabc");
    CHECK_ERR(CHECK(OSQAccept(q, &err) == MSG(9)), OS_ERR_NONE);
    CHECK_WOKEN(10, OS_ERR_NONE, 9);
    CHECK_WOKEN(11, OS_ERR_NONE, 9);
    CHECK_WOKEN(12, OS_ERR_NONE, 9);

    /* The timeout, and a message that comes after it, but in time. */
    ticks(3);
    CHECK_LOG("a");
    CHECK_WOKEN(10, OS_ERR_TIMEOUT, 0);
    IN_ISR(OSTimeTick(); OSTimeTick(); OSTimeTick(); OSQPost(q, MSG(1)));
    CHECK_LOG("a");
    CHECK_WOKEN(10, OS_ERR_NONE, 1);
    CHECK_EQ(OSTimeDlyResume(10), OS_ERR_NONE);
    CHECK_LOG("a");
    CHECK_WOKEN(10, OS_ERR_TIMEOUT, 0);
    CHECK_EQ(OSTimeDlyResume(11), OS_ERR_TIME_NOT_DLY);

    /* The place in the list goes with the priority. */
    CHECK_EQ(OSTaskChangePrio(12, 9), OS_ERR_NONE);
    CHECK_EQ(OSQPost(q, MSG(2)), OS_ERR_NONE);
    CHECK_LOG("c");
    CHECK_EQ(OSTaskChangePrio(9, 12), OS_ERR_NONE);
    CHECK_WOKEN(12, OS_ERR_NONE, 2);

    /* A task of the highest priority of all runs at once, too. */
    CHECK_EQ(OSTaskChangePrio(12, 0), OS_ERR_NONE);
    CHECK_EQ(OSQPostOpt(q, MSG(3), OS_POST_OPT_NONE), OS_ERR_NONE);
    CHECK_LOG("c");
    CHECK_EQ(OSTaskChangePrio(0, 12), OS_ERR_NONE);
    CHECK_WOKEN(12, OS_ERR_NONE, 3);
    CHECK_EQ(OSTaskChangePrio(12, 0), OS_ERR_NONE);
    CHECK_EQ(OSQPost(q, MSG(4)), OS_ERR_NONE);
    CHECK_LOG("c");
    CHECK_EQ(OSTaskChangePrio(0, 12), OS_ERR_NONE);
    CHECK_WOKEN(12, OS_ERR_NONE, 4);

    /* Abort. */
    CHECK_ERR(CHECK_EQ(OSQPendAbort(0, OS_PEND_OPT_NONE, &err), 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK_EQ(OSQPendAbort(&other, OS_PEND_OPT_NONE, &err), 0), OS_ERR_EVENT_TYPE);
    CHECK_ERR(CHECK_EQ(OSQPendAbort(q, OS_PEND_OPT_NONE, &err), 1), OS_ERR_PEND_ABORT);
    CHECK_LOG("a");
    CHECK_WOKEN(10, OS_ERR_PEND_ABORT, 0);
    CHECK_ERR(IN_ISR(count = OSQPendAbort(q, OS_PEND_OPT_BROADCAST, &err); log_put('i')), OS_ERR_PEND_ABORT);
    CHECK_EQ(count, 3);
    CHECK_LOG("iabc");
    CHECK_ERR(CHECK_EQ(OSQPendAbort(q, OS_PEND_OPT_NONE, &err), 0), OS_ERR_NONE);
    CHECK_WOKEN(10, OS_ERR_PEND_ABORT, 0);
    CHECK_WOKEN(11, OS_ERR_PEND_ABORT, 0);
    CHECK_WOKEN(12, OS_ERR_PEND_ABORT, 0);

    /* Deletion, of a waiting task and of the queue. */
    CHECK_EQ(OSTaskDel(11), OS_ERR_NONE);
    CHECK_EQ(OSQQuery(q, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSEventTbl[tcb(10)->OSTCBY], tcb(10)->OSTCBBitX | tcb(12)->OSTCBBitX);
    CHECK_ERR(CHECK(OSQDel(0, 9, &err) == 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK(OSQDel(&other, 9, &err) == &other), OS_ERR_EVENT_TYPE);
    CHECK_ERR(IN_ISR(rest = OSQDel(q, 9, &err)), OS_ERR_DEL_ISR);
    CHECK(rest == q);
    CHECK_ERR(CHECK(OSQDel(q, OS_DEL_NO_PEND, &err) == q), OS_ERR_TASK_WAITING);
    CHECK_ERR(CHECK(OSQDel(q, 9, &err) == q), OS_ERR_INVALID_OPT);
    CHECK_EQ(q->OSEventType, OS_EVENT_TYPE_Q);
    CHECK_ERR(CHECK(OSQDel(q, OS_DEL_ALWAYS, &err) == 0), OS_ERR_NONE);
    CHECK_LOG("ac");
    CHECK_EQ(q_err[0], OS_ERR_PEND_ABORT);
    CHECK_EQ(q_err[2], OS_ERR_PEND_ABORT);
    CHECK(OSQFreeList == OSQTbl);
}
