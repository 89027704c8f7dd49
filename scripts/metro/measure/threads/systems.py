# SPDX-License-Identifier: Apache-2.0
"""The applications of bench/threads on SoCs with circuits: what they say."""
from __future__ import annotations

import dataclasses
from pathlib import Path

from ... import configuration
from ...base import cache, paths
from ...base.errors import MetroError
from ...build import application, soc as soc_module
from ...run import execution

BENCH = paths.ROOT / "bench" / "threads"
MOST_CYCLES = 2_000_000_000


@dataclasses.dataclass(frozen=True)
class System:
    config: str
    circuits: int = 0           # slots of the SoC
    direct: int = 0             # those of them that make direct calls
    caches: int = 0             # bytes of each of the two; 0: as the configuration has them
    bursting: bool = False      # its bus

    @property
    def chosen(self):
        chosen = configuration.read(self.config).changed({"soc.threads": self.circuits,
                                                          "soc.bus_bursting": self.bursting})
        if self.caches:
            chosen = chosen.changed({"core.icache_bytes": self.caches, "core.dcache_bytes": self.caches})
        return chosen.changed({"units.slots": self.direct}) if self.direct else chosen


def output(app: str | Path, system: System, macros: dict[str, int]) -> str:
    """What it says, one of bench/threads or a folder; a run with the same firmware and SoC is not repeated."""
    its = application.read(BENCH / app, define=[f"{name}={value}u" for name, value in macros.items()])
    chosen = system.chosen
    soc = soc_module.of(chosen.fitted(its.configuration), its.in_hardware(system.circuits))
    firmware = its.build(soc, defs=chosen.switches(its.configuration), strict=True)

    def make(folder: Path) -> None:
        result = execution.execute(firmware, soc, max_cycles=MOST_CYCLES)
        if result.status:
            raise MetroError(f"{app} on {system} ended with {result.status}", result.output[-500:])
        (folder / "output.txt").write_text(result.output)

    made = cache.product("run", {"image": cache.key_of({"image": firmware.image.hex()}), "soc": soc.name}, make)
    return (made / "output.txt").read_text()
