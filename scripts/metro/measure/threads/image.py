# SPDX-License-Identifier: Apache-2.0
"""Pictures by three threads: what each takes for a frame, and frames a second."""
from __future__ import annotations

import re
from dataclasses import dataclass

from ...figures.key import DIRECT, DOUBLE_BUFFERS, Key
from .. import workloads
from ..sweep.points import Simulated
from .systems import System, program

SIZES = (3, 5)
LINES = (4, 8, 20, 40, 80)


@dataclass(frozen=True)
class Alone(Simulated):
    """What each thread takes for a frame while the others wait, without its calls."""
    circuits: int
    size: int
    command = "./metro threads image"
    cycles = 10_000_000

    @property
    def key(self) -> Key:
        return Key(f"image.{self.size}x{self.size}", system="original", slots=self.circuits)

    def runs(self) -> list:
        return [program("image", System("original", self.circuits), ALONE=1, SIZE=self.size, LINES=LINES[-1])]

    def figures(self, result) -> dict[str, int]:
        line = re.search(r"^alone: (.+) cycles$", result.output, re.MULTILINE)[1]
        return {thread: int(cycles) for thread, cycles in re.findall(r"(\w+) (\d+)", line)}


@dataclass(frozen=True)
class Frames(Simulated):
    """Frames a second, by the lines of a block. buffers: blocks between two threads."""
    size: int
    config: str
    circuits: int
    direct: int
    buffers: int
    command = "./metro threads frames"
    unit = "1/s"
    cycles = 200_000_000

    @property
    def key(self) -> Key:
        return Key(f"frames.{self.size}x{self.size}", system=self.config, slots=self.circuits,
                   calls=DIRECT * bool(self.direct), uses=DOUBLE_BUFFERS * (self.buffers > 1))

    def runs(self) -> list:
        return [program("image", System(self.config, self.circuits, self.direct), SIZE=self.size, LINES=lines,
                        BUFFERS=self.buffers) for lines in LINES]

    def figures(self, *results) -> dict[str, float]:
        cycles = [int(re.search(r": (\d+) cycles a frame", result.output)[1]) for result in results]
        return {f"{lines}_lines": workloads.CLOCK_HZ / each for lines, each in zip(LINES, cycles)}


def alone() -> list[Alone]:
    return [Alone(circuits, size) for size in SIZES for circuits in (0, 2)]


def frames() -> list[Frames]:
    return [Frames(size, *how) for size in SIZES
            for how in (("original", 0, 0, 1), ("original", 1, 0, 1), ("original", 2, 0, 1), ("original", 2, 0, 2),
                        ("contexts", 2, 2, 1), ("contexts", 2, 2, 2))]
