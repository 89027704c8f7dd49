/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupt lines that post to semaphores, mailboxes, queues and event flags without a handler (docs/lines.md). This is
 * an addition to uC/OS-II. It needs a core with --lines and a tickless kernel with its events in the event unit.
 */
#ifndef OS_LINE_H
#define OS_LINE_H

#include <ucos_ii.h>
#include <os_accel.h>

#ifdef __cplusplus
extern "C" {
#endif

#if OS_ACCEL_LINES > 0u
/* How a line posts. */
#define OS_LINE_OPT_EDGE     0u /* each rising edge posts */
#define OS_LINE_OPT_LEVEL    1u /* a high line posts once, and again after OSLineServed() */
#define OS_LINE_OPT_REGISTER 2u /* in addition: the message is the value of a word at the time of the post */

/* Errors, in addition to those of ucos_ii.h. */
#define OS_ERR_LINE_INVALID  170u /* the core has no such line that can post */
#define OS_ERR_LINE_USED     171u /* the line is already connected */
#define OS_ERR_LINE_NOT_USED 172u /* the line is not connected */
#define OS_ERR_LINE_SOFTWARE 173u /* the event is in software, because the event unit has no room for it */

INT8U OSLineConnect(INT8U line, OS_EVENT *pevent, void *pmsg, INT8U opt);
#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
INT8U OSLineConnectFlags(INT8U line, OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U flags_opt, INT8U opt);
#endif
INT8U OSLineDisconnect(INT8U line);
INT8U OSLineServed(INT8U line);
BOOLEAN OSLineOverrunTake(INT8U line);
#endif

#ifdef __cplusplus
}
#endif

#endif
