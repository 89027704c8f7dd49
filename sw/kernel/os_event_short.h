/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Posts and pends as part of the code that calls them, where the event unit makes them so short that a call, and the
 * registers that it costs its caller, would take longer: semaphores, mailboxes and queues by one instruction; mutexes
 * and flags without the unit, as long as nobody waits.
 *
 * ucos_ii.h puts them in place of OSSemPend(), OSSemPost() and those of the others where the compiler optimises for
 * speed; the functions are there as well. What is not so short is left to the kernel: an event in software, a wrong
 * argument, a pend that has to wait, a post that wakes a more urgent task.
 * An application that wants calls, for a breakpoint or for its size: -DOS_ACCEL_SHORT_EN=0u.
 */
#ifndef OS_EVENT_SHORT_H
#define OS_EVENT_SHORT_H

#ifndef OS_INTERNAL_H
#pragma GCC system_header /* the application's warnings are about its own code */
#endif

#include <os_accel.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Not 0: in an interrupt, or the scheduler is locked. */
#if OS_CPU_CONTEXTS > 0
extern volatile INT16U OSNesting; /* OSIntNesting and OSLockNesting, in os_core.c */
#define OS_NESTING OSNesting
#else
#define OS_NESTING (OSIntNesting | OSLockNesting)
#endif

#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
/* The bits of a wait type. */
#define OS_FLAG_WAIT_BIT_ANY 0x01u /* one flag is enough; else all of them are needed */
#define OS_FLAG_WAIT_BIT_SET 0x02u /* the flags are to be 1; else 0 */

/* Are a group's flags what somebody waits for? *pflags_rdy: those of them that are. */
OS_ACCEL_INLINE BOOLEAN OS_FlagsAre(OS_FLAG_GRP const *pgrp, OS_FLAGS flags, INT8U wait_type, OS_FLAGS *pflags_rdy)
{
    OS_FLAGS rdy = flags & pgrp->OSFlagFlags;

    if ((wait_type & OS_FLAG_WAIT_BIT_SET) == 0u) {
        rdy ^= flags;
    }
    *pflags_rdy = rdy;
    return (BOOLEAN)(((wait_type & OS_FLAG_WAIT_BIT_ANY) != 0u) ? (rdy != 0u) : (rdy == flags));
}
#endif

#if OS_ACCEL_EVENT_ALL

/*
 * All that is left to do, in the kernel's files. A pend's `which` is 0, or all has been checked. A post's `outcome` is
 * that of the unit, or 0: nothing was posted yet. If `within` says so, all has been checked, too, and the call comes
 * within the critical section, which it ends with cpu_sr: what was changed there may not be seen half done.
 * One call for all of it: so the compiler can put what a call costs there, and not before the instruction.
 */
#if OS_EVENT_EN
void OS_SemPendAny(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S which);
INT8U OS_SemPostAny(OS_EVENT *pevent, INT32U outcome);
void *OS_MboxPendAny(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S which);
INT8U OS_MboxPostAny(OS_EVENT *pevent, void *pmsg, INT32U outcome);
void *OS_QPendAny(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S which);
INT8U OS_QPostAny(OS_EVENT *pevent, void *pmsg, INT32U outcome);
void OS_MutexPendAny(OS_EVENT *pevent, INT32U timeout, INT8U *perr, OS_CPU_SR cpu_sr, BOOLEAN within);
INT8U OS_MutexPostAny(OS_EVENT *pevent, OS_CPU_SR cpu_sr, BOOLEAN within);
#endif
#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
OS_FLAGS OS_FlagPendAny(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout, INT8U *perr,
                        OS_CPU_SR cpu_sr, BOOLEAN within);
OS_FLAGS OS_FlagPostAny(OS_FLAG_GRP *pgrp, INT8U *perr, OS_CPU_SR cpu_sr, BOOLEAN within);
#endif

/* Nor is much left if that woke a task that comes first, and a switch is short. */
#if (OS_CPU_CONTEXTS > 0) && OS_EVENT_EN
INT8U OS_EventPosted(OS_EVENT *pevent, void *pmsg, INT32U outcome);
#define OS_EVENT_POSTED(pevent, pmsg, outcome) return OS_EventPosted((pevent), (pmsg), (outcome));
#else
#define OS_EVENT_POSTED(pevent, pmsg, outcome)
#endif

/* After a post with this outcome nothing is left to do. */
#define OS_EVENT_DONE(outcome) OS_ACCEL_MOSTLY(OS_AccelDone((outcome), OSPrioCur))

#if OS_EVENT_EN
/* May the caller wait, and has the unit all of the event? *pwhich is how it knows it then, else 0 from now on. */
OS_ACCEL_INLINE BOOLEAN OS_EventToPend(INT32S *pwhich)
{
    if (OS_ACCEL_MOSTLY(OS_NESTING == 0u) && OS_ACCEL_MOSTLY(*pwhich > 0)) {
        return OS_TRUE;
    }
    *pwhich = 0;
    return OS_FALSE;
}
#endif

#if OS_SEM_EN > 0u
OS_ACCEL_INLINE void OS_SemPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    INT32S which = OS_AccelEventOf(pevent, OS_EVENT_TYPE_SEM);

    if (OS_EventToPend(&which) && OS_ACCEL_MOSTLY(OS_AccelTryAs(which) != 0u)) {
        *perr = OS_ERR_NONE;
    } else {
        OS_SemPendAny(pevent, timeout, perr, which);
    }
}

OS_ACCEL_INLINE INT8U OS_SemPost(OS_EVENT *pevent)
{
    const INT32S which = OS_AccelEventOf(pevent, OS_EVENT_TYPE_SEM);
    INT32U outcome = 0u;

    if (OS_ACCEL_MOSTLY(which > 0)) {
        outcome = OS_AccelPostAs(which, 0u);
        if (OS_EVENT_DONE(outcome)) {
            return OS_ERR_NONE;
        }
        OS_EVENT_POSTED(pevent, (void *)0, outcome)
    }
    return OS_SemPostAny(pevent, outcome);
}
#endif

#if OS_MBOX_EN > 0u
OS_ACCEL_INLINE void *OS_MboxPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    INT32S which = OS_AccelEventOf(pevent, OS_EVENT_TYPE_MBOX);

    if (OS_EventToPend(&which)) {
        void *pmsg = (void *)(size_t)OS_AccelTryAs(which);

        if (OS_ACCEL_MOSTLY(pmsg != (void *)0)) {
            *perr = OS_ERR_NONE;
            return pmsg;
        }
    }
    return OS_MboxPendAny(pevent, timeout, perr, which);
}

#if OS_MBOX_POST_EN > 0u
OS_ACCEL_INLINE INT8U OS_MboxPost(OS_EVENT *pevent, void *pmsg)
{
    const INT32S which = OS_AccelEventOf(pevent, OS_EVENT_TYPE_MBOX);
    INT32U outcome = 0u;

    if (OS_ACCEL_MOSTLY(which > 0) && OS_ACCEL_MOSTLY(pmsg != (void *)0)) {
        outcome = OS_AccelPostAs(which, pmsg);
        if (OS_EVENT_DONE(outcome)) {
            return OS_ERR_NONE;
        }
        OS_EVENT_POSTED(pevent, pmsg, outcome)
    }
    return OS_MboxPostAny(pevent, pmsg, outcome);
}
#endif
#endif

#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
/* A null message the unit does not give out so. */
OS_ACCEL_INLINE void *OS_QPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    INT32S which = OS_AccelEventOf(pevent, OS_EVENT_TYPE_Q);

    if (OS_EventToPend(&which)) {
        void *pmsg = (void *)(size_t)OS_AccelTryAs(which);

        if (OS_ACCEL_MOSTLY(pmsg != (void *)0)) {
            *perr = OS_ERR_NONE;
            return pmsg;
        }
    }
    return OS_QPendAny(pevent, timeout, perr, which);
}

#if OS_Q_POST_EN > 0u
OS_ACCEL_INLINE INT8U OS_QPost(OS_EVENT *pevent, void *pmsg)
{
    const INT32S which = OS_AccelEventOf(pevent, OS_EVENT_TYPE_Q);
    INT32U outcome = 0u;

    if (OS_ACCEL_MOSTLY(which > 0)) {
        outcome = OS_AccelPostAs(which, pmsg);
        if (OS_EVENT_DONE(outcome)) {
            return OS_ERR_NONE;
        }
        OS_EVENT_POSTED(pevent, pmsg, outcome)
    }
    return OS_QPostAny(pevent, pmsg, outcome);
}
#endif
#endif

#if OS_MUTEX_EN > 0u
extern INT8U OSMutexPromotions; /* in force now */

/* The lower byte of a mutex's OSEventCnt: who owns it, see os_mutex.c. The processor is little-endian. */
#define OS_MUTEX_PRIO(pevent) (*(INT8U *)&(pevent)->OSEventCnt)

/* The mutex is free, and its ceiling, if it has one, is higher than the task's priority. */
OS_ACCEL_INLINE void OS_MutexPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    INT32S which = OS_AccelEventOf(pevent, OS_EVENT_TYPE_MUTEX);
    OS_CPU_SR cpu_sr = 0u;

    if (OS_EventToPend(&which)) {
        OS_ENTER_CRITICAL();
        if (OS_ACCEL_MOSTLY(OS_MUTEX_PRIO(pevent) == 0xFFu) && OS_ACCEL_MOSTLY(which <= OSPrioCur)) {
            OS_MUTEX_PRIO(pevent) = OSPrioCur;
            pevent->OSEventPtr = OSTCBCur;
            OS_EXIT_CRITICAL();
            *perr = OS_ERR_NONE;
            return;
        }
    }
    OS_MutexPendAny(pevent, timeout, perr, cpu_sr, (BOOLEAN)(which > 0));
}

/* The task owns the mutex, nobody waits for it, and no owner of any was promoted. */
OS_ACCEL_INLINE INT8U OS_MutexPost(OS_EVENT *pevent)
{
    const INT32S which = OS_AccelEventOf(pevent, OS_EVENT_TYPE_MUTEX);
    BOOLEAN within = OS_FALSE;
    OS_CPU_SR cpu_sr = 0u;

    if (OS_ACCEL_MOSTLY(OSIntNesting == 0u) && OS_ACCEL_MOSTLY(which > 0)) {
        within = OS_TRUE;
        OS_ENTER_CRITICAL();
        if (OS_ACCEL_MOSTLY((((size_t)pevent->OSEventPtr ^ (size_t)OSTCBCur) | OSMutexPromotions |
                             OS_AccelEventMaybe(pevent)) == 0u)) {
            OS_MUTEX_PRIO(pevent) = 0xFFu;
            pevent->OSEventPtr = (void *)0;
            OS_EXIT_CRITICAL();
            return OS_ERR_NONE;
        }
    }
    return OS_MutexPostAny(pevent, cpu_sr, within);
}
#endif

#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
/* Is this a group of flags? */
OS_ACCEL_INLINE BOOLEAN OS_FlagIs(OS_FLAG_GRP const *pgrp)
{
#if OS_ARG_CHK_EN > 0u
    if (pgrp == (OS_FLAG_GRP const *)0) {
        return OS_FALSE;
    }
#endif
    return (BOOLEAN)(pgrp->OSFlagType == OS_EVENT_TYPE_FLAG);
}

/* Short enough only where the kind of wait is known when it is compiled; the kernel's function has it for all. */
#ifdef OS_INTERNAL_H
#define OS_FLAG_WAIT_KNOWN(wait_type) 1
#else
#define OS_FLAG_WAIT_KNOWN(wait_type) __builtin_constant_p(wait_type)
#endif

/* The flags are as they should be. */
OS_ACCEL_INLINE OS_FLAGS OS_FlagPend(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout, INT8U *perr)
{
    OS_TCB *ptcb = OSTCBCur;
    BOOLEAN within = OS_FALSE;
    OS_CPU_SR cpu_sr = 0u;

    if (OS_FLAG_WAIT_KNOWN(wait_type) && (OS_FLAG_WAIT_CLR_EN || ((wait_type & OS_FLAG_WAIT_BIT_SET) != 0u)) &&
        ((wait_type & (INT8U)~OS_FLAG_CONSUME) <= OS_FLAG_WAIT_SET_ANY) &&
        OS_ACCEL_MOSTLY(OS_NESTING == 0u) && OS_ACCEL_MOSTLY(OS_FlagIs(pgrp)) &&
        OS_ACCEL_MOSTLY(ptcb != (OS_TCB *)0)) { /* there is none before OSStart() */
        OS_FLAGS flags_rdy;

        within = OS_TRUE;
        OS_ENTER_CRITICAL();
        if (OS_ACCEL_MOSTLY(OS_FlagsAre(pgrp, flags, wait_type, &flags_rdy))) {
            if ((wait_type & OS_FLAG_CONSUME) != 0u) {
                pgrp->OSFlagFlags ^= flags_rdy;
            }
            OS_EXIT_CRITICAL();
            ptcb->OSTCBFlagsRdy = flags_rdy;
            *perr = OS_ERR_NONE;
            return flags_rdy;
        }
    }
    return OS_FlagPendAny(pgrp, flags, wait_type, timeout, perr, cpu_sr, within);
}

/* Nobody waits for flags of the group. */
OS_ACCEL_INLINE OS_FLAGS OS_FlagPost(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U opt, INT8U *perr)
{
    BOOLEAN within = OS_FALSE;
    OS_CPU_SR cpu_sr = 0u;
    OS_FLAGS value;

    if (OS_ACCEL_MOSTLY(opt <= OS_FLAG_SET) && OS_ACCEL_MOSTLY(OS_FlagIs(pgrp))) {
        within = OS_TRUE;
        OS_ENTER_CRITICAL();
        value = pgrp->OSFlagFlags | flags;
        if (opt == OS_FLAG_CLR) {
            value ^= flags;
        }
        pgrp->OSFlagFlags = value;
        if (OS_ACCEL_MOSTLY(pgrp->OSFlagWaited == 0u)) {
            OS_EXIT_CRITICAL();
            *perr = OS_ERR_NONE;
            return value;
        }
    }
    return OS_FlagPostAny(pgrp, perr, cpu_sr, within);
}
#endif

#ifndef OS_INTERNAL_H
#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
#define OSFlagPend(pgrp, flags, wait_type, timeout, perr) \
    OS_FlagPend((pgrp), (flags), (wait_type), (timeout), (perr))
#define OSFlagPost(pgrp, flags, opt, perr) OS_FlagPost((pgrp), (flags), (opt), (perr))
#endif
#if OS_MUTEX_EN > 0u
#define OSMutexPend(pevent, timeout, perr) OS_MutexPend((pevent), (timeout), (perr))
#define OSMutexPost(pevent)                OS_MutexPost((pevent))
#endif
#define OSSemPend(pevent, timeout, perr)  OS_SemPend((pevent), (timeout), (perr))
#define OSSemPost(pevent)                 OS_SemPost((pevent))
#define OSMboxPend(pevent, timeout, perr) OS_MboxPend((pevent), (timeout), (perr))
#define OSMboxPost(pevent, pmsg)          OS_MboxPost((pevent), (pmsg))
#define OSQPend(pevent, timeout, perr)    OS_QPend((pevent), (timeout), (perr))
#define OSQPost(pevent, pmsg)             OS_QPost((pevent), (pmsg))
#endif

#endif

#ifdef __cplusplus
}
#endif

#endif
