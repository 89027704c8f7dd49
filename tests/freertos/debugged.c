/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks in each state, for a debugger that stops in look(). */
#include "check.h"

static QueueHandle_t queue, full;
static SemaphoreHandle_t mutex, semaphore;
static EventGroupHandle_t group;

void look(void);
__attribute__((noinline)) void look(void)
{
    __asm__ volatile("");
}

static void Receives(void *argument)
{
    (void)argument;
    for (;;) {
        xQueueReceive(queue, &argument, portMAX_DELAY);
    }
}

static void Sends(void *argument)
{
    (void)argument;
    for (;;) {
        xQueueSend(full, &argument, 500);
    }
}

static void Takes(void *argument)
{
    (void)argument;
    for (;;) {
        xSemaphoreTake(semaphore, portMAX_DELAY);
    }
}

static void Locks(void *argument)
{
    (void)argument;
    for (;;) {
        xSemaphoreTake(mutex, portMAX_DELAY);
    }
}

static void Waits(void *argument)
{
    (void)argument;
    for (;;) {
        xEventGroupWaitBits(group, 6, pdTRUE, pdTRUE, portMAX_DELAY);
    }
}

static void Listens(void *argument)
{
    (void)argument;
    for (;;) {
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    }
}

static void Sleeps(void *argument)
{
    (void)argument;
    for (;;) {
        vTaskDelay(1000);
    }
}

static void Rests(void *argument)
{
    (void)argument;
    for (;;) {
        vTaskSuspend(NULL);
    }
}

static void Ends(void *argument)
{
    (void)argument;
    for (;;) {
        vTaskDelete(NULL);
    }
}

static void Wakes(void *argument)
{
    for (;;) {
        vTaskDelay(3);
        taskENTER_CRITICAL();
        xTaskNotifyGive(argument);
        taskEXIT_CRITICAL();
    }
}

static volatile uint32_t turns;

static void Spins(void *argument)
{
    (void)argument;
    for (;;) {
        turns++;
    }
}

static void Main(void *argument)
{
    xSemaphoreTake(mutex, 0);
    vTaskSuspend(argument); /* a spinning task, which moves behind the other one in the ready list */
    vTaskResume(argument);
    ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    look();
    printf("turns %d\n", turns > 0);
    BSP_Exit(0);
}

int main(void)
{
    TaskHandle_t first;

    queue = xQueueCreate(4, 4);
    full = xQueueCreate(1, 4);
    mutex = xSemaphoreCreateMutex();
    semaphore = xSemaphoreCreateBinary();
    group = xEventGroupCreate();
    xEventGroupSetBits(group, 2);
    create(Receives, "receives", NULL, 12);
    create(Sends, "sends", NULL, 11);
    create(Takes, "takes", NULL, 10);
    create(Locks, "locks", NULL, 9);
    create(Waits, "waits", NULL, 8);
    create(Listens, "listens", NULL, 7);
    create(Sleeps, "sleeps", NULL, 6);
    create(Rests, "rests", NULL, 5);
    create(Ends, "ends", NULL, 5);
    first = create(Spins, "spins 1", NULL, 4);
    create(Spins, "spins 2", NULL, 4);
    create(Wakes, "wakes", create(Main, "main", first, 20), 14);
    vTaskStartScheduler();
    return 1;
}
