# SPDX-License-Identifier: Apache-2.0
"""`./metro guests`: what the monitor takes, how late a real-time guest's handler is, and what size and area it all has.

The programs are those of bench/guests; each table is a module.
"""
from __future__ import annotations

from ...base import paths
from .. import guest_thread_metric, tables
from . import allotment, costs, overheads, response, size

PAGE = paths.ROOT / "docs" / "guests.md"
TABLES = {"overheads": overheads, "response": response, "thread_metric": guest_thread_metric, "allotment": allotment,
          "size": size, "costs": costs}


def add_arguments(parser) -> None:
    parser.description = ("Measures guests: cycles of a call, an interrupt and a switch, how long a real-time guest "
                          "waits for its handler beside others, the monitor's size, area and clock of the core.")
    tables.add_arguments(parser, TABLES, "docs/guests.md")


def main(args) -> int:
    return tables.main("guests", TABLES, PAGE, args)
