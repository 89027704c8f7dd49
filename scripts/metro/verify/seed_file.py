# SPDX-License-Identifier: Apache-2.0
"""Files of what has ever failed: a line for each, which a hammer tries first."""
from __future__ import annotations

from pathlib import Path

from ..base.errors import MetroError


def number(text: str) -> int:
    if not text.isdigit():
        raise ValueError
    return int(text)


def read(file: Path, parse, form: str) -> list:
    """What parse() makes of each line's words; a ValueError or TypeError of its says that they are not of this form."""
    found = []
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if words := line.split("#")[0].split():
            try:
                found.append(parse(*words))
            except (ValueError, TypeError):
                raise MetroError(f"{file.name}:{number}: not {form}", "see the head of the file") from None
    return found
