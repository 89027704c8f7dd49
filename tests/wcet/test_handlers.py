# SPDX-License-Identifier: Apache-2.0
"""Bounds of interrupts under uC/OS-II and FreeRTOS against the interrupts of a simulation."""
import functools

import pytest

from metro import configuration
from metro.wcet import handlers, services, timing
from metro.wcet.bound import Analysis
from metro.wcet.program import Program
from test_services import FREERTOS, HOT, SLOW, WARM, suite_of

SYSTEMS = pytest.mark.parametrize("name", (
    f"original,{HOT}", *(pytest.param(name, marks=SLOW) for name in (
        "original", "events", f"contexts,{HOT}", "hot", f"original,{HOT},{WARM}", f"events,{HOT},{WARM}",
        f"contexts,{HOT},{WARM}", f"hot,{WARM}", *(f"{FREERTOS}{name}" for name in (
            f"original,{HOT}", f"levels,{HOT}", "levels-contexts", "levels-hot", f"original,{HOT},{WARM}",
            f"levels,{HOT},{WARM}", f"levels-contexts,{HOT},{WARM}", f"levels-hot,{WARM}"))))))
TIGHT = {"line to handler", "handler to task"}
LOOSE = f"contexts,{HOT},{WARM}"   # the bound has the longest waits of the units


@functools.cache
def analysed(name):
    """Return the configuration, the program and its analysis."""
    chosen, suite = configuration.read(name.removeprefix(FREERTOS)), suite_of(name)
    firmware = handlers.build(chosen, suite=suite)
    return chosen, firmware, Analysis(
        Program(firmware.elf), chosen.hardware, handlers.annotations(services.annotations(suite=suite), suite),
        warm=name.endswith(WARM))


@SYSTEMS
def test_no_part_of_an_interrupt_exceeds_its_bound(name):
    chosen, firmware, analysis = analysed(name)
    suite = suite_of(name)
    longest, exceeded = handlers.measure(firmware, analysis, suite)
    assert exceeded == []
    bounds = {part.name: part.bound(analysis, chosen).cycles for part in handlers.parts(suite)}
    for part, found in longest.items():
        assert bounds[part] >= found.cycles, part
    assert {"line to handler", "handler to task", "handler to woken task", "tick to woken task"} <= set(longest)
    assert all(found.calls > 20 for found in longest.values())
    if name.endswith(WARM) and name != LOOSE:
        assert all(bounds[part] <= 1.25 * longest[part].cycles for part in TIGHT)


@pytest.mark.parametrize("fault,value", (("TRAPPED", 5), ("CSR_GAP", 1)))
def test_a_fault_in_the_model_of_traps_is_found(fault, value, monkeypatch):
    name = f"original,{HOT}"
    chosen, firmware, _ = analysed(name)
    monkeypatch.setattr(timing, fault, value)
    faulty = Analysis(Program(firmware.elf), chosen.hardware, handlers.annotations(services.annotations()), warm=True)
    assert handlers.measure(firmware, faulty)[1]
