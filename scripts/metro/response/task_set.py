# SPDX-License-Identifier: Apache-2.0
"""The file that describes an application for `./metro response` (docs/response.md lists the keys)."""
from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

from ..base import toml
from ..base.errors import MetroError
from ..base.near import did_you_mean
from . import analysis
from .costs import MUTEX

HINT = "docs/response.md lists the keys"
LARGEST = 10**9                # of a time in us, and 1,000 seconds
LEAST_CLOCK_HZ, LARGEST_CLOCK_HZ = 10_000, 10_000_000_000
SUSPENSION = ("suspends_us", "suspends_cycles", "delay_us", "waits_us")
UNITS = ("us", "cycles")
KEYS = {
    "system": ("clock_mhz", "tick_hz", "mutex_protocol", "refill_cycles"),
    "task": ("name", "priority", "period_us", "deadline_us", "jitter_us", "execution_us", "execution_cycles",
             "locked_us", "locked_cycles", "services", "section"),
    "section": ("mutex", "held_us", "held_cycles"),
    "mutex": ("name",),
    "interrupt": ("name", "distance_us", "handler_us", "handler_cycles", "wakes"),
}


@dataclasses.dataclass(frozen=True)
class Job:
    """A task of the file: times in us, and execution times in cycles."""
    name: str
    priority: int
    period: Fraction | None
    deadline: Fraction
    jitter: Fraction
    execution: int
    locked: int
    services: tuple[tuple[str, int], ...]
    sections: tuple[analysis.Section, ...]


@dataclasses.dataclass(frozen=True)
class Interrupt:
    name: str
    distance: Fraction
    handler: int
    wakes: str | None


@dataclasses.dataclass(frozen=True)
class TaskSet:
    """An application. refill: cycles, or None if the configuration's caches give them."""
    clock: Fraction                # Hz
    tick_hz: int
    protocol: str
    refill: int | None
    jobs: tuple[Job, ...]
    mutexes: tuple[str, ...]
    interrupts: tuple[Interrupt, ...]

    def system(self, refill: int, clock: Fraction | None = None, growth: Fraction = Fraction(1)) -> analysis.System:
        """Return the system in cycles. refill: used if the file has none. clock: in Hz, instead of the file's.
        growth: the factor by which all execution times grow."""
        clock = self.clock if clock is None else clock

        def least(us):
            return max(1, math.floor(us * clock / 1_000_000))

        def most(us):
            return math.ceil(us * clock / 1_000_000)

        def grown(cycles):
            return math.ceil(cycles * growth)
        tick = math.floor((clock + Fraction(self.tick_hz, 2)) / self.tick_hz) if self.tick_hz else 0
        woken = {each.wakes: each for each in self.interrupts if each.wakes}
        tasks = []
        for job in self.jobs:
            source = woken.get(job.name)
            period = least(source.distance if source else job.period)
            # A job that becomes due between two ticks waits for the next one.
            rounded = 0 if source or (job.period * self.tick_hz / 1_000_000).denominator == 1 else tick
            if not source and not rounded:
                period = int(job.period * self.tick_hz / 1_000_000) * tick
            tasks.append(analysis.Task(
                job.name, job.priority, period, least(job.deadline), grown(job.execution), most(job.jitter) + rounded,
                job.services, tuple(analysis.Section(each.mutex, grown(each.hold)) for each in job.sections),
                grown(job.locked), source.name if source else None))
        sources = tuple(analysis.Source(each.name, least(each.distance), grown(each.handler), each.wakes)
                        for each in self.interrupts)
        return analysis.System(tuple(tasks), sources, tick, self.protocol,
                               refill if self.refill is None else self.refill)


class Reader:
    """Reads values of a file, and names the file and the key in each error."""

    def __init__(self, file: str | Path):
        self.file = file

    def refuse(self, where: str, message: str, hint: str = HINT) -> None:
        raise MetroError(f"{self.file}: {where}: {message}", hint)

    def known(self, table: dict, kind: str, where: str) -> None:
        for key in table:
            if kind == "task" and key in SUSPENSION:
                self.refuse(f"{where}.{key}", "a job that suspends itself is not supported",
                            "split the task into two tasks, and let an interrupt wake the second one")
            if key not in KEYS[kind]:
                self.refuse(f"{where}.{key}", "there is no such key",
                            f"{did_you_mean(key, KEYS[kind])}There are {', '.join(KEYS[kind])}")

    def text(self, table: dict, key: str, where: str) -> str:
        value = table.get(key)
        if not isinstance(value, str) or not value:
            self.refuse(f"{where}.{key}", "is missing" if key not in table else f"{value!r} is not a name in quotes")
        return value

    def number(self, table: dict, key: str, where: str, least=0, most=LARGEST, default=None) -> Fraction:
        if key not in table and default is not None:
            return default
        value = table.get(key)
        if key not in table or isinstance(value, bool) or not isinstance(value, (int, float)) or (
                not math.isfinite(value)):
            self.refuse(f"{where}.{key}", "is missing" if key not in table else f"{value!r} is not a number")
        if not least <= value <= most:
            self.refuse(f"{where}.{key}", f"{value} is not from {least:,} to {most:,}")
        return Fraction(str(value))

    def integer(self, table: dict, key: str, where: str, least=0, most=LARGEST, default=None) -> int:
        value = self.number(table, key, where, least, most, default)
        if value is not None and Fraction(value).denominator != 1:
            self.refuse(f"{where}.{key}", f"{table[key]} is not a whole number")
        return int(value)

    def cycles(self, table: dict, key: str, where: str, clock: Fraction, is_needed: bool) -> int:
        """Return a time that the file gives as KEY_us or KEY_cycles, in cycles."""
        given = [f"{key}_{unit}" for unit in UNITS if f"{key}_{unit}" in table]
        if len(given) == 2:
            self.refuse(f"{where}.{given[1]}", f"give either this or {given[0]}")
        if not given:
            if is_needed:
                self.refuse(f"{where}.{key}_us", f"is missing; give {key}_us or {key}_cycles")
            return 0
        value = self.number(table, given[0], where)
        return math.ceil(value * clock / 1_000_000 if given[0].endswith("_us") else value)

    def tables(self, content: dict, key: str, where: str = "") -> list[dict]:
        value = content.get(key, [])
        place = f"{where}.{key}" if where else key
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            self.refuse(place, f"is not a list of tables; write [[{'task.' if where else ''}{key}]]")
        for each in value:
            self.known(each, key, place if "name" not in each else f"{key} {each['name']}")
        return value


def read(file: Path, services: Iterable[str]) -> TaskSet:
    """Read a file. services: the names of the services whose costs are known."""
    return of_content(toml.read(file, HINT), file, services)


def parse(text: str, name: str, services: Iterable[str]) -> TaskSet:
    """Return the task set that a file with this text describes. name: of the file, for the error messages."""
    return of_content(toml.parse(text, name, HINT), name, services)


def of_content(content: dict, file: str | Path, services: Iterable[str]) -> TaskSet:
    read_ = Reader(file)
    kinds = ("system", "task", "mutex", "interrupt")
    for key in content:
        if key not in kinds:
            read_.refuse(key, "there is no such table", f"{did_you_mean(key, kinds)}There are {', '.join(kinds)}")
    system = content.get("system")
    if not isinstance(system, dict):
        read_.refuse("system", "is missing; it has clock_mhz, tick_hz and mutex_protocol")
    read_.known(system, "system", "system")
    clock = read_.number(system, "clock_mhz", "system", 0.01, 10_000) * 1_000_000
    tick_hz = read_.integer(system, "tick_hz", "system", 0, 1_000_000, 0)
    protocol = system.get("mutex_protocol", analysis.INHERITANCE)
    if protocol not in analysis.PROTOCOLS:
        read_.refuse("system.mutex_protocol", f"{protocol!r} is not one of {', '.join(analysis.PROTOCOLS)}",
                     did_you_mean(str(protocol), analysis.PROTOCOLS).strip() or HINT)
    refill = read_.integer(system, "refill_cycles", "system") if "refill_cycles" in system else None
    mutexes = _names(read_, read_.tables(content, "mutex"), "mutex")
    tables = read_.tables(content, "task")
    if not tables:
        read_.refuse("task", "there is none; write a table [[task]] for each task")
    names = _names(read_, tables, "task")
    interrupts = _interrupts(read_, content, clock, names)
    woken = {each.wakes: each for each in interrupts if each.wakes}
    jobs = []
    for table in tables:
        job = _job(read_, table, clock, tick_hz, woken, mutexes, services)
        same = next((each.name for each in jobs if each.priority == job.priority), None)
        if same:
            read_.refuse(f"task {job.name}.priority", f"{job.priority} is also the priority of the task {same}",
                         "give each task another priority; a smaller number is more urgent")
        jobs.append(job)
    found = TaskSet(clock, tick_hz, protocol, refill, tuple(jobs), mutexes, interrupts)
    load = analysis.utilisation(found.system(0))
    if load > 1:
        read_.refuse("task", f"the load is {load:.2f}, above 1: the tasks and handlers need more time than there is",
                     "make execution times shorter, periods longer, or system.clock_mhz larger")
    return found


def _names(read_: Reader, tables: list[dict], kind: str) -> tuple[str, ...]:
    names = [read_.text(table, "name", kind) for table in tables]
    for name in names:
        if names.count(name) > 1:
            read_.refuse(f"{kind} {name}.name", "there are two of this name")
    return tuple(names)


def _interrupts(read_: Reader, content: dict, clock: Fraction, tasks: tuple[str, ...]) -> tuple[Interrupt, ...]:
    tables, found = read_.tables(content, "interrupt"), []
    for name, table in zip(_names(read_, tables, "interrupt"), tables):
        where, wakes = f"interrupt {name}", table.get("wakes")
        if wakes is not None and wakes not in tasks:
            read_.refuse(f"{where}.wakes", f"there is no task {wakes!r}",
                         f"{did_you_mean(str(wakes), tasks)}There are {', '.join(tasks)}")
        if wakes is not None and wakes in [each.wakes for each in found]:
            read_.refuse(f"{where}.wakes", f"another interrupt wakes the task {wakes} too",
                         "let each interrupt wake another task")
        found.append(Interrupt(name, read_.number(table, "distance_us", where, 1),
                               read_.cycles(table, "handler", where, clock, True), wakes))
    return tuple(found)


def _job(read_: Reader, table: dict, clock, tick_hz: int, woken: dict, mutexes, services) -> Job:
    name = table["name"]
    where = f"task {name}"
    priority = read_.integer(table, "priority", where, 0, 254)
    if name in woken:
        if "period_us" in table:
            read_.refuse(f"{where}.period_us", f"the interrupt {woken[name].name} wakes the task and has its distance")
        period = None
    else:
        if "period_us" not in table:
            read_.refuse(f"{where}.period_us", "is missing, and no interrupt wakes the task, so it has no deadline")
        if not tick_hz:
            read_.refuse(f"{where}.period_us", "there is no tick that could release the task",
                         "set system.tick_hz, or let an interrupt wake the task")
        period = read_.number(table, "period_us", where, 1)
        if period * tick_hz < 1_000_000:
            read_.refuse(f"{where}.period_us", f"{table['period_us']} is shorter than a tick",
                         "raise system.tick_hz, or let an interrupt wake the task")
    deadline = read_.number(table, "deadline_us", where, 1,
                            default=woken[name].distance if period is None else period)
    execution = read_.cycles(table, "execution", where, clock, True)
    sections = tuple(_section(read_, each, f"{where}.section", clock, mutexes, execution)
                     for each in read_.tables(table, "section", where))
    if sum(section.hold for section in sections) > execution:
        read_.refuse(f"{where}.section", "the sections together are longer than the execution time of the job")
    locked = read_.cycles(table, "locked", where, clock, False)
    return Job(name, priority, period, deadline, read_.number(table, "jitter_us", where, default=Fraction(0)),
               execution, locked, _services(read_, table, where, services), sections)


def _section(read_: Reader, table: dict, where: str, clock, mutexes, execution: int) -> analysis.Section:
    mutex = read_.text(table, "mutex", where)
    if mutex not in mutexes:
        read_.refuse(f"{where}.mutex", f"the mutex {mutex!r} is not declared",
                     f"{did_you_mean(mutex, mutexes)}Write a table [[mutex]] with this name")
    return analysis.Section(mutex, read_.cycles(table, "held", where, clock, True))


def _services(read_: Reader, table: dict, where: str, known: Iterable[str]) -> tuple[tuple[str, int], ...]:
    services, known = table.get("services", {}), [name for name in known if name not in MUTEX]
    if not isinstance(services, dict):
        read_.refuse(f"{where}.services", "is not a table of names and numbers of calls")
    for name in services:
        if name in MUTEX:
            read_.refuse(f"{where}.services.{name}", "calls of mutexes are counted with each [[task.section]]")
        if name not in known:
            read_.refuse(f"{where}.services.{name}", "the cost of this service is not known",
                         f"{did_you_mean(name, known)}There are {', '.join(known)}")
    return tuple((name, read_.integer(services, name, f"{where}.services", 0, 1000)) for name in services)
