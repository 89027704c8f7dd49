/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupt preemption processing: a thread raises an interrupt. The handler counts and resumes a thread of higher
 * priority, so it returns to that thread. This thread counts and suspends itself; then the first thread counts.
 */
#include "workload.h"

static void Higher(void)
{
    for (;;) {
        Counter[2]++;
        Need(tm_thread_suspend(1), "tm_thread_suspend");
    }
}

static void Worker(void)
{
    for (;;) {
        TM_CAUSE_INTERRUPT
        if (Counter[2] != Counter[0] + 1) {
            Lost("the higher thread did not run, or twice");
        }
        Counter[0]++;
    }
}

void tm_interrupt_preemption_handler(void)
{
    Counter[1]++;
    Need(tm_thread_resume(1), "tm_thread_resume");
}

static void Init(void)
{
    Start(0, 10, Worker);
    Need(tm_thread_create(1, 5, Higher), "tm_thread_create");
    ReportCreate(3, 1);
}

void tm_main(void)
{
    tm_initialize(Init);
}
