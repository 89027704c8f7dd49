# SPDX-License-Identifier: Apache-2.0
"""Turns: `./metro bench turns`. An example of a module of metro.kernels."""
from __future__ import annotations

import dataclasses

from .. import configuration, kernels
from ..figures.key import Key, Who, of_run
from ..measure import workloads
from ..measure.sweep import points
from ..products import application
from ..report.tables import Table

SYSTEM = Who("turns", "original")


@dataclasses.dataclass(frozen=True)
class Build(workloads.Build):
    def make(self):
        return application.read(workloads.BENCH / self.app).build(self.soc, opt=f"-{self.opt}")


@dataclasses.dataclass(frozen=True)
class Run(workloads.Run):
    """The cycles from a call of task_yield() to the port's switch."""

    def key(self, what: str, statistic: str = "") -> Key:
        return Key(what, statistic, **self.columns)

    @property
    def command(self) -> str:
        return f"./metro bench turns --opt {self.build.opt}"

    cycles, max_cycles = 10_000, 100_000

    def meters(self, firmware) -> dict:
        at = firmware.address
        return {"window": {"begin": {"pc": at("main")}, "end": {"pc": at("trap_report")}, "skip": 0, "count": 1},
                "meters": [{"name": "yield", "kind": "interval", "start": {"pc": at("task_yield")},
                            "stop": [{"pc": at("switch_context")}]}]}

    def figures(self, result, alone=None) -> dict:
        return {self.key(self.name, "max"): (result.report["meters"]["yield"]["max"], "cycles")}


def table(scope):
    return Table("Turns: from task_yield() to the switch, cycles", "", "longest", figure=scope.figures, rows=[
        ([f"-{opt}"], [scope.figures(of_run("yield.call", "max", SYSTEM, optimisation=opt))]) for opt in scope.opts])


class Kernel(kernels.Kernel):
    parts = ("turns",)
    systems = [SYSTEM]

    def plan(self, args, parts, read):
        core = read(SYSTEM.system).hardware
        return [Run(Build("turns", opt), "yield.call", SYSTEM, 0, 0, {}, core=core) for opt in args.opt]

    def points(self, rows, args):
        return [points.Measured(run) for run in self.plan(args, self.parts, configuration.read)]

    def bench_tables(self, scope, with_given):
        return [table(scope)]
