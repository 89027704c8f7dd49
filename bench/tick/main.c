/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tick benchmark: N tasks that only sleep. The firmware measures nothing: the simulation harness watches the core from
 * bench_begin() on. The harness stops after a given number of ticks, or of scheduler calls in the mode SCHED.
 *
 * The parameters are variables. The bench command sets their initial values for each run.
 */
#include <generated/csr.h>
#include <generated/mem.h>
#include <generated/soc.h>
#include "../bench.h"
#include "bsp.h"


enum {
    WORKERS,  /* task n sleeps 1 + (n mod 7) ticks, in a loop                                */
    NONE_DUE, /* all tasks sleep for long: no tick wakes a task                              */
    SCHED     /* no ticks: the task of lowest priority calls the scheduler repeatedly        */
};

BENCH_PARAMETER(bench_mode, WORKERS);
BENCH_PARAMETER(bench_tasks, 16u); /* 1 to BENCH_TASKS_MAX */
BENCH_PARAMETER(bench_hz, 1000u);
BENCH_PARAMETER(bench_line, 0u);   /* 1: serve the interrupt line that the harness raises */
BENCH_PARAMETER(bench_own_tick, 0u); /* 1: a handler of the application calls OSTimeTick() */
#if OS_TMR_EN > 0u
BENCH_PARAMETER(bench_timer, 0u); /* 1: one timer runs, and expires at each timer tick */
#endif

#define SETTLE_TICKS    20u
#define LONG_SLEEP      1000000u

/* The stacks are in hot data memory if they fit: a task with a register bank needs less stack. */
#if defined(HOT_DATA_SIZE) && (HOT_DATA_SIZE >= 32768)
#define STK_SIZE 64u
static OS_STK BenchStk[BENCH_TASKS_MAX][STK_SIZE] __attribute__((section(".hot_data")));
#else
#define STK_SIZE BENCH_STK_SIZE
static OS_STK BenchStk[BENCH_TASKS_MAX][STK_SIZE];
#endif

/* The harness watches these functions by name. */
__attribute__((noipa)) void bench_begin(void) { __asm__ volatile(""); }

#ifdef CSR_SIM_LINE_BASE
#ifdef HOT_MEMORY_BASE
__attribute__((hot))
#endif
__attribute__((noipa)) void bench_line_handler(void)
{
    sim_line_ev_pending_write(1u);
}
#endif

/* Tick handler as in an application that calls OSTimeTick() itself. */
static void BenchTick(void)
{
    timer0_ev_pending_write(1u);
    OSTimeTick();
}

#if OS_TMR_EN > 0u
static void BenchTimer(void)
{
    INT8U   err;
    OS_TMR *timer = OSTmrCreate(0u, 1u, OS_TMR_OPT_PERIODIC, (OS_TMR_CALLBACK)0, (void *)0, (INT8U *)0, &err);

    if ((err != OS_ERR_NONE) || (OSTmrStart(timer, &err) != OS_TRUE)) {
        BSP_Exit(1);
    }
}
#endif

static void BenchStart(void)
{
#if OS_TMR_EN > 0u
    if (bench_timer != 0u) {
        BenchTimer();
    }
#endif
#ifdef CSR_SIM_LINE_BASE
    if (bench_line != 0u) {
        BSP_IntHandlerSet(SIM_LINE_INTERRUPT, bench_line_handler);
        sim_line_ev_pending_write(1u);
        sim_line_ev_enable_write(1u);
        BSP_IntEnable(SIM_LINE_INTERRUPT);
    }
#endif
    if (bench_mode != SCHED) {
        BSP_TickStart(bench_hz);
        if (bench_own_tick != 0u) {
            BSP_IntHandlerSet(TIMER0_INTERRUPT, BenchTick);
        }
    }
}

static void BenchSched(void)
{
    bench_begin();
    for (;;) {
        /* Unlocking calls the scheduler, which finds that the caller is the highest ready task. */
        OSSchedLock();
        OSSchedUnlock();
    }
}

/* noipa: a single copy, so tasks resume from sleep at a single place. */
__attribute__((noipa)) static void BenchSleep(INT32U ticks)
{
    OSTimeDly(ticks);
    __asm__ volatile(".globl bench_awake\nbench_awake:");
}

static void BenchTask(void *p_arg)
{
    const INT32U n = (INT32U)p_arg;
    const INT32U last = bench_tasks - 1u;
    INT8U        begun = 0u;

    if (n == 0u) {
        BenchStart();
    }
    if ((bench_mode == SCHED) && (n == last)) {
        BenchSched();
    }
    if (bench_mode != WORKERS) {
        if (n == last) {
            bench_begin();
        }
        BenchSleep(LONG_SLEEP);
    }
    for (;;) {
        BenchSleep(1u + (n % 7u));
        if ((n == last) && (begun == 0u) && (OSTimeGet() >= SETTLE_TICKS)) {
            begun = 1u;
            bench_begin();
        }
    }
}

int main(void)
{
    /* Priority 0 is used only if all priorities are needed. */
    const INT32U first = bench_tasks < OS_LOWEST_PRIO ? 1u : 0u;
    INT32U       n;

    OSInit();
    for (n = 0u; n < bench_tasks; n++) {
        if (OSTaskCreateExt(BenchTask, (void *)n, &BenchStk[n][STK_SIZE - 1u], (INT8U)(first + n), (INT16U)n,
                            &BenchStk[n][0], STK_SIZE, (void *)0, OS_TASK_OPT_NONE) != OS_ERR_NONE) {
            BSP_Exit(1);
        }
    }
    OSStart();
    return 1;
}
