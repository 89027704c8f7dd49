# SPDX-License-Identifier: Apache-2.0
"""8 KiB by each way between memory, software and circuits, beside ReconOS's Table VI; without bursts, and with."""
from __future__ import annotations

import dataclasses
import re

from ...base.marked import grid
from ...base.progress import Progress
from ...base.published import published
from .systems import System, output

SYSTEMS = (("`original`, delegated", System("original", 2)), ("`events`, direct", System("events", 2, 2)),
           ("`contexts`, direct", System("contexts", 2, 2)))
BYTES = 8192
THEIR_CYCLES = 100              # of their bus in a microsecond
LINK = "circuit to circuit, link"
# As main.c prints them, and as the paper's table has them.
WAYS = (("memory to circuit, memory port", "memory to hardware (burst read)"),
        ("circuit to memory, memory port", "hardware to memory (burst write)"),
        ("memory to memory, memcpy()", "memory to memory by software (memcpy)"),
        (LINK, "hardware to hardware (mailbox in a hardware FIFO)"),
        ("software to circuit, mailbox", "software to hardware (mailbox)"),
        ("circuit to software, mailbox", "hardware to software (mailbox)"),
        ("software to circuit, queue", "software to hardware (message queue)"),
        ("circuit to software, queue", "hardware to software (message queue)"))


def table(progress: Progress) -> str:
    theirs = {row["operation_of_8_KiB"]: THEIR_CYCLES * float(row["with_cache_us"])
              for row in published("reconos-communication.csv")}
    ours = {bursting: [measured(system, title, bursting, progress) for title, system in SYSTEMS]
            for bursting in (False, True)}
    rows = []
    for way, their in WAYS:
        for bursting in (False, True)[:1 if way == LINK else 2]:       # which is beside the bus
            all_cycles = [theirs[their], *(found[way] for found in ours[bursting])]
            rows.append([way + ", bursts" * bursting,
                         *(cell for cycles in all_cycles for cell in (f"{cycles:,.0f}", rate(cycles)))])
    columns = [column for title in ("ReconOS", *(title for title, _ in SYSTEMS))
               for column in (f"{title}: cycles", "bytes a cycle")]
    return grid(["8 KiB", *columns], rows).rstrip()


def measured(system: System, title: str, bursting: bool, progress: Progress) -> dict[str, int]:
    """Cycles of each way."""
    with progress.step(f"communication: {title}{', bursts' * bursting}"):
        said = output("communication", dataclasses.replace(system, bursting=bursting), {})
    return {way: int(cycles) for way, cycles in re.findall(r"^(.+): (\d+) cycles$", said, re.MULTILINE)}


def rate(cycles: float) -> str:
    """Bytes a cycle, three digits of it."""
    value = BYTES / cycles
    return f"{value:.2f}" if value >= 1 else f"{value:#.3g}"
