# SPDX-License-Identifier: Apache-2.0
"""Runs a set of tasks on the simulated SoC (bench/response/set.c), and compares observed with computed responses."""
from __future__ import annotations

import dataclasses
import functools
import struct
import tempfile
from pathlib import Path

from .. import configuration
from ..base import paths
from ..base.errors import MetroError
from ..measure import workloads
from ..measure.measurement import soc_of
from ..products import firmware as firmware_module
from ..run.execution import Line, execute
from ..run.memory import SRAM
from . import analysis


TASKS, SEGMENTS, MUTEXES = 24, 10, 6       # the firmware's limits (set.c)
CLOCK_HZ = workloads.CLOCK_HZ
START = 2_000                              # cycles of a task from the first tick until it waits for its first release
FIRST_PRIORITY = 3                         # more urgent ones start the set
BURN, SECTION, SEM, QUEUE, MEMORY, TIME = range(6)
# Calls that the firmware makes together, so that a job gets what it has put.
CALLS = {SEM: ("sem.post", "sem.pend"), QUEUE: ("q.post", "q.pend"), MEMORY: ("mem.get", "mem.put"),
         TIME: ("time.get",)}
LEAST = 3_000                              # cycles of a segment: less cannot hold the caches' refills
# Cycles to fetch a job's own cache lines again after a preemption: its code, stack and description. A job that empties
# the caches needs few lines until it does so again.
REFILL = {False: 40 * 26, True: 10 * 26}
# Longest section in which a burning job takes no interrupt: it empties the caches.
EVICTION = 600


@dataclasses.dataclass(frozen=True)
class Observation:
    """The longest observed response of a task. jobs: how many were observed."""
    task: analysis.Task
    cycles: int
    jobs: int


@functools.cache
def firmware_of(system: str):
    """Return the firmware and the SoC of a configuration."""
    chosen = workloads.for_the_benchmarks(configuration.read(system))
    core = chosen.trimmed().hardware
    build = workloads.Build("response", "O2", defs=workloads.switches(chosen), memories=core.memories)
    source = workloads.BENCH / "response" / "set.c"
    made = firmware_module.build("response_set", [source], workloads.BENCH / "cfg", build.soc, defs=build.defs)
    return made, soc_of(core)


def refuse(system: analysis.System) -> None:
    """Raise MetroError if the simulation cannot run this set."""
    for limit, what, count in ((TASKS, "tasks", len(system.tasks)), (1, "interrupt", len(system.sources)),
                               (MUTEXES, "mutexes", len(mutexes_of(system))),
                               *((SEGMENTS, f"parts of a job of {task.name}", len(segments(task)))
                                 for task in system.tasks)):
        if count > limit:
            raise MetroError(f"the simulation cannot run this set: it has {count} {what}, and {limit} is the most",
                             "leave out --simulate")
    if system.protocol != analysis.INHERITANCE:
        raise MetroError("the simulation cannot run this set: mutexes of uC/OS-II have no immediate ceiling",
                         'set mutex_protocol = "inheritance", or leave out --simulate')
    short = [task.name for task in system.tasks
             if any(cycles < LEAST for what, _, cycles in segments(task) if what in (BURN, SECTION))]
    if short:
        raise MetroError(f"the simulation cannot run this set: jobs of {', '.join(short)} are too short",
                         f"a job needs {LEAST} cycles outside of critical sections, and as many in each")


def mutexes_of(system: analysis.System) -> list[str]:
    return list(dict.fromkeys(section.mutex for task in system.tasks for section in task.sections))


def segments(task: analysis.Task) -> list[tuple[int, str | None, int]]:
    """Return the parts of a job: (what, mutex, cycles). It burns first, and calls services last."""
    rest = task.execution - sum(section.hold for section in task.sections)
    calls = dict(task.services)
    found = [(SECTION, section.mutex, section.hold) for section in task.sections]
    for what, names in CALLS.items():
        found += [(what, None, 0)] * min(calls.get(name, 0) for name in names)
    return [(BURN, None, rest), *found]


def priorities(system: analysis.System) -> tuple[dict[str, int], dict[str, int]]:
    """Return the kernel's priorities of tasks and mutexes. A mutex is directly above the most urgent task with it."""
    tasks, ceilings, number = {}, {}, FIRST_PRIORITY
    for task in sorted(system.tasks, key=lambda task: task.priority):
        for section in task.sections:
            if section.mutex not in ceilings:
                ceilings[section.mutex], number = number, number + 1
        tasks[task.name], number = number, number + 1
    return tasks, ceilings


def tick_of(system: analysis.System) -> int:
    """Return the cycles of a tick in the firmware. It has ticks even if the system has none."""
    return system.tick or CLOCK_HZ // 100


def values(system: analysis.System, offsets: dict[str, int], ticks: int, evicts: bool) -> dict:
    """Return the words of the set in the firmware's image. offsets: cycles from the first tick to the first arrival."""
    prios, ceilings = priorities(system)
    numbers = {mutex: number for number, mutex in enumerate(ceilings)}
    words = []
    for task in system.tasks:
        parts = segments(task)
        words += [prios[task.name], int(task.source is not None), offsets.get(task.name, 0), task.period, len(parts)]
        for what, mutex, cycles in parts + [(0, None, 0)] * (SEGMENTS - len(parts)):
            words += [what, numbers.get(mutex, 0), cycles]
    source = system.sources[0] if system.sources else None
    first = 1 + -(-START * len(system.tasks) // tick_of(system))
    return {"set_hz": round(CLOCK_HZ / tick_of(system)), "set_first": first, "set_ticks": first + ticks,
            "set_evicts": int(evicts),
            "set_handler": max(1, source.execution) if source else 0, "set_wakes": int(bool(source and source.wakes)),
            "set_tasks": len(system.tasks), "set_mutexes": len(ceilings),
            "set_ceilings": list(ceilings.values()) or [0], "set_task": words}


def prepared(system: analysis.System, evicts: bool) -> analysis.System:
    """Return the system as the firmware runs it: with its own cache lines, and with sections without interrupts."""
    return dataclasses.replace(system, refill=REFILL[evicts], tasks=tuple(
        dataclasses.replace(task, locked=max(task.locked, EVICTION if evicts else 0)) for task in system.tasks))


def simulate(name: str, system: analysis.System, offsets: dict[str, int], ticks: int, evicts: bool,
             seed: int = 1) -> list[Observation]:
    """Run a set on a configuration. Return what was observed of each task. seed: of the distances of interrupts."""
    refuse(system)
    firmware, soc = firmware_of(name)
    firmware = firmware.with_values(values(system, offsets, ticks, evicts))
    line = next((Line(source.distance, source.distance * 9 // 8, seed) for source in system.sources), None)
    meters = {"meters": [{"name": "line", "kind": "interval", "start": {"line": workloads.SIM_LINE},
                          "stop": [{"pc": firmware.address("response_line_done")}]}]}
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        memory = Path(scratch, "memory.bin")
        result = execute(firmware, soc, meters, 10_000_000 + 2 * ticks * tick_of(system), line,
                         options=["--memory", str(memory)])
        if result.status:
            raise MetroError(f"the simulation of the set ended with {result.status}", result.output + result.errors)
        content = memory.read_bytes()
    worst, jobs = (struct.unpack_from(f"<{TASKS}I", content, firmware.address(name) - SRAM)
                   for name in ("set_worst", "set_jobs"))
    lines = result.report["meters"]["line"]
    of_line = lines.get("max", 0), lines["count"]
    return [Observation(task, *(of_line if task.source else of_task))
            for task, of_task in zip(system.tasks, zip(worst, jobs))]


def excesses(computed: list[analysis.Response], observed: list[Observation]) -> list[str]:
    """Return a line for each task whose observed response is longer than the computed one."""
    longest = {response.task.name: response for response in computed}
    return [f"{each.task.name}: observed {each.cycles}, computed {longest[each.task.name].total}" for each in observed
            if longest[each.task.name].total is not None and not is_ambiguous(longest[each.task.name])
            and each.cycles > longest[each.task.name].total]


def is_ambiguous(response: analysis.Response) -> bool:
    """Return whether the harness cannot tell to which interrupt a response belongs."""
    return response.task.source is not None and response.total > response.task.period
