/* SPDX-License-Identifier: Apache-2.0 */
/* Names of objects. */
#ifndef OS_KERNEL_NAME_H
#define OS_KERNEL_NAME_H

#include "os_kernel.h"

/* Name of an event, for the trace. */
#if OS_EVENT_NAME_EN > 0u
#define OS_EVENT_NAME(pevent) ((pevent)->OSEventName)
#else
#define OS_EVENT_NAME(pevent) ((INT8U *)0)
#endif

#if OS_NAME_USED
#define OS_NAME_NONE ((INT8U *)(void *)"?")
INT8U OS_StrLen(INT8U const *str);
#endif

#endif
