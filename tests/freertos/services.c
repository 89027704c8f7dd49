/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Services of the upstream kernel on this port: time slices, queues, mutexes with priority inheritance, notifications,
 * event groups, stream buffers, timers, aborted delays, suspension, deletion, and xTaskCatchUpTicks(). The log
 * checks the order of events.
 *
 * cycles: 20000000
 */
#include "check.h"

static QueueHandle_t queue;
static SemaphoreHandle_t mutex;
static EventGroupHandle_t group;
static StreamBufferHandle_t stream;
static TaskHandle_t tester;

/* --- tasks of the same priority take turns at each tick */
static volatile uint32_t turns[3];

static void spins(void *argument)
{
    for (;;) {
        turns[(uint32_t)argument]++;
    }
}

static void time_slices(void)
{
    TaskHandle_t tasks[3];

    for (uint32_t n = 0; n < 3; n++) {
        tasks[n] = create(spins, "spins", (void *)n, 2);
    }
    vTaskDelay(4);
    for (uint32_t n = 0; n < 3; n++) {
        CHECK(turns[n] > 0);
        vTaskDelete(tasks[n]);
    }
}

/* --- a receiver of higher priority preempts the sender within xQueueSend() */
static void receives(void *argument)
{
    uint32_t value;

    (void)argument;
    for (uint32_t n = 0; n < 3; n++) {
        CHECK_EQ("receive", xQueueReceive(queue, &value, portMAX_DELAY), pdTRUE);
        CHECK_EQ("value", value, 10 + n);
        log_add("received");
    }
    CHECK_EQ("receive from the empty queue", xQueueReceive(queue, &value, 3), pdFALSE);
    log_add("timeout");
    vTaskDelete(NULL);
}

static void queues(void)
{
    queue = xQueueCreate(2, sizeof(uint32_t));
    create(receives, "receives", NULL, 6);
    for (uint32_t value = 10; value < 13; value++) {
        log_add("send");
        CHECK_EQ("send", xQueueSend(queue, &value, 0), pdTRUE);
    }
    vTaskDelay(5);
    CHECK_LOG("send received send received send received timeout");
}

/* --- a receiver whose item another task takes waits for the rest of its time; an aborted wait for bits is reported by
 * the next call that can wait */
static void waits(void *argument)
{
    const TickType_t start = xTaskGetTickCount();
    uint32_t value;

    (void)argument;
    CHECK_EQ("receive", xQueueReceive(queue, &value, 10), pdFALSE);
    CHECK_EQ("ticks of the wait", xTaskGetTickCount() - start, 10);
    CHECK_EQ("bits", xEventGroupWaitBits(group, 1, pdTRUE, pdTRUE, portMAX_DELAY), 0);
    CHECK_EQ("receive after the aborted wait", xQueueReceive(queue, &value, portMAX_DELAY), pdFALSE);
    CHECK_EQ("next receive", xQueueReceive(queue, &value, portMAX_DELAY), pdTRUE);
    log_add("done");
    vTaskDelete(NULL);
}

static void timeouts(void)
{
    TaskHandle_t task = create(waits, "waits", NULL, 2);
    uint32_t value = 1;

    queue = xQueueCreate(2, sizeof(uint32_t));
    group = xEventGroupCreate();
    vTaskDelay(4);
    xQueueSend(queue, &value, 0);
    CHECK_EQ("take the item", xQueueReceive(queue, &value, 0), pdTRUE);
    vTaskDelay(10);
    CHECK_EQ("abort", xTaskAbortDelay(task), pdPASS);
    vTaskDelay(2);
    xQueueSend(queue, &value, 0);
    vTaskDelay(1);
    CHECK_LOG("done");
}

/* --- while the scheduler is suspended, tasks wake in the order of the gives of handlers and tasks */
static SemaphoreHandle_t orders[2];

static void awaits(void *argument)
{
    xSemaphoreTake(orders[(uint32_t)argument], portMAX_DELAY);
    log_add(((uint32_t)argument == 0) ? "first" : "second");
    vTaskDelete(NULL);
}

static void wakes_while_suspended(void)
{
    BaseType_t woken;

    for (uint32_t n = 0; n < 2; n++) {
        orders[n] = xSemaphoreCreateBinary();
        create(awaits, "awaits", (void *)n, 2);
    }
    vTaskDelay(2);
    vTaskSuspendAll();
    taskENTER_CRITICAL();
    xSemaphoreGiveFromISR(orders[0], &woken);
    taskEXIT_CRITICAL();
    xSemaphoreGive(orders[1]);
    xTaskResumeAll();
    vTaskDelay(2);
    CHECK_LOG("first second");
}

/* --- a mutex owner inherits the priority of the highest waiting task */
static void low(void *argument)
{
    (void)argument;
    xSemaphoreTake(mutex, portMAX_DELAY);
    log_add("low");
    xTaskNotifyGive(tester);
    while (uxTaskPriorityGet(NULL) == 1) {
    }
    CHECK_EQ("inherited", uxTaskPriorityGet(NULL), 6);
    log_add("inherits");
    xSemaphoreGive(mutex);
    CHECK_EQ("priority after the give", uxTaskPriorityGet(NULL), 1);
    log_add("done");
    vTaskDelete(NULL);
}

static void high(void *argument)
{
    (void)argument;
    xSemaphoreTake(mutex, portMAX_DELAY);
    log_add("high");
    xSemaphoreGive(mutex);
    vTaskDelete(NULL);
}

static void mutexes(void)
{
    mutex = xSemaphoreCreateMutex();
    create(low, "low", NULL, 1);
    ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    create(high, "high", NULL, 6);
    vTaskDelay(5);
    CHECK_LOG("low inherits high done");
}

/* --- notifications, event groups, streams */
static void listens(void *argument)
{
    uint32_t value = 0;
    char text[8] = "";

    (void)argument;
    CHECK_EQ("notified", xTaskNotifyWait(0, 0xFFFFFFFFu, &value, portMAX_DELAY), pdTRUE);
    CHECK_EQ("value", value, 0x55);
    log_add("notified");
    CHECK_EQ("bits", xEventGroupWaitBits(group, 3, pdTRUE, pdTRUE, portMAX_DELAY) & 3, 3);
    log_add("bits");
    CHECK_EQ("bytes", xStreamBufferReceive(stream, text, sizeof(text), portMAX_DELAY), 5);
    CHECK_EQ("text", memcmp(text, "hello", 5), 0);
    log_add("bytes");
    vTaskSuspend(NULL);
    log_add("resumed");
    vTaskDelay(1000);
    log_add("aborted");
    vTaskDelete(NULL);
}

static void others(void)
{
    TaskHandle_t task = create(listens, "listens", NULL, 6);

    group = xEventGroupCreate();
    stream = xStreamBufferCreate(16, 1);
    xTaskNotify(task, 0x55, eSetBits);
    xEventGroupSetBits(group, 1);
    log_add("one bit");
    xEventGroupSetBits(group, 2);
    CHECK_EQ("cleared", xEventGroupGetBits(group), 0);
    xStreamBufferSend(stream, "hello", 5, 0);
    CHECK_EQ("suspended", eTaskGetState(task), eSuspended);
    vTaskResume(task);
    CHECK_EQ("sleeps", eTaskGetState(task), eBlocked);
    CHECK_EQ("abort", xTaskAbortDelay(task), pdPASS);
    CHECK_LOG("notified one bit bits bytes resumed aborted");
}

/* --- timers, and ticks while the scheduler is suspended */
static void on_timer(TimerHandle_t timer)
{
    (void)timer;
    log_add("timer");
}

static void timers(void)
{
    TimerHandle_t timer = xTimerCreate("timer", 3, pdTRUE, NULL, on_timer);
    TickType_t before;

    CHECK_EQ("start", xTimerStart(timer, 0), pdPASS);
    vTaskDelay(10);
    xTimerStop(timer, 0);
    CHECK_LOG("timer timer timer");
    before = xTaskGetTickCount();
    vTaskSuspendAll();
    while (BSP_Cycles() == 0u || xTaskGetTickCount() != before) {
    }
    for (volatile uint32_t wait = 0; wait < 30000; wait++) { /* xTaskResumeAll() counts these ticks */
    }
    CHECK_EQ("ticks do not advance", xTaskGetTickCount(), before);
    xTaskResumeAll();
    CHECK(xTaskGetTickCount() > before + 1);
    before = xTaskGetTickCount();
    xTaskCatchUpTicks(100);
    CHECK(xTaskGetTickCount() >= before + 100);
}

static void test(void *argument)
{
    TickType_t last;

    (void)argument;
    time_slices();
    queues();
    timeouts();
    wakes_while_suspended();
    mutexes();
    others();
    timers();
    last = xTaskGetTickCount();
    for (uint32_t n = 1; n < 5; n++) {
        const TickType_t due = last + 7;

        xTaskDelayUntil(&last, 7);
        CHECK_EQ("tick count after xTaskDelayUntil()", xTaskGetTickCount(), due);
    }
    CHECK_EQ("stack", uxTaskGetStackHighWaterMark(NULL) > 100, 1);
    pass();
}

int main(void)
{
    tester = create(test, "test", NULL, 5);
    vTaskStartScheduler();
    return 1;
}
