/* SPDX-License-Identifier: Apache-2.0 */
/* The log. Tasks queue lines without waiting; a low-priority task prints them when no higher-priority task is ready. */
#include <stdarg.h>
#include <stdio.h>
#include "app.h"

#define LINES     16u
#define LINE_SIZE 96u

INT32U AppLinesLost;
INT16U AppLinesMax;

static OS_EVENT *lines, *printed;
static void     *lines_tbl[LINES + 1u]; /* one entry more, for the flush */
static OS_MEM   *partition;
static void     *memory[LINES][LINE_SIZE / sizeof(void *)];
static OS_STK    stk[APP_STK_SIZE];
static char      flush_request[1]; /* message that makes the log task post `printed` */

void Log(const char *format, ...)
{
    OS_Q_DATA data;
    va_list   values;
    char     *line;
    INT8U     err;

    line = OSMemGet(partition, &err);
    if (err != OS_ERR_NONE) {
        AppLinesLost++;
        return;
    }
    va_start(values, format);
    (void)vsnprintf(line, LINE_SIZE, format, values);
    va_end(values);
    AppCheck(OSQPost(lines, line), "OSQPost of a line");
    AppCheck(OSQQuery(lines, &data), "OSQQuery");
    if (data.OSNMsgs > AppLinesMax) {
        AppLinesMax = data.OSNMsgs;
    }
}

void LogFlush(void)
{
    INT8U err;

    AppCheck(OSQPost(lines, flush_request), "OSQPost of a flush");
    OSSemPend(printed, 0u, &err);
    AppCheck(err, "OSSemPend of a flush");
}

static void LogTask(void *p_arg)
{
    char *line;
    INT8U err;

    (void)p_arg;
    for (;;) {
        line = OSQPend(lines, 0u, &err);
        AppCheck(err, "OSQPend of the log");
        if (line == flush_request) {
            AppCheck(OSSemPost(printed), "OSSemPost of a flush");
        } else {
            puts(line);
            AppCheck(OSMemPut(partition, line), "OSMemPut of a line");
        }
    }
}

void LogStart(void)
{
    INT8U err;

    lines = OSQCreate(lines_tbl, LINES + 1u);
    printed = OSSemCreate(0u);
    AppCheck((lines == (OS_EVENT *)0) || (printed == (OS_EVENT *)0) ? OS_ERR_PEVENT_NULL : OS_ERR_NONE,
             "the events of the log");
    partition = OSMemCreate(memory, LINES, LINE_SIZE, &err);
    AppCheck(err, "OSMemCreate of the lines");
    AppTaskCreate(LogTask, stk, APP_LOGGER_PRIO, "log");
}
