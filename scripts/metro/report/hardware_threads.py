# SPDX-License-Identifier: Apache-2.0
"""Of the report: the tables of `./metro threads`, each with the paragraph that stands before it in its page."""
from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.marked import grids, part
from ..measure import threads
from .tables import Table


def tables() -> list[Table]:
    return [table for name in threads.TABLES for table in _tables(*part(threads.page_of(name).read_text(), name))]


def _tables(paragraph: str, content: str) -> Iterator[Table]:
    title = re.match(r"\*\*(.+?)\*\*", paragraph)[1]
    for number, (columns, heads, rows) in enumerate(grids(_plain(content))):
        yield Table(f"{title}, continued" if number else title, *columns, note="" if number else _plain(paragraph),
                    rows=[(row[:heads], row[heads:]) for row in rows])


def _plain(text: str) -> str:
    """Without Markdown's links, bold and code."""
    return re.sub(r"\*\*|`", "", re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text))
