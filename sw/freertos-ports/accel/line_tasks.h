/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupt lines that wake tasks of the task lists (portline.h describes the functions). task_lists.h includes this
 * file in the tasks.c of a tree patched by `./metro patch`.
 *
 * The unit counts the triggers of each line. A task that waits for a line sleeps, without an event list. The unit wakes
 * it as a tick does, only while interrupts are enabled and the scheduler is not suspended.
 */
#ifndef LINE_TASKS_H
#define LINE_TASKS_H

#include <ci_lines.h>
#include <portline.h>
#include <short_section.h>

static uint32_t ulLinesConnected; /* a bit for each line */
static TCB_t   *pxLineTask[portLINES]; /* the task that waits for a line, or NULL */

/* Let the lines wake this task no longer, because its number becomes free. Interrupts must be disabled. */
static void prvLinesForget(TCB_t const *pxTCB)
{
    for (uint32_t ulLine = 0; ulLine < portLINES; ulLine++) {
        if (pxLineTask[ulLine] == pxTCB) {
            pxLineTask[ulLine] = NULL;
            ci_line_wait_end(ulLine);
        }
    }
}

BaseType_t xLineConnect(UBaseType_t uxLine, UBaseType_t uxMode)
{
    BaseType_t xFits;

    if ((uxLine >= portLINES) || (uxMode > lineLEVEL)) {
        return pdFAIL;
    }
    taskENTER_CRITICAL();
    xFits = (ulLinesConnected & (1uL << uxLine)) == 0u;
    if (xFits) {
        ulLinesConnected |= 1uL << uxLine;
        ci_line_set(uxLine, 0u, 0u, (uxMode == lineLEVEL) ? CI_LINE_LEVEL : 0u);
        if (pxLineTask[uxLine] != NULL) { /* it has waited since an earlier connection */
            ci_line_wait(uxLine, taskNUMBER(pxLineTask[uxLine]));
        }
    }
    taskEXIT_CRITICAL();
    return xFits;
}

BaseType_t xLineDisconnect(UBaseType_t uxLine)
{
    BaseType_t xWas;

    if (uxLine >= portLINES) {
        return pdFAIL;
    }
    taskENTER_CRITICAL();
    xWas = (ulLinesConnected >> uxLine) & 1u;
    ulLinesConnected &= ~(1uL << uxLine);
    ci_line_clear(uxLine);
    taskEXIT_CRITICAL();
    return xWas;
}

/* Take a trigger if there is one. The task waits no longer. The caller is in a section, as is that of prvLineWait(). */
static portFORCE_INLINE BaseType_t xLineTakeNow(UBaseType_t uxLine)
{
    const uint32_t ulTaken = ci_lines_left() & (1uL << uxLine);

    ci_lines_made(ulTaken);
    ci_line_wait_end(uxLine);
    pxLineTask[uxLine] = NULL;
    return ulTaken != 0u;
}

/* Let the task sleep until the line triggers. The caller then yields. */
static portFORCE_INLINE void prvLineWait(UBaseType_t uxLine, TickType_t xTicks)
{
    pxLineTask[uxLine] = pxCurrentTCB;
    ci_line_wait(uxLine, taskNUMBER(pxCurrentTCB));
    prvAddCurrentTaskToDelayedList((xTicks < taskLONGEST_SLEEP) ? xTicks : taskLONGEST_SLEEP, pdFALSE);
}

BaseType_t xLineTake(UBaseType_t uxLine, TickType_t xTicksToWait)
{
    UBaseType_t uxStatus;
    TickType_t  xStart;
    BaseType_t  xTaken;

    if (uxLine >= portLINES) {
        return pdFALSE;
    }
    uxStatus = uxFastEnter();
    configASSERT(pxLineTask[uxLine] == NULL);
    configASSERT((xTicksToWait == 0u) || (!xFastIsNested() && (uxSchedulerSuspended == 0u)));
    xTaken = xLineTakeNow(uxLine);
    if ((xTaken != pdFALSE) || (xTicksToWait == 0u)) {
        vFastExit(uxStatus);
        return xTaken;
    }
    xStart = xTickCount;
    prvLineWait(uxLine, xTicksToWait);
    vFastExit(uxStatus);
    portYIELD_WITHIN_API();
    uxStatus = uxFastEnter();
    xTaken = xLineTakeNow(uxLine);
    vFastExit(uxStatus);
    if ((xTaken == pdFALSE) && (xTicksToWait == portMAX_DELAY) && ((xTickCount - xStart) >= taskLONGEST_SLEEP)) {
        return xLineTake(uxLine, xTicksToWait);
    }
    return xTaken;
}

BaseType_t xLineServed(UBaseType_t uxLine)
{
    if (uxLine >= portLINES) {
        return pdFAIL;
    }
    ci_lines_served(1uL << uxLine);
    return pdPASS;
}

BaseType_t xLineOverrunTake(UBaseType_t uxLine)
{
    uint32_t ulLost;

    if (uxLine >= portLINES) {
        return pdFALSE;
    }
    taskENTER_CRITICAL();
    ulLost = ci_lines_overrun() & (1uL << uxLine);
    ci_lines_overrun_clear(ulLost);
    taskEXIT_CRITICAL();
    return ulLost != 0u;
}

#endif
