# SPDX-License-Identifier: Apache-2.0
"""The Verilog of units without a processor."""
from __future__ import annotations

from pathlib import Path

from ..base import cache
from ..environment import generator

MODULES = {"ready": "ReadyUnit", "time": "TimeUnit", "both": "Accelerator", "lists": "Accelerator",
           "guests": "GuestUnits"}


def verilog(unit: str, units) -> Path:
    """Return the Verilog of one of MODULES. unit: its key.

    A single unit has the ports that it has in a core with all of `units`, for example those to the other unit.
    """
    compiled = generator.ensure_built()
    asked = {"write": unit, "units": units.document}
    file = f"{MODULES[unit]}.v"

    def build(folder: Path) -> None:
        generator.run(compiled, asked, folder / file)

    return cache.product("unit", {"generator": compiled.name, "configuration": asked}, build) / file
