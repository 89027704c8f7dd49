/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Preemptive scheduling: five threads of different priorities. The lowest resumes the thread above it, which runs at
 * once and resumes the next, up to the highest. Then each counts and suspends itself, until the lowest runs again.
 */
#include "workload.h"

static void Lowest(void)
{
    for (;;) {
        Need(tm_thread_resume(1), "tm_thread_resume");
        Counter[0]++;
    }
}

#define MIDDLE(n) \
    static void Middle##n(void) \
    { \
        for (;;) { \
            Need(tm_thread_resume((n) + 1), "tm_thread_resume"); \
            Counter[n]++; \
            Need(tm_thread_suspend(n), "tm_thread_suspend"); \
        } \
    }

MIDDLE(1)
MIDDLE(2)
MIDDLE(3)

static void Highest(void)
{
    for (;;) {
        Counter[4]++;
        Need(tm_thread_suspend(4), "tm_thread_suspend");
    }
}

static void Init(void)
{
    Start(0, 10, Lowest);
    Need(tm_thread_create(1, 9, Middle1), "tm_thread_create");
    Need(tm_thread_create(2, 8, Middle2), "tm_thread_create");
    Need(tm_thread_create(3, 7, Middle3), "tm_thread_create");
    Need(tm_thread_create(4, 6, Highest), "tm_thread_create");
    ReportCreate(5, 5);
}

void tm_main(void)
{
    tm_initialize(Init);
}
