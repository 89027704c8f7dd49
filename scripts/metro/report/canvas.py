# SPDX-License-Identifier: Apache-2.0
"""The base of all plots: colours by role, a wide and a narrow look, panels, labels at the ends of lines.

Sizes are in CSS pixels: plots are drawn at 72 dots per inch, so one point of matplotlib is one pixel of the page.
"""
from __future__ import annotations

import contextlib
import io
import os
from dataclasses import dataclass

from ..base import paths

os.environ.setdefault("MPLCONFIGDIR", str(paths.BUILD / "matplotlib"))      # matplotlib's font cache

import matplotlib                                           # noqa: E402  (reads MPLCONFIGDIR)
from matplotlib.figure import Figure                        # noqa: E402
from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, NullLocator    # noqa: E402

# role: (light theme, dark theme). Colour-blind readers can tell the hues apart (after Okabe and Ito). Colours of an
# ordered series differ in lightness.
COLOURS = {
    "surface": ("#ffffff", "#15181c"),
    "ink": ("#1b1f24", "#e9e7e2"),
    "muted": ("#5c646e", "#a2a9b3"),
    "rule": ("#dfe2e6", "#343a41"),
    "paper": ("#6f6a62", "#b5aea2"),            # the 2007 paper; a core without units
    "software": ("#b4470c", "#f0935a"),
    "accelerated": ("#0a66ad", "#62b3f0"),
    "scheduler": ("#8e5d92", "#c79bcb"),
    "timer": ("#0b7f63", "#4fc3a1"),
    "events": ("#8a6a00", "#dcb84a"),           # with the event unit
    "step1": ("#6799c4", "#4f86b5"),            # ordered: few to many, narrow to wide
    "step2": ("#4681b4", "#6a9fcb"),
    "step3": ("#2a6aa1", "#8ab8de"),
    "step4": ("#134d7b", "#afd3ef"),
    "step5": ("#0a2c4b", "#d6ebfc"),
    "part1": ("#b4470c", "#f0935a"),            # parts of a whole
    "part2": ("#0a66ad", "#62b3f0"),
    "part3": ("#0b7f63", "#4fc3a1"),
    "part4": ("#8e5d92", "#c79bcb"),
    "part5": ("#8a6a00", "#dcb84a"),
    "part6": ("#4b5563", "#aab3bf"),
    "rest": ("#8b929b", "#6d757f"),
}
SYSTEM_COLOURS = {"original": "software", "scheduler": "scheduler", "timer": "timer", "combined": "accelerated",
                  "events": "events"}
SYSTEM_MARKERS = {"original": "o", "scheduler": "^", "timer": "s", "combined": "D", "events": "P"}

# Placeholder colours in an SVG, one for each role. svg.py replaces them with the CSS variables of the page.
SENTINELS = {role: f"#fe01{index:02x}" for index, role in enumerate(COLOURS)}
LIGHT = {role: light for role, (light, dark) in COLOURS.items()}


def css() -> str:
    """Return the colours as custom properties of CSS, for both themes."""
    light, dark = ("".join(f"--{role}:{pair[which]};" for role, pair in COLOURS.items()) for which in (0, 1))
    return f":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n"


@dataclass(frozen=True)
class Look:
    """How a plot is drawn for one width of the page. width, font: in pixels."""
    name: str
    width: int
    font: float
    columns: int                # most panels in a row
    colours: dict

    @property
    def is_narrow(self) -> bool:
        return self.columns == 1


WIDE = Look("wide", 940, 13, 4, SENTINELS)
NARROW = Look("narrow", 336, 12, 1, SENTINELS)
PICTURE = Look("picture", 940, 13, 4, LIGHT)


@contextlib.contextmanager
def style(look: Look, salt: str):
    """Set matplotlib's parameters for this look. salt: makes the ids in an SVG the same in each run."""
    colours = look.colours
    with matplotlib.rc_context({
            "svg.fonttype": "none", "svg.hashsalt": salt, "font.size": look.font, "axes.titlesize": look.font,
            "font.family": "DejaVu Sans", "text.color": colours["ink"], "axes.labelcolor": colours["muted"],
            "xtick.color": colours["muted"], "ytick.color": colours["muted"], "xtick.labelsize": look.font - 1,
            "ytick.labelsize": look.font - 1, "axes.edgecolor": colours["muted"], "axes.facecolor": "none",
            "figure.facecolor": colours["surface"], "axes.spines.top": False, "axes.spines.right": False,
            "axes.spines.left": False, "grid.color": colours["rule"], "grid.linewidth": 0.8, "axes.axisbelow": True,
            "xtick.major.size": 4, "ytick.major.size": 0, "xtick.minor.size": 0, "ytick.minor.size": 0,
            "lines.linewidth": 1.8, "lines.markersize": 5.5, "lines.solid_capstyle": "round", "path.simplify": False,
            "savefig.facecolor": colours["surface"], "text.parse_math": False}):
        yield


def svg(figure: Figure) -> bytes:
    """Return the figure as an SVG file. The same figure gives the same bytes."""
    file = io.BytesIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return file.getvalue().replace(b"'DejaVu Sans'", b"'DejaVu Sans', Verdana, sans-serif")


def names_of(keys) -> str:
    """Return an element id with the keys of the figures that a mark shows. svg.py moves the keys to data-figures."""
    return "figures " + " ".join(map(str, keys))


class Sheet:
    """A plot with panels of the same size, in one or more columns.

    columns: wanted columns (default: one for each panel). most: limit of columns (default: the look's). height: of a
    panel. left, right, top, bottom: margins of a panel.
    """

    def __init__(self, look: Look, panels: int, height: int, columns: int | None = None, most: int | None = None,
                 left: int = 48, right: int = 130, top: int = 52, bottom: int = 44):
        self.look, self.left = look, left
        self.columns = min(columns or panels, panels, most or look.columns)
        self.rows = -(-panels // self.columns)
        self.cell = look.width / self.columns
        self.box = (left, right, top, bottom)
        self.height = height
        self.figure = Figure(figsize=(look.width / 72, height * self.rows / 72), dpi=72)
        self.used = 0

    def colour(self, role: str) -> str:
        return self.look.colours[role]

    def panel(self, title: str, subtitle: str = ""):
        """Add the next panel and return its axes. subtitle: describes the panel's values."""
        row, column = divmod(self.used, self.columns)
        self.used += 1
        left, right, top, bottom = self.box
        total = self.height * self.rows
        axes = self.figure.add_axes((
            (column * self.cell + left) / self.look.width, 1 - ((row + 1) * self.height - bottom) / total,
            (self.cell - left - right) / self.look.width, (self.height - top - bottom) / total))
        for text, above, weight, role in ((title, 30, "bold", "ink"), (subtitle, 13, "normal", "muted")):
            axes.annotate(text, (0, 1), (-left + 1, above), xycoords="axes fraction", textcoords="offset points",
                          weight=weight, color=self.colour(role), va="baseline",
                          fontsize=self.look.font - (role == "muted"))
        axes.grid(axis="y")
        axes.tick_params(axis="x", color=self.colour("rule"))
        axes.spines["bottom"].set_color(self.colour("rule"))
        return axes

    def note(self, axes, text: str, point, offset) -> None:
        """Write text next to a point. A background keeps lines from crossing the text."""
        axes.annotate(text, point, offset, textcoords="offset points", va="center", color=self.colour("ink"),
                      fontsize=self.look.font - 2, zorder=5,
                      bbox={"boxstyle": "square,pad=0.1", "facecolor": self.colour("surface"), "edgecolor": "none"})

    def label_ends(self, axes, labels) -> None:
        """Label lines at their ends, in the panel's right margin, without overlap. labels: (x, y, text, role)."""
        height = axes.get_position().height * self.height * self.rows
        spot = axes.transData + axes.transAxes.inverted()
        placed = []
        for x, y, text, role in labels:
            x, y = spot.transform((x, y))
            placed.append([y * height, x, y, text, role, self.look.font * (1.25 + 1.2 * text.count("\n"))])
        placed.sort(key=lambda label: label[0])
        _spread(placed, height)
        for at, x, y, text, role, _ in placed:
            axes.annotate(text, (1, 0), (10, at), xycoords="axes fraction", textcoords="offset points", va="center",
                          color=self.colour(role), fontsize=self.look.font - 1, linespacing=1.15,
                          annotation_clip=False)
            if x < 0.97 or abs(at - y * height) > 4:
                width = axes.get_position().width * self.look.width
                axes.annotate("", (x, y), (1 + 8 / width, at / height), xycoords="axes fraction",
                              textcoords="axes fraction", annotation_clip=False,
                              arrowprops={"arrowstyle": "-", "color": self.colour(role), "linewidth": 0.7,
                                          "shrinkA": 0, "shrinkB": 4, "linestyle": (0, (1, 2))})


def _spread(placed: list[list], height: float) -> None:
    """Move overlapping labels apart, and into the panel.

    placed: labels, sorted by their first entry, the vertical position. The last entry of a label is its height.
    """
    for _ in range(500):
        before = [label[0] for label in placed]
        for below, above in zip(placed, placed[1:]):
            lack = (below[-1] + above[-1]) / 2 - (above[0] - below[0])
            if lack > 0:
                below[0] -= lack / 2
                above[0] += lack / 2
        for label in placed[:1]:
            label[0] = max(label[0], 0)
        for label in placed[-1:]:
            label[0] = min(label[0], height)
        if all(abs(label[0] - old) < 0.01 for label, old in zip(placed, before)):
            return


def steps(count: int) -> list[str]:
    """Return the colour roles of an ordered series of lines."""
    return [f"step{1 + round(index * 4 / max(1, count - 1))}" for index in range(count)]


def number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 10 or value == int(value) else f"{value:g}"


def logarithmic(axis, steps=(1, 3), base: int = 10) -> None:
    """Set the ticks of a logarithmic axis: 1, 3, 10, 30 ..., or other steps and another base."""
    low, high = sorted(axis.get_view_interval())
    ticks = [step * base ** power for power in range(-1, 8) for step in steps]
    axis.set_major_locator(FixedLocator([tick for tick in ticks if low * 0.999 <= tick <= high * 1.001]))
    plain(axis)


def ticks_at(axis, values) -> None:
    axis.set_major_locator(FixedLocator(list(values)))
    plain(axis)


def plain(axis) -> None:
    """Label an axis with plain numbers, without powers of ten."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: number(value)))
    axis.set_minor_locator(NullLocator())
    axis.set_minor_formatter(NullFormatter())
