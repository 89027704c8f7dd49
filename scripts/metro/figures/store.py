# SPDX-License-Identifier: Apache-2.0
"""The latest figures, by stable dotted names: what `bench` measured, and the command behind each."""
from __future__ import annotations

import fnmatch
import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from ..base import cache, paths
from ..base.errors import MetroError
from .key import select

FILE = paths.BUILD / "results" / "figures.json"


def load() -> dict:
    """{name: {"value", "unit", "command"}}; empty before the first measurement."""
    try:
        return json.loads(FILE.read_text())
    except FileNotFoundError:
        return {}
    except ValueError:
        raise MetroError(f"{FILE} is damaged", "remove it and run ./metro bench again") from None


def record(new: dict, instead_of: Iterable[dict] = ()) -> None:
    """Adds figures to what is known; older ones of the same name, or whose keys have one of these sets of fields, give
    way."""
    if not new:
        return
    with cache.lock("figures"):
        known = load()
        for fields in instead_of:
            for name in select(known, **fields).values():
                del known[name]
        replace(FILE, dict(sorted({**known, **new}.items())))


def replace(path: Path, content) -> None:
    """Writes JSON into a file that is complete at any time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".new", delete=False) as file:
        json.dump(content, file, indent=1)
    os.replace(file.name, path)


def text(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.4g}" if abs(value) < 1000 else f"{value:.1f}"


# ------------------------------------------------------------------------------------------------ ./metro figures

def add_arguments(parser) -> None:
    parser.description = "Prints the latest figures as `name value unit`, one a line."
    parser.add_argument("pattern", metavar="PATTERN", nargs="?", default="*",
                        help="only names that match, e.g. 'tick.*.48.O2' or a part of a name")
    parser.add_argument("--how", action="store_true", help="with the command that measures each")


def main(args) -> int:
    figures = load()
    if not figures:
        raise MetroError("nothing was measured yet", "run ./metro bench")
    wild = any(c in args.pattern for c in "*?[")
    names = ([args.pattern] if args.pattern in figures
             else fnmatch.filter(figures, args.pattern if wild else f"*{args.pattern}*"))
    if not names:
        raise MetroError(f"no figure matches {args.pattern}", "./metro figures lists them all")
    for name in names:
        figure = figures[name]
        print(name, text(figure["value"]), figure["unit"], *(["#", figure["command"]] if args.how else []))
    return 0
