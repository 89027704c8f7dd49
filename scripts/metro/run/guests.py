# SPDX-License-Identifier: Apache-2.0
"""Guests of the monitor in timelines and in GDB, identified by their memory."""
from __future__ import annotations

import dataclasses
import functools
import re
from typing import Iterator

from ..products.rtos import SOFTWARE

SLEEPS, WAKES = 13, 14                                 # kinds of the harness's records (hw/sim/timeline.h)
WAIT = "call wait"                                     # the call in which a guest waits
MONITOR = "monitor"                                    # the monitor's lane
NO_SWITCH = 32 + 2       # value of the interrupt with which a core that switches guests enters the monitor (timeline.h)


@dataclasses.dataclass(frozen=True)
class Guest:
    name: str
    base: int
    size: int


def guests_of(firmware) -> list[Guest]:
    """Return the guests by priority, highest first; none if the firmware has no monitor."""
    return [Guest(name.removesuffix(".__base"), base, firmware.symbols[name.removesuffix("__base") + "__size"])
            for name, base in firmware.symbols.items() if name.endswith(".__base")]


def guest_code(firmware) -> list[tuple[int, int]]:
    """Return (first address, bytes) of each guest's code, from the addresses of its functions."""
    found = []
    for guest in guests_of(firmware):
        functions = [(start, size) for start, size, name in firmware.functions if name.startswith(f"{guest.name}.")]
        end = max(start + max(size, 4) for start, size in functions)
        found.append((min(start for start, _ in functions), end + -end % 4 - min(start for start, _ in functions)))
    return found


@functools.cache
def calls() -> dict[int, str]:
    """Return the names of the monitor's calls by number."""
    header = (SOFTWARE / "monitor" / "guest.h").read_text()
    table = header.partition("Calls of the monitor")[2].partition("\n\n")[0]
    return {int(number): name.lower() for name, number in re.findall(r"#define GUEST_(\w+) +(\d+)", table)}


def call(number: int) -> str:
    return f"call {calls()[number]}" if number in calls() else "unknown call"


def preempts(trap) -> bool:
    """Return whether a switch in a trap preempts the guest that ran before. trap: its context, or None."""
    return trap is not None and (trap.kind == "interrupt"
                                 or trap.kind == "call" and trap.name not in (WAIT, "call exit"))


class Preempted:
    """Lanes of preempted guests."""

    def __init__(self):
        self.lanes: set[str] = set()

    def switch(self, cycle: int, before: str, after: str, preempts: bool) -> Iterator[tuple]:
        """Yield the events of a switch, as timeline.Log.events() does. preempts: the guest `before` does not wait."""
        if preempts:
            self.lanes.add(before)
            yield cycle, before, "preempted", {}
        if after in self.lanes:
            self.lanes.remove(after)
            yield cycle, after, None, None

    def end(self, cycle: int) -> Iterator[tuple]:
        for lane in self.lanes:
            yield cycle, lane, None, None
