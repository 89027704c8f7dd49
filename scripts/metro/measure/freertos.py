# SPDX-License-Identifier: Apache-2.0
"""`./metro bench freertos`: the genuine FreeRTOS on our port. Thread-Metric, ours or a user's suite; and what a switch
takes in the situations by which RTOSUnit is measured (bench/freertos/main.c)."""
from __future__ import annotations

import dataclasses
from pathlib import Path

from .. import configuration
from ..build import firmware as firmware_module, isa, rtos
from ..figures import key as key_module
from . import thread_metric, workloads

# In place of the defaults of other parts.
INSTEAD = {"system": ["original", "scheduler", "scheduler-contexts", "levels", "levels-contexts"], "opt": ["O2"]}
PREFIX = f"{key_module.FREERTOS}-"          # before a system's name
PORT = thread_metric.FOLDER / "tm_port_freertos.c"
CFG = workloads.BENCH / "cfg-freertos"
SWITCH = "rtosunit"                         # what names of figures begin with
SITUATIONS = {                              # bench_situation, bench_load
    "round_robin": (0, 0), "queue": (1, 0), "queue_processing": (1, 1), "queue_workload": (1, 2), "mutex": (2, 0),
    "mutex_processing": (2, 1), "mutex_workload": (2, 2), "mutex_inheritance": (3, 0), "semaphore": (4, 0),
    "semaphore_priority": (5, 0), "semaphore_processing": (4, 1), "semaphore_workload": (4, 2)}
AS_IT_IS = Path()
STATISTICS = ("mean", "max", "jitter", "irq_off")
# A task loses its turn when a higher one preempts it, as the reporting one does three times.
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


@dataclasses.dataclass(frozen=True)
class SwitchBuild(workloads.Build):
    def __str__(self) -> str:
        return f"firmware {self.app} {self.opt} {self.defs}".rstrip()

    def make(self) -> firmware_module.Firmware:
        return firmware_module.build(self.app, [workloads.BENCH / "freertos" / "main.c"], CFG, self.soc,
                                     kernel=tree(self), opt=f"-{self.opt}",
                                     defs=f"{self.defs} -DconfigMAX_PRIORITIES=7", rtos=about())


@dataclasses.dataclass(frozen=True)
class SwitchRun(workloads.Run):
    """One situation. A switch begins with the call of vPortYield() that does it, or with a trap; an interrupt that
    switches to nobody counts, too. It ends with the instruction that goes to a task."""

    def key(self, what: str, statistic: str = "") -> key_module.Key:
        return key_module.Key(what, statistic, **self.conditions)

    @property
    def command(self) -> str:
        return f"./metro bench freertos --opt {self.build.opt}{self.build.origin}"

    @property
    def cycles(self) -> int:
        return 100_000

    @property
    def max_cycles(self) -> int:
        return 20 * self.cycles

    def meters(self, firmware) -> dict:
        at = firmware.address
        ends = [{"pc": address} for name, address in firmware.symbols.items()
                if name.startswith(("xPortTrapExit", "xPortYieldExit"))]
        if "vPortBankInit" in firmware.symbols:
            ends += [isa.event(isa.read(), f"context.{name}") for name in ("switch", "exit")]
        return {"window": {"begin": {"pc": at("bench_begin")}, "end": {"pc": at("bench_end")}, "skip": 0, "count": 1},
                "meters": [{"name": name, "kind": "interval", "start": start, "stop": ends} for name, start in (
                    ("yield", {"pc": at("vPortYield")}), ("tick", {"trap": workloads.TIMER_LINE}))] + [
                    {"name": "off", "kind": "interrupts_off"}]}

    def figures(self, result, alone=None) -> dict:
        meters = [meter for meter in map(result.report["meters"].get, ("yield", "tick")) if meter["count"]]
        longest = max(meter["max"] for meter in meters)
        mean = sum(meter["count"] * meter["mean"] for meter in meters) / sum(meter["count"] for meter in meters)
        values = (mean, longest, longest - min(meter["min"] for meter in meters),
                  result.report["meters"]["off"].get("max", 0))
        return {str(self.key(self.name, statistic)): (value, "cycles") for statistic, value in zip(STATISTICS, values)}


def tree(build: workloads.Build) -> Path | None:
    """The kernel where it is patched; none: as it is."""
    return build.kernel if build.kernel != AS_IT_IS else None


def about() -> rtos.Rtos:
    return rtos.get(key_module.FREERTOS)


def runs(args, read) -> list[workloads.Run]:
    """read: a name's configuration. Without the kernel: crate.Unavailable."""
    args, uses = thread_metric.chosen(args, INSTEAD), about()
    uses.kernel()
    kernels = []
    for name in args.system:
        chosen = workloads.for_the_benchmarks(read(name))
        uses.refuse(chosen)
        origin = configuration.origin(name) or f" --system {name}"
        kernels.append((PREFIX + configuration.label(name), uses.kernel_for(chosen) or AS_IT_IS, origin,
                        chosen.switches("", uses.switches), chosen.trimmed().hardware))
    found = [Run(**{**fields(run), "build": Build(**fields(run.build))})
             for run in thread_metric.runs(args, kernels)]
    return found if args.suite else [*found, *(run for kernel in kernels for run in switch_runs(args.opt, *kernel))]


def switch_runs(opts, system, kernel, origin, defs, core) -> list[SwitchRun]:
    caches = {"": {}, key_module.LARGE_CACHES: workloads.LARGE_CACHES}
    return [SwitchRun(SwitchBuild("freertos", opt, defs=defs, kernel=kernel, origin=origin, hot_bytes=core.hot_bytes),
                      f"{SWITCH}.{name}", system, 0, 0, {"bench_situation": situation, "bench_load": load},
                      core=core.changed(changes), row=row)
            for row, changes in caches.items() for opt in opts for name, (situation, load) in SITUATIONS.items()]


def fields(of) -> dict:
    return {field.name: getattr(of, field.name) for field in dataclasses.fields(of)}
