/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replace pends and posts in an application's file with their fast paths (os_event_short.h). Only ucos_ii.h includes
 * this file. If OS_ACCEL_EVENT_ALL is false, the file replaces no function.
 */
#ifndef OS_INLINE_H
#define OS_INLINE_H

#pragma GCC system_header /* suppress warnings about the fast paths in an application */

/* The fast path of a pend for flags is short only if the wait type is a compile-time constant. */
#define OS_FLAG_WAIT_KNOWN(wait_type) __builtin_constant_p(wait_type)

#include "os_event_short.h"

#if OS_ACCEL_EVENT_ALL
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
