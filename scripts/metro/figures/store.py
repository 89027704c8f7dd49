# SPDX-License-Identifier: Apache-2.0
"""The figures that were measured in this checkout: each with its value, its unit, its command and its sources."""
from __future__ import annotations

from collections.abc import Iterable

from ..base import cache, output, paths
from ..base.errors import MetroError
from . import inputs, rows
from .key import Key, select

FILE = paths.BUILD / "results" / "figures.json"


def load() -> dict[Key, dict]:
    """{key: {"value", "unit", "command", "inputs"}}; empty before the first measurement."""
    try:
        return rows.read(FILE.read_text())[0]
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError):
        raise MetroError(f"{FILE} is damaged, or an earlier version of Metronome wrote it",
                         "remove it and run ./metro bench again") from None


def record(new: dict[Key, dict], instead_of: Iterable[dict] = ()) -> None:
    """Adds figures to what is known, with their sources as they are now. They replace older ones with the same key, and
    those whose columns have the values of one of these sets."""
    if not new:
        return
    new = {key: {**figure, "inputs": inputs.of(key)} for key, figure in new.items()}
    with cache.lock("figures"):
        known = load()
        for fields in instead_of:
            for key in select(known, **fields):
                del known[key]
        output.write({FILE: rows.text({**known, **new}).encode()})


def text(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.4g}" if abs(value) < 1000 else f"{value:.1f}"
