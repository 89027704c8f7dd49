# SPDX-License-Identifier: Apache-2.0
"""Mutants of the Zephyr module: tests/kernel/zephyr/hammer must find them."""
from . import table

# The last item is the system that shows the fault.
HAMMER = table(
    "test_zephyr.py::test_a_fault_is_found_by_the_hammer", "sw/zephyr/kernel",
    ("a wake-up in a handler chooses no thread", "short.c", "        _kernel.ready_q.cache = next;\n", "", "levels"),
    ("a woken thread does not run at once", "short.c:wake", "            switch_to(next, key);\n            return;\n",
     "", "levels"),
    ("a handler interrupts between the test of a count and its change", "short.c:__wrap_z_impl_k_sem_take",
     "        sem->count--;\n", "        uint32_t count = sem->count;\n\n        arch_irq_unlock(key);\n"
     "        sem->count = count - 1u;\n", "levels"),
    ("a suspended thread stays in the ready queue", "short.c:__wrap_z_impl_k_thread_suspend",
     "    metronome_remove_ready(thread);\n", "", "levels"),
    ("a mutex with waiters is freed", "short.c:__wrap_z_impl_k_mutex_unlock",
     "first_waiter(&mutex->wait_q) != NULL ||", "false ||", "levels"),
    ("banks: an interrupt ends without a switch", "banks.c:next_bank",
     "    if (_kernel.ready_q.cache != _kernel.cpus[0].current) {", "    if (false) {", "levels-contexts"))
