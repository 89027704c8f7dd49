# SPDX-License-Identifier: Apache-2.0
"""Chunks that are sorted by tasks and by circuits, and what ReconOS's 128 would take."""
from __future__ import annotations

import re

from ...base.marked import grid
from ...base.progress import Progress
from .systems import System, output

SORTS = ((0, 1, "original", 0), (1, 1, "original", 0), (2, 2, "original", 0), (4, 4, "original", 0),
         (2, 4, "original", 0), (4, 4, "events", 4))
# The paper's 2^18 words are 1 MiB, more than the simulated SoC has.
CHUNKS, THEIR_CHUNKS = 4, 128


def table(progress: Progress) -> str:
    rows, software, software_all = [], 0, 0
    for circuits, threads, config, direct in SORTS:
        with progress.step(f"sorting: {circuits} circuits of {threads} threads, {config}"):
            said = output("sort", System(config, circuits, direct), {"SORT_THREADS": threads, "SORT_CHUNKS": CHUNKS})
        cycles, merging = map(int, re.search(r": (\d+) cycles; merged: (\d+)", said).groups())
        software = software or cycles
        what = [f"{circuits} circuit{'s' if circuits > 1 else ''}"] if circuits else []
        what += [f"{threads - circuits} in software"] if threads > circuits else []
        cells = [f"{cycles:,}", f"{software / cycles:,.1f}", f"{merging:,}"]
        if 0 < circuits < threads:                 # quick and slow ones share chunks otherwise where there are many
            cells += ["-", "-", "-"]
        else:
            sorted_all, merged_all = scaled(cycles, merging)
            software_all = software_all or sorted_all + merged_all
            cells += [f"{sorted_all / 1e6:,.1f}", f"{merged_all / 1e6:,.1f}",
                      f"{software_all / (sorted_all + merged_all):,.1f}"]
        rows.append([" and ".join(what) + (", direct calls" if direct else ""), *cells])
    return grid(["threads", "4 chunks: cycles", "times as quick", "merging 4", "128 chunks, scaled: million cycles",
                 "merging 128", "times as quick, both"], rows).rstrip()


def scaled(sorting: int, merging: int) -> tuple[float, float]:
    """Of all of the paper's chunks: each is sorted for itself; merging two by two takes a pass for each doubling."""
    more = THEIR_CHUNKS // CHUNKS
    passes = (THEIR_CHUNKS.bit_length() - 1) / (CHUNKS.bit_length() - 1)
    return sorting * more, merging * more * passes
