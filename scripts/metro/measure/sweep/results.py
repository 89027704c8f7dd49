# SPDX-License-Identifier: Apache-2.0
"""What a sweep leaves: its figures among all the others, and every point in build/results/sweep.json."""
from __future__ import annotations

import json
from dataclasses import asdict

from ...base import cache
from ...figures import store as figures
from .engine import Outcome
from .points import Point, derived

FILE = figures.FILE.parent / "sweep.json"


def keep(outcomes: list[Outcome], wanted: list[Point], how: str) -> None:
    """Adds to what is known. wanted: all points of the sweep, of which these are some; how: the command. Points that
    were measured before, keep the time they took then."""
    found = {name: figure for outcome in outcomes for name, figure in outcome.figures.items()}
    commands = {name: outcome.point.command or f"{how} --only '{outcome.point.name}'"
                for outcome in outcomes for name in outcome.figures}
    new = {name: {"value": value, "unit": unit, "command": commands.get(name, how)}
           for name, (value, unit) in {**found, **derived(found, wanted)}.items()}
    with cache.lock("sweep"):
        points = load()
        for outcome in outcomes:
            name = outcome.point.name
            points[name] = {
                "kind": type(outcome.point).__name__, "parameters": asdict(outcome.point),
                "figures": {name: new[name] for name in outcome.figures}, "error": outcome.error,
                "seconds": points.get(name, vars(outcome))["seconds"] if outcome.kept else outcome.seconds,
            }
        figures.replace(FILE, dict(sorted(points.items())))
    figures.record(new)


def load() -> dict[str, dict]:
    """Every point that was swept, by name."""
    try:
        return json.loads(FILE.read_text())
    except (FileNotFoundError, ValueError):                # damaged: it can be made again from what is kept
        return {}
