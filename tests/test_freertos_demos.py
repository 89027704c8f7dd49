# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS's standard demos (Demo/Common/Minimal of a user's tree) pass their own checks on each system."""
import argparse
import shutil

import pytest

from metro.build import core, firmware, soc
from metro.run import execution
from metro.verify import suite
from support import ROOT, slow_if
from test_freertos import TEMPLATE, freertos  # noqa: F401  (a fixture)
from test_freertos_patch import SYSTEMS, USES

PROGRAM = ROOT / "tests" / "freertos_demos"
GROUPS = {          # programs that fit into the memory, and need fewer tasks than the core has numbers
    "queues": ("BlockQ", "GenQTest", "PollQ", "QPeek", "QueueOverwrite", "QueueSet", "QueueSetPolling"),
    "interrupts": ("IntQueue",),
    "semaphores": ("IntSemTest", "countsem", "recmutex", "semtest", "death"),
    "tasks": ("AbortDelay", "blocktim", "dynamic", "integer", "StaticAllocation"),
    "buffers": ("MessageBufferDemo", "StreamBufferDemo", "StreamBufferInterrupt"),
    "two cores": ("MessageBufferAMP",),
    "events": ("EventGroupsDemo", "TaskNotify", "TaskNotifyArray", "TimerDemo"),
}
LINE = execution.Line(1000, 4000, 1)
CYCLES = 100_000_000


def answers(about, demos, common, system, defs=""):
    """What each demo says, by its name; and how the program ended."""
    chosen = SYSTEMS[system]
    board = soc.build(core.generate(chosen))
    built = firmware.build("demos", [PROGRAM / "main.c"], [PROGRAM, TEMPLATE], board, rtos=about,
                           kernel=about.kernel_for(chosen), defs=f"{chosen.switches('', about.switches)} {defs}",
                           foreign=[common / "Minimal" / f"{demo}.c" for demo in demos], include=[common / "include"])
    result = execution.execute(built, board, max_cycles=CYCLES, line=LINE)
    said = [line.partition(": ") for line in result.output.splitlines()]
    return {name: answer for name, _, answer in said}, result.status


@pytest.mark.parametrize("system", [pytest.param(system, marks=slow_if(system in USES[:4])) for system in SYSTEMS])
@pytest.mark.parametrize("group", GROUPS)
def test_standard_demos_pass_their_own_checks(request, freertos, group, system):
    common = request.config.getoption("freertos_demo")
    if not common:
        pytest.skip(f"not run: {', '.join(GROUPS[group])} are FreeRTOS's (./metro test --freertos-demo DIR)")
    defs = "-DSEND_COMPLETED=vGenerateCoreBInterrupt" if group == "two cores" else ""
    assert answers(freertos, GROUPS[group], common, system, defs) == (dict.fromkeys(GROUPS[group], "passed"), 0)
