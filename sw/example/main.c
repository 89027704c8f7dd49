/* SPDX-License-Identifier: Apache-2.0 */
/* Start of the example (app.h describes it), and its reports: for each event, every second and at the end. */
#include <generated/csr.h>
#include <stdio.h>
#include "app.h"
#include "bsp.h"

#ifdef CSR_SIM_EXIT_BASE
#define SPEEDUP     APP_SIM_SPEEDUP
#define LAST_SECOND APP_SIM_SECONDS
#else
#define SPEEDUP     1u
#define LAST_SECOND 0xFFFFFFFFu
#endif

OS_FLAG_GRP *AppEvents;

static OS_STK stk[APP_STK_SIZE];

void AppCheck(INT8U err, const char *what)
{
    if (err != OS_ERR_NONE) {
        printf("%s: error %u\n", what, (unsigned)err);
        BSP_Exit(1);
    }
}

void AppTaskCreate(void (*task)(void *p_arg), OS_STK *p_stk, INT8U prio, const char *name)
{
    INT8U err;

    AppCheck(OSTaskCreateExt(task, (void *)0, &p_stk[APP_STK_SIZE - 1u], prio, prio, p_stk, APP_STK_SIZE, (void *)0,
                             OS_TASK_OPT_STK_CHK | OS_TASK_OPT_STK_CLR), name);
    OSTaskNameSet(prio, (INT8U *)name, &err);
    AppCheck(err, name);
}

void AppEventPost(OS_FLAGS events)
{
    INT8U err;

    (void)OSFlagPost(AppEvents, events, OS_FLAG_SET, &err);
    AppCheck(err, "OSFlagPost");
}

/* --------------------------------------------------- Reports -------------------------------------------------- */

static void Report(INT32U second)
{
    static INT32U switches;
    APP_STATE     state;

    ControlStateGet(&state);
    Log("%lu s: " APP_DEGREES " C, heater %ld %%, mean error " APP_DEGREES " C, %lu samples",
        (unsigned long)second, APP_DEGREES_OF(state.Temperature), (long)state.Power,
        APP_DEGREES_OF(state.ErrorNbr == 0u ? 0 : state.ErrorSum / (INT32S)state.ErrorNbr),
        (unsigned long)state.Samples);
    Log("load: CPU %u %%, %lu task switches", (unsigned)OSCPUUsage, (unsigned long)(OSCtxSwCtr - switches));
    switches = OSCtxSwCtr;
}

static void ReportEvents(OS_FLAGS events)
{
    if ((events & APP_EVENT_SETTLED) != 0u) {
        Log("settled");
    }
    if ((events & APP_EVENT_HOT) != 0u) {
        Log("too hot");
    }
    if ((events & APP_EVENT_BLIND) != 0u) {
        Log("no samples: heater off");
    }
}

static void ReportEnd(void)
{
    static const INT8U prios[] = {APP_CONTROL_PRIO, APP_SENSOR_PRIO, APP_SUPERVISOR_PRIO, APP_CONSOLE_PRIO,
                                  APP_LOGGER_PRIO};
    OS_STK_DATA data;
    INT8U      *name, err;
    INT32U      i;

    for (i = 0u; i < sizeof(prios); i++) {
        AppCheck(OSTaskStkChk(prios[i], &data), "OSTaskStkChk");
        (void)OSTaskNameGet(prios[i], &name, &err);
        AppCheck(err, "OSTaskNameGet");
        Log("load: %s used %lu of %lu bytes of its stack", (char *)name, (unsigned long)(data.OSUsed * sizeof(OS_STK)),
            (unsigned long)(APP_STK_SIZE * sizeof(OS_STK)));
    }
    Log("end: %lu commands, %lu samples lost, at most %u lines waited to be printed, %lu lost",
        (unsigned long)AppCommands, (unsigned long)AppSamplesLost, (unsigned)AppLinesMax, (unsigned long)AppLinesLost);
    LogFlush();
}

/* ----------------------------------------------------- Start -------------------------------------------------- */

static void Supervisor(void *p_arg)
{
    INT32U   next, second = 0u;
    INT32S   left;
    OS_FLAGS events = 0u;
    INT8U    err;

    (void)p_arg;
    BSP_TickStart(OS_TICKS_PER_SEC * SPEEDUP);
    OSStatInit(); /* before other tasks exist, because it measures the idle time */
    AppEvents = OSFlagCreate(0u, &err);
    AppCheck(err, "OSFlagCreate");
    LogStart();
    ControlStart();
    SensorStart();
    ConsoleStart();

    next = OSTimeGet() + OS_TICKS_PER_SEC;
    while ((second < LAST_SECOND) && ((events & APP_EVENT_QUIT) == 0u)) {
        left = (INT32S)(next - OSTimeGet());
        if (left <= 0) { /* a timeout of 0 would wait forever */
            next += OS_TICKS_PER_SEC;
            Report(++second);
            continue;
        }
        events = OSFlagPend(AppEvents, APP_EVENT_SETTLED | APP_EVENT_HOT | APP_EVENT_BLIND | APP_EVENT_QUIT,
                            OS_FLAG_WAIT_SET_ANY + OS_FLAG_CONSUME, (INT32U)left, &err);
        if (err == OS_ERR_NONE) {
            ReportEvents(events);
        } else if (err != OS_ERR_TIMEOUT) {
            AppCheck(err, "OSFlagPend");
        }
    }
    ReportEnd();
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    AppTaskCreate(Supervisor, stk, APP_SUPERVISOR_PRIO, "supervisor");
    OSStart();
}
