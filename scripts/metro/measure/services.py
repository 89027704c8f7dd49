# SPDX-License-Identifier: Apache-2.0
"""Services in each of their situations, as the programs below bench/ named "services" measure them.

As in latency.py, nothing interrupts, and the caches hold all code and data. The harness counts all cycles.
"""
from __future__ import annotations

import dataclasses
import re

from ..figures.key import Key
from . import latency, workloads

SERVICE = re.compile(r"^service (\S+) ?(\S*)$", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class ServiceRun(workloads.Run):
    """Each service in each of its situations."""

    def key(self, what: str, statistic: str = "") -> Key:
        return Key(what, statistic, **self.columns)

    def gives(self, what: str) -> bool:
        return what.startswith("latency.")

    @property
    def max_cycles(self) -> int:
        return 5 * self.cycles

    def meters(self, firmware) -> dict:
        off = latency.interrupts_off(firmware)
        return {**off, "meters": [*off["meters"], *({**meter, "name": f"cycles {meter['name']}", "kind": "interval"}
                                                    for meter in off["meters"])]}

    def parts(self, result) -> list[tuple[str, dict, dict]]:
        """Return (name, statistics of the cycles, statistics of stretches with interrupts off) of each service.

        The first entry measures nothing.
        """
        return [(name, part[f"cycles {meter}"], part[str(meter)])
                for names, part in zip(SERVICE.findall(result.output), result.report["parts"][1::2], strict=True)
                for meter, name in enumerate(filter(None, names))]

    def ended_well(self, result) -> bool:
        if result.status != 0 or 2 * len(SERVICE.findall(result.output)) != len(result.report["parts"]) - 1:
            return False
        return all(cycles["count"] == self.values["bench_repetitions"]
                                          for _, cycles, _ in self.parts(result))

    def figures(self, result, alone=None) -> dict:
        (_, nothing, _), *services = self.parts(result)
        found = {}
        for name, cycles, off in services:
            values = (cycles["mean"] - nothing["min"], cycles["deviation"] ** 2, cycles["max"] - nothing["min"],
                      off.get("max", 0))
            for statistic, value in zip((*latency.MEASURES, latency.IRQ_OFF), values):
                found[self.key(f"latency.{name}", statistic)] = (
                    value, "cycles²" if statistic == "variance" else "cycles")
        return found
