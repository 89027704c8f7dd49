/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Posts and pends that the event unit does in one instruction, as part of the code that calls them: a call, and the
 * registers that it costs its caller, would take longer than they do.
 *
 * ucos_ii.h puts them in place of OSSemPend(), OSSemPost(), OSMboxPend(), OSMboxPost(), OSQPend() and OSQPost() where
 * the compiler optimises for speed; the functions are there as well. What is not so short is left to the kernel: an
 * event in software, a wrong argument, a pend that has to wait, a post that wakes a more urgent task.
 * An application that wants calls, for a breakpoint or for its size: -DOS_ACCEL_SHORT_EN=0u.
 */
#ifndef OS_EVENT_SHORT_H
#define OS_EVENT_SHORT_H

#ifndef OS_INTERNAL_H
#pragma GCC system_header /* the application's warnings are about its own code */
#endif

#include <os_accel.h>

#if OS_ACCEL_EVENT_ALL && OS_EVENT_EN
#ifdef __cplusplus
extern "C" {
#endif

/*
 * All that is left to do, in the kernel's files. A pend's `which` is 0, or all has been checked. A post's `outcome` is
 * that of the unit, or 0: nothing was posted yet.
 * One call for all of it: so the compiler can put what a call costs there, and not before the instruction.
 */
void OS_SemPendAny(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S which);
INT8U OS_SemPostAny(OS_EVENT *pevent, INT32U outcome);
void *OS_MboxPendAny(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S which);
INT8U OS_MboxPostAny(OS_EVENT *pevent, void *pmsg, INT32U outcome);
void *OS_QPendAny(OS_EVENT *pevent, INT32U timeout, INT8U *perr, INT32S which);
INT8U OS_QPostAny(OS_EVENT *pevent, void *pmsg, INT32U outcome);

/* After a post with this outcome nothing is left to do. */
#define OS_EVENT_DONE(outcome) OS_ACCEL_MOSTLY(CI_EVENT_BELOW((outcome), OSPrioCur))

/* May the caller wait, and has the unit all of the event? *pwhich is how it knows it then, else 0 from now on. */
OS_ACCEL_INLINE BOOLEAN OS_EventToPend(INT32S *pwhich)
{
    if (OS_ACCEL_MOSTLY((OSIntNesting | OSLockNesting) == 0u) && OS_ACCEL_MOSTLY(*pwhich > 0)) {
        return OS_TRUE;
    }
    *pwhich = 0;
    return OS_FALSE;
}

#if OS_SEM_EN > 0u
OS_ACCEL_INLINE void OS_SemPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    INT32S which = OS_AccelEventOf(pevent, OS_EVENT_TYPE_SEM);

    if (OS_EventToPend(&which) && OS_ACCEL_MOSTLY(ci_event_try((INT32U)which) != 0u)) {
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
        outcome = ci_event_post((INT32U)which, 0u);
        if (OS_EVENT_DONE(outcome)) {
            return OS_ERR_NONE;
        }
    }
    return OS_SemPostAny(pevent, outcome);
}
#endif

#if OS_MBOX_EN > 0u
OS_ACCEL_INLINE void *OS_MboxPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    INT32S which = OS_AccelEventOf(pevent, OS_EVENT_TYPE_MBOX);

    if (OS_EventToPend(&which)) {
        void *pmsg = (void *)(size_t)ci_event_try((INT32U)which);

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
        outcome = ci_event_post((INT32U)which, (INT32U)(size_t)pmsg);
        if (OS_EVENT_DONE(outcome)) {
            return OS_ERR_NONE;
        }
    }
    return OS_MboxPostAny(pevent, pmsg, outcome);
}
#endif
#endif

#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
/* A null message, and those of a queue whose ring is in software, the unit does not give out so. */
OS_ACCEL_INLINE void *OS_QPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr)
{
    INT32S which = OS_AccelEventOf(pevent, OS_EVENT_TYPE_Q);

    if (OS_EventToPend(&which)) {
        void *pmsg = (void *)(size_t)ci_event_try((INT32U)which);

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
        outcome = ci_event_post((INT32U)which, (INT32U)(size_t)pmsg);
        if (OS_EVENT_DONE(outcome)) {
            return OS_ERR_NONE;
        }
    }
    return OS_QPostAny(pevent, pmsg, outcome);
}
#endif
#endif

#ifndef OS_INTERNAL_H
#define OSSemPend(pevent, timeout, perr)  OS_SemPend((pevent), (timeout), (perr))
#define OSSemPost(pevent)                 OS_SemPost((pevent))
#define OSMboxPend(pevent, timeout, perr) OS_MboxPend((pevent), (timeout), (perr))
#define OSMboxPost(pevent, pmsg)          OS_MboxPost((pevent), (pmsg))
#define OSQPend(pevent, timeout, perr)    OS_QPend((pevent), (timeout), (perr))
#define OSQPost(pevent, pmsg)             OS_QPost((pevent), (pmsg))
#endif

#ifdef __cplusplus
}
#endif
#endif

#endif
