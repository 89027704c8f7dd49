/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads in the task lists. Each thread has a number from 1 to CONFIG_METRONOME_THREADS, which is its task in the
 * lists and its register bank. If there are more threads than banks, the threads with the highest numbers share a bank.
 * A thread's level is its priority, counted from the most urgent one.
 *
 * With register banks, the number is the thread's switch handle, which Zephyr leaves to the port. Without them, it is
 * the thread's CPU mask, which has no other use with one CPU.
 *
 * The caller of a function holds the scheduler's lock, so interrupts are off.
 */
#ifndef METRONOME_THREADS_H
#define METRONOME_THREADS_H

#include <zephyr/kernel.h>

#include <ci_intrinsics.h>

/* The thread of each number. The task lists return the number -1 if no thread is ready, so `none` is before `of`. */
struct metronome_threads {
    struct k_thread *none;                              /* always NULL */
    struct k_thread *of[CONFIG_METRONOME_THREADS + 1];  /* NULL: the number is free. 0 is not used. */
};

extern struct metronome_threads metronome_threads;

static ALWAYS_INLINE uint32_t metronome_number(struct k_thread *thread)
{
#if CONFIG_METRONOME_BANKS > 0
    return (uint32_t)thread->switch_handle;
#else
    /* Zephyr writes the mask of a new thread after all hooks: all bits are 1 until the thread is ready for the first
     * time. Until then, the number is in s1: a thread does not read the first value of s1. */
    if (unlikely((uint8_t)thread->base.cpu_mask == UINT8_MAX)) {
        thread->base.cpu_mask = (uint8_t)thread->callee_saved.s1;
    }
    return thread->base.cpu_mask;
#endif
}

#if CONFIG_METRONOME_BANKS > 0
/* The highest bank of threads. If there are more threads, those from this number on share it. */
#define METRONOME_SHARED_BANK (CONFIG_METRONOME_BANKS - 2)
#define METRONOME_SHARES_BANK (CONFIG_METRONOME_THREADS > METRONOME_SHARED_BANK)
#else
#define METRONOME_SHARED_BANK 0
#define METRONOME_SHARES_BANK 0
#endif

static ALWAYS_INLINE bool metronome_shares_bank(uint32_t number)
{
    return METRONOME_SHARES_BANK && number >= METRONOME_SHARED_BANK;
}

#if CONFIG_METRONOME_BANKS > 0
uint32_t metronome_bank_of_sharer(uint32_t number);

/* Lets no switch save the registers of the thread of this number: it has ended, and its stack may have another use. */
void metronome_forget_registers(uint32_t number);

/* Runs the thread of this number instead of the caller. key: from before the critical section. */
static ALWAYS_INLINE void metronome_switch(uint32_t number, unsigned int key)
{
    if (metronome_shares_bank(number)) {
        number = metronome_bank_of_sharer(number);
    }
    ci_context_switch(number, key);
    __asm__ volatile("" : : : "memory");
}
#endif

static ALWAYS_INLINE uint32_t metronome_level(int priority)
{
    return (uint32_t)(priority + CONFIG_NUM_COOP_PRIORITIES);
}

/* Appends a thread to its level. */
static ALWAYS_INLINE void metronome_make_ready(struct k_thread *thread)
{
    ci_list_put(metronome_number(thread), metronome_level(thread->base.prio));
}

static ALWAYS_INLINE void metronome_remove_ready(struct k_thread *thread)
{
    (void)ci_list_remove(metronome_number(thread));
}

/* Returns the thread to run, or NULL if no thread is ready. */
static ALWAYS_INLINE struct k_thread *metronome_first_ready(void)
{
    const int32_t number = (int32_t)ci_list_head();

#ifdef CONFIG_METRONOME_TIME_BASE
    /* `head` lets the time base interrupt for threads above this one, for which Zephyr needs no interrupt. */
    ci_time_write(CI_TIME_BASE_RUNNING, 0);
#endif
    return metronome_threads.of[number];
}

#endif
