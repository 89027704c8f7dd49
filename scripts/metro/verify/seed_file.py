# SPDX-License-Identifier: Apache-2.0
"""Read the files of cases that once failed. A hammer runs these cases first."""
from __future__ import annotations

from pathlib import Path

from ..base.errors import MetroError


def number(text: str) -> int:
    if not text.isdigit():
        raise ValueError
    return int(text)


def read(file: Path, parse, form: str) -> list:
    """Return the result of parse() for the words of each line; the text after a # is a comment. A line that ends with a
    comma continues on the next one.

    form: describes the words of a line. Raises MetroError if parse() raises ValueError or TypeError.
    """
    found, text = [], ""
    for number, line in enumerate(file.read_text().splitlines(), 1):
        text += line.split("#")[0].strip()
        if text.endswith(","):
            continue
        words, text = text.split(), ""
        if words:
            try:
                found.append(parse(*words))
            except (ValueError, TypeError):
                raise MetroError(f"{file.name}:{number}: not {form}", "see the top of the file") from None
    return found
