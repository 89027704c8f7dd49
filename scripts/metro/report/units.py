# SPDX-License-Identifier: Apache-2.0
"""The tables of the units' cost: area on each FPGA family, and the core's clock."""
from __future__ import annotations

from collections.abc import Iterable

from ..base.publications import read_table
from ..figures.key import Key, select
from ..measure import area as area_module
from ..measure.sweep import points
from .tables import HUNDREDTHS, NONE, TENTHS, Figures, Scope, Table

FAMILIES = area_module.FAMILIES
SIZE = {"N": 64, "W": 16, "engine": "lookahead"}
ALL_UNITS = {**SIZE, "E": 32, "queue_words": 64}
EVENT_UNIT = {"E": 32, "N": 64, "queue_words": 64}


def area_key(what: str, family: str = "xc7", **size) -> Key:
    return Key(f"area.{what}", device=family, **size)


def clock_key(what: str = "core", **size) -> Key:
    return Key(f"fmax.{what}", device="ecp5", **size)


def title_of(levels: int, waiting: int) -> str:
    return f"{levels} levels" + (f", {waiting} wait lists" if waiting else "")


def _by_family(figure: Figures, what: str, families: Iterable[str] = FAMILIES, brams: bool = True, **size) -> list[str]:
    """Return a table cell for each FPGA family: the area of a part, in the resources that the family counts.

    families: measured families; each other family gets a dash. brams: include the block RAMs.
    """
    return [figure.statistics(area_key(what, family, **size), [one for one in FAMILIES[family].counted
                                                               if brams or one != "brams"])
            if family in families else NONE for family in FAMILIES]


def area(scope: Scope) -> Table:
    """Return the table of the units' area with the paper's Tables 6 and 7. The last row has what both add to a core."""
    figure = scope.figures
    paper = {(row["unit"], row["tasks"], row["width_bits"]): f"{int(row['logic_cells']):,} / {int(row['registers']):,}"
             for row in read_table("nios-ci-area.csv")}
    rows = [("ready unit, 64 tasks", ("scheduler", "64", ""), "ready", {"N": 64})]
    rows += [(f"time unit, {tasks} tasks, {width} bits, {title}", (unit, tasks, width), "time",
              {"N": int(tasks), "W": int(width), "engine": engine})
             for unit, tasks, width in paper if unit == "timer"
             for title, engine in (("look-ahead", "lookahead"), ("parallel", "parallel"))]
    rows += [("difference of the core with and without both", None, "core_added", SIZE)]
    families = [family for family in ("cycloneiv", "xc7") if family == "xc7" or select(scope.found, device=family)]
    return Table(f"Area (the paper's Tables 6 and 7: Cyclone II logic cells / registers; ours: "
                 f"{'Cyclone IV logic cells / registers, and ' * (len(families) - 1)}7-series LUTs / FFs)", "", "paper",
                 *(FAMILIES[family].title for family in families),
                 rows=[([title, paper.get(key, NONE)],
                        [figure.statistics(area_key(what, family, **size), FAMILIES[family].counted[:2], needs_all=True)
                         for family in families]) for title, key, what, size in rows],
                 made_by="./metro bench area", figure=figure)


def cost(scope: Scope) -> Table:
    figure = scope.figures

    def row(title, what, clock, **size):
        return [title], [*(figure(area_key(what, **size).of(each)) for each in ("luts", "ffs")), clock]

    def clock(size):
        return (f"{figure(clock_key(**size), TENTHS)} MHz, "
                f"{figure(clock_key('ratio', **size), HUNDREDTHS)} of that without")
    return Table("", "", "7-series LUTs", "flip-flops", "clock on ECP5-85, median of seven seeds", figure=figure, rows=[
        row("time unit", "time", "", **SIZE), row("ready unit", "ready", "", N=64),
        row("event unit", "event", "", **EVENT_UNIT),
        row("core without units", "core", f"{figure(clock_key(), TENTHS)} MHz"),
        row("core with time unit and ready unit", "core", clock(SIZE), **SIZE),
        row("core with all three", "core", clock(ALL_UNITS), **ALL_UNITS)])


def event_unit(scope: Scope) -> Table:
    """Return the event unit's table: area alone, then area and clock of the core without units and with all three."""
    figure = scope.figures
    measured = select(scope.found, what="area.event", device="xc7")

    def row(title, what, clock, **size):
        return [title], [figure.statistics(area_key(what, **size), ("luts", "ffs")), clock and figure(clock, TENTHS)]
    return Table("The event unit: 32 events, 64 tasks, 64 words of queues", "", "7-series LUTs / flip-flops",
                 "clock on ECP5-85, MHz", made_by="./metro bench event", figure=figure, rows=[
                     row("the unit alone", "event", "", **EVENT_UNIT),
                     row("the core without units", "core", clock_key()),
                     row("the core with all three", "core", clock_key(**ALL_UNITS), **ALL_UNITS)] if measured else [],
                 note="clock: median of seven seeds" if measured else "")


def register_banks(scope: Scope) -> Table:
    figure, families = scope.figures, points.BLOCK_RAM
    counts = sorted({key.contexts for key in select(scope.found, what="area.core_contexts", statistic="luts")})
    return Table("The core of contexts by its register banks: LUTs or ALUTs / flip-flops / block RAMs", "banks",
                 *(FAMILIES[family].title for family in families), "clock, MHz", made_by="./metro bench contexts",
                 figure=figure, rows=[
                     ([str(count)], [*(figure.statistics(area_key("core_contexts", family, contexts=count),
                                                         FAMILIES[family].counted) for family in families),
                                     figure(clock_key("core_contexts", contexts=count), TENTHS)]) for count in counts],
                 note="clock: ECP5-85, median of seven seeds" if counts else "")


def time_base(scope: Scope) -> Table:
    figure = scope.figures
    return Table("The time base: LUTs, ALUTs or logic cells / flip-flops / block RAMs", "",
                 *(family.title for family in FAMILIES.values()), "clock, MHz", made_by="./metro bench time_base",
                 figure=figure, rows=[
                     ([title], [*_by_family(figure, what, brams=bool(clock)),
                                figure(clock_key(clock), TENTHS) if clock else NONE])
                     for title, what, clock in (("all three units", "units", ""),
                                                ("with a time base", "units_time_base", ""),
                                                ("more", "time_base", ""),
                                                ("the core of `tickless`", "core_time_base", "core_time_base"))],
                 note="clock: ECP5-85, median of seven seeds" if clock_key("core_time_base") in scope.found else "")


def task_lists(scope: Scope) -> Table:
    figure = scope.figures
    sizes = [dict(zip(("levels", "waiting"), lists)) for lists in points.LEVELS]
    measured = bool(select(scope.found, what="area.lists"))

    def core(title, what, **size):
        clocked = not size or tuple(size.values()) in points.CLOCKED
        return [title], [*_by_family(figure, what, points.BLOCK_RAM, **size),
                         figure(clock_key(what, **size), TENTHS) if clocked else NONE]
    return Table("The task lists, 64 tasks, 32 bits: LUTs, ALUTs or logic cells / flip-flops / block RAMs", "",
                 *(family.title for family in FAMILIES.values()), "clock, MHz", made_by="./metro bench lists",
                 figure=figure, rows=[
                     *(([title_of(**size)], [*_by_family(figure, "lists", brams=False, **size), NONE])
                       for size in sizes),
                     core("the core without units", "core"),
                     *(core(f"with {title_of(**size)}", "core_lists", **size) for size in sizes)] if measured else [],
                 note="clock: ECP5-85, median of seven seeds" if measured else "")


def pieces(scope: Scope) -> Table:
    """Return area and clock of the core with each piece for a shorter worst case."""
    figure = scope.figures
    titles = {"tickless-contexts": "`tickless-contexts`", "vectors": "with vectors (`vectors`)",
              "lines": "with vectors, and eight lines that post",
              "hot": "with vectors, and both hot memories (`hot`)",
              "self-switch": "the same, and it switches by itself (`self-switch`)"}

    def row(title, what, **size):
        return [title], [figure.statistics(area_key(what, **size), FAMILIES["xc7"].counted),
                         figure(clock_key(what, **size), TENTHS),
                         figure(clock_key("ratio", **size), HUNDREDTHS) if size else "1"]
    measured = bool(select(scope.found, what="area.core_pieces"))
    return Table("Pieces for a shorter worst case: the core", "", "7-series LUTs / flip-flops / block RAMs",
                 "clock, MHz", "of the core without units", made_by="./metro bench pieces", figure=figure, rows=[
                     row("the core without units", "core"),
                     *(row(title, "core_pieces", system=piece) for piece, title in titles.items())] if measured else [],
                 note="clock: ECP5-85, median of seven seeds" if measured else "")


def adapters(scope: Scope) -> Table:
    """Return the area of both units with each adapter, by family."""
    figure = scope.figures
    rows = {"both units, no adapter": "both", "CFU": "cfu", "Wishbone": "wishbone", "Nios II": "nios2",
            "Nios V": "niosv"}
    measured = select(scope.found, what="area.cfu", device="xc7")
    return Table("Area of the adapters, 64 tasks, 16 bits, look-ahead: LUTs (7-series, ECP5), ALUTs (Cyclone V) or "
                 "logic cells (Cyclone IV) / flip-flops", "", *(family.title for family in FAMILIES.values()),
                 made_by="./metro bench area", figure=figure,
                 rows=[([title], _by_family(figure, what, brams=False, **SIZE)) for title, what in rows.items()
                       if measured])


def clock(scope: Scope) -> Table:
    figure = scope.figures
    return Table("Clock frequency of the core, ECP5-85, median of seven seeds", "", "MHz",
                 made_by="./metro bench area", figure=figure,
                 rows=[([title], [figure(key)]) for title, key in (
                     ("without units", clock_key()), ("with both units", clock_key(**SIZE)))])


def bench_tables(scope: Scope) -> list[Table]:
    return [area(scope), adapters(scope), event_unit(scope), register_banks(scope), time_base(scope),
            task_lists(scope), pieces(scope), clock(scope)]
