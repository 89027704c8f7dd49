# SPDX-License-Identifier: Apache-2.0
"""What commands write into pages: tables in Markdown, and parts between <!-- NAME --> and <!-- /NAME -->."""
from __future__ import annotations

from collections.abc import Iterable, Iterator


def renewed(text: str, name: str, content: str) -> str:
    """The page with this part written anew."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    first, rest = text.split(begin)
    return f"{first}{begin}{content}\n{end}{rest.split(end)[1]}"


def part(text: str, name: str) -> tuple[str, str]:
    """The paragraph before this part, on one line, and what is in it."""
    before, _, rest = text.partition(f"<!-- {name} -->\n")
    return " ".join(before.rstrip().rpartition("\n\n")[2].split()), rest.partition(f"<!-- /{name} -->")[0]


def grid(columns: Iterable[str], rows: Iterable[Iterable[str]], heads: int = 1) -> str:
    """As Markdown; heads: so many columns of words."""
    columns = list(columns)
    lines = [columns, ["---"] * heads + ["---:"] * (len(columns) - heads), *rows]
    return "".join("|" + "".join(f" {cell} |" if cell else " |" for cell in line) + "\n" for line in lines)


def grids(text: str) -> Iterator[tuple[list[str], int, list[list[str]]]]:
    """(columns, heads, rows) of each grid, as grid() takes them."""
    for lines in text.strip().split("\n\n"):
        columns, rule, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines.splitlines())
        yield columns, rule.count("---"), rows
