# SPDX-License-Identifier: Apache-2.0
"""`./metro bench --rtosbench TREE`: the programs of a user's RTOSBench tree under FreeRTOS.

RTOSBench is the public benchmark with which RTOSUnit was measured. Its programs stay unchanged; our porting layer is in
bench/rtosbench. The table compares task switches in these programs with those in our own programs for the same
situations. Nothing is stored, because the tree is not a part of this repository.
"""
from __future__ import annotations

import dataclasses
import re
import time
from pathlib import Path

from ... import configuration
from ...base.errors import MetroError
from ...base.progress import Progress
from ...figures import committed
from ...figures.key import LARGE_CACHES, Who, of_run
from ...measure import measurement, thread_metric, workloads
from ...products import firmware as firmware_module
from ...run import execution
from . import programs

SYSTEMS = ["original", "levels", "levels-contexts"]
LAYER = workloads.BENCH / "rtosbench"
HEADER = Path("include", "porting_layer.h")
PROGRAMS = {                # situation of programs.SITUATIONS: the program in the tree, and its number of results
    "round_robin": ("context-switch/round_robin.c", 1), "queue": ("mq/mq.c", 2),
    "queue_processing": ("mq/mq_processing.c", 1), "queue_workload": ("mq/mq_workload.c", 1),
    "mutex": ("mutex/mutex.c", 2), "mutex_processing": ("mutex/mutex_processing.c", 1),
    "mutex_workload": ("mutex/mutex_workload.c", 1), "mutex_inheritance": ("mutex/mutex_pip.c", 1),
    "semaphore": ("semaphore/sem.c", 2), "semaphore_priority": ("semaphore/sem_prio.c", 1),
    "semaphore_processing": ("semaphore/sem_processing.c", 1), "semaphore_workload": ("semaphore/sem_workload.c", 1)}
# Parameters of the programs; their defaults are for a real board. Only the programs ...workload need ticks.
DEFS = "-DNB_ITER=100 -DNB_WORKLOAD_TASK=3 -DDELAY_MS=2"
TICKS, FEW_TICKS = 10_000, 100
WARM_UP, READINGS = 40, 100  # readings of the time before and while the harness measures, in a program's first loop
RESULT = re.compile(r"^result (-?\d+) (-?\d+) (-?\d+)$", re.MULTILINE)
MAX_CYCLES = 20_000_000


@dataclasses.dataclass(frozen=True)
class Build(programs.Build):
    """A program of the tree. folder: the tree. program: relative to its folder `tests`."""
    folder: Path = Path()
    program: str = ""
    results: int = 1

    def make(self) -> firmware_module.Firmware:
        return firmware_module.build(
            f"rtosbench_{self.app}", [LAYER / "port.c"], programs.CFG, self.soc, kernel=programs.tree(self),
            opt=f"-{self.opt}", include=[LAYER, self.folder / "include"], rtos=programs.about(),
            defs=f"{self.defs} -DconfigMAX_PRIORITIES={self.priorities} -DRTOSBENCH_RESULTS={self.results}u "
                 f"-DRTOSBENCH_HZ={TICKS if 'workload' in self.app else FEW_TICKS}u {DEFS}",
            foreign=[self.folder / "tests" / self.program], foreign_flags="-w")


@dataclasses.dataclass(frozen=True)
class Result:
    """own: what the program prints, as (shortest, mean, longest). switch: mean, longest and jitter of its switches, or
    None if it has none."""
    own: list[tuple[int, int, int]]
    switch: tuple[float, int, int] | None


def tree(folder: Path) -> Path:
    """Return the folder of an RTOSBench tree. Raises MetroError if it is none."""
    missing = [file for file in (HEADER, *(Path("tests", program) for program, _ in PROGRAMS.values()))
               if not (folder / file).is_file()]
    if missing:
        raise MetroError(f"{folder} is no RTOSBench tree: it has no {missing[0]}", "give the folder with its README.md")
    return folder.resolve()


def run(folder: Path, situation: str, system: str) -> Result:
    """Run a program on a configuration, with caches that hold all code and data."""
    uses = programs.about()
    chosen = workloads.for_the_benchmarks(configuration.read(system))
    uses.refuse(chosen)
    core = chosen.trimmed().hardware.changed(workloads.LARGE_CACHES)
    program, results = PROGRAMS[situation]
    build = Build(situation, "O2", defs=uses.switches(chosen), kernel=uses.kernel_for(chosen) or programs.AS_IT_IS,
                  memories=core.memories, folder=folder, program=program, results=results)
    firmware = build.make()
    measured = programs.SwitchRun(build, situation, system, 0, 0, {}, core=core)
    reading = {"pc": firmware.address("no_time_get")}
    meters = {"window": {"begin": reading, "end": reading, "skip": WARM_UP, "count": READINGS},
              "meters": measured.switch_meters(firmware)}
    result = execution.execute(firmware, measurement.soc_of(core), max_cycles=MAX_CYCLES)
    own = [tuple(map(int, numbers)) for numbers in RESULT.findall(result.output)]
    if result.status or len(own) != results:
        raise MetroError(f"RTOSBench's program {program} ended with {result.status} on {system}",
                         result.output + result.errors)
    result = execution.execute(firmware, measurement.soc_of(core), meters, MAX_CYCLES)
    if not any(result.report["meters"][name]["count"] for name in ("yield", "tick")):
        return Result(own, None)
    figures = {key.statistic: value for key, (value, _) in measured.figures(result).items()}
    return Result(own, (figures["mean"], figures["max"], figures["jitter"]))


def main(args) -> int:
    folder, known = tree(args.rtosbench), committed.latest()
    systems = thread_metric.chosen(args, {"system": SYSTEMS}).system
    found = {}
    with Progress("rtosbench", total=len(PROGRAMS) * len(systems)) as bar:
        for system in systems:
            for situation in PROGRAMS:
                started = time.monotonic()
                found[situation, system] = run(folder, situation, system)
                bar.advance(f"{situation} on {system}", time.monotonic() - started)
    show(folder, found, systems, known)
    return 0


def ours(situation: str, system: str, known) -> str:
    """Return the stored figures of our own program in this situation."""
    keys = [of_run(f"{programs.SWITCH}.{situation}", statistic, Who(programs.KEY, system), caches=LARGE_CACHES)
            for statistic in ("mean", "max", "jitter")]
    return switch([known[key]["value"] for key in keys]) if set(keys) <= set(known) else "-"


def switch(values) -> str:
    if values is None:
        return "no switch"
    mean, longest, jitter = values
    return f"{mean:.1f} / {longest} / {jitter}"


def show(folder: Path, found: dict, systems: list[str], known) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    console = Console(highlight=False, width=150)
    style = dict(box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left", title_style="bold")
    table = Table("situation", *systems, **style,
                  title=f"What the programs of {folder.name} print, cycles: min / mean / max")
    for situation, (_, results) in PROGRAMS.items():
        for number in range(results):
            table.add_row(situation.replace("_", " ") if number == 0 else "",
                          *("{} / {} / {}".format(*found[situation, system].own[number]) for system in systems))
    console.print(table)
    table = Table("situation", "program", *systems, **style,
                  title="Task switches in these programs, and in ours (stored): mean / longest / jitter")
    for situation in PROGRAMS:
        name = situation.replace("_", " ")
        table.add_row(name, "RTOSBench", *(switch(found[situation, system].switch) for system in systems))
        table.add_row("", "ours", *(ours(situation, system, known) for system in systems))
    console.print(table)
