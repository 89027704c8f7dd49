# SPDX-License-Identifier: Apache-2.0
"""One run of a benchmark, kept: a simulation is deterministic, and is not repeated."""
from __future__ import annotations

import functools
import json
from pathlib import Path

from ..base import cache, paths
from ..build import simulator, soc as soc_module
from ..run import execution as run_module
from . import workloads


@functools.cache
def soc_of(core) -> Path:
    return soc_module.of(core)


@functools.cache
def simulator_of(core) -> Path:
    return simulator.build(soc_of(core))


def measure(run: workloads.Run, firmware, fresh: bool) -> tuple[run_module.Result, bool]:
    """The result of a run, and whether it was made before: the simulation is deterministic, so a repeat would add
    nothing but time."""
    firmware, soc = firmware.with_values(run.values), soc_of(run.core)
    inputs = {
        "image": cache.key_of({"image": firmware.image.hex()}),
        "simulator": simulator_of(run.core).name,
        "meters": run.meters(firmware),
        "line": str(run.line),
        "max_cycles": run.max_cycles,
    }
    if fresh:
        cache.discard(paths.BUILD / "run" / cache.key_of(inputs))
    made = []

    def make(folder: Path) -> None:
        made.append(True)
        result = run_module.execute(firmware, soc, meters=inputs["meters"], max_cycles=run.max_cycles, line=run.line)
        if not run.ended_well(result):
            raise run.failure(result)
        (folder / "result.json").write_text(json.dumps(vars(result)))

    folder = cache.product("run", inputs, make)
    return run_module.Result(**json.loads((folder / "result.json").read_text())), not made
