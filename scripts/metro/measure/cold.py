# SPDX-License-Identifier: Apache-2.0
"""Cold as warm: what a service, a tick or the way to a handler takes with empty caches, and the next time.

A part of `./metro bench latency`, on the SoC's own caches. bench/cold/main.c gets into each situation with its own code
in the cache, so that the lines that are fetched are the kernel's, and the application's data.
"""
from __future__ import annotations

import dataclasses
import re

from . import latency, thread_metric, workloads

FIRST, NEXT = "first", "next"
LINES = {"instruction": "instruction_lines", "data": "data_lines"}         # more of them than the next time
EXCESS = "excess"              # cycles that the first time takes longer, less a refill for each of those data lines
STATISTICS = FIRST, NEXT, *LINES.values(), EXCESS
REFILL = "refill.data"         # the situation that is nothing but one
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
        """The longest of each, and what belongs to it."""
        took: dict[str, dict[str, tuple]] = {}
        for (name, when), part in zip(LINE.findall(result.output), result.report["parts"][2::2]):
            its = part.get(name, part[""])
            if name != "-" and its["count"] == 1:
                found = its["max"], *(its["lines"][cache] for cache in LINES)
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
    """kernels: (label, folder, how the command line names it, -D options, core), of what is to be measured."""
    return [Run(workloads.Build("cold", opt, defs=defs, kernel=kernel, origin=origin, hot_bytes=core.hot_bytes), "cold",
                system, 0, 0, {}, core=core)
            for system, kernel, origin, defs, core in kernels for opt in thread_metric.chosen(args).opt]
