# SPDX-License-Identifier: Apache-2.0
"""Mutants of the Zephyr module: tests/kernel/zephyr/hammer must find them."""
from . import table

# The last item is the system that shows the fault.
HAMMER = table(
    "test_zephyr.py::test_a_fault_is_found_by_the_hammer", "sw/zephyr/kernel",
    ("a wake-up in a handler chooses no thread", "short.c:wake", "    _kernel.ready_q.cache = next;\n", "", "levels"),
    ("a woken thread does not run at once", "short.c:wake", "        switch_to(next, key);\n        return;\n",
     "", "levels"),
    ("a thread that a handler suspends and resumes does not run on", "short.c:wake",
     "unlikely(_kernel.ready_q.cache != running)", "false", "levels"),
    ("a handler interrupts between the test of a count and its change", "short.c:__wrap_z_impl_k_sem_take",
     "        sem->count--;\n", "        uint32_t count = sem->count;\n\n        arch_irq_unlock(key);\n"
     "        sem->count = count - 1u;\n", "levels"),
    ("a suspended thread stays in the ready queue", "short.c:__wrap_z_impl_k_thread_suspend",
     "    metronome_remove_ready(thread);\n", "", "levels"),
    ("a mutex with waiters is freed", "short.c:__wrap_z_impl_k_mutex_unlock",
     "first_waiter(&mutex->wait_q) != NULL ||", "false ||", "levels"),
    ("banks: an interrupt ends without a switch", "banks.c:next_bank",
     "    if (_kernel.ready_q.cache != _kernel.cpus[0].current) {", "    if (false) {", "levels-contexts"),
    ("a handler resumes a thread of the shared bank at another thread's address", "banks.c:bank_after_handler",
     "    if (interrupted != SHARED_BANK) {", "    if (true) {", "levels-contexts,core.contexts=8"))

# The last item is the system that shows the fault.
NEW_THREADS = table(
    "test_zephyr.py::test_a_lost_number_is_found", "sw/zephyr/kernel",
    ("a number is not given back", "threads.c:__wrap_z_impl_k_thread_abort", "    free_number(number);\n", "",
     "levels"),
    ("a number is given back twice", "threads.c:__wrap_z_impl_k_thread_abort",
     "    metronome_threads.of[number] = NULL;\n", "", "levels-contexts"),
    ("a thread that ended passes for the thread that has its number", "threads.c:exists",
     "metronome_threads.of[number] == thread", "metronome_threads.of[number] != NULL", "levels"),
    ("the registers of an ended thread stay in the shared bank", "banks.c:metronome_forget_registers",
     "        metronome_sharer = 0u;\n", "", "levels-contexts,core.contexts=8"))

OPEN = '    arch_irq_unlock(key);\n    __asm__ volatile("nop; nop; nop; nop");\n    (void)arch_irq_lock();\n'
# The last items are the system and the bit mask of the kinds in tests/kernel/zephyr/sweep that show the fault.
INTERRUPTED = table(
    "test_interrupted_services.py::test_a_fault_of_the_zephyr_module_is_found", "sw/zephyr/kernel",
    ("interrupts are enabled in the end of a wait", "short.c:end_wait", "    thread->base.pended_on = NULL;\n",
     f"    thread->base.pended_on = NULL;\n{OPEN}", "levels", 1),
    ("the waiting thread is read before interrupts are disabled", "short.c:__wrap_z_impl_k_sem_give",
     "    unsigned int key = arch_irq_lock();\n    struct k_thread *waiter = first_waiter(&sem->wait_q);\n",
     "    struct k_thread *waiter = first_waiter(&sem->wait_q);\n    unsigned int key = arch_irq_lock();\n",
     "levels", 1),
    ("state and ready queue change in two critical sections", "short.c:__wrap_z_impl_k_thread_suspend",
     "    metronome_remove_ready(thread);\n", f"{OPEN}    metronome_remove_ready(thread);\n", "levels", 16),
    ("a message is counted in two critical sections", "short.c:__wrap_z_impl_k_msgq_put", "    queue->used_msgs++;\n",
     f"    uint32_t used = queue->used_msgs;\n\n{OPEN}    queue->used_msgs = used + 1u;\n", "levels", 2),
    ("a thread that waits and is suspended becomes ready", "short.c:end_wait",
     "    if (likely(thread->base.thread_state == 0u)) {", "    if (true) {", "levels", 1),
    ("banks: interrupts are enabled before the switch", "short.c:switch_to",
     "    metronome_switch((uint32_t)thread->switch_handle, key);\n",
     f"{OPEN}    metronome_switch((uint32_t)thread->switch_handle, key);\n", "levels-contexts", 1))
