# SPDX-License-Identifier: Apache-2.0
"""What the monitor takes for a call, an interrupt, a switch, and without a look at interrupts."""
from __future__ import annotations

from dataclasses import dataclass

from ...figures.key import BUSY_GUEST, Key
from ...run.execution import CYCLE_LIMIT
from ..measurement import Simulation
from ..sweep.points import Simulated
from . import response
from .systems import (LARGE, LARGE_BANKS, RISES, SMALL, SMALL_BANKS, SYSTEMS, at, deaf as deaf_meter, guests, interval,
                      simulation)

PARTS = ("call", "alarm", "runs", "waits")               # of bench/guests/overheads.c, each behind its warm-up
SLICES = 400_000                # cycles of the run with two guests that take turns
COMMAND = "./metro guests overheads"
# Statistics, with their part and their meter; without another guest, and with one.
ALONE = {"call": ("call", "call"), "alarm": ("alarm", "call"), "runs": ("runs", "interrupt"),
         "return": ("runs", "return"), "waits": ("waits", "interrupt")}
BESIDE = {**ALONE, "preempt": ("waits", "preempt"), "switch": ("waits", "switch")}


def parts(is_beside: bool, system: tuple[str, str]) -> Simulation:
    firmware = guests("overheads.toml", 1 + is_beside, system)
    meters = [deaf_meter(firmware), interval("call", at(firmware, "measures.calls"), at(firmware, "measures.called")),
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


def spread(name: str, meter: dict) -> dict[str, float]:
    return {f"{name}_{statistic}": meter[statistic] for statistic in ("min", "mean", "max")}


@dataclass(frozen=True)
class Overheads(Simulated):
    is_beside: bool             # a guest that never waits
    system: tuple[str, str]
    command = COMMAND

    @property
    def key(self) -> Key:
        return Key("guest_overheads", system=self.system[0], caches=self.system[1], uses=BUSY_GUEST * self.is_beside)

    def runs(self) -> list[Simulation]:
        return [parts(self.is_beside, self.system)]

    def figures(self, result) -> dict[str, float]:
        rows = BESIDE if self.is_beside else ALONE
        return {statistic: value for name, (part, meter) in rows.items()
                for statistic, value in spread(name, part_of(result, part)[meter]).items()}


# Beside a guest that never waits or alone, and the system.
CONDITIONS = tuple(Overheads(*each) for each in (
    (False, SMALL), (True, SMALL), (True, LARGE), (True, SMALL_BANKS), (True, LARGE_BANKS)))


@dataclass(frozen=True)
class Slices(Simulated):
    """From the last instruction of one guest to the first one of another whose turn it is."""
    system: tuple[str, str]
    command = COMMAND

    @property
    def key(self) -> Key:
        return Key("guest_slices", system=self.system[0], caches=self.system[1])

    def runs(self) -> list[Simulation]:
        firmware = guests("slices.toml", system=self.system)
        meters = {"meters": [interval("switch", at(firmware, "one.spin"), at(firmware, "other.spin"))]}
        return [simulation(firmware, meters, self.system, SLICES, (CYCLE_LIMIT,))]

    def figures(self, result) -> dict[str, float]:
        return spread("switch", result.report["meters"]["switch"])


@dataclass(frozen=True)
class Deaf(Simulated):
    """The longest stretch of all runs of these tables in which the monitor is not interrupted. While a guest's own
    interrupts come, there is none."""
    system: tuple[str, str]
    command = COMMAND

    @property
    def key(self) -> Key:
        return Key("guest_deaf", system=self.system[0], caches=self.system[1])

    def runs(self) -> list[Simulation]:
        return [run for point in (*CONDITIONS, *response.points()) if point.system == self.system
                and getattr(point, "situation", "") != response.NATIVE for run in point.runs()]

    def figures(self, *results) -> dict[str, int]:
        meters = [meters["deaf"] for result in results for meters in (
            [part_of(result, part) for part in PARTS] if "parts" in result.report else [result.report["meters"]])]
        return {"max": max(meter.get("max", 0) for meter in meters)}


def points() -> list[Simulated]:
    return [*CONDITIONS, *map(Slices, SYSTEMS), *map(alarm, CONDITIONS), *map(Deaf, SYSTEMS)]


def alarm(point: Overheads) -> response.Response:
    """Return the point that measures an alarm in the same conditions."""
    return response.Response(response.BESIDE if point.is_beside else response.ALONE, point.system)
