/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores, mailboxes, queues, and waits for several events. */
#include "sweep.h"

#define QUEUE_SIZE 4u

static OS_EVENT *sem, *mbox, *queue;
static void *queue_words[QUEUE_SIZE];

/* Check the result of a post, and count its gift. A post may fail, because the object is full or has been deleted. */
static void posted(INT8U err, INT32U value)
{
    if (err == OS_ERR_NONE) {
        gave(value);
    } else if ((err != OS_ERR_EVENT_TYPE) && (err != OS_ERR_MBOX_FULL) && (err != OS_ERR_Q_FULL)) {
        fail("a post ends with an error", err);
    }
}

/* Bit that marks a broadcast gift. Each waiting task gets the gift. If no task waits, the object stores it. */
#define TO_ALL 0x80000000u

static volatile INT32U to_all_given, to_all_taken;

static void message_ended(INT8U err, void const *message)
{
    const INT32U value = (INT32U)(size_t)message;

    FAIL_IF((err == OS_ERR_NONE) != (value != 0u));
    if ((value & TO_ALL) != 0u) {
        to_all_taken++;
        gave(value);
    }
    ended(err, value);
}

static void message_drained(void const *message)
{
    const INT32U value = (INT32U)(size_t)message;

    if ((value & TO_ALL) != 0u) {
        to_all_taken++;
    } else {
        took(value);
    }
}

static void check_broadcasts(void)
{
    FAIL_IF((to_all_given != 0u) && (to_all_taken == 0u));
    to_all_given = 0u;
    to_all_taken = 0u;
}

static void *next_message(void)
{
    return (void *)(size_t)next_gift();
}

static void abort_by(INT8U (*pend_abort)(OS_EVENT *, INT8U, INT8U *), OS_EVENT *event, INT8U opt)
{
    INT8U err;
    const INT8U tasks = pend_abort(event, opt, &err);

    aborted(tasks);
    FAIL_IF((tasks != 0u) != (err == OS_ERR_PEND_ABORT));
}

/* -------------------------------------------------------------------------------------------------- a semaphore */

static void sem_make(void)
{
    sem = OSSemCreate(0u);
    FAIL_IF(sem == 0);
}

static void sem_remove(void)
{
    INT8U err;

    (void)OSSemDel(sem, OS_DEL_NO_PEND, &err);
    MUST_BE(err, OS_ERR_NONE);
}

static void sem_wait(void)
{
    INT8U err;

    begin();
    OSSemPend(sem, self()->timeout, &err);
    ended(err, 0u);
}

static void sem_give(void)
{
    posted(OSSemPost(sem), 0u);
}

static BOOLEAN sem_is_available(void)
{
    OS_SEM_DATA data;

    return (BOOLEAN)((OSSemQuery(sem, &data) == OS_ERR_NONE) && (data.OSCnt > 0u));
}

static INT32U sem_waiting(void)
{
    OS_SEM_DATA data;

    MUST_BE(OSSemQuery(sem, &data), OS_ERR_NONE);
    return priorities(data.OSEventTbl);
}

static void sem_drain(void)
{
    while (OSSemAccept(sem) > 0u) {
        took(0u);
    }
}

static void sem_abort(void)
{
    abort_by(OSSemPendAbort, sem, OS_PEND_OPT_NONE);
}

static void sem_abort_all(void)
{
    abort_by(OSSemPendAbort, sem, OS_PEND_OPT_BROADCAST);
}

static void sem_set(void)
{
    INT8U err;

    gave(0u); /* count the gift before the call, because the semaphore is available before the call returns */
    OSSemSet(sem, 1u, &err);
    FAIL_IF((err != OS_ERR_NONE) && (err != OS_ERR_TASK_WAITING));
}

static void sem_accept(void)
{
    if (OSSemAccept(sem) > 0u) {
        took(0u);
    }
}

static void sem_del(void)
{
    INT8U err;

    object_is_gone();
    FAIL_IF(OSSemDel(sem, OS_DEL_ALWAYS, &err) != 0);
    MUST_BE(err, OS_ERR_NONE);
}

static void sem_give_locked(void)
{
    const BOOLEAN waited = urgent.waits;

    OSSchedLock();
    if (waited && urgent.waits) {
        sem_give();
        FAIL_IF(!urgent.waits); /* `urgent` has run, although the scheduler is locked */
    }
    OSSchedUnlock();
}

static void sem_tick_give(void)
{
    OSTimeTick();
    sem_give();
}

static void sem_give_tick(void)
{
    sem_give();
    OSTimeTick();
}

static const ACTION sem_actions[] = {
    { "posts", sem_give, OS_FALSE },
    { "ticks", act_tick, OS_TRUE },
    { "ticks and posts", sem_tick_give, OS_FALSE },
    { "aborts a wait", sem_abort, OS_FALSE },
    { "makes a third task wait", act_third, OS_FALSE },
    { "posts and ticks", sem_give_tick, OS_FALSE },
    { "suspends the caller", act_suspend, OS_FALSE },
    { "moves the caller", act_move, OS_FALSE },
};

const KIND sem_kind = { "semaphore", sem_make, sem_remove, sem_wait, sem_give, sem_is_available, sem_waiting, sem_drain,
                        0, sem_actions, OS_FALSE, &sem };

/* ---------------------------------------------------------------------------------------------------- a mailbox */

static void mbox_make(void)
{
    mbox = OSMboxCreate(0);
    FAIL_IF(mbox == 0);
}

static void mbox_remove(void)
{
    INT8U err;

    (void)OSMboxDel(mbox, OS_DEL_NO_PEND, &err);
    MUST_BE(err, OS_ERR_NONE);
}

static void mbox_wait(void)
{
    INT8U err;
    void *message;

    begin();
    message = OSMboxPend(mbox, self()->timeout, &err);
    message_ended(err, message);
}

static void mbox_give(void)
{
    void *message = next_message();

    posted(OSMboxPost(mbox, message), (INT32U)(size_t)message);
}

static void mbox_give_opt(void)
{
    void *message = next_message();

    posted(OSMboxPostOpt(mbox, message, OS_POST_OPT_NONE), (INT32U)(size_t)message);
}

static void mbox_give_all(void)
{
    const INT8U err = OSMboxPostOpt(mbox, (void *)TO_ALL, OS_POST_OPT_BROADCAST);

    to_all_given += (err == OS_ERR_NONE);
    FAIL_IF((err != OS_ERR_NONE) && (err != OS_ERR_MBOX_FULL));
}

static BOOLEAN mbox_is_available(void)
{
    OS_MBOX_DATA data;

    return (BOOLEAN)((OSMboxQuery(mbox, &data) == OS_ERR_NONE) && (data.OSMsg != 0));
}

static INT32U mbox_waiting(void)
{
    OS_MBOX_DATA data;

    MUST_BE(OSMboxQuery(mbox, &data), OS_ERR_NONE);
    return priorities(data.OSEventTbl);
}

static void mbox_drain(void)
{
    void *message;

    while ((message = OSMboxAccept(mbox)) != 0) {
        message_drained(message);
    }
}

static void mbox_abort(void)
{
    abort_by(OSMboxPendAbort, mbox, OS_PEND_OPT_NONE);
}

static void mbox_abort_all(void)
{
    abort_by(OSMboxPendAbort, mbox, OS_PEND_OPT_BROADCAST);
}

static void mbox_accept(void)
{
    void *message = OSMboxAccept(mbox);

    if (message != 0) {
        message_drained(message);
    }
}

static void mbox_del(void)
{
    INT8U err;

    object_is_gone();
    FAIL_IF(OSMboxDel(mbox, OS_DEL_ALWAYS, &err) != 0);
    MUST_BE(err, OS_ERR_NONE);
}

static void mbox_tick_give(void)
{
    OSTimeTick();
    mbox_give();
}

static void mbox_give_tick(void)
{
    mbox_give();
    OSTimeTick();
}

static const ACTION mbox_actions[] = {
    { "posts", mbox_give, OS_FALSE },
    { "ticks", act_tick, OS_TRUE },
    { "ticks and posts", mbox_tick_give, OS_FALSE },
    { "aborts a wait", mbox_abort, OS_FALSE },
    { "makes a third task wait", act_third, OS_FALSE },
    { "posts and ticks", mbox_give_tick, OS_FALSE },
    { "suspends the caller", act_suspend, OS_FALSE },
    { "moves the caller", act_move, OS_FALSE },
};

const KIND mbox_kind = { "mailbox", mbox_make, mbox_remove, mbox_wait, mbox_give, mbox_is_available, mbox_waiting,
                         mbox_drain, check_broadcasts, mbox_actions, OS_FALSE, &mbox };

/* ------------------------------------------------------------------------------------------------------ a queue */

static void queue_make(void)
{
    queue = OSQCreate(queue_words, QUEUE_SIZE);
    FAIL_IF(queue == 0);
}

static void queue_remove(void)
{
    INT8U err;

    (void)OSQDel(queue, OS_DEL_NO_PEND, &err);
    MUST_BE(err, OS_ERR_NONE);
}

static void queue_wait(void)
{
    INT8U err;
    void *message;

    begin();
    message = OSQPend(queue, self()->timeout, &err);
    message_ended(err, message);
}

static void queue_give(void)
{
    void *message = next_message();

    posted(OSQPost(queue, message), (INT32U)(size_t)message);
}

static void queue_give_front(void)
{
    void *message = next_message();

    posted(OSQPostFront(queue, message), (INT32U)(size_t)message);
}

static void queue_give_opt(void)
{
    void *message = next_message();

    posted(OSQPostOpt(queue, message, OS_POST_OPT_FRONT), (INT32U)(size_t)message);
}

static void queue_give_all(void)
{
    const INT8U err = OSQPostOpt(queue, (void *)TO_ALL, OS_POST_OPT_BROADCAST);

    to_all_given += (err == OS_ERR_NONE);
    FAIL_IF((err != OS_ERR_NONE) && (err != OS_ERR_Q_FULL));
}

static BOOLEAN queue_is_available(void)
{
    OS_Q_DATA data;

    return (BOOLEAN)((OSQQuery(queue, &data) == OS_ERR_NONE) && (data.OSNMsgs > 0u));
}

static INT32U queue_waiting(void)
{
    OS_Q_DATA data;

    MUST_BE(OSQQuery(queue, &data), OS_ERR_NONE);
    return priorities(data.OSEventTbl);
}

static void queue_accept(void)
{
    INT8U err;
    void *message = OSQAccept(queue, &err);

    FAIL_IF((err == OS_ERR_NONE) != (message != 0));
    if (message != 0) {
        message_drained(message);
    }
}

static void queue_drain(void)
{
    while (queue_is_available()) {
        queue_accept();
    }
}

static void queue_abort(void)
{
    abort_by(OSQPendAbort, queue, OS_PEND_OPT_NONE);
}

static void queue_abort_all(void)
{
    abort_by(OSQPendAbort, queue, OS_PEND_OPT_BROADCAST);
}

static void queue_flush(void)
{
    MUST_BE(OSQFlush(queue), OS_ERR_NONE);
}

static void queue_del(void)
{
    INT8U err;

    object_is_gone();
    FAIL_IF(OSQDel(queue, OS_DEL_ALWAYS, &err) != 0);
    MUST_BE(err, OS_ERR_NONE);
}

static void queue_tick_give(void)
{
    OSTimeTick();
    queue_give();
}

static void queue_give_tick(void)
{
    queue_give();
    OSTimeTick();
}

static const ACTION queue_actions[] = {
    { "posts", queue_give, OS_FALSE },
    { "ticks", act_tick, OS_TRUE },
    { "ticks and posts", queue_tick_give, OS_FALSE },
    { "aborts a wait", queue_abort, OS_FALSE },
    { "makes a third task wait", act_third, OS_FALSE },
    { "posts and ticks", queue_give_tick, OS_FALSE },
    { "suspends the caller", act_suspend, OS_FALSE },
    { "moves the caller", act_move, OS_FALSE },
};

const KIND queue_kind = { "queue", queue_make, queue_remove, queue_wait, queue_give, queue_is_available, queue_waiting,
                          queue_drain, check_broadcasts, queue_actions, OS_FALSE, &queue };

/* ---------------------------------------------------------------------------------- a semaphore and a queue at once */

static void several_make(void)
{
    sem_make();
    queue_make();
}

static void several_remove(void)
{
    sem_remove();
    queue_remove();
}

static void several_wait(void)
{
    OS_EVENT *events[] = { sem, queue, 0 };
    OS_EVENT *got[3];
    void *messages[3];
    INT16U events_got, n;
    INT8U err;

    begin();
    events_got = OSEventPendMulti(events, got, messages, self()->timeout, &err);
    if (err != OS_ERR_NONE) {
        FAIL_IF((err == OS_ERR_TIMEOUT) && (events_got != 0u));
        ended(err, 0u);
        return;
    }
    FAIL_IF(events_got == 0u);
    for (n = 0u; n < events_got; n++) {
        FAIL_IF((got[n] == queue) != (messages[n] != 0));
        ended(OS_ERR_NONE, (INT32U)(size_t)messages[n]);
    }
}

/* Post to the semaphore and to the queue alternately. */
static void several_give(void)
{
    static volatile INT32U turn;

    if (turn++ % 2u == 0u) {
        sem_give();
    } else {
        queue_give();
    }
}

static BOOLEAN several_is_available(void)
{
    return (BOOLEAN)(sem_is_available() || queue_is_available());
}

static INT32U several_waiting(void)
{
    const INT32U waiting = sem_waiting();

    must_be("the wait lists of both", queue_waiting(), waiting);
    return waiting;
}

static void several_drain(void)
{
    sem_drain();
    queue_drain();
}

static void several_give_both(void)
{
    sem_give();
    queue_give();
}

static void several_tick_give(void)
{
    OSTimeTick();
    several_give();
}

static const ACTION several_actions[] = {
    { "posts to one", several_give, OS_FALSE },
    { "ticks", act_tick, OS_TRUE },
    { "ticks and posts to one", several_tick_give, OS_FALSE },
    { "posts to both", several_give_both, OS_FALSE },
    { "aborts a wait", queue_abort, OS_FALSE },
    { "suspends the caller", act_suspend, OS_FALSE },
    { "moves the caller", act_move, OS_FALSE },
    { "makes a third task wait", act_third, OS_FALSE },
};

static const KIND several_kind = { "semaphore and queue", several_make, several_remove, several_wait, several_give,
                                   several_is_available, several_waiting, several_drain, 0, several_actions, OS_FALSE,
                                   &sem };

const ROW event_rows[] = {
    { "OSSemPend", &sem_kind, 0, call_wait, NO_WAITER | LESSER, 8u, 0u },
    { "OSSemPend", &sem_kind, 0, call_wait_timed, NO_WAITER | GIVEN, 8u, 0u },
    { "OSSemPend", &sem_kind, 0, call_wait_long, NO_WAITER, 4u, 0u },
    { "OSSemPost", &sem_kind, 0, sem_give, NO_WAITER | URGENT | LESSER | BOTH, 5u, 0u },
    { "OSSemPendAbort", &sem_kind, 0, sem_abort_all, NO_WAITER | BOTH, 4u, 0u },
    { "OSSemPendAbort", &sem_kind, 0, sem_abort, URGENT, 4u, 0u },
    { "OSSemSet", &sem_kind, 0, sem_set, NO_WAITER | URGENT | GIVEN, 4u, ALL_OF_THEM },
    { "OSSemAccept", &sem_kind, 0, sem_accept, NO_WAITER | GIVEN, 1u, 0u },
    { "OSSemDel", &sem_kind, 0, sem_del, BOTH | GIVEN, 4u, ALL_OF_THEM },
    { "OSSchedUnlock", &sem_kind, 0, sem_give_locked, URGENT | BOTH, 4u, 0u },
    { "OSMboxPend", &mbox_kind, 0, call_wait, NO_WAITER | LESSER, 8u, 0u },
    { "OSMboxPend", &mbox_kind, 0, call_wait_timed, NO_WAITER | GIVEN, 8u, 0u },
    { "OSMboxPend", &mbox_kind, 0, call_wait_long, NO_WAITER, 4u, 0u },
    { "OSMboxPost", &mbox_kind, 0, mbox_give, NO_WAITER | URGENT | LESSER | BOTH, 5u, 0u },
    { "OSMboxPostOpt", &mbox_kind, 0, mbox_give_opt, URGENT, 5u, 0u },
    { "OSMboxPostOpt", &mbox_kind, 0, mbox_give_all, NO_WAITER | BOTH, 4u, 0u },
    { "OSMboxPendAbort", &mbox_kind, 0, mbox_abort_all, BOTH, 4u, 0u },
    { "OSMboxAccept", &mbox_kind, 0, mbox_accept, NO_WAITER | GIVEN, 1u, 0u },
    { "OSMboxDel", &mbox_kind, 0, mbox_del, BOTH, 4u, ALL_OF_THEM },
    { "OSQPend", &queue_kind, 0, call_wait, NO_WAITER | LESSER, 8u, 0u },
    { "OSQPend", &queue_kind, 0, call_wait_timed, NO_WAITER | GIVEN, 8u, 0u },
    { "OSQPend", &queue_kind, 0, call_wait_long, NO_WAITER, 4u, 0u },
    { "OSQPost", &queue_kind, 0, queue_give, NO_WAITER | URGENT | LESSER | BOTH, 5u, 0u },
    { "OSQPostFront", &queue_kind, 0, queue_give_front, NO_WAITER | URGENT, 5u, 0u },
    { "OSQPostOpt", &queue_kind, 0, queue_give_opt, NO_WAITER | URGENT, 5u, 0u },
    { "OSQPostOpt", &queue_kind, 0, queue_give_all, NO_WAITER | BOTH, 4u, 0u },
    { "OSQPendAbort", &queue_kind, 0, queue_abort_all, BOTH, 4u, 0u },
    { "OSQAccept", &queue_kind, 0, queue_accept, NO_WAITER | GIVEN, 1u, 0u },
    { "OSQFlush", &queue_kind, 0, queue_flush, NO_WAITER | GIVEN, 1u, ALL_OF_THEM },
    { "OSQDel", &queue_kind, 0, queue_del, BOTH, 4u, ALL_OF_THEM },
    { 0, 0, 0, 0, 0u, 0u, 0u },
};

const ROW several_rows[] = {
    { "OSEventPendMulti", &several_kind, 0, call_wait, NO_WAITER, 8u, 0u },
    { "OSEventPendMulti", &several_kind, 0, call_wait_timed, NO_WAITER | LESSER, 8u, 0u },
    { "OSSemPost", &several_kind, 0, sem_give, URGENT | BOTH, 4u, 0u },
    { "OSQPost", &several_kind, 0, queue_give, URGENT | BOTH, 4u, 0u },
    { 0, 0, 0, 0, 0u, 0u, 0u },
};
