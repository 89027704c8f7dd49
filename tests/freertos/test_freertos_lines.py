# SPDX-License-Identifier: Apache-2.0
"""Interrupt lines that wake FreeRTOS tasks without a handler (tests/freertos/lines.c)."""
import pytest

from metro import configuration
from metro.measure import workloads
from metro.products import core, firmware, soc
from metro.run import execution
from mutants.freertos import LINES
from support import slow_except
from test_freertos import CYCLES, PROGRAMS, TEMPLATE, freertos  # noqa: F401  (a fixture)
from test_port import header

SYSTEMS = ("levels-tickless", "levels-tickless-contexts", "levels-hot")


def run(about, program, system, defs="", folders=(PROGRAMS, TEMPLATE), awake="", caches=(), software=None, **options):
    """Run a program with eight lines that wake tasks. awake: the label that ends a meter, which starts with
    sim_line."""
    says = header(PROGRAMS / f"{program}.c")
    chosen = configuration.read(f"{system},units.lines=8").changed(dict(caches))
    board = soc.build(core.generate(chosen))
    built = firmware.build(program, [PROGRAMS / f"{program}.c"], folders, board, opt="-O2", rtos=about,
                           kernel=about.kernel_for(chosen), software=software,
                           defs=f"{about.switches(chosen)} {says.get('defs', '')} {defs}")
    if awake:
        options["line"] = execution.Line(2000, 20000)
        options["meters"] = {"meters": [{"name": "line", "kind": "interval", "start": {"line": workloads.SIM_LINE},
                                         "stop": [{"pc": built.address(awake)}]}]}
    outcome = execution.execute(built, board, max_cycles=int(says.get("cycles", CYCLES)), **options)
    assert (outcome.output, outcome.status) == ("PASS\n", 0), outcome.output + outcome.errors
    return outcome


@pytest.mark.parametrize("system", slow_except(SYSTEMS, ["levels-tickless-contexts"]))
def test_a_line_wakes_a_task_without_a_handler(freertos, system):
    run(freertos, "lines", system)


@pytest.mark.slow
@LINES.each
def test_a_fault_in_lines_is_found(freertos, mutant, tmp_path):
    with pytest.raises(AssertionError):
        run(freertos, "lines", "levels-tickless-contexts", software=mutant.copy(tmp_path))


def line_to_task(freertos, defs="", **options):
    """Return the cycles from a line to the code of the waiting task: statistics of 1,000 wake-ups."""
    found = run(freertos, "line_latency", "levels-hot", defs, [workloads.BENCH / "cfg-freertos"],
                awake="latency_awake", **options).report["meters"]["line"]
    print(f"{defs or 'a line'}: shortest {found['min']}, mean {found['mean']:.1f}, longest {found['max']} cycles")
    assert found["count"] == 1000
    return found


@pytest.mark.slow
def test_a_line_is_faster_than_a_handler_that_notifies(freertos):
    """With caches that hold the whole program, because FreeRTOS's notifications are not in the hot memory."""
    line_to_task(freertos)
    by_line, by_handler = (line_to_task(freertos, defs, caches=workloads.LARGE_CACHES)
                           for defs in ("", "-DBY_HANDLER"))
    assert by_line["max"] < by_handler["max"] and by_line["mean"] < by_handler["mean"] - 30
