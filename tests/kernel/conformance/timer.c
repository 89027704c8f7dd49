// SPDX-License-Identifier: Apache-2.0
// Software timers. The timer task has a higher priority than M, so it runs at each signal. Ten ticks cause one signal.
#include "conform.h"

static OS_TMR *tmr, *other, *third;
static OS_TMR not_created; /* its type is invalid */
static OS_EVENT *sem;

static void says(void *ptmr, void *p_arg)
{
    SAY("callback %u of %s", (INT32U)p_arg, ptmr == tmr ? "the first" : "another");
}

static OS_TMR *create(INT32U dly, INT32U period, INT8U opt, INT32U arg)
{
    INT8U err;

    return OSTmrCreate(dly, period, opt, says, (void *)arg, (INT8U *)"name", &err);
}

static void start(OS_TMR *ptmr)
{
    INT8U err;

    (void)OSTmrStart(ptmr, &err);
}

static void stop(OS_TMR *ptmr)
{
    INT8U err;

    (void)OSTmrStop(ptmr, OS_TMR_OPT_NONE, (void *)0, &err);
}

static void del(OS_TMR *ptmr)
{
    INT8U err;

    (void)OSTmrDel(ptmr, &err);
}

static void signals(INT32U n)
{
    while (n-- > 0u) {
        (void)OSTmrSignal();
    }
}

/* Log a timer's state (0 unused, 1 stopped, 2 completed, 3 running) and its remaining time in signals. */
static void show(OS_TMR *ptmr)
{
    INT8U err;
    INT32U state = OSTmrStateGet(ptmr, &err);

    SAY("state %u left %u", state, OSTmrRemainGet(ptmr, &err));
}

/* ------------------------------------------------------------------------------------------------------- creation */

// A new timer is stopped.
CASE(tmr_create,
     "M OSTmrCreate set NONE, M OSTmrStateGet 1 NONE, M OSTmrRemainGet 5 NONE")
{
    POINTER_ERR(tmr = OSTmrCreate(5, 0, OS_TMR_OPT_ONE_SHOT, says, (void *)1, (INT8U *)"name", &err));
    VALUE_ERR(OSTmrStateGet(tmr, &err));
    VALUE_ERR(OSTmrRemainGet(tmr, &err));
}

// The remaining time of a periodic timer that never ran is its delay, or its period if it has no delay.
CASE(tmr_remain_of_a_stopped_timer,
     "M OSTmrRemainGet 3 NONE, M OSTmrRemainGet 8 NONE")
{
    tmr = create(3, 8, OS_TMR_OPT_PERIODIC, 1);
    other = create(0, 8, OS_TMR_OPT_PERIODIC, 2);
    VALUE_ERR(OSTmrRemainGet(tmr, &err));
    VALUE_ERR(OSTmrRemainGet(other, &err));
}

// Creation rejects an invalid period, delay or option.
CASE(tmr_create_codes,
     "M OSTmrCreate null TMR_INVALID_PERIOD, M OSTmrCreate null TMR_INVALID_DLY, M OSTmrCreate null TMR_INVALID_OPT,"
     "M OSTmrCreate null TMR_INVALID_OPT")
{
    POINTER_ERR(OSTmrCreate(5, 0, OS_TMR_OPT_PERIODIC, says, 0, 0, &err));
    POINTER_ERR(OSTmrCreate(0, 5, OS_TMR_OPT_ONE_SHOT, says, 0, 0, &err));
    POINTER_ERR(OSTmrCreate(5, 5, OS_TMR_OPT_NONE, says, 0, 0, &err));
    POINTER_ERR(OSTmrCreate(5, 5, OS_TMR_OPT_CALLBACK, says, 0, 0, &err));
}

// The configuration limits the number of timers; after a deletion, another timer can be created.
CASE(tmr_create_depleted,
     "M created 16, M OSTmrCreate null TMR_NON_AVAIL, M OSTmrDel 1 NONE, M OSTmrCreate set NONE")
{
    INT32U n = 0u;

    while ((n < 99u) && ((other = create(1, 0, OS_TMR_OPT_ONE_SHOT, 0)) != 0)) {
        tmr = other;
        n++;
    }
    SAY("created %u", n);
    POINTER_ERR(OSTmrCreate(1, 0, OS_TMR_OPT_ONE_SHOT, says, 0, 0, &err));
    VALUE_ERR(OSTmrDel(tmr, &err));
    POINTER_ERR(OSTmrCreate(1, 0, OS_TMR_OPT_ONE_SHOT, says, 0, 0, &err));
}

// In an interrupt, only OSTmrSignal() succeeds. The other functions check their arguments before they check for an
// interrupt.
CASE(tmr_in_an_interrupt,
     "isr OSTmrCreate null TMR_ISR, isr OSTmrStart 0 TMR_ISR, isr OSTmrStop 0 TMR_ISR, isr OSTmrDel 0 TMR_ISR,"
     "isr OSTmrRemainGet 0 TMR_ISR, isr OSTmrStateGet 0 TMR_ISR, isr OSTmrNameGet 0 NAME_GET_ISR,"
     "isr OSTmrSignal NONE, isr OSTmrCreate null TMR_INVALID_DLY, isr OSTmrStart 0 TMR_INVALID_TYPE,"
     "isr OSTmrStop 0 TMR_INVALID_TYPE, isr OSTmrDel 0 TMR_INVALID_TYPE, isr OSTmrRemainGet 0 TMR_INVALID_TYPE,"
     "isr OSTmrStateGet 0 TMR_INVALID_TYPE, isr OSTmrNameGet 0 TMR_INVALID_TYPE")
{
    static INT8U *name;

    tmr = create(5, 0, OS_TMR_OPT_ONE_SHOT, 1);
    ISR(POINTER_ERR(OSTmrCreate(5, 0, OS_TMR_OPT_ONE_SHOT, says, 0, 0, &err));
        VALUE_ERR(OSTmrStart(tmr, &err));
        VALUE_ERR(OSTmrStop(tmr, OS_TMR_OPT_NONE, 0, &err));
        VALUE_ERR(OSTmrDel(tmr, &err));
        VALUE_ERR(OSTmrRemainGet(tmr, &err));
        VALUE_ERR(OSTmrStateGet(tmr, &err));
        VALUE_ERR(OSTmrNameGet(tmr, &name, &err));
        CODE(OSTmrSignal()));
    ISR(POINTER_ERR(OSTmrCreate(0, 5, OS_TMR_OPT_ONE_SHOT, says, 0, 0, &err));
        VALUE_ERR(OSTmrStart(&not_created, &err));
        VALUE_ERR(OSTmrStop(&not_created, OS_TMR_OPT_NONE, 0, &err));
        VALUE_ERR(OSTmrDel(&not_created, &err));
        VALUE_ERR(OSTmrRemainGet(&not_created, &err));
        VALUE_ERR(OSTmrStateGet(&not_created, &err));
        VALUE_ERR(OSTmrNameGet(&not_created, &name, &err)));
}

/* -------------------------------------------------------------------------------------------------------- running */

// A one-shot timer calls back once, after its delay, and is then completed.
CASE(tmr_one_shot,
     "M OSTmrStart 1 NONE, M state 3 left 3, M state 3 left 1, T callback 7 of the first, M state 2 left 0, M end")
{
    tmr = create(3, 0, OS_TMR_OPT_ONE_SHOT, 7);
    VALUE_ERR(OSTmrStart(tmr, &err));
    show(tmr);
    signals(2);
    show(tmr);
    signals(1);
    show(tmr);
    signals(20);
    SAY("end");
}

// A periodic timer calls back after its delay, and then after each period.
CASE(tmr_periodic,
     "M 2, T callback 7 of the first, M state 3 left 3, M 2, T callback 7 of the first, M 3, T callback 7 of the first,"
     "M state 3 left 3")
{
    tmr = create(3, 3, OS_TMR_OPT_PERIODIC, 7);
    start(tmr);
    signals(2);
    SAY("2");
    signals(1);
    show(tmr);
    signals(2);
    SAY("2");
    signals(1);
    SAY("3");
    signals(3);
    show(tmr);
}

// If a periodic timer has a delay that differs from its period, only the first interval is the delay.
CASE(tmr_periodic_with_a_delay,
     "T callback 7 of the first, M state 3 left 4, M 3, T callback 7 of the first, M end")
{
    tmr = create(2, 4, OS_TMR_OPT_PERIODIC, 7);
    start(tmr);
    signals(2);
    show(tmr);
    signals(3);
    SAY("3");
    signals(1);
    SAY("end");
}

// If a periodic timer has no delay, its first interval is the period.
CASE(tmr_periodic_without_a_delay,
     "M state 3 left 4, M 3, T callback 7 of the first, M state 3 left 4")
{
    tmr = create(0, 4, OS_TMR_OPT_PERIODIC, 7);
    start(tmr);
    show(tmr);
    signals(3);
    SAY("3");
    signals(1);
    show(tmr);
}

// Times near and beyond the size of the wheel are exact.
CASE(tmr_longer_than_the_wheel,
     "M 6, T callback 7 of the first, T callback 8 of another, M 13, T callback 14 of another, M 29,"
     "T callback 30 of another, M end")
{
    tmr = create(7, 0, OS_TMR_OPT_ONE_SHOT, 7);
    start(tmr);
    start(create(8, 0, OS_TMR_OPT_ONE_SHOT, 8));
    start(create(14, 0, OS_TMR_OPT_ONE_SHOT, 14));
    start(create(30, 0, OS_TMR_OPT_ONE_SHOT, 30));
    signals(6);
    SAY("6");
    signals(7);
    SAY("13");
    signals(16);
    SAY("29");
    signals(1);
    SAY("end");
}

// If several timers are due at the same signal, the timer that started last calls back first.
CASE(tmr_order_in_one_spoke,
     "T callback 3 of another, T callback 2 of another, T callback 1 of the first, M end")
{
    tmr = create(3, 0, OS_TMR_OPT_ONE_SHOT, 1);
    start(tmr);
    start(create(3, 0, OS_TMR_OPT_ONE_SHOT, 2));
    signals(1);
    start(create(2, 0, OS_TMR_OPT_ONE_SHOT, 3));
    signals(2);
    SAY("end");
}

// A timer without a callback still expires.
CASE(tmr_without_a_callback,
     "M state 3 left 1, M state 2 left 0")
{
    INT8U error;

    tmr = OSTmrCreate(2, 0, OS_TMR_OPT_ONE_SHOT, (OS_TMR_CALLBACK)0, 0, 0, &error);
    start(tmr);
    signals(1);
    show(tmr);
    signals(1);
    show(tmr);
}

// A running timer that is started again restarts with its delay, not its period.
CASE(tmr_start_again,
     "M state 3 left 1, M OSTmrStart 1 NONE, M state 3 left 3, M 2, T callback 7 of the first, M state 3 left 9")
{
    tmr = create(3, 9, OS_TMR_OPT_PERIODIC, 7);
    start(tmr);
    signals(2);
    show(tmr);
    VALUE_ERR(OSTmrStart(tmr, &err));
    show(tmr);
    signals(2);
    SAY("2");
    signals(1);
    show(tmr);
}

// A completed timer can be started again.
CASE(tmr_start_after_completion,
     "T callback 7 of the first, M OSTmrStart 1 NONE, M state 3 left 2, T callback 7 of the first, M end")
{
    tmr = create(2, 0, OS_TMR_OPT_ONE_SHOT, 7);
    start(tmr);
    signals(2);
    VALUE_ERR(OSTmrStart(tmr, &err));
    show(tmr);
    signals(2);
    SAY("end");
}

// Timers are not affected when the timer time wraps around.
CASE(tmr_time_wraps,
     "M state 3 left 4, M state 3 left 3, M time 1, T callback 7 of the first, M end")
{
    OSTmrTime = 0xFFFFFFFEu;
    tmr = create(4, 0, OS_TMR_OPT_ONE_SHOT, 7);
    start(tmr);
    show(tmr);
    signals(1);
    show(tmr);
    signals(2);
    SAY("time %u", OSTmrTime);
    signals(1);
    SAY("end");
}

/* -------------------------------------------------------------------------------------------------------- stopping */

// A stopped timer does not call back, and a new start restarts it from the beginning.
CASE(tmr_stop,
     "M OSTmrStop 1 NONE, M state 1 left 3, M 20, M 2, T callback 7 of the first, M end")
{
    tmr = create(3, 0, OS_TMR_OPT_ONE_SHOT, 7);
    start(tmr);
    signals(2);
    VALUE_ERR(OSTmrStop(tmr, OS_TMR_OPT_NONE, (void *)0, &err));
    show(tmr);
    signals(20);
    SAY("20");
    start(tmr);
    signals(2);
    SAY("2");
    signals(1);
    SAY("end");
}

// OSTmrStop() can call the callback, with the timer's argument or with another argument.
CASE(tmr_stop_with_callback,
     "M callback 7 of the first, M OSTmrStop 1 NONE, M callback 9 of the first, M OSTmrStop 1 NONE, M state 1 left 3,"
     "M OSTmrStop 1 TMR_STOPPED")
{
    tmr = create(3, 0, OS_TMR_OPT_ONE_SHOT, 7);
    start(tmr);
    VALUE_ERR(OSTmrStop(tmr, OS_TMR_OPT_CALLBACK, (void *)9, &err));
    start(tmr);
    VALUE_ERR(OSTmrStop(tmr, OS_TMR_OPT_CALLBACK_ARG, (void *)9, &err));
    show(tmr);
    VALUE_ERR(OSTmrStop(tmr, OS_TMR_OPT_CALLBACK, (void *)9, &err));
}

// OSTmrStop() stops the timer even if the call reports a missing callback or an invalid option.
CASE(tmr_stop_codes,
     "M OSTmrStop 1 TMR_NO_CALLBACK, M state 1 left 3, M OSTmrStop 1 TMR_NO_CALLBACK, M OSTmrStop 1 TMR_INVALID_OPT,"
     "M state 1 left 3, M OSTmrStop 1 TMR_STOPPED, M OSTmrStop 1 TMR_STOPPED")
{
    INT8U error;

    tmr = OSTmrCreate(3, 0, OS_TMR_OPT_ONE_SHOT, (OS_TMR_CALLBACK)0, 0, 0, &error);
    start(tmr);
    VALUE_ERR(OSTmrStop(tmr, OS_TMR_OPT_CALLBACK, (void *)9, &err));
    show(tmr);
    start(tmr);
    VALUE_ERR(OSTmrStop(tmr, OS_TMR_OPT_CALLBACK_ARG, (void *)9, &err));
    start(tmr);
    VALUE_ERR(OSTmrStop(tmr, 77, (void *)9, &err));
    show(tmr);
    VALUE_ERR(OSTmrStop(tmr, OS_TMR_OPT_NONE, (void *)0, &err));
    start(tmr);
    signals(3);
    VALUE_ERR(OSTmrStop(tmr, OS_TMR_OPT_NONE, (void *)0, &err));
}

// A stopped or running timer can be deleted; a second deletion returns OS_ERR_TMR_INACTIVE.
CASE(tmr_delete,
     "M OSTmrDel 1 NONE, M OSTmrDel 1 NONE, M OSTmrDel 1 NONE, M OSTmrDel 0 TMR_INACTIVE, M OSTmrStateGet 0 NONE, M 20")
{
    tmr = create(2, 0, OS_TMR_OPT_ONE_SHOT, 1);
    other = create(2, 0, OS_TMR_OPT_ONE_SHOT, 2);
    third = create(2, 2, OS_TMR_OPT_PERIODIC, 3);
    start(other);
    (void)OSTmrSignal();
    stop(other);
    start(third);
    VALUE_ERR(OSTmrDel(tmr, &err));
    VALUE_ERR(OSTmrDel(other, &err));
    VALUE_ERR(OSTmrDel(third, &err));
    VALUE_ERR(OSTmrDel(third, &err));
    VALUE_ERR(OSTmrStateGet(third, &err));
    signals(20);
    SAY("20");
}

// A completed timer can be deleted.
CASE(tmr_delete_completed,
     "T callback 1 of the first, M OSTmrDel 1 NONE, M OSTmrDel 0 TMR_INACTIVE")
{
    tmr = create(1, 0, OS_TMR_OPT_ONE_SHOT, 1);
    start(tmr);
    signals(1);
    VALUE_ERR(OSTmrDel(tmr, &err));
    VALUE_ERR(OSTmrDel(tmr, &err));
}

// If a timer in the middle of a spoke is stopped or deleted, the other timers of the spoke are not affected.
CASE(tmr_stop_in_the_middle_of_a_spoke,
     "T callback 4 of another, T callback 1 of the first, M end")
{
    tmr = create(3, 0, OS_TMR_OPT_ONE_SHOT, 1);
    other = create(3, 0, OS_TMR_OPT_ONE_SHOT, 2);
    third = create(10, 0, OS_TMR_OPT_ONE_SHOT, 3);
    start(tmr);
    start(other);
    start(third);
    start(create(3, 0, OS_TMR_OPT_ONE_SHOT, 4));
    stop(other);
    del(third);
    signals(12);
    SAY("end");
}

/* ------------------------------------------------------------------------------------------------- in the callback */

static void in_callback(void *ptmr, void *p_arg)
{
    (void)ptmr;
    (void)p_arg;
    SAY("lock %u", OSLockNesting);
    ERR(OSSemPend(sem, 1, &err));
    CALL(OSTimeDly(1));
    CODE(OSTimeDlyHMSM(0, 0, 1, 0));
    CODE(OSSemPost(sem));
    SAY("returns");
}

// A callback runs with the scheduler locked, so it cannot wait. A task that it makes ready runs after the callback.
CASE(tmr_callback_is_locked,
     "T lock 1, T OSSemPend PEND_LOCKED, T OSTimeDly, T OSTimeDlyHMSM SCHED_LOCKED, T OSSemPost NONE, T returns,"
     "A OSSemPend NONE, M end")
{
    INT8U error;

    sem = OSSemCreate(0);
    TASK(A, 4, ERR(OSSemPend(sem, 0, &err)));
    tmr = OSTmrCreate(1, 0, OS_TMR_OPT_ONE_SHOT, in_callback, 0, 0, &error);
    start(tmr);
    signals(1);
    SAY("end");
}

static void starts_again(void *ptmr, void *p_arg)
{
    says(ptmr, p_arg);
    VALUE_ERR(OSTmrStart((OS_TMR *)ptmr, &err));
}

static void deletes(void *ptmr, void *p_arg)
{
    says(ptmr, p_arg);
    VALUE_ERR(OSTmrDel((OS_TMR *)ptmr, &err));
}

static void stops(void *ptmr, void *p_arg)
{
    says(ptmr, p_arg);
    VALUE_ERR(OSTmrStop((OS_TMR *)ptmr, OS_TMR_OPT_NONE, (void *)0, &err));
}

// A callback may start its timer again.
CASE(tmr_callback_starts_again,
     "T callback 7 of the first, T OSTmrStart 1 NONE, M state 3 left 2, T callback 7 of the first, T OSTmrStart 1 NONE,"
     "M end")
{
    INT8U error;

    tmr = OSTmrCreate(2, 0, OS_TMR_OPT_ONE_SHOT, starts_again, (void *)7, 0, &error);
    start(tmr);
    signals(2);
    show(tmr);
    signals(2);
    SAY("end");
}

// A callback may delete its timer.
CASE(tmr_callback_deletes,
     "T callback 7 of the first, T OSTmrDel 1 NONE, M OSTmrStart 0 TMR_INACTIVE, M end")
{
    INT8U error;

    tmr = OSTmrCreate(2, 2, OS_TMR_OPT_PERIODIC, deletes, (void *)7, 0, &error);
    start(tmr);
    signals(2);
    VALUE_ERR(OSTmrStart(tmr, &err));
    signals(8);
    SAY("end");
}

// The callback of a periodic timer may stop its timer.
CASE(tmr_callback_stops,
     "T callback 7 of the first, T OSTmrStop 1 NONE, M state 1 left 2, M end")
{
    INT8U error;

    tmr = OSTmrCreate(2, 2, OS_TMR_OPT_PERIODIC, stops, (void *)7, 0, &error);
    start(tmr);
    signals(2);
    show(tmr);
    signals(8);
    SAY("end");
}

static void stops_other(void *ptmr, void *p_arg)
{
    says(ptmr, p_arg);
    VALUE_ERR(OSTmrStop(other, OS_TMR_OPT_NONE, (void *)0, &err));
}

// B8: a callback may stop the next due timer, and the remaining due timers still call back.
CASE_DEFECT(B8, tmr_callback_stops_the_next,
            "T callback 1 of the first, T OSTmrStop 1 NONE, T callback 3 of another, M end",
            "T callback 1 of the first, T OSTmrStop 1 NONE, T callback 2 of another, M end")
{
    INT8U error;

    third = create(2, 0, OS_TMR_OPT_ONE_SHOT, 3);
    other = create(2, 0, OS_TMR_OPT_ONE_SHOT, 2);
    tmr = OSTmrCreate(2, 0, OS_TMR_OPT_ONE_SHOT, stops_other, (void *)1, 0, &error);
    start(third);
    start(other);
    start(tmr);
    signals(16);
    SAY("end");
}

// A callback may stop another due timer.
CASE(tmr_callback_stops_another,
     "T callback 1 of the first, T OSTmrStop 1 NONE, T callback 3 of another, M end")
{
    INT8U error;

    other = create(2, 0, OS_TMR_OPT_ONE_SHOT, 2);
    third = create(2, 0, OS_TMR_OPT_ONE_SHOT, 3);
    tmr = OSTmrCreate(2, 0, OS_TMR_OPT_ONE_SHOT, stops_other, (void *)1, 0, &error);
    start(other);
    start(third);
    start(tmr);
    signals(16);
    SAY("end");
}

/* ----------------------------------------------------------------------------------------------------- the signal */

// The timer task gets one signal every ten ticks.
CASE(tmr_signal_by_ticks,
     "M 19, T callback 7 of the first, M end")
{
    tmr = create(2, 0, OS_TMR_OPT_ONE_SHOT, 7);
    start(tmr);
    TICKS(19);
    SAY("19");
    TICK();
    SAY("end");
}

// Signals that the timer task could not serve yet accumulate.
CASE(tmr_signals_add_up,
     "M OSTmrSignal NONE, M OSTmrSignal NONE, M unlocks, T callback 1 of the first, T callback 2 of another, M end")
{
    tmr = create(1, 0, OS_TMR_OPT_ONE_SHOT, 1);
    other = create(2, 0, OS_TMR_OPT_ONE_SHOT, 2);
    start(tmr);
    start(other);
    OSSchedLock();
    CODE(OSTmrSignal());
    CODE(OSTmrSignal());
    SAY("unlocks");
    OSSchedUnlock();
    SAY("end");
}

// Signals before OSStart() accumulate, and the timer task serves them before tasks of lower priority run.
CASE_MAIN(tmr_signals_before_the_start,
          "main OSTmrSignal NONE, main OSTmrSignal NONE, T callback 7 of the first, A runs, I stuck")
{
    tmr = create(2, 0, OS_TMR_OPT_ONE_SHOT, 7);
    start(tmr);
    TASK(A, 10, SAY("runs"));
    CODE(OSTmrSignal());
    CODE(OSTmrSignal());
    OSStart();
}

// OSTmrSignal() posts to a semaphore, so it returns OS_ERR_SEM_OVF at the maximum count.
CASE(tmr_signal_overflow,
     "M OSTmrSignal SEM_OVF")
{
    INT8U error;

    OSTaskSuspend(OS_TASK_TMR_PRIO);
    (void)OSTmrSignal(); /* ends the wait of the suspended timer task, so no task waits for the semaphore */
    OSSemSet(OSTmrSemSignal, 65535u, &error);
    CODE(OSTmrSignal());
}

/* ---------------------------------------------------------------------------------------------------------- codes */

// A timer has the given name, or "?" if the name is null.
CASE(tmr_names,
     "M OSTmrNameGet 5 NONE, M name alarm, M OSTmrNameGet 1 NONE, M name ?")
{
    INT8U error;
    INT8U *name = (INT8U *)"";

    tmr = OSTmrCreate(2, 2, OS_TMR_OPT_PERIODIC, says, 0, (INT8U *)"alarm", &error);
    other = OSTmrCreate(2, 2, OS_TMR_OPT_PERIODIC, says, 0, (INT8U *)0, &error);
    VALUE_ERR(OSTmrNameGet(tmr, &name, &err));
    SAY("name %s", (char *)name);
    VALUE_ERR(OSTmrNameGet(other, &name, &err));
    SAY("name %s", (char *)name);
}

// Timer functions reject a null pointer.
CASE(tmr_codes_null,
     "M OSTmrStart 0 TMR_INVALID, M OSTmrStop 0 TMR_INVALID, M OSTmrDel 0 TMR_INVALID, M OSTmrRemainGet 0 TMR_INVALID,"
     "M OSTmrStateGet 0 TMR_INVALID, M OSTmrNameGet 0 TMR_INVALID, M OSTmrNameGet 0 TMR_INVALID_DEST")
{
    INT8U *name = (INT8U *)"";

    VALUE_ERR(OSTmrStart((OS_TMR *)0, &err));
    VALUE_ERR(OSTmrStop((OS_TMR *)0, OS_TMR_OPT_NONE, 0, &err));
    VALUE_ERR(OSTmrDel((OS_TMR *)0, &err));
    VALUE_ERR(OSTmrRemainGet((OS_TMR *)0, &err));
    VALUE_ERR(OSTmrStateGet((OS_TMR *)0, &err));
    VALUE_ERR(OSTmrNameGet((OS_TMR *)0, &name, &err));
    VALUE_ERR(OSTmrNameGet((OS_TMR *)0, (INT8U **)0, &err));
}

// Timer functions reject a timer with an invalid type.
CASE(tmr_codes_type,
     "M OSTmrStart 0 TMR_INVALID_TYPE, M OSTmrStop 0 TMR_INVALID_TYPE, M OSTmrDel 0 TMR_INVALID_TYPE,"
     "M OSTmrRemainGet 0 TMR_INVALID_TYPE, M OSTmrStateGet 0 TMR_INVALID_TYPE, M OSTmrNameGet 0 TMR_INVALID_TYPE")
{
    INT8U *name = (INT8U *)"";

    VALUE_ERR(OSTmrStart(&not_created, &err));
    VALUE_ERR(OSTmrStop(&not_created, OS_TMR_OPT_NONE, 0, &err));
    VALUE_ERR(OSTmrDel(&not_created, &err));
    VALUE_ERR(OSTmrRemainGet(&not_created, &err));
    VALUE_ERR(OSTmrStateGet(&not_created, &err));
    VALUE_ERR(OSTmrNameGet(&not_created, &name, &err));
}

// Functions other than OSTmrStateGet() reject a deleted timer.
CASE(tmr_codes_inactive,
     "M OSTmrStart 0 TMR_INACTIVE, M OSTmrStop 0 TMR_INACTIVE, M OSTmrDel 0 TMR_INACTIVE,"
     "M OSTmrRemainGet 0 TMR_INACTIVE, M OSTmrStateGet 0 NONE, M OSTmrNameGet 0 TMR_INACTIVE")
{
    INT8U *name = (INT8U *)"";

    tmr = create(2, 0, OS_TMR_OPT_ONE_SHOT, 1);
    del(tmr);
    VALUE_ERR(OSTmrStart(tmr, &err));
    VALUE_ERR(OSTmrStop(tmr, OS_TMR_OPT_NONE, 0, &err));
    VALUE_ERR(OSTmrDel(tmr, &err));
    VALUE_ERR(OSTmrRemainGet(tmr, &err));
    VALUE_ERR(OSTmrStateGet(tmr, &err));
    VALUE_ERR(OSTmrNameGet(tmr, &name, &err));
}

// Timer functions report an invalid timer state, and leave the scheduler unlocked.
CASE(tmr_codes_state,
     "M OSTmrStart 0 TMR_INVALID_STATE, M OSTmrStop 0 TMR_INVALID_STATE, M OSTmrDel 0 TMR_INVALID_STATE,"
     "M OSTmrRemainGet 0 TMR_INVALID_STATE, M OSTmrStateGet 99 TMR_INVALID_STATE, M OSTmrNameGet 0 TMR_INVALID_STATE,"
     "M lock 0")
{
    INT8U *name = (INT8U *)"";

    tmr = create(2, 0, OS_TMR_OPT_ONE_SHOT, 1);
    tmr->OSTmrState = 99u;
    VALUE_ERR(OSTmrStart(tmr, &err));
    VALUE_ERR(OSTmrStop(tmr, OS_TMR_OPT_NONE, 0, &err));
    VALUE_ERR(OSTmrDel(tmr, &err));
    VALUE_ERR(OSTmrRemainGet(tmr, &err));
    VALUE_ERR(OSTmrStateGet(tmr, &err));
    VALUE_ERR(OSTmrNameGet(tmr, &name, &err));
    SAY("lock %u", OSLockNesting);
}

// Timers can be used while the scheduler is locked.
CASE(tmr_while_locked,
     "M OSTmrCreate set NONE, M OSTmrStart 1 NONE, M OSTmrStop 1 NONE, M OSTmrDel 1 NONE, M lock 1")
{
    OSSchedLock();
    POINTER_ERR(tmr = OSTmrCreate(5, 0, OS_TMR_OPT_ONE_SHOT, says, 0, 0, &err));
    VALUE_ERR(OSTmrStart(tmr, &err));
    VALUE_ERR(OSTmrStop(tmr, OS_TMR_OPT_NONE, 0, &err));
    VALUE_ERR(OSTmrDel(tmr, &err));
    SAY("lock %u", OSLockNesting);
    OSSchedUnlock();
}
