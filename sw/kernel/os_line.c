/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupt lines that post to events (os_line.h). */
#include "os_event.h"
#include "os_init.h"
#include "os_kernel.h"
#include "os_line.h"

#if OS_ACCEL_LINES > 0u
/* The post of each line. */
static struct {
    void *pobj; /* event or event flag group; null if the line is not connected */
    void *pmsg; /* message, or with OS_LINE_OPT_REGISTER its address */
    INT8U type; /* of the event */
    INT8U opt;  /* of OSLineConnect(); for flags, of OSFlagPost() */
#if OS_FLAG_USED
    OS_FLAGS flags;
#endif
} OSLineTbl[OS_ACCEL_LINES];

/* The lines that have lost a post of the kernel. The unit reports the lines that have lost another post. */
static INT32U OSLineLost;

/*
 * Description: Disconnect all lines.
 * Arguments  : none
 * Returns    : none
 */
void OS_LinesInit(void)
{
    INT8U line;

    for (line = 0u; line < OS_ACCEL_LINES; line++) {
        OSLineTbl[line].pobj = (void *)0;
        OS_AccelLineClr(line);
    }
    OSLineLost = 0u;
}

/*
 * Description: Disconnect the lines that post to an event or an event flag group, which is going to be deleted.
 * Arguments  : pobj   the event or the group
 * Returns    : none
 * Notes      : Interrupts must be disabled.
 */
void OS_LinesForget(void const *pobj)
{
    INT8U line;

    for (line = 0u; line < OS_ACCEL_LINES; line++) {
        if (OSLineTbl[line].pobj == pobj) {
            OSLineTbl[line].pobj = (void *)0;
            OS_AccelLineClr(line);
        }
    }
}

/* Make a post of a line, and return its error. */
static INT8U OS_LinePost(INT8U line)
{
    void *pobj = OSLineTbl[line].pobj;
    void *pmsg = OSLineTbl[line].pmsg;
    INT8U err;

    if ((OSLineTbl[line].type != OS_EVENT_TYPE_FLAG) && ((OSLineTbl[line].opt & OS_LINE_OPT_REGISTER) != 0u)) {
        pmsg = *(void *volatile *)pmsg;
    }
    switch (OSLineTbl[line].type) {
#if (OS_MBOX_EN > 0u) && (OS_MBOX_POST_EN > 0u)
    case OS_EVENT_TYPE_MBOX:
        err = OSMboxPost(pobj, pmsg);
        break;
#endif
#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u) && (OS_Q_POST_EN > 0u)
    case OS_EVENT_TYPE_Q:
        err = OSQPost(pobj, pmsg);
        break;
#endif
#if OS_FLAG_USED
    case OS_EVENT_TYPE_FLAG:
        (void)OSFlagPost(pobj, OSLineTbl[line].flags, OSLineTbl[line].opt, &err);
        break;
#endif
    default:
#if OS_SEM_EN > 0u
        err = OSSemPost(pobj);
#else
        err = OS_ERR_NONE;
#endif
        break;
    }
    return err;
}

/*
 * Description: Make the posts that the unit leaves to software: to event flags, of a register's value, and to an event
 *              whose first waiting task is suspended or waits for several events.
 * Arguments  : none
 * Returns    : none
 * Notes      : Only the handler of the time base calls this. If a line has further posts, the unit continues with them.
 */
void OS_LinesPost(void)
{
    const INT32U left = OS_AccelLinesLeft();
    INT8U line;

    for (line = 0u; line < OS_ACCEL_LINES; line++) {
        if ((left & (1uL << line)) != 0u) {
            if (OS_LinePost(line) != OS_ERR_NONE) {
                OSLineLost |= 1uL << line;
            }
            OS_AccelLinesMade(1uL << line);
        }
    }
}

/* Return whether a line can post to events of this type. */
static BOOLEAN OS_LineFits(INT8U type)
{
    switch (type) {
#if OS_SEM_EN > 0u
    case OS_EVENT_TYPE_SEM:
        return OS_TRUE;
#endif
#if (OS_MBOX_EN > 0u) && (OS_MBOX_POST_EN > 0u)
    case OS_EVENT_TYPE_MBOX:
        return OS_TRUE;
#endif
#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u) && (OS_Q_POST_EN > 0u)
    case OS_EVENT_TYPE_Q:
        return OS_TRUE;
#endif
    default:
        return OS_FALSE;
    }
}

/* Connect a line, in a critical section. handle: the event in the unit; 0 if the kernel makes all posts. */
static INT8U OS_LineSet(INT8U line, void *pobj, INT8U type, void *pmsg, INT8U opt, INT32S handle)
{
    if (OSLineTbl[line].pobj != (void *)0) {
        return OS_ERR_LINE_USED;
    }
    OSLineTbl[line].pobj = pobj;
    OSLineTbl[line].type = type;
    OSLineTbl[line].pmsg = pmsg;
    OSLineTbl[line].opt = opt;
    OSLineLost &= ~(1uL << line);
    OS_AccelLineSet(line, handle, pmsg, (opt & OS_LINE_OPT_LEVEL) != 0u);
    return OS_ERR_NONE;
}

/*
 * Description: Let an interrupt line post to an event without a handler.
 * Arguments  : line     number of the interrupt line; it must be disabled in the core's interrupt mask
 *              pevent   a semaphore, mailbox or queue
 *              pmsg     message of each post to a mailbox or queue; ignored for a semaphore. With
 *                       OS_LINE_OPT_REGISTER: address of a word. Each post reads the word, which is its message
 *              opt      OS_LINE_OPT_EDGE    each rising edge posts
 *                       OS_LINE_OPT_LEVEL   a high line posts once, and again after OSLineServed()
 *                       + OS_LINE_OPT_REGISTER
 * Returns    : OS_ERR_NONE, OS_ERR_LINE_INVALID, OS_ERR_LINE_USED, OS_ERR_LINE_SOFTWARE, OS_ERR_PEVENT_NULL,
 *              OS_ERR_EVENT_TYPE, OS_ERR_POST_NULL_PTR (a mailbox needs a message, OS_LINE_OPT_REGISTER an address),
 *              OS_ERR_INVALID_OPT
 * Notes      : A post does what OSSemPost(), OSMboxPost() or OSQPost() of a handler does. With OS_LINE_OPT_REGISTER,
 *              the handler of the time base makes the posts. The deletion of the event disconnects the line.
 */
INT8U OSLineConnect(INT8U line, OS_EVENT *pevent, void *pmsg, INT8U opt)
{
    BOOLEAN by_kernel;
    INT32S handle;
    INT8U err;
    OS_CRITICAL_SR;

    if (line >= OS_ACCEL_LINES) {
        return OS_ERR_LINE_INVALID;
    }
    if (pevent == (OS_EVENT *)0) {
        return OS_ERR_PEVENT_NULL;
    }
    if ((opt & ~(OS_LINE_OPT_LEVEL | OS_LINE_OPT_REGISTER)) != 0u) {
        return OS_ERR_INVALID_OPT;
    }
    OS_ENTER_CRITICAL();
    by_kernel = (BOOLEAN)((opt & OS_LINE_OPT_REGISTER) != 0u);
    handle = by_kernel ? 0 : OS_AccelEventHandle(pevent, pevent->OSEventType);
    if (!OS_LineFits(pevent->OSEventType) || (by_kernel && (pevent->OSEventType == OS_EVENT_TYPE_SEM))) {
        err = OS_ERR_EVENT_TYPE;
    } else if ((by_kernel || (pevent->OSEventType == OS_EVENT_TYPE_MBOX)) && (pmsg == (void *)0)) {
        err = OS_ERR_POST_NULL_PTR;
    } else if (!by_kernel && (handle <= 0)) {
        err = OS_ERR_LINE_SOFTWARE;
    } else {
        err = OS_LineSet(line, pevent, pevent->OSEventType, pmsg, opt, handle);
    }
    OS_EXIT_CRITICAL();
    return err;
}

#if OS_FLAG_USED
/*
 * Description: Let an interrupt line post to an event flag group without a handler.
 * Arguments  : line        number of the interrupt line; it must be disabled in the core's interrupt mask
 *              pgrp        the group
 *              flags       the flags that each post sets or clears
 *              flags_opt   OS_FLAG_SET or OS_FLAG_CLR
 *              opt         OS_LINE_OPT_EDGE or OS_LINE_OPT_LEVEL, as in OSLineConnect()
 * Returns    : OS_ERR_NONE, OS_ERR_LINE_INVALID, OS_ERR_LINE_USED, OS_ERR_FLAG_INVALID_PGRP, OS_ERR_EVENT_TYPE,
 *              OS_ERR_FLAG_INVALID_OPT, OS_ERR_INVALID_OPT
 * Notes      : The handler of the time base makes the posts. The deletion of the group disconnects the line.
 */
INT8U OSLineConnectFlags(INT8U line, OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U flags_opt, INT8U opt)
{
    INT8U err = OS_ERR_EVENT_TYPE;
    OS_CRITICAL_SR;

    if (line >= OS_ACCEL_LINES) {
        return OS_ERR_LINE_INVALID;
    }
    if (pgrp == (OS_FLAG_GRP *)0) {
        return OS_ERR_FLAG_INVALID_PGRP;
    }
    if ((flags_opt != OS_FLAG_SET) && (flags_opt != OS_FLAG_CLR)) {
        return OS_ERR_FLAG_INVALID_OPT;
    }
    if (opt > OS_LINE_OPT_LEVEL) {
        return OS_ERR_INVALID_OPT;
    }
    OS_ENTER_CRITICAL();
    if (pgrp->OSFlagType == OS_EVENT_TYPE_FLAG) {
        err = OS_LineSet(line, pgrp, OS_EVENT_TYPE_FLAG, (void *)0, opt, 0);
    }
    if (err == OS_ERR_NONE) {
        OSLineTbl[line].flags = flags;
        OSLineTbl[line].opt = flags_opt;
    }
    OS_EXIT_CRITICAL();
    return err;
}
#endif

/*
 * Description: Disconnect an interrupt line. Triggers of the line that have not led to a post are forgotten.
 * Arguments  : line   number of the line
 * Returns    : OS_ERR_NONE, OS_ERR_LINE_INVALID, OS_ERR_LINE_NOT_USED
 */
INT8U OSLineDisconnect(INT8U line)
{
    INT8U err = OS_ERR_NONE;
    OS_CRITICAL_SR;

    if (line >= OS_ACCEL_LINES) {
        return OS_ERR_LINE_INVALID;
    }
    OS_ENTER_CRITICAL();
    if (OSLineTbl[line].pobj == (void *)0) {
        err = OS_ERR_LINE_NOT_USED;
    }
    OSLineTbl[line].pobj = (void *)0;
    OS_AccelLineClr(line);
    OS_EXIT_CRITICAL();
    return err;
}

/*
 * Description: Let a line with OS_LINE_OPT_LEVEL post again. If the line is high, it posts at once.
 * Arguments  : line   number of the line
 * Returns    : OS_ERR_NONE, OS_ERR_LINE_INVALID
 * Notes      : Call this after the device has been served. It does not change a line with OS_LINE_OPT_EDGE.
 */
INT8U OSLineServed(INT8U line)
{
    if (line >= OS_ACCEL_LINES) {
        return OS_ERR_LINE_INVALID;
    }
    OS_AccelLinesServed(1uL << line);
    return OS_ERR_NONE;
}

/*
 * Description: Return whether a line has lost a post, and clear this record.
 * Arguments  : line   number of the line
 * Returns    : OS_TRUE if the line triggered more often than posts were possible, or if its event was full, or if the
 *              message for a mailbox was null
 */
BOOLEAN OSLineOverrunTake(INT8U line)
{
    INT32U lost;
    OS_CRITICAL_SR;

    if (line >= OS_ACCEL_LINES) {
        return OS_FALSE;
    }
    OS_ENTER_CRITICAL();
    lost = (OS_AccelLinesOverrun() | OSLineLost) & (1uL << line);
    OS_AccelLinesOverrunClr(lost);
    OSLineLost &= ~lost;
    OS_EXIT_CRITICAL();
    return (BOOLEAN)(lost != 0u);
}
#endif
