# SPDX-License-Identifier: Apache-2.0
"""Pictures by three threads: what each takes for a frame, and frames a second, beside ReconOS's Tables VII and VIII."""
from __future__ import annotations

import re

from ...base.marked import grid
from ...base.progress import Progress
from ...base.published import published
from .systems import System, output

CLOCK_MHZ = 50
SIZES = (3, 5)
LINES = (4, 8, 20, 40, 80)
SOFTWARE, CIRCUITS = System("original"), System("original", 2)
DIRECT = System("contexts", 2, 2)
# How the paper calls it, or no name where it has no such row; how we do; the system; blocks between two threads.
WAYS = (("SW-SW-SW", "SW-SW-SW", SOFTWARE, 1), ("SW-HW-SW", "SW-HW-SW", System("original", 1), 1),
        ("SW-HW-HW", "SW-HW-HW", CIRCUITS, 1), ("SW-HW-HW double buffered", "SW-HW-HW, double buffers", CIRCUITS, 2),
        ("", "SW-HW-HW, direct calls", DIRECT, 1), ("", "SW-HW-HW, double buffers, direct calls", DIRECT, 2))


def table(progress: Progress) -> str:
    return f"{threads(progress)}\n\n{frames(progress)}"


def threads(progress: Progress) -> str:
    """Table VII."""
    theirs = {row["thread"]: row for row in published("reconos-image-threads.csv")}
    found = {}
    for size in SIZES:
        with progress.step(f"image: each thread alone, {size}x{size}"):
            both = [alone(system, size) for system in (SOFTWARE, CIRCUITS)]
        found["capture"] = (both[0]["capture"], None)
        found[f"filter {size}x{size}"] = tuple(cycles["filter"] for cycles in both)
        found["display"] = tuple(cycles["display"] for cycles in both)
    rows = []
    for thread, their in theirs.items():
        cycles = found[thread]
        both = [float(text) if (text := their[f"{what}_ms_per_frame"]) else None for what in ("software", "hardware")]
        rows.append([thread, *(said(number) for number in cycles), ratio(*cycles),
                     *("-" if ms is None else f"{ms:.1f} ms" for ms in both), ratio(*both)])
    return grid(["", "software: cycles a frame", "circuit", "times as quick", "ReconOS: software", "circuit",
                 "times as quick"], rows).rstrip()


def alone(system: System, size: int) -> dict[str, int]:
    text = output("image", system, {"ALONE": 1, "SIZE": size, "LINES": LINES[-1]})
    line = re.search(r"^alone: (.+) cycles$", text, re.MULTILINE)[1]
    return {name: int(cycles) for name, cycles in re.findall(r"(\w+) (\d+)", line)}


def said(cycles: int | None) -> str:
    return "-" if cycles is None else f"{cycles:,} ({cycles / (1000 * CLOCK_MHZ):.1f} ms)"


def ratio(software: float, circuit: float | None) -> str:
    return "-" if circuit is None else f"{software / circuit:.1f}"


def frames(progress: Progress) -> str:
    """Table VIII."""
    theirs = {(row["kernel"], row["configuration"]): row for row in published("reconos-image.csv")}
    rows = []
    for size in SIZES:
        for their, title, system, buffers in WAYS:
            with progress.step(f"image: {size}x{size}, {title}"):
                ours = [rate(system, size, lines, buffers) for lines in LINES]
            row = theirs[f"{size}x{size}", their] if their else {}
            rows.append([f"{size}x{size}", title,
                         *(f"{here:.1f} / {row.get(f'frames_per_s_{lines}_lines') or '-'}"
                           for here, lines in zip(ours, LINES))])
    return grid(["", "frames a second, ours / ReconOS's; lines of a block:", *map(str, LINES)], rows, 2).rstrip()


def rate(system: System, size: int, lines: int, buffers: int) -> float:
    """Frames a second."""
    text = output("image", system, {"SIZE": size, "LINES": lines, "BUFFERS": buffers})
    return 1e6 * CLOCK_MHZ / int(re.search(r": (\d+) cycles a frame", text)[1])
