# SPDX-License-Identifier: Apache-2.0
"""The tables of figures in README and docs. A pair of markers names each table:

    <!-- figures: NAME -->
    <!-- /figures -->

This module writes the text between the markers, from docs/figures.json.
"""
from __future__ import annotations

import functools
import re
from collections.abc import Callable
from pathlib import Path

from .. import configuration, kernels
from ..base import output, paths
from ..base.errors import MetroError
from ..base.marked import markdown_table
from ..figures import committed, inputs
from ..figures.key import LARGE_CACHES, SOFTWARE, TEMPLATE, TICK_HOOK, TIMER, Key, Who, of_run, select
from ..measure.sweep import points
from ..products import rtos
from . import guests, response, services, switch, tables, threads, units
from .own_build import newest
from .tables import HUNDREDTHS, MARK, TENTHS, WHOLE, Figures, Scope, Table, backquoted, format_exact, retention

BETWEEN = re.compile(r"(?<=^<!-- figures: )([\w-]+)( -->\n).*?(?=^<!-- /figures -->$)", re.MULTILINE | re.DOTALL)
PLOT = "docs/against-tasks.svg"
STAMP = "stamp"
OLD_LEGEND = "of an older state of this repository."
COMPARED = ("cooperative_scheduling", "preemptive_scheduling", "interrupt_preemption_processing")    # in README


def fill(text: str, found: dict, state: dict) -> str:
    """Return the text of a page with new tables and a new stamp. state: as committed.load() returns it.

    Raises MetroError if a marker names an unknown table.
    """
    def written(match: re.Match) -> str:
        if match[1] == STAMP:
            return f"{match[1]}{match[2]}{stamp(state)}\n"
        if match[1] not in TABLES:
            raise MetroError(f"no table of figures is called {match[1]}", f"tables are {', '.join(sorted(TABLES))}")
        return f"{match[1]}{match[2]}{markdown(match[1], Scope(found, state=state))}"
    return BETWEEN.sub(written, text)


def stamp(state: dict) -> str:
    """Return a line with the version and the tools that a page's figures were measured with."""
    version = f"version {state[committed.VERSION]}, " if committed.VERSION in state else ""
    return (f"*Figures that are not marked as old: {version}Verilator {state[inputs.VERILATOR]}, GCC "
            f"{state[inputs.COMPILER]}. `./metro figures --refresh` measures the old ones again.*")


def markdown(name: str, scope: Scope) -> str:
    """Return a table as Markdown, with a legend for the marks of old figures.

    If all its figures are old, one sentence replaces the marks.
    """
    table = TABLES[name](scope)
    text = markdown_table(table.columns, [(*head, *cells) for head, cells in table.rows], table.heads)
    older = sum(table.used.values())
    if older in (0, len(table.used)):
        return text.replace(MARK, "") + f"\nAll figures of this table are {OLD_LEGEND}\n" * bool(older)
    which = MARK if MARK in text else f"{older} of {len(table.used)} figures of this table are"
    return f"{text}\n{which} {OLD_LEGEND}\n"


def pages() -> list[Path]:
    """Return README and the pages of docs that have tables of figures."""
    return [path for path in (paths.ROOT / "README.md", *sorted((paths.ROOT / "docs").glob("*.md")))
            if BETWEEN.search(path.read_text())]


def renew() -> None:
    """Write the tables and the plot of README and docs from docs/figures.json. Unchanged files are not touched."""
    found, state = committed.load()
    output.write({paths.ROOT / PLOT: plot(found),
                  **{path: fill(path.read_text(), found, state).encode() for path in pages()}})


def plot(found: dict) -> bytes:
    """Return the plot of README as an SVG file."""
    from . import canvas, plots_cycles                     # imported late, because both load matplotlib
    with canvas.style(canvas.PICTURE, PLOT):
        return canvas.svg(plots_cycles.against_tasks(Figures(found), canvas.PICTURE).figure)


def shown_keys(found: dict) -> set[Key]:
    """Return the keys of the figures that the tables show. The plot also has figures that no table here shows."""
    return {key for make in TABLES.values() for key in make(Scope(found)).used}


# ---------------------------------------------------------------------------- tables that only README and docs show

BOTH = ("original", "combined")
HEADLINE = (*BOTH, "tickless")


def compared_kernels(scope: Scope) -> Table:
    """Return README's first table: each kernel in software, and on the units with register banks."""
    figure = scope.figures

    def cell(kernel: kernels.Kernel, what: str, statistic: str = "", caches: str = "") -> str:
        name = "" if kernel.key == rtos.DEFAULT else kernel.key
        version = newest(select(scope.found, what=what, kernel=name))
        return figure.many(*(of_run(what, statistic, Who(name, system), caches=caches, version=version)
                             for system in (SOFTWARE, kernel.with_banks)), form=WHOLE, needs_all=True)
    return Table("", "kernel", "configuration", "a semaphore wakes a higher task: cycles",
                 *(f"{name.replace('_', ' ')}: rounds/s" for name in COMPARED), figure=figure, rows=[
                     ([kernel.rtos.name, f"`{kernel.with_banks}`"],
                      [cell(kernel, kernel.wake_up, "mean"),
                       *(cell(kernel, f"thread_metric.{name}", caches=LARGE_CACHES) for name in COMPARED)])
                     for kernel in kernels.known()])


def headline(scope: Scope) -> Table:
    """Return README's table of uC/OS-II. A column shows the kernel and the core of one configuration."""
    figure, cores = scope.figures, [configuration.read(system).hardware for system in HEADLINE]
    rows = [([title * (kernel == "minimal"), kernel],
             [figure(of_run(what, statistic, system, 48, cfg=cfg), WHOLE) for system in HEADLINE])
            for title, what, statistic in (
                ("tick overhead when no task wakes: cycles per tick, mean", "tick.stolen", "mean"),
                ("wake-up latency, due tick to task: cycles, longest", "wakeup", "max"),
                ("interrupts disabled: cycles, longest", "irq.off", "max"))
            for kernel, cfg in (("minimal", ""), ("default", TEMPLATE))]
    rows += [(["CPU time left at a 10 kHz tick, 16 tasks (Dhrystone)", "minimal"],
              [figure(retention(system, 16, 10_000), TENTHS) + " %" for system in HEADLINE]),
             (["core: LUTs on 7-series", ""],
              [figure(points.area_of_core("xc7", core, "luts"), WHOLE) for core in cores]),
             (["core: clock on ECP5, MHz", ""], [figure(points.clock_of_core(core), TENTHS) for core in cores])]
    return Table("", "", "kernel", *backquoted(HEADLINE), rows=rows, figure=figure)


def gain(scope: Scope) -> Table:
    figure = scope.figures
    rows = [([title], [f"{figure(of_run(what, 'max', system, 48), WHOLE)} cycles" for system in BOTH])
            for title, what in (
                ("`OSTimeTick`, none due, longest", "tick.none_due"),
                ("`OSTimeTick`, workers (all due at once), longest", "tick.workers"),
                ("`OS_Sched`, no switch", "sched.no_switch"),
                ("timer interrupt, trap entry to `mret`, no task wakes", "tick.interrupt"),
                ("wake-up latency, due tick to task, longest", "wakeup"),
                ("interrupts disabled, longest", "irq.off"))]
    rows += [([f"CPU time left (Dhrystone) at {title}"],
              [figure(retention(system, *load), TENTHS) + " %" for system in BOTH])
             for title, load in (("1,000 Hz", (48, 1000)), ("10,000 Hz, 16 tasks", (16, 10_000)))]
    return Table("", "", *BOTH, rows=rows, figure=figure)


def tickless(scope: Scope) -> Table:
    figure, systems = scope.figures, ("original", "combined", "contexts", "tickless", "tickless-contexts")

    def run(what, statistic, caches=""):
        return lambda system: of_run(what, statistic, system, 48, caches=caches)

    def kept(tasks, hz, what="dhrystone"):
        return lambda system: of_run(what, "retention", system, tasks, hz=hz)
    rows = (("tick overhead, no task wakes, 48 tasks: mean", run("tick.stolen", "mean"), WHOLE),
            ("interrupts a second at 5,000 ticks, 48 tasks asleep", run("tick.interrupts", "per_second"), WHOLE),
            ("wake-up latency, due tick to task, 48 tasks: mean", run("wakeup", "mean"), WHOLE),
            ("the same, longest", run("wakeup", "max"), WHOLE),
            ("interrupts disabled, 48 tasks: longest", run("irq.off", "max"), WHOLE),
            ("CPU time left (Dhrystone) at 1 kHz, 48 tasks, %", kept(48, 1000), TENTHS),
            ("CPU time left (Dhrystone) at 10 kHz, 16 tasks, %", kept(16, 10_000), TENTHS),
            ("CPU time left (Dhrystone) at 50 kHz, 4 tasks asleep, %", kept(4, 50_000, "dhrystone.asleep"), TENTHS),
            ("time in which the core sleeps, %", run("periodic.asleep", ""), TENTHS),
            ("jitter, when all others sleep", run("periodic.idle", "jitter"), WHOLE),
            ("jitter while Dhrystone runs, caches of 64 KiB", run("periodic.dhrystone", "jitter", LARGE_CACHES), WHOLE),
            ("the same, caches of 4 KiB", run("periodic.dhrystone", "jitter"), WHOLE))
    return Table("", "", *backquoted(systems), figure=figure, rows=[
        ([title], [figure(of(system), form) for system in systems]) for title, of, form in rows])


def latencies(scope: Scope, *systems: str) -> Table:
    figure = scope.figures
    all_three = "min", "mean", "max"
    rows = (("interrupt latency, request to handler", "irq.latency", all_three),
            ("wake-up latency, due tick to task", "wakeup", all_three),
            ("interrupts disabled, longest", "irq.off", ("max",)))
    return Table("", "cycles: shortest / mean / longest", *backquoted(systems), figure=figure, rows=[
        ([title], [figure.statistics(of_run(what, "", system, 48), statistics, form=WHOLE)
                   for system in systems]) for title, what, statistics in rows])


def vectors(scope: Scope) -> Table:
    return latencies(scope, "tickless-contexts", "vectors")


def hot(scope: Scope) -> Table:
    return latencies(scope, "vectors", "hot")


def self_switch(scope: Scope) -> Table:
    return latencies(scope, "hot", "self-switch")


def tickless_template(scope: Scope) -> Table:
    figure, systems = scope.figures, ("original", "combined", "tickless", "tickless-contexts")

    def row(title, what, *statistics, uses=""):
        def of(system):                            # the template has an empty tick hook, except in tickless systems
            has_hook = uses == TICK_HOOK and not system.startswith("tickless")
            return figure.statistics(of_run(what, "", system, 48, cfg=TEMPLATE, uses="" if has_hook else uses),
                                     statistics, form=format_exact)
        return [title], [of(system) for system in systems]
    return Table("", "", *backquoted(systems), figure=figure, rows=[
        row("tick overhead, no task wakes: mean / longest", "tick.stolen", "mean", "max"),
        row("the same with a tick hook that does nothing", "tick.stolen", "mean", "max", uses=TICK_HOOK),
        row("the same with one timer", "tick.stolen", "mean", "max", uses=TIMER),
        row("interrupts disabled, longest", "irq.off", "max"),
        row("the same with a tick hook that does nothing", "irq.off", "max", uses=TICK_HOOK),
        row("the same with one timer", "irq.off", "max", uses=TIMER),
        row("wake-up latency, due tick to task: mean", "wakeup", "mean")])


def boards(scope: Scope) -> Table:
    figure = scope.figures

    def row(board):
        key = Key("board", device=board)

        def counted(what, form=WHOLE):
            one = key.of(what)
            return (f"{figure(one, form)} {scope.found[one]['unit']}" if one in scope.found
                    else "needs the vendor's tool")
        area = ", ".join(map(counted, ("luts", "ffs", "rams")))
        return [f"`{board.replace('-', ' ')}`", "yes", "yes", f"{figure(key.of('dmips'), HUNDREDTHS)} DMIPS", area,
                counted("mhz", TENTHS), counted("bytes")], []
    return Table("", "board", "generated", "linted", "simulated", "synthesised (Yosys)", "placed", "bitstream",
                 figure=figure, rows=map(row, sorted({key.device for key in select(scope.found, what="board")})))


TABLES: dict[str, Callable[[Scope], Table]] = {
    "kernels": compared_kernels, "headline": headline, "gain": gain,
    "cost": units.cost,
    "event-unit-area": units.event_unit, "event-unit-latency": services.event_unit_latency,
    "event-unit-latency-mutex-flags": services.event_unit_latency_mutex_flags,
    "event-unit-latency-patched": services.event_unit_latency_patched, "rtu": services.rtu,
    "switch": functools.partial(switch.costs, others=False), "register-banks": units.register_banks,
    "vectors": vectors, "hot": hot, "self-switch": self_switch, "time-base": units.time_base, "pieces": units.pieces,
    "task-lists": units.task_lists, "tickless": tickless,
    "tickless-template": tickless_template, "published-switches": switch.published_table,
    "published-tick": tables.published_tick,
    "thread-metric": lambda scope: services.thread_metric(scope, "O2", caches=[LARGE_CACHES])[0],
    "response": response.costs, "adapters": tables.adapters,
    "adapter-area": units.adapters, "boards": boards,
    **{f"threads-{name}": make for name, make in threads.TABLES.items()},
    **{f"guests-{name}": make for name, make in guests.TABLES.items()},
    **{name: make for kernel in kernels.known() for name, make in kernel.tables.items()},
}
