/* SPDX-License-Identifier: Apache-2.0 */
/* A heater: a timer starts each measurement of the sensor, and a control thread switches the heater. */
#include <stdbool.h>
#include <stdio.h>

#include "msg.h"
#include "mutex.h"
#include "periph/pm.h"
#include "thread.h"
#include "ztimer.h"
#include "ztimer/periodic.h"

#define PERIOD_MS  10
#define RUN_MS     200
#define REPORT_MS  50
#define MESSAGES   4
#define SENSOR     (THREAD_PRIORITY_MAIN - 2)
#define CONTROLLER (THREAD_PRIORITY_MAIN - 1)

static volatile int temperature = 20000, target = 50000; /* 0.001 degree */
static volatile bool is_heating;
static mutex_t due = MUTEX_INIT_LOCKED;
static kernel_pid_t controller;
static char sensor_stack[THREAD_STACKSIZE_DEFAULT], controller_stack[THREAD_STACKSIZE_DEFAULT];

static bool start_measurement(void *argument)
{
    (void)argument;
    mutex_unlock(&due);
    return ZTIMER_PERIODIC_KEEP_GOING;
}

static void *measure(void *argument)
{
    (void)argument;
    for (msg_t sample;; (void)msg_try_send(&sample, controller)) {
        mutex_lock(&due);
        temperature += is_heating ? 3000 : -1500; /* replace this with a read of your sensor */
        sample.content.value = (uint32_t)temperature;
    }
    return NULL;
}

static void *control(void *argument)
{
    static msg_t queue[MESSAGES];

    (void)argument;
    msg_init_queue(queue, MESSAGES);
    for (msg_t sample; msg_receive(&sample) == 1;) {
        is_heating = (int)sample.content.value < target;
    }
    return NULL;
}

int main(void)
{
    static ztimer_periodic_t period;

    controller = thread_create(controller_stack, sizeof(controller_stack), CONTROLLER, 0, control, NULL, "controller");
    thread_create(sensor_stack, sizeof(sensor_stack), SENSOR, 0, measure, NULL, "sensor");
    ztimer_periodic_init(ZTIMER_MSEC, &period, start_measurement, NULL, PERIOD_MS);
    ztimer_periodic_start(&period);
    for (int now = 0; now < RUN_MS; now += REPORT_MS) {
        ztimer_sleep(ZTIMER_MSEC, REPORT_MS);
        printf("%d C of %d C, heater %s\n", temperature / 1000, target / 1000, is_heating ? "on" : "off");
    }
    pm_off(); /* ends the simulation with exit code 0 */
}
