# SPDX-License-Identifier: Apache-2.0
"""What `./metro response` computes and prints for one configuration."""
from __future__ import annotations

import dataclasses
from fractions import Fraction

from .. import configuration
from ..figures.key import Key, of_run
from . import analysis
from .analysis import Analysis, Response
from .costs import MEASURED, Costs
from .task_set import LARGEST_CLOCK_HZ, TaskSet

LINE_BYTES = 32                # of a cache line
REFILL = "cold.refill.instruction", "excess"           # the figure: cycles of one refill
CLOCK_STEP_HZ = 10_000
LARGEST_GROWTH, GROWTH_STEPS = 1000, 1000              # factors are found to 1 / GROWTH_STEPS


@dataclasses.dataclass(frozen=True)
class Verdict:
    """The analysis of a task set on one configuration. clock: the smallest, in Hz. growth: the largest factor of all
    execution times. fails: the tasks that miss their deadlines first if the load grows beyond it."""
    configuration: str
    costs: Costs
    responses: list[Response]
    clock: int | None
    growth: float
    fails: list[str]

    @property
    def is_met(self) -> bool:
        return all(response.is_met for response in self.responses)


def refill_of(name: str, figures: dict[Key, dict]) -> int:
    """Return the cycles to refill all lines of the configuration's caches."""
    core = configuration.read(name).hardware.core
    each = next(figures[key]["value"] for system in (configuration.label(name), "original")
                if (key := of_run(*REFILL, system)) in figures)
    return -(-(core.icache_bytes + core.dcache_bytes) // LINE_BYTES) * round(each)


def verdict(tasks: TaskSet, name: str, costs: Costs, refill: int) -> Verdict:
    """Analyse a task set with the costs of a configuration."""
    def misses(**changes) -> list[str]:
        return [each.task.name for each in Analysis(tasks.system(refill, **changes), costs).responses()
                if not each.is_met]

    def grown(steps: int) -> dict:
        return {"growth": Fraction(steps, GROWTH_STEPS)}
    clock = analysis.smallest(lambda steps: not misses(clock=Fraction(steps * CLOCK_STEP_HZ)),
                              LARGEST_CLOCK_HZ // CLOCK_STEP_HZ)
    too_much = analysis.smallest(lambda steps: bool(misses(**grown(steps))), LARGEST_GROWTH * GROWTH_STEPS)
    return Verdict(name, costs, Analysis(tasks.system(refill), costs).responses(),
                   clock and clock * CLOCK_STEP_HZ, ((too_much or LARGEST_GROWTH * GROWTH_STEPS) - 1) / GROWTH_STEPS,
                   misses(**grown(too_much)) if too_much else [])


# --------------------------------------------------------------------------------------------------------- printing

SUMMARY = ("configuration", "deadlines", "smallest clock, MHz", "largest load factor", "then misses first",
           "kernel costs")
NO_BOUND = ("Kernel costs are the longest that were measured, with empty caches at the start. "
            "A measured longest time is no bound.")


def us(cycles: int | None, clock: Fraction) -> str:
    """Return cycles as a time in us."""
    return "no bound" if cycles is None else f"{float(cycles * 1_000_000 / clock):,.1f}"


def shares_of(verdicts: list[Verdict]) -> list[str]:
    """Return the names of the shares that a table shows."""
    has_jitter = any(response.task.jitter for response in verdicts[0].responses)
    return [share for share in analysis.SHARES if share != "jitter" or has_jitter]


def row(response: Response, shares: list[str], clock: Fraction) -> list[str]:
    """Return the cells of a task: name, priority, deadline, response, shares."""
    task = response.task
    return [task.name, str(task.priority), us(task.deadline, clock), us(response.total, clock),
            *(us(response.shares[share], clock) if response.shares else "-" for share in shares)]


def summary(each: Verdict) -> list[str]:
    """Return the cells of a configuration, in the order of SUMMARY."""
    missed = sum(not response.is_met for response in each.responses)
    return [each.configuration, f"{missed} MISSED" if missed else "all met",
            "none" if each.clock is None else f"{each.clock / 1e6:.2f}", f"{each.growth:.3f}",
            ", ".join(each.fails) or "-", each.costs.source]


def show(file, tasks: TaskSet, verdicts: list[Verdict], observed: dict[str, list]) -> None:
    """Print a table for each configuration, and a summary. observed: {configuration: observations}, or empty."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    import sys
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 150)
    style = dict(box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left", title_style="bold")
    clock, shares = tasks.clock, shares_of(verdicts)
    for each in verdicts:
        seen = {one.task.name: one for one in observed.get(each.configuration, ())}
        table = Table("task", "priority", "deadline", "response", *shares, *(["observed"] if seen else []), "", **style,
                      title=f"{each.configuration}: times in us at {float(clock / 1_000_000):g} MHz")
        for column in table.columns[1:-1]:
            column.justify = "right"
        for response in each.responses:
            one = seen.get(response.task.name)
            table.add_row(*row(response, shares, clock),
                          *([us(one.cycles, clock) if one.jobs else "-"] if one else []),
                          "met" if response.is_met else "MISSED")
        console.print(table)
    table = Table(*SUMMARY, title=str(file), **style)
    for each in verdicts:
        table.add_row(*summary(each))
    console.print(table)
    if any(each.costs.source == MEASURED for each in verdicts):
        console.print(NO_BOUND, soft_wrap=True)
