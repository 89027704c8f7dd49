/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The critical section of a short way (queue_short.h, task_short.h), in a tree that `./metro patch` made.
 *
 * FreeRTOS's taskEXIT_CRITICAL() enables interrupts when the outermost section ends. So code that contains a section of
 * its own, such as a user's trace macro or xTaskCheckForTimeOut(), must run at a nesting of 1 or more. Counting takes a
 * few cycles. A short way therefore only masks interrupts where no such code runs: while all trace macros are empty.
 */
#ifndef SHORT_SECTION_H
#define SHORT_SECTION_H

/* Does the macro that is called here expand to any code? A constant expression; its arguments are not evaluated. */
#define shortTEXT(...)    #__VA_ARGS__
#define shortHAS_CODE(...) (sizeof(shortTEXT(__VA_ARGS__)) > 1u)

/* Is there code in a trace macro that can run in a short way's section, or in a kernel function that it calls? */
#define shortTRACED \
    (shortHAS_CODE(traceENTER_xQueueGenericSend(xQueue, pvItem, xTicks, xPosition)) || \
     shortHAS_CODE(traceENTER_xQueueReceive(xQueue, pvBuffer, xTicks)) || \
     shortHAS_CODE(traceENTER_xQueueSemaphoreTake(xQueue, xTicks)) || \
     shortHAS_CODE(traceQUEUE_SEND(pxQueue)) || \
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

/* Begin a section. Returns what vShortExit() has to know. */
static portFORCE_INLINE UBaseType_t uxShortEnter(void)
{
    if (shortTRACED) {
        portENTER_CRITICAL();
        return 0u;
    }
    return portSET_INTERRUPT_MASK_FROM_ISR();
}

/* End a section. Interrupts are enabled if they were when it began. */
static portFORCE_INLINE void vShortExit(UBaseType_t uxStatus)
{
    if (shortTRACED) {
        portEXIT_CRITICAL();
    } else {
        portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
    }
}

/* In a section: has the caller of the short way begun one, too? */
static portFORCE_INLINE BaseType_t xShortIsNested(void)
{
    return uxPortCriticalNesting != (shortTRACED ? 1u : 0u);
}

/* In a section that is not nested: keep interrupts off while functions run that contain sections. They do not yield. */
static portFORCE_INLINE void vShortNest(void)
{
    if (!shortTRACED) {
        uxPortCriticalNesting++;
    }
}

static portFORCE_INLINE void vShortUnnest(void)
{
    if (!shortTRACED) {
        uxPortCriticalNesting = 0u;
    }
}

#endif
