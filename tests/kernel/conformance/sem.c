// SPDX-License-Identifier: Apache-2.0
// Semaphores.
#include "conform.h"

static OS_EVENT *sem, *sem_2, *mbox;
static OS_SEM_DATA data;

/* Logs the count and the wait list. */
static void query(void)
{
    (void)OSSemQuery(sem, &data);
    SAY("count %u", data.OSCnt);
    WAITS(data);
}

/* ------------------------------------------------------------------------------------------- create and accept */

// A semaphore starts with the given count; an accept decrements a positive count, and returns the old count.
CASE(sem_create_and_accept,
     "M OSSemCreate set, M OSSemAccept 2, M OSSemAccept 1, M OSSemAccept 0, M OSSemAccept 0")
{
    POINTER(sem = OSSemCreate(2));
    VALUE(OSSemAccept(sem));
    VALUE(OSSemAccept(sem));
    VALUE(OSSemAccept(sem));
    VALUE(OSSemAccept(sem));
}

// Without a free event control block no semaphore can be created; a deleted one frees its block.
CASE(sem_create_depleted,
     "M created 8, M OSSemCreate null, M OSSemDel null NONE, M OSSemCreate set")
{
    INT32U n = 0u;
    OS_EVENT *last;

    while ((last = OSSemCreate(0)) != 0) {
        n++;
        sem = last;
    }
    SAY("created %u", n); /* OS_MAX_EVENTS is 10, and the timer task uses two */
    POINTER(OSSemCreate(0));
    POINTER_ERR(OSSemDel(sem, OS_DEL_NO_PEND, &err));
    POINTER(OSSemCreate(0));
}

// An interrupt cannot create a semaphore.
CASE(sem_create_in_an_interrupt,
     "isr OSSemCreate null")
{
    ISR(POINTER(OSSemCreate(1)));
}

// Before OSStart(), semaphores can be created, used and deleted; a pend takes an available count.
CASE_MAIN(sem_before_the_start,
          "main OSSemCreate set, main OSSemPost NONE, main OSSemAccept 1, main OSSemAccept 0,"
          "main OSSemPendAbort 0 NONE, main OSSemSet NONE, main count 1, main waits, main OSSemPend PEVENT_NULL,"
          "main OSSemPend EVENT_TYPE, main OSSemPend NONE, main count 0, main waits,"
          "main OSSemDel null PEVENT_NULL, main OSSemDel null NONE")
{
    POINTER(sem = OSSemCreate(0));
    mbox = OSMboxCreate((void *)1);
    CODE(OSSemPost(sem));
    VALUE(OSSemAccept(sem));
    VALUE(OSSemAccept(sem));
    VALUE_ERR(OSSemPendAbort(sem, OS_PEND_OPT_NONE, &err));
    ERR(OSSemSet(sem, 1, &err));
    query();
    ERR(OSSemPend((OS_EVENT *)0, 0, &err));
    ERR(OSSemPend(mbox, 0, &err));
    ERR(OSSemPend(sem, 0, &err));
    query();
    POINTER_ERR(OSSemDel((OS_EVENT *)0, OS_DEL_ALWAYS, &err));
    POINTER_ERR(OSSemDel(sem, OS_DEL_NO_PEND, &err));
}

// Accept rejects an invalid semaphore; an interrupt may accept.
CASE(sem_accept_refused,
     "M OSSemAccept 0, M OSSemAccept 0, M OSMboxAccept 1, isr OSSemAccept 1, isr OSSemAccept 0")
{
    sem = OSSemCreate(1);
    mbox = OSMboxCreate((void *)1);
    VALUE(OSSemAccept((OS_EVENT *)0));
    VALUE(OSSemAccept(mbox));
    VALUE(OSMboxAccept(mbox));
    ISR(VALUE(OSSemAccept(sem)); VALUE(OSSemAccept(sem)));
}

/* -------------------------------------------------------------------------------------------------------- pend */

// A pend on a positive count decrements it and returns at once.
CASE(sem_pend_takes_the_count,
     "M OSSemPend NONE, M count 1, M waits")
{
    sem = OSSemCreate(2);
    ERR(OSSemPend(sem, 0, &err));
    query();
}

// A pend on a count of zero waits for a post, which does not increment the count.
CASE(sem_pend_waits,
     "M task 10 SEM 0 OK, M count 0, M waits 10, A OSSemPend NONE, A task 10 RDY 0 OK, M OSSemPost NONE,"
     "M count 0, M waits")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)); STATE(10));
    STATE(10);
    query();
    CODE(OSSemPost(sem));
    query();
}

// A timeout of 0 waits forever.
CASE(sem_pend_for_ever,
     "M task 10 SEM 0 OK, A OSSemPend NONE, M OSSemPost NONE")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    TICKS(LONGEST_DLY + 5u);
    STATE(10);
    CODE(OSSemPost(sem));
}

// A timeout of 1 expires at the next tick.
CASE(sem_timeout_1,
     "M task 10 SEM 1 OK, A OSSemPend TIMEOUT, A task 10 RDY 0 OK, M count 0, M waits")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 1, &err)); STATE(10));
    STATE(10);
    TICK();
    query();
}

// The longest timeout that a counter of the time unit holds is exact.
CASE(sem_timeout_longest_of_a_counter,
     "M task 10 SEM 1 OK, M last tick, A OSSemPend TIMEOUT, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, LONGEST_DLY, &err)));
    TICKS(LONGEST_DLY - 1u);
    STATE(10);
    SAY("last tick");
    TICK();
    SAY("end");
}

// A timeout that is one tick longer than a counter of the time unit holds is exact.
CASE(sem_timeout_longer_than_a_counter,
     "M task 10 SEM 256 OK, M task 10 SEM 1 OK, M last tick, A OSSemPend TIMEOUT, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, LONGEST_DLY + 1u, &err)));
    STATE(10);
    TICKS(LONGEST_DLY);
    STATE(10);
    SAY("last tick");
    TICK();
    SAY("end");
}

// A timeout much longer than a counter of the time unit holds is exact, and a post can end it early.
CASE(sem_timeout_far_beyond,
     "M task 10 SEM 400 OK, M task 11 SEM 100 OK, B OSSemPend NONE, M OSSemPost NONE, A OSSemPend TIMEOUT, M time 700")
{
    sem = OSSemCreate(0);
    sem_2 = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem_2, 700, &err)));
    TASK(B, 11, ERR(OSSemPend(sem, 400, &err)));
    TICKS(300);
    STATE(10);
    STATE(11);
    CODE(OSSemPost(sem));
    TICKS(399);
    TICK();
    SAY("time %u", OSTimeGet());
}

// After a post ends a wait with a long timeout, the next wait uses only its own timeout.
CASE(sem_long_timeout_is_forgotten,
     "A OSSemPend NONE, M OSSemPost NONE, M task 10 SEM 3 OK, M task 10 SEM 1 OK, A OSSemPend TIMEOUT, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 1000, &err)); ERR(OSSemPend(sem, 3, &err)));
    TICKS(5);
    CODE(OSSemPost(sem));
    STATE(10);
    TICKS(2);
    STATE(10);
    TICK();
    SAY("end");
}

// The longest possible timeout counts correctly.
CASE(sem_timeout_of_32_bits,
     "M task 10 SEM 4294967295 OK, M task 10 SEM 4294967290 OK, A OSSemPend NONE, M OSSemPost NONE")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0xFFFFFFFFu, &err)));
    STATE(10);
    TICKS(5);
    STATE(10);
    CODE(OSSemPost(sem));
}

// Pend rejects a null pointer and an event of another type.
CASE(sem_pend_codes,
     "M OSSemPend PEVENT_NULL, M OSSemPend EVENT_TYPE")
{
    mbox = OSMboxCreate((void *)1);
    ERR(OSSemPend((OS_EVENT *)0, 1, &err));
    ERR(OSSemPend(mbox, 1, &err));
}

// An interrupt can neither wait nor take an available count.
CASE(sem_pend_in_an_interrupt,
     "isr OSSemPend PEND_ISR, isr OSSemPend EVENT_TYPE, isr OSSemPend PEVENT_NULL, M count 1, M waits")
{
    sem = OSSemCreate(1);
    mbox = OSMboxCreate((void *)1);
    ISR(ERR(OSSemPend(sem, 1, &err)); ERR(OSSemPend(mbox, 1, &err)); ERR(OSSemPend((OS_EVENT *)0, 1, &err)));
    query();
}

// While the scheduler is locked, a task can neither wait nor take an available count.
CASE(sem_pend_while_locked,
     "M OSSemPend PEND_LOCKED, M OSSemPend EVENT_TYPE, isr OSSemPend PEND_ISR, M count 1, M waits, M OSSemPend NONE")
{
    sem = OSSemCreate(1);
    mbox = OSMboxCreate((void *)1);
    OSSchedLock();
    ERR(OSSemPend(sem, 1, &err));
    ERR(OSSemPend(mbox, 1, &err));
    ISR(ERR(OSSemPend(sem, 1, &err)));
    OSSchedUnlock();
    query();
    ERR(OSSemPend(sem, 1, &err));
}

/* -------------------------------------------------------------------------------------------------------- post */

// A post goes to the waiter with the highest priority, whatever the order of arrival.
CASE(sem_post_goes_to_the_highest,
     "M waits 10 11 12, B OSSemPend NONE, M OSSemPost NONE, C OSSemPend NONE, M OSSemPost NONE, A OSSemPend NONE,"
     "M OSSemPost NONE, M OSSemPost NONE, M count 1, M waits")
{
    sem = OSSemCreate(0);
    TASK(A, 12, ERR(OSSemPend(sem, 0, &err)));
    TASK(B, 10, ERR(OSSemPend(sem, 0, &err)));
    TASK(C, 11, ERR(OSSemPend(sem, 0, &err)));
    (void)OSSemQuery(sem, &data);
    WAITS(data);
    CODE(OSSemPost(sem));
    CODE(OSSemPost(sem));
    CODE(OSSemPost(sem));
    CODE(OSSemPost(sem));
    query();
}

// A waiter with a lower priority than the poster becomes ready and runs later.
CASE(sem_post_to_a_lower_task,
     "A waits, M OSSemPost NONE, M task 55 RDY 0 OK, A OSSemPend NONE, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 55, SAY("waits"); ERR(OSSemPend(sem, 0, &err)));
    WITH_TICKS(OSTimeDly(1));
    CODE(OSSemPost(sem));
    STATE(55);
    WITH_TICKS(OSTimeDly(1));
    SAY("end");
}

// The count does not exceed 65535.
CASE(sem_post_overflow,
     "M OSSemPost NONE, M OSSemPost SEM_OVF, M count 65535, M waits")
{
    sem = OSSemCreate(65534u);
    CODE(OSSemPost(sem));
    CODE(OSSemPost(sem));
    query();
}

// Post rejects a null pointer and an event of another type; an interrupt may post.
CASE(sem_post_codes,
     "M OSSemPost PEVENT_NULL, M OSSemPost EVENT_TYPE, isr OSSemPost EVENT_TYPE, isr OSSemPost NONE, M count 1,"
     "M waits")
{
    sem = OSSemCreate(0);
    mbox = OSMboxCreate((void *)0);
    CODE(OSSemPost((OS_EVENT *)0));
    CODE(OSSemPost(mbox));
    ISR(CODE(OSSemPost(mbox)); CODE(OSSemPost(sem)));
    query();
}

/* ------------------------------------------------------------------------------------- posts, timeouts and aborts */

// A post after the timeout, but before the task runs, ends the wait successfully.
CASE(sem_post_after_timeout_wins,
     "M task 10 RDY 0 TO, M count 0, M waits 10, M OSSemPost NONE, M task 10 RDY 0 OK, M count 0, M waits,"
     "A OSSemPend NONE, M OSSemAccept 0")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 2, &err)));
    OSSchedLock();
    TICKS(2);
    STATE(10);
    query();
    CODE(OSSemPost(sem));
    STATE(10);
    query();
    OSSchedUnlock();
    VALUE(OSSemAccept(sem));
}

// A timed-out task that has not run gets a post before a waiter with a lower priority.
CASE(sem_post_prefers_the_timed_out_task,
     "M OSSemPost NONE, A OSSemPend NONE, M waits 11")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 1, &err)));
    TASK(B, 11, ERR(OSSemPend(sem, 0, &err)));
    OSSchedLock();
    TICK();
    CODE(OSSemPost(sem));
    OSSchedUnlock();
    (void)OSSemQuery(sem, &data);
    WAITS(data);
}

// A post in the tick hook takes effect before a timeout that expires at the same tick.
CASE(sem_post_in_the_hook_of_the_last_tick,
     "isr OSSemPost NONE, A OSSemPend NONE, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 1, &err)));
    ON(tick, CODE(OSSemPost(sem)));
    TICK();
    SAY("end");
}

// A post after the tick of the timeout, in the same interrupt, ends the wait successfully.
CASE(sem_post_after_the_last_tick_in_one_interrupt,
     "isr OSSemPost NONE, A OSSemPend NONE, M OSSemAccept 0")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 1, &err)));
    ISR(OSTimeTick(); CODE(OSSemPost(sem)));
    VALUE(OSSemAccept(sem));
}

// After the timed-out task has run, a post increments the count.
CASE(sem_post_after_the_timed_out_task_ran,
     "A OSSemPend TIMEOUT, M OSSemPost NONE, M count 1, M waits")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 1, &err)));
    TICK();
    CODE(OSSemPost(sem));
    query();
}

// A tick after a post, before the task runs, does not cause a timeout.
CASE(sem_tick_after_post,
     "M OSSemPost NONE, M task 10 RDY 0 OK, M task 10 RDY 0 OK, A OSSemPend NONE, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 1, &err)));
    OSSchedLock();
    CODE(OSSemPost(sem));
    STATE(10);
    TICK();
    STATE(10);
    OSSchedUnlock();
    SAY("end");
}

// Tasks that time out in the same tick run by priority, and other waiters are not affected.
CASE(sem_timeouts_in_one_tick,
     "A OSSemPend TIMEOUT, C OSSemPend TIMEOUT, M waits 11, B OSSemPend TIMEOUT, M waits")
{
    sem = OSSemCreate(0);
    TASK(C, 12, ERR(OSSemPend(sem, 3, &err)));
    TASK(A, 10, ERR(OSSemPend(sem, 3, &err)));
    TASK(B, 11, ERR(OSSemPend(sem, 4, &err)));
    TICKS(3);
    (void)OSSemQuery(sem, &data);
    WAITS(data);
    TICK();
    (void)OSSemQuery(sem, &data);
    WAITS(data);
}

// An abort after the timeout, but before the task runs, ends the wait as aborted.
CASE(sem_abort_after_timeout_wins,
     "M task 10 RDY 0 TO, M OSSemPendAbort 1 PEND_ABORT, M task 10 RDY 0 ABORT, A OSSemPend PEND_ABORT, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 1, &err)));
    OSSchedLock();
    TICK();
    STATE(10);
    VALUE_ERR(OSSemPendAbort(sem, OS_PEND_OPT_NONE, &err));
    STATE(10);
    OSSchedUnlock();
    SAY("end");
}

// A post increments the count if the only waiter was aborted and has not run yet.
CASE(sem_post_after_abort,
     "M OSSemPendAbort 1 PEND_ABORT, M OSSemPost NONE, A OSSemPend PEND_ABORT, M count 1, M waits")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    OSSchedLock();
    VALUE_ERR(OSSemPendAbort(sem, OS_PEND_OPT_NONE, &err));
    CODE(OSSemPost(sem));
    OSSchedUnlock();
    query();
}

// OSTimeDlyResume() lets a wait time out; a post before the task runs still ends the wait successfully.
CASE(sem_delay_resumed_then_post,
     "M OSTimeDlyResume NONE, M task 10 RDY 0 TO, M OSSemPost NONE, A OSSemPend NONE, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 5, &err)));
    OSSchedLock();
    CODE(OSTimeDlyResume(10));
    STATE(10);
    CODE(OSSemPost(sem));
    OSSchedUnlock();
    SAY("end");
}

// A task that pends again after a timeout waits for the whole new timeout.
CASE(sem_pend_again_after_timeout,
     "A OSSemPend TIMEOUT, M task 10 SEM 2 OK, A OSSemPend TIMEOUT, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 1, &err)); ERR(OSSemPend(sem, 2, &err)));
    TICK();
    STATE(10);
    TICKS(2);
    SAY("end");
}

/* ------------------------------------------------------------------------------------------------------- delete */

// A semaphore without waiters can be deleted; afterwards it is invalid.
CASE(sem_delete,
     "M OSSemDel null NONE, M OSSemPost EVENT_TYPE, M OSSemDel set EVENT_TYPE, M OSSemDel null NONE")
{
    sem = OSSemCreate(3);
    POINTER_ERR(OSSemDel(sem, OS_DEL_NO_PEND, &err));
    CODE(OSSemPost(sem));
    POINTER_ERR(OSSemDel(sem, OS_DEL_NO_PEND, &err));
    sem = OSSemCreate(0);
    POINTER_ERR(OSSemDel(sem, OS_DEL_ALWAYS, &err));
}

// Only OS_DEL_ALWAYS deletes a semaphore with waiters. The waits return PEND_ABORT, and the highest waiter runs first.
CASE(sem_delete_with_waiters,
     "M OSSemDel set TASK_WAITING, M waits 10 11, A OSSemPend PEND_ABORT, B OSSemPend PEND_ABORT, M OSSemDel null NONE,"
     "M OSSemPost EVENT_TYPE")
{
    sem = OSSemCreate(0);
    TASK(B, 11, ERR(OSSemPend(sem, 9, &err)));
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    POINTER_ERR(OSSemDel(sem, OS_DEL_NO_PEND, &err));
    (void)OSSemQuery(sem, &data);
    WAITS(data);
    POINTER_ERR(OSSemDel(sem, OS_DEL_ALWAYS, &err));
    CODE(OSSemPost(sem));
}

// A suspended waiter stays suspended when the semaphore is deleted, and its wait is aborted.
CASE(sem_delete_with_a_suspended_waiter,
     "M OSSemDel null NONE, M task 10 SUSPEND 0 ABORT, A OSSemPend PEND_ABORT, M OSTaskResume NONE")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 9, &err)));
    OSTaskSuspend(10);
    POINTER_ERR(OSSemDel(sem, OS_DEL_ALWAYS, &err));
    STATE(10);
    CODE(OSTaskResume(10));
}

// Delete checks for null first, then the type, then for an interrupt, and the option last, even with waiters.
CASE(sem_delete_codes,
     "M OSSemDel null PEVENT_NULL, M OSSemDel set EVENT_TYPE, isr OSSemDel set DEL_ISR, isr OSSemDel set EVENT_TYPE,"
     "M OSSemDel set INVALID_OPT, M OSSemDel set INVALID_OPT, A OSSemPend NONE, M OSSemPost NONE")
{
    sem = OSSemCreate(0);
    mbox = OSMboxCreate((void *)0);
    POINTER_ERR(OSSemDel((OS_EVENT *)0, 2, &err));
    POINTER_ERR(OSSemDel(mbox, 2, &err));
    ISR(POINTER_ERR(OSSemDel(sem, 2, &err)); POINTER_ERR(OSSemDel(mbox, 2, &err)));
    POINTER_ERR(OSSemDel(sem, 2, &err));
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    POINTER_ERR(OSSemDel(sem, 2, &err));
    CODE(OSSemPost(sem));
}

// With the scheduler locked, the semaphore is deleted at once; the waiters run after the unlock.
CASE(sem_delete_locked,
     "M OSSemDel null NONE, M OSSemPost EVENT_TYPE, A OSSemPend PEND_ABORT, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    OSSchedLock();
    POINTER_ERR(OSSemDel(sem, OS_DEL_ALWAYS, &err));
    CODE(OSSemPost(sem));
    OSSchedUnlock();
    SAY("end");
}

/* -------------------------------------------------------------------------------------------------------- abort */

// An abort ends the wait of the highest waiter, which returns PEND_ABORT.
CASE(sem_abort_one,
     "A OSSemPend PEND_ABORT, A task 10 RDY 0 OK, M OSSemPendAbort 1 PEND_ABORT, M waits 11")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 5, &err)); STATE(10));
    TASK(B, 11, ERR(OSSemPend(sem, 5, &err)));
    VALUE_ERR(OSSemPendAbort(sem, OS_PEND_OPT_NONE, &err));
    (void)OSSemQuery(sem, &data);
    WAITS(data);
}

// Abort with the broadcast option ends the waits of all tasks.
CASE(sem_abort_all,
     "A OSSemPend PEND_ABORT, B OSSemPend PEND_ABORT, C OSSemPend PEND_ABORT, M OSSemPendAbort 3 PEND_ABORT,"
     "M count 0, M waits")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 5, &err)));
    TASK(B, 11, ERR(OSSemPend(sem, 0, &err)));
    TASK(C, 12, ERR(OSSemPend(sem, 3, &err)));
    VALUE_ERR(OSSemPendAbort(sem, OS_PEND_OPT_BROADCAST, &err));
    query();
}

// After an abort in an interrupt or under a scheduler lock, the waiters run when the interrupt or the lock ends.
CASE(sem_abort_all_run_later,
     "isr OSSemPendAbort 2 PEND_ABORT, isr end, A OSSemPend PEND_ABORT, B OSSemPend PEND_ABORT,"
     "M OSSemPendAbort 2 PEND_ABORT, M unlocks, A OSSemPend PEND_ABORT, B OSSemPend PEND_ABORT, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 5, &err)); ERR(OSSemPend(sem, 5, &err)));
    TASK(B, 11, ERR(OSSemPend(sem, 0, &err)); ERR(OSSemPend(sem, 0, &err)));
    ISR(VALUE_ERR(OSSemPendAbort(sem, OS_PEND_OPT_BROADCAST, &err)); SAY("end"));
    OSSchedLock();
    VALUE_ERR(OSSemPendAbort(sem, OS_PEND_OPT_BROADCAST, &err));
    SAY("unlocks");
    OSSchedUnlock();
    SAY("end");
}

// An unknown option aborts one wait; without waiters no wait is aborted.
CASE(sem_abort_options,
     "A OSSemPend PEND_ABORT, M OSSemPendAbort 1 PEND_ABORT, M waits 11, B OSSemPend PEND_ABORT,"
     "M OSSemPendAbort 1 PEND_ABORT, M OSSemPendAbort 0 NONE, M OSSemPendAbort 0 NONE")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 5, &err)));
    TASK(B, 11, ERR(OSSemPend(sem, 5, &err)));
    VALUE_ERR(OSSemPendAbort(sem, 77, &err));
    (void)OSSemQuery(sem, &data);
    WAITS(data);
    VALUE_ERR(OSSemPendAbort(sem, 77, &err));
    VALUE_ERR(OSSemPendAbort(sem, OS_PEND_OPT_NONE, &err));
    VALUE_ERR(OSSemPendAbort(sem, OS_PEND_OPT_BROADCAST, &err));
}

// Abort rejects a null pointer and an event of another type; an interrupt may abort.
CASE(sem_abort_codes,
     "M OSSemPendAbort 0 PEVENT_NULL, M OSSemPendAbort 0 EVENT_TYPE, isr OSSemPendAbort 1 PEND_ABORT, isr end,"
     "A OSSemPend PEND_ABORT, M end")
{
    sem = OSSemCreate(0);
    mbox = OSMboxCreate((void *)0);
    TASK(A, 10, ERR(OSSemPend(sem, 5, &err)));
    VALUE_ERR(OSSemPendAbort((OS_EVENT *)0, OS_PEND_OPT_NONE, &err));
    VALUE_ERR(OSSemPendAbort(mbox, OS_PEND_OPT_NONE, &err));
    ISR(VALUE_ERR(OSSemPendAbort(sem, OS_PEND_OPT_NONE, &err)); SAY("end"));
    SAY("end");
}

/* ------------------------------------------------------------------------------------------------ query and set */

// A query copies the count, works in an interrupt, and rejects null pointers and an event of another type.
CASE(sem_query,
     "M OSSemQuery NONE, M count 7, isr OSSemQuery NONE, M OSSemQuery PEVENT_NULL, M OSSemQuery PDATA_NULL,"
     "M OSSemQuery EVENT_TYPE")
{
    sem = OSSemCreate(7);
    mbox = OSMboxCreate((void *)0);
    CODE(OSSemQuery(sem, &data));
    SAY("count %u", data.OSCnt);
    ISR(CODE(OSSemQuery(sem, &data)));
    CODE(OSSemQuery((OS_EVENT *)0, &data));
    CODE(OSSemQuery(sem, (OS_SEM_DATA *)0));
    CODE(OSSemQuery(mbox, &data));
}

// OSSemSet() can raise and lower the count.
CASE(sem_set,
     "M OSSemSet NONE, M count 5, M waits, isr OSSemSet NONE, M count 0, M waits, M OSSemSet NONE, M count 65535,"
     "M waits")
{
    sem = OSSemCreate(2);
    ERR(OSSemSet(sem, 5, &err));
    query();
    ISR(ERR(OSSemSet(sem, 0, &err)));
    query();
    ERR(OSSemSet(sem, 65535u, &err));
    query();
}

// OSSemSet() rejects a semaphore with waiters, a null pointer and an event of another type.
CASE(sem_set_codes,
     "M OSSemSet TASK_WAITING, M OSSemSet TASK_WAITING, M count 0, M waits 10, M OSSemSet PEVENT_NULL,"
     "M OSSemSet EVENT_TYPE")
{
    sem = OSSemCreate(0);
    mbox = OSMboxCreate((void *)0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    ERR(OSSemSet(sem, 3, &err));
    ERR(OSSemSet(sem, 0, &err));
    query();
    ERR(OSSemSet((OS_EVENT *)0, 3, &err));
    ERR(OSSemSet(mbox, 3, &err));
}
