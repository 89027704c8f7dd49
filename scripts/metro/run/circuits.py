# SPDX-License-Identifier: Apache-2.0
"""Timeline lanes of the hardware threads, from the harness's records of their circuits (hw/sim/timeline.h)."""
from __future__ import annotations

import functools
from pathlib import Path
from typing import Iterator

from ..products import isa, soc as soc_module

RUNS, STOPS, CALL, TO_SOFTWARE, ANSWER, TRANSFER, TRANSFERRED, SUSPENDED = range(5, 13)
WITHOUT_HANDLE = ("EXIT", "TIME_DLY", "TIME_GET")      # commands without a handle


class Circuit:
    """The states of a slot's circuit: runs, suspended, call, transfer. All but `runs` can nest. In reset: no state."""

    def __init__(self, lane: str):
        self.lane = lane
        self.runs_since: int | None = None             # first cycle of the state `runs`; None in other states
        self.opened: list[tuple] = []                  # (record's kind, name, details), innermost last

    def events(self, cycle: int, kind: int, first: int, second: int) -> Iterator[tuple]:
        """Yield a record's events as timeline.Log.events() does.

        first, second: the words of the record; `first` lacks the slot number, the low 8 bits.
        """
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
        """Yield the ends of all open states."""
        yield from self._ran(cycle)
        for _ in self.opened:
            yield cycle, self.lane, None, None
        self.opened = []

    def _begins(self, cycle: int, *one) -> Iterator[tuple]:
        yield from self._ran(cycle)
        self.opened.append(one)
        yield cycle, self.lane, *one[1:]

    def _ends(self, cycle: int, kind: int, details: dict) -> Iterator[tuple]:
        """Yield the end of the state of this kind. States inside it end too, and begin again after it."""
        kinds = [one[0] for one in self.opened]
        if kind not in kinds:                          # no such state, or it began while GDB had stopped the core
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
    """Return the name of each slot's lane."""
    return [f"slot {number}: {circuit}" for number, circuit in enumerate(soc_module.circuits(soc))]


def call(command: int, handle: int) -> str:
    name = commands().get(command, f"command {command}")
    return name if name in WITHOUT_HANDLE else f"{name} {handle}"


@functools.cache
def commands() -> dict[int, str]:
    """Return {number: name} of the predefined commands of hardware threads; an application can define others."""
    return {command["number"]: command["name"].upper() for command in isa.read()["hardware_thread"]["command"]
            if command["name"] != "app"}
