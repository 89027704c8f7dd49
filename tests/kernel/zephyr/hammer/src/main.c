/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random calls of Zephyr's services from threads and from a handler of the line sim_line, which the simulator raises at
 * random cycles. The program finds a lost or doubled item, a broken mutual exclusion, a message out of order, and a
 * thread that runs although another one was chosen or is more urgent.
 * Example: ./metro run FOLDER --kernel TREE --line 400:3000:SEED
 */
#include <zephyr/irq.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/sys_io.h>

#include <metronome.h>

#define HAMMER_PRINT printk
#define HAMMER_LOCK  irq_lock
#define HAMMER_EXIT  metronome_exit
#include "../../../hammer.h"

#define SLOTS 3             /* messages in a queue */
#define WORDS 2             /* in a message: sender, number */
#define LINE  DT_NODELABEL(sim_line)
#define MOST  1000000u

static const int priorities[WORKERS] = {2, 3, 3, 4, 4, -2};     /* one is cooperative, two pairs are equal */

static K_THREAD_STACK_ARRAY_DEFINE(stacks, WORKERS, 1024);
static struct k_thread threads[WORKERS];
static struct k_sem sems[SEMS];
static struct k_msgq queues[QUEUES];
static uint32_t buffers[QUEUES][SLOTS * WORDS];
static struct k_mutex mutexes[MUTEXES];

/* ------------------------------------------------- Services --------------------------------------------------- */

static void give(int who, int n)
{
    given[who][n]++;
    k_sem_give(&sems[n]);
}

static bool send(int who, int n, k_timeout_t timeout)
{
    uint32_t message[WORDS] = {who, put[who][n] + 1};

    if (k_msgq_put(&queues[n], message, timeout) != 0) {
        return false;
    }
    put[who][n]++;
    return true;
}

static bool receive(int reader, int n, k_timeout_t timeout)
{
    uint32_t message[WORDS];

    if (k_msgq_get(&queues[n], message, timeout) != 0) {
        return false;
    }
    count_message(reader, n, message[0], message[1]);
    return true;
}

static void lock_and_work(int who, int n, uint32_t random)
{
    if (k_mutex_lock(&mutexes[n], (random & 64u) != 0u ? K_FOREVER : K_TICKS(1)) != 0) {
        return;
    }
    count_owner(who, n);
    if ((random & 128u) != 0u) {
        k_yield();
    }
    if ((random & 256u) != 0u) {
        (void)k_mutex_lock(&mutexes[n], K_FOREVER);
        (void)k_mutex_unlock(&mutexes[n]);
    }
    count_release(who, n);
    if (k_mutex_unlock(&mutexes[n]) != 0) {
        fail("unlock", n, who);
    }
    /* Zephyr's k_mutex_unlock() may end a promotion without a switch to the thread that is then more urgent. */
    k_sched_lock();
    k_sched_unlock();
}

static k_timeout_t some_timeout(uint32_t random)
{
    return (random & 3u) == 0u ? K_NO_WAIT : K_TICKS(random & 3u);
}

/* Suspend a thread, which may wait. Its wait goes on without its timeout. */
static void suspend(int worker)
{
    k_thread_suspend(&threads[worker]);
}

static void call(int who, uint32_t random)
{
    const int n = (random >> 8) & 1u;

    switch ((random >> 16) % 13u) {
    case 0:
    case 1:
        give(who, n);
        break;
    case 2:
    case 3:
        taken[who][n] += k_sem_take(&sems[n], some_timeout(random)) == 0;
        break;
    case 4:
    case 5:
        (void)send(who, n, some_timeout(random));
        break;
    case 6:
    case 7:
        (void)receive(who, n, some_timeout(random));
        break;
    case 8:
        lock_and_work(who, n, random);
        break;
    case 9:
        k_yield();
        break;
    case 10:
        k_thread_suspend(k_current_get());      /* main or the handler resumes it */
        break;
    case 11:
        suspend(random % WORKERS);
        break;
    default:
        if ((random & 1u) != 0u) {
            k_thread_priority_set(&threads[who], priorities[who] + ((random & 2u) != 0u && priorities[who] > 0));
        } else {
            k_thread_resume(&threads[random % WORKERS]);
        }
    }
}

/* A thread runs only while it is the chosen one, and neither waits nor is suspended. */
static void check_choice(int who)
{
    unsigned int key = irq_lock();

    if (_kernel.ready_q.cache != &threads[who] || _current != &threads[who]) {
        fail("not the chosen thread", who, _kernel.ready_q.cache->base.prio);
    }
    if (_current->base.thread_state != _THREAD_QUEUED) {
        fail("a thread that is not ready runs", who, _current->base.thread_state);
    }
    irq_unlock(key);
}

static void work(void *number, void *unused1, void *unused2)
{
    const int who = (int)(intptr_t)number;
    uint32_t seed = 0x9E3779B9u * (who + 1);

    ARG_UNUSED(unused1);
    ARG_UNUSED(unused2);
    while (!stops) {
        call(who, draw(&seed));
        calls[who]++;
        check_choice(who);
        if (priorities[who] < 0) {
            k_sleep(K_TICKS(2));                /* it would not let the others run */
        }
    }
    stopped[who] = true;
}

/* -------------------------------------------------- Handler --------------------------------------------------- */

/*
 * The thread that runs after the handler is as urgent as any ready thread. It is not the interrupted one if a handler
 * of the same interrupt has woken a thread.
 */
static void check_urgency(void)
{
    const struct k_thread *next = _kernel.ready_q.cache;

    if (next == _current && next->base.preempt >= _NON_PREEMPT_THRESHOLD) {
        return;
    }
    for (int n = 0; n < WORKERS; n++) {
        if (threads[n].base.thread_state == _THREAD_QUEUED && threads[n].base.prio < next->base.prio) {
            fail("a more urgent thread is ready", n, next->base.prio);
        }
    }
}

static void handle(const void *unused)
{
    static uint32_t seed = 0xC0FFEEu;
    const uint32_t random = draw(&seed);
    const int n = (random >> 8) & 1u;

    ARG_UNUSED(unused);
    sys_write32(1, DT_REG_ADDR_BY_NAME(LINE, ev_pending));
    interrupts++;
    check_urgency();
    switch ((random >> 16) % 7u) {
    case 0:
    case 1:
        give(HANDLER, n);
        break;
    case 2:
        (void)send(HANDLER, n, K_NO_WAIT);
        break;
    case 3:
        (void)receive(HANDLER, n, K_NO_WAIT);
        break;
    case 4:
        taken[HANDLER][n] += k_sem_take(&sems[n], K_NO_WAIT) == 0;
        break;
    case 5:
        suspend(random % WORKERS);
        break;
    default:
        k_thread_resume(&threads[random % WORKERS]);
    }
}

/* ---------------------------------------------------- Main ---------------------------------------------------- */

/* Resume one thread after the other, and end the waits without a timeout. */
static void help(int tries)
{
    const int n = tries & 1;

    k_thread_resume(&threads[tries % WORKERS]);
    if (tries % 8 == 0) {
        give(MAIN, n);
        (void)send(MAIN, n, K_NO_WAIT);
        (void)receive(MAIN, 1 - n, K_NO_WAIT);
    }
    k_sleep(K_TICKS(1));
}

int main(void)
{
    for (int n = 0; n < SEMS; n++) {
        k_sem_init(&sems[n], 0, MOST);
        k_msgq_init(&queues[n], (char *)buffers[n], sizeof(uint32_t) * WORDS, SLOTS);
        k_mutex_init(&mutexes[n]);
    }
    IRQ_CONNECT(DT_IRQN(LINE), 0, handle, NULL, 0);
    for (int n = 0; n < WORKERS; n++) {
        k_thread_create(&threads[n], stacks[n], K_THREAD_STACK_SIZEOF(stacks[n]), work, (void *)(intptr_t)n, NULL, NULL,
                        priorities[n], 0, K_NO_WAIT);
    }
    sys_write32(1, DT_REG_ADDR_BY_NAME(LINE, ev_enable));
    irq_enable(DT_IRQN(LINE));
    int tries = 0;

    while (calls[1] < ROUNDS || calls[3] < ROUNDS) {
        help(tries++);
    }
    stops = true;
    for (tries = 0; !all_stopped(); tries++) {
        if (tries == 5000) {
            fail("a thread does not end", calls[0], calls[5]);
        }
        help(tries);
    }
    irq_disable(DT_IRQN(LINE));
    for (int n = 0; n < SEMS; n++) {
        check_accounts(n, k_sem_count_get(&sems[n]), k_msgq_num_used_get(&queues[n]));
    }
    printk("PASS: %u calls of a thread, %u interrupts, %u ms\n", calls[0], interrupts, k_uptime_get_32());
    metronome_exit(0);
}
