/* SPDX-License-Identifier: Apache-2.0 */
/* Wait lists of events in RAM (os_accel.h). With an event unit, only the events that are not in the unit use them. */

#if OS_EVENT_EN
/*
 * Row of a task in a list, and the bits of its row and column. If the unit holds whole events, OSTCBY and the masks in
 * the TCB can belong to an earlier priority.
 */
#define OS_ACCEL_LIST_SHIFT ((OS_LOWEST_PRIO <= 63u) ? 3u : 4u)
#if OS_ACCEL_EVENT_ALL
#define OS_ACCEL_LIST_Y(ptcb)    ((INT8U)((ptcb)->OSTCBPrio >> OS_ACCEL_LIST_SHIFT))
#define OS_ACCEL_LIST_BITY(ptcb) ((OS_PRIO)(1uL << OS_ACCEL_LIST_Y(ptcb)))
#define OS_ACCEL_LIST_BITX(ptcb) ((OS_PRIO)(1uL << ((ptcb)->OSTCBPrio & ((1u << OS_ACCEL_LIST_SHIFT) - 1u))))
#else
#define OS_ACCEL_LIST_Y(ptcb)    ((ptcb)->OSTCBY)
#define OS_ACCEL_LIST_BITY(ptcb) ((ptcb)->OSTCBBitY)
#define OS_ACCEL_LIST_BITX(ptcb) ((ptcb)->OSTCBBitX)
#endif

OS_ACCEL_INLINE void OS_AccelListInit(OS_EVENT *pevent)
{
    INT8U y;

    pevent->OSEventGrp = 0u;
    for (y = 0u; y < OS_EVENT_TBL_SIZE; y++) {
        pevent->OSEventTbl[y] = 0u;
    }
}

OS_ACCEL_INLINE void OS_AccelListInsert(OS_EVENT *pevent, OS_TCB const *ptcb)
{
    pevent->OSEventTbl[OS_ACCEL_LIST_Y(ptcb)] |= OS_ACCEL_LIST_BITX(ptcb);
    pevent->OSEventGrp |= OS_ACCEL_LIST_BITY(ptcb);
}

OS_ACCEL_INLINE void OS_AccelListInsertAs(OS_EVENT *pevent, INT8U prio)
{
    const INT8U shift = OS_ACCEL_LIST_SHIFT;

    pevent->OSEventTbl[prio >> shift] |= (OS_PRIO)(1uL << (prio & ((1u << shift) - 1u)));
    pevent->OSEventGrp |= (OS_PRIO)(1uL << (prio >> shift));
}

OS_ACCEL_INLINE void OS_AccelListRemove(OS_EVENT *pevent, OS_TCB const *ptcb)
{
    INT8U y = OS_ACCEL_LIST_Y(ptcb);

    pevent->OSEventTbl[y] &= (OS_PRIO)~OS_ACCEL_LIST_BITX(ptcb);
    if (pevent->OSEventTbl[y] == 0u) {
        pevent->OSEventGrp &= (OS_PRIO)~OS_ACCEL_LIST_BITY(ptcb);
    }
}

OS_ACCEL_INLINE BOOLEAN OS_AccelListHas(OS_EVENT const *pevent, OS_TCB const *ptcb)
{
    return (BOOLEAN)((pevent->OSEventTbl[OS_ACCEL_LIST_Y(ptcb)] & OS_ACCEL_LIST_BITX(ptcb)) != 0u);
}

OS_ACCEL_INLINE BOOLEAN OS_AccelListAny(OS_EVENT const *pevent)
{
    return (BOOLEAN)(pevent->OSEventGrp != 0u);
}

OS_ACCEL_INLINE INT8U OS_AccelListHighest(OS_EVENT const *pevent)
{
    return OS_AccelHighest(pevent->OSEventGrp, pevent->OSEventTbl);
}

OS_ACCEL_INLINE void OS_AccelListCopy(OS_EVENT const *pevent, OS_PRIO *pgrp, OS_PRIO *ptbl)
{
    INT8U y;

    *pgrp = pevent->OSEventGrp;
    for (y = 0u; y < OS_EVENT_TBL_SIZE; y++) {
        ptbl[y] = pevent->OSEventTbl[y];
    }
}

OS_ACCEL_INLINE void OS_AccelListWait(OS_EVENT *pevent, OS_TCB *ptcb, INT32U timeout)
{
#if OS_ACCEL_TICK_ANYWHERE
    OS_AccelRdyClr(ptcb);
#endif
    OS_AccelDlySet(ptcb, timeout);
    OS_AccelListInsert(pevent, ptcb);
#if !OS_ACCEL_TICK_ANYWHERE
    OS_AccelRdyClr(ptcb);
#endif
}

#if !OS_ACCEL_EVENT_LISTS
/* A function and not a macro, because a macro would make the code at -O0 shorter than in the measured kernels. */
OS_ACCEL_INLINE void OS_AccelEventInit(OS_EVENT *pevent)
{
    OS_AccelListInit(pevent);
}
#endif
#endif

#if !OS_ACCEL_EVENT_LISTS
#define OS_AccelEventSettle(ptcb) ((void)(ptcb)) /* does nothing: OS_AccelSettle() updates the TCB where needed */
#endif

/*
 * Without an event unit, all events are in software. These names are macros, so even at -O0 the compiler removes the
 * kernel's code for events in the unit.
 */
#if !OS_ACCEL_EVENT
#define OS_AccelEventInsert   OS_AccelListInsert
#define OS_AccelEventInsertAs OS_AccelListInsertAs
#define OS_AccelEventRemove   OS_AccelListRemove
#define OS_AccelEventHas      OS_AccelListHas
#define OS_AccelEventAny      OS_AccelListAny
#define OS_AccelEventHighest  OS_AccelListHighest
#define OS_AccelEventCopy     OS_AccelListCopy
#define OS_AccelEventWait     OS_AccelListWait

#define OS_AccelEventNew(ptcb)                            ((void)(ptcb))
#define OS_AccelEventWake(pevent, pmsg, pend_stat, pprio) OS_FALSE

#define OS_AccelEventIsInUnit(pevent)            OS_FALSE
#define OS_AccelEventIsWhole(pevent, type)       OS_FALSE
#define OS_AccelEventRing(pevent)                0u
#define OS_AccelRingMsgs(ring)                   0u
#define OS_AccelEventGet(pevent)                 0u
#define OS_AccelEventPut(pevent, value)          ((void)(value))
#define OS_AccelEventTry(pevent, kind)           0u
#define OS_AccelEventPeek(pevent, kind)          0u
#define OS_AccelEventPend(pevent, kind, timeout) OS_FALSE
#define OS_AccelEventMsg()                       ((void *)0)
#define OS_AccelEventOldest(pevent)              ((void *)0)
#endif
