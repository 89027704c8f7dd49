# SPDX-License-Identifier: Apache-2.0
"""The figures that were measured in this checkout, each with its value, unit, command and sources."""
from __future__ import annotations

from ..base import cache, output, paths
from ..base.errors import MetroError
from . import inputs, rows
from .key import Key

FILE = paths.BUILD / "results" / "figures.json"


def load() -> dict[Key, dict]:
    """Return {key: {"value", "unit", "command", "inputs", "made_of"}}, which is empty before the first measurement.
    inputs: digests of the sources. made_of: digests of netlist, firmware, workload, meter and tools, if known."""
    try:
        return rows.read(FILE.read_text())[0]
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError):
        raise MetroError(f"{FILE} is damaged, or an earlier version of Metronome wrote it",
                         "remove it and run ./metro bench again") from None


def record(new: dict[Key, dict]) -> None:
    """Store figures with the current state of their inputs: see replace_figures()."""
    if not new:
        return
    new = {key: {**figure, "inputs": inputs.current_inputs(key)} for key, figure in new.items()}
    with cache.lock("figures"):
        output.write({FILE: rows.text(replace_figures(load(), new)).encode()})


def replace_figures(known: dict[Key, dict], new: dict[Key, dict]) -> dict[Key, dict]:
    """Return the known and the new figures. A new budget replaces all known figures of the same budget."""
    budgets = {key.budget for key in new if key.budget}
    return {**{key: figure for key, figure in known.items() if key.budget not in budgets or not key.budget}, **new}


def text(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.4g}" if abs(value) < 1000 else f"{value:.1f}"
