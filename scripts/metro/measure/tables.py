# SPDX-License-Identifier: Apache-2.0
"""What `./metro threads` and `./metro guests` have in common: tables that are printed, and written into pages.

A table is a module with table(progress), which returns it as Markdown, and a PAGE if it stands on another one.
"""
from __future__ import annotations

from pathlib import Path

from ..base import output
from ..base.marked import renewed
from ..base.progress import Progress


def add_arguments(parser, tables: dict, pages: str) -> None:
    parser.add_argument("tables", nargs="*", choices=[*tables, []], metavar="TABLE", help=f"only {', '.join(tables)}")
    parser.add_argument("--commit", action="store_true", help=f"write the tables into {pages}")


def main(name: str, tables: dict, page: Path, args) -> int:
    """page: where those stand that have none of their own."""
    with Progress(name) as progress:
        found = {table: tables[table].table(progress) for table in args.tables or tables}
    for table, text in found.items():
        print(f"\n{table}\n\n{text}")
        if args.commit:
            its = page_of(tables[table], page)
            output.write({its: renewed(its.read_text(), table, text).encode()})
    return 0


def page_of(table, page: Path) -> Path:
    return getattr(table, "PAGE", page)
