/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One periodic task and N - 1 tasks that sleep for long. The periodic task wakes every 10 ticks and works for 500
 * cycles. In the remaining time the idle task runs, or Dhrystone, which never ends and has the lowest priority.
 *
 * The firmware measures nothing: the simulation harness watches the core from bench_begin() on. dhry_1.c and dhry_2.c
 * are compiled from their package with the names below.
 */
#include <setjmp.h>
#include "../bench.h"
#include "bsp.h"

BENCH_PARAMETER(bench_tasks, 48u); /* 1 to BENCH_TASKS_MAX - 1 */
BENCH_PARAMETER(bench_hz, 10000u);
BENCH_PARAMETER(bench_busy, 0u);   /* 1: with Dhrystone */

#define PERIOD        10u      /* ticks */
#define WORK          500u     /* cycles */
#define LONG_SLEEP    1000000u /* ticks */
#define DHRY_STK_SIZE 1024u
#define DHRY_PRIO     61u

int dhry_main(void);

static OS_STK BenchStk[BENCH_TASKS_MAX][BENCH_STK_SIZE];
static OS_STK DhryStk[DHRY_STK_SIZE];

/* The harness watches this function by name. */
__attribute__((noipa)) void bench_begin(void) { __asm__ volatile(""); }

static jmp_buf DhryAgain;

/* The C library as Dhrystone sees it: see the -D options in scripts/metro/measure/workloads.py. */

/* Dhrystone calls this before and after its runs. After them, start again without its report,
 * which is mostly divisions. */
long dhry_time(long *unused)
{
    static INT32U calls;

    (void)unused;
    if ((calls++ & 1u) != 0u) {
        longjmp(DhryAgain, 1);
    }
    return 0;
}

long insn(long *unused)
{
    (void)unused;
    return 0;
}

int dhry_printf(const char *format, ...)
{
    (void)format;
    return 0;
}

void *dhry_malloc(unsigned size)
{
    static struct { long long Word[16]; } record[2];
    static INT32U next;

    /* main() requests its two records again in each call and never frees them. */
    return size <= sizeof(record[0]) ? &record[next++ & 1u] : (void *)0;
}

static void DhryTask(void *p_arg)
{
    (void)p_arg;
    (void)setjmp(DhryAgain);
    (void)dhry_main();
}

/* noipa: a single copy, so the task resumes from sleep at a single place. */
__attribute__((noipa)) static void BenchSleep(void)
{
    OSTimeDly(PERIOD);
    __asm__ volatile(".globl bench_awake\nbench_awake:");
}

static void BenchPeriodic(void *p_arg)
{
    INT32U begin;

    (void)p_arg;
    BSP_TickStart(bench_hz);
    bench_begin();
    for (;;) {
        BenchSleep();
        begin = BSP_Cycles();
        while ((BSP_Cycles() - begin) < WORK) {
        }
    }
}

static void BenchSleeper(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTimeDly(LONG_SLEEP);
    }
}

static void BenchCreate(void (*task)(void *p_arg), INT32U prio, OS_STK *stk, INT32U size)
{
    if (OSTaskCreateExt(task, (void *)0, &stk[size - 1u], (INT8U)prio, (INT16U)prio, stk, size, (void *)0,
                        OS_TASK_OPT_NONE) != OS_ERR_NONE) {
        BSP_Exit(1);
    }
}

int main(void)
{
    INT32U n;

    OSInit();
    BenchCreate(BenchPeriodic, 1u, BenchStk[0], BENCH_STK_SIZE);
    for (n = 1u; n < bench_tasks; n++) {
        BenchCreate(BenchSleeper, 1u + n, BenchStk[n], BENCH_STK_SIZE);
    }
    if (bench_busy != 0u) {
        BenchCreate(DhryTask, DHRY_PRIO, DhryStk, DHRY_STK_SIZE);
    }
    OSStart();
    return 1;
}
