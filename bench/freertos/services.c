/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Times of FreeRTOS's services, without a waiting task, and with a task that runs because of the call. The harness
 * measures between readings of the cycle counter: from the call to its return, or to the other task's code after its
 * own call. There are no interrupts, because there is no tick.
 *
 * The output has a line for each situation: service NAME [NAME], the names for meter 0 and meter 1.
 */
#include <stdio.h>
#include <FreeRTOS.h>
#include <event_groups.h>
#include <queue.h>
#include <semphr.h>
#include <stream_buffer.h>
#include <task.h>
#include "../measure.h"
#include "bsp.h"

BENCH_PARAMETER(bench_repetitions, 100u);

#define WARM     16u /* repetitions that are not counted */
#define LOW      2u  /* priority of the task that runs while the measuring task waits */
#define BENCH    3u
#define HIGH     4u  /* priority of a task that waits above it */
#define STACK    160u
#define SLEEPERS 48u
#define FOREVER  1000u /* there is no tick */
#define BIT      1u

static TaskHandle_t         Bench, Other[SLEEPERS + 1u];
static SemaphoreHandle_t    Semaphore, Mutex;
static QueueHandle_t        Queue;
static EventGroupHandle_t   Events;
static StreamBufferHandle_t Stream;
static uint32_t             Message;
static unsigned int         Ended; /* number of measurements */

static void Check(BaseType_t right)
{
    if (right != pdTRUE) {
        printf("ERROR: a service failed, or the wrong task runs\n");
        BSP_Exit(1);
    }
}

#define START()  ((void)BENCH_NOW(BENCH_START_0))
#define AGAIN()  ((void)BENCH_NOW(BENCH_START_1))
#define STOP() \
    do { \
        (void)BENCH_NOW(BENCH_STOP); \
        Ended++; \
    } while (0)
/* Measure a call that does not block, and check its result. */
#define MEASURE(call) \
    do { \
        BaseType_t good; \
        START(); \
        good = (call); \
        STOP(); \
        Check(good); \
    } while (0)

/* ------------------------------------------------ Services and tasks ----------------------------------------- */

/* Services as conditions. */
#define TAKE(what)     (xSemaphoreTake((what), portMAX_DELAY) == pdTRUE)
#define GIVE(what)     (xSemaphoreGive(what) == pdTRUE)
#define RECEIVE()      (xQueueReceive(Queue, &Message, portMAX_DELAY) == pdTRUE)
#define SEND()         (xQueueSend(Queue, &Message, portMAX_DELAY) == pdTRUE)
#define NOTIFIED()     (ulTaskNotifyTake(pdTRUE, portMAX_DELAY) != 0u)
#define NOTIFY(task)   (xTaskNotifyGive(task) == pdTRUE)
#define WAIT()         ((xEventGroupWaitBits(Events, BIT, pdTRUE, pdFALSE, portMAX_DELAY) & BIT) != 0u)
#define SET()          ((void)xEventGroupSetBits(Events, BIT), pdTRUE)
#define STREAM_IN()    (xStreamBufferReceive(Stream, &Message, sizeof(Message), portMAX_DELAY) == sizeof(Message))
#define STREAM_OUT()   (xStreamBufferSend(Stream, &Message, sizeof(Message), portMAX_DELAY) == sizeof(Message))
#define DELAY(ticks)   (vTaskDelay(ticks), pdTRUE)
#define SUSPEND(task)  (vTaskSuspend(task), pdTRUE)
#define RESUME(task)   (vTaskResume(task), pdTRUE)
#define PRIORITY(task, priority) (vTaskPrioritySet((task), (priority)), pdTRUE)

/* A task that waits, with a priority above the measuring task. */
#define WAITER(name, call) \
    static void name(void *argument) \
    { \
        (void)argument; \
        for (;;) { \
            const BaseType_t good = (call); \
            STOP(); \
            Check(good); \
        } \
    }
/* A task that runs while the measuring task waits, and wakes it. */
#define GIVER(name, call) \
    static void name(void *argument) \
    { \
        (void)argument; \
        for (;;) { \
            STOP(); \
            Check(call); \
        } \
    }

WAITER(TakesSemaphore, TAKE(Semaphore))
GIVER(GivesSemaphore, GIVE(Semaphore))
WAITER(Receives, RECEIVE())
GIVER(Sends, SEND())
WAITER(IsNotified, NOTIFIED())
GIVER(Notifies, NOTIFY(Bench))
WAITER(Waits, WAIT())
GIVER(Sets, SET())
WAITER(StreamsIn, STREAM_IN())
GIVER(StreamsOut, STREAM_OUT())
WAITER(SuspendsItself, SUSPEND(NULL))
GIVER(Resumes, RESUME(Bench))
GIVER(Wakes, SUSPEND(Bench) && RESUME(Bench))
GIVER(StepsBack, PRIORITY(NULL, LOW))

/* Never runs; it is deleted or suspended. */
static void Rests(void *argument)
{
    (void)argument;
    Check(pdFALSE);
}

static void Sleeps(void *argument)
{
    vTaskDelay((TickType_t)argument + 1u);
    Check(pdFALSE);
}

/* Has the same priority as the measuring task, which requests the mutex while this task owns it. */
static void OwnsAsEqual(void *argument)
{
    (void)argument;
    for (;;) {
        Check(TAKE(Mutex));
        taskYIELD();
        STOP();
        AGAIN();
        (void)xSemaphoreGive(Mutex);
        STOP();
        taskYIELD();
    }
}

/* Has a lower priority than the measuring task, which promotes it. */
static void OwnsBelow(void *argument)
{
    (void)argument;
    for (;;) {
        Check(TAKE(Mutex));
        Check(NOTIFY(Bench));
        STOP();
        AGAIN();
        (void)xSemaphoreGive(Mutex);
    }
}

/* ----------------------------------------------- One repetition ---------------------------------------------- */

static void Nothing(void) { MEASURE(pdTRUE); }

static void SemaphoreTake(void) { Check(GIVE(Semaphore)); MEASURE(TAKE(Semaphore)); }
static void SemaphoreGive(void) { MEASURE(GIVE(Semaphore)); Check(TAKE(Semaphore)); }
static void SemaphoreWait(void) { START(); Check(TAKE(Semaphore)); }
static void SemaphoreWake(void) { START(); Check(GIVE(Semaphore)); }

static void QueueReceive(void) { Check(SEND()); MEASURE(RECEIVE()); }
static void QueueSend(void) { MEASURE(SEND()); Check(RECEIVE()); }
static void QueueWait(void) { START(); Check(RECEIVE()); }
static void QueueWake(void) { START(); Check(SEND()); }

static void MutexTake(void) { MEASURE(TAKE(Mutex)); Check(GIVE(Mutex)); }
static void MutexGive(void) { Check(TAKE(Mutex)); MEASURE(GIVE(Mutex)); }
static void MutexEqual(void) { START(); Check(TAKE(Mutex)); Check(GIVE(Mutex)); taskYIELD(); }
static void MutexInherit(void)
{
    Check(NOTIFIED()); /* the other task owns the mutex */
    START();
    (void)xSemaphoreTake(Mutex, portMAX_DELAY);
    STOP();
    Check(GIVE(Mutex));
}

static void NotifyTake(void) { Check(NOTIFY(Bench)); MEASURE(NOTIFIED()); }
static void NotifyGive(void) { MEASURE(NOTIFY(Other[0])); }
static void NotifyWait(void) { START(); Check(NOTIFIED()); }
static void NotifyWake(void) { START(); Check(NOTIFY(Other[0])); }

static void EventsWait(void) { Check(SET()); MEASURE(WAIT()); }
static void EventsSet(void) { MEASURE(SET()); Check(WAIT()); }
static void EventsSleep(void) { START(); Check(WAIT()); }
static void EventsWake(void) { START(); Check(SET()); }

static void StreamReceive(void) { Check(STREAM_OUT()); MEASURE(STREAM_IN()); }
static void StreamSend(void) { MEASURE(STREAM_OUT()); Check(STREAM_IN()); }
static void StreamWait(void) { START(); Check(STREAM_IN()); }
static void StreamWake(void) { START(); Check(STREAM_OUT()); }

static void DelayNone(void) { MEASURE(DELAY(0u)); }
static void DelayWait(void) { START(); vTaskDelay(FOREVER); }

static void SuspendOther(void) { MEASURE(SUSPEND(Other[0])); vTaskResume(Other[0]); }
static void SuspendSelf(void) { START(); vTaskSuspend(NULL); }
static void ResumeLower(void) { vTaskSuspend(Other[0]); MEASURE(RESUME(Other[0])); }
static void ResumeWake(void) { START(); vTaskResume(Other[0]); }

static void PriorityLower(void) { MEASURE(PRIORITY(Other[0], LOW - 1u)); vTaskPrioritySet(Other[0], LOW); }
static void PriorityWake(void) { START(); vTaskPrioritySet(Other[0], HIGH); }

/* ---------------------------------------------------- Situations --------------------------------------------- */

typedef struct {
    char const    *name, *second;
    void         (*once)(void);
    TaskFunction_t other; /* task, and its priority */
    UBaseType_t    priority, sleepers;
} Situation_t;

static Situation_t const Situations[] = {
    { "nothing", NULL, Nothing, NULL, 0u, 0u },
    { "sem.take.free", NULL, SemaphoreTake, NULL, 0u, 0u },
    { "sem.take.switch", NULL, SemaphoreWait, GivesSemaphore, LOW, 0u },
    { "sem.give.no_waiter", NULL, SemaphoreGive, NULL, 0u, 0u },
    { "sem.give.switch", NULL, SemaphoreWake, TakesSemaphore, HIGH, 0u },
    { "q.receive.full", NULL, QueueReceive, NULL, 0u, 0u },
    { "q.receive.switch", NULL, QueueWait, Sends, LOW, 0u },
    { "q.send.no_waiter", NULL, QueueSend, NULL, 0u, 0u },
    { "q.send.switch", NULL, QueueWake, Receives, HIGH, 0u },
    { "mutex.take.free", NULL, MutexTake, NULL, 0u, 0u },
    { "mutex.give.no_waiter", NULL, MutexGive, NULL, 0u, 0u },
    { "mutex.take.equal", "mutex.give.equal", MutexEqual, OwnsAsEqual, BENCH, 0u },
    { "mutex.take.inherit", "mutex.give.inherit", MutexInherit, OwnsBelow, LOW, 0u },
    { "notify.take.available", NULL, NotifyTake, NULL, 0u, 0u },
    { "notify.take.switch", NULL, NotifyWait, Notifies, LOW, 0u },
    { "notify.give.no_waiter", NULL, NotifyGive, Rests, LOW, 0u },
    { "notify.give.switch", NULL, NotifyWake, IsNotified, HIGH, 0u },
    { "events.wait.set", NULL, EventsWait, NULL, 0u, 0u },
    { "events.wait.switch", NULL, EventsSleep, Sets, LOW, 0u },
    { "events.set.no_waiter", NULL, EventsSet, NULL, 0u, 0u },
    { "events.set.switch", NULL, EventsWake, Waits, HIGH, 0u },
    { "stream.receive.available", NULL, StreamReceive, NULL, 0u, 0u },
    { "stream.receive.switch", NULL, StreamWait, StreamsOut, LOW, 0u },
    { "stream.send.no_waiter", NULL, StreamSend, NULL, 0u, 0u },
    { "stream.send.switch", NULL, StreamWake, StreamsIn, HIGH, 0u },
    { "delay.none", NULL, DelayNone, NULL, 0u, 0u },
    { "delay.switch", NULL, DelayWait, Wakes, LOW, 0u },
    { "delay.switch.48", NULL, DelayWait, Wakes, LOW, SLEEPERS },
    { "suspend.other", NULL, SuspendOther, Rests, LOW, 0u },
    { "suspend.switch", NULL, SuspendSelf, Resumes, LOW, 0u },
    { "resume.lower", NULL, ResumeLower, Rests, LOW, 0u },
    { "resume.switch", NULL, ResumeWake, SuspendsItself, HIGH, 0u },
    { "priority.lower", NULL, PriorityLower, Rests, LOW, 0u },
    { "priority.switch", NULL, PriorityWake, StepsBack, LOW, 0u },
};

static TaskHandle_t Create(TaskFunction_t function, uint32_t argument, UBaseType_t priority)
{
    TaskHandle_t task = NULL;

    Check(xTaskCreate(function, "task", STACK, (void *)argument, priority, &task) == pdPASS);
    return task;
}

static void Measure(Situation_t const *situation)
{
    UBaseType_t  others = 0u, n;
    unsigned int round;

    Mutex = xSemaphoreCreateMutex(); /* new, because a deleted task may own the last one */
    if (situation->other != NULL) {
        Other[others++] = Create(situation->other, 0u, situation->priority);
    }
    for (n = 0u; n < situation->sleepers; n++) {
        Other[others++] = Create(Sleeps, n, HIGH);
    }
    taskYIELD(); /* to a task of equal priority, which starts */
    Ended = 0u;
    for (round = 0u; round < WARM; round++) {
        situation->once();
    }
    bench_part();
    for (round = 0u; round < bench_repetitions; round++) {
        situation->once();
    }
    bench_part();
    Check(Ended == (WARM + bench_repetitions) * (situation->second != NULL ? 2u : 1u));
    while (others > 0u) {
        vTaskDelete(Other[--others]);
    }
    vSemaphoreDelete(Mutex);
    printf("service %s %s\n", situation->name, (situation->second != NULL) ? situation->second : "");
}

static void MeasureAll(void *argument)
{
    UBaseType_t n;

    (void)argument;
    for (n = 0u; n < (sizeof(Situations) / sizeof(Situations[0])); n++) {
        Measure(&Situations[n]);
    }
    BSP_Exit(0);
}

/* Replaces the function of the board support: no tick. */
void vPortSetupTimerInterrupt(void)
{
}

int main(void)
{
    Semaphore = xSemaphoreCreateBinary();
    Queue     = xQueueCreate(4u, sizeof(Message));
    Events    = xEventGroupCreate();
    Stream    = xStreamBufferCreate(16u * sizeof(Message), sizeof(Message));
    Bench     = Create(MeasureAll, 0u, BENCH);
    vTaskStartScheduler();
    return 1;
}
