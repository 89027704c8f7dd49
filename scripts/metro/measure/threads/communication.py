# SPDX-License-Identifier: Apache-2.0
"""8 KiB by each way between memory, software and circuits, beside ReconOS's Table VI."""
from __future__ import annotations

import re

from ...base.marked import grid
from ...base.progress import Progress
from ...base.published import published
from .systems import System, output

SYSTEMS = (("`original`, delegated", System("original", 2)), ("`events`, direct", System("events", 2, 2)),
           ("`contexts`, direct", System("contexts", 2, 2)))
BYTES = 8192
THEIR_CYCLES = 100              # of their bus in a microsecond
# As main.c prints them, and as the paper's table has them.
WAYS = (("memory to circuit, memory port", "memory to hardware (burst read)"),
        ("circuit to memory, memory port", "hardware to memory (burst write)"),
        ("memory to memory, memcpy()", "memory to memory by software (memcpy)"),
        ("circuit to circuit, link", "hardware to hardware (mailbox in a hardware FIFO)"),
        ("software to circuit, mailbox", "software to hardware (mailbox)"),
        ("circuit to software, mailbox", "hardware to software (mailbox)"),
        ("software to circuit, queue", "software to hardware (message queue)"),
        ("circuit to software, queue", "hardware to software (message queue)"))


def table(progress: Progress) -> str:
    theirs = {row["operation_of_8_KiB"]: THEIR_CYCLES * float(row["with_cache_us"])
              for row in published("reconos-communication.csv")}
    ours = []
    for title, system in SYSTEMS:
        with progress.step(f"communication: {title}"):
            ours.append({way: int(cycles) for way, cycles in
                         re.findall(r"^(.+): (\d+) cycles$", output("communication", system, {}), re.MULTILINE)})
    rows = [[way, *(cell for cycles in (theirs[their], *(found[way] for found in ours))
                    for cell in (f"{cycles:,.0f}", rate(cycles)))] for way, their in WAYS]
    columns = [column for title in ("ReconOS", *(title for title, _ in SYSTEMS))
               for column in (f"{title}: cycles", "bytes a cycle")]
    return grid(["8 KiB", *columns], rows).rstrip()


def rate(cycles: float) -> str:
    """Bytes a cycle, three digits of it."""
    value = BYTES / cycles
    return f"{value:.2f}" if value >= 1 else f"{value:#.3g}"
