# SPDX-License-Identifier: Apache-2.0
"""Mutants of RIOT's CPU folder: tests/kernel/riot/hammer must find them."""
from . import table

# The last item is the system that shows the fault.
HAMMER = table(
    "test_riot.py::test_a_fault_is_found_by_the_hammer", "sw/riot/cpu/metronome",
    ("a thread that blocks stays in the lists", "lists.c:__wrap_sched_set_status",
     "        (void)ci_list_remove(thread->pid);\n", "", "levels"),
    ("a woken thread does not enter the lists", "lists.c:__wrap_sched_set_status",
     "            ci_list_put(thread->pid, thread->priority);\n", "", "levels"),
    ("a new priority does not reach the lists", "lists.c:__wrap_sched_change_priority",
     "        ci_list_put(thread->pid, priority);\n", "", "levels"),
    ("a more urgent thread does not preempt after a change of priority", "lists.c:__wrap_sched_change_priority",
     "        thread_yield_higher();\n", "", "levels"),
    ("the preempted thread keeps the status `running`", "lists.c:activate",
     "                active->status = STATUS_PENDING;\n", "", "levels"),
    ("banks: an interrupt ends without a switch", "banks.c:handle_trap",
     "return sched_context_switch_request ?", "return false ?", "levels-contexts"))
