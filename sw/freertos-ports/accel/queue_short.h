/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fast paths of calls on queues and semaphores, for the queue.c of a tree patched by `./metro patch`: a send to a queue
 * with room, or a receive from a queue with a message. With portWAITERS, a fast path also blocks the caller, because a
 * wait takes only two instructions. Interrupts stay disabled from the check of the queue until the caller is in the
 * wait list, so the scheduler need not be suspended. FreeRTOS's functions, renamed to ...Original, handle all other
 * cases.
 */
#ifndef QUEUE_SHORT_H
#define QUEUE_SHORT_H

#if portREADY_LISTS
#include <short_section.h>

BaseType_t xQueueGenericSendOriginal(QueueHandle_t xQueue, void const *const pvItem, TickType_t xTicks,
                                     const BaseType_t xPosition);
BaseType_t xQueueReceiveOriginal(QueueHandle_t xQueue, void *const pvBuffer, TickType_t xTicks);
BaseType_t xQueueSemaphoreTakeOriginal(QueueHandle_t xQueue, TickType_t xTicks);

/* task_short.h */
BaseType_t xTaskWait(List_t *pxList, TickType_t xTicks, TimeOut_t *pxStart);
BaseType_t xTaskWaitForOwner(List_t *pxList, TickType_t xTicks, TimeOut_t *pxStart, TaskHandle_t xOwner,
                             BaseType_t *pxInherits);
BaseType_t xTaskWake(List_t const *pxList);
BaseType_t xTaskGiveAndWake(List_t const *pxList, TaskHandle_t *pxOwner);

/* Largest item of a fast path, in bytes. The fast path copies an item word by word. */
#define queueFAST_BYTES 32u
#define queueIS_WORDS(pvItem, uxBytes) \
    ((((uxBytes) | (uint32_t)(pvItem)) % sizeof(uint32_t) == 0u) && ((uxBytes) <= queueFAST_BYTES))

static portFORCE_INLINE void prvFastCopy(void *pvTo, void const *pvFrom, UBaseType_t uxBytes)
{
    uint32_t       *pulTo = (uint32_t *)pvTo;
    uint32_t const *pulFrom = (uint32_t const *)pvFrom;

    for (; uxBytes > 0u; uxBytes -= sizeof(uint32_t)) {
        *pulTo++ = *pulFrom++;
    }
}

#if configUSE_QUEUE_SETS == 1
#define queueIN_SET(pxQueue) ((pxQueue)->pxQueueSetContainer != NULL)
#else
#define queueIN_SET(pxQueue) 0
#endif

#if (INCLUDE_xTaskGetSchedulerState == 1) || (configUSE_TIMERS == 1)
#define queueMAY_WAIT(xTicks) (((xTicks) == 0u) || (xTaskGetSchedulerState() != taskSCHEDULER_SUSPENDED))
#else
#define queueMAY_WAIT(xTicks) 1
#endif

#define queueIS_ENDLESS(xTicks) ((INCLUDE_vTaskSuspend == 1) && ((xTicks) == portMAX_DELAY))
#define queueIS_MUTEX(pxQueue)  ((pxQueue)->uxQueueType == queueQUEUE_IS_MUTEX)

typedef enum {
    WAIT_RETRY,      /* the task has waited: check the queue again */
    WAIT_FAILED,     /* the timeout is 0 or has expired: the call fails */
    WAIT_UNSUPPORTED /* the fast path cannot wait: call FreeRTOS's function */
} FastWait_t;

typedef struct {
    TimeOut_t  xTimeOut;
    BaseType_t xBegun;
} WaitTime_t;

#if portWAITERS
/* pxInherits: as for prvFastWait(). The other parameters and the result: as for xTaskWait(). */
static portFORCE_INLINE BaseType_t prvEnterList(Queue_t const *pxQueue, List_t *pxList, TickType_t xTicks,
                                                TimeOut_t *pxStart, BaseType_t *pxInherits)
{
#if configUSE_MUTEXES == 1
    if (pxInherits != NULL) {
        return xTaskWaitForOwner(pxList, xTicks, pxStart, pxQueue->u.xSemaphore.xMutexHolder, pxInherits);
    }
#else
    (void)pxQueue;
    (void)pxInherits;
#endif
    return xTaskWait(pxList, xTicks, pxStart);
}
#endif

/*
 * Put the caller in a wait list of the full or empty queue, if the fast path can. End the section that began before the
 * check of the queue (uxStatus = uxFastEnter()), and yield if the caller waits. pxInherits: store there whether the
 * owner of a mutex inherits the caller's priority; NULL: the queue is no mutex.
 */
static portFORCE_INLINE FastWait_t prvFastWait(Queue_t *pxQueue, List_t *pxList, TickType_t *pxTicks,
                                               WaitTime_t *pxTime, BaseType_t *pxInherits, UBaseType_t uxStatus)
{
    FastWait_t xNext = WAIT_UNSUPPORTED;

#if portWAITERS
    if (*pxTicks == 0u) {
        xNext = WAIT_FAILED;
    } else if ((portLIST_NUMBER(pxList) < portWAIT_LISTS) && !xFastIsNested()) {
        TimeOut_t *pxStart = &(pxTime->xTimeOut);

        xNext = WAIT_RETRY;
        if ((pxTime->xBegun != pdFALSE) && !queueIS_ENDLESS(*pxTicks)) {
            vFastNest(); /* for the section in xTaskCheckForTimeOut() */
            if (xTaskCheckForTimeOut(pxStart, pxTicks) != pdFALSE) {
                xNext = WAIT_FAILED;
            }
            vFastUnnest();
            pxStart = NULL;
        }
        pxTime->xBegun = pdTRUE;
        if ((xNext == WAIT_RETRY) && (prvEnterList(pxQueue, pxList, *pxTicks, pxStart, pxInherits) == pdFALSE)) {
            xNext = WAIT_FAILED;
        }
        if (xNext == WAIT_RETRY) {
            if (pxList == &(pxQueue->xTasksWaitingToSend)) {
                traceBLOCKING_ON_QUEUE_SEND(pxQueue);
            } else {
                traceBLOCKING_ON_QUEUE_RECEIVE(pxQueue);
            }
        }
    }
#else
    (void)pxQueue;
    (void)pxList;
    (void)pxTicks;
    (void)pxTime;
    (void)pxInherits;
#endif
    vFastExit(uxStatus);
    if (xNext == WAIT_RETRY) {
        portYIELD_WITHIN_API();
    }
    return xNext;
}

/* Wake the first task in the list, if there is one. Then end the section in which the queue has changed, and yield if
 * necessary. */
static portFORCE_INLINE void prvFastWake(List_t const *pxList, UBaseType_t uxStatus)
{
    BaseType_t xYields = pdFALSE;

#if portWAITERS
    if (portLIST_NUMBER(pxList) < portWAIT_LISTS) {
        xYields = xTaskWake(pxList);
    } else
#endif
    if (listLIST_IS_EMPTY(pxList) == pdFALSE) {
        xYields = xTaskRemoveFromEventList(pxList);
    }
    vFastExit(uxStatus);
    if ((configUSE_PREEMPTION == 1) && (xYields != pdFALSE)) {
        portYIELD_WITHIN_API();
    }
}

/* The next three functions change a queue that has room (send) or a message (receive, take). */
static portFORCE_INLINE void prvFastSend(Queue_t *pxQueue, void const *pvItem, UBaseType_t uxBytes,
                                         UBaseType_t uxWaiting)
{
    traceQUEUE_SEND(pxQueue);
    if (uxBytes != 0u) {
        int8_t *pcNext = pxQueue->pcWriteTo + uxBytes;

        prvFastCopy(pxQueue->pcWriteTo, pvItem, uxBytes);
        pxQueue->pcWriteTo = (pcNext >= pxQueue->u.xQueue.pcTail) ? pxQueue->pcHead : pcNext;
    }
    pxQueue->uxMessagesWaiting = uxWaiting + 1u;
}

static portFORCE_INLINE void prvFastReceive(Queue_t *pxQueue, void *pvBuffer, UBaseType_t uxBytes,
                                            UBaseType_t uxWaiting)
{
    int8_t *pcFrom = pxQueue->u.xQueue.pcReadFrom + uxBytes;

    if (pcFrom >= pxQueue->u.xQueue.pcTail) {
        pcFrom = pxQueue->pcHead;
    }
    pxQueue->u.xQueue.pcReadFrom = pcFrom;
    prvFastCopy(pvBuffer, pcFrom, uxBytes);
    traceQUEUE_RECEIVE(pxQueue);
    pxQueue->uxMessagesWaiting = uxWaiting - 1u;
}

static portFORCE_INLINE void prvFastTake(Queue_t *pxQueue, UBaseType_t uxWaiting)
{
    traceQUEUE_RECEIVE(pxQueue);
    pxQueue->uxMessagesWaiting = uxWaiting - 1u;
}

/* The next three functions also wake a waiting task, or block the caller. */
static __attribute__((noinline)) BaseType_t prvSendOrWait(Queue_t *pxQueue, void const *pvItem, TickType_t xTicks,
                                                          BaseType_t xPosition)
{
    const UBaseType_t uxBytes = pxQueue->uxItemSize;
    WaitTime_t        xTime = {.xBegun = pdFALSE};
    FastWait_t        xNext = WAIT_UNSUPPORTED;

    if ((xPosition == queueSEND_TO_BACK) && !queueIN_SET(pxQueue) && queueIS_WORDS(pvItem, uxBytes)) {
        do {
            const UBaseType_t uxStatus = uxFastEnter();
            const UBaseType_t uxWaiting = pxQueue->uxMessagesWaiting;

            if (uxWaiting < pxQueue->uxLength) {
                prvFastSend(pxQueue, pvItem, uxBytes, uxWaiting);
                prvFastWake(&(pxQueue->xTasksWaitingToReceive), uxStatus);
                traceRETURN_xQueueGenericSend(pdPASS);
                return pdPASS;
            }
            xNext = prvFastWait(pxQueue, &(pxQueue->xTasksWaitingToSend), &xTicks, &xTime, NULL, uxStatus);
        } while (xNext == WAIT_RETRY);
    }
    if (xNext == WAIT_UNSUPPORTED) {
        return xQueueGenericSendOriginal(pxQueue, pvItem, xTicks, xPosition);
    }
    traceQUEUE_SEND_FAILED(pxQueue);
    traceRETURN_xQueueGenericSend(errQUEUE_FULL);
    return errQUEUE_FULL;
}

static __attribute__((noinline)) BaseType_t prvReceiveOrWait(Queue_t *pxQueue, void *pvBuffer, TickType_t xTicks)
{
    const UBaseType_t uxBytes = pxQueue->uxItemSize;
    WaitTime_t        xTime = {.xBegun = pdFALSE};
    FastWait_t        xNext = WAIT_UNSUPPORTED;

    if ((uxBytes != 0u) && queueIS_WORDS(pvBuffer, uxBytes)) {
        do {
            const UBaseType_t uxStatus = uxFastEnter();
            const UBaseType_t uxWaiting = pxQueue->uxMessagesWaiting;

            if (uxWaiting > 0u) {
                prvFastReceive(pxQueue, pvBuffer, uxBytes, uxWaiting);
                prvFastWake(&(pxQueue->xTasksWaitingToSend), uxStatus);
                traceRETURN_xQueueReceive(pdPASS);
                return pdPASS;
            }
            xNext = prvFastWait(pxQueue, &(pxQueue->xTasksWaitingToReceive), &xTicks, &xTime, NULL, uxStatus);
        } while (xNext == WAIT_RETRY);
    }
    if (xNext == WAIT_UNSUPPORTED) {
        return xQueueReceiveOriginal(pxQueue, pvBuffer, xTicks);
    }
    traceQUEUE_RECEIVE_FAILED(pxQueue);
    traceRETURN_xQueueReceive(errQUEUE_EMPTY);
    return errQUEUE_EMPTY;
}

static __attribute__((noinline)) BaseType_t prvTakeOrWait(Queue_t *pxQueue, TickType_t xTicks)
{
    WaitTime_t xTime = {.xBegun = pdFALSE};
    FastWait_t xNext;

    do {
        const UBaseType_t uxStatus = uxFastEnter();
        const UBaseType_t uxWaiting = pxQueue->uxMessagesWaiting;

        if (uxWaiting > 0u) {
            prvFastTake(pxQueue, uxWaiting);
            prvFastWake(&(pxQueue->xTasksWaitingToSend), uxStatus);
            traceRETURN_xQueueSemaphoreTake(pdPASS);
            return pdPASS;
        }
        xNext = prvFastWait(pxQueue, &(pxQueue->xTasksWaitingToReceive), &xTicks, &xTime, NULL, uxStatus);
    } while (xNext == WAIT_RETRY);
    if (xNext == WAIT_UNSUPPORTED) {
        return xQueueSemaphoreTakeOriginal(pxQueue, xTicks);
    }
    traceQUEUE_RECEIVE_FAILED(pxQueue);
    traceRETURN_xQueueSemaphoreTake(errQUEUE_EMPTY);
    return errQUEUE_EMPTY;
}

#if configUSE_MUTEXES == 1
/* A wait has ended without the mutex. The owner keeps the priority of the most urgent task that still waits. */
static void prvDisinheritAfterTimeout(Queue_t const *pxMutex)
{
    List_t const     *pxList = &(pxMutex->xTasksWaitingToReceive);
    const UBaseType_t uxStatus = uxFastEnter();
    UBaseType_t       uxWaiting = tskIDLE_PRIORITY;

    if (listLIST_IS_EMPTY(pxList) == pdFALSE) {
        uxWaiting = configMAX_PRIORITIES - listGET_ITEM_VALUE_OF_HEAD_ENTRY(pxList);
    }
    vTaskPriorityDisinheritAfterTimeout(pxMutex->u.xSemaphore.xMutexHolder, uxWaiting);
    vFastExit(uxStatus);
}

static __attribute__((noinline)) BaseType_t prvLock(Queue_t *pxMutex, TickType_t xTicks)
{
    WaitTime_t xTime = {.xBegun = pdFALSE};
    BaseType_t xInherits = pdFALSE;
    FastWait_t xNext;

    do {
        const UBaseType_t uxStatus = uxFastEnter();

        if (pxMutex->uxMessagesWaiting > 0u) {
            prvFastTake(pxMutex, 1u);
            pxMutex->u.xSemaphore.xMutexHolder = pvTaskIncrementMutexHeldCount();
            prvFastWake(&(pxMutex->xTasksWaitingToSend), uxStatus);
            traceRETURN_xQueueSemaphoreTake(pdPASS);
            return pdPASS;
        }
        xNext = prvFastWait(pxMutex, &(pxMutex->xTasksWaitingToReceive), &xTicks, &xTime, &xInherits, uxStatus);
    } while (xNext == WAIT_RETRY);
    if (xNext == WAIT_UNSUPPORTED) {
        return xQueueSemaphoreTakeOriginal(pxMutex, xTicks);
    }
    if (xInherits != pdFALSE) {
        prvDisinheritAfterTimeout(pxMutex);
    }
    traceQUEUE_RECEIVE_FAILED(pxMutex);
    traceRETURN_xQueueSemaphoreTake(errQUEUE_EMPTY);
    return errQUEUE_EMPTY;
}

static __attribute__((noinline)) BaseType_t prvUnlock(Queue_t *pxMutex, TickType_t xTicks, BaseType_t xPosition)
{
    List_t const *const pxList = &(pxMutex->xTasksWaitingToReceive);
    BaseType_t          xYields;
    UBaseType_t         uxStatus;

    if ((xPosition != queueSEND_TO_BACK) || queueIN_SET(pxMutex)) {
        return xQueueGenericSendOriginal(pxMutex, NULL, xTicks, xPosition);
    }
    uxStatus = uxFastEnter();
    if (pxMutex->uxMessagesWaiting > 0u) {
        vFastExit(uxStatus);
        return xQueueGenericSendOriginal(pxMutex, NULL, xTicks, xPosition);
    }
    prvFastSend(pxMutex, NULL, 0u, 0u);
#if portWAITERS
    if (portLIST_NUMBER(pxList) < portWAIT_LISTS) {
        xYields = xTaskGiveAndWake(pxList, &(pxMutex->u.xSemaphore.xMutexHolder));
    } else
#endif
    {
        xYields = xTaskPriorityDisinherit(pxMutex->u.xSemaphore.xMutexHolder);
        pxMutex->u.xSemaphore.xMutexHolder = NULL;
        if (listLIST_IS_EMPTY(pxList) == pdFALSE) {
            xYields = xTaskRemoveFromEventList(pxList);
        }
    }
    vFastExit(uxStatus);
    if ((configUSE_PREEMPTION == 1) && (xYields != pdFALSE)) {
        portYIELD_WITHIN_API();
    }
    traceRETURN_xQueueGenericSend(pdPASS);
    return pdPASS;
}
#endif

/* Send a message to the back of the queue, give a semaphore, or give a mutex. */
BaseType_t xQueueGenericSend(QueueHandle_t xQueue, void const *const pvItem, TickType_t xTicks,
                             const BaseType_t xPosition)
{
    Queue_t *const pxQueue = xQueue;
    UBaseType_t    uxStatus, uxWaiting, uxBytes;

    traceENTER_xQueueGenericSend(xQueue, pvItem, xTicks, xPosition);
    configASSERT(pxQueue);
    configASSERT((pvItem != NULL) || (pxQueue->uxItemSize == 0u));
    configASSERT(queueMAY_WAIT(xTicks));
#if configUSE_MUTEXES == 1
    if (queueIS_MUTEX(pxQueue)) {
        return prvUnlock(pxQueue, xTicks, xPosition);
    }
#endif
    uxStatus = uxFastEnter();
    uxWaiting = pxQueue->uxMessagesWaiting;
    uxBytes = pxQueue->uxItemSize;
    if ((uxWaiting < pxQueue->uxLength) && listLIST_IS_EMPTY(&(pxQueue->xTasksWaitingToReceive)) &&
        !queueIN_SET(pxQueue) && (xPosition == queueSEND_TO_BACK) && queueIS_WORDS(pvItem, uxBytes)) {
        prvFastSend(pxQueue, pvItem, uxBytes, uxWaiting);
        vFastExit(uxStatus);
        traceRETURN_xQueueGenericSend(pdPASS);
        return pdPASS;
    }
    vFastExit(uxStatus);
    return prvSendOrWait(pxQueue, pvItem, xTicks, xPosition);
}

/* Receive the first message of a queue. */
BaseType_t xQueueReceive(QueueHandle_t xQueue, void *const pvBuffer, TickType_t xTicks)
{
    Queue_t *const pxQueue = xQueue;
    UBaseType_t    uxStatus, uxWaiting, uxBytes;

    traceENTER_xQueueReceive(xQueue, pvBuffer, xTicks);
    configASSERT(pxQueue);
    configASSERT((pvBuffer != NULL) || (pxQueue->uxItemSize == 0u));
    configASSERT(queueMAY_WAIT(xTicks));
    uxStatus = uxFastEnter();
    uxWaiting = pxQueue->uxMessagesWaiting;
    uxBytes = pxQueue->uxItemSize;
    if ((uxWaiting > 0u) && listLIST_IS_EMPTY(&(pxQueue->xTasksWaitingToSend)) && (uxBytes != 0u) &&
        queueIS_WORDS(pvBuffer, uxBytes)) {
        prvFastReceive(pxQueue, pvBuffer, uxBytes, uxWaiting);
        vFastExit(uxStatus);
        traceRETURN_xQueueReceive(pdPASS);
        return pdPASS;
    }
    vFastExit(uxStatus);
    return prvReceiveOrWait(pxQueue, pvBuffer, xTicks);
}

/* Take a semaphore or a mutex. */
BaseType_t xQueueSemaphoreTake(QueueHandle_t xQueue, TickType_t xTicks)
{
    Queue_t *const pxQueue = xQueue;
    UBaseType_t    uxStatus, uxWaiting;

    traceENTER_xQueueSemaphoreTake(xQueue, xTicks);
    configASSERT(pxQueue);
    configASSERT(pxQueue->uxItemSize == 0u);
    configASSERT(queueMAY_WAIT(xTicks));
#if configUSE_MUTEXES == 1
    if (queueIS_MUTEX(pxQueue)) {
        return prvLock(pxQueue, xTicks);
    }
#endif
    uxStatus = uxFastEnter();
    uxWaiting = pxQueue->uxMessagesWaiting;
    if ((uxWaiting > 0u) && listLIST_IS_EMPTY(&(pxQueue->xTasksWaitingToSend))) {
        prvFastTake(pxQueue, uxWaiting);
        vFastExit(uxStatus);
        traceRETURN_xQueueSemaphoreTake(pdPASS);
        return pdPASS;
    }
    vFastExit(uxStatus);
    return prvTakeOrWait(pxQueue, xTicks);
}

/*
 * Rename FreeRTOS's functions. All calls in queue.c call the functions above, because the patch puts the called names
 * in parentheses, and so no macro replaces them. The functions above have traced the entry.
 */
#define xQueueGenericSend(...)   xQueueGenericSendOriginal(__VA_ARGS__)
#define xQueueReceive(...)       xQueueReceiveOriginal(__VA_ARGS__)
#define xQueueSemaphoreTake(...) xQueueSemaphoreTakeOriginal(__VA_ARGS__)
#undef traceENTER_xQueueGenericSend
#undef traceENTER_xQueueReceive
#undef traceENTER_xQueueSemaphoreTake
#define traceENTER_xQueueGenericSend(...)
#define traceENTER_xQueueReceive(...)
#define traceENTER_xQueueSemaphoreTake(...)
#endif

#endif
