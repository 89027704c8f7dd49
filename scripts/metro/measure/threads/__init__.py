# SPDX-License-Identifier: Apache-2.0
"""`./metro threads`: what calls of hardware threads take, what they win, and what they cost.

The applications are those of bench/threads, each built and run for the configuration of a row.
"""
from __future__ import annotations

from pathlib import Path

from ...base import paths
from .. import tables
from . import bound, busy, communication, costs, image, sorting, turnaround

PAGE = paths.ROOT / "docs" / "hardware-threads.md"
TABLES = {"turnaround": turnaround, "communication": communication, "sorting": sorting, "image": image,
          "busy": busy, "costs": costs, "bound": bound}


def page_of(table: str) -> Path:
    """Where it stands."""
    return tables.page_of(TABLES[table], PAGE)


def add_arguments(parser) -> None:
    parser.description = ("Measures hardware threads: cycles from one thread's post to the end of another one's wait, "
                          "communication, sorting, a busy bus, area and clock, and how long a direct call waits "
                          "at most.")
    tables.add_arguments(parser, TABLES, "docs/hardware-threads.md and docs/critical-sections.md")


def main(args) -> int:
    return tables.main("threads", TABLES, PAGE, args)
