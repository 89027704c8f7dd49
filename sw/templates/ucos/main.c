/* SPDX-License-Identifier: Apache-2.0 */
/* A heater: a sensor measures the temperature, a control task switches the heater, a console sets the target. */
#include <generated/csr.h>
#include <generated/soc.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucos_ii.h>
#include "bsp.h"

#define UART_EV_RX 2u

static OS_STK          sensor_stk[APP_STK_SIZE], control_stk[APP_STK_SIZE], console_stk[APP_CONSOLE_STK_SIZE];
static OS_EVENT       *samples, *received;
static void           *queue[4];
static volatile INT32S temperature = 20000, target = 50000, heater; /* temperatures: 0.001 degree; heater: 0 is off */

static void Sensor(void *p_arg)
{
    (void)p_arg;
    for (BSP_TickStart(OS_TICKS_PER_SEC);; (void)OSQPost(samples, (void *)temperature)) {
        OSTimeDly(OS_TICKS_PER_SEC / 100u);
        temperature += (heater != 0) ? 3000 : -1500; /* replace this with a read of your sensor */
    }
}

static void Control(void *p_arg)
{
    (void)p_arg;
    for (INT8U err;;) {
        heater = ((INT32S)OSQPend(samples, 0u, &err) < target) ? 1 : 0;
    }
}

static void UartHandler(void)
{
    uart_ev_enable_write(0u); /* the characters stay in the UART until the console reads them */
    (void)OSSemPost(received);
}

static char CharGet(void)
{
    for (INT8U err; uart_rxempty_read() != 0u; OSSemPend(received, 0u, &err)) {
        uart_ev_enable_write(UART_EV_RX);
    }
    char c = (char)uart_rxtx_read();
    uart_ev_pending_write(UART_EV_RX); /* removes the character from the UART's queue */
    return c;
}

static void Console(void *p_arg)
{
    char   line[16];
    size_t length;

    (void)p_arg;
    BSP_IntHandlerSet(UART_INTERRUPT, UartHandler);
    BSP_IntEnable(UART_INTERRUPT);
    for (printf("t50: target 50 C; w200: wait 200 ms; s: show; q: quit\n");;) {
        for (length = 0u; (line[length] = CharGet()) >= ' '; length += (length < sizeof(line) - 1u) ? 1u : 0u) {
        }
        line[length] = '\0';
        switch (line[0]) {
        case 't': target = 1000 * atoi(&line[1]); break;
        case 'w': OSTimeDly((INT32U)atoi(&line[1]) * OS_TICKS_PER_SEC / 1000u); break;
        case 'q': BSP_Exit(0);
        }
        printf("%s: %d C of %d C at %u ms, heater %s\n", line, (int)temperature / 1000, (int)target / 1000,
               (unsigned)(OSTimeGet() * 1000u / OS_TICKS_PER_SEC), (heater != 0) ? "on" : "off");
    }
}

int main(void)
{
    OSInit();
    samples = OSQCreate(queue, sizeof(queue) / sizeof(queue[0]));
    received = OSSemCreate(0u);
    (void)OSTaskCreate(Sensor, 0, &sensor_stk[APP_STK_SIZE - 1u], APP_SENSOR_PRIO);
    (void)OSTaskCreate(Control, 0, &control_stk[APP_STK_SIZE - 1u], APP_CONTROL_PRIO);
    (void)OSTaskCreate(Console, 0, &console_stk[APP_CONSOLE_STK_SIZE - 1u], APP_CONSOLE_PRIO);
    OSStart();
}
