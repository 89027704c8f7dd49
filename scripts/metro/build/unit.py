# SPDX-License-Identifier: Apache-2.0
"""The Verilog of units without a processor."""
from __future__ import annotations

from pathlib import Path

from ..base import cache
from ..environment import generator

MODULES = {"ready": "ReadyUnit", "time": "TimeUnit", "both": "Accelerator"}


def verilog(unit: str, units) -> Path:
    """One of MODULES, with all these units or one of them; that one is as it is beside the others that there are."""
    compiled = generator.ensure_built()
    options = ["--unit", unit, *["--wake"] * (unit != "both" and units.there == "both"),
               *(word for word in units.words if word not in ("--no-time", "--no-ready"))]
    file = f"{MODULES[unit]}.v"

    def build(folder: Path) -> None:
        generator.run(compiled, "GenerateUnit", options, folder / file)

    return cache.product("unit", {"generator": compiled.name, "options": options}, build) / file
