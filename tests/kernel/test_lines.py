# SPDX-License-Identifier: Apache-2.0
"""Run programs whose interrupt lines post to events without a handler. test_interrupted_kernel.py raises such a line at
every cycle of the kernel's calls."""
import re
from pathlib import Path

import pytest

from metro import configuration
from metro.products import rtos
from support import slow_except

FOLDER = Path(__file__).resolve().parent / "lines"
CFG = FOLDER.parent / "cfg"
SYSTEMS = ("tickless,units.events=16", "tickless-contexts", "vectors")


def run(program, system, defs="", **options):
    from metro.products import core, firmware, soc
    from metro.run import execution
    chosen = rtos.get().sized_for(configuration.read(f"{system},units.lines=8"), defs)
    board = soc.build(core.generate(chosen))
    built = firmware.build(program, [FOLDER / f"{program}.c"], CFG, board, opt="-O2",
                           defs=f"{defs} {rtos.get().switches(chosen, defs)}")
    outcome = execution.execute(built, board, max_cycles=20_000_000, **options)
    assert outcome.status == 0, outcome.output + outcome.errors
    return outcome


@pytest.mark.parametrize("system", slow_except(SYSTEMS, ["vectors"]))
def test_a_line_posts_without_a_handler(system):
    assert re.fullmatch(r"ok: [1-9]\d* checks", run("lines", system, "-DAPP_NO_TICK_HOOK").output.strip())
