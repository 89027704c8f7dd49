# SPDX-License-Identifier: Apache-2.0
"""Guests of the monitor as timelines and GDB see them: by the memory that each has."""
from __future__ import annotations

import dataclasses
import functools
import re
from typing import Iterator

from ..build.rtos import SOFTWARE

SLEEPS, WAKES = 13, 14                                 # of the harness's records (hw/sim/timeline.h)
WAIT = "call wait"                                     # by which a guest waits
MONITOR = "monitor"                                    # the lane of what the monitor does


@dataclasses.dataclass(frozen=True)
class Guest:
    name: str
    base: int
    size: int


def of(firmware) -> list[Guest]:
    """By priority, the highest first; of a firmware without a monitor none."""
    return [Guest(name.removesuffix(".__base"), base, firmware.symbols[name.removesuffix("__base") + "__size"])
            for name, base in firmware.symbols.items() if name.endswith(".__base")]


def code(firmware) -> list[tuple[int, int]]:
    """Where the instructions of each guest are, (first address, bytes), as its functions say."""
    found = []
    for guest in of(firmware):
        its = [(start, size) for start, size, name in firmware.functions if name.startswith(f"{guest.name}.")]
        end = max(start + max(size, 4) for start, size in its)
        found.append((min(start for start, _ in its), end + -end % 4 - min(start for start, _ in its)))
    return found


@functools.cache
def calls() -> dict[int, str]:
    """Their names by number."""
    header = (SOFTWARE / "monitor" / "guest.h").read_text()
    table = header.partition("Calls of the monitor")[2].partition("\n\n")[0]
    return {int(number): name.lower() for name, number in re.findall(r"#define GUEST_(\w+) +(\d+)", table)}


def call(number: int) -> str:
    return f"call {calls()[number]}" if number in calls() else "unknown call"


class Preempted:
    """Guests that could go on while another one runs, each in its lane: they were interrupted, or made a call that does
    not wait."""

    def __init__(self):
        self.lanes: set[str] = set()

    def switch(self, cycle: int, before: str, after: str, why) -> Iterator[tuple]:
        """From one lane to another, by the trap of this context; as timeline.Log.events()."""
        if why and (why.kind == "interrupt" or why.kind == "call" and why.name not in (WAIT, "call exit")):
            self.lanes.add(before)
            yield cycle, before, "preempted", {}
        if after in self.lanes:
            self.lanes.remove(after)
            yield cycle, after, None, None

    def end(self, cycle: int) -> Iterator[tuple]:
        for lane in self.lanes:
            yield cycle, lane, None, None
