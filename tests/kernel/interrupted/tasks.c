/* SPDX-License-Identifier: Apache-2.0 */
/* Delays, suspension, and calls on another waiting task. */
#include "sweep.h"

/* Return the task that is delayed or suspended: `urgent` if it waits, otherwise the caller. */
static PARTY *target(void)
{
    return urgent.waits ? &urgent : &caller;
}

static void do_nothing(void)
{
}

/* ------------------------------------------------------------------------------------------------------- delays */

static volatile INT32U delay_ends; /* number of ended delays */
static INT32U delay_ticks;

static INT8U delay(void)
{
    OSTimeDly(delay_ticks);
    return OS_ERR_NONE;
}

static INT8U delay_hmsm(void)
{
    return OSTimeDlyHMSM(0u, 0u, 0u, 1000u / OS_TICKS_PER_SEC);
}

/* Delay the running task and report the result. If no tick has passed, a resume has ended the delay. */
static void delay_by(INT8U (*delay_call)(void))
{
    PARTY *me = self();

    me->timeout = 1u; /* not 0, so the driver ends the delay by ticks */
    begin();
    MUST_BE(delay_call(), OS_ERR_NONE);
    delay_ends++;
    ended((OSTimeGet() == me->began) ? OS_ERR_NONE : OS_ERR_TIMEOUT, 0u);
}

static void delay_make(void)
{
    delay_ticks = 1u;
    delay_ends = 0u;
}

static void delay_wait(void) { delay_by(delay); }
static void delay_wait_hmsm(void) { delay_by(delay_hmsm); }

/* Delay for 18 ticks. A 4-bit counter of a time unit holds at most 15, so the kernel then splits the delay. */
static void delay_wait_long(void)
{
    delay_ticks = 18u;
    delay_by(delay);
    delay_ticks = 1u;
}

static void delay_resume(void)
{
    const INT8U err = OSTimeDlyResume(target()->prio);

    if (err == OS_ERR_NONE) {
        gave(0u);
    } else if (err != OS_ERR_TASK_NOT_EXIST) { /* otherwise the call has deleted the task */
        MUST_BE(err, OS_ERR_TIME_NOT_DLY);
    }
}

static BOOLEAN delay_is_over(void)
{
    return (BOOLEAN)(gifts_left() > delay_ends);
}

/* Take the gifts of resumed delays that reported a timeout, because a tick came during the delay. */
static void delay_drain(void)
{
    while ((gifts_left() > 0u) && (delay_ends > 0u)) {
        delay_ends--;
        took(0u);
    }
    delay_ends = 0u;
}

static void delay_tick_resume(void)
{
    OSTimeTick();
    delay_resume();
}

static void suspend_target(void)
{
    PARTY *party = target();

    MUST_BE(OSTaskSuspend(party->prio), OS_ERR_NONE);
    resume_later(party);
}

static const ACTION delay_actions[] = {
    { "ticks", act_tick, OS_TRUE },
    { "resumes the delay", delay_resume, OS_FALSE },
    { "ticks and resumes the delay", delay_tick_resume, OS_FALSE },
    { "suspends the task", suspend_target, OS_FALSE },
    { "moves the caller", act_move, OS_FALSE },
};

static const KIND delay_kind = { "delay", delay_make, do_nothing, delay_wait, delay_resume, delay_is_over, 0,
                                 delay_drain, 0, delay_actions, OS_FALSE, 0 };

/* --------------------------------------------------------------------------------------------------- suspension */

static void suspension_wait(void)
{
    INT8U err;

    begin();
    err = OSTaskSuspend(OS_PRIO_SELF);
    ended(err, 0u);
}

static void suspension_resume(void)
{
    const INT8U err = OSTaskResume(target()->prio);

    if (err == OS_ERR_NONE) {
        gave(0u);
    } else {
        MUST_BE(err, OS_ERR_TASK_NOT_SUSPENDED);
    }
}

static BOOLEAN suspension_is_over(void)
{
    return (BOOLEAN)(gifts_left() != 0u);
}

static const ACTION suspension_actions[] = {
    { "resumes the task", suspension_resume, OS_FALSE },
    { "ticks", act_tick, OS_TRUE },
    { "moves the caller", act_move, OS_FALSE },
};

static const KIND suspension_kind = { "suspension", do_nothing, do_nothing, suspension_wait, suspension_resume,
                                      suspension_is_over, 0, do_nothing, 0, suspension_actions, OS_FALSE, 0 };

/* ------------------------------------------------------------------------------------------- calls on another task */

static void suspend_urgent(void)
{
    MUST_BE(OSTaskSuspend(urgent.prio), OS_ERR_NONE);
    resume_later(&urgent);
}

static void suspend_and_resume_urgent(void)
{
    MUST_BE(OSTaskSuspend(urgent.prio), OS_ERR_NONE);
    MUST_BE(OSTaskResume(urgent.prio), OS_ERR_NONE);
}

static void move_urgent(void)
{
    MUST_BE(OSTaskChangePrio(urgent.prio, OTHER_PRIO), OS_ERR_NONE);
    urgent.prio = OTHER_PRIO;
}

static void del_urgent(void)
{
    MUST_BE(OSTaskDel(urgent.prio), OS_ERR_NONE);
    urgent.waits = OS_FALSE;
    urgent.role = 0;
    urgent_is_gone();
}

/* When its wait has ended, `urgent` checks for a delete request and deletes itself. */
static void ask_urgent(void)
{
    MUST_BE(OSTaskDelReq(urgent.prio), OS_ERR_NONE);
}

static void lock_and_unlock(void)
{
    volatile INT32U n;
    BOOLEAN waits;

    OSSchedLock();
    waits = urgent.waits;
    for (n = 0u; n < 5u; n++) {
    }
    FAIL_IF(urgent.waits != waits); /* `urgent` has run although the scheduler is locked */
    OSSchedUnlock();
}

static void time_set(void)
{
    const INT32U before = OSTimeGet();
    INT32U after;

    OSTimeSet(before + 1000u);
    after = OSTimeGet();
    FAIL_IF((after != before + 1000u) && (after != before + 1001u));
    OSTimeSet(after - 1000u);
}

static void time_get(void)
{
    const INT32U before = OSTimeGet();
    const INT32U after = OSTimeGet();

    FAIL_IF((after != before) && (after != before + 1u));
}

const ROW task_rows[] = {
    { "OSTimeDly", &delay_kind, 0, delay_wait, NO_WAITER, 5u, 0u },
    { "OSTimeDly", &delay_kind, 0, delay_wait_long, NO_WAITER, 5u, 0u },
    { "OSTimeDlyHMSM", &delay_kind, 0, delay_wait_hmsm, NO_WAITER, 5u, 0u },
    { "OSTimeDlyResume", &delay_kind, 0, delay_resume, URGENT | BOTH, 4u, 0u },
    { "OSTaskSuspend", &suspension_kind, 0, suspension_wait, NO_WAITER, 3u, 0u },
    { "OSTaskSuspend", &delay_kind, 0, suspend_urgent, URGENT, 2u, 0u },
    { "OSTaskSuspend", &sem_kind, 0, suspend_urgent, URGENT | BOTH, 4u, 0u },
    { "OSTaskSuspend", &queue_kind, 0, suspend_urgent, BOTH, 3u, 0u },
    { "OSTaskResume", &suspension_kind, 0, suspension_resume, URGENT, 3u, 0u },
    { "OSTaskResume", &sem_kind, 0, suspend_and_resume_urgent, URGENT | BOTH, 4u, 0u },
    { "OSTaskChangePrio", &delay_kind, 0, move_urgent, URGENT, 2u, 0u },
    { "OSTaskChangePrio", &sem_kind, 0, move_urgent, URGENT | BOTH, 4u, 0u },
    { "OSTaskChangePrio", &queue_kind, 0, move_urgent, BOTH, 4u, 0u },
    { "OSTaskDel", &delay_kind, 0, del_urgent, URGENT, 2u, 1u },
    { "OSTaskDel", &sem_kind, 0, del_urgent, URGENT | BOTH, 4u, 1u },
    { "OSTaskDelReq", &sem_kind, 0, ask_urgent, URGENT, 1u, 0u },
    { "OSSchedLock", &sem_kind, 0, lock_and_unlock, URGENT | BOTH, 4u, 0u },
    { "OSTimeSet", &sem_kind, 0, time_set, NO_WAITER, 2u, 0u },
    { "OSTimeGet", &sem_kind, 0, time_get, NO_WAITER, 2u, 0u },
    { 0, 0, 0, 0, 0u, 0u, 0u },
};
