# SPDX-License-Identifier: Apache-2.0
"""`./metro run --profile`: prints the cycles of a run by task and by function."""
from __future__ import annotations

import sys

SHOWN = 30                     # functions with a separate row


def show(log) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 150)
    for title, columns, rows in (("Cycles by task", ("task or interrupt", "times", "cycles", "%"), by_task(log)),
                                 ("Cycles by function", ("function", "in", "cycles", "%"), by_function(log))):
        table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
        for column in columns:
            table.add_column(column, justify="right" if column in ("times", "cycles", "%") else "left", no_wrap=True)
        for *head, cycles in rows:
            table.add_row(*map(str, head), f"{cycles:,}", f"{100 * cycles / max(log.cycles, 1):.1f}")
        console.print(table)


def by_task(log) -> list[tuple]:
    """Return (name, entries, cycles): the start, tasks by priority, calls, interrupts, exceptions, and the total."""
    order = {"program": 0, "thread": 1, "call": 2, "interrupt": 3, "exception": 4}
    contexts = sorted((c for c in log.contexts if c.cycles), key=lambda c: (order[c.kind], c.priority or 0))
    return [*((c.name, c.entries or "", c.cycles) for c in contexts), ("all", "", log.cycles)]


def by_function(log) -> list[tuple]:
    """Return (function, context, cycles), most cycles first. The last rows are the other functions and the total."""
    functions = sorted(log.functions().items(), key=lambda item: -item[1])
    shown = [(function, context, cycles) for (context, function), cycles in functions[:SHOWN]]
    others = [(f"{len(functions) - SHOWN} others", "", sum(cycles for _, cycles in functions[SHOWN:]))]
    return [*shown, *(others if functions[SHOWN:] else []), ("all", "", log.cycles)]
