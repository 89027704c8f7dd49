/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Short ways: the usual cases of Zephyr's services in one critical section. The linker calls these functions in place
 * of Zephyr's (--wrap). In a case that a function does not know, it calls Zephyr's function with nothing changed.
 *
 * They work on the same objects and states as Zephyr's functions, so both can be mixed. The build excludes options that
 * would have to see each step: tracing, usage statistics, checks of locks, meta-IRQ threads. Without the ready queue in
 * the core, only the cases that wake no thread are short.
 */
#include <string.h>

#include <zephyr/kernel.h>

#include <ksched.h>
#include <kswap.h>
#include <priority_q.h>
#include <timeout_q.h>
#include <wait_q.h>

#define CPU (&_kernel.cpus[0])

static ALWAYS_INLINE struct k_thread *first_waiter(_wait_q_t *queue)
{
    sys_dnode_t *node = sys_dlist_peek_head(&queue->waitq);

    return node != NULL ? CONTAINER_OF(node, struct k_thread, base.qnode_dlist) : NULL;
}

/* Returns whether a thread polls an object for events. list: POLL_EVENTS(object) */
static ALWAYS_INLINE bool is_polled(sys_dlist_t *list)
{
    return list != NULL && !sys_dlist_is_empty(list);
}

#ifdef CONFIG_POLL
#define POLL_EVENTS(object) (&(object)->poll_events)
#else
#define POLL_EVENTS(object) NULL
#endif

#ifdef CONFIG_METRONOME_READY_QUEUE

#ifdef CONFIG_TIMESLICING
void z_reset_time_slice(struct k_thread *thread);
#endif

/* ------------------------------------------------- Ready queue ------------------------------------------------ */

static ALWAYS_INLINE void make_ready(struct k_thread *thread)
{
    thread->base.thread_state |= _THREAD_QUEUED;
    metronome_make_ready(thread);
}

static ALWAYS_INLINE struct k_thread *most_urgent(void)
{
    struct k_thread *thread = metronome_first_ready();

    return likely(thread != NULL) ? thread : CPU->idle_thread;
}

/* Ends the critical section that `key` began, and runs this thread, which is the most urgent one. */
static ALWAYS_INLINE void switch_to(struct k_thread *thread, unsigned int key)
{
    struct k_thread *caller = CPU->current;

    _kernel.ready_q.cache = thread;
    if (thread == caller) {
        arch_irq_unlock(key);
        return;
    }
#ifdef CONFIG_TIMESLICING
    z_reset_time_slice(thread);
#endif
    CPU->current = thread;
#if CONFIG_METRONOME_BANKS > 0
    metronome_switch((uint32_t)thread->switch_handle, key);
#else
    arch_switch(thread->switch_handle, &caller->switch_handle);
    arch_irq_unlock(key);
#endif
}

static ALWAYS_INLINE bool is_preemptible(const struct k_thread *running)
{
    return running->base.preempt < (uint16_t)_NON_PREEMPT_THRESHOLD;
}

/* Returns whether the running thread cannot go on, because a handler has suspended or ended it. */
static ALWAYS_INLINE bool is_prevented(const struct k_thread *running)
{
    return (running->base.thread_state & ~_THREAD_QUEUED) != 0u;
}

/*
 * Makes a thread ready that waits for nothing else, and ends the critical section. If another thread must run, the
 * switch comes at once, or at the end of the handler or of the outer critical section.
 */
static ALWAYS_INLINE void wake(struct k_thread *thread, unsigned int key)
{
    struct k_thread *running = CPU->current, *next;

    make_ready(thread);
    if (thread->base.prio < running->base.prio && is_preemptible(running)) {
        next = most_urgent();
    } else if (unlikely(_kernel.ready_q.cache != running)) {
        /* A handler may have suspended the running thread, and resume it. Then the choice must be made again. */
        next = is_preemptible(running) || is_prevented(running) ? most_urgent() : running;
    } else {
        arch_irq_unlock(key);
        return;
    }
    if (likely(arch_irq_unlocked(key) && CPU->nested == 0u)) {
        switch_to(next, key);
        return;
    }
    _kernel.ready_q.cache = next;
#ifdef CONFIG_TIMESLICING
    if (next != running) {
        z_reset_time_slice(next);
    }
#endif
    arch_irq_unlock(key);
}

/* Returns whether the caller is a thread that is ready and nothing else. */
static ALWAYS_INLINE bool is_plain(const struct k_thread *thread)
{
    return thread->base.thread_state == _THREAD_QUEUED && CPU->nested == 0u;
}

/* ------------------------------------------------- Wait queues ------------------------------------------------ */

/* Ends the wait of a thread with the result 0, and the critical section. */
static __attribute__((noinline)) void end_wait(struct k_thread *thread, unsigned int key)
{
    sys_dlist_remove(&thread->base.qnode_dlist);
    thread->base.thread_state &= ~_THREAD_PENDING;
    thread->base.pended_on = NULL;
    if (!z_is_inactive_timeout(&thread->base.timeout)) {
        (void)z_abort_timeout(&thread->base.timeout);
    }
    arch_thread_return_value_set(thread, 0);
    if (likely(thread->base.thread_state == 0u)) {
        wake(thread, key);
    } else {
        arch_irq_unlock(key);               /* suspended too: k_thread_resume() makes it ready */
    }
}

/* --------------------------------------------------- Threads -------------------------------------------------- */

void __real_z_impl_k_yield(void);
void __real_z_impl_k_thread_suspend(struct k_thread *thread);
void __real_z_impl_k_thread_resume(struct k_thread *thread);

void __wrap_z_impl_k_yield(void)
{
    unsigned int key = arch_irq_lock();
    struct k_thread *caller = CPU->current;

    if (unlikely(!is_plain(caller))) {      /* the idle thread */
        arch_irq_unlock(key);
        __real_z_impl_k_yield();
        return;
    }
    metronome_make_ready(caller);           /* to the end of its level */
    switch_to(most_urgent(), key);
}

void __wrap_z_impl_k_thread_suspend(struct k_thread *thread)
{
    unsigned int key = arch_irq_lock();

    if (unlikely(thread != CPU->current || !is_plain(thread))) {
        arch_irq_unlock(key);
        __real_z_impl_k_thread_suspend(thread);
        return;
    }
    thread->base.thread_state = _THREAD_SUSPENDED;
    metronome_remove_ready(thread);
    switch_to(most_urgent(), key);
}

void __wrap_z_impl_k_thread_resume(struct k_thread *thread)
{
    unsigned int key = arch_irq_lock();

    if (unlikely(thread->base.thread_state != _THREAD_SUSPENDED ||
                 !z_is_inactive_timeout(&thread->base.timeout))) {
        arch_irq_unlock(key);
        __real_z_impl_k_thread_resume(thread);
        return;
    }
    thread->base.thread_state = 0u;
    wake(thread, key);
}

#endif

/* -------------------------------------------------- Semaphores ------------------------------------------------ */

void __real_z_impl_k_sem_give(struct k_sem *sem);
int __real_z_impl_k_sem_take(struct k_sem *sem, k_timeout_t timeout);

void __wrap_z_impl_k_sem_give(struct k_sem *sem)
{
    unsigned int key = arch_irq_lock();
    struct k_thread *waiter = first_waiter(&sem->wait_q);

    if (unlikely(waiter != NULL || is_polled(POLL_EVENTS(sem)))) {
#ifdef CONFIG_METRONOME_READY_QUEUE
        if (waiter != NULL) {
            end_wait(waiter, key);
            return;
        }
#endif
        arch_irq_unlock(key);
        __real_z_impl_k_sem_give(sem);
        return;
    }
    if (sem->count != sem->limit) {
        sem->count++;
    }
    arch_irq_unlock(key);
}

int __wrap_z_impl_k_sem_take(struct k_sem *sem, k_timeout_t timeout)
{
    unsigned int key = arch_irq_lock();

    if (likely(sem->count > 0u)) {
        sem->count--;
        arch_irq_unlock(key);
        return 0;
    }
    arch_irq_unlock(key);
    return __real_z_impl_k_sem_take(sem, timeout);
}

/* ------------------------------------------------ Message queues ---------------------------------------------- */

int __real_z_impl_k_msgq_put(struct k_msgq *queue, const void *data, k_timeout_t timeout);
int __real_z_impl_k_msgq_get(struct k_msgq *queue, void *data, k_timeout_t timeout);

/* Copies a message. Most messages are a few words. */
static ALWAYS_INLINE void copy(void *target, const void *source, size_t bytes)
{
    uint32_t *to = target;
    const uint32_t *from = source;

    if (unlikely((((uintptr_t)target | (uintptr_t)source | bytes) & 3u) != 0u || bytes > 64u)) {
        (void)memcpy(target, source, bytes);
        return;
    }
    for (; bytes >= 16u; bytes -= 16u, to += 4, from += 4) {
        uint32_t a = from[0], b = from[1], c = from[2], d = from[3];

        to[0] = a;
        to[1] = b;
        to[2] = c;
        to[3] = d;
    }
    for (; bytes != 0u; bytes -= 4u) {
        *to++ = *from++;
    }
}

int __wrap_z_impl_k_msgq_put(struct k_msgq *queue, const void *data, k_timeout_t timeout)
{
    unsigned int key = arch_irq_lock();
    struct k_thread *waiter = first_waiter(&queue->wait_q);

    if (unlikely(waiter != NULL || queue->used_msgs == queue->max_msgs || is_polled(POLL_EVENTS(queue)))) {
#ifdef CONFIG_METRONOME_READY_QUEUE
        if (waiter != NULL && queue->used_msgs < queue->max_msgs) {         /* it waits in k_msgq_get() */
            copy(waiter->base.swap_data, data, queue->msg_size);
            end_wait(waiter, key);
            return 0;
        }
#endif
        arch_irq_unlock(key);
        return __real_z_impl_k_msgq_put(queue, data, timeout);
    }
    copy(queue->write_ptr, data, queue->msg_size);
    queue->write_ptr += queue->msg_size;
    if (queue->write_ptr == queue->buffer_end) {
        queue->write_ptr = queue->buffer_start;
    }
    queue->used_msgs++;
    arch_irq_unlock(key);
    return 0;
}

int __wrap_z_impl_k_msgq_get(struct k_msgq *queue, void *data, k_timeout_t timeout)
{
    unsigned int key = arch_irq_lock();

    if (unlikely(queue->used_msgs == 0u || first_waiter(&queue->wait_q) != NULL)) {
        arch_irq_unlock(key);
        return __real_z_impl_k_msgq_get(queue, data, timeout);
    }
    copy(data, queue->read_ptr, queue->msg_size);
    queue->read_ptr += queue->msg_size;
    if (queue->read_ptr == queue->buffer_end) {
        queue->read_ptr = queue->buffer_start;
    }
    queue->used_msgs--;
    arch_irq_unlock(key);
    return 0;
}

/* --------------------------------------------------- Mutexes -------------------------------------------------- */

int __real_z_impl_k_mutex_lock(struct k_mutex *mutex, k_timeout_t timeout);
int __real_z_impl_k_mutex_unlock(struct k_mutex *mutex);

int __wrap_z_impl_k_mutex_lock(struct k_mutex *mutex, k_timeout_t timeout)
{
    unsigned int key = arch_irq_lock();
    struct k_thread *caller = CPU->current;

    if (unlikely(mutex->lock_count != 0u)) {
        arch_irq_unlock(key);
        return __real_z_impl_k_mutex_lock(mutex, timeout);
    }
    mutex->owner_orig_prio = caller->base.prio;
    mutex->lock_count = 1u;
    mutex->owner = caller;
    arch_irq_unlock(key);
    return 0;
}

int __wrap_z_impl_k_mutex_unlock(struct k_mutex *mutex)
{
    unsigned int key = arch_irq_lock();
    struct k_thread *caller = CPU->current;

    if (unlikely(mutex->owner != caller || mutex->lock_count != 1u || first_waiter(&mutex->wait_q) != NULL ||
                 mutex->owner_orig_prio != caller->base.prio)) {
        arch_irq_unlock(key);
        return __real_z_impl_k_mutex_unlock(mutex);
    }
    mutex->lock_count = 0u;
    mutex->owner = NULL;
    arch_irq_unlock(key);
    return 0;
}
