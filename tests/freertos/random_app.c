/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A random application: tasks of equal and different priorities make random kernel calls and write a log. A tick is a
 * real interrupt or a tick of the time base, but it comes only if a task or the idle hook requests it. So the log does
 * not depend on cycles and must be the same with each port and each implementation of the kernel's lists. At each tick,
 * a handler also makes a call: the tick hook, or with -DNO_TICK_HOOK the handler of another interrupt after the tick.
 *
 * bench_seed selects the application, and bench_ticks its end. If bench_shown is set, the program prints every entry of
 * the log. Otherwise it prints the log's checksum and the number of times that each call was made.
 *
 * defs: -DHOOKS
 * cycles: 200000000
 */
#include <stdio.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include <FreeRTOS.h>
#include <event_groups.h>
#include <message_buffer.h>
#include <queue.h>
#include <semphr.h>
#include <stream_buffer.h>
#include <task.h>
#include <timers.h>
#include <bsp.h>
#include "../kernel/port/timer.h"
#include "versions.h"
#if portTIME_BASE
#include <ci_intrinsics.h>
#endif

volatile uint32_t bench_seed = 1u;
volatile uint32_t bench_ticks = 250u;
volatile uint32_t bench_shown __attribute__((section(".data"))) = 0u;

#define TASKS    9u
#define LEVELS   4u  /* priorities of the tasks: 1 to LEVELS */
#define QUEUES   6u
#define WORDS    10u /* words of the largest item */
#define SEMS     3u
#define MUTEXES  3u
#define TIMERS   3u
#define GROUPS   2u
#define NO_TASK   TASKS
#define STEPS    6u  /* 0 to STEPS - 1 calls of any kind precede each call from `waits` */

/* Bits in `holds`, above the bits of the mutexes. */
#define RECURSIVE (1u << MUTEXES)
#define RENEWS    (2u << MUTEXES)

typedef enum {
    DELAY, DELAY_UNTIL, YIELD, TICK, SEND, SEND_FRONT, RECEIVE, PEEK, OVERWRITE, GIVE, TAKE, LOCK, UNLOCK, NOTIFY,
    NOTIFY_TAKE, NOTIFY_WAIT, BITS_SET, BITS_CLEAR, BITS_WAIT, BITS_SYNC, STREAM_SEND, STREAM_RECEIVE, SUSPEND,
    SUSPEND_SELF, RESUME, PRIORITY, PRIORITY_SELF, ABORT, STATE, STATES, DELETE, DELETE_SELF, ALL_SUSPENDED,
    TIMER_START, TIMER_STOP, TIMER_PERIOD, CATCH_UP, SET_WAIT, NOTIFY_GIVE, LOCK_RECURSIVE, UNLOCK_RECURSIVE, RESET,
    COUNTS, MESSAGE_SEND, MESSAGE_RECEIVE, OWN_RENEW, OWN_SEND, OWN_RECEIVE, CALLS,
    CREATED = CALLS, EXPIRED, FROM_ISR, DEFERRED,
#ifdef TICKLESS
    SLEPT,
#endif
    ENTRIES
} Call;

static TaskHandle_t tasks[TASKS];
static uint32_t random_of[TASKS + 2u]; /* random state of each task, of the tick and of the manager */
static uint32_t holds[TASKS];          /* bits of owned and requested mutexes; the task is deleted only if 0 */
static const uint8_t bytes[QUEUES] = {4u, 4u, 4u, 1u, 12u, 4u * WORDS}; /* size of an item */
static QueueHandle_t queues[QUEUES], mailbox, own[TASKS];
static SemaphoreHandle_t sems[SEMS], mutexes[MUTEXES], recursive;
static TimerHandle_t timers[TIMERS];
static EventGroupHandle_t groups[GROUPS];
static StreamBufferHandle_t stream;
static MessageBufferHandle_t messages;
static QueueSetHandle_t set;
static SemaphoreHandle_t in_set;
static uint32_t checksum = 2166136261u, made[ENTRIES], deferred;
static volatile uint32_t ticked;
static volatile BaseType_t is_call; /* the timer's interrupt is no tick, but calls the kernel */
#ifdef TICKLESS
static TaskHandle_t resting;
#endif
static volatile BaseType_t started;

static uint32_t rnd(uint32_t me, uint32_t below)
{
    uint32_t next = random_of[me];

    next ^= next << 13;
    next ^= next >> 17;
    next ^= next << 5;
    random_of[me] = next;
    return (next >> 7) % below;
}

/* Add an entry to the log. Interrupts must be disabled, or the caller is a handler. */
static void note(uint32_t me, Call call, uint32_t result)
{
    const uint32_t words[4] = {xTaskGetTickCountFromISR(), me, call, result};

    for (uint32_t n = 0u; n < 4u; n++) {
        checksum = (checksum ^ words[n]) * 16777619u;
    }
    made[call]++;
    if (bench_shown != 0u) {
        printf("%lu: %lu %lu %lu\n", words[0], words[1], words[2], words[3]);
    }
}

static void record(uint32_t me, Call call, uint32_t result)
{
    const UBaseType_t status = taskENTER_CRITICAL_FROM_ISR();

    note(me, call, result);
    taskEXIT_CRITICAL_FROM_ISR(status);
}

#ifdef EXCHANGE
#include "exchange.h"
#endif

/* --------------------------------------------------------------------------------------------------------- ticks */

static void calls_from_isr(BaseType_t *woken);

static void on_timer0(void)
{
    timer0_ev_pending_write(1u);
    ticked = 1u;
    if (is_call != pdFALSE) {
        BaseType_t woken = pdFALSE;

        calls_from_isr(&woken);
        portYIELD_FROM_ISR(woken);
    } else {
        BSP_RTOS_TICK();
    }
}

/* Raise an interrupt, which comes some cycles later, and wait until its handler has run. */
static void interrupt(BaseType_t calls)
{
    ticked = 0u;
    is_call = calls;
    timer_raise(20u);
    while (ticked == 0u) {
    }
}

static void tick(void)
{
#if portTIME_BASE
    const UBaseType_t status = taskENTER_CRITICAL_FROM_ISR();
    const uint32_t before = ci_time_read(CI_TIME_BASE_TIME);

    ci_time_write(CI_TIME_BASE_PERIOD, 0u);
    ci_time_write(CI_TIME_BASE_PERIOD, 200u);
    ci_time_write(CI_TIME_BASE_PERIOD, UINT32_MAX); /* only one tick */
    taskEXIT_CRITICAL_FROM_ISR(status);
    while (ci_time_read(CI_TIME_BASE_TIME) == before) {
    }
    for (uint32_t n = 0u; n < 100u; n++) { /* until an interrupt of the tick has been served */
        portNOP();
    }
#else
    interrupt(pdFALSE);
#endif
    if (configUSE_TICK_HOOK == 0) {
        interrupt(pdTRUE);
    }
}

void vApplicationTickHook(void);
void vApplicationIdleHook(void);

static void later(void *argument, uint32_t value)
{
    (void)argument;
    deferred++;
    record(NO_TASK, DEFERRED, value);
}

static void fill(uint32_t item[WORDS + 1u], uint32_t value)
{
    for (uint32_t n = 0u; n <= WORDS; n++) {
        item[n] = value * (n + 1u);
    }
}

static uint32_t sum(const uint32_t item[WORDS + 1u])
{
    uint32_t all = 0u;

    for (uint32_t n = 0u; n <= WORDS; n++) {
        all = (all * 31u) + item[n];
    }
    return all;
}

/* Make a random call from a handler. Without EXCHANGE, no other handler makes kernel calls. */
static void calls_from_isr(BaseType_t *woken)
{
    static uint32_t item[WORDS + 1u];
    const uint32_t me = TASKS;
    uint32_t value;
    BaseType_t done = pdFALSE;

    if (started == pdFALSE) {
        return;
    }
    value = rnd(me, 12u);
    fill(item, value);
    switch (value) {
    case 0: done = xQueueSendFromISR(queues[rnd(me, QUEUES)], item, woken); break;
    case 1: done = xQueueReceiveFromISR(queues[rnd(me, QUEUES)], item, woken); break;
    case 2: done = xSemaphoreGiveFromISR(sems[rnd(me, SEMS)], woken); break;
    case 3: {
        TaskHandle_t task = tasks[rnd(me, TASKS)];

        if (task != NULL) {
            vTaskNotifyGiveFromISR(task, woken);
        }
        break;
    }
    case 4: done = xTimerPendFunctionCallFromISR(later, NULL, rnd(me, 100u), woken); break;
    case 5: done = xStreamBufferSendFromISR(stream, &value, 1u + rnd(me, 4u), woken); break;
    case 6: done = xEventGroupSetBitsFromISR(groups[rnd(me, GROUPS)], 1u << rnd(me, 4u), woken); break;
    case 7: {
        TaskHandle_t task = tasks[rnd(me, TASKS)];

        if (task != NULL) {
            done = xTaskResumeFromISR(task);
            *woken = (configUSE_TICK_HOOK == 0) ? done : pdFALSE;
        }
        break;
    }
    case 8: done = xSemaphoreGiveFromISR(in_set, woken); break;
    case 9: {
        QueueHandle_t queue = own[rnd(me, TASKS)];

        if (queue != NULL) {
            done = xQueueSendFromISR(queue, item, woken);
        }
        break;
    }
    case 10: done = xQueueSendToFrontFromISR(queues[rnd(me, QUEUES)], item, woken); break;
    default: break;
    }
    note(me, FROM_ISR, (uint32_t)done * 16u + (uint32_t)*woken + (sum(item) << 8));
}

void vApplicationTickHook(void)
{
    BaseType_t woken = pdFALSE;

    calls_from_isr(&woken);
}

void vApplicationIdleHook(void)
{
#ifdef EXCHANGE
    exchange_check();
#endif
    if ((xTaskGetTickCount() - configINITIAL_TICK_COUNT) >= bench_ticks) {
        portDISABLE_INTERRUPTS();
        printf("checksum %08lx\n", (unsigned long)checksum);
        for (uint32_t n = 0u; n < ENTRIES; n++) {
            printf("%lu%c", (unsigned long)made[n], n + 1u < ENTRIES ? ' ' : '\n');
        }
#ifdef EXCHANGE
        exchange_report();
#endif
        BSP_Exit(0);
    }
    tick();
#ifdef TICKLESS
    vTaskSuspend(resting); /* makes the kernel recompute the next wake-up, which may be too early otherwise */
#endif
}

#ifdef TICKLESS
static void resting_task(void *argument)
{
    (void)argument;
    for (;;) {
        vTaskSuspend(NULL);
    }
}

/* Replace the tickless sleep, because the length of a real sleep depends on cycles. Skip some ticks instead. */
void sleeps(unsigned long expected)
{
    const uint32_t ticks = 1u + rnd(TASKS, 8u), skipped = (ticks < expected) ? ticks : expected;
    const eSleepModeStatus status = eTaskConfirmSleepModeStatus();

    record(TASKS, SLEPT, 4u * skipped + (uint32_t)status);
    if (status != eAbortSleep) {
        vTaskStepTick(skipped);
    }
}
#endif

/* --------------------------------------------------------------------------------------------------------- tasks */

static void worker_task(void *argument);

static TickType_t random_timeout(uint32_t me)
{
    const uint32_t choice = rnd(me, 16u);

    return (choice == 0u) ? portMAX_DELAY : (choice < 4u) ? 0u : 1u + rnd(me, 9u);
}

static void on_expiry(TimerHandle_t timer)
{
    record(NO_TASK, EXPIRED, (uint32_t)pvTimerGetTimerID(timer));
}

/* Return a checksum of all tasks' states in the kernel's order. */
static uint32_t states(void)
{
    static TaskStatus_t found[TASKS + 4u];
    const UBaseType_t count = STATE_READ_KEEPS_ORDER ? uxTaskGetSystemState(found, TASKS + 4u, NULL) : 0u;
    uint32_t sum = count;

    for (UBaseType_t n = 0u; n < count; n++) {
        sum = sum * 31u + (uint32_t)found[n].eCurrentState + 7u * found[n].uxCurrentPriority +
              101u * found[n].uxBasePriority + (uint32_t)found[n].pcTaskName[0];
    }
    return sum;
}

static void call(uint32_t me, Call which)
{
    uint32_t value = rnd(me, 1000u), result = 0u, other = rnd(me, TASKS);
    TaskHandle_t task = tasks[other];
    QueueHandle_t queue = queues[rnd(me, QUEUES)];
    uint32_t item[WORDS + 1u];
    void *at = (uint8_t *)item + ((value % 4u == 0u) ? 1u : 0u); /* some items are misaligned */
    static TickType_t last[TASKS];
    static uint32_t depth[TASKS];

    fill(item, value);
    switch (which) {
    case DELAY: vTaskDelay(1u + rnd(me, 6u)); break;
    case DELAY_UNTIL:
        last[me] = xTaskGetTickCount();
        result = (uint32_t)xTaskDelayUntil(&last[me], 1u + rnd(me, 6u));
        break;
    case YIELD: taskYIELD(); break;
    case TICK: tick(); break;
    case SEND: result = (uint32_t)xQueueSend(queue, at, random_timeout(me)); break;
    case SEND_FRONT: result = (uint32_t)xQueueSendToFront(queue, at, random_timeout(me)); break;
    case RECEIVE:
        result = (uint32_t)xQueueReceive(queue, at, random_timeout(me));
        result += sum(item);
        break;
    case PEEK:
        result = (uint32_t)xQueuePeek((rnd(me, 2u) == 0u) ? queue : mailbox, at, random_timeout(me));
        result += sum(item);
        break;
    case OVERWRITE: result = (uint32_t)xQueueOverwrite(mailbox, &value); break;
    case GIVE: result = (uint32_t)xSemaphoreGive(sems[rnd(me, SEMS)]); break;
    case TAKE: result = (uint32_t)xSemaphoreTake(sems[rnd(me, SEMS)], random_timeout(me)); break;
    case LOCK: {
        const uint32_t n = rnd(me, MUTEXES);

        if ((holds[me] & (1u << n)) == 0u) {
            holds[me] |= 1u << n;
            result = (uint32_t)xSemaphoreTake(mutexes[n], 1u + rnd(me, 9u));
            holds[me] ^= (1u - result) << n;
        }
        break;
    }
    case UNLOCK:
        for (uint32_t n = 0u; n < MUTEXES; n++) {
            if ((holds[me] & (1u << n)) != 0u) {
                result = 1u + n + 16u * (uint32_t)xSemaphoreGive(mutexes[n]);
                holds[me] &= ~(1u << n);
                break;
            }
        }
        break;
    case NOTIFY:
        if (task != NULL) {
            result = (uint32_t)xTaskNotifyIndexed(task, rnd(me, 2u), value, (eNotifyAction)rnd(me, 5u));
        }
        break;
    case NOTIFY_TAKE: result = ulTaskNotifyTakeIndexed(0, (BaseType_t)rnd(me, 2u), random_timeout(me)); break;
    case NOTIFY_WAIT:
        result = (uint32_t)xTaskNotifyWaitIndexed(1, 0u, 0xFFFFFFFFu, &value, random_timeout(me)) * 1000u + value;
        break;
    case BITS_SET: result = xEventGroupSetBits(groups[rnd(me, GROUPS)], 1u + rnd(me, 15u)); break;
    case BITS_CLEAR: result = xEventGroupClearBits(groups[rnd(me, GROUPS)], 1u + rnd(me, 15u)); break;
    case BITS_WAIT:
        result = xEventGroupWaitBits(groups[rnd(me, GROUPS)], 1u + rnd(me, 15u), (BaseType_t)rnd(me, 2u),
                                     (BaseType_t)rnd(me, 2u), random_timeout(me));
        break;
    case BITS_SYNC: result = xEventGroupSync(groups[0], 1u << rnd(me, 4u), 1u + rnd(me, 15u), 1u + rnd(me, 9u)); break;
    case STREAM_SEND: /* one task writes, one reads; the tick, which also writes, interrupts no access */
        result = (me == 0u) ? xStreamBufferSend(stream, &value, 1u + rnd(me, 4u), 0u) : 0u;
        break;
    case STREAM_RECEIVE:
        result = (me == 1u) ? xStreamBufferReceive(stream, &value, 1u + rnd(me, 4u), 1u + rnd(me, 9u)) : 0u;
        break;
    case SUSPEND:
        if (task != NULL) {
            vTaskSuspend(task);
        }
        break;
    case SUSPEND_SELF: vTaskSuspend(NULL); break;
    case RESUME:
        if ((task != NULL) && (other != me)) {
            vTaskResume(task);
        }
        break;
    case PRIORITY:
        if (task != NULL) {
            vTaskPrioritySet(task, 1u + rnd(me, LEVELS));
        }
        break;
    case PRIORITY_SELF: vTaskPrioritySet(NULL, 1u + rnd(me, LEVELS)); break;
    case ABORT:
        if (task != NULL) {
            result = (uint32_t)xTaskAbortDelay(task);
        }
        break;
    case STATE: result = (task != NULL) ? 1u + (uint32_t)eTaskGetState(task) + 8u * uxTaskPriorityGet(task) : 0u; break;
    case STATES: result = states(); break;
    case DELETE:
        if ((task != NULL) && (other != me) && (other > 1u) && (holds[other] == 0u)) {
            tasks[other] = NULL;
            vTaskDelete(task);
        }
        break;
    case DELETE_SELF:
        if ((me > 1u) && (holds[me] == 0u)) {
            record(me, which, 1u);
            tasks[me] = NULL;
            vTaskDelete(NULL);
        }
        break;
    case ALL_SUSPENDED:
        vTaskSuspendAll();
        for (uint32_t n = rnd(me, 3u); n > 0u; n--) {
            tick();
        }
        if (task != NULL) {
            result = (uint32_t)xTaskNotifyGive(task);
        }
        result += 2u * (uint32_t)xQueueSend(queues[rnd(me, QUEUES)], &value, 0u);
        result += 4u * (uint32_t)xTaskResumeAll();
        break;
    case TIMER_START: result = (uint32_t)xTimerReset(timers[rnd(me, TIMERS)], 0u); break;
    case TIMER_STOP: result = (uint32_t)xTimerStop(timers[rnd(me, TIMERS)], 0u); break;
    case TIMER_PERIOD: result = (uint32_t)xTimerChangePeriod(timers[rnd(me, TIMERS)], 1u + rnd(me, 9u), 0u); break;
    case CATCH_UP: result = (uint32_t)xTaskCatchUpTicks(rnd(me, 4u)); break;
    case SET_WAIT: {
        QueueSetMemberHandle_t from = xQueueSelectFromSet(set, random_timeout(me));

        result = (from == NULL) ? 0u : 1u + (uint32_t)xSemaphoreTake(from, 0u);
        break;
    }
    case NOTIFY_GIVE:
        if (task != NULL) {
            result = (uint32_t)xTaskNotifyGive(task);
        }
        break;
    case LOCK_RECURSIVE:
        holds[me] |= RECURSIVE;
        depth[me] += (uint32_t)xSemaphoreTakeRecursive(recursive, 1u + rnd(me, 9u));
        result = depth[me];
        holds[me] &= (result == 0u) ? ~RECURSIVE : ~0u;
        break;
    case UNLOCK_RECURSIVE: /* even if the task does not own the mutex */
        result = (uint32_t)xSemaphoreGiveRecursive(recursive);
        depth[me] -= result;
        holds[me] &= (depth[me] == 0u) ? ~RECURSIVE : ~0u;
        break;
    case RESET: result = (uint32_t)xQueueReset(queue); break;
    case COUNTS:
        result = uxQueueMessagesWaiting(queue) + (16u * uxQueueSpacesAvailable(queue)) +
                 (256u * uxSemaphoreGetCount(sems[rnd(me, SEMS)])) +
                 ((xSemaphoreGetMutexHolder(mutexes[rnd(me, MUTEXES)]) == task) ? 4096u : 0u);
        break;
    case MESSAGE_SEND: /* one task writes, one reads */
        result = (me == 0u) ? xMessageBufferSend(messages, item, 1u + rnd(me, 8u), rnd(me, 9u)) : 0u;
        break;
    case MESSAGE_RECEIVE:
        result = (me == 1u) ? xMessageBufferReceive(messages, item, 8u, 1u + rnd(me, 9u)) : 0u;
        result += sum(item);
        break;
    case OWN_RENEW: /* no other task waits for this queue; the tick may send to it */
        holds[me] |= RENEWS;
        queue = own[me];
        own[me] = NULL;
        if (queue != NULL) {
            vQueueDelete(queue);
        }
        own[me] = xQueueCreate(1u + rnd(me, 3u), sizeof(uint32_t) * rnd(me, 4u));
        holds[me] &= ~RENEWS;
        break;
    case OWN_SEND: result = (own[me] != NULL) ? (uint32_t)xQueueSend(own[me], at, rnd(me, 6u)) : 2u; break;
    case OWN_RECEIVE:
        result = (own[me] != NULL) ? (uint32_t)xQueueReceive(own[me], at, rnd(me, 6u)) : 2u;
        result += sum(item);
        break;
    default: break;
    }
    record(me, which, result);
}

/* Calls that can block. DELAY is in the list twice, so it is chosen more often. */
static const Call waits[] = {DELAY, DELAY_UNTIL, RECEIVE, TAKE, LOCK, NOTIFY_TAKE, NOTIFY_WAIT, BITS_WAIT, DELAY};

static void worker_task(void *argument)
{
    const uint32_t me = (uint32_t)argument;

    for (;;) {
        for (uint32_t steps = rnd(me, STEPS); steps > 0u; steps--) {
            call(me, (Call)rnd(me, CALLS));
        }
        call(me, waits[rnd(me, sizeof(waits) / sizeof(waits[0]))]);
        if (rnd(me, 3u) == 0u) {
            call(me, (rnd(me, 2u) == 0u) ? UNLOCK : UNLOCK_RECURSIVE);
        }
        vTaskDelay(1u); /* let the idle task run */
    }
}

/* Every 10 ticks: create deleted tasks again, and resume each existing task with a probability of one half. */
static void manager_task(void *argument)
{
    const uint32_t me = TASKS + 1u;

    (void)argument;
    for (;;) {
        for (uint32_t n = 0u; n < TASKS; n++) {
            if (tasks[n] == NULL) {
                const char name[2] = {(char)('a' + n), '\0'};
                TaskHandle_t task = NULL;
                const BaseType_t done = xTaskCreate(worker_task, name, configMINIMAL_STACK_SIZE, (void *)n,
                                                    1u + rnd(me, LEVELS), &task);

                tasks[n] = (done == pdPASS) ? task : NULL;
                record(me, CREATED, n + 16u * (uint32_t)done);
            } else if (rnd(me, 2u) == 0u) {
                vTaskResume(tasks[n]);
            }
        }
        started = pdTRUE;
        vTaskDelay(10u);
    }
}

int main(void)
{
    for (uint32_t n = 0u; n < TASKS + 2u; n++) {
        random_of[n] = (bench_seed * 2654435761u) ^ ((n + 1u) * 0x9E3779B9u);
        random_of[n] += (random_of[n] == 0u);
    }
#ifdef EXCHANGE
    const BaseType_t exchange_is_first = (((bench_seed * 0x9E3779B9u) >> 30) != 0u) ? pdTRUE : pdFALSE;

    if (exchange_is_first != pdFALSE) { /* the exchange's objects get the core's wait lists */
        exchange_starts(bench_seed);
    }
#endif
    /* If the core has few wait lists, these queues get them. A queue that is created after their deletion gets one. */
    for (uint32_t n = 0u; n < bench_seed % 4u; n++) {
        own[n] = xQueueCreate(1u, sizeof(uint32_t));
    }
    for (uint32_t n = 0u; n < QUEUES; n++) {
        queues[n] = xQueueCreate(1u + (n % 3u), bytes[n]);
    }
    mailbox = xQueueCreate(1u, sizeof(uint32_t));
    for (uint32_t n = 0u; n < SEMS; n++) {
        sems[n] = (n == 0u) ? xSemaphoreCreateBinary() : xSemaphoreCreateCounting(4u, n);
    }
    for (uint32_t n = 0u; n < MUTEXES; n++) {
        mutexes[n] = xSemaphoreCreateMutex();
    }
    recursive = xSemaphoreCreateRecursiveMutex();
    for (uint32_t n = 0u; n < GROUPS; n++) {
        groups[n] = xEventGroupCreate();
    }
    for (uint32_t n = 0u; n < TIMERS; n++) {
        timers[n] = xTimerCreate("timer", 2u + n, n > 0u, (void *)n, on_expiry);
    }
    stream = xStreamBufferCreate(16u, 2u);
    messages = xMessageBufferCreate(24u);
    in_set = xSemaphoreCreateBinary();
    set = xQueueCreateSet(4u);
    xQueueAddToSet(in_set, set);
    xTaskCreate(manager_task, "manager", 2 * configMINIMAL_STACK_SIZE, NULL, LEVELS + 2u, NULL);
#ifdef EXCHANGE
    if (exchange_is_first == pdFALSE) {
        exchange_starts(bench_seed);
    }
#endif
#ifdef TICKLESS
    xTaskCreate(resting_task, "resting", configMINIMAL_STACK_SIZE, NULL, LEVELS + 1u, &resting);
#endif
    vTaskStartScheduler();
    return 1;
}

/* Replace the port's function, which starts periodic ticks. Here, tick() starts the timer for each tick. */
void vPortSetupTimerInterrupt(void);
void vPortSetupTimerInterrupt(void)
{
#if portTIME_BASE
    vPortTickStart(METRONOME_TIME_BASE_INTERRUPT, UINT32_MAX);
    BSP_IntEnable(METRONOME_TIME_BASE_INTERRUPT);
#endif
    BSP_IntHandlerSet(TIMER0_INTERRUPT, on_timer0);
    timer0_ev_enable_write(1u);
    BSP_IntEnable(TIMER0_INTERRUPT);
#ifdef BSP_GUEST
    timer_raise(0u); /* as without the monitor, where timer0's line is active after reset */
#endif
}
