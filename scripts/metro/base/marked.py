# SPDX-License-Identifier: Apache-2.0
"""What commands write into pages: tables in Markdown, and parts between <!-- NAME --> and <!-- /NAME -->."""
from __future__ import annotations

from collections.abc import Iterable


def renewed(text: str, name: str, content: str) -> str:
    """The page with this part written anew."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    first, rest = text.split(begin)
    return f"{first}{begin}{content}\n{end}{rest.split(end)[1]}"


def grid(columns: Iterable[str], rows: Iterable[Iterable[str]], heads: int = 1) -> str:
    """As Markdown; heads: so many columns of words."""
    columns = list(columns)
    lines = [columns, ["---"] * heads + ["---:"] * (len(columns) - heads), *rows]
    return "".join("|" + "".join(f" {cell} |" if cell else " |" for cell in line) + "\n" for line in lines)
