# SPDX-License-Identifier: Apache-2.0
"""The tables that `./metro bench` prints, the 2007 paper's figures beside ours."""
from __future__ import annotations

import csv
import sys

from . import figures as figures_module, shapes, workloads
from .shapes import published

NOTES = """\
Ours: cycles of the simulated SoC (VexRiscv full, caches 4 + 4 KiB, 50 MHz by definition), read by the harness from
the core's signals. N tasks of the benchmark and the idle task; workers sleep 1 + (n mod 7) ticks, measured over one
whole period of 420 ticks, so the longest has all of them due at once; none due: all asleep for long. -O applies to
all that is compiled, Dhrystone included; its strcpy and strcmp are picolibc's.
Paper 2007: Nios II/s at 50 MHz, Cyclone II; st/lt: typical shortest/longest. It names no unit (they read as cycles
and VAX MIPS). Another core, another compiler: compare ratios and shapes, not cycles. Its scores hardly differ between
-O0 and -O2, so its Dhrystone was perhaps compiled alike in both."""


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


def show(found: dict, budgets: dict, args) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 150)

    def table(title: str, *columns: str, rows) -> None:
        grid = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
        for index, column in enumerate(columns):
            grid.add_column(column, justify="left" if index == 0 else "right", no_wrap=True)
        rows = [row for row in rows if any(cell != "-" for cell in row[1])]
        for head, cells in rows:
            grid.add_row(*head, *cells)
        if rows:
            console.print(grid)

    def say(text: str) -> None:
        if text:
            console.print(f"{text}\n", style="dim", soft_wrap=True)

    figure = Figures(found)
    opts, systems = args.opt, args.system
    tasks = args.tasks or [4, 16, 48]

    for title, name, why, workloads_ in (
            ("OSTimeTick, cycles (the paper's Table 2)", "nios-ci-tick.csv", shapes.tick,
             (("none due", "tick.none_due"), ("workers", "tick.workers"))),
            ("OS_Sched, cycles (the paper's Table 3)", "nios-ci-sched.csv", shapes.sched,
             (("no switch", "sched.no_switch"), ("switch", "sched.switch")))):
        paper = {int(row["tasks"]): row for row in published(name)}

        def times(count, kind, paper=paper):
            row = paper.get(count)
            return f"{row[kind + '_st']} - {row[kind + '_lt']}" if row else "-"
        for opt in opts:
            table(f"{title} at -{opt}: min / mean / max", "tasks", "paper: software", "hardware", "ours", *systems,
                  rows=[([str(n), times(n, "software"), times(n, "hardware"), what],
                         [figure.many(stem, f"{system}.{n}.{opt}") for system in systems])
                        for n in tasks for what, stem in workloads_])
            say(why(found, opt))

    scores = {(row["optimisation"], int(row["tasks"]), int(row["tick_hz"])): row
              for row in published("nios-ci-dhrystone.csv")}

    def score(system, count, rate, opt):
        label = f"{system}.{count}.{rate}.{opt}"
        if f"dhrystone.dmips.{label}" not in found:
            return "-"
        paper = scores.get((opt, count, rate), {}).get(system, "-")
        return f"{paper} | {figure(f'dhrystone.dmips.{label}')}  {figure(f'dhrystone.retention.{label}')}"

    rates = [(n, hz) for n in args.tasks or [16, 48] for hz in args.hz] + [(16, 10000)]
    for opt in opts:
        number = {"O0": " (the paper's Table 4)", "O2": " (the paper's Table 5)"}.get(opt, "")
        table(f"Dhrystone 2.1 at -{opt}{number}: paper's score | DMIPS, retention %", "tasks", "tick Hz", *systems,
              rows=[([str(n), str(hz)], [score(system, n, hz, opt) for system in systems]) for n, hz in rates]
              + [(["none", "none"], [figure(f"dhrystone.dmips.{system}.0.0.{opt}") for system in systems])])
        if any(name.startswith("dhrystone.") and name.endswith(f".{opt}") for name in found):
            say(shapes.dhrystone(found, opt))

    felt = (("timer interrupt, trap entry to mret, none due", "tick.interrupt"),
            ("due tick to the woken task's own code", "wakeup"),
            ("interrupt line's rise to its handler", "irq.latency"),
            ("interrupts off", "irq.off"))
    for opt in opts:
        table(f"What a user feels at -{opt}, cycles: min / mean / max (jitter: max - min)", "", "tasks", *systems,
              rows=[([title, str(n)], [
                  f"{figure.many(stem, f'{system}.{n}.{opt}')} ({figure(f'{stem}.jitter.{system}.{n}.{opt}')})"
                  if f"{stem}.max.{system}.{n}.{opt}" in found else "-" for system in systems])
                    for title, stem in felt for n in tasks])

    rows = [("OSTimeTick, none due", "tick.none_due", "max"), ("OSTimeTick, workers", "tick.workers", "mean"),
            ("OS_Sched, no switch", "sched.no_switch", "max"), ("timer interrupt, none due", "tick.interrupt", "max"),
            ("due tick to task", "wakeup", "mean"), ("interrupts off", "irq.off", "max")]
    def pair(name):
        return f"{figure(name)} | {figure(name + '.template')}" if name + ".template" in found else "-"

    both = [system for system in ("original", "combined") if system in systems]
    table("The full template configuration beside the benchmarks' own (bench | template), cycles", "", "tasks",
          *(f"{system} {opt}" for opt in opts for system in both),
          rows=[([title, str(n)], [pair(f"{stem}.{measure}.{system}.{n}.{opt}") for opt in opts for system in both])
                for title, stem, measure in rows for n in [max(tasks)]])

    table("The kernel's objects with everything on (the template's configuration), bytes", "",
          *(f"{section} {opt}" for opt in opts for section in ("text", "data", "bss")),
          rows=[([title], [figure(f"size.kernel.{section}.{system}.{opt}")
                           for opt in opts for section in ("text", "data", "bss")])
                for title, system in size_rows(found)])
    if budgets:
        names = list(dict.fromkeys(name for budget in budgets.values() for name in budget))
        table("The budget of one tick: mean cycles of a timer interrupt by function, 48 tasks, none due, -O2", "",
              *budgets, rows=[([name], [f"{budget[name]:.0f}" if name in budget else "-"
                                        for budget in budgets.values()]) for name in names]
              + [(["all"], [f"{sum(budget.values()):.0f}" for budget in budgets.values()])])
    if args.kernel:
        show_given(table, found, figure)
        show_patched(table, found, figure, args, tasks)
    show_area(table, found)
    show_targets(table, found)
    if "sim.khz" in found:
        console.print(f"Simulation speed: {found['sim.khz']['value']:,.0f} kHz, "
                      f"{found['sim.speedup_over_litex_loop']['value']:.2f} times LiteX's own loop\n")
    console.print(NOTES, style="dim", soft_wrap=True)
    console.print(f"\n{len(found)} figures; ./metro figures [PATTERN] [--how] prints them, "
                  f"every run is in {figures_module.FILE.parent / 'runs'}")


def size_rows(found: dict) -> list:
    """(title, label) of every kernel whose size was measured."""
    labels = dict.fromkeys(name.split(".")[3] for name in found if name.startswith("size.kernel."))
    titles = {"given": "given", "original": "ours, software"}
    return [(titles.get(label, label.replace("patched-", "given, patched, ") if label.startswith("patched-")
                        else f"ours, {label}"), label) for label in labels]


def show_patched(table, found: dict, figure: Figures, args, tasks) -> None:
    """The given kernel before the patch and after it, in software and accelerated."""
    systems = [f"patched-{name}" for name in args.system]
    for opt in args.opt:
        table(f"The given kernel before and after the patch at -{opt}, cycles: min / mean / max", "tasks", "", "before",
              *args.system, rows=[([str(n), what], [figure.many(stem, f"{system}.{n}.{opt}")
                                                    for system in ("given", *systems)])
                                  for what, stem in (("OSTimeTick, none due", "tick.none_due"),
                                                     ("OSTimeTick, workers", "tick.workers"),
                                                     ("OS_Sched, no switch", "sched.no_switch"),
                                                     ("OS_Sched, switch", "sched.switch")) for n in tasks])


def show_area(table, found: dict) -> None:
    paper = {(row["unit"], row["tasks"], row["width_bits"]): f"{int(row['logic_cells']):,} / {int(row['registers']):,}"
             for row in published("nios-ci-area.csv")}

    def ours(name: str) -> str:
        sizes = [found.get(f"area.xc7.{name}.{what}") for what in ("luts", "ffs")]
        return " / ".join(f"{size['value']:,}" for size in sizes) if all(sizes) else "-"

    table("Area (the paper's Table 6: Cyclone II logic cells / registers; ours: 7-series LUTs / FFs)", "", "paper",
          "ours", rows=[([title, paper.get(key, "-")], [ours(name)]) for title, key, name in (
              ("ready unit, 64 tasks", ("scheduler", "64", ""), "ready.64"),
              ("time unit, 64 tasks, 16 bits, look-ahead", ("timer", "64", "16"), "time.64.16.lookahead"),
              ("time unit, 64 tasks, 16 bits, parallel", ("timer", "64", "16"), "time.64.16.parallel"),
              ("the core with both less the core without", None, "core_added.64.16.lookahead"))])
    table("Clock frequency of the core, ECP5-85, median of seven seeds", "", "MHz",
          rows=[([title], [f"{found[name]['value']:.1f}" if name in found else "-"]) for title, name in (
              ("without units", "fmax.ecp5.core"), ("with both units", "fmax.ecp5.core.64.16.lookahead"))])


def show_targets(table, found: dict) -> None:
    """What this kit set out to reach; a bound is a number, or another figure and what it is divided by."""
    def bound(text: str):
        name, _, divisor = text.partition(" / ")
        try:
            value = float(name)
        except ValueError:
            if name not in found:
                return None
            value = found[name]["value"]
        return value / float(divisor or 1)

    with open(workloads.BENCH / "targets.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    shown = []
    for row in rows:
        figure, reach, dream = found.get(row["figure"]), bound(row["reach"]), bound(row["dream"])
        if figure and reach is not None:
            value = figure["value"]
            more = row["figure"].startswith(("dhrystone", "fmax"))
            met = "dream" if dream is not None and (value >= dream if more else value <= dream) else (
                "reached" if (value >= reach if more else value <= reach) else "not reached")
            shown.append(([row["figure"]], [figures_module.text(value), figures_module.text(reach),
                                            figures_module.text(dream) if dream is not None else "-", met]))
    table("Targets", "figure", "ours", "reach", "dream", "", rows=shown)


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
