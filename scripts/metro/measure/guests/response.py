# SPDX-License-Identifier: Apache-2.0
"""How late the handler of a real-time guest is, beside others, and that of the same program without a monitor."""
from __future__ import annotations

import re
from dataclasses import dataclass

from ...base.errors import MetroError
from ...figures.key import Key
from ..measurement import Simulation
from ..sweep.points import Simulated
from .systems import RISES, SYSTEMS, at, deaf, guests, interval, native, simulation

NATIVE, ALONE, BESIDE = "no_monitor", "alone", "1_busy"
# What it runs beside: the file, and how many of its guests.
GUESTS = {ALONE: ("response.toml", 1), BESIDE: ("response.toml", 2),
          **{f"{others}_busy": ("response.toml", 1 + others) for others in (2, 3, 4)},
          "4_calling": ("calling.toml", 5)}
SITUATIONS = (NATIVE, *GUESTS)


@dataclass(frozen=True)
class Response(Simulated):
    """The spread of an alarm, and of a line's edge."""
    situation: str
    system: tuple[str, str]
    cycles = 10_000_000

    @property
    def key(self) -> Key:
        return Key(f"guest_response.{self.situation}", system=self.system[0], caches=self.system[1])

    def runs(self) -> list[Simulation]:
        if self.situation == NATIVE:
            return [run(native("response.c", self.system), "", self.system)]
        return [run(guests(*GUESTS[self.situation], self.system), "control.", self.system)]

    def figures(self, result) -> dict[str, float]:
        return figures(result)


def run(firmware, own: str, system: tuple[str, str]) -> Simulation:
    """Return a run of a firmware with bench/guests/response.c, whose symbols begin with `own`. The run is over with its
    last sample: others would not end."""
    return simulation(firmware, {
        "meters": [deaf(firmware), interval("line", RISES, at(firmware, f"{own}guest_interrupt"))],
        "window": {"begin": {"pc": 0}, "end": at(firmware, f"{own}measured"), "skip": 0, "count": 1}}, system)


def figures(result) -> dict[str, float]:
    found = re.search(r"alarms: (\d+) / (\d+) / (\d+)", result.output)
    if not found or result.report["ended"] != "measured":
        raise MetroError("bench/guests/response.c has not come to its end", result.output[-500:])
    line = result.report["meters"]["line"]
    return {**dict(zip(("min", "mean", "max"), map(int, found.groups()))),
            "line_mean": line["mean"], "line_max": line["max"]}


def points() -> list[Response]:
    return [Response(situation, system) for system in SYSTEMS for situation in SITUATIONS]
