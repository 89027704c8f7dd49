# SPDX-License-Identifier: Apache-2.0
"""Mutants of the benchmark programs."""
from . import table

SERVICES = table(
    "test_freertos_bench.py::test_measurement_of_a_faulty_service_fails", "bench/freertos",
    ("a service fails", "services.c", "xSemaphoreCreateBinary()", "xSemaphoreCreateCounting(1u, 1u)"),
    ("the waiting task has a lower priority", "services.c", "TakesSemaphore, HIGH", "TakesSemaphore, LOW"),
    ("the other task does not wake the measuring task", "services.c", "GIVER(Sends, SEND())",
     "GIVER(Sends, pdTRUE)"),
    ("a measurement ends twice", "services.c", "DelayWait(void) { START();", "DelayWait(void) { START(); STOP();"),
    quick=("a service fails", "the waiting task has a lower priority"))

# The last items of a row are the workload and the error message that the workload must print.
THREAD_METRIC = table(
    "test_thread_metric.py::test_faulty_workload_reports_an_error", "bench/thread_metric",
    ("a received message is not copied", "tm_port.c", "    Copy(message_ptr, message->Word);", "    (void)message_ptr;",
     "message_processing", "a message is not the one that was sent"),
    ("a word of a message is not copied", "tm_port.c", "    to[1] = b;", "    to[1] = a + 0 * b;", "message_processing",
     "a message is not the one that was sent"),
    ("a post does not arrive", "tm_port.c", "ResultOf(OSSemPost(Semaphore[semaphore_id]))",
     "TM_SUCCESS + 0 * semaphore_id", "synchronization_processing", "a counter stands still"),
    ("a task does not pass the turn", "tm_port.c", "    TurnPass(self);\n    if (Turn", "    if (Turn",
     "cooperative_scheduling", "a counter stands still"),
    ("the handler is not called", "tm_interrupt.h", "    tm_interrupt_handler();\n", "", "interrupt_processing",
     "an interrupt did not come, or twice"),
    ("the pool returns no block", "tm_port.c", "OSMemGet(Pool[pool_id], &err)",
     "OSMemGet(pool_id < 0 ? Pool[0] : (OS_MEM *)0, &err)", "memory_allocation", "tm_memory_pool_allocate"))
