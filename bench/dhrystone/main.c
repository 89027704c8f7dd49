/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dhrystone 2.1 as a task of middle priority. N other tasks sleep in loops: task n for 2 + (7n mod 50) ticks, or all
 * for longer than the run. Half of them have a priority above Dhrystone's, half below. With bench_tasks = 0 and
 * bench_hz = 0, Dhrystone runs alone.
 *
 * dhry_1.c and dhry_2.c are compiled from their package with the names below. Their main() makes 100 runs and reads the
 * time before and after them, so time() adds up exactly what Dhrystone itself would measure.
 */
#include <stdarg.h>
#include <stdio.h>
#include "../bench.h"
#include "bsp.h"

BENCH_PARAMETER(bench_tasks, 16u);           /* 0 to BENCH_TASKS_MAX - 1 */
BENCH_PARAMETER(bench_hz, 1000u);            /* 0: no tick */
BENCH_PARAMETER(bench_asleep, 0u);           /* 1: no task wakes */
BENCH_PARAMETER(bench_cycles, 5000000u);     /* shortest measurement */
BENCH_PARAMETER(bench_verbose, 0u);          /* 1: the first pass prints Dhrystone's output */

#define DHRY_STK_SIZE   1024u
#define DHRY_PRIO       31u
#define DHRY_RUNS       100u                       /* per call of Dhrystone's main() */

int dhry_main(void);

static OS_STK BenchStk[BENCH_TASKS_MAX][BENCH_STK_SIZE];
static OS_STK DhryStk[DHRY_STK_SIZE];

static struct {
    INT32U Calls;                                  /* of time() */
    INT32U Begin;
    INT32U Runs;
    unsigned long long Cycles;
    BOOLEAN Quiet;
} Dhry;

/* The C library as Dhrystone sees it: see the -D options in scripts/metro/measure/workloads.py. */

long dhry_time(long *unused)
{
    const INT32U now = BSP_Cycles();

    (void)unused;
    if ((Dhry.Calls++ & 1u) == 0u) {
        Dhry.Begin = now;
    } else {
        Dhry.Cycles += now - Dhry.Begin;
        Dhry.Runs += DHRY_RUNS;
    }
    return (long)now;
}

long insn(long *unused)
{
    long retired;

    (void)unused;
    __asm__ volatile("csrr %0, minstret" : "=r"(retired));
    return retired;
}

int dhry_printf(const char *format, ...)
{
    va_list args;
    int     count = 0;

    if (Dhry.Quiet == 0u) {
        va_start(args, format);
        count = vprintf(format, args);
        va_end(args);
    }
    return count;
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
    if (bench_hz != 0u) {
        BSP_TickStart(bench_hz);
        OSTimeDly(2u);                             /* tasks of lower priority go to sleep for the first time */
    }
    Dhry.Quiet = (BOOLEAN)(bench_verbose == 0u);
    (void)dhry_main();                             /* warms the caches; printed, but not counted */
    Dhry.Quiet = 1u;
    Dhry.Runs = 0u;
    Dhry.Cycles = 0u;
    while (Dhry.Cycles < bench_cycles) {
        (void)dhry_main();
    }
    printf("dhrystone runs %lu cycles %lu\n", (unsigned long)Dhry.Runs, (unsigned long)Dhry.Cycles);
    BSP_Exit(0);
}

static void BenchTask(void *p_arg)
{
    const INT32U ticks = (bench_asleep != 0u) ? 0xFFFFFFFFu : 2u + ((7u * (INT32U)p_arg) % 50u);

    for (;;) {
        OSTimeDly(ticks);
    }
}

static void BenchCreate(void (*task)(void *p_arg), INT32U n, INT32U prio, OS_STK *stk, INT32U size)
{
    if (OSTaskCreateExt(task, (void *)n, &stk[size - 1u], (INT8U)prio, (INT16U)n, stk, size, (void *)0,
                        OS_TASK_OPT_NONE) != OS_ERR_NONE) {
        BSP_Exit(1);
    }
}

int main(void)
{
    /* Priority 0 is used only if all priorities are needed. */
    const INT32U first = bench_tasks < BENCH_TASKS_MAX - 1u ? 1u : 0u;
    const INT32U above = bench_tasks / 2u;
    INT32U       n;

    OSInit();
    BenchCreate(DhryTask, 0u, DHRY_PRIO, DhryStk, DHRY_STK_SIZE);
    for (n = 0u; n < bench_tasks; n++) {
        BenchCreate(BenchTask, n, (n < above) ? first + n : DHRY_PRIO + 1u + n - above, BenchStk[n], BENCH_STK_SIZE);
    }
    OSStart();
    return 1;
}
