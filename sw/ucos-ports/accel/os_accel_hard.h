/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The hardware implementation of the seam: ready list, delays and events by custom instructions, in the kernel's terms.
 * No other part of a kernel knows the instructions. os_accel.h selects the parts and includes this file.
 */
#ifndef OS_ACCEL_HARD_H
#define OS_ACCEL_HARD_H

#if OS_CRITICAL_METHOD != 3u
#error "os_accel.h: the custom instructions need OS_CRITICAL_METHOD 3"
#endif
#include <ci_intrinsics.h>

/* Return whether each access to a peripheral executes one command. An instruction always does. */
#ifdef METRONOME_WISHBONE
#define OS_ACCEL_BUS_WORKS(info) (ci_wishbone_works(METRONOME_WISHBONE, info) != 0)
#else
#define OS_ACCEL_BUS_WORKS(info) 1
#endif

/* Check the core at the start of OSInit(): a core without the units that this kernel was built for ends the run. */
OS_ACCEL_INLINE void OS_AccelInit(void)
{
    const INT32U units = (OS_ACCEL_RDY_EN * CI_INFO_UNITS_READY) | (OS_ACCEL_DLY_EN * CI_INFO_UNITS_TIME) |
                         (OS_ACCEL_EVENT_EN * CI_INFO_UNITS_EVENT) |
                         (OS_ACCEL_TICKLESS_EN * CI_INFO_UNITS_TIME_BASE);
    const INT32U info = OS_CPU_AccelInfo();

    if ((CI_INFO_VERSION(info) != CI_VERSION) || ((CI_INFO_UNITS(info) & units) != units) ||
        (CI_INFO_TASKS(info) <= OS_LOWEST_PRIO) ||
        ((OS_ACCEL_DLY_EN > 0u) && (CI_INFO_WIDTH(info) < OS_ACCEL_WIDTH)) || !OS_ACCEL_BUS_WORKS(info)) {
        OS_CPU_AccelRefused(info, CI_VERSION, units, OS_LOWEST_PRIO + 1u, OS_ACCEL_DLY_EN > 0u ? OS_ACCEL_WIDTH : 0u);
    }
}

/* ------------------------------------------------------------------------------------------------- ready list */

#if OS_ACCEL_RDY_EN > 0u

OS_ACCEL_INLINE void OS_AccelRdyInit(void)
{
    ci_ready_clear_all();
}

#define OS_AccelRdySet(ptcb) ci_ready_set((ptcb)->OSTCBPrio)

OS_ACCEL_INLINE void OS_AccelRdyClr(OS_TCB const *ptcb)
{
    ci_ready_clear(ptcb->OSTCBPrio);
}

OS_ACCEL_INLINE BOOLEAN OS_AccelRdyTst(OS_TCB const *ptcb)
{
    return (BOOLEAN)ci_ready_test(ptcb->OSTCBPrio);
}

/*
 * Return the highest ready task as a whole word. There must be one. The time base then takes it as the running task, so
 * the caller must switch to it.
 */
#if OS_ACCEL_TICKLESS_EN > 0u
#define OS_AccelRdyFirst() ci_ready_run()
#else
#define OS_AccelRdyFirst() ci_ready_highest()
#endif

OS_ACCEL_INLINE INT8U OS_AccelRdyHighest(void)
{
    return (INT8U)OS_AccelRdyFirst();
}

#endif

/* Longest delay that the time unit counts. OSTCBDly has the rest of a longer delay and is usually 0. */
#define OS_ACCEL_DLY_MAX (0xFFFFFFFFu >> (32u - OS_ACCEL_WIDTH))

#if OS_ACCEL_TICKLESS_EN > 0u
/* -------------------------------------------------------------------------------------------------- time base */

/* Tell the time base the running priority without a switch. With 0, no task is more urgent, so no tick interrupts. */
#define OS_AccelRunning(prio) ci_time_write(CI_TIME_BASE_RUNNING, (prio))

/* Set the clock cycles per tick; 0 stops the ticks. A tick that has begun keeps its length. */
#define OS_AccelTickPeriod(cycles) ci_time_write(CI_TIME_BASE_PERIOD, (cycles))

/* Let ticks take effect without software, or wait for OS_AccelDlyTick(). The debugger's halt stops the ticks. */
#define OS_AccelTickByItself(itself) \
    ci_time_write(CI_TIME_BASE_CONTROL, CI_TIME_CONTROL_HALTS | ((itself) ? CI_TIME_CONTROL_BY_ITSELF : 0u))

/* Reasons of the interrupt: OS_ACCEL_TICK_… */
#define OS_AccelTickStatus()    ci_time_read(CI_TIME_BASE_STATUS)
#define OS_ACCEL_TICK_SOFTWARE  CI_TIME_STATUS_SOFTWARE /* call OS_AccelExpired() */
#define OS_ACCEL_TICK_WAITING   CI_TIME_STATUS_WAITING  /* call OS_AccelDlyTick() */

/* Expired alarms, one bit each. */
#define OS_AccelTickAlarms(stat) CI_TIME_STATUS_ALARMS(stat)
#define OS_AccelAlarmsClr(stat) \
    ci_time_write(CI_TIME_BASE_STATUS, (stat) & (CI_TIME_STATUS_ALARMS(0xFFFFFFFFu) << CI_TIME_STATUS_ALARMS_LOW))

/* Let the alarm expire after `ticks`, or earlier if a counter cannot hold that many. 0 switches the alarm off. */
#define OS_AccelAlarmSet(number, ticks) \
    ci_time_write(CI_TIME_BASE_ALARM + (number), ((ticks) < OS_ACCEL_DLY_MAX) ? (ticks) : OS_ACCEL_DLY_MAX)

/* Shortest period of a tick in clock cycles. The unit needs this time to prepare the next tick. */
#define OS_AccelTickPeriodMin() (CI_INFO_TASKS(OS_CPU_AccelInfo()) + 16u)
#endif

/* ----------------------------------------------------------------------------------- waits that the unit ended */

#if OS_ACCEL_EVENT_LISTS
/* Update the TCB if the unit has ended the task's wait for an event. Return OS_TRUE if it has. */
OS_ACCEL_INLINE BOOLEAN OS_AccelEventSettle(OS_TCB *ptcb)
{
    const INT32U ended = ci_event_take(ptcb->OSTCBPrio);

    if (ended == 0u) {
        return OS_FALSE;
    }
#if OS_EVENT_EN
#if ((OS_Q_EN > 0u) && (OS_MAX_QS > 0u)) || (OS_MBOX_EN > 0u)
    ptcb->OSTCBMsg = (void *)ci_event_message(ptcb->OSTCBPrio);
#endif
    ptcb->OSTCBEventPtr = (OS_EVENT *)0;
#endif
    ptcb->OSTCBStat = OS_STAT_RDY; /* suspended tasks, and tasks that wait for several events, are marked */
    ptcb->OSTCBStatPend = (ended == CI_EVENT_POSTED) ? OS_STAT_PEND_OK : OS_STAT_PEND_ABORT;
    return OS_TRUE;
}

/* Clear the unit's state of the task that had this priority before the new task. */
OS_ACCEL_INLINE void OS_AccelEventNew(OS_TCB const *ptcb)
{
    ci_event_mark(ptcb->OSTCBPrio, 0u);
    (void)ci_event_take(ptcb->OSTCBPrio);
}
#endif

/* ----------------------------------------------------------------------------------------------------- delays */

#if OS_ACCEL_DLY_EN > 0u

/* Let the units leave the expiry of this task's delay, and posts to the task, to the kernel. */
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

/* The task waits for several events, so only the kernel can process a post to one of them. */
OS_ACCEL_INLINE void OS_AccelMark(OS_TCB const *ptcb)
{
#if OS_ACCEL_EVENT
    ci_event_mark(ptcb->OSTCBPrio, 1u);
#else
    (void)ptcb;
#endif
}

/*
 * Undo OS_AccelHold(). A task stays held if it is suspended or has more of a long delay to come, and marked if it waits
 * for several events.
 */
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
#if OS_ACCEL_TICKLESS_EN > 0u
    OS_AccelTickByItself(0u);
    for (prio = 0u; prio < CI_TIME_STATUS_ALARMS_BITS; prio++) {
        OS_AccelAlarmSet(prio, 0u);
    }
#endif
}

#if OS_ACCEL_TICKLESS_EN > 0u
/*
 * Let the unit count a delay, or its next part, that ends `ticks` after the time `from`. Return OS_FALSE if the delay
 * is over. Defined in os_tick.c.
 */
BOOLEAN OS_AccelDlyPart(OS_TCB *ptcb, INT32U from, INT32U ticks);
#endif

/* Start a delay. The task must not have one. */
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

/* Return the rest of the delay that the unit does not count yet. */
OS_ACCEL_INLINE INT32U OS_AccelDlyRest(OS_TCB const *ptcb)
{
    return ptcb->OSTCBDly;
}

OS_ACCEL_INLINE INT32U OS_AccelDlyGet(OS_TCB const *ptcb)
{
#if OS_ACCEL_TICKLESS_EN > 0u
    if (ptcb->OSTCBDly != 0u) { /* a part may be over without a new one */
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
#if OS_ACCEL_TICKLESS_EN > 0u
    if (ci_ready_test(prio_old) != 0u) { /* the delay ended after the task was found not ready */
        ci_ready_clear(prio_old);
        ci_ready_set(prio_new);
    }
#endif
#if OS_ACCEL_EVENT
    ci_event_copy(prio_old, prio_new);
    ci_event_mark(prio_old, OS_ACCEL_EVENT_LISTS); /* a patched tree's own code handles a list that still has the old
                                                      priority */
#endif
#if !OS_ACCEL_WAKE
    ci_time_hold(prio_old);
#endif
}

/*
 * Update the TCB of a task that a unit has made ready, at the end of its delay or by a post. Only one of these can be
 * unresolved, because a post clears the delay and its expiry.
 */
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
    /* The tick handles the end of a part of a long delay. This code may run between the two halves of the tick. */
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

#ifdef OS_ACCEL_EXPIRED
/* Out of line, because with both units few ticks need this. The port's fast path of a tick also calls it. */
void OS_AccelExpired(void);

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
/* The unit counts from the time of the instruction. This is correct if no tick came since the time was read. */
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

/* Count down all delays. If the result is not 0, a task needs OS_AccelExpired(). */
#define OS_AccelDlyCount() ci_time_tick()

OS_ACCEL_INLINE void OS_AccelDlyTick(void)
{
    if (OS_AccelDlyCount() != 0u) {
        OS_AccelExpired();
    }
}

#if (OS_ACCEL_TICKLESS_EN > 0u) || OS_ACCEL_TIME_SHARED
/* Advance the time but not the delays. Interrupts must be disabled. */
OS_ACCEL_INLINE void OS_AccelTimeTick(void)
{
    ci_time_activate(0u);
    (void)ci_time_tick();
    ci_time_activate(1u);
}
#endif
#endif

#endif

/* --------------------------------------------------------------------------------------------------- event unit */

#if OS_ACCEL_EVENT
/* Kinds of events in the unit. A pend or a post adds one of them to OSEventUnit. */
#define OS_ACCEL_SEM   CI_EVENT_SEMAPHORE
#define OS_ACCEL_MBOX  CI_EVENT_MAILBOX
#define OS_ACCEL_Q     CI_EVENT_QUEUE
#define OS_ACCEL_LIST  CI_EVENT_LIST     /* only its wait list */
#define OS_ACCEL_FRONT CI_EVENT_TO_FRONT /* with a post: to the front */

/*
 * Outcomes of a post. Without a waiting task, the post was stored, or there was no room. Otherwise, the highest waiting
 * task was woken, or it is marked and left to the kernel.
 */
#define OS_ACCEL_STORED             CI_EVENT_STORED
#define OS_ACCEL_FULL               CI_EVENT_FULL
#define OS_ACCEL_WOKEN              CI_EVENT_WOKEN
#define OS_ACCEL_MARKED             CI_EVENT_MARKED
#define OS_AccelIsWoken(outcome)    (CI_EVENT_OUTCOME(outcome) == CI_EVENT_WOKEN)
#define OS_AccelIsNotWoken(outcome) ((outcome) % 4u ^ CI_EVENT_WOKEN) /* 0: a task was woken */
#define OS_AccelIsMarked(outcome)   (CI_EVENT_OUTCOME(outcome) == CI_EVENT_MARKED)
#define OS_AccelOutcomePrio(outcome)        CI_EVENT_SUBJECT(outcome)

/* Whether the post was stored, or woke a task below this priority. */
#define OS_AccelPostIsDone(outcome, prio) CI_EVENT_BELOW((outcome), (prio))

/* Wait list of the unit's event `id`. */
OS_ACCEL_INLINE BOOLEAN OS_AccelUnitAny(INT32U id)
{
    return (BOOLEAN)(ci_event_word(id + CI_EVENT_ROWS) != 0u);
}

/* Return the highest-priority waiting task. There must be one. */
OS_ACCEL_INLINE INT8U OS_AccelUnitHighest(INT32U id)
{
    INT32U prio = 0u;
    INT32U i;
    INT32U word;

    for (i = 0u; (word = ci_event_word(id + CI_EVENT_INDEX(i))) == 0u; i++) {
        prio += 32u;
    }
    while ((word & 0xFFu) == 0u) {
        word >>= 8u;
        prio += 8u;
    }
    return (INT8U)(prio + ci_ready_lowest(word));
}

/* Insert a task into the wait list of the unit's event `id`, or remove it. */
OS_ACCEL_INLINE void OS_AccelUnitInsert(INT32U id, INT8U prio)
{
    ci_event_add(id + CI_EVENT_TASK(prio));
}

OS_ACCEL_INLINE void OS_AccelUnitRemove(INT32U id, INT8U prio)
{
    ci_event_remove(id + CI_EVENT_TASK(prio));
}

OS_ACCEL_INLINE BOOLEAN OS_AccelUnitHas(INT32U id, INT8U prio)
{
    return (BOOLEAN)((ci_event_word(id + CI_EVENT_INDEX(prio / 32u)) >> (prio % 32u)) & 1u);
}

/* Copy the wait list in the layout of OSEventGrp and OSEventTbl[]. */
OS_ACCEL_INLINE void OS_AccelUnitCopy(INT32U id, OS_PRIO *pgrp, OS_PRIO *ptbl)
{
    INT32U rows = ci_event_word(id + CI_EVENT_ROWS);
    INT32U word = 0u;
    INT8U y;

#if OS_LOWEST_PRIO <= 63u
    *pgrp = (OS_PRIO)rows;
#else
    rows |= rows >> 1u; /* a row of OSEventTbl[] has two of the unit's rows */
    for (*pgrp = 0u, y = 0u; y < OS_EVENT_TBL_SIZE; y++) {
        *pgrp |= (OS_PRIO)(((rows >> (2u * y)) & 1u) << y);
    }
#endif
#pragma GCC unroll 8
    for (y = 0u; y < OS_EVENT_TBL_SIZE; y++) {
        if ((y % (4u / sizeof(OS_PRIO))) == 0u) {
            word = ci_event_word(id + CI_EVENT_INDEX(y / (4u / sizeof(OS_PRIO))));
        }
        ptbl[y] = (OS_PRIO)word;
        word >>= 8u * sizeof(OS_PRIO);
    }
}
#endif

#if OS_ACCEL_EVENT_ALL
/* Features of the unit: number of events of a kind, words for messages of queues, event flags. */
#define OS_ACCEL_LACKS_NONE 0u
#define OS_ACCEL_LACKS_SEM  CI_EVENT_INFO_NO_SEMAPHORES
#define OS_ACCEL_LACKS_MBOX CI_EVENT_INFO_NO_MAILBOXES

OS_ACCEL_INLINE INT32U OS_AccelUnitEvents(INT32U lacks)
{
    const INT32U info = ci_event_info();

    return ((info & lacks) == 0u) ? CI_EVENT_INFO_EVENTS(info) : 0u;
}

OS_ACCEL_INLINE INT32U OS_AccelUnitWords(void)
{
    return CI_EVENT_INFO_WORDS(ci_event_info());
}

OS_ACCEL_INLINE BOOLEAN OS_AccelUnitFlags(void)
{
    return (BOOLEAN)((ci_event_info() & CI_EVENT_INFO_FLAGS) != 0u);
}

/* Initialise the unit's event `id` with a value and an empty wait list. */
OS_ACCEL_INLINE void OS_AccelUnitInit(INT32U id, INT32U value)
{
    ci_event_init(id, value);
}

/* Make the unit's event `id` an empty queue for `size` messages, from word `base` on. Return its value. */
OS_ACCEL_INLINE INT16U OS_AccelRingSet(INT32U id, INT32U base, INT32U size)
{
    (void)ci_event_put(id, CI_EVENT_RING(base, size));
    return (INT16U)CI_EVENT_RING(base, size);
}

/* Return the words of the queue `id`: the first word, and the first word after the queue. */
OS_ACCEL_INLINE void OS_AccelRingGet(INT32U id, INT32U *pfrom, INT32U *pto)
{
    const INT32U ring = ci_event_get(id);

    *pfrom = CI_EVENT_RING_BASE(ring);
    *pto = *pfrom + CI_EVENT_RING_SIZE(ring);
}

/* Number of messages in a queue of this value. */
#define OS_AccelRingMsgs(value) ((value) >> 24u)
#endif

#if OS_ACCEL_EVENT_ALL && (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
/* ----------------------------------------------------------------------- event flags: the tasks that wait for them */

#define OS_AccelFlagIsInUnit(pgrp) ((pgrp)->OSFlagUnit >= 0)
#define OS_ACCEL_FLAG_ID(pgrp) ((INT32U)(pgrp)->OSFlagUnit)

/* Let the running task wait for these flags with a timeout: it is no longer ready. */
OS_ACCEL_INLINE void OS_AccelFlagWait(OS_FLAG_GRP const *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout)
{
    const INT32U consume = ((wait_type & OS_FLAG_CONSUME) != 0u) ? CI_EVENT_CONSUME : 0u;
    const INT32U kind = (wait_type & 3uL) * CI_EVENT_ANY + consume; /* both bits have the unit's encoding */

    ci_event_want(OSPrioCur, flags);
    (void)ci_event_pend(OS_ACCEL_FLAG_ID(pgrp) + kind + CI_EVENT_TASK(OSPrioCur),
                        (timeout <= OS_ACCEL_DLY_MAX) ? timeout : 0u);
    if (timeout > OS_ACCEL_DLY_MAX) {
        OS_AccelDlySet(OSTCBCur, timeout);
    }
}

OS_ACCEL_INLINE void OS_AccelFlagInsert(OS_FLAG_GRP const *pgrp, OS_TCB const *ptcb)
{
    ci_event_add(OS_ACCEL_FLAG_ID(pgrp) + CI_EVENT_TASK(ptcb->OSTCBPrio));
}

OS_ACCEL_INLINE void OS_AccelFlagRemove(OS_FLAG_GRP const *pgrp, OS_TCB const *ptcb)
{
    ci_event_remove(OS_ACCEL_FLAG_ID(pgrp) + CI_EVENT_TASK(ptcb->OSTCBPrio));
}

/*
 * Wake the next task whose flags satisfy its wait. Return an outcome as for a post, or 0. Without
 * OS_ACCEL_FLAG_CONSUMERS, only tasks that do not consume flags are considered; with it, only those that do. The search
 * starts at a priority, or after the previous outcome.
 */
#define OS_ACCEL_FLAG_CONSUMERS     CI_EVENT_CONSUMERS
#define OS_AccelFlagFrom(prio)      CI_EVENT_FROM(prio)
#define OS_AccelFlagHasNext(outcome) CI_EVENT_GOES_ON(outcome) /* a task was woken, so there may be more */
#define OS_AccelFlagNext(pgrp, consumers, from) ci_event_flag_next(OS_ACCEL_FLAG_ID(pgrp) + (consumers), (from))

/* The group's flags. Waits that consume flags change them in the unit. */
#define OS_AccelFlagGet(pgrp)        ((OS_FLAGS)ci_event_get(OS_ACCEL_FLAG_ID(pgrp)))
#define OS_AccelFlagPut(pgrp, flags) ((void)ci_event_put(OS_ACCEL_FLAG_ID(pgrp), (flags)))
#endif

#if OS_ACCEL_EVENT && OS_EVENT_EN
/* ------------------------------------------------------------------------------------------------------- events */

/* Whether the event is in the unit. If not, its wait list and its contents are in software. */
#define OS_AccelEventIsInUnit(pevent) ((pevent)->OSEventUnit >= 0)

#define OS_ACCEL_EVENT_ID(pevent) ((INT32U)(pevent)->OSEventUnit)
#define OS_ACCEL_EVENT_AS(pevent, kind) (OS_ACCEL_EVENT_ID(pevent) + (kind))

#if OS_ACCEL_EVENT_ALL
/*
 * OSEventAs has one entry for each type of event: mailbox, queue, semaphore and mutex have the numbers 1 to 4, so no
 * two types share an entry. An event flag group, type 5, is not an OS_EVENT.
 */
#define OS_ACCEL_EVENT_AS_BIT(type) (1u << ((type) % 4u))
#if (OS_ACCEL_EVENT_AS_BIT(OS_EVENT_TYPE_MBOX) | OS_ACCEL_EVENT_AS_BIT(OS_EVENT_TYPE_Q) | \
     OS_ACCEL_EVENT_AS_BIT(OS_EVENT_TYPE_SEM) | OS_ACCEL_EVENT_AS_BIT(OS_EVENT_TYPE_MUTEX)) != 0xFu
#error "os_accel_hard.h: two types of events share an entry of OSEventAs"
#endif

/*
 * Return the entry of OSEventAs if the unit holds the whole event and it has this type; else 0. Except for a mutex, the
 * entry is the event's number and kind in the unit. Every post and pend begins with this, so it is stored for each
 * type.
 */
OS_ACCEL_INLINE INT32S OS_AccelEventOf(OS_EVENT const *pevent, INT8U type)
{
#if OS_ARG_CHK_EN > 0u
    if (pevent == (OS_EVENT const *)0) {
        return 0;
    }
#endif
    return pevent->OSEventAs[type % 4u];
}

/* The same as a condition. */
#define OS_AccelEventIsWhole(pevent, type) OS_ACCEL_LIKELY(OS_AccelEventOf((pevent), (type)) > 0)

/*
 * If the event is in the unit, record that the unit holds the whole event: `as` is its entry in OSEventAs, not 0.
 * OS_AccelEventWholeClr() undoes this.
 */
OS_ACCEL_INLINE void OS_AccelEventWholeSet(OS_EVENT *pevent, INT8U type, INT32U as)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        pevent->OSEventAs[type % 4u] = (INT16S)as;
    }
}

OS_ACCEL_INLINE void OS_AccelEventWholeClr(OS_EVENT *pevent)
{
    INT8U i;

    for (i = 0u; i < 4u; i++) {
        pevent->OSEventAs[i] = 0;
    }
}
#endif

/*
 * Let the running task take the count or message of an event and return OS_TRUE. If there is none, the task waits with
 * a timeout and is no longer ready, but its TCB does not show this yet. `kind` is OS_ACCEL_SEM and so on.
 */
OS_ACCEL_INLINE BOOLEAN OS_AccelEventPend(OS_EVENT const *pevent, INT32U kind, INT32U timeout)
{
    const INT32U which = OS_ACCEL_EVENT_AS(pevent, kind) + CI_EVENT_TASK(OSPrioCur);

    if (timeout <= OS_ACCEL_DLY_MAX) {
        return (BOOLEAN)ci_event_pend(which, timeout);
    }
    if (ci_event_pend(which, 0u) != 0u) {
        return OS_TRUE;
    }
    OS_AccelDlySet(OSTCBCur, timeout);
    return OS_FALSE;
}

/*
 * One instruction each, so they need no critical section. OS_AccelEventTry() takes and returns the count or message, or
 * 0 if there is none.
 */
#define OS_AccelEventTry(pevent, kind) ci_event_try(OS_ACCEL_EVENT_AS(pevent, kind))

#define OS_AccelEventPost(pevent, kind, pmsg) \
    ci_event_post(OS_ACCEL_EVENT_AS(pevent, kind), (INT32U)(size_t)(pmsg))

#define OS_AccelEventAbort(pevent) ci_event_abort(OS_ACCEL_EVENT_ID(pevent))

/* The same with the event's entry in OSEventAs. */
#define OS_AccelTryAs(as)        ci_event_try((INT32U)(as))
#define OS_AccelPostAs(as, pmsg) ci_event_post((INT32U)(as), (INT32U)(size_t)(pmsg))
#define OS_AccelPendAs(as, by, timeout) ci_event_pend((INT32U)(as) + (by), (timeout))
#define OS_AccelPendBy(prio)     CI_EVENT_TASK(prio) /* the pending task */

/*
 * Return how the unit ended the running task's wait, once: OS_ACCEL_POSTED, or another value for an abort. 0: it did
 * not.
 */
#define OS_ACCEL_POSTED CI_EVENT_POSTED
#define OS_AccelWaitEndTake() ci_event_take(OSPrioCur)

/* Message that the running task has taken. */
#define OS_AccelEventMsg() ((void *)(size_t)ci_event_message(OSPrioCur))

/* Return what OS_AccelEventTry() would take, without taking it. For a queue, this is the oldest message. */
#define OS_AccelEventPeek(pevent, kind) ci_event_try(OS_ACCEL_EVENT_AS(pevent, kind) + CI_EVENT_PEEK)

/*
 * Take the oldest message of a queue, which must not be empty. The message passes through the idle task, which never
 * waits. In an interrupt, the running task may already be in the middle of a pend.
 */
OS_ACCEL_INLINE void *OS_AccelEventOldest(OS_EVENT const *pevent)
{
    (void)ci_event_pend(OS_ACCEL_EVENT_AS(pevent, OS_ACCEL_Q) + CI_EVENT_TASK(OS_TASK_IDLE_PRIO), 0u);
    return (void *)(size_t)ci_event_message(OS_TASK_IDLE_PRIO);
}

/* Value of a queue in the unit; 0: the messages are in software. */
#define OS_AccelEventRing(pevent) ((pevent)->OSEventRing)

#define OS_AccelEventGet(pevent)        ci_event_get(OS_ACCEL_EVENT_ID(pevent))
#define OS_AccelEventPut(pevent, value) ((void)ci_event_put(OS_ACCEL_EVENT_ID(pevent), (value)))

/* The same, unless a task waits. OS_TRUE: done. One instruction. */
#define OS_AccelEventPutIfNoWaiter(pevent, value) \
    (ci_event_put(OS_ACCEL_EVENT_ID(pevent) + CI_EVENT_ALONE, (value)) == 0u)

/* Record whether a task may wait, so that the kernel need not ask the unit. */
#define OS_AccelEventWaitersSet(pevent)  ((pevent)->OSEventGrp = 1u)
#define OS_AccelEventWaitersClr(pevent) ((pevent)->OSEventGrp = 0u)
#define OS_AccelEventMayHaveWaiters(pevent)    ((pevent)->OSEventGrp) /* not 0: a task may wait */

#if OS_ACCEL_EVENT_LISTS
/*
 * An event has the unit's wait list with its number in OSEventTbl[]. Events beyond the unit's number are in software.
 */
OS_ACCEL_INLINE void OS_AccelEventChoose(OS_EVENT *pevent)
{
    const size_t number = ((size_t)pevent - (size_t)&OSEventTbl[0]) / sizeof(OS_EVENT);

    pevent->OSEventUnit = -1;
    if ((number < OS_MAX_EVENTS) && (number < CI_EVENT_INFO_EVENTS(ci_event_info()))) {
        pevent->OSEventUnit = (INT8S)number;
        ci_event_init(number, 0u);
    }
}

/*
 * End the wait of the highest waiting task by the unit. There must be one. If the unit can end it, return OS_TRUE and
 * the task's priority. OS_AccelSettle() or OS_AccelEventSettle() updates the TCB; call it before using OSTCBEventPtr.
 */
OS_ACCEL_INLINE BOOLEAN OS_AccelEventWake(OS_EVENT const *pevent, void *pmsg, INT8U pend_stat, INT8U *pprio)
{
    INT32U outcome;

    if (!OS_AccelEventIsInUnit(pevent)) {
        return OS_FALSE;
    }
    if (pend_stat == OS_STAT_PEND_OK) {
        outcome = OS_AccelEventPost(pevent, OS_ACCEL_LIST, pmsg);
    } else {
        outcome = OS_AccelEventAbort(pevent);
    }
    *pprio = (INT8U)OS_AccelOutcomePrio(outcome);
    return (BOOLEAN)OS_AccelIsWoken(outcome);
}
#endif
#endif

#endif
