# SPDX-License-Identifier: Apache-2.0
"""`./metro bench freertos`: FreeRTOS on our port.

This file runs Thread-Metric, with our workloads or a user's suite. programs.py runs bench/freertos.
"""
from __future__ import annotations

import dataclasses

from ... import configuration
from ...figures.key import Who
from ...measure import thread_metric, workloads
from ...products import firmware as firmware_module
from . import programs
from .programs import AS_IT_IS, CFG, KEY, about, tree

# Defaults that replace those of other parts.
INSTEAD = {"system": ["original", "scheduler", "scheduler-contexts", "levels", "levels-contexts"], "opt": ["O2"]}
PORT = thread_metric.FOLDER / "tm_port_freertos.c"
# The counters may differ by 3: a preempted task loses its turn, and the reporting task preempts three times.
DEFS = f"-DTM_TEST_DURATION={thread_metric.DURATION} -DCOUNTERS_SPREAD=3u"


@dataclasses.dataclass(frozen=True)
class Build(thread_metric.Build):
    def __str__(self) -> str:
        return f"firmware {self.app} {self.opt} FreeRTOS {self.defs}".rstrip()

    def make(self) -> firmware_module.Firmware:
        ours = [PORT] if self.suite else [PORT, thread_metric.FOLDER / "workload.c", self.source]
        return firmware_module.build(self.app, ours, CFG, self.soc, kernel=tree(self), opt=f"-{self.opt}",
                                     defs=f"{self.defs} {DEFS}",
                                     foreign=[self.source] if self.suite else [], rtos=about(),
                                     foreign_flags=f"{thread_metric.SUITE_FLAGS} {self.suite_flags}" if self.suite
                                     else "")


@dataclasses.dataclass(frozen=True)
class Run(thread_metric.Run):
    @property
    def command(self) -> str:
        return super().command.replace("bench thread_metric", "bench freertos", 1)


def runs(args, read) -> list[workloads.Run]:
    """Return the runs. read: returns the configuration of a name. Raise crate.Unavailable without a kernel."""
    args, uses = thread_metric.chosen(args, INSTEAD), about()
    uses.kernel()
    kernels = []
    for name in args.system:
        chosen = workloads.for_the_benchmarks(read(name))
        uses.refuse(chosen)
        origin = configuration.origin(name) or f" --system {name}"
        kernels.append((Who(KEY, configuration.label(name)), uses.kernel_for(chosen) or AS_IT_IS, origin,
                        uses.switches(chosen), chosen.trimmed()))
    found = [Run(**{**fields(run), "build": Build(**fields(run.build))})
             for run in thread_metric.runs(args, [(*kernel, chosen.hardware) for *kernel, chosen in kernels])]
    return found if args.suite else [*found, *programs.runs(args.opt, kernels)]


def fields(of) -> dict:
    return {field.name: getattr(of, field.name) for field in dataclasses.fields(of)}
