/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Measure the time of a switch in cycles: from one task's taskYIELD() to the next instruction of the other task, and
 * from the interrupted instruction to a task of higher priority that the handler wakes. Print both shortest times.
 *
 * line: 3000 5000
 * cycles: 3000000
 */
#include <stdio.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include <FreeRTOS.h>
#include <semphr.h>
#include <task.h>
#include <bsp.h>

#define TIMES 100u

static SemaphoreHandle_t semaphore;
static volatile uint32_t before, yields;
static uint32_t yield_min = ~0u, interrupt_min = ~0u;

static void handler(void)
{
    BaseType_t woken = pdFALSE;

    sim_line_ev_pending_write(1u);
    xSemaphoreGiveFromISR(semaphore, &woken);
    portYIELD_FROM_ISR(woken);
}

static void yields_on(void *argument)
{
    uint32_t cycles;

    (void)argument;
    while (yields < TIMES) {
        cycles = BSP_Cycles() - before;
        if ((yields++ > 0u) && (cycles < yield_min)) {
            yield_min = cycles;
        }
        before = BSP_Cycles();
        taskYIELD();
    }
    for (;;) {
        before = BSP_Cycles();
    }
}

static void waits(void *argument)
{
    uint32_t cycles;

    (void)argument;
    while (yields < TIMES) {
        vTaskDelay(1);
    }
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, handler);
    sim_line_ev_pending_write(1u);
    sim_line_ev_enable_write(1u);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    for (uint32_t n = 0u; n < TIMES; n++) {
        xSemaphoreTake(semaphore, portMAX_DELAY);
        cycles = BSP_Cycles() - before;
        if (cycles < interrupt_min) {
            interrupt_min = cycles;
        }
    }
    printf("%lu %lu\n", (unsigned long)yield_min, (unsigned long)interrupt_min);
    BSP_Exit(0);
}

int main(void)
{
    semaphore = xSemaphoreCreateBinary();
    xTaskCreate(yields_on, "yields 1", 256, NULL, 1, NULL);
    xTaskCreate(yields_on, "yields 2", 256, NULL, 1, NULL);
    xTaskCreate(waits, "waits", 512, NULL, 3, NULL);
    vTaskStartScheduler();
    return 1;
}
