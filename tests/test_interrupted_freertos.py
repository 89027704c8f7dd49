# SPDX-License-Identifier: Apache-2.0
"""An interrupt at every cycle of every FreeRTOS call that can wait, be posted to, time out or be aborted: nothing is
lost, and no task waits next to what it waits for (tests/freertos/interrupted_*.c)."""
import re
import shutil

import pytest

from metro.build import core, firmware, soc
from metro.measure import workloads
from metro.run import execution
from support import ROOT, slow_if, some
from test_freertos import PROGRAMS, SYSTEMS, TEMPLATE, freertos  # noqa: F401  (a fixture)
from test_port import header

SOURCES = sorted(PROGRAMS.glob("interrupted_*.c"))
QUICK_STEP, STEP = 127, 1         # cycles from one distance to the next one
LINE = execution.Line(*map(int, header(PROGRAMS / "interrupted_calls.c")["line"].split()), 1)
CYCLES = 2_000_000_000


def run(about, system, defs, software=None, max_cycles=CYCLES):
    """With caches that hold all of it: so a distance is an instruction, rather than a miss."""
    chosen = SYSTEMS[system].changed(workloads.LARGE_CACHES)
    board = soc.build(core.generate(chosen))
    built = firmware.build("interrupted_calls", SOURCES, [PROGRAMS, TEMPLATE], board, rtos=about, software=software,
                           kernel=about.kernel_for(chosen), defs=f"{chosen.switches('', about.switches)} {defs}")
    return execution.execute(built, board, max_cycles=max_cycles, line=LINE)


def passes(result):
    return result.status == 0 and result.output.endswith("PASS\n")


@pytest.mark.parametrize("system", some(SYSTEMS, ("original", "levels-contexts")))
def test_interrupted_calls_lose_nothing(freertos, system):
    result = run(freertos, system, f"-DSTEP={QUICK_STEP}u")
    assert passes(result), result.output


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_interrupted_calls_lose_nothing_at_any_cycle(freertos, system):
    result = run(freertos, system, f"-DSTEP={STEP}u")
    assert passes(result), result.output


@pytest.mark.parametrize("step", [QUICK_STEP, pytest.param(STEP, marks=pytest.mark.slow)])
def test_trace_macros_with_sections_lose_nothing(freertos, step):
    result = run(freertos, "levels", f"-DTRACED -DQUEUES_ONLY=1 -DSTEP={step}u")
    assert passes(result), result.output
