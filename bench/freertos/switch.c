/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time of a task switch under FreeRTOS, in the twelve situations of the RTOSUnit publication. This is our own code,
 * after their description. One task, the driver, runs 20 rounds with other tasks that wait for it; there are seven
 * priorities. The harness measures each yield and each interrupt between bench_begin() and bench_end().
 *
 *   round robin    four tasks of equal priority yield
 *   queue          the driver sends; a task of higher priority receives and waits again
 *   mutex          two tasks of equal priority; one waits while the other owns the mutex
 *   inheritance    a task of higher priority waits for the driver's mutex and so promotes the driver
 *   semaphore      the driver gives; a task of higher priority takes and waits again
 *   priority       the same, with three waiting tasks of different priorities, which then wait for the end of the round
 *   ...processing  each side works for some 200 cycles on each value
 *   ...workload    in addition, three other tasks sleep for a tick and work, at 10,000 ticks per second
 */
#include <stdint.h>
#include <stdio.h>
#include <FreeRTOS.h>
#include <queue.h>
#include <semphr.h>
#include <task.h>
#include "../measure.h"
#include "bsp.h"

enum { ROUND_ROBIN, QUEUE, MUTEX, INHERITANCE, SEMAPHORE, PRIORITY };
enum { PLAIN, PROCESSING, WORKLOAD };

BENCH_PARAMETER(bench_situation, ROUND_ROBIN);
BENCH_PARAMETER(bench_load, PLAIN);

#define WARM_UP 4u
#define ROUNDS  20u
#define DRIVER  2u /* its priority; priorities are 0 to 6 */
#define HIGHER  4u
#define STACK   192u

static TaskHandle_t      Higher;
static QueueHandle_t     Queue;
static SemaphoreHandle_t Mutex, Semaphore;
static TaskHandle_t      Taker[3];
static volatile uint32_t Got, Taken[3], Processed;

__attribute__((noipa)) void bench_begin(void) { __asm__ volatile(""); }
__attribute__((noipa)) void bench_end(void) { __asm__ volatile(""); }

static void Process(uint32_t value)
{
    uint32_t n;

    if (bench_load == PLAIN) {
        return;
    }
    for (n = 0u; n < 40u; n++) {
        value = (value << 5) ^ (value >> 3) ^ n;
    }
    Processed = value;
}

/* ------------------------------------------------- The other tasks -------------------------------------------- */

static void Yields(void *argument)
{
    (void)argument;
    for (;;) {
        taskYIELD();
    }
}

static void Receives(void *argument)
{
    uint32_t value;

    (void)argument;
    for (;;) {
        (void)xQueueReceive(Queue, &value, portMAX_DELAY);
        Got++;
        Process(value);
    }
}

static void Locks(void *argument)
{
    (void)argument;
    for (;;) {
        (void)xSemaphoreTake(Mutex, portMAX_DELAY);
        Got++;
        Process(Got);
        (void)xSemaphoreGive(Mutex);
        taskYIELD();
    }
}

static void LocksWhenTold(void *argument)
{
    (void)argument;
    for (;;) {
        (void)ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        (void)xSemaphoreTake(Mutex, portMAX_DELAY);
        Got++;
        (void)xSemaphoreGive(Mutex);
    }
}

static void Takes(void *argument)
{
    (void)argument;
    for (;;) {
        (void)xSemaphoreTake(Semaphore, portMAX_DELAY);
        Got++;
        Process(Got);
    }
}

/* One of three takers, once per round. */
static void TakesInTurn(void *argument)
{
    for (;;) {
        (void)xSemaphoreTake(Semaphore, portMAX_DELAY);
        Taken[(uint32_t)argument]++;
        Got++;
        (void)ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    }
}

static void Sleeps(void *argument)
{
    for (;;) {
        vTaskDelay(1u);
        Process((uint32_t)argument);
    }
}

/* --------------------------------------------------- The driver ----------------------------------------------- */

/* Run a round. Return the number of values that the other tasks get in it. */
static uint32_t Round(void)
{
    uint32_t n;

    switch (bench_situation) {
    case ROUND_ROBIN:
        taskYIELD();
        return 0u;
    case QUEUE:
        Process(Got);
        (void)xQueueSend(Queue, (uint32_t const *)&Got, 0u);
        return 1u;
    case MUTEX:
        (void)xSemaphoreTake(Mutex, portMAX_DELAY);
        taskYIELD(); /* the other task blocks on the mutex */
        Process(Got);
        (void)xSemaphoreGive(Mutex);
        taskYIELD(); /* and now owns it */
        return 1u;
    case INHERITANCE:
        (void)xSemaphoreTake(Mutex, portMAX_DELAY);
        (void)xTaskNotifyGive(Higher);
        (void)xSemaphoreGive(Mutex);
        return 1u;
    case SEMAPHORE:
        Process(Got);
        (void)xSemaphoreGive(Semaphore);
        return 1u;
    default:
        for (n = 0u; n < 3u; n++) {
            (void)xSemaphoreGive(Semaphore); /* to the waiting task of the highest priority */
        }
        for (n = 0u; n < 3u; n++) {
            (void)xTaskNotifyGive(Taker[n]);
        }
        return 3u;
    }
}

static void Drive(void *argument)
{
    uint32_t round, expected = 0u;

    (void)argument;
    for (round = 0u; round < WARM_UP + ROUNDS; round++) {
        if (round == WARM_UP) {
            bench_begin();
        }
        expected += Round();
    }
    bench_end();
    if ((Got != expected) || (Taken[0] != Taken[1]) || (Taken[1] != Taken[2])) {
        printf("ERROR: the others have got %lu instead of %lu\n", (unsigned long)Got, (unsigned long)expected);
        BSP_Exit(1);
    }
    BSP_Exit(0);
}

/* Replaces the function of the board support. */
void vPortSetupTimerInterrupt(void)
{
    BSP_TickStart((bench_load == WORKLOAD) ? 10000u : 100u);
}

static TaskHandle_t Create(TaskFunction_t function, uint32_t argument, UBaseType_t priority)
{
    TaskHandle_t task;

    if (xTaskCreate(function, "task", STACK, (void *)argument, priority, &task) != pdPASS) {
        BSP_Exit(1);
    }
    return task;
}

int main(void)
{
    uint32_t n;

    Queue     = xQueueCreate(4u, sizeof(uint32_t));
    Mutex     = xSemaphoreCreateMutex();
    Semaphore = xSemaphoreCreateBinary();
    (void)Create(Drive, 0u, DRIVER);
    switch (bench_situation) {
    case ROUND_ROBIN:
        for (n = 0u; n < 3u; n++) {
            (void)Create(Yields, 0u, DRIVER);
        }
        break;
    case QUEUE:
        (void)Create(Receives, 0u, HIGHER);
        break;
    case MUTEX:
        (void)Create(Locks, 0u, DRIVER);
        break;
    case INHERITANCE:
        Higher = Create(LocksWhenTold, 0u, HIGHER);
        break;
    case SEMAPHORE:
        (void)Create(Takes, 0u, HIGHER);
        break;
    default:
        for (n = 0u; n < 3u; n++) {
            Taker[n] = Create(TakesInTurn, n, HIGHER + n);
        }
    }
    if (bench_load == WORKLOAD) {
        (void)Create(Sleeps, 1u, 1u);
        (void)Create(Sleeps, 3u, 3u);
        (void)Create(Sleeps, 6u, 6u);
    }
    vTaskStartScheduler();
    return 1;
}
