# SPDX-License-Identifier: Apache-2.0
"""Tables of published figures, with ours where they are comparable. Sources: bench/publications."""
from __future__ import annotations

from ..base.publications import read_table
from ..figures.key import of_run
from ..products import isa
from . import plots_area, tables, units
from .tables import NONE, Figures, Table

SAME_CALL = {"manual task switch": "sched.switch"}         # a call in the RTU's table -> our comparable figure


def operations() -> Table:
    """Return every operation of the paper's two instructions, with its counterpart here."""
    instructions = {(row["unit"], row["operation"]): row for row in isa.read()["paper"]}
    rows = [(row, instructions[row["unit"], row["operation"]]) for row in read_table("nios-ci-operations.csv")]
    return Table("The paper's custom instructions, operation by operation", "unit", "operation", "ours",
                 rows=[([row["unit"], row["operation"]], [", ".join(here["by"])]) for row, here in rows])


def calls(found: dict) -> Table:
    """Return the times of calls with the RTU, which keeps uC/OS-II's lists in hardware on the bus, and our cycles."""
    figure, measured = Figures(found), {}
    for call, what in SAME_CALL.items():
        both = [figure.value(of_run(what, "mean", system, 48)) for system in ("original", "combined")]
        if None not in both:
            measured[call] = [f"{both[0]:,.0f}", f"{both[1]:,.0f}", f"{both[1] / both[0]:.2f}"]
    extra_columns = ("ours: software", "accelerated", "accelerated / software") if measured else ()
    return Table("uC/OS-II with the RTU hardware kernel (MicroBlaze at 24 MHz, Virtex-II, 2005): times of calls",
                 "call", "software", "RTU", "RTU / software", *extra_columns, figure=figure,
                 rows=[([row["call"]], [row["software"], row["hardware"], row["fraction"],
                                        *measured.get(row["call"], [NONE] * len(extra_columns))])
                       for row in read_table("rtu-syscalls.csv")],
                 note="Ours is OS_Sched to the other task's return, mean cycles, 48 tasks, -O2. The other calls are "
                      "not measured separately here." if measured else "")


def cores(found: dict) -> Table:
    """Return the area of cores with and without a hardware scheduler: ChamelIoT's and ours."""
    figure = Figures(found)
    rows, first = [], None
    for row in read_table("chameliot-area.csv"):
        luts = int(row["luts"])
        first = first or luts
        rows.append((["ChamelIoT", row["configuration"]],
                     [f"{luts:,}", f"{int(row['flip_flops']):,}", f"{100 * (luts / first - 1):+.0f} %"]))
    core = units.area_key("core")
    plain = figure.value(core.of("luts"))
    measured = [("VexRiscv", core)] + [(f"VexRiscv + {plots_area.configuration(*point)}",
                                        units.area_key("core", **dict(zip(("N", "W", "engine"), point))))
                                       for point in plots_area.points(found, core.of("luts"))]
    for title, key in measured:
        luts = figure.value(key.of("luts"))
        rows.append((["ours", title], [figure(key.of("luts")), figure(key.of("ffs")),
                                       f"{100 * (luts / plain - 1):+.0f} %" if luts and plain else NONE]))
    return Table("Cores with a scheduler in hardware, 7-series: ChamelIoT (Rocket, Arty A7-100T) and ours", "", "core",
                 "LUTs", "flip-flops", "LUTs added", rows=rows, figure=figure,
                 note="ChamelIoT's unit also implements functions that ours leaves to software, such as "
                      "synchronisation and messages. The same addition is a smaller share of a larger core."
                 if plain else "")


def without_counterpart() -> list[Table]:
    """Return published tables for which there are no comparable measurements here."""
    def table(title, file, **options):
        rows = read_table(file)
        heads = options.pop("heads", 1)
        return Table(title, *(column.replace("_", " ") for column in rows[0]), **options,
                     rows=[(list(row.values())[:heads], [_grouped(cell) for cell in list(row.values())[heads:]])
                           for row in rows])
    return [
        table("Thread-Metric scores in 30 s, software and ChamelIoT (Rocket at 65 MHz)", "chameliot-thread-metric.csv",
              heads=2, note="More is better. Ours: ./metro bench thread_metric."),
        table("Thread-Metric of uC/OS-II, native and virtualised by Ker-ONE (Cortex-A9 at 667 MHz)",
              "kerone-thread-metric.csv", note="More is better."),
        table("ReconOS: bus cycles (10 ns) of synchronisation from software and hardware threads (PowerPC 405, "
              "MicroBlaze, Virtex)", "reconos-sync.csv", note="Ours: ./metro threads turnaround."),
    ]


def _grouped(cell: str) -> str:
    return f"{int(cell):,}" if cell.isdigit() else cell


def paper(scope: tables.Scope) -> list[Table]:
    """Return the paper's Tables 2 to 7 with our figures."""
    return [*(table for pair in zip(*(tables.paper_times(scope, opt) for opt in scope.opts)) for table in pair),
            *(tables.dhrystone(scope, opt) for opt in scope.opts), units.area(scope)]
