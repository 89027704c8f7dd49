/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FreeRTOS for the programs of RTOSBench, a public benchmark. `./metro bench --rtosbench TREE` compiles a program of
 * the user's tree unchanged, with this file. Each program prints its results as: result MIN MEAN MAX.
 */
#include <stdio.h>
#include "porting_layer.h"
#include "bsp.h"

#define STACK 384u /* words */

static unsigned int Results;

void no_initialize_test(no_task_entry_t begin)
{
    begin(NULL);
    vTaskStartScheduler();
}

/* Replaces the function of the board support. */
void vPortSetupTimerInterrupt(void)
{
    BSP_TickStart(RTOSBENCH_HZ);
}

no_task_handle_t no_create_task(no_task_entry_t entry, char name[4], unsigned int priority)
{
    TaskHandle_t task;

    if (xTaskCreate(entry, name, STACK, NULL, priority, &task) != pdPASS) {
        printf("ERROR: no memory for the task %s\n", name);
        BSP_Exit(1);
    }
    return task;
}

void no_task_yield(void) { taskYIELD(); }
void no_task_suspend_self(void) { vTaskSuspend(NULL); }
void no_task_delay(unsigned int ticks) { vTaskDelay(ticks); }

no_time_t no_time_get(void) { return (no_time_t)BSP_Cycles(); }
long no_time_diff(const no_time_t *from, const no_time_t *to) { return (long)((uint32_t)*to - (uint32_t)*from); }
void no_cycle_reset_counter(void) {}

void no_sem_create(no_sem_t *semaphore, int value) { *semaphore = xSemaphoreCreateCounting(50u, (UBaseType_t)value); }
void no_sem_wait(no_sem_t *semaphore) { (void)xSemaphoreTake(*semaphore, portMAX_DELAY); }
void no_sem_signal(no_sem_t *semaphore) { (void)xSemaphoreGive(*semaphore); }

void no_mutex_create(no_mutex_t *mutex) { *mutex = xSemaphoreCreateMutex(); }
void no_mutex_acquire(no_mutex_t *mutex) { (void)xSemaphoreTake(*mutex, portMAX_DELAY); }
void no_mutex_release(no_mutex_t *mutex) { (void)xSemaphoreGive(*mutex); }

void no_mq_create(no_mq_t *queue, unsigned int length, unsigned int bytes) { *queue = xQueueCreate(length, bytes); }
void no_mq_send(no_mq_t *queue, unsigned int message) { (void)xQueueSend(*queue, &message, portMAX_DELAY); }

void no_mq_receive(no_mq_t *queue)
{
    unsigned int message;

    (void)xQueueReceive(*queue, &message, portMAX_DELAY);
}

void no_serial_write(const char *text) { (void)text; } /* a title */
void no_single_result_report(char *text, int64_t cycles) { printf("%s%ld\n", text, (long)cycles); }

/* The run ends with the last result, because the tasks of some programs never end. */
void no_result_report(int64_t longest, int64_t shortest, int64_t mean)
{
    printf("result %ld %ld %ld\n", (long)shortest, (long)mean, (long)longest);
    if (++Results == RTOSBENCH_RESULTS) {
        BSP_Exit(0);
    }
}
