# SPDX-License-Identifier: Apache-2.0
"""The responses of tasks as stacked bars, one chart for each configuration: on the studio's page, and in an SVG file.

A bar shows the response as a share of the task's deadline. All charts of a picture have the same scale.
"""
from __future__ import annotations

import functools
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import jinja2

from . import report
from .report import Verdict

FOLDER = Path(__file__).parent         # of the templates
WIDTH, LEFT, RIGHT, TOP, ROW, BAR = 780, 130, 226, 26, 30, 18      # pixels; LEFT and RIGHT: of the text next to a bar
LEGEND = 64                            # height of the title and the legend in a file
LEAST, MOST = 1.1, 2.0                 # of the scale, in deadlines; a longer bar ends at MOST
ROLES = {"own": "part2", "kernel": "part1", "blocking": "part4", "interference": "part3", "handlers": "part5",
         "caches": "part6", "jitter": "rest"}              # {share: role of its colour (report/canvas.py)}


@dataclass(frozen=True)
class Part:
    share: str
    x: float
    width: float
    text: str               # a description of the part


@dataclass(frozen=True)
class Row:
    name: str
    y: int
    parts: list[Part]       # empty: there is no bound
    text: str               # response and deadline
    is_met: bool


@dataclass(frozen=True)
class Chart:
    """deadline: its x. marks: (x, text) of the scale."""
    verdict: Verdict
    rows: list[Row]
    deadline: float
    marks: list[tuple[float, str]]

    @property
    def height(self) -> int:
        return TOP + ROW * len(self.rows) + 4


def draw(verdicts: list[Verdict], clock: Fraction) -> list[Chart]:
    """Return a chart of each verdict. clock: of the tasks, in Hz."""
    ratios = [one.total / one.task.deadline for each in verdicts for one in each.responses if one.total is not None]
    most = min(max([LEAST, *(ratio * 1.02 for ratio in ratios)]), MOST)
    scale = (WIDTH - LEFT - RIGHT) / most
    marks = [(LEFT + scale * n / 4, f"{25 * n} %") for n in range(int(most * 4) + 1)]
    return [Chart(each, [_row(one, number, scale, most, clock) for number, one in enumerate(each.responses)],
                  LEFT + scale, marks) for each in verdicts]


def _row(response, number: int, scale: float, most: float, clock: Fraction) -> Row:
    task, parts, before = response.task, [], 0.0
    for share, cycles in (response.shares or {}).items():
        after = min(before + cycles / task.deadline, most)
        if after > before:
            parts.append(Part(share, LEFT + scale * before, scale * (after - before),
                              f"{share}: {report.us(cycles, clock)} µs"))
        before = after
    text = f"{report.us(response.total, clock)} of {report.us(task.deadline, clock)} µs"
    if response.total is None:
        text = f"no bound; deadline {report.us(task.deadline, clock)} µs"
    return Row(task.name, TOP + ROW * number, parts, text, response.is_met)


@functools.cache
def environment() -> jinja2.Environment:
    return jinja2.Environment(loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True,
                              lstrip_blocks=True, undefined=jinja2.StrictUndefined)


def css() -> str:
    """Return the rules that colour the shares with the custom properties of canvas.css()."""
    return "".join(f".bars .{share}{{fill:var(--{role})}}" for share, role in ROLES.items())


def svg(title: str, verdicts: list[Verdict], clock: Fraction) -> bytes:
    """Return an SVG file with a chart of each configuration. It follows the reader's light or dark theme."""
    from ..report import canvas                            # imported late, because it loads matplotlib
    charts, y = [], LEGEND
    for chart in draw(verdicts, clock):
        charts.append((y + 22, chart))
        y += chart.height + 46
    return environment().get_template("picture.svg.j2").render(
        title=title, charts=charts, height=y, shares=report.shares_of(verdicts), colours=canvas.css() + css(),
        size=globals()).encode()
