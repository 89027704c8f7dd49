# SPDX-License-Identifier: Apache-2.0
"""Cycles from one thread's post to the end of another one's wait, and back."""
from __future__ import annotations

import re

from ... import configuration
from ...base.marked import grid
from ...base.progress import Progress
from .systems import System, output

CONFIGS = ("original", "events", "contexts")
WAYS = (("two tasks", 0, False), ("a task and a circuit, by its delegate", 1, False),
        ("two circuits, by their delegates", 2, False), ("a task and a circuit, direct", 1, True),
        ("two circuits, direct", 2, True))


def turnaround(config: str, circuits: int, direct: bool, **macros: int) -> tuple[float, int] | None:
    """(mean, longest), cycles there and back; nothing where there is no event unit to call."""
    if direct and not configuration.read(config).units:
        return None
    system = System(config, 3 if circuits else 0, 2 if direct else 0)
    pause = (1 if direct else 7) if circuits else 0
    said = output("turnaround", system, {"CIRCUITS": circuits, "PAUSE": pause, **macros})
    mean, longest = re.search(r"mean ([\d.]+), most (\d+)", said).groups()
    return float(mean), int(longest)


def cell(found: tuple[float, int] | None) -> str:
    return "-" if found is None else f"{found[0] / 2:,.1f} / {found[1] / 2:,.1f}"


def table(progress: Progress) -> str:
    rows = []
    kinds = (("semaphore", {}), ("semaphore, bus busy", {"BUSY": 1}), ("mutex", {"MUTEX": 1}))
    for kind, macros in kinds:
        for title, circuits, direct in WAYS:
            # A mutex is never direct, and only circuits hold it while the other one waits.
            if kind == "mutex" and (direct or circuits < 2) or not circuits and "BUSY" in macros:
                continue
            with progress.step(f"turnaround: {kind}, {title}"):
                cells = [cell(turnaround(config, circuits, direct, **macros)) for config in CONFIGS]
            rows.append([kind, title, *cells])
    return grid(["", "between", *(f"`{config}`" for config in CONFIGS)], rows, 2).rstrip()
