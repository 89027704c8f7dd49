# SPDX-License-Identifier: Apache-2.0
"""The tables that `./metro bench` prints, the 2007 paper's figures beside ours."""
from __future__ import annotations

import csv
import sys

from . import figures as figures_module, workloads

PUBLISHED = workloads.BENCH / "published"

NOTES = """\
Ours: cycles of the simulated SoC (VexRiscv full, caches 4 + 4 KiB, 50 MHz by definition), read by the harness from
the core's signals. N tasks of the benchmark and the idle task; workers sleep 1 + (n mod 7) ticks, measured over one
whole period of 420 ticks, so the longest has all of them due at once; none due: all asleep for long. -O applies to
all that is compiled, Dhrystone included; its strcpy and strcmp are picolibc's.
Paper 2007: Nios II/s at 50 MHz, Cyclone II; st/lt: typical shortest/longest. It names no unit (they read as cycles
and VAX MIPS). Another core, another compiler: compare ratios and shapes, not cycles. Its scores hardly differ between
-O0 and -O2, so its Dhrystone was perhaps compiled alike in both."""


def published(name: str) -> list[dict]:
    with open(PUBLISHED / name, newline="") as file:
        return list(csv.DictReader(file))


class Figures:
    """Looks figures up; what was not measured shows as a dash."""

    def __init__(self, figures: dict):
        self.figures = figures

    def __call__(self, name: str) -> str:
        figure = self.figures.get(name)
        if not figure:
            return "-"
        value = figure["value"]
        if figure["unit"] in ("cycles", "bytes"):
            return f"{value:,.0f}"
        return f"{value:.1f}" if figure["unit"] == "%" else f"{value:.2f}"

    def many(self, stem: str, label: str, measures=("min", "mean", "max")) -> str:
        values = [self(f"{stem}.{measure}.{label}") for measure in measures]
        return "-" if set(values) == {"-"} else " / ".join(values)


def show(found: dict, args) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)

    def table(title: str, *columns: str, rows) -> None:
        grid = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
        for index, column in enumerate(columns):
            grid.add_column(column, justify="left" if index == 0 else "right", no_wrap=True)
        rows = [row for row in rows if any(cell != "-" for cell in row[1])]
        for head, cells in rows:
            grid.add_row(*head, *cells)
        if rows:
            console.print(grid)

    figure = Figures(found)
    opts = args.opt
    tasks = args.tasks or [4, 16, 48]

    ticks = {int(row["tasks"]): row for row in published("nios-ci-tick.csv")}
    scheds = {int(row["tasks"]): row for row in published("nios-ci-sched.csv")}

    def paper(rows, count):
        return f"{rows[count]['software_st']} / {rows[count]['software_lt']}" if count in rows else "-"

    table("OSTimeTick, cycles (the paper's Table 2; original)", "tasks", "paper st / lt",
          *(f"{what} {opt}" for opt in opts for what in ("none due", "workers min / mean / max")),
          rows=[([str(n), paper(ticks, n)], [
              cell for opt in opts for cell in (
                  figure(f"tick.none_due.max.original.{n}.{opt}"),
                  figure.many("tick.workers", f"original.{n}.{opt}"))]) for n in tasks])
    table("OS_Sched, cycles (the paper's Table 3; original)", "tasks", "paper st / lt",
          *(f"{what} {opt}" for opt in opts for what in ("no switch", "switch min / mean / max")),
          rows=[([str(n), paper(scheds, n)], [
              cell for opt in opts for cell in (
                  figure(f"sched.no_switch.max.original.{n}.{opt}"),
                  figure.many("sched.switch", f"original.{n}.{opt}"))]) for n in tasks])

    scores = {(row["optimisation"], int(row["tasks"]), int(row["tick_hz"])): row
              for row in published("nios-ci-dhrystone.csv")}
    for opt in opts:
        number = {"O0": " (the paper's Table 4; original)", "O2": " (the paper's Table 5; original)"}.get(opt, "")
        table(f"Dhrystone 2.1 at {opt}{number}; retention: of the score without tick and tasks",
              "tasks", "tick Hz", "paper score", "DMIPS", "Dhrystones/s", "retention %",
              rows=[([str(n), str(hz), scores.get((opt, n, hz), {}).get("original", "-")], [
                  figure(f"dhrystone.{measure}.original.{n}.{hz}.{opt}")
                  for measure in ("dmips", "per_second", "retention")])
                  for n in args.tasks or [16, 48] for hz in args.hz]
              + [(["none", "none", "-"], [*(figure(f"dhrystone.{measure}.original.0.0.{opt}")
                                             for measure in ("dmips", "per_second")), "-"])])

    felt = (("timer interrupt, trap entry to mret, none due", "tick.interrupt"),
            ("due tick to the woken task's first own instruction", "wakeup"),
            ("interrupt line's rise to its handler", "irq.latency"),
            ("interrupts off", "irq.off"))
    for opt in opts:
        table(f"What a user feels at {opt}, cycles: min / mean / max (jitter = max - min)", "", "tasks",
              "original", "jitter",
              rows=[([title, str(n)], [figure.many(stem, f"original.{n}.{opt}"),
                                       figure(f"{stem}.jitter.original.{n}.{opt}")]) for title, stem in felt
                    for n in tasks])

    rows = [("OSTimeTick, none due", "tick.none_due", "max"), ("OSTimeTick, workers", "tick.workers", "mean"),
            ("OS_Sched, no switch", "sched.no_switch", "max"), ("timer interrupt, none due", "tick.interrupt", "max"),
            ("due tick to task", "wakeup", "mean"), ("interrupts off", "irq.off", "max")]
    table("The full template configuration beside the benchmarks' own, cycles", "", "tasks",
          *(f"{cfg} {opt}" for opt in opts for cfg in ("bench", "template")),
          rows=[([title, str(n)], [figure(f"{stem}.{measure}.original.{n}.{opt}{row}")
                                   for opt in opts for row in ("", ".template")])
                for title, stem, measure in rows for n in tasks])

    table("The kernel's objects with everything on (the template's configuration), bytes", "",
          *(f"{section} {opt}" for opt in opts for section in ("text", "data", "bss")),
          rows=[([title], [figure(f"size.kernel.{section}.{system}.{opt}")
                           for opt in opts for section in ("text", "data", "bss")])
                for title, system in (("ours", "original"), ("given", "given"))])
    if args.kernel:
        show_given(table, found, figure)
    if "sim.khz" in found:
        console.print(f"Simulation speed: {found['sim.khz']['value']:,.0f} kHz, "
                      f"{found['sim.speedup_over_litex_loop']['value']:.2f} times LiteX's own loop\n")
    console.print(NOTES, style="dim", soft_wrap=True)
    console.print(f"\n{len(found)} figures; ./metro figures [PATTERN] [--how] prints them, "
                  f"every run is in {figures_module.FILE.parent / 'runs'}")


def show_given(table, found: dict, figure: Figures) -> None:
    """Our kernel beside the one that was given: what either's tick and scheduler cost, and what a user feels of it."""
    stems = ("tick.none_due", "tick.workers", "sched.no_switch", "sched.switch", "tick.interrupt", "wakeup",
             "dhrystone")
    rows, worst = {"": [], ".large_caches": []}, {}
    for name, ours in found.items():
        given = found.get(name.replace(".original.", ".given."))
        measured = name.startswith(stems) and (".mean." in name or ".dmips." in name)
        if ".original." not in name or not given or not measured or name.endswith(".template"):
            continue
        row = ".large_caches" if name.endswith(".large_caches") else ""
        percent = 100 * (ours["value"] / given["value"] - 1)
        if name.startswith(("tick.none_due", "tick.workers", "sched.no_switch")):
            worst[row] = max(worst.get(row, 0), abs(percent))
        rows[row].append(([name], [figure(name), figure(name.replace(".original.", ".given.")), f"{percent:+.1f}"]))
    for row, title in (("", "caches of 4 KiB"), (".large_caches", "caches of 64 KiB, where placement plays no part")):
        table(f"Our kernel beside the given one, software only, {title}", "figure", "ours", "given", "difference %",
              rows=rows[row])
        if row in worst:
            print(f"largest difference of OSTimeTick and OS_Sched there: {worst[row]:.1f} %\n")
