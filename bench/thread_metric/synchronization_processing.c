/* SPDX-License-Identifier: Apache-2.0 */
/* Synchronization processing: a thread takes a semaphore and posts it again. */
#include "workload.h"

static void Worker(void)
{
    for (;;) {
        Need(tm_semaphore_get(0), "tm_semaphore_get");
        Need(tm_semaphore_put(0), "tm_semaphore_put");
        Counter[0]++;
    }
}

static void Init(void)
{
    Need(tm_semaphore_create(0), "tm_semaphore_create");
    Start(0, 10, Worker);
    ReportCreate(1, 1);
}

void tm_main(void)
{
    tm_initialize(Init);
}
