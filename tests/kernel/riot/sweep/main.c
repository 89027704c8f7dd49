/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An interrupt at every cycle of RIOT's calls (tests/kernel/sweep.h): the calls that the CPU folder replaces, and the
 * calls that wait, wake or switch. The handler advances the clock of ztimer itself, which is RIOT's clock for tests.
 */
#include <stdio.h>

#include "irq.h"
#include "msg.h"
#include "mutex.h"
#include "sched.h"
#include "sema.h"
#include "thread.h"
#include "thread_flags.h"
#include "ztimer/mock.h"

#include "litex.h"
#include "metronome.h"

#define SWEEP_PRINT printf
#define SWEEP_TIMER CSR_TIMER1_BASE
#include "../../sweep.h"

DEFINE_CALL_KEPT;
DEFINE_ALL_KEPT;

#define SLOTS 8u    /* messages in a thread's queue, a power of two */
#define FLAG  1u

static char stacks[PARTIES][THREAD_STACKSIZE_DEFAULT];
static kernel_pid_t pids[PARTIES];
static mutex_t go[PARTIES];             /* locked while its party has no role */

/* ------------------------------------------------- The kernel ------------------------------------------------- */

static thread_t *thread_of(int party)
{
    return thread_get_unchecked(pids[party]);
}

static unsigned sweep_lock(void)
{
    return irq_disable();
}

static void sweep_unlock(unsigned state)
{
    irq_restore(state);
}

static bool sweep_is_unlocked(unsigned state)
{
    return state != 0;
}

static void sweep_exit(int code)
{
    metronome_exit(code);
}

static int sweep_self(void)
{
    int party = 0;

    while (party < PARTIES && pids[party] != thread_getpid()) {
        party++;
    }
    return party;
}

static void sweep_wake(int party)
{
    mutex_unlock(&go[party]);
}

static void sweep_sleep(void)
{
    mutex_lock(&go[sweep_self()]);
}

static bool sweep_is_ready(int party)
{
    return thread_of(party)->status >= STATUS_ON_RUNQUEUE;
}

static int sweep_priority(int party)
{
    return thread_of(party)->priority;
}

static void sweep_set_priority(int party, int priority)
{
    sched_change_priority(thread_of(party), priority);
}

static void sweep_resume(int party)
{
    (void)party;
}

static ztimer_mock_t mock;

#define TIMEOUT 3u          /* ticks of this clock */
#define PASSED  1000u       /* ticks that end each timeout */

static void tick(void)
{
    ztimer_mock_advance(&mock, PASSED);
}

/* -------------------------------------------------- Semaphores ------------------------------------------------ */

static sema_t sem;

static void sem_wait(void)
{
    begin();
    FAIL_IF(sema_wait(&sem) != 0);
    ended(true, 0);
}

static void sem_give(void)
{
    gave(0);
    sema_post(&sem);
}

static uint32_t sem_left(void)
{
    return sema_get_value(&sem);
}

static bool sem_take(void)
{
    bool has_gift = sema_try_wait(&sem) == 0;

    if (has_gift) {
        took(0);
    }
    return has_gift;
}

static const action_t actions[] = {
    { "gives", act_give }, { "gives twice", act_give_twice }, { "lets the third wait", act_third },
    { "moves the caller", act_move }, { 0 },
};

static const kind_t sem_kind = {
    .name = "semaphore", .wait = sem_wait, .give = sem_give, .left = sem_left, .take = sem_take, .actions = actions,
};

/* The calls of this kind do not concern the semaphore, so they need fewer actions. */
static const action_t thread_actions[] = {
    { "gives", act_give }, { "lets the third wait", act_third }, { 0 },
};

static const kind_t thread_kind = {
    .name = "thread", .wait = sem_wait, .give = sem_give, .left = sem_left, .take = sem_take,
    .actions = thread_actions,
};

/* --------------------------------------------------- Mutexes -------------------------------------------------- */

/* The owner keeps the mutex until the semaphore is given. That is the gift. */
static mutex_t mutex = MUTEX_INIT;
static sema_t let_go;
static volatile uint32_t owners;

static void own(void)
{
    owners++;
    FAIL_IF(owners != 1);
}

static void lock(void)
{
    mutex_lock(&mutex);
    own();
}

static void unlock(void)
{
    owners--;
    mutex_unlock(&mutex);
}

static void unlock_and_sleep(void)
{
    owners--;
    mutex_unlock_and_sleep(&mutex);
}

static void mutex_wait(void)
{
    begin();
    mutex_lock(&mutex);
    end();
    own();
    FAIL_IF(sema_wait(&let_go) != 0);
    took(0);
    unlock();
}

static void mutex_give(void)
{
    gave(0);
    sema_post(&let_go);
}

static bool mutex_take(void)
{
    bool has_gift = sema_try_wait(&let_go) == 0;

    if (has_gift) {
        took(0);
    }
    return has_gift;
}

static uint32_t mutex_left(void)
{
    return sema_get_value(&let_go);
}

static void mutex_check(void)
{
    FAIL_IF(waiting_party() != PARTIES && owners == 0);
}

/* With priority inheritance, RIOT does not record a mutex's new owner, so a third thread promotes the former one. */
static const action_t mutex_actions[] = {
    { "lets the owner go on", act_give },
#ifndef MODULE_CORE_MUTEX_PRIORITY_INHERITANCE
    { "lets the third wait", act_third },
#endif
    { 0 },
};

static const kind_t mutex_kind = {
    .name = "mutex", .wait = mutex_wait, .give = mutex_give, .left = mutex_left, .take = mutex_take,
    .check = mutex_check, .actions = mutex_actions,
};

/* --------------------------------------------------- Messages ------------------------------------------------- */

/* The gift is a message in the queue of a thread: of a waiting one, or of the caller. */
static msg_t queues[PARTIES][SLOTS];

static void message_wait(void)
{
    msg_t message;

    begin();
    msg_receive(&message);
    ended(true, message.content.value);
}

static void message_give(void)
{
    msg_t message = { .content = { .value = next_gift() } };
    int party = waiting_party();

    if (msg_try_send(&message, pids[party != PARTIES ? party : CALLER]) == 1) {
        gave(message.content.value);
    }
}

static uint32_t message_left(void)
{
    uint32_t left = 0;

    for (int n = 0; n < PARTIES; n++) {
        uint32_t queued = msg_avail_thread(pids[n]);

        FAIL_IF(queued > 0 && parties[n].waits);
        left += queued;
    }
    return left;
}

static void receive_all(void)
{
    msg_t message;

    while (msg_try_receive(&message) == 1) {
        took(message.content.value);
    }
}

static bool message_take(void)
{
    for (int n = 0; n < PARTIES; n++) {
        start(n, receive_all);
    }
    return false;
}

static const kind_t message_kind = {
    .name = "message", .wait = message_wait, .give = message_give, .left = message_left, .take = message_take,
    .is_private = true, .is_in_order = true, .actions = actions,
};

/* A thread without a queue receives, so the senders wait. The gift is that it receives a message. */
static kernel_pid_t receiver;
static char receiver_stack[THREAD_STACKSIZE_DEFAULT];
static volatile uint32_t received, sent;    /* sums of the messages */

static void *receive(void *unused)
{
    (void)unused;
    for (;;) {
        msg_t message;

        thread_sleep();
        if (msg_try_receive(&message) == 1) {
            COUNTED(received += message.content.value);
        }
    }
    return NULL;
}

static void sender_wait(void)
{
    msg_t message = { .content = { .value = next_gift() } };

    begin();
    FAIL_IF(msg_send(&message, receiver) != 1);
    COUNTED(sent += message.content.value);
    gave(0);
    ended(true, 0);
}

static void sender_give(void)
{
    (void)thread_wakeup(receiver);
}

static void sender_check(void)
{
    FAIL_IF(sent != received);
}

static const action_t sender_actions[] = {
    { "wakes the receiver", act_give }, { "lets the third send", act_third }, { 0 },
};

static const kind_t sender_kind = {
    .name = "sent message", .wait = sender_wait, .give = sender_give, .check = sender_check, .is_in_order = true,
    .actions = sender_actions,
};

/* ------------------------------------------------ Flags and sleep --------------------------------------------- */

static ztimer_t timeouts[PARTIES];

static void flag_wait(void)
{
    ztimer_t *timeout = &timeouts[sweep_self()];

    (void)thread_flags_clear(FLAG | THREAD_FLAG_TIMEOUT);
    begin();
    if (parties[sweep_self()].is_timed) {
        ztimer_set_timeout_flag(&mock.super, timeout, TIMEOUT);
    }
    FAIL_IF(thread_flags_wait_any(FLAG | THREAD_FLAG_TIMEOUT) == 0);
    ended_by_wake();
    (void)ztimer_remove(&mock.super, timeout);
}

/* A flag that is set before the wait also ends the wait. */
static void flag_give(void)
{
    unsigned state = irq_disable();
    int party = waiting_party();

    if (party != PARTIES) {
        gave_to(party);
    }
    irq_restore(state);
    if (party != PARTIES) {
        thread_flags_set(thread_of(party), FLAG);
    }
}

static const action_t flag_actions[] = {
    { "gives", act_give }, { "gives twice", act_give_twice }, { "lets the third wait", act_third },
    { "moves the caller", act_move }, { "ticks", act_tick }, { 0 },
};

static const kind_t flag_kind = {
    .name = "thread flag", .wait = flag_wait, .give = flag_give, .tick = tick, .is_in_order = true,
    .actions = flag_actions,
};

static void sleep_wait(void)
{
    begin();
    thread_sleep();
    ended_by_wake();
}

/* The wake-up of a thread that does not sleep yet has no effect. */
static void sleep_give(void)
{
    unsigned state = irq_disable();
    int party = waiting_party();

    if (party != PARTIES && thread_of(party)->status == STATUS_SLEEPING) {
        gave_to(party);
    }
    irq_restore(state);
    if (party != PARTIES) {
        (void)thread_wakeup(pids[party]);
    }
}

static const kind_t sleep_kind = {
    .name = "sleep", .wait = sleep_wait, .give = sleep_give, .is_in_order = true, .actions = actions,
};

/* Only the clock ends this wait. */
static void delay_wait(void)
{
    parties[sweep_self()].is_timed = true;
    begin();
    ztimer_sleep(&mock.super, TIMEOUT);
    ended(false, 0);
}

static void delay_give(void)
{
}

static const action_t delay_actions[] = {
    { "ticks", act_tick }, { "lets the third wait", act_third }, { 0 },
};

static const kind_t delay_kind = {
    .name = "delay", .wait = delay_wait, .give = delay_give, .tick = tick, .actions = delay_actions,
};

/* The caller releases a mutex and sleeps. */
static void unlock_and_wait(void)
{
    begin();
    unlock_and_sleep();
    ended_by_wake();
}

/* -------------------------------------------------- Threads --------------------------------------------------- */

static char new_stack[THREAD_STACKSIZE_DEFAULT];
static kernel_pid_t new_pid;
static volatile uint32_t created, was_run;

static void *new_entry(void *is_zombie)
{
    was_run++;
    if ((intptr_t)is_zombie) {
        thread_zombify();
    }
    return NULL;
}

static void create(bool is_zombie, int priority)
{
    created++;
    new_pid = thread_create(new_stack, sizeof(new_stack), priority, 0, new_entry, (void *)(intptr_t)is_zombie, "new");
    FAIL_IF(new_pid < 0);
}

/* The new thread ends before the call returns. */
static void create_urgent(void)
{
    create(false, parties[URGENT].home);
}

static void create_zombie(void)
{
    create(true, parties[URGENT].home);
}

static void create_less_urgent(void)
{
    create(false, parties[LESSER].home);
}

static void new_thread_has_ended(void)
{
    FAIL_IF(was_run != created);
    FAIL_IF(thread_get(new_pid) != NULL);
}

static void kill_zombie(void)
{
    FAIL_IF(thread_kill_zombie(new_pid) != 1);
}

static void wait_for_new_thread(void)
{
    sched_change_priority(thread_get_active(), DRIVER_PRIO - 1);
    sched_change_priority(thread_get_active(), parties[CALLER].home);
    new_thread_has_ended();
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

static void yield_higher(void)
{
    thread_yield_higher();
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
    { "mutex_lock", &mutex_kind, NO_WAITER, lock, .after = unlock },
    { "mutex_lock", &mutex_kind, LESSER_ONLY | BOTH, call_wait },
    { "mutex_unlock", &mutex_kind, NO_WAITER | URGENT_ONLY | LESSER_ONLY | BOTH, unlock, .ready = lock },
    { "sema_post", &sem_kind, NO_WAITER | URGENT_ONLY | LESSER_ONLY | BOTH, sem_give },
    { "sema_wait", &sem_kind, NO_WAITER | LESSER_ONLY | GIVEN, call_wait },
    { "msg_send", &message_kind, NO_WAITER | URGENT_ONLY | LESSER_ONLY | BOTH, message_give },
    { "msg_receive", &message_kind, NO_WAITER | LESSER_ONLY | GIVEN, call_wait },
    { "msg_send", &sender_kind, NO_WAITER | LESSER_ONLY, call_wait },
    { "msg_receive", &sender_kind, URGENT_ONLY | BOTH, sender_give },
    { "thread_flags_set", &flag_kind, URGENT_ONLY | LESSER_ONLY | BOTH, flag_give },
    { "thread_flags_wait_any", &flag_kind, NO_WAITER | LESSER_ONLY, call_wait },
    { "thread_flags_wait_any", &flag_kind, NO_WAITER, call_wait_timed },
    { "ztimer_sleep", &delay_kind, NO_WAITER | URGENT_ONLY | LESSER_ONLY, call_wait },
    { "thread_wakeup", &sleep_kind, URGENT_ONLY | LESSER_ONLY | BOTH, sleep_give },
    { "thread_sleep", &sleep_kind, NO_WAITER | LESSER_ONLY, call_wait },
    { "mutex_unlock_and_sleep", &sleep_kind, NO_WAITER, unlock_and_wait, .ready = lock },
    { "thread_yield", &thread_kind, NO_WAITER | URGENT_ONLY, thread_yield },
    { "thread_yield", &thread_kind, NO_WAITER | URGENT_ONLY, thread_yield, .before = start_equal,
      .after = equal_has_run },
    { "thread_yield_higher", &thread_kind, NO_WAITER | URGENT_ONLY, yield_higher },
    { "sched_change_priority", &thread_kind, BOTH, move_urgent },
    { "sched_change_priority", &thread_kind, NO_WAITER | URGENT_ONLY, move_caller },
    { "thread_create", &thread_kind, NO_WAITER | URGENT_ONLY, create_urgent, .after = new_thread_has_ended },
    { "thread_create", &thread_kind, NO_WAITER, create_less_urgent, .after = wait_for_new_thread },
    { "thread_zombify", &thread_kind, NO_WAITER | URGENT_ONLY, create_zombie, .after = kill_zombie },
    { "thread_kill_zombie", &thread_kind, NO_WAITER, kill_zombie, .ready = create_zombie },
    { "no call", &thread_kind, NO_WAITER | URGENT_ONLY, keep_registers },
    { 0 },
};

static const kind_t *const kinds[] = {
    &sem_kind, &message_kind, &sender_kind, &mutex_kind, &flag_kind, &sleep_kind, &thread_kind, &delay_kind,
};

static void *party(void *number)
{
    msg_init_queue(queues[(intptr_t)number], SLOTS);
    party_loop((int)(intptr_t)number);
    return NULL;
}

static void handle(void *unused)
{
    (void)unused;
    sweep_handler();
}

int main(void)
{
    sched_change_priority(thread_get_active(), DRIVER_PRIO);
    ztimer_mock_init(&mock, 32);
    sema_create(&sem, 0);
    sema_create(&let_go, 0);
    for (int n = 0; n < PARTIES; n++) {
        go[n] = (mutex_t)MUTEX_INIT_LOCKED;
        pids[n] = thread_create(stacks[n], sizeof(stacks[n]), parties[n].home, THREAD_CREATE_WOUT_YIELD, party,
                                (void *)(intptr_t)n, parties[n].name);
    }
    thread_yield_higher();
    receiver = thread_create(receiver_stack, sizeof(receiver_stack), DRIVER_PRIO - 1, 0, receive, NULL, "receiver");
    metronome_line_set(TIMER1_INTERRUPT, handle, NULL);
    metronome_line_enable(TIMER1_INTERRUPT);
    sweep_all(rows, kinds);
    return 0;
}
