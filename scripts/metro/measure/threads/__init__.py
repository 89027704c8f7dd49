# SPDX-License-Identifier: Apache-2.0
"""`./metro threads`: what calls of hardware threads take, what they win, and what they cost.

The applications are those of bench/threads, each built and run for the configuration of a row.
"""
from __future__ import annotations

from pathlib import Path

from ...base import paths
from ...base.marked import renewed
from ...base.progress import Progress
from . import bound, busy, communication, costs, image, sorting, turnaround

PAGE = paths.ROOT / "docs" / "hardware-threads.md"
TABLES = {"turnaround": turnaround, "communication": communication, "sorting": sorting, "image": image,
          "busy": busy, "costs": costs, "bound": bound}


def page_of(table: str) -> Path:
    """Where it stands."""
    return getattr(TABLES[table], "PAGE", PAGE)


def add_arguments(parser) -> None:
    parser.description = ("Measures hardware threads: cycles from one thread's post to the end of another one's wait, "
                          "communication, sorting, a busy bus, area and clock, and how long a direct call waits "
                          "at most.")
    parser.add_argument("tables", nargs="*", choices=[*TABLES, []], metavar="TABLE", help=f"only {', '.join(TABLES)}")
    parser.add_argument("--commit", action="store_true",
                        help="write the tables into docs/hardware-threads.md and docs/critical-sections.md")


def main(args) -> int:
    with Progress("threads") as progress:
        found = {name: TABLES[name].table(progress) for name in args.tables or TABLES}
    for name, table in found.items():
        print(f"\n{name}\n\n{table}")
        if args.commit:
            page = page_of(name)
            page.write_text(renewed(page.read_text(), name, table))
    return 0
