/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The acceleration seam: the only place that touches the ready list (OSRdyGrp, OSRdyTbl), the delays (OSTCBDly) and
 * the event waiting lists (OSEventGrp, OSEventTbl).
 *
 * It works on the kernel's public structures alone, so that it fits every uC/OS-II V2.93 kernel. Rules for the caller,
 * which the software back end would not need, but one in hardware does:
 *   - Every function except OS_AccelDlyTick is called with interrupts off (or before the scheduler runs).
 *   - Ready list and waiting lists are keyed by priority. To change the priority of a task: OS_AccelRdyClr and
 *     OS_AccelEventRemove while the TCB still holds the old one, update it, then insert again, and OS_AccelDlyMove.
 *   - A delay belongs to the task, but hardware counts it by priority: hence the move.
 *   - Clear and remove may meet a task that is not there, and a delay of 0 means "none".
 *   - A tick does not change what an expired task waits for: it hands the task to the kernel, which decides.
 *     An expired task whose delay is cleared before that (it was deleted, or posted to) is not handed over any more.
 *   - With both units the tick makes a task ready by itself and hands over only what the hardware cannot decide. Such
 *     a task's TCB says that it waits until OS_AccelSettle: call that before OSTCBStat or OSTCBStatPend is used.
 *   - A task that is suspended or no longer so, is made so known by OS_AccelHold and OS_AccelRelease.
 *   - In a patched tree the event unit ends waits: call OS_AccelSettle or OS_AccelEventSettle before another task's
 *     OSTCBEventPtr or OSTCBMsg is used, too.
 *
 * OS_ACCEL_RDY_EN and OS_ACCEL_DLY_EN choose custom instructions (1) or software (0) for the ready list and the delays,
 * which gives four systems: original, scheduler, timer and combined. The core must have the units that are chosen, for
 * at least OS_LOWEST_PRIO + 1 tasks and counters of at least OS_ACCEL_WIDTH bits; OSInit() looks.
 */
#ifndef OS_ACCEL_H
#define OS_ACCEL_H

#include <ucos_ii.h>

#ifndef OS_ACCEL_RDY_EN
#define OS_ACCEL_RDY_EN 0u
#endif
#ifndef OS_ACCEL_DLY_EN
#define OS_ACCEL_DLY_EN 0u
#endif
#ifndef OS_ACCEL_EVENT_EN
#define OS_ACCEL_EVENT_EN 0u
#endif

#ifndef OS_ACCEL_WIDTH
#define OS_ACCEL_WIDTH 16u
#endif

#if (OS_ACCEL_RDY_EN > 1u) || (OS_ACCEL_DLY_EN > 1u) || (OS_ACCEL_EVENT_EN > 1u)
#error "os_accel.h: OS_ACCEL_RDY_EN, OS_ACCEL_DLY_EN and OS_ACCEL_EVENT_EN are 0 or 1"
#endif
#if (OS_ACCEL_EVENT_EN > 0u) && ((OS_ACCEL_RDY_EN == 0u) || (OS_ACCEL_DLY_EN == 0u))
#error "os_accel.h: OS_ACCEL_EVENT_EN needs OS_ACCEL_RDY_EN and OS_ACCEL_DLY_EN: the event unit works on both others"
#endif
#if (OS_ACCEL_EVENT_EN > 0u) && !defined(OS_EVENT_UNIT)
#error "os_accel.h: OS_ACCEL_EVENT_EN must be 0: this kernel keeps its events in software"
#endif
#if (OS_ACCEL_WIDTH < 4u) || (OS_ACCEL_WIDTH > 32u)
#error "os_accel.h: OS_ACCEL_WIDTH must be 4 to 32: the bits of a delay counter"
#endif

/*
 * The time unit makes tasks ready by itself: it can only when the ready list is in hardware too, and may only when
 * nobody traces that they are.
 */
#if defined(OS_TRACE_EN) && (OS_TRACE_EN > 0u)
#define OS_ACCEL_WAKE 0
#else
#define OS_ACCEL_WAKE ((OS_ACCEL_RDY_EN > 0u) && (OS_ACCEL_DLY_EN > 0u))
#endif

/* Events in hardware. The event unit makes tasks ready by itself, as the time unit does; traced, all are software's. */
#define OS_ACCEL_EVENT (OS_ACCEL_WAKE && (OS_ACCEL_EVENT_EN > 0u))

/* What of them is in the unit: OS_EVENT_UNIT 1: all, groups of flags too; 2, a patched tree: the waiting lists. */
#define OS_ACCEL_EVENT_ALL   (OS_ACCEL_EVENT && (OS_EVENT_UNIT == 1u))
#define OS_ACCEL_EVENT_LISTS (OS_ACCEL_EVENT && (OS_EVENT_UNIT == 2u))

#if (OS_ACCEL_RDY_EN > 0u) || (OS_ACCEL_DLY_EN > 0u)
#if OS_CRITICAL_METHOD != 3u
#error "os_accel.h: the custom instructions need OS_CRITICAL_METHOD 3"
#endif
#include <stddef.h>
#include <ci_intrinsics.h>
#endif

/* Inlined at -O0 too: a call for every access would make that figure say more about the seam than about the kernel. */
#define OS_ACCEL_INLINE static inline __attribute__((always_inline))

/* What is rare beside an event unit: apart from the rest, which is so short then that it need not save registers. */
#if OS_ACCEL_EVENT
#define OS_ACCEL_APART __attribute__((noinline))
#else
#define OS_ACCEL_APART
#endif

/* OSInit() starts here: a core that does not have what this kernel was built for is refused, not found out later. */
OS_ACCEL_INLINE void OS_AccelInit(void)
{
#if (OS_ACCEL_RDY_EN > 0u) || (OS_ACCEL_DLY_EN > 0u)
    const INT32U units = (OS_ACCEL_RDY_EN * 1u) | (OS_ACCEL_DLY_EN * 2u) | (OS_ACCEL_EVENT_EN * 4u);
    const INT32U info = OS_CPU_AccelInfo();

    if ((CI_INFO_VERSION(info) != CI_VERSION) || ((CI_INFO_UNITS(info) & units) != units) ||
        (CI_INFO_TASKS(info) <= OS_LOWEST_PRIO) ||
        ((OS_ACCEL_DLY_EN > 0u) && (CI_INFO_WIDTH(info) < OS_ACCEL_WIDTH))) {
        OS_CPU_AccelRefused(info, CI_VERSION, units, OS_LOWEST_PRIO + 1u, OS_ACCEL_DLY_EN > 0u ? OS_ACCEL_WIDTH : 0u);
    }
#endif
}

/* Highest priority in a two-level bitmap: its row from the group, its column from the row. */
#if OS_LOWEST_PRIO <= 63u
OS_ACCEL_INLINE INT8U OS_AccelHighest(OS_PRIO grp, OS_PRIO const *tbl)
{
    INT8U y = OSUnMapTbl[grp];

    return (INT8U)((y << 3u) + OSUnMapTbl[tbl[y]]);
}
#else
OS_ACCEL_INLINE INT8U OS_AccelHighest(OS_PRIO grp, OS_PRIO const *tbl)
{
    OS_PRIO row;
    INT8U y;

    if ((grp & 0xFFu) != 0u) {
        y = OSUnMapTbl[grp & 0xFFu];
    } else {
        y = (INT8U)(OSUnMapTbl[grp >> 8u] + 8u);
    }
    row = tbl[y];
    if ((row & 0xFFu) != 0u) {
        return (INT8U)((y << 4u) + OSUnMapTbl[row & 0xFFu]);
    }
    return (INT8U)((y << 4u) + OSUnMapTbl[row >> 8u] + 8u);
}
#endif

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

OS_ACCEL_INLINE INT8U OS_AccelRdyHighest(void)
{
    return (INT8U)ci_ready_highest();
}

#else

/* No task is ready. */
OS_ACCEL_INLINE void OS_AccelRdyInit(void)
{
    INT8U y;

    OSRdyGrp = 0u;
    for (y = 0u; y < OS_RDY_TBL_SIZE; y++) {
        OSRdyTbl[y] = 0u;
    }
}

/* A macro, because at -O0 even an inlined function copies its argument, and the tick does this for every due task. */
#define OS_AccelRdySet(ptcb) \
    do { \
        OSRdyGrp |= (ptcb)->OSTCBBitY; \
        OSRdyTbl[(ptcb)->OSTCBY] |= (ptcb)->OSTCBBitX; \
    } while (0)

OS_ACCEL_INLINE void OS_AccelRdyClr(OS_TCB const *ptcb)
{
    INT8U y = ptcb->OSTCBY;

    OSRdyTbl[y] &= (OS_PRIO)~ptcb->OSTCBBitX;
    if (OSRdyTbl[y] == 0u) {
        OSRdyGrp &= (OS_PRIO)~ptcb->OSTCBBitY;
    }
}

OS_ACCEL_INLINE BOOLEAN OS_AccelRdyTst(OS_TCB const *ptcb)
{
    return (BOOLEAN)((OSRdyTbl[ptcb->OSTCBY] & ptcb->OSTCBBitX) != 0u);
}

/* Some task is ready: the idle task always is. */
OS_ACCEL_INLINE INT8U OS_AccelRdyHighest(void)
{
    return OS_AccelHighest(OSRdyGrp, OSRdyTbl);
}

#endif

/* ----------------------------------------------------------------------------------- waits that the unit ended */

#if OS_ACCEL_EVENT_LISTS
/* The unit has ended a task's wait for an event: the TCB learns how. OS_TRUE when that was so. */
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
    ptcb->OSTCBStat = OS_STAT_RDY; /* a suspended task is marked, and one that waits for several events */
    ptcb->OSTCBStatPend = (ended == CI_EVENT_POSTED) ? OS_STAT_PEND_OK : OS_STAT_PEND_ABORT;
    return OS_TRUE;
}

/* A new task: nothing is left of one that had its priority. */
OS_ACCEL_INLINE void OS_AccelEventNew(OS_TCB const *ptcb)
{
    ci_event_mark(ptcb->OSTCBPrio, 0u);
    (void)ci_event_take(ptcb->OSTCBPrio);
}
#else
#define OS_AccelEventSettle(ptcb) ((void)(ptcb))
#define OS_AccelEventNew(ptcb)    ((void)(ptcb))
#endif

/* ----------------------------------------------------------------------------------------------------- delays */

#if OS_ACCEL_DLY_EN > 0u

/* The longest delay that the unit counts. OSTCBDly holds what comes after it; mostly 0. */
#define OS_ACCEL_DLY_MAX (0xFFFFFFFFu >> (32u - OS_ACCEL_WIDTH))

/* The units leave the expiry of a task that is held, and a post to it, to the kernel. */
OS_ACCEL_INLINE void OS_AccelHold(OS_TCB const *ptcb)
{
#if OS_ACCEL_WAKE
    ci_time_hold(ptcb->OSTCBPrio);
#else
    (void)ptcb; /* all tasks are, always: see OS_AccelDlyInit */
#endif
#if OS_ACCEL_EVENT
    ci_event_mark(ptcb->OSTCBPrio, 1u);
#endif
}

/* The task waits for several events: what becomes of it when one of them is posted, only the kernel knows. */
OS_ACCEL_INLINE void OS_AccelMark(OS_TCB const *ptcb)
{
#if OS_ACCEL_EVENT
    ci_event_mark(ptcb->OSTCBPrio, 1u);
#else
    (void)ptcb;
#endif
}

/* Suspended or with more of a long delay to come, a task stays held, and one that waits for several events marked. */
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
        ci_time_hold(prio); /* the ready list is in RAM, so even a unit that could make tasks ready must not */
#endif
    }
    ci_time_activate(1u);
}

/* The task has no delay now. */
OS_ACCEL_INLINE void OS_AccelDlySet(OS_TCB *ptcb, INT32U ticks)
{
    if (ticks > OS_ACCEL_DLY_MAX) {
        ptcb->OSTCBDly = ticks - OS_ACCEL_DLY_MAX;
        ticks = OS_ACCEL_DLY_MAX;
        OS_AccelHold(ptcb);
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

OS_ACCEL_INLINE INT32U OS_AccelDlyGet(OS_TCB const *ptcb)
{
    return ci_time_get(ptcb->OSTCBPrio) + ptcb->OSTCBDly;
}

OS_ACCEL_INLINE void OS_AccelDlyCopy(OS_TCB const *ptcb, OS_TCB *pcopy)
{
    pcopy->OSTCBDly = OS_AccelDlyGet(ptcb);
}

OS_ACCEL_INLINE void OS_AccelDlyMove(OS_TCB *ptcb, INT8U prio_old, INT8U prio_new)
{
    (void)ptcb;
    ci_time_move(prio_old, prio_new);
#if OS_ACCEL_EVENT
    ci_event_copy(prio_old, prio_new);
    ci_event_mark(prio_old, OS_ACCEL_EVENT_LISTS); /* a list that still has the old one is for the tree's own code */
#endif
#if !OS_ACCEL_WAKE
    ci_time_hold(prio_old);
#endif
}

/*
 * A unit has made the task ready, at the end of its delay or by a post: the TCB learns what that meant. Both cannot be
 * open: a post leaves no delay, expired or not.
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
        ptcb->OSTCBStat = OS_STAT_RDY; /* a suspended task is marked: the kernel ends its waits */
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
    /* When but a part of a long delay has ended, that is for the tick, between whose two halves this may be. */
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
/* Out of the tick's way, where with both units hardly a tick gets. The port's short tick calls it too. */
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
            /* The next part of a long delay, from this very tick on. */
            const INT32U rest = ptcb->OSTCBDly;
            const INT32U part = rest > OS_ACCEL_DLY_MAX ? OS_ACCEL_DLY_MAX : rest;

            ptcb->OSTCBDly = rest - part;
            ci_time_set(prio, part);
            OS_AccelRelease(ptcb);
        }
        OS_EXIT_CRITICAL();
    }
}

OS_ACCEL_INLINE void OS_AccelDlyTick(void)
{
    if (ci_time_tick() != 0u) {
        OS_AccelExpired();
    }
}
#endif

#else

/* No task has a delay. The TCBs are zero already. */
OS_ACCEL_INLINE void OS_AccelDlyInit(void)
{
}

OS_ACCEL_INLINE void OS_AccelDlySet(OS_TCB *ptcb, INT32U ticks)
{
    ptcb->OSTCBDly = ticks;
}

OS_ACCEL_INLINE void OS_AccelDlyClr(OS_TCB *ptcb)
{
    ptcb->OSTCBDly = 0u;
}

/* Ticks that are left; 0 when none is counted. */
OS_ACCEL_INLINE INT32U OS_AccelDlyGet(OS_TCB const *ptcb)
{
    return ptcb->OSTCBDly;
}

/* A copy of the TCB is to show the ticks that are left. Here it does already. */
OS_ACCEL_INLINE void OS_AccelDlyCopy(OS_TCB const *ptcb, OS_TCB *pcopy)
{
    (void)ptcb;
    (void)pcopy;
}

/* The task's priority has changed. Here the delay is part of the TCB, which stays where it is. */
OS_ACCEL_INLINE void OS_AccelDlyMove(OS_TCB *ptcb, INT8U prio_old, INT8U prio_new)
{
    (void)ptcb;
    (void)prio_old;
    (void)prio_new;
}

/* Nothing is ever left open in the TCB here, and a suspended task's delay counts like any other. */
OS_ACCEL_INLINE void OS_AccelSettle(OS_TCB *ptcb)
{
    (void)ptcb;
}

OS_ACCEL_INLINE void OS_AccelHold(OS_TCB const *ptcb)
{
    (void)ptcb;
}

OS_ACCEL_INLINE void OS_AccelRelease(OS_TCB const *ptcb)
{
    (void)ptcb;
}

OS_ACCEL_INLINE void OS_AccelMark(OS_TCB const *ptcb)
{
    (void)ptcb;
}

/*
 * Count all delays down by one tick; tasks whose delay ends go to OS_ACCEL_EXPIRED(OS_TCB *), with interrupts off.
 * The file that holds OSTimeTick defines OS_ACCEL_EXPIRED, a macro or an inline function, before it includes this one.
 * Called with interrupts as they are; they are off for one task at a time.
 */
#ifdef OS_ACCEL_EXPIRED
OS_ACCEL_INLINE void OS_AccelDlyTick(void)
{
    OS_TCB *ptcb;
#if OS_CRITICAL_METHOD == 3u
    OS_CPU_SR cpu_sr = 0u;
#endif

    ptcb = OSTCBList;
    while (ptcb->OSTCBPrio != OS_TASK_IDLE_PRIO) {
        OS_ENTER_CRITICAL();
        if (ptcb->OSTCBDly != 0u) {
            ptcb->OSTCBDly--;
            if (ptcb->OSTCBDly == 0u) {
                OS_ACCEL_EXPIRED(ptcb);
            }
        }
        ptcb = ptcb->OSTCBNext;
        OS_EXIT_CRITICAL();
    }
}
#endif

#endif

/* ---------------------------------------------------------------------------------------- event waiting lists */

/* For the compiler: what is so in the case that has to be fast. */
#define OS_ACCEL_MOSTLY(condition) __builtin_expect((condition), 1)

#if OS_ACCEL_EVENT
/* The waiting list of the unit's event `id`. */
OS_ACCEL_INLINE BOOLEAN OS_AccelUnitAny(INT32U id)
{
    return (BOOLEAN)(ci_event_word(id + CI_EVENT_ROWS) != 0u);
}

/* Somebody waits: test that first. */
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
#endif

#if OS_ACCEL_EVENT_ALL && (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
/* ----------------------------------------------------------------------- event flags: the tasks that wait for them */

#define OS_AccelFlagIs(pgrp) ((pgrp)->OSFlagUnit >= 0)
#define OS_ACCEL_FLAG_ID(pgrp) ((INT32U)(pgrp)->OSFlagUnit)

/* The running task waits for these flags: it is in the group's list and not ready, and its timeout counts. */
OS_ACCEL_INLINE void OS_AccelFlagWait(OS_FLAG_GRP const *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout)
{
    const INT32U consume = ((wait_type & OS_FLAG_CONSUME) != 0u) ? CI_EVENT_CONSUME : 0u;
    const INT32U kind = (wait_type & 3uL) * CI_EVENT_ANY + consume; /* its two bits are the unit's */

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

/* The next task whose flags are there is woken, from that of the outcome `from` on: an outcome, see CI_EVENT_WOKEN. */
#define OS_AccelFlagNext(pgrp, consumers, from) ci_event_flag_next(OS_ACCEL_FLAG_ID(pgrp) + (consumers), (from))

/* The group's flags, which the unit changes when they are consumed. */
#define OS_AccelFlagGet(pgrp)        ((OS_FLAGS)ci_event_get(OS_ACCEL_FLAG_ID(pgrp)))
#define OS_AccelFlagPut(pgrp, flags) ((void)ci_event_put(OS_ACCEL_FLAG_ID(pgrp), (flags)))
#endif

#if OS_EVENT_EN
#if OS_ACCEL_EVENT
/* Is the event in the unit? Else its list, and what it holds, is software's like everything else. */
#define OS_AccelEventIs(pevent) ((pevent)->OSEventUnit >= 0)

#define OS_ACCEL_EVENT_ID(pevent) ((INT32U)(pevent)->OSEventUnit)

#if OS_ACCEL_EVENT_ALL
/*
 * Is this an event of that type, and all of it in the unit? Its OSEventAs, which for all but a mutex is its number and
 * kind there; else 0. Every post and pend begins with this, so the answer is kept for each type.
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

/* The same as a condition; and `others` are 0. */
#define OS_AccelEventPlain(pevent, type, others) \
    OS_ACCEL_MOSTLY((OS_AccelEventOf((pevent), (type)) > 0) && ((others) == 0u))

/* All of the event is in the unit, if any of it is: `as` is its OSEventAs, not 0; or not any more. */
OS_ACCEL_INLINE void OS_AccelEventAll(OS_EVENT *pevent, INT8U type, INT32U as)
{
    if (OS_AccelEventIs(pevent)) {
        pevent->OSEventAs[type % 4u] = (INT16S)as;
    }
}

OS_ACCEL_INLINE void OS_AccelEventNotAll(OS_EVENT *pevent)
{
    INT8U i;

    for (i = 0u; i < 4u; i++) {
        pevent->OSEventAs[i] = 0;
    }
}
#endif

/*
 * The running task takes what the event of the unit holds: OS_TRUE. If it holds nothing, the task is in the waiting
 * list and not ready, and its timeout counts; but its TCB does not say so yet. `kind` is CI_EVENT_…
 */
OS_ACCEL_INLINE BOOLEAN OS_AccelEventPend(OS_EVENT const *pevent, INT32U kind, INT32U timeout)
{
    const INT32U which = OS_ACCEL_EVENT_ID(pevent) + kind + CI_EVENT_TASK(OSPrioCur);

    if (timeout <= OS_ACCEL_DLY_MAX) {
        return (BOOLEAN)ci_event_pend(which, timeout);
    }
    if (ci_event_pend(which, 0u) != 0u) {
        return OS_TRUE;
    }
    OS_AccelDlySet(OSTCBCur, timeout);
    return OS_FALSE;
}

/* One instruction each: they need no critical section. Takes a count or a mailbox's message: what was there, or 0. */
#define OS_AccelEventTry(pevent, kind) ci_event_try(OS_ACCEL_EVENT_ID(pevent) + (kind))

#define OS_AccelEventPost(pevent, kind, pmsg) \
    ci_event_post(OS_ACCEL_EVENT_ID(pevent) + (kind), (INT32U)(size_t)(pmsg))

#define OS_AccelEventAbort(pevent) ci_event_abort(OS_ACCEL_EVENT_ID(pevent))

/* The message that the running task has taken. */
#define OS_AccelEventMsg() ((void *)(size_t)ci_event_message(OSPrioCur))

/* The same, and it stays: of a queue the oldest message. */
#define OS_AccelEventPeek(pevent, kind) ci_event_try(OS_ACCEL_EVENT_ID(pevent) + (kind) + CI_EVENT_PEEK)

/*
 * The oldest message of a queue, which has one. It passes through the idle task, which never waits: the running one may
 * have begun to, when an interrupt asks.
 */
OS_ACCEL_INLINE void *OS_AccelEventOldest(OS_EVENT const *pevent)
{
    (void)ci_event_pend(OS_ACCEL_EVENT_ID(pevent) + CI_EVENT_QUEUE + CI_EVENT_TASK(OS_TASK_IDLE_PRIO), 0u);
    return (void *)(size_t)ci_event_message(OS_TASK_IDLE_PRIO);
}

#define OS_AccelEventGet(pevent)        ci_event_get(OS_ACCEL_EVENT_ID(pevent))
#define OS_AccelEventPut(pevent, value) ((void)ci_event_put(OS_ACCEL_EVENT_ID(pevent), (value)))

/* The same, unless somebody waits: OS_TRUE. One instruction. */
#define OS_AccelEventPutAlone(pevent, value) (ci_event_put(OS_ACCEL_EVENT_ID(pevent) + CI_EVENT_ALONE, (value)) == 0u)
#define OS_ACCEL_EVENT_DO(pevent, ...) \
    if (OS_AccelEventIs(pevent)) { \
        __VA_ARGS__; \
    }
#else
#define OS_ACCEL_EVENT_DO(pevent, ...)
#endif

#if OS_ACCEL_EVENT_LISTS
/* An event has the unit's list of the number that it has in the table; those that the unit has not are in software. */
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
 * Somebody waits (test that first): if the unit can end the wait of the highest of them, OS_TRUE and its priority. All
 * that is left to do then is done by OS_AccelSettle or OS_AccelEventSettle: call one before OSTCBEventPtr is used.
 */
OS_ACCEL_INLINE BOOLEAN OS_AccelEventWake(OS_EVENT const *pevent, void *pmsg, INT8U pend_stat, INT8U *pprio)
{
    INT32U outcome;

    if (!OS_AccelEventIs(pevent)) {
        return OS_FALSE;
    }
    if (pend_stat == OS_STAT_PEND_OK) {
        outcome = OS_AccelEventPost(pevent, CI_EVENT_LIST, pmsg);
    } else {
        outcome = OS_AccelEventAbort(pevent);
    }
    *pprio = (INT8U)CI_EVENT_WHO(outcome);
    return (BOOLEAN)(CI_EVENT_OUTCOME(outcome) == CI_EVENT_WOKEN);
}

#else
#define OS_AccelEventWake(pevent, pmsg, pend_stat, pprio) OS_FALSE
#endif

#if OS_ACCEL_EVENT
/* Somebody may wait; nobody does: where that is known, the unit need not be asked. */
#define OS_ACCEL_EVENT_MAYBE(pevent)  ((pevent)->OSEventGrp = 1u)
#define OS_ACCEL_EVENT_NOBODY(pevent) ((pevent)->OSEventGrp = 0u)
#define OS_AccelEventMaybe(pevent)    ((pevent)->OSEventGrp) /* not 0: somebody may */
#endif

/* Nobody waits. */
OS_ACCEL_INLINE void OS_AccelEventInit(OS_EVENT *pevent)
{
    INT8U y;

#if OS_ACCEL_EVENT_LISTS
    OS_AccelEventChoose(pevent);
#endif
    pevent->OSEventGrp = 0u;
    for (y = 0u; y < OS_EVENT_TBL_SIZE; y++) {
        pevent->OSEventTbl[y] = 0u;
    }
}

OS_ACCEL_INLINE void OS_AccelEventInsert(OS_EVENT *pevent, OS_TCB const *ptcb)
{
    OS_ACCEL_EVENT_DO(pevent, OS_ACCEL_EVENT_MAYBE(pevent);
                      ci_event_add(OS_ACCEL_EVENT_ID(pevent) + CI_EVENT_TASK(ptcb->OSTCBPrio)); return)
    pevent->OSEventTbl[ptcb->OSTCBY] |= ptcb->OSTCBBitX;
    pevent->OSEventGrp |= ptcb->OSTCBBitY;
}

/* The same for a task whose TCB is going to have this priority, but does not yet. */
OS_ACCEL_INLINE void OS_AccelEventInsertAs(OS_EVENT *pevent, INT8U prio)
{
#if OS_LOWEST_PRIO <= 63u
    const INT8U shift = 3u;
#else
    const INT8U shift = 4u;
#endif

    OS_ACCEL_EVENT_DO(pevent, OS_ACCEL_EVENT_MAYBE(pevent);
                      ci_event_add(OS_ACCEL_EVENT_ID(pevent) + CI_EVENT_TASK(prio)); return)
    pevent->OSEventTbl[prio >> shift] |= (OS_PRIO)(1uL << (prio & ((1u << shift) - 1u)));
    pevent->OSEventGrp |= (OS_PRIO)(1uL << (prio >> shift));
}

OS_ACCEL_INLINE void OS_AccelEventRemove(OS_EVENT *pevent, OS_TCB const *ptcb)
{
    INT8U y = ptcb->OSTCBY;

    OS_ACCEL_EVENT_DO(pevent, ci_event_remove(OS_ACCEL_EVENT_ID(pevent) + CI_EVENT_TASK(ptcb->OSTCBPrio)); return)
    pevent->OSEventTbl[y] &= (OS_PRIO)~ptcb->OSTCBBitX;
    if (pevent->OSEventTbl[y] == 0u) {
        pevent->OSEventGrp &= (OS_PRIO)~ptcb->OSTCBBitY;
    }
}

OS_ACCEL_INLINE BOOLEAN OS_AccelEventAny(OS_EVENT const *pevent)
{
#if OS_ACCEL_EVENT_LISTS
    if (OS_ACCEL_MOSTLY(pevent->OSEventGrp == 0u)) {
        return OS_FALSE;
    }
    if (OS_AccelEventIs(pevent) && !OS_AccelUnitAny(OS_ACCEL_EVENT_ID(pevent))) {
        ((OS_EVENT *)(size_t)pevent)->OSEventGrp = 0u;
        return OS_FALSE;
    }
    return OS_TRUE;
#else
    OS_ACCEL_EVENT_DO(pevent, return OS_AccelUnitAny(OS_ACCEL_EVENT_ID(pevent)))
    return (BOOLEAN)(pevent->OSEventGrp != 0u);
#endif
}

/* Somebody waits: test that first. */
OS_ACCEL_INLINE INT8U OS_AccelEventHighest(OS_EVENT const *pevent)
{
    OS_ACCEL_EVENT_DO(pevent, return OS_AccelUnitHighest(OS_ACCEL_EVENT_ID(pevent)))
    return OS_AccelHighest(pevent->OSEventGrp, pevent->OSEventTbl);
}

/* The running task waits for the event, is not ready, and its timeout counts; it has no delay now. */
OS_ACCEL_INLINE void OS_AccelEventWait(OS_EVENT *pevent, OS_TCB *ptcb, INT32U timeout)
{
    OS_ACCEL_EVENT_DO(pevent, OS_ACCEL_EVENT_MAYBE(pevent);
                      (void)OS_AccelEventPend(pevent, CI_EVENT_LIST, timeout); return)
    OS_AccelDlySet(ptcb, timeout);
    OS_AccelEventInsert(pevent, ptcb);
    OS_AccelRdyClr(ptcb);
}

/* The waiting list in the layout that the query functions give to the application. */
OS_ACCEL_INLINE void OS_AccelEventCopy(OS_EVENT const *pevent, OS_PRIO *pgrp, OS_PRIO *ptbl)
{
    INT8U y;

#if OS_ACCEL_EVENT
    if (OS_AccelEventIs(pevent)) {
        const INT32U which = OS_ACCEL_EVENT_ID(pevent);
        INT32U rows = ci_event_word(which + CI_EVENT_ROWS);
        INT32U word = 0u;

#if OS_LOWEST_PRIO <= 63u
        *pgrp = (OS_PRIO)rows;
#else
        rows |= rows >> 1u; /* OSEventTbl[] has two of the unit's rows in each */
        for (*pgrp = 0u, y = 0u; y < OS_EVENT_TBL_SIZE; y++) {
            *pgrp |= (OS_PRIO)(((rows >> (2u * y)) & 1u) << y);
        }
#endif
#pragma GCC unroll 8
        for (y = 0u; y < OS_EVENT_TBL_SIZE; y++) {
            if ((y % (4u / sizeof(OS_PRIO))) == 0u) {
                word = ci_event_word(which + CI_EVENT_INDEX(y / (4u / sizeof(OS_PRIO))));
            }
            ptbl[y] = (OS_PRIO)word;
            word >>= 8u * sizeof(OS_PRIO);
        }
        return;
    }
#endif
    *pgrp = pevent->OSEventGrp;
    for (y = 0u; y < OS_EVENT_TBL_SIZE; y++) {
        ptbl[y] = pevent->OSEventTbl[y];
    }
}
#endif

#endif
