/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Interfaces of the example, which keeps a heater at a temperature.
 *
 *   plant.c    model of the heater, in software    sensor.c   a timer, a semaphore, samples from a memory partition
 *   control.c  a queue of samples, a PI control    console.c  commands from the UART, by its interrupt
 *   log.c      a queue of lines, printed later     main.c     start, and a report every second, by event flags
 *
 * Temperatures are in thousandths of a degree Celsius, power in percent.
 */
#ifndef APP_H
#define APP_H

#include <ucos_ii.h>

/* End the run with a message if the result of an OS call is an error. */
void AppCheck(INT8U err, const char *what);

/* Create a task with a name, and with a stack that OSTaskStkChk() can check. End the run if this fails. */
void AppTaskCreate(void (*task)(void *p_arg), OS_STK *stk, INT8U prio, const char *name);

/* ----------------------------------------------------- Events ------------------------------------------------- */

#define APP_EVENT_SETTLED 1u /* the temperature is at its target */
#define APP_EVENT_HOT     2u /* the temperature is far above its target */
#define APP_EVENT_BLIND   4u /* no samples: the heater is off        */
#define APP_EVENT_QUIT    8u

extern OS_FLAG_GRP *AppEvents;

void AppEventPost(OS_FLAGS events);

/* ----------------------------------------------------- Plant -------------------------------------------------- */

INT32S PlantMeasure(void); /* each call advances the time by one step */
void   PlantHeat(INT32S percent);

/* ----------------------------------------------------- Sensor ------------------------------------------------- */

typedef struct app_sample {
    INT32U Number;
    INT32S Temperature;
} APP_SAMPLE;

extern INT32U AppSamplesLost;

void SensorStart(void);
void SensorSampleFree(APP_SAMPLE *p_sample);

/* ----------------------------------------------------- Control ------------------------------------------------ */

typedef struct app_settings {
    INT32S Target;
    INT32S P; /* percent per degree                                   */
    INT32S I; /* tenths of a percent per degree and sample            */
} APP_SETTINGS;

typedef struct app_state {
    INT32U Samples;
    INT32S Temperature;
    INT32S Power;
    INT32S ErrorSum; /* sum of absolute errors since ControlStateGet() */
    INT32U ErrorNbr;
} APP_STATE;

void ControlStart(void);
void ControlSampleTake(APP_SAMPLE *p_sample); /* called by the sensor */
void ControlSettingsGet(APP_SETTINGS *p_settings);
void ControlSettingsSet(APP_SETTINGS const *p_settings);
void ControlStateGet(APP_STATE *p_state);

/* ------------------------------------------------- Console, log ----------------------------------------------- */

extern INT32U AppCommands;

void ConsoleStart(void);

extern INT32U AppLinesLost;
extern INT16U AppLinesMax; /* most lines that waited at once */

void LogStart(void);
void Log(const char *format, ...) __attribute__((format(printf, 1, 2)));
void LogFlush(void); /* waits until all lines are printed */

/* printf() format of a temperature in degrees, and the arguments for it. */
#define APP_DEGREES "%s%ld.%03ld"
#define APP_DEGREES_OF(t) \
    ((t) < 0 ? "-" : ""), (long)((t) < 0 ? -(t) : (t)) / 1000, (long)((t) < 0 ? -(t) : (t)) % 1000

#endif
