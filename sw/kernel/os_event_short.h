/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Fast paths of pends and posts, inlined into the code that calls them. With the event unit, they take less time than
 * a call, because the caller must save registers for a call. A pend or post of a semaphore, mailbox or queue uses one
 * unit instruction. Pends and posts of mutexes and flags do not use the unit while no task waits. The fast paths of
 * flags exist in every build.
 *
 * If the compiler optimises for speed, os_inline.h replaces OSSemPend(), OSSemPost() and so on with fast paths.
 * The functions exist as well. The kernel handles all other cases, for example a wrong argument or a pend that must
 * wait. It also handles a post that wakes a more urgent task, and for mutexes and flags each post while a task waits.
 * -DOS_ACCEL_SHORT_EN=0u turns the fast paths off, for example for breakpoints or for a smaller application.
 */
#ifndef OS_EVENT_SHORT_H
#define OS_EVENT_SHORT_H

#include <os_accel.h>

#ifdef __cplusplus
extern "C" {
#endif

#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
/* Bits of a wait type. */
#define OS_FLAG_WAIT_BIT_ANY 0x01u /* 1: one flag is enough; 0: all flags are needed */
#define OS_FLAG_WAIT_BIT_SET 0x02u /* 1: the flags must be 1; 0: the flags must be 0 */

/* Return whether a group's flags satisfy a wait. *pflags_rdy gets the flags that have the required value. */
OS_ACCEL_INLINE BOOLEAN OS_FlagsSatisfy(OS_FLAG_GRP const *pgrp, OS_FLAGS flags, INT8U wait_type, OS_FLAGS *pflags_rdy)
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
 * Slow paths, in the kernel's files. In a pend, the fast path has made all checks if `handle` is not 0. In a post,
 * `outcome` is the unit's outcome, or 0 if nothing has been posted. If `in_critical` is true, the fast path has made
 * all checks and has begun a critical section. The slow path ends this section with cpu_sr, so a half-done change
 * stays invisible. A slow path is a single call, so the compiler saves registers there and not before the instruction.
 */
#if OS_EVENT_EN
void OS_SemPendSlow(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S handle);
INT8U OS_SemPostSlow(OS_EVENT *pevent, INT32U outcome);
void *OS_MboxPendSlow(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S handle);
INT8U OS_MboxPostSlow(OS_EVENT *pevent, void *pmsg, INT32U outcome);
void *OS_QPendSlow(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S handle);
INT8U OS_QPostSlow(OS_EVENT *pevent, void *pmsg, INT32U outcome);
void OS_MutexPendSlow(OS_EVENT *pevent, INT32U timeout, INT8U *perr, OS_CPU_SR cpu_sr, BOOLEAN in_critical);
INT8U OS_MutexPostSlow(OS_EVENT *pevent, OS_CPU_SR cpu_sr, BOOLEAN in_critical);
#endif

/*
 * With register banks, OS_EventPostEndShort() in os_core.c completes posts for which OS_EventPostIsDone() is false, and
 * OS_MutexPendShort() and OS_MutexPostShort() in os_mutex.c handle most pends and posts that are not on the fast path.
 */
#define OS_POST_END_SHORT (OS_CPU_CONTEXTS > 0)
#if OS_EVENT_EN
INT8U OS_EventPostEndShort(OS_EVENT *pevent, void *pmsg, INT32U outcome);
void OS_MutexPendGeneral(OS_EVENT *pevent, INT32U timeout, INT8U *perr, OS_CPU_SR cpu_sr, BOOLEAN in_critical);
INT8U OS_MutexPostGeneral(OS_EVENT *pevent, OS_CPU_SR cpu_sr, BOOLEAN in_critical);
void OS_MutexPendShort(OS_EVENT *pevent, INT32U timeout, INT8U *perr, OS_CPU_SR cpu_sr);
INT8U OS_MutexPostShort(OS_EVENT *pevent, OS_CPU_SR cpu_sr);
#endif

/* True if a post with this outcome is complete. */
#define OS_EventPostIsDone(outcome) OS_ACCEL_LIKELY(OS_AccelPostIsDone((outcome), OSPrioCur))

#if OS_EVENT_EN
/* Return whether the caller may wait and the unit holds the whole event. If not, set *phandle to 0. */
OS_ACCEL_INLINE BOOLEAN OS_EventMayPend(INT32S *phandle)
{
    if (OS_ACCEL_LIKELY(OS_NESTING == 0u) && OS_ACCEL_LIKELY(*phandle > 0)) {
        return OS_TRUE;
    }
    *phandle = 0;
    return OS_FALSE;
}
#endif

#if OS_SEM_EN > 0u
OS_ACCEL_INLINE void OS_SemPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    INT32S handle = OS_AccelEventHandle(pevent, OS_EVENT_TYPE_SEM);

    if (OS_EventMayPend(&handle) && OS_ACCEL_LIKELY(OS_AccelHandleTry(handle) != 0u)) {
        *perr = OS_ERR_NONE;
    } else {
        OS_SemPendSlow(pevent, timeout, perr, handle);
    }
}

OS_ACCEL_INLINE INT8U OS_SemPost(OS_EVENT *pevent)
{
    const INT32S handle = OS_AccelEventHandle(pevent, OS_EVENT_TYPE_SEM);
    INT32U outcome = 0u;

    if (OS_ACCEL_LIKELY(handle > 0)) {
        outcome = OS_AccelHandlePost(handle, 0u);
        if (OS_EventPostIsDone(outcome)) {
            return OS_ERR_NONE;
        }
        if (OS_POST_END_SHORT) {
            return OS_EventPostEndShort(pevent, (void *)0, outcome);
        }
    }
    return OS_SemPostSlow(pevent, outcome);
}
#endif

#if OS_MBOX_EN > 0u
OS_ACCEL_INLINE void *OS_MboxPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    INT32S handle = OS_AccelEventHandle(pevent, OS_EVENT_TYPE_MBOX);

    if (OS_EventMayPend(&handle)) {
        void *pmsg = (void *)(size_t)OS_AccelHandleTry(handle);

        if (OS_ACCEL_LIKELY(pmsg != (void *)0)) {
            *perr = OS_ERR_NONE;
            return pmsg;
        }
    }
    return OS_MboxPendSlow(pevent, timeout, perr, handle);
}

#if OS_MBOX_POST_EN > 0u
OS_ACCEL_INLINE INT8U OS_MboxPost(OS_EVENT *pevent, void *pmsg)
{
    const INT32S handle = OS_AccelEventHandle(pevent, OS_EVENT_TYPE_MBOX);
    INT32U outcome = 0u;

    if (OS_ACCEL_LIKELY(handle > 0) && OS_ACCEL_LIKELY(pmsg != (void *)0)) {
        outcome = OS_AccelHandlePost(handle, pmsg);
        if (OS_EventPostIsDone(outcome)) {
            return OS_ERR_NONE;
        }
        if (OS_POST_END_SHORT) {
            return OS_EventPostEndShort(pevent, pmsg, outcome);
        }
    }
    return OS_MboxPostSlow(pevent, pmsg, outcome);
}
#endif
#endif

#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
/* OS_AccelHandleTry() does not take a null message from the queue. OS_QPendSlow() takes it. */
OS_ACCEL_INLINE void *OS_QPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    INT32S handle = OS_AccelEventHandle(pevent, OS_EVENT_TYPE_Q);

    if (OS_EventMayPend(&handle)) {
        void *pmsg = (void *)(size_t)OS_AccelHandleTry(handle);

        if (OS_ACCEL_LIKELY(pmsg != (void *)0)) {
            *perr = OS_ERR_NONE;
            return pmsg;
        }
    }
    return OS_QPendSlow(pevent, timeout, perr, handle);
}

#if OS_Q_POST_EN > 0u
OS_ACCEL_INLINE INT8U OS_QPost(OS_EVENT *pevent, void *pmsg)
{
    const INT32S handle = OS_AccelEventHandle(pevent, OS_EVENT_TYPE_Q);
    INT32U outcome = 0u;

    if (OS_ACCEL_LIKELY(handle > 0)) {
        outcome = OS_AccelHandlePost(handle, pmsg);
        if (OS_EventPostIsDone(outcome)) {
            return OS_ERR_NONE;
        }
        if (OS_POST_END_SHORT) {
            return OS_EventPostEndShort(pevent, pmsg, outcome);
        }
    }
    return OS_QPostSlow(pevent, pmsg, outcome);
}
#endif
#endif

#if OS_MUTEX_EN > 0u
extern INT8U OSMutexPromotions; /* number of current promotions */

/* Lower byte of a mutex's OSEventCnt: the priority at which the owner locked the mutex; 0xFF: free. This byte is the
 * first one, because the processor is little-endian. The second byte is the ceiling. */
#define OS_MUTEX_PRIO(pevent) (*(INT8U *)&(pevent)->OSEventCnt)
#define OS_MUTEX_PCP(pevent)  (((INT8U const *)&(pevent)->OSEventCnt)[1])

/* The fast path needs a free mutex. Its ceiling, if it has one, must be higher than the task's priority. */
OS_ACCEL_INLINE void OS_MutexPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    INT32S handle = OS_AccelEventHandle(pevent, OS_EVENT_TYPE_MUTEX);
    OS_CPU_SR cpu_sr = 0u;

    if (OS_EventMayPend(&handle)) {
        OS_ENTER_CRITICAL();
        if (OS_ACCEL_LIKELY(OS_MUTEX_PRIO(pevent) == 0xFFu) && OS_ACCEL_LIKELY(handle <= OSPrioCur)) {
            OS_MUTEX_PRIO(pevent) = OSPrioCur;
            pevent->OSEventPtr = OSTCBCur;
            OS_EXIT_CRITICAL();
            *perr = OS_ERR_NONE;
            return;
        }
    }
    if (!OS_POST_END_SHORT) {
        OS_MutexPendSlow(pevent, timeout, perr, cpu_sr, (BOOLEAN)(handle > 0));
    } else if (handle > 0) {
        OS_MutexPendShort(pevent, timeout, perr, cpu_sr);
    } else {
        OS_MutexPendGeneral(pevent, timeout, perr, 0u, OS_FALSE);
    }
}

/* The fast path requires that the task owns the mutex, no task waits for it, and no owner of any mutex is promoted. */
OS_ACCEL_INLINE INT8U OS_MutexPost(OS_EVENT *pevent)
{
    const INT32S handle = OS_AccelEventHandle(pevent, OS_EVENT_TYPE_MUTEX);
    BOOLEAN in_critical = OS_FALSE;
    OS_CPU_SR cpu_sr = 0u;

    if (OS_ACCEL_LIKELY(OSIntNesting == 0u) && OS_ACCEL_LIKELY(handle > 0)) {
        in_critical = OS_TRUE;
        OS_ENTER_CRITICAL();
        if (OS_ACCEL_LIKELY((((size_t)pevent->OSEventPtr ^ (size_t)OSTCBCur) | OSMutexPromotions |
                             OS_AccelEventMayHaveWaiters(pevent)) == 0u)) {
            OS_MUTEX_PRIO(pevent) = 0xFFu;
            pevent->OSEventPtr = (void *)0;
            OS_EXIT_CRITICAL();
            return OS_ERR_NONE;
        }
    }
    if (!OS_POST_END_SHORT) {
        return OS_MutexPostSlow(pevent, cpu_sr, in_critical);
    }
    return in_critical ? OS_MutexPostShort(pevent, cpu_sr) : OS_MutexPostGeneral(pevent, 0u, OS_FALSE);
}
#endif

#endif

/* The fast paths of flags use no instruction of the unit, so every build has them. Slow paths: see above. */
#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
OS_FLAGS OS_FlagPendSlow(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout, INT8U *perr,
                         OS_CPU_SR cpu_sr, BOOLEAN in_critical);
OS_FLAGS OS_FlagPostSlow(OS_FLAG_GRP *pgrp, INT8U *perr, OS_CPU_SR cpu_sr, BOOLEAN in_critical);

/* True if tasks may wait for flags of the group. */
#if OS_ACCEL_EVENT_ALL
#define OS_FLAG_MAY_HAVE_WAITERS(pgrp) ((pgrp)->OSFlagWaited != 0u)
#else
#define OS_FLAG_MAY_HAVE_WAITERS(pgrp) ((pgrp)->OSFlagWaitList != (void *)0)
#endif

/* Return whether this is an event flag group. */
OS_ACCEL_INLINE BOOLEAN OS_FlagGrpIsValid(OS_FLAG_GRP const *pgrp)
{
#if OS_ARG_CHK_EN > 0u
    if (pgrp == (OS_FLAG_GRP const *)0) {
        return OS_FALSE;
    }
#endif
    return (BOOLEAN)(pgrp->OSFlagType == OS_EVENT_TYPE_FLAG);
}

/* In the kernel, the fast path accepts any wait type; in an application, only a compile-time constant (os_inline.h). */
#ifndef OS_FLAG_WAIT_KNOWN
#define OS_FLAG_WAIT_KNOWN(wait_type) 1
#endif

/* The fast path needs flags that satisfy the wait. */
OS_ACCEL_INLINE OS_FLAGS OS_FlagPend(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout, INT8U *perr)
{
    OS_TCB *ptcb = OSTCBCur;
    BOOLEAN in_critical = OS_FALSE;
    OS_CPU_SR cpu_sr = 0u;

    if (OS_FLAG_WAIT_KNOWN(wait_type) && (OS_FLAG_WAIT_CLR_EN || ((wait_type & OS_FLAG_WAIT_BIT_SET) != 0u)) &&
        ((wait_type & (INT8U)~OS_FLAG_CONSUME) <= OS_FLAG_WAIT_SET_ANY) &&
        OS_ACCEL_LIKELY(OS_NESTING == 0u) && OS_ACCEL_LIKELY(OS_FlagGrpIsValid(pgrp)) &&
        OS_ACCEL_LIKELY(ptcb != (OS_TCB *)0)) { /* no task runs before OSStart() */
        OS_FLAGS flags_rdy;

        in_critical = OS_TRUE;
        OS_ENTER_CRITICAL();
        if (OS_ACCEL_LIKELY(OS_FlagsSatisfy(pgrp, flags, wait_type, &flags_rdy))) {
            if ((wait_type & OS_FLAG_CONSUME) != 0u) {
                pgrp->OSFlagFlags ^= flags_rdy;
            }
            OS_EXIT_CRITICAL();
            ptcb->OSTCBFlagsRdy = flags_rdy;
            *perr = OS_ERR_NONE;
            return flags_rdy;
        }
    }
    return OS_FlagPendSlow(pgrp, flags, wait_type, timeout, perr, cpu_sr, in_critical);
}

/* The fast path requires that no task waits for flags of the group. */
OS_ACCEL_INLINE OS_FLAGS OS_FlagPost(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U opt, INT8U *perr)
{
    BOOLEAN in_critical = OS_FALSE;
    OS_CPU_SR cpu_sr = 0u;
    OS_FLAGS value;

    if (OS_ACCEL_LIKELY(opt <= OS_FLAG_SET) && OS_ACCEL_LIKELY(OS_FlagGrpIsValid(pgrp))) {
        in_critical = OS_TRUE;
        OS_ENTER_CRITICAL();
        value = pgrp->OSFlagFlags | flags;
        if (opt == OS_FLAG_CLR) {
            value ^= flags;
        }
        pgrp->OSFlagFlags = value;
        if (OS_ACCEL_LIKELY(!OS_FLAG_MAY_HAVE_WAITERS(pgrp))) {
            OS_EXIT_CRITICAL();
            *perr = OS_ERR_NONE;
            return value;
        }
    }
    return OS_FlagPostSlow(pgrp, perr, cpu_sr, in_critical);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
