# SPDX-License-Identifier: Apache-2.0
"""The tables of RTOSes whose own build system builds the program. suite: what metro.bench.own_build measures."""
from __future__ import annotations

import re
from collections.abc import Iterable

from ..base.publications import read_table
from ..figures.key import Key, Who, of_run, select
from ..measure import latency, sleepers, thread_metric as workloads
from . import services as shared
from .tables import CACHES, HUNDREDTHS, NONE, WHOLE, Scope, Table, format_exact

LOWER, HIGHER = "waits; a lower thread runs", "a higher thread is woken, and runs"
QUEUE_BYTES = (4, 8, 16, 64)           # of a message; each RTOS has some of them
SERVICES = {                           # latency -> call (empty: as in the row above), situation, ChamelIoT's row
    "yield.switch": ("yield", "a thread of equal priority runs", ("schedule", "two threads yield")),
    "suspend.switch": ("suspend", "itself; a lower thread runs", ("suspend", "a thread suspends itself")),
    "resume.switch": ("resume", "a higher thread; it runs", ("resume", "a lower thread resumes a higher one")),
    "mutex.lock.free": ("mutex: lock", "free", ("mutex lock", "free", "free or owned by another thread")),
    "mutex.lock.equal": ("", "waits; its owner, of equal priority, runs",
                         ("mutex lock", "owned by another thread", "free or owned by another thread")),
    "mutex.lock.inherit": ("", "waits; its owner, a lower thread, is promoted and runs",
                           ("mutex lock", "priority inheritance")),
    "mutex.unlock.no_waiter": ("mutex: unlock", "no thread waits", ("mutex unlock", "owned")),
    "mutex.unlock.equal": ("", "a thread of equal priority is woken, and does not run yet", ()),
    "mutex.unlock.inherit": ("", "a higher thread is woken; the promotion ends",
                             ("mutex unlock", "priority inheritance ends")),
    "sem.take.free": ("semaphore: take", "available", ("semaphore take", "available")),
    "sem.take.switch": ("", LOWER, ("semaphore take", "not available")),
    "sem.give.no_waiter": ("semaphore: give", "no thread waits", ("semaphore give", "no thread waits")),
    "sem.give.switch": ("", HIGHER, ("semaphore give", "a thread waits")),
    **{f"q.{service}.{situation}.{size}": (f"queue, {size} bytes: {service}" if is_first else "", text, row)
       for size in QUEUE_BYTES for service, situation, is_first, text, row in (
           ("receive", "full", True, "a message is available", ("queue receive", "")),
           ("receive", "switch", False, LOWER, ()),
           ("send", "no_waiter", True, "no thread waits", ("queue send", "")),
           ("send", "switch", False, HIGHER, ()))},
}
INTERRUPTS = {                         # title -> name of the figure, statistics
    "interrupt latency, line to handler: shortest / longest": ("irq.latency", ("min", "max")),
    "interrupts disabled: longest": ("irq.off", ("max",)),
}
IDLE = {                               # title -> name of the figure, statistic, form
    "idle: interrupts per second": ("idle", "interrupts", WHOLE),
    "idle: time awake, %": ("idle", "awake", HUNDREDTHS),
    "idle: wake-up latency, timer's line to thread": ("wakeup", "max", WHOLE),
}
TIMERS = {"each_tick": "with an interrupt at each tick", "time_base": "with the time base"}    # Key.uses -> title
SIZES = {"rom": "program and constants", "ram": "data and stacks"}


def thread_metric(suite, scope: Scope, opt: str, caches: str) -> Table:
    """Return the scores of the newest tree, with their ratio to the RTOS's default in software."""
    figure, measured = scope.figures, [key for key in _measured(suite, scope, "thread_metric", opt)
                                       if key.caches == caches]
    version, name = newest(measured), suite.rtos.name
    title = f"{name} {version}".rstrip()

    def row(workload: str) -> list[str]:
        cells = [_with_ratio(figure, _key(suite, f"thread_metric.{workload}", "", column, opt, version, caches=caches))
                 for column in suite.columns.values()]
        return [*cells, shared.chameliot_ratio(workload, name) if set(cells) != {NONE} else NONE]
    return Table(f"Thread-Metric on {title} at -{opt}, {CACHES[caches]}: rounds a simulated second "
                 f"(times {suite.base})", title, *suite.columns, "ChamelIoT", figure=figure,
                 made_by=f"./metro bench {suite.key} --opt {opt} --kernel TREE",
                 rows=[([workload.replace("_", " ")], row(workload)) for workload in workloads.WORKLOADS],
                 note=f"ChamelIoT: score in hardware divided by score in software, under {name}." if measured else "")


def services(suite, scope: Scope, opt: str) -> Table:
    """Return the mean cycles of each service, with their ratio to the RTOS's default in software."""
    figure, measured, name = scope.figures, _measured(suite, scope, "latency", opt), suite.rtos.name
    version = newest(measured)
    title = f"{name} {version}".rstrip()

    def cell(service: str, column: tuple[str, str]) -> str:
        mean = _key(suite, f"latency.{service}", "mean", column, opt, version)
        spread = figure.value(mean.of("variance"))
        return _with_ratio(figure, mean, f" ± {spread ** 0.5:.1f}" if spread else "")

    def row(service: str, published: tuple[str, ...]) -> list[str]:
        cells = [cell(service, column) for column in suite.columns.values()]
        return [*cells, chameliot_gain(name, *published) if set(cells) != {NONE} else NONE]
    return Table(f"Services of {title} at -{opt}: mean cycles (times {suite.base})", title, "", *suite.columns,
                 "ChamelIoT", figure=figure, made_by=f"./metro bench {suite.key} --opt {opt} --kernel TREE",
                 rows=[([call, situation], row(service, published))
                       for service, (call, situation, published) in SERVICES.items()],
                 note=f"± standard deviation, if times vary. ChamelIoT: time in software divided by time in hardware, "
                      f"under {name}. Nothing interrupts, caches of 64 KiB." if measured else "")


def interrupts_off(suite, scope: Scope, opt: str) -> Table:
    """Return the longest stretch with interrupts disabled in each service."""
    figure, measured = scope.figures, _measured(suite, scope, "latency", opt)
    title = f"{suite.rtos.name} {newest(measured)}".rstrip()
    return Table(f"Services of {title} at -{opt}: longest with interrupts disabled, cycles", title, "", *suite.columns,
                 figure=figure, rows=[([call, situation],
                                       [figure(_key(suite, f"latency.{service}", latency.IRQ_OFF, column, opt,
                                                    newest(measured))) for column in suite.columns.values()])
                                      for service, (call, situation, _) in SERVICES.items()])


def interrupts(suite, scope: Scope, opt: str) -> Table:
    """Return latency and number of interrupts, and the sizes of the program that measures the services."""
    figure, measured = scope.figures, _measured(suite, scope, "irq", opt)
    version, columns = newest(measured), suite.columns.values()
    title = f"{suite.rtos.name} {version}".rstrip()

    def of(what: str, column: tuple[str, str], tasks: int | None = sleepers.THREADS) -> Key:
        return _key(suite, what, "", column, opt, version, tasks=tasks)

    rows = [([row], [figure.statistics(of(what, column), statistics, form=format_exact) for column in columns])
            for row, (what, statistics) in INTERRUPTS.items()]
    rows += [([row], [figure(of(what, column, 1).of(statistic), form) for column in columns])
             for row, (what, statistic, form) in IDLE.items()]
    rows += [([f"{row}, {TIMERS[timer.uses]}"],
              [figure(of(what, (timer.system, timer.uses), 1).of(statistic), form)
               if column == (timer.system, "") else NONE for column in columns])
             for timer in suite.timers for row, (what, statistic, form) in IDLE.items()]
    rows += [([f"{text}, bytes"], [figure(of("size.program", column, None).of(kind), WHOLE) for column in columns])
             for kind, text in SIZES.items()]
    return Table(f"Interrupts of {title} at -{opt}, {CACHES['']}, cycles; size of bench/{suite.key}/services", title,
                 *suite.columns, figure=figure, rows=rows,
                 made_by=f"./metro bench {suite.key} size --opt {opt} --kernel TREE")


def benchmarks(suite, scope: Scope, opt: str, programs: Iterable[str]) -> Table:
    """Return the mean cycles of each step of the RTOS's own benchmarks. Columns without figures are left out."""
    figure, measured = scope.figures, _measured(suite, scope, "benchmark", opt)
    version = newest(measured)
    title = f"{suite.rtos.name} {version}".rstrip()
    columns = {heading: column for heading, column in suite.columns.items()
               if any((key.system, key.uses) == column for key in measured)}
    steps = dict.fromkeys(key.what for program in programs for key in measured
                          if key.what.startswith(f"benchmark.{program}."))
    return Table(f"Benchmarks of {title} at -{opt}: mean cycles (times {suite.base})", title, "", *columns,
                 figure=figure, made_by=f"./metro bench {suite.key}-benchmarks --kernel TREE",
                 rows=[(what.split(".", 2)[1:], [_with_ratio(figure, _key(suite, what, "mean", column, opt, version))
                                                 for column in columns.values()]) for what in steps])


def chameliot_gain(os: str, service: str = "", *situations: str) -> str:
    """Return ChamelIoT's time of a service in software, divided by its time in hardware."""
    return next((f"{1 + float(row['improvement_percent']) / 100:.2f}" for row in read_table("chameliot-api.csv")
                 if (row["os"], row["service"]) == (os, service) and row["situation"] in situations), NONE)


def _with_ratio(figure, key: Key, spread: str = "") -> str:
    times = figure.value(key.of("speedup"))
    text = figure(key) + spread
    return text if times is None else f"{text} ({times:.2f})"


def _key(suite, what: str, statistic: str, column: tuple[str, str], opt: str, version: str, **others) -> Key:
    system, uses = column
    return of_run(what, statistic, Who(suite.key, system), optimisation=opt, uses=uses, version=version, **others)


def _measured(suite, scope: Scope, part: str, opt: str) -> list[Key]:
    return [key for key in select(scope.found, kernel=suite.key, optimisation=opt) if key.part == part]


def titles() -> dict[str, str]:
    """Return {latency: call and situation} of SERVICES."""
    found, call = {}, ""
    for service, (named, situation, _) in SERVICES.items():
        call = named or call
        found[service] = f"{call}; {situation}"
    return found


def newest(keys: list[Key]) -> str:
    """Return the newest version of the tree, or an empty string. Other kernels' figures have no version."""
    return max((key.version for key in keys), key=lambda version: list(map(int, re.findall(r"\d+", version))),
               default="")
