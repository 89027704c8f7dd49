# SPDX-License-Identifier: Apache-2.0
"""`./metro bench periodic`: one task wakes every 10 ticks and works for 500 cycles, all others sleep for long.

The runs measure the share of time that the core sleeps (`wfi`), and how regularly the task resumes after its tick. The
task runs next to the idle task, or next to Dhrystone. Dhrystone evicts the task's code from the caches, unless they are
large.
"""
from __future__ import annotations

import dataclasses

from ..figures.key import LARGE_CACHES, Conditions
from . import thread_metric, workloads

INSTEAD = {"system": ["original", "combined", "contexts", "tickless", "tickless-contexts"], "opt": ["O2"]}
IDLE, BUSY = "periodic.idle", "periodic.dhrystone"         # by the code that runs next to the task
ASLEEP = "periodic.asleep"
TASKS, HZ, PERIOD = 48, 10_000, 10                         # PERIOD in ticks
READ_CYCLES, ANY_REGISTER = 0xB0002073, 0xFFFFF07F         # the idle task executes this right before it sleeps
SLEEP = 0x10500073                                         # with wfi
WAKES = {IDLE: 50, BUSY: 200}


@dataclasses.dataclass(frozen=True)
class Run(workloads.Run):
    @property
    def samples(self) -> int:
        return WAKES[self.name]

    @property
    def cycles(self) -> int:
        return (self.samples + workloads.SETTLE_TICKS) * PERIOD * workloads.CLOCK_HZ // self.hz

    @property
    def max_cycles(self) -> int:
        return 2 * self.cycles

    @property
    def command(self) -> str:
        return super().command.replace(f" --tasks {self.tasks}", "")

    def gives(self, what: str) -> bool:
        return what == self.name or what == ASLEEP and self.name == IDLE

    def meters(self, firmware) -> dict:
        tick = {"tick": True} if self.build.tickless else {"line": workloads.TIMER_LINE}
        awake = {"pc": firmware.address("bench_awake")}
        return {"window": {"begin": {"pc": firmware.address("bench_begin")}, "end": awake,
                           "skip": workloads.SETTLE_TICKS, "count": self.samples},
                "meters": [{"name": name, "kind": "interval", "start": start, "stop": [stop]} for name, start, stop in (
                    ("wakeup", tick, awake), ("period", awake, awake),
                    ("asleep", {"instruction": READ_CYCLES, "mask": ANY_REGISTER}, {"instruction": SLEEP}))]}

    def figures(self, result, alone=None) -> dict:
        wakeup, period, asleep = (result.report["meters"][name] for name in ("wakeup", "period", "asleep"))
        found = {self.key(self.name, measure): (wakeup[measure], "cycles") for measure in ("min", "mean", "max")}
        found[self.key(self.name, "jitter")] = (wakeup["max"] - wakeup["min"], "cycles")
        if self.name == IDLE:
            cycles, total = (meter["count"] * meter.get("mean", 0) for meter in (asleep, period))
            found[self.key(ASLEEP)] = (100 * cycles / total, "%")
        return found


def runs(args, kernels) -> list[Run]:
    """Return the runs. kernels: (label, folder, command-line options that name it, -D options, core) of each kernel."""
    found, opts = [], thread_metric.chosen(args, INSTEAD).opt
    for system, kernel, origin, defs, core in kernels:
        large = core.changed(workloads.LARGE_CACHES)
        for opt in opts:
            build = workloads.Build("periodic", opt, defs=defs, kernel=kernel, origin=origin, memories=core.memories)
            found += [Run(build, name, system, TASKS, HZ,
                          {"bench_tasks": TASKS, "bench_hz": HZ, "bench_busy": int(name == BUSY)}, core=which,
                          special=Conditions(caches=caches))
                      for name, which, caches in ((IDLE, core, ""), (BUSY, core, ""), (BUSY, large, LARGE_CACHES))]
    return found
