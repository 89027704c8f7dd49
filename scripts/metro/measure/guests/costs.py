# SPDX-License-Identifier: Apache-2.0
"""What user mode, its interrupts, memory protection and sets of units cost: area, and the core's clock."""
from __future__ import annotations

import functools
import statistics

from ... import configuration
from ...base.jobs import side_by_side
from ...base.marked import grid
from ...base.progress import Progress
from ...build import guests
from .. import area, fmax

SEEDS = 3                       # of place and route
# A configuration, and what is different from it.
CORES = {"without": ("original", {}), "user mode": ("original", {"core.user_mode": True}),
         "user mode, interrupts of 8 programs": ("original", {**guests.CORE, "core.pmp": 0}),
         **{f"the same, {rules} rules": ("original", {**guests.CORE, "core.pmp": rules}) for rules in (4, 8, 16)},
         "the configuration `guests`": ("guests", {}),
         "`events`": ("events", {}),
         "`events`, user mode, interrupts, 4 rules, 2 sets of units": ("events", {**guests.CORE, "units.guests": 2})}


def table(progress: Progress) -> str:
    rows = []
    for title, (name, changes) in CORES.items():
        chosen = configuration.read(name).changed(changes)
        with progress.step(f"area and clock: {title}"):
            found = area.of("xc7", *area.whole_core(chosen))
            with side_by_side() as pool:
                clock = statistics.median(pool.map(functools.partial(fmax.mhz, chosen), range(1, SEEDS + 1)))
        rows.append([title, f"{found['luts']:,} / {found['ffs']:,}", f"{clock:.1f}"])
    return grid(["the core", "LUTs / flip-flops on 7-series", "its clock on ECP5-85, MHz"], rows).rstrip()
