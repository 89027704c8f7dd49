/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ready threads in the task lists. A thread's task is its pid, and its level is its priority.
 *
 * The functions whose names begin with __wrap_ replace those of RIOT's scheduler at link time (--wrap). RIOT's run
 * queues in memory stay empty.
 */
#include <inttypes.h>
#include <stdio.h>

#ifdef PICOLIBC_TLS
#include <picotls.h>
#endif

#include "assert.h"
#include "cpu.h"
#include "irq.h"
#include "panic.h"
#include "sched.h"
#include "thread.h"

#include <ci_intrinsics.h>

#ifdef MODULE_MPU_STACK_GUARD
#error "The module mpu_stack_guard does not work with METRONOME_READY_QUEUE"
#endif

extern volatile kernel_pid_t sched_active_pid;
extern volatile thread_t *sched_active_thread;

static __attribute__((aligned(4))) void lack_units(void)
{
    puts("Metronome: the core has no units");
    core_panic(PANIC_GENERAL_ERROR, "the core does not fit");
}

/* Check the core, before the first thread exists. Traps have no other handler yet. */
void metronome_start(void)
{
    write_csr(mtvec, (uintptr_t)&lack_units);

    unsigned tasks = CI_INFO_TASKS(ci_info());
    unsigned more = (ci_info() & CI_INFO_MORE) ? ci_info_second() : 0;
    unsigned levels = (more & CI_INFO2_LEVELS) ? CI_LIST_INFO_LEVELS(ci_list_info()) : 0;

    if (tasks <= KERNEL_PID_LAST || levels < SCHED_PRIO_LEVELS) {
        printf("Metronome: the core has %u tasks and %u levels, but the program needs %u and %u. "
               "METRONOME_THREADS sets the number of threads.\n", tasks, levels, KERNEL_PID_LAST + 1u,
               SCHED_PRIO_LEVELS + 0u);
        core_panic(PANIC_GENERAL_ERROR, "the core does not fit");
    }
#ifdef METRONOME_BANKS
    if (CI_INFO2_BANKS(more) != METRONOME_BANKS) {
        printf("Metronome: the core has %u register banks, not METRONOME_BANKS=%u\n", CI_INFO2_BANKS(more),
               METRONOME_BANKS + 0u);
        core_panic(PANIC_GENERAL_ERROR, "the core does not fit");
    }
#endif
    ci_list_clear(0);
}

#ifdef MODULE_SCHED_CB
static sched_callback_t callback;

void __wrap_sched_register_cb(sched_callback_t function)
{
    callback = function;
}

#define NOTIFY(old, new) (callback ? callback(old, new) : (void)0)
#else
#define NOTIFY(old, new) ((void)0)
#endif

#define NOTHING UINT32_MAX  /* the unit's answer, in place of a thread */

void metronome_runq_advance(uint8_t priority)
{
    uint32_t first = ci_list_first(priority);

    if (first != NOTHING) {
        ci_list_put(first, priority);
    }
}

int metronome_runq_is_empty(uint8_t priority)
{
    return ci_list_first(priority) == NOTHING;
}

int metronome_runq_more_than_one(uint8_t priority)
{
    uint32_t first = ci_list_first(priority);

    return first != NOTHING && ci_list_after(first) != NOTHING;
}

int metronome_runq_exactly_one(uint8_t priority)
{
    return !metronome_runq_is_empty(priority) && !metronome_runq_more_than_one(priority);
}

/* For the module sched_runq_callback, as RIOT calls it: a thread is chosen, or enters the active thread's level, or is
 * the last one to leave a level. */
void sched_runq_callback(uint8_t priority);

static inline void tell_choice(uint8_t priority)
{
    if (IS_USED(MODULE_SCHED_RUNQ_CALLBACK)) {
        sched_runq_callback(priority);
    }
}

static inline void tell_entry(uint8_t priority)
{
    if (IS_USED(MODULE_SCHED_RUNQ_CALLBACK) && thread_get_active() && thread_get_active()->priority == priority) {
        sched_runq_callback(priority);
    }
}

static inline void tell_exit(uint8_t priority)
{
    if (IS_USED(MODULE_SCHED_RUNQ_CALLBACK) && metronome_runq_is_empty(priority)) {
        sched_runq_callback(priority);
    }
}

static void check_stack(const thread_t *thread)
{
#if IS_ACTIVE(SCHED_TEST_STACK)
    /* RIOT fills each word of a stack with its address. */
    if (*(uintptr_t *)(uintptr_t)thread->stack_start != (uintptr_t)thread->stack_start) {
        printf("stack overflow of thread %" PRIkernel_pid "\n", thread->pid);
        core_panic(PANIC_STACK_OVERFLOW, "STACK OVERFLOW");
    }
#else
    (void)thread;
#endif
}

/* Make a thread the active one. It is the first thread of the most urgent level. */
static inline __attribute__((always_inline)) thread_t *activate(uint32_t pid)
{
    thread_t *active = thread_get_active();
    thread_t *next = thread_get_unchecked(pid);

    tell_choice(next->priority);
    if (next != active) {
        if (active) {
            if (active->status == STATUS_RUNNING) {
                active->status = STATUS_PENDING;
            }
            check_stack(active);
            NOTIFY(active->pid, KERNEL_PID_UNDEF);
        }
        sched_active_pid = pid;
        sched_active_thread = next;
        NOTIFY(KERNEL_PID_UNDEF, pid);
#if defined(PICOLIBC_TLS) && !defined(METRONOME_BANKS)
        _set_tls(next->tls);
#endif
    }
    next->status = STATUS_RUNNING;
    return next;
}

/* Replaces RIOT's choice of the next thread. There always is one, because the idle thread is always ready. */
thread_t *__attribute__((used)) __wrap_sched_run(void)
{
    sched_context_switch_request = 0;
    return activate(ci_list_head());
}

void __wrap_sched_set_status(thread_t *thread, thread_status_t status)
{
    if (status >= STATUS_ON_RUNQUEUE) {
        if (thread->status < STATUS_ON_RUNQUEUE) {
            ci_list_put(thread->pid, thread->priority);
            tell_entry(thread->priority);
        }
    }
    else if (thread->status >= STATUS_ON_RUNQUEUE) {
        (void)ci_list_remove(thread->pid);
        tell_exit(thread->priority);
    }
    thread->status = status;
}

void __wrap_sched_change_priority(thread_t *thread, uint8_t priority)
{
    assert(thread && priority < SCHED_PRIO_LEVELS);

    if (thread->priority == priority) {
        return;
    }
    unsigned state = irq_disable();
    uint8_t before = thread->priority;

    thread->priority = priority;
    if (thread->status >= STATUS_ON_RUNQUEUE) {
        ci_list_put(thread->pid, priority);
        tell_exit(before);
        tell_entry(priority);
    }
    irq_restore(state);

    thread_t *active = thread_get_active();

    if (active == thread || (active && active->priority > priority && thread->status >= STATUS_ON_RUNQUEUE)) {
        thread_yield_higher();
    }
}

/* Switch to the most urgent thread, and restore `state`. Interrupts must be off. */
static inline __attribute__((always_inline)) void yield(unsigned state)
{
    uint32_t first = ci_list_head();

#ifdef METRONOME_BANKS
    activate(first);
    __asm__ volatile ("" : : : "memory");
    ci_context_switch(first, state);        /* continues here if `first` is the running bank */
    __asm__ volatile ("" : : : "memory");
#else
    thread_t *active = thread_get_active();

    if (thread_get_unchecked(first) == active) {
        active->status = STATUS_RUNNING;
        tell_choice(active->priority);
        irq_restore(state);
        return;
    }
    irq_restore(state);
    __asm__ volatile ("ecall" : : : "memory");    /* RIOT's trap entry switches */
#endif
}

/* RIOT's thread_yield_higher(), outside handlers. */
void metronome_yield_higher(void)
{
    yield(irq_disable());
}

void __wrap_thread_yield(void)
{
    unsigned state = irq_disable();
    thread_t *active = thread_get_active();

    if (active->status >= STATUS_ON_RUNQUEUE) {
        ci_list_put(sched_active_pid, active->priority);    /* behind the others of its level */
    }
    if (irq_is_in()) {
        sched_context_switch_request = 1;
        irq_restore(state);
    }
    else {
        yield(state);
    }
}

NORETURN void __wrap_sched_task_exit(void)
{
#if defined(MODULE_TEST_UTILS_PRINT_STACK_USAGE) && defined(DEVELHELP)
    void print_stack_usage_metric(const char *name, void *stack, unsigned max_size);
    thread_t *active = thread_get_active();

    print_stack_usage_metric(active->name, active->stack_start, active->stack_size);
#endif
    irq_disable();
    sched_threads[sched_active_pid] = NULL;
    sched_num_threads--;
    __wrap_sched_set_status(thread_get_active(), STATUS_STOPPED);
    sched_active_thread = NULL;
    cpu_switch_context_exit();
}

/* RIOT enables interrupts before the last switch. A handler could then end the zombie and give its pid away. */
void __wrap_thread_zombify(void)
{
    if (irq_is_in()) {
        return;
    }
    unsigned state = irq_disable();

    __wrap_sched_set_status(thread_get_active(), STATUS_ZOMBIE);
    yield(state);
    UNREACHABLE();
}
