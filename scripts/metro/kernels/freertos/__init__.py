# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS: `./metro bench freertos`, its tables, and `./metro hammer --freertos-apps`."""
from __future__ import annotations

from ... import configuration, kernels
from ...figures.key import LARGE_CACHES, Who, of_run
from ...measure.services import SERVICE
from ...measure.sweep import points
from ...measure.thread_metric import chosen
from ...report import services
from ...wcet.suite import Suite
from . import programs, tables as report, thread_metric
from .programs import KEY


class Kernel(kernels.Kernel):
    parts = ("freertos", programs.SWITCH)
    seconds = {"freertos": 1550, programs.SWITCH: 250}
    choices = (configuration.LEVELS,)
    tree_options = {"rtosbench": "instead run the programs of this RTOSBench tree under FreeRTOS "
                                 "(original,levels,levels-contexts), and compare their task switches with ours"}
    bounded = Suite(KEY, "freertos", programs.CFG, "vPortYield", SERVICE.findall, defs="-DconfigMAX_PRIORITIES=7")
    systems = report.SYSTEMS
    tables = {
        "headline-freertos": report.headline,
        "thread-metric-freertos": lambda scope: services.thread_metric(scope, "O2", KEY, [LARGE_CACHES])[0],
        "rtosunit": lambda scope: report.rtosunit(scope, "O2", [LARGE_CACHES])[0],
        "freertos-ticks": lambda scope: report.ticks(scope, "O2"),
        "freertos-switches": lambda scope: report.switches(scope, "O2"),
        "freertos-services": report.services, "freertos-interrupts": report.interrupts,
    }

    def chosen_systems(self, args):
        return chosen(args, thread_metric.INSTEAD).system

    def plan(self, args, parts, read):
        runs = thread_metric.runs(args, read)
        return runs if "freertos" in parts else [run for run in runs if isinstance(run, programs.SwitchRun)]

    def run_tree(self, option, args):
        from . import rtosbench
        return rtosbench.main(args)

    def points(self, rows, args):
        return list(map(points.Measured, thread_metric.runs(args, configuration.read)))

    def headline(self, scope):
        return report.headline(scope)

    def bench_tables(self, scope, with_given):
        return report.bench_tables(scope)

    def tiles(self):
        return [(f"FreeRTOS: {title}, longest", of_run(what, "max", Who(KEY), 48), "levels", "cycles",
                 "48 tasks, task lists, -O2")
                for title, what in (("interrupt latency", "irq.latency"),
                                    ("wake-up latency, due tick to task", "wakeup"))]

    def sections(self, scope):
        from ...report import sections                      # import late: sections imports matplotlib
        return [sections.Section(
            "freertos", "FreeRTOS",
            ["FreeRTOS V11.2 in software (original), with the ready unit (scheduler) and on task lists (levels); with "
             "-contexts, each task has a register bank. Its task lists shorten the longest latencies most."],
            tables=[report.headline(scope)],
            numbers=[report.interrupts(scope), report.ticks(scope, "O2"), report.switches(scope, "O2"),
                     report.services(scope), *services.thread_metric(scope, "O2", KEY)])]

    def applications(self):
        from . import applications
        return applications
