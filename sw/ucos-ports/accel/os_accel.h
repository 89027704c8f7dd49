/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The acceleration seam is the only code that accesses the ready list (OSRdyGrp, OSRdyTbl), the delays (OSTCBDly) and
 * the wait lists of events (OSEventGrp, OSEventTbl). It uses only the kernel's public structures, so it fits every
 * uC/OS-II V2.93 kernel. This header is the contract: rules, switches, and the functions that a kernel may call. Ready
 * list, delays and events each have an implementation in software, os_accel_..._soft.h, and one by custom instructions,
 * os_accel_..._hard.h.
 *
 * The custom instructions need these rules; software does not:
 *   - The ready list and the wait lists are indexed by priority. To change a task's priority, call OS_AccelRdyClr() and
 *     OS_AccelEventRemove() with the old priority in the TCB, change it, insert the task again, and call
 *     OS_AccelDlyMove().
 *   - A tick does not end the wait of an expired task. It passes the task to the kernel, which completes the wake-up.
 *     If a deletion or a post clears the delay earlier, the tick does not pass the task on.
 *   - With the time unit and the ready unit, the tick itself makes tasks ready. It passes on only the tasks that need
 *     software. The TCB of a task that the tick made ready still shows a wait. So call OS_AccelSettle() before using
 *     its OSTCBStat or OSTCBStatPend.
 *   - Call OS_AccelHold() when a task is suspended, and OS_AccelRelease() when it is resumed.
 *   - In a patched tree the event unit ends waits: call OS_AccelSettle() or OS_AccelEventSettle() before using another
 *     task's OSTCBEventPtr or OSTCBMsg.
 *   - With OS_ACCEL_TICKLESS_EN the time unit generates ticks, even while interrupts are disabled (docs/tickless.md).
 *     The unit must know the running priority, so only the scheduler may call OS_AccelRdyHighest(). Other code calls
 *     OS_AccelRunning().
 */
#ifndef OS_VERSION
#include <ucos_ii.h> /* before the guard, because a kernel's ucos_ii.h includes this file */
#endif

#ifndef OS_ACCEL_H
#define OS_ACCEL_H

#include <stddef.h>

/* ------------------------------------------------------------------------------------------------- the switches */

/*
 * OS_ACCEL_RDY_EN and OS_ACCEL_DLY_EN select custom instructions (1) or software (0) for the ready list and the delays.
 * This gives four systems: original, scheduler, timer and combined. OS_ACCEL_EVENT_EN does so for events, and
 * OS_ACCEL_TICKLESS_EN for the generation of ticks; both need the combined system. OS_ACCEL_LINES is the number of
 * interrupt lines that post without software; it needs both. The core must have the selected
 * units, for at least OS_LOWEST_PRIO + 1 tasks and with delay counters of at least OS_ACCEL_WIDTH bits.
 */
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
#ifndef OS_ACCEL_LINES
#define OS_ACCEL_LINES 0u
#endif
#ifndef OS_ACCEL_WIDTH
#define OS_ACCEL_WIDTH 16u
#endif
#ifndef OS_HW_CALLS_EN
#define OS_HW_CALLS_EN 0u
#endif
#ifndef OS_EVENT_UNIT
#define OS_EVENT_UNIT 0u
#endif

#if (OS_ACCEL_RDY_EN > 1u) || (OS_ACCEL_DLY_EN > 1u) || (OS_ACCEL_EVENT_EN > 1u) || (OS_ACCEL_TICKLESS_EN > 1u)
#error "os_accel.h: OS_ACCEL_RDY_EN, OS_ACCEL_DLY_EN, OS_ACCEL_EVENT_EN and OS_ACCEL_TICKLESS_EN are 0 or 1"
#endif
#if (OS_ACCEL_EVENT_EN > 0u) && ((OS_ACCEL_RDY_EN == 0u) || (OS_ACCEL_DLY_EN == 0u))
#error "os_accel.h: OS_ACCEL_EVENT_EN needs OS_ACCEL_RDY_EN and OS_ACCEL_DLY_EN: the event unit works on both others"
#endif
#if (OS_ACCEL_EVENT_EN > 0u) && (OS_EVENT_UNIT == 0u)
#error "os_accel.h: OS_ACCEL_EVENT_EN must be 0: this kernel keeps its events in software"
#endif
#if (OS_ACCEL_TICKLESS_EN > 0u) && ((OS_ACCEL_RDY_EN == 0u) || (OS_ACCEL_DLY_EN == 0u))
#error "os_accel.h: OS_ACCEL_TICKLESS_EN needs OS_ACCEL_RDY_EN and OS_ACCEL_DLY_EN: an automatic tick uses both units"
#endif
#if (OS_ACCEL_TICKLESS_EN > 0u) && !defined(OS_TICKLESS)
#error "os_accel.h: OS_ACCEL_TICKLESS_EN must be 0: this kernel relies on the tick's interrupt"
#endif
#if (OS_ACCEL_LINES > 0u) && ((OS_ACCEL_EVENT_EN == 0u) || (OS_ACCEL_TICKLESS_EN == 0u))
#error "os_accel.h: OS_ACCEL_LINES needs OS_ACCEL_EVENT_EN and OS_ACCEL_TICKLESS_EN: a line posts to an event unit"
#endif
#if OS_ACCEL_LINES > 32u
#error "os_accel.h: OS_ACCEL_LINES must be 0 to 32: the interrupt lines that post"
#endif
#if (OS_ACCEL_LINES > 0u) && defined(OS_TRACE_EN) && (OS_TRACE_EN > 0u)
#error "os_accel.h: OS_ACCEL_LINES must be 0 with OS_TRACE_EN: a trace keeps all events in software"
#endif
#if (OS_ACCEL_WIDTH < 4u) || (OS_ACCEL_WIDTH > 32u)
#error "os_accel.h: OS_ACCEL_WIDTH must be 4 to 32: the bits of a delay counter"
#endif

/* Longest delay in ticks that the time unit counts. With this unit, OSTCBDly holds the rest of a longer delay, or 0. */
#define OS_ACCEL_DLY_MAX (0xFFFFFFFFu >> (32u - OS_ACCEL_WIDTH))

/*
 * The time unit makes tasks ready without software. This requires the ready unit and a build without trace events,
 * because a trace records the tasks that become ready.
 */
#if defined(OS_TRACE_EN) && (OS_TRACE_EN > 0u)
#define OS_ACCEL_WAKE 0
#else
#define OS_ACCEL_WAKE ((OS_ACCEL_RDY_EN > 0u) && (OS_ACCEL_DLY_EN > 0u))
#endif

/*
 * With a time base, a tick may come between any two instructions, even in a critical section (docs/tickless.md). Some
 * steps then need another place in a sequence. Without a time base, they come where they cost least. An #if selects the
 * place, because an `if` would change the measured code at -O0. An `if` may use only functions that every adapter has.
 */
#define OS_ACCEL_TICK_ANYWHERE (OS_ACCEL_TICKLESS_EN > 0u)

/*
 * Events in hardware. The event unit also makes tasks ready without software. With a trace, all events are in software.
 */
#define OS_ACCEL_EVENT (OS_ACCEL_WAKE && (OS_ACCEL_EVENT_EN > 0u))

/* Contents of the unit. OS_EVENT_UNIT 1: whole events, with event flag groups; 2, a patched tree: only wait lists. */
#define OS_ACCEL_EVENT_ALL   (OS_ACCEL_EVENT && (OS_EVENT_UNIT == 1u))
#define OS_ACCEL_EVENT_LISTS (OS_ACCEL_EVENT && (OS_EVENT_UNIT == 2u))

/* Without a time base, the slots count the ticks that software executes, so hardware threads read the time directly. */
#define OS_ACCEL_TIME_SHARED (OS_ACCEL_EVENT_ALL && (OS_ACCEL_TICKLESS_EN == 0u) && (OS_HW_CALLS_EN > 0u))

/* Inlined even at -O0: with a call for each access, a measurement would show the seam rather than the kernel. */
#define OS_ACCEL_INLINE static inline __attribute__((always_inline))

/* With an event unit, rare cases are out of line: the usual case is then so short that it saves no registers. */
#if OS_ACCEL_EVENT
#define OS_ACCEL_OUT_OF_LINE __attribute__((noinline))
#else
#define OS_ACCEL_OUT_OF_LINE
#endif

/* Tells the compiler which case must be fast. */
#define OS_ACCEL_LIKELY(condition) __builtin_expect((condition), 1)

/* ------------------------------------------------------------------------------------------------ the functions */

/*
 * Each list names the files that define its functions. Some are macros and may evaluate an argument more than once.
 * Interrupts must be disabled, or the scheduler not yet started, except for functions of an outcome and functions
 * with "At any time". Delays and timeouts are in ticks; 0 means no delay or limit. No function returns an error code.
 *
 * Start: os_accel_shared.h
 *   void OS_AccelInit(void): check that the core has the selected units. If it has not, OS_CPU_AccelRefused() ends the
 *       run.
 *
 * Ready list: os_accel_ready_soft.h, os_accel_ready_hard.h
 *   void OS_AccelRdyInit(void): empty the list.
 *   void OS_AccelRdySet(OS_TCB const *ptcb): insert a task.
 *   void OS_AccelRdyClr(OS_TCB const *ptcb): remove a task, if it is in the list.
 *   BOOLEAN OS_AccelRdyTst(OS_TCB const *ptcb): return whether a task is in the list.
 *   INT8U OS_AccelRdyHighest(void): return the highest ready priority. The idle task is always ready. A time base then
 *       takes the result as the running priority, so the caller must switch to that task.
 *   void OS_AccelRunning(INT32U prio): tell a time base the running priority without a switch. With 0, no task is more
 *       urgent, so a tick interrupts only if it needs software.
 *
 * Ready list, only in the unit: os_accel_ready_hard.h
 *   void OS_AccelRdyMove(INT32U prio_old, INT32U prio): move a task in the list to another priority.
 *   INT32U OS_AccelRdyTstPrio(INT32U prio): as OS_AccelRdyTst(), but return a whole word.
 *   INT32U OS_AccelRdyFirst(void): as OS_AccelRdyHighest(), but return a whole word.
 *
 * Delays: os_accel_delay_soft.h, os_accel_delay_hard.h
 *   void OS_AccelDlyInit(void): clear all delays. The TCBs are zero already.
 *   void OS_AccelDlySet(OS_TCB *ptcb, INT32U ticks): start a delay. The task must not have one.
 *   void OS_AccelDlyClr(OS_TCB *ptcb): end the task's delay, if it has one.
 *   INT32U OS_AccelDlyGet(OS_TCB const *ptcb): return the remaining ticks; 0 if there is no delay.
 *   void OS_AccelDlyCopy(OS_TCB const *ptcb, OS_TCB *pcopy): write the remaining ticks to a copy of the TCB.
 *   void OS_AccelDlyMove(OS_TCB *ptcb, INT8U prio_old, INT8U prio_new): move the delay to the task's new priority,
 *       because the unit counts it by priority.
 *   void OS_AccelSettle(OS_TCB *ptcb): update the TCB of a task that a unit may have made ready, at the end of its
 *       delay or by a post.
 *   void OS_AccelHold(OS_TCB const *ptcb): let the kernel, not the units, process the end of this task's delay, and
 *       posts to the task.
 *   void OS_AccelMark(OS_TCB const *ptcb): let the kernel process posts to this task, which waits for several events.
 *   void OS_AccelRelease(OS_TCB const *ptcb): undo OS_AccelHold() and OS_AccelMark(). The task stays held if it is
 *       suspended or a part of its long delay remains, and marked if it waits for several events.
 *   INT32U OS_AccelTime(void): return the ticks since reset that have taken effect, modulo 2^32. Without a time base:
 *       0. At any time.
 *   void OS_AccelDlyTick(void): count all delays down by one tick. Pass each task whose delay ends and that needs
 *       software to OS_ACCEL_EXPIRED(OS_TCB *), with interrupts disabled for one task at a time. The file that holds
 *       OSTimeTick() defines OS_ACCEL_EXPIRED, a macro or an inline function, before it includes this file. At any
 *       time.
 *
 * Delays, only in the unit: os_accel_delay_hard.h
 *   INT32U OS_AccelDlyRest(OS_TCB const *ptcb): return the rest of a long delay, above OS_ACCEL_DLY_MAX ticks, that the
 *       unit does not count yet.
 *   INT32U OS_AccelDlyCount(void): count all delays down by one tick. If the result is not 0, a task needs
 *       OS_AccelExpired().
 *   void OS_AccelExpired(void): process the ends of delays that need software. The port's fast path of a tick also
 *       calls this. At any time.
 *   void OS_AccelTimeTick(void): advance the time but not the delays.
 *
 * Time base: os_accel_delay_hard.h
 *   void OS_AccelTickPeriod(INT32U cycles): set the clock cycles per tick; 0 stops the ticks. A tick that has begun
 *       keeps its length. At any time.
 *   INT32U OS_AccelTickPeriodMin(void): return the shortest period in clock cycles. The unit needs this time to prepare
 *       the next tick. At any time.
 *   void OS_AccelTickAutomaticSet(BOOLEAN is_automatic): let ticks take effect without software, or wait for
 *       OS_AccelDlyTick(). The debugger's halt stops the ticks.
 *   INT32U OS_AccelTickStatus(void): return the reasons of the interrupt: OS_ACCEL_TICK_SOFTWARE (call
 *       OS_AccelExpired()), OS_ACCEL_TICK_WAITING (call OS_AccelDlyTick()), OS_ACCEL_TICK_LINES (with OS_ACCEL_LINES:
 *       a post of a line is left to software), and alarms.
 *   INT32U OS_AccelTickAlarms(INT32U stat): return the expired alarms in a status, one bit each.
 *   void OS_AccelAlarmsClr(INT32U stat): clear the expired alarms in a status.
 *   void OS_AccelAlarmSet(INT32U number, INT32U ticks): let an alarm expire after `ticks`, or earlier if a counter
 *       cannot hold that many. 0 switches the alarm off.
 *
 * Interrupt lines that post, only with OS_ACCEL_LINES: os_accel_event_hard.h
 *   `lines` has a bit for each line.
 *   void OS_AccelLineSet(INT32U line, INT32S handle, void *pmsg, BOOLEAN is_level): let a line post to an event.
 *       handle 0: leave all posts to software.
 *   void OS_AccelLineClr(INT32U line): let a line post no longer.
 *   void OS_AccelLinesServed(INT32U lines): let the levels of these lines post again. At any time.
 *   INT32U OS_AccelLinesLeft(void): return the lines with a post that is left to software. At any time.
 *   void OS_AccelLinesMade(INT32U lines): record that software has made one of these posts of each line.
 *   INT32U OS_AccelLinesOverrun(void): return the lines that have lost a post. At any time.
 *   void OS_AccelLinesOverrunClr(INT32U lines): clear this record of the lines.
 *
 * Wait lists of events: os_accel_event_soft.h, os_accel_event_hard.h
 *   void OS_AccelEventInit(OS_EVENT *pevent): empty the wait list.
 *   void OS_AccelEventInsert(OS_EVENT *pevent, OS_TCB const *ptcb): insert a task.
 *   void OS_AccelEventInsertAs(OS_EVENT *pevent, INT8U prio): insert a task whose TCB does not have this priority yet.
 *   void OS_AccelEventRemove(OS_EVENT *pevent, OS_TCB const *ptcb): remove a task, if it is in the list.
 *   BOOLEAN OS_AccelEventHas(OS_EVENT const *pevent, OS_TCB const *ptcb): return whether a task waits, or has timed out
 *       but has not run since.
 *   BOOLEAN OS_AccelEventAny(OS_EVENT const *pevent): return whether the list has a task.
 *   INT8U OS_AccelEventHighest(OS_EVENT const *pevent): return the highest waiting priority. There must be one.
 *   void OS_AccelEventCopy(OS_EVENT const *pevent, OS_PRIO *pgrp, OS_PRIO *ptbl): copy the list in the layout of
 *       OSEventGrp and OSEventTbl[], which the query functions return.
 *   void OS_AccelEventWait(OS_EVENT *pevent, OS_TCB *ptcb, INT32U timeout): let the running task wait with a timeout:
 *       it is no longer ready. It must not have a delay.
 *
 * Waits that the unit ends, for a patched tree: os_accel_event_soft.h, os_accel_event_hard.h
 *   BOOLEAN OS_AccelEventSettle(OS_TCB *ptcb): update the TCB if the unit has ended the task's wait for an event.
 *   void OS_AccelEventNew(OS_TCB const *ptcb): clear the state that an earlier task of this priority has left in the
 *       unit.
 *   BOOLEAN OS_AccelEventWake(OS_EVENT const *pevent, void *pmsg, INT8U pend_stat, INT8U *pprio): end the wait of the
 *       highest waiting task by the unit. At least one task must be waiting. If the unit has ended the wait, return
 *       OS_TRUE and the task's priority. Then call OS_AccelSettle() or OS_AccelEventSettle() before using the task's
 *       OSTCBEventPtr.
 *
 * Events in the unit: os_accel_event_soft.h, os_accel_event_hard.h
 *   `kind` is OS_ACCEL_SEM, OS_ACCEL_MBOX, OS_ACCEL_Q, or OS_ACCEL_LIST for only a wait list.
 *   BOOLEAN OS_AccelEventIsInUnit(OS_EVENT const *pevent): return whether the event is in the unit. If not, its wait
 *       list and its contents are in software.
 *   BOOLEAN OS_AccelEventIsWhole(OS_EVENT const *pevent, INT8U type): return whether the unit holds the whole event and
 *       it has this type. At any time.
 *   INT32U OS_AccelEventRing(OS_EVENT const *pevent): return the value of an empty queue in the unit; 0: the messages
 *       are in software.
 *   INT32U OS_AccelRingMsgs(INT32U ring): return the number of messages in a queue of this value.
 *   INT32U OS_AccelEventGet(OS_EVENT const *pevent): return the event's value: the count, the message, or the state of
 *       the queue.
 *   void OS_AccelEventPut(OS_EVENT *pevent, INT32U value): set the event's value.
 *   INT32U OS_AccelEventTry(OS_EVENT *pevent, INT32U kind): take and return the count or message; 0 if there is none.
 *       At any time.
 *   INT32U OS_AccelEventPeek(OS_EVENT const *pevent, INT32U kind): return what OS_AccelEventTry() would take, without
 *       taking it. For a queue, this is the oldest message.
 *   BOOLEAN OS_AccelEventPend(OS_EVENT const *pevent, INT32U kind, INT32U timeout): let the running task take the count
 *       or message and return OS_TRUE. If there is none, the task waits with a timeout and is no longer ready, but its
 *       TCB does not show this yet.
 *   void *OS_AccelEventMsg(void): return the message that the running task has taken.
 *   void *OS_AccelEventOldest(OS_EVENT const *pevent): take the oldest message of a queue, which must not be empty.
 *
 * Events, only in the unit: os_accel_event_hard.h
 *   `handle` is OS_ACCEL_HANDLE(pevent, kind), as in OSEventHandle, and `id` is OS_ACCEL_EVENT_ID(pevent).
 *   If no task waited, the `outcome` of a post is OS_ACCEL_STORED or OS_ACCEL_FULL. OS_ACCEL_WOKEN: the unit has woken
 *   the highest waiting task. OS_ACCEL_MARKED: that task is marked, and the kernel must wake it.
 *   INT32U OS_AccelEventPost(OS_EVENT *pevent, INT32U kind, void *pmsg): post, and return the outcome. `kind` +
 *       OS_ACCEL_FRONT posts to the front of a queue. At any time.
 *   INT32U OS_AccelEventAbort(OS_EVENT const *pevent): end the wait of the highest waiting task, which gets no message.
 *       Return the outcome.
 *   BOOLEAN OS_AccelIsWoken(INT32U outcome): return whether a task was woken.
 *   INT32U OS_AccelIsNotWoken(INT32U outcome): return 0 if a task was woken.
 *   BOOLEAN OS_AccelIsMarked(INT32U outcome): return whether the kernel must wake the task.
 *   INT32U OS_AccelOutcomePrio(INT32U outcome): return the task's priority.
 *   INT32U OS_AccelWokenPrio(INT32U outcome): the same if the task was woken.
 *   INT32U OS_AccelWokenOffset(INT32U outcome): return the woken task's place in OSTCBPrioTbl[], in bytes.
 *   BOOLEAN OS_AccelPostIsDone(INT32U outcome, INT32U prio): return whether the post was stored, or woke a task that is
 *       less urgent than this priority.
 *   BOOLEAN OS_AccelEventPutIfNoWaiter(OS_EVENT *pevent, INT32U value): set the event's value unless a task waits.
 *       Return whether it is set. At any time.
 *   INT32S OS_AccelEventHandle(OS_EVENT const *pevent, INT8U type): return `handle` if the unit holds the whole event
 *       and the event has this type; else 0. At any time.
 *   void OS_AccelEventWholeSet(OS_EVENT *pevent, INT8U type, INT32U handle): if the event is in the unit, record that
 *       the unit holds the whole event. `handle` is not 0.
 *   void OS_AccelEventWholeClr(OS_EVENT *pevent): undo OS_AccelEventWholeSet().
 *   INT32U OS_AccelHandleTry(INT32S handle): OS_AccelEventTry() with a handle. At any time.
 *   INT32U OS_AccelHandlePost(INT32S handle, void *pmsg): OS_AccelEventPost() with a handle. At any time.
 *   INT32U OS_AccelHandlePend(INT32S handle, INT32U by, INT32U timeout): OS_AccelEventPend() with a handle, for the
 *       task in `by`. `timeout` is at most OS_ACCEL_DLY_MAX.
 *   INT32U OS_AccelPendBy(INT32U prio): return `by` of OS_AccelHandlePend() for the task of this priority.
 *   INT32U OS_AccelWaitEndTake(void): return how the unit ended the running task's wait: OS_ACCEL_POSTED, another value
 *       for an abort, or 0 if the unit has not ended the wait or an earlier call has returned its end.
 *   void OS_AccelEventWaitersSet(OS_EVENT *pevent): record that a task may wait, so that the kernel need not ask the
 *       unit.
 *   void OS_AccelEventWaitersClr(OS_EVENT *pevent): record that no task waits.
 *   INT32U OS_AccelEventMayHaveWaiters(OS_EVENT const *pevent): return this record; not 0: a task may wait.
 *   INT32U OS_AccelUnitEvents(INT32U lacks): return the number of events of the unit, or 0 if it lacks semaphores
 *       (`lacks` is OS_ACCEL_LACKS_SEM) or mailboxes (OS_ACCEL_LACKS_MBOX). OS_ACCEL_LACKS_NONE checks no kind. At any
 *       time.
 *   INT32U OS_AccelUnitWords(void): return the unit's number of words for messages of queues. At any time.
 *   BOOLEAN OS_AccelUnitFlags(void): return whether the unit has event flags. At any time.
 *   void OS_AccelUnitInit(INT32U id, INT32U value): initialise an event with a value and an empty wait list.
 *   INT16U OS_AccelRingSet(INT32U id, INT32U base, INT32U size): make an event an empty queue for `size` messages, from
 *       word `base` on. Return its value.
 *   void OS_AccelRingGet(INT32U id, INT32U *pfrom, INT32U *pto): return the words of a queue: the first word, and the
 *       first word after the queue.
 *   BOOLEAN OS_AccelUnitAny(INT32U id): return whether a task waits.
 *   INT8U OS_AccelUnitHighest(INT32U id): return the highest waiting priority. There must be one.
 *
 * Event flags, only in the unit: os_accel_event_hard.h
 *   `id` of a group is OS_ACCEL_FLAG_ID(pgrp).
 *   BOOLEAN OS_AccelFlagIsInUnit(OS_FLAG_GRP const *pgrp): return whether the group is in the unit.
 *   void OS_AccelFlagWait(OS_FLAG_GRP const *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout): let the running
 *       task wait for these flags with a timeout: it is no longer ready.
 *   void OS_AccelFlagInsert(OS_FLAG_GRP const *pgrp, OS_TCB const *ptcb): insert a task into the group's wait list.
 *   void OS_AccelFlagRemove(OS_FLAG_GRP const *pgrp, OS_TCB const *ptcb): remove a task from it, if it is in the list.
 *   INT32U OS_AccelFlagNext(OS_FLAG_GRP *pgrp, INT32U consumers, INT32U from): wake the next task whose wait the
 *       group's flags satisfy. Return an outcome as for a post, or 0. `consumers` is OS_ACCEL_FLAG_CONSUMERS for tasks
 *       that consume flags, or 0 for other tasks. `from` is OS_AccelFlagFrom(prio), then the previous outcome.
 *   INT32U OS_AccelFlagFrom(INT32U prio): return `from` of OS_AccelFlagNext() for a search from this priority on.
 *   BOOLEAN OS_AccelFlagHasNext(INT32U outcome): return whether a task was woken, so there may be more.
 *   OS_FLAGS OS_AccelFlagGet(OS_FLAG_GRP const *pgrp): return the group's flags. Waits that consume flags change them
 *       in the unit.
 *   void OS_AccelFlagPut(OS_FLAG_GRP *pgrp, OS_FLAGS flags): set the group's flags.
 */

/* --------------------------------------------------------------------------------------------- the implementations */

#include "os_accel_shared.h"
#if OS_ACCEL_RDY_EN > 0u
#include "os_accel_ready_hard.h"
#else
#include "os_accel_ready_soft.h"
#endif
#if OS_ACCEL_DLY_EN > 0u
#include "os_accel_delay_hard.h"
#else
#include "os_accel_delay_soft.h"
#endif
#include "os_accel_event_soft.h" /* with the event unit also, because the unit may have no room for an event */
#if OS_ACCEL_EVENT
#include "os_accel_event_hard.h"
#endif

#endif
