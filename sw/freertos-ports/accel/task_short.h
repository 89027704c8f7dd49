/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fast paths of vTaskSuspend() and vTaskResume(), and the wait and the wake-up in the fast paths of queue_short.h. The
 * tasks.c of a tree patched by `./metro patch` includes this file after task_lists.h. FreeRTOS's functions, in part
 * renamed to ...Original, handle all other cases.
 */
#ifndef TASK_SHORT_H
#define TASK_SHORT_H

#if portREADY_LISTS && (INCLUDE_vTaskSuspend == 1)
#include <short_section.h>

static portFORCE_INLINE BaseType_t prvAwaitsNotification(TCB_t const *pxTCB)
{
    BaseType_t xAwaits = pdFALSE;

#if configUSE_TASK_NOTIFICATIONS == 1
    for (uint32_t ulIndex = 0; ulIndex < configTASK_NOTIFICATION_ARRAY_ENTRIES; ulIndex++) {
        xAwaits = xAwaits || (pxTCB->ucNotifyState[ulIndex] == taskWAITING_NOTIFICATION);
    }
#else
    (void)pxTCB;
#endif
    return xAwaits;
}

void vTaskSuspendOriginal(TaskHandle_t xTask);
void vTaskResumeOriginal(TaskHandle_t xTask);

/* Fast path: the running task suspends itself. No other task's state changes, and the task is in no event list. */
void vTaskSuspend(TaskHandle_t xTask)
{
    TCB_t *const pxTCB = pxCurrentTCB;

    if (((xTask != NULL) && (xTask != pxTCB)) || (xSchedulerRunning == pdFALSE)) {
        vTaskSuspendOriginal(xTask);
        return;
    }
    configASSERT(uxSchedulerSuspended == 0u);
    if (shortTRACED) {
        portENTER_CRITICAL();
    }
    traceENTER_vTaskSuspend(xTask);
    traceTASK_SUSPEND(pxTCB);
    ci_list_put(ulRunning, CI_LIST_PARKED);
    if (shortTRACED) {
        portEXIT_CRITICAL();
    }
    traceRETURN_vTaskSuspend();
    portYIELD_WITHIN_API();
}

/* Fast path: the task is suspended. A task that waits without a timeout is in the same list, but is not suspended. */
void vTaskResume(TaskHandle_t xTask)
{
    TCB_t *const pxTCB = xTask;
    UBaseType_t  uxStatus;
    BaseType_t   xYields;

    if ((pxTCB == NULL) || (pxTCB == pxCurrentTCB)) {
        vTaskResumeOriginal(xTask);
        return;
    }
    uxStatus = uxFastEnter();
    if ((ci_list_where(taskNUMBER(pxTCB)) != CI_LIST_PARKED) ||
        taskIN_EVENT_LIST(pxTCB) || (prvAwaitsNotification(pxTCB) != pdFALSE)) {
        vFastExit(uxStatus);
        vTaskResumeOriginal(xTask);
        return;
    }
    traceENTER_vTaskResume(xTask);
    traceTASK_RESUME(pxTCB);
    prvAddTaskToReadyList(pxTCB);
    xYields = (configUSE_PREEMPTION == 1) && (pxTCB->uxPriority > pxCurrentTCB->uxPriority);
    vFastExit(uxStatus);
    traceRETURN_vTaskResume();
    if (xYields != pdFALSE) {
        portYIELD_WITHIN_API();
    }
}

#define vTaskSuspend vTaskSuspendOriginal
#define vTaskResume  vTaskResumeOriginal
#endif

#if portREADY_LISTS && portWAITERS
/* Return whether xTaskAbortDelay() ended the previous wait and no call has reported this yet. Report it now. */
static portFORCE_INLINE BaseType_t prvIsAborted(void)
{
#if INCLUDE_xTaskAbortDelay == 1
    if (pxCurrentTCB->ucDelayAborted != pdFALSE) {
        pxCurrentTCB->ucDelayAborted = (uint8_t)pdFALSE;
        return pdTRUE;
    }
#endif
    return pdFALSE;
}

/* The two functions below are not inlined, so the usual cases need no stack. */
static __attribute__((noinline)) BaseType_t prvWaitForTime(List_t *pxList, TickType_t xTicks, TimeOut_t *pxStart)
{
    if (pxStart != NULL) {
        vTaskInternalSetTimeOutState(pxStart);
    }
    vTaskPlaceOnEventList(pxList, xTicks);
    return pdTRUE;
}

static __attribute__((noinline)) BaseType_t prvWakeSuspended(List_t const *pxList, BaseType_t xElse)
{
    return (ci_wait_any(portLIST_NUMBER(pxList)) != 0u) ? xTaskRemoveFromEventList(pxList) : xElse;
}

static portFORCE_INLINE BaseType_t prvWait(List_t *pxList, TickType_t xTicks, TimeOut_t *pxStart)
{
#if INCLUDE_vTaskSuspend == 1
    if (xTicks == portMAX_DELAY) {
        traceENTER_vTaskPlaceOnEventList(pxList, xTicks);
        ci_wait_enter(ulRunning, listGET_LIST_ITEM_VALUE(taskEVENT_ITEM(pxCurrentTCB)) |
                                 (portLIST_NUMBER(pxList) << CI_WAIT_LIST_LOW));
        ci_list_put(ulRunning, CI_LIST_PARKED);
        traceRETURN_vTaskPlaceOnEventList();
        return pdTRUE;
    }
#endif
    return prvWaitForTime(pxList, xTicks, pxStart);
}

/* xElse: the result if no task waits. */
static portFORCE_INLINE BaseType_t prvWake(List_t const *pxList, BaseType_t xElse)
{
    uint32_t ulTask;

    if (uxSchedulerSuspended != 0u) {
        return prvWakeSuspended(pxList, xElse);
    }
    ulTask = ci_wait_take(portLIST_NUMBER(pxList));
    if (ulTask >= portTASK_NUMBERS) {
        return xElse;
    }
    prvAddTaskToReadyList(pxTaskOf[ulTask]);
    return pxTaskOf[ulTask]->uxPriority > pxCurrentTCB->uxPriority;
}

/*
 * Put the running task in a wait list of the core, for xTicks ticks. Return whether the task waits: it does not
 * if the call must report an aborted wait (prvIsAborted()). pxStart: where to store the time at which a wait with a
 * timeout begins. If xTaskCheckForTimeOut() has allowed another wait, pxStart is NULL, so nothing is checked or stored.
 * Must be called in a section (short_section.h), with the scheduler not suspended.
 */
BaseType_t xTaskWait(List_t *pxList, TickType_t xTicks, TimeOut_t *pxStart)
{
    if ((pxStart != NULL) && (prvIsAborted() != pdFALSE)) {
        return pdFALSE;
    }
    return prvWait(pxList, xTicks, pxStart);
}

/* Wake the first task in a wait list of the core. Return whether the caller must yield. Must be called in a section. */
BaseType_t xTaskWake(List_t const *pxList)
{
    return prvWake(pxList, pdFALSE);
}

#if configUSE_MUTEXES == 1
/* As xTaskWait(), for a mutex. Store whether its owner inherits the priority of the running task. */
__attribute__((flatten)) BaseType_t xTaskWaitForOwner(List_t *pxList, TickType_t xTicks, TimeOut_t *pxStart,
                                                      TaskHandle_t xOwner, BaseType_t *pxInherits)
{
    if ((pxStart != NULL) && (prvIsAborted() != pdFALSE)) {
        return pdFALSE;
    }
    *pxInherits = xTaskPriorityInherit(xOwner);
    return prvWait(pxList, xTicks, pxStart);
}

/*
 * Take a mutex from its owner, which may lose an inherited priority. Then wake the first waiting task, as xTaskWake().
 * A trace macro can observe this order, which is also FreeRTOS's order. pxOwner: place of the owner in the mutex.
 */
__attribute__((flatten)) BaseType_t xTaskGiveAndWake(List_t const *pxList, TaskHandle_t *pxOwner)
{
    const BaseType_t xYields = xTaskPriorityDisinherit(*pxOwner);

    *pxOwner = NULL;
    return prvWake(pxList, xYields);
}
#endif
#endif

#endif
