/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Critical sections of the fast paths (queue_short.h, task_short.h), in a tree patched by `./metro patch`.
 *
 * FreeRTOS's taskEXIT_CRITICAL() enables interrupts when the outermost section ends. So code that contains a
 * critical section, such as a user's trace macro or xTaskCheckForTimeOut(), must run at a nesting of 1 or more.
 * Counting the nesting takes a few cycles. So if all trace macros are empty, a fast path masks interrupts and does not
 * count, except around the call of xTaskCheckForTimeOut() (vFastNest()).
 */
#ifndef SHORT_SECTION_H
#define SHORT_SECTION_H

/* Whether a macro call expands to any code. A constant expression; the arguments are not evaluated. */
#define shortTEXT(...)    #__VA_ARGS__
#define shortHAS_CODE(...) (sizeof(shortTEXT(__VA_ARGS__)) > 1u)

/* Whether a trace macro in a fast path's section, or in a kernel function that it calls, expands to any code. */
#define shortTRACED \
    (shortHAS_CODE(traceQUEUE_SEND(pxQueue)) || \
     shortHAS_CODE(traceQUEUE_RECEIVE(pxQueue)) || \
     shortHAS_CODE(traceBLOCKING_ON_QUEUE_SEND(pxQueue)) || \
     shortHAS_CODE(traceBLOCKING_ON_QUEUE_RECEIVE(pxQueue)) || \
     shortHAS_CODE(traceENTER_xTaskRemoveFromEventList(pxEventList)) || \
     shortHAS_CODE(traceRETURN_xTaskRemoveFromEventList(xReturn)) || \
     shortHAS_CODE(traceENTER_vTaskPlaceOnEventList(pxEventList, xTicks)) || \
     shortHAS_CODE(traceRETURN_vTaskPlaceOnEventList()) || \
     shortHAS_CODE(traceENTER_vTaskInternalSetTimeOutState(pxTimeOut)) || \
     shortHAS_CODE(traceRETURN_vTaskInternalSetTimeOutState()) || \
     shortHAS_CODE(traceENTER_xTaskCheckForTimeOut(pxTimeOut, pxTicks)) || \
     shortHAS_CODE(traceRETURN_xTaskCheckForTimeOut(xReturn)) || \
     shortHAS_CODE(traceENTER_xTaskPriorityDisinherit(pxMutexHolder)) || \
     shortHAS_CODE(traceRETURN_xTaskPriorityDisinherit(xReturn)) || \
     shortHAS_CODE(traceTASK_PRIORITY_DISINHERIT(pxTCB, uxPriority)) || \
     shortHAS_CODE(traceENTER_xTaskPriorityInherit(pxMutexHolder)) || \
     shortHAS_CODE(traceRETURN_xTaskPriorityInherit(xReturn)) || \
     shortHAS_CODE(traceTASK_PRIORITY_INHERIT(pxTCB, uxPriority)) || \
     shortHAS_CODE(traceENTER_vTaskPriorityDisinheritAfterTimeout(pxMutexHolder, uxWaiting)) || \
     shortHAS_CODE(traceRETURN_vTaskPriorityDisinheritAfterTimeout()) || \
     shortHAS_CODE(traceENTER_pvTaskIncrementMutexHeldCount()) || \
     shortHAS_CODE(traceRETURN_pvTaskIncrementMutexHeldCount(pxTCB)) || \
     shortHAS_CODE(traceMOVED_TASK_TO_READY_STATE(pxTCB)) || \
     shortHAS_CODE(tracePOST_MOVED_TASK_TO_READY_STATE(pxTCB)) || \
     shortHAS_CODE(traceMOVED_TASK_TO_DELAYED_LIST()) || \
     shortHAS_CODE(traceMOVED_TASK_TO_OVERFLOW_DELAYED_LIST()) || \
     shortHAS_CODE(traceENTER_vTaskSuspend(xTask)) || \
     shortHAS_CODE(traceTASK_SUSPEND(pxTCB)) || \
     shortHAS_CODE(traceENTER_vTaskResume(xTask)) || \
     shortHAS_CODE(traceTASK_RESUME(pxTCB)) || \
     shortHAS_CODE(mtCOVERAGE_TEST_MARKER()))

/* Begin a section. Return the state for vFastExit(). */
static portFORCE_INLINE UBaseType_t uxFastEnter(void)
{
    if (shortTRACED) {
        portENTER_CRITICAL();
        return 0u;
    }
    return portSET_INTERRUPT_MASK_FROM_ISR();
}

/* End a section. Interrupts are enabled if they were enabled when it began. */
static portFORCE_INLINE void vFastExit(UBaseType_t uxStatus)
{
    if (shortTRACED) {
        portEXIT_CRITICAL();
    } else {
        portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
    }
}

/* Return whether the fast path was called in a critical section. The fast path must be in a section. */
static portFORCE_INLINE BaseType_t xFastIsNested(void)
{
    return uxPortCriticalNesting != (shortTRACED ? 1u : 0u);
}

/* Keep interrupts disabled while functions that contain critical sections run. These functions must not yield, and the
 * fast path's section must not be nested (xFastIsNested()). */
static portFORCE_INLINE void vFastNest(void)
{
    if (!shortTRACED) {
        uxPortCriticalNesting++;
    }
}

static portFORCE_INLINE void vFastUnnest(void)
{
    if (!shortTRACED) {
        uxPortCriticalNesting = 0u;
    }
}

#endif
