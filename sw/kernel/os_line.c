/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupt lines that post to events of the event unit (os_line.h). */
#include "os_event.h"
#include "os_init.h"
#include "os_line.h"

#if OS_ACCEL_LINES > 0u
/* The event and the message of each connected line; the event is null if the line is not connected. */
static struct {
    OS_EVENT *pevent;
    void *pmsg;
} OSLineTbl[OS_ACCEL_LINES];

/*
 * Description: Disconnect all lines.
 * Arguments  : none
 * Returns    : none
 */
void OS_LinesInit(void)
{
    INT8U line;

    for (line = 0u; line < OS_ACCEL_LINES; line++) {
        OSLineTbl[line].pevent = (OS_EVENT *)0;
        OS_AccelLineClr(line);
    }
}

/*
 * Description: Disconnect the lines that post to an event, which is going to be deleted.
 * Arguments  : pevent   the event
 * Returns    : none
 * Notes      : Interrupts must be disabled.
 */
void OS_LinesForget(OS_EVENT const *pevent)
{
    INT8U line;

    for (line = 0u; line < OS_ACCEL_LINES; line++) {
        if (OSLineTbl[line].pevent == pevent) {
            OSLineTbl[line].pevent = (OS_EVENT *)0;
            OS_AccelLineClr(line);
        }
    }
}

/*
 * Description: Make the posts that the unit leaves to software, because the first waiting task is suspended or waits
 *              for several events.
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
            OS_EVENT *pevent = OSLineTbl[line].pevent;

            switch (pevent->OSEventType) {
#if (OS_MBOX_EN > 0u) && (OS_MBOX_POST_EN > 0u)
            case OS_EVENT_TYPE_MBOX:
                (void)OSMboxPost(pevent, OSLineTbl[line].pmsg);
                break;
#endif
#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u) && (OS_Q_POST_EN > 0u)
            case OS_EVENT_TYPE_Q:
                (void)OSQPost(pevent, OSLineTbl[line].pmsg);
                break;
#endif
            default:
#if OS_SEM_EN > 0u
                (void)OSSemPost(pevent);
#endif
                break;
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

/*
 * Description: Let an interrupt line post to an event without a handler.
 * Arguments  : line     number of the interrupt line; it must be disabled in the core's interrupt mask
 *              pevent   a semaphore, mailbox or queue
 *              pmsg     message of each post to a mailbox or queue; ignored for a semaphore
 *              opt      OS_LINE_OPT_EDGE    each rising edge posts
 *                       OS_LINE_OPT_LEVEL   a high line posts once, and again after OSLineServed()
 * Returns    : OS_ERR_NONE, OS_ERR_LINE_INVALID, OS_ERR_LINE_USED, OS_ERR_LINE_SOFTWARE, OS_ERR_PEVENT_NULL,
 *              OS_ERR_EVENT_TYPE, OS_ERR_POST_NULL_PTR (a mailbox needs a message), OS_ERR_INVALID_OPT
 * Notes      : A post does what OSSemPost(), OSMboxPost() or OSQPost() of a handler does. The deletion of the event
 *              disconnects the line.
 */
INT8U OSLineConnect(INT8U line, OS_EVENT *pevent, void *pmsg, INT8U opt)
{
    INT32S handle;
    INT8U err = OS_ERR_NONE;
    OS_CRITICAL_SR;

    if (line >= OS_ACCEL_LINES) {
        return OS_ERR_LINE_INVALID;
    }
    if (pevent == (OS_EVENT *)0) {
        return OS_ERR_PEVENT_NULL;
    }
    if (opt > OS_LINE_OPT_LEVEL) {
        return OS_ERR_INVALID_OPT;
    }
    OS_ENTER_CRITICAL();
    handle = OS_AccelEventHandle(pevent, pevent->OSEventType);
    if (!OS_LineFits(pevent->OSEventType)) {
        err = OS_ERR_EVENT_TYPE;
    } else if ((pevent->OSEventType == OS_EVENT_TYPE_MBOX) && (pmsg == (void *)0)) {
        err = OS_ERR_POST_NULL_PTR;
    } else if (handle <= 0) {
        err = OS_ERR_LINE_SOFTWARE;
    } else if (OSLineTbl[line].pevent != (OS_EVENT *)0) {
        err = OS_ERR_LINE_USED;
    } else {
        OSLineTbl[line].pevent = pevent;
        OSLineTbl[line].pmsg = pmsg;
        OS_AccelLineSet(line, handle, pmsg, opt == OS_LINE_OPT_LEVEL);
    }
    OS_EXIT_CRITICAL();
    return err;
}

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
    if (OSLineTbl[line].pevent == (OS_EVENT *)0) {
        err = OS_ERR_LINE_NOT_USED;
    }
    OSLineTbl[line].pevent = (OS_EVENT *)0;
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
 * Returns    : OS_TRUE if the line triggered more often than posts were possible, or if its event was full
 */
BOOLEAN OSLineOverrunTake(INT8U line)
{
    INT32U lost;
    OS_CRITICAL_SR;

    if (line >= OS_ACCEL_LINES) {
        return OS_FALSE;
    }
    OS_ENTER_CRITICAL();
    lost = OS_AccelLinesOverrun() & (1uL << line);
    OS_AccelLinesOverrunClr(lost);
    OS_EXIT_CRITICAL();
    return (BOOLEAN)(lost != 0u);
}
#endif
