# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS as a guest of the monitor: it does what it does without one; and faults of its port are found."""
import re
import shutil

import pytest

import test_freertos
import test_guest_kernel
from metro.base.errors import MetroError
from metro.build import application, guests, rtos
from metro.run import execution
from support import ROOT, metro, some
from test_freertos import freertos  # noqa: F401  (a fixture)
from test_guest_kernel import RAM, SW, lines_of
from test_port import header

FOLDER = ROOT / "tests" / "guests"
PROGRAMS = ROOT / "tests" / "freertos"
SLOWER = 6          # interrupts of a guest take longer: that leaves its tasks some time


def guest_of(about, sources, cfg, defs="", units=None):
    """A guest of sources, which is alone, and has the line and its device."""
    app = application.Application("program", tuple(sources), tuple(cfg), (), (), about)
    return guests.Guest("guest", RAM // 2, priority=1, lines=("sim_line",), devices=("sim_line",),
                        program=guests.Program(app, about.given, defs, strict=True, units=units))


def run(about, program, defs="", software=SW, seed=1, values=None, max_cycles=None):
    """As test_freertos.run(), in a guest."""
    says = header(PROGRAMS / f"{program}.c")
    line = execution.Line(*(SLOWER * int(word) for word in says["line"].split()), seed) if "line" in says else None
    guest = guest_of(about, [PROGRAMS / f"{program}.c"], [PROGRAMS, test_freertos.TEMPLATE],
                     f"{defs} {says.get('defs', '')}")
    return test_guest_kernel.run(guest, software, values, line,
                                 max_cycles or SLOWER * int(says.get("cycles", test_freertos.CYCLES)))


PASSING = ("registers", "critical", "nested", "before_start", "services", "static_only")


@pytest.mark.parametrize("program", PASSING)
def test_its_programs_pass_in_a_guest(freertos, program):
    outcome = run(freertos, program)
    assert (outcome.status, lines_of(outcome)) == (0, ["PASS"]), outcome.output + outcome.errors
