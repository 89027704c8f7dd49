/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A queue's and a semaphore's calls in their usual case, in a tree that `./metro patch` made: part of its queue.c.
 * There is room, or something is there, and nobody waits. All else is left to FreeRTOS's own functions, which have
 * another name for that.
 */
#ifndef QUEUE_SHORT_H
#define QUEUE_SHORT_H

#if portREADY_LISTS

BaseType_t xQueueGenericSendLong(QueueHandle_t xQueue, void const *const pvItem, TickType_t xTicks,
                                 const BaseType_t xPosition);
BaseType_t xQueueReceiveLong(QueueHandle_t xQueue, void *const pvBuffer, TickType_t xTicks);
BaseType_t xQueueSemaphoreTakeLong(QueueHandle_t xQueue, TickType_t xTicks);

/* Items of so many words are copied one by one. */
#define queueSHORT_BYTES 32u
#define queueIS_WORDS(pvItem, uxBytes) \
    ((((uxBytes) | (uint32_t)(pvItem)) % sizeof(uint32_t) == 0u) && ((uxBytes) <= queueSHORT_BYTES))

static portFORCE_INLINE void prvShortCopy(void *pvTo, void const *pvFrom, UBaseType_t uxBytes)
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

/* A message for the end of the queue, or a count for a semaphore that is no mutex. */
BaseType_t xQueueGenericSend(QueueHandle_t xQueue, void const *const pvItem, TickType_t xTicks,
                             const BaseType_t xPosition)
{
    Queue_t *const pxQueue = xQueue;
    UBaseType_t    uxStatus, uxWaiting, uxBytes;

    configASSERT(pxQueue);
    configASSERT((pvItem != NULL) || (pxQueue->uxItemSize == 0u));
    configASSERT(queueMAY_WAIT(xTicks));
    uxStatus = portSET_INTERRUPT_MASK_FROM_ISR();
    uxWaiting = pxQueue->uxMessagesWaiting;
    uxBytes = pxQueue->uxItemSize;
    if ((uxWaiting < pxQueue->uxLength) && listLIST_IS_EMPTY(&(pxQueue->xTasksWaitingToReceive)) &&
        !queueIN_SET(pxQueue) && (xPosition == queueSEND_TO_BACK) && (pxQueue->uxQueueType != queueQUEUE_IS_MUTEX) &&
        queueIS_WORDS(pvItem, uxBytes)) {
        traceENTER_xQueueGenericSend(xQueue, pvItem, xTicks, xPosition);
        traceQUEUE_SEND(pxQueue);
        if (uxBytes != 0u) {
            int8_t *pcNext = pxQueue->pcWriteTo + uxBytes;

            prvShortCopy(pxQueue->pcWriteTo, pvItem, uxBytes);
            pxQueue->pcWriteTo = (pcNext >= pxQueue->u.xQueue.pcTail) ? pxQueue->pcHead : pcNext;
        }
        pxQueue->uxMessagesWaiting = uxWaiting + 1u;
        portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
        traceRETURN_xQueueGenericSend(pdPASS);
        return pdPASS;
    }
    portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
    return xQueueGenericSendLong(xQueue, pvItem, xTicks, xPosition);
}

/* The first message of a queue. */
BaseType_t xQueueReceive(QueueHandle_t xQueue, void *const pvBuffer, TickType_t xTicks)
{
    Queue_t *const pxQueue = xQueue;
    UBaseType_t    uxStatus, uxWaiting, uxBytes;

    configASSERT(pxQueue);
    configASSERT((pvBuffer != NULL) || (pxQueue->uxItemSize == 0u));
    configASSERT(queueMAY_WAIT(xTicks));
    uxStatus = portSET_INTERRUPT_MASK_FROM_ISR();
    uxWaiting = pxQueue->uxMessagesWaiting;
    uxBytes = pxQueue->uxItemSize;
    if ((uxWaiting > 0u) && listLIST_IS_EMPTY(&(pxQueue->xTasksWaitingToSend)) && (uxBytes != 0u) &&
        queueIS_WORDS(pvBuffer, uxBytes)) {
        int8_t *pcFrom = pxQueue->u.xQueue.pcReadFrom + uxBytes;

        if (pcFrom >= pxQueue->u.xQueue.pcTail) {
            pcFrom = pxQueue->pcHead;
        }
        pxQueue->u.xQueue.pcReadFrom = pcFrom;
        prvShortCopy(pvBuffer, pcFrom, uxBytes);
        traceENTER_xQueueReceive(xQueue, pvBuffer, xTicks);
        traceQUEUE_RECEIVE(pxQueue);
        pxQueue->uxMessagesWaiting = uxWaiting - 1u;
        portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
        traceRETURN_xQueueReceive(pdPASS);
        return pdPASS;
    }
    portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
    return xQueueReceiveLong(xQueue, pvBuffer, xTicks);
}

/* A count of a semaphore that is no mutex. */
BaseType_t xQueueSemaphoreTake(QueueHandle_t xQueue, TickType_t xTicks)
{
    Queue_t *const pxQueue = xQueue;
    UBaseType_t    uxStatus, uxWaiting;

    configASSERT(pxQueue);
    configASSERT(queueMAY_WAIT(xTicks));
    uxStatus = portSET_INTERRUPT_MASK_FROM_ISR();
    uxWaiting = pxQueue->uxMessagesWaiting;
    if ((uxWaiting > 0u) && listLIST_IS_EMPTY(&(pxQueue->xTasksWaitingToSend)) &&
        (pxQueue->uxQueueType != queueQUEUE_IS_MUTEX)) {
        traceENTER_xQueueSemaphoreTake(xQueue, xTicks);
        traceQUEUE_RECEIVE(pxQueue);
        pxQueue->uxMessagesWaiting = uxWaiting - 1u;
        portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
        traceRETURN_xQueueSemaphoreTake(pdPASS);
        return pdPASS;
    }
    portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
    return xQueueSemaphoreTakeLong(xQueue, xTicks);
}

#define xQueueGenericSend   xQueueGenericSendLong
#define xQueueReceive       xQueueReceiveLong
#define xQueueSemaphoreTake xQueueSemaphoreTakeLong
#endif

#endif
