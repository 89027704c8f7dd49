# SPDX-License-Identifier: Apache-2.0
"""`./metro bench periodic`: one task wakes every 10 ticks and works for 500 cycles, all others sleep for long.

How much of the time the core sleeps (`wfi`), and how evenly the task goes on after its tick: beside the idle task, and
beside Dhrystone, with caches that it throws the task's code out of, and with others.
"""
from __future__ import annotations

import dataclasses

from ..figures.key import LARGE_CACHES, Conditions
from . import thread_metric, workloads

INSTEAD = {"system": ["original", "combined", "contexts", "tickless", "tickless-contexts"], "opt": ["O2"]}
IDLE, BUSY = "periodic.idle", "periodic.dhrystone"         # what the processor does otherwise
ASLEEP = "periodic.asleep"
TASKS, HZ, PERIOD = 48, 10_000, 10                         # ticks of the task
READ_CYCLES, ANY_REGISTER = 0xB0002073, 0xFFFFF07F         # the idle task does that right before it sleeps,
SLEEP = 0x10500073                                         # with this
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
            cycles, whole = (meter["count"] * meter.get("mean", 0) for meter in (asleep, period))
            found[self.key(ASLEEP)] = (100 * cycles / whole, "%")
        return found


def runs(args, kernels) -> list[Run]:
    """kernels: (label, folder, how the command line names it, -D options, core), of what is to be measured."""
    found, opts = [], thread_metric.chosen(args, INSTEAD).opt
    for system, kernel, origin, defs, core in kernels:
        large = core.changed(workloads.LARGE_CACHES)
        for opt in opts:
            build = workloads.Build("periodic", opt, defs=defs, kernel=kernel, origin=origin, hot_bytes=core.hot_bytes)
            found += [Run(build, name, system, TASKS, HZ,
                          {"bench_tasks": TASKS, "bench_hz": HZ, "bench_busy": int(name == BUSY)}, core=which,
                          special=Conditions(caches=caches))
                      for name, which, caches in ((IDLE, core, ""), (BUSY, core, ""), (BUSY, large, LARGE_CACHES))]
    return found
