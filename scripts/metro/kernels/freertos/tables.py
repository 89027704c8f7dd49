# SPDX-License-Identifier: Apache-2.0
"""The tables of `./metro bench freertos`."""
from __future__ import annotations

from collections.abc import Iterable

from ...figures.key import FEW_PRIORITIES, Who, of_run, select
from ...measure import latency
from ...report.services import interrupts_off, latencies, thread_metric
from ...report.tables import CACHES, WHOLE, Scope, Table, backquoted, format_exact, systems_of
from . import programs
from .programs import KEY
from .thread_metric import INSTEAD

PRIORITIES = {"": "one per task", FEW_PRIORITIES: "four in all"}
TICKS = {"no task wakes": "tick.interrupt", "workers": "tick.interrupt_workers"}
SWITCHES = {"to another task": "sched.switch", "to the same task": "sched.no_switch"}
INTERRUPTS = {                          # title -> name of the figure, statistics
    "interrupt latency, request to handler: shortest / longest": ("irq.latency", ("min", "max")),
    "wake-up latency, due tick to task: mean / longest": ("wakeup", ("mean", "max")),
    "interrupts disabled: longest": ("irq.off", ("max",)),
    "tick overhead, no task wakes: mean": ("tick.stolen", ("mean",)),
}
HEADLINE = ("original", "levels", "levels-contexts")
README_ROWS = {                         # title -> name of the figure, statistic
    "interrupt latency, request to handler: cycles, longest": ("irq.latency", "max"),
    "tick overhead when no task wakes: cycles per tick, mean": ("tick.stolen", "mean"),
    "wake-up latency, due tick to task: cycles, longest": ("wakeup", "max"),
    "interrupts disabled: cycles, longest": ("irq.off", "max"),
}
LOWER, HIGHER = "waits; a lower task runs", "a higher task is woken"
SERVICES = {                            # latency -> call (empty: as in the row above), situation
    "sem.take.free": ("semaphore: take", "available"),
    "sem.take.switch": ("", LOWER),
    "sem.give.no_waiter": ("semaphore: give", "no task waits"),
    "sem.give.switch": ("", HIGHER),
    "q.receive.full": ("queue: receive", "a message is available"),
    "q.receive.switch": ("", LOWER),
    "q.send.no_waiter": ("queue: send", "no task waits"),
    "q.send.switch": ("", HIGHER),
    "mutex.take.free": ("mutex: take", "free"),
    "mutex.take.equal": ("", "waits; its owner, of equal priority, runs"),
    "mutex.take.inherit": ("", "waits; its owner, a lower task, is promoted and runs"),
    "mutex.give.no_waiter": ("mutex: give", "no task waits"),
    "mutex.give.equal": ("", "a task of equal priority is woken, and does not run yet"),
    "mutex.give.inherit": ("", "a higher task is woken; the promotion ends"),
    "notify.take.available": ("notification: take", "available"),
    "notify.take.switch": ("", LOWER),
    "notify.give.no_waiter": ("notification: give", "no task waits"),
    "notify.give.switch": ("", HIGHER),
    "events.wait.set": ("event group: wait", "the bit is set"),
    "events.wait.switch": ("", LOWER),
    "events.set.no_waiter": ("event group: set", "no task waits"),
    "events.set.switch": ("", HIGHER),
    "stream.receive.available": ("stream buffer: receive", "four bytes are available"),
    "stream.receive.switch": ("", LOWER),
    "stream.send.no_waiter": ("stream buffer: send", "no task waits"),
    "stream.send.switch": ("", HIGHER),
    "delay.none": ("delay", "0 ticks; no task of equal priority is ready"),
    "delay.switch": ("", "a lower task runs"),
    "delay.switch.48": ("", "the same, while 48 others sleep for less"),
    "suspend.other": ("suspend", "a lower task"),
    "suspend.switch": ("", "itself; a lower task runs"),
    "resume.lower": ("resume", "a lower task"),
    "resume.switch": ("", "a higher task; it runs"),
    "priority.lower": ("change of priority", "of a lower task; it stays lower"),
    "priority.switch": ("", "of a lower task; it becomes the higher one and runs"),
}


SYSTEMS = [Who(KEY, name) for name in INSTEAD["system"]]


def bench_tables(scope: Scope) -> list[Table]:
    return [*(table for opt in scope.opts for table in (
                *latencies(scope, opt, KEY), interrupts_off(scope, opt, KEY), ticks(scope, opt), switches(scope, opt),
                *([interrupts(scope)] if opt == "O2" else []))),
            *(table for opt in scope.opts for table in (*thread_metric(scope, opt, KEY), *rtosunit(scope, opt)))]


def headline(scope: Scope) -> Table:
    figure = scope.figures
    return Table(f"FreeRTOS, {programs.BESIDE} tasks at -O2", "", *backquoted(HEADLINE), figure=figure,
                 made_by="./metro bench freertos", rows=[
                     ([title], [figure(of_run(what, statistic, Who(KEY, system), programs.BESIDE), WHOLE)
                                for system in HEADLINE]) for title, (what, statistic) in README_ROWS.items()])


def ticks(scope: Scope, opt: str) -> Table:
    return _by_tasks(scope, opt, "Tick of FreeRTOS", "from the trap to the instruction that returns to a task",
                     TICKS)


def switches(scope: Scope, opt: str) -> Table:
    return _by_tasks(scope, opt, "Task switch of FreeRTOS", "from vPortYield() to that instruction", SWITCHES)


def _by_tasks(scope: Scope, opt: str, title: str, between: str, kinds: dict[str, str]) -> Table:
    figure = scope.figures
    return Table(f"{title} at -{opt}, {between}, cycles: min / mean / max", "tasks", "priority", "",
                 *(who.system for who in SYSTEMS), figure=figure, made_by=f"./metro bench freertos --opt {opt}",
                 rows=[([str(tasks), sharing, title],
                        [figure.statistics(of_run(what, "", who, tasks, opt, priorities=priorities), form=format_exact)
                         for who in SYSTEMS])
                       for tasks in programs.TASKS for priorities, sharing in PRIORITIES.items()
                       for title, what in kinds.items()])


def services(scope: Scope) -> Table:
    """Return the table of services: mean cycles, and cycles of the longest time with interrupts disabled."""
    figure = scope.figures
    return Table("Services of FreeRTOS at -O2, cycles: mean / longest with interrupts disabled", "", "",
                 *(who.system for who in SYSTEMS), figure=figure, rows=[
        (list(head), [figure.statistics(of_run(f"latency.{name}", "", who), ("mean", latency.IRQ_OFF),
                                        form=format_exact) for who in SYSTEMS]) for name, head in SERVICES.items()])


def interrupts(scope: Scope) -> Table:
    """Return a table that compares interrupts and ticks under FreeRTOS and under uC/OS-II."""
    figure = scope.figures
    columns = {**{who.system: who for who in SYSTEMS},
               **{f"uC/OS-II, `{name}`": Who.of(name) for name in ("original", "combined", "tickless")}}
    is_measured = select(scope.found, what="irq.latency", kernel=KEY)
    return Table(f"Interrupts of FreeRTOS at -O2, {programs.BESIDE} tasks, cycles", "", *columns, figure=figure,
                 made_by="./metro bench freertos --opt O2", rows=[
                     ([title], [figure.statistics(of_run(what, "", who, programs.BESIDE), statistics, form=format_exact)
                                for who in columns.values()])
                     for title, (what, statistics) in INTERRUPTS.items()] if is_measured else [])


def rtosunit(scope: Scope, opt: str, caches: Iterable[str] = CACHES) -> list[Table]:
    """Return one table for each cache size: the cycles of a task switch in each of RTOSUnit's situations."""
    found = [key for key in select(scope.found, optimisation=opt, kernel=KEY) if key.part == programs.SWITCH]
    systems = systems_of(found)

    def one(large):
        figure = scope.figures
        return Table(f"Task switch of FreeRTOS at -{opt}, {CACHES[large]}, cycles: mean / longest / jitter / "
                     "interrupts off", "", *(who.system for who in systems), figure=figure,
                     made_by=f"./metro bench freertos --opt {opt}", rows=[
                         ([name.replace("_", " ")],
                          [figure.statistics(of_run(f"{programs.SWITCH}.{name}", "", who, None, opt,
                                                    caches=large), programs.STATISTICS, form=format_exact)
                           for who in systems]) for name in (programs.SITUATIONS if found else ())],
                     note="RTOSUnit on a CV32E40P, second-hand: about 70 cycles, jitter 0 in its best configuration."
                     if found else "")
    return [one(large) for large in caches]
