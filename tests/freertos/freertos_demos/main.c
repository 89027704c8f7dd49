/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Run the linked standard demos of FreeRTOS (Demo/Common/Minimal). Each demo has tasks that check the kernel, and a
 * function that reports whether these tasks still run without errors. The program calls this function of each demo
 * ROUNDS times, every PERIOD ticks. Then it prints the results and exits with the number of failed demos.
 */
#include <stdio.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include <FreeRTOS.h>
#include <task.h>
#include <bsp.h>
#include "IntQueueTimer.h"
#include "../versions.h"

#define ROUNDS 2

/* Source, start function, argument, check function, tick function. Functions without parameters ignore the argument. */
#define DEMOS(DEMO) \
    DEMO(AbortDelay, vCreateAbortDelayTasks, 0, xAreAbortDelayTestTasksStillRunning, none) \
    DEMO(BlockQ, vStartBlockingQueueTasks, 2, xAreBlockingQueuesStillRunning, none) \
    DEMO(EventGroupsDemo, vStartEventGroupTasks, 0, xAreEventGroupTasksStillRunning, vPeriodicEventGroupsProcessing) \
    DEMO(GenQTest, vStartGenericQueueTasks, 0, xAreGenericQueueTasksStillRunning, none) \
    DEMO(IntQueue, vStartInterruptQueueTasks, 0, xAreIntQueueTasksStillRunning, none) \
    DEMO(IntSemTest, vStartInterruptSemaphoreTasks, 0, xAreInterruptSemaphoreTasksStillRunning, \
         vInterruptSemaphorePeriodicTest) \
    DEMO(MessageBufferAMP, vStartMessageBufferAMPTasks, configMINIMAL_STACK_SIZE, \
         xAreMessageBufferAMPTasksStillRunning, none) \
    DEMO(MessageBufferDemo, vStartMessageBufferTasks, 2 * configMINIMAL_STACK_SIZE, \
         xAreMessageBufferTasksStillRunning, none) \
    DEMO(PollQ, vStartPolledQueueTasks, 2, xArePollingQueuesStillRunning, none) \
    DEMO(QPeek, vStartQueuePeekTasks, 0, xAreQueuePeekTasksStillRunning, none) \
    DEMO(QueueOverwrite, vStartQueueOverwriteTask, 0, xIsQueueOverwriteTaskStillRunning, \
         vQueueOverwritePeriodicISRDemo) \
    DEMO(QueueSet, vStartQueueSetTasks, 0, xAreQueueSetTasksStillRunning, vQueueSetAccessQueueSetFromISR) \
    DEMO(QueueSetPolling, vStartQueueSetPollingTask, 0, xAreQueueSetPollTasksStillRunning, \
         vQueueSetPollingInterruptAccess) \
    DEMO(StaticAllocation, vStartStaticallyAllocatedTasks, 0, xAreStaticAllocationTasksStillRunning, none) \
    DEMO(StreamBufferDemo, vStartStreamBufferTasks, 0, xAreStreamBufferTasksStillRunning, \
         vPeriodicStreamBufferProcessing) \
    DEMO(StreamBufferInterrupt, vStartStreamBufferInterruptDemo, 0, xIsInterruptStreamBufferDemoStillRunning, \
         vBasicStreamBufferSendFromISR) \
    DEMO(TaskNotify, vStartTaskNotifyTask, 0, xAreTaskNotificationTasksStillRunning, xNotifyTaskFromISR) \
    DEMO(TaskNotifyArray, vStartTaskNotifyArrayTask, 0, xAreTaskNotificationArrayTasksStillRunning, \
         xNotifyArrayTaskFromISR) \
    DEMO(TimerDemo, vStartTimerDemoTask, 50, xAreTimerDemoTasksStillRunning, vTimerPeriodicISRTests) \
    DEMO(blocktim, vCreateBlockTimeTasks, 0, xAreBlockTimeTestTasksStillRunning, none) \
    DEMO(countsem, vStartCountingSemaphoreTasks, 0, xAreCountingSemaphoreTasksStillRunning, none) \
    DEMO(dynamic, vStartDynamicPriorityTasks, 0, xAreDynamicPriorityTasksStillRunning, none) \
    DEMO(integer, vStartIntegerMathTasks, 0, xAreIntegerMathsTaskStillRunning, none) \
    DEMO(recmutex, vStartRecursiveMutexTasks, 0, xAreRecursiveMutexTasksStillRunning, none) \
    DEMO(semtest, vStartSemaphoreTasks, 1, xAreSemaphoreTasksStillRunning, none) \
    DEMO(death, vCreateSuicidalTasks, 3, xIsCreateTaskStillRunning, none) /* must be last: it counts all tasks */

#define DECLARED(name, start, argument, check, tick) \
    void start(uint32_t) __attribute__((weak)); \
    BaseType_t check(uint32_t) __attribute__((weak)); \
    void tick(void) __attribute__((weak));
#define ROW(name, start, argument, check, tick) {#name, start, argument, check, tick},

DEMOS(DECLARED)

static const struct {
    const char *name;
    void (*start)(uint32_t);
    uint32_t argument;
    BaseType_t (*check)(uint32_t);
    void (*tick)(void);
} demos[] = {DEMOS(ROW)};

#define DEMO_COUNT      (sizeof demos / sizeof demos[0])
#define IS_LINKED(demo) (demos[demo].start != NULL)

static void Check(void *argument)
{
    int failed[DEMO_COUNT] = {0}, failures = 0;

    (void)argument;
    for (int round = 1; round <= ROUNDS; round++) {
        vTaskDelay(PERIOD);
        for (size_t demo = 0; demo < DEMO_COUNT; demo++) {
            if (IS_LINKED(demo) && (demos[demo].check(PERIOD) != pdPASS) && (failed[demo] == 0)) {
                failed[demo] = round;
            }
        }
    }
    taskDISABLE_INTERRUPTS();
    for (size_t demo = 0; demo < DEMO_COUNT; demo++) {
        if (!IS_LINKED(demo)) {
            continue;
        }
        if (failed[demo] == 0) {
            printf("%s: passed\n", demos[demo].name);
        } else {
            printf("%s: failed at check %d\n", demos[demo].name, failed[demo]);
            failures++;
        }
    }
    BSP_Exit(failures);
}

void vApplicationTickHook(void)
{
    for (size_t demo = 0; demo < DEMO_COUNT; demo++) {
        if (IS_LINKED(demo) && (demos[demo].tick != NULL)) {
            demos[demo].tick();
        }
    }
}

/* TICK_CYCLES replaces the period of configTICK_RATE_HZ, so the simulation takes less time. */
void vPortSetupTimerInterrupt(void)
{
    BSP_TickStart(CONFIG_CLOCK_FREQUENCY / TICK_CYCLES);
}

/* IntQueue's two interrupts alternate on one line. The first handler enables nesting for the second. */
BaseType_t xFirstTimerHandler(void) __attribute__((weak));
BaseType_t xSecondTimerHandler(void) __attribute__((weak));

static void Line(void)
{
    static BaseType_t is_first, is_open;
    BaseType_t woken;

    sim_line_ev_pending_write(1u);
    is_first = !is_first && !is_open;
    if (!is_first) {
        woken = xSecondTimerHandler();
    } else {
        is_open = pdTRUE;
        portENABLE_INTERRUPTS();
        woken = xFirstTimerHandler();
        portDISABLE_INTERRUPTS();
        is_open = pdFALSE;
    }
    portYIELD_FROM_ISR(woken);
}

void vInitialiseTimerForIntQueueTest(void)
{
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, Line);
    sim_line_ev_pending_write(1u);
    sim_line_ev_enable_write(1u);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
}

int main(void)
{
    for (size_t demo = 0; demo < DEMO_COUNT; demo++) {
        if (IS_LINKED(demo)) {
            demos[demo].start(demos[demo].argument);
        }
    }
    xTaskCreate(Check, "check", 2 * configMINIMAL_STACK_SIZE, NULL, configMAX_PRIORITIES - 1, NULL);
    vTaskStartScheduler();
    return 255;
}
