/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FreeRTOS's ticks and switches: N tasks that only sleep, as in bench/tick. The harness measures a given number of
 * ticks from bench_begin() on. A task that runs in another tick than its due tick ends the run with an error.
 */
#include <stdint.h>
#include <stdio.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include <FreeRTOS.h>
#include <task.h>
#include "../measure.h"
#include "bsp.h"
#if portTIME_BASE
#include <ci_intrinsics.h>
#endif

enum {
    WORKERS,  /* task n sleeps 1 + (n mod 7) ticks, in a loop                        */
    NONE_DUE, /* all tasks sleep for long: no tick wakes a task                      */
    SCHED     /* no ticks: the task of lowest priority yields, and no other one is ready */
};

BENCH_PARAMETER(bench_mode, WORKERS);
BENCH_PARAMETER(bench_tasks, 16u);
BENCH_PARAMETER(bench_priorities, 0u); /* number of different priorities; 0: a different one for each task */
BENCH_PARAMETER(bench_hz, 1000u);
BENCH_PARAMETER(bench_line, 0u);       /* 1: serve the interrupt line that the harness raises */

#define SETTLE_TICKS 20u
#define LONG_SLEEP   1000000u
#define SOON         1000u /* cycles */
#define STACK        128u

/* The harness watches these functions by name. */
__attribute__((noipa)) void bench_begin(void) { __asm__ volatile(""); }

__attribute__((noipa)) void bench_line_handler(void)
{
    sim_line_ev_pending_write(1u);
}

/* Replaces the function of the board support. */
void vPortSetupTimerInterrupt(void)
{
    if (bench_line != 0u) {
        BSP_IntHandlerSet(SIM_LINE_INTERRUPT, bench_line_handler);
        sim_line_ev_pending_write(1u);
        sim_line_ev_enable_write(1u);
        BSP_IntEnable(SIM_LINE_INTERRUPT);
    }
    if (bench_mode != SCHED) {
        BSP_TickStart(bench_hz);
    }
}

/* Hook of the idle task. After all due tasks have run, set the next tick to come soon,
 * which shortens the simulation. */
void vApplicationIdleHook(void)
{
    static TickType_t hastened;
    const TickType_t  now = xTaskGetTickCount();

    if ((now != hastened) && (bench_line == 0u)) {
        hastened = now;
#if portTIME_BASE
        (void)ci_list_status(0u); /* wait until the tick has woken its tasks */
        for (uint32_t n = 0u; n < 16u; n++) {
            portNOP(); /* its interrupt comes here, and these tasks run */
        }
        ci_time_write(CI_TIME_BASE_PERIOD, 0u);
        ci_time_write(CI_TIME_BASE_PERIOD, SOON);
        ci_time_write(CI_TIME_BASE_PERIOD, CONFIG_CLOCK_FREQUENCY / bench_hz);
#else
        timer0_en_write(0u);
        timer0_load_write(SOON);
        timer0_en_write(1u);
#endif
    }
}

/* noipa: a single copy, so tasks resume from sleep at a single place. */
__attribute__((noipa)) static void Sleep(TickType_t ticks)
{
    vTaskDelay(ticks);
    __asm__ volatile(".globl bench_awake\nbench_awake:");
}

static void Task(void *argument)
{
    const uint32_t n = (uint32_t)argument;
    const uint32_t last = bench_tasks - 1u;
    uint32_t       begun = 0u;

    if ((bench_mode == SCHED) && (n == last)) {
        bench_begin();
        for (;;) {
            taskYIELD();
        }
    }
    if (bench_mode != WORKERS) {
        if (n == last) {
            bench_begin();
        }
        Sleep(LONG_SLEEP);
    }
    for (;;) {
        const TickType_t due = xTaskGetTickCount() + 1u + (n % 7u);

        Sleep(1u + (n % 7u));
        if (xTaskGetTickCount() != due) {
            printf("ERROR: task %lu runs in another tick than the one in which it is due\n", (unsigned long)n);
            BSP_Exit(1);
        }
        if ((n == last) && (begun == 0u) && (due >= SETTLE_TICKS)) {
            begun = 1u;
            bench_begin();
        }
    }
}

int main(void)
{
    const uint32_t priorities = (bench_priorities != 0u) ? bench_priorities : bench_tasks;
    uint32_t       n;

    for (n = 0u; n < bench_tasks; n++) {
        if (xTaskCreate(Task, "task", STACK, (void *)n, priorities - (n % priorities), NULL) != pdPASS) {
            BSP_Exit(1);
        }
    }
    vTaskStartScheduler();
    return 1;
}
