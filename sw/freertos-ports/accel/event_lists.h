/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists of tasks that wait for a queue, a semaphore or a mutex. task_lists.h includes this file in the tasks.c of a
 * tree patched by `./metro patch`. With portWAITERS, a FreeRTOS list gets one of the core's wait lists while one is
 * free. The wait list then holds the tasks, and the FreeRTOS list holds its number and stays empty. All other lists
 * stay in software: lists without a number, the lists of event groups, and the pending ready list.
 */
#ifndef EVENT_LISTS_H
#define EVENT_LISTS_H

#define taskEVENT_ITEM(pxTCB) (&((pxTCB)->xEventListItem))
#define taskIN_SOFTWARE_EVENT_LIST(pxTCB) (listLIST_ITEM_CONTAINER(taskEVENT_ITEM(pxTCB)) != NULL)

#if !portWAITERS /* the contract with tasks.c: see task_lists.h */
#define taskIN_EVENT_LIST(pxTCB)             taskIN_SOFTWARE_EVENT_LIST(pxTCB)
#define taskIN_NO_EVENT_LIST(pxTCB)          (listLIST_ITEM_CONTAINER(taskEVENT_ITEM(pxTCB)) == NULL)
#define taskEVENT_LEAVE(pxTCB)               (void)uxListRemove(taskEVENT_ITEM(pxTCB))
#define taskEVENT_ENTER(pxList)              vListInsert(pxList, taskEVENT_ITEM(pxCurrentTCB))
#define taskEVENT_ENTER_END(pxList)          listINSERT_END(pxList, taskEVENT_ITEM(pxCurrentTCB))
#define pxTaskEventTake(pxList)              listGET_OWNER_OF_HEAD_ENTRY(pxList)
#define taskEVENT_LEAVE_TAKEN(pxTCB)         listREMOVE_ITEM(taskEVENT_ITEM(pxTCB))
#define taskEVENT_ORDER_CHANGED(pxTCB)
#else

/* Sort key above the key of every task priority, so the task enters at the end of the list. */
#define taskLAST 0xFFu

static List_t     *pxEventListOf[portWAIT_LISTS]; /* FreeRTOS list of each wait list, or NULL; gdb.py reads it */
static UBaseType_t uxEventLists;

/* Store how many wait lists the core has, limited to portWAIT_LISTS. */
void vTaskEventListsInit(UBaseType_t uxBuilt)
{
    uxEventLists = (uxBuilt < portWAIT_LISTS) ? uxBuilt : portWAIT_LISTS;
}

/* Initialise a list of queue.c in place of vListInitialise(). Also assign a wait list to it, if one is free. */
void vTaskEventListInitialise(List_t *pxList)
{
    vListInitialise(pxList);
    for (uint32_t ulNumber = 0; ulNumber < uxEventLists; ulNumber++) {
        const UBaseType_t uxStatus = portSET_INTERRUPT_MASK_FROM_ISR();

        if (pxEventListOf[ulNumber] == NULL) {
            pxEventListOf[ulNumber] = pxList;
            pxList->xListEnd.xItemValue = ulNumber;
            portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
            return;
        }
        portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
    }
}

/* Free the wait list of a deleted queue. */
void vTaskEventListFree(List_t *pxList)
{
    const uint32_t ulNumber = portLIST_NUMBER(pxList);

    if (ulNumber < portWAIT_LISTS) {
        pxList->xListEnd.xItemValue = portMAX_DELAY;
        pxEventListOf[ulNumber] = NULL;
    }
}

static portFORCE_INLINE BaseType_t taskIN_EVENT_LIST(TCB_t const *pxTCB)
{
    return taskIN_SOFTWARE_EVENT_LIST(pxTCB) || (ci_wait_where(taskNUMBER(pxTCB)) != taskNO_LIST);
}

#define taskIN_NO_EVENT_LIST(pxTCB) (taskIN_EVENT_LIST(pxTCB) == pdFALSE)

/* Remove a task from its event list. The task must be in an event list. */
static portFORCE_INLINE void taskEVENT_LEAVE(TCB_t *pxTCB)
{
    if (taskIN_SOFTWARE_EVENT_LIST(pxTCB)) {
        (void)uxListRemove(taskEVENT_ITEM(pxTCB));
    } else {
        (void)ci_wait_leave(taskNUMBER(pxTCB));
    }
}

static portFORCE_INLINE void prvEventEnter(List_t *pxList, uint32_t ulOrder)
{
    const uint32_t ulNumber = portLIST_NUMBER(pxList);

    if (ulNumber < portWAIT_LISTS) {
        ci_wait_enter(taskNUMBER(pxCurrentTCB), ulOrder | (ulNumber << CI_WAIT_LIST_LOW));
    } else if (ulOrder == taskLAST) {
        listINSERT_END(pxList, taskEVENT_ITEM(pxCurrentTCB));
    } else {
        vListInsert(pxList, taskEVENT_ITEM(pxCurrentTCB));
    }
}

#define taskEVENT_ENTER(pxList)     prvEventEnter(pxList, listGET_LIST_ITEM_VALUE(taskEVENT_ITEM(pxCurrentTCB)))
#define taskEVENT_ENTER_END(pxList) prvEventEnter(pxList, taskLAST)

/* Return the first task of a list. If the list is in the unit, the task leaves it. */
static portFORCE_INLINE TCB_t *pxTaskEventTake(List_t const *pxList)
{
    const uint32_t ulNumber = portLIST_NUMBER(pxList);

#if portTIME_BASE
    if (ulNumber < portWAIT_LISTS) {
        const uint32_t ulTask = ci_wait_take(ulNumber);

        return (ulTask < portTASK_NUMBERS) ? pxTaskOf[ulTask] : NULL; /* NULL: a tick has ended the last wait */
    }
    return listGET_OWNER_OF_HEAD_ENTRY(pxList);
#else
    return (ulNumber < portWAIT_LISTS) ? pxTaskOf[ci_wait_take(ulNumber)] : listGET_OWNER_OF_HEAD_ENTRY(pxList);
#endif
}

static portFORCE_INLINE void taskEVENT_LEAVE_TAKEN(TCB_t *pxTCB)
{
    if (taskIN_SOFTWARE_EVENT_LIST(pxTCB)) {
        listREMOVE_ITEM(taskEVENT_ITEM(pxTCB));
    }
}

/* Update the sort key of a task in the unit. A waiting task keeps its position in its list. */
#define taskEVENT_ORDER_CHANGED(pxTCB) \
    ci_wait_reorder(taskNUMBER(pxTCB), listGET_LIST_ITEM_VALUE(taskEVENT_ITEM(pxTCB)))
#endif

#endif
