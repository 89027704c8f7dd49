# SPDX-License-Identifier: Apache-2.0
"""`./metro bench switch`: the cost of a task switch, by a few runs of other benchmarks."""
from __future__ import annotations

from ..configuration import CONTEXTS, EVENTS
from ..figures.key import LARGE_CACHES
from . import budget, latency, thread_metric, workloads

INSTEAD = {"system": ["original", EVENTS, CONTEXTS], "opt": ["O2"]}      # replaces other parts' defaults
SITUATIONS = ("sem.post.switch", "sem.pend.switch", "mbox.post.switch", "q.post.switch", "flag.post.switch",
              "mutex.pend.inherit")
WORKLOADS = ("cooperative_scheduling", "preemptive_scheduling", "interrupt_preemption_processing")
TICKS = ("tick.interrupt", "wakeup", "irq.latency")
TASKS = 48
LOAD = ((16, 10_000), (48, 1000))                          # tasks and tick rate in Hz, next to Dhrystone


def runs(args, kernels) -> list[workloads.Run]:
    """Return the runs. kernels: (label, folder, command-line options that name it, -D options, core) of each kernel."""
    kernels, opts = list(kernels), thread_metric.chosen(args, INSTEAD).opt
    found = budget.runs(kernels) if budget.OPT in opts else []
    for number, names in enumerate(latency.situations()):
        if set(names) & set(SITUATIONS):
            found += [run for run in latency.runs(args, kernels, which=range(number, number + 1)) if not run.special]
    found += [run for run in thread_metric.runs(args, kernels)
              if run.build.app in WORKLOADS and LARGE_CACHES == run.special.caches]
    for system, kernel, origin, defs, core in kernels:
        for opt in opts:
            tick, dhrystone = (workloads.Build(app, opt, defs=defs, kernel=kernel, origin=origin,
                                               memories=core.memories)
                               for app in ("tick", "dhrystone"))
            found += [run for run in workloads.tick_runs(tick, system, [TASKS], core) if run.name in TICKS]
            found += workloads.dhrystone_runs(dhrystone, system, list(LOAD), core)
    return found
