# SPDX-License-Identifier: Apache-2.0
"""Thread-Metric with our workloads on a user's tree of an RTOS whose own build system builds the application.

The application is bench/RTOS/thread_metric. A column of the table is a configuration, or software with another setting
of the RTOS.
"""
from __future__ import annotations

import dataclasses
import functools
import shlex
from collections.abc import Iterable
from pathlib import Path

from .. import configuration, kernels
from ..environment import crate
from ..figures.key import LARGE_CACHES, SOFTWARE, Conditions, Key, Who, of_run, select
from ..measure import measurement, thread_metric, workloads
from ..measure.sweep import points
from ..products import firmware as firmware_module, own_build, rtos
from ..products.kernel import version_of
from ..report import services
from ..report.tables import CACHES, NONE, Scope, Table, backquoted

INSTEAD = {"system": [SOFTWARE, "levels", "levels-contexts"], "opt": ["O2"]}       # replaces other parts' defaults
SYSTEMS = dict(zip(backquoted(INSTEAD["system"][1:]), ((name, "") for name in INSTEAD["system"][1:])))
APPLICATION = "thread_metric"


@dataclasses.dataclass(frozen=True)
class Suite:
    """The suite on an RTOS. The RTOS's key is also a part of `./metro bench`."""
    key: str
    settings: dict          # Key.uses -> the RTOS's settings for it, in software; "": its default
    columns: dict           # heading -> (system, Key.uses)
    base: str               # in the table's title: what the scores are compared with, as in "SIMPLE's"

    @property
    def rtos(self) -> rtos.Rtos:
        return rtos.get(self.key)

    @property
    def application(self) -> Path:
        return workloads.BENCH / self.key / APPLICATION


@dataclasses.dataclass(frozen=True)
class Build(thread_metric.Build):
    """An image with every workload. kernel: the tree. rtos: its key. system, chosen: a configuration's name and the
    configuration. settings: further settings of the RTOS."""
    rtos: str = ""
    system: str = SOFTWARE
    chosen: object = None
    settings: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(["firmware", self.app, self.opt, rtos.get(self.rtos).name, self.system, *self.settings])

    @property
    def soc(self) -> Path:
        return measurement.soc_of(self.chosen.hardware)

    def make(self) -> firmware_module.Firmware:
        return _make(self)


@functools.cache            # a build system needs seconds to find that nothing changed
def _make(build: Build) -> firmware_module.Firmware:
    built, _ = own_build.load(workloads.BENCH / build.rtos / APPLICATION, rtos.get(build.rtos), build.kernel,
                              build.chosen, f"-{build.opt}", {}, build.settings)
    return built


@dataclasses.dataclass(frozen=True)
class Run(thread_metric.Run):
    @property
    def command(self) -> str:
        seconds = f" --seconds {self.seconds:g}" if self.seconds != 0.1 else ""
        return f"./metro bench {self.build.rtos} --opt {self.build.opt}{seconds}{self.build.origin}"


def runs(suite: Suite, args, read) -> list[Run]:
    """Return the runs. read: returns the configuration of a name. Raise crate.Unavailable without a tree."""
    key, about, tree = suite.key, suite.rtos, args.kernel
    if not tree:
        raise crate.Unavailable(f"the part {key} needs a tree of {about.name}, which is not part of this repository",
                                f"give the tree's folder: ./metro bench {key} --kernel TREE; {about.tree['needed']} "
                                "is needed")
    args, version = thread_metric.chosen(args, INSTEAD), version_of(tree, about)
    values, found = thread_metric.values(args.seconds), []
    del values["tm_hz"]                 # a setting of the RTOS
    for name in args.system:
        chosen = read(name).trimmed()
        about.refuse(chosen)
        origin = (configuration.origin(name) or f" --system {name}") + f" --kernel {shlex.quote(str(tree))}"
        found += [Run(Build("thread_metric", opt, kernel=tree, origin=origin, rtos=key,
                            system=configuration.label(name), chosen=chosen, settings=settings),
                      f"thread_metric.{workload}", Who(key, configuration.label(name)), 0, thread_metric.HZ,
                      {**values, "tm_workload": number}, core=chosen.hardware.changed(fields),
                      special=Conditions(uses=uses, caches=caches, version=version), seconds=args.seconds)
                  for caches, fields in ((LARGE_CACHES, workloads.LARGE_CACHES), ("", {}))
                  for uses, settings in (suite.settings.items() if name == SOFTWARE else [("", ())])
                  for opt in args.opt for number, workload in enumerate(thread_metric.WORKLOADS)]
    return found


# ------------------------------------------------------------------------------------------------------------- tables

def table(suite: Suite, scope: Scope, opt: str, caches: str) -> Table:
    """Return the scores of the newest tree, with their ratio to the RTOS's default in software."""
    figure, measured = scope.figures, measured_keys(suite, scope.found, opt, caches)
    version = max((key.version for key in measured), key=_comparable, default="")
    name = suite.rtos.name
    title = f"{name} {version}".rstrip()

    def cell(workload: str, system: str, uses: str) -> str:
        key = of_run(f"thread_metric.{workload}", "", Who(suite.key, system), None, opt, uses=uses, caches=caches,
                     version=version)
        times = figure.value(key.of("speedup"))
        return figure(key) if times is None else f"{figure(key)} ({times:.2f})"

    def row(workload: str) -> list[str]:
        cells = [cell(workload, *column) for column in suite.columns.values()]
        return [*cells, services.chameliot_ratio(workload, name) if set(cells) != {NONE} else NONE]
    return Table(f"Thread-Metric on {title} at -{opt}, {CACHES[caches]}: rounds a simulated second "
                 f"(times {suite.base})", title, *suite.columns, "ChamelIoT", figure=figure,
                 made_by=f"./metro bench {suite.key} --opt {opt} --kernel TREE",
                 rows=[([workload.replace("_", " ")], row(workload)) for workload in thread_metric.WORKLOADS],
                 note=f"ChamelIoT: score in hardware divided by score in software, under {name}." if measured else "")


def measured_keys(suite: Suite, found: Iterable[Key], opt: str, caches: str) -> list[Key]:
    return [key for key in select(found, optimisation=opt, statistic="", kernel=suite.key, caches=caches)
            if key.part == "thread_metric"]


def _comparable(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


class Kernel(kernels.Kernel):
    """The benchmarks of an RTOS with a suite. A subclass sets `suite`."""
    suite: Suite

    @property
    def parts(self):
        return (self.suite.key,)

    @property
    def seconds(self):
        return {self.suite.key: 600 * len(self.suite.columns)}

    @property
    def systems(self):
        return [Who(self.suite.key, name) for name in INSTEAD["system"]]

    @property
    def tables(self):
        return {f"thread-metric-{self.suite.key}": lambda scope: table(self.suite, scope, "O2", LARGE_CACHES)}

    def chosen_systems(self, args):
        return thread_metric.chosen(args, INSTEAD).system

    def plan(self, args, parts, read):
        return runs(self.suite, args, read)

    def points(self, rows, args):
        return list(map(points.Measured, runs(self.suite, args, configuration.read))) if args.kernel else []

    def bench_tables(self, scope, with_given):
        return [table(self.suite, scope, opt, caches) for opt in scope.opts for caches in ("", LARGE_CACHES)]
