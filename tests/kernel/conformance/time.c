// SPDX-License-Identifier: Apache-2.0
// Delays and the time.
#include "conform.h"

static OS_EVENT *sem;

/* Creates a task that sleeps and logs when it wakes. */
#define SLEEPS(ticks) TASK(A, 10, OSTimeDly(ticks); SAY("wakes"))

/* Makes a priority unavailable to tasks by using it as the ceiling of a mutex. */
static void reserve(INT8U prio)
{
    INT8U err;

    (void)OSMutexCreate(prio, &err);
}

/* ------------------------------------------------------------------------------------------------------- delays */

// A delay of 0 neither delays nor schedules.
CASE(delay_0,
     "M OSTimeTick, M OSTimeDly, M end")
{
    SLEEPS(1);
    CALL(OSTimeTick());
    CALL(OSTimeDly(0));
    SAY("end");
    END();
}

// A delay of 1 ends at the next tick.
CASE(delay_1,
     "M task 10 RDY 1 OK, A wakes, M OSTaskQuery PRIO")
{
    SLEEPS(1);
    STATE(10);
    TICK();
    STATE(10);
}

// The longest delay that a counter of the time unit holds is exact.
CASE(delay_longest_of_a_counter,
     "M task 10 RDY 255 OK, M task 10 RDY 1 OK, A wakes, M end")
{
    SLEEPS(LONGEST_DLY);
    STATE(10);
    TICKS(LONGEST_DLY - 1u);
    STATE(10);
    TICK();
    SAY("end");
}

// A delay one tick longer than a counter of the time unit can hold is exact.
CASE(delay_longer_than_a_counter,
     "M task 10 RDY 256 OK, M task 10 RDY 2 OK, M task 10 RDY 1 OK, A wakes, M end")
{
    SLEEPS(LONGEST_DLY + 1u);
    STATE(10);
    TICKS(LONGEST_DLY - 1u);
    STATE(10);
    TICK();
    STATE(10);
    TICK();
    SAY("end");
}

// Delays longer than twice the maximum of a counter of the time unit are exact.
CASE(delay_far_beyond,
     "M task 10 RDY 511 OK, M task 10 RDY 1 OK, M task 11 RDY 2 OK, A wakes, B wakes, M end")
{
    SLEEPS(2u * LONGEST_DLY + 1u);
    TASK(B, 11, OSTimeDly(2u * LONGEST_DLY + 2u); SAY("wakes"));
    STATE(10);
    TICKS(2u * LONGEST_DLY);
    STATE(10);
    STATE(11);
    TICK();
    TICK();
    SAY("end");
}

// The longest possible delay, 2^32 - 1 ticks, counts down correctly.
CASE(delay_of_32_bits,
     "M task 10 RDY 4294967295 OK, M task 10 RDY 4294966995 OK")
{
    SLEEPS(0xFFFFFFFFu);
    STATE(10);
    TICKS(300);
    STATE(10);
}

// Tasks that are due in the same tick run in order of priority, whatever the order of their delay calls.
CASE(delays_end_in_one_tick,
     "B wakes, C wakes, A wakes, M end")
{
    TASK(A, 12, OSTimeDly(3); SAY("wakes"));
    TICK();
    TASK(B, 10, OSTimeDly(2); SAY("wakes"));
    TICK();
    TASK(C, 11, OSTimeDly(1); SAY("wakes"));
    TICK();
    SAY("end");
}

// If a task sleeps again in the tick that woke it, this tick does not count for the new delay.
CASE(delay_again_at_once,
     "A 1, M tick, A 2, M tick, A 3, M tick")
{
    TASK(A, 10, OSTimeDly(1); SAY("1"); OSTimeDly(1); SAY("2"); OSTimeDly(1); SAY("3"));
    TICK();
    SAY("tick");
    TICK();
    SAY("tick");
    TICK();
    SAY("tick");
}

// A delay in an interrupt has no effect.
CASE(delay_in_an_interrupt,
     "isr OSTimeDly, M task 50 RDY 0 OK")
{
    ISR(CALL(OSTimeDly(3)));
    STATE(M_PRIO);
}

// A delay while the scheduler is locked has no effect.
CASE(delay_while_locked,
     "M OSTimeDly, M task 50 RDY 0 OK")
{
    OSSchedLock();
    CALL(OSTimeDly(3));
    STATE(M_PRIO);
    OSSchedUnlock();
}

// Several ticks in one interrupt all count.
CASE(ticks_in_one_interrupt,
     "isr task 10 RDY 1 OK, A wakes, M time 3")
{
    SLEEPS(3);
    ISR(OSTimeTick(); OSTimeTick(); STATE(10); OSTimeTick());
    SAY("time %u", OSTimeGet());
}

/* ----------------------------------------------------------------------------------- in hours, minutes, seconds, ms */

static void hmsm(INT8U hours, INT8U minutes, INT8U seconds, INT16U ms)
{
    static INT8U h, m, s;
    static INT16U milli;

    h = hours;
    m = minutes;
    s = seconds;
    milli = ms;
    TASK(A, 10, CODE(OSTimeDlyHMSM(h, m, s, milli)));
    STATE(10);
    (void)OSTaskDel(10);
}

// Milliseconds are rounded to the nearest tick; a delay of less than half a tick returns at once.
CASE(hmsm_rounds,
     "A OSTimeDlyHMSM NONE, M OSTaskQuery PRIO, M task 10 RDY 1 OK, M task 10 RDY 1 OK, M task 10 RDY 2 OK,"
     "M task 10 RDY 100 OK")
{
    hmsm(0, 0, 0, 4);
    hmsm(0, 0, 0, 5);
    hmsm(0, 0, 0, 14);
    hmsm(0, 0, 0, 15);
    hmsm(0, 0, 0, 999);
}

// Hours, minutes, seconds and milliseconds add up, even for the longest time, 255:59:59.999.
CASE(hmsm_adds_up,
     "M task 10 RDY 100 OK, M task 10 RDY 6000 OK, M task 10 RDY 360000 OK, M task 10 RDY 366150 OK,"
     "M task 10 RDY 92160000 OK")
{
    hmsm(0, 0, 1, 0);
    hmsm(0, 1, 0, 0);
    hmsm(1, 0, 0, 0);
    hmsm(1, 1, 1, 500);
    hmsm(255, 59, 59, 999);
}

// OSTimeDlyHMSM() delays the caller like OSTimeDly().
CASE(hmsm_delays,
     "M task 10 RDY 1 OK, A OSTimeDlyHMSM NONE, M end")
{
    TASK(A, 10, CODE(OSTimeDlyHMSM(0, 0, 0, 30)));
    TICKS(2);
    STATE(10);
    TICK();
    SAY("end");
}

// OSTimeDlyHMSM() rejects a time of zero, and more than 59 minutes, 59 seconds or 999 milliseconds.
CASE(hmsm_codes_invalid_arguments,
     "M OSTimeDlyHMSM TIME_ZERO_DLY, M OSTimeDlyHMSM TIME_INVALID_MINUTES, M OSTimeDlyHMSM TIME_INVALID_SECONDS,"
     "M OSTimeDlyHMSM TIME_INVALID_MS, M OSTimeDlyHMSM TIME_INVALID_MINUTES, M OSTimeDlyHMSM TIME_INVALID_SECONDS")
{
    CODE(OSTimeDlyHMSM(0, 0, 0, 0));
    CODE(OSTimeDlyHMSM(0, 60, 0, 0));
    CODE(OSTimeDlyHMSM(0, 0, 60, 0));
    CODE(OSTimeDlyHMSM(0, 0, 0, 1000));
    CODE(OSTimeDlyHMSM(0, 60, 60, 1000));
    CODE(OSTimeDlyHMSM(0, 59, 60, 1000));
}

// In an interrupt or while the scheduler is locked, OSTimeDlyHMSM() fails before it checks its arguments.
CASE(hmsm_codes_isr_and_lock,
     "isr OSTimeDlyHMSM TIME_DLY_ISR, isr OSTimeDlyHMSM TIME_DLY_ISR, M OSTimeDlyHMSM SCHED_LOCKED,"
     "M OSTimeDlyHMSM SCHED_LOCKED, isr OSTimeDlyHMSM TIME_DLY_ISR")
{
    ISR(CODE(OSTimeDlyHMSM(0, 0, 1, 0)); CODE(OSTimeDlyHMSM(0, 0, 0, 0)));
    OSSchedLock();
    CODE(OSTimeDlyHMSM(0, 0, 1, 0));
    CODE(OSTimeDlyHMSM(0, 60, 0, 0));
    ISR(CODE(OSTimeDlyHMSM(0, 0, 1, 0)));
    OSSchedUnlock();
}

/* ------------------------------------------------------------------------------------------------ delays resumed */

// Another task can end a delay.
CASE(delay_resume,
     "A wakes, M OSTimeDlyResume NONE, M OSTimeDlyResume TASK_NOT_EXIST")
{
    SLEEPS(100);
    CODE(OSTimeDlyResume(10));
    CODE(OSTimeDlyResume(10));
}

// Another task can end a delay that is longer than a counter of the time unit, and the next delay is exact.
CASE(delay_resume_of_a_long_delay,
     "A wakes, M OSTimeDlyResume NONE, M task 10 RDY 2 OK, A wakes again, M end")
{
    TASK(A, 10, OSTimeDly(1000); SAY("wakes"); OSTimeDly(2); SAY("wakes again"));
    TICKS(3);
    CODE(OSTimeDlyResume(10));
    STATE(10);
    TICKS(2);
    SAY("end");
}

// An interrupt can end a delay; the switch follows when the interrupt ends.
CASE(delay_resume_in_an_interrupt,
     "isr OSTimeDlyResume NONE, isr end, A wakes, M end")
{
    SLEEPS(100);
    ISR(CODE(OSTimeDlyResume(10)); SAY("end"));
    SAY("end");
}

// While the scheduler is locked, OSTimeDlyResume() makes the task ready. A second call returns OS_ERR_TIME_NOT_DLY.
CASE(delay_resume_while_locked,
     "M OSTimeDlyResume NONE, M task 10 RDY 0 OK, M OSTimeDlyResume TIME_NOT_DLY, A wakes, M end")
{
    SLEEPS(100);
    OSSchedLock();
    CODE(OSTimeDlyResume(10));
    STATE(10);
    CODE(OSTimeDlyResume(10));
    OSSchedUnlock();
    SAY("end");
}

// If a task waits with a timeout, OSTimeDlyResume() ends the wait with OS_ERR_TIMEOUT.
CASE(delay_resume_of_a_wait,
     "A OSSemPend TIMEOUT, M OSTimeDlyResume NONE, M OSSemPost NONE, M OSSemAccept 1")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 9, &err)));
    CODE(OSTimeDlyResume(10));
    CODE(OSSemPost(sem));
    VALUE(OSSemAccept(sem));
}

// OSTimeDlyResume() rejects a wait without a timeout, a ready task, an invalid priority and a missing task.
CASE(delay_resume_codes,
     "M OSTimeDlyResume TIME_NOT_DLY, M OSTimeDlyResume TIME_NOT_DLY, M OSTimeDlyResume PRIO_INVALID,"
     "M OSTimeDlyResume PRIO_INVALID, M OSTimeDlyResume TASK_NOT_EXIST, M OSTimeDlyResume TASK_NOT_EXIST,"
     "M task 10 SEM 0 OK")
{
    reserve(9);
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    CODE(OSTimeDlyResume(10));
    CODE(OSTimeDlyResume(M_PRIO));
    CODE(OSTimeDlyResume(OS_LOWEST_PRIO));
    CODE(OSTimeDlyResume(OS_PRIO_SELF));
    CODE(OSTimeDlyResume(NO_PRIO));
    CODE(OSTimeDlyResume(9));
    STATE(10);
}

/* ------------------------------------------------------------------------------------------------------- the time */

// The time counts ticks; setting it does not affect delays.
CASE(time_get_and_set,
     "M OSTimeGet 0, M OSTimeGet 2, M OSTimeSet, M OSTimeGet 1000, M task 10 RDY 3 OK, A wakes, M OSTimeGet 1003")
{
    VALUE(OSTimeGet());
    SLEEPS(5);
    TICKS(2);
    VALUE(OSTimeGet());
    CALL(OSTimeSet(1000));
    VALUE(OSTimeGet());
    STATE(10);
    TICKS(3);
    VALUE(OSTimeGet());
}

// The time wraps around to zero, and delays are not affected.
CASE(time_wraps,
     "M OSTimeGet 4294967295, M OSTimeGet 0, A wakes, M OSTimeGet 1")
{
    OSTimeSet(0xFFFFFFFEu);
    SLEEPS(3);
    TICK();
    VALUE(OSTimeGet());
    TICK();
    VALUE(OSTimeGet());
    TICK();
    VALUE(OSTimeGet());
}

// Interrupts can read and set the time.
CASE(time_in_an_interrupt,
     "isr OSTimeSet, isr OSTimeGet 5, M OSTimeGet 5")
{
    ISR(CALL(OSTimeSet(5)); VALUE(OSTimeGet()));
    VALUE(OSTimeGet());
}

// The time can be read and set before OSStart().
CASE_MAIN(time_before_the_start,
          "main OSTimeGet 0, main OSTimeSet, main OSTimeGet 9, main OSTimeDlyResume PRIO_INVALID,"
          "main OSTimeDlyResume TASK_NOT_EXIST, A OSTimeGet 9")
{
    VALUE(OSTimeGet());
    CALL(OSTimeSet(9));
    VALUE(OSTimeGet());
    CODE(OSTimeDlyResume(OS_LOWEST_PRIO));
    CODE(OSTimeDlyResume(NO_PRIO));
    TASK(A, 10, VALUE(OSTimeGet()); END());
    OSStart();
}
