/* SPDX-License-Identifier: Apache-2.0 */
/* The reporting thread of our workloads (workload.h). */
#include "bsp.h"
#include "workload.h"

#define REPORT_ID       15
#define REPORT_PRIORITY 2
#define WARM_UP         1 /* second */

volatile unsigned long Counter[COUNTERS_MAX];

/* Largest difference of the counters. If a thread of higher priority preempts one of several threads of equal priority,
 * a kernel may continue with the next of these. Each wake-up of the reporting thread may then change the difference. */
#ifndef COUNTERS_SPREAD
#define COUNTERS_SPREAD 1u
#endif

static int Counters, Summed;

void Lost(const char *what)
{
    printf("ERROR: %s\n", what);
    BSP_Exit(1);
}

static unsigned long Reading(unsigned long *reading)
{
    unsigned long sum = 0;
    int           n;

    for (n = 0; n < Counters; n++) {
        reading[n] = Counter[n];
        sum += n < Summed ? reading[n] : 0;
    }
    return sum;
}

static void Check(const unsigned long *before, const unsigned long *after)
{
    int n;

    for (n = 0; n < Counters; n++) {
        if (after[n] == before[n]) {
            Lost("a counter stands still");
        }
        if (after[n] - after[0] + COUNTERS_SPREAD > 2 * COUNTERS_SPREAD) { /* unsigned: more than the spread */
            Lost("the counters differ too much");
        }
    }
}

static void Report(void)
{
    unsigned long before[COUNTERS_MAX], after[COUNTERS_MAX], sum;

    tm_thread_sleep(WARM_UP);
    for (;;) {
        sum = Reading(before);
        tm_thread_sleep(TM_TEST_DURATION);
        sum = Reading(after) - sum;
        Check(before, after);
        printf("Time Period Total: %lu\n", sum);
    }
}

void ReportCreate(int counters, int summed)
{
    Counters = counters;
    Summed   = summed;
    Start(REPORT_ID, REPORT_PRIORITY, Report);
}
