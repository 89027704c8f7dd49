/* SPDX-License-Identifier: Apache-2.0 */
/* Events in the event unit (os_accel.h). An event for which the unit has no room is in software. */

/* Kinds of events in the unit. A pend or a post adds a kind to the event's number; OS_ACCEL_FRONT is for posts only. */
#define OS_ACCEL_SEM   CI_EVENT_SEMAPHORE
#define OS_ACCEL_MBOX  CI_EVENT_MAILBOX
#define OS_ACCEL_Q     CI_EVENT_QUEUE
#define OS_ACCEL_LIST  CI_EVENT_LIST
#define OS_ACCEL_FRONT CI_EVENT_TO_FRONT

#define OS_ACCEL_STORED                     CI_EVENT_STORED
#define OS_ACCEL_FULL                       CI_EVENT_FULL
#define OS_ACCEL_WOKEN                      CI_EVENT_WOKEN
#define OS_ACCEL_MARKED                     CI_EVENT_MARKED
#define OS_AccelIsWoken(outcome)            (CI_EVENT_OUTCOME(outcome) == CI_EVENT_WOKEN)
#define OS_AccelIsNotWoken(outcome)         ((outcome) % 4u ^ CI_EVENT_WOKEN)
#define OS_AccelIsMarked(outcome)           (CI_EVENT_OUTCOME(outcome) == CI_EVENT_MARKED)
#define OS_AccelOutcomePrio(outcome)        CI_EVENT_WHO(outcome)
#define OS_AccelWokenPrio(outcome)          ((outcome) >> CI_EVENT_WHO_LOW)
#define OS_AccelWokenOffset(outcome)        ((outcome) >> (CI_EVENT_WHO_LOW - 2u))
#define OS_AccelPostIsDone(outcome, prio)   CI_EVENT_BELOW((outcome), (prio))

/* ---------------------------------------------------------------------------------------- events by their number */

OS_ACCEL_INLINE BOOLEAN OS_AccelUnitAny(INT32U id)
{
    return (BOOLEAN)(ci_event_word(id + CI_EVENT_ROWS) != 0u);
}

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

OS_ACCEL_INLINE void OS_AccelUnitInit(INT32U id, INT32U value)
{
    ci_event_init(id, value);
}

OS_ACCEL_INLINE INT16U OS_AccelRingSet(INT32U id, INT32U base, INT32U size)
{
    (void)ci_event_put(id, CI_EVENT_RING(base, size));
    return (INT16U)CI_EVENT_RING(base, size);
}

OS_ACCEL_INLINE void OS_AccelRingGet(INT32U id, INT32U *pfrom, INT32U *pto)
{
    const INT32U ring = ci_event_get(id);

    *pfrom = CI_EVENT_RING_BASE(ring);
    *pto = *pfrom + CI_EVENT_RING_SIZE(ring);
}

#define OS_AccelRingMsgs(ring) ((ring) >> 24u)

/* ------------------------------------------------------------------------------------- waits that the unit ended */

#define OS_ACCEL_POSTED       CI_EVENT_POSTED
#define OS_AccelWaitEndTake() ci_event_take(OSPrioCur)
#define OS_AccelEventMsg()    ((void *)(size_t)ci_event_message(OSPrioCur))

#if OS_ACCEL_EVENT_LISTS
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
#endif

OS_ACCEL_INLINE void OS_AccelEventNew(OS_TCB const *ptcb)
{
    ci_event_mark(ptcb->OSTCBPrio, 0u);
    (void)ci_event_take(ptcb->OSTCBPrio);
}

/* ------------------------------------------------------------------------------------ interrupt lines that post */

#if OS_ACCEL_LINES > 0u
#include <ci_lines.h>

#define OS_AccelLineSet(line, handle, pmsg, is_level) \
    ci_line_set((line), (INT32U)(handle), (INT32U)(size_t)(pmsg), \
                ((is_level) ? CI_LINE_LEVEL : 0u) | (((handle) == 0) ? CI_LINE_SOFTWARE : 0u))
#define OS_AccelLineClr(line)          ci_line_clear(line)
#define OS_AccelLinesServed(lines)     ci_lines_served(lines)
#define OS_AccelLinesLeft()            ci_lines_left()
#define OS_AccelLinesMade(lines)       ci_lines_made(lines)
#define OS_AccelLinesOverrun()         ci_lines_overrun()
#define OS_AccelLinesOverrunClr(lines) ci_lines_overrun_clear(lines)
#endif

/* -------------------------------------------------------------------------------------------------- event flags */

#if OS_ACCEL_EVENT_ALL && (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
#define OS_AccelFlagIsInUnit(pgrp) ((pgrp)->OSFlagUnit >= 0)
#define OS_ACCEL_FLAG_ID(pgrp)     ((INT32U)(pgrp)->OSFlagUnit)

OS_ACCEL_INLINE void OS_AccelFlagWait(OS_FLAG_GRP const *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout)
{
    const INT32U consume = ((wait_type & OS_FLAG_CONSUME) != 0u) ? CI_EVENT_CONSUME : 0u;
    const INT32U kind = (wait_type & 3uL) * CI_EVENT_ANY + consume; /* bits 1:0 are the unit's bits `set` and `any` */

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

#define OS_ACCEL_FLAG_CONSUMERS                 CI_EVENT_CONSUMERS
#define OS_AccelFlagFrom(prio)                  CI_EVENT_FROM(prio)
#define OS_AccelFlagHasNext(outcome)            CI_EVENT_GOES_ON(outcome)
#define OS_AccelFlagNext(pgrp, consumers, from) ci_event_flag_next(OS_ACCEL_FLAG_ID(pgrp) + (consumers), (from))
#define OS_AccelFlagGet(pgrp)                   ((OS_FLAGS)ci_event_get(OS_ACCEL_FLAG_ID(pgrp)))
#define OS_AccelFlagPut(pgrp, flags)            ((void)ci_event_put(OS_ACCEL_FLAG_ID(pgrp), (flags)))
#endif

/* ------------------------------------------------------------------------------------------------------- events */

#if OS_EVENT_EN
#define OS_AccelEventIsInUnit(pevent)   ((pevent)->OSEventUnit >= 0)
#define OS_ACCEL_EVENT_ID(pevent)       ((INT32U)(pevent)->OSEventUnit)
#define OS_ACCEL_HANDLE(pevent, kind)   (OS_ACCEL_EVENT_ID(pevent) + (kind))

#if OS_ACCEL_EVENT_ALL
/*
 * OSEventHandle has one entry for each type of event, with index type % 4. Mailbox, queue, semaphore and mutex are
 * types 1 to 4, so no two types share an entry. An event flag group, type 5, is not an OS_EVENT.
 */
#define OS_ACCEL_HANDLE_BIT(type) (1u << ((type) % 4u))
#if (OS_ACCEL_HANDLE_BIT(OS_EVENT_TYPE_MBOX) | OS_ACCEL_HANDLE_BIT(OS_EVENT_TYPE_Q) | \
     OS_ACCEL_HANDLE_BIT(OS_EVENT_TYPE_SEM) | OS_ACCEL_HANDLE_BIT(OS_EVENT_TYPE_MUTEX)) != 0xFu
#error "os_accel_event_hard.h: two types of events share an entry of OSEventHandle"
#endif

/*
 * Return the event's handle for this type: its number and kind in the unit. The handle of a mutex is its ceiling + 1,
 * or 1 without a ceiling. The handle is 0 if the event has another type or is not whole in the unit, so a post or pend
 * checks only the handle.
 */
OS_ACCEL_INLINE INT32S OS_AccelEventHandle(OS_EVENT const *pevent, INT8U type)
{
#if OS_ARG_CHK_EN > 0u
    if (pevent == (OS_EVENT const *)0) {
        return 0;
    }
#endif
    return pevent->OSEventHandle[type % 4u];
}

OS_ACCEL_INLINE void OS_AccelEventWholeSet(OS_EVENT *pevent, INT8U type, INT32U handle)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        pevent->OSEventHandle[type % 4u] = (INT16S)handle;
    }
}

OS_ACCEL_INLINE void OS_AccelEventWholeClr(OS_EVENT *pevent)
{
    INT8U i;

    for (i = 0u; i < 4u; i++) {
        pevent->OSEventHandle[i] = 0;
    }
}
#endif

OS_ACCEL_INLINE BOOLEAN OS_AccelEventPend(OS_EVENT const *pevent, INT32U kind, INT32U timeout)
{
    const INT32U operand = OS_ACCEL_HANDLE(pevent, kind) + CI_EVENT_TASK(OSPrioCur);

    if (timeout <= OS_ACCEL_DLY_MAX) {
        return (BOOLEAN)ci_event_pend(operand, timeout);
    }
    if (ci_event_pend(operand, 0u) != 0u) {
        return OS_TRUE;
    }
    OS_AccelDlySet(OSTCBCur, timeout);
    return OS_FALSE;
}

/* Pend as the idle task, which never waits. In an interrupt, the running task may be in a pend and need its message. */
OS_ACCEL_INLINE void *OS_AccelEventOldest(OS_EVENT const *pevent)
{
    (void)ci_event_pend(OS_ACCEL_HANDLE(pevent, OS_ACCEL_Q) + CI_EVENT_TASK(OS_TASK_IDLE_PRIO), 0u);
    return (void *)(size_t)ci_event_message(OS_TASK_IDLE_PRIO);
}

#define OS_AccelEventIsWhole(pevent, type) OS_ACCEL_LIKELY(OS_AccelEventHandle((pevent), (type)) > 0)
#define OS_AccelEventTry(pevent, kind)     ci_event_try(OS_ACCEL_HANDLE(pevent, kind))
#define OS_AccelEventPeek(pevent, kind)    ci_event_try(OS_ACCEL_HANDLE(pevent, kind) + CI_EVENT_PEEK)
#define OS_AccelEventPost(pevent, kind, pmsg) \
    ci_event_post(OS_ACCEL_HANDLE(pevent, kind), (INT32U)(size_t)(pmsg))
#define OS_AccelEventAbort(pevent)      ci_event_abort(OS_ACCEL_EVENT_ID(pevent))
#define OS_AccelEventRing(pevent)       ((pevent)->OSEventRing)
#define OS_AccelEventGet(pevent)        ci_event_get(OS_ACCEL_EVENT_ID(pevent))
#define OS_AccelEventPut(pevent, value) ((void)ci_event_put(OS_ACCEL_EVENT_ID(pevent), (value)))
#define OS_AccelEventPutIfNoWaiter(pevent, value) \
    (ci_event_put(OS_ACCEL_EVENT_ID(pevent) + CI_EVENT_ALONE, (value)) == 0u)

#define OS_AccelHandleTry(handle)               ci_event_try((INT32U)(handle))
#define OS_AccelHandlePost(handle, pmsg)        ci_event_post((INT32U)(handle), (INT32U)(size_t)(pmsg))
#define OS_AccelHandlePend(handle, by, timeout) ci_event_pend((INT32U)(handle) + (by), (timeout))
#define OS_AccelPendBy(prio)                    CI_EVENT_TASK(prio)

#define OS_AccelEventWaitersSet(pevent)     ((pevent)->OSEventGrp = 1u)
#define OS_AccelEventWaitersClr(pevent)     ((pevent)->OSEventGrp = 0u)
#define OS_AccelEventMayHaveWaiters(pevent) ((pevent)->OSEventGrp)

/* --------------------------------------------------------------------- wait lists, each in the unit or in software */

#if OS_ACCEL_EVENT_LISTS
/* An event uses the wait list of the unit with the event's index in OSEventTbl[], if the unit has that list. */
OS_ACCEL_INLINE void OS_AccelEventInit(OS_EVENT *pevent)
{
    const size_t number = ((size_t)pevent - (size_t)&OSEventTbl[0]) / sizeof(OS_EVENT);

    pevent->OSEventUnit = -1;
    if ((number < OS_MAX_EVENTS) && (number < CI_EVENT_INFO_EVENTS(ci_event_info()))) {
        pevent->OSEventUnit = (INT8S)number;
        ci_event_init(number, 0u);
    }
    OS_AccelListInit(pevent);
}
#endif

OS_ACCEL_INLINE void OS_AccelEventInsert(OS_EVENT *pevent, OS_TCB const *ptcb)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        OS_AccelEventWaitersSet(pevent);
        ci_event_add(OS_ACCEL_EVENT_ID(pevent) + CI_EVENT_TASK(ptcb->OSTCBPrio));
        return;
    }
    OS_AccelListInsert(pevent, ptcb);
}

OS_ACCEL_INLINE void OS_AccelEventInsertAs(OS_EVENT *pevent, INT8U prio)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        OS_AccelEventWaitersSet(pevent);
        ci_event_add(OS_ACCEL_EVENT_ID(pevent) + CI_EVENT_TASK(prio));
        return;
    }
    OS_AccelListInsertAs(pevent, prio);
}

OS_ACCEL_INLINE void OS_AccelEventRemove(OS_EVENT *pevent, OS_TCB const *ptcb)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        ci_event_remove(OS_ACCEL_EVENT_ID(pevent) + CI_EVENT_TASK(ptcb->OSTCBPrio));
        return;
    }
    OS_AccelListRemove(pevent, ptcb);
}

OS_ACCEL_INLINE BOOLEAN OS_AccelEventHas(OS_EVENT const *pevent, OS_TCB const *ptcb)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        const INT8U prio = ptcb->OSTCBPrio;

        return (BOOLEAN)((ci_event_word(OS_ACCEL_EVENT_ID(pevent) + CI_EVENT_INDEX(prio / 32u)) >> (prio % 32u)) & 1u);
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

OS_ACCEL_INLINE INT8U OS_AccelEventHighest(OS_EVENT const *pevent)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        return OS_AccelUnitHighest(OS_ACCEL_EVENT_ID(pevent));
    }
    return OS_AccelListHighest(pevent);
}

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

OS_ACCEL_INLINE void OS_AccelEventCopy(OS_EVENT const *pevent, OS_PRIO *pgrp, OS_PRIO *ptbl)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        OS_AccelUnitCopy(OS_ACCEL_EVENT_ID(pevent), pgrp, ptbl);
        return;
    }
    OS_AccelListCopy(pevent, pgrp, ptbl);
}

OS_ACCEL_INLINE void OS_AccelEventWait(OS_EVENT *pevent, OS_TCB *ptcb, INT32U timeout)
{
    if (OS_AccelEventIsInUnit(pevent)) {
        OS_AccelEventWaitersSet(pevent);
        (void)OS_AccelEventPend(pevent, OS_ACCEL_LIST, timeout);
        return;
    }
    OS_AccelListWait(pevent, ptcb, timeout);
}

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
