# SPDX-License-Identifier: Apache-2.0
"""Cycles from the begin of one thread's post to the end of another one's pend."""
from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ... import configuration
from ...figures.key import BUSY_BUS, DIRECT, LARGE_CACHES, Key
from ..sweep.points import Simulated
from .systems import System, program

CONFIGS = ("original", "events", "contexts")
KINDS = ("semaphore", "mutex")
WAYS = {"task_task": (0, 0), "task_circuit": (0, 1), "circuit_task": (1, 0), "circuit_circuit": (1, 1)}
SLOTS, PLAYERS = 3, 2           # one keeps the bus busy
PARTS = (("", False), (LARGE_CACHES, False), ("", True))     # caches, and whether the bus is busy


@dataclass(frozen=True)
class Turnaround(Simulated):
    kind: str
    way: str
    is_direct: bool
    caches: str
    is_busy: bool
    config: str = ""
    command = "./metro threads turnaround"

    @property
    def key(self) -> Key:
        return Key(f"turnaround.{self.kind}.{self.way}", system=self.config, calls=DIRECT * self.is_direct,
                   uses=BUSY_BUS * self.is_busy, caches=self.caches)

    def runs(self) -> list:
        sender, receiver = WAYS[self.way]
        return [program("turnaround", System(self.config, SLOTS, PLAYERS * self.is_direct, self.caches), SENDER=sender,
                        RECEIVER=receiver, MUTEX=int(self.kind == "mutex"), BUSY=int(self.is_busy))]

    def figures(self, result) -> dict[str, float]:
        least, mean, most = re.search(r": least (\d+), mean ([\d.]+), most (\d+) cycles", result.output).groups()
        return {"mean": float(mean), "max": int(most), "jitter": int(most) - int(least)}


def rows() -> list[Turnaround]:
    """Return a point for each row, without a configuration. No call of a mutex is direct."""
    return [Turnaround(kind, way, is_direct, *part) for part in PARTS for kind in KINDS for way in WAYS
            for is_direct in ((False, True) if kind == "semaphore" and any(WAYS[way]) else (False,))]


def points() -> list[Turnaround]:
    """Return the points. Without an event unit no call is direct."""
    return [replace(row, config=config) for row in rows() for config in CONFIGS
            if not row.is_direct or configuration.read(config).units]
