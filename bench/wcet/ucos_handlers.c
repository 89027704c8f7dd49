/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts for `./metro wcet`: a line whose handler wakes no task or a more urgent one, and ticks, of which some wake
 * a task. A task of low urgency runs short instructions meanwhile. In every second round, its caches are empty.
 */
#include "../response/response.h"
#include "handlers.h"

#define URGENT  5u
#define SLEEPER 6u
#define BUSY    10u

static OS_STK Stks[3][BENCH_STK_SIZE];
static OS_EVENT *signal;
static INT8U error;
static volatile INT32U wakes;

/* The command finds the handler by its name. */
__attribute__((noipa, hot)) void bench_line_handler(void)
{
    sim_line_ev_pending_write(1u);
    if (wakes != 0u) {
        (void)OSSemPost(signal);
    }
}

static void woken(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSSemPend(signal, 0u, &error);
    }
}

static void sleeper(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTimeDly(3u);
    }
}

static void busy(void *p_arg)
{
    INT32U n;
    OS_CPU_SR cpu_sr = 0u;

    (void)p_arg;
    BSP_TickStart(bench_hz);
    start_line(bench_line_handler);
    for (n = 0u; n < bench_rounds; n++) {
        wakes = n & 2u;
        if ((n & 1u) != 0u) {
            OS_ENTER_CRITICAL(); /* an interrupt would wait until the data cache is empty */
            empty_caches();
            OS_EXIT_CRITICAL();
        }
        run(3000u);
    }
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    signal = OSSemCreate(0u);
    start(woken, 0u, URGENT, Stks[0]);
    start(sleeper, 0u, SLEEPER, Stks[1]);
    start(busy, 0u, BUSY, Stks[2]);
    OSStart();
    return 1;
}
