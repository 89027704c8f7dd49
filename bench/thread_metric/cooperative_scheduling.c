/* SPDX-License-Identifier: Apache-2.0 */
/* Cooperative scheduling: five threads of equal priority. Each counts and yields to the next. */
#include "workload.h"

#define WORKER(n) \
    static void Worker##n(void) \
    { \
        for (;;) { \
            tm_thread_relinquish(); \
            Counter[n]++; \
        } \
    }

WORKER(0)
WORKER(1)
WORKER(2)
WORKER(3)
WORKER(4)

static void Init(void)
{
    Start(0, 3, Worker0);
    Start(1, 3, Worker1);
    Start(2, 3, Worker2);
    Start(3, 3, Worker3);
    Start(4, 3, Worker4);
    ReportCreate(5, 5);
}

void tm_main(void)
{
    tm_initialize(Init);
}
