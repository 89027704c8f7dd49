# SPDX-License-Identifier: Apache-2.0
"""Prints tables on the terminal."""
from __future__ import annotations

import sys

from . import figures, tables


def show(scope: tables.Scope, with_given: bool) -> None:
    """All that `./metro bench` has to say."""
    from rich.console import Console
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 150)
    for table in tables.of_bench(scope, with_given):
        if table.rows:
            console.print(grid(table))
        if table.note:
            console.print(f"{table.note}\n", style="dim", soft_wrap=True)
    if "sim.khz" in scope.found:
        console.print(f"Simulation speed: {scope.found['sim.khz']['value']:,.0f} kHz, "
                      f"{scope.found['sim.speedup_over_litex_loop']['value']:.2f} times LiteX's own loop\n")
    console.print(tables.NOTES, style="dim", soft_wrap=True)
    console.print(f"\n{len(scope.found)} figures; ./metro figures [PATTERN] [--how] prints them, "
                  f"every run is in {figures.FILE.parent / 'runs'}")


def grid(table: tables.Table):
    from rich import box
    from rich.table import Table
    grid = Table(title=table.title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for index, column in enumerate(table.columns):
        grid.add_column(column, justify="left" if index == 0 else "right", no_wrap=True)
    for head, cells in table.rows:
        grid.add_row(*head, *cells)
    return grid
