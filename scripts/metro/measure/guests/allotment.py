# SPDX-License-Identifier: Apache-2.0
"""From a guest's call for an accelerator to the answer: bench/guests/allots.c, in each way that there is."""
from __future__ import annotations

import re

from ...base.errors import MetroError
from ...base.marked import grid
from ...base.progress import Progress
from ...base.published import published
from ...build import guests as guests_module
from .systems import KERONE_MHZ, LARGE_BANKS, SMALL, run, soc, some_of

FILE = "allotment.toml"

# What the guest calls it; what it is; whether the region is reconfigured; and what Ker-ONE's authors call theirs.
ROWS = (("direct", "the region is free and holds the circuit", False, "latency direct"),
        ("reconfiguration", "it has to be reconfigured", True,
         "latency with reconfiguration (plus the reconfiguration)"),
        ("preemption", "another guest has it, and its circuit stands still", False,
         "latency with preemption (plus the wait for it)"),
        ("preemption of a circuit that runs", "another guest has it, and its circuit runs", False, ""),
        ("both", "another guest has it, and it has to be reconfigured", True, "latency with both (plus both)"),
        ("both, of a circuit that runs", "the same, and its circuit runs", True, ""))


def measured(system: str = SMALL) -> dict[str, tuple[int, int, int]]:
    """Cycles, shortest, mean and longest, without those of the reconfiguration, which are a model's."""
    its = some_of(FILE)
    its_soc = soc(system, regions=its.regions)
    result = run(guests_module.build(its, its_soc), {}, system, on=its_soc)
    found = {name: tuple(map(int, numbers)) for name, *numbers in
             re.findall(r"^asks: (.+): (\d+) / (\d+) / (\d+)$", result.output, re.MULTILINE)}
    if set(found) != {row[0] for row in ROWS}:
        raise MetroError(f"{FILE} has not come to its end", result.output[-500:])
    (region,) = its.regions
    return {name: tuple(cycles - region.cycles * changes for cycles in found[name]) for name, _, changes, _ in ROWS}


def theirs(what: str) -> str:
    """Ker-ONE's of a row, as ours: cycles."""
    row = next(row for row in published("kerone-allocation.csv") if row["part"] == what)
    return f"{float(row['us']) * KERONE_MHZ:,.0f}"


def table(progress: Progress) -> str:
    with progress.step("allotment of accelerators"):
        found, best = measured(), measured(LARGE_BANKS)
    (region,) = some_of(FILE).regions
    rows = [[title + (f", plus the {region.cycles:,} of the model" if changes else ""),
             *(" / ".join(f"{cycles:,}" for cycles in its[name]) for its in (found, best)),
             theirs(their) if their else "-"]
            for name, title, changes, their in ROWS]
    return grid(["cycles: shortest / mean / longest", "caches of 4 KiB", "64 KiB, banks",
                 "Ker-ONE, in its cycles, without wait and reconfiguration"], rows).rstrip()
