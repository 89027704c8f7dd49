# SPDX-License-Identifier: Apache-2.0
"""Tables of figures. This package describes each table once, for terminal, Markdown and HTML.

In titles, columns and cells, backquotes mark code. If no figure of a table exists, the table has no rows.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .. import kernels
from ..base.publications import read_table
from ..configuration import SYSTEMS
from ..figures import inputs, key as key_module
from ..figures.key import LARGE_CACHES, SOFTWARE, Key, Who, select_along, of_run, select
from ..measure import periodic as periodic_module

NOTES = """\
Ours: cycles of the simulated SoC (VexRiscv full, caches 4 + 4 KiB, 50 MHz by definition), read by the harness from
the core's signals. Services and Dhrystone: read by the firmware from the core's counter. N tasks of the benchmark and
the idle task; workers sleep 1 + (n mod 7) ticks, measured over one whole period of 420 ticks, so the longest has all
of them due at once; none due: all asleep for long. -O applies to all compiled code, including Dhrystone; its strcpy
and strcmp are picolibc's.
Paper 2007: Nios II/s at 50 MHz, Cyclone II; st/lt: typical shortest/longest. It names no unit (they read as cycles
and VAX MIPS). Another core, another compiler: compare ratios and shapes, not cycles. Its scores hardly differ between
-O0 and -O2, so its Dhrystone was perhaps compiled alike in both."""

TASKS, DHRYSTONE_TASKS = (4, 16, 48), (16, 48)         # the paper's numbers of tasks
RATES, FAST = (100, 1000), (16, 10_000)                # the paper's tick rates in Hz; (tasks, Hz) of many ticks
CACHES = {"": "caches of 4 KiB", LARGE_CACHES: "caches of 64 KiB, where placement plays no part"}
NONE = "-"                                             # not measured, or not published
MARK = "†"                                             # marks an old figure
SPREAD = ("min", "mean", "max")
WHOLE, TENTHS, HUNDREDTHS = "{:,.0f}", "{:.1f}", "{:.2f}"


@dataclass(frozen=True)
class Scope:
    """Figures, and the systems, optimisations and loads that the tables show. state: inputs; a figure with
    other or unknown inputs is marked as old. If state is None, no figure is marked."""
    found: dict[Key, dict]
    systems: Sequence[str] = tuple(SYSTEMS)
    opts: Sequence[str] = ("O2", "O0")
    tasks: Sequence[int] = TASKS
    dhrystone_tasks: Sequence[int] = DHRYSTONE_TASKS
    rates: Sequence[int] = RATES
    state: Mapping | None = None

    @property
    def figures(self) -> Figures:
        return Figures(self.found, self.state)


class Series(NamedTuple):
    """Figures along one column of their keys. x: the values of that column."""
    x: list[int]
    y: list[float]
    keys: list[Key]


def format_value(value: float, unit: str) -> str:
    if unit in ("cycles", "bytes") or isinstance(value, int):
        return f"{value:,.0f}"
    return f"{value:.1f}" if unit in ("%", "MHz") else f"{value:.2f}"


def format_exact(value: float, unit: str) -> str:
    """Format a whole number without decimals, and any other number with one decimal."""
    return f"{value:,.0f}" if value == round(value, 0) else f"{value:,.1f}"


def format_count(value: float, unit: str) -> str:
    """Format an int (a count) without decimals, and a float (a mean) with one decimal."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


class Figures:
    """Look up figures and format them. A missing figure becomes a dash. `used` records the figures found."""

    def __init__(self, found: dict[Key, dict], state: Mapping | None = None):
        self.found, self.state = found, state
        self.used: dict[Key, bool] = {}                    # figure -> whether it is old

    def value(self, key: Key | None) -> float | None:
        if key not in self.found:
            return None
        self.used[key] = self.state is not None and inputs.changed_inputs(self.found[key], self.state) != []
        return self.found[key]["value"]

    def __call__(self, key: Key | None, form: str | Callable = format_value) -> str:
        value = self.value(key)
        if value is None:
            return NONE
        text = form.format(value) if isinstance(form, str) else form(value, self.found[key]["unit"])
        return text + MARK * self.used[key]

    def series(self, like: Key, axis: str) -> Series:
        """Return the figures that differ from `like` only in the column `axis`, sorted by this column."""
        found = select_along(self.found, like, axis)
        return Series([x for x, in found], [self.value(key) for key in found.values()], list(found.values()))

    def many(self, *keys: Key, form: str | Callable = format_value, needs_all: bool = False) -> str:
        """Join figures with slashes. Return a dash if all are missing, or with `needs_all` if any is missing."""
        cells = [self(key, form) for key in keys]
        return NONE if set(cells) == {NONE} or (needs_all and NONE in cells) else " / ".join(cells)

    def computed(self, form: Callable[..., str], *keys: Key) -> str:
        """Return form(*values) of these figures, or a dash if one of them is missing."""
        values = [self.value(key) for key in keys]
        return NONE if None in values else form(*values) + MARK * any(self.used[key] for key in keys)

    def statistics(self, row: Key, statistics: Iterable[str] = SPREAD, **how) -> str:
        return self.many(*map(row.of, statistics), **how)


class Table:
    """A table of figures. rows: (titles, cells); a row that has only dashes as cells is left out. made_by: the command
    that measures the figures, shown if the table has no rows."""

    def __init__(self, title: str, *columns: str, rows: Iterable, figure: Figures | None = None, note: str = "",
                 made_by: str = ""):
        self.title, self.columns, self.note, self.made_by = title, columns, note, made_by
        self.rows = [(list(head), list(cells)) for head, cells in rows
                     if not cells or any(cell != NONE for cell in cells)]
        self.used = figure.used if figure else {}          # figure that the table shows -> whether it is old

    @property
    def heads(self) -> int:
        """Return the number of title columns."""
        return len(self.rows[0][0]) if self.rows else 1


def backquoted(names: Iterable) -> list[str]:
    return [f"`{name}`" for name in names]


def systems_of(keys: Iterable[Key]) -> list[Who]:
    """Return the kernels and systems of these figures: known ones first, in a fixed order."""
    found = [key.who for key in keys]
    known = [who for kernel in kernels.known() for who in kernel.systems]
    return sorted(set(found), key=[*known, *found].index)


# ----------------------------------------------------------------------- comparison with the paper's tables

TICKS = (("none due", "tick.none_due"), ("workers", "tick.workers"))
SCHEDS = (("no switch", "sched.no_switch"), ("switch", "sched.switch"))


def paper_times(scope: Scope, opt: str) -> list[Table]:
    """Return the paper's Tables 2 and 3 with our figures."""
    return [_paper_times(scope, opt, "OSTimeTick, cycles (the paper's Table 2)", "nios-ci-tick.csv", TICKS),
            _paper_times(scope, opt, "OS_Sched, cycles (the paper's Table 3)", "nios-ci-sched.csv", SCHEDS)]


def _paper_times(scope: Scope, opt: str, title: str, file: str, kinds) -> Table:
    figure, paper = scope.figures, {int(row["tasks"]): row for row in read_table(file)}

    def theirs(tasks, kind):
        row = paper.get(tasks)
        return f"{row[kind + '_st']} - {row[kind + '_lt']}" if row else NONE
    return Table(f"{title} at -{opt}: min / mean / max", "tasks", "paper: software", "hardware", "ours", *scope.systems,
                 rows=[([str(n), theirs(n, "software"), theirs(n, "hardware"), title],
                        [figure.statistics(of_run(what, "", system, n, opt)) for system in scope.systems])
                       for n in scope.tasks for title, what in kinds],
                 made_by=f"./metro bench tick --opt {opt}", figure=figure)


def published_tick(scope: Scope) -> Table:
    """Return the paper's Table 2 with our longest ticks at its numbers of tasks."""
    figure = scope.figures

    def span(system, tasks):
        both = [figure(of_run(what, "max", system, int(tasks)), WHOLE) for _, what in TICKS]
        return both[0] if both[0] == both[1] else " - ".join(both)
    return Table("OSTimeTick, cycles", "tasks", "paper, software", "paper, hardware", "ours, software",
                 "ours, `combined`", figure=figure, rows=[([], [
                     row["tasks"], *(f"{int(row[f'{kind}_st']):,} - {int(row[f'{kind}_lt']):,}"
                                     for kind in ("software", "hardware")),
                     *(span(system, row["tasks"]) for system in ("original", "combined"))])
                     for row in read_table("nios-ci-tick.csv")])


def retention(system: str | Who, tasks: int, hz: int, opt: str = "O2") -> Key:
    return of_run("dhrystone", "retention", system, tasks, opt, hz=hz)


def dhrystone(scope: Scope, opt: str) -> Table:
    """Return the paper's Table 4 (-O0) or 5 (-O2) with our figures."""
    figure = scope.figures
    scores = {(row["optimisation"], int(row["tasks"]), int(row["tick_hz"])): row
              for row in read_table("nios-ci-dhrystone.csv")}

    def score(system, count, rate):
        key = retention(system, count, rate, opt)
        if key.of("dmips") not in scope.found:
            return NONE
        return f"{scores.get((opt, count, rate), {}).get(system, NONE)} | {figure(key.of('dmips'))}  {figure(key)}"

    load = [(n, hz) for n in scope.dhrystone_tasks for hz in scope.rates]
    number = {"O0": " (the paper's Table 4)", "O2": " (the paper's Table 5)"}.get(opt, "")
    return Table(f"Dhrystone 2.1 at -{opt}{number}: paper's score | DMIPS, retention %", "tasks", "tick Hz",
                 *scope.systems,
                 rows=[*(([str(n), str(hz)], [score(system, n, hz) for system in scope.systems])
                         for n, hz in dict.fromkeys([*load, FAST])),
                       (["none", "none"], [figure(retention(system, 0, 0, opt).of("dmips"))
                                           for system in scope.systems])],
                 made_by=f"./metro bench dhrystone --opt {opt}", figure=figure)


# ------------------------------------------------------------------------------------ tables not in the paper

LATENCIES = (("timer interrupt, trap entry to mret, none due", "tick.interrupt"),
             ("wake-up latency, due tick to task", "wakeup"),
             ("interrupt latency, request to handler", "irq.latency"),
             ("interrupts off", "irq.off"))


def latencies(scope: Scope, opt: str) -> Table:
    figure = scope.figures

    def cell(what, system, n):
        key = of_run(what, "max", system, n, opt)
        return f"{figure.statistics(key)} ({figure(key.of('jitter'))})" if key in scope.found else NONE
    return Table(f"Latencies at -{opt}, cycles: min / mean / max (jitter: max - min)", "", "tasks",
                 *scope.systems, figure=figure,
                 rows=[([title, str(n)], [cell(what, system, n) for system in scope.systems])
                       for title, what in LATENCIES for n in scope.tasks])


def template(scope: Scope) -> Table:
    figure = scope.figures
    rows = (("OSTimeTick, none due", "tick.none_due", "max"), ("OSTimeTick, workers", "tick.workers", "mean"),
            ("OS_Sched, no switch", "sched.no_switch", "max"), ("timer interrupt, none due", "tick.interrupt", "max"),
            ("due tick to task", "wakeup", "mean"), ("interrupts off", "irq.off", "max"))

    def pair(key):
        full = dataclasses.replace(key, cfg=key_module.TEMPLATE)
        return f"{figure(key)} | {figure(full)}" if full in scope.found else NONE

    both = [system for system in ("original", "combined") if system in scope.systems]
    return Table("The benchmarks' configuration and the full template (bench | template), cycles", "", "tasks",
                 *(f"{system} {opt}" for opt in scope.opts for system in both), figure=figure,
                 made_by="./metro bench template",
                 rows=[([title, str(n)], [pair(of_run(what, statistic, system, n, opt))
                                          for opt in scope.opts for system in both])
                       for title, what, statistic in rows for n in [max(scope.tasks)]])


def adapters(scope: Scope) -> Table:
    """Compare the same units in the pipeline, behind the stock core's CFU bus and on Wishbone."""
    figure = scope.figures
    columns = {"software": ("original", ""), "the same, stock core": ("original", "cfu"),
               "Wishbone": ("combined", "wishbone"), "CFU, stock core": ("combined", "cfu"), "plugin": ("combined", "")}
    rows = (("`OSTimeTick`, none due", "tick.none_due"), ("`OS_Sched`, no switch", "sched.no_switch"),
            ("timer interrupt, trap entry to `mret`, no task wakes", "tick.interrupt"),
            ("wake-up latency, due tick to task", "wakeup"))
    measured = any(key.adapter and key.system != SOFTWARE for key in scope.found)     # software alone is no comparison
    return Table("Gain of the tight coupling: 48 tasks at -O2, cycles, longest", "", *columns,
                 made_by="./metro bench adapters", figure=figure,
                 rows=[([title], [figure(of_run(what, "max", system, 48, adapter=adapter), WHOLE)
                                  for system, adapter in columns.values()]) for title, what in rows if measured],
                 note="The stock core is LiteX's full+cfu. Like ours it has caches of 4 + 4 KiB, direct mapped, lines "
                      "of 32 bytes, static branch prediction and the same multiplier; unlike ours it decides branches "
                      "a stage earlier (a wrong guess costs fewer cycles), and takes no bus errors. So compare CFU "
                      "with software on the same core." if measured else "")


def sizes(scope: Scope) -> Table:
    figure = scope.figures

    def title(who):
        return {"given": "given", SOFTWARE: "ours, software"}.get(str(who)) or (
            f"given, patched, {who.system}" if who.kernel else f"ours, {who}")
    sections = [(section, opt) for opt in scope.opts for section in ("text", "data", "bss")]
    return Table("The kernel's objects with everything on (the template's configuration), bytes", "",
                 *(f"{section} {opt}" for section, opt in sections), made_by="./metro bench size", figure=figure,
                 rows=[([title(who)], [figure(of_run("size.kernel", section, who, None, opt))
                                       for section, opt in sections])
                       for who in dict.fromkeys(key.who for key in select(scope.found, what="size.kernel"))])


def budgets(found: dict[Key, dict]) -> dict[Who, dict[str, float]]:
    """Return the mean cycles of one timer interrupt by function, longest first, for each kernel and system."""
    measured: dict[Who, dict[str, float]] = {}
    for key in select(found, what="budget"):
        measured.setdefault(key.who, {})[key.function] = found[key]["value"]
    return {who: dict(sorted(measured[who].items(), key=lambda item: -item[1]))
            for who in dict.fromkeys([*map(Who.of, SYSTEMS), *sorted(measured)]) if who in measured}


def budget(scope: Scope) -> Table:
    figure, found = scope.figures, budgets(scope.found)
    functions = dict.fromkeys(name for budget in found.values() for name in budget)
    return Table("Budget of one tick: mean cycles of a timer interrupt by function, 48 tasks, none due, -O2", "",
                 *map(str, found), figure=figure,
                 rows=[*(([name], [figure(Key("budget", function=name, **who._asdict()), WHOLE) for who in found])
                         for name in functions),
                       *[(["all"], [f"{sum(budget.values()):.0f}" for budget in found.values()])] * bool(found)])


# -------------------------------------------------------------------------------- comparison with a given kernel

def given_kernel(scope: Scope) -> list[Table]:
    """Compare our kernel with the given one: ticks, scheduler, latencies and Dhrystone, for each size of caches."""
    found, figure = scope.found, scope.figures
    compared = ("tick.none_due", "tick.workers", "sched.no_switch", "sched.switch", "tick.interrupt",
                "tick.interrupt_workers", "wakeup", "dhrystone")
    rows, worst = {caches: [] for caches in CACHES}, {}
    for key in select(found, kernel="", system=SOFTWARE, cfg="", adapter=""):
        given_key = dataclasses.replace(key, kernel=key_module.GIVEN)
        if key.what not in compared or key.statistic not in ("mean", "dmips") or given_key not in found:
            continue
        percent = 100 * (found[key]["value"] / found[given_key]["value"] - 1)
        if key.what in compared[:3]:
            worst[key.caches] = max(worst.get(key.caches, 0), abs(percent))
        rows[key.caches].append(([str(key)], [figure(key), figure(given_key), f"{percent:+.1f}"]))
    return [Table(f"Our kernel and the given one, software only, {title}", "figure", "ours", "given", "difference %",
                  rows=rows[caches], note=f"largest difference of OSTimeTick and OS_Sched there: {worst[caches]:.1f} %"
                  if caches in worst else "") for caches, title in CACHES.items()]


def patched_kernel(scope: Scope, opt: str) -> Table:
    """Compare the given kernel before and after the patch, in software and accelerated."""
    figure = scope.figures
    columns = [Who(key_module.GIVEN, SOFTWARE), *(Who(key_module.PATCHED, name) for name in scope.systems)]
    return Table(f"The given kernel before and after the patch at -{opt}, cycles: min / mean / max", "tasks", "",
                 "before", *map(str, columns[1:]), figure=figure,
                 rows=[([str(n), f"{call}, {title}"],
                        [figure.statistics(of_run(what, "", who, n, opt)) for who in columns])
                       for call, kinds in (("OSTimeTick", TICKS), ("OS_Sched", SCHEDS)) for title, what in kinds
                       for n in scope.tasks])


def periodic(scope: Scope, opt: str) -> Table:
    """Return the latency and jitter of a periodic task, while the others sleep or Dhrystone runs."""
    keys, figure = select(scope.found, what=periodic_module.ASLEEP, optimisation=opt), scope.figures
    systems, tasks = systems_of(keys), periodic_module.TASKS

    def row(title, what, caches=""):
        return [title], [figure.statistics(of_run(what, "", who, tasks, opt, caches=caches), (*SPREAD, "jitter"))
                         for who in systems]
    return Table(f"One task wakes every {periodic_module.PERIOD} ticks at 10 kHz, at -{opt}: from its tick to its own "
                 "code, cycles: min / mean / max / jitter", "", *map(str, systems), figure=figure, rows=[
                     row("others asleep", periodic_module.IDLE), row("while Dhrystone runs", periodic_module.BUSY),
                     row("the same, caches of 64 KiB", periodic_module.BUSY, LARGE_CACHES),
                     (["of the time the core sleeps, others asleep"],
                      [figure(of_run(periodic_module.ASLEEP, "", who, tasks, opt)) for who in systems])]
                 if keys else [])
