# SPDX-License-Identifier: Apache-2.0
"""`./metro hammer`: compares the units in Verilator with the golden model, over random instructions for a given time.

`./metro hammer --gates`: the units as gates of an ECP5 (gates.py).
`./metro hammer --pipeline`: the units in the core, with random programs; --waveform prints a waveform (waveform.py).
`./metro hammer --kernel-apps`: random applications on all systems (kernel_apps.py).
`./metro hammer --freertos-apps`: random FreeRTOS applications (freertos_apps.py).
"""
from __future__ import annotations

import argparse
import functools
import random
from pathlib import Path

from .. import configuration
from ..base.errors import MetroError
from ..base.jobs import thread_pool
from ..base.progress import Progress
from ..products.kernel import kernel_folder
from . import freertos_apps, gates, kernel_apps, pipeline, seed_file, unit_driver as units, waveform

SEEDS = units.DRIVER / "seeds.txt"
PIPELINE_SEEDS = pipeline.DRIVER / "seeds.txt"

# N below, at and above multiples of a word and of a row, and at its limits; limits of W; both engines; each unit alone
# and both together.
SETS = ("both:64:16:lookahead", "both:64:16:parallel", "both:8:4:lookahead", "both:8:4:parallel",
        "both:33:5:lookahead", "both:37:8:lookahead", "both:37:8:parallel", "both:256:32:lookahead",
        "both:256:32:parallel", "time:64:16:lookahead", "time:64:16:parallel", "time:37:4:lookahead",
        "time:8:32:lookahead", "time:256:8:lookahead", "ready:8", "ready:37", "ready:64", "ready:256")

# With the event unit: limits of N, E and W; with and without queues and flags.
SETS += ("both:64:16:lookahead:32:64", "both:8:4:parallel:4:16", "both:37:8:lookahead:5:0:nomailboxes",
         "both:9:5:lookahead:64:4:noflags:nosemaphores", "both:256:32:lookahead:64:256")

# With a time base: ticks take effect between the commands.
SETS += ("both:64:16:lookahead:base", "both:64:16:parallel:base", "both:8:4:lookahead:base", "both:8:4:parallel:base",
         "both:37:8:lookahead:base", "both:37:8:parallel:base", "time:37:4:lookahead:base", "time:8:32:parallel:base",
         "both:64:16:lookahead:32:64:base", "both:8:4:parallel:4:16:base")

# With the port of hardware threads.
SETS += ("both:64:16:lookahead:32:64:second", "both:8:4:parallel:4:16:second", "both:37:8:lookahead:5:0:second",
         "both:64:16:lookahead:32:64:base:second", "both:8:4:parallel:4:16:base:second",
         "both:8:4:lookahead:4:16:base:second")

# The task lists: limits of N, L and W, and sizes that are not powers of two.
SETS += ("lists:64:32:32", "lists:8:4:8", "lists:37:5:9", "lists:256:16:64", "lists:8:32:64", "lists:100:4:11")

# Task lists with waiting lists.
SETS += ("lists:64:32:32:16", "lists:8:4:8:4", "lists:37:5:9:7", "lists:256:16:64:64", "lists:8:4:8:64")

# Task lists with slices.
SETS += ("lists:64:32:32:16:slices", "lists:8:4:8:slices", "lists:37:5:9:7:slices", "lists:256:16:64:slices")

SETS += ("cfu/lists:8:4:8", "wishbone/lists:37:5:9", "niosv/lists:8:32:64", "wishbone/lists:8:4:8:4")

# With adapters to buses, and the timing of these buses.
SETS += ("cfu/both:8:4:lookahead", "cfu/both:37:8:parallel", "wishbone/both:8:4:lookahead",
         "wishbone/both:37:8:parallel", "nios2/both:64:16:lookahead", "nios2/both:8:4:parallel", "nios2/ready:37",
         "nios2-fixed/both:8:4:parallel", "nios2-fixed/ready:37", "niosv/both:64:16:lookahead",
         "niosv/both:8:4:lookahead", "niosv/time:37:4:parallel")

# Both engines, with and without user mode. Small caches miss more often. 16-bit instructions shift all others.
PIPELINE_SETS = ("both:64:16:lookahead", "both:64:16:parallel+user", "both:9:5:lookahead+user+small",
                 "both:9:5:parallel+small", "both:256:32:lookahead+user", "time:37:8:lookahead", "ready:37+user+small",
                 "both:64:16:lookahead+compressed", "both:9:5:parallel+user+small+compressed",
                 "both:16:8:lookahead:8:0+user", "both:9:5:parallel:4:0+small")

# With register banks, from the smallest to the largest number.
PIPELINE_SETS += ("both:9:5:lookahead+small+contexts4", "ready:37+contexts16", "ready:37+user+small+contexts16",
                  "both:16:8:lookahead:8:0+user+compressed+contexts64", "time:37:8:parallel+contexts256")

# With task lists.
PIPELINE_SETS += ("lists:9:5:8:4+user+small", "lists:64:32:32", "lists:37:16:11:slices+compressed+contexts64")

# With a time base: ticks take effect between any two instructions.
PIPELINE_SETS += ("both:9:5:lookahead:base+user+small", "both:64:16:parallel:base", "time:37:8:lookahead:base+small",
                  "both:16:8:lookahead:8:0:base+user+compressed+contexts64")
# With the port of hardware threads: its commands come between any two instructions.
PIPELINE_SETS += ("both:16:8:lookahead:8:0:second+user", "both:9:5:parallel:4:0:second+small+compressed",
                  "both:64:16:lookahead:32:0:second+user+small+contexts16")
WAVEFORM_SET = "both:9:5:lookahead:base+user+small"


def add_arguments(parser) -> None:
    parser.description = ("Compare the units in simulation with the golden model, over random instructions. With "
                          "--pipeline, run random programs on the core, with interrupts, traps and cache misses. "
                          "With --kernel-apps, compare all configurations over random applications. With "
                          "--freertos-apps, compare upstream FreeRTOS in software with a patched tree.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--gates", action="store_true", help="test the units' netlists after synthesis for the ECP5")
    what.add_argument("--pipeline", action="store_true", help="test the units in the core's pipeline")
    what.add_argument("--kernel-apps", action="store_true", help="run random uC/OS-II applications instead")
    what.add_argument("--freertos-apps", action="store_true", help="run random FreeRTOS applications instead")
    parser.add_argument("--waveform", action="store_true",
                        help="with --pipeline: run programs until a tick of a time base comes due while a command "
                             "is stalled and wakes a task, and print these cycles")
    parser.add_argument("--seconds", type=_positive, default=10.0, metavar="S",
                        help="set the time for each set of units (10)")
    parser.add_argument("--seed", type=int, help="set the seed of the first episode (default: random, and printed)")
    parser.add_argument("--episodes", type=int, metavar="N", help="stop after N episodes; 1 repeats one seed")
    parser.add_argument("--units", action="append", metavar="SET",
                        help="test only this set, can be repeated: "
                             "both:TASKS:WIDTH:ENGINE[:EVENTS:QUEUE_WORDS[:noflags][:nosemaphores]…], "
                             "time:TASKS:WIDTH:ENGINE, ready:TASKS or lists:TASKS:WIDTH:LEVELS[:WAITING][:slices]; "
                             "with a time base append :base; behind an adapter prepend "
                             f"{' or '.join(f'{p}/' for p in units.PORTS if p)}; in the core append "
                             f"{' or '.join('+' + v for v in pipeline.VARIANTS)}")
    parser.add_argument("--config", action="append", type=configuration.named, default=[], metavar="NAME",
                        help="test only the units of this configuration, as --units; can be repeated")
    apps = parser.add_argument_group("--kernel-apps; --seconds then sets the time for all, and --seed the first "
                                     "application")
    apps.add_argument("--variant", action="append", choices=kernel_apps.VARIANTS, help="run only these builds")
    apps.add_argument("--steps", type=int, default=kernel_apps.STEPS, metavar="N",
                      help=f"set the number of steps of each application ({kernel_apps.STEPS})")
    apps.add_argument("--mask", type=lambda text: int(text, 0), metavar="BITS",
                      help="run only these kinds of steps, with the value that a failed application prints")
    apps.add_argument("--kernel", type=kernel_folder, metavar="DIR",
                      help="compare our kernel with this uC/OS-II tree, on all configurations if it is patched")
    apps.add_argument("--apps", type=int, metavar="N",
                      help="stop after N applications, also with --freertos-apps; 1 repeats one")


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text}: not a time")
    return value


def known_seeds(bench=units) -> list[tuple]:
    """Return the sets of units and the seeds that failed once. bench: this module's `units` or `pipeline`."""
    return seed_file.read(seeds_of(bench), lambda units_, seed: (bench.named(units_), seed_file.number(seed)),
                          "a set of units and a seed")


def seeds_of(bench) -> Path:
    return SEEDS if bench is units else PIPELINE_SEEDS


def show(outcome: units.Outcome | pipeline.Outcome) -> str:
    r = outcome.report
    seeds = f"seeds {r['seed'] - r['episodes'] + 1} to {r['seed']}"
    if isinstance(outcome, units.Outcome):
        return (f"{str(outcome.driven):28} {r['operations']:>12,} operations, {r['cycles']:>12,} cycles, "
                f"{r['operations'] / max(r['seconds'], 1e-3):>10,.0f} operations/s, {seeds}")
    changes = "".join(f"{count:,} changes of the bank by {change}, " for change, count in r["changes"].items())
    changes += "".join(f"{count:,} ticks {where}, " for where, count in r["ticks"].items())
    return (f"{str(outcome.driven):30} {r['instructions']:>12,} instructions, {r['custom']:>11,} of the units, "
            f"{changes}{r['interrupts']:>10,} interrupts, {r['offsets']:>10,} offsets in {r['sweeps']:,} sweeps, "
            f"{r['second']:,} at the second port, "
            f"{r['halfway']:,} at half-words, {r['across']:,} across lines, {r['exceptions']:,} exceptions, "
            f"{r['flushed']:,} flushed, {r['withdrawn']:,} withdrawn, {r['stalled']:,} stalled, "
            f"{r['cycles']:,} cycles, {seeds}")


def complain(outcome: units.Outcome | pipeline.Outcome, as_gates: bool = False) -> MetroError:
    bench = units if isinstance(outcome, units.Outcome) else pipeline
    command = "./metro hammer" + " --pipeline" * (bench is pipeline) + " --gates" * as_gates
    return MetroError(f"{outcome.driven} differs from the model: {outcome.difference.strip()}",
                      f"{command} --units {outcome.driven} --seed {outcome.report['seed']} --episodes 1\n"
                      f"repeats it; add the line `{outcome.driven} {outcome.report['seed']}` to "
                      f"{seeds_of(bench).relative_to(units.paths.ROOT)}")


def show_waveform(driven: pipeline.Set, seed: int, seconds: float) -> str:
    chosen = driven.units.units
    if not (chosen.time_base and chosen.there == "both"):
        raise MetroError(f"{driven}: its ticks wake no task without software", f"use a set like {WAVEFORM_SET}")
    outcome = pipeline.hammer(driven, seed, seconds, waveform=True)
    if outcome.difference:
        raise complain(outcome)
    if not outcome.report["waveform"]:
        raise MetroError(f"no such tick in {seconds} seconds", "increase --seconds")
    return waveform.show(outcome.report["waveform"])


def main(args) -> int:
    if args.kernel_apps:
        return kernel_apps.main(args)
    if args.freertos_apps:
        return freertos_apps.main(args)
    bench, sets, count = (pipeline, PIPELINE_SETS, "instructions") if args.pipeline else (units, SETS, "operations")
    # With --gates, the units have another netlist, and so another simulator.
    changed = {"mutate": gates.synthesised} if args.gates else {}
    hammer = functools.partial(bench.hammer, **changed)
    chosen = [*map(bench.named, args.units or ([] if args.config else sets)), *map(bench.of, args.config)]
    seed = random.SystemRandom().randrange(1 << 32) if args.seed is None else args.seed
    if seed < 0 or args.episodes is not None and args.episodes < 1:
        raise MetroError("--seed must not be negative, and --episodes must be at least 1", "")
    if args.waveform:
        if not args.pipeline or len(chosen) != 1 and (args.units or args.config):
            raise MetroError("--waveform shows one set of units in the core", "add --pipeline, and name one set")
        print(show_waveform(chosen[0] if len(chosen) == 1 else pipeline.named(WAVEFORM_SET), seed, args.seconds))
        return 0
    known = [] if args.episodes else [pair for pair in known_seeds(bench) if pair[0] in chosen]
    failed = []
    with Progress("hammer", total=2 * len(chosen)) as progress, thread_pool() as pool:
        for driven in chosen:
            with progress.step(f"simulator of {driven}"):
                bench.build(driven, **changed)
        progress.say(f"the first seed is {seed}")
        runs = [pool.submit(hammer, driven, old, 3600, 1) for driven, old in known]
        runs += [pool.submit(hammer, driven, seed, args.seconds if args.episodes is None else 3600,
                             args.episodes) for driven in chosen]
        operations = seconds = 0
        for n, run in enumerate(runs):
            outcome = run.result()
            if n >= len(known):
                progress.advance(show(outcome), outcome.report["seconds"])
            if outcome.difference:
                failed.append(outcome)
            operations += outcome.report[count]
            seconds += outcome.report["seconds"]
        rate = operations / max(seconds, 1e-3)
        progress.say(f"{operations:,} {count} in {len(chosen)} sets, {rate:,.0f} a second; "
                     f"{len(known)} seeds that failed earlier; {len(failed)} differences")
    for outcome in failed[1:]:
        print(f"{outcome.driven} differs from the model: {outcome.difference}")
    if failed:
        raise complain(failed[0], args.gates)
    return 0
