// SPDX-License-Identifier: Apache-2.0
// Mailboxes.
#include "conform.h"

#define MESSAGE(n) ((void *)(n))

static OS_EVENT *mbox, *sem;
static OS_EVENT not_created;
static OS_MBOX_DATA data;

/* Logs the mailbox as OSMboxQuery() returns it: its message and its waiters. */
static void query(void)
{
    CODE(OSMboxQuery(mbox, &data));
    SAY("message %u", (INT32U)data.OSMsg);
    WAITS(data);
}

// ------------------------------------------------------------------------------------------------------- create

// A null message creates an empty mailbox, any other message a full one.
CASE(mbox_create,
     "M OSMboxCreate set, M OSMboxQuery NONE, M message 0, M waits, M OSMboxCreate set, M OSMboxQuery NONE, M message 7"
     "M waits")
{
    POINTER(mbox = OSMboxCreate(0));
    query();
    POINTER(mbox = OSMboxCreate(MESSAGE(7)));
    query();
}

// A mailbox can be created and used before the start.
CASE_MAIN(mbox_before_start,
          "main OSMboxCreate set, main OSMboxPost NONE, main OSMboxPendAbort 0 NONE, main OSMboxAccept 7"
          "main OSMboxPost NONE, A OSMboxPend 8 NONE")
{
    POINTER(mbox = OSMboxCreate(0));
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    VALUE_ERR(OSMboxPendAbort(mbox, OS_PEND_OPT_NONE, &err));
    VALUE(OSMboxAccept(mbox));
    CODE(OSMboxPost(mbox, MESSAGE(8)));
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 0, &err)); END());
    OSStart();
}

// An interrupt cannot create a mailbox.
CASE(mbox_create_in_isr,
     "isr OSMboxCreate null")
{
    ISR(POINTER(OSMboxCreate(0)));
}

// Without a free event control block no mailbox can be created; a deleted event frees its block.
CASE(mbox_create_depleted,
     "M OSMboxCreate null, M OSSemDel NONE, M OSMboxCreate set, M OSMboxCreate null")
{
    while ((sem = OSSemCreate(0)) != 0) {
        mbox = sem;
    }
    POINTER(OSMboxCreate(0));
    ERR(OSSemDel(mbox, OS_DEL_NO_PEND, &err));
    POINTER(OSMboxCreate(0));
    POINTER(OSMboxCreate(0));
}

// ------------------------------------------------------------------------------------------------------- accept

// Accept takes the message, if there is one.
CASE(mbox_accept,
     "M OSMboxAccept 7, M OSMboxAccept 0")
{
    mbox = OSMboxCreate(MESSAGE(7));
    VALUE(OSMboxAccept(mbox));
    VALUE(OSMboxAccept(mbox));
}

// Accept returns null for anything but a mailbox.
CASE(mbox_accept_no_mbox,
     "M OSMboxAccept 0, M OSMboxAccept 0, M OSMboxAccept 0, M OSSemAccept 3")
{
    sem = OSSemCreate(3);
    VALUE(OSMboxAccept(0));
    VALUE(OSMboxAccept(&not_created));
    VALUE(OSMboxAccept(sem));
    VALUE(OSSemAccept(sem));
}

// An interrupt may take a message with accept.
CASE(mbox_accept_in_isr,
     "isr OSMboxAccept 7, M OSMboxAccept 0")
{
    mbox = OSMboxCreate(MESSAGE(7));
    ISR(VALUE(OSMboxAccept(mbox)));
    VALUE(OSMboxAccept(mbox));
}

// --------------------------------------------------------------------------------------------------------- pend

// Pend takes an existing message at once.
CASE(mbox_pend_message,
     "M OSMboxPend 7 NONE, M OSMboxQuery NONE, M message 0, M waits")
{
    mbox = OSMboxCreate(MESSAGE(7));
    VALUE_ERR(OSMboxPend(mbox, 0, &err));
    query();
}

// Pend waits on an empty mailbox, and a post hands the message to the task: the mailbox stays empty.
CASE(mbox_pend_waits,
     "M task 10 MBOX 0 OK, M OSMboxQuery NONE, M message 0, M waits 10, A OSMboxPend 7 NONE, M OSMboxPost NONE"
     "A OSMboxPend 8 NONE, M OSMboxPost NONE, M OSMboxQuery NONE, M message 0, M waits")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 0, &err)); VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    STATE(10);
    query();
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    CODE(OSMboxPost(mbox, MESSAGE(8)));
    query();
}

// Pend checks for an invalid mailbox first, then for an interrupt and a locked scheduler, even if there is a message.
CASE(mbox_pend_codes,
     "M OSMboxPend 0 PEVENT_NULL, M OSMboxPend 0 EVENT_TYPE, M OSMboxPend 0 EVENT_TYPE, isr OSMboxPend 0 PEND_ISR"
     "isr OSMboxPend 0 EVENT_TYPE, isr OSMboxPend 0 PEVENT_NULL, M OSMboxPend 0 PEND_LOCKED, M OSMboxPend 0 EVENT_TYPE"
     "isr OSMboxPend 0 PEND_ISR, M OSMboxPend 7 NONE")
{
    mbox = OSMboxCreate(MESSAGE(7));
    sem = OSSemCreate(1);
    VALUE_ERR(OSMboxPend(0, 0, &err));
    VALUE_ERR(OSMboxPend(&not_created, 0, &err));
    VALUE_ERR(OSMboxPend(sem, 0, &err));
    ISR(VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    ISR(VALUE_ERR(OSMboxPend(sem, 0, &err)));
    ISR(VALUE_ERR(OSMboxPend(0, 0, &err)));
    OSSchedLock();
    VALUE_ERR(OSMboxPend(mbox, 0, &err));
    VALUE_ERR(OSMboxPend(sem, 0, &err));
    ISR(VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    OSSchedUnlock();
    VALUE_ERR(OSMboxPend(mbox, 0, &err));
}

// A timeout of 0 waits forever.
CASE(mbox_pend_timeout_0,
     "M task 10 MBOX 0 OK, A OSMboxPend 7 NONE, M OSMboxPost NONE")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    TICKS(2u * LONGEST_DLY + 3u);
    STATE(10);
    CODE(OSMboxPost(mbox, MESSAGE(7)));
}

// A timeout of 1 expires at the next tick, and returns no message.
CASE(mbox_pend_timeout_1,
     "M task 10 MBOX 1 OK, A OSMboxPend 0 TIMEOUT, A OSMboxQuery NONE, A message 0, A waits, M ticked")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 1, &err)); query());
    STATE(10);
    TICK();
    SAY("ticked");
}

// Timeouts are exact near the longest delay that a counter of the time unit holds, and far beyond it.
CASE(mbox_pend_timeout_long,
     "M one less, A OSMboxPend 0 TIMEOUT, M longest, B OSMboxPend 0 TIMEOUT, M one more, M one less than far beyond"
     "C OSMboxPend 0 TIMEOUT, M task 13 MBOX 4294966778 OK")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, LONGEST_DLY, &err)));
    TASK(B, 11, VALUE_ERR(OSMboxPend(mbox, LONGEST_DLY + 1u, &err)));
    TASK(C, 12, VALUE_ERR(OSMboxPend(mbox, 2u * LONGEST_DLY + 7u, &err)));
    TASK(D, 13, VALUE_ERR(OSMboxPend(mbox, 0xFFFFFFFFu, &err)));
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

// A post during a long timeout ends the wait early, and the rest of the timeout does not affect a later delay.
CASE(mbox_post_within_a_long_timeout,
     "M task 10 MBOX 254 OK, A OSMboxPend 7 NONE, M OSMboxPost NONE, M task 10 RDY 255 OK, M one less, A OSTimeDly")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 2u * LONGEST_DLY, &err)); CALL(OSTimeDly(LONGEST_DLY)));
    TICKS(LONGEST_DLY + 1u);
    STATE(10);
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    STATE(10);
    TICKS(LONGEST_DLY - 1u);
    SAY("one less");
    TICK();
}

// OSTimeDlyResume() lets a wait with a timeout time out; for a wait without a timeout it returns TIME_NOT_DLY.
CASE(mbox_pend_dly_resume,
     "A OSMboxPend 0 TIMEOUT, M OSTimeDlyResume NONE, M OSTimeDlyResume TIME_NOT_DLY, M OSMboxQuery NONE, M message 0"
     "M waits 11")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 5, &err)));
    TASK(B, 11, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    CODE(OSTimeDlyResume(10));
    CODE(OSTimeDlyResume(11));
    query();
}

// --------------------------------------------------------------------------------------------------------- post

// A mailbox holds one message; a second post returns an error, and the first message stays.
CASE(mbox_post_full,
     "M OSMboxPost NONE, M OSMboxPost MBOX_FULL, M OSMboxPostOpt MBOX_FULL, M OSMboxPostOpt MBOX_FULL"
     "M OSMboxPostOpt MBOX_FULL, M OSMboxAccept 7")
{
    mbox = OSMboxCreate(0);
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    CODE(OSMboxPost(mbox, MESSAGE(8)));
    CODE(OSMboxPostOpt(mbox, MESSAGE(8), OS_POST_OPT_NONE));
    CODE(OSMboxPostOpt(mbox, MESSAGE(8), OS_POST_OPT_BROADCAST));
    CODE(OSMboxPostOpt(mbox, MESSAGE(8), OS_POST_OPT_FRONT));
    VALUE(OSMboxAccept(mbox));
}

// Post checks for null pointers first (mailbox, then message), then for an invalid mailbox.
CASE(mbox_post_codes,
     "M OSMboxPost PEVENT_NULL, M OSMboxPost PEVENT_NULL, M OSMboxPost POST_NULL_PTR, M OSMboxPost POST_NULL_PTR"
     "M OSMboxPost EVENT_TYPE, M OSMboxPost EVENT_TYPE, M OSMboxPostOpt PEVENT_NULL, M OSMboxPostOpt PEVENT_NULL"
     "M OSMboxPostOpt POST_NULL_PTR, M OSMboxPostOpt POST_NULL_PTR, M OSMboxPostOpt EVENT_TYPE"
     "M OSMboxPostOpt EVENT_TYPE, M OSMboxQuery NONE, M message 7, M waits")
{
    mbox = OSMboxCreate(MESSAGE(7));
    sem = OSSemCreate(0);
    CODE(OSMboxPost(0, MESSAGE(8)));
    CODE(OSMboxPost(0, 0));
    CODE(OSMboxPost(mbox, 0));
    CODE(OSMboxPost(sem, 0));
    CODE(OSMboxPost(sem, MESSAGE(8)));
    CODE(OSMboxPost(&not_created, MESSAGE(8)));
    CODE(OSMboxPostOpt(0, MESSAGE(8), OS_POST_OPT_NONE));
    CODE(OSMboxPostOpt(0, 0, OS_POST_OPT_NONE));
    CODE(OSMboxPostOpt(mbox, 0, OS_POST_OPT_NONE));
    CODE(OSMboxPostOpt(sem, 0, OS_POST_OPT_NONE));
    CODE(OSMboxPostOpt(sem, MESSAGE(8), OS_POST_OPT_NONE));
    CODE(OSMboxPostOpt(&not_created, MESSAGE(8), OS_POST_OPT_NONE));
    query();
}

// The waiter with the highest priority gets the message, whatever the order of arrival.
CASE(mbox_post_highest_waiter,
     "M OSMboxQuery NONE, M message 0, M waits 12 20 30, B OSMboxPend 7 NONE, M OSMboxPost NONE, A OSMboxPend 8 NONE"
     "M OSMboxPostOpt NONE, C OSMboxPend 9 NONE, M OSMboxPostOpt NONE, M OSMboxQuery NONE, M message 0, M waits")
{
    mbox = OSMboxCreate(0);
    TASK(A, 20, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    TASK(B, 12, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    TASK(C, 30, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    query();
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    CODE(OSMboxPostOpt(mbox, MESSAGE(8), OS_POST_OPT_NONE));
    CODE(OSMboxPostOpt(mbox, MESSAGE(9), OS_POST_OPT_FRONT));
    query();
}

// A post from an interrupt wakes the waiter when the outermost interrupt ends.
CASE(mbox_post_in_isr,
     "isr OSMboxPost NONE, isr ends, A OSMboxPend 7 NONE, isr OSMboxPostOpt NONE, isr outer ends, A OSMboxPend 8 NONE"
     "isr OSMboxPost NONE, isr OSMboxPost MBOX_FULL, isr OSMboxPost POST_NULL_PTR, isr OSMboxQuery NONE, isr message 9"
     "isr waits")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 0, &err)); VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    ISR(CODE(OSMboxPost(mbox, MESSAGE(7))); SAY("ends"));
    ISR(ISR(CODE(OSMboxPostOpt(mbox, MESSAGE(8), OS_POST_OPT_NONE))); SAY("outer ends"));
    ISR(CODE(OSMboxPost(mbox, MESSAGE(9))); CODE(OSMboxPost(mbox, MESSAGE(9))));
    ISR(CODE(OSMboxPost(mbox, 0)));
    ISR(query());
}

// A post with the scheduler locked wakes the waiter, which runs after the last unlock.
CASE(mbox_post_locked,
     "M OSMboxPost NONE, M task 10 RDY 0 OK, M locked once, A OSMboxPend 7 NONE, M end")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    OSSchedLock();
    OSSchedLock();
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    STATE(10);
    OSSchedUnlock();
    SAY("locked once");
    OSSchedUnlock();
    SAY("end");
}

// A broadcast gives the message to all waiters.
CASE(mbox_post_broadcast,
     "B OSMboxPend 7 NONE, A OSMboxPend 7 NONE, C OSMboxPend 7 NONE, M OSMboxPostOpt NONE, M OSMboxQuery NONE"
     "M message 0, M waits")
{
    mbox = OSMboxCreate(0);
    TASK(A, 20, VALUE_ERR(OSMboxPend(mbox, 3, &err)));
    TASK(B, 12, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    TASK(C, 30, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    CODE(OSMboxPostOpt(mbox, MESSAGE(7), OS_POST_OPT_BROADCAST));
    query();
}

// A broadcast without waiters leaves one message in the mailbox.
CASE(mbox_post_broadcast_no_waiter,
     "M OSMboxPostOpt NONE, M OSMboxQuery NONE, M message 7, M waits")
{
    mbox = OSMboxCreate(0);
    CODE(OSMboxPostOpt(mbox, MESSAGE(7), OS_POST_OPT_BROADCAST | OS_POST_OPT_NO_SCHED));
    query();
}

// A post without scheduling makes the waiter ready; it runs at the next scheduling point.
CASE(mbox_post_no_sched,
     "M OSMboxPostOpt NONE, M task 10 RDY 0 OK, M OSMboxQuery NONE, M message 0, M waits 11, A OSMboxPend 7 NONE"
     "B OSMboxPend 8 NONE, M OSMboxPostOpt NONE")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    TASK(B, 11, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    CODE(OSMboxPostOpt(mbox, MESSAGE(7), OS_POST_OPT_NO_SCHED));
    STATE(10);
    query();
    CODE(OSMboxPostOpt(mbox, MESSAGE(8), OS_POST_OPT_NONE));
}

// A broadcast without scheduling makes all waiters ready; they run at the next scheduling point.
CASE(mbox_post_broadcast_no_sched,
     "M OSMboxPostOpt NONE, M OSMboxQuery NONE, M message 0, M waits, M OSTimeDlyResume TIME_NOT_DLY"
     "B OSMboxPend 7 NONE, A OSMboxPend 7 NONE, M end")
{
    mbox = OSMboxCreate(0);
    TASK(A, 11, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    TASK(B, 10, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    CODE(OSMboxPostOpt(mbox, MESSAGE(7), OS_POST_OPT_BROADCAST | OS_POST_OPT_NO_SCHED));
    query();
    CODE(OSTimeDlyResume(M_PRIO)); /* M is not delayed, so the call is no scheduling point */
    OSSchedLock();
    OSSchedUnlock();
    SAY("end");
}

// ---------------------------------------------------------------------------------------------- post and timeout

// A post in the tick hook takes effect before a timeout that expires at the same tick.
CASE(mbox_post_in_the_tick_of_the_timeout,
     "isr OSMboxPost NONE, A OSMboxPend 7 NONE, M OSMboxQuery NONE, M message 0, M waits")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 1, &err)));
    ON(tick, OFF(tick); CODE(OSMboxPost(mbox, MESSAGE(7))));
    TICK();
    query();
}

// A post after the timeout, but before the task runs, ends the wait successfully.
CASE(mbox_post_after_timeout_wins,
     "M task 10 RDY 0 TO, M OSMboxQuery NONE, M message 0, M waits 10, M OSMboxPost NONE, M task 10 RDY 0 OK"
     "A OSMboxPend 7 NONE, M OSMboxQuery NONE, M message 0, M waits")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 2, &err)));
    OSSchedLock();
    TICKS(2);
    STATE(10);
    query();
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    STATE(10);
    OSSchedUnlock();
    query();
}

// A post after the tick of the timeout, in the same interrupt, ends the wait successfully.
CASE(mbox_post_after_the_tick_in_one_interrupt,
     "isr OSMboxPost NONE, A OSMboxPend 7 NONE, M OSMboxQuery NONE, M message 0, M waits")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 1, &err)));
    ISR(OSTimeTick(); CODE(OSMboxPost(mbox, MESSAGE(7))));
    query();
}

// A timed-out task that has not run yet is still the highest waiter.
CASE(mbox_post_after_timeout_goes_to_the_highest,
     "M OSMboxPost NONE, A OSMboxPend 7 NONE, M OSMboxQuery NONE, M message 0, M waits 11")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 1, &err)));
    TASK(B, 11, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    OSSchedLock();
    TICK();
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    OSSchedUnlock();
    query();
}

// A message that is posted after the timed-out task has run stays in the mailbox.
CASE(mbox_post_after_the_timed_out_task_ran,
     "A OSMboxPend 0 TIMEOUT, M OSMboxPost NONE, M OSMboxQuery NONE, M message 7, M waits")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 1, &err)));
    TICK();
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    query();
}

// -------------------------------------------------------------------------------------------------------- abort

// Abort rejects invalid mailboxes; without a waiter it aborts no wait, and the message stays.
CASE(mbox_abort_codes,
     "M OSMboxPendAbort 0 PEVENT_NULL, M OSMboxPendAbort 0 EVENT_TYPE, M OSMboxPendAbort 0 EVENT_TYPE"
     "M OSMboxPendAbort 0 NONE, M OSMboxPendAbort 0 NONE, M OSMboxQuery NONE, M message 7, M waits")
{
    mbox = OSMboxCreate(MESSAGE(7));
    sem = OSSemCreate(0);
    VALUE_ERR(OSMboxPendAbort(0, OS_PEND_OPT_NONE, &err));
    VALUE_ERR(OSMboxPendAbort(&not_created, OS_PEND_OPT_NONE, &err));
    VALUE_ERR(OSMboxPendAbort(sem, OS_PEND_OPT_BROADCAST, &err));
    VALUE_ERR(OSMboxPendAbort(mbox, OS_PEND_OPT_NONE, &err));
    VALUE_ERR(OSMboxPendAbort(mbox, OS_PEND_OPT_BROADCAST, &err));
    query();
}

// Abort ends the wait of the highest waiter.
CASE(mbox_abort_highest,
     "B OSMboxPend 0 PEND_ABORT, M OSMboxPendAbort 1 PEND_ABORT, M OSMboxQuery NONE, M message 0, M waits 11")
{
    mbox = OSMboxCreate(0);
    TASK(A, 11, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    TASK(B, 10, VALUE_ERR(OSMboxPend(mbox, 9, &err)));
    VALUE_ERR(OSMboxPendAbort(mbox, OS_PEND_OPT_NONE, &err));
    query();
}

// Abort with an unknown option aborts one wait.
CASE(mbox_abort_other_option,
     "B OSMboxPend 0 PEND_ABORT, M OSMboxPendAbort 1 PEND_ABORT, M OSMboxQuery NONE, M message 0, M waits 11")
{
    mbox = OSMboxCreate(0);
    TASK(A, 11, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    TASK(B, 10, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    VALUE_ERR(OSMboxPendAbort(mbox, 88, &err));
    query();
}

// Abort with the broadcast option ends the waits of all tasks.
CASE(mbox_abort_all,
     "B OSMboxPend 0 PEND_ABORT, A OSMboxPend 0 PEND_ABORT, M OSMboxPendAbort 2 PEND_ABORT, M OSMboxQuery NONE"
     "M message 0, M waits")
{
    mbox = OSMboxCreate(0);
    TASK(A, 11, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    TASK(B, 10, VALUE_ERR(OSMboxPend(mbox, 9, &err)));
    VALUE_ERR(OSMboxPendAbort(mbox, OS_PEND_OPT_BROADCAST, &err));
    query();
}

// An interrupt may abort a wait; the task runs when the interrupt ends.
CASE(mbox_abort_in_isr,
     "isr OSMboxPendAbort 1 PEND_ABORT, isr ends, A OSMboxPend 0 PEND_ABORT")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    ISR(VALUE_ERR(OSMboxPendAbort(mbox, OS_PEND_OPT_BROADCAST, &err)); SAY("ends"));
}

// An abort after the timeout, but before the task runs, ends the wait as aborted.
CASE(mbox_abort_after_timeout_wins,
     "M OSMboxPendAbort 1 PEND_ABORT, A OSMboxPend 0 PEND_ABORT, M OSMboxQuery NONE, M message 0, M waits")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 1, &err)));
    OSSchedLock();
    TICK();
    VALUE_ERR(OSMboxPendAbort(mbox, OS_PEND_OPT_NONE, &err));
    OSSchedUnlock();
    query();
}

// If a suspended task's wait is aborted, pend returns PEND_ABORT after the resume.
CASE(mbox_abort_suspended,
     "M OSTaskSuspend NONE, M OSMboxPendAbort 1 PEND_ABORT, M task 10 SUSPEND 0 ABORT, A OSMboxPend 0 PEND_ABORT"
     "M OSTaskResume NONE")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    CODE(OSTaskSuspend(10));
    VALUE_ERR(OSMboxPendAbort(mbox, OS_PEND_OPT_NONE, &err));
    STATE(10);
    CODE(OSTaskResume(10));
}

// ------------------------------------------------------------------------------------------------------- delete

// Delete checks for an invalid mailbox, then for an interrupt, an invalid option and, with OS_DEL_NO_PEND, waiters.
CASE(mbox_del_codes,
     "M OSMboxDel null PEVENT_NULL, M OSMboxDel set EVENT_TYPE, M OSMboxDel set EVENT_TYPE, isr OSMboxDel set DEL_ISR"
     "isr OSMboxDel set DEL_ISR, isr OSMboxDel set EVENT_TYPE, M OSMboxDel set INVALID_OPT, M OSMboxDel set INVALID_OPT"
     "M OSMboxDel set TASK_WAITING, M OSMboxQuery NONE, M message 0, M waits 10")
{
    mbox = OSMboxCreate(0);
    sem = OSSemCreate(0);
    POINTER_ERR(OSMboxDel(0, OS_DEL_ALWAYS, &err));
    POINTER_ERR(OSMboxDel(&not_created, OS_DEL_ALWAYS, &err));
    POINTER_ERR(OSMboxDel(sem, OS_DEL_ALWAYS, &err));
    ISR(POINTER_ERR(OSMboxDel(mbox, OS_DEL_ALWAYS, &err)));
    ISR(POINTER_ERR(OSMboxDel(mbox, 9, &err)));
    ISR(POINTER_ERR(OSMboxDel(sem, OS_DEL_ALWAYS, &err)));
    POINTER_ERR(OSMboxDel(mbox, 2, &err));
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    POINTER_ERR(OSMboxDel(mbox, 2, &err));
    POINTER_ERR(OSMboxDel(mbox, OS_DEL_NO_PEND, &err));
    query();
}

// Either option deletes a mailbox without waiters, with its message; afterwards the mailbox is invalid.
CASE(mbox_del,
     "M OSMboxDel null NONE, M OSMboxAccept 0, M OSMboxPost EVENT_TYPE, M OSMboxDel set EVENT_TYPE"
     "M OSMboxDel null NONE, M OSMboxPend 0 EVENT_TYPE")
{
    mbox = OSMboxCreate(MESSAGE(7));
    POINTER_ERR(OSMboxDel(mbox, OS_DEL_NO_PEND, &err));
    VALUE(OSMboxAccept(mbox));
    CODE(OSMboxPost(mbox, MESSAGE(8)));
    POINTER_ERR(OSMboxDel(mbox, OS_DEL_NO_PEND, &err));
    mbox = OSMboxCreate(0);
    POINTER_ERR(OSMboxDel(mbox, OS_DEL_ALWAYS, &err));
    VALUE_ERR(OSMboxPend(mbox, 0, &err));
}

// Delete with OS_DEL_ALWAYS aborts the waits of all tasks, and the task with the highest priority runs first.
CASE(mbox_del_always,
     "M OSTaskSuspend NONE, B OSMboxPend 0 PEND_ABORT, A OSMboxPend 0 PEND_ABORT, M OSMboxDel null NONE"
     "M task 30 SUSPEND 0 ABORT, C OSMboxPend 0 PEND_ABORT, M OSTaskResume NONE")
{
    mbox = OSMboxCreate(0);
    TASK(A, 20, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    TASK(B, 10, VALUE_ERR(OSMboxPend(mbox, 5, &err)));
    TASK(C, 30, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    CODE(OSTaskSuspend(30));
    POINTER_ERR(OSMboxDel(mbox, OS_DEL_ALWAYS, &err));
    STATE(30);
    CODE(OSTaskResume(30));
    TICKS(6);
}

// Delete with the scheduler locked: the waiters run after the unlock.
CASE(mbox_del_locked,
     "M OSMboxDel null NONE, A OSMboxPend 0 PEND_ABORT, M end")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    OSSchedLock();
    POINTER_ERR(OSMboxDel(mbox, OS_DEL_ALWAYS, &err));
    OSSchedUnlock();
    SAY("end");
}

// -------------------------------------------------------------------------------------------------------- query

// Query checks for null pointers in argument order, then for an invalid mailbox; an interrupt may query.
CASE(mbox_query_codes,
     "M OSMboxQuery PEVENT_NULL, M OSMboxQuery PEVENT_NULL, M OSMboxQuery PDATA_NULL, M OSMboxQuery PDATA_NULL"
     "M OSMboxQuery EVENT_TYPE, M OSMboxQuery EVENT_TYPE, isr OSMboxQuery NONE, isr message 7, isr waits")
{
    mbox = OSMboxCreate(MESSAGE(7));
    sem = OSSemCreate(0);
    CODE(OSMboxQuery(0, 0));
    CODE(OSMboxQuery(0, &data));
    CODE(OSMboxQuery(mbox, 0));
    CODE(OSMboxQuery(sem, 0));
    CODE(OSMboxQuery(sem, &data));
    CODE(OSMboxQuery(&not_created, &data));
    ISR(query());
}

// -------------------------------------------------------------------------------------------------- waiters' state

// A suspended waiter gets the message, and runs when it is resumed.
CASE(mbox_post_to_suspended,
     "M OSTaskSuspend NONE, M task 10 MBOX+SUSPEND 5 OK, M OSMboxPost NONE, M task 10 SUSPEND 0 OK, M OSMboxQuery NONE"
     "M message 0, M waits, A OSMboxPend 7 NONE, M OSTaskResume NONE")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 5, &err)));
    CODE(OSTaskSuspend(10));
    STATE(10);
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    STATE(10);
    query();
    TICKS(6);
    CODE(OSTaskResume(10));
}

// A timeout can expire while the waiter is suspended; pend returns TIMEOUT after the resume.
CASE(mbox_timeout_of_suspended,
     "M OSTaskSuspend NONE, M task 10 SUSPEND 0 TO, M OSMboxQuery NONE, M message 0, M waits 10"
     "M OSTimeDlyResume TIME_NOT_DLY, A OSMboxPend 0 TIMEOUT, M OSTaskResume NONE, M OSMboxQuery NONE, M message 0"
     "M waits")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 2, &err)));
    CODE(OSTaskSuspend(10));
    TICKS(2);
    STATE(10);
    query();
    CODE(OSTimeDlyResume(10));
    CODE(OSTaskResume(10));
    query();
}

// A post after the timeout of a suspended waiter, but before its resume, ends the wait successfully.
CASE(mbox_post_after_timeout_of_suspended,
     "M OSTaskSuspend NONE, M OSMboxPost NONE, A OSMboxPend 7 NONE, M OSTaskResume NONE, M OSMboxQuery NONE"
     "M message 0, M waits")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 2, &err)));
    CODE(OSTaskSuspend(10));
    TICKS(2);
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    CODE(OSTaskResume(10));
    query();
}

// A waiter that is resumed before the post continues to wait, for the rest of its timeout.
CASE(mbox_waiter_resumed,
     "M OSTaskSuspend NONE, M OSTaskResume NONE, M task 10 MBOX 2 OK, A OSMboxPend 0 TIMEOUT")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 3, &err)));
    TICK();
    CODE(OSTaskSuspend(10));
    CODE(OSTaskResume(10));
    STATE(10);
    TICKS(2);
}

// A deleted waiter leaves the wait list, so the next message stays in the mailbox.
CASE(mbox_waiter_deleted,
     "M OSTaskDel NONE, M OSMboxQuery NONE, M message 0, M waits, M OSMboxPost NONE, M OSMboxQuery NONE, M message 7"
     "M waits")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 2, &err)));
    CODE(OSTaskDel(10));
    query();
    TICKS(3);
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    query();
}

// A waiter whose priority changes moves in the wait list and keeps its timeout.
CASE(mbox_waiter_changes_prio,
     "M OSTaskChangePrio NONE, M OSTaskChangePrio NONE, M OSMboxQuery NONE, M message 0, M waits 11 20 40"
     "M task 11 MBOX 2 OK, B OSMboxPend 7 NONE, M OSMboxPost NONE, C OSMboxPend 8 NONE, M OSMboxPost NONE"
     "A OSMboxPend 9 NONE, M OSMboxPost NONE")
{
    mbox = OSMboxCreate(0);
    TASK(A, 10, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    TASK(B, 30, VALUE_ERR(OSMboxPend(mbox, 3, &err)));
    TASK(C, 20, VALUE_ERR(OSMboxPend(mbox, 0, &err)));
    TICK();
    CODE(OSTaskChangePrio(10, 40));
    CODE(OSTaskChangePrio(30, 11));
    query();
    STATE(11);
    TICK();
    CODE(OSMboxPost(mbox, MESSAGE(7)));
    CODE(OSMboxPost(mbox, MESSAGE(8)));
    CODE(OSMboxPost(mbox, MESSAGE(9)));
}

// -------------------------------------------------------------------------------------------------------- names

// The name of a mailbox is "?" until it is set, and again when its event control block is reused.
CASE(mbox_name,
     "M OSEventNameGet 1 NONE, M ?, M OSEventNameSet NONE, M OSEventNameGet 5 NONE, M inbox, M OSMboxDel NONE"
     "M OSEventNameGet 0 EVENT_TYPE, M OSEventNameSet EVENT_TYPE, M OSEventNameGet 1 NONE, M ?")
{
    static INT8U *name;

    mbox = OSMboxCreate(0);
    VALUE_ERR(OSEventNameGet(mbox, &name, &err));
    SAY("%s", (char *)name);
    ERR(OSEventNameSet(mbox, (INT8U *)"inbox", &err));
    VALUE_ERR(OSEventNameGet(mbox, &name, &err));
    SAY("%s", (char *)name);
    ERR(OSMboxDel(mbox, OS_DEL_NO_PEND, &err));
    VALUE_ERR(OSEventNameGet(mbox, &name, &err));
    ERR(OSEventNameSet(mbox, (INT8U *)"x", &err));
    mbox = OSMboxCreate(0);
    VALUE_ERR(OSEventNameGet(mbox, &name, &err));
    SAY("%s", (char *)name);
}
