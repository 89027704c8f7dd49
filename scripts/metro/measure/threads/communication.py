# SPDX-License-Identifier: Apache-2.0
"""8 KiB by each way between memory, software and circuits, without bursts and with them."""
from __future__ import annotations

import re
from dataclasses import dataclass

from ...figures.key import BURSTS, Key
from ..sweep.points import Simulated
from .systems import System, program

SYSTEMS = {"original": 0, "events": 2, "contexts": 2}      # how many of the two circuits make direct calls
BYTES = 8192
LINK = "circuit to circuit, link"                          # beside the bus
WAYS = ("memory to circuit, memory port", "circuit to memory, memory port", "memory to memory, memcpy()", LINK,
        "software to circuit, mailbox", "circuit to software, mailbox", "software to circuit, queue",
        "circuit to software, queue")                      # as main.c prints them


def statistic(way: str) -> str:
    return re.sub(r"\W+", "_", way).strip("_")


@dataclass(frozen=True)
class Communication(Simulated):
    config: str
    is_bursting: bool
    command = "./metro threads communication"
    cycles = 20_000_000

    @property
    def key(self) -> Key:
        return Key("communication", system=self.config, bus=BURSTS * self.is_bursting)

    def runs(self) -> list:
        return [program("communication", System(self.config, 2, SYSTEMS[self.config], bursting=self.is_bursting))]

    def figures(self, result) -> dict[str, int]:
        found = re.findall(r"^(.+): (\d+) cycles$", result.output, re.MULTILINE)
        return {statistic(way): int(cycles) for way, cycles in found}


def points() -> list[Communication]:
    return [Communication(config, is_bursting) for is_bursting in (False, True) for config in SYSTEMS]
