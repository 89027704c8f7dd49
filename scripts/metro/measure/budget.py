# SPDX-License-Identifier: Apache-2.0
"""Where the cycles go until another task runs, function by function: from a post, and from a due tick.

A function that the compiler put into others is told apart by the debug information, and shown with those.
"""
from __future__ import annotations

import dataclasses
import subprocess

from ..build.firmware import TOOLS, Firmware
from ..figures.key import Key
from . import latency, workloads

OPT = "O2"
POST, WAKEUP = "post", "wakeup"
SITUATION = "sem.post.switch"  # whose budget POST is
REPETITIONS = 100              # all alike: caches are large, and nothing interrupts
TASKS = 48                     # of WAKEUP
INSTRUCTIONS = "_instructions"


@dataclasses.dataclass(frozen=True)
class PostRun(latency.Run):
    """From a post to the code of the higher task that waited; both read the cycle counter."""

    @property
    def title(self) -> str:
        return f"budget.{POST}.{self.label}"

    def gives(self, what: str) -> bool:
        return what in (f"budget.{POST}", f"budget.{POST}{INSTRUCTIONS}")

    @property
    def command(self) -> str:
        return super().command.replace("bench latency", "bench switch")

    def meters(self, firmware) -> dict:
        start = {"instruction": latency.STARTS[0], "mask": latency.ANY_REGISTER}
        profile = {"name": POST, "kind": "profile", "start": start, "stop": [latency.STOP]}
        return {**super().meters(firmware), "meters": [profile]}

    def figures(self, result, alone=None) -> dict:
        return {}

    def budget(self, result, firmware) -> dict:
        return of(self, POST, result.report["parts"][-2][POST], firmware)


@dataclasses.dataclass(frozen=True)
class WakeupRun(workloads.Run):
    """From the rise of the timer's line to the code of the first task that is due."""

    @property
    def title(self) -> str:
        return f"budget.{WAKEUP}.{self.label}"

    def gives(self, what: str) -> bool:
        return what in (f"budget.{WAKEUP}", f"budget.{WAKEUP}{INSTRUCTIONS}")

    @property
    def command(self) -> str:
        return super().command.replace("bench tick", "bench switch").replace(f" --tasks {TASKS}", "")

    def meters(self, firmware) -> dict:
        usual = super().meters(firmware)
        return {**usual, "meters": [{**next(meter for meter in usual["meters"] if meter["name"] == WAKEUP),
                                     "kind": "profile"}]}

    def figures(self, result, alone=None) -> dict:
        return {}

    def budget(self, result, firmware) -> dict:
        return of(self, WAKEUP, result.report["meters"][WAKEUP], firmware)


def runs(kernels) -> list[workloads.Run]:
    """kernels: (label, folder, how the command line names it, -D options, core), of what is to be measured."""
    number = next(n for n, names in enumerate(latency.situations()) if SITUATION in names)
    made = []
    for system, kernel, origin, defs, core in kernels:
        post, tick = (workloads.Build(app, OPT, defs=defs, kernel=kernel, origin=origin, hot_bytes=core.hot_bytes)
                      for app in ("latency", "tick"))
        made.append(PostRun(post, "latency", system, 0, 0,
                            {"bench_repetitions": REPETITIONS, "bench_from": number, "bench_to": number + 1},
                            core=core.changed(workloads.LARGE_CACHES)))
        usual = next(run for run in workloads.tick_runs(tick, system, [TASKS], core) if run.name == "wakeup")
        made.append(WakeupRun(**{field.name: getattr(usual, field.name)
                                 for field in dataclasses.fields(workloads.Run)}))
    return made


def of(run: workloads.Run, what: str, profile: dict, firmware: Firmware) -> dict:
    """Mean cycles and instructions of an interval in each place; a place is a function, then what it has in it."""
    spent: dict[str, list] = {}
    places = inlined(firmware, [pc for pc, _, _ in profile["spent_at"]])
    for pc, cycles, instructions in profile["spent_at"]:
        sums = spent.setdefault("/".join(places[pc]), [0, 0])
        sums[0] += cycles / profile["count"]
        sums[1] += instructions / profile["count"]
    who = run.key("").who
    return {Key(f"budget.{what}{suffix}", function=place, **who._asdict()): (sums[index], unit)
            for place, sums in spent.items()
            for index, (suffix, unit) in enumerate((("", "cycles"), (INSTRUCTIONS, "instructions")))}


def inlined(firmware: Firmware, addresses: list[int]) -> dict[int, tuple[str, ...]]:
    """The function around each address, and those within it that the compiler put there, from the outside in."""
    said = subprocess.run([f"{TOOLS}addr2line", "-e", firmware.elf, "-afi"], capture_output=True, text=True, check=True,
                          input="".join(f"{address:#x}\n" for address in addresses)).stdout
    found: dict[int, list[str]] = {}
    for line in said.splitlines():
        if line.startswith("0x"):
            names = found.setdefault(int(line, 16), [])
        elif ":" not in line:
            names.append(line)                             # the innermost first
    return {address: (firmware.function_at(address).partition("+")[0] or hex(address), *reversed(names[:-1]))
            for address, names in found.items()}
