// SPDX-License-Identifier: Apache-2.0
// The wait for several events.
#include "conform.h"

#define MESSAGE(n) ((void *)(n))

static OS_EVENT *sem, *sem_2, *mbox, *queue;
static OS_EVENT not_created;
static void *storage[3];
static OS_SEM_DATA sem_data;
static OS_MBOX_DATA mbox_data;
static OS_Q_DATA queue_data;

/* Events to wait for, and the results of the wait. */
typedef struct wait_set {
    OS_EVENT *pend[5];
    OS_EVENT *rdy[5];
    void *msgs[5];
} WAIT_SET;

static WAIT_SET all, both, sems, one; /* all: sem, mbox, queue; both: sem, mbox; sems: sem, sem_2; one: sem */

static void create(void)
{
    sem = OSSemCreate(0);
    sem_2 = OSSemCreate(0);
    mbox = OSMboxCreate(0);
    queue = OSQCreate(storage, 3);
    all.pend[0] = both.pend[0] = sems.pend[0] = one.pend[0] = sem;
    all.pend[1] = both.pend[1] = mbox;
    all.pend[2] = queue;
    sems.pend[1] = sem_2;
}

static char const *name_of(OS_EVENT const *event)
{
    return event == sem ? "sem" : event == sem_2 ? "sem_2" : event == mbox ? "mbox" : event == queue ? "queue" : "?";
}

/*
 * Waits and logs the result: `A OSEventPendMulti 2 NONE, A sem 0, A mbox 7`. If the call returns no event, logs its
 * message: `A message 0`, or `A message 99` if the call stored none.
 */
static void wait(WAIT_SET *set, INT32U timeout)
{
    INT32U n;

    for (n = 0u; n < 5u; n++) {
        set->rdy[n] = &not_created;
        set->msgs[n] = MESSAGE(99);
    }
    VALUE_ERR(OSEventPendMulti(set->pend, set->rdy, set->msgs, timeout, &err));
    if (set->rdy[0] == 0) {
        SAY("message %u", (INT32U)set->msgs[0]);
    }
    for (n = 0u; (n < 4u) && (set->rdy[n] != 0); n++) {
        SAY("%s %u", name_of(set->rdy[n]), (INT32U)set->msgs[n]);
    }
}

/* Logs the waiters of the semaphore, the mailbox and the queue. */
static void query(void)
{
    (void)OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
    (void)OSMboxQuery(mbox, &mbox_data);
    WAITS(mbox_data);
    (void)OSQQuery(queue, &queue_data);
    WAITS(queue_data);
}

// ---------------------------------------------------------------------------------------------------- available

// If one of three events is available, OSEventPendMulti() returns this event at once.
CASE(multi_one_available,
     "M OSMboxPost NONE, M OSEventPendMulti 1 NONE, M mbox 7, M OSMboxAccept 0, M waits, M waits, M waits")
{
    create();
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    wait(&all, 0);
    VALUE(OSMboxAccept(mbox));
    query();
}

// All available events are returned in the order of the array, each with its message at the same index.
CASE(multi_all_available,
     "M OSQPost NONE, M OSQPost NONE, M OSMboxPost NONE, M OSSemPost NONE, M OSSemPost NONE, M OSEventPendMulti 3 NONE"
     "M sem 0, M mbox 7, M queue 1, M OSEventPendMulti 2 NONE, M sem 0, M queue 2, M OSSemAccept 0"
     "M OSQAccept 0 Q_EMPTY")
{
    create();
    CODE(OSQPost(queue, MESSAGE(1)));
    CODE(OSQPost(queue, MESSAGE(2)));
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    CODE(OSSemPost(sem));
    CODE(OSSemPost(sem));
    wait(&all, 0);
    wait(&all, 0);
    VALUE(OSSemAccept(sem));
    VALUE_ERR(OSQAccept(queue, &err));
}

// A null message in a queue makes the queue available.
CASE(multi_null_message_available,
     "M OSQPost NONE, M OSEventPendMulti 1 NONE, M queue 0")
{
    create();
    CODE(OSQPost(queue, 0));
    wait(&all, 0);
}

// A queue's messages are returned in the order of their posts, also when its ring buffer wraps.
CASE(multi_queue_wraps,
     "M OSEventPendMulti 1 NONE, M queue 1, M OSEventPendMulti 1 NONE, M queue 2, M OSEventPendMulti 1 NONE, M queue 3"
     "M OSEventPendMulti 1 NONE, M queue 4, M OSEventPendMulti 1 NONE, M queue 5")
{
    INT32U n;

    create();
    for (n = 1u; n < 6u; n++) {
        (void)OSQPost(queue, MESSAGE(n));
        wait(&all, 0);
    }
}

// An event that appears twice in the array is returned as often as it is available.
CASE(multi_twice_the_same,
     "M OSEventPendMulti 1 NONE, M sem 0, M OSEventPendMulti 2 NONE, M sem 0, M sem 0, A OSEventPendMulti 1 NONE"
     "A sem 0, M OSSemPost NONE, M OSSemAccept 0, M waits, M waits, M waits")
{
    create();
    sems.pend[1] = sem;
    OSSemPost(sem);
    wait(&sems, 0);
    OSSemPost(sem);
    OSSemPost(sem);
    wait(&sems, 0);
    TASK(A, 10, wait(&sems, 0));
    CODE(OSSemPost(sem));
    VALUE(OSSemAccept(sem));
    query();
}

// ---------------------------------------------------------------------------------------------------------- wait

// A post to the semaphore wakes a task that waits for three events, and ends its waits for the other two.
CASE(multi_wait_sem,
     "M task 10 SEM+MBOX+Q+MULTI 0 OK, M waits 10, M waits 10, M waits 10, A OSEventPendMulti 1 NONE, A sem 0"
     "M OSSemPost NONE, M waits, M waits, M waits, M OSMboxPost NONE, M OSMboxAccept 7, M task 10 RDY 1 OK")
{
    create();
    TASK(A, 10, wait(&all, 0); CALL(OSTimeDly(1)));
    STATE(10);
    query();
    CODE(OSSemPost(sem));
    query();
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    VALUE(OSMboxAccept(mbox));
    STATE(10);
}

// A post to the mailbox wakes a task that waits for three events, and ends its waits for the other two.
CASE(multi_wait_mbox,
     "A OSEventPendMulti 1 NONE, A mbox 7, M OSMboxPost NONE, M waits, M waits, M waits")
{
    create();
    TASK(A, 10, wait(&all, 0));
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    query();
}

// A post to the queue, also of a null message, wakes a task that waits for three events and ends its other waits.
CASE(multi_wait_queue,
     "A OSEventPendMulti 1 NONE, A queue 7, M OSQPost NONE, A OSEventPendMulti 1 NONE, A queue 0, M OSQPostFront NONE"
     "M waits, M waits, M waits")
{
    create();
    TASK(A, 10, wait(&all, 0); wait(&all, 0));
    CODE(OSQPost(queue, MESSAGE(7)));
    CODE(OSQPostFront(queue, 0));
    query();
}

// A wait for one event behaves like the event's own pend.
CASE(multi_wait_for_one,
     "M task 10 SEM+MULTI 0 OK, A OSEventPendMulti 1 NONE, A sem 0, M OSSemPost NONE")
{
    create();
    TASK(A, 10, wait(&one, 0));
    STATE(10);
    CODE(OSSemPost(sem));
}

// The first post ends the wait. Posts to the other events before the task runs stay in these events.
CASE(multi_first_post_counts,
     "isr OSMboxPost NONE, isr OSSemPost NONE, isr OSQPost NONE, A OSEventPendMulti 1 NONE, A mbox 7, M OSSemAccept 1"
     "M OSQAccept 8 NONE, M waits, M waits, M waits")
{
    create();
    TASK(A, 10, wait(&all, 0));
    ISR(CODE(OSMboxPost(mbox, MESSAGE(7))); CODE(OSSemPost(sem)); CODE(OSQPost(queue, MESSAGE(8))));
    VALUE(OSSemAccept(sem));
    VALUE_ERR(OSQAccept(queue, &err));
    query();
}

// The highest waiter for an event gets the post, even if it waits for other events as well.
CASE(multi_highest_waiter,
     "B OSEventPendMulti 1 NONE, B sem 0, M OSSemPost NONE, A OSEventPendMulti 1 NONE, A sem 0, M OSSemPost NONE"
     "C OSSemPend NONE, M OSSemPost NONE, M waits, M waits, M waits")
{
    create();
    TASK(A, 11, wait(&all, 0));
    TASK(B, 10, wait(&sems, 0));
    TASK(C, 12, ERR(OSSemPend(sem, 0, &err)));
    CODE(OSSemPost(sem));
    CODE(OSSemPost(sem));
    CODE(OSSemPost(sem));
    query();
}

// When a task starts to wait, tasks of neighbouring priorities stay ready or waiting.
CASE(multi_wait_beside_others,
     "M waits 48 49, M waits 49, M waits 49, C OSSemPend NONE, M OSSemPost NONE, M waits 48 49, M waits 48 49"
     "M waits 49, C OSEventPendMulti 1 NONE, C sem 0, M OSSemPost NONE, M waits 49, M waits 49, M waits 49"
     "A OSEventPendMulti 1 NONE, A queue 7, M OSQPost NONE, B runs")
{
    create();
    TASK(A, 49, wait(&all, 0));
    TASK(B, 51, SAY("runs"));
    TASK(C, 48, ERR(OSSemPend(sem, 0, &err)); wait(&both, 0));
    query();
    CODE(OSSemPost(sem));
    query();
    CODE(OSSemPost(sem));
    query();
    CODE(OSQPost(queue, MESSAGE(7)));
    WITH_TICKS(OSTimeDly(1));
}

// A broadcast to a mailbox wakes tasks that wait for several events and tasks that wait only for the mailbox.
CASE(multi_broadcast,
     "B OSEventPendMulti 1 NONE, B mbox 7, A OSEventPendMulti 1 NONE, A mbox 7, C OSMboxPend 7 NONE"
     "M OSMboxPostOpt NONE, M waits, M waits, M waits")
{
    create();
    TASK(A, 11, wait(&all, 0));
    TASK(B, 10, wait(&both, 0));
    TASK(C, 12, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    CODE(OSMboxPostOpt(mbox, MESSAGE(7), OS_POST_OPT_BROADCAST));
    query();
}

// A post with the scheduler locked wakes the task, which runs after the unlock.
CASE(multi_post_locked,
     "M OSSemPost NONE, M OSSemPost NONE, A OSEventPendMulti 1 NONE, A sem_2 0, M OSSemAccept 1")
{
    create();
    TASK(A, 10, wait(&sems, 0));
    OSSchedLock();
    CODE(OSSemPost(sem_2));
    CODE(OSSemPost(sem_2));
    OSSchedUnlock();
    VALUE(OSSemAccept(sem_2));
}

// --------------------------------------------------------------------------------------------------------- codes

// Null pointers are rejected for each array and for the first event.
CASE(multi_codes_null,
     "M OSEventPendMulti 0 PEVENT_NULL, M OSEventPendMulti 0 PEVENT_NULL, M OSEventPendMulti 0 PEVENT_NULL"
     "M OSEventPendMulti 0 PEVENT_NULL, isr OSEventPendMulti 0 PEVENT_NULL")
{
    create();
    not_created.OSEventType = OS_EVENT_TYPE_UNUSED;
    VALUE_ERR(OSEventPendMulti(0, all.rdy, all.msgs, 0, &err));
    VALUE_ERR(OSEventPendMulti(all.pend, 0, all.msgs, 0, &err));
    VALUE_ERR(OSEventPendMulti(all.pend, all.rdy, 0, 0, &err));
    all.pend[0] = 0;
    VALUE_ERR(OSEventPendMulti(all.pend, all.rdy, all.msgs, 0, &err));
    ISR(VALUE_ERR(OSEventPendMulti(0, all.rdy, all.msgs, 0, &err)));
}

// Mutexes, flags and invalid events are rejected at any index; available events before them stay available.
CASE(multi_codes_type,
     "M OSMutexCreate NONE, M OSFlagCreate NONE, M OSEventPendMulti 0 EVENT_TYPE, M message 99"
     "M OSEventPendMulti 0 EVENT_TYPE, M message 99, M OSEventPendMulti 0 EVENT_TYPE, M message 99, M OSSemAccept 1")
{
    static OS_EVENT *mutex;
    static OS_FLAG_GRP *group;

    create();
    OSSemPost(sem);
    ERR(mutex = OSMutexCreate(8, &err));
    ERR(group = OSFlagCreate(0, &err));
    all.pend[1] = mutex;
    wait(&all, 0);
    all.pend[1] = (OS_EVENT *)group;
    wait(&all, 0);
    all.pend[1] = mbox;
    all.pend[3] = &not_created;
    wait(&all, 0);
    VALUE(OSSemAccept(sem));
}

// OSEventPendMulti() checks the event types, then for an interrupt, then for a locked scheduler, even if an
// event is available.
CASE(multi_codes_isr_and_lock,
     "isr OSEventPendMulti 0 PEND_ISR, isr message 99, M OSEventPendMulti 0 PEND_LOCKED, M message 99"
     "isr OSEventPendMulti 0 PEND_ISR, isr message 99, M OSEventPendMulti 0 EVENT_TYPE, M message 99"
     "isr OSEventPendMulti 0 EVENT_TYPE, isr message 99, M OSSemAccept 1")
{
    create();
    OSSemPost(sem);
    ISR(wait(&all, 0));
    OSSchedLock();
    wait(&all, 0);
    ISR(wait(&all, 0));
    all.pend[1] = &not_created;
    wait(&all, 0);
    ISR(wait(&all, 0));
    OSSchedUnlock();
    VALUE(OSSemAccept(sem));
}

// ------------------------------------------------------------------------------------------------------ timeouts

// A timeout of 0 waits forever.
CASE(multi_timeout_0,
     "M task 10 SEM+MBOX+Q+MULTI 0 OK, A OSEventPendMulti 1 NONE, A queue 7, M OSQPost NONE")
{
    create();
    TASK(A, 10, wait(&all, 0));
    TICKS(2u * LONGEST_DLY + 3u);
    STATE(10);
    CODE(OSQPost(queue, MESSAGE(7)));
}

// A timeout of 1 expires at the next tick. The call returns no event and a null message, and the task leaves all lists.
CASE(multi_timeout_1,
     "M task 10 SEM+MBOX+Q+MULTI 1 OK, A OSEventPendMulti 0 TIMEOUT, A message 0, A waits, A waits, A waits, M ticked")
{
    create();
    TASK(A, 10, wait(&all, 1); query());
    STATE(10);
    TICK();
    SAY("ticked");
}

// Timeouts are exact near the longest delay that a counter of the time unit holds, and far beyond it.
CASE(multi_timeout_long,
     "M one less, A OSEventPendMulti 0 TIMEOUT, A message 0, M longest, B OSEventPendMulti 0 TIMEOUT, B message 0"
     "M one more, M one less than far beyond, C OSEventPendMulti 0 TIMEOUT, C message 0"
     "M task 13 SEM+MULTI 4294966778 OK")
{
    create();
    TASK(A, 10, wait(&all, LONGEST_DLY));
    TASK(B, 11, wait(&both, LONGEST_DLY + 1u));
    TASK(C, 12, wait(&sems, 2u * LONGEST_DLY + 7u));
    TASK(D, 13, wait(&one, 0xFFFFFFFFu));
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
CASE(multi_dly_resume,
     "A OSEventPendMulti 0 TIMEOUT, A message 0, M OSTimeDlyResume NONE, M OSTimeDlyResume TIME_NOT_DLY, M waits 11"
     "M waits 11, M waits")
{
    create();
    TASK(A, 10, wait(&all, 5));
    TASK(B, 11, wait(&both, 0));
    CODE(OSTimeDlyResume(10));
    CODE(OSTimeDlyResume(11));
    query();
}

// A post in the tick hook takes effect before a timeout that expires at the same tick.
CASE(multi_post_in_the_tick_of_the_timeout,
     "isr OSMboxPost NONE, A OSEventPendMulti 1 NONE, A mbox 7, M waits, M waits, M waits")
{
    create();
    TASK(A, 10, wait(&all, 1));
    ON(tick, OFF(tick); CODE(OSMboxPost(mbox, MESSAGE(7))));
    TICK();
    query();
}

// A post after the timeout, but before the task runs, ends the wait successfully.
CASE(multi_post_after_timeout_wins,
     "M waits 10, M waits 10, M waits 10, M OSQPost NONE, M waits, M waits, M waits, A OSEventPendMulti 1 NONE"
     "A queue 7")
{
    create();
    TASK(A, 10, wait(&all, 2));
    OSSchedLock();
    TICKS(2);
    query();
    CODE(OSQPost(queue, MESSAGE(7)));
    query();
    OSSchedUnlock();
}

// An abort after the timeout, but before the task runs, ends the wait as aborted.
CASE(multi_abort_after_timeout_wins,
     "isr OSQPendAbort 1 PEND_ABORT, A OSEventPendMulti 1 PEND_ABORT, A queue 0, M waits, M waits, M waits")
{
    create();
    TASK(A, 10, wait(&all, 1));
    ISR(OSTimeTick(); VALUE_ERR(OSQPendAbort(queue, OS_PEND_OPT_NONE, &err)));
    query();
}

// --------------------------------------------------------------------------------------------- abort and delete

// An abort at one event ends the wait for all events. The wait returns this event and PEND_ABORT.
CASE(multi_abort,
     "A OSEventPendMulti 1 PEND_ABORT, A mbox 0, M OSMboxPendAbort 1 PEND_ABORT, B OSEventPendMulti 1 PEND_ABORT"
     "B queue 0, M OSQPendAbort 1 PEND_ABORT, C OSEventPendMulti 1 PEND_ABORT, C sem 0, M OSSemPendAbort 1 PEND_ABORT"
     "M waits, M waits, M waits")
{
    create();
    TASK(A, 10, wait(&all, 0));
    TASK(B, 11, wait(&all, 0));
    TASK(C, 12, wait(&both, 0));
    VALUE_ERR(OSMboxPendAbort(mbox, OS_PEND_OPT_NONE, &err));
    VALUE_ERR(OSQPendAbort(queue, OS_PEND_OPT_BROADCAST, &err));
    VALUE_ERR(OSSemPendAbort(sem, OS_PEND_OPT_BROADCAST, &err));
    query();
}

// If one event is deleted, the wait for all events returns it and PEND_ABORT. The other events continue to work.
CASE(multi_del,
     "M OSMboxDel set TASK_WAITING, A OSEventPendMulti 1 PEND_ABORT, A mbox 0, B OSEventPendMulti 1 PEND_ABORT"
     "B mbox 0, M OSMboxDel null NONE, A OSEventPendMulti 1 NONE, A sem 0, M OSSemPost NONE, M waits")
{
    create();
    TASK(A, 10, wait(&both, 0); wait(&sems, 0));
    TASK(B, 11, wait(&both, 0));
    POINTER_ERR(OSMboxDel(mbox, OS_DEL_NO_PEND, &err));
    POINTER_ERR(OSMboxDel(mbox, OS_DEL_ALWAYS, &err));
    CODE(OSSemPost(sem));
    (void)OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
}

// If a queue or a semaphore is deleted, the wait for several events returns it and PEND_ABORT.
CASE(multi_del_sem_and_queue,
     "A OSEventPendMulti 1 PEND_ABORT, A queue 0, M OSQDel null NONE, B OSEventPendMulti 1 PEND_ABORT, B sem 0"
     "M OSSemDel null NONE, M waits")
{
    create();
    TASK(A, 10, wait(&all, 0));
    POINTER_ERR(OSQDel(queue, OS_DEL_ALWAYS, &err));
    TASK(B, 11, wait(&both, 0));
    POINTER_ERR(OSSemDel(sem, OS_DEL_ALWAYS, &err));
    (void)OSMboxQuery(mbox, &mbox_data);
    WAITS(mbox_data);
}

// If an event is deleted after its post, before the task runs, the wait returns EVENT_TYPE.
CASE(multi_event_deleted_before_the_task_ran,
     "M OSMboxPost NONE, M OSMboxDel null NONE, A OSEventPendMulti 1 EVENT_TYPE, A mbox 99, A OSEventPendMulti 1 NONE"
     "A sem 0, M OSSemPost NONE")
{
    create();
    TASK(A, 10, wait(&all, 0); wait(&sems, 0));
    OSSchedLock();
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    POINTER_ERR(OSMboxDel(mbox, OS_DEL_NO_PEND, &err));
    OSSchedUnlock();
    CODE(OSSemPost(sem));
}

// ------------------------------------------------------------------------------------------------ state of waiters

// A suspended waiter for events of one type gets the post, and runs when it is resumed.
CASE(multi_post_to_suspended_one_type,
     "M OSTaskSuspend NONE, M OSSemPost NONE, M waits, M waits, M waits, A OSEventPendMulti 1 NONE, A sem_2 0"
     "M OSTaskResume NONE")
{
    create();
    TASK(A, 10, wait(&sems, 5));
    CODE(OSTaskSuspend(10));
    CODE(OSSemPost(sem_2));
    query();
    TICKS(6);
    CODE(OSTaskResume(10));
}

// B1: a suspended waiter for events of several types gets the post, and runs when it is resumed.
CASE_DEFECT(B1, multi_post_to_suspended,
            "M OSTaskSuspend NONE, M OSMboxPost NONE, M waits, M waits, M waits, A OSEventPendMulti 1 NONE, A mbox 7"
            "M OSTaskResume NONE, M end",
            "M OSTaskSuspend NONE, M OSMboxPost NONE, M waits, M waits, M waits, M OSTaskResume NONE, M end")
{
    create();
    TASK(A, 10, wait(&all, 5));
    CODE(OSTaskSuspend(10));
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    query();
    TICKS(6);
    CODE(OSTaskResume(10));
    SAY("end");
}

// B1: a task that is suspended and resumed after the post, before it runs, becomes ready.
CASE_DEFECT(B1, multi_suspended_and_resumed_after_the_post,
            "M OSSemPost NONE, M OSTaskSuspend NONE, M OSTaskResume NONE, A OSEventPendMulti 1 NONE, A sem 0, M end",
            "M OSSemPost NONE, M OSTaskSuspend NONE, M OSTaskResume NONE, M end")
{
    create();
    TASK(A, 10, wait(&all, 0));
    OSSchedLock();
    CODE(OSSemPost(sem));
    CODE(OSTaskSuspend(10));
    CODE(OSTaskResume(10));
    OSSchedUnlock();
    SAY("end");
}

// B1: if a suspended task's wait is aborted, pend returns the abort after the resume.
CASE_DEFECT(B1, multi_abort_of_suspended,
            "M OSTaskSuspend NONE, M OSMboxPendAbort 1 PEND_ABORT, A OSEventPendMulti 1 PEND_ABORT, A mbox 0"
            "M OSTaskResume NONE, M end",
            "M OSTaskSuspend NONE, M OSMboxPendAbort 1 PEND_ABORT, M OSTaskResume NONE, M end")
{
    create();
    TASK(A, 10, wait(&all, 0));
    CODE(OSTaskSuspend(10));
    VALUE_ERR(OSMboxPendAbort(mbox, OS_PEND_OPT_BROADCAST, &err));
    CODE(OSTaskResume(10));
    SAY("end");
}

// B1: after a post, the woken task's OSTCBStat has no event-type bits.
CASE_DEFECT(B1, multi_state,
            "M task 10 SEM+MBOX+Q+MULTI 3 OK, M OSSemPost NONE, M task 10 RDY 0 OK, A OSEventPendMulti 1 NONE, A sem 0",
            "M task 10 SEM+MBOX+Q+MULTI 3 OK, M OSSemPost NONE, M task 10 MBOX+Q+MULTI 0 OK, A OSEventPendMulti 1 NONE"
            "A sem 0")
{
    create();
    TASK(A, 10, wait(&all, 3));
    STATE(10);
    OSSchedLock();
    CODE(OSSemPost(sem));
    STATE(10);
    OSSchedUnlock();
}

// A timeout can expire while the waiter is suspended; pend returns TIMEOUT after the resume.
CASE(multi_timeout_of_suspended,
     "M OSTaskSuspend NONE, M OSTimeDlyResume TIME_NOT_DLY, M waits 10, M waits 10, M waits 10"
     "A OSEventPendMulti 0 TIMEOUT, A message 0, M OSTaskResume NONE, M waits, M waits, M waits")
{
    create();
    TASK(A, 10, wait(&all, 2));
    CODE(OSTaskSuspend(10));
    TICKS(2);
    CODE(OSTimeDlyResume(10));
    query();
    CODE(OSTaskResume(10));
    query();
}

// A post after the timeout of a suspended waiter, but before its resume, ends the wait successfully.
CASE(multi_post_after_timeout_of_suspended,
     "M OSTaskSuspend NONE, M OSQPost NONE, M waits, M waits, M waits, A OSEventPendMulti 1 NONE, A queue 7"
     "M OSTaskResume NONE")
{
    create();
    TASK(A, 10, wait(&all, 2));
    CODE(OSTaskSuspend(10));
    TICKS(2);
    CODE(OSQPost(queue, MESSAGE(7)));
    query();
    CODE(OSTaskResume(10));
}

// A waiter that is resumed before the post continues to wait, for the rest of its timeout.
CASE(multi_waiter_resumed,
     "M OSTaskSuspend NONE, M OSTaskResume NONE, M task 10 SEM+MBOX+Q+MULTI 2 OK, M waits 10, M waits 10, M waits 10"
     "A OSEventPendMulti 0 TIMEOUT, A message 0")
{
    create();
    TASK(A, 10, wait(&all, 3));
    TICK();
    CODE(OSTaskSuspend(10));
    CODE(OSTaskResume(10));
    STATE(10);
    query();
    TICKS(2);
}

// A deleted waiter leaves all lists.
CASE(multi_waiter_deleted,
     "M OSTaskDel NONE, M waits, M waits, M waits, M OSSemPost NONE, M OSSemAccept 1")
{
    create();
    TASK(A, 10, wait(&all, 2));
    CODE(OSTaskDel(10));
    query();
    TICKS(3);
    CODE(OSSemPost(sem));
    VALUE(OSSemAccept(sem));
}

// A waiter whose priority changes moves in each list and keeps its timeout.
CASE(multi_waiter_changes_prio,
     "M OSTaskChangePrio NONE, M waits 20 25, M waits 25, M waits 25 30, M task 25 SEM+MBOX+Q+MULTI 3 OK"
     "B OSSemPend NONE, M OSSemPost NONE, A OSEventPendMulti 1 NONE, A queue 7, M OSQPost NONE, M waits, M waits"
     "M waits 30")
{
    create();
    TASK(A, 10, wait(&all, 4));
    TASK(B, 20, ERR(OSSemPend(sem, 0, &err)));
    TASK(C, 30, VALUE_ERR(OSQPend(queue, 0, &err)));
    TICK();
    CODE(OSTaskChangePrio(10, 25));
    query();
    STATE(25);
    CODE(OSSemPost(sem));
    CODE(OSQPost(queue, MESSAGE(7)));
    query();
}

// A waiter whose priority has changed leaves each list, at its new priority, when its timeout expires.
CASE(multi_waiter_changes_prio_and_times_out,
     "M OSTaskChangePrio NONE, A OSEventPendMulti 0 TIMEOUT, A message 0, M waits, M waits, M waits")
{
    create();
    TASK(A, 10, wait(&all, 3));
    TICK();
    CODE(OSTaskChangePrio(10, 40));
    TICKS(2);
    query();
}

// A timed-out waiter that has not run keeps its entry in each list when its priority changes.
CASE(multi_timed_out_waiter_changes_prio,
     "M OSTaskChangePrio NONE, M waits 40, M waits 40, M waits 40, A OSEventPendMulti 0 TIMEOUT, A message 0, M waits"
     "M waits, M waits")
{
    create();
    TASK(A, 10, wait(&all, 1));
    OSSchedLock();
    TICK();
    CODE(OSTaskChangePrio(10, 40));
    query();
    OSSchedUnlock();
    query();
}

// After a wait for several events, a wait for a single event works as usual.
CASE(multi_then_single,
     "A OSEventPendMulti 1 NONE, A sem 0, M OSSemPost NONE, M task 10 Q 0 OK, M waits, M waits, M waits 10"
     "M OSMboxPost NONE, A OSQPend 8 NONE, M OSQPost NONE")
{
    create();
    TASK(A, 10, wait(&all, 0); VALUE_ERR(OSQPend(queue, 0, &err)));
    CODE(OSSemPost(sem));
    STATE(10);
    query();
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    CODE(OSQPost(queue, MESSAGE(8)));
}
