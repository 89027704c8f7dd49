/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupt lines that wake tasks without a handler (docs/lines.md). This is an addition to FreeRTOS. It needs a core
 * with --lines and task lists with a time base, a patched kernel, and no tick hook (portTIME_BASE).
 */
#ifndef PORTLINE_H
#define PORTLINE_H

#include <FreeRTOS.h>

#if !portLINES
#error "portline.h: needs lines that post and ticks of the core's time base (portLINES, portTIME_BASE)."
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* When a line triggers. */
#define lineEDGE  0u /* at each rising edge */
#define lineLEVEL 1u /* once while it is high; again only after xLineServed() */

/*
 * Let an interrupt line count its triggers. The line must be disabled in the core's interrupt mask.
 *
 * uxLine:  the number of the interrupt line
 * uxMode:  lineEDGE or lineLEVEL
 * Returns: pdPASS; pdFAIL if there is no such line or mode, or if the line is already connected
 */
BaseType_t xLineConnect(UBaseType_t uxLine, UBaseType_t uxMode);

/*
 * Disconnect a line, and forget its triggers. A task that waits for the line continues to wait until its timeout,
 * or until the line triggers after another xLineConnect().
 *
 * Returns: pdPASS; pdFAIL if the line is not connected
 */
BaseType_t xLineDisconnect(UBaseType_t uxLine);

/*
 * Take a trigger of a line. If there is none, block until the line triggers. While a task waits for a line, no other
 * task may call this for the line, even with xTicksToWait 0. To wait, the caller must not be in a handler or a critical
 * section, and the scheduler must not be suspended.
 *
 * xTicksToWait: the longest wait in ticks; portMAX_DELAY: no limit
 * Returns:      pdTRUE; pdFALSE if the line has not triggered in time, if there is no such line, if xTaskAbortDelay()
 *               has ended the wait, or if another task suspended and resumed the caller
 */
BaseType_t xLineTake(UBaseType_t uxLine, TickType_t xTicksToWait);

/*
 * Let a line with lineLEVEL trigger again. If the line is high, it triggers at once. Call this after the device has
 * been served.
 *
 * Returns: pdPASS; pdFAIL if there is no such line
 */
BaseType_t xLineServed(UBaseType_t uxLine);

/* Return whether a line has lost a trigger since the last call, because 15 triggers were not yet taken. */
BaseType_t xLineOverrunTake(UBaseType_t uxLine);

#ifdef __cplusplus
}
#endif

#endif
