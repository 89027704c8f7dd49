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
void metronome_new_bank(struct k_thread *thread, uint32_t bank, char *pointer, k_thread_entry_t entry, void *p1,
                        void *p2, void *p3);
void metronome_start_banks(void);

uint32_t metronome_find(const struct k_thread *thread)
{
    uint32_t number = THREADS;

    while (number > 0u && metronome_threads.of[number] != thread) {
        number--;
    }
    return number;
}

/*
 * Returns a number for a new thread: its earlier number, the lowest free one, a dead thread's, or 0. If threads share a
 * register bank, they have the highest numbers, and numbers of dead threads count as free.
 */
static uint32_t number_for(const struct k_thread *thread)
{
    uint32_t found = metronome_find(thread);

    for (uint32_t number = 1; found == 0u && number <= THREADS; number++) {
        const struct k_thread *other = metronome_threads.of[number];

        if (other == NULL || (METRONOME_SHARES_BANK && (other->base.thread_state & _THREAD_DEAD) != 0u)) {
            found = number;
        }
    }
    for (uint32_t number = 1; found == 0u && number <= THREADS; number++) {
        if ((metronome_threads.of[number]->base.thread_state & _THREAD_DEAD) != 0u) {
            found = number;
        }
    }
    return found;
}

/* Zephyr calls this function for each thread that it creates, in place of arch_new_thread(). */
void __wrap_arch_new_thread(struct k_thread *thread, k_thread_stack_t *stack, char *pointer, k_thread_entry_t entry,
                            void *p1, void *p2, void *p3)
{
    unsigned int key = irq_lock();
    uint32_t number = number_for(thread);

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
#endif
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
    ci_list_clear(0);
#if CONFIG_METRONOME_BANKS > 0
    metronome_start_banks();
#endif
    return 0;
}

SYS_INIT(start_lists, PRE_KERNEL_2, 0);
