# SPDX-License-Identifier: Apache-2.0
"""The figures behind README and docs, in one file of the repository: a fresh clone has measured none.

The file has a state: the sources as they were when it was written. A figure whose sources were others is older than the
rest.
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

VERSION = "version"             # of the state: not an input of any figure
FILE = paths.ROOT / "docs" / "figures.json"


def load(file: Path | None = None) -> tuple[dict, dict]:
    """(figures, state)"""
    try:
        return rows.read((file or FILE).read_text())
    except (OSError, ValueError, KeyError, TypeError):
        raise MetroError(f"{file or FILE} is missing or damaged",
                         f"git checkout {FILE.relative_to(paths.ROOT)}") from None


def latest() -> dict:
    """The figures that come with the checkout, or those that were measured here where these are newer. Where the
    checkout's are damaged, those measured here alone."""
    measured = store.load()
    try:
        known = load()[0]
    except MetroError:
        known = {}
    if known and not measured:
        print(f"metro: nothing was measured here: these figures are those of {FILE.relative_to(paths.ROOT)}",
              file=sys.stderr)
    return merged(known, measured, {*known, *measured})


def merged(known: dict, measured: dict, wanted: Iterable[Key]) -> dict:
    """The wanted figures as they were measured here; as they are known, where they were not, or those are newer."""
    def is_newer(key: Key) -> bool:
        here, there = (inputs.older(figures.get(key, {})) for figures in (measured, known))
        return here is not None and (here == [] or there != [])
    found = store.replaced(known, {key: figure for key, figure in measured.items() if is_newer(key)})
    return {key: found[key] for key in sorted(wanted, key=str) if key in found}


def repeatable(measured: dict) -> dict:
    """Those whose commands everybody can type: not with a file of this machine. A tree of uC/OS-II is TREE to all."""
    found = {}
    for key, figure in measured.items():
        words = shlex.split(figure["command"])
        if "--kernel" in words:
            words[words.index("--kernel") + 1] = "TREE"
        if not any(word.startswith("/") for word in words):
            found[key] = {"inputs": None, "made_of": {}, **figure, "command": shlex.join(words)}
    return found


def text(figures: dict) -> str:
    """The file: its state is today's, and this version's."""
    kinds = {kind for key in figures for kind in inputs.kinds(key)}
    return rows.text(figures, {VERSION: __version__, **{kind: inputs.today(kind) for kind in kinds}})


def matching(figures: dict, pattern: str) -> list[Key]:
    """The figure of this name, or those whose names match the pattern or hold it."""
    named = {str(key): key for key in figures}
    wild = any(c in pattern for c in "*?[")
    names = [pattern] if pattern in named else fnmatch.filter(named, pattern if wild else f"*{pattern}*")
    if not names:
        raise MetroError(f"no figure matches {pattern}", "./metro figures lists them all")
    return [named[name] for name in names]
