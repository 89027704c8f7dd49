# SPDX-License-Identifier: Apache-2.0
"""Mutants of hardware threads: their delegates, and the kernel code that serves them."""
from . import table

TEST = "test_hardware_threads.py::"

LOCKS = table(
    TEST + "test_fault_in_mutex_locking_is_found", "sw",
    ("the ceiling stays reserved for the owner", "kernel/os_mutex.c",
     "            OSTCBPrioTbl[pcp] = OS_TCB_RESERVED;\n            OS_TRACE", "            OS_TRACE"),
    ("an ended promotion still counts", "kernel/os_mutex.c",
     "            OSMutexPromotions--;\n            OSTCBPrioTbl[pcp] =", "            OSTCBPrioTbl[pcp] ="),
    ("the owner stays at the ceiling", "kernel/os_mutex.c", "            OS_TCBPrioSet(ptcb, prio);\n        } else",
     "        } else"),
    ("any task can release the mutex", "kernel/os_mutex.c", "    if (!OS_ACCEL_LIKELY(pevent->OSEventPtr == ptcb)) {",
     "    if (OS_FALSE) {"),
    ("a thread can take an owned mutex", "kernel/os_mutex.c",
     "    if (!OS_ACCEL_LIKELY(MUTEX_PRIO(pevent) == MUTEX_NO_OWNER)) {", "    if (OS_FALSE) {"),
    ("the handler acts for a delegate that is not idle", "threads/os_hw_handler.h",
     "(OS_HwIdle(p_hw->Tcb) && HW_LIKELY(OS_MutexTakeForDelegate", "(HW_LIKELY(OS_MutexTakeForDelegate"),
    quick=("the handler acts for a delegate that is not idle",))

# The last item is the beginning of the log line that reports the fault.
TIME = table(
    TEST + "test_fault_in_the_time_of_a_thread_is_found", "sw",
    ("a set of the time is not forwarded", "kernel/os_time.c", "OS_TimeOffsetHook(ticks);", "(void)ticks;",
     "another time"),
    ("a tick is not counted", "kernel/os_tick.c", "    } else {\n        OS_AccelTimeTick();\n    }\n    OS_EXIT",
     "    }\n    OS_EXIT", "ticks that a debugger holds"),
    ("a set can occur within a tick", "kernel/os_tick.c",
     "    OS_ENTER_CRITICAL();\n#if OS_TIME_GET_SET_EN > 0u\n    OSTime++;\n#endif\n    if (counts",
     "    OSTime++;\n    OS_ENTER_CRITICAL();\n    if (counts", "set between any two instructions of a tick"),
    ("the time is not set at the start", "threads/os_hw_circuit.h", "    OS_HwTimeSet();\n",
     "    (void)OS_HwTimeSet;\n", "ticks before the first task"), quick=("the time is not set at the start",))

TIMEOUT = table(
    TEST + "test_timed_out_wait_does_not_return_posted", "sw",
    ("any ready task counts as posted to", "threads/os_hw_handler.h",
     "OS_AccelEventHas((const OS_EVENT *)(p_obj), (p_tcb))", "((void)(p_obj), OS_FALSE)"), quick=())
WOKEN = table(
    TEST + "test_interrupt_runs_the_task_that_a_direct_post_wakes", "sw",
    ("the interrupt of a direct post is not enabled", "threads/os_hw_direct.h",
     "    BSP_IntEnable(HARDWARE_THREADS_WOKEN_INTERRUPT);\n", ""), quick=())
YIELD = table(
    TEST + "test_woken_task_runs_before_the_posting_threads_next_wait", "sw",
    ("a post that woke a task is answered without a yield", "threads/os_hw_handler.h",
     "? OS_HW_REG_YIELD : OS_HW_REG_ANSWER", "? OS_HW_REG_ANSWER : OS_HW_REG_ANSWER"), quick=())
SUSPENDED = table(
    TEST + "test_a_call_does_not_wake_a_suspended_delegate", "sw",
    ("a call wakes a suspended delegate", "threads/os_hw_delegate.h", "if (p_tcb->OSTCBStat == OS_STAT_RDY) {",
     "if (OS_TRUE) {"), quick=())

INTERRUPTED = table(
    "test_interrupted_threads.py::test_fault_of_a_delegate_is_found", "sw",
    ("interrupts are enabled between the check and the wait", "threads/os_hw_delegate.h",
     "        p_tcb->OSTCBStat |= OS_STAT_SEM;\n",
     '        OS_EXIT_CRITICAL();\n        __asm__ volatile("nop; nop; nop; nop");\n        OS_ENTER_CRITICAL();\n'
     "        p_tcb->OSTCBStat |= OS_STAT_SEM;\n"),
    ("interrupts are enabled before the delegate is not ready", "threads/os_hw_delegate.h",
     "        OS_AccelRdyClr(p_tcb);\n        OS_EXIT_CRITICAL();\n",
     "        OS_EXIT_CRITICAL();\n        OS_AccelRdyClr(p_tcb);\n"),
    ("a wait is answered twice", "threads/os_hw_delegate.h", "if (!p_hw->Answered) {", "if (OS_TRUE) {"),
    ("an answer is kept for the next call", "threads/os_hw_delegate.h", "            p_hw->Answered = OS_FALSE;\n", ""),
    quick=("interrupts are enabled before the delegate is not ready",))
