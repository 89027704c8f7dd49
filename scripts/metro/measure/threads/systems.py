# SPDX-License-Identifier: Apache-2.0
"""The applications of bench/threads on SoCs with circuits."""
from __future__ import annotations

import dataclasses
from pathlib import Path

from ... import configuration
from ...base import paths
from ...build import application, soc as soc_module
from .. import workloads
from ..measurement import Simulation

BENCH = paths.ROOT / "bench" / "threads"
MOST_CYCLES = 2_000_000_000


@dataclasses.dataclass(frozen=True)
class System:
    config: str
    circuits: int = 0           # slots of the SoC
    direct: int = 0             # those of them that make direct calls
    caches: str = ""            # LARGE_CACHES; else as the configuration has them
    bursting: bool = False      # its bus

    @property
    def chosen(self):
        chosen = configuration.read(self.config).changed({
            "soc.threads": self.circuits, "soc.bus_bursting": self.bursting,
            **(workloads.LARGE_CACHES if self.caches else {})})
        return chosen.changed({"units.slots": self.direct}) if self.direct else chosen


def program(app: str | Path, system: System, **macros: int) -> Simulation:
    """Return a run of an application of bench/threads, or of a folder."""
    its = application.read(BENCH / app, define=[f"{name}={value}u" for name, value in macros.items()])
    chosen = system.chosen
    soc = soc_module.of(chosen.fitted(its.configuration), its.in_hardware(system.circuits))
    return Simulation(its.build(soc, defs=chosen.switches(its.configuration), strict=True), soc,
                      max_cycles=MOST_CYCLES)
