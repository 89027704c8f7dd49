/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ticks of the core's time base (portTIME_BASE). task_lists.h includes this file in the tasks.c of a tree patched by
 * `./metro patch`. A tick then takes effect in the unit without an interrupt, also inside a critical section. While the
 * scheduler is suspended, each tick waits for software, which counts it in xPendedTicks.
 *
 * The tick count of FreeRTOS is the unit's number of ticks plus an offset.
 */
#ifndef TIME_BASE_H
#define TIME_BASE_H

#if !portTIME_BASE /* the contract with tasks.c: see task_lists.h */
#define taskTIME_START(xTicks)   (xTickCount = (xTicks)) /* set the tick count before the first tick */
#define taskTIME_ADVANCE(xTicks) (xTickCount = (xTicks)) /* set the tick count at a tick */
/* Store the time at which a timeout starts. Return whether 2^32 ticks or more have passed since then. */
#define taskTIME_OUT_START(pxTimeOut) \
    do { \
        (pxTimeOut)->xOverflowCount = xNumOfOverflows; \
        (pxTimeOut)->xTimeOnEntering = xTickCount; \
    } while (0)
#define taskTIME_OUT_WRAPPED(pxTimeOut, xNow) \
    ((xNumOfOverflows != (pxTimeOut)->xOverflowCount) && ((xNow) >= (pxTimeOut)->xTimeOnEntering))
#define taskTICKS_SUSPEND()      /* the scheduler is suspended */
#define taskTICKS_CONTINUE()     /* the scheduler is no longer suspended, but ticks may pend */
#define taskPRIORITY_SET(pxTCB)  /* the task has another priority */
#define taskCREATED(pxTCB)       /* a new task has its priority and its number */
#define taskDELETED(pxTCB)       /* the task's number becomes free */
#define taskSWITCHED()           /* pxCurrentTCB runs next */
#define taskSTARTS()             /* pxCurrentTCB is the first task to run */
#else

#if !(portREADY_LISTS && portSLEEPERS)
#error "time_base.h: portTICKLESS also needs portREADY_LISTS and portSLEEPERS."
#endif

/* ----------------------------------------------- The tick count ----------------------------------------------- */

/* Lower and upper word of the offset. It changes if software skips ticks, or if a tick pends. */
static volatile uint32_t ulTickOffset, ulTickOffsetHigh;

/* Return the tick count. A handler can change the offset between the two reads. */
static portFORCE_INLINE TickType_t xTaskTime(void)
{
    uint32_t   ulOffset;
    TickType_t xTime;

    do {
        ulOffset = ulTickOffset;
        xTime = ci_time_read(CI_TIME_BASE_TIME) + ulOffset;
    } while (ulOffset != ulTickOffset);
    return xTime;
}

#define xTickCount xTaskTime()

/* Return the number of ticks of the unit in 64 bits. */
static uint64_t prvUnitTime(void)
{
    uint32_t ulHigh, ulLow;

    do {
        ulHigh = ci_time_read(CI_TIME_BASE_TIME_HIGH);
        ulLow = ci_time_read(CI_TIME_BASE_TIME);
    } while (ulHigh != ci_time_read(CI_TIME_BASE_TIME_HIGH));
    return ((uint64_t)ulHigh << 32) | ulLow;
}

static uint64_t prvTickOffset(void)
{
    return ((uint64_t)ulTickOffsetHigh << 32) | ulTickOffset;
}

/* The four functions below must be called with interrupts disabled. */
static void prvTickOffsetSet(uint64_t ullOffset)
{
    ulTickOffset = (uint32_t)ullOffset;
    ulTickOffsetHigh = (uint32_t)(ullOffset >> 32);
}

/* Store the tick count in 64 bits. */
static void prvTimeOutStart(TimeOut_t *pxTimeOut)
{
    const uint64_t ullNow = prvUnitTime() + prvTickOffset();

    pxTimeOut->xOverflowCount = (BaseType_t)(uint32_t)(ullNow >> 32);
    pxTimeOut->xTimeOnEntering = (TickType_t)ullNow;
}

static BaseType_t prvTimeOutWrapped(TimeOut_t const *pxTimeOut)
{
    const uint64_t ullStart = ((uint64_t)(uint32_t)pxTimeOut->xOverflowCount << 32) | pxTimeOut->xTimeOnEntering;

    return ((prvUnitTime() + prvTickOffset() - ullStart) >> 32) != 0u;
}

/* Take a tick of the unit, but count it in xPendedTicks. The step back lets the tick wake no task. */
static void prvTickPend(void)
{
    ci_list_time(xTickCount - 1u);
    prvTickOffsetSet(prvTickOffset() - 1u);
    ci_list_tick();
    xPendedTicks++;
}

static inline void prvTicksWait(BaseType_t xWait)
{
    ci_time_write(CI_TIME_BASE_CONTROL, CI_TIME_CONTROL_HALTS | (xWait ? 0u : CI_TIME_CONTROL_AUTOMATIC));
}

static void prvTimeStart(TickType_t xTicks)
{
    prvTickOffsetSet(xTicks - prvUnitTime());
}

/* Skip ticks. Sleeping tasks keep their absolute wake-up time. */
static void prvTimeStep(TickType_t xTicks)
{
    const UBaseType_t uxStatus = portSET_INTERRUPT_MASK_FROM_ISR();

    prvTicksWait(pdTRUE);
    prvTickOffsetSet(prvTickOffset() + xTicks);
    ci_list_time(xTickCount);
    prvTicksWait(uxSchedulerSuspended != 0u);
    portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
}

#define taskTIME_START(xTicks)                prvTimeStart(xTicks)
#define taskTIME_ADVANCE(xTicks)              ((void)(xTicks)) /* the unit's tick does so */
#define taskTIME_STEP(xTicks)                 prvTimeStep(xTicks)
#define taskTIME_OUT_START(pxTimeOut)         prvTimeOutStart(pxTimeOut)
#define taskTIME_OUT_WRAPPED(pxTimeOut, xNow) prvTimeOutWrapped(pxTimeOut)
#undef taskSWITCH_DELAYED_LISTS
#define taskSWITCH_DELAYED_LISTS() /* the tick count has 64 bits */

/* ---------------------------------------------- The running task ---------------------------------------------- */

/* With time slices, an alarm expires at each tick while a task runs that shares its priority. */
#define taskSLICES      ((configUSE_PREEMPTION == 1) && (configUSE_TIME_SLICING == 1))
#define taskSLICE_ALARM 7u

static uint16_t    usTasksAt[configMAX_PRIORITIES]; /* number of tasks by priority */
static uint8_t     ucPriorityOf[portTASK_NUMBERS];  /* priority at which a task is counted, by the task's number */
static UBaseType_t uxShared;                        /* number of priorities with several tasks */

/* Let the unit raise an interrupt if a tick wakes a task of higher priority. */
static inline void prvTellRunning(void)
{
    ci_time_write(CI_TIME_BASE_RUNNING, (configUSE_PREEMPTION == 1) ? taskLEVEL(pxCurrentTCB->uxPriority) : 0u);
}

static inline void prvSliceBegin(void)
{
    ci_time_write(CI_TIME_BASE_ALARM + taskSLICE_ALARM, usTasksAt[pxCurrentTCB->uxPriority] > 1u);
}

static void prvTaskCount(TCB_t const *pxTCB)
{
    ucPriorityOf[taskNUMBER(pxTCB)] = (uint8_t)pxTCB->uxPriority;
    uxShared += (++usTasksAt[pxTCB->uxPriority] == 2u);
}

static void prvTaskUncount(TCB_t const *pxTCB)
{
    uxShared -= (--usTasksAt[ucPriorityOf[taskNUMBER(pxTCB)]] == 1u);
}

/* Begin the slice again, because another task may share its priority from now on, or no task may share it. */
static void prvTasksCounted(void)
{
    if (pxCurrentTCB != NULL) {
        prvSliceBegin();
    }
}

static void prvTaskCreated(TCB_t const *pxTCB)
{
    const UBaseType_t uxStatus = portSET_INTERRUPT_MASK_FROM_ISR();

    prvTaskCount(pxTCB);
    prvTasksCounted();
    portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus);
}

static void prvTaskDeleted(TCB_t const *pxTCB)
{
    prvTaskUncount(pxTCB);
    prvTasksCounted();
}

/* Interrupts must be disabled. */
static void prvPrioritySet(TCB_t const *pxTCB)
{
    if (taskSLICES) {
        prvTaskUncount(pxTCB);
        prvTaskCount(pxTCB);
        prvTasksCounted();
    }
    if (pxTCB == pxCurrentTCB) {
        prvTellRunning();
    }
}

static void prvTimeBaseStart(void)
{
    prvTellRunning();
    ci_time_write(CI_TIME_BASE_ALARM_PERIOD + taskSLICE_ALARM, 1u);
    if (taskSLICES) {
        prvSliceBegin();
    }
    prvTicksWait(pdFALSE);
}

#define taskPRIORITY_SET(pxTCB) prvPrioritySet(pxTCB)
#define taskCREATED(pxTCB)      (taskSLICES ? prvTaskCreated(pxTCB) : (void)0)
#define taskDELETED(pxTCB)      (taskSLICES ? prvTaskDeleted(pxTCB) : (void)0)
#define taskSTARTS()            prvTimeBaseStart()
/* `select` has told the unit the level of the task. If uxShared is 0, prvTasksCounted() has ended the alarm. */
#define taskSWITCHED() \
    do { \
        if (configUSE_PREEMPTION == 0) { \
            prvTellRunning(); \
        } \
        if (taskSLICES && (uxShared != 0u)) { \
            prvSliceBegin(); \
        } \
    } while (0)

/* ------------------------------------------------ The scheduler ----------------------------------------------- */

/*
 * A tick just before taskTICKS_SUSPEND() can leave tasks in `due`. They must leave their event lists before the caller
 * reads these lists.
 */
static void prvDueBeforeSuspension(void);

#define taskTICKS_SUSPEND() \
    do { \
        prvTicksWait(pdTRUE); \
        if ((ci_list_status(0u) & CI_LIST_STATUS_DUE) != 0u) { \
            prvDueBeforeSuspension(); \
        } \
    } while (0)
#define taskTICKS_CONTINUE() prvTicksWait(pdFALSE)

/*
 * Return whether a ready task has a higher priority than the running one. xTaskRemoveFromEventList() returns this if a
 * tick has woken the last waiting task since the caller's check.
 */
static inline BaseType_t xTaskTickIsUrgent(void)
{
    return (ci_list_status(taskLEVEL(pxCurrentTCB->uxPriority)) & CI_LIST_STATUS_URGENT) != 0u;
}

#endif

#endif
