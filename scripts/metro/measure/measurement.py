# SPDX-License-Identifier: Apache-2.0
"""Simulations and their results. Results are kept, because a simulation is deterministic."""
from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Callable
from pathlib import Path

from ..base import cache, paths
from ..base.errors import MetroError
from ..products import simulator, soc as soc_module
from ..products.firmware import Firmware
from ..run import execution as run_module
from . import workloads


@functools.cache
def soc_of(core) -> Path:
    return soc_module.of(core)


@functools.cache
def simulator_at(soc: Path) -> Path:
    return simulator.build(soc)


def simulator_of(core) -> Path:
    return simulator_at(soc_of(core))


@dataclasses.dataclass(frozen=True)
class Simulation:
    """A firmware on a simulated SoC. ends_well: the exit codes that mean success."""
    firmware: Firmware
    soc: Path
    meters: dict | None = None
    line: run_module.Line | None = None
    max_cycles: int = 100_000_000
    ends_well: tuple[int, ...] = (0,)

    def result(self) -> run_module.Result:
        return self.kept(self.refuse)[0]

    def refuse(self, result: run_module.Result) -> None:
        if result.status not in self.ends_well:
            raise MetroError(f"{self.firmware.elf} ended with {result.status}", result.errors + result.output[-500:])

    def kept(self, refuse: Callable, fresh: bool = False) -> tuple[run_module.Result, bool]:
        """Return the result, and whether an earlier simulation made it. refuse: raises an error if the result is a
        failure. fresh: simulate again."""
        inputs = {
            "image": cache.key_of({"image": self.firmware.image.hex()}),
            "simulator": simulator_at(self.soc).name,
            "meters": self.meters,
            "line": str(self.line),
            "max_cycles": self.max_cycles,
        }
        if fresh:
            cache.discard(paths.BUILD / "run" / cache.key_of(inputs))
        made = []

        def make(folder: Path) -> None:
            made.append(True)
            result = run_module.execute(self.firmware, self.soc, self.meters, self.max_cycles, self.line)
            refuse(result)
            (folder / "result.json").write_text(json.dumps(vars(result)))

        folder = cache.product("run", inputs, make)
        return run_module.Result(**json.loads((folder / "result.json").read_text())), not made


def measure(run: workloads.Run, firmware: Firmware, fresh: bool) -> tuple[run_module.Result, bool]:
    """Return the result of a benchmark run, and whether an earlier simulation made it."""
    def refuse(result: run_module.Result) -> None:
        if not run.ended_well(result):
            raise run.failure(result)
    firmware = firmware.with_values(run.values)
    return Simulation(firmware, soc_of(run.core), run.meters(firmware), run.line, run.max_cycles).kept(refuse, fresh)
