/* SPDX-License-Identifier: Apache-2.0 */
/* Checks at the start of a service. */
#ifndef OS_KERNEL_CHECK_H
#define OS_KERNEL_CHECK_H

#include "os_kernel.h"

#if defined(OS_SAFETY_CRITICAL_IEC61508) && !defined(OS_SAFETY_CRITICAL_EXCEPTION)
#define OS_SAFETY_CRITICAL_EXCEPTION()
#endif

/*
 * Return whether `fails` is true. If so, first run OS_SAFETY_CRITICAL_EXCEPTION(), which os_cfg.h or app_cfg.h can
 * define. This macro is expanded in the service, so it can use the service's __func__ and __LINE__.
 */
#define OS_SAFETY_FAILS(fails) \
    ({ \
        const BOOLEAN fails_ = (BOOLEAN)(fails); \
        if (fails_) { \
            OS_SAFETY_CRITICAL_EXCEPTION(); \
        } \
        fails_; \
    })

/*
 * Return whether `perr` is null, so that the service cannot report an error. Only safety-critical builds check this.
 * Other builds have no such check, even at -O0.
 */
#ifdef OS_SAFETY_CRITICAL
#define OS_PerrIsNull(perr) OS_SAFETY_FAILS((perr) == (INT8U *)0)
#else
#define OS_PerrIsNull(perr) OS_FALSE
#endif

/* After OSSafetyCriticalStart(), no object can be created or deleted. */
#ifdef OS_SAFETY_CRITICAL_IEC61508
#define OS_ObjectsAreFrozen() OS_SAFETY_FAILS(OSSafetyCriticalStartFlag == OS_TRUE)

/* As OS_ObjectsAreFrozen(), but first set *perr to `err`. If objects are not frozen, the caller replaces *perr. */
#define OS_ObjectsAreFrozenErr(perr, err) (*(perr) = (err), OS_ObjectsAreFrozen())
#else
#define OS_ObjectsAreFrozen()             OS_FALSE
#define OS_ObjectsAreFrozenErr(perr, err) OS_FALSE
#endif

/* Return OS_ERR_NONE if the caller may wait, else the reason why not. */
OS_ACCEL_INLINE INT8U OS_WaitChk(void)
{
    if (OSIntNesting > 0u) {
        return OS_ERR_PEND_ISR;
    }
    return (OSLockNesting == 0u) ? OS_ERR_NONE : OS_ERR_PEND_LOCKED;
}

/*
 * Return whether a task runs; if not, set *perr. Before OSStart() no task can wait. Call this only where a wait would
 * begin, because main() may take a count or message that is available.
 */
OS_ACCEL_INLINE BOOLEAN OS_TaskIsRunning(INT8U *perr)
{
    if (OSTCBCur != (OS_TCB *)0) {
        return OS_TRUE;
    }
    *perr = OS_ERR_OS_NOT_RUNNING;
    return OS_FALSE;
}

#if OS_EVENT_EN
/*
 * Check an event and its type. If both are right, OS_EventChkThen() returns `then`. OS_PendChk() also checks that the
 * caller may wait. Every post and pend begins with such a check. The checks are macros, because an inlined function
 * copies its arguments if the compiler does not optimise.
 */
#if OS_ARG_CHK_EN > 0u
#define OS_EventChkThen(pevent, type, then) \
    (((pevent) == (OS_EVENT *)0) ? OS_ERR_PEVENT_NULL : \
     ((pevent)->OSEventType != (type)) ? OS_ERR_EVENT_TYPE : (then))
#else
#define OS_EventChkThen(pevent, type, then) \
    (((pevent)->OSEventType != (type)) ? OS_ERR_EVENT_TYPE : (then))
#endif
#define OS_EventChk(pevent, type) OS_EventChkThen(pevent, type, OS_ERR_NONE)
#define OS_PendChk(pevent, type) \
    OS_EventChkThen(pevent, type, ((OSIntNesting | OSLockNesting) == 0u) ? OS_ERR_NONE : OS_WaitChk())

/* OS_PendChk() in the slow path of a pend. If `handle` is positive, the fast path has already made this check. */
#define OS_PendSlowChk(pevent, type, handle) (((handle) > 0) ? OS_ERR_NONE : OS_PendChk(pevent, type))
#endif

#endif
