# SPDX-License-Identifier: Apache-2.0
"""The tables of FreeRTOS's ticks, switches, services and interrupts (`./metro bench freertos`): their rows, and how the
terminal shows them. Its Thread-Metric and RTOSUnit's situations are in tables.py."""
from __future__ import annotations

from collections.abc import Iterator

from ..figures import key as key_module
from ..figures.key import FEW_PRIORITIES, Key, select
from ..measure import freertos, freertos_programs as programs, latency
from . import tables

PRIORITIES = {"": "its own", FEW_PRIORITIES: "one of four"}
TICKS = {"nobody wakes": "tick.interrupt", "workers": "tick.interrupt_workers"}
SWITCHES = {"to another task": "sched.switch", "to the same task": "sched.no_switch"}
INTERRUPTS = {                          # what: stem, statistics
    "a line's rise to its handler's first instruction: shortest / longest": ("irq.latency", ("min", "max")),
    "a due tick to the woken task's own code: mean / longest": ("wakeup", ("mean", "max")),
    "interrupts off: longest": ("irq.off", ("max",)),
    "a tick at which no task is due: taken from the tasks, mean": ("tick.stolen", ("mean",)),
}
LOWER, HIGHER = "waits; a lower task runs", "a higher task is woken"
SERVICES = {                            # what is called, in which situation
    "sem.take.free": ("semaphore: take", "it is there"),
    "sem.take.switch": ("", LOWER),
    "sem.give.nobody": ("semaphore: give", "nobody waits"),
    "sem.give.switch": ("", HIGHER),
    "q.receive.full": ("queue: receive", "a message is there"),
    "q.receive.switch": ("", LOWER),
    "q.send.nobody": ("queue: send", "nobody waits"),
    "q.send.switch": ("", HIGHER),
    "mutex.take.free": ("mutex: take", "nobody has it"),
    "mutex.take.equal": ("", "waits; its owner, an equal, runs"),
    "mutex.take.inherit": ("", "waits; its owner, a lower task, is promoted and runs"),
    "mutex.give.nobody": ("mutex: give", "nobody waits"),
    "mutex.give.equal": ("", "an equal is woken, and does not run yet"),
    "mutex.give.inherit": ("", "a higher task is woken; the promotion ends"),
    "notify.take.there": ("notification: take", "it is there"),
    "notify.take.switch": ("", LOWER),
    "notify.give.nobody": ("notification: give", "nobody waits"),
    "notify.give.switch": ("", HIGHER),
    "events.wait.there": ("event group: wait", "the bit is there"),
    "events.wait.switch": ("", LOWER),
    "events.set.nobody": ("event group: set", "nobody waits"),
    "events.set.switch": ("", HIGHER),
    "stream.receive.there": ("stream buffer: receive", "four bytes are there"),
    "stream.receive.switch": ("", LOWER),
    "stream.send.nobody": ("stream buffer: send", "nobody waits"),
    "stream.send.switch": ("", HIGHER),
    "delay.none": ("delay", "by 0 ticks, and no equal is ready"),
    "delay.switch": ("", "a lower task runs"),
    "delay.switch.48": ("", "the same, while 48 others sleep for less"),
    "suspend.other": ("suspend", "a lower task"),
    "suspend.switch": ("", "itself; a lower task runs"),
    "resume.lower": ("resume", "a lower task"),
    "resume.switch": ("", "a higher task, which runs"),
    "priority.lower": ("change of priority", "of a lower task, which stays lower"),
    "priority.switch": ("", "of a lower task, which becomes the higher one and runs"),
}


def by_tasks(stems: dict[str, str]) -> Iterator[tuple[list[str], str, str]]:
    """Heads, stem, and what stands behind the optimisation in a figure's name."""
    for tasks in programs.TASKS:
        for row, whose in PRIORITIES.items():
            for what, stem in stems.items():
                yield [str(tasks), whose, what], stem, f".{row}" * bool(row)


def of_bench(scope: tables.Scope) -> list[tables.Table]:
    return [table for opt in scope.opts for table in (
        *tables.latencies(scope, opt, freertos=True), tables.interrupts_off(scope, opt, freertos=True),
        *(_by_tasks(scope, opt, *about) for about in (
            ("A tick under FreeRTOS", "from the trap to the instruction that goes back to a task", TICKS),
            ("A switch under FreeRTOS", "from vPortYield() to that instruction", SWITCHES))), interrupts(scope, opt))]


def _by_tasks(scope: tables.Scope, opt: str, title: str, between: str, stems: dict[str, str]) -> tables.Table:
    figure, keys = tables.Figures(scope.found), _measured(scope, opt, stems.values())
    systems = tables.systems_of(keys)
    return tables.Table(f"{title} at -{opt}, {between}, cycles: min / mean / max", "tasks", "priority", "",
                        *map(_name, systems), figure=figure, made_by=f"./metro bench freertos --opt {opt}",
                        rows=[(head, [figure.many(stem, f"{system}.{head[0]}.{opt}{row}") for system in systems])
                              for head, stem, row in by_tasks(stems)])


def interrupts(scope: tables.Scope, opt: str) -> tables.Table:
    figure, keys = tables.Figures(scope.found), _measured(scope, opt, ["irq.latency"])
    systems = tables.systems_of(keys)
    return tables.Table(f"Interrupts under FreeRTOS at -{opt}, {programs.BESIDE} tasks, cycles", "",
                        *map(_name, systems), figure=figure, made_by=f"./metro bench freertos --opt {opt}",
                        rows=[([title], [figure.many(stem, f"{system}.{programs.BESIDE}.{opt}", statistics)
                                         for system in systems]) for title, (stem, statistics) in INTERRUPTS.items()])


def _measured(scope: tables.Scope, opt: str, stems) -> list[Key]:
    return [key for stem in stems for key in select(scope.found, what=stem, kernel=key_module.FREERTOS,
                                                    optimisation=opt)]


def _name(system: str) -> str:
    return system.removeprefix(freertos.PREFIX)


def service_figures(name: str, system: str) -> tuple[str, str]:
    """The names of its mean and of its longest stretch with interrupts off."""
    return tuple(f"latency.{name}.{statistic}.{freertos.PREFIX}{system}.O2" for statistic in ("mean", latency.IRQ_OFF))
