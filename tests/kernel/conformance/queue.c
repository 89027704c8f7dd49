// SPDX-License-Identifier: Apache-2.0
// Message queues.
#include "conform.h"

#define MESSAGE(n) ((void *)(n))
#define SIZE       3u

static OS_EVENT *queue, *sem;
static OS_EVENT not_created;
static void *storage[SIZE];
static OS_Q_DATA data;

/* Logs the queue as OSQQuery() returns it: next message, number of messages and size, and its waiters. */
static void query(void)
{
    CODE(OSQQuery(queue, &data));
    SAY("next %u queued %u/%u", (INT32U)data.OSMsg, data.OSNMsgs, data.OSQSize);
    WAITS(data);
}

static void create(void)
{
    queue = OSQCreate(storage, SIZE);
}

/* Fills the queue with the messages 1, 2, 3. */
static void fill(void)
{
    INT32U n;

    for (n = 1u; n <= SIZE; n++) {
        (void)OSQPost(queue, MESSAGE(n));
    }
}

/* Removes and logs each message in the queue. */
static void drain(void)
{
    INT8U err;
    void *message = OSQAccept(queue, &err);

    while (err == OS_ERR_NONE) {
        SAY("got %u", (INT32U)message);
        message = OSQAccept(queue, &err);
    }
}

// ------------------------------------------------------------------------------------------------------- create

// A queue is created empty.
CASE(queue_create,
     "M OSQCreate set, M OSQQuery NONE, M next 0 queued 0/3, M waits")
{
    POINTER(queue = OSQCreate(storage, SIZE));
    query();
}

// A queue can be created and used before OSStart().
CASE_MAIN(queue_before_start,
          "main OSQCreate set, main OSQPost NONE, main OSQPendAbort 0 NONE, main OSQAccept 7 NONE, main OSQPost NONE"
          "A OSQPend 8 NONE")
{
    POINTER(queue = OSQCreate(storage, SIZE));
    CODE(OSQPost(queue, MESSAGE(7)));
    VALUE_ERR(OSQPendAbort(queue, OS_PEND_OPT_NONE, &err));
    VALUE_ERR(OSQAccept(queue, &err));
    CODE(OSQPost(queue, MESSAGE(8)));
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)); END());
    OSStart();
}

// An interrupt cannot create a queue.
CASE(queue_create_in_isr,
     "isr OSQCreate null")
{
    ISR(POINTER(OSQCreate(storage, SIZE)));
}

// OS_MAX_QS limits the number of queues. A failed creation uses up no event control block.
CASE(queue_create_depleted,
     "M OSQCreate set, M OSQCreate set, M OSQCreate set, M OSQCreate set, M OSSemCreate set, M OSQDel NONE"
     "M OSQCreate set, M OSQCreate null")
{
    INT32U n;

    for (n = 0u; n < OS_MAX_QS; n++) {
        POINTER(queue = OSQCreate(storage, SIZE));
    }
    for (n = 0u; n < OS_MAX_EVENTS; n++) {
        if (OSQCreate(storage, SIZE) != 0) {
            SAY("one too many");
        }
    }
    POINTER(OSSemCreate(0));
    ERR(OSQDel(queue, OS_DEL_NO_PEND, &err));
    POINTER(OSQCreate(storage, SIZE));
    POINTER(OSQCreate(storage, SIZE));
}

// Without a free event control block no queue can be created.
CASE(queue_create_no_ecb,
     "M OSQCreate null, M OSSemDel NONE, M OSQCreate set")
{
    OS_EVENT *last;

    while ((last = OSSemCreate(0)) != 0) {
        sem = last;
    }
    POINTER(OSQCreate(storage, SIZE));
    ERR(OSSemDel(sem, OS_DEL_NO_PEND, &err));
    POINTER(OSQCreate(storage, SIZE));
}

// A queue of size 0 stores no message, but hands messages to waiters.
CASE(queue_of_size_0,
     "M OSQQuery NONE, M next 0 queued 0/0, M waits, M OSQPost Q_FULL, M OSQPostFront Q_FULL, M OSQPostOpt Q_FULL"
     "M OSQAccept 0 Q_EMPTY, A OSQPend 8 NONE, M OSQPost NONE")
{
    queue = OSQCreate(storage, 0);
    query();
    CODE(OSQPost(queue, MESSAGE(7)));
    CODE(OSQPostFront(queue, MESSAGE(7)));
    CODE(OSQPostOpt(queue, MESSAGE(7), OS_POST_OPT_NONE));
    VALUE_ERR(OSQAccept(queue, &err));
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)));
    CODE(OSQPost(queue, MESSAGE(8)));
}

// -------------------------------------------------------------------------------------------------------- order

// Messages come out in the order in which they were posted.
CASE(queue_fifo,
     "M OSQPost NONE, M OSQPostOpt NONE, M OSQPost NONE, M OSQQuery NONE, M next 1 queued 3/3, M waits, M got 1"
     "M got 2, M got 3, M OSQQuery NONE, M next 0 queued 0/3, M waits")
{
    create();
    CODE(OSQPost(queue, MESSAGE(1)));
    CODE(OSQPostOpt(queue, MESSAGE(2), OS_POST_OPT_NONE));
    CODE(OSQPost(queue, MESSAGE(3)));
    query();
    drain();
    query();
}

// Messages that are posted to the front come out in the reverse order.
CASE(queue_lifo,
     "M OSQPostFront NONE, M OSQPostOpt NONE, M OSQPostFront NONE, M OSQQuery NONE, M next 3 queued 3/3, M waits"
     "M got 3, M got 2, M got 1")
{
    create();
    CODE(OSQPostFront(queue, MESSAGE(1)));
    CODE(OSQPostOpt(queue, MESSAGE(2), OS_POST_OPT_FRONT));
    CODE(OSQPostFront(queue, MESSAGE(3)));
    query();
    drain();
}

// A message posted to the front overtakes the queued messages.
CASE(queue_front_overtakes,
     "M OSQPost NONE, M OSQPostFront NONE, M OSQPost NONE, M got 2, M got 1, M got 3")
{
    create();
    CODE(OSQPost(queue, MESSAGE(1)));
    CODE(OSQPostFront(queue, MESSAGE(2)));
    CODE(OSQPost(queue, MESSAGE(3)));
    drain();
}

// The queue is a ring buffer: posts to the back and to the front wrap around the ends of its array.
CASE(queue_wraps,
     "M OSQAccept 1 NONE, M OSQPost NONE, M OSQAccept 2 NONE, M OSQPost NONE, M OSQAccept 3 NONE, M OSQPost NONE"
     "M OSQAccept 4 NONE, M OSQPost NONE, M OSQAccept 5 NONE, M OSQPost NONE, M got 6, M got 7, M got 8, M got 11"
     "M got 21, M got 12, M got 22, M got 13, M got 23, M got 14, M got 24, M got 15, M got 25")
{
    INT32U n;

    create();
    fill();
    for (n = 4u; n < 9u; n++) {
        VALUE_ERR(OSQAccept(queue, &err));
        CODE(OSQPost(queue, MESSAGE(n)));
    }
    drain();
    for (n = 1u; n < 6u; n++) {
        (void)OSQPostFront(queue, MESSAGE(10u + n));
        (void)OSQPost(queue, MESSAGE(20u + n));
        drain();
    }
}

// OSQPostOpt() also wraps around the ends of the queue's array, at the back and at the front.
CASE(queue_post_opt_wraps,
     "M OSQPostOpt NONE, M OSQPostOpt NONE, M got 11, M got 1, M OSQPostOpt NONE, M OSQPostOpt NONE, M got 12, M got 2"
     "M OSQPostOpt NONE, M OSQPostOpt NONE, M got 13, M got 3, M OSQPostOpt NONE, M OSQPostOpt NONE, M got 14, M got 4"
     "M OSQPostOpt NONE, M OSQPostOpt NONE, M got 15, M got 5")
{
    INT32U n;

    create();
    for (n = 1u; n < 6u; n++) {
        CODE(OSQPostOpt(queue, MESSAGE(n), OS_POST_OPT_NONE));
        CODE(OSQPostOpt(queue, MESSAGE(10u + n), OS_POST_OPT_FRONT));
        drain();
    }
}

/* Removes all messages from the queue, and logs them as the digits of one number. */
static void drain_as_digits(void)
{
    INT8U err;
    INT32U digits = 0u;
    void *message = OSQAccept(queue, &err);

    while (err == OS_ERR_NONE) {
        digits = digits * 10u + (INT32U)message;
        message = OSQAccept(queue, &err);
    }
    SAY("out %u", digits);
}

// From each start position in its array, the queue holds SIZE messages, and rejects one more at the back or the front.
CASE(queue_full_from_each_place,
     "M OSQPost Q_FULL, M out 102, M OSQPostFront Q_FULL, M out 645, M out 321, M out 8"
     "M OSQPost Q_FULL, M out 102, M OSQPostFront Q_FULL, M out 645, M out 321, M out 8"
     "M OSQPost Q_FULL, M out 102, M OSQPostFront Q_FULL, M out 645, M out 321, M out 8"
     "M OSQPost Q_FULL, M out 102, M OSQPostFront Q_FULL, M out 645, M out 321, M out 8")
{
    INT32U n;

    create();
    for (n = 0u; n < SIZE + 1u; n++) {
        (void)OSQPost(queue, MESSAGE(1));
        (void)OSQPost(queue, MESSAGE(0));
        (void)OSQPost(queue, MESSAGE(2));
        CODE(OSQPost(queue, MESSAGE(3)));
        drain_as_digits();
        (void)OSQPostFront(queue, MESSAGE(4));
        (void)OSQPost(queue, MESSAGE(5));
        (void)OSQPostFront(queue, MESSAGE(6));
        CODE(OSQPostFront(queue, MESSAGE(7)));
        drain_as_digits();
        (void)OSQPostFront(queue, MESSAGE(1));
        (void)OSQPostFront(queue, MESSAGE(2));
        (void)OSQPostFront(queue, MESSAGE(3));
        drain_as_digits();
        if (n == SIZE - 1u) {
            (void)OSQPost(queue, MESSAGE(9));
            (void)OSQFlush(queue);
        }
        (void)OSQPost(queue, MESSAGE(8)); /* the next round starts one position further */
        drain_as_digits();
    }
}

// A full queue accepts no message, at either end, and loses none.
CASE(queue_full,
     "M OSQPost Q_FULL, M OSQPostFront Q_FULL, M OSQPostOpt Q_FULL, M OSQPostOpt Q_FULL, M OSQPostOpt Q_FULL"
     "M OSQQuery NONE, M next 1 queued 3/3, M waits, M got 1, M got 2, M got 3")
{
    create();
    fill();
    CODE(OSQPost(queue, MESSAGE(7)));
    CODE(OSQPostFront(queue, MESSAGE(7)));
    CODE(OSQPostOpt(queue, MESSAGE(7), OS_POST_OPT_NONE));
    CODE(OSQPostOpt(queue, MESSAGE(7), OS_POST_OPT_FRONT));
    CODE(OSQPostOpt(queue, MESSAGE(7), OS_POST_OPT_BROADCAST));
    query();
    drain();
}

// A null message is a valid message.
CASE(queue_null_messages,
     "M OSQPost NONE, M OSQPostFront NONE, M OSQPostOpt NONE, M OSQQuery NONE, M next 0 queued 3/3, M waits"
     "M OSQPend 0 NONE, M OSQAccept 0 NONE, M OSQAccept 0 NONE, M OSQAccept 0 Q_EMPTY, A OSQPend 0 NONE"
     "M OSQPost NONE")
{
    create();
    CODE(OSQPost(queue, 0));
    CODE(OSQPostFront(queue, 0));
    CODE(OSQPostOpt(queue, 0, OS_POST_OPT_NONE));
    query();
    VALUE_ERR(OSQPend(queue, 0, &err));
    VALUE_ERR(OSQAccept(queue, &err));
    VALUE_ERR(OSQAccept(queue, &err));
    VALUE_ERR(OSQAccept(queue, &err));
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)));
    CODE(OSQPost(queue, 0));
}

// ------------------------------------------------------------------------------------------------------- accept

// Accept rejects an invalid queue; an interrupt may accept.
CASE(queue_accept_codes,
     "M OSQAccept 0 PEVENT_NULL, M OSQAccept 0 EVENT_TYPE, M OSQAccept 0 EVENT_TYPE, M OSQAccept 0 Q_EMPTY"
     "M OSQPost NONE, isr OSQAccept 7 NONE, isr OSQAccept 0 Q_EMPTY")
{
    create();
    sem = OSSemCreate(1);
    VALUE_ERR(OSQAccept(0, &err));
    VALUE_ERR(OSQAccept(&not_created, &err));
    VALUE_ERR(OSQAccept(sem, &err));
    VALUE_ERR(OSQAccept(queue, &err));
    CODE(OSQPost(queue, MESSAGE(7)));
    ISR(VALUE_ERR(OSQAccept(queue, &err)));
    ISR(VALUE_ERR(OSQAccept(queue, &err)));
}

// -------------------------------------------------------------------------------------------------------- flush

// Flush empties the queue, which can then be filled again.
CASE(queue_flush,
     "M OSQPost NONE, M OSQPost NONE, M OSQFlush NONE, M OSQQuery NONE, M next 0 queued 0/3, M waits, M OSQQuery NONE"
     "M next 1 queued 3/3, M waits, M got 1, M got 2, M got 3")
{
    create();
    CODE(OSQPost(queue, MESSAGE(7)));
    CODE(OSQPost(queue, MESSAGE(8)));
    CODE(OSQFlush(queue));
    query();
    fill();
    query();
    drain();
}

// Flush empties a full queue, and has no effect on an empty one that has a waiter.
CASE(queue_flush_full_and_empty,
     "isr OSQFlush NONE, M OSQAccept 0 Q_EMPTY, M OSQFlush NONE, M OSQQuery NONE, M next 0 queued 0/3, M waits 10"
     "A OSQPend 7 NONE, M OSQPost NONE")
{
    create();
    fill();
    ISR(CODE(OSQFlush(queue)));
    VALUE_ERR(OSQAccept(queue, &err));
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)));
    CODE(OSQFlush(queue));
    query();
    CODE(OSQPost(queue, MESSAGE(7)));
}

// Flush rejects an invalid queue.
CASE(queue_flush_codes,
     "M OSQFlush PEVENT_NULL, M OSQFlush EVENT_TYPE, M OSQFlush EVENT_TYPE")
{
    sem = OSSemCreate(1);
    CODE(OSQFlush(0));
    CODE(OSQFlush(&not_created));
    CODE(OSQFlush(sem));
}

// --------------------------------------------------------------------------------------------------------- pend

// Pend takes the oldest message at once.
CASE(queue_pend_message,
     "M OSQPend 1 NONE, M OSQPend 2 NONE, M OSQQuery NONE, M next 3 queued 1/3, M waits")
{
    create();
    fill();
    VALUE_ERR(OSQPend(queue, 0, &err));
    VALUE_ERR(OSQPend(queue, 5, &err));
    query();
}

// Pend waits on an empty queue, and a post hands the message to the task: the queue stays empty.
CASE(queue_pend_waits,
     "M task 10 Q 0 OK, M OSQQuery NONE, M next 0 queued 0/3, M waits 10, A OSQPend 7 NONE, M OSQPost NONE"
     "A OSQPend 8 NONE, M OSQPostFront NONE, A OSQPend 9 NONE, M OSQPostOpt NONE, M OSQQuery NONE, M next 0 queued 0/3"
     "M waits")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)); VALUE_ERR(OSQPend(queue, 0, &err));
         VALUE_ERR(OSQPend(queue, 0, &err)));
    STATE(10);
    query();
    CODE(OSQPost(queue, MESSAGE(7)));
    CODE(OSQPostFront(queue, MESSAGE(8)));
    CODE(OSQPostOpt(queue, MESSAGE(9), OS_POST_OPT_FRONT));
    query();
}

// Pend checks for an invalid queue first, then for an interrupt and a locked scheduler, even if there is a message.
CASE(queue_pend_codes,
     "M OSQPend 0 PEVENT_NULL, M OSQPend 0 EVENT_TYPE, M OSQPend 0 EVENT_TYPE, isr OSQPend 0 PEND_ISR"
     "isr OSQPend 0 EVENT_TYPE, isr OSQPend 0 PEVENT_NULL, M OSQPend 0 PEND_LOCKED, M OSQPend 0 EVENT_TYPE"
     "isr OSQPend 0 PEND_ISR, M OSQPend 1 NONE")
{
    create();
    fill();
    sem = OSSemCreate(1);
    VALUE_ERR(OSQPend(0, 0, &err));
    VALUE_ERR(OSQPend(&not_created, 0, &err));
    VALUE_ERR(OSQPend(sem, 0, &err));
    ISR(VALUE_ERR(OSQPend(queue, 0, &err)));
    ISR(VALUE_ERR(OSQPend(sem, 0, &err)));
    ISR(VALUE_ERR(OSQPend(0, 0, &err)));
    OSSchedLock();
    VALUE_ERR(OSQPend(queue, 0, &err));
    VALUE_ERR(OSQPend(sem, 0, &err));
    ISR(VALUE_ERR(OSQPend(queue, 0, &err)));
    OSSchedUnlock();
    VALUE_ERR(OSQPend(queue, 0, &err));
}

// A timeout of 0 waits forever.
CASE(queue_pend_timeout_0,
     "M task 10 Q 0 OK, A OSQPend 7 NONE, M OSQPost NONE")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)));
    TICKS(2u * LONGEST_DLY + 3u);
    STATE(10);
    CODE(OSQPost(queue, MESSAGE(7)));
}

// A timeout of 1 expires at the next tick, and returns no message.
CASE(queue_pend_timeout_1,
     "M task 10 Q 1 OK, A OSQPend 0 TIMEOUT, A OSQQuery NONE, A next 0 queued 0/3, A waits, M ticked")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 1, &err)); query());
    STATE(10);
    TICK();
    SAY("ticked");
}

// Timeouts are exact near the longest delay that a counter of the time unit holds, and far beyond it.
CASE(queue_pend_timeout_long,
     "M one less, A OSQPend 0 TIMEOUT, M longest, B OSQPend 0 TIMEOUT, M one more, M one less than far beyond"
     "C OSQPend 0 TIMEOUT, M task 13 Q 4294966778 OK")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, LONGEST_DLY, &err)));
    TASK(B, 11, VALUE_ERR(OSQPend(queue, LONGEST_DLY + 1u, &err)));
    TASK(C, 12, VALUE_ERR(OSQPend(queue, 2u * LONGEST_DLY + 7u, &err)));
    TASK(D, 13, VALUE_ERR(OSQPend(queue, 0xFFFFFFFFu, &err)));
    TICKS(LONGEST_DLY - 1u);
    SAY("one less");
    TICK();
    SAY("longest");
    TICK();
    SAY("one more");
    TICKS(LONGEST_DLY + 5u);
    SAY("one less than far beyond");
    TICK();
    STATE(13);
}

// OSTimeDlyResume() lets a wait with a timeout time out; for a wait without a timeout it returns TIME_NOT_DLY.
CASE(queue_pend_dly_resume,
     "A OSQPend 0 TIMEOUT, M OSTimeDlyResume NONE, M OSTimeDlyResume TIME_NOT_DLY, M OSQQuery NONE, M next 0 queued 0/3"
     "M waits 11")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 5, &err)));
    TASK(B, 11, VALUE_ERR(OSQPend(queue, 0, &err)));
    CODE(OSTimeDlyResume(10));
    CODE(OSTimeDlyResume(11));
    query();
}

// --------------------------------------------------------------------------------------------------------- post

// The three post functions reject an invalid queue.
CASE(queue_post_codes,
     "M OSQPost PEVENT_NULL, M OSQPost EVENT_TYPE, M OSQPost EVENT_TYPE, M OSQPostFront PEVENT_NULL"
     "M OSQPostFront EVENT_TYPE, M OSQPostFront EVENT_TYPE, M OSQPostOpt PEVENT_NULL, M OSQPostOpt EVENT_TYPE"
     "M OSQPostOpt EVENT_TYPE")
{
    sem = OSSemCreate(0);
    CODE(OSQPost(0, MESSAGE(7)));
    CODE(OSQPost(&not_created, MESSAGE(7)));
    CODE(OSQPost(sem, MESSAGE(7)));
    CODE(OSQPostFront(0, MESSAGE(7)));
    CODE(OSQPostFront(&not_created, MESSAGE(7)));
    CODE(OSQPostFront(sem, MESSAGE(7)));
    CODE(OSQPostOpt(0, MESSAGE(7), OS_POST_OPT_NONE));
    CODE(OSQPostOpt(&not_created, MESSAGE(7), OS_POST_OPT_NONE));
    CODE(OSQPostOpt(sem, MESSAGE(7), OS_POST_OPT_NONE));
}

// The waiter with the highest priority gets the message, whatever the order of arrival.
CASE(queue_post_highest_waiter,
     "M OSQQuery NONE, M next 0 queued 0/3, M waits 12 20 30, B OSQPend 7 NONE, M OSQPost NONE, A OSQPend 8 NONE"
     "M OSQPostFront NONE, C OSQPend 9 NONE, M OSQPostOpt NONE, M OSQQuery NONE, M next 0 queued 0/3, M waits")
{
    create();
    TASK(A, 20, VALUE_ERR(OSQPend(queue, 0, &err)));
    TASK(B, 12, VALUE_ERR(OSQPend(queue, 0, &err)));
    TASK(C, 30, VALUE_ERR(OSQPend(queue, 0, &err)));
    query();
    CODE(OSQPost(queue, MESSAGE(7)));
    CODE(OSQPostFront(queue, MESSAGE(8)));
    CODE(OSQPostOpt(queue, MESSAGE(9), OS_POST_OPT_NONE));
    query();
}

// A post from an interrupt wakes the waiter when the outermost interrupt ends.
CASE(queue_post_in_isr,
     "isr OSQPost NONE, isr ends, A OSQPend 7 NONE, isr OSQPostFront NONE, isr outer ends, A OSQPend 8 NONE"
     "isr OSQPostOpt NONE, isr ends, A OSQPend 9 NONE, isr OSQPost Q_FULL, isr OSQQuery NONE, isr next 1 queued 3/3"
     "isr waits")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)); VALUE_ERR(OSQPend(queue, 0, &err));
         VALUE_ERR(OSQPend(queue, 0, &err)));
    ISR(CODE(OSQPost(queue, MESSAGE(7))); SAY("ends"));
    ISR(ISR(CODE(OSQPostFront(queue, MESSAGE(8)))); SAY("outer ends"));
    ISR(CODE(OSQPostOpt(queue, MESSAGE(9), OS_POST_OPT_NONE)); SAY("ends"));
    ISR(fill(); CODE(OSQPost(queue, MESSAGE(9))));
    ISR(query());
}

// If an interrupt posts three messages, the first goes to the waiter. The others stay in the queue until the next pend.
CASE(queue_posts_in_one_interrupt,
     "A OSQPend 1 NONE, A OSQPend 2 NONE, M OSQQuery NONE, M next 3 queued 1/3, M waits")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)); VALUE_ERR(OSQPend(queue, 0, &err)));
    ISR(fill());
    query();
}

// If an interrupt posts three messages and two tasks wait, each task gets one, and the next pend gets the third.
CASE(queue_posts_in_one_interrupt_to_several,
     "A OSQPend 1 NONE, A OSQPend 3 NONE, B OSQPend 2 NONE, M OSQQuery NONE, M next 0 queued 0/3, M waits")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)); VALUE_ERR(OSQPend(queue, 0, &err)));
    TASK(B, 11, VALUE_ERR(OSQPend(queue, 0, &err)));
    ISR(fill());
    query();
}

// A post to a waiter with priority 0 runs the waiter at once.
CASE(queue_post_to_priority_0,
     "A OSQPend 7 NONE, M OSQPost NONE, A OSQPend 8 NONE, M OSQPostOpt NONE, A OSQPend 9 NONE, M OSQPostFront NONE")
{
    create();
    TASK(A, 0, VALUE_ERR(OSQPend(queue, 0, &err)); VALUE_ERR(OSQPend(queue, 0, &err));
         VALUE_ERR(OSQPend(queue, 0, &err)));
    CODE(OSQPost(queue, MESSAGE(7)));
    CODE(OSQPostOpt(queue, MESSAGE(8), OS_POST_OPT_NONE));
    CODE(OSQPostFront(queue, MESSAGE(9)));
}

// A post with the scheduler locked wakes the waiter, which runs after the last unlock.
CASE(queue_post_locked,
     "M OSQPost NONE, M task 10 RDY 0 OK, M locked once, A OSQPend 7 NONE, M end")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)));
    OSSchedLock();
    OSSchedLock();
    CODE(OSQPost(queue, MESSAGE(7)));
    STATE(10);
    OSSchedUnlock();
    SAY("locked once");
    OSSchedUnlock();
    SAY("end");
}

// A broadcast gives the message to all waiters.
CASE(queue_post_broadcast,
     "B OSQPend 7 NONE, A OSQPend 7 NONE, C OSQPend 7 NONE, M OSQPostOpt NONE, M OSQQuery NONE, M next 0 queued 0/3"
     "M waits")
{
    create();
    TASK(A, 20, VALUE_ERR(OSQPend(queue, 3, &err)));
    TASK(B, 12, VALUE_ERR(OSQPend(queue, 0, &err)));
    TASK(C, 30, VALUE_ERR(OSQPend(queue, 0, &err)));
    CODE(OSQPostOpt(queue, MESSAGE(7), OS_POST_OPT_BROADCAST));
    query();
}

// A broadcast without waiters leaves one message, at the front if requested.
CASE(queue_post_broadcast_no_waiter,
     "M OSQPostOpt NONE, M OSQPostOpt NONE, M OSQQuery NONE, M next 8 queued 2/3, M waits, M got 8, M got 7")
{
    create();
    CODE(OSQPostOpt(queue, MESSAGE(7), OS_POST_OPT_BROADCAST));
    CODE(OSQPostOpt(queue, MESSAGE(8), OS_POST_OPT_BROADCAST | OS_POST_OPT_FRONT | OS_POST_OPT_NO_SCHED));
    query();
    drain();
}

// A post without scheduling makes the waiter ready; it runs at the next scheduling point.
CASE(queue_post_no_sched,
     "M OSQPostOpt NONE, M task 10 RDY 0 OK, M OSQQuery NONE, M next 0 queued 0/3, M waits 11, A OSQPend 7 NONE"
     "B OSQPend 8 NONE, M OSQPostOpt NONE")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)));
    TASK(B, 11, VALUE_ERR(OSQPend(queue, 0, &err)));
    CODE(OSQPostOpt(queue, MESSAGE(7), OS_POST_OPT_NO_SCHED));
    STATE(10);
    query();
    CODE(OSQPostOpt(queue, MESSAGE(8), OS_POST_OPT_FRONT));
}

// A broadcast without scheduling makes all waiters ready; they run at the next scheduling point.
CASE(queue_post_broadcast_no_sched,
     "M OSQPostOpt NONE, M OSQQuery NONE, M next 0 queued 0/3, M waits, B OSQPend 7 NONE, A OSQPend 7 NONE, M end")
{
    create();
    TASK(A, 11, VALUE_ERR(OSQPend(queue, 0, &err)));
    TASK(B, 10, VALUE_ERR(OSQPend(queue, 0, &err)));
    CODE(OSQPostOpt(queue, MESSAGE(7), OS_POST_OPT_BROADCAST | OS_POST_OPT_NO_SCHED));
    query();
    OSSchedLock();
    OSSchedUnlock();
    SAY("end");
}

// ---------------------------------------------------------------------------------------------- post and timeout

// A post in the tick hook takes effect before a timeout that expires at the same tick.
CASE(queue_post_in_the_tick_of_the_timeout,
     "isr OSQPost NONE, A OSQPend 7 NONE, M OSQQuery NONE, M next 0 queued 0/3, M waits")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 1, &err)));
    ON(tick, OFF(tick); CODE(OSQPost(queue, MESSAGE(7))));
    TICK();
    query();
}

// A post after the timeout, but before the task runs, ends the wait successfully.
CASE(queue_post_after_timeout_wins,
     "M task 10 RDY 0 TO, M OSQQuery NONE, M next 0 queued 0/3, M waits 10, M OSQPost NONE, M task 10 RDY 0 OK"
     "A OSQPend 7 NONE, M OSQQuery NONE, M next 0 queued 0/3, M waits")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 2, &err)));
    OSSchedLock();
    TICKS(2);
    STATE(10);
    query();
    CODE(OSQPost(queue, MESSAGE(7)));
    STATE(10);
    OSSchedUnlock();
    query();
}

// A timed-out task that has not run yet is still the highest waiter.
CASE(queue_post_after_timeout_goes_to_the_highest,
     "isr OSQPostFront NONE, A OSQPend 7 NONE, M OSQQuery NONE, M next 0 queued 0/3, M waits 11")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 1, &err)));
    TASK(B, 11, VALUE_ERR(OSQPend(queue, 0, &err)));
    ISR(OSTimeTick(); CODE(OSQPostFront(queue, MESSAGE(7))));
    query();
}

// A message that is posted after the timed-out task has run stays in the queue.
CASE(queue_post_after_the_timed_out_task_ran,
     "A OSQPend 0 TIMEOUT, M OSQPost NONE, M OSQQuery NONE, M next 7 queued 1/3, M waits")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 1, &err)));
    TICK();
    CODE(OSQPost(queue, MESSAGE(7)));
    query();
}

// -------------------------------------------------------------------------------------------------------- abort

// Abort rejects an invalid queue; without a waiter it aborts no wait, and the messages stay.
CASE(queue_abort_codes,
     "M OSQPendAbort 0 PEVENT_NULL, M OSQPendAbort 0 EVENT_TYPE, M OSQPendAbort 0 EVENT_TYPE, M OSQPendAbort 0 NONE"
     "M OSQPendAbort 0 NONE, M OSQQuery NONE, M next 1 queued 3/3, M waits")
{
    create();
    fill();
    sem = OSSemCreate(0);
    VALUE_ERR(OSQPendAbort(0, OS_PEND_OPT_NONE, &err));
    VALUE_ERR(OSQPendAbort(&not_created, OS_PEND_OPT_NONE, &err));
    VALUE_ERR(OSQPendAbort(sem, OS_PEND_OPT_BROADCAST, &err));
    VALUE_ERR(OSQPendAbort(queue, OS_PEND_OPT_NONE, &err));
    VALUE_ERR(OSQPendAbort(queue, OS_PEND_OPT_BROADCAST, &err));
    query();
}

// Abort ends the wait of the highest waiter.
CASE(queue_abort_highest,
     "B OSQPend 0 PEND_ABORT, M OSQPendAbort 1 PEND_ABORT, M OSQQuery NONE, M next 0 queued 0/3, M waits 11")
{
    create();
    TASK(A, 11, VALUE_ERR(OSQPend(queue, 0, &err)));
    TASK(B, 10, VALUE_ERR(OSQPend(queue, 9, &err)));
    VALUE_ERR(OSQPendAbort(queue, OS_PEND_OPT_NONE, &err));
    query();
}

// Abort with an unknown option aborts one wait.
CASE(queue_abort_other_option,
     "B OSQPend 0 PEND_ABORT, M OSQPendAbort 1 PEND_ABORT, M OSQQuery NONE, M next 0 queued 0/3, M waits 11")
{
    create();
    TASK(A, 11, VALUE_ERR(OSQPend(queue, 0, &err)));
    TASK(B, 10, VALUE_ERR(OSQPend(queue, 0, &err)));
    VALUE_ERR(OSQPendAbort(queue, 88, &err));
    query();
}

// Abort with the broadcast option ends the waits of all tasks.
CASE(queue_abort_all,
     "B OSQPend 0 PEND_ABORT, A OSQPend 0 PEND_ABORT, M OSQPendAbort 2 PEND_ABORT, M OSQQuery NONE, M next 0 queued 0/3"
     "M waits")
{
    create();
    TASK(A, 11, VALUE_ERR(OSQPend(queue, 0, &err)));
    TASK(B, 10, VALUE_ERR(OSQPend(queue, 9, &err)));
    VALUE_ERR(OSQPendAbort(queue, OS_PEND_OPT_BROADCAST, &err));
    query();
}

// An interrupt may abort a wait; the task runs when the interrupt ends.
CASE(queue_abort_in_isr,
     "isr OSQPendAbort 1 PEND_ABORT, isr ends, A OSQPend 0 PEND_ABORT")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)));
    ISR(VALUE_ERR(OSQPendAbort(queue, OS_PEND_OPT_BROADCAST, &err)); SAY("ends"));
}

// An abort after the timeout, but before the task runs, ends the wait as aborted.
CASE(queue_abort_after_timeout_wins,
     "M OSQPendAbort 1 PEND_ABORT, A OSQPend 0 PEND_ABORT, M OSQQuery NONE, M next 0 queued 0/3, M waits")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 1, &err)));
    OSSchedLock();
    TICK();
    VALUE_ERR(OSQPendAbort(queue, OS_PEND_OPT_NONE, &err));
    OSSchedUnlock();
    query();
}

// ------------------------------------------------------------------------------------------------------- delete

// Delete checks for an invalid queue, then for an interrupt, an invalid option and, with OS_DEL_NO_PEND, waiters.
CASE(queue_del_codes,
     "M OSQDel null PEVENT_NULL, M OSQDel set EVENT_TYPE, M OSQDel set EVENT_TYPE, isr OSQDel set DEL_ISR"
     "isr OSQDel set DEL_ISR, isr OSQDel set EVENT_TYPE, M OSQDel set INVALID_OPT, M OSQDel set INVALID_OPT"
     "M OSQDel set TASK_WAITING, M OSQQuery NONE, M next 0 queued 0/3, M waits 10")
{
    create();
    sem = OSSemCreate(0);
    POINTER_ERR(OSQDel(0, OS_DEL_ALWAYS, &err));
    POINTER_ERR(OSQDel(&not_created, OS_DEL_ALWAYS, &err));
    POINTER_ERR(OSQDel(sem, OS_DEL_ALWAYS, &err));
    ISR(POINTER_ERR(OSQDel(queue, OS_DEL_ALWAYS, &err)));
    ISR(POINTER_ERR(OSQDel(queue, 9, &err)));
    ISR(POINTER_ERR(OSQDel(sem, OS_DEL_ALWAYS, &err)));
    POINTER_ERR(OSQDel(queue, 2, &err));
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)));
    POINTER_ERR(OSQDel(queue, 2, &err));
    POINTER_ERR(OSQDel(queue, OS_DEL_NO_PEND, &err));
    query();
}

// Either option deletes a queue without waiters, even if it has messages. The queue is then invalid.
CASE(queue_del,
     "M OSQDel null NONE, M OSQPost EVENT_TYPE, M OSQDel set EVENT_TYPE, M OSQQuery NONE, M next 0 queued 0/3, M waits"
     "M OSQDel null NONE, M OSQPend 0 EVENT_TYPE, M OSQFlush EVENT_TYPE")
{
    create();
    fill();
    POINTER_ERR(OSQDel(queue, OS_DEL_NO_PEND, &err));
    CODE(OSQPost(queue, MESSAGE(8)));
    POINTER_ERR(OSQDel(queue, OS_DEL_NO_PEND, &err));
    create();
    query();
    fill();
    POINTER_ERR(OSQDel(queue, OS_DEL_ALWAYS, &err));
    VALUE_ERR(OSQPend(queue, 0, &err));
    CODE(OSQFlush(queue));
}

// Delete with OS_DEL_ALWAYS aborts the waits of all tasks, and the task with the highest priority runs first.
CASE(queue_del_always,
     "M OSTaskSuspend NONE, B OSQPend 0 PEND_ABORT, A OSQPend 0 PEND_ABORT, M OSQDel null NONE"
     "M task 30 SUSPEND 0 ABORT, C OSQPend 0 PEND_ABORT, M OSTaskResume NONE")
{
    create();
    TASK(A, 20, VALUE_ERR(OSQPend(queue, 0, &err)));
    TASK(B, 10, VALUE_ERR(OSQPend(queue, 5, &err)));
    TASK(C, 30, VALUE_ERR(OSQPend(queue, 0, &err)));
    CODE(OSTaskSuspend(30));
    POINTER_ERR(OSQDel(queue, OS_DEL_ALWAYS, &err));
    STATE(30);
    CODE(OSTaskResume(30));
    TICKS(6);
}

// Delete with the scheduler locked: the waiters run after the unlock.
CASE(queue_del_locked,
     "M OSQDel null NONE, A OSQPend 0 PEND_ABORT, M end")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)));
    OSSchedLock();
    POINTER_ERR(OSQDel(queue, OS_DEL_ALWAYS, &err));
    OSSchedUnlock();
    SAY("end");
}

// -------------------------------------------------------------------------------------------------------- query

// Query checks for null pointers in argument order, then for an invalid queue; an interrupt may query.
CASE(queue_query_codes,
     "M OSQQuery PEVENT_NULL, M OSQQuery PEVENT_NULL, M OSQQuery PDATA_NULL, M OSQQuery PDATA_NULL"
     "M OSQQuery EVENT_TYPE, M OSQQuery EVENT_TYPE, isr OSQQuery NONE, isr next 0 queued 0/3, isr waits")
{
    create();
    sem = OSSemCreate(0);
    CODE(OSQQuery(0, 0));
    CODE(OSQQuery(0, &data));
    CODE(OSQQuery(queue, 0));
    CODE(OSQQuery(sem, 0));
    CODE(OSQQuery(sem, &data));
    CODE(OSQQuery(&not_created, &data));
    ISR(query());
}

// -------------------------------------------------------------------------------------------------- waiters' state

// A suspended waiter gets the message, and runs when it is resumed.
CASE(queue_post_to_suspended,
     "M OSTaskSuspend NONE, M task 10 Q+SUSPEND 5 OK, M OSQPost NONE, M task 10 SUSPEND 0 OK, M OSQQuery NONE"
     "M next 0 queued 0/3, M waits, A OSQPend 7 NONE, M OSTaskResume NONE")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 5, &err)));
    CODE(OSTaskSuspend(10));
    STATE(10);
    CODE(OSQPost(queue, MESSAGE(7)));
    STATE(10);
    query();
    TICKS(6);
    CODE(OSTaskResume(10));
}

// A timeout can expire while the waiter is suspended; pend returns TIMEOUT after the resume.
CASE(queue_timeout_of_suspended,
     "M OSTaskSuspend NONE, M task 10 SUSPEND 0 TO, M OSQQuery NONE, M next 0 queued 0/3, M waits 10"
     "M OSTimeDlyResume TIME_NOT_DLY, A OSQPend 0 TIMEOUT, M OSTaskResume NONE, M OSQQuery NONE, M next 0 queued 0/3"
     "M waits")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 2, &err)));
    CODE(OSTaskSuspend(10));
    TICKS(2);
    STATE(10);
    query();
    CODE(OSTimeDlyResume(10));
    CODE(OSTaskResume(10));
    query();
}

// A waiter that is resumed before the post continues to wait, for the rest of its timeout.
CASE(queue_waiter_resumed,
     "M OSTaskSuspend NONE, M OSTaskResume NONE, M task 10 Q 2 OK, A OSQPend 0 TIMEOUT")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 3, &err)));
    TICK();
    CODE(OSTaskSuspend(10));
    CODE(OSTaskResume(10));
    STATE(10);
    TICKS(2);
}

// A deleted waiter leaves the wait list, so the next message stays in the queue.
CASE(queue_waiter_deleted,
     "M OSTaskDel NONE, M OSQQuery NONE, M next 0 queued 0/3, M waits, M OSQPost NONE, M OSQQuery NONE"
     "M next 7 queued 1/3, M waits")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 2, &err)));
    CODE(OSTaskDel(10));
    query();
    TICKS(3);
    CODE(OSQPost(queue, MESSAGE(7)));
    query();
}

// A waiter whose priority changes moves in the wait list and keeps its timeout.
CASE(queue_waiter_changes_prio,
     "M OSTaskChangePrio NONE, M OSTaskChangePrio NONE, M OSQQuery NONE, M next 0 queued 0/3, M waits 11 20 40"
     "M task 11 Q 2 OK, B OSQPend 7 NONE, M OSQPost NONE, C OSQPend 8 NONE, M OSQPost NONE, A OSQPend 9 NONE"
     "M OSQPost NONE")
{
    create();
    TASK(A, 10, VALUE_ERR(OSQPend(queue, 0, &err)));
    TASK(B, 30, VALUE_ERR(OSQPend(queue, 3, &err)));
    TASK(C, 20, VALUE_ERR(OSQPend(queue, 0, &err)));
    TICK();
    CODE(OSTaskChangePrio(10, 40));
    CODE(OSTaskChangePrio(30, 11));
    query();
    STATE(11);
    TICK();
    CODE(OSQPost(queue, MESSAGE(7)));
    CODE(OSQPost(queue, MESSAGE(8)));
    CODE(OSQPost(queue, MESSAGE(9)));
}

// -------------------------------------------------------------------------------------------------------- names

// The name of a queue is "?" until it is set, and again when its event control block is reused.
CASE(queue_name,
     "M OSEventNameGet 1 NONE, M ?, M OSEventNameSet NONE, M OSEventNameGet 4 NONE, M work, M OSQDel NONE"
     "M OSEventNameGet 0 EVENT_TYPE, M OSEventNameGet 1 NONE, M ?")
{
    static INT8U *name;

    create();
    VALUE_ERR(OSEventNameGet(queue, &name, &err));
    SAY("%s", (char *)name);
    ERR(OSEventNameSet(queue, (INT8U *)"work", &err));
    VALUE_ERR(OSEventNameGet(queue, &name, &err));
    SAY("%s", (char *)name);
    ERR(OSQDel(queue, OS_DEL_ALWAYS, &err));
    VALUE_ERR(OSEventNameGet(queue, &name, &err));
    create();
    VALUE_ERR(OSEventNameGet(queue, &name, &err));
    SAY("%s", (char *)name);
}
