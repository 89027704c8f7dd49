# SPDX-License-Identifier: Apache-2.0
"""The plot of all candidates: area on the horizontal axis, a chosen figure on the vertical axis. Points are links."""
from __future__ import annotations

import math
from dataclasses import dataclass

from . import model

WIDTH, HEIGHT = 720, 408
LEFT, RIGHT, TOP, BOTTOM = 64, 20, 44, 46
UPWARDS = ("tick", "wakeup", "switch", "irq", "irq_off", "retention", "preemptive_scheduling", "cooperative_scheduling",
           "clock")
SHAPES = {"original": "o", "scheduler": "^", "timer": "s", "combined": "D", "events": "p", "contexts": "*",
          "tickless": "v", "tickless-contexts": "h", "levels": "D", "levels-contexts": "*"}


@dataclass(frozen=True)
class Point:
    candidate: model.Candidate
    x: float
    y: float
    shape: str              # an SVG path
    text: str               # a description of the point


@dataclass(frozen=True)
class Plane:
    points: list
    across: list            # (x, text)
    up: list                # (y, text)
    title: str              # of the vertical axis, with its unit


def shape(kind: str, x: float, y: float) -> str:
    """Return the SVG path of a mark around (x, y). kind: a value of SHAPES."""
    corners = {"^": (3, -90), "v": (3, 90), "s": (4, 45), "D": (4, 0), "p": (5, -90), "h": (6, 0)}
    if kind == "o":
        return f"M{x - 6:.1f},{y:.1f}a6,6 0 1 0 12,0a6,6 0 1 0 -12,0z"
    count, turn = (10, -90) if kind == "*" else corners[kind]
    radii = [9, 4] if kind == "*" else [8 if count == 3 else 7]
    places = [(x + radii[n % len(radii)] * math.cos(math.radians(turn + 360 * n / count)),
               y + radii[n % len(radii)] * math.sin(math.radians(turn + 360 * n / count))) for n in range(count)]
    return "M" + "L".join(f"{a:.1f},{b:.1f}" for a, b in places) + "z"


def draw(candidates: list[model.Candidate], vertical: str) -> Plane | None:
    """Return the plot, or None if no candidate has both figures. vertical: key of model.ROWS for the vertical axis."""
    row = model.ROWS[vertical]
    shown = [one for one in candidates if None not in (one.figures[model.LUTS].value, one.figures[vertical].value)]
    if not shown:
        return None
    # Cycles range from 0 to thousands: a logarithmic scale that includes 0.
    powers = row.less
    scale = (lambda value: math.log10(1 + value)) if powers else float
    sizes = [one.figures[model.LUTS].value for one in shown]
    heights = [scale(one.figures[vertical].value) for one in shown]
    low, high = 0 if powers else min(heights), max(heights)
    low, high = (low, high) if high - low > 1e-9 else (low - 1, high + 1)
    margin = 0 if powers else (high - low) * .06
    place_x = axis(min(sizes) * .95, max(sizes) * 1.03, LEFT, WIDTH - RIGHT)
    place_y = axis(low - margin, high * 1.02 if powers else high + margin, HEIGHT - BOTTOM, TOP)
    marks = ([0, *(10**n for n in range(1, 6)), *(3 * 10**n for n in range(1, 5))] if powers
             else steps(low - margin, high + margin))
    points = []
    for one in sorted(shown, key=lambda one: one.figures[model.LUTS].value):
        x, y = place_x(one.figures[model.LUTS].value), place_y(scale(one.figures[vertical].value))
        luts = one.figures[model.LUTS].text(model.ROWS[model.LUTS])
        text = f"{model.join_texts(one.title, one.size)}: {luts} look-up tables, {one.figures[vertical].text(row)}"
        points.append(Point(one, x, y, shape(SHAPES[one.system], x, y), text))
    return Plane(points, [(place_x(value), f"{value:,.0f}") for value in steps(min(sizes) * .95, max(sizes) * 1.03)],
                 [(place_y(scale(value)), f"{value:,g}") for value in marks
                  if low - margin - 1e-9 <= scale(value) <= high + margin],
                 f"{row.title} ({row.unit}{', logarithmic scale' if powers else ''})")


def axis(low: float, high: float, first: float, last: float):
    """Return a function that maps the values low to high linearly to the coordinates first to last."""
    return lambda value: first + (value - low) / (high - low) * (last - first)


def steps(low: float, high: float) -> list[float]:
    """Return about five round numbers between low and high."""
    rough = (high - low) / 5
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return [step * n for n in range(math.ceil(low / step), math.floor(high / step) + 1)]
