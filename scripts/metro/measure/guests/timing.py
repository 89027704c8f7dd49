# SPDX-License-Identifier: Apache-2.0
"""Response time of a real-time guest, overhead of the monitor, and time until a guest has an accelerator."""
from __future__ import annotations

import re
from dataclasses import dataclass

from ...base.errors import MetroError
from ...figures.key import BUSY_GUEST, Key
from ...products import guests as guests_module
from ...run.execution import CYCLE_LIMIT
from ..measurement import Simulation
from ..sweep.points import Simulated
from .systems import (LARGE, LARGE_BANKS, LARGE_SWITCH, LINE, MOST_CYCLES, RISES, SMALL, SMALL_BANKS, SMALL_SWITCH,
                      SYSTEMS, at, deaf, guests, interval, native, simulation, soc, some_of)

# --------------------------------------------------------------------------------- response time of a real-time guest

NATIVE, ALONE, BESIDE = "no_monitor", "alone", "1_busy"
# The title, the file of guests, and the number of guests that run.
SITUATIONS = {NATIVE: ("no monitor", "", 0), ALONE: ("no other guest", "response.toml", 1),
              BESIDE: ("1 busy guest", "response.toml", 2),
              **{f"{others}_busy": (f"{others} busy guests", "response.toml", 1 + others) for others in (2, 3, 4)},
              "4_calling": ("4 guests that only make calls", "calling.toml", 5)}


@dataclass(frozen=True)
class Response(Simulated):
    """Cycles from an alarm, and from the edge of a line, to the guest's handler."""
    situation: str
    system: tuple[str, str]
    cycles = 10_000_000

    @property
    def key(self) -> Key:
        return Key(f"guest_response.{self.situation}", system=self.system[0], caches=self.system[1])

    def runs(self) -> list[Simulation]:
        if self.situation == NATIVE:
            return [response_run(native("response.c", self.system), "", self.system)]
        return [response_run(guests(*SITUATIONS[self.situation][1:], self.system), "control.", self.system)]

    def figures(self, result) -> dict[str, float]:
        found = re.search(r"alarms: (\d+) / (\d+) / (\d+)", result.output)
        if not found or result.report["ended"] != "measured":
            raise MetroError(f"{self.name} has not come to its end", result.output[-500:])
        line = result.report["meters"]["line"]
        return {**dict(zip(("min", "mean", "max"), map(int, found.groups()))),
                "line_mean": line["mean"], "line_max": line["max"]}


def response_run(firmware, own: str, system: tuple[str, str]) -> Simulation:
    """Return a run of bench/guests/response.c. own: the prefix of its symbols. The run ends with the last sample,
    because other guests never end."""
    return simulation(firmware, {
        "meters": [deaf(firmware, system), interval("line", RISES, at(firmware, f"{own}guest_interrupt"))],
        "window": {"begin": {"pc": 0}, "end": at(firmware, f"{own}measured"), "skip": 0, "count": 1}}, system)


def responses() -> list[Response]:
    return [Response(situation, system) for system in SYSTEMS for situation in SITUATIONS]


# -------------------------------------------------------- calls, interrupts, switches, and stretches without interrupts

PARTS = ("call", "alarm", "runs", "waits")               # of bench/guests/overheads.c, each after its warm-up
SLICES = 400_000                # cycles of the run with two guests that take turns
# The name of the statistics: its part and its meter. The last two need a second guest.
METERS = {"call": ("call", "call"), "alarm": ("alarm", "call"), "runs": ("runs", "interrupt"),
          "return": ("runs", "return"), "waits": ("waits", "interrupt"), "preempt": ("waits", "preempt"),
          "switch": ("waits", "switch")}


def parts(is_beside: bool, system: tuple[str, str]) -> Simulation:
    firmware = guests("overheads.toml", 1 + is_beside, system)
    meters = [deaf(firmware, system), interval("call", at(firmware, "measures.calls"), at(firmware, "measures.called")),
              interval("interrupt", RISES, at(firmware, "measures.guest_interrupt")),
              interval("return", at(firmware, "measures.handled"), *(at(firmware, "measures.runs", n) for n in (0, 4)))]
    if is_beside:
        meters += [interval("switch", at(firmware, "measures.calls"), at(firmware, "spins.spin")),
                   interval("preempt", at(firmware, "spins.spin"), at(firmware, "measures.guest_interrupt"))]
    # The second guest is an endless loop, so a run with it ends at the cycle limit.
    return simulation(firmware, {"meters": meters, "parts": at(firmware, "measures.part")}, system, 9_000_000,
                      (0, CYCLE_LIMIT))


def part_of(result, name: str) -> dict:
    """Return the meters of one of PARTS."""
    return result.report["parts"][2 * PARTS.index(name) + 1]


def slices(system: tuple[str, str]) -> Simulation:
    """Return a run that measures from the last instruction of a guest to the first one of the next guest. The first
    turn of `other` does not count, because it includes the end of loading."""
    firmware = guests("slices.toml", system=system)
    meters = {"meters": [interval("switch", at(firmware, "one.spin"), at(firmware, "other.spin"))],
              "window": {"begin": at(firmware, "other.spin"), "end": at(firmware, "finish"), "skip": 0, "count": 1}}
    return simulation(firmware, meters, system, SLICES, (CYCLE_LIMIT,))


def longest_deaf(result) -> int:
    meters = [part_of(result, part) for part in PARTS] if "parts" in result.report else [result.report["meters"]]
    return max(meter["deaf"].get("max", 0) for meter in meters)


@dataclass(frozen=True)
class Overheads(Simulated):
    """Cycles of the monitor. With a second guest, `deaf` is the longest stretch in which nothing can interrupt the
    monitor, in all runs of the monitor on this system, including those of Response."""
    is_beside: bool             # a second guest, which never waits
    system: tuple[str, str]

    @property
    def key(self) -> Key:
        return Key("guest_overheads", system=self.system[0], caches=self.system[1], uses=BUSY_GUEST * self.is_beside)

    def runs(self) -> list[Simulation]:
        if not self.is_beside:
            return [parts(False, self.system)]
        others = [parts(False, self.system)] if self.system == SMALL else []
        return [parts(True, self.system), slices(self.system), *others, *(
            run for point in responses() if point.system == self.system and point.situation != NATIVE
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
    (False, SMALL), (True, SMALL), (True, LARGE), (True, SMALL_BANKS), (True, LARGE_BANKS),
    (True, SMALL_SWITCH), (True, LARGE_SWITCH)))


def overheads() -> list[Simulated]:
    return [*CONDITIONS, *map(alarm, CONDITIONS)]


def alarm(point: Overheads) -> Response:
    """Return the point that measures an alarm in the same conditions."""
    return Response(BESIDE if point.is_beside else ALONE, point.system)


# ----------------------------------------- from a guest's call for an accelerator to the answer (bench/guests/allots.c)

FILE = "allotment.toml"
# How the guest gets the region, in the words of allots.c: the statistic's name, and whether the region is reconfigured.
WAYS = {"direct": ("direct", False), "reconfiguration": ("reconfiguration", True), "preemption": ("preemption", False),
        "preemption of a circuit that runs": ("preemption_running", False), "both": ("both", True),
        "both, of a circuit that runs": ("both_running", True)}


def reconfiguration() -> int:
    """Return the cycles that the model takes for a reconfiguration."""
    (region,) = some_of(FILE).regions
    return region.cycles


@dataclass(frozen=True)
class Allotment(Simulated):
    """Cycles from a call to the answer, without the reconfiguration, which is only a model."""
    system: tuple[str, str]

    @property
    def key(self) -> Key:
        return Key("guest_allotment", system=self.system[0], caches=self.system[1])

    def runs(self) -> list[Simulation]:
        chosen = some_of(FILE)
        hardware = soc(self.system, regions=chosen.regions)
        return [Simulation(guests_module.build(chosen, hardware), hardware, {}, LINE, MOST_CYCLES)]

    def figures(self, result) -> dict[str, int]:
        found = {name: map(int, numbers) for name, *numbers in
                 re.findall(r"^asks: (.+): (\d+) / (\d+) / (\d+)$", result.output, re.MULTILINE)}
        if set(found) != set(WAYS):
            raise MetroError(f"{FILE} has not come to its end", result.output[-500:])
        return {f"{WAYS[name][0]}_{statistic}": cycles - reconfiguration() * WAYS[name][1]
                for name, spread in found.items() for statistic, cycles in zip(("min", "mean", "max"), spread)}


def allotments() -> list[Allotment]:
    return [Allotment(SMALL), Allotment(LARGE_BANKS), Allotment(SMALL_SWITCH)]
