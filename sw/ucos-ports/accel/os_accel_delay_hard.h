/* SPDX-License-Identifier: Apache-2.0 */
/* The delays and the time base in the time unit (os_accel.h). */

/* --------------------------------------------------------------------------------------------------- time base */

#if OS_ACCEL_TICKLESS_EN == 0u
#define OS_AccelTime() 0u /* with a time base: os_accel_time.h */
#endif

#define OS_AccelTickPeriod(cycles) ci_time_write(CI_TIME_BASE_PERIOD, (cycles))
#define OS_AccelTickPeriodMin()    (CI_INFO_TASKS(OS_CPU_AccelInfo()) + 16u)

#define OS_AccelTickAutomaticSet(is_automatic) \
    ci_time_write(CI_TIME_BASE_CONTROL, CI_TIME_CONTROL_HALTS | ((is_automatic) ? CI_TIME_CONTROL_AUTOMATIC : 0u))

#define OS_AccelTickStatus()     ci_time_read(CI_TIME_BASE_STATUS)
#define OS_ACCEL_TICK_SOFTWARE   CI_TIME_STATUS_SOFTWARE
#define OS_ACCEL_TICK_WAITING    CI_TIME_STATUS_WAITING
#if OS_ACCEL_LINES > 0u
#define OS_ACCEL_TICK_LINES      CI_TIME_STATUS_LINES
#else
#define OS_ACCEL_TICK_LINES      0u
#endif
#define OS_AccelTickAlarms(stat) CI_TIME_STATUS_ALARMS(stat)

#define OS_AccelAlarmsClr(stat) \
    ci_time_write(CI_TIME_BASE_STATUS, (stat) & (CI_TIME_STATUS_ALARMS(0xFFFFFFFFu) << CI_TIME_STATUS_ALARMS_LOW))
#define OS_AccelAlarmSet(number, ticks) \
    ci_time_write(CI_TIME_BASE_ALARM + (number), ((ticks) < OS_ACCEL_DLY_MAX) ? (ticks) : OS_ACCEL_DLY_MAX)

/* ------------------------------------------------------------------------------------------------------ delays */

OS_ACCEL_INLINE void OS_AccelMark(OS_TCB const *ptcb)
{
#if OS_ACCEL_EVENT
    ci_event_mark(ptcb->OSTCBPrio, 1u);
#else
    (void)ptcb;
#endif
}

OS_ACCEL_INLINE void OS_AccelHold(OS_TCB const *ptcb)
{
#if OS_ACCEL_WAKE
    ci_time_hold(ptcb->OSTCBPrio);
#else
    (void)ptcb; /* always held: see OS_AccelDlyInit() */
#endif
#if OS_ACCEL_EVENT
    ci_event_mark(ptcb->OSTCBPrio, 1u);
#endif
}

OS_ACCEL_INLINE void OS_AccelRelease(OS_TCB const *ptcb)
{
#if OS_ACCEL_WAKE
    if ((ptcb->OSTCBDly == 0u) && ((ptcb->OSTCBStat & OS_STAT_SUSPEND) == OS_STAT_RDY)) {
        ci_time_release(ptcb->OSTCBPrio);
#if OS_ACCEL_EVENT
        if ((ptcb->OSTCBStat & OS_STAT_MULTI) == OS_STAT_RDY) {
            ci_event_mark(ptcb->OSTCBPrio, 0u);
        }
#endif
    }
#else
    (void)ptcb;
#endif
}

OS_ACCEL_INLINE void OS_AccelDlyInit(void)
{
    INT16U prio;

    for (prio = 0u; prio <= OS_LOWEST_PRIO; prio++) {
        ci_time_clear(prio);
#if OS_ACCEL_EVENT
        ci_event_mark(prio, 0u);
        (void)ci_event_take(prio);
#endif
#if OS_ACCEL_WAKE
        ci_time_release(prio);
#else
        ci_time_hold(prio); /* the ready list is in RAM, so the unit must not make tasks ready, even if it could */
#endif
    }
    ci_time_activate(1u);
    if (OS_ACCEL_TICKLESS_EN > 0u) {
        OS_AccelTickAutomaticSet(0u);
        for (prio = 0u; prio < CI_TIME_STATUS_ALARMS_BITS; prio++) {
            OS_AccelAlarmSet(prio, 0u);
        }
    }
}

/*
 * Let the unit count the next part of a delay that ends `ticks` after the time `from`. Return OS_FALSE if the delay is
 * over. Exists only with a time base. os_tick.c compiles the definition below, because it defines OS_ACCEL_EXPIRED.
 */
BOOLEAN OS_AccelDlyPart(OS_TCB *ptcb, INT32U from, INT32U ticks);

OS_ACCEL_INLINE void OS_AccelDlySet(OS_TCB *ptcb, INT32U ticks)
{
    if (ticks > OS_ACCEL_DLY_MAX) {
        ptcb->OSTCBDly = ticks - OS_ACCEL_DLY_MAX;
        ticks = OS_ACCEL_DLY_MAX;
        OS_AccelHold(ptcb);
#if OS_ACCEL_TICKLESS_EN > 0u
        (void)OS_AccelDlyPart(ptcb, OS_AccelTime(), ptcb->OSTCBDly + OS_ACCEL_DLY_MAX);
        return;
#endif
    }
    ci_time_set(ptcb->OSTCBPrio, ticks);
}

OS_ACCEL_INLINE void OS_AccelDlyClr(OS_TCB *ptcb)
{
    ci_time_clear(ptcb->OSTCBPrio);
    if (ptcb->OSTCBDly != 0u) {
        ptcb->OSTCBDly = 0u;
        OS_AccelRelease(ptcb);
    }
}

OS_ACCEL_INLINE INT32U OS_AccelDlyRest(OS_TCB const *ptcb)
{
    return ptcb->OSTCBDly;
}

OS_ACCEL_INLINE INT32U OS_AccelDlyGet(OS_TCB const *ptcb)
{
#if OS_ACCEL_TICKLESS_EN > 0u
    if (ptcb->OSTCBDly != 0u) { /* a part may have ended, while the next part has not started yet */
        const INT32S left = (INT32S)(ptcb->OSTCBDlyDue - OS_AccelTime());

        return ((left > 0) || ((INT32U)-left < ptcb->OSTCBDly)) ? (ptcb->OSTCBDly + (INT32U)left) : 0u;
    }
#endif
    return ci_time_get(ptcb->OSTCBPrio) + OS_AccelDlyRest(ptcb);
}

OS_ACCEL_INLINE void OS_AccelDlyCopy(OS_TCB const *ptcb, OS_TCB *pcopy)
{
    pcopy->OSTCBDly = OS_AccelDlyGet(ptcb);
}

OS_ACCEL_INLINE void OS_AccelDlyMove(OS_TCB *ptcb, INT8U prio_old, INT8U prio_new)
{
    (void)ptcb;
    ci_time_move(prio_old, prio_new);
    if (OS_ACCEL_TICK_ANYWHERE && (ci_ready_test(prio_old) != 0u)) { /* the delay has ended since the ready test */
        ci_ready_clear(prio_old);
        ci_ready_set(prio_new);
    }
#if OS_ACCEL_EVENT
    ci_event_copy(prio_old, prio_new);
    /* In a patched tree, a wait list may still have the old priority. The mark leaves posts to the tree's own code. */
    ci_event_mark(prio_old, OS_ACCEL_EVENT_LISTS);
#endif
#if !OS_ACCEL_WAKE
    ci_time_hold(prio_old);
#endif
}

#if OS_ACCEL_EVENT_LISTS
OS_ACCEL_INLINE BOOLEAN OS_AccelEventSettle(OS_TCB *ptcb); /* in os_accel_event_hard.h */
#endif

/* Settle the end of a delay or a post. Only one of them can be pending, because a post clears the delay and its end. */
OS_ACCEL_INLINE void OS_AccelSettle(OS_TCB *ptcb)
{
#if OS_ACCEL_EVENT_ALL
    const INT32U ended = ci_event_take(ptcb->OSTCBPrio);

    if (ended != 0u) {
        const INT32U message = ci_event_message(ptcb->OSTCBPrio);

#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
        if (ptcb->OSTCBFlagNode != (OS_FLAG_NODE *)0) {
            ptcb->OSTCBFlagNode = (OS_FLAG_NODE *)0;
            ptcb->OSTCBFlagsRdy = (OS_FLAGS)message;
        } else
#endif
        {
#if ((OS_Q_EN > 0u) && (OS_MAX_QS > 0u)) || (OS_MBOX_EN > 0u)
            ptcb->OSTCBMsg = (void *)message;
#else
            (void)message;
#endif
        }
#if OS_EVENT_EN
        ptcb->OSTCBEventPtr = (OS_EVENT *)0;
#endif
        ptcb->OSTCBStat = OS_STAT_RDY; /* suspended tasks are marked, so the kernel ends their waits */
        ptcb->OSTCBStatPend = (ended == CI_EVENT_POSTED) ? OS_STAT_PEND_OK : OS_STAT_PEND_ABORT;
        return;
    }
#endif
#if OS_ACCEL_EVENT_LISTS
    if (OS_AccelEventSettle(ptcb)) {
        return;
    }
#endif
#if OS_ACCEL_WAKE
    /* OS_AccelExpired() handles the end of a part of a long delay, and this code may run before that function. */
    if ((ptcb->OSTCBDly == 0u) && (ci_time_take(ptcb->OSTCBPrio) != 0u)) {
        if ((ptcb->OSTCBStat & OS_STAT_PEND_ANY) != OS_STAT_RDY) {
            ptcb->OSTCBStat &= (INT8U)~OS_STAT_PEND_ANY;
            ptcb->OSTCBStatPend = OS_STAT_PEND_TO;
        } else {
            ptcb->OSTCBStatPend = OS_STAT_PEND_OK;
        }
    }
#else
    (void)ptcb;
#endif
}

/* -------------------------------------------------------------------------------------------------------- ticks */

#define OS_AccelDlyCount() ci_time_tick()

/* Out of line, because with both units few ticks need this. */
void OS_AccelExpired(void);

#ifdef OS_ACCEL_EXPIRED
__attribute__((noinline)) void OS_AccelExpired(void)
{
    INT32U prio;
    OS_TCB *ptcb;
    OS_CPU_SR cpu_sr = 0u;

    for (;;) {
        OS_ENTER_CRITICAL();
        prio = ci_time_next();
        if (prio > OS_LOWEST_PRIO) {
            OS_EXIT_CRITICAL();
            return;
        }
        ptcb = OSTCBPrioTbl[prio];
        if (ptcb->OSTCBDly == 0u) {
            OS_ACCEL_EXPIRED(ptcb);
        } else {
#if OS_ACCEL_TICKLESS_EN > 0u
            if (OS_AccelDlyPart(ptcb, ptcb->OSTCBDlyDue, ptcb->OSTCBDly) == OS_FALSE) {
                OS_AccelDlyClr(ptcb);
                OS_ACCEL_EXPIRED(ptcb);
            }
#else
            /* Start the next part of a long delay at this tick. */
            const INT32U rest = ptcb->OSTCBDly;
            const INT32U part = rest > OS_ACCEL_DLY_MAX ? OS_ACCEL_DLY_MAX : rest;

            ptcb->OSTCBDly = rest - part;
            ci_time_set(prio, part);
            OS_AccelRelease(ptcb);
#endif
        }
        OS_EXIT_CRITICAL();
    }
}

#if OS_ACCEL_TICKLESS_EN > 0u
/* The unit counts from ci_time_set() on, so repeat the steps if a tick came after the time was read. */
BOOLEAN OS_AccelDlyPart(OS_TCB *ptcb, INT32U from, INT32U ticks)
{
    INT32U now;
    INT32U left;
    INT32U part;

    do {
        now = OS_AccelTime();
        if ((now - from) >= ticks) {
            return OS_FALSE;
        }
        left = ticks - (now - from);
        part = (left > OS_ACCEL_DLY_MAX) ? OS_ACCEL_DLY_MAX : left;
        ptcb->OSTCBDly = left - part;
        ptcb->OSTCBDlyDue = now + part;
        OS_AccelRelease(ptcb);
        ci_time_set(ptcb->OSTCBPrio, part);
    } while (OS_AccelTime() != now);
    return OS_TRUE;
}
#endif
#endif

OS_ACCEL_INLINE void OS_AccelDlyTick(void)
{
    if (OS_AccelDlyCount() != 0u) {
        OS_AccelExpired();
    }
}

OS_ACCEL_INLINE void OS_AccelTimeTick(void)
{
    ci_time_activate(0u);
    (void)ci_time_tick();
    ci_time_activate(1u);
}
