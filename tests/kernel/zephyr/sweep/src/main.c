/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An interrupt at every cycle of Zephyr's calls (tests/kernel/sweep.h): the calls that the module replaces, and the
 * calls that wait, wake or switch. The handler advances the kernel's time itself, so the interrupt of Zephyr's timer is
 * off.
 */
#include <zephyr/drivers/timer/system_timer.h>
#include <zephyr/irq.h>
#include <zephyr/irq_offload.h>
#include <zephyr/kernel.h>

#include <metronome.h>

#define SWEEP_PRINT printk
#define SWEEP_TIMER CONFIG_SWEEP_TIMER
#include "../../../sweep.h"

DEFINE_CALL_KEPT;
DEFINE_ALL_KEPT;

#define STACK_SIZE 1024
#define TIMEOUT    K_TICKS(3)
#define PASSED     1000     /* ticks that end each timeout, whatever time has passed since it was set */
#define SLOTS      4        /* messages in the queue */

static K_THREAD_STACK_ARRAY_DEFINE(stacks, PARTIES, STACK_SIZE);
static struct k_thread threads[PARTIES];
static struct k_sem go[PARTIES];

/* ------------------------------------------------- The kernel ------------------------------------------------- */

static unsigned sweep_lock(void)
{
    return irq_lock();
}

static void sweep_unlock(unsigned state)
{
    irq_unlock(state);
}

static bool sweep_is_unlocked(unsigned state)
{
    return arch_irq_unlocked(state);
}

static void sweep_exit(int code)
{
    metronome_exit(code);
}

static int sweep_self(void)
{
    const size_t number = k_current_get() - threads;

    return (int)MIN(number, PARTIES);
}

static void sweep_wake(int party)
{
    k_sem_give(&go[party]);
}

static void sweep_sleep(void)
{
    (void)k_sem_take(&go[sweep_self()], K_FOREVER);
}

/* A thread that runs is the chosen one, so it is the only thread in the cache. */
static bool sweep_is_ready(int party)
{
    return threads[party].base.thread_state == _THREAD_QUEUED || _kernel.ready_q.cache != k_current_get();
}

static int sweep_priority(int party)
{
    return k_thread_priority_get(&threads[party]);
}

static void sweep_set_priority(int party, int priority)
{
    k_thread_priority_set(&threads[party], priority);
}

static void sweep_resume(int party)
{
    k_thread_resume(&threads[party]);
}

static bool is_suspended(int party)
{
    return (threads[party].base.thread_state & _THREAD_SUSPENDED) != 0;
}

static k_timeout_t timeout(void)
{
    return parties[sweep_self()].is_timed ? TIMEOUT : K_FOREVER;
}

static void tick(void)
{
    sys_clock_announce(PASSED);
}

/* Suspend a waiting thread, or the caller. */
static void act_suspend(void)
{
    int party = waiting_party();

    party = party != PARTIES ? party : CALLER;
    suspended_is(party);
    k_thread_suspend(&threads[party]);
}

/* -------------------------------------------------- Semaphores ------------------------------------------------ */

static K_SEM_DEFINE(sem, 0, K_SEM_MAX_LIMIT);

static void sem_wait(void)
{
    begin();
    ended(k_sem_take(&sem, timeout()) == 0, 0);
}

static void sem_give(void)
{
    gave(0);
    k_sem_give(&sem);
}

static uint32_t sem_left(void)
{
    return k_sem_count_get(&sem);
}

static bool sem_take(void)
{
    const bool has_gift = k_sem_take(&sem, K_NO_WAIT) == 0;

    if (has_gift) {
        took(0);
    }
    return has_gift;
}

static const action_t sem_actions[] = {
    { "gives", act_give }, { "gives twice", act_give_twice }, { "takes", act_take },
    { "lets the third wait", act_third }, { "suspends a thread", act_suspend }, { "moves the caller", act_move },
    { "ticks", act_tick }, { 0 },
};

static const kind_t sem_kind = {
    .name = "semaphore", .wait = sem_wait, .give = sem_give, .left = sem_left, .take = sem_take, .tick = tick,
    .is_in_order = true, .actions = sem_actions,
};

/* The calls of this kind do not concern the semaphore, so they need fewer actions. */
static const action_t thread_actions[] = {
    { "gives", act_give }, { "lets the third wait", act_third }, { "suspends a thread", act_suspend }, { 0 },
};

static const kind_t thread_kind = {
    .name = "thread", .wait = sem_wait, .give = sem_give, .left = sem_left, .take = sem_take, .tick = tick,
    .is_in_order = true, .actions = thread_actions,
};

static void sem_give_locked(void)
{
    k_sched_lock();
    sem_give();
    k_sched_unlock();
}

static void give_in_handler(const void *unused)
{
    ARG_UNUSED(unused);
    sem_give();
}

static void sem_give_offloaded(void)
{
    irq_offload(give_in_handler, NULL);
}

/* ------------------------------------------------ Message queues ---------------------------------------------- */

K_MSGQ_DEFINE(queue, sizeof(uint32_t), SLOTS, sizeof(uint32_t));

static void queue_wait(void)
{
    uint32_t message = 0;

    begin();
    const bool has_gift = k_msgq_get(&queue, &message, timeout()) == 0;

    ended(has_gift, message);
}

static void queue_give(void)
{
    uint32_t message = next_gift();

    if (k_msgq_put(&queue, &message, K_NO_WAIT) == 0) {
        gave(message);
    }
}

static bool queue_take(void)
{
    uint32_t message;
    const bool has_gift = k_msgq_get(&queue, &message, K_NO_WAIT) == 0;

    if (has_gift) {
        took(message);
    }
    return has_gift;
}

static uint32_t queue_left(void)
{
    return k_msgq_num_used_get(&queue);
}

static const action_t queue_actions[] = {
    { "gives", act_give }, { "gives twice", act_give_twice }, { "takes", act_take },
    { "lets the third wait", act_third }, { "suspends a thread", act_suspend }, { "ticks", act_tick }, { 0 },
};

static const kind_t queue_kind = {
    .name = "message queue", .wait = queue_wait, .give = queue_give, .left = queue_left, .take = queue_take,
    .tick = tick, .is_in_order = true, .actions = queue_actions,
};

/* A full queue. Threads wait for room, so the gift is room. */
K_MSGQ_DEFINE(full_queue, sizeof(uint32_t), SLOTS, sizeof(uint32_t));
static volatile uint32_t room_sent, room_received;      /* sums of the messages */

static void fill(void)
{
    uint32_t message = 0;

    while (k_msgq_put(&full_queue, &message, K_NO_WAIT) == 0) {
    }
}

static void room_wait(void)
{
    uint32_t message = next_gift();

    begin();
    const bool has_gift = k_msgq_put(&full_queue, &message, timeout()) == 0;

    if (has_gift) {
        COUNTED(room_sent += message);
    }
    ended(has_gift, 0);
}

static void room_give(void)
{
    uint32_t message;

    if (k_msgq_get(&full_queue, &message, K_NO_WAIT) == 0) {
        COUNTED(room_received += message);
        gave(0);
    }
}

static bool room_take(void)
{
    uint32_t message = 0;
    const bool has_gift = k_msgq_put(&full_queue, &message, K_NO_WAIT) == 0;

    if (has_gift) {
        took(0);
    }
    return has_gift;
}

static uint32_t room_left(void)
{
    return k_msgq_num_free_get(&full_queue);
}

/* The messages in the queue make the sums equal. */
static void room_check(void)
{
    uint32_t in_queue = 0, message;

    for (uint32_t n = 0; k_msgq_peek_at(&full_queue, &message, n) == 0; n++) {
        in_queue += message;
    }
    for (int n = 0; n < PARTIES; n++) {
        if (parties[n].must_end) {
            return;
        }
    }
    if (room_sent != room_received + in_queue) {
        fail("messages were lost", room_sent);
    }
}

static const kind_t room_kind = {
    .name = "full message queue", .wait = room_wait, .give = room_give, .left = room_left, .take = room_take,
    .tick = tick, .check = room_check, .is_in_order = true, .actions = queue_actions,
};

/* --------------------------------------------------- Mutexes -------------------------------------------------- */

/* The owner keeps the mutex until the semaphore is given. That is the gift. */
static K_MUTEX_DEFINE(mutex);
static K_SEM_DEFINE(let_go, 0, K_SEM_MAX_LIMIT);
static volatile uint32_t owners;

static void mutex_lock(void)
{
    (void)k_mutex_lock(&mutex, K_FOREVER);
    owners++;
    FAIL_IF(owners != 1);
}

/* Zephyr's k_mutex_unlock() may end a promotion without a switch to the thread that is then more urgent. */
static void mutex_unlock(void)
{
    owners--;
    FAIL_IF(k_mutex_unlock(&mutex) != 0);
    k_sched_lock();
    k_sched_unlock();
}

static void mutex_wait(void)
{
    begin();
    if (k_mutex_lock(&mutex, timeout()) != 0) {
        ended(false, 0);
        return;
    }
    end();
    owners++;
    FAIL_IF(owners != 1);
    (void)k_sem_take(&let_go, K_FOREVER);
    took(0);
    mutex_unlock();
}

static void mutex_give(void)
{
    gave(0);
    k_sem_give(&let_go);
}

static bool mutex_take(void)
{
    const bool has_gift = k_sem_take(&let_go, K_NO_WAIT) == 0;

    if (has_gift) {
        took(0);
    }
    return has_gift;
}

static uint32_t mutex_left(void)
{
    return k_sem_count_get(&let_go);
}

/* A waiting thread has promoted the owner. */
static void mutex_check(void)
{
    for (int n = 0; n < PARTIES; n++) {
        if (parties[n].waits) {
            FAIL_IF(mutex.lock_count == 0);
            FAIL_IF(mutex.owner->base.prio > sweep_priority(n) && !parties[n].is_moved);
        }
    }
}

static const action_t mutex_actions[] = {
    { "lets the owner go on", act_give }, { "lets the third wait", act_third }, { "suspends a thread", act_suspend },
    { "ticks", act_tick }, { 0 },
};

static const kind_t mutex_kind = {
    .name = "mutex", .wait = mutex_wait, .give = mutex_give, .left = mutex_left, .take = mutex_take, .tick = tick,
    .check = mutex_check, .actions = mutex_actions,
};

/* -------------------------------------------------- Suspension ------------------------------------------------ */

static void suspension_wait(void)
{
    begin();
    k_thread_suspend(k_current_get());
    ended_by_wake();
}

/* A gift for a waiting thread. `wake` has no effect on a thread that is not suspended yet. */
static void give_to_waiting_party(void (*wake)(struct k_thread *thread))
{
    const unsigned state = irq_lock();
    const int party = waiting_party();

    if (party != PARTIES && is_suspended(party)) {
        gave_to(party);
    }
    irq_unlock(state);
    if (party != PARTIES) {
        wake(&threads[party]);
    }
}

static void suspension_give(void)
{
    give_to_waiting_party(k_thread_resume);
}

static const action_t wake_actions[] = {
    { "wakes a thread", act_give }, { "lets the third wait", act_third }, { "moves the caller", act_move }, { 0 },
};

static const kind_t suspension_kind = {
    .name = "suspension", .wait = suspension_wait, .give = suspension_give, .is_in_order = true,
    .actions = wake_actions,
};

/* --------------------------------------------------- Delays --------------------------------------------------- */

static void delay_wait(void)
{
    begin();
    (void)k_sleep(timeout());
    ended_by_wake();
}

static void delay_give(void)
{
    give_to_waiting_party(k_wakeup);
}

static const action_t delay_actions[] = {
    { "wakes a thread", act_give }, { "lets the third wait", act_third }, { "moves the caller", act_move },
    { "ticks", act_tick }, { 0 },
};

static const kind_t delay_kind = {
    .name = "delay", .wait = delay_wait, .give = delay_give, .tick = tick, .is_in_order = true,
    .actions = delay_actions,
};

/* -------------------------------------------------- Threads --------------------------------------------------- */

static struct k_thread new_thread;
static K_THREAD_STACK_DEFINE(new_stack, STACK_SIZE);
static volatile uint32_t created, was_run;

static void new_entry(void *waits, void *unused1, void *unused2)
{
    ARG_UNUSED(unused1);
    ARG_UNUSED(unused2);
    was_run++;
    if (waits != NULL) {
        (void)k_sem_take(&sem, K_FOREVER);
        took(0);
    }
}

static void create(bool waits, int priority)
{
    created++;
    (void)k_thread_create(&new_thread, new_stack, K_THREAD_STACK_SIZEOF(new_stack), new_entry, waits ? &sem : NULL,
                          NULL, NULL, priority, 0, K_NO_WAIT);
}

/* The new thread ends before the call returns. */
static void create_urgent(void)
{
    create(false, parties[URGENT].home);
}

static void create_less_urgent(void)
{
    create(false, parties[LESSER].home);
}

static void create_waiting(void)
{
    create(true, parties[URGENT].home);
}

static void new_thread_has_run(void)
{
    FAIL_IF(was_run != created);
    FAIL_IF(k_thread_join(&new_thread, K_NO_WAIT) != 0);
}

static void abort_new_thread(void)
{
    k_thread_abort(&new_thread);
}

static void wait_for_new_thread(void)
{
    FAIL_IF(k_thread_join(&new_thread, K_FOREVER) != 0);
    FAIL_IF(was_run != created);
}

/* `equal` is ready while the caller yields, so it has run when the caller continues. */
static volatile uint32_t equal_runs, equal_started;

static void equal_runs_once(void)
{
    equal_runs++;
}

static void start_equal(void)
{
    equal_started++;
    start(EQUAL, equal_runs_once);
}

static void equal_has_run(void)
{
    FAIL_IF(equal_runs != equal_started);
}

static void move_urgent(void)
{
    move(URGENT, OTHER_PRIO);
}

static void move_caller(void)
{
    move(CALLER, MOVED_PRIO);
    move(CALLER, parties[CALLER].home);
}

static void keep_registers(void)
{
    FAIL_IF(all_kept(0x13570000u) != 0);
}

/* --------------------------------------------------- Rows ----------------------------------------------------- */

static const row_t rows[] = {
    { "k_sem_give", &sem_kind, NO_WAITER | URGENT_ONLY | LESSER_ONLY | BOTH, sem_give },
    { "k_sem_take", &sem_kind, NO_WAITER | LESSER_ONLY | GIVEN, call_wait },
    { "k_sem_take", &sem_kind, NO_WAITER | GIVEN, call_wait_timed },
    { "k_sem_take", &sem_kind, NO_WAITER | GIVEN, call_take },
    { "k_sched_unlock", &sem_kind, NO_WAITER | URGENT_ONLY | BOTH, sem_give_locked },
    { "irq_offload", &sem_kind, NO_WAITER | URGENT_ONLY | LESSER_ONLY, sem_give_offloaded },
    { "k_msgq_put", &queue_kind, NO_WAITER | URGENT_ONLY | BOTH, queue_give },
    { "k_msgq_get", &queue_kind, NO_WAITER | LESSER_ONLY | GIVEN, call_wait },
    { "k_msgq_get", &queue_kind, NO_WAITER | GIVEN, call_wait_timed },
    { "k_msgq_put", &room_kind, NO_WAITER | LESSER_ONLY | GIVEN, call_wait, .ready = fill },
    { "k_msgq_get", &room_kind, NO_WAITER | URGENT_ONLY | BOTH, room_give, .ready = fill },
    { "k_mutex_lock", &mutex_kind, NO_WAITER, mutex_lock, .after = mutex_unlock },
    { "k_mutex_lock", &mutex_kind, LESSER_ONLY | BOTH, call_wait },
    { "k_mutex_lock", &mutex_kind, LESSER_ONLY, call_wait_timed },
    { "k_mutex_unlock", &mutex_kind, NO_WAITER | URGENT_ONLY | LESSER_ONLY | BOTH, mutex_unlock, .ready = mutex_lock },
    { "k_thread_suspend", &suspension_kind, NO_WAITER | LESSER_ONLY, call_wait },
    { "k_thread_resume", &suspension_kind, URGENT_ONLY | LESSER_ONLY | BOTH, suspension_give },
    { "k_sleep", &delay_kind, NO_WAITER | LESSER_ONLY, call_wait },
    { "k_sleep", &delay_kind, NO_WAITER, call_wait_timed },
    { "k_wakeup", &delay_kind, URGENT_ONLY | LESSER_ONLY | BOTH, delay_give },
    { "k_yield", &thread_kind, NO_WAITER | URGENT_ONLY, k_yield },
    { "k_yield", &thread_kind, NO_WAITER | URGENT_ONLY, k_yield, .before = start_equal, .after = equal_has_run },
    { "k_thread_priority_set", &thread_kind, BOTH, move_urgent },
    { "k_thread_priority_set", &thread_kind, NO_WAITER | URGENT_ONLY, move_caller },
    { "k_thread_create", &thread_kind, NO_WAITER | URGENT_ONLY, create_urgent, .after = new_thread_has_run },
    { "k_thread_create", &thread_kind, NO_WAITER | URGENT_ONLY, create_less_urgent, .after = wait_for_new_thread },
    { "k_thread_abort", &thread_kind, NO_WAITER | LESSER_ONLY, abort_new_thread, .ready = create_waiting },
    { "no call", &thread_kind, NO_WAITER | URGENT_ONLY, keep_registers },
    { 0 },
};

static const kind_t *const kinds[] = {
    &sem_kind, &queue_kind, &room_kind, &mutex_kind, &suspension_kind, &delay_kind, &thread_kind,
};

static void party(void *number, void *unused1, void *unused2)
{
    ARG_UNUSED(unused1);
    ARG_UNUSED(unused2);
    party_loop((int)(intptr_t)number);
}

static void handle(const void *unused)
{
    ARG_UNUSED(unused);
    sweep_handler();
}

int main(void)
{
    IRQ_CONNECT(CONFIG_SWEEP_LINE, 0, handle, NULL, 0);
    irq_disable(DT_IRQN(DT_NODELABEL(timer0)));
    for (int n = 0; n < PARTIES; n++) {
        k_sem_init(&go[n], 0, 1);
        (void)k_thread_create(&threads[n], stacks[n], K_THREAD_STACK_SIZEOF(stacks[n]), party, (void *)(intptr_t)n,
                              NULL, NULL, parties[n].home, 0, K_NO_WAIT);
    }
    irq_enable(CONFIG_SWEEP_LINE);
    sweep_all(rows, kinds);
    return 0;
}
