# SPDX-License-Identifier: Apache-2.0
"""The figures behind README and docs, in one file of the repository: a fresh clone has measured none.

The file has a state, the inputs as they were when it was written; each set of inputs that figures were made from, by
its digest, since many share one; and one figure a line. A figure that was made from other inputs than the state's is
older than the rest.
"""
from __future__ import annotations

import hashlib
import json
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path

from ..base import paths
from ..base.errors import MetroError
from . import inputs, store
from .key import Key

FIELDS = ("value", "unit", "command", "inputs")
FILE = paths.ROOT / "docs" / "figures.json"


def load(file: Path | None = None) -> tuple[dict, dict]:
    """(figures, state)"""
    try:
        known = json.loads((file or FILE).read_text())
        sets = {None: None, **known["made_from"]}
        return ({name: {**figure, "inputs": sets[figure["inputs"]]} for name, figure in known["figures"].items()},
                known["state"])
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


def merged(known: dict, measured: dict, wanted: Iterable[str]) -> dict:
    """The wanted figures as they were measured here; as they are known, where they were not, or those are newer."""
    def is_newer(name: str) -> bool:
        here, there = (inputs.older(figures.get(name, {})) for figures in (measured, known))
        return here is not None and (here == [] or there != [])
    found = {**known, **{name: figure for name, figure in measured.items() if is_newer(name)}}
    return {name: found[name] for name in sorted(wanted) if name in found}


def repeatable(measured: dict) -> dict:
    """Those whose commands everybody can type: not with a file of this machine. A tree of uC/OS-II is TREE to all."""
    found = {}
    for name, figure in measured.items():
        words = shlex.split(figure["command"])
        if "--kernel" in words:
            words[words.index("--kernel") + 1] = "TREE"
        if not any(word.startswith("/") for word in words):
            found[name] = {"inputs": None, **figure, "command": shlex.join(words)}
    return found


def text(figures: dict) -> str:
    """The file: its state is today's."""
    kinds = dict.fromkeys(kind for name in figures for kind in inputs.kinds(Key.parse(name)))
    state = {kind: inputs.today(kind) for kind in sorted(kinds)}
    sets = {_digest(figure["inputs"]): figure["inputs"] for figure in figures.values()}
    sets.pop(None, None)
    figures = {name: {**{field: figure[field] for field in FIELDS}, "inputs": _digest(figure["inputs"])}
               for name, figure in sorted(figures.items())}
    return (f'{{"state": {json.dumps(state)},\n"made_from": {_lines(dict(sorted(sets.items())))},\n'
            f'"figures": {_lines(figures)}}}\n')


def _digest(made_from: dict | None) -> str | None:
    """The name of a set of inputs, which stays when others come and go."""
    if made_from is None:
        return None
    return hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()[:8]


def _lines(of: dict) -> str:
    """An object with a line for each of its names."""
    lines = (f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in of.items())
    return "{\n" + ",\n".join(lines) + "\n}"
