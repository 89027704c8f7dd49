# SPDX-License-Identifier: Apache-2.0
"""Threads that only sleep, for RTOSes whose own build system builds the program: bench/services/sleepers.c.

irq.latency     an interrupt line rises at random times while many threads sleep, and one computes
irq.off         the same without that line: stretches with interrupts disabled
idle            one thread sleeps, and the processor sleeps too: interrupts and wake-ups
"""
from __future__ import annotations

import dataclasses

from ..figures.key import Key
from ..products import isa
from ..run.execution import Line
from . import workloads

THREADS = 24
SAMPLES = 1000                         # sleeps that end in a measurement
IDLE_MS, IDLE_SAMPLES = 10, 20         # milliseconds of a sleep; sleeps
LINE = Line(2000, 20000)               # cycles between two interrupts
MRET = {"instruction": 0x30200073}     # ends an interrupt
MEASURED = {                           # run -> {meter: name of its figures}
    "irq.latency": {"latency": "irq.latency"},
    "irq.off": {"off": "irq.off"},
    "idle": {"wakeup": "wakeup"},
}
STATISTICS = ("min", "mean", "max")


@dataclasses.dataclass(frozen=True)
class SleeperRun(workloads.Run):
    def key(self, what: str, statistic: str = "") -> Key:
        return Key(what, statistic, tasks=self.tasks, **self.columns)

    def gives(self, what: str) -> bool:
        return what in (self.name, *MEASURED[self.name].values())

    @property
    def samples(self) -> int:
        return IDLE_SAMPLES if self.name == "idle" else SAMPLES

    @property
    def cycles(self) -> int:
        if self.name == "idle":
            return (self.samples + 5) * IDLE_MS * workloads.CLOCK_HZ // 1000
        return round((self.samples / workloads.due_per_tick(self.tasks) + 30) * workloads.CLOCK_HZ / 1000)

    @property
    def max_cycles(self) -> int:
        return 3 * self.cycles

    @property
    def timer(self) -> int:
        """Return the interrupt line of the timer."""
        units = self.core and self.core.units
        return workloads.TIME_BASE_LINE if units and units.time_base else workloads.TIMER_LINE

    def meters(self, firmware) -> dict:
        at = firmware.address
        awake = {"pc": at("bench_awake")}
        meters = {
            "latency": {"kind": "interval", "start": {"line": workloads.SIM_LINE},
                        "stop": [{"pc": at("bench_line_handler")}]},
            "wakeup": {"kind": "interval", "start": {"line": self.timer}, "stop": [awake]},
            "off": {"kind": "interrupts_off"},
            "interrupt": {"kind": "interval", "start": {"trap": self.timer},
                          "stop": [MRET, isa.event(isa.read(), "context.exit")]},
            "asleep": {"kind": "interval", "start": {"asleep": True}, "stop": [{"asleep": False}]},
        }
        chosen = (*MEASURED[self.name], *(("interrupt", "asleep") if self.name == "idle" else ()))
        return {"window": {"begin": {"pc": at("bench_begin")}, "end": awake, "skip": 0, "count": self.samples},
                "meters": [{"name": name, **meters[name]} for name in chosen]}

    def figures(self, result, alone=None) -> dict:
        report = result.report["meters"]
        found = {self.key(stem, statistic): (report[meter][statistic], "cycles")
                 for meter, stem in MEASURED[self.name].items() for statistic in STATISTICS}
        if self.name == "idle":
            window, asleep = result.report["window_cycles"], report["asleep"]
            share = 1 - asleep["count"] * asleep.get("mean", 0) / window
            rate = report["interrupt"]["count"] * workloads.CLOCK_HZ / window
            found |= {self.key("idle", "interrupts"): (rate, "1/s"), self.key("idle", "awake"): (100 * share, "%")}
        return found


def values(name: str) -> dict[str, int]:
    """Return the values that a run writes into the firmware."""
    is_idle = name == "idle"
    return {"bench_threads": 1 if is_idle else THREADS, "bench_period": IDLE_MS * is_idle,
            "bench_line": int(name == "irq.latency")}
