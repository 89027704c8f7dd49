# SPDX-License-Identifier: Apache-2.0
"""Response-time analysis for tasks with fixed, distinct priorities. All times are integers, in clock cycles.

The equations are those of Joseph and Pandya (1986) and Audsley et al. (1993); deadlines beyond the period use the busy
window of Lehoczky (1990) and Tindell, Burns and Wellings (1994), with release jitter. The tick is interference of its
own, as in Burns, Tindell and Wellings (1995). Blocking by inheritance and ceiling follows Sha, Rajkumar and Lehoczky
(1990), with one difference of uC/OS-II: see blocking(). docs/response.md has the references.

    w(q) = blocking + q jobs with their end + the job itself + interference in w(q)
    response = max over q of (jitter + w(q) - q * period)
"""
from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable

from .costs import Costs

INHERITANCE, CEILING = PROTOCOLS = "inheritance", "ceiling"
MOST_JOBS = 10_000             # of a task in one busy window; with more, the task counts as one without a bound
SHARES = ("own", "kernel", "blocking", "interference", "handlers", "caches", "jitter")


@dataclasses.dataclass(frozen=True)
class Section:
    """A critical section of a job. hold: the longest time with the mutex."""
    mutex: str
    hold: int


@dataclasses.dataclass(frozen=True)
class Task:
    """A task. A smaller priority is more urgent. jitter: from a job's arrival to its release. services: (name, calls).

    locked: the longest section with the scheduler locked or interrupts disabled. source: the interrupt source that
    releases the jobs; None: a tick.
    """
    name: str
    priority: int
    period: int
    deadline: int
    execution: int
    jitter: int = 0
    services: tuple[tuple[str, int], ...] = ()
    sections: tuple[Section, ...] = ()
    locked: int = 0
    source: str | None = None


@dataclasses.dataclass(frozen=True)
class Source:
    """An interrupt source. distance: the least time between interrupts. wakes: name of a task, or None."""
    name: str
    distance: int
    execution: int
    wakes: str | None = None


@dataclasses.dataclass(frozen=True)
class System:
    """tick: cycles of a tick; 0: there is none. refill: cycles to fill the caches again after other code ran."""
    tasks: tuple[Task, ...]
    sources: tuple[Source, ...] = ()
    tick: int = 0
    protocol: str = INHERITANCE
    refill: int = 0


@dataclasses.dataclass(frozen=True)
class Response:
    """The longest response time of a task. total: None if there is no bound. shares: its parts, by name in SHARES."""
    task: Task
    total: int | None
    shares: dict[str, int] | None = None

    @property
    def is_met(self) -> bool:
        return self.total is not None and self.total <= self.task.deadline


@dataclasses.dataclass(frozen=True)
class Load:
    """Work that arrives again and again. share: the share of a response to which its cycles count."""
    period: int
    jitter: int
    share: str
    cycles: int                # of code other than the kernel's
    kernel: int                # of the kernel
    caches: int                # refills that the interrupted job needs afterwards

    @property
    def total(self) -> int:
        return self.cycles + self.kernel + self.caches

    def count(self, window: int) -> int:
        """Return the most arrivals in a window of this length."""
        return -(-(window + self.jitter) // self.period)


class Analysis:
    """The analysis of a system with the kernel costs of a configuration."""

    def __init__(self, system: System, costs: Costs):
        self.system, self.costs = system, costs
        self.sources = {source.name: source for source in system.sources}

    def refills(self, cycles: int) -> int:
        """Return the cycles to fill the caches again after code that ran for `cycles`.

        This code has evicted at most the lines that it fetched, and each fetch took as long as a refill.
        """
        return min(self.system.refill, cycles)

    def calls(self, task: Task) -> tuple[int, int]:
        """Return the cycles of a job's kernel calls, and of the refills after them."""
        pend, post = self.costs.services["mutex.pend"], self.costs.services["mutex.post"]
        each = [(self.costs.services[name], count) for name, count in task.services]
        each += [(cycles, len(task.sections)) for cycles in (pend, post)]
        return (sum(cycles * count for cycles, count in each),
                sum(self.refills(cycles) * count for cycles, count in each))

    def start(self, task: Task) -> int:
        return self.costs.line_start if task.source else self.costs.start

    def ending(self, task: Task) -> int:
        """Return the kernel's cycles of a whole job without its own calls, added to its tick or interrupt."""
        return max(self.start(task), self.costs.line_job if task.source else self.costs.job)

    def held(self, section: Section) -> int:
        """Return the cycles for which a section keeps its mutex, with both calls."""
        return section.hold + self.costs.services["mutex.pend"] + self.costs.services["mutex.post"]

    def blocking(self, task: Task) -> tuple[int, int]:
        """Return the cycles for which less urgent tasks delay a busy window, and of the refills after them.

        First, one section with interrupts off or the scheduler locked. Then critical sections of mutexes that this task
        or a more urgent one also takes. With inheritance, each less urgent task delays by at most one section, and each
        mutex by at most two: uC/OS-II gives a mutex to the next waiting task at once, even if another task runs then.
        So a section of one task may end, and the next owner has the mutex before it has run. With a ceiling, at most
        one section delays.
        """
        less = [each for each in self.system.tasks if each.priority > task.priority]
        urgent = {section.mutex for each in self.system.tasks if each.priority <= task.priority
                  for section in each.sections}
        off = self.costs.entry + max([self.costs.off, *(each.locked for each in less)])
        held = {(each.name, section.mutex): 0 for each in less for section in each.sections if section.mutex in urgent}
        for each in less:
            for section in each.sections:
                if section.mutex in urgent:
                    at = each.name, section.mutex
                    held[at] = max(held[at], self.held(section))
        if not held:
            return off, 0
        if self.system.protocol == CEILING:
            longest = [max(held.values())]
        else:
            by_task = [max(cycles for (name, _), cycles in held.items() if name == one) for one, _ in
                       dict.fromkeys((name, None) for name, _ in held)]
            by_mutex = [cycles for mutex in dict.fromkeys(mutex for _, mutex in held)
                        for cycles in sorted((cycles for (_, each), cycles in held.items() if each == mutex))[-2:]]
            longest = min(by_task, by_mutex, key=sum)
        return off + sum(longest), sum(map(self.refills, longest))

    def loads(self, task: Task) -> list[Load]:
        """Return all that may delay a task: more urgent tasks, ticks, interrupts, and ticks that wake other tasks."""
        loads = []

        def add(period, jitter, share, cycles, kernel, refills=0):
            loads.append(Load(period, jitter, share, cycles, kernel, refills + self.refills(cycles + kernel)))
        if self.system.tick:
            add(self.system.tick, 0, "kernel", 0, self.costs.tick(len(self.system.tasks)))
        for source in self.system.sources:
            add(source.distance, 0, "handlers", source.execution,
                self.costs.post if source.wakes else self.costs.interrupt)
        for other in self.system.tasks:
            if other.priority < task.priority:
                calls, refills = self.calls(other)
                add(other.period, other.jitter, "interference", other.execution, calls + self.ending(other), refills)
            elif other.priority > task.priority and not other.source:
                add(other.period, other.jitter, "kernel", 0, self.costs.due)
        return loads

    def response(self, task: Task) -> Response:
        """Return the longest response time of a task."""
        loads = self.loads(task)
        calls, refills = self.calls(task)
        blocked, after = self.blocking(task)
        due = 0 if task.source else self.costs.due
        own = Load(task.period, task.jitter, "own", task.execution, calls + max(self.start(task), due), refills)
        whole = task.execution + calls + refills + self.ending(task)
        if whole / task.period + sum(load.total / load.period for load in loads) > 1 + 1e-9:
            return Response(task, None)
        longest = None
        for jobs in range(MOST_JOBS):
            before = blocked + after + jobs * whole
            window = fixed_point(loads, before + own.total)
            total = task.jitter + window - jobs * task.period
            if longest is None or total > longest.total:
                longest = Response(task, total, self.shares(task, window, blocked, after, own, loads, total))
            # The busy window ends if the job and its end are done before the next job arrives.
            if fixed_point(loads, before + whole) + task.jitter <= (jobs + 1) * task.period:
                return longest
        return Response(task, None)

    def shares(self, task, window, blocked, after, own, loads: Iterable[Load], total) -> dict[str, int]:
        """Return the parts of a response. Earlier jobs of the task itself count as interference."""
        parts = dict.fromkeys(SHARES, 0)
        for load, count in [(own, 1), *((load, load.count(window)) for load in loads)]:
            parts[load.share] += count * load.cycles
            parts["kernel"] += count * load.kernel
            parts["caches"] += count * load.caches
        parts["blocking"] += blocked
        parts["caches"] += after
        parts["jitter"] += task.jitter
        parts["interference"] += total - sum(parts.values())
        return parts

    def responses(self) -> list[Response]:
        """Return the response of each task, the most urgent one first."""
        return [self.response(task) for task in sorted(self.system.tasks, key=lambda task: task.priority)]


def fixed_point(loads: Iterable[Load], work: int) -> int:
    """Return the length of the window that holds this work and all loads that arrive in the window."""
    window = work
    while (grown := work + sum(load.count(window) * load.total for load in loads)) != window:
        window = grown
    return window


def utilisation(system: System) -> float:
    """Return the load of the application alone: tasks and handlers."""
    return (sum(task.execution / task.period for task in system.tasks)
            + sum(source.execution / source.distance for source in system.sources))


def smallest(is_enough: Callable[[int], bool], most: int) -> int | None:
    """Return the smallest number from 1 to `most` that is enough, or None. Larger numbers must be enough too."""
    if not is_enough(most):
        return None
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high
