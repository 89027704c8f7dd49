# SPDX-License-Identifier: Apache-2.0
"""The benchmarks of an RTOS whose own build system builds the program, on a user's tree.

bench/RTOS/thread_metric has our workloads of Thread-Metric. bench/RTOS/services measures services, and threads that
sleep. A column of the tables is a configuration, or software with another setting of the RTOS.
"""
from __future__ import annotations

import dataclasses
import functools
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .. import configuration, kernels
from ..environment import crate
from ..figures.key import LARGE_CACHES, SOFTWARE, Conditions, Key, Who
from ..measure import measurement, services, sleepers, thread_metric, workloads
from ..measure.sweep import points
from ..products import firmware as firmware_module, own_build, rtos
from ..products.kernel import version_of
from ..report import own_build as report
from ..report.tables import backquoted

INSTEAD = {"system": [SOFTWARE, "levels", "levels-contexts"], "opt": ["O2", "Os"]}  # replaces other parts' defaults
SYSTEMS = dict(zip(backquoted(INSTEAD["system"][1:]), ((name, "") for name in INSTEAD["system"][1:])))
THREAD_METRIC, SERVICES = "thread_metric", "services"      # folders of an RTOS's programs
REPETITIONS = 400              # of each of 25 situations, or fewer; so at most 10,000


@dataclasses.dataclass(frozen=True)
class Timer:
    """Another system timer, for the interrupts of an idle system. changes: fields of the configuration."""
    system: str
    uses: str
    settings: tuple[str, ...] = ()
    changes: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Suite:
    """The benchmarks of an RTOS. Its key is also a part of `./metro bench`."""
    key: str
    settings: dict          # Key.uses -> the RTOS's settings for it, in software; "": its default
    columns: dict           # heading -> (system, Key.uses)
    base: str               # in a table's title: what the figures are compared with, as in "SIMPLE's"
    timers: tuple[Timer, ...] = ()

    @property
    def rtos(self) -> rtos.Rtos:
        return rtos.get(self.key)


@dataclasses.dataclass(frozen=True)
class Build(thread_metric.Build):
    """A program of bench/RTOS. app: its folder there. kernel: the tree. rtos: its key. system, chosen: a
    configuration's name and the configuration. settings: further settings of the RTOS."""
    rtos: str = ""
    system: str = SOFTWARE
    chosen: object = None
    settings: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(["firmware", self.app, self.opt, rtos.get(self.rtos).name, self.system, *self.settings])

    @property
    def folder(self) -> Path:
        return workloads.BENCH / self.rtos / self.app

    @property
    def soc(self) -> Path:
        return measurement.soc_of(self.chosen.hardware)

    def make(self) -> firmware_module.Firmware:
        return _make(self)


@functools.cache            # a build system needs seconds to find that nothing changed
def _make(build: Build) -> firmware_module.Firmware:
    built, _ = own_build.load(build.folder, rtos.get(build.rtos), build.kernel, build.chosen, f"-{build.opt}", {},
                              build.settings)
    return built


class _OfPart(workloads.Run):
    @property
    def command(self) -> str:
        return f"./metro bench {self.build.rtos} --opt {self.build.opt}{self.build.origin}"


@dataclasses.dataclass(frozen=True)
class ThreadMetricRun(thread_metric.Run):
    @property
    def command(self) -> str:
        seconds = f" --seconds {self.seconds:g}" if self.seconds != 0.1 else ""
        return f"./metro bench {self.build.rtos} --opt {self.build.opt}{seconds}{self.build.origin}"


@dataclasses.dataclass(frozen=True)
class ServiceRun(services.ServiceRun, _OfPart):
    @property
    def cycles(self) -> int:
        return 20_000_000


@dataclasses.dataclass(frozen=True)
class SleeperRun(sleepers.SleeperRun, _OfPart):
    pass


@dataclasses.dataclass(frozen=True)
class Size(points.Size):
    """The bytes of the program that measures the services."""
    build: Build | None = None

    @property
    def parameters(self) -> dict:
        return {**super().parameters, "build": str(self.build)}

    def sizes(self) -> dict[str, int]:
        sections = firmware_module.contents(self.build.make().elf)[0]
        return {"rom": sections["program"] + sections["data"], "ram": sections["data"] + sections["zeroed"]}


class Column(NamedTuple):
    """What an RTOS is built for. build: a Build without app."""
    build: Build
    who: Who
    special: Conditions

    def of(self, app: str) -> Build:
        return dataclasses.replace(self.build, app=app)

    def with_timer(self, timer: Timer) -> Column:
        build = dataclasses.replace(self.build, chosen=self.build.chosen.changed(timer.changes),
                                    settings=timer.settings)
        return self._replace(build=build, special=self.special._replace(uses=timer.uses))


def columns(suite: Suite, args, read) -> Iterator[Column]:
    """Yield each system, each setting in software, and each optimisation. args: with a part's own defaults.
    read: returns the configuration of a name. Raise crate.Unavailable without a tree."""
    about, tree = suite.rtos, args.kernel
    if not tree:
        raise crate.Unavailable(
            f"the part {suite.key} needs a tree of {about.name}, which is not part of this repository",
            f"give the tree's folder: ./metro bench {suite.key} --kernel TREE; {about.tree['needed']} is needed")
    version = version_of(tree, about)
    for name in args.system:
        chosen, system = read(name).trimmed(), configuration.label(name)
        about.refuse(chosen)
        origin = (configuration.origin(name) or f" --system {name}") + f" --kernel {shlex.quote(str(tree))}"
        for uses, settings in suite.settings.items() if name == SOFTWARE else [("", ())]:
            for opt in args.opt:
                yield Column(Build("", opt, kernel=tree, origin=origin, rtos=suite.key, system=system, chosen=chosen,
                                   settings=settings),
                             Who(suite.key, system), Conditions(uses=uses, version=version))


def runs(suite: Suite, args, read) -> list[workloads.Run]:
    args = thread_metric.chosen(args, INSTEAD)
    return [run for column in columns(suite, args, read)
            for run in (*thread_metric_runs(column, args.seconds), service_run(column),
                        *sleeper_runs(suite, column, with_idle=column.build.opt == args.opt[0]))]


def thread_metric_runs(column: Column, seconds: float) -> Iterator[ThreadMetricRun]:
    values = thread_metric.values(seconds)
    del values["tm_hz"]                 # a setting of the RTOS
    for caches, fields in ((LARGE_CACHES, workloads.LARGE_CACHES), ("", {})):
        for number, workload in enumerate(thread_metric.WORKLOADS):
            yield ThreadMetricRun(
                column.of(THREAD_METRIC), f"thread_metric.{workload}", column.who, 0, thread_metric.HZ,
                {**values, "tm_workload": number}, core=column.build.chosen.hardware.changed(fields),
                special=column.special._replace(caches=caches), seconds=seconds)


def service_run(column: Column) -> ServiceRun:
    return ServiceRun(column.of(SERVICES), "latency", column.who, 0, 0,
                      {"bench_repetitions": REPETITIONS, "bench_threads": 0},
                      core=column.build.chosen.hardware.changed(workloads.LARGE_CACHES), special=column.special)


def sleeper_runs(suite: Suite, column: Column, with_idle: bool) -> Iterator[SleeperRun]:
    """Yield the runs with sleeping threads. with_idle: with those of an idle system, with each timer."""
    def run(name: str, column: Column) -> SleeperRun:
        values = sleepers.values(name)
        return SleeperRun(column.of(SERVICES), name, column.who, values["bench_threads"], 0, values,
                          sleepers.LINE if name == "irq.latency" else None, column.build.chosen.hardware,
                          column.special)
    yield from (run(name, column) for name in ("irq.latency", "irq.off"))
    if with_idle:
        yield run("idle", column)
        yield from (run("idle", column.with_timer(timer)) for timer in suite.timers
                    if (timer.system, "") == (column.who.system, column.special.uses))


def sizes(suite: Suite, args) -> list[Size]:
    """Return the points of the part `size`; none without a tree."""
    args = thread_metric.chosen(args, INSTEAD)
    return [Size(Key("size.program", optimisation=column.build.opt, **column.who._asdict(),
                     **column.special._asdict()), column.build.kernel, "",
                 f"./metro bench size --opt {column.build.opt}{column.build.origin}", column.of(SERVICES))
            for column in (columns(suite, args, configuration.read) if args.kernel else ())]


class Kernel(kernels.Kernel):
    """The benchmarks of an RTOS with a suite. A subclass sets `suite`."""
    suite: Suite

    @property
    def parts(self):
        return (self.suite.key,)

    @property
    def seconds(self):
        return {self.suite.key: 1500 * len(self.suite.columns)}

    @property
    def systems(self):
        return [Who(self.suite.key, name) for name in INSTEAD["system"]]

    @property
    def tables(self):
        key, suite = self.suite.key, self.suite
        return {f"thread-metric-{key}": lambda scope: report.thread_metric(suite, scope, "O2", LARGE_CACHES),
                f"thread-metric-{key}-size": lambda scope: report.thread_metric(suite, scope, "Os", LARGE_CACHES),
                f"services-{key}": lambda scope: report.services(suite, scope, "O2"),
                f"services-{key}-off": lambda scope: report.interrupts_off(suite, scope, "O2"),
                f"interrupts-{key}": lambda scope: report.interrupts(suite, scope, "O2")}

    def chosen_systems(self, args):
        return thread_metric.chosen(args, INSTEAD).system

    def plan(self, args, parts, read):
        return runs(self.suite, args, read)

    def points(self, rows, args):
        return list(map(points.Measured, runs(self.suite, args, configuration.read))) if args.kernel else []

    def sizes(self, args):
        return sizes(self.suite, args)

    def bench_tables(self, scope, with_given):
        opts = dict.fromkeys(key.optimisation for key in scope.found if key.kernel == self.suite.key)
        return [table for opt in opts or scope.opts for table in (
            *(report.thread_metric(self.suite, scope, opt, caches) for caches in ("", LARGE_CACHES)),
            report.services(self.suite, scope, opt), report.interrupts_off(self.suite, scope, opt),
            report.interrupts(self.suite, scope, opt))]
