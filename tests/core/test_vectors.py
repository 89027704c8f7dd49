# SPDX-License-Identifier: Apache-2.0
"""Vectored interrupts: an interrupt of a task starts the handler of its line directly. Switches of the core: a tick
that wakes a task starts no handler. test_port.py tests the port on them, and `./metro prove` the core."""
import json

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.measure import workloads
from metro.products import core, firmware, rtos, soc
from metro.run import execution
from support import ROOT

PROGRAM = ROOT / "tests" / "core" / "vectors" / "main.c"
VECTORS = configuration.read("vectors").changed({"core.hot_bytes": 8192})
SELF_SWITCH = configuration.read("self-switch")


def cycles_to(chosen, handler):
    """Return the statistics of the cycles from the trap of the simulator's line to the handler's first instruction."""
    board = soc.build(core.generate(chosen))
    built = firmware.build("vectors", [PROGRAM], ROOT / "tests" / "kernel" / "cfg", board, opt="-O2",
                           defs=f"-DAPP_NO_TICK_HOOK {rtos.get().switches(chosen)}")
    meter = {"name": "entry", "kind": "interval", "start": {"trap": workloads.SIM_LINE},
             "stop": [{"pc": built.address(handler)}]}
    result = execution.execute(built, board, {"meters": [meter]}, max_cycles=10_000_000, line=execution.Line(500, 900))
    assert result.status == 0, result.output + result.errors
    return result.report["meters"]["entry"]


def test_an_interrupt_of_a_task_starts_its_handler_directly():
    vectored = cycles_to(VECTORS, "line_handler")
    common = cycles_to(configuration.read("tickless-contexts").changed({"core.hot_bytes": 8192}), "line_handler")
    assert vectored["count"] >= 100 and common["count"] >= 100
    assert vectored["max"] <= 7                     # the jump alone
    assert common["min"] >= 20


def due_tick_to_task(defs=""):
    """Return the cycles from a due tick to the code of the task that it wakes, on a core that switches by itself."""
    board = soc.build(core.generate(SELF_SWITCH))
    built = firmware.build("ticks", [PROGRAM.with_name("ticks.c")], ROOT / "tests" / "kernel" / "cfg", board, opt="-O2",
                           defs=f"-DAPP_NO_TICK_HOOK {defs} {rtos.get().switches(SELF_SWITCH)}")
    meter = {"name": "awake", "kind": "interval", "start": {"tick": True}, "stop": [{"pc": built.address("awake")}]}
    result = execution.execute(built, board, {"meters": [meter]}, max_cycles=10_000_000)
    assert result.status == 0, result.output + result.errors
    return result.report["meters"]["awake"]


def test_the_core_switches_to_a_task_that_a_tick_wakes():
    by_core, by_handler = due_tick_to_task(), due_tick_to_task("-DOS_TASK_SW_HOOK_EN=1u")    # a hook needs the handler
    assert by_core["count"] == by_handler["count"] >= 100
    assert by_core["max"] < by_handler["min"] - 20


def test_core_states_that_it_has_vectors():
    about = json.loads((core.generate(VECTORS) / "core.json").read_text())
    assert about["vectors"] is True
    assert "vectors" not in json.loads((core.generate(configuration.read("contexts")) / "core.json").read_text())


def test_a_port_with_vectors_refuses_a_core_without():
    board = soc.build(core.generate(configuration.read("tickless-contexts")))
    built = firmware.build("vectors", [PROGRAM], ROOT / "tests" / "kernel" / "cfg", board, opt="-O2",
                           defs=f"-DAPP_NO_TICK_HOOK {rtos.get().switches(VECTORS)}")
    result = execution.execute(built, board, max_cycles=1_000_000)
    assert result.status != 0 and "register banks" in result.output, result.output


@pytest.mark.parametrize("fields, message", [
    ({"core.contexts": 0}, "vectored interrupts need register banks"),
    ({"core.user_mode": True}, "not with --user-mode")])
def test_vectors_that_do_not_fit_are_refused(fields, message):
    with pytest.raises(MetroError, match=message):
        VECTORS.changed(fields)
