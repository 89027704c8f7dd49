/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupt lines that wake tasks: timer 0 raises its line.
 *
 * defs: -DTICK_HZ=10000 -DNO_TIMERS
 */
#include "check.h"
#include <portline.h>

#define LINE  TIMER0_INTERRUPT
#define LEAST 1u
#define MAIN  3u
#define MORE  5u
#define MOST  15u /* triggers that the unit counts */

static TaskHandle_t waiter_task;
static volatile TickType_t wait_ticks = portMAX_DELAY;
static volatile uint32_t taken, timed_out;

/* Let the line settle, and a task that it wakes run. */
static void breathe(void)
{
    for (volatile uint32_t n = 0u; n < 20u; n++) {
    }
}

/* Raise the line. It stays high until fall(). */
static void rise(void)
{
    timer_raise(10u);
    while (timer0_ev_pending_read() == 0u) {
    }
    breathe();
}

static void fall(void)
{
    timer0_en_write(0u);
    timer0_ev_pending_write(1u);
    breathe();
}

static void pulse(void)
{
    rise();
    fall();
}

static uint32_t take_all(void)
{
    uint32_t count = 0u;

    while (xLineTake(LINE, 0u) != pdFALSE) {
        count++;
    }
    return count;
}

/* argument: not NULL if the task waits again after a timeout. */
static void waiter(void *argument)
{
    for (;;) {
        if (xLineTake(LINE, wait_ticks) != pdFALSE) {
            taken++;
        } else {
            timed_out++;
            if (argument == NULL) {
                vTaskSuspend(NULL);
            }
        }
    }
}

static void start_waiter(void *argument, TickType_t ticks)
{
    taken = timed_out = 0u;
    wait_ticks = ticks;
    waiter_task = create(waiter, "waiter", argument, MORE);
    CHECK_EQ("the waiter waits", eTaskGetState(waiter_task), eBlocked);
}

static void end_waiter(void)
{
    vTaskDelete(waiter_task);
}

static void wrong_calls_fail(void)
{
    CHECK_EQ("no such line", xLineConnect(portLINES, lineEDGE), pdFAIL);
    CHECK_EQ("no such mode", xLineConnect(LINE, lineLEVEL + 1u), pdFAIL);
    CHECK_EQ("disconnect", xLineDisconnect(LINE), pdFAIL);
    CHECK_EQ("disconnect no line", xLineDisconnect(portLINES), pdFAIL);
    CHECK_EQ("take no line", xLineTake(portLINES, portMAX_DELAY), pdFALSE);
    CHECK_EQ("served no line", xLineServed(portLINES), pdFAIL);
    CHECK_EQ("overrun of no line", xLineOverrunTake(portLINES), pdFALSE);
    CHECK_EQ("connect", xLineConnect(LINE, lineEDGE), pdPASS);
    CHECK_EQ("connect again", xLineConnect(LINE, lineEDGE), pdFAIL);
    CHECK_EQ("disconnect", xLineDisconnect(LINE), pdPASS);
}

static void edges_count(void)
{
    rise();
    CHECK_EQ("connect", xLineConnect(LINE, lineEDGE), pdPASS); /* the line is already high */
    breathe();
    CHECK_EQ("triggers", take_all(), 0u);
    fall();
    pulse();
    rise();
    CHECK_EQ("triggers", take_all(), 2u);
    fall();
    for (uint32_t n = 0u; n < MOST; n++) {
        pulse();
    }
    CHECK_EQ("overrun", xLineOverrunTake(LINE), pdFALSE);
    pulse();
    CHECK_EQ("overrun", xLineOverrunTake(LINE), pdTRUE);
    CHECK_EQ("overrun", xLineOverrunTake(LINE), pdFALSE);
    CHECK_EQ("triggers", take_all(), MOST);
    pulse();
    CHECK_EQ("disconnect", xLineDisconnect(LINE), pdPASS);
    CHECK_EQ("triggers", take_all(), 0u);
    pulse();
    CHECK_EQ("triggers", take_all(), 0u);
}

static void levels_trigger_until_served(void)
{
    CHECK_EQ("connect", xLineConnect(LINE, lineLEVEL), pdPASS);
    rise();
    CHECK_EQ("triggers", take_all(), 1u);
    xLineServed(LINE);
    breathe();
    CHECK_EQ("triggers", take_all(), 1u);
    fall();
    rise();
    CHECK_EQ("triggers", take_all(), 0u);
    fall();
    xLineServed(LINE);
    CHECK_EQ("triggers", take_all(), 0u);
    rise();
    CHECK_EQ("triggers", take_all(), 1u);
    fall();
    CHECK_EQ("disconnect", xLineDisconnect(LINE), pdPASS);
}

static void line_wakes_the_more_urgent_task_at_once(void)
{
    CHECK_EQ("connect", xLineConnect(LINE, lineEDGE), pdPASS);
    start_waiter(NULL, portMAX_DELAY);
    for (uint32_t n = 1u; n <= 3u; n++) {
        pulse();
        CHECK_EQ("taken", taken, n);
    }
    taskENTER_CRITICAL();
    pulse();
    pulse();
    CHECK_EQ("taken in a critical section", taken, 3u);
    CHECK_EQ("state in a critical section", eTaskGetState(waiter_task), eBlocked);
    taskEXIT_CRITICAL();
    breathe();
    CHECK_EQ("taken", taken, 5u);
    vTaskSuspendAll();
    pulse();
    CHECK_EQ("taken while the scheduler is suspended", taken, 5u);
    CHECK_EQ("state while the scheduler is suspended", eTaskGetState(waiter_task), eBlocked);
    (void)xTaskResumeAll();
    breathe();
    CHECK_EQ("taken", taken, 6u);
    vTaskSuspend(waiter_task);
    pulse();
    CHECK_EQ("a suspended task stays suspended", eTaskGetState(waiter_task), eSuspended);
    vTaskResume(waiter_task);
    CHECK_EQ("taken", taken, 7u);
    vTaskPrioritySet(waiter_task, LEAST);
    pulse();
    CHECK_EQ("taken by a task of low priority", taken, 7u);
    CHECK_EQ("the waiter is ready", eTaskGetState(waiter_task), eReady);
    vTaskDelay(2u);
    CHECK_EQ("taken", taken, 8u);
    end_waiter();
}

static void sleeps(void *argument)
{
    (void)argument;
    for (;;) {
        vTaskDelay(portMAX_DELAY / 4u);
        CHECK_EQ("the sleep ended too early", 1u, 0u);
    }
}

/* The line is connected, and no task waits. */
static void deleted_waiter_is_forgotten(void)
{
    TaskHandle_t other;

    start_waiter(NULL, portMAX_DELAY);
    end_waiter();
    vTaskDelay(2u);                             /* the idle task frees the waiter */
    other = create(sleeps, "sleeps", NULL, MORE); /* gets the waiter's number */
    pulse();
    CHECK_EQ("the sleeping task", eTaskGetState(other), eBlocked);
    vTaskDelete(other);
    CHECK_EQ("triggers", take_all(), 1u);
}

static void wait_ends_at_its_timeout(void)
{
    vTaskDelay(1u); /* the next tick is a whole tick away */
    start_waiter(NULL, 3u);
    vTaskDelay(2u);
    CHECK_EQ("timeouts", timed_out, 0u);
    vTaskDelay(2u);
    CHECK_EQ("timeouts", timed_out, 1u);
    pulse();
    CHECK_EQ("the line wakes a task that does not wait", eTaskGetState(waiter_task), eSuspended);
    CHECK_EQ("taken", taken, 0u);
    wait_ticks = portMAX_DELAY;
    vTaskResume(waiter_task);
    CHECK_EQ("taken", taken, 1u);
    CHECK_EQ("abort", xTaskAbortDelay(waiter_task), pdPASS);
    CHECK_EQ("timeouts", timed_out, 2u);
    end_waiter();
}

static void task_waits_across_a_new_connection(void)
{
    start_waiter(NULL, portMAX_DELAY);
    CHECK_EQ("disconnect", xLineDisconnect(LINE), pdPASS);
    pulse();
    CHECK_EQ("taken", taken, 0u);
    CHECK_EQ("connect", xLineConnect(LINE, lineEDGE), pdPASS);
    pulse();
    CHECK_EQ("taken", taken, 1u);
    end_waiter();
}

static void no_trigger_is_lost_at_any_cycle(void)
{
    start_waiter((void *)&taken, portMAX_DELAY);
    for (uint32_t distance = 1u; distance < 400u; distance++) {
        timer_raise(distance);
        (void)eTaskGetState(waiter_task);
        taskENTER_CRITICAL();
        taskEXIT_CRITICAL();
        vTaskSuspendAll();
        (void)xTaskResumeAll();
        vTaskSuspend(waiter_task);
        vTaskResume(waiter_task);
        while (timer0_ev_pending_read() == 0u) {
        }
        breathe();
        CHECK_EQ("taken", taken, distance);
        fall();
    }
    end_waiter();
}

/* Waits in a list of software, so software must complete its wake-up by a tick. */
static void needs_software(void *argument)
{
    const EventGroupHandle_t group = xEventGroupCreate();

    (void)argument;
    for (;;) {
        (void)xEventGroupWaitBits(group, 1u, pdFALSE, pdFALSE, 1u);
    }
}

/* The line triggers around the end of a critical section in which a tick has woken a task that needs software. */
static void line_wakes_its_task_while_another_needs_software(void)
{
    TaskHandle_t other = create(needs_software, "software", NULL, MORE);

    start_waiter((void *)&taken, 1000u);
    for (uint32_t distance = 1u; distance < 60u; distance++) {
        const TickType_t now = xTaskGetTickCount();

        taskENTER_CRITICAL();
        while (xTaskGetTickCount() - now < 2u) {
        }
        timer_raise(distance);
        taskEXIT_CRITICAL();
        while (timer0_ev_pending_read() == 0u) {
        }
        breathe();
        CHECK_EQ("taken", taken, distance);
        fall();
    }
    end_waiter();
    vTaskDelete(other);
}

/* The line triggers at each cycle of a call that takes the trigger. */
static void take_loses_no_trigger(void)
{
    for (uint32_t distance = 1u; distance < 600u; distance++) {
        BaseType_t now, later;

        timer_raise(distance);
        now = xLineTake(LINE, 0u);
        later = (now == pdFALSE) ? xLineTake(LINE, 2u) : pdFALSE;
        while (timer0_ev_pending_read() == 0u) {
        }
        CHECK_EQ("triggers", now + later + take_all(), 1u);
        fall();
    }
}

static void control(void *argument)
{
    (void)argument;
    wrong_calls_fail();
    edges_count();
    levels_trigger_until_served();
    line_wakes_the_more_urgent_task_at_once();
    deleted_waiter_is_forgotten();
    wait_ends_at_its_timeout();
    task_waits_across_a_new_connection();
    no_trigger_is_lost_at_any_cycle();
    take_loses_no_trigger();
    line_wakes_its_task_while_another_needs_software();
    pass();
}

int main(void)
{
    (void)create(control, "control", NULL, MAIN);
    vTaskStartScheduler();
    return 1;
}
