# SPDX-License-Identifier: Apache-2.0
"""Tables on the terminal."""
from __future__ import annotations

import dataclasses
import io
import sys
from collections.abc import Sequence

from .. import kernels
from ..figures import store as figures
from ..figures.key import Key, select
from . import switch, tables, units

WIDTH = 150                    # columns, if the output is not a terminal


def show(scope: tables.Scope, with_given: bool, missing: Sequence[str]) -> None:
    """Print the results of `./metro bench`; the tables that most users want come last. missing: parts that did not run.

    with_given: also print the tables of a given uC/OS-II tree (--kernel).
    """
    console = _console(sys.stdout)
    khz, times = (scope.found.get(Key(f"sim.{what}"), {}).get("value") for what in ("khz", "speedup_over_litex_loop"))
    if khz:
        console.print(f"Simulation speed: {khz:,.0f} kHz, {times:.2f} times LiteX's own loop\n")
    console.print(f"{tables.NOTES}\n", style="dim", soft_wrap=True)
    # The table of switches also shows clock and area from earlier measurements.
    of_switch = (switch.bench_tables(dataclasses.replace(scope, found={**scope.found, **figures.load()}))
                 if select(scope.found, what="budget.post") else [])
    of_kernels = [table for kernel in reversed(kernels.known()) for table in kernel.bench_tables(scope, with_given)]
    for table in [*units.bench_tables(scope), *of_kernels, *of_switch]:
        if table.rows:
            print_whole(console, grid(table))
        if table.note:
            console.print(f"{table.note}\n", style="dim", soft_wrap=True)
    console.print(f"{len(scope.found)} figures; ./metro figures [PATTERN] [--how] prints them, "
                  f"every run is in {figures.FILE.parent / 'runs'}", soft_wrap=True)
    if missing:
        others = [part for kernel in kernels.known()[1:] for part in kernel.parts if part in missing]
        one = next(iter([*others, *missing]))
        console.print(f"Not measured here: {', '.join(missing)}. ./metro bench {one} measures one of them, "
                      "./metro bench --all everything, -O0 too.", soft_wrap=True)


def text(table: tables.Table) -> str:
    """Return the table as text, without its note."""
    file = io.StringIO()
    print_whole(_console(file), grid(table))
    return file.getvalue().rstrip("\n")


def print_whole(console, grid) -> None:
    """Print a table at its full width, even if the screen is narrower, so no cell is truncated."""
    from rich.measure import Measurement
    screen, unbounded = console.width, console.options.update(width=10_000)
    console.width = max(screen, Measurement.get(console, unbounded, grid).maximum)
    console.print(grid)
    console.width = screen


def _console(file):
    from rich.console import Console
    return Console(file=file, highlight=False, width=None if sys.stdout.isatty() else WIDTH)


def grid(table: tables.Table):
    """Return the table as a rich.table.Table, without the backquotes that mark code."""
    from rich import box
    from rich.table import Table
    grid = Table(title=table.title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for index, column in enumerate(table.columns):
        grid.add_column(column.replace("`", ""), justify="left" if index == 0 else "right", no_wrap=True)
    for head, cells in table.rows:
        grid.add_row(*(cell.replace("`", "") for cell in (*head, *cells)))
    return grid
