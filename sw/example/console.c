/* SPDX-License-Identifier: Apache-2.0 */
/* Commands from the UART. The UART's handler disables the UART's interrupt and wakes the console task. The task reads
 * the characters and enables the interrupt again. */
#include <generated/csr.h>
#include <generated/soc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app.h"
#include "bsp.h"

#define UART_EV_RX 2u
#define LINE_SIZE  40u

INT32U AppCommands;

static OS_EVENT *received;
static OS_STK    stk[APP_STK_SIZE];

static void UartHandler(void)
{
    uart_ev_enable_write(0u); /* the characters stay in the UART until the task reads them */
    (void)OSSemPost(received);
}

static char CharGet(void)
{
    char  c;
    INT8U err;

    while (uart_rxempty_read() != 0u) {
        uart_ev_enable_write(UART_EV_RX);
        OSSemPend(received, 0u, &err);
        AppCheck(err, "OSSemPend of the console");
    }
    c = (char)uart_rxtx_read();
    uart_ev_pending_write(UART_EV_RX); /* removes it from the UART's queue */
    return c;
}

/* Read the next line that is not empty, without its line end. Drop characters that do not fit. */
static void LineGet(char *line)
{
    INT32U length = 0u;
    char   c;

    for (;;) {
        c = CharGet();
        if ((c == '\n') || (c == '\r')) {
            if (length != 0u) {
                line[length] = '\0';
                return;
            }
        } else if (length < LINE_SIZE - 1u) {
            line[length++] = c;
        }
    }
}

/* ---------------------------------------------------- Commands ------------------------------------------------ */

static void Show(void)
{
    APP_SETTINGS set;

    ControlSettingsGet(&set);
    Log("target " APP_DEGREES " C, gains %ld %ld", APP_DEGREES_OF(set.Target), (long)set.P, (long)set.I);
}

static BOOLEAN TargetSet(long degrees)
{
    APP_SETTINGS set;

    if ((degrees < 0) || (degrees > 95)) {
        return OS_FALSE;
    }
    ControlSettingsGet(&set);
    set.Target = 1000 * (INT32S)degrees;
    ControlSettingsSet(&set);
    return OS_TRUE;
}

static BOOLEAN GainsSet(long p, long i)
{
    APP_SETTINGS set;

    if ((p < 0) || (p > 100) || (i < 0) || (i > 100)) {
        return OS_FALSE;
    }
    ControlSettingsGet(&set);
    set.P = (INT32S)p;
    set.I = (INT32S)i;
    ControlSettingsSet(&set);
    return OS_TRUE;
}

/* For scripts of commands: delay the next command. */
static BOOLEAN Wait(long ms)
{
    if ((ms < 0) || (ms > 60000)) {
        return OS_FALSE;
    }
    OSTimeDly((INT32U)ms * OS_TICKS_PER_SEC / 1000u);
    return OS_TRUE;
}

/* Execute a command. Return OS_FALSE if the command does not exist or an argument is out of range. */
static BOOLEAN Execute(const char *line)
{
    char word[8];
    long a = 0, b = 0;
    int  words = sscanf(line, "%7s %ld %ld", word, &a, &b);

    if ((words == 1) && (strcmp(word, "show") == 0)) {
        Show();
        return OS_TRUE;
    }
    if ((words == 1) && (strcmp(word, "quit") == 0)) {
        AppEventPost(APP_EVENT_QUIT);
        return OS_TRUE;
    }
    if ((words == 2) && (strcmp(word, "target") == 0)) {
        return TargetSet(a);
    }
    if ((words == 3) && (strcmp(word, "gains") == 0)) {
        return GainsSet(a, b);
    }
    if ((words == 2) && (strcmp(word, "wait") == 0)) {
        return Wait(a);
    }
    return OS_FALSE;
}

static void ConsoleTask(void *p_arg)
{
    char line[LINE_SIZE];

    (void)p_arg;
    BSP_IntHandlerSet(UART_INTERRUPT, UartHandler);
    BSP_IntEnable(UART_INTERRUPT);
    for (;;) {
        LineGet(line);
        Log("> %s", line);
        if (Execute(line)) {
            AppCommands++;
        } else {
            Log("commands: show, target DEGREES (0 to 95), gains P I (0 to 100), wait MS, quit");
        }
    }
}

void ConsoleStart(void)
{
    received = OSSemCreate(0u);
    AppCheck(received == (OS_EVENT *)0 ? OS_ERR_PEVENT_NULL : OS_ERR_NONE, "OSSemCreate of the console");
    AppTaskCreate(ConsoleTask, stk, APP_CONSOLE_PRIO, "console");
}
