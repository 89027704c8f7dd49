# SPDX-License-Identifier: Apache-2.0
"""Suggestions for mistyped words and paths."""
from __future__ import annotations

import difflib
import os
from collections.abc import Iterable
from pathlib import Path


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question with the closest known word, to put before a hint, or an empty string."""
    near = difflib.get_close_matches(word, list(known), 1)
    return f"Did you mean {near[0]}? " if near else ""


def did_you_mean_path(path: Path) -> str:
    """Return a question with the closest existing path, to put before a hint, or an empty string."""
    place, rest = Path(path), []
    while not place.exists() and place.parent != place:
        place, rest = place.parent, [place.name, *rest]
    if not rest or not place.is_dir():
        return ""
    near = difflib.get_close_matches(rest[0], os.listdir(place), 1)
    found = place.joinpath(*near, *rest[1:])
    return f"Did you mean {found}? " if near and found.exists() else ""
