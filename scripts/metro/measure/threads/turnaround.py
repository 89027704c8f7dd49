# SPDX-License-Identifier: Apache-2.0
"""Cycles from the begin of one thread's post to the end of another one's pend."""
from __future__ import annotations

import re

from ... import configuration
from ...base.marked import grid
from ...base.progress import Progress
from ...base.published import published
from .systems import System, output

CONFIGS = ("original", "events", "contexts")
KINDS = ("semaphore", "mutex")
# From whom to whom: the paper's word for it, and which of the two are circuits.
WAYS = (("SW-SW", "task to task", 0, 0), ("SW-HW", "task to circuit", 0, 1), ("HW-SW", "circuit to task", 1, 0),
        ("HW-HW", "circuit to circuit", 1, 1))
SLOTS, PLAYERS = 3, 2           # one keeps the bus busy
LARGE = 65536                   # caches in which all of it stays
# In the table one after the other: what it says of it, whether the bus is busy, the caches.
PARTS = (("", 0, 0), (", large caches", 0, LARGE), (", bus busy", 1, 0))


def turnaround(config: str, direct: bool, caches: int, **macros: int) -> tuple[float, int, int] | None:
    """(mean, longest, jitter), cycles; nothing where there is no event unit to call."""
    if direct and not configuration.read(config).units:
        return None
    said = output("turnaround", System(config, SLOTS, PLAYERS if direct else 0, caches), macros)
    least, mean, most = re.search(r": least (\d+), mean ([\d.]+), most (\d+) cycles", said).groups()
    return float(mean), int(most), int(most) - int(least)


def cell(found: tuple[float, int, int] | None) -> str:
    return "-" if found is None else f"{found[0]:,.1f} / {found[1]:,} / {found[2]:,}"


def calls(kind: str, circuits: int) -> list[tuple[str, bool]]:
    """How calls can be made: what to call it, and whether it is direct. Of a mutex none is."""
    if not circuits:
        return [("", False)]
    return [(", delegated", False), *([(", direct", True)] if kind == "semaphore" else [])]


def table(progress: Progress) -> str:
    theirs = {row["operation"]: int(row["ecos_ppc"]) for row in published("reconos-sync.csv")}
    rows = []
    for part, busy, caches in PARTS:
        for kind in KINDS:
            for paper, title, sender, receiver in WAYS:
                for how, direct in calls(kind, sender + receiver):
                    macros = {"SENDER": sender, "RECEIVER": receiver, "MUTEX": int(kind == "mutex"), "BUSY": busy}
                    with progress.step(f"turnaround: {kind}, {title}{how}{part}"):
                        cells = [cell(turnaround(config, direct, caches, **macros)) for config in CONFIGS]
                    paper_says = "-" if part or direct else f"{theirs[f'{kind} turnaround {paper}']:,}"
                    rows.append([kind + part, title + how, paper_says, *cells])
    return grid(["", "", "ReconOS", *(f"`{config}`" for config in CONFIGS)], rows, 2).rstrip()
