# SPDX-License-Identifier: Apache-2.0
"""The slots of hardware threads as one module, without a SoC: for their area; and a thread in SpinalHDL."""
from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

from ..base import cache, paths
from ..base.errors import MetroError
from ..environment import generator

TOP = "slots"
SOURCE = paths.ROOT / "hw" / "hardware_thread.py"


def example() -> Path:
    """The Verilog of the thread in SpinalHDL, metronome.threads.Heartbeat."""
    compiled = generator.ensure_built()

    def build(folder: Path) -> None:
        generator.run(compiled, {"write": "heartbeat"}, folder / "heartbeat.v")

    return cache.product("thread", {"generator": compiled.name}, build) / "heartbeat.v"


def verilog(count: int, tasks: int = 64, width: int = 16, bursting: bool = False) -> Path:
    """The Verilog of so many slots, all with direct calls; what a circuit would be connected to are ports."""
    return _written(SOURCE, TOP, str(count), str(tasks), str(width), str(int(bursting)))


def named(base: bool) -> Path:
    """The Verilog of one slot, whose signals have the names that its proof knows; base: of a core with a time base."""
    return _written(paths.ROOT / "hw" / "formal" / "slot.py", "slot", str(int(base)))


def _written(script: Path, name: str, *arguments: str) -> Path:
    """What a script of hw writes by LiteX."""
    def build(folder: Path) -> None:
        run = subprocess.run([sys.executable, script, folder / f"{name}.v", *arguments], capture_output=True, text=True)
        if run.returncode:
            raise MetroError("the slots' Verilog cannot be written", run.stderr[-2000:])

    made = cache.product("slots", {"sources": cache.digest_files([SOURCE, script]), "arguments": arguments,
                                   "migen": metadata.version("migen"), "litex": metadata.version("litex")}, build)
    return made / f"{name}.v"
