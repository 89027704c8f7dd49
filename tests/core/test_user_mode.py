# SPDX-License-Identifier: Apache-2.0
"""User mode: entry and exit with an interrupt at every cycle, refused operations, unsupported modes, and wfi."""
import sys

import pytest

from support import ROOT, slow_except

sys.path.insert(0, str(ROOT / "tests" / "core" / "pmp"))
import bench  # noqa: E402  (found by the line above)

CORES = {
    "user mode alone": ("--user-mode",),
    "rules": ("--user-mode", "--pmp", "8"),
    "units": ("--user-mode", "--pmp", "4", "--units"),
    "banks": ("--user-mode", "--pmp", "4", "--units", "--contexts", "4"),
    "compressed": ("--user-mode", "--pmp", "4", "--compressed"),
    "small caches": ("--user-mode", "--pmp", "4", "--icache-bytes", "512", "--dcache-bytes", "512",
                     "--prediction", "dynamic_target"),
}


def at_every_cycle(options, timer, wait, delays=None):
    """Run the program once for each delay of the interrupt in cycles. delays: first and last delay; default: all."""
    without = bench.run("switches.S", options, timer=timer, wait=wait)
    assert without.status == 0, without
    assert without.cycles > 2000
    first, last = delays or (0, without.cycles)
    outcome = bench.run("switches.S", options, timer=timer, wait=wait, sweep=(first, last))
    print(outcome)
    assert outcome.status == 0, outcome
    # Every run has one interrupt, because the program waits for it at the end.
    assert outcome.runs == outcome.interrupts == last + 1 - first


@pytest.mark.parametrize("options", [pytest.param(options, id=name, marks=[pytest.mark.slow] * (name != "rules"))
                                     for name, options in CORES.items()])
@pytest.mark.parametrize("cycles", slow_except((None, (1000, 1400)), ((1000, 1400),)))
def test_interrupt_at_any_cycle_of_entry_and_exit(options, cycles):
    at_every_cycle(options, timer=False, wait=0, delays=cycles)


@pytest.mark.slow
@pytest.mark.parametrize("options", CORES.values(), ids=CORES)
def test_timer_interrupt_at_any_cycle_with_bus_waits(options):
    at_every_cycle(options, timer=True, wait=4)


def test_unsupported_modes_and_wfi():
    assert bench.run("modes.S", sweep=(0, 200)).status == 0
