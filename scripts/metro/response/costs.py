# SPDX-License-Identifier: Apache-2.0
"""What the kernel costs, in cycles, on one configuration. The analysis takes all kernel costs from the class Costs."""
from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from ..base.errors import MetroError
from ..figures import committed, estimate
from ..figures.key import Key, of_run, select
from ..measure import response as measured

OPT = "O2"
MEASURED = "measured longest"
MUTEX = ("mutex.pend", "mutex.post")       # services that the analysis itself counts


@dataclasses.dataclass(frozen=True)
class Costs:
    """Kernel costs in cycles. Each begins with empty caches.

    ticks: {number of tasks: interrupt of a tick that wakes none of them}
    due: added to a tick for each task that it makes ready
    start: added to a tick, until the woken task's own code runs
    job: added to a tick for a whole job: wake-up, switch to the task, its next delay, switch back
    interrupt: interrupt whose handler does nothing
    post: interrupt whose handler wakes a task by a semaphore
    line_start, line_job: as start and job, for a task that a handler wakes; added to `post`
    services: {service: longest call}, without the time for which the caller waits
    off: longest section with interrupts disabled
    entry: from a line's rise to the trap
    source: what kind of values these are
    """
    ticks: Mapping[int, int]
    due: int
    start: int
    job: int
    interrupt: int
    post: int
    line_start: int
    line_job: int
    services: Mapping[str, int]
    off: int
    entry: int
    source: str = MEASURED

    def tick(self, tasks: int) -> int:
        """Return the cycles of a tick that wakes no task, rounded up. tasks: number of the application's tasks."""
        if tasks > max(self.ticks):
            raise MetroError(f"kernel costs are known for at most {max(self.ticks)} tasks, and there are {tasks}")
        points = {(count,): cycles for count, cycles in self.ticks.items()}
        return -int(-estimate.interpolate(points, tasks=max(tasks, min(self.ticks))).value // 1)


FREE = Costs({1: 0, 255: 0}, 0, 0, 0, 0, 0, 0, 0, dict.fromkeys(MUTEX, 0), 0, 0, "no kernel costs")


def systems(figures: Mapping[Key, dict]) -> list[str]:
    """Return the configurations whose costs are among these figures."""
    return [key.system for key in figures if key.what == measured.what(measured.ENTRY)
            and key.statistic == measured.LONGEST and not key.kernel and key.optimisation == OPT]


def read(system: str, figures: Mapping[Key, dict] | None = None) -> Costs:
    """Return the costs of a configuration from the stored figures (docs/figures.json)."""
    figures = committed.latest() if figures is None else figures
    if system not in systems(figures):
        raise MetroError(f"there are no kernel costs of the configuration {system}",
                         f"They are measured for {', '.join(systems(figures))}; docs/response.md says how to add one")

    def value(part: str, statistic: str = measured.LONGEST, tasks: int | None = None) -> int:
        key = of_run(measured.what(part), statistic, system, tasks, OPT)
        if key not in figures:
            raise MetroError(f"the kernel costs of the configuration {system} are incomplete: {key} is missing",
                             "`./metro bench response` measures them again")
        return figures[key]["value"]

    def by_tasks(part: str) -> dict[int, int]:
        return {tasks: value(part, tasks=tasks) for tasks in measured.TASKS[part]}
    ticks = by_tasks(measured.TICK)
    least = min(ticks)
    post = value(measured.LINE_LESS)

    def each(part: str) -> int:
        """Return the most that one of several tasks adds to a tick."""
        return max(-((ticks[least] - cycles) // tasks) for tasks, cycles in by_tasks(part).items())
    calls = {key.what.removeprefix(measured.CALL): figures[key]["value"]
             for key in select(figures, system=system, kernel="", optimisation=OPT, statistic=measured.LONGEST)
             if key.what.startswith(measured.CALL)}
    services = {name: cycles for name, cycles in calls.items() if not name.endswith(f".{measured.CONTENDED}")}
    for name in MUTEX:
        services[name] = max(value(f"call.{each}") for each in (name, f"{name}.{measured.CONTENDED}"))
    off = [value(part, measured.IRQ_OFF, tasks) for part, tasks in measured.SWITCHES]
    return Costs(ticks, max(0, each(measured.LESS_URGENT)),
                 max(0, value(measured.MORE_URGENT, measured.STARTED, least) - ticks[least]),
                 each(measured.MORE_URGENT), value(measured.LINE_NONE), post,
                 max(0, value(measured.LINE_MORE, measured.STARTED) - post),
                 max(0, value(measured.LINE_MORE) - post), services, max(off), value(measured.ENTRY))
