# SPDX-License-Identifier: Apache-2.0
"""Results of a sweep: its figures go to the store of all figures, and every point to build/results/sweep.json."""
from __future__ import annotations

import json
from collections.abc import Callable

from ...base import cache, output
from ...figures import store as figures
from . import points as points_module
from .engine import Outcome
from .points import Point

FILE = figures.FILE.parent / "sweep.json"


class Keeper:
    """Writes each point at its end. Points with kept results come too quickly, so they wait for the next write().

    wanted: all points of the sweep, of which some are measured. how: returns the command of a point.
    """

    def __init__(self, wanted: list[Point], how: Callable[[Point | None], str]):
        self.wanted, self.how = wanted, how
        self.outcomes: list[Outcome] = []
        self.written = 0

    def add(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        if not outcome.kept:
            self.write()

    def write(self) -> None:
        new, self.written = self.outcomes[self.written:], len(self.outcomes)
        found = {key: figure for outcome in self.outcomes for key, figure in outcome.figures.items()}
        by_row = {key.row: outcome for outcome in self.outcomes for key in outcome.figures}

        def command(row):
            point = row and by_row[row].point
            return point and point.command or self.how(point)
        origins = {row: outcome.origin for row, outcome in by_row.items()}
        described = points_module.described(found, self.wanted, origins, command)
        with cache.lock("sweep"):
            points = load()
            for outcome in new:
                points[outcome.point.name] = _described(outcome, described, points.get(outcome.point.name))
            output.write({FILE: json.dumps(dict(sorted(points.items())), indent=1).encode()})
        figures.record(described)
        self.figures = described


def _described(outcome: Outcome, figures_of: dict, before: dict | None) -> dict:
    """Return the entry of a point. A point with a kept result keeps its earlier measuring time."""
    return {"kind": type(outcome.point).__name__, "parameters": outcome.point.parameters,
            "figures": {str(key): figures_of[key] for key in outcome.figures}, "error": outcome.error,
            "seconds": before["seconds"] if before and outcome.kept else outcome.seconds}


def load() -> dict[str, dict]:
    """Return every measured point by name."""
    try:
        return json.loads(FILE.read_text())
    except (FileNotFoundError, ValueError):                # missing or damaged: kept results can restore it
        return {}
