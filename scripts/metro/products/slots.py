# SPDX-License-Identifier: Apache-2.0
"""Verilog of the slots of hardware threads without a SoC, for measurements of area and for proofs."""
from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

from ..base import cache, paths
from ..base.errors import MetroError

TOP = "slots"
SOURCE = paths.ROOT / "hw" / "hardware_thread.py"


def verilog(count: int, tasks: int = 64, width: int = 16, bursting: bool = False) -> Path:
    """Return the Verilog of `count` slots with direct calls. The signals to and from the circuits are ports.

    tasks, width: number of tasks and bits of a delay in the core's units. bursting: the bus supports bursts.
    """
    return _run_script(SOURCE, TOP, str(count), str(tasks), str(width), str(int(bursting)))


def proof_verilog(base: bool) -> Path:
    """Return the Verilog of one slot with the signal names that slot.sv uses. base: the core has a time base."""
    return _run_script(paths.ROOT / "hw" / "formal" / "slot.py", "slot", str(int(base)))


def _run_script(script: Path, name: str, *arguments: str) -> Path:
    """Return the Verilog file that a script in hw/ writes."""
    def build(folder: Path) -> None:
        run = subprocess.run([sys.executable, script, folder / f"{name}.v", *arguments], capture_output=True, text=True)
        if run.returncode:
            raise MetroError("the slots' Verilog cannot be written", run.stderr[-2000:])

    made = cache.product("slots", {"sources": cache.digest_files([SOURCE, script]), "arguments": arguments,
                                   "migen": metadata.version("migen"), "litex": metadata.version("litex")}, build)
    return made / f"{name}.v"
