/* SPDX-License-Identifier: Apache-2.0 */
/* The control loop. It waits for samples and sets the heater's power with a PI controller. */
#include "app.h"

#define QUEUE_SIZE     4u
#define SAMPLE_TICKS   (OS_TICKS_PER_SEC / APP_SAMPLES_PER_SEC)
#define SETTLED_WITHIN 500
#define SETTLED_NBR    5u
#define HOT_ABOVE      5000

static OS_EVENT *samples;
static void     *samples_tbl[QUEUE_SIZE];
static OS_STK    stk[APP_STK_SIZE];

/* The mutex protects settings and state, which other tasks use. If the control loop waits, it promotes the owner. */
static OS_EVENT    *mutex;
static APP_SETTINGS settings = {.Target = 60000, .P = 5, .I = 5};
static APP_STATE    state;

static void Lock(void)
{
    INT8U err;

    OSMutexPend(mutex, 0u, &err);
    AppCheck(err, "OSMutexPend");
}

static void Unlock(void)
{
    AppCheck(OSMutexPost(mutex), "OSMutexPost");
}

/* Return the power for an error. While the power is limited to 0 or 100 %, the error is not added to the sum. */
static INT32S Regulate(APP_SETTINGS const *p_set, INT32S error)
{
    static INT32S sum;
    INT32S        percent = (p_set->P * error + p_set->I * ((sum + error) / 10)) / 1000;

    if (percent > 100) {
        return 100;
    }
    if (percent < 0) {
        return 0;
    }
    sum += error;
    return percent;
}

/* Post an event when the temperature settles, and when it becomes too hot. */
static void EventsPost(INT32S error)
{
    static INT32U within;
    static BOOLEAN hot;

    within = (error > -SETTLED_WITHIN) && (error < SETTLED_WITHIN) ? within + 1u : 0u;
    if (within == SETTLED_NBR) {
        AppEventPost(APP_EVENT_SETTLED);
    }
    if ((error < -HOT_ABOVE) && (hot == OS_FALSE)) {
        AppEventPost(APP_EVENT_HOT);
    }
    hot = (BOOLEAN)(error < -HOT_ABOVE);
}

static void ControlTask(void *p_arg)
{
    APP_SAMPLE *p_sample;
    INT32S      error;
    INT8U       err;

    (void)p_arg;
    for (;;) {
        p_sample = OSQPend(samples, 3u * SAMPLE_TICKS, &err);
        if (err == OS_ERR_TIMEOUT) {
            PlantHeat(0);
            AppEventPost(APP_EVENT_BLIND);
            continue;
        }
        AppCheck(err, "OSQPend of the control loop");
        Lock();
        error = settings.Target - p_sample->Temperature;
        state.Samples = p_sample->Number;
        state.Temperature = p_sample->Temperature;
        state.Power = Regulate(&settings, error);
        state.ErrorSum += error < 0 ? -error : error;
        state.ErrorNbr++;
        PlantHeat(state.Power);
        Unlock();
        SensorSampleFree(p_sample);
        EventsPost(error);
    }
}

void ControlSampleTake(APP_SAMPLE *p_sample)
{
    AppCheck(OSQPost(samples, p_sample), "OSQPost of a sample"); /* the queue has an entry for each sample */
}

void ControlSettingsGet(APP_SETTINGS *p_settings)
{
    Lock();
    *p_settings = settings;
    Unlock();
}

void ControlSettingsSet(APP_SETTINGS const *p_settings)
{
    Lock();
    settings = *p_settings;
    Unlock();
}

void ControlStateGet(APP_STATE *p_state)
{
    Lock();
    *p_state = state;
    state.ErrorSum = 0;
    state.ErrorNbr = 0u;
    Unlock();
}

void ControlStart(void)
{
    INT8U err;

    mutex = OSMutexCreate(APP_SETTINGS_PRIO, &err);
    AppCheck(err, "OSMutexCreate");
    samples = OSQCreate(samples_tbl, QUEUE_SIZE);
    AppCheck(samples == (OS_EVENT *)0 ? OS_ERR_PEVENT_NULL : OS_ERR_NONE, "OSQCreate of the samples");
    AppTaskCreate(ControlTask, stk, APP_CONTROL_PRIO, "control");
}
