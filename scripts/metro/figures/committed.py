# SPDX-License-Identifier: Apache-2.0
"""The figures of README and docs, in one file of the repository, because a fresh clone has measured none.

The file has a state: the sources at the time of writing. A figure with other sources is old.
"""
from __future__ import annotations

import fnmatch
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path

from .. import __version__
from ..base import paths
from ..base.errors import MetroError
from . import inputs, rows, store
from .key import Key

VERSION = "version"             # in the state; not an input of any figure
FILE = paths.ROOT / "docs" / "figures.json"


def load(file: Path | None = None) -> tuple[dict, dict]:
    """Return (figures, state) of the file (default: FILE). Raise MetroError if it is missing or damaged."""
    try:
        return rows.read((file or FILE).read_text())
    except (OSError, ValueError, LookupError, TypeError):
        raise MetroError(f"{file or FILE} is missing or damaged",
                         f"restore it with: git checkout {FILE.relative_to(paths.ROOT)}") from None


def latest() -> dict:
    """Return the committed figures merged with the figures measured here: see merge(). If the committed file is
    damaged, return only the figures measured here."""
    measured = store.load()
    try:
        known = load()[0]
    except MetroError:
        known = {}
    if known and not measured:
        print(f"metro: nothing was measured here: these figures come from {FILE.relative_to(paths.ROOT)}",
              file=sys.stderr)
    return merge(known, measured, {*known, *measured})


def merge(known: dict, measured: dict, wanted: Iterable[Key]) -> dict:
    """Return the wanted figures. A measured figure with known inputs replaces the known figure, unless only the known
    one is up to date."""
    def is_newer(key: Key) -> bool:
        measured_changes, known_changes = (inputs.changed_inputs(figures.get(key, {})) for figures in (measured, known))
        return measured_changes is not None and (measured_changes == [] or known_changes != [])
    found = store.replace_figures(known, {key: figure for key, figure in measured.items() if is_newer(key)})
    return {key: found[key] for key in sorted(wanted, key=str) if key in found}


def repeatable_figures(measured: dict) -> dict:
    """Return the figures with commands that any user can run: without paths of this machine. A kernel tree becomes
    TREE."""
    found = {}
    for key, figure in measured.items():
        words = shlex.split(figure["command"])
        if "--kernel" in words:
            words[words.index("--kernel") + 1] = "TREE"
        if not any(word.startswith("/") for word in words):
            found[key] = {"inputs": None, "made_of": {}, **figure, "command": shlex.join(words)}
    return found


def text(figures: dict) -> str:
    """Return the file's contents. Its state has the current sources and this version."""
    kinds = {kind for key in figures for kind in inputs.kinds(key)}
    return rows.text(figures, {VERSION: __version__, **{kind: inputs.current_input(kind) for kind in kinds}})


def select_by_name(figures: dict, pattern: str) -> list[Key]:
    """Return the figure of this name, or the figures with names that match or contain the pattern."""
    named = {str(key): key for key in figures}
    wild = any(c in pattern for c in "*?[")
    names = [pattern] if pattern in named else fnmatch.filter(named, pattern if wild else f"*{pattern}*")
    if not names:
        raise MetroError(f"no figure matches {pattern}", "run ./metro figures to list all figures")
    return [named[name] for name in names]
