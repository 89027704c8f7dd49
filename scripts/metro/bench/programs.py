# SPDX-License-Identifier: Apache-2.0
"""The commands `./metro threads` and `./metro guests`: measure the figures of tables, and print these tables.

Each command has a package of metro.measure with a DESCRIPTION, TABLES and ACTIONS. TABLES maps the name of a table to
the function that returns the points to measure. The module of the same name in metro.report describes the tables.
ACTIONS maps a name to a function that measures no table. The docstring of the function is its help text.
"""
from __future__ import annotations

import os

from ..measure import guests, sweep, threads

GROUPS = {"threads": threads, "guests": guests}


def add_arguments(parser) -> None:
    group = GROUPS[parser.prog.split()[-1]]
    parser.description = group.DESCRIPTION
    parser.add_argument("tables", nargs="*", metavar="NAME",
                        choices=[*group.TABLES, *group.ACTIONS, []],       # []: older Pythons also check the empty list
                        help="; ".join([f"measure only {', '.join(group.TABLES)}",
                                        *(f"{name}: {action.__doc__}" for name, action in group.ACTIONS.items())]))
    parser.add_argument("--jobs", type=sweep.at_least_one, default=os.cpu_count() or 1, metavar="N",
                        help="set the number of a table's runs at once (default: number of cores)")


def main(args) -> int:
    group = GROUPS[args.command]
    for table in args.tables or group.TABLES:
        if table in group.ACTIONS:
            group.ACTIONS[table]()
        else:
            show(args.command, table, group.TABLES[table](), args.jobs)
    return 0


def points() -> list:
    """Return the points of all groups."""
    return [point for group in GROUPS.values() for make in group.TABLES.values() for point in make()]


def show(command: str, table: str, points: list, jobs: int) -> None:
    """Measure the points of a table, keep their figures, and print the table."""
    from ..report import console, documents, tables        # late import: needs packages that set-up installs
    found = sweep.sweep(points, points, lambda point: f"./metro {command} {table}", None, jobs)
    print(f"\n{console.text(documents.TABLES[f'{command}-{table}'](tables.Scope(found)))}\n")
