# SPDX-License-Identifier: Apache-2.0
"""The tables of the figures, the 2007 paper's beside ours: what `./metro bench` prints and the report shows.

A table that finds none of its figures has no rows.
"""
from __future__ import annotations

import csv
import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..configuration import EVERY_SYSTEM, SYSTEMS
from ..figures import key as key_module, store as figures_module
from ..figures.key import LARGE_CACHES, Key, along, select
from ..measure import (area as area_module, cold as cold_module, freertos as freertos_module,
                       freertos_programs as programs_module, latency as latency_module, periodic as periodic_module,
                       thread_metric as thread_metric_module, workloads)
from . import shapes
from .shapes import published

NOTES = """\
Ours: cycles of the simulated SoC (VexRiscv full, caches 4 + 4 KiB, 50 MHz by definition), read by the harness from
the core's signals; of services and Dhrystone, by the firmware from the core's counter. N tasks of the benchmark and
the idle task; workers sleep 1 + (n mod 7) ticks, measured over one whole period of 420 ticks, so the longest has all
of them due at once; none due: all asleep for long. -O applies to all that is compiled, Dhrystone included; its strcpy
and strcmp are picolibc's.
Paper 2007: Nios II/s at 50 MHz, Cyclone II; st/lt: typical shortest/longest. It names no unit (they read as cycles
and VAX MIPS). Another core, another compiler: compare ratios and shapes, not cycles. Its scores hardly differ between
-O0 and -O2, so its Dhrystone was perhaps compiled alike in both."""

TASKS, DHRYSTONE_TASKS = (4, 16, 48), (16, 48)         # the paper's
RATES, FAST = (100, 1000), (16, 10_000)                # its tick rates; where the tick itself is the load
CACHES = {"": "caches of 4 KiB", key_module.LARGE_CACHES: "caches of 64 KiB, where placement plays no part"}
NONE = "-"                                             # what was not measured, or not published


@dataclass(frozen=True)
class Scope:
    """Figures, and which of them the tables are about."""
    found: dict
    systems: Sequence[str] = tuple(SYSTEMS)
    opts: Sequence[str] = ("O2", "O0")
    tasks: Sequence[int] = TASKS
    dhrystone_tasks: Sequence[int] = DHRYSTONE_TASKS
    rates: Sequence[int] = RATES


class Series(NamedTuple):
    """x: the field that differs."""
    x: list[int]
    y: list[float]
    names: list[str]


class Figures:
    """Looks figures up and formats them; what was not measured shows as a dash. Remembers what it showed."""

    def __init__(self, figures: dict):
        self.figures = figures
        self.used: dict[str, None] = {}

    def value(self, name: str) -> float | None:
        if name not in self.figures:
            return None
        self.used[name] = None
        return self.figures[name]["value"]

    def __call__(self, name: str) -> str:
        value = self.value(name)
        return NONE if value is None else shown(value, self.figures[name]["unit"])

    def series(self, like: Key, axis: str) -> Series:
        """The figures that differ from this one in one field only, by that field."""
        found = along(self.figures, like, axis)
        return Series([x for x, in found], [self.value(name) for name in found.values()], list(found.values()))

    def many(self, stem: str, label: str, measures=("min", "mean", "max")) -> str:
        values = [self(f"{stem}.{measure}.{label}") for measure in measures]
        return NONE if set(values) == {NONE} else " / ".join(values)

    def pair(self, stem: str, measures: Sequence[str]) -> str:
        """All of the measures, or a dash."""
        values = [self(f"{stem}.{measure}") for measure in measures]
        return NONE if NONE in values else " / ".join(values)


def shown(value: float, unit: str) -> str:
    if unit in ("cycles", "bytes") or isinstance(value, int):
        return f"{value:,.0f}"
    return f"{value:.1f}" if unit in ("%", "MHz") else f"{value:.2f}"


class Table:
    """Rows are (what it is about, the figures of it); those without any figure are left out. made_by: the command that
    measures them, for when there are none."""

    def __init__(self, title: str, *columns: str, rows: Iterable, figure: Figures | None = None, note: str = "",
                 made_by: str = ""):
        self.title, self.columns, self.note, self.made_by = title, columns, note, made_by
        self.rows = [(list(head), list(cells)) for head, cells in rows if any(cell != NONE for cell in cells)]
        self.names = list(figure.used) if figure else []           # of the figures that it shows


# ------------------------------------------------------------------------------------- beside the paper's tables

def times(scope: Scope, opt: str) -> list[Table]:
    """The paper's Tables 2 and 3."""
    return [_times(scope, opt, "OSTimeTick, cycles (the paper's Table 2)", "nios-ci-tick.csv", shapes.tick,
                   (("none due", "tick.none_due"), ("workers", "tick.workers"))),
            _times(scope, opt, "OS_Sched, cycles (the paper's Table 3)", "nios-ci-sched.csv", shapes.sched,
                   (("no switch", "sched.no_switch"), ("switch", "sched.switch")))]


def _times(scope: Scope, opt: str, title: str, file: str, why, stems) -> Table:
    figure, paper = Figures(scope.found), {int(row["tasks"]): row for row in published(file)}

    def theirs(tasks, kind):
        row = paper.get(tasks)
        return f"{row[kind + '_st']} - {row[kind + '_lt']}" if row else NONE
    return Table(f"{title} at -{opt}: min / mean / max", "tasks", "paper: software", "hardware", "ours", *scope.systems,
                 rows=[([str(n), theirs(n, "software"), theirs(n, "hardware"), what],
                        [figure.many(stem, f"{system}.{n}.{opt}") for system in scope.systems])
                       for n in scope.tasks for what, stem in stems],
                 made_by=f"./metro bench tick --opt {opt}", figure=figure, note=why(scope.found, opt))


def dhrystone(scope: Scope, opt: str) -> Table:
    """The paper's Tables 4 and 5."""
    figure = Figures(scope.found)
    scores = {(row["optimisation"], int(row["tasks"]), int(row["tick_hz"])): row
              for row in published("nios-ci-dhrystone.csv")}

    def score(system, count, rate):
        label = f"{system}.{count}.{rate}.{opt}"
        if f"dhrystone.dmips.{label}" not in scope.found:
            return NONE
        paper = scores.get((opt, count, rate), {}).get(system, NONE)
        return f"{paper} | {figure(f'dhrystone.dmips.{label}')}  {figure(f'dhrystone.retention.{label}')}"

    load = [(n, hz) for n in scope.dhrystone_tasks for hz in scope.rates]
    number = {"O0": " (the paper's Table 4)", "O2": " (the paper's Table 5)"}.get(opt, "")
    return Table(f"Dhrystone 2.1 at -{opt}{number}: paper's score | DMIPS, retention %", "tasks", "tick Hz",
                 *scope.systems,
                 rows=[*(([str(n), str(hz)], [score(system, n, hz) for system in scope.systems])
                         for n, hz in dict.fromkeys([*load, FAST])),
                       (["none", "none"], [figure(f"dhrystone.dmips.{system}.0.0.{opt}") for system in scope.systems])],
                 made_by=f"./metro bench dhrystone --opt {opt}", figure=figure,
                 note=shapes.dhrystone(scope.found, opt)
                 if select(scope.found, what="dhrystone", optimisation=opt) else "")


def area(scope: Scope) -> Table:
    """The paper's Tables 6 and 7, and what the units add to the core."""
    figure = Figures(scope.found)
    paper = {(row["unit"], row["tasks"], row["width_bits"]): f"{int(row['logic_cells']):,} / {int(row['registers']):,}"
             for row in published("nios-ci-area.csv")}
    rows = [("ready unit, 64 tasks", ("scheduler", "64", ""), "ready.64")]
    rows += [(f"time unit, {tasks} tasks, {width} bits, {title}", (unit, tasks, width),
              f"time.{tasks}.{width}.{engine}")
             for unit, tasks, width in paper if unit == "timer"
             for title, engine in (("look-ahead", "lookahead"), ("parallel", "parallel"))]
    rows += [("the core with both less the core without", None, "core_added.64.16.lookahead")]
    four = bool(select(scope.found, device="cycloneiv"))
    return Table(f"Area (the paper's Tables 6 and 7: Cyclone II logic cells / registers; ours: "
                 f"{'Cyclone IV logic cells / registers, and ' * four}7-series LUTs / FFs)", "", "paper",
                 *["Cyclone IV"] * four, "7-series",
                 rows=[([title, paper.get(key, NONE)],
                        [figure.pair(f"area.cycloneiv.{name}", ("cells", "ffs"))] * four
                        + [figure.pair(f"area.xc7.{name}", ("luts", "ffs"))]) for title, key, name in rows],
                 made_by="./metro bench area", figure=figure)


def event_unit(scope: Scope) -> Table:
    """What it takes, alone and in the core."""
    figure, all_units = Figures(scope.found), "64.16.lookahead.32.64"
    measured = select(scope.found, what="area.event", device="xc7")
    return Table("The event unit: 32 events, 64 tasks, 64 words of queues", "", "7-series LUTs / FFs",
                 "core's clock on ECP5-85, MHz", made_by="./metro bench event", figure=figure,
                 rows=[(["the unit alone"], [figure.pair("area.xc7.event.32.64.64", ("luts", "ffs")), NONE]),
                       (["the core without units"], [figure.pair("area.xc7.core", ("luts", "ffs")),
                                                     figure("fmax.ecp5.core")]),
                       (["the core with all three"], [figure.pair(f"area.xc7.core.{all_units}", ("luts", "ffs")),
                                                      figure(f"fmax.ecp5.core.{all_units}")])] if measured else [],
                 note="clock: median of seven seeds" if measured else "")


def register_banks(scope: Scope) -> Table:
    figure = Figures(scope.found)
    counts = sorted(key.contexts for key in select(scope.found, what="area.core_contexts", statistic="luts",
                                                   device="xc7"))
    counted = "luts", "ffs", "brams"
    return Table("The core of contexts by its register banks", "contexts", "7-series LUTs / FFs / block RAMs",
                 "more than without", "clock on ECP5-85, MHz", made_by="./metro bench contexts", figure=figure,
                 rows=[([str(count)], [figure.pair(f"area.xc7.core_contexts.{count}", counted),
                                       figure.pair(f"area.xc7.contexts.{count}", counted),
                                       figure(f"fmax.ecp5.core_contexts.{count}")]) for count in counts],
                 note="clock: median of seven seeds" if counts else "")


def adapter_areas(scope: Scope) -> Table:
    """Both units behind each bus, by family; the plugin has no netlist of its own: it is what the core grows by."""
    figure, families = Figures(scope.found), area_module.FAMILIES
    rows = {"both units, no adapter": "both", "CFU": "cfu", "Wishbone": "wishbone", "Nios II": "nios2",
            "Nios V": "niosv", "plugin: the core with both less the core without": "core_added"}
    measured = select(scope.found, what="area.cfu", device="xc7")
    return Table("Area of the adapters, 64 tasks, 16 bits, look-ahead: LUTs (7-series, ECP5), ALUTs (Cyclone V) or "
                 "logic cells (Cyclone IV) / flip-flops", "", *(family.title for family in families.values()),
                 made_by="./metro bench area", figure=figure,
                 rows=[([title], [figure.pair(f"area.{name}.{what}.64.16.lookahead", (family.counted[0], "ffs"))
                                  for name, family in families.items()]) for title, what in rows.items()
                       if measured])


# ------------------------------------------------------------------------------------------- what the paper has not

FELT = (("timer interrupt, trap entry to mret, none due", "tick.interrupt"),
        ("due tick to the woken task's own code", "wakeup"),
        ("interrupt line's rise to its handler", "irq.latency"),
        ("interrupts off", "irq.off"))


def felt(scope: Scope, opt: str) -> Table:
    figure = Figures(scope.found)
    return Table(f"What a user feels at -{opt}, cycles: min / mean / max (jitter: max - min)", "", "tasks",
                 *scope.systems, figure=figure, rows=[([title, str(n)], [
                     f"{figure.many(stem, f'{system}.{n}.{opt}')} ({figure(f'{stem}.jitter.{system}.{n}.{opt}')})"
                     if f"{stem}.max.{system}.{n}.{opt}" in scope.found else NONE for system in scope.systems])
                       for title, stem in FELT for n in scope.tasks])


def template(scope: Scope) -> Table:
    figure = Figures(scope.found)
    rows = (("OSTimeTick, none due", "tick.none_due", "max"), ("OSTimeTick, workers", "tick.workers", "mean"),
            ("OS_Sched, no switch", "sched.no_switch", "max"), ("timer interrupt, none due", "tick.interrupt", "max"),
            ("due tick to task", "wakeup", "mean"), ("interrupts off", "irq.off", "max"))

    def pair(name):
        return f"{figure(name)} | {figure(name + '.template')}" if name + ".template" in scope.found else NONE

    both = [system for system in ("original", "combined") if system in scope.systems]
    return Table("The full template configuration beside the benchmarks' own (bench | template), cycles", "", "tasks",
                 *(f"{system} {opt}" for opt in scope.opts for system in both), figure=figure,
                 made_by="./metro bench template",
                 rows=[([title, str(n)], [pair(f"{stem}.{measure}.{system}.{n}.{opt}")
                                          for opt in scope.opts for system in both])
                       for title, stem, measure in rows for n in [max(scope.tasks)]])


def adapters(scope: Scope) -> Table:
    """What tight coupling buys: the same units in the pipeline, behind the stock core's CFU bus and on Wishbone."""
    figure = Figures(scope.found)
    columns = {"software": "original.48.O2", "software, stock core": "original.48.O2.cfu",
               "Wishbone": "combined.48.O2.wishbone", "CFU, stock core": "combined.48.O2.cfu",
               "plugin": "combined.48.O2"}
    rows = (("OSTimeTick, none due", "tick.none_due"), ("OSTimeTick, workers", "tick.workers"),
            ("OS_Sched, no switch", "sched.no_switch"), ("OS_Sched, switch", "sched.switch"),
            ("timer interrupt, none due", "tick.interrupt"), ("due tick to task", "wakeup"),
            ("interrupts off", "irq.off"))
    if not any(f"tick.none_due.max.{label}" in scope.found for label in list(columns.values())[2:4]):
        rows = ()                                          # without these there is nothing to compare
    return Table("What does tight coupling buy? 48 tasks at -O2, cycles: min / mean / max", "", *columns,
                 made_by="./metro bench adapters", figure=figure,
                 rows=[([title], [figure.many(stem, label) for label in columns.values()]) for title, stem in rows],
                 note="The stock core is LiteX's full+cfu. Like ours it has caches of 4 + 4 KiB, direct mapped, lines "
                      "of 32 bytes, static branch prediction and the same multiplier; unlike ours it decides branches "
                      "a stage earlier (a wrong guess costs fewer cycles), and takes no bus errors. So compare CFU "
                      "with the software in the column of its own core." if rows else "")


# What is in Thread-Metric's place in bench/published/chameliot-thread-metric.csv.
CHAMELIOT = {"basic_processing": "basic", "cooperative_scheduling": "cooperative",
             "preemptive_scheduling": "preemptive", "message_processing": "message",
             "synchronization_processing": "synchronization"}


def thread_metric(scope: Scope, opt: str, freertos: bool = False) -> list[Table]:
    """The workloads' scores on the SoC's caches and on large ones, and how many times software's each is: on uC/OS-II,
    or on FreeRTOS."""
    scores = {}
    for row in published("chameliot-thread-metric.csv"):
        if not freertos or row["os"] == "FreeRTOS":
            scores.setdefault(row["os"], {})[row["system"]] = row

    def theirs(workload):
        column = CHAMELIOT.get(workload)
        return " / ".join(f"{int(both['hardware'][column]) / int(both['software'][column]):.2f}"
                          for both in scores.values()) if column else NONE

    suites = {"": "", key_module.SUITE: ", the original suite,"}    # and whose sources were compiled otherwise
    scores_of = {key: name for key, name in of_part(select(scope.found, optimisation=opt, statistic=""),
                                                    "thread_metric").items()
                 if (key.kernel == key_module.FREERTOS) == freertos}
    part, title_of = ("freertos", "Thread-Metric under FreeRTOS") if freertos else ("thread_metric", "Thread-Metric")
    for key, name in sorted(scores_of.items(), key=lambda item: item[1]):
        if key.sources not in suites:
            flags = thread_metric_module.flags_of(scope.found[name]["command"])
            suites[key.sources] = f", the original suite with {flags},"

    def one(suite, caches, title):
        keys = [key for key in scores_of if (key.sources, key.caches) == (suite, caches)]
        systems, names = systems_of(keys), {key.what.partition(".")[2] for key in keys}
        figure = Figures(scope.found)

        def cell(name, system):
            conditions = ".".join(filter(None, (opt, suite, caches)))
            times = figure.value(f"thread_metric.{name}.speedup.{system}.{conditions}")
            score = figure(f"thread_metric.{name}.{system}.{conditions}")
            return score if times is None else f"{score} ({times:.2f})"
        return Table(f"{title_of}{suites[suite]} at -{opt}, {title}: rounds a simulated second (times software's)",
                     "", *(system.removeprefix(freertos_module.PREFIX) for system in systems), " / ".join(scores),
                     figure=figure,
                     made_by="" if suite else f"./metro bench {part} --opt {opt}",
                     rows=[([name.replace("_", " ")], [*(cell(name, system) for system in systems), theirs(name)])
                           for name in sorted(names, key=lambda n: (_workload(n), n))],
                     note=f"{' / '.join(scores)}: hardware's score, times software's, with ChamelIoT." if names else "")
    return [one(suite, caches, title) for suite in suites
            for caches, title in CACHES.items()]


def rtosunit(scope: Scope, opt: str) -> list[Table]:
    """What a switch takes under FreeRTOS, in RTOSUnit's situations."""
    found = of_part(select(scope.found, optimisation=opt, kernel=key_module.FREERTOS), programs_module.SWITCH)
    systems = systems_of(found)

    def one(caches, title):
        figure, label = Figures(scope.found), f"{opt}{f'.{caches}' * bool(caches)}"
        return Table(f"A switch under FreeRTOS at -{opt}, {title}, cycles: mean / longest / jitter / interrupts off",
                     "", *(system.removeprefix(freertos_module.PREFIX) for system in systems), figure=figure,
                     made_by=f"./metro bench freertos --opt {opt}", rows=[
                         ([name.replace("_", " ")],
                          [figure.many(f"{programs_module.SWITCH}.{name}", f"{system}.{label}",
                                       programs_module.STATISTICS) for system in systems])
                         for name in (programs_module.SITUATIONS if found else ())],
                     note="RTOSUnit on a CV32E40P, second-hand: about 70 cycles, jitter 0 in its best configuration."
                     if found else "")
    return [one(caches, title) for caches, title in CACHES.items()]


def of_part(keys: dict[Key, str], part: str) -> dict[Key, str]:
    """Those whose names begin so."""
    return {key: name for key, name in keys.items() if key.what.partition(".")[0] == part}


def systems_of(keys: Iterable[Key]) -> list[str]:
    """Kernels and systems, those that we know first."""
    found = [key.who for key in keys]
    known = [*EVERY_SYSTEM, *(f"{freertos_module.PREFIX}{name}" for name in freertos_module.INSTEAD["system"])]
    return sorted(set(found), key=[*known, *found].index)


def _workload(name: str) -> int:
    """Its place among the workloads; others come after them."""
    return (*thread_metric_module.WORKLOADS, name).index(name)


def latencies(scope: Scope, opt: str, freertos: bool = False) -> list[Table]:
    """Each service in each of its situations, and how many times software's time is that of the others: of uC/OS-II,
    or of FreeRTOS."""
    def one(row, title):
        keys = _services(scope, "mean", opt, row, freertos)
        systems, figure = systems_of(keys), Figures(scope.found)

        def cell(name, system):
            label = f"{system}.{opt}" + f".{row}" * bool(row)
            times = figure.value(f"latency.{name}.speedup.{label}")
            spread = figure.value(f"latency.{name}.variance.{label}")
            text = figure(f"latency.{name}.mean.{label}") + (f" ± {spread ** 0.5:.1f}" if spread else "")
            text += f" / {figure(f'latency.{name}.max.{label}')}" if spread else ""
            return text if times is None else f"{text} ({times:.2f})"
        return Table(f"Services{' of FreeRTOS' * freertos} at -{opt}, cycles, {title}", "", *systems, figure=figure,
                     made_by=f"./metro bench {key_module.FREERTOS if freertos else 'latency'} --opt {opt}",
                     rows=[([name], [cell(name, system) for system in systems])
                           for name in dict.fromkeys(key.what.partition(".")[2] for key in keys)],
                     note="mean (times software's); where they vary ± standard deviation / longest. Nothing "
                          "interrupts, caches of 64 KiB." if keys else "")
    if freertos:
        return [one("", "the benchmarks' FreeRTOSConfig.h")]
    return [one("", "the benchmarks' os_cfg.h"), one(key_module.TEMPLATE, "the full template")]


def _services(scope: Scope, statistic: str, opt: str, cfg: str, freertos: bool) -> dict[Key, str]:
    found = of_part(select(scope.found, statistic=statistic, optimisation=opt, cfg=cfg), "latency")
    return {key: name for key, name in found.items() if (key.kernel == key_module.FREERTOS) == freertos}


def interrupts_off(scope: Scope, opt: str, freertos: bool = False) -> Table:
    """In each situation of the services."""
    keys = _services(scope, latency_module.IRQ_OFF, opt, "", freertos)
    figure = Figures(scope.found)
    systems, situations = systems_of(keys), dict.fromkeys(key.what for key in keys)
    return Table(f"Services{' of FreeRTOS' * freertos} at -{opt}: the longest stretch with interrupts off, cycles", "",
                 *systems, figure=figure,
                 rows=[([what.partition(".")[2]], [figure(f"{what}.{latency_module.IRQ_OFF}.{system}.{opt}")
                                                   for system in systems]) for what in situations],
                 note="Between the call and its return, or the other task's first instruction. Nothing interrupts, "
                      "caches of 64 KiB." if keys else "")


def cold(scope: Scope, opt: str) -> Table:
    """Services, tick and the way to a handler, with empty caches and the next time."""
    keys = of_part(select(scope.found, statistic=cold_module.FIRST, optimisation=opt), "cold")
    figure = Figures(scope.found)
    systems, rows = systems_of(keys), dict.fromkeys(key.what for key in keys)

    def cell(what, system):
        first, after, instruction, data, excess = (figure(f"{what}.{statistic}.{system}.{opt}")
                                                   for statistic in cold_module.STATISTICS)
        return f"{first} / {after} ({instruction} + {data}) {excess}" if first != NONE else NONE
    return Table(f"Cold as warm at -{opt}: cycles with empty caches / the next time (lines of instructions + data that "
                 "are fetched more) what is left", "", *systems, figure=figure,
                 rows=[([what.partition(".")[2]], [cell(what, system) for system in systems]) for what in rows],
                 note="What is left: what the first time takes longer, less a refill for each line of data. Caches of "
                      "4 KiB; the application's own code is in them." if keys else "")


def sizes(scope: Scope) -> Table:
    figure = Figures(scope.found)
    labels = dict.fromkeys(key.who for key in select(scope.found, what="size.kernel"))
    titles = {"given": "given", "original": "ours, software"}

    def title(label):
        return titles.get(label, label.replace("patched-", "given, patched, ") if label.startswith("patched-")
                          else f"ours, {label}")
    return Table("The kernel's objects with everything on (the template's configuration), bytes", "",
                 *(f"{section} {opt}" for opt in scope.opts for section in ("text", "data", "bss")),
                 made_by="./metro bench size", figure=figure,
                 rows=[([title(label)], [figure(f"size.kernel.{section}.{label}.{opt}")
                                         for opt in scope.opts for section in ("text", "data", "bss")])
                       for label in labels])


def budgets(found: dict) -> dict[str, dict[str, float]]:
    """Mean cycles of one timer interrupt by function, the longest first, for each system."""
    by_system: dict[str, dict[str, float]] = {}
    for key, name in select(found, what="budget").items():
        by_system.setdefault(key.who, {})[key.statistic] = found[name]["value"]
    order = [*SYSTEMS, *sorted(set(by_system) - set(SYSTEMS))]
    return {system: dict(sorted(by_system[system].items(), key=lambda item: -item[1]))
            for system in order if system in by_system}


def budget(scope: Scope) -> Table:
    figure, found = Figures(scope.found), budgets(scope.found)
    names = dict.fromkeys(name for budget in found.values() for name in budget)
    cells = {system: [figure.value(f"budget.{system}.{name}") for name in names] for system in found}
    return Table("The budget of one tick: mean cycles of a timer interrupt by function, 48 tasks, none due, -O2", "",
                 *found, figure=figure,
                 rows=[*(([name], [NONE if column[row] is None else f"{column[row]:.0f}" for column in cells.values()])
                         for row, name in enumerate(names)),
                       *[(["all"], [f"{sum(budget.values()):.0f}" for budget in found.values()])] * bool(found)])


def clock(scope: Scope) -> Table:
    figure = Figures(scope.found)
    return Table("Clock frequency of the core, ECP5-85, median of seven seeds", "", "MHz",
                 made_by="./metro bench area", figure=figure,
                 rows=[([title], [figure(name)]) for title, name in (
                     ("without units", "fmax.ecp5.core"), ("with both units", "fmax.ecp5.core.64.16.lookahead"))])


MORE_IS_BETTER = ("dhrystone", "fmax", "thread_metric")


def goals(found: dict) -> dict[str, tuple[float | None, float | None]]:
    """What this kit set out to reach, and what it dreams of, by figure: a number, or another figure and what it is
    divided by."""
    def bound(text: str) -> float | None:
        name, _, divisor = text.partition(" / ")
        try:
            value = float(name)
        except ValueError:
            if name not in found:
                return None
            value = found[name]["value"]
        return value / float(divisor or 1)

    with open(workloads.BENCH / "targets.csv", newline="") as file:
        return {row["figure"]: (bound(row["reach"]), bound(row["dream"])) for row in csv.DictReader(file)}


def targets(scope: Scope) -> Table:
    lines = []
    for name, (reach, dream) in goals(scope.found).items():
        figure = scope.found.get(name)
        if figure and reach is not None:
            value = figure["value"]
            more = Key.parse(name).what.partition(".")[0] in MORE_IS_BETTER
            met = "dream" if dream is not None and (value >= dream if more else value <= dream) else (
                "reached" if (value >= reach if more else value <= reach) else "not reached")
            lines.append(([name], [figures_module.text(value), figures_module.text(reach),
                                   figures_module.text(dream) if dream is not None else NONE, met]))
    return Table("Targets", "figure", "ours", "reach", "dream", "", rows=lines)


# ------------------------------------------------------------------------------------------ beside a given kernel

def given(scope: Scope) -> list[Table]:
    """Our kernel beside the one that was given: what either's tick and scheduler cost, and what a user feels of it."""
    found, figure = scope.found, Figures(scope.found)
    stems = ("tick.none_due", "tick.workers", "sched.no_switch", "sched.switch", "tick.interrupt",
             "tick.interrupt_workers", "wakeup", "dhrystone")
    rows, worst = {caches: [] for caches in CACHES}, {}
    for key, name in select(found, kernel="", system=key_module.SOFTWARE, cfg="", adapter="").items():
        theirs = str(dataclasses.replace(key, kernel=key_module.GIVEN))
        if key.what not in stems or key.statistic not in ("mean", "dmips") or theirs not in found:
            continue
        percent = 100 * (found[name]["value"] / found[theirs]["value"] - 1)
        if key.what in stems[:3]:
            worst[key.caches] = max(worst.get(key.caches, 0), abs(percent))
        rows[key.caches].append(([name], [figure(name), figure(theirs), f"{percent:+.1f}"]))
    return [Table(f"Our kernel beside the given one, software only, {title}", "figure", "ours", "given", "difference %",
                  rows=rows[caches], note=f"largest difference of OSTimeTick and OS_Sched there: {worst[caches]:.1f} %"
                  if caches in worst else "") for caches, title in CACHES.items()]


def patched(scope: Scope, opt: str) -> Table:
    """The given kernel before the patch and after it, in software and accelerated."""
    figure, systems = Figures(scope.found), [f"patched-{name}" for name in scope.systems]
    return Table(f"The given kernel before and after the patch at -{opt}, cycles: min / mean / max", "tasks", "",
                 "before", *scope.systems, figure=figure,
                 rows=[([str(n), what], [figure.many(stem, f"{system}.{n}.{opt}") for system in ("given", *systems)])
                       for what, stem in (("OSTimeTick, none due", "tick.none_due"),
                                          ("OSTimeTick, workers", "tick.workers"),
                                          ("OS_Sched, no switch", "sched.no_switch"),
                                          ("OS_Sched, switch", "sched.switch")) for n in scope.tasks])


def time_base(scope: Scope) -> Table:
    figure = Figures(scope.found)
    return Table("The time base", "", "7-series LUTs / FFs", "core's clock on ECP5-85, MHz", "times that without units",
                 made_by="./metro bench time_base", figure=figure, rows=[
                     (["all three units"], [figure.pair("area.xc7.units", ("luts", "ffs")), NONE, NONE]),
                     (["with a time base"], [figure.pair("area.xc7.units_time_base", ("luts", "ffs")), NONE, NONE]),
                     (["more"], [figure.pair("area.xc7.time_base", ("luts", "ffs")), NONE, NONE]),
                     (["the core of tickless"], [figure.pair("area.xc7.core_time_base", ("luts", "ffs")),
                                                 figure("fmax.ecp5.core_time_base"),
                                                 figure("fmax.ecp5.ratio.tickless")])],
                 note="clock: median of seven seeds" if "fmax.ecp5.core_time_base" in scope.found else "")


def lists_title(levels: int, waiting: int) -> str:
    return f"{levels} levels" + (f", {waiting} waiting lists" if waiting else "")


def task_lists(scope: Scope) -> Table:
    figure = Figures(scope.found)
    lists = sorted((key.levels, key.waiting) for key in select(scope.found, what="area.lists", statistic="luts",
                                                                device="xc7"))
    return Table("The task lists: 64 tasks, 32 bits", "", "7-series LUTs / FFs",
                 "the core with them", "its clock on ECP5-85, MHz", made_by="./metro bench lists", figure=figure,
                 rows=[([lists_title(*each)], [figure.pair("area.xc7.lists.{}.{}".format(*each), ("luts", "ffs")),
                                               figure.pair("area.xc7.core_lists.{}.{}".format(*each),
                                                           ("luts", "ffs", "brams")),
                                               figure("fmax.ecp5.core_lists.{}.{}".format(*each))]) for each in lists],
                 note="clock: median of seven seeds" if lists else "")


def periodic(scope: Scope, opt: str) -> Table:
    """One task that wakes every so many ticks, while all others sleep."""
    keys, figure = select(scope.found, what=periodic_module.ASLEEP, optimisation=opt), Figures(scope.found)
    systems, tasks = systems_of(keys), periodic_module.TASKS

    def row(title, what, caches=""):
        return [title], [figure.many(what, f"{system}.{tasks}.{opt}{caches}", ("min", "mean", "max", "jitter"))
                         for system in systems]
    asleep = [figure(f"{periodic_module.ASLEEP}.{system}.{tasks}.{opt}") for system in systems]
    return Table(f"One task wakes every {periodic_module.PERIOD} ticks at 10 kHz, at -{opt}: from its tick to its own "
                 "code, cycles: min / mean / max / jitter", "", *systems, figure=figure, rows=[
                     row("others asleep", periodic_module.IDLE), row("beside Dhrystone", periodic_module.BUSY),
                     row("the same, caches of 64 KiB", periodic_module.BUSY, f".{LARGE_CACHES}"),
                     (["of the time the core sleeps, others asleep"], asleep)] if keys else [])


def of_bench(scope: Scope, with_given: bool) -> list[Table]:
    """What `./metro bench` prints, in its order: the paper's tables come last, where a terminal shows them."""
    every = [area(scope), adapter_areas(scope), event_unit(scope), register_banks(scope), time_base(scope),
             task_lists(scope), clock(scope), sizes(scope)]
    every += [table for opt in scope.opts for table in (*latencies(scope, opt), interrupts_off(scope, opt),
                                                     cold(scope, opt), periodic(scope, opt),
                                                     *thread_metric(scope, opt), *thread_metric(scope, opt, True),
                                                     *rtosunit(scope, opt))]
    if with_given:
        every += [*given(scope), *(patched(scope, opt) for opt in scope.opts)]
    every += [adapters(scope), template(scope), budget(scope), targets(scope)]
    for opt in reversed(scope.opts):
        every += [felt(scope, opt), dhrystone(scope, opt), *times(scope, opt)]
    return every
