/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The lists of FreeRTOS's tasks. The tasks.c of a tree patched by `./metro patch` includes this file after its
 * variables. Three switches apply to the whole build:
 *   portREADY_LISTS  the core's task lists hold ready tasks, suspended tasks, and deleted tasks until the idle task
 *                    frees them
 *   portSLEEPERS     the core's task lists hold tasks that wait for a time
 *   portWAITERS      the core's wait lists hold tasks that wait for a queue, a semaphore or a mutex (event_lists.h)
 *
 * The names in the groups `#if !port...`, here and in event_lists.h, are the contract with tasks.c. Without the switch,
 * a name stands for the original code. With the switch, the definition further below has the same arguments, result and
 * units. tasks.c uses a name with interrupts disabled or the scheduler suspended. Only taskNUMBER_ASSIGN() and
 * taskNUMBER_FREE() can run at any time. A task is in a FreeRTOS list (by its state list item), in a list of the unit,
 * or in no list. The same applies to the event lists and the task's event list item.
 */
#ifndef TASK_LISTS_H
#define TASK_LISTS_H

#define taskITEM(pxTCB) (&((pxTCB)->xStateListItem))

/* Names that kernels before V10.4.4 lack, and trace macros that kernels before V11 lack. */
#ifndef listREMOVE_ITEM
#define listREMOVE_ITEM(pxItem)        (void)uxListRemove(pxItem)
#define listINSERT_END(pxList, pxItem) vListInsertEnd(pxList, pxItem)
#endif
#ifndef configSTACK_ALLOCATION_FROM_SEPARATE_HEAP
#define vPortFreeStack(pvStack) vPortFree(pvStack)
#endif
#ifndef traceMOVED_TASK_TO_DELAYED_LIST
#define traceMOVED_TASK_TO_DELAYED_LIST()
#define traceMOVED_TASK_TO_OVERFLOW_DELAYED_LIST()
#endif

/* Before V10.5.1, a task that a tick wakes also preempts a running task of the same priority. */
#define taskVERSION (10000 * tskKERNEL_VERSION_MAJOR + 100 * tskKERNEL_VERSION_MINOR + tskKERNEL_VERSION_BUILD)
#define taskEQUAL_WAKES ((taskVERSION < 100501) && (configUSE_TIME_SLICING == 0))

#if !portTASK_LISTS /* numbers of tasks; a task's list; walks through a list */
#define taskNUMBER_ASSIGN(pxTCB)                       (1)
#define taskNUMBER_FREE(pxTCB)
#define taskNUMBERS_FORGET()
#define taskLISTS_CLEAR()
#define uxTaskListRemove(pxTCB)                        uxListRemove(taskITEM(pxTCB))
#define uxTaskListLeaveForNext(pxTCB)                  uxListRemove(taskITEM(pxTCB))
#define taskLIST_LEAVE_FOR_NEXT(pxTCB)                 listREMOVE_ITEM(taskITEM(pxTCB))
#define pxTaskList(pxTCB)                              listLIST_ITEM_CONTAINER(taskITEM(pxTCB))
#define uxTaskListLength(pxList)                       listCURRENT_LIST_LENGTH(pxList)
#define pxTaskListHead(pxList)                         listGET_HEAD_ENTRY(pxList)
#define pxTaskListNext(pxItem)                         listGET_NEXT(pxItem)
#define taskLIST_TURN(pxTCB, pxList)                   listGET_OWNER_OF_NEXT_ENTRY(pxTCB, pxList)
#define taskNESTING_CLEAR(pxTCB)                       ((pxTCB)->uxCriticalNesting = 0u)
#endif

#if !portREADY_LISTS /* ready, suspended and deleted tasks */
#define taskLIST_INSERT_END(pxList, pxTCB)             listINSERT_END(pxList, taskITEM(pxTCB))
#define vTaskListInsertEnd(pxList, pxTCB)              vListInsertEnd(pxList, taskITEM(pxTCB))
#define taskIS_READY(pxTCB, uxPriority) \
    listIS_CONTAINED_WITHIN(&(pxReadyTasksLists[uxPriority]), taskITEM(pxTCB))
#define taskIS_SUSPENDED(pxTCB)                        listIS_CONTAINED_WITHIN(&xSuspendedTaskList, taskITEM(pxTCB))
#define uxTaskReadyLength(uxPriority)                  listCURRENT_LIST_LENGTH(&(pxReadyTasksLists[uxPriority]))
#define uxTaskSliceLength(uxPriority)                  uxTaskReadyLength(uxPriority)
#define pxTaskEnded()                                  listGET_OWNER_OF_HEAD_ENTRY(&xTasksWaitingTermination)
#define taskIS_READY_ABOVE_IDLE(xInSoftware)           (xInSoftware)
#endif

#if !(portREADY_LISTS && portSLEEPERS)
#define taskPRIORITY_CHANGED(pxTCB)
#endif

#if !portSLEEPERS /* tasks that wait for a time, in ticks */
#define taskTIME_STEP(xTicks)                          (xTickCount += (xTicks))
#define taskNEXT_UNBLOCK_TIME()                        xNextTaskUnblockTime
#endif

#if portTASK_LISTS
#include <ci_intrinsics.h>

#if configNUMBER_OF_CORES > 1
#error "task_lists.h: the task lists are for one core (configNUMBER_OF_CORES 1)."
#endif
#if portSLEEPERS && (configTICK_TYPE_WIDTH_IN_BITS != TICK_TYPE_WIDTH_32_BITS)
#error "task_lists.h: portSLEEPERS needs ticks of 32 bits (configTICK_TYPE_WIDTH_IN_BITS)."
#endif
/*
 * Before V10.5, vTaskStepTick() can skip the tick at which a task wakes. FreeRTOS then wakes the task at the next tick,
 * but the unit would not wake the task until the time wraps around.
 */
#if portSLEEPERS && (configUSE_TICKLESS_IDLE != 0) && (taskVERSION < 100500)
#error "task_lists.h: portSLEEPERS and configUSE_TICKLESS_IDLE together need FreeRTOS V10.5 or newer."
#endif

/* ---------------------------------------------- Numbers of tasks ---------------------------------------------- */

/* Number of a task. It replaces the nesting count in the task's control block (portmacro.h). */
#define taskNUMBER(pxTCB)    ((uint32_t)(pxTCB)->uxCriticalNesting)
#define taskNESTING_CLEAR(pxTCB) /* the word already has the number */
#define taskLEVEL(uxPriority) (configMAX_PRIORITIES - 1u - (uxPriority))
#define taskNUMBER_WORDS     ((portTASK_NUMBERS + 31) / 32)

static TCB_t      *pxTaskOf[portTASK_NUMBERS]; /* by number */
static uint32_t    ulNumbersFree[taskNUMBER_WORDS];
static UBaseType_t uxNumbers;

#endif

#include <time_base.h>

#if portTASK_LISTS
/* Set how many task numbers the core has, and free all numbers. */
void vTaskNumbersInit(UBaseType_t uxBuilt)
{
    uxNumbers = (uxBuilt < portTASK_NUMBERS) ? uxBuilt : portTASK_NUMBERS;
    for (uint32_t ulNumber = 0; ulNumber < uxNumbers; ulNumber++) {
        ulNumbersFree[ulNumber / 32u] |= 1uL << (ulNumber % 32u);
    }
}

#define taskNUMBERS_FORGET() vTaskNumbersInit(uxNumbers)

/* Assign a number to a new task. If no number is free, free the task's heap memory and return NULL. */
static TCB_t *prvTaskNumberAssign(TCB_t *pxTCB)
{
    for (uint32_t ulWord = 0; ulWord < taskNUMBER_WORDS; ulWord++) {
        const UBaseType_t uxStatus = portSET_INTERRUPT_MASK_FROM_ISR();
        const uint32_t    ulFree = ulNumbersFree[ulWord];

        ulNumbersFree[ulWord] = ulFree & (ulFree - 1u);
        portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
        if (ulFree != 0u) {
            pxTCB->uxCriticalNesting = (32u * ulWord) + (uint32_t)__builtin_ctzl(ulFree);
            pxTaskOf[taskNUMBER(pxTCB)] = pxTCB;
            return pxTCB;
        }
    }
#if configSUPPORT_DYNAMIC_ALLOCATION == 1
#if tskSTATIC_AND_DYNAMIC_ALLOCATION_POSSIBLE != 0
    if (pxTCB->ucStaticallyAllocated == tskDYNAMICALLY_ALLOCATED_STACK_AND_TCB)
#endif
    {
        vPortFreeStack(pxTCB->pxStack);
        vPortFree(pxTCB);
    }
#endif
    return NULL;
}

#define taskNUMBER_ASSIGN(pxTCB) (((pxTCB) = prvTaskNumberAssign(pxTCB)) != NULL)

#if portLINES
static void prvLinesForget(TCB_t const *pxTCB); /* line_tasks.h */
#endif

/* Free the number of a task that is in no list. */
static inline void prvTaskNumberFree(TCB_t const *pxTCB)
{
    const UBaseType_t uxStatus = portSET_INTERRUPT_MASK_FROM_ISR();

    taskDELETED(pxTCB);
#if portLINES
    prvLinesForget(pxTCB);
#endif
    pxTaskOf[taskNUMBER(pxTCB)] = NULL;
    ulNumbersFree[taskNUMBER(pxTCB) / 32u] |= 1uL << (taskNUMBER(pxTCB) % 32u);
    portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
}

#define taskNUMBER_FREE(pxTCB) prvTaskNumberFree(pxTCB)

#if portREADY_LISTS && (portCONTEXTS > 0)
/* Return the number of the task with this stack. A number below portBANK_SHARED is also the number of its bank. */
uint32_t ulTaskNumberOf(StackType_t const *pxStack)
{
    uint32_t ulNumber = 0;

    while ((pxTaskOf[ulNumber] == NULL) || (pxTaskOf[ulNumber]->pxStack != pxStack)) {
        ulNumber++;
    }
    return ulNumber;
}
#endif

static inline void prvTaskListsClear(void)
{
    ci_list_clear(configINITIAL_TICK_COUNT);
#if portTIME_BASE
    prvTimeStart(configINITIAL_TICK_COUNT);
#endif
#if portWAITERS
    ci_wait_clear();
#endif
}

#define taskLISTS_CLEAR()       prvTaskListsClear()

/* --------------------------------------------------- Lists ---------------------------------------------------- */

/* Return the list of the unit that replaces this FreeRTOS list, or taskNO_LIST. */
#define taskNO_LIST 0xFFFFFFFFu
static portFORCE_INLINE uint32_t prvListInUnit(List_t const *pxList)
{
#if INCLUDE_vTaskSuspend == 1
    if (pxList == &xSuspendedTaskList) {
        return CI_LIST_PARKED;
    }
#endif
#if INCLUDE_vTaskDelete == 1
    if (pxList == &xTasksWaitingTermination) {
        return CI_LIST_ENDED;
    }
#endif
    if ((pxList >= pxReadyTasksLists) && (pxList < &pxReadyTasksLists[configMAX_PRIORITIES])) {
        return taskLEVEL((uint32_t)(pxList - pxReadyTasksLists));
    }
    return (pxList == pxDelayedTaskList) ? CI_LIST_SLEEPING : taskNO_LIST;
}

/* ------------------------------------------------ Leaving a list ---------------------------------------------- */

/*
 * Remove a task from its list. If the task leaves a ready list in software that becomes empty, return 0, as
 * uxListRemove() does. After uxTaskListLeaveForNext(), the task must enter another list. With the ready lists in the
 * unit, the instruction for that entry also removes the task.
 */
static portFORCE_INLINE UBaseType_t uxTaskListRemove(TCB_t *pxTCB)
{
    if (!(portREADY_LISTS && portSLEEPERS) && (listLIST_ITEM_CONTAINER(taskITEM(pxTCB)) != NULL)) {
        return uxListRemove(taskITEM(pxTCB));
    }
    (void)ci_list_remove(taskNUMBER(pxTCB));
    return 1u;
}

static portFORCE_INLINE UBaseType_t uxTaskListLeaveForNext(TCB_t *pxTCB)
{
    if (!portREADY_LISTS) {
        return uxTaskListRemove(pxTCB);
    }
    if (!portSLEEPERS && (listLIST_ITEM_CONTAINER(taskITEM(pxTCB)) != NULL)) {
        (void)uxListRemove(taskITEM(pxTCB));
    }
    return 1u;
}

#define taskLIST_LEAVE_FOR_NEXT(pxTCB) (void)uxTaskListLeaveForNext(pxTCB)

#endif /* portTASK_LISTS */

#include <event_lists.h>

#if portTASK_LISTS
/* ------------------------------------------------- Ready lists ------------------------------------------------ */

#if portREADY_LISTS
#undef prvAddTaskToReadyList
#define prvAddTaskToReadyList(pxTCB) \
    do { \
        traceMOVED_TASK_TO_READY_STATE(pxTCB); \
        ci_list_put(taskNUMBER(pxTCB), taskLEVEL((pxTCB)->uxPriority)); \
        tracePOST_MOVED_TASK_TO_READY_STATE(pxTCB); \
    } while (0)

#undef taskSELECT_HIGHEST_PRIORITY_TASK
#define taskSELECT_HIGHEST_PRIORITY_TASK() \
    do { \
        pxCurrentTCB = pxTaskOf[ulRunning = ci_list_select()]; \
        taskSWITCHED(); \
    } while (0)

static uint32_t ulRunning; /* number of the task pxCurrentTCB; valid after vTaskRunningInit() */

void vTaskRunningInit(void)
{
    ulRunning = taskNUMBER(pxCurrentTCB);
    taskSTARTS();
}

/* The list is the list of suspended tasks or of deleted tasks. */
#define vTaskListInsertEnd(pxList, pxTCB)  ci_list_put(taskNUMBER(pxTCB), prvListInUnit(pxList))
#define taskLIST_INSERT_END(pxList, pxTCB) vTaskListInsertEnd(pxList, pxTCB)

#define taskIS_READY(pxTCB, uxPriority)    (ci_list_where(taskNUMBER(pxTCB)) < configMAX_PRIORITIES)
#define taskIS_SUSPENDED(pxTCB)            (ci_list_where(taskNUMBER(pxTCB)) == CI_LIST_PARKED)
#define pxTaskEnded()                      (pxTaskOf[ci_list_first(CI_LIST_ENDED)])

/* Return 2 if several tasks of this priority are ready, else 1. The kernel needs no exact number. */
#define uxTaskReadyLength(uxPriority) \
    (((ci_list_status(taskLEVEL(uxPriority)) & CI_LIST_STATUS_SEVERAL) != 0u) ? 2u : 1u)
#if portSLEEPERS
#define uxTaskSliceLength(uxPriority) 1u /* xTaskListTick() checks time slices */
#else
#define uxTaskSliceLength(uxPriority) uxTaskReadyLength(uxPriority)
#endif
#define taskIS_READY_ABOVE_IDLE(xInSoftware) \
    ((ci_list_status(taskLEVEL(tskIDLE_PRIORITY)) & CI_LIST_STATUS_URGENT) != 0u)
#endif

#if portTIME_BASE
/* As below. A tick can make the task ready at its old level, before or after the first instruction. */
static void prvPriorityChanged(TCB_t const *pxTCB)
{
    const uint32_t ulTask = taskNUMBER(pxTCB), ulLevel = taskLEVEL(pxTCB->uxPriority);
    uint32_t       ulList = ci_list_where(ulTask);

    if (ulList == CI_LIST_SLEEPING) {
        ci_list_level(ulTask, ulLevel);
        ulList = ci_list_where(ulTask);
    }
    if ((ulList < configMAX_PRIORITIES) && (ulList != ulLevel)) {
        ci_list_put(ulTask, ulLevel);
    }
}

#define taskPRIORITY_CHANGED(pxTCB) prvPriorityChanged(pxTCB)
#elif portREADY_LISTS && portSLEEPERS
/* Give the unit the new level of a sleeping task, so the task becomes ready at this level. */
#define taskPRIORITY_CHANGED(pxTCB) \
    do { \
        if (ci_list_where(taskNUMBER(pxTCB)) == CI_LIST_SLEEPING) { \
            ci_list_level(taskNUMBER(pxTCB), taskLEVEL((pxTCB)->uxPriority)); \
        } \
    } while (0)
#endif

/* --------------------------------------------------- Sleepers ------------------------------------------------- */

#if portSLEEPERS
#if !portTIME_BASE
/* Skip ticks. Sleeping tasks keep their absolute wake-up time. */
#define taskTIME_STEP(xTicks) \
    do { \
        xTickCount += (xTicks); \
        ci_list_time(xTickCount); \
    } while (0)

/* Only count the overflow, because the unit has a single list of sleeping tasks. */
#undef taskSWITCH_DELAYED_LISTS
#define taskSWITCH_DELAYED_LISTS() (xNumOfOverflows = (BaseType_t)(xNumOfOverflows + 1))
#endif

static portFORCE_INLINE void prvResetNextTaskUnblockTime(void)
{
}

#if portTIME_BASE
/* The unit treats a wake-up time as passed if it is 1 to 256 ticks before the next tick. */
#define taskLONGEST_SLEEP (portMAX_DELAY - 256u)
#define taskHALF_RANGE    ((portMAX_DELAY / 2u) + 1u)

/*
 * Put the task to sleep until half of the range before its wake-up time, because the unit cannot count the whole sleep.
 * Software then continues the sleep. A task in a wait list leaves this list when it wakes, so it wakes early, and waits
 * again if its time has not come.
 */
static __attribute__((noinline)) void prvTaskSleepLong(TCB_t const *pxTCB)
{
    uint32_t ulHeld = 1u;

#if portWAITERS
    ulHeld = (ci_wait_where(taskNUMBER(pxTCB)) == taskNO_LIST);
#endif
    ci_list_sleep(taskNUMBER(pxTCB) | (ulHeld << CI_LIST_HELD_LOW),
                  listGET_LIST_ITEM_VALUE(taskITEM(pxTCB)) - taskHALF_RANGE);
}

/*
 * Return whether a due task must continue its sleep. If the unit has the wake-up time of the task, the time has come or
 * a line has woken the task.
 */
static BaseType_t prvTaskSleepsOn(TCB_t const *pxTCB)
{
    const TickType_t xWake = listGET_LIST_ITEM_VALUE(taskITEM(pxTCB)), xLeft = xWake - xTickCount;

    if (portLINES && ((TickType_t)ci_list_wake(taskNUMBER(pxTCB)) == xWake)) {
        return pdFALSE;
    }
    if ((xLeft == 0u) || (xLeft > taskHALF_RANGE)) {
        return pdFALSE;
    }
    ci_list_sleep(taskNUMBER(pxTCB) | (1uL << CI_LIST_HELD_LOW), xWake);
    return pdTRUE;
}

/* Ticks have come since xThen, when the task began to sleep. Wake the task if one of them should have done so. */
static __attribute__((noinline)) void prvTaskSleptLate(TCB_t *pxTCB, TickType_t xThen, TickType_t xTicks)
{
    if ((xTicks != 0u) && ((xTickCount - xThen) >= xTicks)) {
        if (taskIN_EVENT_LIST(pxTCB)) {
            taskEVENT_LEAVE(pxTCB);
        }
        prvAddTaskToReadyList(pxTCB);
    }
}
#endif

/* Replaces FreeRTOS's function. */
static void prvAddCurrentTaskToDelayedList(TickType_t xTicksToWait, const BaseType_t xCanBlockIndefinitely)
{
    TCB_t *const     pxTCB = pxCurrentTCB;
    const TickType_t xNow = xTickCount;
    /* The unit makes the task ready at the end of its sleep, unless software must do more. */
    const uint32_t   ulHeld = !portREADY_LISTS || taskEQUAL_WAKES || taskIN_SOFTWARE_EVENT_LIST(pxTCB);

#if INCLUDE_xTaskAbortDelay == 1
    pxTCB->ucDelayAborted = (uint8_t)pdFALSE;
#endif
    if (uxTaskListLeaveForNext(pxTCB) == 0u) {
        portRESET_READY_PRIORITY(pxTCB->uxPriority, uxTopReadyPriority);
    }
#if INCLUDE_vTaskSuspend == 1
    if ((xTicksToWait == portMAX_DELAY) && (xCanBlockIndefinitely != pdFALSE)) {
        taskLIST_INSERT_END(&xSuspendedTaskList, pxTCB);
        return;
    }
#endif
    (void)xCanBlockIndefinitely;
    if ((TickType_t)(xNow + xTicksToWait) < xNow) {
        traceMOVED_TASK_TO_OVERFLOW_DELAYED_LIST();
    } else {
        traceMOVED_TASK_TO_DELAYED_LIST();
    }
#if portTIME_BASE
    listSET_LIST_ITEM_VALUE(taskITEM(pxTCB), xNow + xTicksToWait); /* for prvTaskSleepsOn() */
    if (xTicksToWait > taskLONGEST_SLEEP) {
        prvTaskSleepLong(pxTCB);
        return;
    }
#endif
    ci_list_sleep(taskNUMBER(pxTCB) | (ulHeld << CI_LIST_HELD_LOW), xNow + xTicksToWait);
#if portTIME_BASE
    if (xTickCount != xNow) {
        prvTaskSleptLate(pxTCB, xNow, xTicksToWait);
    }
#endif
}

/* Wake the due tasks that need software. Return whether one of them may preempt the running task. */
static __attribute__((noinline)) BaseType_t prvTaskListDue(void)
{
    BaseType_t xUrgent = pdFALSE;
    uint32_t   ulNumber;

    while ((ulNumber = ci_list_first(CI_LIST_DUE)) < portTASK_NUMBERS) {
        TCB_t *pxTCB = pxTaskOf[ulNumber];

#if portTIME_BASE
        if (prvTaskSleepsOn(pxTCB)) {
            continue;
        }
#endif
        taskLIST_LEAVE_FOR_NEXT(pxTCB);
        if (taskIN_SOFTWARE_EVENT_LIST(pxTCB)) {
            listREMOVE_ITEM(taskEVENT_ITEM(pxTCB));
        }
        prvAddTaskToReadyList(pxTCB);
        if ((pxTCB->uxPriority + taskEQUAL_WAKES) > pxCurrentTCB->uxPriority) {
            xUrgent = pdTRUE;
        }
    }
    return xUrgent;
}

/* Process a tick. Return whether to switch tasks. */
static portFORCE_INLINE BaseType_t xTaskListTick(void)
{
    const uint32_t ulLevel = taskLEVEL(pxCurrentTCB->uxPriority);
    const uint32_t ulSwitch = ((configUSE_PREEMPTION == 1) ? CI_LIST_STATUS_URGENT : 0u) |
        (((configUSE_PREEMPTION == 1) && (configUSE_TIME_SLICING == 1)) ? CI_LIST_STATUS_SEVERAL : 0u);
    BaseType_t     xUrgent = pdFALSE;
    uint32_t       ulStatus;

    ci_list_tick();
    ulStatus = ci_list_status(ulLevel);
    if ((ulStatus & CI_LIST_STATUS_DUE) != 0u) {
        xUrgent = prvTaskListDue();
        ulStatus = ci_list_status(ulLevel);
    }
    if (portREADY_LISTS && !taskEQUAL_WAKES) {
        return (ulStatus & ulSwitch) != 0u;
    }
    return (configUSE_PREEMPTION == 1) && ((xUrgent != pdFALSE) || (portREADY_LISTS && (ulStatus & ulSwitch) != 0u));
}

#if portTIME_BASE
static void prvDueBeforeSuspension(void)
{
    const UBaseType_t uxStatus = portSET_INTERRUPT_MASK_FROM_ISR();

    if (prvTaskListDue() != pdFALSE) {
        vTaskMissedYield();
    }
    portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
}

/* End the interrupt for an urgent task. The next switch tells the unit the level of its task. */
static inline void prvUrgencyServed(void)
{
    ci_time_write(CI_TIME_BASE_RUNNING, 0u);
}

/* Serve an interrupt of the time base for which more must be done than to switch tasks. */
static __attribute__((noinline)) void prvTimeBaseServe(uint32_t ulStatus)
{
    const uint32_t ulLevel = taskLEVEL(pxCurrentTCB->uxPriority);
    uint32_t       ulLists, ulSwitch = CI_LIST_STATUS_URGENT;
    BaseType_t     xUrgent = pdFALSE;

    while ((uxSchedulerSuspended != 0u) && ((ulStatus & CI_TIME_STATUS_WAITING) != 0u)) {
        prvTickPend();
        ulStatus = ci_time_read(CI_TIME_BASE_STATUS);
    }
    if ((ulStatus & CI_TIME_STATUS_OVERRUN) != 0u) {
        ci_time_write(CI_TIME_BASE_STATUS, CI_TIME_STATUS_OVERRUN);
    }
    if (taskSLICES && ((CI_TIME_STATUS_ALARMS(ulStatus) & (1uL << taskSLICE_ALARM)) != 0u)) {
        prvSliceBegin();
        ulSwitch |= CI_LIST_STATUS_SEVERAL;
    }
    ulLists = ci_list_status(ulLevel);
    if ((ulLists & CI_LIST_STATUS_DUE) != 0u) {
        xUrgent = prvTaskListDue();
        ulLists = ci_list_status(ulLevel);
    }
    if ((configUSE_PREEMPTION == 1) && ((xUrgent != pdFALSE) || ((ulLists & ulSwitch) != 0u))) {
        prvUrgencyServed();
        if (uxSchedulerSuspended != 0u) {
            vTaskMissedYield();
        } else {
            ucPortSwitchWanted = 1u;
        }
    }
}

/* Handler of the time base: a tick has woken a task of higher priority, or needs software. */
void vTaskTimeBaseHandler(void)
{
    const uint32_t ulStatus = ci_time_read(CI_TIME_BASE_STATUS);

    if ((ulStatus == CI_TIME_STATUS_URGENT) && (uxSchedulerSuspended == 0u)) {
        prvUrgencyServed(); /* because an interrupted handler may run before the switch */
        ucPortSwitchWanted = 1u;
    } else {
        prvTimeBaseServe(ulStatus);
    }
}
#endif

/*
 * Return the tick count at which the next task wakes, or portMAX_DELAY if the tick count wraps around first. Each call
 * searches the lists of the unit. The result is valid while the scheduler is suspended.
 */
static TickType_t prvNextUnblockTime(void)
{
    const TickType_t xNow = xTickCount;
    TickType_t       xLeast = portMAX_DELAY - xNow;
    uint32_t         ulList = CI_LIST_COMING;

    do {
        for (uint32_t ulTask = ci_list_first(ulList); ulTask < portTASK_NUMBERS; ulTask = ci_list_after(ulTask)) {
            const TickType_t xSleeps = ci_list_wake(ulTask) - xNow;

            xLeast = (xSleeps < xLeast) ? xSleeps : xLeast;
        }
        ulList ^= CI_LIST_COMING ^ CI_LIST_SLEEPING;
    } while (ulList != CI_LIST_COMING);
    return xNow + xLeast;
}

#define taskNEXT_UNBLOCK_TIME() prvNextUnblockTime()
#endif

/* --------------------------------------------- The FreeRTOS lists --------------------------------------------- */

/* Return the list of a task. For a list of the unit, this is the FreeRTOS list that it replaces. */
static List_t *pxTaskList(TCB_t const *pxTCB)
{
    List_t        *pxList = listLIST_ITEM_CONTAINER(taskITEM(pxTCB));
    const uint32_t ulPlace = ci_list_where(taskNUMBER(pxTCB));

    if (ulPlace < configMAX_PRIORITIES) {
        return &pxReadyTasksLists[taskLEVEL(ulPlace)];
    }
#if INCLUDE_vTaskSuspend == 1
    if (ulPlace == CI_LIST_PARKED) {
        return &xSuspendedTaskList;
    }
#endif
#if INCLUDE_vTaskDelete == 1
    if (ulPlace == CI_LIST_ENDED) {
        return &xTasksWaitingTermination;
    }
#endif
    return (ulPlace == taskNO_LIST) ? pxList : pxDelayedTaskList;
}

/*
 * Walk through the tasks of a list in the order of FreeRTOS, which sorts sleeping tasks by wake-up time.
 * uxTaskListLength() collects the tasks in ucWalk, and the functions below it return them. The scheduler is suspended,
 * so the list does not change during a walk, and no second walk begins.
 */
static uint8_t     ucWalk[portTASK_NUMBERS];
static UBaseType_t uxWalkLength, uxWalked;
static ListItem_t *pxWalkEnd;

static void prvWalkAdd(uint32_t ulTask, BaseType_t xByTime)
{
    UBaseType_t uxPlace = uxWalkLength++;

    while (xByTime && (uxPlace > 0u) &&
           ((ci_list_wake(ucWalk[uxPlace - 1u]) - xTickCount) > (ci_list_wake(ulTask) - xTickCount))) {
        ucWalk[uxPlace] = ucWalk[uxPlace - 1u];
        uxPlace--;
    }
    ucWalk[uxPlace] = (uint8_t)ulTask;
}

static void prvWalkUnit(uint32_t ulList, BaseType_t xByTime)
{
    for (uint32_t ulTask = ci_list_first(ulList); ulTask < portTASK_NUMBERS; ulTask = ci_list_after(ulTask)) {
        prvWalkAdd(ulTask, xByTime);
    }
}

static UBaseType_t uxTaskListLength(List_t *pxList)
{
    uint32_t ulList = prvListInUnit(pxList);

    uxWalkLength = uxWalked = 0u;
    pxWalkEnd = (ListItem_t *)listGET_END_MARKER(pxList);
    for (ListItem_t *pxItem = listGET_HEAD_ENTRY(pxList); pxItem != pxWalkEnd; pxItem = listGET_NEXT(pxItem)) {
        prvWalkAdd(taskNUMBER((TCB_t *)listGET_LIST_ITEM_OWNER(pxItem)), pdFALSE);
    }
    if (ulList == CI_LIST_SLEEPING) {
        prvWalkUnit(CI_LIST_COMING, pdFALSE);
    }
    if (ulList != taskNO_LIST) {
        prvWalkUnit(ulList, ulList == CI_LIST_SLEEPING);
    }
    return uxWalkLength;
}

static inline ListItem_t *pxTaskListNext(ListItem_t const *pxItem)
{
    (void)pxItem;
    return (uxWalked < uxWalkLength) ? taskITEM(pxTaskOf[ucWalk[uxWalked++]]) : pxWalkEnd;
}

static inline ListItem_t *pxTaskListHead(List_t const *pxList)
{
    (void)pxList;
    return pxTaskListNext(NULL);
}

/* Return the next task of a circular walk. FreeRTOS before V11.1.0 ends a walk when it reaches the first task again. */
static inline TCB_t *prvTaskListTurn(void)
{
    return pxTaskOf[ucWalk[uxWalked++ % uxWalkLength]];
}

#define taskLIST_TURN(pxTCB, pxList) ((pxTCB) = prvTaskListTurn())

/* --------------------------------------------------- Switching ------------------------------------------------ */

#if portREADY_LISTS && (portCONTEXTS > 0)
/*
 * Yield, in place of the port's vPortYield(): FreeRTOS's choice of the next task is inlined here. A task number below
 * portBANK_SHARED is also the number of the task's bank.
 */
__attribute__((flatten, noinline)) void vPortYield(void)
{
    const UBaseType_t uxNesting = uxPortCriticalNesting;
    UBaseType_t       uxStatus;

    if (uxNesting != 0u) {
        uxPortCriticalNesting = uxNesting | portYIELD_LATER;
        return;
    }
    uxStatus = portSET_INTERRUPT_MASK_FROM_ISR();
    vTaskSwitchContext();
    if (ulRunning < portBANK_SHARED) {
        ci_context_switch(ulRunning, uxStatus);
        __asm__ volatile("" : : : "memory"); /* other tasks have run */
    } else {
        vPortShareSwitch(uxStatus);
    }
}

__attribute__((flatten)) uint32_t ulTaskNextBank(void)
{
    vTaskSwitchContext();
    return (ulRunning < portBANK_SHARED) ? ulRunning : portSHARES;
}

#if portTIME_BASE && portVECTORS
__attribute__((flatten)) uint32_t ulTaskTickBank(void)
{
    const uint32_t ulOther = ci_time_read(CI_TIME_BASE_STATUS) ^ CI_TIME_STATUS_URGENT;

    if (__builtin_expect((ulOther | uxSchedulerSuspended) != 0u, 0)) {
        return (uint32_t)portNO_BANK;
    }
    portSWITCHES_IN_TRAP();
    return ulTaskNextBank();
}
#endif
#endif

#if portLINES
#include <line_tasks.h>
#endif
#endif

#endif
