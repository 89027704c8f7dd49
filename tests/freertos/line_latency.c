/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The line that the harness raises wakes the most urgent task. 46 other tasks sleep for 1 to 7 ticks, and the lowest
 * one computes. The harness measures the cycles from the line to latency_awake. With BY_HANDLER, a handler notifies the
 * task.
 *
 * cycles: 40000000
 */
#include "check.h"
#ifndef BY_HANDLER
#include <portline.h>
#endif

#define TASKS 48u
#define WAKES 1000u
#define STACK 128u /* words */

static TaskHandle_t urgent_task;

/* The harness watches this function. */
__attribute__((noipa, hot)) void latency_awake(void)
{
    __asm__ volatile("");
}

#ifdef BY_HANDLER
__attribute__((hot)) static void handler(void)
{
    BaseType_t woken = pdFALSE;

    sim_line_ev_pending_write(1u);
    vTaskNotifyGiveFromISR(urgent_task, &woken);
    portYIELD_FROM_ISR(woken);
}
#endif

__attribute__((hot)) static void urgent(void *argument)
{
    (void)argument;
#ifdef BY_HANDLER
    line_start(handler);
#else
    sim_line_ev_pending_write(1u);
    CHECK_EQ("connect", xLineConnect(SIM_LINE_INTERRUPT, lineEDGE), pdPASS);
    sim_line_ev_enable_write(1u); /* after the connection, which would miss an earlier edge */
#endif
    for (uint32_t n = 0u; n < WAKES; n++) {
#ifdef BY_HANDLER
        (void)ulTaskNotifyTake(pdFALSE, portMAX_DELAY);
        latency_awake();
#else
        CHECK_EQ("take", xLineTake(SIM_LINE_INTERRUPT, portMAX_DELAY), pdTRUE);
        latency_awake();
        sim_line_ev_pending_write(1u);
#endif
    }
#ifndef BY_HANDLER
    CHECK_EQ("overrun", xLineOverrunTake(SIM_LINE_INTERRUPT), pdFALSE);
#endif
    pass();
}

static void worker(void *argument)
{
    for (;;) {
        vTaskDelay((TickType_t)argument);
    }
}

static void lowest(void *argument)
{
    volatile uint32_t sum = 0u;

    (void)argument;
    for (;;) {
        sum += sum * 3u + 1u;
    }
}

static TaskHandle_t create_small(TaskFunction_t function, uint32_t argument, UBaseType_t priority)
{
    TaskHandle_t task = NULL;

    CHECK_EQ("create", xTaskCreate(function, "", STACK, (void *)argument, priority, &task), pdPASS);
    return task;
}

int main(void)
{
    urgent_task = create_small(urgent, 0u, 31u);
    for (uint32_t n = 1u; n < TASKS - 1u; n++) {
        (void)create_small(worker, 1u + n % 7u, 1u + n % 30u);
    }
    (void)create_small(lowest, 0u, 0u);
    vTaskStartScheduler();
    return 1;
}
