# SPDX-License-Identifier: Apache-2.0
"""Chunks that are sorted by tasks and by circuits."""
from __future__ import annotations

import re

from ...base.marked import grid
from ...base.progress import Progress
from .systems import System, output

SORTS = ((0, 1, "original", 0), (1, 1, "original", 0), (2, 2, "original", 0), (4, 4, "original", 0),
         (2, 4, "original", 0), (4, 4, "events", 4))


def table(progress: Progress) -> str:
    rows, software = [], 0
    for circuits, threads, config, direct in SORTS:
        with progress.step(f"sorting: {circuits} circuits of {threads} threads, {config}"):
            said = output("sort", System(config, circuits, direct), {"SORT_THREADS": threads})
        cycles = int(re.search(r": (\d+) cycles;", said)[1])
        software = software or cycles
        what = [f"{circuits} circuit{'s' if circuits > 1 else ''}"] if circuits else []
        what += [f"{threads - circuits} in software"] if threads > circuits else []
        rows.append([" and ".join(what) + (", direct calls" if direct else ""), f"{cycles:,}",
                     f"{software / cycles:,.1f}"])
    return grid(["threads", "cycles", "times as quick"], rows).rstrip()
