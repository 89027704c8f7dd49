# SPDX-License-Identifier: Apache-2.0
"""`./metro choose`: the smallest configuration that is sufficient for an application, with its measured cost and gain.

The task lists have the size of the configuration `levels`. The other units have N tasks and counters of W bits.

N must be at least the number of tasks, including the idle task; the generator builds any N from 8 to 256. W need not
cover the longest delay, because software re-arms the unit for the remainder, and the delay stays exact. A width is
sufficient if re-arming takes at most MAX_REARM_PERCENT of the CPU time. The table shows the cost of each width.
"""
from __future__ import annotations

import dataclasses
import math
import sys
from dataclasses import dataclass

from .. import configuration, kernels
from ..base.errors import MetroError
from ..figures import committed
from ..figures.estimate import Estimate, interpolate, interpolate_or_nearest
from ..figures.key import LARGE_CACHES, SOFTWARE, Key, Who, of_run, select, values
from ..measure import area, thread_metric
from ..measure.workloads import CLOCK_HZ, due_per_tick
from ..products import rtos as rtos_module
from . import own_build

OPT = "O2"
MAX_REARM_PERCENT = 0.1    # of the CPU time: limit for re-arming, if delays exceed the counters
SWEEP = "./metro sweep measures it"
PARTS = {               # system -> its units, as the area figures name them
    "combined": ("time", "ready"),
    "timer": ("time_alone",),
    configuration.LEVELS: ("lists",),
}
SYSTEMS = {kernel.key: kernel.choices for kernel in kernels.known() if kernel.choices}


def add_arguments(parser) -> None:
    parser.description = "Find the smallest sufficient configuration, and print its cost and gain."
    parser.add_argument("--tasks", type=number(1, 254), required=True, metavar="T",
                        help="set the number of tasks, with the kernel's tasks but without the idle task (1 to 254)")
    parser.add_argument("--max-delay", type=number(1, 2**32 - 1), required=True, metavar="TICKS",
                        help="set the longest delay or timeout")
    parser.add_argument("--tick", type=number(10, 50_000), required=True, metavar="HZ",
                        help="set the tick rate (10 to 50000)")
    parser.add_argument("--rtos", choices=SYSTEMS, default=rtos_module.DEFAULT, help="select the kernel (%(default)s)")
    parser.add_argument("--device", choices=area.FAMILIES, default="xc7", help="select the FPGA family (xc7)")
    parser.add_argument("--system", choices=PARTS,
                        help="choose among cores with both units (combined), with the time unit only (timer), or "
                             "with task lists (levels); a kernel can use only some of them")
    parser.add_argument("--cover", action="store_true", help="choose only counters that hold the longest delay")


def number(least: int, most: int):
    def parse(text: str) -> int:
        if not least <= int(text) <= most:
            raise ValueError
        return int(text)
    parse.__name__ = f"number from {least} to {most}"      # argparse shows this name in its message
    return parse


@dataclass(frozen=True)
class Configuration:
    tasks: int
    width: int
    engine: str
    cells: dict             # kind of cell of the device -> Estimate
    rearm_count: int        # how often the longest delay is armed again
    rearm_percent: float    # of the CPU time if all tasks have such delays; infinite if unknown

    @property
    def size(self) -> tuple:
        return tuple(cell.value for cell in self.cells.values())

    @property
    def is_sufficient(self) -> bool:
        return self.rearm_count == 0 or self.rearm_percent <= MAX_REARM_PERCENT


# --------------------------------------------------------------------------------------------------------- the choice

def configurations(figures: dict, args) -> list[Configuration]:
    """Return the smallest configuration of each width, sorted by width. figures: all measured figures."""
    if args.system == configuration.LEVELS:
        return task_lists(figures, args)
    found: dict[int, Configuration] = {}
    for engine in ("lookahead", "parallel"):
        part = Key(f"area.{PARTS[args.system][0]}", device=args.device, engine=engine)
        grid = {what: values(figures, dataclasses.replace(part, statistic=what), "N", "W")
                for what in area.FAMILIES[args.device].counted}
        sizes, widths = ({point[axis] for points in grid.values() for point in points} for axis in (0, 1))
        for width in widths | {max(args.max_delay.bit_length(), min(widths, default=0))}:
            tasks = max(args.tasks + 1, min(sizes, default=0))
            cells = {what: total(figures, args, points, tasks, width, what) for what, points in grid.items() if points}
            if not cells or None in cells.values():
                continue
            rearm_count = (args.max_delay - 1) // (2**width - 1)
            new = Configuration(tasks, width, engine, cells, rearm_count,
                                rearm_percent(figures, args, width) if rearm_count else 0.0)
            found[width] = min(found.get(width, new), new, key=lambda each: each.size)
    return [found[width] for width in sorted(found)]


def task_lists(figures: dict, args) -> list[Configuration]:
    """Return a list with `levels`, or [] if it has too few tasks or no measured area. The counters hold any delay."""
    units = configuration.read(args.system).units
    part = Key("area.lists", device=args.device, levels=units.levels, waiting=units.waiting)
    cells = {what: interpolate(values(figures, dataclasses.replace(part, statistic=what)))
             for what in area.FAMILIES[args.device].counted}
    cells = {what: cell for what, cell in cells.items() if cell}
    return [Configuration(units.tasks, units.width, "", cells, 0, 0.0)] if cells and args.tasks < units.tasks else []


def total(figures: dict, args, points: dict, tasks: int, width: int, what: str) -> Estimate | None:
    """Return the number of cells of all units together, or None if one was not measured. what: the kind of cell."""
    parts = [interpolate(points, N=tasks, W=width)]
    parts += [interpolate(values(figures, Key(f"area.{unit}", what, args.device), "N"), N=tasks)
              for unit in PARTS[args.system][1:]]
    return None if None in parts else sum(parts[1:], parts[0])


def rearm_percent(figures: dict, args, width: int) -> float:
    """Return the largest CPU time of re-arming in %, infinity if unknown. A task re-arms when its counter expires."""
    cost = expiry(figures, args.tasks)
    return 100 * cost.value * args.tasks * args.tick / (2**width - 1) / CLOCK_HZ if cost else math.inf


def expiry(figures: dict, tasks: int) -> Estimate | None:
    """Return the cycles in which software handles the expired counter of one task, or None if they were not measured.

    They come from ticks of the system `timer`, in which software handles every expired counter.
    """
    busy, idle = (values(figures, Key(f"tick.{load}", "mean", system="timer", optimisation=OPT), "tasks")
                  for load in ("workers", "none_due"))
    return interpolate({(n,): (busy[n,] - idle[n,]) / due_per_tick(n) for (n,) in busy if (n,) in idle}, tasks=tasks)


def choose(figures: dict, args) -> tuple[Configuration, list[Configuration]]:
    """Return the smallest sufficient configuration, and all candidates. Raises MetroError if there is none."""
    candidates = configurations(figures, args)
    if not candidates and args.system == configuration.LEVELS:
        raise MetroError(f"task lists were measured for {configuration.read(args.system).units.tasks} tasks, with the "
                         "idle task", "./metro gen --config levels --tasks 128 writes a larger core")
    if not candidates:
        part = Key("area.time", "ffs", args.device, engine="lookahead")
        sizes = sorted({n for n, _ in values(figures, part, "N", "W")})
        if not sizes:
            raise MetroError(f"no area was measured on {args.device} yet", SWEEP)
        raise MetroError(f"{args.tasks} tasks and the idle task, with {args.max_delay} ticks, are outside the measured "
                         f"range: N = {sizes[0]} to {sizes[-1]}", "./metro sweep measures N = 8 to 256")
    serving = [each for each in candidates if (each.rearm_count == 0 if args.cover else each.is_sufficient)]
    if not serving:
        raise MetroError(f"no measured width serves delays of {args.max_delay} ticks",
                         "./metro sweep measures to 32 bits")
    return min(serving, key=lambda each: each.size), candidates


# --------------------------------------------------------------------------------------------------------- the answer

def cost_and_gain(figures: dict, args, chosen: Configuration) -> list[tuple[str, str, str]]:
    """Return the rows of cost and gain: title, value, and how the value is known."""
    unit = {"luts": "LUTs", "ffs": "flip-flops", "brams": "block RAMs", "cells": "logic cells"}
    rows = [row(unit[what], cell, "{:,.0f}") for what, cell in chosen.cells.items()]
    core = Key("fmax.core", device="ecp5")
    if args.system == configuration.LEVELS:
        units = configuration.read(args.system).units
        lists = dataclasses.replace(core, what="fmax.core_lists", levels=units.levels, waiting=units.waiting)
        rows.append(row("clock of a core with task lists, on ECP5-85", interpolate(values(figures, lists)),
                        "{:.1f} MHz"))
    points = values(figures, dataclasses.replace(core, engine=chosen.engine), "N", "W")
    for width in sorted({width for _, width in points}, key=lambda width: abs(width - chosen.width))[:1]:
        rows.append(row(f"clock of a core with both units, W = {width}, on ECP5-85",
                        interpolate(points, N=chosen.tasks, W=width), "{:.1f} MHz"))
    rows.append(row("clock of the core without units", interpolate(values(figures, core)), "{:.1f} MHz"))

    kernel = rtos_module.get(args.rtos).in_figures
    if not select(figures, part="tick", kernel=kernel):
        return [*rows, *thread_metric_gain(figures, kernel, args.system)]

    def saved(what: str, statistic: str, estimated=interpolate, **axes):
        before, after = (estimated(values(figures, of_run(what, statistic, Who(kernel, system), None, OPT),
                                          *map(str.lower, axes)), **axes) for system in (SOFTWARE, args.system))
        return before and after and before - after

    tick = saved("tick.interrupt", "mean", tasks=args.tasks)
    rows += [row("cycles saved by a tick that wakes no task", tick, "{:,.0f}"),
             row("cycles saved per second by such ticks", tick and scaled(tick, args.tick), "{:,.0f}"),
             *(row(f"cycles saved in the longest {title}",
                   saved(what, "max", interpolate_or_nearest, tasks=args.tasks), "{:,.0f}")
               for title, what in (("wake-up, due tick to task", "wakeup"),
                                   ("time with interrupts disabled", "irq.off")))]
    if not select(figures, what="dhrystone", kernel=kernel):
        return [*rows, row("cycles saved by a tick that wakes tasks, mean",
                           saved("tick.interrupt_workers", "mean", tasks=args.tasks), "{:,.0f}")]
    retention = saved("dhrystone", "retention", tasks=args.tasks, Hz=args.tick)
    return [*rows,
            row("CPU time given back (Dhrystone among these tasks)", retention and scaled(retention, -1), "{:.2f} %"),
            row("cycles saved per second in all, of 50 million", retention and scaled(retention, -CLOCK_HZ / 100),
                "{:,.0f}")]


def thread_metric_gain(figures: dict, kernel: str, system: str) -> list[tuple[str, str, str]]:
    """Return a row for each workload of Thread-Metric: its score, as a multiple of that in software. For a kernel whose
    ticks were not measured."""
    rows = []
    for workload in thread_metric.WORKLOADS:
        keys = select(figures, what=f"thread_metric.{workload}", statistic="", kernel=kernel, optimisation=OPT,
                      caches=LARGE_CACHES, uses="")
        newest = own_build.newest(keys)
        scores = {key.system: figures[key]["value"] for key in keys if key.version == newest}
        if {SOFTWARE, system} <= scores.keys():
            rows.append((f"Thread-Metric, {workload.replace('_', ' ')}: score, times software",
                         f"{scores[system] / scores[SOFTWARE]:.2f}", f"measured with version {newest}, 64 KiB caches"))
    return rows


def scaled(estimate: Estimate, factor: float) -> Estimate:
    return dataclasses.replace(estimate, value=estimate.value * factor)


def row(title: str, estimate: Estimate | None, form: str) -> tuple[str, str, str]:
    """Return the title, the formatted value, and how the value is known. form: a format string for the value."""
    if estimate is None:
        return title, "-", "not measured on both sides of this point; ./metro sweep measures more"
    return title, form.format(estimate.value), estimate.how


def set_default_system(args) -> None:
    """Select the kernel's default system if none is given. Refuse a system that this kernel does not support."""
    args.system = args.system or SYSTEMS[args.rtos][0]
    if args.system not in SYSTEMS[args.rtos]:
        raise MetroError(f"--system {args.system} does not support {rtos_module.get(args.rtos).name}",
                         f"use {', '.join(SYSTEMS[args.rtos])}")


def main(args) -> int:
    set_default_system(args)
    known = committed.latest()
    if not known:
        raise MetroError("nothing was measured yet", SWEEP)
    chosen, every = choose(known, args)
    show(args, chosen, every, cost_and_gain(known, args, chosen))
    return 0


def show(args, chosen: Configuration, candidates: list[Configuration], rows: list[tuple]) -> None:
    """Print the choice, rows (see cost_and_gain()) and the table of all widths."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 150)
    grid = dict(box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left", title_style="bold")
    size = f"N = {chosen.tasks}", f"W = {chosen.width}", chosen.engine
    words = (f"--tasks {chosen.tasks} --width {chosen.width} --engine {chosen.engine}"
             f"{' --no-ready' * (args.system == 'timer')}" if chosen.engine else f"--config {args.system}")
    console.print(f"{args.tasks} tasks, delays to {args.max_delay:,} ticks, {args.tick:,} Hz, "
                  f"{area.FAMILIES[args.device].title}, {args.system}: [bold]{', '.join(filter(None, size))}[/bold]")
    console.print(f"  ./metro gen {words}\n")
    table = Table("", "value", "source", title="Cost and gain", **grid)
    table.columns[1].justify = "right"
    for cells in rows:
        table.add_row(*cells)
    console.print(table)
    if not chosen.engine:
        return
    table = Table("W", "engine", *chosen.cells, "armed again", "CPU %, at most", "", **grid,
                  title=f"Each width: how often software re-arms the unit within {args.max_delay:,} ticks")
    for each in candidates:
        table.add_row(str(each.width), each.engine, *(f"{cell.value:,.0f}" for cell in each.cells.values()),
                      str(each.rearm_count),
                      f"{each.rearm_percent:.3f}" if math.isfinite(each.rearm_percent) else "not measured",
                      "chosen" if each is chosen else "" if each.is_sufficient else "too often")
    console.print(table)
