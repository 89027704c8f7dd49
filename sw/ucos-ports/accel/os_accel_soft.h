/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The software implementation of the seam: ready list, delays and wait lists in the kernel's structures. os_accel.h
 * selects the parts and includes this file.
 */
#ifndef OS_ACCEL_SOFT_H
#define OS_ACCEL_SOFT_H

/* Return the highest priority in a two-level bitmap: the group gives the row, the row gives the column. */
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

#if OS_ACCEL_RDY_EN == 0u

/* Empty the ready list. */
OS_ACCEL_INLINE void OS_AccelRdyInit(void)
{
    INT8U y;

    OSRdyGrp = 0u;
    for (y = 0u; y < OS_RDY_TBL_SIZE; y++) {
        OSRdyTbl[y] = 0u;
    }
}

/* A macro, because the tick does this for every due task, and at -O0 even an inlined function copies its argument. */
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

/* Return the highest ready task. There always is one, the idle task. */
OS_ACCEL_INLINE INT8U OS_AccelRdyHighest(void)
{
    return OS_AccelHighest(OSRdyGrp, OSRdyTbl);
}

#endif

/* ----------------------------------------------------------------------------------------------------- delays */

#if OS_ACCEL_DLY_EN == 0u

/* Clear all delays. The TCBs are zero already. */
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

/* Return the remaining ticks; 0 if there is no delay. */
OS_ACCEL_INLINE INT32U OS_AccelDlyGet(OS_TCB const *ptcb)
{
    return ptcb->OSTCBDly;
}

/* Copy the remaining ticks to a copy of the TCB. In software the copy already has them. */
OS_ACCEL_INLINE void OS_AccelDlyCopy(OS_TCB const *ptcb, OS_TCB *pcopy)
{
    (void)ptcb;
    (void)pcopy;
}

/* Adapt to a change of the task's priority. In software the delay is part of the TCB. */
OS_ACCEL_INLINE void OS_AccelDlyMove(OS_TCB *ptcb, INT8U prio_old, INT8U prio_new)
{
    (void)ptcb;
    (void)prio_old;
    (void)prio_new;
}

/* Without units, the TCB is always up to date, and a suspended task's delay counts like any other. */
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
 * Count all delays down by one tick. Pass each task whose delay ends to OS_ACCEL_EXPIRED(OS_TCB *), with interrupts
 * disabled. The file that holds OSTimeTick() defines OS_ACCEL_EXPIRED, a macro or an inline function, before it
 * includes this file. Interrupts may be enabled; they are disabled for one task at a time.
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

/* ---------------------------------------------------------------------------------------- event wait lists */

#if OS_EVENT_EN
/* Empty the wait list. */
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
    pevent->OSEventTbl[ptcb->OSTCBY] |= ptcb->OSTCBBitX;
    pevent->OSEventGrp |= ptcb->OSTCBBitY;
}

/* The same for a task whose TCB does not have this priority yet. */
OS_ACCEL_INLINE void OS_AccelListInsertAs(OS_EVENT *pevent, INT8U prio)
{
#if OS_LOWEST_PRIO <= 63u
    const INT8U shift = 3u;
#else
    const INT8U shift = 4u;
#endif

    pevent->OSEventTbl[prio >> shift] |= (OS_PRIO)(1uL << (prio & ((1u << shift) - 1u)));
    pevent->OSEventGrp |= (OS_PRIO)(1uL << (prio >> shift));
}

OS_ACCEL_INLINE void OS_AccelListRemove(OS_EVENT *pevent, OS_TCB const *ptcb)
{
    INT8U y = ptcb->OSTCBY;

    pevent->OSEventTbl[y] &= (OS_PRIO)~ptcb->OSTCBBitX;
    if (pevent->OSEventTbl[y] == 0u) {
        pevent->OSEventGrp &= (OS_PRIO)~ptcb->OSTCBBitY;
    }
}

OS_ACCEL_INLINE BOOLEAN OS_AccelListHas(OS_EVENT const *pevent, OS_TCB const *ptcb)
{
    return (BOOLEAN)((pevent->OSEventTbl[ptcb->OSTCBY] & ptcb->OSTCBBitX) != 0u);
}

OS_ACCEL_INLINE BOOLEAN OS_AccelListAny(OS_EVENT const *pevent)
{
    return (BOOLEAN)(pevent->OSEventGrp != 0u);
}

/* Return the highest-priority waiting task. There must be one. */
OS_ACCEL_INLINE INT8U OS_AccelListHighest(OS_EVENT const *pevent)
{
    return OS_AccelHighest(pevent->OSEventGrp, pevent->OSEventTbl);
}

/* Copy the wait list in the layout that the query functions return. */
OS_ACCEL_INLINE void OS_AccelListCopy(OS_EVENT const *pevent, OS_PRIO *pgrp, OS_PRIO *ptbl)
{
    INT8U y;

    *pgrp = pevent->OSEventGrp;
    for (y = 0u; y < OS_EVENT_TBL_SIZE; y++) {
        ptbl[y] = pevent->OSEventTbl[y];
    }
}
#endif

#endif
