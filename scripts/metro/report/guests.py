# SPDX-License-Identifier: Apache-2.0
"""The tables of guests."""
from __future__ import annotations

from ..base.publications import read_table
from ..figures.key import LARGE_CACHES, Key
from ..measure import guest_thread_metric
from ..measure.guests import costs as costs_module, timing
from ..measure.sweep import points
from .tables import NONE, SPREAD, WHOLE, Scope, Table

KERONE_MHZ = 667
CACHES = {"": "4 KiB", LARGE_CACHES: "64 KiB"}


def kerone(what: str, *keys: str) -> str:
    """Return a row of Ker-ONE's overheads, in cycles at KERONE_MHZ. keys: the columns (default: SPREAD)."""
    row = next(row for row in read_table("kerone-overheads.csv") if row["what"] == what)
    return " / ".join(f"{float(row[f'{key}_us']) * KERONE_MHZ:,.0f}" if row[f"{key}_us"] else NONE
                      for key in keys or SPREAD)


def title_of(system: tuple[str, str]) -> str:
    return CACHES[system[1]] + {"guests": ", banks", "guest-switch": ", the core switches"}.get(system[0], "")


CALLS = {                      # prefix of a statistic -> title of the row, and row of kerone-overheads.csv
    "call": ("undefined call, round trip", "hypercall entry and exit"),
    "alarm": ("a call that sets the alarm", ""),
    "runs": ("interrupt edge to the guest's handler, the guest runs", "virtual interrupt emulation"),
    "return": ("end of the handler to the interrupted code", ""),
    "waits": ("interrupt edge to the guest's handler, the guest waits", ""),
    "preempt": ("preemption, from the last instruction of the other guest",
                "preemption of a guest by the real-time guest"),
    "switch": ("a guest blocks, until another guest runs", "")}


def overheads(scope: Scope) -> Table:
    figure, conditions = scope.figures, timing.CONDITIONS

    def spread(key: Key, name: str = "") -> str:
        return figure.statistics(key, [f"{name}{statistic}" for statistic in SPREAD], form=WHOLE)

    rows = [([title], [*(spread(point.key, f"{name}_") for point in conditions),
                       kerone(published) if published else NONE])
            for name, (title, published) in CALLS.items()]
    rows += [(["end of a time slice: from one guest to the next"],
              [*(spread(point.key, "slice_") for point in conditions),
               kerone("switch of virtual machines")]),
             (["alarm to the handler of a waiting guest"],
              [*(spread(timing.alarm(point).key) for point in conditions), NONE]),
             (["longest time without interrupt response"],
              ["", *(f"- / - / {figure(point.key.of('deaf'), WHOLE)}" for point in conditions[1:]),
               kerone("critical execution of the monitor")])]
    return Table("Costs of the monitor", "cycles: shortest / mean / longest", "alone", "with a busy guest",
                 "the same, caches of 64 KiB", "the same, 4 KiB, banks", "the same, 64 KiB, banks",
                 "the same, 4 KiB, the core switches", "the same, 64 KiB, the core switches",
                 "Ker-ONE, in its cycles", rows=rows, figure=figure)


def response(scope: Scope) -> Table:
    figure = scope.figures

    def row(point):
        alone = timing.Response(timing.NATIVE, point.system).key
        cells = []
        for pair in (("mean", "max"), ("line_mean", "line_max")):
            keys = [key.of(statistic) for statistic in pair for key in (point.key, alone)]
            cells += [figure.statistics(point.key, pair, form=WHOLE),
                      NONE if point.key == alone else
                      figure.computed(lambda a, b, c, d: f"{a - b:,.0f} / {c - d:,}", *keys)]
        return [title_of(point.system), timing.SITUATIONS[point.situation][0]], cells
    published = kerone("response of a real-time task more than native", "mean", "max")
    return Table("Response of a real-time guest", "caches", "other guests", "alarm to handler: mean / longest",
                 "added", "line to handler: mean / longest", "added", figure=figure,
                 rows=[*map(row, timing.responses()), (["Ker-ONE", "other guests"], [NONE, published, NONE, NONE])])


THEIR_WORKLOADS = {
    "basic_processing": "Calibration", "preemptive_scheduling": "Preemptive Context Switching",
    "message_processing": "Message Processing", "synchronization_processing": "Synchronization Processing",
    "memory_allocation": "Memory Allocation", "interrupt_processing": "Interrupt Handling",
    "interrupt_preemption_processing": "Interrupt Preemption"}


def scores(scope: Scope) -> Table:
    figure = scope.figures
    published = {row["test"]: f"{row['ratio_percent']} %" for row in read_table("kerone-thread-metric.csv")}

    def row(point):
        both = [point.key.of(name) for name in ("native", "guest")]
        return [point.system, CACHES[point.caches], point.workload.replace("_", " ")], [
            *(figure(key, WHOLE) for key in both), figure.computed(lambda a, b: f"{100 * b / a:.1f} %", *both),
            published.get(THEIR_WORKLOADS.get(point.workload), NONE)]
    return Table("Thread-Metric in a guest", "kernel", "caches", "workload", "no monitor, rounds a second",
                 "as a guest", "share", "Ker-ONE's share", rows=map(row, guest_thread_metric.points()), figure=figure)


ALLOTMENTS = {                 # prefix of a statistic -> title of the row, and part in kerone-allocation.csv
    "direct": ("the region is free and contains the circuit", "latency direct"),
    "reconfiguration": ("the region is reconfigured", "latency with reconfiguration (plus the reconfiguration)"),
    "preemption": ("another guest owns the region, and its circuit is idle",
                   "latency with preemption (plus the wait for it)"),
    "preemption_running": ("another guest owns the region, and its circuit runs", ""),
    "both": ("another guest owns the region, and it is reconfigured", "latency with both (plus both)"),
    "both_running": ("the same, and its circuit runs", "")}


def allotment(scope: Scope) -> Table:
    figure = scope.figures
    published = {row["part"]: f"{float(row['us']) * KERONE_MHZ:,.0f}" for row in read_table("kerone-allocation.csv")}
    changes = dict(timing.WAYS.values())

    def row(name):
        title, part = ALLOTMENTS[name]
        added = f", plus the {timing.reconfiguration():,} of the model" * changes[name]
        return [title + added], [*(figure.statistics(point.key, [f"{name}_{statistic}" for statistic in SPREAD])
                                   for point in timing.allotments()), published.get(part, NONE)]
    titles = [title_of(point.system) for point in timing.allotments()]
    return Table("Accelerators", "cycles: shortest / mean / longest", *titles,
                 "Ker-ONE, in its cycles, without wait and reconfiguration", rows=map(row, ALLOTMENTS), figure=figure)


def size(scope: Scope) -> Table:
    figure, key = scope.figures, costs_module.Size.key
    sizes = {"rom": "program and constants, bytes", "rom_each": "each guest adds, its image not included",
             "ram": "data, without the stack, bytes", "ram_each": "each guest adds"}
    parts = {"kernel": "lines of C and assembly; without comments and blank ones",
             "devices": "accelerator devices", "guest": "code that is linked to each guest"}
    return Table("Size of the monitor", "", "the monitor", figure=figure, rows=[
        *(([title], [figure(key.of(name), WHOLE)]) for name, title in sizes.items()),
        *(([title], [figure.computed(lambda lines, code: f"{lines:,}; {code:,}",
                                     *(key.of(f"{name}_{what}") for what in ("lines", "code")))])
          for name, title in parts.items())])


def costs(scope: Scope) -> Table:
    figure = scope.figures
    return Table("Area and clock of guests", "the core", "LUTs / flip-flops on 7-series", "its clock on ECP5-85, MHz",
                 figure=figure, rows=[
                     ([title], [figure.statistics(key, ("luts", "ffs")), figure(points.clock_of(key))])
                     for name, (title, *_) in costs_module.variants().items()
                     for key in [Key(f"area.guest_core.{name}", device="xc7")]])


TABLES = {"overheads": overheads, "response": response, "thread_metric": scores, "allotment": allotment, "size": size,
          "costs": costs}
