# SPDX-License-Identifier: Apache-2.0
"""The numbers behind the plots, as tables."""
from __future__ import annotations

from ..configuration import SYSTEMS
from ..figures.key import Key, select
from . import plots_area
from .tables import NONE, Figures, Table


def ticks(found: dict) -> list[Table]:
    """OSTimeTick over all task counts that were measured."""
    made = []
    for opt in ("O2", "O0"):
        figure = Figures(found)
        tasks = sorted({x for system in SYSTEMS for x in figure.series(
            Key("tick.workers", "max", system=system, optimisation=opt), "tasks").x})
        made.append(Table(f"OSTimeTick at -{opt}, cycles: none due, longest / workers, longest", "tasks", *SYSTEMS,
                          rows=[([str(n)], [NONE if NONE in pair else " / ".join(pair) for pair in [
                              [figure(f"{stem}.max.{system}.{n}.{opt}") for stem in ("tick.none_due", "tick.workers")]
                              for system in SYSTEMS]]) for n in tasks], figure=figure))
    return made


def retention(found: dict) -> list[Table]:
    made = []
    for opt in ("O2", "O0"):
        figure = Figures(found)
        loads = sorted({(key.tasks, key.hz) for key in
                        select(found, what="dhrystone", statistic="retention", optimisation=opt, kernel="")})
        made.append(Table(f"Dhrystone at -{opt}, % of the same build with no tick and no other task", "tasks",
                          "tick Hz", *SYSTEMS, figure=figure,
                          rows=[([str(n), f"{hz:,}"], [figure(f"dhrystone.retention.{system}.{n}.{hz}.{opt}")
                                                       for system in SYSTEMS]) for n, hz in loads]))
    return made


def planes(found: dict) -> list[Table]:
    """The time unit on every family: N down, W across, both engines."""
    made = []
    for family, title in plots_area.FAMILIES.items():
        cells = plots_area.cells(family)
        for engine, name in plots_area.ENGINES.items():
            figure = Figures(found)
            points = [p for p in plots_area.points(found, Key("area.time", cells, family)) if p[2] == engine]
            wide = sorted({width for _, width, _ in points})
            made.append(Table(f"Time unit, {name}, on {title}: {plots_area.UNITS[family]} / flip-flops", "N",
                              *(f"W = {width}" for width in wide), figure=figure,
                              rows=[([str(n)], [figure.pair(f"area.{family}.time.{n}.{width}.{engine}", (cells, "ffs"))
                                                for width in wide]) for n in sorted({n for n, _, _ in points})]))
    return made


def ready(found: dict) -> Table:
    figure = Figures(found)
    tasks = sorted({n for family in plots_area.FAMILIES
                    for n in figure.series(Key("area.ready", plots_area.cells(family), family), "N").x})
    return Table("Ready unit: LUTs, ALUTs or logic cells / flip-flops", "N", *plots_area.FAMILIES.values(),
                 rows=[([str(n)], [figure.pair(f"area.{family}.ready.{n}", (plots_area.cells(family), "ffs"))
                                   for family in plots_area.FAMILIES]) for n in tasks], figure=figure)


def cores(found: dict) -> Table:
    """The core on every family: without units, with both, and the difference."""
    figure = Figures(found)
    points = sorted({point for family in plots_area.FAMILIES for point in
                     plots_area.points(found, Key("area.core", plots_area.cells(family), family))})

    def cell(family, name):
        return figure.pair(f"area.{family}.{name}", (plots_area.cells(family), "ffs"))
    rows = [(["the core without units"], [cell(family, "core") for family in plots_area.FAMILIES])]
    for n, width, engine in points:
        for title, stem in (("with both", "core"), ("difference", "core_added")):
            rows.append(([f"{plots_area.configuration(n, width, engine)}: {title}"],
                         [cell(family, f"{stem}.{n}.{width}.{engine}") for family in plots_area.FAMILIES]))
    return Table("The core: LUTs, ALUTs or logic cells / flip-flops", "", *plots_area.FAMILIES.values(), rows=rows,
                 figure=figure)


def clock(found: dict) -> Table:
    figure = Figures(found)
    names = [("without units", "fmax.ecp5.core", None)]
    names += [(plots_area.configuration(*point), f"fmax.ecp5.core.{point[0]}.{point[1]}.{point[2]}",
               f"fmax.ecp5.ratio.{point[0]}.{point[1]}.{point[2]}")
              for point in plots_area.points(found, Key("fmax.core", device="ecp5"))]
    seeds = sorted({seed for _, name, _ in names for seed in figure.series(Key.parse(name), "seed").x})
    return Table("Fmax of the core on ECP5-85, MHz", "", "median", "to the core without",
                 *(f"seed {seed}" for seed in seeds), figure=figure,
                 rows=[([title], [figure(name), figure(ratio) if ratio else "1.00",
                                  *(figure(f"{name}.seed{seed}") for seed in seeds)]) for title, name, ratio in names
                       if name in found])
