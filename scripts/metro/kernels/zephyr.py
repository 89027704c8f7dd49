# SPDX-License-Identifier: Apache-2.0
"""Zephyr: `./metro bench zephyr --kernel TREE` runs Thread-Metric with our workloads on a user's tree.

A column of the table is a configuration, or software with another setting of Zephyr (SETTINGS).
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

KEY = "zephyr"
APPLICATION = workloads.BENCH / KEY / "thread_metric"
INSTEAD = {"system": [SOFTWARE, "levels", "levels-contexts"], "opt": ["O2"]}       # replaces other parts' defaults
MULTIQ, SHORT_WAYS = "multiq", "short_ways"
SETTINGS = {                            # Key.uses -> Zephyr's settings; "": Zephyr's default, the ready queue SIMPLE
    "": (), MULTIQ: ("CONFIG_SCHED_MULTIQ=y",), SHORT_WAYS: ("CONFIG_METRONOME_SHORT_WAYS=y",)}
COLUMNS = {                             # heading -> system, Key.uses
    "software, SIMPLE": (SOFTWARE, ""), "software, MULTIQ": (SOFTWARE, MULTIQ),
    "software, short ways": (SOFTWARE, SHORT_WAYS),
    **{heading: (name, "") for name, heading in zip(INSTEAD["system"][1:], backquoted(INSTEAD["system"][1:]))}}


@dataclasses.dataclass(frozen=True)
class Build(thread_metric.Build):
    """An image with every workload. kernel: the tree. system, chosen: a configuration's name and the configuration.
    settings: further lines of Kconfig."""
    system: str = SOFTWARE
    chosen: object = None
    settings: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(["firmware", self.app, self.opt, "Zephyr", self.system, *self.settings])

    @property
    def soc(self) -> Path:
        return measurement.soc_of(self.chosen.hardware)

    def make(self) -> firmware_module.Firmware:
        return _make(self)


@functools.cache            # Zephyr's build system needs seconds to find that nothing changed
def _make(build: Build) -> firmware_module.Firmware:
    built, _ = own_build.load(APPLICATION, rtos.get(KEY), build.kernel, build.chosen, f"-{build.opt}", {},
                              build.settings)
    return built


@dataclasses.dataclass(frozen=True)
class Run(thread_metric.Run):
    @property
    def command(self) -> str:
        seconds = f" --seconds {self.seconds:g}" if self.seconds != 0.1 else ""
        return f"./metro bench {KEY} --opt {self.build.opt}{seconds}{self.build.origin}"


def runs(args, read) -> list[Run]:
    """Return the runs. read: returns the configuration of a name. Raise crate.Unavailable without a tree."""
    about, tree = rtos.get(KEY), args.kernel
    if not tree:
        raise crate.Unavailable(f"the part {KEY} needs a tree of {about.name}, which is not part of this repository",
                                f"give the tree's folder: ./metro bench {KEY} --kernel TREE; {about.tree['needed']} "
                                "is needed")
    args, version = thread_metric.chosen(args, INSTEAD), version_of(tree, about)
    values, found = thread_metric.values(args.seconds), []
    del values["tm_hz"]                 # a setting of Zephyr
    for name in args.system:
        chosen = read(name).trimmed()
        about.refuse(chosen)
        origin = (configuration.origin(name) or f" --system {name}") + f" --kernel {shlex.quote(str(tree))}"
        found += [Run(Build("thread_metric", opt, kernel=tree, origin=origin, system=configuration.label(name),
                            chosen=chosen, settings=settings),
                      f"thread_metric.{workload}", Who(KEY, configuration.label(name)), 0, thread_metric.HZ,
                      {**values, "tm_workload": number}, core=chosen.hardware.changed(fields),
                      special=Conditions(uses=uses, caches=caches, version=version), seconds=args.seconds)
                  for caches, fields in ((LARGE_CACHES, workloads.LARGE_CACHES), ("", {}))
                  for uses, settings in (SETTINGS.items() if name == SOFTWARE else [("", ())])
                  for opt in args.opt for number, workload in enumerate(thread_metric.WORKLOADS)]
    return found


# ------------------------------------------------------------------------------------------------------------- tables

def thread_metric_table(scope: Scope, opt: str, caches: str) -> Table:
    """Return the scores of the newest tree, with their ratio to Zephyr's ready queue SIMPLE in software."""
    figure, measured = scope.figures, measured_keys(scope.found, opt, caches)
    version = max((key.version for key in measured), key=_comparable, default="")
    title = f"Zephyr {version}".rstrip()

    def cell(workload: str, system: str, uses: str) -> str:
        key = of_run(f"thread_metric.{workload}", "", Who(KEY, system), None, opt, uses=uses, caches=caches,
                     version=version)
        times = figure.value(key.of("speedup"))
        return figure(key) if times is None else f"{figure(key)} ({times:.2f})"

    def row(workload: str) -> list[str]:
        cells = [cell(workload, *column) for column in COLUMNS.values()]
        return [*cells, services.chameliot_ratio(workload, "Zephyr") if set(cells) != {NONE} else NONE]
    return Table(f"Thread-Metric on {title} at -{opt}, {CACHES[caches]}: rounds a simulated second (times SIMPLE's)",
                 title, *COLUMNS, "ChamelIoT", figure=figure, made_by=f"./metro bench {KEY} --opt {opt} --kernel TREE",
                 rows=[([workload.replace("_", " ")], row(workload)) for workload in thread_metric.WORKLOADS],
                 note="ChamelIoT: hardware's score, times software's, under Zephyr." if measured else "")


def measured_keys(found: Iterable[Key], opt: str, caches: str) -> list[Key]:
    return [key for key in select(found, optimisation=opt, statistic="", kernel=KEY, caches=caches)
            if key.part == "thread_metric"]


def _comparable(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


class Kernel(kernels.Kernel):
    parts = (KEY,)
    seconds = {KEY: 3000}
    systems = [Who(KEY, name) for name in INSTEAD["system"]]
    tables = {"thread-metric-zephyr": lambda scope: thread_metric_table(scope, "O2", LARGE_CACHES)}

    def chosen_systems(self, args):
        return thread_metric.chosen(args, INSTEAD).system

    def plan(self, args, parts, read):
        return runs(args, read)

    def points(self, rows, args):
        return list(map(points.Measured, runs(args, configuration.read))) if args.kernel else []

    def bench_tables(self, scope, with_given):
        return [thread_metric_table(scope, opt, caches) for opt in scope.opts for caches in ("", LARGE_CACHES)]
