/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What our workloads share: each counts its own work, and a reporting thread above it reads the counters. The time of
 * one measurement lies between two readings; what is printed comes after it.
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include "tm_api.h"

#define COUNTERS_MAX 5

/* One for each thread and handler of a workload; they hardly differ (workload.c says by how much). */
extern volatile unsigned long Counter[COUNTERS_MAX];

/*
 * Creates the reporting thread, which has the highest priority of all. counters: how many of Counter[] are used;
 * summed: how many of them, from the first on, make the figure.
 */
void ReportCreate(int counters, int summed);

/* Something was lost, or a call failed: says so and ends the run with an error. */
__attribute__((noreturn)) void Lost(const char *what);

static inline void Need(int result, const char *what)
{
    if (result != TM_SUCCESS) {
        Lost(what);
    }
}

/* Creates and resumes a thread. */
static inline void Start(int id, int priority, void (*entry)(void))
{
    Need(tm_thread_create(id, priority, entry), "tm_thread_create");
    Need(tm_thread_resume(id), "tm_thread_resume");
}

#endif
