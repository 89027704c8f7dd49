# SPDX-License-Identifier: Apache-2.0
"""The tables of task switches: their cost, comparable published figures, and a breakdown of the cycles."""
from __future__ import annotations

import dataclasses

from ..base.publications import read_table
from ..figures.key import LARGE_CACHES, Key, Who, of_run, select
from ..measure import budget
from . import tables
from .tables import NONE, Scope, Table, backquoted
from .units import ALL_UNITS, area_key, clock_key

SYSTEMS = ("original", "events", "contexts")


def _service(situation: str) -> Key:
    return of_run(f"latency.{situation}", "mean", "contexts")


def _tick(what: str, statistic: str) -> Key:
    return of_run(what, statistic, "contexts", 48)


def _speedup(workload: str) -> Key:
    return of_run(f"thread_metric.{workload}", "speedup", "contexts", caches=LARGE_CACHES)


ROWS = {                       # title of a row -> its figure for the system `contexts`
    "semaphore post, a higher task runs": _service("sem.post.switch"),
    "semaphore pend, another task runs": _service("sem.pend.switch"),
    "mailbox post, a higher task runs": _service("mbox.post.switch"),
    "queue post, a higher task runs": _service("q.post.switch"),
    "flag post, a higher task runs": _service("flag.post.switch"),
    "mutex pend, the owner is promoted and runs": _service("mutex.pend.inherit"),
    "mutex post, the promotion ends": _service("mutex.post.inherit"),
    "timer interrupt, none due, longest": _tick("tick.interrupt", "max"),
    "wake-up latency, due tick to task, mean": _tick("wakeup", "mean"),
    "wake-up latency, due tick to task, longest": _tick("wakeup", "max"),
    "interrupt line to its handler, shortest": _tick("irq.latency", "min"),
    "interrupt line to its handler, longest": _tick("irq.latency", "max"),
    "interrupts disabled, longest": _tick("irq.off", "max"),
    "Thread-Metric, cooperative: times the score in software": _speedup("cooperative_scheduling"),
    "Thread-Metric, preemptive: the same": _speedup("preemptive_scheduling"),
    "Thread-Metric, interrupt preemption: the same": _speedup("interrupt_preemption_processing"),
    "CPU time left (Dhrystone) at 10 kHz, 16 tasks, %": tables.retention("contexts", 16, 10_000),
    "CPU time left (Dhrystone) at 1 kHz, 48 tasks, %": tables.retention("contexts", 48, 1000),
    "the core's clock, divided by the clock without units": clock_key("ratio", system="contexts"),
    "64 contexts add: 7-series LUTs": area_key("contexts", contexts=64).of("luts"),
    "64 contexts add: flip-flops": area_key("contexts", contexts=64).of("ffs"),
    "64 contexts add: block RAMs (18 Kbit)": area_key("contexts", contexts=64).of("brams"),
    "16 contexts add: block RAMs (18 Kbit)": area_key("contexts", contexts=16).of("brams"),
}
PUBLISHED_ROWS = ("interrupt line to its handler, shortest", "interrupt line to its handler, longest",
                  "semaphore post, a higher task runs")    # rows for which others publish a comparable figure
# (figure of the system `contexts`, another system) -> the figure of that system
SYSTEM_KEYS = {(clock_key("ratio", system="contexts"), Who.of("events")): clock_key("ratio", **ALL_UNITS)}
BUDGETS = {budget.POST: "semaphore post to the task that it wakes, caches of 64 KiB",
           budget.WAKEUP: "wake-up latency, due tick to task, 48 tasks, caches of 4 KiB"}


def bench_tables(scope: Scope) -> list[Table]:
    return [*(cycles_by_function(scope.found, what) for what in BUDGETS), published_table(scope), costs(scope)]


def costs(scope: Scope, others: bool = True) -> Table:
    """Return the table of switches and services. others: include kernels other than ours."""
    figure = scope.figures
    posts = select(scope.found, what="latency.sem.post.switch", statistic="mean", optimisation="O2", cfg="")
    systems = [*map(Who.of, SYSTEMS), *(key.who for key in posts if others and key.kernel)]
    rows = [([title], [figure(for_system(key, who)) for who in systems]) for title, key in ROWS.items()]
    measured = bool(figure.used)
    return Table("Effects of register banks, -O2, cycles unless stated otherwise", "", *backquoted(systems),
                 figure=figure, rows=rows if measured else [], made_by="./metro bench switch",
                 note="Services and Thread-Metric on caches of 64 KiB, ticks and interrupts with 48 tasks on caches of "
                      "4 KiB." if measured else "")


def for_system(key: Key, who: Who) -> Key | None:
    """Return the key of the same figure for another kernel or system, or None if there is no such figure."""
    if not key.device:
        return dataclasses.replace(key, **who._asdict())
    return key if who == Who.of("contexts") else SYSTEM_KEYS.get((key, who))


def published_table(scope: Scope) -> Table:
    """Return switches and interrupt entries of other cores, as published, and the comparable figures of ours."""
    figure, rows = scope.figures, [list(row.values()) for row in read_table("switch.csv")]
    for who in map(Who.of, SYSTEMS):
        shortest, longest, post = (figure(for_system(ROWS[row], who), tables.WHOLE) for row in PUBLISHED_ROWS)
        measured = [(f"{shortest} to {longest}", "interrupt to handler", "48 tasks, caches of 4 KiB"),
                    (post, "post to the other task", "caches of 64 KiB")]
        rows += [[f"ours, {who}", cycles, what, "", conditions] for cycles, what, conditions in measured
                 if NONE not in cycles]
    return Table("As published: task switches and interrupts", "", "cycles", "of", "contexts", "notes", figure=figure,
                 rows=[([head, *(cell or NONE for cell in row)], []) for head, *row in rows],
                 note="The cores differ, and so do the measured intervals: compare orders of magnitude.")


def cycles_by_function(found: dict, what: str) -> Table:
    """Break down the cycles of an interval (POST or WAKEUP) by function.

    An inlined function has a row below its caller. The caller's row excludes the cycles of inlined functions.
    """
    figure = tables.Figures(found)
    keys = select(found, what=f"budget.{what}")
    systems = tables.systems_of(keys)
    places = dict.fromkeys(key.function for key in keys)

    def of(place: str, who: Who, suffix: str = "") -> Key:
        return Key(f"budget.{what}{suffix}", function=place, **who._asdict())

    def cycles(place: str, who: Who) -> float:
        return found.get(of(place, who), {}).get("value", 0)

    def most(place: str) -> float:                         # includes inlined functions; maximum of all systems
        return max(sum(cycles(each, who) for each in places if within(each, place)) for who in systems)

    def within(place: str, outer: str) -> bool:
        return place == outer or place.startswith(f"{outer}/")

    def order(place: str) -> list:
        names = place.split("/")
        outers = ["/".join(names[:depth + 1]) for depth in range(len(names))]
        return [part for outer in outers for part in (-most(outer), outer)]

    def cell(place: str, who: Who) -> str:
        value, count = (figure.value(of(place, who, suffix)) for suffix in ("", budget.INSTRUCTIONS))
        return NONE if value is None else f"{value:.0f} ({count:.0f})"

    def title(place: str) -> str:
        *outer, name = place.split("/")
        return f"{'  ' * len(outer)}{name}, in {outer[-1]}" if outer else name

    def total(who: Who) -> str:
        cycles, count = (sum(found[key]["value"] for key in select(found, what=f"budget.{what}{suffix}")
                             if key.who == who) for suffix in ("", budget.INSTRUCTIONS))
        return f"{cycles:.0f} ({count:.0f})"
    return Table(f"The budget of {BUDGETS[what]}, -O2: mean cycles (instructions) by function", "", *map(str, systems),
                 figure=figure, made_by="./metro bench switch",
                 rows=[*(([title(place)], [cell(place, who) for who in systems])
                         for place in sorted(places, key=order)),
                       *[(["all"], [total(who) for who in systems])] * bool(keys)])
