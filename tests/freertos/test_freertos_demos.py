# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS's standard demos (Demo/Common/Minimal of a user's tree) pass their own checks on each system."""
import argparse

import pytest

from metro.products import core, firmware, soc
from metro.run import execution
from metro.verify import suite
from support import ROOT, slow_if
from test_freertos import TEMPLATE, freertos  # noqa: F401  (a fixture)
from test_freertos_patch import SYSTEMS, USES

PROGRAM = ROOT / "tests" / "freertos" / "freertos_demos"
# Each program fits the memory and the core's task numbers. A tick is long enough for its demos, which expect some
# progress between two ticks. A sender of MessageBufferDemo needs some 2,500 ticks for a round.
GROUPS = {          # cycles per tick, ticks between two checks, demos
    "queues": (3000, 2500, "BlockQ GenQTest PollQ QPeek QueueOverwrite QueueSet QueueSetPolling"),
    "interrupts": (5000, 2500, "IntQueue"),
    "semaphores": (3000, 2500, "IntSemTest countsem recmutex semtest death"),
    "tasks": (3000, 2500, "AbortDelay blocktim dynamic integer StaticAllocation"),
    "events": (3000, 2500, "EventGroupsDemo TaskNotify TaskNotifyArray"),
    "timers": (5000, 2500, "TimerDemo MessageBufferAMP"),
    "buffers": (10000, 5000, "MessageBufferDemo StreamBufferDemo StreamBufferInterrupt"),
}
DEFS = {"timers": "-DSEND_COMPLETED=vGenerateCoreBInterrupt"}
LINE = execution.Line(1000, 4000, 1)
CYCLES = 200_000_000


def demo_results(about, group, common, system):
    """Return {name: report} of the demos of a group, and the exit code of the program."""
    cycles, period, demos = GROUPS[group]
    chosen = SYSTEMS[system]
    board = soc.build(core.generate(chosen))
    defs = f"{about.switches(chosen)} -DTICK_CYCLES={cycles}u -DPERIOD={period}u {DEFS.get(group, '')}"
    built = firmware.build("demos", [PROGRAM / "main.c"], [PROGRAM, TEMPLATE], board, rtos=about,
                           kernel=about.kernel_for(chosen), include=[common / "include"], defs=defs,
                           foreign=[common / "Minimal" / f"{demo}.c" for demo in demos.split()])
    result = execution.execute(built, board, max_cycles=CYCLES, line=LINE)
    reports = (line.partition(": ") for line in result.output.splitlines())
    return {name: answer for name, _, answer in reports}, result.status


@pytest.mark.parametrize("system", [pytest.param(system, marks=slow_if(system in USES[:4])) for system in SYSTEMS])
@pytest.mark.parametrize("group", GROUPS)
def test_standard_demos_pass_their_own_checks(request, freertos, group, system):
    common, demos = request.config.getoption("freertos_demo"), GROUPS[group][-1].split()
    if not common:
        pytest.skip(f"not run: {', '.join(demos)} need FreeRTOS's demos (./metro test --freertos-demo DIR)")
    assert demo_results(freertos, group, common, system) == (dict.fromkeys(demos, "passed"), 0)


STALLS = """#include <FreeRTOS.h>
#include <task.h>
static int turns, seen;
static void Turn(void *limit) { for (;;) { vTaskDelay(100); turns += (turns < (int)limit); } }
void vStartPolledQueueTasks(UBaseType_t priority) { xTaskCreate(Turn, "", 200, (void *)LIMIT, priority, NULL); }
BaseType_t xArePollingQueuesStillRunning(void) { int more = turns - seen; seen = turns; return more > 0; }
"""


@pytest.mark.sample(1)
@pytest.mark.parametrize("limit, report, status", [(1000, "passed", 0), (20, "failed at check 2", 1)])
def test_demo_with_a_stalled_task_is_reported(freertos, tmp_path, monkeypatch, limit, report, status):
    """The demo is written for this test: its task counts to a limit."""
    for folder in ("Minimal", "include"):
        (tmp_path / folder).mkdir()
    (tmp_path / "Minimal" / "PollQ.c").write_text(STALLS)
    monkeypatch.setitem(GROUPS, "stalls", (1000, 2500, "PollQ"))
    monkeypatch.setitem(DEFS, "stalls", f"-DLIMIT={limit}")
    assert demo_results(freertos, "stalls", tmp_path, "original") == ({"PollQ": report}, status)


@pytest.mark.parametrize("part", ["", "Common", "Demo/Common", "FreeRTOS/Demo/Common"])
def test_demos_are_found_below_any_parent_folder(tmp_path, part):
    for folder in ("Minimal", "include"):
        (tmp_path / part / folder).mkdir(parents=True)
    assert suite.demo_folder(str(tmp_path)) == tmp_path / part


def test_a_folder_without_the_demos_is_refused(tmp_path):
    with pytest.raises(argparse.ArgumentTypeError, match="contains no Demo/Common"):
        suite.demo_folder(str(tmp_path))
