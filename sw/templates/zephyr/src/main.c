/* SPDX-License-Identifier: Apache-2.0 */
/* A heater: a timer starts each measurement of the sensor, and a control thread switches the heater. */
#include <zephyr/kernel.h>
#include <zephyr/sys/poweroff.h>

#define STACK      1024
#define PERIOD     K_MSEC(10)
#define RUN_MS     200
#define REPORT_MS  50

static volatile int temperature = 20000, target = 50000; /* 0.001 degree */
static volatile bool is_heating;

K_SEM_DEFINE(due, 0, 1);
K_MSGQ_DEFINE(samples, sizeof(int), 4, sizeof(int));

static void start_measurement(struct k_timer *timer)
{
    ARG_UNUSED(timer);
    k_sem_give(&due);
}

K_TIMER_DEFINE(period, start_measurement, NULL);

static void measure(void *p1, void *p2, void *p3)
{
    for (int sample;; (void)k_msgq_put(&samples, &sample, K_NO_WAIT)) {
        k_sem_take(&due, K_FOREVER);
        temperature += is_heating ? 3000 : -1500; /* replace this with a read of your sensor */
        sample = temperature;
    }
}

static void control(void *p1, void *p2, void *p3)
{
    for (int sample; k_msgq_get(&samples, &sample, K_FOREVER) == 0;) {
        is_heating = sample < target;
    }
}

K_THREAD_DEFINE(sensor, STACK, measure, NULL, NULL, NULL, 5, 0, 0);
K_THREAD_DEFINE(controller, STACK, control, NULL, NULL, NULL, 6, 0, 0);

int main(void)
{
    k_timer_start(&period, PERIOD, PERIOD);
    for (int64_t now = 0; now < RUN_MS; now = k_uptime_get()) {
        k_msleep(REPORT_MS);
        printk("%d C of %d C, heater %s\n", temperature / 1000, target / 1000, is_heating ? "on" : "off");
    }
    sys_poweroff(); /* ends the simulation with exit code 0 */
}
