# SPDX-License-Identifier: Apache-2.0
"""`./metro bench response`: what the kernel takes from a task, for `./metro response`.

The caches are empty at the start of each measurement.

bench/response/main.c measures each part in a separate run. The harness adds the longest section with interrupts
disabled, the longest time from a line's rise to the trap, and from the trap until a woken task's own code runs.
"""
from __future__ import annotations

import dataclasses
import re

from ..figures.key import Key
from ..run.execution import Line
from . import thread_metric, workloads

LINE = re.compile(r"^response (\S+) (\d+)$", re.MULTILINE)
# In the order of the firmware's enumeration. tick: interrupt of a tick that wakes no task. more_urgent: jobs of more
# urgent tasks, with their tick. less_urgent: tick that wakes less urgent tasks. line: interrupt that wakes no task.
# entry: time from a line's rise to the trap.
PARTS = (TICK, MORE_URGENT, LESS_URGENT, LINE_NONE, LINE_LESS, LINE_MORE, ENTRY, SERVICES, MUTEX) = (
    "tick", "more_urgent", "less_urgent", "line", "line_less_urgent", "line_more_urgent", "entry", "services", "mutex")
TASKS = {TICK: (1, 16, 48), MORE_URGENT: (1, 4), LESS_URGENT: (1, 4)}
STARTS = (MORE_URGENT, 1), (LINE_MORE, None)               # (part, number of tasks) with a figure of STARTED
SWITCHES = *STARTS, (SERVICES, None), (MUTEX, None)        # ... of IRQ_OFF: paths that may switch tasks
LINES = (LINE_NONE, LINE_LESS, LINE_MORE, ENTRY)
TRAPS = workloads.TIMER_LINE, workloads.SIM_LINE, workloads.TIME_BASE_LINE
LONGEST, STARTED, IRQ_OFF = "max", "started", "irq_off"
CALL = "response.call."            # this and the name of a service
CONTENDED = "contended"            # last word of the figure of a mutex call that blocks or wakes a task
INTERRUPTS = Line(20_000, 40_000)
INSTEAD = {"system": ["original", "events", "contexts"], "opt": ["O2"]}
HZ = 997                           # so that ticks come at different times in the observer's loop


def what(part: str) -> str:
    return f"response.{part}"


@dataclasses.dataclass(frozen=True)
class Run(workloads.Run):
    """One part on one system."""

    @property
    def part(self) -> str:
        return self.name.partition(".")[2]

    def key(self, what: str, statistic: str = "") -> Key:
        return Key(what, statistic, tasks=self.tasks or None, **self.columns)

    @property
    def command(self) -> str:
        return f"./metro bench response --opt {self.build.opt}{self.system_option}{self.build.origin}"

    @property
    def max_cycles(self) -> int:
        return 100_000_000

    @property
    def cycles(self) -> int:
        return 1_500_000

    def ended_well(self, result) -> bool:
        return result.status == 0

    def gives(self, what: str) -> bool:
        return what == self.name or what.startswith(CALL) and self.part == (
            MUTEX if what.endswith(f".{CONTENDED}") else SERVICES)

    def meters(self, firmware) -> dict:
        return {"parts": {"pc": firmware.address("bench_part")},
                "meters": [{"name": IRQ_OFF, "kind": "interrupts_off"},
                           {"name": ENTRY, "kind": "interval", "start": {"line": workloads.SIM_LINE},
                            "stop": [{"trap": workloads.SIM_LINE}]},
                           {"name": STARTED, "kind": "interval", "start": [{"trap": line} for line in TRAPS],
                            "stop": [{"pc": firmware.address("response_started")}]}]}

    def figures(self, result, alone=None) -> dict:
        measured = result.report["parts"][1]               # between the calls of bench_part()
        printed = {name: int(cycles) for name, cycles in LINE.findall(result.output)}
        if self.part in (SERVICES, MUTEX):
            found = {self.key(CALL + name, LONGEST): cycles for name, cycles in printed.items() if name != "normal"}
        elif self.part == ENTRY:
            found = {self.key(self.name, LONGEST): measured[ENTRY]["max"]}
        else:
            found = {self.key(self.name, LONGEST): printed["stolen"]}
            if (self.part, self.tasks or None) in STARTS:
                found[self.key(self.name, STARTED)] = measured[STARTED]["max"]
        if (self.part, self.tasks or None) in SWITCHES:
            found[self.key(self.name, IRQ_OFF)] = measured[IRQ_OFF]["max"]
        return {key: (value, "cycles") for key, value in found.items()}


def runs(args, kernels) -> list[Run]:
    """Return the runs. kernels: (label, folder, command-line options that name it, -D options, core) of each kernel."""
    found = []
    for system, kernel, origin, defs, core in kernels:
        for opt in thread_metric.chosen(args, INSTEAD).opt:
            build = workloads.Build("response", opt, defs=defs, kernel=kernel, origin=origin, memories=core.memories)
            found += [Run(build, what(part), system, tasks or 0, HZ,
                          {"bench_part_wanted": number, "bench_tasks": tasks or 1, "bench_hz": HZ},
                          line=INTERRUPTS if part in LINES else None, core=core)
                      for number, part in enumerate(PARTS) for tasks in TASKS.get(part, (None,))]
    return found
