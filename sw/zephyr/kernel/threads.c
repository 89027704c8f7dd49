/* SPDX-License-Identifier: Apache-2.0 */
/* The numbers of threads in the task lists. */
#include <zephyr/init.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include <metronome_threads.h>

#define THREADS CONFIG_METRONOME_THREADS

/* Levels in use, from 0 on. The idle thread, which is below them, is never in the ready queue. */
#define LEVELS  metronome_level(K_LOWEST_THREAD_PRIO)

struct metronome_threads metronome_threads;

void __real_arch_new_thread(struct k_thread *thread, k_thread_stack_t *stack, char *pointer, k_thread_entry_t entry,
                            void *p1, void *p2, void *p3);
void __real_z_impl_k_thread_abort(struct k_thread *thread);
void metronome_new_bank(struct k_thread *thread, uint32_t bank, char *pointer, k_thread_entry_t entry, void *p1,
                        void *p2, void *p3);
void metronome_start_banks(void);

/* Free numbers, in two linked lists: numbers of banks for one thread, and of the shared bank. 0 ends a list. */
static uint8_t first_free[2];
static uint8_t next_free[THREADS + 1];

static ALWAYS_INLINE void free_number(uint32_t number)
{
    uint8_t *first = &first_free[metronome_shares_bank(number)];

    next_free[number] = *first;
    *first = number;
}

/* Returns a free number, or 0. The numbers of the shared bank come last. */
static ALWAYS_INLINE uint32_t take_number(void)
{
    uint8_t *first = &first_free[METRONOME_SHARES_BANK && first_free[0] == 0u];
    uint32_t number = *first;

    *first = next_free[number];
    return number;
}

/* Returns whether the thread exists. If it does not, its structure may have any content. */
static ALWAYS_INLINE bool exists(struct k_thread *thread)
{
    uint32_t number = metronome_number(thread);

    return number != 0u && number <= THREADS && metronome_threads.of[number] == thread;
}

/* Zephyr calls this function for each thread that it creates, in place of arch_new_thread(). */
void __wrap_arch_new_thread(struct k_thread *thread, k_thread_stack_t *stack, char *pointer, k_thread_entry_t entry,
                            void *p1, void *p2, void *p3)
{
    unsigned int key = irq_lock();
    uint32_t number = exists(thread) ? metronome_number(thread) : take_number();

    if (number == 0u) {
        printk("Metronome: more than %d threads; increase CONFIG_METRONOME_THREADS\n", THREADS);
        k_panic();
    }
    metronome_threads.of[number] = thread;
    irq_unlock(key);
#if CONFIG_METRONOME_BANKS > 0
    ARG_UNUSED(stack);
    metronome_new_bank(thread, number, pointer, entry, p1, p2, p3);
#else
    __real_arch_new_thread(thread, stack, pointer, entry, p1, p2, p3);
    thread->callee_saved.s1 = number;
#endif
}

/* Gives the thread's number back. Interrupts are off, so no other thread runs before the kernel has ended this one. */
void __wrap_z_impl_k_thread_abort(struct k_thread *thread)
{
    unsigned int key = irq_lock();
    uint32_t number = metronome_number(thread);

    if (!exists(thread) || (thread->base.user_options & K_ESSENTIAL) != 0u) {
        irq_unlock(key);
        __real_z_impl_k_thread_abort(thread);       /* the thread has ended already, or the kernel panics */
        return;
    }
    if (METRONOME_SHARES_BANK) {
        metronome_forget_registers(number);
    }
    metronome_threads.of[number] = NULL;
    free_number(number);
    __real_z_impl_k_thread_abort(thread);
    irq_unlock(key);
}

static int start_lists(void)
{
    uint32_t tasks = CI_INFO_TASKS(ci_info());
    uint32_t levels = CI_LIST_INFO_LEVELS(ci_list_info());

    if (tasks <= THREADS || levels < LEVELS) {
        printk("Metronome: the core has %u tasks and %u levels, but the program needs %u and %u\n", tasks, levels,
               THREADS + 1u, LEVELS);
        k_panic();
    }
    for (uint32_t number = THREADS; number > 0u; number--) {
        free_number(number);
    }
    ci_list_clear(0);
#if CONFIG_METRONOME_BANKS > 0
    metronome_start_banks();
#endif
    return 0;
}

SYS_INIT(start_lists, PRE_KERNEL_2, 0);
