/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupt processing: a thread raises an interrupt. The handler counts and posts a semaphore. It returns to the
 * thread, which takes the semaphore and counts.
 */
#include "workload.h"

static void Worker(void)
{
    Need(tm_semaphore_get(0), "tm_semaphore_get"); /* a new semaphore can be taken once */
    for (;;) {
        TM_CAUSE_INTERRUPT
        if (Counter[1] != Counter[0] + 1) {
            Lost("an interrupt did not come, or twice");
        }
        Need(tm_semaphore_get(0), "tm_semaphore_get");
        Counter[0]++;
    }
}

void tm_interrupt_handler(void)
{
    Counter[1]++;
    Need(tm_semaphore_put(0), "tm_semaphore_put");
}

static void Init(void)
{
    Need(tm_semaphore_create(0), "tm_semaphore_create");
    Start(0, 10, Worker);
    ReportCreate(2, 1);
}

void tm_main(void)
{
    tm_initialize(Init);
}
