# SPDX-License-Identifier: Apache-2.0
"""The tables of services' cycles and of Thread-Metric's scores. A parameter `rtos` is the Key.rtos of the figures."""
from __future__ import annotations

from collections.abc import Iterable

from ..base.publications import read_table
from ..figures.key import PATCHED, SUITE, TEMPLATE, Key, Who, of_run, select
from ..measure import cold_caches, latency, thread_metric as workloads
from ..products import rtos as rtos_module
from .tables import CACHES, NONE, Figures, Scope, Table, format_exact, systems_of

# Workload -> its column in bench/publications/chameliot-thread-metric.csv.
CHAMELIOT = {"basic_processing": "basic", "cooperative_scheduling": "cooperative",
             "preemptive_scheduling": "preemptive", "message_processing": "message",
             "synchronization_processing": "synchronization"}
EVENTS = ("original", "events")


def thread_metric(scope: Scope, opt: str, rtos: str = "", caches: Iterable[str] = CACHES) -> list[Table]:
    """Return a table for each suite and size of caches: the workloads' scores, and their ratio to software."""
    of_rtos = _name(rtos)
    measured = [key for key in select(scope.found, optimisation=opt, statistic="")
                if key.part == "thread_metric" and key.rtos == rtos]
    part, title = rtos or "thread_metric", f"Thread-Metric{f' on {of_rtos}' if of_rtos else ''}"
    suites = {"": "", SUITE: ", the original suite,"}      # the loop adds variants with other compiler options
    for sources in sorted({key.sources for key in measured} - set(suites)):
        suites[sources] = f", the original suite with {sources.partition(' ')[2]},"

    def one(suite, large):
        keys = [key for key in measured if (key.sources, key.caches) == (suite, large)]
        systems, names = systems_of(keys), {key.what.partition(".")[2] for key in keys}
        figure = scope.figures

        def cell(name, who):
            key = of_run(f"thread_metric.{name}", "", who, None, opt, sources=suite, caches=large)
            times = figure.value(key.of("speedup"))
            return figure(key) if times is None else f"{figure(key)} ({times:.2f})"
        return Table(f"{title}{suites[suite]} at -{opt}, {CACHES[large]}: rounds a simulated second (times software's)",
                     "", *(who.system if rtos else str(who) for who in systems), "ChamelIoT",
                     figure=figure, made_by="" if suite else f"./metro bench {part} --opt {opt}",
                     rows=[([name.replace("_", " ")],
                            [*(cell(name, who) for who in systems), chameliot_ratio(name, of_rtos)])
                           for name in sorted(names, key=lambda name: (_place(name), name))],
                     note="ChamelIoT: score in hardware divided by score in software, under "
                          f"{' / '.join(_chameliot(of_rtos))}."
                     if names else "")
    return [one(suite, large) for suite in suites for large in caches]


def chameliot_ratio(workload: str, os: str = "") -> str:
    """Return ChamelIoT's score in hardware, times that in software, under one RTOS or under each one."""
    column = CHAMELIOT.get(workload)
    return " / ".join(f"{int(both['hardware'][column]) / int(both['software'][column]):.2f}"
                      for both in _chameliot(os).values()) if column else NONE


def _chameliot(os: str) -> dict[str, dict[str, dict]]:
    """Return {RTOS: {system: row}} of ChamelIoT's scores under one RTOS, or under each one."""
    scores = {}
    for row in read_table("chameliot-thread-metric.csv"):
        if os in ("", row["os"]):
            scores.setdefault(row["os"], {})[row["system"]] = row
    return scores


def _name(rtos: str) -> str:
    """Return the name of the RTOS, or an empty string for uC/OS-II."""
    return rtos and rtos_module.get(rtos).name


def _place(name: str) -> int:
    """Return the workload's index in WORKLOADS. An unknown workload comes last."""
    return (*workloads.WORKLOADS, name).index(name)


def latencies(scope: Scope, opt: str, rtos: str = "") -> list[Table]:
    """Return each service's cycles in each of its situations, with its speed-up over software."""
    def one(cfg, title):
        keys = _services(scope, "mean", opt, cfg, rtos)
        systems, figure = systems_of(keys), scope.figures

        def cell(what, who):
            mean = of_run(what, "mean", who, None, opt, cfg=cfg)
            times, spread = (figure.value(mean.of(statistic)) for statistic in ("speedup", "variance"))
            text = figure(mean) + (f" ± {spread ** 0.5:.1f} / {figure(mean.of('max'))}" if spread else "")
            return text if times is None else f"{text} ({times:.2f})"
        return Table(f"{_title(rtos)} at -{opt}, cycles, {title}", "", *map(str, systems),
                     figure=figure, made_by=f"./metro bench {rtos or 'latency'} --opt {opt}",
                     rows=[([what.partition(".")[2]], [cell(what, who) for who in systems])
                           for what in dict.fromkeys(key.what for key in keys)],
                     note="mean (times software's); if times vary, ± standard deviation / longest. Nothing "
                          "interrupts, caches of 64 KiB." if keys else "")
    config = rtos_module.get(rtos or rtos_module.DEFAULT).build["config"]
    return [one("", f"the benchmarks' {config}"), *([] if rtos else [one(TEMPLATE, "the full template")])]


def _title(rtos: str) -> str:
    return f"Services of {_name(rtos)}" if rtos else "Services"


def _services(scope: Scope, statistic: str, opt: str, cfg: str, rtos: str) -> list[Key]:
    return [key for key in select(scope.found, statistic=statistic, optimisation=opt, cfg=cfg)
            if key.part == "latency" and key.rtos == rtos]


def interrupts_off(scope: Scope, opt: str, rtos: str = "") -> Table:
    """Return the longest time with interrupts disabled, in each situation of the services."""
    keys, figure = _services(scope, latency.IRQ_OFF, opt, "", rtos), scope.figures
    systems = systems_of(keys)
    return Table(f"{_title(rtos)} at -{opt}: interrupts disabled, longest, cycles", "",
                 *map(str, systems), figure=figure,
                 rows=[([what.partition(".")[2]], [figure(of_run(what, latency.IRQ_OFF, who, None, opt))
                                                   for who in systems])
                       for what in dict.fromkeys(key.what for key in keys)],
                 note="Between the call and its return, or the other task's first instruction. No interrupts, "
                      "caches of 64 KiB." if keys else "")


def cold(scope: Scope, opt: str) -> Table:
    """Return the cycles of services, ticks and interrupt entry, with empty caches and then with warm ones."""
    keys = [key for key in select(scope.found, statistic=cold_caches.FIRST, optimisation=opt) if key.part == "cold"]
    figure, systems = scope.figures, systems_of(keys)

    def cell(what, who):
        first, after, instruction, data, excess = (figure(of_run(what, statistic, who, None, opt))
                                                   for statistic in cold_caches.STATISTICS)
        return f"{first} / {after} ({instruction} + {data}) {excess}" if first != NONE else NONE
    return Table(f"Cold and warm caches at -{opt}: cycles with empty caches / the next time (additional "
                 "lines of instructions + data) rest", "", *map(str, systems), figure=figure,
                 rows=[([what.partition(".")[2]], [cell(what, who) for who in systems])
                       for what in dict.fromkeys(key.what for key in keys)],
                 note="Rest: the additional cycles of the first time, less a refill for each line of data. Caches of "
                      "4 KiB; they include the application's code." if keys else "")


# ---------------------------------------------------------------------------------------- the event unit in the docs

def service(figure: Figures, situation: str, systems: Iterable[str | Who] = EVENTS) -> str:
    return figure.many(*(of_run(f"latency.{situation}", "mean", system) for system in systems), form=format_exact)


def event_unit_latency(scope: Scope) -> Table:
    figure, kinds = scope.figures, ("sem", "mbox", "q")
    return Table("", "", "semaphore", "mailbox", "queue", figure=figure, rows=[
        ([title], [service(figure, f"{kind}.{end}" if end else "") for kind, end in zip(kinds, ends)])
        for title, ends in (
            ("accept", ["accept"] * 3), ("pend, available", ["pend.free", "pend.full", "pend.full"]),
            ("pend, another task runs", ["pend.switch"] * 3), ("post, no task waits", ["post.no_waiter"] * 3),
            ("post, lower, 1 waits", ["post.lower.1"] * 3), ("post, lower, 48 wait", ["post.lower.48"] * 3),
            ("post, a higher task runs", ["post.switch"] * 3), ("broadcast to 48", ["", "post_all.48", "post_all.48"]),
            ("abort, lower, 1 waits", ["pend_abort.lower.1"] * 3), ("query", ["query"] * 3),
            ("set, flush", ["set", "", "flush"]))])


def event_unit_latency_mutex_flags(scope: Scope) -> Table:
    figure = scope.figures
    mutex = (("pend, free", "pend.free"), ("pend, the owner is promoted and runs", "pend.inherit"),
             ("post, no task waits", "post.no_waiter"), ("post, lower, 1 waits", "post.lower.1"),
             ("post, lower, 48 wait", "post.lower.48"), ("post, the promotion ends", "post.inherit"),
             ("accept", "accept"), ("query", "query"), ("", ""))
    flags = (("pend, the flags are set", "pend.set"), ("pend and consume, the flags are set", "pend.consume"),
             ("pend, another task runs", "pend.switch"), ("post, no task waits", "post.no_waiter"),
             ("post, 1 waits for other flags", "post.others.1"), ("post, 48 wait for other flags", "post.others.48"),
             ("post, 1 lower is woken", "post.lower.1"), ("post, 48 lower are woken", "post.lower.48"),
             ("post, a higher task runs", "post.switch"))
    return Table("", "", "mutex", "", "flags", figure=figure, rows=[
        ([left], [service(figure, f"mutex.{one}") if one else "", right, service(figure, f"flag.{other}")])
        for (left, one), (right, other) in zip(mutex, flags)])


def event_unit_latency_patched(scope: Scope) -> Table:
    figure = scope.figures
    systems, kinds = [Who(PATCHED, name) for name in ("original", "combined", "events")], ("sem", "mbox", "q", "mutex")
    return Table("", "patched V2.93.01", "semaphore", "mailbox", "queue", "mutex", figure=figure, rows=[
        ([title], [service(figure, f"{kind}.{end}" if end else "", systems) for kind, end in zip(kinds, ends)])
        for title, *ends in (
            ("pend, available", "pend.free", "pend.full", "pend.full", "pend.free"),
            ("pend, another task runs", *["pend.switch"] * 3, "pend.inherit"),
            ("post, no task waits", *["post.no_waiter"] * 4), ("post, lower, 1 waits", *["post.lower.1"] * 4),
            ("post, lower, 48 wait", *["post.lower.48"] * 4),
            ("post, a higher task runs", *["post.switch"] * 3, "post.inherit"),
            ("broadcast to 48", "", "post_all.48", "post_all.48", ""),
            ("abort, lower, 1 waits", *["pend_abort.lower.1"] * 3, ""), ("query", *["query"] * 4))])


SAME_CALLS = {                 # a call in the RTU's table -> our comparable situation
    "OSSemPend": "sem.pend.free", "OSSemPend (not available; task switch)": "sem.pend.switch",
    "OSSemPost": "sem.post.no_waiter", "OSSemPost (lower-priority task waiting)": "sem.post.lower.1",
    "OSSemPost (higher-priority task waiting)": "sem.post.switch", "OSFlagPend (no task switch)": "flag.pend.set",
    "OSFlagPend (task switch)": "flag.pend.switch", "OSFlagPost": "flag.post.no_waiter",
    "OSFlagPost (one lower-priority task waiting)": "flag.post.lower.1",
    "OSFlagPost (one higher-priority task waiting)": "flag.post.switch",
}


def rtu(scope: Scope) -> Table:
    published, figure = {row["call"]: row for row in read_table("rtu-syscalls.csv")}, scope.figures

    def share(situation):
        software, hardware = (figure.value(of_run(f"latency.{situation}", "mean", system)) for system in EVENTS)
        return f"{hardware / software:.2f}" if software and hardware else NONE
    return Table("", "", "RTU: software / hardware", "", "ours: software / event unit", "", figure=figure, rows=[
        ([call], [f"{published[call]['software']} / {published[call]['hardware']}", published[call]["fraction"],
                  service(figure, situation), share(situation)]) for call, situation in SAME_CALLS.items()])
