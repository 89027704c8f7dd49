# SPDX-License-Identifier: Apache-2.0
"""Cycles of a service, a tick and the entry of a handler: the first time, with empty caches, and the next time.

This is a part of `./metro bench latency`, with the SoC's own caches. bench/cold_caches/main.c first loads its own code
into the cache, so a measurement fetches only lines of the kernel and of the application's data.
"""
from __future__ import annotations

import dataclasses
import re

from . import latency, thread_metric, workloads

FIRST, NEXT = "first", "next"
LINES = {"instruction": "instruction_lines", "data": "data_lines"}         # extra lines of the first time
EXCESS = "excess"              # extra cycles of the first time, minus the time of a refill for each extra data line
STATISTICS = FIRST, NEXT, *LINES.values(), EXCESS
REFILL = "refill.data"         # the situation that only refills data lines
LINE = re.compile(rf"^cold (\S+) ({FIRST}|{NEXT})$", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Run(latency.Run):
    """All situations on one system."""

    @property
    def title(self) -> str:
        return f"cold.{self.label}"

    @property
    def max_cycles(self) -> int:
        return 10_000_000

    @property
    def cycles(self) -> int:
        return 1_000_000

    def gives(self, what: str) -> bool:
        return what.startswith("cold.")

    def meters(self, firmware) -> dict:
        handler = [{"pc": firmware.address("bench_handler")}]
        trap = {"trap": workloads.TIMER_LINE}
        services = {"start": {"instruction": latency.STARTS[0], "mask": latency.ANY_REGISTER}, "stop": [latency.STOP]}
        return {"parts": {"pc": firmware.address("bench_part")},
                "meters": [{"name": name, "kind": "refills", **between} for name, between in (
                    ("interrupt.entry", {"start": trap, "stop": handler}),
                    ("tick", {"start": trap, "stop": workloads.exits(firmware)}), ("", services))]}

    def figures(self, result, alone=None) -> dict:
        """Return the cycles and lines of the longest repetition of each situation."""
        took: dict[str, dict[str, tuple]] = {}
        for (name, when), part in zip(LINE.findall(result.output), result.report["parts"][2::2]):
            statistics = part.get(name, part[""])
            if name != "-" and statistics["count"] == 1:
                found = statistics["max"], *(statistics["lines"][cache] for cache in LINES)
                took.setdefault(name, {})[when] = max(took.get(name, {}).get(when, (0,)), found)
        more = {name: [first - following for first, following in zip(both[FIRST], both[NEXT])]
                for name, both in took.items()}
        refill, _, lines = more[REFILL]
        made = {}
        for name, both in took.items():
            cycles, instruction, data = more[name]
            for statistic, value, unit in (
                    (FIRST, both[FIRST][0], "cycles"), (NEXT, both[NEXT][0], "cycles"),
                    (LINES["instruction"], instruction, "lines"), (LINES["data"], data, "lines"),
                    (EXCESS, cycles - data * refill / lines, "cycles")):
                made[self.key(f"cold.{name}", statistic)] = (value, unit)
        return made


def runs(args, kernels) -> list[Run]:
    """Return the runs. kernels: (label, folder, command-line options that name it, -D options, core) of each kernel."""
    return [Run(workloads.Build("cold_caches", opt, defs=defs, kernel=kernel, origin=origin, memories=core.memories),
                "cold", system, 0, 0, {}, core=core)
            for system, kernel, origin, defs, core in kernels for opt in thread_metric.chosen(args).opt]
