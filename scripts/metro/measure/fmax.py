# SPDX-License-Identifier: Apache-2.0
"""The core's clock frequency on ECP5-85, by nextpnr, with one place and route for each seed."""
from __future__ import annotations

import re
import shutil
from pathlib import Path

from ..base import cache
from ..products import core, synthesis
from . import area

FAMILY = "ecp5"
SEEDS = 7
FILE = "mhz.txt"


def mhz(chosen, seed: int) -> float:
    """Return the clock frequency in MHz of a configuration's core after place and route with a seed."""
    netlist = core.generate(chosen) / "VexRiscv.v"

    def build(folder: Path) -> None:
        shutil.copy(area.synthesise(FAMILY, netlist, area.CORE_TOP) / "netlist.json", folder)
        # The target frequency is deliberately too high, so nextpnr optimises fully. Missing it is no failure.
        report = synthesis.run(synthesis.NEXTPNR, "--85k", "--package", "CABGA756", "--out-of-context",
                               "--lpf-allow-unconstrained", "--freq", "100", "--timing-allow-fail", "--seed", str(seed),
                               "--json", "netlist.json", folder=folder)
        (folder / "netlist.json").unlink()
        (folder / FILE).write_text(re.findall(r"Max frequency for clock .*?: ([\d.]+) MHz", report)[-1])

    inputs = {"netlist": cache.digest_file(netlist), "seed": seed,
              **{tool: synthesis.version(tool) for tool in (synthesis.YOSYS, synthesis.NEXTPNR)}}
    return float((cache.product("fmax", inputs, build) / FILE).read_text())
