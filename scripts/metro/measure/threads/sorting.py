# SPDX-License-Identifier: Apache-2.0
"""Chunks that are sorted by tasks and by circuits."""
from __future__ import annotations

import re
from dataclasses import dataclass

from ...figures.key import DIRECT, Key
from ..sweep.points import Simulated
from .systems import System, program

CHUNKS = 4


@dataclass(frozen=True)
class Sorting(Simulated):
    circuits: int
    threads: int
    config: str = "original"
    direct: int = 0             # circuits that make direct calls
    command = "./metro threads sorting"
    cycles = 20_000_000

    @property
    def key(self) -> Key:
        return Key("sorting", system=self.config, tasks=self.threads, slots=self.circuits,
                   calls=DIRECT * bool(self.direct))

    def runs(self) -> list:
        return [program("sort", System(self.config, self.circuits, self.direct), SORT_THREADS=self.threads,
                        SORT_CHUNKS=CHUNKS)]

    def figures(self, result) -> dict[str, int]:
        cycles, merging = map(int, re.search(r": (\d+) cycles; merged: (\d+)", result.output).groups())
        return {"sorted": cycles, "merged": merging}


def points() -> list[Sorting]:
    return [Sorting(0, 1), Sorting(1, 1), Sorting(2, 2), Sorting(4, 4), Sorting(2, 4), Sorting(4, 4, "events", 4)]
