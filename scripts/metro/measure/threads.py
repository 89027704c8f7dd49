# SPDX-License-Identifier: Apache-2.0
"""`./metro threads`: what calls of hardware threads take, what they win in sorting, and what they cost.

The applications are those of bench/threads, each built and run for the configuration of a row.
"""
from __future__ import annotations

import dataclasses
import functools
import os
import re
import statistics
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .. import configuration
from ..base import cache, paths
from ..base.errors import MetroError
from ..base.marked import grid, renewed
from ..base.progress import Progress
from ..build import application, core, slots as slots_module, soc as soc_module
from ..run import execution
from . import area, fmax

BENCH = paths.ROOT / "bench" / "threads"
PAGE = paths.ROOT / "docs" / "hardware-threads.md"
CONFIGS = ("original", "events", "contexts")
SEEDS = 3                       # of place and route
MOST_CYCLES = 2_000_000_000


@dataclasses.dataclass(frozen=True)
class System:
    config: str
    circuits: int = 0           # slots of the SoC
    direct: int = 0             # those of them that make direct calls

    @property
    def chosen(self):
        chosen = configuration.read(self.config).changed({"soc.threads": self.circuits})
        return chosen.changed({"units.slots": self.direct}) if self.direct else chosen


def output(app: str, system: System, macros: dict[str, int]) -> str:
    """What it says; a run with the same firmware and SoC is not repeated."""
    its = application.read(BENCH / app, define=[f"{name}={value}u" for name, value in macros.items()])
    chosen = system.chosen
    soc = soc_module.build(core.generate(chosen.fitted(its.configuration)), its.in_hardware(system.circuits))
    firmware = its.build(soc, defs=chosen.switches(its.configuration), strict=True)

    def make(folder: Path) -> None:
        result = execution.execute(firmware, soc, max_cycles=MOST_CYCLES)
        if result.status:
            raise MetroError(f"{app} on {system} ended with {result.status}", result.output[-500:])
        (folder / "output.txt").write_text(result.output)

    made = cache.product("run", {"image": cache.key_of({"image": firmware.image.hex()}), "soc": soc.name}, make)
    return (made / "output.txt").read_text()


# ---------------------------------------------------------------------------------------------------------- turnaround

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


def turnarounds(progress: Progress) -> str:
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


# ------------------------------------------------------------------------------------------------------------- sorting

SORTS = ((0, 1, "original", 0), (1, 1, "original", 0), (2, 2, "original", 0), (4, 4, "original", 0),
         (2, 4, "original", 0), (4, 4, "events", 4))


def sorting(progress: Progress) -> str:
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


# --------------------------------------------------------------------------------------------------------------- costs

def costs(progress: Progress) -> str:
    rows = []
    for slots in (0, 4):
        chosen = configuration.read("events")
        chosen = chosen.changed({"units.slots": slots}) if slots else chosen
        with progress.step(f"area and clock: {slots} slots"):
            found = area.of_core("xc7", chosen)
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                clock = statistics.median(pool.map(functools.partial(fmax.mhz, chosen), range(1, SEEDS + 1)))
            of_slots = slots_area(slots) if slots else None
        rows.append([str(slots), f"{found['luts']:,} / {found['ffs']:,}", f"{clock:.1f}",
                     f"{of_slots['luts']:,} / {of_slots['ffs']:,}" if of_slots else "-"])
    return grid(["slots", "core: LUTs / flip-flops", "its clock, MHz", "the slots: LUTs / flip-flops"], rows).rstrip()


def slots_area(slots: int) -> dict[str, int]:
    """Of so many slots with direct calls, without what is in them, on 7-series."""
    return area.of("xc7", slots_module.verilog(slots), slots_module.TOP)


# ------------------------------------------------------------------------------------------------------ ./metro threads

TABLES = {"turnaround": turnarounds, "sorting": sorting, "costs": costs}


def add_arguments(parser) -> None:
    parser.description = ("Measures hardware threads: cycles from one thread's post to the end of another one's wait, "
                          "sorting, area and clock.")
    parser.add_argument("tables", nargs="*", choices=[*TABLES, []], metavar="TABLE", help=f"only {', '.join(TABLES)}")
    parser.add_argument("--commit", action="store_true", help="write the tables into docs/hardware-threads.md")


def main(args) -> int:
    with Progress("threads") as progress:
        found = {name: TABLES[name](progress) for name in args.tables or TABLES}
    text = PAGE.read_text()
    for name, table in found.items():
        print(f"\n{name}\n\n{table}")
        text = renewed(text, name, table)
    if args.commit:
        PAGE.write_text(text)
    return 0
