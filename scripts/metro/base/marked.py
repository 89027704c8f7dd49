# SPDX-License-Identifier: Apache-2.0
"""Generated content of pages: Markdown tables, and the parts between <!-- NAME --> and <!-- /NAME -->."""
from __future__ import annotations

from collections.abc import Iterable


def replace_part(text: str, name: str, content: str) -> str:
    """Return the page with new content in the part of this name."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    first, rest = text.split(begin)
    return f"{first}{begin}{content}\n{end}{rest.split(end)[1]}"


def markdown_table(columns: Iterable[str], rows: Iterable[Iterable[str]], heads: int = 1) -> str:
    """Return a Markdown table. heads: the number of left-aligned columns; the others are right-aligned."""
    columns = list(columns)
    lines = [columns, ["---"] * heads + ["---:"] * (len(columns) - heads), *rows]
    return "".join("|" + "".join(f" {cell} |" if cell else " |" for cell in line) + "\n" for line in lines)
