# SPDX-License-Identifier: Apache-2.0
"""What it costs that another task runs, beside the goals and what others published; and where those cycles go."""
from __future__ import annotations

import dataclasses
from collections.abc import Callable

from ..figures import inputs, key as key_module, store
from ..figures.key import Key, select
from ..measure import budget
from . import tables
from .shapes import published
from .tables import NONE, Figures, Table

SYSTEMS = ("original", "events", "contexts")
POST = "latency.{}.mean.contexts.O2"
TICK = "{}.contexts.48.O2"
SPEEDUP = "thread_metric.{}.speedup.contexts.O2.large_caches"
ROWS = {                       # by what it is about: the figure of contexts
    "semaphore post, a higher task runs": POST.format("sem.post.switch"),
    "semaphore pend, another task runs": POST.format("sem.pend.switch"),
    "mailbox post, a higher task runs": POST.format("mbox.post.switch"),
    "queue post, a higher task runs": POST.format("q.post.switch"),
    "flag post, a higher task runs": POST.format("flag.post.switch"),
    "mutex pend, the owner is promoted and runs": POST.format("mutex.pend.inherit"),
    "mutex post, the promotion ends": POST.format("mutex.post.inherit"),
    "timer interrupt, none due, longest": TICK.format("tick.interrupt.max"),
    "due tick to the woken task's own code, mean": TICK.format("wakeup.mean"),
    "due tick to the woken task's own code, longest": TICK.format("wakeup.max"),
    "interrupt line to its handler, shortest": TICK.format("irq.latency.min"),
    "interrupt line to its handler, longest": TICK.format("irq.latency.max"),
    "longest stretch with interrupts off": TICK.format("irq.off.max"),
    "Thread-Metric, cooperative, times software": SPEEDUP.format("cooperative_scheduling"),
    "Thread-Metric, preemptive": SPEEDUP.format("preemptive_scheduling"),
    "Thread-Metric, interrupt preemption": SPEEDUP.format("interrupt_preemption_processing"),
    "Dhrystone keeps at 10 kHz, 16 tasks, %": "dhrystone.retention.contexts.16.10000.O2",
    "Dhrystone keeps at 1 kHz, 48 tasks, %": "dhrystone.retention.contexts.48.1000.O2",
    "the core's clock, times that without units": "fmax.ecp5.ratio.contexts",
    "64 contexts: 7-series LUTs more": "area.xc7.contexts.64.luts",
    "64 contexts: flip-flops more": "area.xc7.contexts.64.ffs",
    "64 contexts: block RAMs (18 Kbit) more": "area.xc7.contexts.64.brams",
    "16 contexts: block RAMs (18 Kbit) more": "area.xc7.contexts.16.brams",
}
LIKE = ("interrupt line to its handler, shortest", "interrupt line to its handler, longest",
        "semaphore post, a higher task runs")              # of these, what others publish
ELSEWHERE = {("fmax.ecp5.ratio.contexts", "events"): "fmax.ecp5.ratio.64.16.lookahead.32.64"}
BUDGETS = {budget.POST: "a semaphore post to the higher task's own code, caches of 64 KiB",
           budget.WAKEUP: "a due tick to the woken task's own code, 48 tasks, caches of 4 KiB"}


def of_bench(found: dict) -> list[Table]:
    return [*(spent(found, what) for what in BUDGETS), as_published(Figures(found)), costs(found)]


def costs(found: dict) -> Table:
    figure, goals = Figures(found), tables.goals(found)
    posts = select(found, what="latency.sem.post.switch", statistic="mean", optimisation="O2", cfg="")
    others = [key.who for key in posts if key.kernel]
    systems = [*SYSTEMS, *others]

    def goal(name):
        return [NONE if value is None else store.text(value) for value in goals[name]]
    rows = [([title], [*(figure(name_for(name, who)) for who in systems), *goal(name)])
            for title, name in ROWS.items()]
    measured = any(figure.used)
    return Table("When another task runs, -O2, cycles where it does not say otherwise", "",
                 *systems, "reach", "dream", figure=figure,
                 rows=rows if measured else [],
                 made_by="./metro bench switch",
                 note="Services and Thread-Metric on caches of 64 KiB, ticks and interrupts with 48 tasks on caches of "
                      f"4 KiB. {inputs.how_many_older(found, figure.used)}".rstrip() if measured else "")


def name_for(name: str, who: str) -> str:
    """The same figure of another kernel or system."""
    key = Key.parse(name)
    return str(dataclasses.replace(key, **{"kernel": "", **key_module.of(who)})) if key.system else (
        name if who == "contexts" else ELSEWHERE.get((name, who), ""))


def as_published(figure: Callable[[str], str]) -> Table:
    """Other cores' switches and interrupt entries, and the like of ours. figure: shows one by its name."""
    rows = [list(row.values()) for row in published("switch.csv")]
    for who in SYSTEMS:
        shortest, longest, post = (figure(name_for(ROWS[row], who)) for row in LIKE)
        ours = [(f"{shortest} to {longest}", "interrupt to handler", "48 tasks, caches of 4 KiB"),
                (post, "post to the other task", "caches of 64 KiB")]
        rows += [[f"ours, {who}", cycles, what, "", conditions] for cycles, what, conditions in ours
                 if NONE not in cycles]
    return Table("As published: task switches and interrupts", "", "cycles", "of", "contexts", "notes",
                 rows=[([head], [cell or NONE for cell in row]) for head, *row in rows],
                 note="Other cores, and not all of the same: compare orders of magnitude.")


def spent(found: dict, what: str) -> Table:
    """Where the cycles of an interval go. What is inlined stands below the function that has it, and is not counted
    there."""
    figure = Figures(found)
    keys = select(found, what=f"budget.{what}")
    systems = tables.systems_of(keys)
    places = dict.fromkeys(key.statistic for key in keys)

    def cycles(place: str, who: str) -> float:
        return found.get(f"budget.{what}.{who}.{place}", {}).get("value", 0)

    def most(place: str) -> float:
        return max(sum(cycles(each, who) for each in places if within(each, place)) for who in systems)

    def within(place: str, outer: str) -> bool:
        return place == outer or place.startswith(f"{outer}/")

    def order(place: str) -> list:
        names = place.split("/")
        outers = ["/".join(names[:depth + 1]) for depth in range(len(names))]
        return [part for outer in outers for part in (-most(outer), outer)]

    def cell(place: str, who: str) -> str:
        value = figure.value(f"budget.{what}.{who}.{place}")
        count = figure.value(f"budget.{what}{budget.INSTRUCTIONS}.{who}.{place}")
        return NONE if value is None else f"{value:.0f} ({count:.0f})"

    def title(place: str) -> str:
        *outer, name = place.split("/")
        return f"{'  ' * len(outer)}{name}, in {outer[-1]}" if outer else name

    def total(who: str) -> str:
        return " ".join(form.format(sum(found[name]["value"] for key, name in select(
            found, what=f"budget.{what}{suffix}").items() if key.who == who))
            for form, suffix in (("{:.0f}", ""), ("({:.0f})", budget.INSTRUCTIONS)))
    return Table(f"The budget of {BUDGETS[what]}, -O2: mean cycles (instructions) by function", "", *systems,
                 figure=figure, made_by="./metro bench switch",
                 rows=[*(([title(place)], [cell(place, who) for who in systems])
                         for place in sorted(places, key=order)),
                       *[(["all"], [total(who) for who in systems])] * bool(keys)])
