/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs that measure an RTOS whose own build system builds them. port.h has the services of the RTOS. All of these
 * are expressions that are true if the service succeeds:
 *
 *     YIELD(), SUSPEND_SELF(), RESUME(thread)
 *     LOCK(), UNLOCK()             a mutex; HAS_INHERITANCE: it promotes its owner
 *     GIVE(), TAKE()               a semaphore that counts to one
 *     SEND(bytes), RECEIVE(bytes)  a queue with messages of this length; FOR_EACH_QUEUE(DO): DO(bytes) for each length
 *
 * and Thread_t, RUNNING_THREAD(), PRINT(), EXIT(code), LINE_ACKNOWLEDGE(). Smaller numbers are more urgent priorities.
 */
#ifndef SERVICES_H
#define SERVICES_H

#include <stdbool.h>

#include "port.h"

#define THREADS         25 /* that StartThread() can start */
#define BENCH_PRIORITY  7  /* of the main thread */
#define LOWEST_PRIORITY 14 /* above the idle thread */

/* Start a thread that ends when the function returns. index: below THREADS; no other thread with it exists. */
Thread_t StartThread(unsigned int index, void (*function)(unsigned int), unsigned int argument, int priority);
void     SleepFor(unsigned int milliseconds);
/* Call bench_line_handler() for each interrupt of the line that the harness raises. */
void     StartLine(void);
void     bench_line_handler(void);

void MeasureServices(void);
void RunSleepers(void);

/* For main(): a run measures either the services or the sleepers. */
extern volatile unsigned int bench_threads;
static inline void RunBench(void)
{
    if (bench_threads == 0u) {
        MeasureServices();
    } else {
        RunSleepers();
    }
}

#endif
