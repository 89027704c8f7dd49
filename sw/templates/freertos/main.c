/* SPDX-License-Identifier: Apache-2.0 */
/* A heater: a sensor measures the temperature, a control task switches the heater, a console sets the target. */
#include <generated/csr.h>
#include <generated/soc.h>
#include <stdio.h>
#include <stdlib.h>
#include <FreeRTOS.h>
#include <queue.h>
#include <semphr.h>
#include <task.h>
#include "bsp.h"

#define UART_EV_RX     2u
#define STACK          configMINIMAL_STACK_SIZE /* entries of 4 bytes; `make size` prints the stack that a task needs */
#define CONSOLE_STACK  512u

static QueueHandle_t     samples;
static SemaphoreHandle_t received;
static volatile int32_t  temperature = 20000, target = 50000, heater; /* temperatures: 0.001 degree; heater: 0 is off */

static void Sensor(void *argument)
{
    (void)argument;
    for (TickType_t last = xTaskGetTickCount();; xQueueSend(samples, (const void *)&temperature, 0)) {
        xTaskDelayUntil(&last, pdMS_TO_TICKS(10));
        temperature += (heater != 0) ? 3000 : -1500; /* replace this with a read of your sensor */
    }
}

static void Control(void *argument)
{
    (void)argument;
    for (int32_t measured; xQueueReceive(samples, &measured, portMAX_DELAY) == pdTRUE;) {
        heater = (measured < target) ? 1 : 0;
    }
}

static void UartHandler(void)
{
    BaseType_t switches = pdFALSE;

    uart_ev_enable_write(0u); /* the characters stay in the UART until the console reads them */
    (void)xSemaphoreGiveFromISR(received, &switches);
    portYIELD_FROM_ISR(switches);
}

static char CharGet(void)
{
    for (; uart_rxempty_read() != 0u; (void)xSemaphoreTake(received, portMAX_DELAY)) {
        uart_ev_enable_write(UART_EV_RX);
    }
    char c = (char)uart_rxtx_read();
    uart_ev_pending_write(UART_EV_RX); /* removes the character from the UART's queue */
    return c;
}

static void Console(void *argument)
{
    char   line[16];
    size_t length;

    (void)argument;
    BSP_IntHandlerSet(UART_INTERRUPT, UartHandler);
    BSP_IntEnable(UART_INTERRUPT);
    for (printf("t50: target 50 C; w200: wait 200 ms; s: show; q: quit\n");;) {
        for (length = 0u; (line[length] = CharGet()) >= ' '; length += (length < sizeof(line) - 1u) ? 1u : 0u) {
        }
        line[length] = '\0';
        switch (line[0]) {
        case 't': target = 1000 * atoi(&line[1]); break;
        case 'w': vTaskDelay(pdMS_TO_TICKS(atoi(&line[1]))); break;
        case 'q': BSP_Exit(0);
        }
        printf("%s: %d C of %d C at %u ms, heater %s\n", line, (int)temperature / 1000, (int)target / 1000,
               (unsigned)(xTaskGetTickCount() * portTICK_PERIOD_MS), (heater != 0) ? "on" : "off");
    }
}

int main(void)
{
    samples = xQueueCreate(4, sizeof(int32_t));
    received = xSemaphoreCreateBinary();
    xTaskCreate(Sensor, "sensor", STACK, NULL, 5, NULL);
    xTaskCreate(Control, "control", STACK, NULL, 4, NULL);
    xTaskCreate(Console, "console", CONSOLE_STACK, NULL, 2, NULL);
    vTaskStartScheduler();
    return 1;
}
