# SPDX-License-Identifier: Apache-2.0
"""What slots and the second port cost: area, and the core's clock."""
from __future__ import annotations

import functools
import statistics

from ... import configuration
from ...base.jobs import side_by_side
from ...base.marked import grid
from ...base.progress import Progress
from ...build import slots as slots_module
from .. import area, fmax

SEEDS = 3                       # of place and route
SLOTS = (0, 1, 4, 8)


def table(progress: Progress) -> str:
    rows = []
    for slots in SLOTS:
        chosen = configuration.read("events")
        chosen = chosen.changed({"units.slots": slots}) if slots else chosen
        with progress.step(f"area and clock: {slots} slots"):
            found = area.of("xc7", *area.whole_core(chosen))
            with side_by_side() as pool:
                clock = statistics.median(pool.map(functools.partial(fmax.mhz, chosen), range(1, SEEDS + 1)))
            of_slots = [slots_area(slots, bursting) for bursting in (False, True)] if slots else [None, None]
        rows.append([str(slots), said(found), f"{clock:.1f}", *map(said, of_slots)])
    return grid(["slots", "core: LUTs / flip-flops", "its clock, MHz", "the slots: LUTs / flip-flops",
                 "with bursts"], rows).rstrip()


def slots_area(slots: int, bursting: bool) -> dict[str, int]:
    """Of so many slots with direct calls, without what is in them, on 7-series."""
    return area.of("xc7", slots_module.verilog(slots, bursting=bursting), slots_module.TOP)


def said(found: dict[str, int] | None) -> str:
    return f"{found['luts']:,} / {found['ffs']:,}" if found else "-"
