/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An example for FreeRTOS. A sensor task measures every 10 ms and sends the result through a queue. Two tasks of the
 * same priority share the remaining time, and a timer ends the run.
 */
#include <stdio.h>
#include <FreeRTOS.h>
#include <queue.h>
#include <semphr.h>
#include <task.h>
#include <timers.h>
#include <bsp.h>

static QueueHandle_t values;
static SemaphoreHandle_t console;
static volatile uint32_t turns[2];

static void Sensor(void *argument)
{
    TickType_t last = xTaskGetTickCount();

    (void)argument;
    for (uint32_t value = 0;; value++) {
        xTaskDelayUntil(&last, pdMS_TO_TICKS(10));
        xQueueSend(values, &value, 0);
    }
}

static void Printer(void *argument)
{
    uint32_t value;

    (void)argument;
    for (;;) {
        xQueueReceive(values, &value, portMAX_DELAY);
        xSemaphoreTake(console, portMAX_DELAY);
        printf("%lu: measured %lu\n", (unsigned long)xTaskGetTickCount(), (unsigned long)value);
        xSemaphoreGive(console);
    }
}

/* The two workers never block, so they alternate at each tick. */
static void Worker(void *argument)
{
    volatile uint32_t *mine = argument;

    for (;;) {
        (*mine)++;
    }
}

static void End(TimerHandle_t timer)
{
    (void)timer;
    printf("both workers have had their turns: %s\n", (turns[0] > 0) && (turns[1] > 0) ? "yes" : "no");
    BSP_Exit(0);
}

int main(void)
{
    values = xQueueCreate(4, sizeof(uint32_t));
    console = xSemaphoreCreateMutex();
    xTaskCreate(Sensor, "sensor", configMINIMAL_STACK_SIZE, NULL, 5, NULL);
    xTaskCreate(Printer, "printer", 2 * configMINIMAL_STACK_SIZE, NULL, 4, NULL);
    xTaskCreate(Worker, "worker 1", configMINIMAL_STACK_SIZE, (void *)&turns[0], 1, NULL);
    xTaskCreate(Worker, "worker 2", configMINIMAL_STACK_SIZE, (void *)&turns[1], 1, NULL);
    xTimerStart(xTimerCreate("end", pdMS_TO_TICKS(55), pdFALSE, NULL, End), 0);
    vTaskStartScheduler();
    return 1;
}
