/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Common part of our workloads. Each workload counts its work, and a reporting thread above it reads the counters. A
 * measurement is the time between two readings. The report is printed after it.
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include "tm_api.h"

#define COUNTERS_MAX 5

/* One counter for each thread and handler of a workload. COUNTERS_SPREAD limits their difference (workload.c). */
extern volatile unsigned long Counter[COUNTERS_MAX];

/*
 * Create the reporting thread. Its priority is higher than that of all other threads. counters: number of elements of
 * Counter[] in use; summed: number of these, from the first on, that make up the figure.
 */
void ReportCreate(int counters, int summed);

/* Print what was lost or which call failed, and end the run with an error. */
__attribute__((noreturn)) void Lost(const char *what);

static inline void Need(int result, const char *what)
{
    if (result != TM_SUCCESS) {
        Lost(what);
    }
}

/* Create and resume a thread. */
static inline void Start(int id, int priority, void (*entry)(void))
{
    Need(tm_thread_create(id, priority, entry), "tm_thread_create");
    Need(tm_thread_resume(id), "tm_thread_resume");
}

#endif
