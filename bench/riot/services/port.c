/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "ztimer.h"

#include "services.h"

#define STACK_BYTES    1024
#define QUEUE_MESSAGES 4 /* a power of two */

mutex_t      Mutex     = MUTEX_INIT;
sema_t       Semaphore = SEMA_CREATE(0);
static msg_t Messages[QUEUE_MESSAGES];
mbox_t       Mailbox = MBOX_INIT(Messages, QUEUE_MESSAGES);
msg_t        Message;

_Static_assert(sizeof(msg_t) == 8, "FOR_EACH_QUEUE has another length");
_Static_assert(BENCH_PRIORITY == THREAD_PRIORITY_MAIN, "main has another priority");
_Static_assert(LOWEST_PRIORITY == THREAD_PRIORITY_IDLE - 1, "the idle thread has another priority");

static char Stack[THREADS][STACK_BYTES] __attribute__((aligned(16)));
static struct {
    void       (*function)(unsigned int);
    unsigned int argument;
} Start[THREADS];

static void *ThreadRun(void *index)
{
    Start[(unsigned int)index].function(Start[(unsigned int)index].argument);
    return NULL;
}

Thread_t StartThread(unsigned int index, void (*function)(unsigned int), unsigned int argument, int priority)
{
    Start[index].function = function;
    Start[index].argument = argument;
    return thread_create(Stack[index], STACK_BYTES, priority, 0, ThreadRun, (void *)index, "bench");
}

void SleepFor(unsigned int milliseconds)
{
    ztimer_sleep(ZTIMER_USEC, milliseconds * 1000u);
}

static void Handler(void *unused)
{
    (void)unused;
    bench_line_handler();
}

void StartLine(void)
{
    metronome_line_set(SIM_LINE_INTERRUPT, Handler, NULL);
    LINE_ACKNOWLEDGE();
    sim_line_ev_enable_write(1);
    metronome_line_enable(SIM_LINE_INTERRUPT);
}

int main(void)
{
    RunBench();
    return 0;
}
