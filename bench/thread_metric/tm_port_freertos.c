/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Thread-Metric's interface on FreeRTOS. It uses only public functions, so it is the same on every system and port.
 *
 * Threads are tasks, with FreeRTOS's priorities in reverse order. Several tasks can have the same priority.
 * vTaskDelay(), vTaskSuspend(), vTaskResume() and taskYIELD() implement the suite's calls. A semaphore is binary and
 * initially available. A queue holds ten messages of 16 bytes, which FreeRTOS copies. FreeRTOS has no pools: blocks of
 * 128 bytes come from its heap (heap_4). A call from a handler uses FreeRTOS's function for interrupts.
 *
 * Time: ticks of 10 ms, as the suite requires. One of its seconds has tm_second_ticks ticks: 100, or fewer for shorter
 * runs.
 */
#include <stdint.h>
#include <stdio.h>
#include <FreeRTOS.h>
#include <queue.h>
#include <semphr.h>
#include <task.h>
#include "tm_interrupt.h"

/* Parameters: the bench command sets their initial values in the image (measure.h). */
volatile uint32_t tm_hz           __attribute__((section(".data.tm_hz"))) = configTICK_RATE_HZ;
volatile uint32_t tm_second_ticks __attribute__((section(".data.tm_second_ticks"))) = 100u;
volatile uint32_t tm_sleeps       __attribute__((section(".data.tm_sleeps"))) = 0u; /* see tm_thread_sleep() */

#define THREADS         16
#define PRIORITIES      31      /* 1 to 31 */
#define STK_SIZE        512u    /* words: a thread may print */
#define SEMAPHORES      4
#define QUEUES          4
#define QUEUE_MESSAGES  10u
#define POOLS           4
#define BLOCK_BYTES     128u

static void            (*Entry[THREADS])(void);
static TaskHandle_t      Thread[THREADS];
static SemaphoreHandle_t Semaphore[SEMAPHORES];
static QueueHandle_t     Queue[QUEUES];
static uint32_t          Sleeps;

static int ResultOf(BaseType_t xDone)
{
    return xDone == pdPASS ? TM_SUCCESS : TM_ERROR;
}

static int In(int id, int most)
{
    return (id >= 0) && (id < most);
}

/* ----------------------------------------------------- Threads ------------------------------------------------ */

static void ThreadRun(void *argument)
{
    Entry[(int)argument]();
    for (;;) {
        vTaskSuspend(NULL);
    }
}

int tm_thread_create(int thread_id, int priority, void (*entry_function)(void))
{
    if (!In(thread_id, THREADS) || (priority < 1) || (priority > PRIORITIES) || (Thread[thread_id] != NULL) ||
        (xTaskCreate(ThreadRun, "thread", STK_SIZE, (void *)thread_id,
                     (UBaseType_t)(configMAX_PRIORITIES - priority), &Thread[thread_id]) != pdPASS)) {
        return TM_ERROR;
    }
    Entry[thread_id] = entry_function;
    vTaskSuspend(Thread[thread_id]);
    return TM_SUCCESS;
}

int tm_thread_resume(int thread_id)
{
    if (portCHECK_IF_IN_ISR()) {
        portYIELD_FROM_ISR(xTaskResumeFromISR(Thread[thread_id]));
    } else {
        vTaskResume(Thread[thread_id]);
    }
    return TM_SUCCESS;
}

int tm_thread_suspend(int thread_id)
{
    vTaskSuspend(Thread[thread_id]);
    return TM_SUCCESS;
}

void tm_thread_relinquish(void)
{
    taskYIELD();
}

void tm_thread_sleep(int seconds)
{
    if ((tm_sleeps != 0u) && (Sleeps == tm_sleeps)) {
        BSP_Exit(0);
    }
    Sleeps++;
    vTaskDelay((TickType_t)seconds * tm_second_ticks);
}

/* -------------------------------------------- Semaphores, queues, memory -------------------------------------- */

int tm_semaphore_create(int semaphore_id)
{
    if (!In(semaphore_id, SEMAPHORES) || (Semaphore[semaphore_id] != NULL)) {
        return TM_ERROR;
    }
    Semaphore[semaphore_id] = xSemaphoreCreateBinary();
    return (Semaphore[semaphore_id] != NULL) ? ResultOf(xSemaphoreGive(Semaphore[semaphore_id])) : TM_ERROR;
}

int tm_semaphore_get(int semaphore_id)
{
    return ResultOf(xSemaphoreTake(Semaphore[semaphore_id], portMAX_DELAY));
}

int tm_semaphore_put(int semaphore_id)
{
    BaseType_t woken = pdFALSE, done;

    if (!portCHECK_IF_IN_ISR()) {
        return ResultOf(xSemaphoreGive(Semaphore[semaphore_id]));
    }
    done = xSemaphoreGiveFromISR(Semaphore[semaphore_id], &woken);
    portYIELD_FROM_ISR(woken);
    return ResultOf(done);
}

int tm_queue_create(int queue_id)
{
    if (!In(queue_id, QUEUES) || (Queue[queue_id] != NULL)) {
        return TM_ERROR;
    }
    Queue[queue_id] = xQueueCreate(QUEUE_MESSAGES, 4u * sizeof(unsigned long));
    return (Queue[queue_id] != NULL) ? TM_SUCCESS : TM_ERROR;
}

int tm_queue_send(int queue_id, unsigned long *message_ptr)
{
    return ResultOf(xQueueSend(Queue[queue_id], message_ptr, 0u));
}

int tm_queue_receive(int queue_id, unsigned long *message_ptr)
{
    return ResultOf(xQueueReceive(Queue[queue_id], message_ptr, portMAX_DELAY));
}

int tm_memory_pool_create(int pool_id)
{
    return In(pool_id, POOLS) ? TM_SUCCESS : TM_ERROR;
}

int tm_memory_pool_allocate(int pool_id, unsigned char **memory_ptr)
{
    (void)pool_id;
    *memory_ptr = pvPortMalloc(BLOCK_BYTES);
    return (*memory_ptr != NULL) ? TM_SUCCESS : TM_ERROR;
}

int tm_memory_pool_deallocate(int pool_id, unsigned char *memory_ptr)
{
    (void)pool_id;
    vPortFree(memory_ptr);
    return TM_SUCCESS;
}

/* ----------------------------------------------------- Start -------------------------------------------------- */

/* Replaces the function of the board support. */
void vPortSetupTimerInterrupt(void)
{
    BSP_TickStart(tm_hz);
}

/* First task, with a priority above all others. vTaskResume() is not allowed before the scheduler runs. */
static void Starter(void *test_initialization_function)
{
    ((void (*)(void))test_initialization_function)();
    InterruptInit();
    vTaskDelete(NULL);
}

void tm_initialize(void (*test_initialization_function)(void))
{
    if (xTaskCreate(Starter, "starter", STK_SIZE, (void *)test_initialization_function, configMAX_PRIORITIES - 1,
                    NULL) == pdPASS) {
        vTaskStartScheduler();
    }
}

int main(void)
{
    tm_main();
    return 1; /* not reached */
}
