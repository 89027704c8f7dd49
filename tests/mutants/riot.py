# SPDX-License-Identifier: Apache-2.0
"""Mutants of RIOT's CPU folder: the applications in tests/kernel/riot must find them."""
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

ALARM = table(
    "test_riot.py::test_an_alarm_that_interrupts_again_is_found", "sw/riot/cpu/metronome",
    ("the tick interrupts for a more urgent thread", "periph/timer.c:end_alarm",
     "ci_time_write(CI_TIME_BASE_RUNNING, 0);", "", "levels,units.time_base=true"))

OPEN = '    irq_enable();\n    __asm__ volatile ("nop; nop; nop; nop");\n    irq_disable();\n'
# The last items are the system and the bit mask of the kinds in tests/kernel/riot/sweep that show the fault.
INTERRUPTED = table(
    "test_interrupted_services.py::test_a_fault_of_the_riot_cpu_is_found", "sw/riot/cpu/metronome",
    ("a thread blocks in two critical sections", "lists.c:__wrap_sched_set_status",
     "        (void)ci_list_remove(thread->pid);\n", f"        (void)ci_list_remove(thread->pid);\n{OPEN}",
     "levels", 1),
    ("a thread is woken in two critical sections", "lists.c:__wrap_sched_set_status",
     "            tell_entry(thread->priority);\n        }\n    }\n",
     f"            tell_entry(thread->priority);\n{OPEN}        }}\n    }}\n", "levels", 1),
    ("banks: interrupts are enabled before the switch", "lists.c:yield", "    activate(first);\n",
     f"    activate(first);\n{OPEN}", "levels-contexts", 1),
    ("banks: a handler can change the choice of the next thread before the switch", "lists.c:yield",
     "    uint32_t first = ci_list_head();\n", f"    uint32_t first = ci_list_head();\n\n{OPEN}", "levels-contexts", 1),
    ("a yield without a switch leaves interrupts disabled", "lists.c:yield",
     "        irq_restore(state);\n        return;\n", "        return;\n", "levels", 64))

# The last item is the system that shows the fault.
THREAD_LOCAL = table(
    "test_riot_thread_local.py::test_a_wrong_thread_pointer_is_found", "sw/riot/cpu/metronome",
    ("a switch keeps the thread pointer", "lists.c:activate", "        _set_tls(next->tls);\n", "", "levels"),
    ("banks: a new thread has no thread pointer", "banks.c:__wrap_thread_stack_init",
     "    ci_context_write(bank, TP, (uint32_t)thread->tls);\n", "", "levels-contexts"),
    ("banks: handlers have no thread pointer", "banks.c:__wrap_riscv_irq_init",
     "    ci_context_write(HANDLERS_BANK, TP, top);\n", "", "levels-contexts"))
