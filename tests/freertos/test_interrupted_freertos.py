# SPDX-License-Identifier: Apache-2.0
"""Raise an interrupt at every cycle of every FreeRTOS call that can block, wake a task, time out or be aborted. Check
that nothing is lost, and that no task blocks on an available object (tests/freertos/interrupted_*.c)."""
import re

import pytest

from metro.measure import workloads
from metro.products import core, firmware, soc
from metro.run import execution
from mutants.freertos import INTERRUPTED
from support import slow_except
from test_freertos import PROGRAMS, SYSTEMS, TEMPLATE, TICKLESS, freertos, needs_crate  # noqa: F401  (fixtures)
from test_port import header

SOURCES = sorted(PROGRAMS.glob("interrupted_*.c"))
QUICK_STEP, FAULT_STEP, TICK_STEP, STEP = 613, 127, 31, 1     # cycles between two distances
QUEUES = "-DPARTS=1u"
LINES_ONLY, LINES = "-DLINES_ONLY=1", {"units.lines": 8}.items()
LINE = execution.Line(*map(int, header(PROGRAMS / "interrupted_calls.c")["line"].split()), 1)
CYCLES = {QUICK_STEP: 60_000_000, FAULT_STEP: 60_000_000, TICK_STEP: 100_000_000, STEP: 3_000_000_000}


def run(about, system, step, defs="", software=None, changes=()):
    """Run the sweep with caches that hold the whole program, because a cache miss would delay the interrupted code.
    changes: fields of the configuration."""
    chosen = SYSTEMS[system].changed({**dict(workloads.LARGE_CACHES), **dict(changes)})
    board = soc.build(core.generate(chosen))
    built = firmware.build("interrupted_calls", SOURCES, [PROGRAMS, TEMPLATE], board, rtos=about, software=software,
                           kernel=about.kernel_for(chosen),
                           defs=f"{about.switches(chosen)} -DSTEP={step}u {defs}")
    return execution.execute(built, board, max_cycles=CYCLES[step], line=LINE)


def passes(result):
    return result.status == 0 and result.output.endswith("PASS\n")


@pytest.mark.parametrize("system", slow_except(SYSTEMS, ("levels",)))
def test_interrupted_calls_lose_nothing(freertos, system):
    result = run(freertos, system, QUICK_STEP)
    assert passes(result), result.output


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_interrupted_calls_lose_nothing_at_any_cycle(freertos, system):
    result = run(freertos, system, STEP)
    assert passes(result), result.output


@pytest.mark.parametrize("system", slow_except(TICKLESS, ("levels-tickless-contexts",)))
@pytest.mark.parametrize("step", slow_except((FAULT_STEP, TICK_STEP, STEP), (FAULT_STEP,)))
def test_ticks_within_calls_lose_nothing(freertos, system, step):
    """A tick of the time base takes effect at any cycle of a call, also while interrupts are disabled."""
    result = run(freertos, system, step, "-DTICKS_ONLY=1")
    assert passes(result), result.output


@pytest.mark.parametrize("system", slow_except(TICKLESS, ("levels-tickless-contexts",)))
@pytest.mark.parametrize("step", slow_except((QUICK_STEP, FAULT_STEP, STEP), (QUICK_STEP,)))
def test_lines_within_calls_lose_nothing(freertos, system, step):
    """A line wakes a task at any cycle of a call. The task then makes the call that an interrupt would lead to."""
    result = run(freertos, system, step, LINES_ONLY, changes=LINES)
    assert passes(result), result.output


@pytest.mark.slow
@pytest.mark.parametrize("step", [QUICK_STEP, pytest.param(STEP, marks=pytest.mark.slow)])
def test_trace_macros_with_sections_lose_nothing(freertos, step):
    result = run(freertos, "levels", step, f"-DTRACED {QUEUES}")
    assert passes(result), result.output


HEADERS = ("task", "queue", "semphr", "event_groups", "stream_buffer", "message_buffer", "timers")
EQUIVALENT = {  # public function: function in the table that has the same effect or calls the public function
    "taskYIELD_WITHIN_API": "taskYIELD", "ulTaskGenericNotifyTake": "ulTaskNotifyTake",
    "vTaskDelayUntil": "xTaskDelayUntil", "vTaskGenericNotifyGiveFromISR": "vTaskNotifyGiveFromISR",
    "xTaskGenericNotify": "xTaskNotify", "xTaskNotifyAndQuery": "xTaskNotify",
    "xTaskNotifyAndQueryIndexed": "xTaskNotifyIndexed", "xTaskGenericNotifyFromISR": "xTaskNotifyFromISR",
    "xTaskNotifyAndQueryFromISR": "xTaskNotifyFromISR",
    "xTaskNotifyAndQueryIndexedFromISR": "xTaskNotifyIndexedFromISR", "xTaskGenericNotifyWait": "xTaskNotifyWait",
    "xQueueGenericSend": "xQueueSend", "xQueueGenericSendFromISR": "xQueueSendFromISR",
    "xQueueSendToBackFromISR": "xQueueSendFromISR", "xQueueOverwriteFromISR": "xQueueSendFromISR",
    "xQueueGiveFromISR": "xSemaphoreGiveFromISR", "xQueueGenericReset": "xQueueReset",
    "xQueueSemaphoreTake": "xSemaphoreTake", "xQueueTakeMutexRecursive": "xSemaphoreTakeRecursive",
    "xQueueGiveMutexRecursive": "xSemaphoreGiveRecursive", "xQueueSelectFromSetFromISR": "xQueueReceiveFromISR",
    "vQueueDelete": "vSemaphoreDelete", "xTimerGenericCommandFromTask": "xTimerStart",
    "xTimerGenericCommandFromISR": "xTimerStartFromISR", "xTimerGenericCommand": "xTimerStart",
    "xTimerResetFromISR": "xTimerStartFromISR", "xTimerChangePeriodFromISR": "xTimerStartFromISR",
    "vEventGroupSetBitsCallback": "xEventGroupSetBits", "vEventGroupClearBitsCallback": "xEventGroupClearBits",
    "xStreamBufferSendCompletedFromISR": "xStreamBufferSendFromISR",
    "xStreamBufferReceiveCompletedFromISR": "xStreamBufferReceiveFromISR",
    "xMessageBufferSendCompletedFromISR": "xMessageBufferSendFromISR",
    "xMessageBufferReceiveCompletedFromISR": "xMessageBufferReceiveFromISR"}
NEITHER_BLOCK_NOR_WAKE = r"""    # these neither wait, post, time out nor abort
    (e|pc|pv|uc|ux)[A-Z]\w* | ulTask(Get|\w*ValueClear)\w* | [vx][A-Z]\w*(Create|Get|Is[A-Z]|Number|Hook|Memory)\w*
    vTaskStartScheduler vTaskEndScheduler vTaskStepTick vTaskList vTaskListTasks vTaskSetTimeOutState
    xTaskCheckForTimeOut vTaskSetThreadLocalStoragePointer vTaskSetApplicationTaskTag xTask\w*NotifyStateClear\w*
    xQueueAddToSet xQueueRemoveFromSet xQueuePeekFromISR vQueueAddToRegistry vQueueUnregisterQueue vTimerSet\w+
    xStreamBufferSetTriggerLevel vStreamBufferSetStreamBufferNotificationIndex x(Stream|Message)BufferSpaces?Available
    x(Stream|Message)BufferNext\w+ xStreamBufferBytesAvailable v(Stream|Message)BufferDelete
    x(Stream|Message)BufferResetFromISR
    """
KERNEL_ONLY = r"""  # in the headers for the kernel itself, for several cores, co-routines and the MPU
    task[A-Z]+_\w+ vTask(Enter|Exit)Critical\w* vTask(SwitchContext|MissedYield|YieldWithinAPI|ResetState)
    vTaskInternalSetTimeOutState vTask(PlaceOn|RemoveFrom)\w+ xTaskRemoveFromEventList xTaskPriority(Inherit|Disinherit)
    vTaskPriorityDisinheritAfterTimeout vQueueWaitForMessageRestricted vTimerResetState vTaskCoreAffinitySet
    vTaskPreemption(Enable|Disable) xQueueCR\w+ \w*(Grant|Revoke)Access\w* vTaskAllocateMPURegions
    """


def public_functions(kernel):
    """Return the functions and macros of the kernel headers, including some that only the kernel calls."""
    names = set()
    for header_name in HEADERS:
        text = (kernel / "include" / f"{header_name}.h").read_text(errors="replace").replace("\r", "")
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        names |= set(re.findall(r"^\s*#\s*define\s+([a-z]+[A-Z]\w*)\(", text, re.MULTILINE))
        text = re.sub(r"^\s*#(?:[^\n]*\\\n)*[^\n]*$", "", text, flags=re.MULTILINE)
        names |= set(re.findall(r"\b([a-z]+[A-Z]\w*)\s*\((?=[^;{]*\)[^;{]*;)", text))
    return names


def patterns(text):
    return "|".join(re.sub(r"^( *\|)|#.*$", "", text, flags=re.MULTILINE).replace(" | ", " ").split())


def test_each_call_that_can_wait_or_wake_is_interrupted(needs_crate, freertos):
    table = set(re.findall(r'"([a-z]+[A-Z]\w+)"', "".join(source.read_text() for source in SOURCES)))
    functions = public_functions(freertos.kernel())
    exempt = f"{patterns(NEITHER_BLOCK_NOR_WAKE)}|{patterns(KERNEL_ONLY)}"
    harmless = {name for name in functions if re.fullmatch(exempt, name)}
    assert functions - table - harmless - set(EQUIVALENT) == set()
    assert set(EQUIVALENT.values()) <= table and set(EQUIVALENT) <= functions


@INTERRUPTED.each
def test_a_fault_is_found_by_interrupted_calls(freertos, mutant, tmp_path):
    system, defs = mutant.needs
    step, changes = (TICK_STEP, LINES) if LINES_ONLY in defs else (FAULT_STEP, ())
    assert not passes(run(freertos, system, step, defs, mutant.copy(tmp_path), changes))
