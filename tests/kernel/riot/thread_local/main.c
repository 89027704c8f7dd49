/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Thread-local variables: each thread has its own, whichever switches and interrupts come. A handler of the line
 * sim_line, which the simulator raises at random cycles, uses them too, and wakes threads.
 * With register banks, the handlers have their own variables. Without banks, they use the variables of the interrupted
 * thread, so this handler restores them.
 * Example: ./metro run FOLDER --kernel TREE --line 400:3000:SEED
 */
#include <errno.h>
#include <stdio.h>

#include "irq.h"
#include "thread.h"

#include "litex.h"
#include "metronome.h"

#define THREADS 3
#define ROUNDS  400u
#define INITIAL 1234u
#define NO_PID  0u

static __thread unsigned initialized = INITIAL;
static __thread unsigned own;           /* 0, then the thread's pid */

static char stacks[THREADS][THREAD_STACKSIZE_DEFAULT];
static kernel_pid_t pids[THREADS];
static volatile unsigned interrupts, rounds[THREADS], handled;

static NORETURN void fail(const char *what, unsigned found)
{
    irq_disable();
    printf("FAIL: %s: %u (interrupts %u)\n", what, found, interrupts);
    metronome_exit(1);
}

static void handle(void *unused)
{
    const unsigned former_own = own, former_errno = errno;

    (void)unused;
    sim_line_ev_pending_write(1);
    interrupts++;
#ifdef METRONOME_BANKS
    if (own != handled || initialized != INITIAL) {
        fail("a variable of the handlers", own);
    }
    own = ++handled;
    errno = EBADMSG;
    (void)former_own;
    (void)former_errno;
#else
    if (own != NO_PID && own != (unsigned)thread_getpid()) {
        fail("a variable of the interrupted thread", own);
    }
    own = ++handled;
    errno = EBADMSG;
    own = former_own;
    errno = former_errno;
#endif
    (void)thread_wakeup(pids[interrupts % THREADS]);
}

static void *work(void *number)
{
    const unsigned n = (intptr_t)number;
    const unsigned pid = thread_getpid();

    if (own != NO_PID || initialized != INITIAL) {
        fail("an initial value", own);
    }
    own = pid;
    for (unsigned round = 0; round < ROUNDS; round++) {
        errno = 100 + n;
        if (round % 4 == n) {
            thread_sleep();                     /* the handler wakes the thread */
        } else if (round % 2 == 0) {
            thread_yield();
        }
        if (own != pid) {
            fail("a variable of a thread", own);
        }
        if (errno != (int)(100 + n)) {
            fail("errno", errno);
        }
        rounds[n]++;
    }
    return NULL;
}

int main(void)
{
    metronome_line_set(SIM_LINE_INTERRUPT, handle, NULL);
    sim_line_ev_enable_write(1);
    metronome_line_enable(SIM_LINE_INTERRUPT);
    for (int n = 0; n < THREADS; n++) {
        pids[n] = thread_create(stacks[n], sizeof(stacks[n]), n == 0 ? 4 : 5, 0, work, (void *)(intptr_t)n, "thread");
    }
    sched_change_priority(thread_get_active(), 10);
    while (rounds[0] < ROUNDS || rounds[1] < ROUNDS || rounds[2] < ROUNDS) {
        if (own != NO_PID) {
            fail("a variable of main", own);
        }
    }
    printf("PASS: %u interrupts\n", interrupts);
    metronome_exit(0);
}
