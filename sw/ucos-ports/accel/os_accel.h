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
 *   - With OS_ACCEL_TICKLESS_EN the time unit has the ticks by itself, also with interrupts off (docs/tickless.md). It
 *     has to know who runs: OS_AccelRdyHighest is for the scheduler alone, and OS_AccelRunning for the rest.
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
#ifndef OS_ACCEL_TICKLESS_EN
#define OS_ACCEL_TICKLESS_EN 0u
#endif
#ifndef OS_HW_CALLS_EN
#define OS_HW_CALLS_EN 0u
#endif

#ifndef OS_ACCEL_WIDTH
#define OS_ACCEL_WIDTH 16u
#endif

#if (OS_ACCEL_RDY_EN > 1u) || (OS_ACCEL_DLY_EN > 1u) || (OS_ACCEL_EVENT_EN > 1u) || (OS_ACCEL_TICKLESS_EN > 1u)
#error "os_accel.h: OS_ACCEL_RDY_EN, OS_ACCEL_DLY_EN, OS_ACCEL_EVENT_EN and OS_ACCEL_TICKLESS_EN are 0 or 1"
#endif
#if (OS_ACCEL_EVENT_EN > 0u) && ((OS_ACCEL_RDY_EN == 0u) || (OS_ACCEL_DLY_EN == 0u))
#error "os_accel.h: OS_ACCEL_EVENT_EN needs OS_ACCEL_RDY_EN and OS_ACCEL_DLY_EN: the event unit works on both others"
#endif
#if (OS_ACCEL_EVENT_EN > 0u) && !defined(OS_EVENT_UNIT)
#error "os_accel.h: OS_ACCEL_EVENT_EN must be 0: this kernel keeps its events in software"
#endif
#if (OS_ACCEL_TICKLESS_EN > 0u) && ((OS_ACCEL_RDY_EN == 0u) || (OS_ACCEL_DLY_EN == 0u))
#error "os_accel.h: OS_ACCEL_TICKLESS_EN needs OS_ACCEL_RDY_EN and OS_ACCEL_DLY_EN: a tick by itself is for both units"
#endif
#if (OS_ACCEL_TICKLESS_EN > 0u) && !defined(OS_TICKLESS)
#error "os_accel.h: OS_ACCEL_TICKLESS_EN must be 0: this kernel relies on the tick's interrupt"
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

/*
 * Ticks come between any two instructions, in critical sections too (docs/tickless.md): a step stands where it has to
 * then, and elsewhere where it costs least.
 */
#if OS_ACCEL_TICKLESS_EN > 0u
#define OS_ACCEL_TICKLESS_HERE(step) step
#define OS_ACCEL_ELSE_HERE(step)
#else
#define OS_ACCEL_TICKLESS_HERE(step)
#define OS_ACCEL_ELSE_HERE(step) step
#endif

/* These steps, again if a tick came in between. */
#if OS_ACCEL_TICKLESS_EN > 0u
#define OS_ACCEL_AS_OF_ONE_TICK(...) \
    do { \
        INT32U now; \
        do { \
            now = OS_AccelTime(); \
            __VA_ARGS__; \
        } while (OS_AccelTime() != now); \
    } while (0)
#else
#define OS_ACCEL_AS_OF_ONE_TICK(...) __VA_ARGS__
#endif

/* Events in hardware. The event unit makes tasks ready by itself, as the time unit does; traced, all are software's. */
#define OS_ACCEL_EVENT (OS_ACCEL_WAKE && (OS_ACCEL_EVENT_EN > 0u))

/* What of them is in the unit: OS_EVENT_UNIT 1: all, groups of flags too; 2, a patched tree: the waiting lists. */
#define OS_ACCEL_EVENT_ALL   (OS_ACCEL_EVENT && (OS_EVENT_UNIT == 1u))
#define OS_ACCEL_EVENT_LISTS (OS_ACCEL_EVENT && (OS_EVENT_UNIT == 2u))

/* The SoC's circuits have the time by themselves, and count it by the core's ticks, which come from software. */
#define OS_ACCEL_TIME_SHARED (OS_ACCEL_EVENT_ALL && (OS_ACCEL_TICKLESS_EN == 0u) && (OS_HW_CALLS_EN > 0u))

/* Inlined at -O0 too: a call for every access would make that figure say more about the seam than about the kernel. */
#define OS_ACCEL_INLINE static inline __attribute__((always_inline))

/* What is rare beside an event unit: apart from the rest, which is so short then that it need not save registers. */
#if OS_ACCEL_EVENT
#define OS_ACCEL_APART __attribute__((noinline))
#else
#define OS_ACCEL_APART
#endif

/* For the compiler: what is so in the case that has to be fast. */
#define OS_ACCEL_MOSTLY(condition) __builtin_expect((condition), 1)

/* ------------------------------------------------------------------------------------------------- the back ends */

/* That of the ready list first: a tick makes tasks ready, also in the other one. */
#if OS_ACCEL_RDY_EN > 0u
#include "os_accel_hard.h"
#endif
#include "os_accel_soft.h"
#if OS_ACCEL_DLY_EN > 0u
#include "os_accel_hard.h"
#endif

/* Without units there is no core that could lack them. */
#if (OS_ACCEL_RDY_EN == 0u) && (OS_ACCEL_DLY_EN == 0u)
#define OS_AccelInit()
#endif

/* Where a tick is an interrupt, nobody asks which priority runs. */
#if OS_ACCEL_TICKLESS_EN == 0u
#define OS_AccelRunning(prio)
#endif

/* What only a patched tree in hardware has to do: elsewhere no unit ends a wait behind the kernel's back. */
#if !OS_ACCEL_EVENT_LISTS
#define OS_AccelEventSettle(ptcb)                         ((void)(ptcb))
#define OS_AccelEventNew(ptcb)                            ((void)(ptcb))
#define OS_AccelEventWake(pevent, pmsg, pend_stat, pprio) OS_FALSE
#endif

/* ------------------------------------------------------------- event waiting lists: each in software or in the unit */

#if OS_EVENT_EN
/* What is to be done, in the kernel too, where the event is in the unit. */
#if OS_ACCEL_EVENT
#define OS_ACCEL_EVENT_DO(pevent, ...) \
    if (OS_AccelEventIs(pevent)) { \
        __VA_ARGS__; \
    }
#else
#define OS_ACCEL_EVENT_DO(pevent, ...)
#endif

/* Nobody waits. */
OS_ACCEL_INLINE void OS_AccelEventInit(OS_EVENT *pevent)
{
#if OS_ACCEL_EVENT_LISTS
    OS_AccelEventChoose(pevent);
#endif
    OS_AccelListInit(pevent);
}

#if OS_ACCEL_EVENT
OS_ACCEL_INLINE void OS_AccelEventInsert(OS_EVENT *pevent, OS_TCB const *ptcb)
{
    if (OS_AccelEventIs(pevent)) {
        OS_ACCEL_EVENT_MAYBE(pevent);
        OS_AccelUnitInsert(OS_ACCEL_EVENT_ID(pevent), ptcb->OSTCBPrio);
        return;
    }
    OS_AccelListInsert(pevent, ptcb);
}

/* The same for a task whose TCB is going to have this priority, but does not yet. */
OS_ACCEL_INLINE void OS_AccelEventInsertAs(OS_EVENT *pevent, INT8U prio)
{
    if (OS_AccelEventIs(pevent)) {
        OS_ACCEL_EVENT_MAYBE(pevent);
        OS_AccelUnitInsert(OS_ACCEL_EVENT_ID(pevent), prio);
        return;
    }
    OS_AccelListInsertAs(pevent, prio);
}

OS_ACCEL_INLINE void OS_AccelEventRemove(OS_EVENT *pevent, OS_TCB const *ptcb)
{
    if (OS_AccelEventIs(pevent)) {
        OS_AccelUnitRemove(OS_ACCEL_EVENT_ID(pevent), ptcb->OSTCBPrio);
        return;
    }
    OS_AccelListRemove(pevent, ptcb);
}

/* Does the task wait, or is it back from a timeout, and has not run yet? */
OS_ACCEL_INLINE BOOLEAN OS_AccelEventHas(OS_EVENT const *pevent, OS_TCB const *ptcb)
{
    if (OS_AccelEventIs(pevent)) {
        return OS_AccelUnitHas(OS_ACCEL_EVENT_ID(pevent), ptcb->OSTCBPrio);
    }
    return OS_AccelListHas(pevent, ptcb);
}

OS_ACCEL_INLINE BOOLEAN OS_AccelEventAny(OS_EVENT const *pevent)
{
#if OS_ACCEL_EVENT_LISTS
    if (OS_ACCEL_MOSTLY(pevent->OSEventGrp == 0u)) {
        return OS_FALSE;
    }
    if (OS_AccelEventIs(pevent) && !OS_AccelUnitAny(OS_ACCEL_EVENT_ID(pevent))) {
        OS_ACCEL_EVENT_NOBODY((OS_EVENT *)(size_t)pevent);
        return OS_FALSE;
    }
    return OS_TRUE;
#else
    if (OS_AccelEventIs(pevent)) {
        return OS_AccelUnitAny(OS_ACCEL_EVENT_ID(pevent));
    }
    return OS_AccelListAny(pevent);
#endif
}

/* Somebody waits: test that first. */
OS_ACCEL_INLINE INT8U OS_AccelEventHighest(OS_EVENT const *pevent)
{
    if (OS_AccelEventIs(pevent)) {
        return OS_AccelUnitHighest(OS_ACCEL_EVENT_ID(pevent));
    }
    return OS_AccelListHighest(pevent);
}

/* The waiting list in the layout that the query functions give to the application. */
OS_ACCEL_INLINE void OS_AccelEventCopy(OS_EVENT const *pevent, OS_PRIO *pgrp, OS_PRIO *ptbl)
{
    if (OS_AccelEventIs(pevent)) {
        OS_AccelUnitCopy(OS_ACCEL_EVENT_ID(pevent), pgrp, ptbl);
        return;
    }
    OS_AccelListCopy(pevent, pgrp, ptbl);
}
#else
#define OS_AccelEventInsert   OS_AccelListInsert
#define OS_AccelEventInsertAs OS_AccelListInsertAs
#define OS_AccelEventRemove   OS_AccelListRemove
#define OS_AccelEventHas      OS_AccelListHas
#define OS_AccelEventAny      OS_AccelListAny
#define OS_AccelEventHighest  OS_AccelListHighest
#define OS_AccelEventCopy     OS_AccelListCopy
#endif

/* The running task waits for the event, is not ready, and its timeout counts; it has no delay now. */
OS_ACCEL_INLINE void OS_AccelEventWait(OS_EVENT *pevent, OS_TCB *ptcb, INT32U timeout)
{
#if OS_ACCEL_EVENT
    if (OS_AccelEventIs(pevent)) {
        OS_ACCEL_EVENT_MAYBE(pevent);
        (void)OS_AccelEventPend(pevent, OS_ACCEL_LIST, timeout);
        return;
    }
#endif
    OS_ACCEL_TICKLESS_HERE(OS_AccelRdyClr(ptcb);)
    OS_AccelDlySet(ptcb, timeout);
    OS_AccelListInsert(pevent, ptcb);
    OS_ACCEL_ELSE_HERE(OS_AccelRdyClr(ptcb);)
}
#endif

#endif
