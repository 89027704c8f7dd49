# SPDX-License-Identifier: Apache-2.0
"""The plots of the kernel's services by system: the cycles of each service, and the scores of Thread-Metric."""
from __future__ import annotations

from ..figures.key import LARGE_CACHES, SOFTWARE, of_run, select
from ..measure import latency, thread_metric as workloads
from . import tables
from .canvas import SYSTEM_COLOURS, SYSTEM_MARKERS, Look, Sheet, logarithmic, names_of, number

KINDS = {"sem": "Semaphores", "mbox": "Mailboxes", "q": "Queues", "mutex": "Mutexes", "flag": "Flags"}
NAMES = {SOFTWARE: "software", "combined": "time and ready unit", "events": "with event unit"}
OPT = "O2"


def services(figure: tables.Figures, look: Look) -> Sheet | None:
    """Plot each service in each of its situations: a mark for each system, with numbers at the two extremes."""
    found = [key for key in select(figure.found, statistic="mean", optimisation=OPT, kernel="", cfg="", caches="")
             if key.system in NAMES]
    measured = {key.what for key in found}
    order = [name for names in latency.situations() for name in names if f"latency.{name}" in measured]
    panels = {title: rows for kind, title in KINDS.items()
              if (rows := [name for name in order if name.startswith(f"{kind}.")])}
    if not panels:
        return None
    systems = [system for system in NAMES if any(key.system == system and key.what.startswith("latency.")
                                                 for key in found)]
    most = max(map(len, panels.values()))
    # A wide plot has its legend in a separate panel.
    legend = 12 + 18 * len(systems) if look.is_narrow else 0
    sheet = Sheet(look, len(panels) + (not look.is_narrow), 84 + 20 * most + legend, 2,
                  left=124 if look.is_narrow else 146, right=44 if look.is_narrow else 52, top=48, bottom=30 + legend)
    for title, rows in panels.items():
        axes = sheet.panel(title, "cycles, mean")
        axes.set_xscale("log")
        axes.grid(axis="y", visible=False)
        axes.grid(axis="x")
        for row, situation in enumerate(rows):
            axes.annotate(situation.partition(".")[2], (0, -row), (-10, 0), xycoords=("axes fraction", "data"),
                          textcoords="offset points", ha="right", va="center", fontsize=look.font - 2)
            points = {}
            for system in systems:
                key = of_run(f"latency.{situation}", "mean", system, None, OPT)
                cycles = figure.value(key)
                if cycles is not None:
                    points[system] = cycles
                    axes.plot([cycles], [-row], color=sheet.colour(SYSTEM_COLOURS[system]), linewidth=0,
                              marker=SYSTEM_MARKERS[system], gid=names_of([key]), zorder=3)
            _label_ends(sheet, axes, points, -row)
        axes.set_ylim(-most + 0.4, 0.7)
        axes.set_yticks([])
        axes.set_xlim(5, 9000)
        logarithmic(axes.xaxis, (1,))
        axes.set_xlim(5, 9000)
    if look.is_narrow:
        _legend(sheet, axes, systems, 0, -40)
    else:
        axes = sheet.panel("", "")
        axes.set_axis_off()
        _legend(sheet, axes, systems, 1, -8)
    return sheet


def _label_ends(sheet: Sheet, axes, points: dict[str, float], at: float) -> None:
    """Label the smallest value on the left and the largest on the right, and draw a line between them."""
    least, most = min(points, key=points.get), max(points, key=points.get)
    axes.plot([points[least], points[most]], [at, at], color=sheet.colour("rule"), linewidth=2.4, zorder=1)
    for system, offset, side in ((least, -8, "right"), (most, 8, "left")):
        if side == "left" or points[least] < points[most]:
            axes.annotate(number(round(points[system], 1)), (points[system], at), (offset, 0), ha=side, va="center",
                          textcoords="offset points", color=sheet.colour(SYSTEM_COLOURS[system]), zorder=2,
                          fontsize=sheet.look.font - 2,
                          bbox={"boxstyle": "square,pad=0.1", "facecolor": sheet.colour("surface"),
                                "edgecolor": "none"})


def _legend(sheet: Sheet, axes, systems: list[str], start: float, offset: float) -> None:
    """Draw the legend. start: its first line, as a fraction of the panel; offset: in pixels, positive upwards."""
    signs = {"o": "●", "D": "◆", "P": "✚", "^": "▲", "s": "■"}
    for index, system in enumerate(systems):
        at = -sheet.left + 1, offset - 18 * index
        axes.annotate(f"{signs[SYSTEM_MARKERS[system]]}  {NAMES[system]}", (0, start), at, xycoords="axes fraction",
                      textcoords="offset points", color=sheet.colour(SYSTEM_COLOURS[system]), va="center",
                      fontsize=sheet.look.font - 1, annotation_clip=False)


def thread_metric(figure: tables.Figures, look: Look) -> Sheet | None:
    """Plot each workload's score on the other systems, as a multiple of the score of software."""
    found = [key for key in select(figure.found, statistic="speedup", optimisation=OPT, kernel="", sources="",
                                   caches=LARGE_CACHES) if key.part == "thread_metric" and key.system in NAMES]
    rows = [name for name in workloads.WORKLOADS if any(key.what == f"thread_metric.{name}" for key in found)]
    if not rows:
        return None
    systems = [system for system in NAMES if any(key.system == system for key in found)]
    pitch = 58 if look.is_narrow else 42
    sheet = Sheet(look, 1, 90 + 18 * len(systems) + pitch * len(rows), left=6 if look.is_narrow else 250, right=60,
                  top=44, bottom=46 + 18 * len(systems))
    axes = sheet.panel("", "")
    axes.annotate("Times software's score", (0, 1), (-sheet.left + 1, 14), xycoords="axes fraction",
                  textcoords="offset points", weight="bold")
    axes.grid(axis="y", visible=False)
    axes.grid(axis="x")
    axes.axvline(1, color=sheet.colour("muted"), linewidth=1)
    longest = 1.1
    for row, workload in enumerate(rows):
        place = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points", "va": "center"}
        title = workload.replace("_", " ")
        if look.is_narrow:
            axes.annotate(title, (0, -row), (0, 23), fontsize=look.font - 1, **place)
        else:
            axes.annotate(title, (0, -row), (-12, 0), ha="right", **place)
        for key in found:
            if key.what != f"thread_metric.{workload}":
                continue
            times, colour = figure.value(key), sheet.colour(SYSTEM_COLOURS[key.system])
            at = -row + 0.19 - 0.34 * systems.index(key.system) - (0.06 if look.is_narrow else 0)
            longest = max(longest, times)
            axes.plot([1, times], [at, at], color=colour, linewidth=3, alpha=0.45)
            axes.plot([times], [at], color=colour, linewidth=0, marker=SYSTEM_MARKERS[key.system], gid=names_of([key]))
            axes.annotate(f"{times:.2f}", (max(times, 1), at), (9, 0), textcoords="offset points", va="center",
                          color=colour, fontsize=look.font - 2)
    axes.set_ylim(-len(rows) + 0.45, 0.62)
    axes.set_yticks([])
    axes.set_xlim(0.9, longest * 1.03)
    _legend(sheet, axes, systems, 0, -40)
    return sheet
