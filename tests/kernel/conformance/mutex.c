// SPDX-License-Identifier: Apache-2.0
// Mutexes: ownership, priority inheritance, reserved priorities.
#include "conform.h"

#define PCP   8u  /* ceiling of `mutex`, above most tasks */
#define PCP_2 9u  /* ceiling of `mutex_2` */

static OS_EVENT *mutex, *mutex_2, *sem;
static OS_EVENT not_created;
static OS_MUTEX_DATA data;

static void create(void)
{
    INT8U err;

    mutex = OSMutexCreate(PCP, &err);
}

static void create_2(void)
{
    INT8U err;

    mutex_2 = OSMutexCreate(PCP_2, &err);
}

static void create_without_ceiling(void)
{
    INT8U err;

    mutex = OSMutexCreate(OS_PRIO_MUTEX_CEIL_DIS, &err);
}

static void take(OS_EVENT *event)
{
    INT8U err;

    OSMutexPend(event, 0, &err);
}

/* Logs the mutex as OSMutexQuery() returns it: `M ceiling 8 owner 50 value 0`, and its waiters. */
static void query(OS_EVENT *event)
{
    INT8U err = OSMutexQuery(event, &data);

    if (err != OS_ERR_NONE) {
        SAY("OSMutexQuery %s", conform_code(err));
        return;
    }
    SAY("ceiling %u owner %u value %u", data.OSMutexPCP, data.OSOwnerPrio, data.OSValue);
    WAITS(data);
}

/* Logs the caller's priority: `M at 50`. */
static void log_prio(void)
{
    static OS_TCB self;

    (void)OSTaskQuery(OS_PRIO_SELF, &self);
    SAY("at %u", self.OSTCBPrio);
}

// ------------------------------------------------------------------------------------------------------- create

// A new mutex is free, has no waiters, and reserves its ceiling, so that no task can have that priority.
CASE(mutex_create,
     "M OSMutexCreate set NONE, M OSMutexQuery NONE, M ceiling 8 owner 255 value 1, M waits, M OSTaskCreate PRIO_EXIST")
{
    POINTER_ERR(mutex = OSMutexCreate(PCP, &err));
    CODE(OSMutexQuery(mutex, &data));
    query(mutex);
    CODE(OSTaskCreate(0, 0, conform_stack(), PCP));
}

// A mutex can be created before OSStart().
CASE_MAIN(mutex_create_before_start,
          "main OSMutexCreate set NONE, main ceiling 8 owner 255 value 1, main waits, A OSMutexPend NONE"
          "A ceiling 8 owner 10 value 0, A waits")
{
    POINTER_ERR(mutex = OSMutexCreate(PCP, &err));
    query(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 0, &err)); query(mutex); END());
    OSStart();
}

// The ceiling must be a priority above the idle task's.
CASE(mutex_create_invalid_prio,
     "M OSMutexCreate null PRIO_INVALID, M OSMutexCreate null PRIO_INVALID, M OSMutexCreate null PRIO_INVALID")
{
    POINTER_ERR(OSMutexCreate(OS_LOWEST_PRIO, &err));
    POINTER_ERR(OSMutexCreate(OS_LOWEST_PRIO + 1u, &err));
    POINTER_ERR(OSMutexCreate(254, &err));
}

// The ceiling must be free: neither a task nor another mutex may have it.
CASE(mutex_create_prio_exists,
     "M OSMutexCreate null PRIO_EXIST, M OSMutexCreate null PRIO_EXIST, M OSMutexCreate null PRIO_EXIST")
{
    create();
    TASK(A, 10, CODE(OSTaskSuspend(OS_PRIO_SELF)));
    POINTER_ERR(OSMutexCreate(10, &err));
    POINTER_ERR(OSMutexCreate(PCP, &err));
    POINTER_ERR(OSMutexCreate(M_PRIO, &err));
}

// Creation checks the range of the ceiling first, then for an interrupt, then whether the ceiling is free.
CASE(mutex_create_in_isr,
     "isr OSMutexCreate null CREATE_ISR, isr OSMutexCreate null PRIO_INVALID, isr OSMutexCreate null CREATE_ISR")
{
    ISR(POINTER_ERR(OSMutexCreate(PCP, &err)));
    ISR(POINTER_ERR(OSMutexCreate(OS_LOWEST_PRIO, &err)));
    ISR(POINTER_ERR(OSMutexCreate(M_PRIO, &err)));
}

// Without a free event control block no mutex can be created, and the ceiling stays free.
CASE(mutex_create_depleted,
     "M OSMutexCreate null PEVENT_NULL, M OSMutexCreate null PRIO_EXIST, M OSMutexCreate null PEVENT_NULL, A at 8")
{
    while (OSSemCreate(0) != 0) {
    }
    POINTER_ERR(OSMutexCreate(PCP, &err));
    POINTER_ERR(OSMutexCreate(M_PRIO, &err));
    POINTER_ERR(OSMutexCreate(OS_PRIO_MUTEX_CEIL_DIS, &err));
    TASK(A, PCP, log_prio());
}

// Mutexes without a ceiling reserve no priority, so several can exist.
CASE(mutex_create_without_ceiling,
     "M OSMutexCreate set NONE, M OSMutexCreate set NONE, M ceiling 255 owner 255 value 1, M waits")
{
    POINTER_ERR(OSMutexCreate(OS_PRIO_MUTEX_CEIL_DIS, &err));
    POINTER_ERR(mutex = OSMutexCreate(OS_PRIO_MUTEX_CEIL_DIS, &err));
    query(mutex);
}

// ------------------------------------------------------------------------------------------------------- accept

// Accept takes a free mutex. If the mutex has an owner, accept returns 0 and does not wait, even if the caller owns it.
CASE(mutex_accept,
     "M OSMutexAccept 1 NONE, M OSMutexAccept 0 NONE, A OSMutexAccept 0 NONE, A ceiling 8 owner 50 value 0, A waits"
     "M at 50")
{
    create();
    VALUE_ERR(OSMutexAccept(mutex, &err));
    VALUE_ERR(OSMutexAccept(mutex, &err));
    TASK(A, 10, VALUE_ERR(OSMutexAccept(mutex, &err)); query(mutex));
    log_prio();
}

// Accept by a task above the ceiling takes the mutex and returns PCP_LOWER.
CASE(mutex_accept_above_ceiling,
     "A OSMutexAccept 1 PCP_LOWER, A ceiling 8 owner 7 value 0, A waits, A OSMutexAccept 0 NONE")
{
    create();
    TASK(A, 7, VALUE_ERR(OSMutexAccept(mutex, &err)); query(mutex); VALUE_ERR(OSMutexAccept(mutex, &err)));
}

// For a mutex without a ceiling, accept and pend do not return PCP_LOWER, whatever the priority of the caller.
CASE(mutex_accept_without_ceiling,
     "A OSMutexAccept 1 NONE, A ceiling 255 owner 7 value 0, A waits, A OSMutexPost NONE, A OSMutexPend NONE")
{
    create_without_ceiling();
    TASK(A, 7, VALUE_ERR(OSMutexAccept(mutex, &err)); query(mutex); CODE(OSMutexPost(mutex));
         ERR(OSMutexPend(mutex, 0, &err)));
}

// Accept rejects an invalid mutex first, then an interrupt.
CASE(mutex_accept_codes,
     "M OSMutexAccept 0 PEVENT_NULL, M OSMutexAccept 0 EVENT_TYPE, M OSMutexAccept 0 EVENT_TYPE"
     "isr OSMutexAccept 0 PEND_ISR, isr OSMutexAccept 0 EVENT_TYPE, isr OSMutexAccept 0 PEVENT_NULL"
     "M ceiling 8 owner 255 value 1, M waits")
{
    create();
    sem = OSSemCreate(1);
    VALUE_ERR(OSMutexAccept(0, &err));
    VALUE_ERR(OSMutexAccept(&not_created, &err));
    VALUE_ERR(OSMutexAccept(sem, &err));
    ISR(VALUE_ERR(OSMutexAccept(mutex, &err)));
    ISR(VALUE_ERR(OSMutexAccept(sem, &err)));
    ISR(VALUE_ERR(OSMutexAccept(0, &err)));
    query(mutex);
}

// Accept works while the scheduler is locked.
CASE(mutex_accept_locked,
     "M OSMutexAccept 1 NONE")
{
    create();
    OSSchedLock();
    VALUE_ERR(OSMutexAccept(mutex, &err));
    OSSchedUnlock();
}

// --------------------------------------------------------------------------------------------------------- pend

// Pend takes a free mutex at once, and a post frees it again.
CASE(mutex_pend_free,
     "M OSMutexPend NONE, M ceiling 8 owner 50 value 0, M waits, M OSMutexPost NONE, M ceiling 8 owner 255 value 1"
     "M waits")
{
    create();
    ERR(OSMutexPend(mutex, 0, &err));
    query(mutex);
    CODE(OSMutexPost(mutex));
    query(mutex);
}

// Pend by a task above the ceiling takes the mutex and returns PCP_LOWER; post returns no error.
CASE(mutex_pend_above_ceiling,
     "A OSMutexPend PCP_LOWER, A ceiling 8 owner 7 value 0, A waits, A OSMutexPost NONE, A ceiling 8 owner 255 value 1"
     "A waits")
{
    create();
    TASK(A, 7, ERR(OSMutexPend(mutex, 0, &err)); query(mutex); CODE(OSMutexPost(mutex)); query(mutex));
}

// Pend checks for an invalid mutex first, then for an interrupt and a locked scheduler, even if the mutex is free.
CASE(mutex_pend_codes,
     "M OSMutexPend PEVENT_NULL, M OSMutexPend EVENT_TYPE, M OSMutexPend EVENT_TYPE, isr OSMutexPend PEND_ISR"
     "isr OSMutexPend EVENT_TYPE, isr OSMutexPend PEVENT_NULL, M OSMutexPend PEND_LOCKED, M OSMutexPend EVENT_TYPE"
     "isr OSMutexPend PEND_ISR, M ceiling 8 owner 255 value 1, M waits")
{
    create();
    sem = OSSemCreate(1);
    ERR(OSMutexPend(0, 0, &err));
    ERR(OSMutexPend(&not_created, 0, &err));
    ERR(OSMutexPend(sem, 0, &err));
    ISR(ERR(OSMutexPend(mutex, 0, &err)));
    ISR(ERR(OSMutexPend(sem, 0, &err)));
    ISR(ERR(OSMutexPend(0, 0, &err)));
    OSSchedLock();
    ERR(OSMutexPend(mutex, 0, &err));
    ERR(OSMutexPend(sem, 0, &err));
    ISR(ERR(OSMutexPend(mutex, 0, &err)));
    OSSchedUnlock();
    query(mutex);
}

// A second task waits until the owner posts, and then owns the mutex.
CASE(mutex_pend_waits,
     "M task 10 MUTEX 0 OK, M ceiling 8 owner 50 value 0, M waits 10, A OSMutexPend NONE, A ceiling 8 owner 10 value 0"
     "A waits, A OSMutexPost NONE, M OSMutexPost NONE, M ceiling 8 owner 255 value 1, M waits")
{
    create();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 0, &err)); query(mutex); CODE(OSMutexPost(mutex)));
    STATE(10);
    query(mutex);
    CODE(OSMutexPost(mutex));
    query(mutex);
}

// A timeout of 0 waits forever.
CASE(mutex_pend_timeout_0,
     "M task 10 MUTEX 0 OK, A OSMutexPend NONE, M OSMutexPost NONE")
{
    create();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 0, &err)));
    TICKS(2u * LONGEST_DLY + 3u);
    STATE(10);
    CODE(OSMutexPost(mutex));
}

// A timeout of 1 expires at the next tick.
CASE(mutex_pend_timeout_1,
     "M task 10 MUTEX 1 OK, A OSMutexPend TIMEOUT, A ceiling 255 owner 50 value 0, A waits, M ticked")
{
    create_without_ceiling();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 1, &err)); query(mutex));
    STATE(10);
    TICK();
    SAY("ticked");
}

// Timeouts are exact near the longest delay that a counter of the time unit holds, and far beyond it.
CASE(mutex_pend_timeout_long,
     "M one less, A OSMutexPend TIMEOUT, M longest, B OSMutexPend TIMEOUT, M one more, M one less than far beyond"
     "C OSMutexPend TIMEOUT, M task 13 MUTEX 4294966778 OK, M ceiling 255 owner 50 value 0, M waits 13")
{
    create_without_ceiling();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, LONGEST_DLY, &err)));
    TASK(B, 11, ERR(OSMutexPend(mutex, LONGEST_DLY + 1u, &err)));
    TASK(C, 12, ERR(OSMutexPend(mutex, 2u * LONGEST_DLY + 7u, &err)));
    TASK(D, 13, ERR(OSMutexPend(mutex, 0xFFFFFFFFu, &err)));
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
    query(mutex);
}

// A mutex is not recursive: its owner waits for itself, here until the timeout.
CASE(mutex_pend_own,
     "M OSMutexPend TIMEOUT, M ceiling 8 owner 50 value 0, M waits, M OSMutexPost NONE")
{
    create();
    WITH_TICKS(take(mutex); ERR(OSMutexPend(mutex, 2, &err)));
    query(mutex);
    CODE(OSMutexPost(mutex));
}

// An owner that waits forever for its own mutex is stuck.
CASE(mutex_pend_own_for_ever,
     "I stuck")
{
    create();
    take(mutex);
    ERR(OSMutexPend(mutex, 0, &err));
    SAY("never here");
}

// OSTimeDlyResume() lets a wait with a timeout time out; for a wait without a timeout it returns TIME_NOT_DLY.
CASE(mutex_pend_dly_resume,
     "A OSMutexPend TIMEOUT, M OSTimeDlyResume NONE, M OSTimeDlyResume TIME_NOT_DLY, M ceiling 255 owner 50 value 0"
     "M waits 11")
{
    create_without_ceiling();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 5, &err)));
    TASK(B, 11, ERR(OSMutexPend(mutex, 0, &err)));
    CODE(OSTimeDlyResume(10));
    CODE(OSTimeDlyResume(11));
    query(mutex);
}

// --------------------------------------------------------------------------------------------------------- post

// Post checks for an interrupt first, then for an invalid mutex, then for a caller that is not the owner.
CASE(mutex_post_codes,
     "isr OSMutexPost POST_ISR, isr OSMutexPost POST_ISR, isr OSMutexPost POST_ISR, M OSMutexPost PEVENT_NULL"
     "M OSMutexPost EVENT_TYPE, M OSMutexPost EVENT_TYPE, M OSMutexPost NOT_MUTEX_OWNER, A OSMutexPost NOT_MUTEX_OWNER"
     "isr OSMutexPost POST_ISR, M OSMutexPost NONE, M OSMutexPost NOT_MUTEX_OWNER")
{
    create();
    sem = OSSemCreate(0);
    ISR(CODE(OSMutexPost(0)));
    ISR(CODE(OSMutexPost(sem)));
    ISR(CODE(OSMutexPost(mutex)));
    CODE(OSMutexPost(0));
    CODE(OSMutexPost(&not_created));
    CODE(OSMutexPost(sem));
    CODE(OSMutexPost(mutex));
    take(mutex);
    TASK(A, 10, CODE(OSMutexPost(mutex)));
    ISR(CODE(OSMutexPost(mutex)));
    CODE(OSMutexPost(mutex));
    CODE(OSMutexPost(mutex));
}

// The waiter with the highest priority gets the mutex, whatever the order of arrival.
CASE(mutex_post_highest_waiter,
     "M ceiling 8 owner 40 value 0, M waits 12 20 30, O OSTimeDly, B OSMutexPend NONE, B at 12, B OSMutexPost NONE"
     "A OSMutexPend NONE, A at 20, A OSMutexPost NONE, C OSMutexPend NONE, C at 30, C OSMutexPost NONE"
     "O OSMutexPost NONE, O at 40, M ceiling 8 owner 255 value 1, M waits")
{
    create();
    TASK(O, 40, take(mutex); CALL(OSTimeDly(1)); CODE(OSMutexPost(mutex)); log_prio());
    TASK(A, 20, ERR(OSMutexPend(mutex, 0, &err)); log_prio(); CODE(OSMutexPost(mutex)));
    TASK(B, 12, ERR(OSMutexPend(mutex, 0, &err)); log_prio(); CODE(OSMutexPost(mutex)));
    TASK(C, 30, ERR(OSMutexPend(mutex, 0, &err)); log_prio(); CODE(OSMutexPost(mutex)));
    query(mutex);
    TICK();
    query(mutex);
}

// Post to a waiter above the ceiling succeeds and returns PCP_LOWER.
CASE(mutex_post_to_above_ceiling,
     "M ceiling 8 owner 50 value 0, M waits 7, A OSMutexPend NONE, A ceiling 8 owner 7 value 0, A waits"
     "M OSMutexPost PCP_LOWER")
{
    create();
    take(mutex);
    TASK(A, 7, ERR(OSMutexPend(mutex, 0, &err)); query(mutex));
    query(mutex);
    CODE(OSMutexPost(mutex));
}

// Post with the scheduler locked hands the mutex over; the new owner runs after the last unlock.
CASE(mutex_post_locked,
     "M OSMutexPost NONE, M ceiling 8 owner 10 value 0, M waits, M at 50, M locked once, A OSMutexPend NONE, A at 10"
     "M end")
{
    create();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    OSSchedLock();
    OSSchedLock();
    CODE(OSMutexPost(mutex));
    query(mutex);
    log_prio();
    OSSchedUnlock();
    SAY("locked once");
    OSSchedUnlock();
    SAY("end");
}

// Waiters with a lower priority than the new owner do not promote it.
CASE(mutex_post_no_new_promotion,
     "O OSTimeDly, A OSMutexPend NONE, A at 20, O OSMutexPost NONE, M ceiling 8 owner 20 value 0, M waits 30"
     "A OSTimeDly, A at 20, A OSMutexPost NONE, B OSMutexPend NONE, B at 30")
{
    create();
    TASK(O, 40, take(mutex); CALL(OSTimeDly(1)); CODE(OSMutexPost(mutex)));
    TASK(A, 20, ERR(OSMutexPend(mutex, 0, &err)); log_prio(); CALL(OSTimeDly(1)); log_prio(); CODE(OSMutexPost(mutex)));
    TASK(B, 30, ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    TICK();
    query(mutex);
    TICK();
}

// A later waiter with a higher priority promotes the new owner.
CASE(mutex_post_then_promotion,
     "A OSMutexPend NONE, M OSMutexPost NONE, M task 8 RDY 1 OK, A OSTimeDly, A at 8, B OSMutexPend NONE, B at 10"
     "A OSMutexPost NONE, A at 20")
{
    create();
    take(mutex);
    TASK(A, 20, ERR(OSMutexPend(mutex, 0, &err)); CALL(OSTimeDly(1)); log_prio(); CODE(OSMutexPost(mutex)); log_prio());
    CODE(OSMutexPost(mutex));
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    STATE(PCP);
    TICK();
}

// A post after the timeout, but before the waiter runs, ends the wait successfully.
CASE(mutex_post_after_timeout_wins,
     "M task 10 RDY 0 TO, M ceiling 8 owner 50 value 0, M waits 10, M OSMutexPost NONE, A OSMutexPend NONE"
     "A ceiling 8 owner 10 value 0, A waits")
{
    create();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 2, &err)); query(mutex));
    OSSchedLock();
    TICKS(2);
    STATE(10);
    query(mutex);
    CODE(OSMutexPost(mutex));
    OSSchedUnlock();
}

// A timed-out task that has not run yet is still the highest waiter.
CASE(mutex_post_after_timeout_goes_to_the_highest,
     "M ceiling 255 owner 50 value 0, M waits 10 11, M OSMutexPost NONE, M ceiling 255 owner 10 value 0, M waits 11"
     "A OSMutexPend NONE, A OSMutexPost NONE, B OSMutexPend NONE")
{
    create_without_ceiling();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 2, &err)); CODE(OSMutexPost(mutex)));
    TASK(B, 11, ERR(OSMutexPend(mutex, 0, &err)));
    OSSchedLock();
    TICKS(2);
    query(mutex);
    CODE(OSMutexPost(mutex));
    query(mutex);
    OSSchedUnlock();
}

// If a task calls OSTimeTick(), a post in the tick hook takes effect before a timeout that expires at this tick.
CASE(mutex_post_in_the_tick_of_the_timeout,
     "A OSMutexPend NONE, A ceiling 8 owner 10 value 0, A waits, M OSMutexPost NONE, M ticked")
{
    create();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 1, &err)); query(mutex));
    ON(tick, OFF(tick); CODE(OSMutexPost(mutex)));
    OSTimeTick();
    SAY("ticked");
}

// ------------------------------------------------------------------------------------------ priority inheritance

// Three priorities: the owner runs at the ceiling, before the middle task, and returns to its priority when it posts.
CASE(mutex_inheritance,
     "M at 50, M works, A OSTimeDly, M at 8, A OSMutexPend NONE, A at 10, B OSTimeDly, B between, M OSMutexPost NONE"
     "M at 50")
{
    create();
    take(mutex);
    log_prio();
    TASK(A, 10, CALL(OSTimeDly(1)); ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    TASK(B, 20, CALL(OSTimeDly(1)); SAY("between"));
    SAY("works");
    TICK();
    log_prio();
    CODE(OSMutexPost(mutex));
    log_prio();
}

// Without a ceiling the owner keeps its priority, and the middle task delays the waiter.
CASE(mutex_no_inheritance_without_ceiling,
     "A OSTimeDly, B OSTimeDly, B between, M at 50, M ceiling 255 owner 50 value 0, M waits 10, A OSMutexPend NONE"
     "A at 10, M OSMutexPost NONE")
{
    create_without_ceiling();
    take(mutex);
    TASK(A, 10, CALL(OSTimeDly(1)); ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    TASK(B, 20, CALL(OSTimeDly(1)); SAY("between"));
    TICK();
    log_prio();
    query(mutex);
    CODE(OSMutexPost(mutex));
}

// A waiter with a lower priority does not promote the owner.
CASE(mutex_no_inheritance_from_below,
     "M ceiling 8 owner 10 value 0, M waits 20, A OSTimeDly, A at 10, A OSMutexPost NONE, B OSMutexPend NONE, B at 20")
{
    create();
    TASK(A, 10, take(mutex); CALL(OSTimeDly(2)); log_prio(); CODE(OSMutexPost(mutex)));
    TASK(B, 20, ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    query(mutex);
    TICKS(2);
}

// An owner above the ceiling is not promoted, because that would lower its priority.
CASE(mutex_no_inheritance_above_the_ceiling,
     "M OSTaskQuery TASK_NOT_EXIST, A OSTimeDly, A at 7, B OSMutexPend NONE, B at 6, A OSMutexPost PCP_LOWER")
{
    create();
    TASK(A, 7, take(mutex); CALL(OSTimeDly(2)); log_prio(); CODE(OSMutexPost(mutex)));
    TASK(B, 6, ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    STATE(PCP);
    TICKS(2);
}

// During a promotion, the ceiling and the priority of the owner both refer to the owner. Afterwards the ceiling
// refers to no task.
CASE(mutex_promoted_owner_has_two_prios,
     "M OSTaskQuery TASK_NOT_EXIST, M task 30 SUSPEND 0 OK, M task 8 SUSPEND 0 OK, M task 30 SUSPEND 0 OK"
     "O OSTaskSuspend NONE, M OSTaskResume NONE, O OSTaskSuspend NONE, A OSMutexPend NONE, O OSMutexPost NONE"
     "M OSTaskResume NONE, M OSTaskQuery TASK_NOT_EXIST, M task 30 RDY 1 OK")
{
    create();
    TASK(O, 30, take(mutex); CODE(OSTaskSuspend(OS_PRIO_SELF)); CODE(OSTaskSuspend(OS_PRIO_SELF));
         CODE(OSMutexPost(mutex)); CALL(OSTimeDly(1)));
    STATE(PCP);
    STATE(30);
    TASK(A, 10, ERR(OSMutexPend(mutex, 0, &err)));
    STATE(PCP);
    STATE(30);
    CODE(OSTaskResume(PCP));
    CODE(OSTaskResume(30));
    STATE(PCP);
    STATE(30);
}

// The query returns the priority at which the owner took the mutex, even if the owner is promoted.
CASE(mutex_query_of_promoted,
     "M at 8, M ceiling 8 owner 50 value 0, M waits 10")
{
    create();
    take(mutex);
    TASK(A, 10, take(mutex));
    log_prio();
    query(mutex);
}

// The waiter's timeout does not end the promotion; the post does.
CASE(mutex_promotion_outlives_timeout,
     "A OSMutexPend TIMEOUT, M ceiling 8 owner 30 value 0, M waits, O OSTimeDly, O at 8, O OSMutexPost NONE, O at 30")
{
    create();
    TASK(O, 30, take(mutex); CALL(OSTimeDly(2)); log_prio(); CODE(OSMutexPost(mutex)); log_prio());
    TASK(A, 10, ERR(OSMutexPend(mutex, 1, &err)));
    TICK();
    query(mutex);
    TICK();
}

// The deletion of the waiter does not end the owner's promotion; the post does.
CASE(mutex_promotion_outlives_waiter,
     "M OSTaskDel NONE, M at 8, M ceiling 8 owner 50 value 0, M waits, M OSMutexPost NONE, M at 50"
     "M ceiling 8 owner 255 value 1, M waits")
{
    create();
    take(mutex);
    TASK(A, 10, take(mutex));
    CODE(OSTaskDel(10));
    log_prio();
    query(mutex);
    CODE(OSMutexPost(mutex));
    log_prio();
    query(mutex);
}

// If a promoted owner's last waiter has timed out, the post does not switch tasks. The next scheduling point does.
CASE(mutex_post_of_promoted_without_waiters,
     "A OSMutexPend TIMEOUT, O OSTimeDly, O OSMutexPost NONE, O at 40, O OSSchedLock, B OSTimeDly, O OSSchedUnlock")
{
    create();
    TASK(O, 40, take(mutex); CALL(OSTimeDly(3)); CODE(OSMutexPost(mutex)); log_prio(); CALL(OSSchedLock());
         CALL(OSSchedUnlock()));
    TASK(A, 10, ERR(OSMutexPend(mutex, 1, &err)));
    TASK(B, 20, CALL(OSTimeDly(3)));
    TICKS(3);
}

// A delayed owner keeps its delay when it is promoted, and wakes at the ceiling's priority.
CASE(mutex_promoted_while_delayed,
     "M task 30 RDY 2 OK, M task 8 RDY 2 OK, M task 30 RDY 2 OK, M task 30 RDY 1 OK, A OSTimeDly, A at 8"
     "B OSMutexPend NONE, C OSTimeDly, C between, A OSMutexPost NONE, A at 30")
{
    create();
    TASK(A, 30, take(mutex); CALL(OSTimeDly(3)); log_prio(); CODE(OSMutexPost(mutex)); log_prio());
    TICK();
    STATE(30);
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)));
    STATE(PCP);
    STATE(30);
    TASK(C, 20, CALL(OSTimeDly(2)); SAY("between"));
    TICK();
    STATE(30);
    TICK();
}

// A long delay of a mutex owner stays exact if the owner is promoted during the delay.
CASE(mutex_promoted_in_a_long_delay,
     "M task 30 RDY 1 OK, A OSTimeDly, B OSMutexPend NONE, A OSMutexPost NONE, M end")
{
    create();
    TASK(A, 30, take(mutex); CALL(OSTimeDly(2u * LONGEST_DLY)); CODE(OSMutexPost(mutex)));
    TICKS(LONGEST_DLY + 10u);
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)));
    TICKS(LONGEST_DLY - 11u);
    STATE(30);
    TICK();
    SAY("end");
}

// OSTimeDlyResume() accepts the priority of a promoted owner and the ceiling.
CASE(mutex_promoted_and_delay_resumed,
     "A OSTimeDly, B OSMutexPend NONE, A OSMutexPost NONE, A at 30, M OSTimeDlyResume NONE, A OSTimeDly"
     "C OSMutexPend NONE, A OSMutexPost NONE, A at 30, M OSTimeDlyResume NONE, M OSTaskQuery TASK_NOT_EXIST")
{
    create();
    TASK(A, 30,
         take(mutex); CALL(OSTimeDly(2u * LONGEST_DLY)); CODE(OSMutexPost(mutex)); log_prio();
         take(mutex); CALL(OSTimeDly(2u * LONGEST_DLY)); CODE(OSMutexPost(mutex)); log_prio());
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)); OSMutexPost(mutex));
    CODE(OSTimeDlyResume(30));
    TASK(C, 10, ERR(OSMutexPend(mutex, 0, &err)); OSMutexPost(mutex));
    CODE(OSTimeDlyResume(PCP));
    STATE(PCP);
}

// A suspended owner with a delay stays suspended when it is promoted, before or after the delay ends.
CASE(mutex_promoted_while_delayed_and_suspended,
     "M task 8 SUSPEND 2 OK, M task 30 SUSPEND 0 OK, A OSTimeDly, B OSMutexPend NONE, A OSMutexPost NONE"
     "M OSTaskResume NONE, M task 30 SUSPEND 0 OK, M task 8 SUSPEND 0 OK, A OSTimeDly, C OSMutexPend NONE"
     "A OSMutexPost NONE, M OSTaskResume NONE")
{
    create();
    TASK(A, 30,
         take(mutex); CALL(OSTimeDly(2)); CODE(OSMutexPost(mutex));
         take(mutex); CALL(OSTimeDly(2)); CODE(OSMutexPost(mutex)));
    OSTaskSuspend(30);
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)); OSMutexPost(mutex));
    STATE(PCP);
    TICKS(3);
    STATE(30);
    CODE(OSTaskResume(PCP));
    OSTaskSuspend(30);
    TICKS(2);
    STATE(30);
    TASK(C, 10, ERR(OSMutexPend(mutex, 0, &err)); OSMutexPost(mutex));
    STATE(PCP);
    CODE(OSTaskResume(30));
}

// A suspended owner is promoted and stays suspended.
CASE(mutex_promoted_while_suspended,
     "M task 8 SUSPEND 0 OK, A OSTaskSuspend NONE, A at 8, B OSMutexPend NONE, A OSMutexPost NONE, M OSTaskResume NONE")
{
    create();
    TASK(A, 30, take(mutex); CODE(OSTaskSuspend(OS_PRIO_SELF)); log_prio(); CODE(OSMutexPost(mutex)));
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)));
    STATE(PCP);
    CODE(OSTaskResume(30));
}

// An owner that waits for a semaphore moves to the ceiling's position in the wait list when it is promoted.
CASE(mutex_promoted_while_waiting_for_sem,
     "M waits 20 30, M waits 8 20, A OSSemPend NONE, A at 8, C OSMutexPend NONE, A OSMutexPost NONE, M OSSemPost NONE"
     "M waits 20")
{
    static OS_SEM_DATA sem_data;

    create();
    sem = OSSemCreate(0);
    TASK(A, 30, take(mutex); ERR(OSSemPend(sem, 0, &err)); log_prio(); CODE(OSMutexPost(mutex)));
    TASK(B, 20, ERR(OSSemPend(sem, 0, &err)));
    OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
    TASK(C, 10, ERR(OSMutexPend(mutex, 0, &err)));
    OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
    CODE(OSSemPost(sem));
    OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
}

// An owner that waits for a mailbox moves to the ceiling's position in the wait list when it is promoted.
CASE(mutex_promoted_while_waiting_for_mbox,
     "M waits 8, A OSMboxPend 7 NONE, B OSMutexPend NONE, A OSMutexPost NONE, M OSMboxPost NONE")
{
    static OS_EVENT *mbox;
    static OS_MBOX_DATA mbox_data;

    create();
    mbox = OSMboxCreate(0);
    TASK(A, 30, take(mutex); VALUE_ERR(OSMboxPend(mbox, 0, &err)); CODE(OSMutexPost(mutex)));
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)));
    OSMboxQuery(mbox, &mbox_data);
    WAITS(mbox_data);
    CODE(OSMboxPost(mbox, (void *)7));
}

// An owner that waits for a queue moves to the ceiling's position in the wait list when it is promoted.
CASE(mutex_promoted_while_waiting_for_queue,
     "M waits 8, A OSQPend 7 NONE, B OSMutexPend NONE, A OSMutexPost NONE, M OSQPost NONE")
{
    static OS_EVENT *queue;
    static OS_Q_DATA queue_data;
    static void *storage[2];

    create();
    queue = OSQCreate(storage, 2);
    TASK(A, 30, take(mutex); VALUE_ERR(OSQPend(queue, 0, &err)); CODE(OSMutexPost(mutex)));
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)));
    OSQQuery(queue, &queue_data);
    WAITS(queue_data);
    CODE(OSQPost(queue, (void *)7));
}

// The promotion of a ready or waiting owner does not affect tasks of neighbouring priorities.
CASE(mutex_promotion_beside_others,
     "M waits 9 46 49, M at 8, F OSMutexPend NONE, A OSTimeDly, M OSMutexPost NONE, M at 50, O OSSemPend NONE"
     "E OSMutexPend NONE, O OSMutexPost NONE, M OSSemPost NONE, D OSSemPend NONE, M OSSemPost NONE, B OSSemPend NONE"
     "M OSSemPost NONE, C runs")
{
    static OS_SEM_DATA sem_data;

    create();
    create_2();
    sem = OSSemCreate(0);
    TASK(A, 48, CALL(OSTimeDly(1)));
    TASK(B, 49, ERR(OSSemPend(sem, 0, &err)));
    TASK(C, 51, SAY("runs"));
    TASK(O, 47, take(mutex_2); ERR(OSSemPend(sem, 0, &err)); CODE(OSMutexPost(mutex_2)));
    TASK(D, 46, ERR(OSSemPend(sem, 0, &err)));
    take(mutex);
    TASK(E, 20, ERR(OSMutexPend(mutex_2, 0, &err)));
    TASK(F, 10, ERR(OSMutexPend(mutex, 0, &err)));
    (void)OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
    TICK();
    log_prio();
    CODE(OSMutexPost(mutex));
    log_prio();
    CODE(OSSemPost(sem));
    CODE(OSSemPost(sem));
    CODE(OSSemPost(sem));
    WITH_TICKS(OSTimeDly(1));
}

// An owner that waits for flags is promoted as well.
CASE(mutex_promoted_while_waiting_for_flags,
     "M OSFlagCreate NONE, M task 8 FLAG 0 OK, A OSFlagPend 1 NONE, A at 8, B OSMutexPend NONE, A OSMutexPost NONE"
     "A at 30, M OSFlagPost 1 NONE")
{
    static OS_FLAG_GRP *flags;

    create();
    ERR(flags = OSFlagCreate(0, &err));
    TASK(A, 30, take(mutex); VALUE_ERR(OSFlagPend(flags, 1, OS_FLAG_WAIT_SET_ALL, 0, &err)); log_prio();
         CODE(OSMutexPost(mutex)); log_prio());
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)));
    STATE(PCP);
    VALUE_ERR(OSFlagPost(flags, 1, OS_FLAG_SET, &err));
}

// The timeout of a promoted, waiting owner is exact, and removes the owner from its new position in the wait list.
CASE(mutex_promoted_owner_times_out,
     "M task 30 SEM 1 OK, A OSSemPend TIMEOUT, A at 8, B OSMutexPend NONE, A OSMutexPost NONE, M waits")
{
    static OS_SEM_DATA sem_data;

    create();
    sem = OSSemCreate(0);
    TASK(A, 30, take(mutex); ERR(OSSemPend(sem, 3, &err)); log_prio(); CODE(OSMutexPost(mutex)));
    TICK();
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)));
    TICK();
    STATE(30);
    TICK();
    OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
}

// A timeout that is longer than a counter of the time unit stays exact when the waiting owner is promoted.
CASE(mutex_promoted_owner_with_a_long_timeout,
     "M task 30 SEM 1 OK, A OSSemPend TIMEOUT, A at 8, B OSMutexPend NONE, A OSMutexPost NONE, M end")
{
    create();
    sem = OSSemCreate(0);
    TASK(A, 30, take(mutex); ERR(OSSemPend(sem, LONGEST_DLY + 20u, &err)); log_prio(); CODE(OSMutexPost(mutex)));
    TICKS(5);
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)));
    TICKS(LONGEST_DLY + 14u);
    STATE(30);
    TICK();
    SAY("end");
}

// In a chain, a promoted owner that waits for a second mutex moves up in the wait list of that mutex.
CASE(mutex_chain,
     "M ceiling 8 owner 40 value 0, M waits 9 20, M ceiling 9 owner 30 value 0, M waits 10, A OSTimeDly"
     "B OSMutexPend NONE, B at 9, B OSMutexPost NONE, B at 9, D OSMutexPend NONE, D at 10, C OSMutexPend NONE, C at 20"
     "C OSMutexPost NONE, B OSMutexPost NONE, B at 30, A OSMutexPost NONE, A at 40")
{
    create();
    create_2();
    TASK(A, 40, take(mutex); CALL(OSTimeDly(3)); CODE(OSMutexPost(mutex)); log_prio());
    TASK(B, 30, take(mutex_2); ERR(OSMutexPend(mutex, 0, &err)); log_prio(); CODE(OSMutexPost(mutex)); log_prio();
         CODE(OSMutexPost(mutex_2)); log_prio());
    TASK(C, 20, ERR(OSMutexPend(mutex, 0, &err)); log_prio(); CODE(OSMutexPost(mutex)));
    TASK(D, 10, ERR(OSMutexPend(mutex_2, 0, &err)); log_prio());
    query(mutex);
    query(mutex_2);
    TICKS(3);
}

// A waiter may be promoted above the ceiling of the mutex that it waits for; the post then returns PCP_LOWER.
CASE(mutex_chain_above_the_ceiling,
     "M ceiling 9 owner 40 value 0, M waits 8, A OSTimeDly, B OSMutexPend NONE, B at 8, B OSMutexPost NONE"
     "C OSMutexPend NONE, C at 10, B OSMutexPost NONE, B at 30, A OSMutexPost PCP_LOWER, A at 40")
{
    create();
    create_2();
    TASK(A, 40, take(mutex_2); CALL(OSTimeDly(3)); CODE(OSMutexPost(mutex_2)); log_prio());
    TASK(B, 30, take(mutex); ERR(OSMutexPend(mutex_2, 0, &err)); log_prio(); CODE(OSMutexPost(mutex_2));
         CODE(OSMutexPost(mutex)); log_prio());
    TASK(C, 10, ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    query(mutex_2);
    TICKS(3);
}

// B2: a promoted owner that waits for several events moves in all their lists, and a post removes it from all.
CASE_DEFECT(B2, mutex_promoted_while_waiting_for_several,
            "M waits 8, M waits 8, A OSEventPendMulti 1 NONE, A at 8, M OSSemPost NONE, M waits, M waits",
            "M waits 30, M waits 30, A OSEventPendMulti 1 NONE, A at 8, M OSSemPost NONE, M waits 30, M waits 30")
{
    static OS_EVENT *pend[3], *rdy[3];
    static void *msgs[3];
    static OS_SEM_DATA sem_data;

    create();
    sem = OSSemCreate(0);
    pend[0] = sem;
    pend[1] = OSSemCreate(0);
    TASK(A, 30, take(mutex); VALUE_ERR(OSEventPendMulti(pend, rdy, msgs, 0, &err)); log_prio();
         OSTaskSuspend(OS_PRIO_SELF));
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)));
    OSSemQuery(pend[0], &sem_data);
    WAITS(sem_data);
    OSSemQuery(pend[1], &sem_data);
    WAITS(sem_data);
    CODE(OSSemPost(sem));
    OSSemQuery(pend[0], &sem_data);
    WAITS(sem_data);
    OSSemQuery(pend[1], &sem_data);
    WAITS(sem_data);
}

// B2: the wait of a promoted owner for several events can be aborted.
CASE_DEFECT(B2, mutex_promoted_while_waiting_for_several_aborted,
            "A OSEventPendMulti 1 PEND_ABORT, A at 8, B OSMutexPend NONE, A OSMutexPost NONE"
            "M OSSemPendAbort 1 PEND_ABORT",
            HANGS)
{
    static OS_EVENT *pend[3], *rdy[3];
    static void *msgs[3];

    create();
    sem = OSSemCreate(0);
    pend[0] = sem;
    pend[1] = OSSemCreate(0);
    TASK(A, 30, take(mutex); VALUE_ERR(OSEventPendMulti(pend, rdy, msgs, 0, &err)); log_prio();
         CODE(OSMutexPost(mutex)));
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)));
    VALUE_ERR(OSSemPendAbort(sem, OS_PEND_OPT_BROADCAST, &err));
}

// ----------------------------------------------------------------------------------------------------- two mutexes

// If an owner posts two mutexes in reverse order, it keeps the higher ceiling after the first post. The second post
// restores the owner's original priority.
CASE(mutex_two_posted_in_reverse,
     "M task 9 RDY 2 OK, M task 8 RDY 2 OK, O OSTimeDly, O at 8, O OSMutexPost NONE, O at 8, B OSMutexPend NONE"
     "B at 10, A OSMutexPend NONE, A at 20, O OSMutexPost NONE, O at 40")
{
    create();
    create_2();
    TASK(O, 40, take(mutex); take(mutex_2); CALL(OSTimeDly(2)); log_prio(); CODE(OSMutexPost(mutex_2)); log_prio();
         CODE(OSMutexPost(mutex)); log_prio());
    TASK(A, 20, ERR(OSMutexPend(mutex_2, 0, &err)); log_prio());
    STATE(PCP_2);
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    STATE(PCP);
    TICKS(2);
}

// Two mutexes, posted in the order in which they were taken: the first post restores the owner's priority.
CASE(mutex_two_posted_in_order,
     "O OSTimeDly, O at 8, B OSMutexPend NONE, B at 10, O OSMutexPost NONE, O at 40, A OSMutexPend NONE, A at 20"
     "O OSMutexPost NONE, O at 40")
{
    create();
    create_2();
    TASK(O, 40, take(mutex); take(mutex_2); CALL(OSTimeDly(2)); log_prio(); CODE(OSMutexPost(mutex)); log_prio();
         CODE(OSMutexPost(mutex_2)); log_prio());
    TASK(A, 20, ERR(OSMutexPend(mutex_2, 0, &err)); log_prio());
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    TICKS(2);
}

// A mutex taken during a promotion records the promoted priority, and its post returns the owner to this priority.
CASE(mutex_two_taken_while_promoted,
     "M ceiling 8 owner 9 value 0, M waits, M at 8, B OSMutexPend NONE, B at 7, B OSMutexPost NONE"
     "M OSMutexPost PCP_LOWER, M at 9, A OSMutexPend NONE, A at 20, M OSMutexPost NONE, M at 50")
{
    create();
    create_2();
    take(mutex_2);
    TASK(A, 20, ERR(OSMutexPend(mutex_2, 0, &err)); log_prio());
    take(mutex);
    query(mutex);
    TASK(B, 7, ERR(OSMutexPend(mutex, 0, &err)); log_prio(); CODE(OSMutexPost(mutex)));
    log_prio();
    CODE(OSMutexPost(mutex));
    log_prio();
    CODE(OSMutexPost(mutex_2));
    log_prio();
}

// B9: an owner that `mutex_2` has promoted takes `mutex`, and posts `mutex_2` first. The post of `mutex` then restores
// the owner's original priority.
CASE_DEFECT(B9, mutex_two_taken_while_promoted_posted_in_order,
            "O OSTimeDly, O at 9, O OSTimeDly, O at 8, O OSMutexPost NONE, O at 8, B OSMutexPend NONE, B at 7"
            "B OSMutexPost NONE, A OSMutexPend NONE, A at 20, O OSMutexPost PCP_LOWER, O at 40"
            "M OSTaskQuery TASK_NOT_EXIST, M task 40 RDY 1 OK",
            "O OSTimeDly, O at 9, O OSTimeDly, O at 8, O OSMutexPost NONE, O at 8, B OSMutexPend NONE, B at 7"
            "B OSMutexPost NONE, O OSMutexPost PCP_LOWER, O at 9, A OSMutexPend NONE, A at 20, M task 9 RDY 1 OK"
            "M task 40 RDY 1 OK")
{
    create();
    create_2();
    TASK(O, 40, take(mutex_2); CALL(OSTimeDly(1)); take(mutex); log_prio(); CALL(OSTimeDly(1)); log_prio();
         CODE(OSMutexPost(mutex_2)); log_prio(); CODE(OSMutexPost(mutex)); log_prio(); CALL(OSTimeDly(1)));
    TASK(A, 20, ERR(OSMutexPend(mutex_2, 0, &err)); log_prio());
    TICK();
    TASK(B, 7, ERR(OSMutexPend(mutex, 0, &err)); log_prio(); CODE(OSMutexPost(mutex)));
    TICK();
    STATE(PCP_2);
    STATE(40);
}

// A waiter for the mutex with the lower ceiling does not undo the promotion to the higher ceiling.
CASE(mutex_two_waiters_one_owner,
     "M task 8 RDY 2 OK, M OSTaskQuery TASK_NOT_EXIST, O OSTimeDly, O at 8, O OSMutexPost NONE, O at 8"
     "B OSMutexPend NONE, B at 11, A OSMutexPend NONE, A at 20, O OSMutexPost NONE, O at 40")
{
    create();
    create_2();
    TASK(O, 40, take(mutex); take(mutex_2); CALL(OSTimeDly(2)); log_prio(); CODE(OSMutexPost(mutex_2)); log_prio();
         CODE(OSMutexPost(mutex)); log_prio());
    TASK(A, 20, ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    TASK(B, 11, ERR(OSMutexPend(mutex_2, 0, &err)); log_prio());
    STATE(PCP);
    STATE(PCP_2);
    TICKS(2);
}

// ------------------------------------------------------------------------------------------------ state of waiters

// A suspended waiter gets the mutex, and runs when it is resumed.
CASE(mutex_post_to_suspended,
     "M OSTaskSuspend NONE, M task 10 MUTEX+SUSPEND 5 OK, M OSMutexPost NONE, M task 10 SUSPEND 0 OK"
     "M ceiling 255 owner 10 value 0, M waits, A OSMutexPend NONE, A ceiling 255 owner 10 value 0, A waits"
     "M OSTaskResume NONE")
{
    create_without_ceiling();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 5, &err)); query(mutex));
    CODE(OSTaskSuspend(10));
    STATE(10);
    CODE(OSMutexPost(mutex));
    STATE(10);
    query(mutex);
    TICKS(6);
    CODE(OSTaskResume(10));
}

// A timeout can expire while the waiter is suspended; pend returns TIMEOUT after the resume.
CASE(mutex_timeout_of_suspended,
     "M OSTaskSuspend NONE, M task 10 SUSPEND 0 TO, M ceiling 255 owner 50 value 0, M waits 10"
     "M OSTimeDlyResume TIME_NOT_DLY, A OSMutexPend TIMEOUT, A ceiling 255 owner 50 value 0, A waits"
     "M OSTaskResume NONE")
{
    create_without_ceiling();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 2, &err)); query(mutex));
    CODE(OSTaskSuspend(10));
    TICKS(2);
    STATE(10);
    query(mutex);
    CODE(OSTimeDlyResume(10));
    CODE(OSTaskResume(10));
}

// A waiter that is suspended and resumed continues to wait.
CASE(mutex_waiter_resumed,
     "M OSTaskSuspend NONE, M OSTaskResume NONE, M task 10 MUTEX 2 OK, A OSMutexPend TIMEOUT")
{
    create_without_ceiling();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 3, &err)));
    TICK();
    CODE(OSTaskSuspend(10));
    CODE(OSTaskResume(10));
    STATE(10);
    TICKS(2);
}

// A deleted waiter leaves the wait list.
CASE(mutex_waiter_deleted,
     "M OSTaskDel NONE, M ceiling 255 owner 50 value 0, M waits 11, B OSMutexPend NONE, M OSMutexPost NONE")
{
    create_without_ceiling();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 3, &err)));
    TASK(B, 11, ERR(OSMutexPend(mutex, 0, &err)));
    CODE(OSTaskDel(10));
    query(mutex);
    TICKS(4);
    CODE(OSMutexPost(mutex));
}

// A waiter whose priority changes moves in the wait list.
CASE(mutex_waiter_changes_prio,
     "M OSTaskChangePrio NONE, M ceiling 255 owner 50 value 0, M waits 11 40, B OSMutexPend NONE, B at 11"
     "B OSMutexPost NONE, A OSMutexPend NONE, A at 40, A OSMutexPost NONE, M OSMutexPost NONE")
{
    create_without_ceiling();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 0, &err)); log_prio(); CODE(OSMutexPost(mutex)));
    TASK(B, 11, ERR(OSMutexPend(mutex, 0, &err)); log_prio(); CODE(OSMutexPost(mutex)));
    CODE(OSTaskChangePrio(10, 40));
    query(mutex);
    CODE(OSMutexPost(mutex));
}

// A promoted owner stays promoted, even if the waiter's priority falls below the owner's original priority.
CASE(mutex_waiter_of_promoted_changes_prio,
     "M OSTaskChangePrio NONE, M at 8, M OSMutexPost NONE, M ceiling 8 owner 55 value 0, M waits, M at 50"
     "A OSMutexPend NONE, A at 55, M end")
{
    create();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    CODE(OSTaskChangePrio(10, 55));
    log_prio();
    CODE(OSMutexPost(mutex));
    query(mutex);
    log_prio();
    WITH_TICKS(OSTimeDly(1));
    SAY("end");
}

// A waiter whose priority changes keeps its timeout.
CASE(mutex_waiter_with_timeout_changes_prio,
     "M OSTaskChangePrio NONE, M task 40 MUTEX 2 OK, M two, A OSMutexPend TIMEOUT, A at 40")
{
    create_without_ceiling();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 3, &err)); log_prio());
    TICK();
    CODE(OSTaskChangePrio(10, 40));
    STATE(40);
    TICK();
    SAY("two");
    TICK();
}

// ------------------------------------------------------------------------------------------------- state of owners

// If an owner's priority changes without a promotion, the owner keeps the new priority. The query returns the old one.
CASE(mutex_owner_changes_prio,
     "M OSTaskChangePrio NONE, M ceiling 8 owner 50 value 0, M waits, M OSMutexPost NONE, M at 45")
{
    create();
    take(mutex);
    CODE(OSTaskChangePrio(OS_PRIO_SELF, 45));
    query(mutex);
    CODE(OSMutexPost(mutex));
    log_prio();
}

// B9: an owner whose priority changes and which is then promoted returns to the new priority.
CASE_DEFECT(B9, mutex_owner_changes_prio_then_promoted,
            "O OSTaskChangePrio NONE, O OSTimeDly, O at 8, A OSMutexPend NONE, O OSMutexPost NONE, O at 35"
            "M OSTaskQuery TASK_NOT_EXIST, M task 35 RDY 1 OK, M OSTaskQuery PRIO",
            "O OSTaskChangePrio NONE, O OSTimeDly, O at 8, A OSMutexPend NONE, O OSMutexPost NONE, O at 40"
            "M OSTaskQuery TASK_NOT_EXIST, M task 35 RDY 1 OK, M task 40 RDY 1 OK")
{
    create();
    TASK(O, 40, take(mutex); CODE(OSTaskChangePrio(OS_PRIO_SELF, 35)); CALL(OSTimeDly(1)); log_prio();
         CODE(OSMutexPost(mutex)); log_prio(); CALL(OSTimeDly(1)));
    TASK(A, 20, ERR(OSMutexPend(mutex, 0, &err)));
    TICK();
    STATE(PCP);
    STATE(35);
    STATE(40);
}

// If the owner is deleted, its mutex stays taken.
CASE(mutex_owner_deleted,
     "M OSTaskDel NONE, M ceiling 8 owner 10 value 0, M waits, M OSMutexAccept 0 NONE, M OSMutexPost NOT_MUTEX_OWNER"
     "M OSMutexDel NONE")
{
    create();
    TASK(A, 10, take(mutex); CODE(OSTaskSuspend(OS_PRIO_SELF)));
    CODE(OSTaskDel(10));
    query(mutex);
    VALUE_ERR(OSMutexAccept(mutex, &err));
    CODE(OSMutexPost(mutex));
    ERR(OSMutexDel(mutex, OS_DEL_NO_PEND, &err));
}

// A suspended owner keeps its mutex, so the timeout of a waiter can expire.
CASE(mutex_owner_suspended,
     "M OSTaskSuspend NONE, M ceiling 8 owner 30 value 0, M waits 10, B OSMutexPend TIMEOUT, A OSTimeDly"
     "A OSMutexPost NONE, A at 30, M OSTaskResume NONE")
{
    create();
    TASK(A, 30, take(mutex); CALL(OSTimeDly(1)); CODE(OSMutexPost(mutex)); log_prio());
    CODE(OSTaskSuspend(30));
    TASK(B, 10, ERR(OSMutexPend(mutex, 4, &err)));
    TICKS(3);
    query(mutex);
    TICK();
    CODE(OSTaskResume(30));
}

// OSTaskChangePrio() of a promoted owner by its original priority ends the promotion. The owner keeps the new priority
// after the post.
CASE(mutex_promoted_owner_changes_prio,
     "M OSTaskChangePrio NONE, O OSTaskSuspend NONE, O at 35, A OSMutexPend NONE, O OSMutexPost NONE, O at 35"
     "M OSTaskResume NONE, M OSTaskQuery TASK_NOT_EXIST")
{
    create();
    TASK(O, 30, take(mutex); CODE(OSTaskSuspend(OS_PRIO_SELF)); log_prio(); CODE(OSMutexPost(mutex)); log_prio());
    TASK(A, 10, ERR(OSMutexPend(mutex, 0, &err)));
    CODE(OSTaskChangePrio(30, 35));
    CODE(OSTaskResume(35));
    STATE(PCP);
}

// B9: if OSTaskChangePrio() changes a promoted owner's priority by the ceiling, the owner's old priority becomes free.
CASE_DEFECT(B9, mutex_promoted_owner_changes_prio_by_the_ceiling,
            "M OSTaskChangePrio NONE, O OSTimeDly, O at 12, O OSMutexPost NONE, O at 12, A OSMutexPend NONE, A at 20"
            "M OSTaskQuery TASK_NOT_EXIST, M task 12 RDY 1 OK, M OSTaskQuery PRIO",
            "M OSTaskChangePrio NONE, O OSTimeDly, O at 12, O OSMutexPost NONE, O at 12, A OSMutexPend NONE, A at 20"
            "M OSTaskQuery TASK_NOT_EXIST, M task 12 RDY 1 OK, M task 40 RDY 1 OK")
{
    create();
    TASK(O, 40, take(mutex); CALL(OSTimeDly(1)); log_prio(); CODE(OSMutexPost(mutex)); log_prio(); CALL(OSTimeDly(1)));
    TASK(A, 20, ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    CODE(OSTaskChangePrio(PCP, 12));
    TICK();
    STATE(PCP);
    STATE(12);
    STATE(40);
}

// ------------------------------------------------------------------------------------------------------- delete

// Delete checks for an invalid mutex first, then for an interrupt, an invalid option and, with OS_DEL_NO_PEND, waiters.
CASE(mutex_del_codes,
     "M OSMutexDel null PEVENT_NULL, M OSMutexDel set EVENT_TYPE, M OSMutexDel set EVENT_TYPE"
     "isr OSMutexDel set DEL_ISR, isr OSMutexDel set EVENT_TYPE, isr OSMutexDel set DEL_ISR"
     "M OSMutexDel set INVALID_OPT, M OSMutexDel set INVALID_OPT, M OSMutexDel set TASK_WAITING"
     "M ceiling 8 owner 50 value 0, M waits 10")
{
    create();
    sem = OSSemCreate(0);
    POINTER_ERR(OSMutexDel(0, OS_DEL_ALWAYS, &err));
    POINTER_ERR(OSMutexDel(&not_created, OS_DEL_ALWAYS, &err));
    POINTER_ERR(OSMutexDel(sem, OS_DEL_ALWAYS, &err));
    ISR(POINTER_ERR(OSMutexDel(mutex, OS_DEL_ALWAYS, &err)));
    ISR(POINTER_ERR(OSMutexDel(sem, OS_DEL_ALWAYS, &err)));
    ISR(POINTER_ERR(OSMutexDel(mutex, 9, &err)));
    POINTER_ERR(OSMutexDel(mutex, 2, &err));
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 0, &err)));
    POINTER_ERR(OSMutexDel(mutex, 2, &err));
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_NO_PEND, &err));
    query(mutex);
}

// A deleted mutex is invalid, and a task can have its former ceiling.
CASE(mutex_del_free,
     "M OSMutexDel null NONE, M OSMutexQuery EVENT_TYPE, M OSMutexPend EVENT_TYPE, M OSMutexPost EVENT_TYPE"
     "M OSMutexDel set EVENT_TYPE, A at 8")
{
    create();
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_NO_PEND, &err));
    query(mutex);
    ERR(OSMutexPend(mutex, 0, &err));
    CODE(OSMutexPost(mutex));
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_NO_PEND, &err));
    TASK(A, PCP, log_prio());
}

// Either option deletes a mutex that has an owner, but no waiters.
CASE(mutex_del_owned,
     "M OSMutexDel null NONE, M OSMutexDel null NONE, M at 50, M OSTaskQuery PRIO")
{
    create();
    take(mutex);
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_NO_PEND, &err));
    create();
    take(mutex);
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_ALWAYS, &err));
    log_prio();
    STATE(PCP);
}

// Either option deletes a mutex without owner and waiters, with or without a ceiling.
CASE(mutex_del_unowned,
     "M OSMutexDel null NONE, M OSTaskQuery PRIO, M OSMutexDel null NONE, M OSMutexDel null NONE")
{
    create();
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_ALWAYS, &err));
    STATE(PCP);
    create_without_ceiling();
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_ALWAYS, &err));
    create_without_ceiling();
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_NO_PEND, &err));
}

// Delete with OS_DEL_ALWAYS aborts the waits of all tasks, and the task with the highest priority runs first.
CASE(mutex_del_always,
     "M ceiling 8 owner 9 value 0, M waits 10 20, C OSMutexPend PEND_ABORT, B OSMutexPend PEND_ABORT"
     "M OSMutexDel null NONE, A OSTaskSuspend NONE, A OSMutexPost EVENT_TYPE, M OSTaskResume NONE")
{
    create();
    TASK(A, 9, take(mutex); CODE(OSTaskSuspend(OS_PRIO_SELF)); CODE(OSMutexPost(mutex)));
    TASK(B, 20, ERR(OSMutexPend(mutex, 0, &err)));
    TASK(C, 10, ERR(OSMutexPend(mutex, 5, &err)));
    query(mutex);
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_ALWAYS, &err));
    CODE(OSTaskResume(9));
}

// A promoted owner that deletes its mutex returns to its original priority.
CASE(mutex_del_by_promoted_owner,
     "M at 8, A OSMutexPend PEND_ABORT, M OSMutexDel null NONE, M at 50, M OSTaskQuery PRIO")
{
    create();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 0, &err)));
    log_prio();
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_ALWAYS, &err));
    log_prio();
    STATE(PCP);
}

// Delete with the scheduler locked: the waiters run after the unlock.
CASE(mutex_del_locked,
     "M OSMutexDel null NONE, A OSMutexPend PEND_ABORT, M end")
{
    create();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 0, &err)));
    OSSchedLock();
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_ALWAYS, &err));
    OSSchedUnlock();
    SAY("end");
}

// If a mutex without a ceiling has a waiter, only OS_DEL_ALWAYS deletes it. The wait is aborted.
CASE(mutex_del_without_ceiling,
     "M OSMutexDel set TASK_WAITING, A OSMutexPend PEND_ABORT, M OSMutexDel null NONE")
{
    create_without_ceiling();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 0, &err)));
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_NO_PEND, &err));
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_ALWAYS, &err));
}

// A suspended waiter stays suspended when the mutex is deleted, and its pend returns the abort after the resume.
CASE(mutex_del_suspended_waiter,
     "M OSTaskSuspend NONE, M OSMutexDel null NONE, M task 10 SUSPEND 0 ABORT, A OSMutexPend PEND_ABORT"
     "M OSTaskResume NONE")
{
    create();
    take(mutex);
    TASK(A, 10, ERR(OSMutexPend(mutex, 0, &err)));
    CODE(OSTaskSuspend(10));
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_ALWAYS, &err));
    STATE(10);
    CODE(OSTaskResume(10));
}

// B4: when another task deletes the mutex, its promoted owner returns to its original priority and stays delayed.
CASE_DEFECT(B4, mutex_del_by_another_than_the_promoted_owner,
            "B OSMutexPend PEND_ABORT, M OSMutexDel null NONE, M task 30 RDY 3 OK, A OSTimeDly, A at 30, M end",
            "B OSMutexPend PEND_ABORT, A OSTimeDly, A at 30, M OSMutexDel null NONE, M OSTaskQuery PRIO, M end")
{
    create();
    TASK(A, 30, take(mutex); CALL(OSTimeDly(3)); log_prio());
    TASK(B, 10, ERR(OSMutexPend(mutex, 0, &err)));
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_ALWAYS, &err));
    STATE(30);
    TICKS(3);
    SAY("end");
}

// B4: a promoted owner returns to its original priority when the mutex is deleted, even if the mutex has no waiters.
CASE_DEFECT(B4, mutex_del_of_promoted_without_waiters,
            "B OSMutexPend TIMEOUT, M OSMutexDel null NONE, M A at 30, M OSTaskQuery PRIO",
            "B OSMutexPend TIMEOUT, M OSMutexDel null NONE, M A at 8, M OSTaskQuery PRIO")
{
    static OS_TCB copy;

    create();
    TASK(A, 30, take(mutex); OSTaskSuspend(OS_PRIO_SELF));
    TASK(B, 10, ERR(OSMutexPend(mutex, 1, &err)));
    TICK();
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_NO_PEND, &err));
    (void)OSTaskQuery(30, &copy);
    SAY("A at %u", copy.OSTCBPrio);
    STATE(PCP);
}

// B5: after a promoted owner is deleted, the ceiling refers to no task.
CASE_DEFECT(B5, mutex_promoted_owner_deleted,
            "M OSTaskDel NONE, M OSTaskQuery TASK_NOT_EXIST, M ceiling 8 owner 30 value 0, M waits 10"
            "B OSMutexPend TIMEOUT",
            "M OSTaskDel NONE, M task 8 RDY 0 OK, M ceiling 8 owner 30 value 0, M waits 10, B OSMutexPend TIMEOUT")
{
    create();
    TASK(A, 30, take(mutex); CODE(OSTaskSuspend(OS_PRIO_SELF)));
    TASK(B, 10, ERR(OSMutexPend(mutex, 2, &err)));
    CODE(OSTaskDel(30));
    STATE(PCP);
    query(mutex);
    TICKS(2);
}

// B5: after a promoted owner has deleted itself, neither its priority nor the ceiling refers to a task.
CASE_DEFECT(B5, mutex_promoted_owner_deletes_itself,
            "O OSTimeDly, O at 8, M OSTaskQuery TASK_NOT_EXIST, M OSTaskQuery PRIO, A OSMutexPend TIMEOUT, A at 20"
            "M OSMutexDel null NONE, M OSTaskQuery PRIO, M OSTaskQuery PRIO",
            "O OSTimeDly, O at 8, M OSTaskQuery PRIO, M task 40 RDY 0 OK, A OSMutexPend TIMEOUT, A at 20"
            "M OSMutexDel null NONE, M OSTaskQuery PRIO, M task 40 RDY 0 OK")
{
    create();
    TASK(O, 40, take(mutex); CALL(OSTimeDly(1)); log_prio(); CODE(OSTaskDel(OS_PRIO_SELF)));
    TASK(A, 20, ERR(OSMutexPend(mutex, 3, &err)); log_prio());
    TICK();
    STATE(PCP);
    STATE(40);
    TICKS(2);
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_ALWAYS, &err));
    STATE(PCP);
    STATE(40);
}

// B5: after a promoted owner is deleted by the ceiling, neither its priority nor the ceiling refers to a task.
CASE_DEFECT(B5, mutex_promoted_owner_deleted_by_the_ceiling,
            "M OSTaskDel NONE, M OSTaskQuery TASK_NOT_EXIST, M OSTaskQuery PRIO, A OSMutexPend TIMEOUT, A at 20",
            "M OSTaskDel NONE, M OSTaskQuery PRIO, M task 40 RDY 0 OK, A OSMutexPend TIMEOUT, A at 20")
{
    create();
    TASK(O, 40, take(mutex); CALL(OSTimeDly(1)); log_prio());
    TASK(A, 20, ERR(OSMutexPend(mutex, 3, &err)); log_prio());
    CODE(OSTaskDel(PCP));
    STATE(PCP);
    STATE(40);
    TICKS(3);
}

// B5: after an owner that two mutexes promoted is deleted, neither its priority nor the ceilings refer to a task.
CASE_DEFECT(B5, mutex_owner_of_two_deleted,
            "M OSTaskDel NONE, M OSTaskQuery TASK_NOT_EXIST, M OSTaskQuery TASK_NOT_EXIST, M OSTaskQuery PRIO"
            "B OSMutexPend TIMEOUT, A OSMutexPend TIMEOUT",
            "M OSTaskDel NONE, M task 8 RDY 0 OK, M task 9 RDY 0 OK, M OSTaskQuery PRIO, B OSMutexPend TIMEOUT"
            "A OSMutexPend TIMEOUT")
{
    create();
    create_2();
    TASK(O, 40, take(mutex); take(mutex_2); CODE(OSTaskSuspend(OS_PRIO_SELF)));
    TASK(A, 20, ERR(OSMutexPend(mutex_2, 2, &err)));
    TASK(B, 10, ERR(OSMutexPend(mutex, 2, &err)));
    CODE(OSTaskDel(40));
    STATE(PCP);
    STATE(PCP_2);
    STATE(40);
    TICKS(2);
}

// B5: a wait for a mutex of a deleted owner promotes no task.
CASE_DEFECT(B5, mutex_wait_for_a_deleted_owner,
            "M OSTaskDel NONE, M OSTaskQuery TASK_NOT_EXIST, A OSMutexPend TIMEOUT, A at 20",
            "M OSTaskDel NONE, M task 8 MUTEX 3 OK, A OSMutexPend TIMEOUT, A at 8")
{
    create();
    TASK(O, 40, take(mutex); CODE(OSTaskSuspend(OS_PRIO_SELF)));
    CODE(OSTaskDel(40));
    TASK(A, 20, ERR(OSMutexPend(mutex, 3, &err)); log_prio());
    STATE(PCP);
    TICKS(3);
}

// B5: a wait for a mutex of a deleted owner does not promote a task that reuses the owner's TCB.
CASE_DEFECT(B5, mutex_wait_for_the_tcb_of_a_deleted_owner,
            "M OSTaskDel NONE, M OSTaskQuery TASK_NOT_EXIST, M task 41 SUSPEND 0 OK, A OSMutexPend TIMEOUT"
            "M OSMutexPost NOT_MUTEX_OWNER, M OSMutexDel null NONE",
            "M OSTaskDel NONE, M task 8 SUSPEND 0 OK, M task 41 SUSPEND 0 OK, A OSMutexPend TIMEOUT"
            "M OSMutexPost NOT_MUTEX_OWNER, M OSMutexDel null NONE")
{
    create();
    TASK(O, 40, take(mutex); CODE(OSTaskSuspend(OS_PRIO_SELF)));
    CODE(OSTaskDel(40));
    TASK(B, 41, OSTaskSuspend(OS_PRIO_SELF));
    TASK(A, 20, ERR(OSMutexPend(mutex, 3, &err)));
    STATE(PCP);
    STATE(41);
    TICKS(3);
    CODE(OSMutexPost(mutex));
    POINTER_ERR(OSMutexDel(mutex, OS_DEL_ALWAYS, &err));
}

// -------------------------------------------------------------------------------------------------------- query

// Query checks for an interrupt first, then for null pointers in argument order, then for an invalid mutex.
CASE(mutex_query_codes,
     "isr OSMutexQuery QUERY_ISR, isr OSMutexQuery QUERY_ISR, M OSMutexQuery PEVENT_NULL, M OSMutexQuery PEVENT_NULL"
     "M OSMutexQuery PDATA_NULL, M OSMutexQuery PDATA_NULL, M OSMutexQuery EVENT_TYPE, M OSMutexQuery EVENT_TYPE"
     "M OSMutexQuery NONE")
{
    create();
    sem = OSSemCreate(0);
    ISR(CODE(OSMutexQuery(mutex, &data)));
    ISR(CODE(OSMutexQuery(0, 0)));
    CODE(OSMutexQuery(0, &data));
    CODE(OSMutexQuery(0, 0));
    CODE(OSMutexQuery(mutex, 0));
    CODE(OSMutexQuery(sem, 0));
    CODE(OSMutexQuery(sem, &data));
    CODE(OSMutexQuery(&not_created, &data));
    CODE(OSMutexQuery(mutex, &data));
}

// ------------------------------------------------------------------------------------------- reserved priorities

// Task functions reject a reserved priority.
CASE(mutex_reserved_prio,
     "M OSTaskCreate PRIO_EXIST, M OSTaskCreateExt PRIO_EXIST, M OSTaskChangePrio PRIO_EXIST"
     "M OSTaskChangePrio TASK_NOT_EXIST, M OSTaskDel TASK_DEL, M OSTaskDelReq TASK_DEL"
     "M OSTaskNameGet 0 TASK_NOT_EXIST, M OSTaskNameSet TASK_NOT_EXIST, M OSTaskSuspend TASK_NOT_EXIST"
     "M OSTaskResume TASK_NOT_EXIST, M OSTaskStkChk TASK_NOT_EXIST, M OSTaskQuery TASK_NOT_EXIST"
     "M OSTimeDlyResume TASK_NOT_EXIST")
{
    static INT8U *name;
    static OS_STK_DATA stack;
    static OS_TCB copy;

    create();
    CODE(OSTaskCreate(0, 0, conform_stack(), PCP));
    CODE(OSTaskCreateExt(0, 0, conform_stack(), PCP, 0, 0, 0, 0, 0));
    CODE(OSTaskChangePrio(M_PRIO, PCP));
    CODE(OSTaskChangePrio(PCP, 40));
    CODE(OSTaskDel(PCP));
    CODE(OSTaskDelReq(PCP));
    VALUE_ERR(OSTaskNameGet(PCP, &name, &err));
    ERR(OSTaskNameSet(PCP, (INT8U *)"x", &err));
    CODE(OSTaskSuspend(PCP));
    CODE(OSTaskResume(PCP));
    CODE(OSTaskStkChk(PCP, &stack));
    CODE(OSTaskQuery(PCP, &copy));
    CODE(OSTimeDlyResume(PCP));
}

// Reserved priorities have no effect on the scheduler and the tick.
CASE(mutex_reserved_prio_is_no_task,
     "A OSTimeDly, M ceiling 8 owner 255 value 1, M waits, M ceiling 9 owner 255 value 1, M waits")
{
    create();
    create_2();
    TASK(A, 10, CALL(OSTimeDly(2)));
    TICKS(3);
    query(mutex);
    query(mutex_2);
}

// -------------------------------------------------------------------------------------------------------- names

// The name of a mutex is "?" until it is set.
CASE(mutex_name,
     "M OSEventNameGet 1 NONE, M ?, M OSEventNameSet NONE, M OSEventNameGet 4 NONE, M lock, M OSMutexDel NONE"
     "M OSEventNameGet 0 EVENT_TYPE")
{
    static INT8U *name;

    create();
    VALUE_ERR(OSEventNameGet(mutex, &name, &err));
    SAY("%s", (char *)name);
    ERR(OSEventNameSet(mutex, (INT8U *)"lock", &err));
    VALUE_ERR(OSEventNameGet(mutex, &name, &err));
    SAY("%s", (char *)name);
    ERR(OSMutexDel(mutex, OS_DEL_NO_PEND, &err));
    VALUE_ERR(OSEventNameGet(mutex, &name, &err));
}
