# SPDX-License-Identifier: Apache-2.0
"""`./metro bench`: runs the benchmarks on the simulated SoC and prints the tables.

The first table needs only two simulators. It is printed before anything else is built, so a new user waits less.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import functools
import json
import os
import platform
import re
import statistics
import sys
import time
from pathlib import Path

from .. import configuration, kernels
from ..base import cache, output, progress
from ..base.errors import MetroError
from ..base.jobs import thread_pool
from ..configuration import EVERY_SYSTEM, SYSTEMS
from ..environment import crate
from ..figures import committed, inputs, store as figures
from ..figures.key import Key
from ..measure import guest_thread_metric, measurement, origin, sweep, thread_metric, workloads
from ..products import rtos as rtos_module, soc as soc_module
from ..products.kernel import measured_folder
from ..report import console, tables
from ..run import execution as run_module
from . import duration, litex_loop, programs

PARTS = tuple(part for kernel in kernels.known() for part in kernel.default_parts)
HARDWARE = ("area", "event", "contexts", "time_base", "lists", "pieces")        # area and clock
ON_REQUEST = (*(part for kernel in kernels.known() for part in kernel.variants), "speed", "size", *HARDWARE,
              *(part for kernel in kernels.known() for part in kernel.parts))
EVERYTHING = (*PARTS, *ON_REQUEST)
OPTS = ["O2", "O0"]                                      # with --all; otherwise only the first
SPEED_PAIRS = 3


def add_arguments(parser) -> None:
    parser.description = "Run the benchmarks on the simulated SoC, print the tables and store each run as JSON."
    parser.add_argument("part", nargs="*", choices=[*EVERYTHING, []], metavar="PART",
                        help=f"measure only {', '.join(PARTS)} (default: both), or {', '.join(ON_REQUEST)}")
    parser.add_argument("--all", action="store_true",
                        help=f"measure every part, at {' and '.join(OPTS)}; print an estimate of the time first")
    parser.add_argument("--tasks", type=numbers(1, workloads.MOST_TASKS), metavar="N,N",
                        help="set the numbers of tasks (4,16,48; Dhrystone: 16,48)")
    parser.add_argument("--hz", type=numbers(10, 50_000), default=[100, 1000], metavar="F,F",
                        help="set the tick rates for Dhrystone (100,1000)")
    parser.add_argument("--opt", type=levels, default=OPTS[:1], metavar="O,O",
                        help=f"set the optimisation levels ({OPTS[0]}; with --all {','.join(OPTS)})")
    parser.add_argument("--config", "--system", dest="system", type=systems, default=list(SYSTEMS), metavar="S,S",
                        help=f"measure these configurations or files, such as {','.join(EVERY_SYSTEM)} "
                             f"({','.join(SYSTEMS)})")
    parser.add_argument("--kernel", type=measured_folder, metavar="DIR",
                        help="also measure this uC/OS-II tree, with the same port and flags; measure a patched tree "
                             f"on all configurations; for {', '.join(rtos_module.own_build_names())}: measure this "
                             "tree")
    parser.add_argument("--patched", action="store_true",
                        help="also measure the tree of --kernel after `./metro patch`, on all configurations")
    parser.add_argument("--fresh", action="store_true",
                        help="repeat runs that are already stored with the same inputs")
    parser.add_argument("--jobs", type=sweep.at_least_one, default=os.cpu_count() or 1,
                        help="set the number of simulations at once")
    thread_metric.add_arguments(parser)
    for kernel in kernels.known():
        for option, meaning in kernel.tree_options.items():
            parser.add_argument(f"--{option}", type=Path, metavar="TREE", help=meaning)


def numbers(least: int, most: int):
    def parse(text: str) -> list[int]:
        values = [int(part) for part in text.split(",")]
        if not all(least <= value <= most for value in values):
            raise ValueError
        return values
    parse.__name__ = f"list of numbers from {least} to {most}"       # argparse puts it into its message
    return parse


def levels(text: str) -> list[str]:
    values = [part.strip().lstrip("-") for part in text.split(",")]
    if not all(re.fullmatch("O[0123s]", value) for value in values):
        raise ValueError
    return values


levels.__name__ = "list of O0, O1, O2, O3, Os"


def systems(text: str) -> list[str]:
    return [configuration.named(name) for name in text.split(",")]


# ------------------------------------------------------------------------------------------------------- measuring

def plan(args, read=configuration.read) -> list[workloads.Run]:
    """Return all runs. Runs with more `bench_cycles` come first; runs with equal values, or none, keep their order.
    read: a function that returns the configuration of a name."""
    parts = args.part or PARTS
    runs = []
    for kernel in kernels.known():
        if set(parts).isdisjoint(kernel.every_part) or kernel.seconds and read is duration.UnreadConfiguration:
            continue
        try:
            runs += kernel.plan(kernels.with_own_tree(args, kernel.key), parts, read)
        except crate.Unavailable as none:
            if not args.all:
                raise
            print(f"metro: left out: {', '.join(kernel.parts)}: {none.message}")
    return sorted(runs, key=lambda run: -run.values.get("bench_cycles", 0))


def measure_all(runs: list[workloads.Run], args) -> tuple[dict, dict]:
    """Run everything. Return the figures, and {run: MetroError} of runs that failed without ending the command.
    The runs of the first table come first, and the table is printed after them."""
    first = [run for run in runs if is_in_first_table(run, args)]
    stages = [stage for stage in (first, [run for run in runs if run not in first]) if stage]
    work = duration.Work(runs, lambda run, what: is_cached(run, what, args.fresh))
    with progress.Progress("bench", total=work.steps, work=work.seconds) as bar:
        bar.say(f"{len(runs)} runs, {work.cycles / 1e6:,.0f} million cycles of them not made before: "
                f"{duration.as_text(duration.parallel_seconds(work.seconds, args.jobs))}")
        measuring = Campaign(args, bar, work)
        for number, stage in enumerate(stages):
            measuring.stage(stage)
            if number == 0 and len(stages) > 1:
                bar.say(first_table(measuring.found, args))
    if measuring.cached:
        print(f"{measuring.cached} of {len(runs)} runs were made before with the same firmware and simulator; "
              "--fresh repeats them")
    return measuring.found, measuring.failed


FIRST = ("original", "combined")                           # the systems of the first table


def is_in_first_table(run: workloads.Run, args) -> bool:
    return (run.name in ("tick.none_due", "tick.workers") and run.system in FIRST and not run.special
            and run.build.opt == args.opt[0] and run.tasks == max(args.tasks or tables.TASKS))


def first_table(found: dict, args) -> str:
    scope = tables.Scope(found, [system for system in FIRST if system in args.system], args.opt[:1],
                         [max(args.tasks or tables.TASKS)])
    ours = console.text(tables.paper_times(scope, args.opt[0])[0])
    return "\n\n".join([ours, *(other_kernels() if args.part == list(PARTS) else [])])


def other_kernels() -> list[str]:
    """Return README's tables of other kernels from the committed figures, because measuring takes too long here."""
    scope = tables.Scope(committed.load()[0])
    found = {kernel.rtos.name: table for kernel in kernels.known() if (table := kernel.headline(scope))}
    for table in found.values():
        table.title += f", from {committed.FILE.name}"
    return [f"{console.text(table)}\n\nNot measured in this run: {table.made_by} measures {name}."
            for name, table in found.items()]


def is_cached(run: workloads.Run, what, fresh: bool) -> bool:
    """Return whether `what` is in the cache: the simulator of the run's core, its firmware, or the run itself."""
    if what is run:
        return not fresh and cache.has_products(lambda: measurement.measure(run, run.build.make(), fresh=False))
    return cache.has_products(run.build.make if what is run.build else lambda: measurement.simulator_of(run.core))


class Campaign:
    """Runs measurements in stages. found, failed: the results of measure_all(). cached: the number of cached runs."""

    def __init__(self, args, bar: progress.Progress, work: duration.Work):
        self.args, self.bar, self.work = args, bar, work
        self.results, self.found, self.failed, self.cached = {}, {}, {}, 0
        self.unrecorded: dict = {}
        self.made: dict = {}                               # simulators by core, firmware by build; None: failed

    def stage(self, runs: list[workloads.Run]) -> None:
        """Build the simulators and firmware of these runs, and run them, with args.jobs in parallel."""
        cores, builds = ([what for what in dict.fromkeys(values) if not self.made.get(what)]
                         for values in zip(*((run.core, run.build) for run in runs)))
        with thread_pool(self.args.jobs) as pool:
            try:
                self._build(pool, cores, {build: [run for run in runs if run.build == build] for build in builds})
                self._run(pool, [run for run in runs if run not in self.failed])
            finally:
                self._record()

    def _build(self, pool, cores: list[tuple], builds: dict) -> None:
        steps = {pool.submit(timed, measurement.simulator_of, core): (f"simulator {core}".strip(), core)
                 for core in cores}
        steps.update({pool.submit(timed, self._attempt, build.make, needed): (str(build), build)
                      for build, needed in builds.items()})
        for future in concurrent.futures.as_completed(steps):
            name, what = steps[future]
            self.made[what], seconds = future.result()
            self.bar.advance(name, seconds, "" if self.made[what] else "failed", self.work.seconds_of(what))

    def _run(self, pool, runs: list[workloads.Run]) -> None:
        futures = {pool.submit(timed, self._attempt, lambda run=run: measurement.measure(run, self.made[run.build],
                                                                             self.args.fresh), [run]): run
                   for run in runs}
        for future in concurrent.futures.as_completed(futures):
            run, (outcome, seconds) = futures[future], future.result()
            note = "failed"
            if outcome:
                result, from_cache = outcome
                self.results[run] = (result, self.made[run.build])
                self.cached += from_cache
                note = "made before" if from_cache else ""
                self._save(run)
                if not from_cache:                         # cached runs end too quickly to record each one
                    self._record()
            self.bar.advance(run.title, seconds, note, self.work.seconds_of(run))

    def _save(self, run: workloads.Run) -> None:
        """Compute the figures of a run, and of runs that are compared with it."""
        waiting = [each for each in self.results if each.is_compared_with(run)]
        for each in (run, *waiting):
            alone = next((result for one, (result, _) in self.results.items() if each.is_compared_with(one)), None)
            self.unrecorded.update(save_run(each, *self.results[each], alone))
        self.found.update(self.unrecorded)
        self.unrecorded.update(workloads.speedups(self.found))
        self.found.update(self.unrecorded)

    def _record(self) -> None:
        figures.record(self.unrecorded)
        self.unrecorded = {}

    def _attempt(self, make, runs: list[workloads.Run]):
        """Return make(). If it fails and the failure affects only these runs, record the failure and return None."""
        try:
            return make()
        except MetroError as error:
            if not all(run.fails_alone for run in runs):
                raise
            self.failed.update(dict.fromkeys(runs, error))
            return None


def timed(function, *arguments):
    started = time.monotonic()
    return function(*arguments), time.monotonic() - started


def measure_speed() -> dict:
    """Return the simulated kHz of our harness and its speed-up over LiteX's own loop: medians of alternating runs of
    Dhrystone without other tasks."""
    soc = soc_module.default()
    firmware = workloads.Build("dhrystone", "O2").make().with_values(
        {"bench_tasks": 0, "bench_hz": 0, "bench_cycles": 3_000_000})
    with progress.Progress("speed", total=2) as bar:
        with bar.step("LiteX's own simulation loop"):
            loop = litex_loop.build(firmware)
        harness, litex, khz = [], [], []
        with bar.step(f"{SPEED_PAIRS} pairs of runs"):
            for _ in range(SPEED_PAIRS):
                result, seconds = timed(run_module.execute, firmware, soc)
                harness.append(seconds)
                khz.append(result.report["cycles"] / result.report["seconds"] / 1000)
                litex.append(litex_loop.seconds(loop))
    # Both times include the start-up of the process. The firmware ends at the same cycle in both.
    ratio = statistics.median(b / a for a, b in zip(harness, litex))
    return with_origin({Key("sim.khz"): (statistics.median(khz), "kHz"),
                        Key("sim.speedup_over_litex_loop"): (ratio, "x")},
                       "./metro bench speed")


def measure_hardware(part: str, jobs: int) -> dict:
    """Measure area and clock of one part of HARDWARE: units of the four systems (area), event unit, register banks,
    time base, task lists, or the pieces for a shorter worst case. jobs: number of syntheses at once."""
    from ..measure.sweep import points
    wanted = {"area": points.beside_the_systems, "event": points.of_the_event_unit,
              "contexts": points.of_the_register_banks, "time_base": points.of_the_time_base,
              "lists": points.of_the_task_lists, "pieces": points.of_the_pieces}[part]()
    return sweep.sweep(wanted, wanted, lambda point: f"./metro bench {part}", None, jobs)


def with_origin(found: dict, command: str, made_of: dict = {}) -> dict:
    return {key: {"value": value, "unit": unit, "command": command, "made_of": made_of}
            for key, (value, unit) in found.items()}


def measure_sizes(args) -> dict:
    wanted = [point for kernel in kernels.known() for point in kernel.sizes(kernels.with_own_tree(args, kernel.key))]
    return sweep.sweep(wanted, wanted, lambda _: "./metro bench size", None, args.jobs)


# --------------------------------------------------------------------------------------------------------- keeping

def save_run(run: workloads.Run, result, firmware, alone=None) -> dict:
    """Write a run as JSON, with everything needed to repeat it. Return its figures. alone: the result of the run that
    it is compared with, if any."""
    values = run.figures(result, alone and workloads.dhrystone_cycles(alone.output))
    found = with_origin({**values, **run.budget(result, firmware)}, run.command, origin.of_run(run))
    description = {
        "command": run.command, "system": str(run.system), "tasks": run.tasks, "tick_hz": run.hz,
        "optimisation": run.build.opt, "os_cfg": f"bench/{run.build.cfg}/os_cfg.h", "values": run.values,
        "line": vars(run.line) if run.line else None, "meters": run.meters(firmware),
        "clock_hz": workloads.CLOCK_HZ, "firmware": product_inputs(firmware.elf.parent),
        "core": str(run.core), "simulator": product_inputs(measurement.simulator_of(run.core)),
        "host": platform.platform(),
        "report": result.report, "output": result.output,
        "figures": {str(key): figure for key, figure in found.items()},
    }
    output.write({figures.FILE.parent / "runs" / f"{run.title}.json":
                  (json.dumps(description, indent=1) + "\n").encode()})
    return found


def product_inputs(product: Path) -> dict:
    """Return the inputs of a product; nothing for a firmware that an RTOS's own build system builds."""
    manifest = product / cache.MANIFEST
    return json.loads(manifest.read_text())["inputs"] if manifest.is_file() else {}


def set_default_parts(args) -> None:
    """Set args.part and args.opt for --all. Without --all and without parts, set the default parts."""
    if args.all and args.part:
        raise MetroError(f"--all measures every part and cannot be combined with {', '.join(args.part)}")
    if args.all and args.opt is args.unchosen["opt"]:
        args.opt = list(OPTS)
        args.unchosen = {**args.unchosen, "opt": args.opt}           # this still counts as not chosen
    args.part = args.part or list(EVERYTHING if args.all else PARTS)


def print_estimate(args) -> None:
    """Print the estimated duration before set-up. If set-up is done, measure_all() prints a better estimate."""
    copy = argparse.Namespace(**vars(args))
    set_default_parts(copy)
    before = duration.setup_seconds()
    if before:
        copy.kernel = None                               # reading it needs packages
        runs = plan(copy, duration.UnreadConfiguration)
        first = duration.Work([run for run in runs if is_in_first_table(run, copy)]).seconds
        estimates = [duration.PARTS, *(kernel.seconds for kernel in kernels.known())]
        rest = sum(seconds.get(part, 0) for seconds in estimates for part in copy.part)
        work = duration.Work(runs).seconds + rest
        total, first = (before + duration.parallel_seconds(seconds, args.jobs) for seconds in (work, first))
        print(f"metro: bench takes {duration.as_text(total)} here, set-up included"
              + (f"; the first table comes after {duration.as_text(first)}" if first > before else ""),
              file=sys.stderr, flush=True)


def refuse_other_kernels(args) -> None:
    """Refuse configurations that a kernel does not fit, for the parts that measure it."""
    for kernel in kernels.known():
        if set(args.part).isdisjoint(kernel.every_part):
            continue
        for name in kernel.chosen_systems(args):
            chosen = configuration.read(name)
            try:
                kernel.rtos.refuse(chosen)
            except MetroError as error:
                other = next((other for other in kernels.known()
                              if other.every_part and other.rtos.can_use(chosen)), None)
                hint = other and f"run ./metro bench {other.every_part[0]} to measure {other.rtos.name} on {name}, or "
                raise MetroError(error.message, f"{hint or ''}{error.hint}") from None


def refuse_other_tree(args) -> None:
    """Refuse a tree of an RTOS that no part measures."""
    about = args.kernel and rtos_module.rtos_of_tree(args.kernel)
    if not about:
        return
    parts = kernels.of(about.key).every_part
    if set(args.part).isdisjoint(parts):
        raise MetroError(f"{args.kernel} is {about.name}, which {', '.join(args.part)} does not measure",
                         f"run ./metro bench {parts[0]} --kernel DIR, or leave out --kernel" if parts else
                         "leave out --kernel")
    if args.patched and about.key in rtos_module.own_build_names():
        raise MetroError(f"--patched is not for {about.name}", "leave out --patched")


def main(args) -> int:
    for kernel in kernels.known():
        for option in kernel.tree_options:
            if getattr(args, option):
                if args.part or args.all:
                    raise MetroError(f"--{option} measures nothing else",
                                     f"leave out {', '.join(args.part) or '--all'}")
                return kernel.run_tree(option, args)
    set_default_parts(args)
    parts = args.part
    if args.patched and args.kernel is None:
        raise MetroError("--patched needs --kernel DIR: it measures a patched copy of that tree")
    thread_metric.refuse(args, parts)
    if args.guest:
        programs.show("guests", "thread_metric", guest_thread_metric.points(args.seconds), args.jobs)
        return 0
    refuse_other_tree(args)
    refuse_other_kernels(args)
    inputs.look()
    runs = plan(args)
    found, failed = measure_all(runs, args) if runs else ({}, {})
    others = {"size": lambda: measure_sizes(args), "speed": measure_speed,
              **{part: functools.partial(measure_hardware, part, args.jobs) for part in HARDWARE}}
    for part, measure in others.items():
        if part in parts:
            new = measure()
            figures.record(new)
            found.update(new)
    console.show(tables.Scope(found, list(map(configuration.label, args.system)), args.opt, args.tasks or tables.TASKS,
                              args.tasks or tables.DHRYSTONE_TASKS, args.hz),
                 with_given=kernels.with_own_tree(args, rtos_module.DEFAULT).kernel is not None,
                 missing=[part for part in EVERYTHING if part not in parts])
    if failed:
        raise thread_metric.failures(failed)
    return 0
