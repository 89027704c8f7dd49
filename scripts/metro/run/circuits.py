# SPDX-License-Identifier: Apache-2.0
"""The lanes of hardware threads: what their circuits do, from the harness's records (hw/sim/timeline.h)."""
from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Iterator

from ..build import application, soc as soc_module

RUNS, STOPS, CALL, TO_SOFTWARE, ANSWER, TRANSFER, TRANSFERRED, SUSPENDED = range(5, 13)
OF_NOTHING = ("EXIT", "TIME_DLY", "TIME_GET")          # commands that have no handle


class Circuit:
    """It runs, or it is suspended, in a call or in a transfer, or in one within the other; in reset in nothing."""

    def __init__(self, lane: str):
        self.lane = lane
        self.runs_since: int | None = None             # where it is in nothing else
        self.opened: list[tuple] = []                  # (record's kind, name, details), the innermost last

    def events(self, cycle: int, kind: int, first: int, second: int) -> Iterator[tuple]:
        """Of a record, whose first word is without the slot; as timeline.Log.events()."""
        if kind == RUNS:
            self.runs_since = cycle
        elif kind == STOPS:
            yield from self.stops(cycle)
        elif kind == SUSPENDED:
            yield from self._begins(cycle, SUSPENDED, "suspended", {})
        elif kind == CALL:
            yield from self._ends(cycle, SUSPENDED, {})
            yield from self._begins(cycle, CALL, call(first & 0xFF, first >> 8 & 0xFF),
                                    {"argument": second, "direct": bool(first >> 16)})
        elif kind == TO_SOFTWARE:
            for _, name, details in [one for one in self.opened if one[0] == CALL and one[2]["direct"]]:
                yield from self._ends(cycle, CALL, {})
                yield from self._begins(cycle, CALL, name, {**details, "direct": False})
        elif kind == ANSWER:
            yield from self._ends(cycle, CALL, {"answer": second, "error": first})
        elif kind == TRANSFER:
            yield from self._begins(cycle, TRANSFER, "write" if first & 1 else "read",
                                    {"address": hex(second), "words": first >> 1})
        elif kind == TRANSFERRED:
            yield from self._ends(cycle, TRANSFER, {"refused": bool(first)})

    def stops(self, cycle: int) -> Iterator[tuple]:
        yield from self._ran(cycle)
        for _ in self.opened:
            yield cycle, self.lane, None, None
        self.opened = []

    def _begins(self, cycle: int, *one) -> Iterator[tuple]:
        yield from self._ran(cycle)
        self.opened.append(one)
        yield cycle, self.lane, *one[1:]

    def _ends(self, cycle: int, kind: int, details: dict) -> Iterator[tuple]:
        """What has begun within it goes on behind it."""
        kinds = [one[0] for one in self.opened]
        if kind not in kinds:                          # not in it, or GDB had stopped the core, and nobody looked
            return
        at = kinds.index(kind)
        inner = self.opened[at + 1:]
        for _ in inner:
            yield cycle, self.lane, None, None
        yield cycle, self.lane, None, details
        del self.opened[at:]
        for one in inner:
            yield from self._begins(cycle, *one)
        if not self.opened:
            self.runs_since = cycle

    def _ran(self, cycle: int) -> Iterator[tuple]:
        if self.runs_since is not None and self.runs_since < cycle:
            yield self.runs_since, self.lane, "runs", {}
            yield cycle, self.lane, None, None
        self.runs_since = None


def lanes(soc: Path) -> list[str]:
    """Of each slot."""
    return [f"slot {number}: {circuit}" for number, circuit in enumerate(soc_module.circuits(soc))]


def call(command: int, handle: int) -> str:
    name = commands().get(command, f"command {command}")
    return name if name in OF_NOTHING else f"{name} {handle}"


@functools.cache
def commands() -> dict[int, str]:
    """Names by number, but for the application's own."""
    header = (application.THREADS / "os_hw.h").read_text()
    return {int(number): name for name, number in re.findall(r"#define OS_HW_CMD_(\w+) +(\d+)u", header)
            if name not in ("APP", "MAX")}
