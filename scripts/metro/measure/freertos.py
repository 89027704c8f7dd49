# SPDX-License-Identifier: Apache-2.0
"""`./metro bench freertos`: Thread-Metric under FreeRTOS, the genuine kernel on our port; ours, or a user's suite."""
from __future__ import annotations

import dataclasses
from pathlib import Path

from ..build import firmware as firmware_module, rtos
from ..figures import key as key_module
from . import thread_metric, workloads

INSTEAD = {"system": ["original", "scheduler", "scheduler-contexts"], "opt": ["O2"]}  # of the defaults of other parts
PREFIX = f"{key_module.FREERTOS}-"          # before a system's name
PORT = thread_metric.FOLDER / "tm_port_freertos.c"
CFG = workloads.BENCH / "cfg-freertos"
# A task loses its turn when a higher one preempts it, as the reporting one does three times.
DEFS = f"-DTM_TEST_DURATION={thread_metric.DURATION} -DCOUNTERS_SPREAD=3u"


@dataclasses.dataclass(frozen=True)
class Build(thread_metric.Build):
    def __str__(self) -> str:
        return f"firmware {self.app} {self.opt} FreeRTOS {self.defs}".rstrip()

    def make(self) -> firmware_module.Firmware:
        ours = [PORT] if self.suite else [PORT, thread_metric.FOLDER / "workload.c", self.source]
        return firmware_module.build(self.app, ours, CFG, self.soc, opt=f"-{self.opt}", defs=f"{self.defs} {DEFS}",
                                     foreign=[self.source] if self.suite else [], rtos=about(),
                                     foreign_flags=f"{thread_metric.SUITE_FLAGS} {self.suite_flags}" if self.suite
                                     else "")


@dataclasses.dataclass(frozen=True)
class Run(thread_metric.Run):
    @property
    def command(self) -> str:
        command = super().command.replace("bench thread_metric", "bench freertos", 1)
        return f"{command} --system {self.system.removeprefix(PREFIX)}"


def about() -> rtos.Rtos:
    return rtos.get(key_module.FREERTOS)


def runs(args, read) -> list[Run]:
    """read: a name's configuration. Without the kernel: crate.Unavailable."""
    args, uses = thread_metric.chosen(args, INSTEAD), about()
    uses.kernel()
    kernels = []
    for name in args.system:
        chosen = workloads.for_the_benchmarks(read(name))
        uses.refuse(chosen)
        kernels.append((PREFIX + name, Path(), "", chosen.switches("", uses.switches), chosen.trimmed().hardware))
    return [Run(**{**fields(run), "build": Build(**fields(run.build))}) for run in thread_metric.runs(args, kernels)]


def fields(of) -> dict:
    return {field.name: getattr(of, field.name) for field in dataclasses.fields(of)}
