# SPDX-License-Identifier: Apache-2.0
"""The numbers of the plots, as tables."""
from __future__ import annotations

from ..configuration import SYSTEMS
from ..figures.key import Key, of_run, select
from . import plots_area, units
from .tables import Figures, Table, retention as kept


def ticks(found: dict) -> list[Table]:
    """Return the cycles of OSTimeTick for all numbers of tasks that were measured."""
    made = []
    for opt in ("O2", "O0"):
        figure = Figures(found)
        tasks = sorted({x for system in SYSTEMS for x in figure.series(
            of_run("tick.workers", "max", system, None, opt), "tasks").x})
        made.append(Table(f"OSTimeTick at -{opt}, cycles: none due, longest / workers, longest", "tasks", *SYSTEMS,
                          rows=[([str(n)], [figure.many(*(of_run(what, "max", system, n, opt) for what in (
                              "tick.none_due", "tick.workers")), needs_all=True) for system in SYSTEMS])
                                for n in tasks],
                          figure=figure))
    return made


def retention(found: dict) -> list[Table]:
    made = []
    for opt in ("O2", "O0"):
        figure = Figures(found)
        loads = sorted({(key.tasks, key.hz) for key in
                        select(found, what="dhrystone", statistic="retention", optimisation=opt, kernel="")})
        made.append(Table(f"Dhrystone at -{opt}, % of the same build without ticks and other tasks", "tasks",
                          "tick Hz", *SYSTEMS, figure=figure,
                          rows=[([str(n), f"{hz:,}"], [figure(kept(system, n, hz, opt)) for system in SYSTEMS])
                                for n, hz in loads]))
    return made


def _size(figure: Figures, what: str, family: str, **size) -> str:
    return figure.statistics(units.area_key(what, family, **size), (plots_area.cells(family), "ffs"), needs_all=True)


def planes(found: dict) -> list[Table]:
    """Return the time unit's area for each family and engine: N in rows, W in columns."""
    made = []
    for family, title in plots_area.FAMILIES.items():
        for engine, name in plots_area.ENGINES.items():
            figure = Figures(found)
            points = [p for p in plots_area.points(found, Key("area.time", plots_area.cells(family), family))
                      if p[2] == engine]
            wide = sorted({width for _, width, _ in points})
            made.append(Table(f"Time unit, {name}, on {title}: {plots_area.UNITS[family]} / flip-flops", "N",
                              *(f"W = {width}" for width in wide), figure=figure,
                              rows=[([str(n)], [_size(figure, "time", family, N=n, W=width, engine=engine)
                                                for width in wide]) for n in sorted({n for n, _, _ in points})]))
    return made


def ready(found: dict) -> Table:
    figure = Figures(found)
    tasks = sorted({n for family in plots_area.FAMILIES
                    for n in figure.series(Key("area.ready", plots_area.cells(family), family), "N").x})
    return Table("Ready unit: LUTs, ALUTs or logic cells / flip-flops", "N", *plots_area.FAMILIES.values(),
                 rows=[([str(n)], [_size(figure, "ready", family, N=n) for family in plots_area.FAMILIES])
                       for n in tasks], figure=figure)


def cores(found: dict) -> Table:
    """Return the core's area on each family: without units, with time unit and ready unit, and the difference."""
    figure = Figures(found)
    points = sorted({point for family in plots_area.FAMILIES for point in
                     plots_area.points(found, Key("area.core", plots_area.cells(family), family))})
    rows = [(["the core without units"], [_size(figure, "core", family) for family in plots_area.FAMILIES])]
    for n, width, engine in points:
        for title, what in (("with both", "core"), ("difference", "core_added")):
            rows.append(([f"{plots_area.configuration(n, width, engine)}: {title}"],
                         [_size(figure, what, family, N=n, W=width, engine=engine) for family in plots_area.FAMILIES]))
    return Table("The core: LUTs, ALUTs or logic cells / flip-flops", "", *plots_area.FAMILIES.values(), rows=rows,
                 figure=figure)


def clock(found: dict) -> Table:
    figure, core = Figures(found), units.clock_key()
    sizes = [("without units", {})] + [(plots_area.configuration(*point), dict(zip(("N", "W", "engine"), point)))
                                       for point in plots_area.points(found, core)]
    rows = [(title, units.clock_key(**size), units.clock_key("ratio", **size)) for title, size in sizes
            if units.clock_key(**size) in found]
    lines = {key: dict(zip(series.x, series.keys)) for _, key, _ in rows for series in [figure.series(key, "seed")]}
    seeds = sorted({seed for line in lines.values() for seed in line})
    return Table("Fmax of the core on ECP5-85, MHz", "", "median", "to the core without",
                 *(f"seed {seed}" for seed in seeds), figure=figure,
                 rows=[([title], [figure(key), "1.00" if key == core else figure(ratio),
                                  *(figure(lines[key].get(seed)) for seed in seeds)]) for title, key, ratio in rows])
