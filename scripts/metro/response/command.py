# SPDX-License-Identifier: Apache-2.0
"""`./metro response`: whether the tasks of a file meet their deadlines in software and on the units."""
from __future__ import annotations

import argparse
import concurrent.futures
import os
import time
from pathlib import Path

from .. import configuration
from ..base import output
from ..base.errors import MetroError
from ..base.near import did_you_mean_path
from ..base.progress import Progress
from ..figures import committed
from ..products import rtos
from . import costs as costs_module, report, task_set

DEFAULT = ("original", "events", "contexts")
SECONDS = 0.2                  # of simulated time


def add_arguments(parser) -> None:
    parser.description = ("Compute the longest response time of each task of a file, and print whether the tasks meet "
                          "their deadlines under uC/OS-II on several configurations.")
    parser.add_argument("file", nargs="?", type=Path, metavar="TASKS.toml", help="analyse the tasks in this file")
    parser.add_argument("--config", "--system", dest="config", nargs="+", type=configuration.named, default=DEFAULT,
                        metavar="NAME", help=f"use the kernel costs of these configurations ({', '.join(DEFAULT)})")
    parser.add_argument("--picture", type=Path, metavar="FILE.svg",
                        help="also draw each response and its shares next to the deadline")
    parser.add_argument("--simulate", action="store_true",
                        help="also run the tasks on the simulated SoC at 50 MHz, and print the longest response")
    parser.add_argument("--seconds", type=seconds, default=SECONDS, metavar="S",
                        help=f"simulate this time ({SECONDS})")
    parser.add_argument("--random", type=count, metavar="N",
                        help="instead of a file, simulate N random sets of tasks, and compare each response")
    parser.add_argument("--seed", type=int, default=1, help="set the seed of the first random set (%(default)s)")
    parser.add_argument("--part", type=part, default=(1, 1), metavar="K/M",
                        help="simulate only the K-th of M parts of the random sets")
    parser.add_argument("--jobs", type=count, default=os.cpu_count() or 1,
                        help="set the number of simulations at once")


def count(text: str) -> int:
    if int(text) < 1:
        raise ValueError
    return int(text)


def seconds(text: str) -> float:
    if not 0.001 <= float(text) <= 40:
        raise argparse.ArgumentTypeError("the time is from 0.001 to 40 seconds")
    return float(text)


def part(text: str) -> tuple[int, int]:
    number, of = map(int, text.split("/"))
    if not 1 <= number <= of:
        raise ValueError
    return number, of


part.__name__ = "part K/M with K from 1 to M"
count.__name__ = "number of at least 1"


def costs_of(name: str, figures: dict) -> costs_module.Costs:
    """Return the kernel costs of a configuration. Refuse one that uC/OS-II cannot use."""
    rtos.get().refuse(configuration.read(name))
    return costs_module.read(configuration.label(name), figures)


def main(args) -> int:
    if (args.file is None) == (args.random is None):
        raise MetroError("give either a file TASKS.toml or --random N", "docs/response.md has an example of a file")
    if args.random and args.picture:
        raise MetroError("--picture needs a file TASKS.toml", "random sets have no picture")
    figures = committed.latest()
    costs = {name: costs_of(name, figures) for name in dict.fromkeys(args.config)}
    if args.random:
        return simulate_random(args, costs)
    if not args.file.is_file():
        raise MetroError(f"there is no file {args.file}", f"{did_you_mean_path(args.file)}Give a file TASKS.toml")
    tasks = task_set.read(args.file, next(iter(costs.values())).services)
    verdicts = [report.verdict(tasks, name, each, report.refill_of(name, figures)) for name, each in costs.items()]
    observed, wrong = simulate(args, tasks, costs) if args.simulate else ({}, [])
    report.show(args.file, tasks, verdicts, observed)
    if args.picture:
        from . import picture
        output.write({args.picture: picture.svg(str(args.file), verdicts, tasks.clock)})
    if wrong:
        raise MetroError("an observed response is longer than the computed one", "\n".join(wrong))
    return 0 if any(each.is_met for each in verdicts) else 1


def simulate(args, tasks: task_set.TaskSet, costs: dict) -> tuple[dict, list[str]]:
    """Run the tasks on each configuration. Return the observations, and a line for each response that is too long.

    The runs differ in the first arrivals: all at once, and less urgent tasks earlier; with and without empty caches.
    """
    from . import analysis, simulation
    system = tasks.system(0)
    if tasks.clock != simulation.CLOCK_HZ:
        raise MetroError(f"{args.file}: system.clock_mhz: the simulated SoC has {simulation.CLOCK_HZ // 10**6} MHz",
                         f"set it to {simulation.CLOCK_HZ // 10**6} for --simulate")
    simulation.refuse(system)
    for name in costs:
        simulation.firmware_of(name)
    ticks = max(1, int(args.seconds * (tasks.tick_hz or 100)))
    order = sorted(system.tasks, key=lambda task: task.priority)
    early = {task.name: (len(order) - number) * (system.tick or 1) for number, task in enumerate(order)}
    observed, wrong = {}, []
    with Progress("response", total=len(costs) * 4) as bar:
        for name, each in costs.items():
            for offsets in ({}, early):
                for evicts in (False, True):
                    started = time.monotonic()
                    found = simulation.simulate(name, system, offsets, ticks, evicts)
                    computed = analysis.Analysis(simulation.prepared(system, evicts), each).responses()
                    wrong += [f"{name}: {line}" for line in simulation.excesses(computed, found)]
                    known = observed.get(name, found)
                    observed[name] = [max(pair, key=lambda one: one.cycles) for pair in zip(known, found)]
                    bar.advance(name, time.monotonic() - started)
    return observed, wrong


def simulate_random(args, costs: dict) -> int:
    """Simulate random sets on each configuration. Return 1 if a response is longer than the computed one."""
    from . import random_sets, simulation
    number, of = args.part
    seeds = range(args.seed + number - 1, args.seed + args.random, of)
    wrong, summary = [], []
    for name in costs:
        simulation.firmware_of(name)
    with Progress("response", total=len(costs) * len(seeds)) as bar:
        for name, each in costs.items():
            outcomes, started = [], time.monotonic()
            with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
                for outcome in pool.map(lambda seed: random_sets.run(name, each, seed), seeds):
                    outcomes.append(outcome)
                    wrong += [f"{name}, set {outcome.seed}: {line}" for line in outcome.excesses]
                    bar.advance(f"{name}, set {outcome.seed}", time.monotonic() - started)
                    started = time.monotonic()
            ratios = sorted(ratio for outcome in outcomes for ratio in outcome.ratios)
            found = (f"; observed / computed: median {ratios[len(ratios) // 2]:.2f}, largest {ratios[-1]:.3f}" if ratios
                     else "")
            summary.append(f"{name}: {len(outcomes)} sets, seeds {seeds[0]} to {seeds[-1]}, {len(ratios)} tasks with a "
                           f"bound, {sum(outcome.unbounded for outcome in outcomes)} without{found}")
    print("\n".join(summary))
    if wrong:
        raise MetroError("an observed response is longer than the computed one", "\n".join(wrong))
    return 0
