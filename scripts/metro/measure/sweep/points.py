# SPDX-License-Identifier: Apache-2.0
"""The points of a sweep: their measurements, and the lists of points.

A point holds plain values, so it can be sent to another process. The cache holds the products of its builds.
"""
from __future__ import annotations

import collections
import statistics
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ... import configuration
from ...base.errors import MetroError
from ...figures.key import Key, select
from ...products import firmware, rtos
from .. import area, fmax, measurement, origin, workloads

if TYPE_CHECKING:
    from . import settings

ALONE = "both"
ADAPTERS = (ALONE, "cfu", "wishbone", "nios2", "niosv")

CONTEXTS = (64, 0, 16, 8, 32)   # numbers of register banks, the most important first
LEVELS = ((8, 0), (32, 0), (32, 32))    # numbers of levels and wait lists of the task lists
CLOCKED = LEVELS[0], LEVELS[-1]
# Each piece for a shorter worst case: the configuration of the core with it, and changes of that configuration.
PIECES = {"tickless-contexts": ("tickless-contexts", {}), "vectors": ("vectors", {}),
          "lines": ("vectors", {"units.lines": 8}), "hot": ("hot", {}), "self-switch": ("self-switch", {})}
BLOCK_RAM = ("xc7", "ecp5", "cyclonev")     # families on which Yosys maps a core's memories to block RAM

CYCLES_A_SECOND = 1_200_000     # of a simulator, estimated
BUILD_SECONDS = 25              # of a simulator, estimated
UNITS = {"luts": "LUTs", "ffs": "FFs", "brams": "block RAMs", "cells": "logic cells"}


def fields_of(units) -> dict:
    """Return columns of a figure's key: N, W, engine, and with an event unit E and the words of its queues."""
    events = {"E": units.events, "queue_words": units.queue_words} if units.events else {}
    return {"N": units.tasks, "W": units.width, "engine": units.engine, **events}


def sized(key: Key, cells: dict) -> dict:
    return {key.of(what): (number, UNITS[what]) for what, number in cells.items()
            if number or what != "brams"}


class Point:
    """A point of a sweep. key: the key of its figures, without their statistics."""
    command = ""                # another command than `./metro sweep` that also measures the point

    @property
    def name(self) -> str:
        return str(self.key)

    @property
    def parameters(self) -> dict:
        """The fields of the point as plain values."""
        return {name: value.model_dump() if hasattr(value, "model_dump") else
                str(value) if isinstance(value, (Key, Path)) else value for name, value in vars(self).items()}

    def origin(self) -> dict[str, str]:
        """Return the digests of the inputs of its figures."""
        return origin.of_point(self)


@dataclass(frozen=True)
class Area(Point):
    """The area of a core."""
    key: Key
    hardware: object            # of configuration.schema

    def netlist(self) -> tuple:
        """Return the arguments of area.of(): the netlist, its top module, and options."""
        return area.whole_core(self.hardware)

    def measure(self) -> dict:
        return sized(self.key, area.of(self.key.device, *self.netlist()))


@dataclass(frozen=True)
class UnitArea(Point):
    """The area of one of several units, or of an adapter with units."""
    key: Key
    unit: str                   # in area.UNIT_TOPS, or in ADAPTERS
    units: object               # of configuration.schema

    def netlist(self) -> tuple:
        return (area.unit if self.unit in area.UNIT_TOPS else area.adapter)(self.unit, self.units)

    measure = Area.measure


@dataclass(frozen=True)
class Clock(Area):
    """One place and route of a core on ECP5; the key has the tool's seed."""

    def measure(self) -> dict:
        return {self.key: (fmax.mhz(self.hardware, self.key.seed), "MHz")}


def core(what: str, hardware, families: Iterable[str], seeds: int, **columns) -> list[Point]:
    """Return the points that measure a core: its area on these families, and its clock for each seed from 1."""
    return [*(Area(Key(f"area.{what}", device=family, **columns), hardware) for family in families),
            *(Clock(Key(f"fmax.{what}", device=fmax.FAMILY, seed=seed, **columns), hardware)
              for seed in range(1, seeds + 1))]


def core_around(units, families: Iterable[str] = (), seeds: int = 0) -> list[Point]:
    """Return the points that measure the default core with these units, or without."""
    return core("core", configuration.around(units), families, seeds, **core_fields(units))


def time_area(family: str, units, alone: bool) -> UnitArea:
    """Return the point of the time unit. alone: in its form for a core without the ready unit."""
    return UnitArea(Key(f"area.time{'_alone' * alone}", device=family, **fields_of(units)), "time",
                    configuration.around(units).changed({"units.ready": not alone}).units)


def ready_area(family: str, tasks: int, alone: bool) -> UnitArea:
    return UnitArea(Key(f"area.ready{'_alone' * alone}", device=family, N=tasks), "ready",
                    configuration.units(tasks=tasks, time=not alone))


def event_area(units) -> UnitArea:
    return UnitArea(Key("area.event", device="xc7", N=units.tasks, E=units.events, queue_words=units.queue_words),
                    "event", units)


def adapter_area(family: str, adapter: str, units) -> UnitArea:
    """Return the point of these units behind an adapter's bus, or without a bus (ALONE)."""
    return UnitArea(Key(f"area.{adapter}", device=family, **fields_of(units)), adapter, units)


def with_levels(number: int, waiting: int):
    return configuration.read(configuration.LEVELS).changed({"units.levels": number, "units.waiting": waiting})


def with_time_base(timed: bool):
    return configuration.read(configuration.EVENTS).changed({"units.time_base": timed, "kernel.tickless": False})


def with_contexts(number: int):
    return configuration.read(configuration.CONTEXTS).changed({"core.contexts": number})


def core_fields(units) -> dict:
    return fields_of(units) if units else {}


def area_of_core(family: str, chosen, what: str) -> Key | None:
    """Return the key of the area of a configuration's core, or None if no figure exists. what: e.g. luts."""
    key = core_key(family, chosen)
    return key and key.of(what)


def core_key(family: str, chosen) -> Key | None:
    contexts, units = chosen.core.contexts, chosen.units
    cores = {Key("area.core_contexts", device=family, contexts=contexts): with_contexts(contexts),
             Key("area.core_time_base", device=family): with_time_base(True)}
    if units and units.levels:
        cores[Key("area.core_lists", device=family, levels=units.levels, waiting=units.waiting)] = with_levels(
            units.levels, units.waiting)
    if is_named(chosen):
        cores = {Key("area.core", device=family, **core_fields(units)): configuration.around(units), **cores}
    return next((key for key, each in cores.items() if (each.core, each.units) == (chosen.core, units)), None)


def clock_of_core(chosen) -> Key | None:
    """Return the key of the median clock of a configuration's core, or None if no figure exists."""
    key = core_key(fmax.FAMILY, chosen)
    return key and clock_of(key)


@dataclass(frozen=True)
class Measured(Point):
    """A run of a benchmark on the simulated SoC. alone: the run that it is compared with."""
    run: workloads.Run
    alone: workloads.Run | None = None

    @property
    def key(self) -> Key:
        return self.run.key(self.run.name)

    @property
    def name(self) -> str:
        return self.run.title

    @property
    def command(self) -> str:
        return self.run.command

    @property
    def parameters(self) -> dict:
        return self.run.values

    def origin(self) -> dict[str, str]:
        return origin.of_run(self.run)

    def measure(self) -> dict:
        alone = self.alone and workloads.dhrystone_cycles(self._result(self.alone)[0].output)
        result, image = self._result(self.run)
        return {**self.run.figures(result, alone), **self.run.budget(result, image)}

    @staticmethod
    def _result(run: workloads.Run) -> tuple:
        image = run.build.make()
        return measurement.measure(run, image, fresh=False)[0], image


@dataclass(frozen=True)
class Size(Point):
    """The bytes of a kernel with the template's configuration. No function is left out."""
    key: Key
    kernel: Path
    defs: str
    command: str

    def sizes(self) -> dict[str, int]:
        """Return the bytes of text, data and bss."""
        return firmware.kernel_size(workloads.TEMPLATE, f"-{self.key.optimisation}", self.kernel, self.defs)

    def origin(self) -> dict[str, str]:
        return {"firmware": origin.short(self.sizes())}

    def measure(self) -> dict:
        return {self.key.of(section): (size, "bytes") for section, size in self.sizes().items()}


class Simulated(Point):
    """A row of figures from Simulations instead of a workloads.Run. Subclasses have runs(), which returns simulations,
    and figures(*results), which returns values by their statistics."""
    unit = "cycles"
    cycles = 1_000_000          # of all runs, estimated

    def origin(self) -> dict[str, str]:
        return origin.of_simulations(self.runs(), type(self))

    def measure(self) -> dict:
        values = self.figures(*(run.result() for run in self.runs()))
        return {self.key.of(statistic): (value, self.unit) for statistic, value in values.items()}


def clock_of(area_key: Key) -> Key:
    """Return the key of the median of a core's clock."""
    return replace(area_key, what=area_key.what.replace("area.", "fmax."), device=fmax.FAMILY)


def cycles(workload: str, system: str, tasks: int, hz: int, opt: str) -> Measured:
    """Return the point of a run. workload: dhrystone, or a key of workloads.MEASURED. hz: for Dhrystone only."""
    chosen = workloads.for_the_benchmarks(configuration.read(system))
    core = chosen.hardware
    build = workloads.Build("dhrystone" if workload == "dhrystone" else "tick", opt, defs=rtos.get().switches(chosen),
                            memories=core.memories)
    if workload == "dhrystone":
        return Measured(*reversed(workloads.dhrystone_runs(build, system, [(tasks, hz)], core)))
    return next(Measured(run) for run in workloads.tick_runs(build, system, [tasks], core) if run.name == workload)


# ---------------------------------------------------------------------------------------------------- lists of points

def plan(chosen: settings.Settings) -> list[Point]:
    """Return all points, each once. Cores come first, because other points use them, then the longest points."""
    points: list[Point] = []
    for units in chosen.units:
        kinds = [False, True] if units.alone else [False]
        points += [time_area(family, configuration.units(tasks=tasks, width=width, engine=engine), alone)
                   for family in units.families
                   for tasks in units.tasks for width in units.widths for engine in units.engines for alone in kinds]
        points += [ready_area(family, tasks, alone) for family in units.families for tasks in units.tasks
                   for alone in kinds]
    if cores := chosen.cores:
        built: dict[object, int] = {None: cores.seeds}         # number of seeds by units
        for each in cores.points:
            built[configuration.units(tasks=each.tasks, width=each.width, engine=each.engine)] = (
                cores.seeds if each.seeds is None else each.seeds)
        families = dict.fromkeys([*cores.families, *([fmax.FAMILY] if cores.seeds else [])])
        points += [point for units, seeds in built.items() for point in core_around(units, families, seeds)]
    for section in chosen.cycles:
        for system in section.systems:
            for opt in section.opt:
                for tasks in section.tasks:
                    points += [cycles(workload, system, tasks, 1000, opt) for workload in workloads.MEASURED]
                    points += [cycles("dhrystone", system, min(tasks, workloads.DHRYSTONE_MOST_TASKS), hz, opt)
                               for hz in section.hz]
    return in_order(points)


def in_order(points: list[Point]) -> list[Point]:
    return sorted(dict.fromkeys(points), key=lambda point: (type(point) is not Area, -seconds(point)))


def beside_the_systems() -> list[Point]:
    """Return the points for `./metro bench area`: the time unit with each engine, the ready unit, the core with and
    without the units of `combined`, and these units alone and behind each adapter."""
    units = configuration.read("combined").units
    families = "xc7", fmax.FAMILY
    engines = [configuration.units(engine=engine) for engine in ("lookahead", "parallel")]
    return [*in_order([*(time_area("xc7", each, False) for each in engines), ready_area("xc7", 64, False),
                       *core_around(None, families, fmax.SEEDS), *core_around(units, families, fmax.SEEDS)]),
            *(adapter_area(family, adapter, units) for family in area.FAMILIES for adapter in ADAPTERS)]


def of_the_event_unit() -> list[Point]:
    """Return the points of the event unit of `events`, alone and in the core, for `./metro bench event`."""
    units = configuration.read(configuration.EVENTS).units
    return [event_area(units), *core_around(None, ["xc7"], fmax.SEEDS), *core_around(units, ["xc7"], fmax.SEEDS)]


def of_the_register_banks() -> list[Point]:
    """Return the points of the core of `contexts` by its number of register banks, for `./metro bench contexts`."""
    return [*core_around(None, seeds=fmax.SEEDS), *(point for number in CONTEXTS for point in core(
        "core_contexts", with_contexts(number), BLOCK_RAM, fmax.SEEDS, contexts=number))]


def of_the_time_base() -> list[Point]:
    """Return the points of the three units with and without the time base, and of the core, for `bench time_base`."""
    return [*(UnitArea(Key(f"area.units{'_time_base' * timed}", device=family), "both", with_time_base(timed).units)
              for family in area.FAMILIES for timed in (False, True)),
            *core_around(None, seeds=fmax.SEEDS),
            *core("core_time_base", with_time_base(True), BLOCK_RAM, fmax.SEEDS)]


def of_the_task_lists() -> list[Point]:
    """Return the points of the task lists by numbers of levels and wait lists, alone and in the core, for `./metro
    bench lists`."""
    points = core_around(None, BLOCK_RAM, fmax.SEEDS)
    for levels, waiting in LEVELS:
        columns, hardware = {"levels": levels, "waiting": waiting}, with_levels(levels, waiting)
        points += [UnitArea(Key("area.lists", device=family, **columns), "lists", hardware.units)
                   for family in area.FAMILIES]
        points += core("core_lists", hardware, BLOCK_RAM, fmax.SEEDS * ((levels, waiting) in CLOCKED), **columns)
    return points


def of_the_pieces() -> list[Point]:
    """Return the points of the core with each piece for a shorter worst case, for `./metro bench pieces`."""
    return [*core_around(None, ["xc7"], fmax.SEEDS), *(
        point for piece, (name, changes) in PIECES.items() for point in core(
            "core_pieces", configuration.read(name).changed(changes), ["xc7"], fmax.SEEDS, system=piece))]


def of_configurations(names: list[str]) -> list[Point]:
    """Return the points of configurations: area and clock of the core with and without the units, the event unit's
    area, and ticks with 48 tasks. For a file, leave out the ticks. Behind an adapter, measure only the area."""
    points: list[Point] = []
    for name in names:
        chosen = configuration.read(name)
        if not is_named(chosen):
            raise MetroError(f"{name}: no figure has a name for the area of this core",
                             "use LiteX's full VexRiscv with time unit and ready unit, with or without event unit")
        adapter, units = chosen.soc.adapter, chosen.units
        if adapter == "plugin":
            points += [point for each in (None, units) for point in core_around(each, area.FAMILIES, fmax.SEEDS)]
            points += [event_area(units)] if units and units.events else []
            points += [] if configuration.is_file(name) else [
                cycles(workload, name, 48, 1000, "O2") for workload in workloads.MEASURED]
        else:
            points += [adapter_area(family, adapter, units) for family in area.FAMILIES]
    return in_order(points)


def is_named(chosen) -> bool:
    """Whether the key `area.core` describes the core: the default core without units, or with units that differ from
    the default ones only in sizes and engine."""
    units, sizes = chosen.units, ("tasks", "width", "engine", "events", "queue_words")
    return not chosen.core.words and (units is None or units == configuration.units(
        **{size: getattr(units, size) for size in sizes}))


def seconds(point: Point) -> float:
    """Return the estimated seconds of a point, to show progress and to start with the longest points."""
    if isinstance(point, Measured):
        return 2 + point.run.cycles / CYCLES_A_SECOND
    if isinstance(point, Simulated):
        return BUILD_SECONDS + point.cycles / CYCLES_A_SECOND
    if isinstance(point, Area):
        return (45 if isinstance(point, Clock) else 15) + wide(point.hardware.units)
    return 3 + wide(getattr(point, "units", None))


def wide(units) -> float:
    """Return the seconds that tools spend on the counters of the parallel engine."""
    return units.tasks * units.width / 50 if units and units.engine == "parallel" else 0


def base(key: Key) -> Key:
    """Return the key of the point that gave a figure. For a derived one, choose the point with added hardware."""
    if key.what == "fmax.ratio" and key.system:
        of = {"contexts": Key("fmax.core_contexts", contexts=max(CONTEXTS)), "tickless": Key("fmax.core_time_base"),
              "levels": Key("fmax.core_lists", **dict(zip(("levels", "waiting"), max(LEVELS))))}.get(
                  key.system, Key("fmax.core_pieces", system=key.system))
        return replace(of, device=fmax.FAMILY, seed=1)
    what = {"area.core_added": "area.core", "area.contexts": "area.core_contexts", "fmax.ratio": "fmax.core",
            "area.time_base": "area.units_time_base"}.get(key.what, key.what)
    return replace(key.row, what=what, seed=key.seed or 1 if key.part == "fmax" else None)


def described(found: dict, wanted: list[Point], origins: dict[Key, dict], command) -> dict:
    """Return the figures and the figures derived from them, in their stored form.

    origins: digests of points by key. command: returns the command of a key; the key is None for a derived figure.
    """
    return {key: {"value": value, "unit": unit, "command": command(key.row if key in found else None),
                  "made_of": origins.get(base(key), {})}
            for key, (value, unit) in {**found, **derived(found, wanted)}.items()}


def derived(found: dict, wanted: list[Point]) -> dict:
    """Return the figures derived from several points: the area that units, register banks or the time base add, the
    median clock, and its ratio to the core without units. The median needs all wanted seeds."""
    new: dict = {}
    for what, less, plain in (("area.core", "area.core_added", lambda key: Key(key.what, key.statistic, key.device)),
                              ("area.core_contexts", "area.contexts", lambda key: replace(key, contexts=0)),
                              ("area.units_time_base", "area.time_base", lambda key: replace(key, what="area.units"))):
        for key in select(found, what=what):
            without = plain(key)
            if without != key and without in found:
                value, unit = found[key]
                new[replace(key, what=less)] = (value - found[without][0], unit)
    seeds = collections.defaultdict(list)
    for point in wanted:
        if isinstance(point, Clock):
            seeds[replace(point.key, seed=None)].append(point.key)
    medians = {core: statistics.median(found[key][0] for key in keys) for core, keys in seeds.items()
               if all(key in found for key in keys)}
    plain = medians.get(Key("fmax.core", device=fmax.FAMILY))
    for core, median in medians.items():
        new[core] = (median, "MHz")
        owner = {core.contexts == max(CONTEXTS): "contexts", core.what == "fmax.core_time_base": "tickless",
                 (core.levels, core.waiting) == max(LEVELS): "levels",
                 core.what == "fmax.core_pieces": core.system}.get(True)
        if plain and core.N:
            new[replace(core, what="fmax.ratio")] = (median / plain, "x")
        elif plain and owner:
            new[Key("fmax.ratio", device=core.device, system=owner)] = (median / plain, "x")
    return new
