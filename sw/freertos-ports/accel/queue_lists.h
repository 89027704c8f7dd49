/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two lists of tasks that wait for a queue, for the queue.c of a tree patched by `./metro patch`. With portWAITERS,
 * the core's wait lists can hold these tasks (event_lists.h). queue.c accesses its lists only by the names below.
 */
#ifndef QUEUE_LISTS_H
#define QUEUE_LISTS_H

#if !portWAITERS
#define queueLISTS_FREE(pxQueue)
#else
#include <ci_intrinsics.h>

#if configUSE_CO_ROUTINES == 1
#error "queue_lists.h: portWAITERS does not support co-routines (configUSE_CO_ROUTINES)."
#endif

void vTaskEventListInitialise(List_t *pxList);
void vTaskEventListFree(List_t *pxList);

/* Return whether a task waits in the list. */
static portFORCE_INLINE UBaseType_t uxQueueWaiting(List_t const *pxList)
{
    const uint32_t ulNumber = portLIST_NUMBER(pxList);

    return (ulNumber < portWAIT_LISTS) ? ci_wait_any(ulNumber) : (pxList->uxNumberOfItems != 0u);
}

/* Return the sort key of the first waiting task. vListInsert() sorts by this key. */
static inline TickType_t xQueueFirstOrder(List_t const *pxList)
{
    const uint32_t ulNumber = portLIST_NUMBER(pxList);

#if portTIME_BASE
    if (ulNumber < portWAIT_LISTS) {
        const uint32_t ulTask = ci_wait_first(ulNumber);

        /* A tick may have ended the last wait. An empty list has the key of the lowest priority. */
        return (ulTask < portTASK_NUMBERS) ? ci_wait_order(ulTask) : configMAX_PRIORITIES;
    }
#endif
    return (ulNumber < portWAIT_LISTS) ? ci_wait_order(ci_wait_first(ulNumber))
                                          : listGET_ITEM_VALUE_OF_HEAD_ENTRY(pxList);
}

static inline void prvQueueListsFree(List_t *pxOne, List_t *pxOther)
{
    vTaskEventListFree(pxOne);
    vTaskEventListFree(pxOther);
}

#define queueLISTS_FREE(pxQueue) \
    prvQueueListsFree(&((pxQueue)->xTasksWaitingToSend), &((pxQueue)->xTasksWaitingToReceive))

#undef listLIST_IS_EMPTY
#undef listCURRENT_LIST_LENGTH
#undef listGET_ITEM_VALUE_OF_HEAD_ENTRY
#define listLIST_IS_EMPTY(pxList)                ((uxQueueWaiting(pxList) == 0u) ? pdTRUE : pdFALSE)
#define listCURRENT_LIST_LENGTH(pxList)          uxQueueWaiting(pxList)
#define listGET_ITEM_VALUE_OF_HEAD_ENTRY(pxList) xQueueFirstOrder(pxList)
#define vListInitialise(pxList)                  vTaskEventListInitialise(pxList)
#endif

#endif
