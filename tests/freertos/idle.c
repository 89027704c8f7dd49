/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The idle task may wait for an interrupt, but not while another task is ready. In the case `equal`, a task of the idle
 * priority yields. In the case `cooperative`, an interrupt wakes a task after 1 to 2,999 cycles.
 *
 * case: equal
 * case: cooperative -DCOOPERATIVE
 * defs: -DNO_TIMERS
 * cycles: 8000000
 */
#include "check.h"

#ifndef COOPERATIVE
static volatile uint32_t turns;

static void equal(void *argument)
{
    (void)argument;
    for (;;) {
        turns++;
        taskYIELD();
    }
}

static void test(void *argument)
{
    (void)argument;
    create(equal, "equal", NULL, 0);
    vTaskDelay(5);
    CHECK(turns > 100u);
    pass();
}
#else
static SemaphoreHandle_t woken;

static void timer_handler(void)
{
    timer0_ev_pending_write(1u);
    xSemaphoreGiveFromISR(woken, NULL);
}

static void test(void *argument)
{
    (void)argument;
    BSP_IntHandlerSet(TIMER0_INTERRUPT, timer_handler); /* replaces the tick handler */
    timer0_ev_pending_write(1u);
    for (uint32_t cycles = 1u; cycles < 3000u; cycles++) {
        timer_from_now(cycles);
        CHECK_EQ("take", xSemaphoreTake(woken, portMAX_DELAY), pdTRUE);
    }
    pass();
}
#endif

int main(void)
{
#ifdef COOPERATIVE
    woken = xSemaphoreCreateBinary();
#endif
    create(test, "test", NULL, 1);
    vTaskStartScheduler();
    return 1;
}
