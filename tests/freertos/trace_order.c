/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prints which trace macros run in calls on queues, semaphores and mutexes, in order, and whether the mutex then has an
 * owner. Macros in a handler are left out, because the core wakes tasks at a tick without the macros. The owner that
 * becomes ready at an inherited priority is left out, because a fast path traces the wait only after this.
 *
 * defs: -DTRACE_ORDER -DNO_TIMERS
 */
#include "check.h"

#define PRIORITY 3u /* of the tracing task */

static SemaphoreHandle_t semaphore, mutex, recursive;
static QueueHandle_t queue;
static QueueSetHandle_t set;
static TaskHandle_t owner;
static char records[4096];
static volatile BaseType_t recording;

/* macro: what runs, or the name of the task that becomes ready */
void traced(char const *macro)
{
    if ((recording != pdFALSE) && !portCHECK_IF_IN_ISR() && (strcmp(macro, "owner") != 0)) {
        const BaseType_t owned = (mutex != NULL) && (xSemaphoreGetMutexHolder(mutex) != NULL);
        const size_t length = strlen(records);

        CHECK(length + strlen(macro) + sizeof(", owned\n") <= sizeof(records));
        sprintf(&records[length], "%s%s\n", macro, owned ? ", owned" : "");
    }
}

/* Own the mutex until the tracing task waits for it. */
static void owns(void *argument)
{
    (void)argument;
    for (;;) {
        (void)ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        CHECK_EQ("take", xSemaphoreTake(mutex, 0u), pdTRUE);
        while (uxTaskPriorityGet(NULL) != PRIORITY) {
        }
        CHECK_EQ("give", xSemaphoreGive(mutex), pdTRUE);
    }
}

static void test(void *argument)
{
    uint32_t item = 0u;

    (void)argument;
    xTaskNotifyGive(owner);
    vTaskDelay(2u);
    recording = pdTRUE;
    CHECK_EQ("take a locked mutex", xSemaphoreTake(mutex, portMAX_DELAY), pdTRUE);
    CHECK_EQ("give", xSemaphoreGive(mutex), pdTRUE);
    CHECK_EQ("give a free mutex", xSemaphoreGive(mutex), pdFALSE);
    CHECK_EQ("take twice", xSemaphoreTakeRecursive(recursive, 0u) && xSemaphoreTakeRecursive(recursive, 0u), pdTRUE);
    CHECK_EQ("give twice", xSemaphoreGiveRecursive(recursive) && xSemaphoreGiveRecursive(recursive), pdTRUE);
    CHECK_EQ("take", xSemaphoreTake(semaphore, 0u), pdFALSE);
    CHECK_EQ("wait", xSemaphoreTake(semaphore, 2u), pdFALSE);
    CHECK_EQ("give and take", xSemaphoreGive(semaphore) && xSemaphoreTake(semaphore, 0u), pdTRUE);
    CHECK_EQ("send", xQueueSend(queue, &item, 0u), pdTRUE);
    CHECK_EQ("send to a full queue", xQueueSend(queue, &item, 0u), pdFALSE);
    CHECK_EQ("wait for space", xQueueSend(queue, &item, 2u), pdFALSE);
    CHECK_EQ("receive", xQueueReceive(queue, &item, 0u), pdTRUE);
    CHECK_EQ("receive from an empty queue", xQueueReceive(queue, &item, 0u), pdFALSE);
    CHECK_EQ("wait for an item", xQueueReceive(queue, &item, 2u), pdFALSE);
    CHECK_EQ("send to the front", xQueueSendToFront(queue, &item, 0u), pdTRUE);
    CHECK_EQ("select", xQueueSelectFromSet(set, 2u), NULL);
    recording = pdFALSE;
    printf("%s", records);
    pass();
}

int main(void)
{
    recording = pdTRUE;
    mutex = xSemaphoreCreateMutex();
    recording = pdFALSE;
    recursive = xSemaphoreCreateRecursiveMutex();
    semaphore = xSemaphoreCreateBinary();
    queue = xQueueCreate(1u, sizeof(uint32_t));
    set = xQueueCreateSet(1u);
    owner = create(owns, "owner", NULL, 1u);
    create(test, "test", NULL, PRIORITY);
    vTaskStartScheduler();
    return 1;
}
