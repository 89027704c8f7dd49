# SPDX-License-Identifier: Apache-2.0
"""Cycles by function until another task runs: from a post, and from a due tick.

The debug information identifies inlined functions. The budget lists each one under the functions around it.
"""
from __future__ import annotations

import dataclasses
import subprocess

from ..figures.key import Key
from ..products.firmware import TOOLS, Firmware
from . import latency, workloads

OPT = "O2"
POST, WAKEUP = "post", "wakeup"
SITUATION = "sem.post.switch"  # that POST measures
REPETITIONS = 100              # of equal length: caches are large, and nothing interrupts
TASKS = 48                     # in WAKEUP
INSTRUCTIONS = "_instructions"


@dataclasses.dataclass(frozen=True)
class PostRun(latency.Run):
    """Cycles from a post to the code of the higher task that it wakes. The posting task reads the cycle counter before
    the post, and the woken task reads it after the pend."""

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
    """Cycles from the rising edge of the timer's interrupt line to the code of the first due task."""

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
    """Return the runs. kernels: (label, folder, command-line options that name it, -D options, core) of each kernel."""
    number = next(n for n, names in enumerate(latency.situations()) if SITUATION in names)
    made = []
    for system, kernel, origin, defs, core in kernels:
        post, tick = (workloads.Build(app, OPT, defs=defs, kernel=kernel, origin=origin, memories=core.memories)
                      for app in ("latency", "tick"))
        made.append(PostRun(post, "latency", system, 0, 0,
                            {"bench_repetitions": REPETITIONS, "bench_from": number, "bench_to": number + 1},
                            core=core.changed(workloads.LARGE_CACHES)))
        usual = next(run for run in workloads.tick_runs(tick, system, [TASKS], core) if run.name == "wakeup")
        made.append(WakeupRun(**{field.name: getattr(usual, field.name)
                                 for field in dataclasses.fields(workloads.Run)}))
    return made


def of(run: workloads.Run, what: str, profile: dict, firmware: Firmware) -> dict:
    """Return the mean cycles and instructions of an interval in each place.

    what: POST or WAKEUP. A place is a function, followed by the functions that are inlined into it.
    """
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
    """Return the function at each address, followed by the inlined functions there, from the outermost inwards."""
    text = subprocess.run([f"{TOOLS}addr2line", "-e", firmware.elf, "-afi"], capture_output=True, text=True, check=True,
                          input="".join(f"{address:#x}\n" for address in addresses)).stdout
    found: dict[int, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("0x"):
            names = found.setdefault(int(line, 16), [])
        elif ":" not in line:
            names.append(line)                             # the innermost first
    return {address: (firmware.function_at(address).partition("+")[0] or hex(address), *reversed(names[:-1]))
            for address, names in found.items()}
