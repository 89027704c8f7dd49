# SPDX-License-Identifier: Apache-2.0
"""The plots of the units' cost: area against tasks and width, the core's growth, the core's clock."""
from __future__ import annotations

import statistics
from dataclasses import replace

from ..base.publications import read_table
from ..figures.key import Key, select_along, select
from ..measure import area
from . import tables
from .canvas import Look, Sheet, logarithmic, names_of, number, steps, ticks_at

ENGINES = {"lookahead": "look-ahead", "parallel": "parallel"}
FAMILIES = {name: family.title for name, family in area.FAMILIES.items()}
CELLS = {"cycloneiv": "cells"}                             # family -> statistic of its logic cells, if not luts
UNITS = {"xc7": "LUTs", "ecp5": "LUTs", "cyclonev": "ALUTs", "cycloneiv": "logic cells"}
TASKS = (8, 16, 32, 64, 128, 256)


def cells(family: str) -> str:
    return CELLS.get(family, "luts")


def widths(found: dict, family: str) -> list[int]:
    return sorted({key.W for key in select(found, what="area.time", device=family, statistic=cells(family))})


def by_tasks(figure: tables.Figures, look: Look) -> Sheet | None:
    """Plot the time unit's area against tasks on Cyclone IV: two panels for each engine, a line for each width."""
    return _time_unit(figure, look, "tasks")


def by_width(figure: tables.Figures, look: Look) -> Sheet | None:
    return _time_unit(figure, look, "width")


def _time_unit(figure: tables.Figures, look: Look, against: str) -> Sheet | None:
    family = "cycloneiv"
    wide = widths(figure.found, family)
    if not wide:
        return None
    deep = sorted({key.N for key in select(figure.found, what="area.time", device=family, statistic="cells")})
    paper = [(int(row["tasks"]), int(row["width_bits"]), int(row["logic_cells"]), int(row["registers"]))
             for row in read_table("nios-ci-area.csv") if row["unit"] == "timer"]
    lines = wide if against == "tasks" else [n for n in (16, 64, 256) if n in deep] or deep
    sheet = Sheet(look, 4, 350, 2, left=52, right=104 if not look.is_narrow else 92)
    for what, title, place in (("cells", "logic cells", 2), ("ffs", "registers", 3)):
        drawn, ends = [], []
        for engine, name in ENGINES.items():
            axes = sheet.panel(f"{name[0].upper()}{name[1:]} engine", f"{title}, by "
                               + ("tasks N" if against == "tasks" else "counter width W, bits"))
            axes.set_xscale("log", base=2)
            axes.set_yscale("log")
            labels = []
            for line, role in zip(lines, steps(len(lines))):
                fixed, axis = ("W", "N") if against == "tasks" else ("N", "W")
                series = figure.series(Key("area.time", what, family, engine=engine, **{fixed: line}), axis)
                if not series.x:
                    continue
                axes.plot(series.x, series.y, color=sheet.colour(role), marker="o", markersize=3.5,
                          gid=names_of(series.keys))
                labels.append((series.x[-1], series.y[-1], f"{'W' if against == 'tasks' else 'N'} = {line}", role))
                drawn += series.y
            for width in sorted({point[1] for point in paper}):
                points = sorted((point[0], point[place]) for point in paper if point[1] == width)
                if against == "tasks":
                    axes.plot(*zip(*points), color=sheet.colour("ink"), linewidth=0.9, linestyle=(0, (4, 2)),
                              marker="D" if width == 16 else "s", markersize=5.5,
                              markerfacecolor=sheet.colour("surface"), zorder=4)
                    sheet.note(axes, f"paper, W = {width}", points[-1], (9, 3 if width == 16 else -3))
            if against == "width":
                for tasks in sorted({point[0] for point in paper}):
                    points = sorted((point[1], point[place]) for point in paper if point[0] == tasks)
                    axes.plot(*zip(*points), color=sheet.colour("ink"), linewidth=0.9, linestyle=(0, (4, 2)),
                              marker="D", markersize=5.5, markerfacecolor=sheet.colour("surface"), zorder=4)
                    sheet.note(axes, f"paper, N = {tasks}", points[-1], (9, 0))
            ticks_at(axes.xaxis, TASKS if against == "tasks" else wide)
            drawn += [point[place] for point in paper]
            axes.set_xlim(*((7, 256 * 1.1) if against == "tasks" else (wide[0] / 1.08, wide[-1] * 1.08)))
            ends.append((axes, labels))
        for axes, labels in ends:                          # both engines have the same scale
            axes.set_ylim(min(drawn) / 1.3, max(drawn) * 1.3)
            logarithmic(axes.yaxis)
            sheet.label_ends(axes, labels)
    return sheet


def families(figure: tables.Figures, look: Look) -> Sheet | None:
    """Plot the units' area against tasks on each family, at 16 bits."""
    found = [family for family in FAMILIES if widths(figure.found, family)]
    if not found:
        return None
    sheet = Sheet(look, len(found), 320, 2, left=52, right=110 if not look.is_narrow else 92)
    for family in found:
        axes = sheet.panel(FAMILIES[family], f"{UNITS[family]}, by tasks N; W = 16")
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        labels, drawn = [], []
        time = Key("area.time", cells(family), family, W=16)
        for key, title, role, marker in (
                (replace(time, engine="lookahead"), "time unit,\nlook-ahead", "accelerated", "D"),
                (replace(time, engine="parallel"), "time unit,\nparallel", "timer", "s"),
                (Key("area.ready", cells(family), family), "ready unit", "scheduler", "^")):
            series = figure.series(key, "N")
            if series.x:
                axes.plot(series.x, series.y, color=sheet.colour(role), marker=marker, markersize=4.5,
                          gid=names_of(series.keys))
                labels.append((series.x[-1], series.y[-1], title, role))
                drawn += series.y
        ticks_at(axes.xaxis, TASKS)
        axes.set_xlim(7, 256 * 1.1)
        axes.set_ylim(min([*drawn, 20]) / 1.2, max([*drawn, 20_000]) * 1.2)
        logarithmic(axes.yaxis)
        sheet.label_ends(axes, labels)
    return sheet


def points(found: dict, like: Key) -> list[tuple[int, int, str]]:
    """Return (tasks, width, engine) of the figures that differ from `like` only in these columns."""
    return sorted(select_along(found, like, "N", "W", "engine"), key=lambda p: (p[2], p[:2]))


def configuration(tasks: int, width: int, engine: str) -> str:
    return f"N = {tasks}, W = {width}, {ENGINES[engine]}"


def cores(found: dict, like: Key) -> list[Key]:
    """Return the keys of the figure `like` for cores with units. Cores with an event unit come last."""
    fields = {field: getattr(like, field) for field in ("what", "statistic", "device", "seed")}
    return sorted((key for key in select(found, **fields) if key.N),
                  key=lambda key: (key.E or 0, key.engine, key.N, key.W))


def title(key: Key) -> str:
    return configuration(key.N, key.W, key.engine) + (f", E = {key.E}" if key.E else "")


def role(key: Key) -> str:
    """Return the colour role of a core."""
    return "events" if key.E else "accelerated" if key.engine == "lookahead" else "timer"


def core(figure: tables.Figures, look: Look) -> Sheet | None:
    """Plot the core's LUTs on 7-series, without units and with the LUTs that the units add."""
    without = Key("area.core", "luts", "xc7")
    plain, keys = figure.value(without), cores(figure.found, without)
    if plain is None or not keys:
        return None
    pitch = 44 if look.is_narrow else 30
    sheet = Sheet(look, 1, 96 + pitch * (len(keys) + 1), left=6 if look.is_narrow else 262, right=104, top=44,
                  bottom=34)
    axes = sheet.panel("", "")
    axes.grid(axis="y", visible=False)
    axes.grid(axis="x")
    axes.annotate("LUTs of the core, 7-series", (0, 1), (-sheet.left + 1, 14), xycoords="axes fraction",
                  textcoords="offset points", weight="bold")
    lines = [("without units", plain, without, "rest")]
    lines += [(title(key), figure.value(key), key, role(key)) for key in keys]
    for row, (text, value, key, colour) in enumerate(lines):
        place = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points", "va": "center"}
        at = -row - (0.14 if look.is_narrow else 0)
        if look.is_narrow:
            axes.annotate(text, (0, -row), (0, 14), fontsize=look.font - 1, **place)
        else:
            axes.annotate(text, (0, -row), (-12, 0), ha="right", **place)
        axes.barh(at, min(plain, value), 0.46, color=sheet.colour("rest"))[0].set_gid(names_of([key]))
        if value > plain:
            axes.barh(at, value - plain, 0.46, plain, color=sheet.colour(colour))
        text = number(value) if row == 0 else f"{value - plain:+,} ({100 * (value / plain - 1):+.0f} %)"
        axes.annotate(text, (value, at), (7, 0), textcoords="offset points", va="center", fontsize=look.font - 1)
    axes.set_ylim(-len(lines) + 0.4, 0.7)
    axes.set_yticks([])
    axes.xaxis.get_major_locator().set_params(nbins=3 if look.is_narrow else 8, integer=True)
    axes.xaxis.set_major_formatter(lambda value, _: number(value))
    return sheet


def clock(figure: tables.Figures, look: Look) -> Sheet | None:
    """Plot the core's Fmax on ECP5: a dot for each seed, a line at the median."""
    without = Key("fmax.core", device="ecp5")
    rows = [("without units", without, "paper")]
    rows += [(title(key), key, role(key)) for key in cores(figure.found, without)]
    rows = [row for row in rows if row[1] in figure.found]
    if not rows:
        return None
    pitch = 52 if look.is_narrow else 36
    sheet = Sheet(look, 1, 90 + pitch * len(rows), left=4 if look.is_narrow else 262, right=60, top=44, bottom=34)
    axes = sheet.panel("", "")
    axes.grid(axis="y", visible=False)
    axes.grid(axis="x")
    axes.annotate("Fmax, MHz, each seed", (0, 1), (-sheet.left + 1, 14), xycoords="axes fraction",
                  textcoords="offset points", weight="bold")
    every = []
    for row, (text, key, colour) in enumerate(rows):
        seeds, median = figure.series(key, "seed"), figure.value(key)
        place = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points", "va": "center"}
        if look.is_narrow:
            axes.annotate(text, (0, -row), (0, 17), fontsize=look.font - 1, **place)
        else:
            axes.annotate(text, (0, -row), (-12, 0), ha="right", **place)
        at = -row - (0.16 if look.is_narrow else 0)
        if seeds.x:
            axes.plot([min(seeds.y), max(seeds.y)], [at, at], color=sheet.colour(colour), linewidth=1, alpha=0.6)
            axes.plot(seeds.y, [at] * len(seeds.y), color=sheet.colour(colour), linewidth=0, marker="o", alpha=0.55,
                      markeredgewidth=0, markersize=7, gid=names_of(seeds.keys))
        axes.plot([median], [at], color=sheet.colour(colour), marker="|", markersize=18, markeredgewidth=2.4,
                  gid=names_of([key]))
        axes.annotate(f"{median:.1f}", (1, at), (54, 0), xycoords=("axes fraction", "data"), ha="right",
                      textcoords="offset points", va="center", color=sheet.colour(colour))
        every += [*seeds.y, median]
    middle = statistics.median(every)
    axes.set_xlim(min([*every, middle - 5]) - 1, max([*every, middle + 5]) + 1)
    axes.set_ylim(-len(rows) + 0.4, 0.6)
    axes.set_yticks([])
    axes.annotate("median", (1, 1), (54, 8), xycoords="axes fraction", textcoords="offset points", ha="right",
                  color=sheet.colour("muted"), fontsize=look.font - 1)
    return sheet
