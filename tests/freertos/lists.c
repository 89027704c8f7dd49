/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Queries of the kernel's lists: the states of all tasks in order, tasks by name, and the expected idle time. There is
 * no timer: only the idle task advances the time. So the checksum depends neither on cycles nor on the implementation
 * of the lists. The tick count wraps to 0 during the run.
 *
 * defs: -DTICKLESS -DconfigINITIAL_TICK_COUNT=0xFFFFFFC8u
 * cycles: 20000000
 */
#include "check.h"
#include "versions.h"

#define WORKERS 8u
#define ROUNDS  40u

static TaskHandle_t workers[WORKERS];
static QueueHandle_t queue;
static uint32_t seed = 1u, checksum = 2166136261u, steps, overslept;

static uint32_t rnd(uint32_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return (seed >> 7) % below;
}

static void note(uint32_t word)
{
    checksum = (checksum ^ word) * 16777619u;
}

/* Replace the tickless sleep: advance the time by some of the expected idle ticks. */
void sleeps(unsigned long expected)
{
    eSleepModeStatus status;

    portDISABLE_INTERRUPTS();
    status = eTaskConfirmSleepModeStatus();
    portENABLE_INTERRUPTS();
    note(expected);
    note((uint32_t)status);
    overslept += (status == eNoTasksWaitingTimeout);
    if (status != eAbortSleep) {
        const TickType_t ticks = 1u + rnd(6u);

        vTaskStepTick((ticks < expected) ? ticks : expected);
        steps++;
    }
}

static void works(void *argument)
{
    uint32_t word;

    for (;;) {
        switch (rnd(5u)) {
        case 0: vTaskDelay(1u + rnd(30u)); break;
        case 1: note((uint32_t)xQueueReceive(queue, &word, 1u + rnd(20u))); break;
        case 2: note(ulTaskNotifyTake(pdTRUE, 1u + rnd(25u))); break;
        case 3: vTaskSuspend(NULL); break;
        default:
            note((uint32_t)xQueueSend(queue, &word, 1u + rnd(9u)));
            taskYIELD();
            break;
        }
        note((uint32_t)argument + 16u * xTaskGetTickCount());
    }
}

static void states(void)
{
    static TaskStatus_t found[WORKERS + 5u];
    const UBaseType_t count = STATE_READ_KEEPS_ORDER ? uxTaskGetSystemState(found, WORKERS + 5u, NULL) : 0u;

    note(count);
    for (UBaseType_t n = 0u; n < count; n++) {
        note((uint32_t)found[n].eCurrentState + 8u * found[n].uxCurrentPriority +
             1024u * (uint32_t)found[n].pcTaskName[0]);
        note((uint32_t)(xTaskGetHandle(found[n].pcTaskName) == found[n].xHandle)); /* 0 if two tasks have that name */
    }
    CHECK(!STATE_READ_KEEPS_ORDER || (xTaskGetHandle("absent") == NULL));
}

static void ends(void *argument)
{
    (void)argument;
    vTaskDelete(NULL);
}

static void watches(void *argument)
{
    (void)argument;
    for (uint32_t round = 0u; round < ROUNDS; round++) {
        const uint32_t other = rnd(WORKERS);

        create(ends, "z", NULL, 6);
        vTaskPrioritySet(NULL, 5);
        states(); /* the new task has deleted itself but is not freed yet */
        vTaskPrioritySet(NULL, 7);
        vTaskPrioritySet(workers[other], rnd(5u));
        vTaskResume(workers[rnd(WORKERS)]);
        (void)xTaskAbortDelay(workers[rnd(WORKERS)]);
        vTaskDelay(1u + rnd(5u));
    }
    for (uint32_t n = 0u; n < WORKERS; n++) {
        vTaskSuspend(workers[n]);
        CHECK_EQ("a suspended task's state", eTaskGetState(workers[n]), eSuspended);
    }
    states();
    vTaskDelay(500);
    vTaskSuspend(NULL);
}

void vPortSetupTimerInterrupt(void);
void vPortSetupTimerInterrupt(void)
{
}

/* End the run after more than 50 sleeps in which all other tasks were suspended. */
void vApplicationIdleHook(void);
void vApplicationIdleHook(void)
{
    if (overslept > 50u) {
        portDISABLE_INTERRUPTS();
        CHECK(steps > 200u);
        printf("checksum %08lx, %lu steps, time %lu\n", (unsigned long)checksum,
               (unsigned long)steps, (unsigned long)xTaskGetTickCount());
        BSP_Exit(0);
    }
    (void)xTaskCatchUpTicks(rnd(2u)); /* because the idle task does not sleep if a task is due at the next tick */
}

void vApplicationTickHook(void);
void vApplicationTickHook(void)
{
    note(xTaskGetTickCountFromISR());
}

int main(void)
{
    queue = xQueueCreate(2u, sizeof(uint32_t));
    for (uint32_t n = 0u; n < WORKERS; n++) {
        const char name[2] = {(char)('a' + n), '\0'};

        workers[n] = create(works, name, (void *)n, n % 4u);
        if (n == 0u) {
            vTaskSuspend(workers[0]); /* the only task so far, so no task can run */
        }
    }
    vTaskSuspend(workers[3]); /* the first ready task of the highest priority */
    create(watches, "watches", NULL, 7);
    vTaskStartScheduler();
    return 1;
}
