# SPDX-License-Identifier: Apache-2.0
"""Run programs whose interrupt lines post to events without a handler. test_interrupted_kernel.py raises such a line at
every cycle of the kernel's calls."""
import re
from pathlib import Path

import pytest

from metro import configuration
from metro.measure import workloads
from metro.products import rtos
from mutants.kernel import LINES
from support import slow_except

FOLDER = Path(__file__).resolve().parent / "lines"
SYSTEMS = ("tickless", "tickless-contexts", "vectors", "self-switch")


def run(program, system, cfg, defs="", awake="", software=None, **options):
    """Run a program with eight lines that post. awake: the label that ends a meter, which starts with sim_line."""
    from metro.products import core, firmware, soc
    from metro.run import execution
    chosen = rtos.get().sized_for(configuration.read(f"{system},units.lines=8"), defs)
    board = soc.build(core.generate(chosen))
    built = firmware.build(program, [FOLDER / f"{program}.c"], cfg, board, opt="-O2",
                           defs=f"{defs} {rtos.get().switches(chosen, defs)}", software=software)
    if awake:
        options["line"] = execution.Line(2000, 20000)
        options["meters"] = {"meters": [{"name": "line", "kind": "interval", "start": {"line": workloads.SIM_LINE},
                                         "stop": [{"pc": built.address(awake)}]}]}
    outcome = execution.execute(built, board, max_cycles=40_000_000, **options)
    assert outcome.status == 0, outcome.output + outcome.errors
    return outcome


@pytest.mark.parametrize("system", slow_except(SYSTEMS, ["vectors"]))
def test_a_line_posts_without_a_handler(system):
    output = run("lines", system, FOLDER.parent / "cfg", "-DAPP_NO_TICK_HOOK").output
    assert re.fullmatch(r"ok: [1-9]\d* checks", output.strip()), output


@pytest.mark.slow
@LINES.each
def test_a_fault_in_lines_is_found(mutant, tmp_path):
    with pytest.raises(AssertionError):
        run("lines", "tickless", FOLDER.parent / "cfg", "-DAPP_NO_TICK_HOOK", software=mutant.copy(tmp_path))


def line_to_task(defs="", system="hot"):
    """Return the cycles from a line to the code of the waiting task: statistics of 1,000 posts."""
    return run("latency", system, workloads.BENCH / "cfg", defs,
               awake="latency_awake").report["meters"]["line"]


@pytest.mark.slow
def test_a_post_of_a_line_is_faster_than_a_handler():
    by_line, by_handler = line_to_task(), line_to_task("-DBY_HANDLER")
    by_core = line_to_task(system="self-switch")
    for name, cycles in (("a line", by_line), ("a handler", by_handler), ("a line, and the core switches", by_core)):
        print(f"by {name}: shortest {cycles['min']}, mean {cycles['mean']:.1f}, longest {cycles['max']} cycles")
    assert by_line["count"] == by_handler["count"] == 1000
    assert by_line["max"] < by_handler["max"] and by_line["mean"] < by_handler["mean"] - 30
    assert by_core["max"] < by_line["max"] and by_core["mean"] < by_line["mean"] - 10
