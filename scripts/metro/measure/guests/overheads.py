# SPDX-License-Identifier: Apache-2.0
"""What the monitor takes for a call, an interrupt, a switch, and without a look at interrupts."""
from __future__ import annotations

from dataclasses import dataclass

from ...figures.key import BUSY_GUEST, Key
from ...run.execution import CYCLE_LIMIT
from ..measurement import Simulation
from ..sweep.points import Simulated
from . import response
from .systems import LARGE, LARGE_BANKS, RISES, SMALL, SMALL_BANKS, at, deaf, guests, interval, simulation

PARTS = ("call", "alarm", "runs", "waits")               # of bench/guests/overheads.c, each behind its warm-up
SLICES = 400_000                # cycles of the run with two guests that take turns
# By the name of the statistics: in which part, and the meter. The last two take another guest.
METERS = {"call": ("call", "call"), "alarm": ("alarm", "call"), "runs": ("runs", "interrupt"),
          "return": ("runs", "return"), "waits": ("waits", "interrupt"), "preempt": ("waits", "preempt"),
          "switch": ("waits", "switch")}


def parts(is_beside: bool, system: tuple[str, str]) -> Simulation:
    firmware = guests("overheads.toml", 1 + is_beside, system)
    meters = [deaf(firmware), interval("call", at(firmware, "measures.calls"), at(firmware, "measures.called")),
              interval("interrupt", RISES, at(firmware, "measures.guest_interrupt")),
              interval("return", at(firmware, "measures.handled"), *(at(firmware, "measures.runs", n) for n in (0, 4)))]
    if is_beside:
        meters += [interval("switch", at(firmware, "measures.calls"), at(firmware, "spins.spin")),
                   interval("preempt", at(firmware, "spins.spin"), at(firmware, "measures.guest_interrupt"))]
    # The one that never waits never ends, either.
    return simulation(firmware, {"meters": meters, "parts": at(firmware, "measures.part")}, system, 9_000_000,
                      (0, CYCLE_LIMIT))


def part_of(result, name: str) -> dict:
    """Return the meters of one of PARTS."""
    return result.report["parts"][2 * PARTS.index(name) + 1]


def slices(system: tuple[str, str]) -> Simulation:
    """Return a run that meters from the last instruction of one guest to the first one of another whose turn it is."""
    firmware = guests("slices.toml", system=system)
    meters = {"meters": [interval("switch", at(firmware, "one.spin"), at(firmware, "other.spin"))]}
    return simulation(firmware, meters, system, SLICES, (CYCLE_LIMIT,))


def longest_deaf(result) -> int:
    meters = [part_of(result, part) for part in PARTS] if "parts" in result.report else [result.report["meters"]]
    return max(meter["deaf"].get("max", 0) for meter in meters)


@dataclass(frozen=True)
class Overheads(Simulated):
    """Of one guest; or beside another one, where `deaf` is the longest stretch of all runs of this system, those of the
    response too, in which the monitor is not interrupted. While a guest's own interrupts come, there is none."""
    is_beside: bool             # a guest that never waits
    system: tuple[str, str]

    @property
    def key(self) -> Key:
        return Key("guest_overheads", system=self.system[0], caches=self.system[1], uses=BUSY_GUEST * self.is_beside)

    def runs(self) -> list[Simulation]:
        if not self.is_beside:
            return [parts(False, self.system)]
        others = [parts(False, self.system)] if self.system == SMALL else []
        return [parts(True, self.system), slices(self.system), *others, *(
            run for point in response.points() if point.system == self.system and point.situation != response.NATIVE
            for run in point.runs())]

    def figures(self, result, *others) -> dict[str, float]:
        meters = {name: part_of(result, part)[meter] for name, (part, meter) in METERS.items()
                  if meter in part_of(result, part)}
        if others:
            meters["slice"] = others[0].report["meters"]["switch"]
        found = {f"{name}_{statistic}": meter[statistic] for name, meter in meters.items()
                 for statistic in ("min", "mean", "max")}
        return {**found, "deaf": max(map(longest_deaf, (result, *others[1:])))} if others else found


CONDITIONS = tuple(Overheads(*each) for each in (
    (False, SMALL), (True, SMALL), (True, LARGE), (True, SMALL_BANKS), (True, LARGE_BANKS)))


def points() -> list[Simulated]:
    return [*CONDITIONS, *map(alarm, CONDITIONS)]


def alarm(point: Overheads) -> response.Response:
    """Return the point that measures an alarm in the same conditions."""
    return response.Response(response.BESIDE if point.is_beside else response.ALONE, point.system)
