/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The acceleration seam: the only code that accesses the ready list (OSRdyGrp, OSRdyTbl), the delays (OSTCBDly) and the
 * wait lists of events (OSEventGrp, OSEventTbl).
 *
 * The seam uses only the kernel's public structures, so it fits every uC/OS-II V2.93 kernel. The caller must follow
 * these rules, which the hardware implementation needs and the software implementation does not:
 *   - Interrupts must be disabled, or the scheduler not yet started, except for OS_AccelDlyTick().
 *   - The ready list and the wait lists are indexed by priority. To change a task's priority, call OS_AccelRdyClr() and
 *     OS_AccelEventRemove() with the old priority in the TCB, change it, insert the task again, and call
 *     OS_AccelDlyMove().
 *   - A delay belongs to a task, but the hardware counts it by priority, so OS_AccelDlyMove() moves it.
 *   - Clear and remove accept a task that is not in the list. A delay of 0 means "no delay".
 *   - A tick does not change the wait of an expired task: it hands the task to the kernel, which decides. If the task's
 *     delay is cleared before that, by a deletion or a post, the task is not handed over.
 *   - With both units, the tick itself makes a task ready and hands over only the tasks that need software. The TCB of
 *     such a ready task still shows a wait until OS_AccelSettle(), so call that before using OSTCBStat or
 *     OSTCBStatPend.
 *   - Call OS_AccelHold() when a task is suspended, and OS_AccelRelease() when it is resumed.
 *   - In a patched tree the event unit ends waits: call OS_AccelSettle() or OS_AccelEventSettle() before using another
 *     task's OSTCBEventPtr or OSTCBMsg.
 *   - With OS_ACCEL_TICKLESS_EN the time unit generates ticks, even while interrupts are disabled (docs/tickless.md).
 *     It must know the running priority: only the scheduler may call OS_AccelRdyHighest(); other code calls
 *     OS_AccelRunning().
 *
 * OS_ACCEL_RDY_EN and OS_ACCEL_DLY_EN select custom instructions (1) or software (0) for the ready list and the delays.
 * This gives four systems: original, scheduler, timer and combined. The core must have the selected units, for at least
 * OS_LOWEST_PRIO + 1 tasks and with delay counters of at least OS_ACCEL_WIDTH bits. OSInit() checks this.
 */
#ifndef OS_VERSION
#include <ucos_ii.h> /* before the guard, because a kernel's ucos_ii.h includes this file */
#endif

#ifndef OS_ACCEL_H
#define OS_ACCEL_H

#include <stddef.h>

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
 * The time unit makes tasks ready without software. This requires the ready list in hardware, and no trace of tasks
 * that become ready.
 */
#if defined(OS_TRACE_EN) && (OS_TRACE_EN > 0u)
#define OS_ACCEL_WAKE 0
#else
#define OS_ACCEL_WAKE ((OS_ACCEL_RDY_EN > 0u) && (OS_ACCEL_DLY_EN > 0u))
#endif

/*
 * With a time base, a tick may come between any two instructions, even in a critical section (docs/tickless.md). There,
 * a step must come first in a sequence; otherwise it comes where it costs least.
 */
#if OS_ACCEL_TICKLESS_EN > 0u
#define OS_ACCEL_TICKLESS_HERE(step) step
#define OS_ACCEL_ELSE_HERE(step)
#else
#define OS_ACCEL_TICKLESS_HERE(step)
#define OS_ACCEL_ELSE_HERE(step) step
#endif

/* Repeat these steps if a tick came in between. */
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

/*
 * Events in hardware. The event unit also makes tasks ready without software. With a trace, all events are in software.
 */
#define OS_ACCEL_EVENT (OS_ACCEL_WAKE && (OS_ACCEL_EVENT_EN > 0u))

/* Contents of the unit. OS_EVENT_UNIT 1: whole events, with event flag groups; 2, a patched tree: only wait lists. */
#define OS_ACCEL_EVENT_ALL   (OS_ACCEL_EVENT && (OS_EVENT_UNIT == 1u))
#define OS_ACCEL_EVENT_LISTS (OS_ACCEL_EVENT && (OS_EVENT_UNIT == 2u))

/* Hardware threads read the time without software. They count the core's ticks, which come from software. */
#define OS_ACCEL_TIME_SHARED (OS_ACCEL_EVENT_ALL && (OS_ACCEL_TICKLESS_EN == 0u) && (OS_HW_CALLS_EN > 0u))

/* Inlined even at -O0: with a call for each access, a measurement would show the seam rather than the kernel. */
#define OS_ACCEL_INLINE static inline __attribute__((always_inline))

/* With an event unit, rare cases are out of line: the usual case is then so short that it saves no registers. */
#if OS_ACCEL_EVENT
#define OS_ACCEL_APART __attribute__((noinline))
#else
#define OS_ACCEL_APART
#endif

/* Tells the compiler which case must be fast. */
#define OS_ACCEL_LIKELY(condition) __builtin_expect((condition), 1)

/* ------------------------------------------------------------------------------------------------- the back ends */

/* The ready list comes first, because a tick makes tasks ready in both implementations of the delays. */
#if OS_ACCEL_RDY_EN > 0u
#include "os_accel_hard.h"
#endif
#include "os_accel_soft.h"
#if OS_ACCEL_DLY_EN > 0u
#include "os_accel_hard.h"
#endif

/* Without units there is nothing to check. */
#if (OS_ACCEL_RDY_EN == 0u) && (OS_ACCEL_DLY_EN == 0u)
#define OS_AccelInit()
#endif

/* If a tick is an interrupt, the units do not use the running priority. */
#if OS_ACCEL_TICKLESS_EN == 0u
#define OS_AccelRunning(prio)
#endif

/* Only for a patched tree with the event unit. In other kernels, no unit ends a wait without the kernel. */
#if !OS_ACCEL_EVENT_LISTS
#define OS_AccelEventSettle(ptcb)                         ((void)(ptcb))
#define OS_AccelEventNew(ptcb)                            ((void)(ptcb))
#define OS_AccelEventWake(pevent, pmsg, pend_stat, pprio) OS_FALSE
#endif

/* ------------------------------------------------------------- event wait lists: each in software or in the unit */

#if OS_EVENT_EN
/*
 * Without an event unit, no event is in the unit. The compiler removes what the kernel does with such events, even
 * without optimisation, because these are macros.
 */
#if !OS_ACCEL_EVENT
#define OS_AccelEventIsInUnit(pevent)          OS_FALSE
#define OS_AccelEventIsWhole(pevent, type)     OS_FALSE
#define OS_AccelEventRing(pevent)              0u
#define OS_AccelEventGet(pevent)               0u
#define OS_AccelEventPut(pevent, value)        ((void)(value))
#define OS_AccelEventTry(pevent, kind)         0u
#define OS_AccelEventPend(pevent, kind, ticks) OS_FALSE
#define OS_AccelEventMsg()                     ((void *)0)
#define OS_AccelEventPeek(pevent, kind)        0u
#define OS_AccelEventOldest(pevent)            ((void *)0)
#define OS_AccelRingMsgs(ring)                 0u
#endif

/* Empty the wait list of an event. */
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
    if (OS_AccelEventIsInUnit(pevent)) {
        OS_AccelEventWaitersSet(pevent);
        OS_AccelUnitInsert(OS_ACCEL_EVENT_ID(pevent), ptcb->OSTCBPrio);
        return;
    }
    OS_AccelListInsert(pevent, ptcb);
}

/* The same for a task whose TCB does not have this priority yet. */
OS_ACCEL_INLINE void OS_AccelEventInsertAs(OS_EVENT *pevent, INT8U prio)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        OS_AccelEventWaitersSet(pevent);
        OS_AccelUnitInsert(OS_ACCEL_EVENT_ID(pevent), prio);
        return;
    }
    OS_AccelListInsertAs(pevent, prio);
}

OS_ACCEL_INLINE void OS_AccelEventRemove(OS_EVENT *pevent, OS_TCB const *ptcb)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        OS_AccelUnitRemove(OS_ACCEL_EVENT_ID(pevent), ptcb->OSTCBPrio);
        return;
    }
    OS_AccelListRemove(pevent, ptcb);
}

/* Return whether the task waits, or has timed out but has not run since. */
OS_ACCEL_INLINE BOOLEAN OS_AccelEventHas(OS_EVENT const *pevent, OS_TCB const *ptcb)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        return OS_AccelUnitHas(OS_ACCEL_EVENT_ID(pevent), ptcb->OSTCBPrio);
    }
    return OS_AccelListHas(pevent, ptcb);
}

OS_ACCEL_INLINE BOOLEAN OS_AccelEventAny(OS_EVENT const *pevent)
{
#if OS_ACCEL_EVENT_LISTS
    if (OS_ACCEL_LIKELY(pevent->OSEventGrp == 0u)) {
        return OS_FALSE;
    }
    if (OS_AccelEventIsInUnit(pevent) && !OS_AccelUnitAny(OS_ACCEL_EVENT_ID(pevent))) {
        OS_AccelEventWaitersClr((OS_EVENT *)(size_t)pevent);
        return OS_FALSE;
    }
    return OS_TRUE;
#else
    if (OS_AccelEventIsInUnit(pevent)) {
        return OS_AccelUnitAny(OS_ACCEL_EVENT_ID(pevent));
    }
    return OS_AccelListAny(pevent);
#endif
}

/* Return the highest-priority waiting task. There must be one. */
OS_ACCEL_INLINE INT8U OS_AccelEventHighest(OS_EVENT const *pevent)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        return OS_AccelUnitHighest(OS_ACCEL_EVENT_ID(pevent));
    }
    return OS_AccelListHighest(pevent);
}

/* Copy the wait list in the layout that the query functions return. */
OS_ACCEL_INLINE void OS_AccelEventCopy(OS_EVENT const *pevent, OS_PRIO *pgrp, OS_PRIO *ptbl)
{
    if (OS_AccelEventIsInUnit(pevent)) {
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

/* Let the running task wait for the event with a timeout: it is no longer ready. It must not have a delay. */
OS_ACCEL_INLINE void OS_AccelEventWait(OS_EVENT *pevent, OS_TCB *ptcb, INT32U timeout)
{
#if OS_ACCEL_EVENT
    if (OS_AccelEventIsInUnit(pevent)) {
        OS_AccelEventWaitersSet(pevent);
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
