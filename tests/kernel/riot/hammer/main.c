/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random calls of RIOT's services from threads and from a handler of the line sim_line, which the simulator raises at
 * random cycles. The program finds a lost or doubled item, a broken mutual exclusion, a message out of order, and a
 * thread that runs although a more urgent one is ready.
 * Example: ./metro run FOLDER --kernel TREE --line 400:3000:SEED
 */
#include <stdio.h>

#include "irq.h"
#include "mbox.h"
#include "mutex.h"
#include "sched.h"
#include "sema.h"
#include "thread.h"
#include "thread_flags.h"
#include "ztimer.h"

#include "litex.h"
#include "metronome.h"

#define HAMMER_PRINT printf
#define HAMMER_LOCK  irq_disable
#define HAMMER_EXIT  metronome_exit
#include "../../hammer.h"

#define SLOTS   4           /* messages in a mailbox, a power of two */
#define FLAG    1u
#define TICK_US 100u

static const uint8_t priorities[WORKERS] = {4, 5, 5, 6, 6, 2};  /* two pairs are equal */

static char stacks[WORKERS][THREAD_STACKSIZE_MAIN];
static kernel_pid_t pids[WORKERS];
static sema_t sems[SEMS];
static mbox_t queues[QUEUES];
static msg_t buffers[QUEUES][SLOTS];
static mutex_t mutexes[MUTEXES];

/* ------------------------------------------------- Services --------------------------------------------------- */

static void give(int who, int n)
{
    given[who][n]++;
    sema_post(&sems[n]);
}

static void take(int who, int n, uint32_t random)
{
    int result = (random & 3u) ? sema_wait_timed_ztimer(&sems[n], ZTIMER_USEC, (random & 3u) * TICK_US)
                               : sema_try_wait(&sems[n]);

    taken[who][n] += result == 0;
}

/* Messages of a sender have consecutive numbers. */
static bool send(int who, int n)
{
    msg_t message = { .type = who, .content = { .value = put[who][n] + 1 } };

    if (!mbox_try_put(&queues[n], &message)) {
        return false;
    }
    put[who][n]++;
    return true;
}

static bool receive(int reader, int n)
{
    msg_t message;

    if (!mbox_try_get(&queues[n], &message)) {
        return false;
    }
    count_message(reader, n, message.type, message.content.value);
    return true;
}

static void lock_and_work(int who, int n, uint32_t random)
{
    if ((random & 64u) == 0u) {
        if (!mutex_trylock(&mutexes[n])) {
            return;
        }
    }
    else {
        mutex_lock(&mutexes[n]);
    }
    count_owner(who, n);
    if ((random & 128u) != 0u) {
        thread_yield();
    }
    if ((random & 256u) != 0u) {
        ztimer_sleep(ZTIMER_USEC, TICK_US);
    }
    count_release(who, n);
    mutex_unlock(&mutexes[n]);
}

static void set_flag(int worker)
{
    unsigned state = irq_disable();
    thread_t *thread = thread_get(pids[worker]);

    irq_restore(state);
    if (thread) {
        thread_flags_set(thread, FLAG);
    }
}

static void call(int who, uint32_t random)
{
    const int n = (random >> 8) & 1u;

    switch ((random >> 16) % 12u) {
    case 0:
    case 1:
        give(who, n);
        break;
    case 2:
    case 3:
        take(who, n, random);
        break;
    case 4:
    case 5:
        (void)send(who, n);
        break;
    case 6:
    case 7:
        (void)receive(who, n);
        break;
    case 8:
        lock_and_work(who, n, random);
        break;
    case 9:
        thread_yield();
        break;
    case 10:
        if ((random & 1u) != 0u) {
            thread_sleep();                 /* main, a worker or the handler wakes it */
        } else {
            set_flag(random % WORKERS);
            (void)thread_flags_wait_any(FLAG);  /* so does set_flag() */
        }
        break;
    default:
        if ((random & 1u) != 0u) {
            sched_change_priority(thread_get_active(), priorities[who] + (random & 2u ? 1 : 0));
        } else {
            (void)thread_wakeup(pids[random % WORKERS]);
        }
    }
}

/* A thread runs only while no ready thread is more urgent. */
static void check_choice(int who)
{
    unsigned state = irq_disable();
    const thread_t *active = thread_get_active();

    if (active->pid != pids[who] || thread_getpid() != active->pid || active->status != STATUS_RUNNING) {
        fail("not the active thread", who, active->status);
    }
    for (int n = 0; n < WORKERS; n++) {
        const thread_t *thread = thread_get(pids[n]);

        if (thread && thread != active && thread->status >= STATUS_ON_RUNQUEUE) {
            if (thread->priority < active->priority) {
                fail("a more urgent thread is ready", n, who);
            }
            if (thread->status == STATUS_RUNNING) {
                fail("two running threads", n, who);
            }
        }
    }
    irq_restore(state);
}

static void *work(void *number)
{
    const int who = (int)(intptr_t)number;
    uint32_t seed = 0x9E3779B9u * (who + 1);

    while (!stops) {
        call(who, draw(&seed));
        calls[who]++;
        check_choice(who);
        if (priorities[who] == 2) {
            ztimer_sleep(ZTIMER_USEC, 2 * TICK_US);     /* it would starve the others */
        }
    }
    stopped[who] = true;
    return NULL;
}

/* -------------------------------------------------- Handler --------------------------------------------------- */

static void handle(void *unused)
{
    static uint32_t seed = 0xC0FFEEu;
    const uint32_t random = draw(&seed);
    const int n = (random >> 8) & 1u;

    (void)unused;
    sim_line_ev_pending_write(1);
    interrupts++;
    switch ((random >> 16) % 6u) {
    case 0:
    case 1:
        give(HANDLER, n);
        break;
    case 2:
        (void)send(HANDLER, n);
        break;
    case 3:
        (void)receive(HANDLER, n);
        break;
    case 4:
        set_flag(random % WORKERS);
        break;
    default:
        (void)thread_wakeup(pids[random % WORKERS]);
    }
}

/* ---------------------------------------------------- Main ---------------------------------------------------- */

static void wake(int n)
{
    (void)thread_wakeup(pids[n]);
    set_flag(n);
}

int main(void)
{
    sched_change_priority(thread_get_active(), 10);
    for (int n = 0; n < SEMS; n++) {
        sema_create(&sems[n], 0);
        mbox_init(&queues[n], buffers[n], SLOTS);
        mutex_init(&mutexes[n]);
    }
    for (int n = 0; n < WORKERS; n++) {
        pids[n] = thread_create(stacks[n], sizeof(stacks[n]), priorities[n], THREAD_CREATE_SLEEPING, work,
                                (void *)(intptr_t)n, "worker");
    }
    metronome_line_set(SIM_LINE_INTERRUPT, handle, NULL);
    sim_line_ev_enable_write(1);
    metronome_line_enable(SIM_LINE_INTERRUPT);
    while (calls[1] < ROUNDS || calls[3] < ROUNDS) {
        wake(calls[0] % WORKERS);
        ztimer_sleep(ZTIMER_USEC, TICK_US);
    }
    stops = true;
    for (int tries = 0; !all_stopped(); tries++) {
        if (tries == 5000) {
            fail("a thread does not end", calls[0], calls[5]);
        }
        wake(tries % WORKERS);
        ztimer_sleep(ZTIMER_USEC, TICK_US);
    }
    metronome_line_disable(SIM_LINE_INTERRUPT);
    for (int n = 0; n < SEMS; n++) {
        check_accounts(n, sema_get_value(&sems[n]), mbox_avail(&queues[n]));
    }
    printf("PASS: %u calls of a thread, %u interrupts\n", (unsigned)calls[0], (unsigned)interrupts);
    metronome_exit(0);
}
