# SPDX-License-Identifier: Apache-2.0
"""`./metro bench latency`: cycles of each kernel service in each of its situations; bench/latency/main.c counts them.

Nothing interrupts, and the caches hold all code and data, so the cycles depend only on the instructions. The harness
also measures how long interrupts are off.
"""
from __future__ import annotations

import dataclasses
import re

from ..figures.key import TEMPLATE, Conditions, Key
from . import workloads
from .thread_metric import chosen

REPETITIONS = 10_000
AT_ONCE = 8                    # situations in a simulation: few, so that the work spreads over all host processors
CYCLES = 1000                  # of a repetition with its preparation, estimated
LINE = re.compile(r"^latency (\S+) (\d+) (\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+)$", re.MULTILINE)
TABLE = re.compile(r'^    \{ "([^"]+)", (?:0|"([^"]+)"),', re.MULTILINE)
MEASURES = ("mean", "variance", "max")
IRQ_OFF = "irq_off"            # the longest stretch with interrupts off
# Instructions with which the firmware reads the cycle counter, into any register.
ANY_REGISTER = 0xFFFFFFFF & ~(31 << 7)
STARTS = (0xB0002073, 0xB0006073)                          # one for each of the firmware's meters
STOP = {"instruction": 0xB0003073, "mask": ANY_REGISTER}


def situations() -> list[tuple[str, ...]]:
    """Return the names of the figures of each situation, in the order of the firmware's table.

    The first situation measures nothing.
    """
    text = (workloads.BENCH / "latency" / "main.c").read_text()
    return [tuple(filter(None, names)) for names in TABLE.findall(text)]


@dataclasses.dataclass(frozen=True)
class Run(workloads.Run):
    """Some of the situations on one system."""

    def key(self, what: str, statistic: str = "") -> Key:
        return Key(what, statistic, **self.columns)

    @property
    def title(self) -> str:
        return f"latency.{self.values['bench_from']}.{self.label}"

    @property
    def command(self) -> str:
        return f"./metro bench latency --opt {self.build.opt}{self.system_option}{self.build.origin}"

    @property
    def max_cycles(self) -> int:
        return 5_000_000 + 10_000 * AT_ONCE * self.values["bench_repetitions"]

    @property
    def cycles(self) -> int:
        return CYCLES * self.values["bench_repetitions"] * (self.values["bench_to"] - self.values["bench_from"])

    def ended_well(self, result) -> bool:
        return result.status == 0

    def gives(self, what: str) -> bool:
        measured = situations()[self.values["bench_from"]:self.values["bench_to"]]
        return what in {f"latency.{name}" for names in measured for name in names}

    def meters(self, firmware) -> dict:
        return interrupts_off(firmware)

    def figures(self, result, alone=None) -> dict:
        found = self.interrupts_off(result.report["parts"])
        for name, *numbers in LINE.findall(result.output):
            if name == "nothing":
                continue
            count, least, most = map(int, numbers[:3])
            mean, squares = int(numbers[3], 16) / count, int(numbers[4], 16) / count
            for measure, value, unit in zip(MEASURES, (least + mean, squares - mean ** 2, most),
                                            ("cycles", "cycles²", "cycles")):
                found[self.key(f"latency.{name}", measure)] = (value, unit)
        return found

    def interrupts_off(self, parts: list[dict]) -> dict:
        """Return the longest stretches with interrupts off. parts: the harness's results before and in each situation,
        in turn. The first situation measures nothing."""
        measured = situations()[self.values["bench_from"]:self.values["bench_to"]]
        return {self.key(f"latency.{name}", IRQ_OFF): (part[str(meter)].get("max", 0), "cycles")
                for names, part in zip(measured, parts[3::2], strict=True) for meter, name in enumerate(names)}


def interrupts_off(firmware) -> dict:
    """Return a meter for each of the firmware's meters: of the stretches with interrupts off while that meter runs.

    The harness keeps separate statistics for each situation.
    """
    return {"parts": {"pc": firmware.address("bench_part")},
            "meters": [{"name": str(meter), "kind": "interrupts_off", "stop": [STOP],
                        "start": {"instruction": word, "mask": ANY_REGISTER}} for meter, word in enumerate(STARTS)]}


def runs(args, kernels, repetitions: int = REPETITIONS, which: range | None = None) -> list[Run]:
    """Return the runs. kernels: (label, folder, command-line options that name it, -D options, core) of each kernel.

    repetitions: of each situation. which: indices into situations(); None for all but the first.
    """
    which = which or range(1, len(situations()))
    return [Run(workloads.Build("latency", opt, cfg=cfg, defs=defs, kernel=kernel, origin=origin,
                                memories=core.memories), "latency", system, 0, 0,
                {"bench_repetitions": repetitions, "bench_from": first,
                 "bench_to": min(first + AT_ONCE, which.stop)}, core=core.changed(workloads.LARGE_CACHES),
                special=Conditions(cfg=special))
            for system, kernel, origin, defs, core in kernels for opt in chosen(args).opt
            for cfg, special in (("cfg", ""), ("cfg-template", TEMPLATE)) for first in which[::AT_ONCE]]
