/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Delays that are longer than the unit can count, ticks that pend while the scheduler is suspended, and, on a core with
 * a time base, the number of ticks that interrupt. The tick rate is high, so the run is short.
 *
 * defs: -DTICK_HZ=20000 -DNO_TIMERS
 * cycles: 20000000
 */
#include "check.h"

#define TICK_CYCLES (CONFIG_CLOCK_FREQUENCY / TICK_HZ)
#define LONG        300u /* more ticks than can pend in the core */

static QueueHandle_t queue;
static volatile uint32_t sleeps_ended, received;

static void sleeps(void *argument)
{
    vTaskDelay((TickType_t)argument);
    sleeps_ended++;
    vTaskSuspend(NULL);
}

static void receives(void *argument)
{
    (void)argument;
    for (;;) {
        uint32_t item;

        CHECK_EQ("receive", xQueueReceive(queue, &item, portMAX_DELAY - 1u), pdPASS);
        received += item;
    }
}

/* Wait for whole ticks without a call of the kernel. */
static void spin(uint32_t ticks)
{
    const uint32_t start = BSP_Cycles();

    while (BSP_Cycles() - start < ticks * TICK_CYCLES) {
    }
}

static void ticks_pend(void)
{
    TickType_t before, ticks;
    uint32_t start;

    vTaskDelay(1u);
    start = BSP_Cycles();
    vTaskSuspendAll();
    before = xTaskGetTickCount();
    spin(LONG);
    CHECK_EQ("ticks while suspended", xTaskGetTickCount() - before, 0u);
    CHECK_EQ("ends of sleeps while suspended", sleeps_ended, 0u);
    CHECK_EQ("yielded to a task whose sleep has ended", xTaskResumeAll(), pdTRUE);
    ticks = xTaskGetTickCount() - before;
    CHECK(ticks >= LONG);
    if (portTIME_BASE) { /* otherwise, ticks are lost while xTaskResumeAll() processes those that pend */
        CHECK((ticks + 1u) - ((BSP_Cycles() - start) / TICK_CYCLES) <= 2u);
    }
    CHECK_EQ("ends of sleeps", sleeps_ended, 1u);
}

#if portTIME_BASE
static volatile uint32_t interrupts;

static void equal(void *argument)
{
    (void)argument;
    for (;;) {
        vTaskSuspend(NULL);
    }
}

static void counts(void)
{
    interrupts++;
    vTaskTimeBaseHandler();
}

static uint32_t interrupts_in(uint32_t ticks)
{
    const uint32_t before = interrupts;

    spin(ticks);
    return interrupts - before;
}

static void few_ticks_interrupt(void)
{
    TaskHandle_t other;

    CHECK_EQ("interrupts while no task shares the priority", interrupts_in(20u), 0u);
    other = create(equal, "equal", NULL, uxTaskPriorityGet(NULL));
    CHECK(interrupts_in(20u) - 19u <= 2u);
    vTaskPrioritySet(other, 1u);
    CHECK_EQ("interrupts after a change of the other task's priority", interrupts_in(20u), 0u);
    vTaskPrioritySet(NULL, 1u);
    CHECK(interrupts_in(20u) - 19u <= 2u);
    vTaskDelete(other);
    CHECK_EQ("interrupts after the deletion of the other task", interrupts_in(20u), 0u);
    vTaskPrioritySet(NULL, 3u);
    create(sleeps, "less urgent", (void *)5u, 2u);
    create(sleeps, "more urgent", (void *)5u, 4u);
    CHECK_EQ("interrupts for a more urgent and a less urgent task", interrupts_in(10u), 1u);
}
#endif

static void test(void *argument)
{
    const uint32_t item = 7u;

    (void)argument;
#if portTIME_BASE
    vPortHandlerSet(METRONOME_TIME_BASE_INTERRUPT, counts);
#endif
    create(sleeps, "long", (void *)portMAX_DELAY, 5u);
    create(sleeps, "less long", (void *)(portMAX_DELAY - 100u), 5u);
    create(sleeps, "short", (void *)(LONG / 2u), 5u);
    create(receives, "receives", NULL, 6u);
    ticks_pend();
    spin(LONG);
    CHECK_EQ("ends of sleeps", sleeps_ended, 1u);
    CHECK_EQ("send", xQueueSend(queue, &item, 0u), pdPASS);
    CHECK_EQ("received", received, item);
#if portTIME_BASE
    few_ticks_interrupt();
#endif
    pass();
}

int main(void)
{
    queue = xQueueCreate(1u, sizeof(uint32_t));
    create(test, "test", NULL, 3u);
    vTaskStartScheduler();
    return 1;
}
