# SPDX-License-Identifier: Apache-2.0
"""From a guest's call for an accelerator to the answer: bench/guests/allots.c, in each way that there is."""
from __future__ import annotations

import re
from dataclasses import dataclass

from ...base.errors import MetroError
from ...build import guests as guests_module
from ...figures.key import Key
from ..measurement import Simulation
from ..sweep.points import Simulated
from .systems import LARGE_BANKS, LINE, MOST_CYCLES, SMALL, soc, some_of

FILE = "allotment.toml"
# By what the guest calls a way: the name of the statistic, and whether the region is reconfigured.
WAYS = {"direct": ("direct", False), "reconfiguration": ("reconfiguration", True), "preemption": ("preemption", False),
        "preemption of a circuit that runs": ("preemption_running", False), "both": ("both", True),
        "both, of a circuit that runs": ("both_running", True)}


def reconfiguration() -> int:
    """Return the cycles of a reconfiguration, which are a model's."""
    (region,) = some_of(FILE).regions
    return region.cycles


@dataclass(frozen=True)
class Allotment(Simulated):
    """Cycles, without those of the reconfiguration."""
    system: tuple[str, str]

    @property
    def key(self) -> Key:
        return Key("guest_allotment", system=self.system[0], caches=self.system[1])

    def runs(self) -> list[Simulation]:
        its = some_of(FILE)
        its_soc = soc(self.system, regions=its.regions)
        return [Simulation(guests_module.build(its, its_soc), its_soc, {}, LINE, MOST_CYCLES)]

    def figures(self, result) -> dict[str, int]:
        found = {name: map(int, numbers) for name, *numbers in
                 re.findall(r"^asks: (.+): (\d+) / (\d+) / (\d+)$", result.output, re.MULTILINE)}
        if set(found) != set(WAYS):
            raise MetroError(f"{FILE} has not come to its end", result.output[-500:])
        return {f"{WAYS[name][0]}_{statistic}": cycles - reconfiguration() * WAYS[name][1]
                for name, spread in found.items() for statistic, cycles in zip(("min", "mean", "max"), spread)}


def points() -> list[Allotment]:
    return [Allotment(SMALL), Allotment(LARGE_BANKS)]
