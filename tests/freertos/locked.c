/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Takes of a mutex that another task owns: inherited priorities, nested and recursive mutexes, owners that sleep, wait
 * or are suspended, timeouts, aborted waits, changes of priority, and a mutex in a queue set. With -DWATCHED, the
 * program also checks which calls suspend the scheduler, and in which state an owner inherits a priority.
 *
 * cycles: 20000000
 */
#include "check.h"

typedef enum {
    TAKE, GIVE, TAKE_RECURSIVE, GIVE_RECURSIVE, GIVE_AND_TAKE, RECEIVE, WAIT_AND_TAKE, SELECT_AND_TAKE, SLEEP,
    SPIN
} action_t;

/* A task that executes one action for each notification. */
typedef struct {
    TaskHandle_t task;
    UBaseType_t priority;
    action_t action;
    SemaphoreHandle_t object;
    TickType_t ticks;            /* timeout, or ticks of the sleep */
    volatile BaseType_t result;  /* of the last action */
    volatile TickType_t elapsed; /* ticks that it took */
    volatile BaseType_t busy;
    volatile uint32_t suspensions; /* calls of vTaskSuspendAll() in the last action */
} worker_t;

static worker_t low = {.priority = 1u}, middle = {.priority = 2u}, high = {.priority = 4u};
static SemaphoreHandle_t first, second, recursive;
static QueueHandle_t queue;
static QueueSetHandle_t set;
static EventGroupHandle_t bits;
static volatile BaseType_t spins;

#ifdef WATCHED
static uint32_t inherited;

void inherits(void)
{
    inherited++;
    CHECK_EQ("state of the scheduler", xTaskGetSchedulerState(),
             portWAITERS ? taskSCHEDULER_RUNNING : taskSCHEDULER_SUSPENDED);
}

void suspends(void)
{
    static worker_t *const workers[] = {&low, &middle, &high};
    const TaskHandle_t caller = xTaskGetCurrentTaskHandle();

    for (uint32_t n = 0u; n < 3u; n++) {
        workers[n]->suspensions += (workers[n]->busy && (workers[n]->task == caller)) ? 1u : 0u;
    }
}

#define SUSPENDED(worker, expected) CHECK_EQ("suspensions", (worker)->suspensions, expected)
#else
#define SUSPENDED(worker, expected)
#endif

static BaseType_t give_and_take(SemaphoreHandle_t object)
{
    BaseType_t result;

    vTaskSuspendAll();
    result = xSemaphoreGive(object) && xSemaphoreTake(object, 0u);
    (void)xTaskResumeAll();
    return result;
}

static BaseType_t act(worker_t *self)
{
    uint32_t item;

    switch (self->action) {
    case TAKE:           return xSemaphoreTake(self->object, self->ticks);
    case GIVE:           return xSemaphoreGive(self->object);
    case TAKE_RECURSIVE: return xSemaphoreTakeRecursive(self->object, self->ticks);
    case GIVE_RECURSIVE: return xSemaphoreGiveRecursive(self->object);
    case GIVE_AND_TAKE:  return give_and_take(self->object);
    case RECEIVE:        return xQueueReceive(queue, &item, self->ticks);
    case WAIT_AND_TAKE:  (void)xEventGroupWaitBits(bits, 1u, pdTRUE, pdTRUE, portMAX_DELAY);
                         return xSemaphoreTake(self->object, self->ticks);
    case SELECT_AND_TAKE: return (xQueueSelectFromSet(set, self->ticks) == self->object) &&
                                 xSemaphoreTake(self->object, 0u);
    case SLEEP:          vTaskDelay(self->ticks); return pdTRUE;
    default:             while (spins) {} return pdTRUE;
    }
}

static void works(void *argument)
{
    worker_t *const self = argument;

    for (;;) {
        TickType_t start;

        (void)ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        start = xTaskGetTickCount();
        self->suspensions = 0u;
        self->result = act(self);
        self->elapsed = xTaskGetTickCount() - start;
        self->busy = pdFALSE;
    }
}

/* Let a worker begin an action. Return when all workers are blocked, or one of them spins. */
static void begin(worker_t *worker, action_t action, SemaphoreHandle_t object, TickType_t ticks)
{
    CHECK_EQ("busy", worker->busy, pdFALSE);
    worker->action = action;
    worker->object = object;
    worker->ticks = ticks;
    worker->busy = pdTRUE;
    xTaskNotifyGive(worker->task);
    vTaskDelay(2u); /* at least one whole tick */
}

#define DOES(worker, action, object) \
    do { \
        begin(worker, action, object, 0u); \
        HAS_DONE(worker, pdTRUE); \
    } while (0)
#define WAITS(worker, action, object, ticks) \
    do { \
        begin(worker, action, object, ticks); \
        CHECK_EQ("waits", (worker)->busy, pdTRUE); \
    } while (0)
#define HAS_DONE(worker, expected) \
    do { \
        CHECK_EQ("busy", (worker)->busy, pdFALSE); \
        CHECK_EQ("result", (worker)->result, expected); \
    } while (0)
#define HAS_PRIORITY(worker, expected) CHECK_EQ("priority", uxTaskPriorityGet((worker)->task), expected)
#define OWNS(worker, object)           CHECK_EQ("owner", xSemaphoreGetMutexHolder(object), (worker)->task)

static void inherits_the_highest_priority(void)
{
    DOES(&low, TAKE, first);
    WAITS(&middle, TAKE, first, portMAX_DELAY);
    HAS_PRIORITY(&low, 2u);
    WAITS(&high, TAKE, first, portMAX_DELAY);
    HAS_PRIORITY(&low, 4u);
    OWNS(&low, first);
    DOES(&low, GIVE, first);
    SUSPENDED(&low, 0u);
    HAS_PRIORITY(&low, 1u);
    HAS_DONE(&high, pdTRUE);
    SUSPENDED(&high, portWAITERS ? 0u : 1u);
    OWNS(&high, first);
    DOES(&high, GIVE, first);
    HAS_DONE(&middle, pdTRUE);
    OWNS(&middle, first);
    DOES(&middle, GIVE, first);
    CHECK_EQ("owner", xSemaphoreGetMutexHolder(first), NULL);
    begin(&middle, GIVE, first, 0u);
    HAS_DONE(&middle, pdFALSE);
    CHECK_EQ("count", uxSemaphoreGetCount(first), 1u);
}

static void keeps_the_priority_of_a_task_that_still_waits(void)
{
    DOES(&low, TAKE, first);
    WAITS(&middle, TAKE, first, portMAX_DELAY);
    WAITS(&high, TAKE, first, 4u);
    HAS_PRIORITY(&low, 4u);
    vTaskDelay(5u);
    HAS_DONE(&high, pdFALSE);
    SUSPENDED(&high, portWAITERS ? 0u : 2u);
    CHECK_EQ("ticks of the wait", high.elapsed, 4u);
    HAS_PRIORITY(&low, 2u);
    CHECK_EQ("abort", xTaskAbortDelay(middle.task), pdPASS);
    vTaskDelay(2u);
    HAS_DONE(&middle, pdFALSE);
    HAS_PRIORITY(&low, 1u);
    DOES(&low, GIVE, first);
}

static void keeps_the_priority_with_two_mutexes(void)
{
    DOES(&low, TAKE, first);
    DOES(&low, TAKE, second);
    WAITS(&high, TAKE, first, 4u);
    HAS_PRIORITY(&low, 4u);
    vTaskDelay(4u);
    HAS_DONE(&high, pdFALSE);
    HAS_PRIORITY(&low, 4u);
    DOES(&low, GIVE, first);
    HAS_PRIORITY(&low, 4u);
    DOES(&low, GIVE, second);
    HAS_PRIORITY(&low, 1u);
}

/* The owner becomes ready at the inherited priority, so a task of lower priority does not delay it. */
static void owner_sleeps(void)
{
    DOES(&low, TAKE, first);
    WAITS(&low, SLEEP, NULL, 9u);
    WAITS(&high, TAKE, first, portMAX_DELAY);
    HAS_PRIORITY(&low, 4u);
    CHECK_EQ("state", eTaskGetState(low.task), eBlocked);
    spins = pdTRUE;
    WAITS(&middle, SPIN, NULL, 0u);
    vTaskDelay(5u);
    HAS_DONE(&low, pdTRUE);
    begin(&low, GIVE, first, 0u);
    HAS_DONE(&high, pdTRUE);
    spins = pdFALSE;
    vTaskDelay(2u);
    HAS_DONE(&low, pdTRUE);
    DOES(&high, GIVE, first);
}

/* The owner keeps its position in the event list in which it waits. */
static void owner_waits_for_a_queue(void)
{
    const uint32_t item = 0u;

    DOES(&low, TAKE, first);
    WAITS(&middle, RECEIVE, NULL, portMAX_DELAY);
    WAITS(&low, RECEIVE, NULL, portMAX_DELAY);
    WAITS(&high, TAKE, first, portMAX_DELAY);
    HAS_PRIORITY(&low, 4u);
    CHECK_EQ("send", xQueueSend(queue, &item, 0u), pdPASS);
    vTaskDelay(2u);
    HAS_DONE(&middle, pdTRUE);
    CHECK_EQ("waits", low.busy, pdTRUE);
    CHECK_EQ("send", xQueueSend(queue, &item, 0u), pdPASS);
    vTaskDelay(2u);
    HAS_DONE(&low, pdTRUE);
    WAITS(&low, RECEIVE, NULL, portMAX_DELAY); /* now before a task of lower priority */
    WAITS(&middle, RECEIVE, NULL, portMAX_DELAY);
    CHECK_EQ("send", xQueueSend(queue, &item, 0u), pdPASS);
    vTaskDelay(2u);
    HAS_DONE(&low, pdTRUE);
    CHECK_EQ("send", xQueueSend(queue, &item, 0u), pdPASS);
    DOES(&low, GIVE, first);
    DOES(&high, GIVE, first);
    HAS_PRIORITY(&low, 1u);
}

static void owner_is_suspended(void)
{
    DOES(&low, TAKE, first);
    vTaskSuspend(low.task);
    WAITS(&high, TAKE, first, portMAX_DELAY);
    HAS_PRIORITY(&low, 4u);
    CHECK_EQ("state", eTaskGetState(low.task), eSuspended);
    vTaskResume(low.task);
    DOES(&low, GIVE, first);
    DOES(&high, GIVE, first);
}

static void owner_gets_another_priority(void)
{
    DOES(&low, TAKE, first);
    WAITS(&high, TAKE, first, portMAX_DELAY);
    vTaskPrioritySet(low.task, 3u);
    HAS_PRIORITY(&low, 4u);
    DOES(&low, GIVE, first);
    HAS_PRIORITY(&low, 3u);
    DOES(&high, GIVE, first);
    DOES(&low, TAKE, first);
    WAITS(&high, TAKE, first, 4u);
    vTaskPrioritySet(low.task, 5u);
    HAS_PRIORITY(&low, 5u);
    vTaskDelay(4u);
    HAS_DONE(&high, pdFALSE);
    HAS_PRIORITY(&low, 5u);
    DOES(&low, GIVE, first);
    vTaskPrioritySet(low.task, 1u);
}

static void recursive_mutex(void)
{
    DOES(&low, TAKE_RECURSIVE, recursive);
    DOES(&low, TAKE_RECURSIVE, recursive);
    WAITS(&high, TAKE_RECURSIVE, recursive, 4u);
    HAS_PRIORITY(&low, 4u);
    vTaskDelay(4u);
    HAS_DONE(&high, pdFALSE);
    HAS_PRIORITY(&low, 1u);
    WAITS(&high, TAKE_RECURSIVE, recursive, portMAX_DELAY);
    DOES(&low, GIVE_RECURSIVE, recursive);
    HAS_PRIORITY(&low, 4u);
    OWNS(&low, recursive);
    DOES(&low, GIVE_RECURSIVE, recursive);
    HAS_PRIORITY(&low, 1u);
    OWNS(&high, recursive);
    DOES(&high, GIVE_RECURSIVE, recursive);
}

/* A task that wakes but finds the mutex locked again waits for the rest of its time. */
static void wakes_without_the_mutex(void)
{
    DOES(&low, TAKE, first);
    WAITS(&high, TAKE, first, 8u);
    DOES(&low, GIVE_AND_TAKE, first);
    HAS_PRIORITY(&low, 4u);
    CHECK_EQ("waits", high.busy, pdTRUE);
    vTaskDelay(8u);
    HAS_DONE(&high, pdFALSE);
    CHECK_EQ("ticks of the wait", high.elapsed, 8u);
    HAS_PRIORITY(&low, 1u);
    WAITS(&high, TAKE, first, portMAX_DELAY);
    DOES(&low, GIVE_AND_TAKE, first);
    HAS_PRIORITY(&low, 4u);
    CHECK_EQ("abort", xTaskAbortDelay(high.task), pdPASS);
    vTaskDelay(2u);
    HAS_DONE(&high, pdFALSE);
    HAS_PRIORITY(&low, 1u);
    DOES(&low, GIVE, first);
}

/* The take reports an earlier aborted wait, so it does not wait and the owner inherits nothing. With two mutexes, the
 * owner would keep an inherited priority. */
static void reports_an_aborted_wait(void)
{
    DOES(&low, TAKE, first);
    DOES(&low, TAKE, second);
    WAITS(&high, WAIT_AND_TAKE, first, portMAX_DELAY);
    CHECK_EQ("abort", xTaskAbortDelay(high.task), pdPASS);
    vTaskDelay(2u);
    HAS_DONE(&high, pdFALSE);
    HAS_PRIORITY(&low, 1u);
    DOES(&low, GIVE, second);
    DOES(&low, GIVE, first);
}

static void takes_its_own_mutex(void)
{
    DOES(&low, TAKE, first);
    WAITS(&low, TAKE, first, 4u);
    vTaskDelay(4u);
    HAS_DONE(&low, pdFALSE);
    OWNS(&low, first);
    DOES(&low, GIVE, first);
}

/* A give wakes the task that waits for the set. A mutex enters and leaves a set only while a task owns the mutex. */
static void mutex_in_a_set(void)
{
    DOES(&low, TAKE, first);
    CHECK_EQ("add", xQueueAddToSet(first, set), pdPASS);
    WAITS(&high, SELECT_AND_TAKE, first, portMAX_DELAY);
    HAS_PRIORITY(&low, 1u);
    DOES(&low, GIVE, first);
    HAS_DONE(&high, pdTRUE);
    OWNS(&high, first);
    DOES(&high, GIVE, first);
    DOES(&low, SELECT_AND_TAKE, first);
    OWNS(&low, first);
    CHECK_EQ("remove", xQueueRemoveFromSet(first, set), pdPASS);
    DOES(&low, GIVE, first);
}

static void test(void *argument)
{
    static worker_t *const workers[] = {&low, &middle, &high};

    (void)argument;
    for (uint32_t n = 0u; n < 3u; n++) {
        workers[n]->task = create(works, "works", workers[n], workers[n]->priority);
    }
    inherits_the_highest_priority();
    keeps_the_priority_of_a_task_that_still_waits();
    keeps_the_priority_with_two_mutexes();
    owner_sleeps();
    owner_waits_for_a_queue();
    owner_is_suspended();
    owner_gets_another_priority();
    recursive_mutex();
    wakes_without_the_mutex();
    reports_an_aborted_wait();
    takes_its_own_mutex();
    mutex_in_a_set();
#ifdef WATCHED
    CHECK_EQ("inherited", inherited, 16u);
#endif
    pass();
}

int main(void)
{
    first = xSemaphoreCreateMutex();
    second = xSemaphoreCreateMutex();
    recursive = xSemaphoreCreateRecursiveMutex();
    queue = xQueueCreate(2u, sizeof(uint32_t));
    set = xQueueCreateSet(1u);
    bits = xEventGroupCreate();
    create(test, "test", NULL, 7u);
    vTaskStartScheduler();
    return 1;
}
