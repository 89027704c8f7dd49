# SPDX-License-Identifier: Apache-2.0
"""Random sets of tasks: the seed determines each. Each set runs on the simulated SoC, and no response may exceed the
computed one."""
from __future__ import annotations

import dataclasses
import random

from . import analysis, simulation
from .costs import Costs

TICK_RATES = (1000, 2000, 4000)
CYCLES = 150_000               # of a simulation, from the first release: a busy window, and some ticks
MOST_TASKS = 8
EVICTING = 0.8                 # share of the sets whose jobs empty the caches: these meet the longest kernel costs


@dataclasses.dataclass(frozen=True)
class Random:
    """A random set, and how it runs. offsets: see simulation.values()."""
    seed: int
    system: analysis.System
    offsets: dict[str, int]
    evicts: bool

    @property
    def ticks(self) -> int:
        return CYCLES // self.system.tick


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The result of a random set. ratios: observed by computed response of each task that has a bound."""
    seed: int
    excesses: list[str]
    ratios: list[float]
    unbounded: int


def make(seed: int) -> Random:
    """Return the random set of a seed."""
    dice = random.Random(seed)
    hz = dice.choice(TICK_RATES)
    tick = simulation.CLOCK_HZ // hz
    count = dice.randint(2, MOST_TASKS)
    source_period = dice.randint(10_000, 12 * tick) if dice.random() < 0.5 else 0
    mutexes = [f"m{number}" for number in range(dice.randint(0, 3))]
    tasks = []
    for number, load in enumerate(loads(dice, count, dice.uniform(0.3, 0.95))):
        released = "line" if source_period and number == 0 and dice.random() < 0.7 else None
        period = source_period if released else round(2 ** dice.uniform(0, 3)) * tick
        jitter = 0
        if not released and dice.random() < 0.2:           # a job that becomes due between ticks waits for the next one
            period, jitter = period + dice.randint(1, tick - 1), tick
        execution = max(simulation.LEAST, int(load * period))
        sections, rest = [], execution - simulation.LEAST
        while mutexes and rest > simulation.LEAST and len(sections) < 3 and dice.random() < 0.5:
            hold = dice.randint(simulation.LEAST, rest)
            sections.append(analysis.Section(dice.choice(mutexes), hold))
            rest -= hold
        services = {}
        for names in simulation.CALLS.values():
            services.update(dict.fromkeys(names, dice.choice((0, 0, 1))))
        tasks.append(analysis.Task(
            f"t{number}", 0, period, int(period * dice.uniform(0.6, 2)) if dice.random() < 0.4 else period, execution,
            jitter, tuple(item for item in services.items() if item[1]), tuple(sections), source=released))
    by_rate = dice.random() < 0.7
    order = sorted(tasks, key=lambda task: task.period) if by_rate else dice.sample(tasks, count)
    tasks = [dataclasses.replace(task, priority=number) for number, task in enumerate(order, 1)]
    woken = next((task.name for task in tasks if task.source), None)
    sources = ((analysis.Source("line", source_period, dice.randint(300, 3000), woken),) if source_period else ())
    return Random(seed, analysis.System(tuple(tasks), sources, tick), offsets(dice, tasks, tick),
                  dice.random() < EVICTING)


def loads(dice: random.Random, count: int, total: float) -> list[float]:
    """Return random shares of a load, uniformly distributed (UUniFast of Bini and Buttazzo, 2005)."""
    found = []
    for left in range(count, 1, -1):
        rest = total * dice.random() ** (1 / (left - 1))
        found.append(total - rest)
        total = rest
    return [*found, total]


def offsets(dice: random.Random, tasks: list[analysis.Task], tick: int) -> dict[str, int]:
    """Return the first arrivals: all at once, or at random, or the less urgent tasks some ticks before the others.

    A task without jitter arrives at a tick.
    """
    how = dice.randrange(3)
    if how == 0:
        return {}
    if how == 1:
        return {task.name: dice.randrange(8) * tick + (dice.randrange(tick) if task.jitter else 0) for task in tasks}
    return {task.name: (len(tasks) - task.priority) // 2 * tick for task in tasks}


def run(name: str, costs: Costs, seed: int) -> Outcome:
    """Run the set of a seed on a configuration."""
    one = make(seed)
    observed = simulation.simulate(name, one.system, one.offsets, one.ticks, one.evicts, seed)
    computed = analysis.Analysis(simulation.prepared(one.system, one.evicts), costs).responses()
    longest = {response.task.name: response for response in computed}
    ratios = [each.cycles / longest[each.task.name].total for each in observed
              if longest[each.task.name].total and each.jobs and not simulation.is_ambiguous(longest[each.task.name])]
    return Outcome(seed, simulation.excesses(computed, observed), ratios,
                   sum(response.total is None for response in computed))
