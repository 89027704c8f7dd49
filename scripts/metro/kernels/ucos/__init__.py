# SPDX-License-Identifier: Apache-2.0
"""uC/OS-II: most parts of `./metro bench`, their tables, and `./metro hammer --kernel-apps`."""
from __future__ import annotations

from ... import configuration, kernels, patch
from ...configuration import EVERY_SYSTEM
from ...figures.key import GIVEN, LARGE_CACHES, PATCHED, Conditions, Key, Who
from ...measure import budget, cold_caches, latency, periodic, response, switch, thread_metric, workloads
from ...measure.sweep import points
from ...products import firmware, rtos
from ...products.kernel import refuse_unfit
from ...report import response as response_report, services, tables
from ...wcet.suite import Suite

AS_IT_IS = Who(GIVEN, "original")                          # the kernel of --kernel


class Kernel(kernels.Kernel):
    default_parts = ("tick", "dhrystone")
    variants = ("template", "adapters")
    parts = ("latency", "thread_metric", "switch", "periodic", "response")
    shared_parts = ("size",)
    choices = ("combined", "timer")
    with_banks = "contexts"
    wake_up = "latency.sem.post.switch"
    bounded = Suite(rtos.DEFAULT, "ucos", workloads.BENCH / "cfg", "OSCtxSw", lambda _: latency.situations(),
                    {"bench_from": 1})
    systems = list(map(Who.of, EVERY_SYSTEM))

    def chosen_systems(self, args):
        return args.system

    def plan(self, args, parts, read):
        runs = []
        planned = list(trees(args, read))
        # If one of the kernels is tickless, measure in each kernel what ticks cost while all tasks but Dhrystone sleep.
        asleep = any(workloads.TICKLESS in defs.split() for _, _, _, defs, _ in planned)
        for system, kernel, origin, defs, core in planned:
            for opt in args.opt:
                if "dhrystone" in parts:
                    build = workloads.Build("dhrystone", opt, defs=defs, kernel=kernel, origin=origin,
                                            memories=core.memories)
                    load = [(min(tasks, workloads.DHRYSTONE_MOST_TASKS), hz) for tasks in args.tasks or [16, 48]
                            for hz in args.hz]
                    load += [(16, 10_000)] * (args.tasks is None)            # here the tick itself is the load
                    runs += workloads.dhrystone_runs(build, system, load, core, asleep)
                tasks = args.tasks or tables.TASKS
                build = workloads.Build("tick", opt, defs=defs, kernel=kernel, origin=origin,
                                        memories=core.memories)
                if "tick" in parts:
                    runs += workloads.tick_runs(build, system, tasks, core)
                    if args.kernel and not core.units:
                        runs += workloads.tick_runs(build, system, tasks, core.changed(workloads.LARGE_CACHES),
                                                    Conditions(caches=LARGE_CACHES))
                if "template" in parts and (system in ("original", "combined", AS_IT_IS) or build.tickless):
                    most = [min(max(tasks), workloads.TEMPLATE_MOST_TASKS)]
                    compared = workloads.tick_runs(build, system, most, core)
                    runs += [run for run in compared if run not in runs]
                    runs += workloads.template_runs(build, system, most, core)
        if "adapters" in parts:
            runs += [run for run in workloads.adapter_runs(read) if run not in runs]
        if "latency" in parts:
            for each in (latency, cold_caches):
                runs += each.runs(args, trees(thread_metric.chosen(args), read))
        if "thread_metric" in parts:
            runs += thread_metric.runs(args, trees(thread_metric.chosen(args), read))
        if "periodic" in parts:
            runs += periodic.runs(args, trees(thread_metric.chosen(args, periodic.INSTEAD), read))
        if "response" in parts:
            runs += response.runs(args, trees(thread_metric.chosen(args, response.INSTEAD), read))
        if "switch" in parts:
            compared = switch.runs(args, trees(thread_metric.chosen(args, switch.INSTEAD), read))
            runs += [run for run in compared if run not in runs]
        return runs

    def points(self, rows, args):
        tasks = sorted({row.tasks for row in rows if row.tasks and row.part != "dhrystone"})
        loads = sorted({(row.tasks, row.hz) for row in rows if row.what == "dhrystone" and row.hz})
        measured, found = list(trees(args)), []
        for system, kernel, origin, defs, core in measured:
            for opt in args.opt:
                tick, dhrystone = (workloads.Build(app, opt, defs=defs, kernel=kernel, origin=origin,
                                                   memories=core.memories) for app in ("tick", "dhrystone"))
                found += map(points.Measured, [
                    *workloads.tick_runs(tick, system, tasks, core),
                    *workloads.template_runs(tick, system, tasks, core)])
                alone, *others = workloads.dhrystone_runs(dhrystone, system, loads, core, asleep=True)
                found += [points.Measured(alone), *(points.Measured(run, alone) for run in others)]
        return [*found, *map(points.Measured, [
            *workloads.adapter_runs(), *latency.runs(args, measured), *cold_caches.runs(args, measured),
            *thread_metric.runs(args, measured), *periodic.runs(args, measured), *response.runs(args, measured),
            *budget.runs(measured)])]

    def sizes(self, args):
        return [points.Size(Key("size.kernel", optimisation=opt, **Who.of(system)._asdict()), kernel, defs,
                            f"./metro bench size --opt {opt}{origin}")
                for system, kernel, origin, defs, _ in trees(args) for opt in args.opt]

    def bench_tables(self, scope, with_given):
        """Return the tables in the order of printing. The tables to compare with the paper come last, where a
        terminal user sees them first."""
        result = [tables.sizes(scope)]
        for opt in scope.opts:
            result += [*services.latencies(scope, opt), services.interrupts_off(scope, opt), services.cold(scope, opt),
                       response_report.costs(scope, opt), tables.periodic(scope, opt),
                       *services.thread_metric(scope, opt)]
        if with_given:
            result += [*tables.given_kernel(scope), *(tables.patched_kernel(scope, opt) for opt in scope.opts)]
        result += [tables.adapters(scope), tables.template(scope), tables.budget(scope)]
        for opt in reversed(scope.opts):
            result += [tables.latencies(scope, opt), tables.dhrystone(scope, opt), *tables.paper_times(scope, opt)]
        return result

    def applications(self):
        from . import applications
        return applications


def trees(args, read=configuration.read):
    """Yield (label, folder, its options on the command line, -D options, core) of each kernel and system to measure."""
    for name in args.system:
        yield configuration.label(name), firmware.KERNEL, configuration.origin(name), *build_settings(read(name))
    folder = args.kernel
    if folder is None:
        return
    origin = f" --kernel {folder}"
    if not patch.is_patched(folder):
        yield AS_IT_IS, folder, origin, *build_settings(read("original"))
        if not args.patched:
            return
        folder, origin = patch.patched(folder), f"{origin} --patched"
    refuse_unfit(folder, map(read, args.system))
    for name in args.system:
        yield (Who(PATCHED, configuration.label(name)), folder, origin + configuration.origin(name),
               *build_settings(read(name)))


def build_settings(chosen) -> tuple:
    """Return (-D options, core) of a configuration. If the kernel uses only one of time unit and ready unit, the core
    lacks the other one, because a smaller core simulates faster."""
    chosen = workloads.for_the_benchmarks(chosen)
    return workloads.switches(chosen), chosen.trimmed().hardware
