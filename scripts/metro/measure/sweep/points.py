# SPDX-License-Identifier: Apache-2.0
"""The points of a sweep: what is measured at each, and which there are.

A point is a few words and numbers, so that it can be sent to another process. What it takes to measure it lies in the
cache, by content.
"""
from __future__ import annotations

import collections
import statistics
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ... import configuration
from ...base.errors import MetroError
from ...figures.key import Key, select
from .. import area, fmax, measurement, origin, workloads

if TYPE_CHECKING:
    from . import settings

ALONE = "both"
ADAPTERS = (ALONE, "cfu", "wishbone", "nios2", "niosv")

CONTEXTS = (64, 0, 16, 8, 32)   # numbers of register banks; first the figures that have a goal
LEVELS = ((8, 0), (32, 0), (32, 32))    # of the task lists, and waiting lists beside them
CLOCKED = LEVELS[0], LEVELS[-1]
BLOCK_RAM = ("xc7", "ecp5", "cyclonev")     # families of whose block RAM Yosys makes a core's memories

CYCLES_A_SECOND = 1_200_000     # that a simulator makes, about
BUILD_SECONDS = 25              # of a simulator, about
UNITS = {"luts": "LUTs", "ffs": "FFs", "brams": "block RAMs", "cells": "logic cells"}


def fields_of(units) -> dict:
    """Of a figure's key: N, W and engine, and of the event unit, if there is one, E and the words of its queues."""
    events = {"E": units.events, "queue_words": units.queue_words} if units.events else {}
    return {"N": units.tasks, "W": units.width, "engine": units.engine, **events}


def sized(key: Key, cells: dict) -> dict:
    return {key.of(what): (number, UNITS[what]) for what, number in cells.items()
            if number or what != "brams"}


class Point:
    """key: of its figures, but for their statistics."""
    command = ""                # of another command than `./metro sweep` that measures it too

    @property
    def name(self) -> str:
        return str(self.key)

    @property
    def parameters(self) -> dict:
        """As plain values."""
        return {name: value.model_dump() if name == "units" and value else value for name, value in vars(self).items()}

    def origin(self) -> dict[str, str]:
        """What its figures are made from."""
        return origin.of_point(self)


class Area(Point):
    """netlist() returns what area.of() takes. The default is the whole core."""

    def netlist(self) -> tuple:
        return area.whole_core(self.hardware)

    def measure(self) -> dict:
        return sized(self.key, area.of(self.family, *self.netlist()))


@dataclass(frozen=True)
class TimeArea(Area):
    """The time unit, alone or as it is beside the ready unit."""
    family: str
    units: object               # the schema's
    alone: bool

    @property
    def key(self) -> Key:
        return Key(f"area.time{'_alone' * self.alone}", device=self.family, **fields_of(self.units))

    def netlist(self) -> tuple:
        return area.unit("time", configuration.around(self.units).changed({"units.ready": not self.alone}).units)


@dataclass(frozen=True)
class ReadyArea(Area):
    family: str
    tasks: int
    alone: bool

    @property
    def key(self) -> Key:
        return Key(f"area.ready{'_alone' * self.alone}", device=self.family, N=self.tasks)

    def netlist(self) -> tuple:
        return area.unit("ready", configuration.units(tasks=self.tasks, time=not self.alone))


@dataclass(frozen=True)
class EventArea(Area):
    """The event unit alone, as it is beside the others."""
    family: str
    units: object               # the schema's

    @property
    def key(self) -> Key:
        return Key("area.event", device=self.family, N=self.units.tasks, E=self.units.events,
                   queue_words=self.units.queue_words)

    def netlist(self) -> tuple:
        return area.unit("event", self.units)


@dataclass(frozen=True)
class CoreArea(Area):
    """A core with both units, or without."""
    family: str
    units: object               # None: without

    @property
    def key(self) -> Key:
        return Key("area.core", device=self.family, **core_fields(self.units))

    @property
    def hardware(self):
        return configuration.around(self.units)


@dataclass(frozen=True)
class AdapterArea(Area):
    """Both units behind an adapter's bus; without an adapter: what all of them have inside."""
    family: str
    adapter: str                # of ADAPTERS
    units: object               # the schema's

    @property
    def key(self) -> Key:
        return Key(f"area.{self.adapter}", device=self.family, **fields_of(self.units))

    def netlist(self) -> tuple:
        return area.unit(ALONE, self.units) if self.adapter == ALONE else area.adapter(self.adapter, self.units)


class Clock(Point):
    """One place and route of a core on ECP5; `seed` is the tool's."""

    def netlist(self) -> tuple:
        return area.whole_core(self.hardware)

    def measure(self) -> dict:
        return {self.key: (fmax.mhz(self.hardware, self.seed), "MHz")}


@dataclass(frozen=True)
class CoreClock(Clock):
    units: object               # None: without
    seed: int

    @property
    def key(self) -> Key:
        return Key("fmax.core", device=fmax.FAMILY, seed=self.seed, **core_fields(self.units))

    @property
    def hardware(self):
        return configuration.around(self.units)


@dataclass(frozen=True)
class ContextsArea(Area):
    """The core of the configuration `contexts` with so many register banks, or without."""
    family: str
    contexts: int

    @property
    def key(self) -> Key:
        return Key("area.core_contexts", device=self.family, contexts=self.contexts)

    @property
    def hardware(self):
        return with_contexts(self.contexts)


@dataclass(frozen=True)
class ContextsClock(Clock):
    contexts: int
    seed: int

    @property
    def key(self) -> Key:
        return Key("fmax.core_contexts", device=fmax.FAMILY, contexts=self.contexts, seed=self.seed)

    @property
    def hardware(self):
        return with_contexts(self.contexts)


@dataclass(frozen=True)
class TimeBaseArea(Area):
    """All three units, with a time base or without."""
    family: str
    time_base: bool

    @property
    def key(self) -> Key:
        return Key(f"area.{'units_time_base' if self.time_base else 'units'}", device=self.family)

    def netlist(self) -> tuple:
        return area.unit("both", with_time_base(self.time_base).units)


@dataclass(frozen=True)
class TimeBaseCoreArea(Area):
    """The core with all three units and a time base."""
    family: str

    @property
    def key(self) -> Key:
        return Key("area.core_time_base", device=self.family)

    @property
    def hardware(self):
        return with_time_base(True)


@dataclass(frozen=True)
class TimeBaseClock(Clock):
    """The clock of that core."""
    seed: int

    @property
    def key(self) -> Key:
        return Key("fmax.core_time_base", device=fmax.FAMILY, seed=self.seed)

    @property
    def hardware(self):
        return with_time_base(True)


@dataclass(frozen=True)
class ListsArea(Area):
    """The task lists with so many levels and waiting lists, alone."""
    family: str
    levels: int
    waiting: int

    @property
    def key(self) -> Key:
        return Key("area.lists", device=self.family, levels=self.levels, waiting=self.waiting)

    def netlist(self) -> tuple:
        return area.unit("lists", with_levels(self.levels, self.waiting).units)


@dataclass(frozen=True)
class ListsCoreArea(Area):
    """The core with them."""
    family: str
    levels: int
    waiting: int

    @property
    def key(self) -> Key:
        return Key("area.core_lists", device=self.family, levels=self.levels, waiting=self.waiting)

    @property
    def hardware(self):
        return with_levels(self.levels, self.waiting)


@dataclass(frozen=True)
class ListsClock(Clock):
    levels: int
    waiting: int
    seed: int

    @property
    def key(self) -> Key:
        return Key("fmax.core_lists", device=fmax.FAMILY, levels=self.levels, waiting=self.waiting, seed=self.seed)

    @property
    def hardware(self):
        return with_levels(self.levels, self.waiting)


def with_levels(number: int, waiting: int):
    return configuration.read(configuration.LEVELS).changed({"units.levels": number, "units.waiting": waiting})


def with_time_base(there: bool):
    return configuration.read(configuration.EVENTS).changed({"units.time_base": there, "kernel.tickless": False})


def with_contexts(number: int):
    return configuration.read(configuration.CONTEXTS).changed({"core.contexts": number})


def core_fields(units) -> dict:
    return fields_of(units) if units else {}


def area_of_core(family: str, chosen, what: str) -> Key | None:
    """The figure: the area of a configuration's core. None if there are no figures of such a core."""
    key = core_key(family, chosen)
    return key and key.of(what)


def core_key(family: str, chosen) -> Key | None:
    core, units = chosen.core, chosen.units
    points = [CoreArea(family, units)] if is_named(chosen) else []
    points += [ContextsArea(family, core.contexts), TimeBaseCoreArea(family)]
    points += [ListsCoreArea(family, units.levels, units.waiting)] if units and units.levels else []
    return next((point.key for point in points
                 if (point.hardware.core, point.hardware.units) == (core, units)), None)


def clock_of_core(chosen) -> Key | None:
    """The same for the median of its clock."""
    key = core_key(fmax.FAMILY, chosen)
    return key and clock_of(key)


@dataclass(frozen=True)
class Measured(Point):
    """A run of a benchmark on the simulated SoC. alone: the one that it is compared with."""
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
        result, firmware = self._result(self.run)
        return {**self.run.figures(result, alone), **self.run.budget(result, firmware)}

    @staticmethod
    def _result(run: workloads.Run) -> tuple:
        firmware = run.build.make()
        return measurement.measure(run, firmware, fresh=False)[0], firmware


class Simulated(Point):
    """A row of figures of another program. Subclasses have runs(), which returns simulations, and figures(*results),
    which returns values by their statistics."""
    unit = "cycles"
    cycles = 1_000_000          # of all runs, estimated

    @property
    def seconds(self) -> float:
        return BUILD_SECONDS + self.cycles / CYCLES_A_SECOND

    def origin(self) -> dict[str, str]:
        return origin.of_simulations(self.runs(), type(self))

    def measure(self) -> dict:
        values = self.figures(*(run.result() for run in self.runs()))
        return {self.key.of(statistic): (value, self.unit) for statistic, value in values.items()}


@dataclass(frozen=True)
class VariantArea(Area):
    """The core of a configuration with changes, which are (key, value), on 7-series."""
    key: Key
    config: str
    changes: tuple
    command: str
    family = "xc7"
    seconds = 60

    @property
    def hardware(self):
        return configuration.read(self.config).changed(dict(self.changes))

    @property
    def parameters(self) -> dict:
        return {"config": self.config, **dict(self.changes)}


@dataclass(frozen=True)
class VariantClock(Clock):
    """The clock of such a core."""
    key: Key
    config: str
    changes: tuple
    command: str
    seconds = 60
    hardware, parameters = VariantArea.hardware, VariantArea.parameters

    @property
    def seed(self) -> int:
        return self.key.seed


def variants(area_key: Key, config: str, changes: dict, command: str) -> list[Point]:
    """Return the points that measure such a core: its area, and its clock with three seeds."""
    clock, how = clock_of(area_key), (config, tuple(changes.items()), command)
    return [VariantArea(area_key, *how), *(VariantClock(replace(clock, seed=seed), *how) for seed in (1, 2, 3))]


def clock_of(area_key: Key) -> Key:
    """Return the key of the median of a core's clock."""
    return replace(area_key, what=area_key.what.replace("area.", "fmax."), device=fmax.FAMILY)


def cycles(workload: str, system: str, tasks: int, hz: int, opt: str) -> Measured:
    """workload: dhrystone, or a key of workloads.MEASURED."""
    chosen = workloads.for_the_benchmarks(configuration.read(system))
    core = chosen.hardware
    build = workloads.Build("dhrystone" if workload == "dhrystone" else "tick", opt, defs=chosen.switches(),
                            hot_bytes=core.hot_bytes)
    if workload == "dhrystone":
        return Measured(*reversed(workloads.dhrystone_runs(build, system, [(tasks, hz)], core)))
    return next(Measured(run) for run in workloads.tick_runs(build, system, [tasks], core) if run.name == workload)


# ------------------------------------------------------------------------------------------------------ which there are

def plan(chosen: settings.Settings) -> list[Point]:
    """All points, each once: first the cores, which others build upon, then the long ones."""
    points: list[Point] = []
    for units in chosen.units:
        kinds = [False, True] if units.alone else [False]
        points += [TimeArea(family, configuration.units(tasks=tasks, width=width, engine=engine), alone)
                   for family in units.families
                   for tasks in units.tasks for width in units.widths for engine in units.engines for alone in kinds]
        points += [ReadyArea(family, tasks, alone) for family in units.families for tasks in units.tasks
                   for alone in kinds]
    if cores := chosen.cores:
        built: dict[object, int] = {None: cores.seeds}         # with so many seeds
        for core in cores.points:
            units = configuration.units(tasks=core.tasks, width=core.width, engine=core.engine)
            built[units] = cores.seeds if core.seeds is None else core.seeds
        families = dict.fromkeys([*cores.families, *([fmax.FAMILY] if cores.seeds else [])])
        points += [CoreArea(family, units) for family in families for units in built]
        points += [CoreClock(units, seed + 1) for units, seeds in built.items() for seed in range(seeds)]
    for some in chosen.cycles:
        for system in some.systems:
            for opt in some.opt:
                for tasks in some.tasks:
                    points += [cycles(workload, system, tasks, 1000, opt) for workload in workloads.MEASURED]
                    points += [cycles("dhrystone", system, min(tasks, workloads.DHRYSTONE_MOST_TASKS), hz, opt)
                               for hz in some.hz]
    return sorted(dict.fromkeys(points), key=lambda point: (not isinstance(point, CoreArea), -seconds(point)))


def beside_the_systems() -> list[Point]:
    """The units of the four systems, for `./metro bench area`: by engine, in the core, and behind the adapters."""
    from . import settings          # needs pydantic, which the command line has to do without
    point = settings.Core(tasks=64, width=16, engine="lookahead")
    units = configuration.read("combined").units
    return plan(settings.Settings(
        units=[settings.Units(tasks=[64], widths=[16], engines=["lookahead", "parallel"], families=["xc7"],
                              alone=False)],
        cores=settings.Cores(points=[point], families=["xc7"], seeds=fmax.SEEDS))) + [
            AdapterArea(family, adapter, units) for family in area.FAMILIES for adapter in ADAPTERS]


def of_the_event_unit() -> list[Point]:
    """The event unit of the system `events`, alone and in the core, for `./metro bench event`."""
    units = configuration.read(configuration.EVENTS).units
    clocks = [CoreClock(core, seed + 1) for core in (None, units) for seed in range(fmax.SEEDS)]
    return [EventArea("xc7", units), CoreArea("xc7", None), CoreArea("xc7", units), *clocks]


def of_the_register_banks() -> list[Point]:
    """The core of `contexts` by the number of its register banks, for `./metro bench contexts`."""
    seeds = range(1, fmax.SEEDS + 1)
    return [*(ContextsArea(family, number) for number in CONTEXTS for family in BLOCK_RAM),
            *(CoreClock(None, seed) for seed in seeds),
            *(ContextsClock(number, seed) for number in CONTEXTS for seed in seeds)]


def of_the_time_base() -> list[Point]:
    """What the time base adds to the three units, and the core's clock with it, for `./metro bench time_base`."""
    seeds = range(1, fmax.SEEDS + 1)
    return [*(TimeBaseArea(family, there) for family in area.FAMILIES for there in (False, True)),
            *(TimeBaseCoreArea(family) for family in BLOCK_RAM),
            *(clock for seed in seeds for clock in (CoreClock(None, seed), TimeBaseClock(seed)))]


def of_the_task_lists() -> list[Point]:
    """The task lists of `levels` by their number of levels and of waiting lists, alone and in the core, for `./metro
    bench lists`."""
    seeds = range(1, fmax.SEEDS + 1)
    return [*(ListsArea(family, *lists) for lists in LEVELS for family in area.FAMILIES),
            *(ListsCoreArea(family, *lists) for lists in LEVELS for family in BLOCK_RAM),
            *(CoreArea(family, None) for family in BLOCK_RAM),
            *(CoreClock(None, seed) for seed in seeds),
            *(ListsClock(*lists, seed) for lists in CLOCKED for seed in seeds)]


def of_configurations(names: list[str]) -> list[Point]:
    """Area and clock of their cores beside the core without units, and the ticks of 48 tasks on them."""
    points: list[Point] = []
    for name in names:
        chosen = configuration.read(name)
        if not is_named(chosen):
            raise MetroError(f"{name}: figures have no names for the area of such a core",
                             "they have for LiteX's full VexRiscv with time unit and ready unit, and events or not")
        adapter, units = chosen.soc.adapter, chosen.units
        if adapter == "plugin":
            cores = list(dict.fromkeys((None, units)))
            points += [CoreArea(family, core) for family in area.FAMILIES for core in cores]
            points += [CoreClock(core, seed + 1) for core in cores for seed in range(fmax.SEEDS)]
            points += [EventArea("xc7", units)] if units and units.events else []
            points += [] if configuration.is_file(name) else [
                cycles(workload, name, 48, 1000, "O2") for workload in workloads.MEASURED]
        else:
            points += [AdapterArea(family, adapter, units) for family in area.FAMILIES]
    return sorted(dict.fromkeys(points), key=lambda point: (not isinstance(point, CoreArea), -seconds(point)))


def is_named(chosen) -> bool:
    """Whether CoreArea's key describes the core: the default one, and units by their sizes and engine alone."""
    units, sizes = chosen.units, ("tasks", "width", "engine", "events", "queue_words")
    return not chosen.core.words and (units is None or units == configuration.units(
        **{size: getattr(units, size) for size in sizes}))


def seconds(point: Point) -> float:
    """How long it takes, about: for the estimate, and to begin with the long ones."""
    if isinstance(point, (Simulated, VariantArea, VariantClock)):
        return point.seconds
    if isinstance(point, CoreArea):
        return 15 + wide(point.units)
    if isinstance(point, CoreClock):
        return 45 + wide(point.units)
    if isinstance(point, (ContextsArea, ContextsClock, TimeBaseCoreArea, TimeBaseClock, ListsCoreArea, ListsClock)):
        return 60
    if isinstance(point, TimeArea):
        return 4 + wide(point.units)
    return 2 + point.run.cycles / CYCLES_A_SECOND if isinstance(point, Measured) else 2


def wide(units) -> float:
    """Seconds that tools spend on the counters of the parallel engine."""
    return units.tasks * units.width / 50 if units and units.engine == "parallel" else 0


def base(key: Key) -> Key:
    """The point that gave a figure; of what follows from several, the one that names it."""
    if key.what == "fmax.ratio" and key.system:
        owner = {"contexts": ContextsClock(max(CONTEXTS), 1), "tickless": TimeBaseClock(1),
                 "levels": ListsClock(*max(LEVELS), 1)}[key.system]
        return owner.key
    what = {"area.core_added": "area.core", "area.contexts": "area.core_contexts", "fmax.ratio": "fmax.core",
            "area.time_base": "area.units_time_base"}.get(key.what, key.what)
    return replace(key.row, what=what, seed=key.seed or 1 if key.part == "fmax" else None)


def described(found: dict, wanted: list[Point], origins: dict[Key, dict], command) -> dict:
    """Figures and what follows from them, as they are kept. origins: of points, by their keys; command(key): of a
    point's figure, or of what follows from several, for which the key is None."""
    return {key: {"value": value, "unit": unit, "command": command(key.row if key in found else None),
                  "made_of": origins.get(base(key), {})}
            for key, (value, unit) in {**found, **derived(found, wanted)}.items()}


def derived(found: dict, wanted: list[Point]) -> dict:
    """What follows from figures of several points: what the units add to the core, and, when all wanted seeds are
    there, the median clock and its ratio."""
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
                 (core.levels, core.waiting) == max(LEVELS): "levels"}.get(True)
        if plain and core.N:
            new[replace(core, what="fmax.ratio")] = (median / plain, "x")
        elif plain and owner:
            new[Key("fmax.ratio", device=core.device, system=owner)] = (median / plain, "x")
    return new
