# SPDX-License-Identifier: Apache-2.0
"""Zephyr: `./metro bench zephyr --kernel TREE` runs our benchmarks, and `zephyr-benchmarks` Zephyr's own ones."""
from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from .. import configuration
from ..bench import own_build
from ..figures.key import SOFTWARE, Key
from ..measure import workloads
from ..measure.sweep import points
from ..measure.thread_metric import chosen
from ..report import own_build as report
from ..run.execution import CYCLE_LIMIT

MULTIQ, SHORT_WAYS = "multiq", "short_ways"
SUITE = own_build.Suite(
    "zephyr",
    {"": (), MULTIQ: ("CONFIG_SCHED_MULTIQ=y",), SHORT_WAYS: ("CONFIG_METRONOME_SHORT_WAYS=y",)},  # "": SIMPLE
    {"software, SIMPLE": (SOFTWARE, ""), "software, MULTIQ": (SOFTWARE, MULTIQ),
     "software, short ways": (SOFTWARE, SHORT_WAYS), **own_build.SYSTEMS},
    "SIMPLE's",
    (own_build.Timer(SOFTWARE, "each_tick", ("CONFIG_TICKLESS_KERNEL=n",)),
     own_build.Timer("levels-contexts", "time_base", changes={"units.time_base": True})))

# ------------------------------------------------------------------------------------------- Zephyr's own benchmarks

PART = "zephyr-benchmarks"
OPT = "Os"                          # Zephyr's default, which the benchmarks do not change
SETTLED = 10                        # of the first lines of `sched`, which it leaves out of its average
SCHED = re.compile(r"^unpend +(\d+) ready +(\d+) switch +(\d+) pend +(\d+) tot +(\d+)", re.MULTILINE)
SCHED_STEPS = ("unpend", "ready", "switch", "pend", "total")
LATENCY = re.compile(r"^(\S+) +- .*: *(\d+) cycles", re.MULTILINE)


def sched(output: str) -> dict[str, float]:
    steps = zip(*([int(cycles) for cycles in line] for line in SCHED.findall(output)[SETTLED:]))
    return {name: sum(cycles) / len(cycles) for name, cycles in zip(SCHED_STEPS, steps)}


def latency_measure(output: str) -> dict[str, float]:
    return {name: int(cycles) for name, cycles in LATENCY.findall(output)}


class Benchmark(NamedTuple):
    """read: returns {step: mean cycles} of an output. end: text at the end of a complete output. cycles: its length,
    at most; a benchmark does not end by itself."""
    read: Callable
    end: str
    cycles: int


# Folder in tests/benchmarks of the tree. `sys_kernel`, which is not here, waits for a tick of one second before each of
# its tests.
BENCHMARKS = {
    "sched": Benchmark(sched, "\nfin", 45_000_000),
    "latency_measure": Benchmark(latency_measure, "PROJECT EXECUTION SUCCESSFUL", 150_000_000),
}


@dataclasses.dataclass(frozen=True)
class BenchmarkBuild(own_build.Build):
    @property
    def folder(self) -> Path:
        return self.kernel / "tests" / "benchmarks" / self.app


@dataclasses.dataclass(frozen=True)
class BenchmarkRun(workloads.Run):
    """One of Zephyr's benchmarks, as it is."""

    def key(self, what: str, statistic: str = "") -> Key:
        return Key(what, statistic, **self.columns)

    @property
    def benchmark(self) -> Benchmark:
        return BENCHMARKS[self.build.app]

    @property
    def command(self) -> str:
        return f"./metro bench {PART}{self.build.origin}"

    def gives(self, what: str) -> bool:
        return what.startswith(f"{self.name}.")

    @property
    def cycles(self) -> int:
        return self.benchmark.cycles

    max_cycles = cycles

    def ended_well(self, result) -> bool:
        return result.status in (0, CYCLE_LIMIT) and self.benchmark.end in result.output

    def meters(self, firmware) -> None:
        return None

    def figures(self, result, alone=None) -> dict:
        return {self.key(f"{self.name}.{step}", "mean"): (cycles, "cycles")
                for step, cycles in self.benchmark.read(result.output).items()}


def benchmark_runs(args, read) -> Iterator[BenchmarkRun]:
    """Yield the runs, with caches of 64 KiB. Zephyr's sources choose SIMPLE for `sched`, so MULTIQ is left out."""
    args = chosen(args, own_build.INSTEAD)
    args.opt = [OPT]
    for column in own_build.columns(SUITE, args, read):
        for name in BENCHMARKS if column.special.uses != MULTIQ else ():
            build = BenchmarkBuild(**{**vars(column.build), "app": name})
            yield BenchmarkRun(build, f"benchmark.{name}", column.who, 0, 0, {},
                               core=build.chosen.hardware.changed(workloads.LARGE_CACHES), special=column.special)


class Kernel(own_build.Kernel):
    suite = SUITE
    choices = (configuration.LEVELS,)

    @property
    def parts(self):
        return *super().parts, PART

    @property
    def seconds(self):
        return {**super().seconds, PART: 150 * len(BENCHMARKS) * len(SUITE.columns)}

    @property
    def tables(self):
        return {**super().tables, PART: lambda scope: report.benchmarks(SUITE, scope, OPT, BENCHMARKS)}

    def plan(self, args, parts, read):
        return [*(super().plan(args, parts, read) if SUITE.key in parts else []),
                *(benchmark_runs(args, read) if PART in parts else [])]

    def points(self, rows, args):
        own = map(points.Measured, benchmark_runs(args, configuration.read)) if args.kernel else ()
        return [*super().points(rows, args), *own]

    def bench_tables(self, scope, with_given):
        return [*super().bench_tables(scope, with_given), report.benchmarks(SUITE, scope, OPT, BENCHMARKS)]
