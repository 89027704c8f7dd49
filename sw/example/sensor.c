/* SPDX-License-Identifier: Apache-2.0 */
/* A software timer triggers the sensor task. The task stores each measurement in a block of a memory partition. */
#include "app.h"

#define SAMPLES 4u

INT32U AppSamplesLost;

static OS_EVENT *due;
static OS_MEM   *partition;
static OS_STK    stk[APP_STK_SIZE];
static void     *memory[SAMPLES][(sizeof(APP_SAMPLE) + sizeof(void *) - 1u) / sizeof(void *)];

/* Runs in the timer task, which must not wait. */
static void TimerExpired(void *ptmr, void *p_arg)
{
    (void)ptmr;
    (void)p_arg;
    (void)OSSemPost(due);
}

static void SensorTask(void *p_arg)
{
    INT32U      number = 0u;
    APP_SAMPLE *p_sample;
    INT8U       err;

    (void)p_arg;
    for (;;) {
        OSSemPend(due, 0u, &err);
        AppCheck(err, "OSSemPend of the sensor");
        p_sample = OSMemGet(partition, &err);
        if (err != OS_ERR_NONE) {
            AppSamplesLost++; /* the control task has not freed a block */
            continue;
        }
        p_sample->Number = ++number;
        p_sample->Temperature = PlantMeasure();
        ControlSampleTake(p_sample);
    }
}

void SensorSampleFree(APP_SAMPLE *p_sample)
{
    AppCheck(OSMemPut(partition, p_sample), "OSMemPut of a sample");
}

void SensorStart(void)
{
    OS_TMR *timer;
    INT8U   err;

    due = OSSemCreate(0u);
    AppCheck(due == (OS_EVENT *)0 ? OS_ERR_PEVENT_NULL : OS_ERR_NONE, "OSSemCreate of the sensor");
    partition = OSMemCreate(memory, SAMPLES, sizeof(memory[0]), &err);
    AppCheck(err, "OSMemCreate of the samples");
    AppTaskCreate(SensorTask, stk, APP_SENSOR_PRIO, "sensor");
    timer = OSTmrCreate(0u, OS_TMR_CFG_TICKS_PER_SEC / APP_SAMPLES_PER_SEC, OS_TMR_OPT_PERIODIC, TimerExpired,
                        (void *)0, (INT8U *)"sample", &err);
    AppCheck(err, "OSTmrCreate");
    (void)OSTmrStart(timer, &err);
    AppCheck(err, "OSTmrStart");
}
