# SPDX-License-Identifier: Apache-2.0
"""The latest figures, by stable dotted names: what was measured, by which command, and from which inputs."""
from __future__ import annotations

import json
from collections.abc import Iterable

from ..base import cache, output, paths
from ..base.errors import MetroError
from . import inputs
from .key import select

FILE = paths.BUILD / "results" / "figures.json"


def load() -> dict:
    """{name: {"value", "unit", "command", "inputs"}}; empty before the first measurement."""
    try:
        return json.loads(FILE.read_text())
    except FileNotFoundError:
        return {}
    except ValueError:
        raise MetroError(f"{FILE} is damaged", "remove it and run ./metro bench again") from None


def record(new: dict, instead_of: Iterable[dict] = ()) -> None:
    """Adds figures to what is known, with the inputs as they are now; older ones of the same name, or whose keys have
    one of these sets of fields, give way."""
    if not new:
        return
    new = {name: {**figure, "inputs": inputs.of(name)} for name, figure in new.items()}
    with cache.lock("figures"):
        known = load()
        for fields in instead_of:
            for name in select(known, **fields).values():
                del known[name]
        output.write({FILE: json.dumps(dict(sorted({**known, **new}.items())), indent=1).encode()})


def text(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.4g}" if abs(value) < 1000 else f"{value:.1f}"
