# SPDX-License-Identifier: Apache-2.0
"""`./metro hammer`: compares the units in Verilator with the golden model, over random instructions for a given time.

`./metro hammer --gates`: the same with the units as gates of an ECP5 (gates.py).
`./metro hammer --pipeline`: the units in the core, with random programs; --waveform prints a waveform (waveform.py).
An option of an RTOS, such as --kernel-apps: random applications of this RTOS (applications() in metro.kernels).
"""
from __future__ import annotations

import argparse
import functools
import random
from pathlib import Path

from .. import configuration, kernels
from ..base.errors import MetroError
from ..base.jobs import thread_pool
from ..base.progress import Progress
from ..configuration.renamed import hint
from . import colons, gates, pipeline, seed_file, unit_driver as units, waveform

SEEDS = units.DRIVER / "seeds.txt"
PIPELINE_SEEDS = pipeline.DRIVER / "seeds.txt"
SMALL = "core.icache_bytes=512,core.dcache_bytes=512"      # caches that miss often

# N tasks: at, above and between multiples of a word (32) and of a row (8), and at both limits. Widths W at both limits.
# Both engines. Each unit alone, and both units together.
SETS = (
    "combined", "combined,units.engine=parallel", "combined,units.tasks=8,units.width=4",
    "combined,units.tasks=8,units.width=4,units.engine=parallel", "combined,units.tasks=33,units.width=5",
    "combined,units.tasks=37,units.width=8", "combined,units.tasks=37,units.width=8,units.engine=parallel",
    "combined,units.tasks=256,units.width=32", "combined,units.tasks=256,units.width=32,units.engine=parallel",
    "combined,units.ready=false", "combined,units.engine=parallel,units.ready=false",
    "combined,units.tasks=37,units.width=4,units.ready=false",
    "combined,units.tasks=8,units.width=32,units.ready=false",
    "combined,units.tasks=256,units.width=8,units.ready=false", "combined,units.tasks=8,units.time=false",
    "combined,units.tasks=37,units.time=false", "combined,units.time=false",
    "combined,units.tasks=256,units.time=false",
)

# With the event unit: limits of N, W and the number of events; with and without queues and each optional service.
SETS += (
    "events",
    "events,units.tasks=8,units.width=4,units.engine=parallel,units.events=4,units.queue_words=16",
    "events,units.tasks=37,units.width=8,units.events=5,units.queue_words=0,units.mailboxes=false",
    "events,units.tasks=9,units.width=5,units.events=64,units.queue_words=4,units.flags=false,"
    "units.semaphores=false",
    "events,units.tasks=37,units.width=8,units.events=5,units.queue_words=0,units.flags=false,units.semaphores=false,"
    "units.mailboxes=false",
    "events,units.tasks=256,units.width=32,units.events=64,units.queue_words=256",
)

# With a time base: ticks take effect between commands.
SETS += (
    "combined,units.time_base=true", "combined,units.engine=parallel,units.time_base=true",
    "combined,units.tasks=8,units.width=4,units.time_base=true",
    "combined,units.tasks=8,units.width=4,units.engine=parallel,units.time_base=true",
    "combined,units.tasks=37,units.width=8,units.time_base=true",
    "combined,units.tasks=37,units.width=8,units.engine=parallel,units.time_base=true",
    "combined,units.tasks=37,units.width=4,units.ready=false,units.time_base=true",
    "combined,units.tasks=8,units.width=32,units.engine=parallel,units.ready=false,units.time_base=true",
    "events,units.time_base=true",
    "events,units.tasks=8,units.width=4,units.engine=parallel,units.time_base=true,units.events=4,"
    "units.queue_words=16",
)

# With the second port, for hardware threads.
SETS += (
    "events,units.direct_calls=4",
    "events,units.tasks=8,units.width=4,units.engine=parallel,units.events=4,units.queue_words=16,"
    "units.direct_calls=4",
    "events,units.tasks=37,units.width=8,units.events=5,units.queue_words=0,units.direct_calls=4",
    "events,units.time_base=true,units.direct_calls=4",
    "events,units.tasks=8,units.width=4,units.engine=parallel,units.time_base=true,units.events=4,"
    "units.queue_words=16,units.direct_calls=4",
    "events,units.tasks=8,units.width=4,units.time_base=true,units.events=4,units.queue_words=16,"
    "units.direct_calls=4",
)

# With interrupt lines that post.
SETS += (
    "events,units.time_base=true,units.lines=8",
    "events,units.tasks=8,units.width=4,units.engine=parallel,units.time_base=true,units.events=4,"
    "units.queue_words=16,units.lines=1",
    "events,units.tasks=8,units.width=4,units.time_base=true,units.events=4,units.queue_words=16,units.lines=4",
    "events,units.tasks=37,units.width=8,units.time_base=true,units.events=5,units.queue_words=0,"
    "units.mailboxes=false,units.lines=32",
    "levels,units.time_base=true,units.waiting=16,units.lines=8",
    "levels,units.tasks=8,units.width=4,units.time_base=true,units.levels=8,units.waiting=4,units.slices=true,"
    "units.lines=4",
    "levels,units.tasks=37,units.width=5,units.time_base=true,units.levels=9,units.waiting=0,units.lines=1",
)

# The task lists: limits of N, L and W, and sizes that are not powers of two.
SETS += (
    "levels,units.waiting=0",
    "levels,units.tasks=8,units.width=4,units.levels=8,units.waiting=0",
    "levels,units.tasks=37,units.width=5,units.levels=9,units.waiting=0",
    "levels,units.tasks=256,units.width=16,units.levels=64,units.waiting=0",
    "levels,units.tasks=8,units.levels=64,units.waiting=0",
    "levels,units.tasks=100,units.width=4,units.levels=11,units.waiting=0",
)

# Task lists with wait lists.
SETS += (
    "levels,units.waiting=16",
    "levels,units.tasks=8,units.width=4,units.levels=8,units.waiting=4",
    "levels,units.tasks=37,units.width=5,units.levels=9,units.waiting=7",
    "levels,units.tasks=256,units.width=16,units.levels=64,units.waiting=64",
    "levels,units.tasks=8,units.width=4,units.levels=8,units.waiting=64",
)

# Task lists with slices.
SETS += (
    "levels,units.waiting=16,units.slices=true",
    "levels,units.tasks=8,units.width=4,units.levels=8,units.waiting=0,units.slices=true",
    "levels,units.tasks=37,units.width=5,units.levels=9,units.waiting=7,units.slices=true",
    "levels,units.tasks=256,units.width=16,units.levels=64,units.waiting=0,units.slices=true",
)

# Task lists with a time base.
SETS += (
    "levels,units.time_base=true,units.waiting=16",
    "levels,units.tasks=8,units.width=4,units.time_base=true,units.levels=8,units.waiting=0",
    "levels,units.tasks=8,units.width=4,units.time_base=true,units.levels=8,units.waiting=4,units.slices=true",
    "levels,units.tasks=37,units.width=5,units.time_base=true,units.levels=9,units.waiting=0,units.slices=true",
)

# Task lists behind adapters to buses.
SETS += (
    "levels,units.tasks=8,units.width=4,units.levels=8,units.waiting=0,soc.adapter=cfu",
    "levels,units.tasks=37,units.width=5,units.levels=9,units.waiting=0,soc.adapter=wishbone",
    "levels,units.tasks=8,units.levels=64,units.waiting=0,soc.adapter=niosv",
    "levels,units.tasks=8,units.width=4,units.levels=8,units.waiting=4,soc.adapter=wishbone",
)

# With adapters to buses, and the timing of these buses.
SETS += (
    "combined,units.tasks=8,units.width=4,soc.adapter=cfu",
    "combined,units.tasks=37,units.width=8,units.engine=parallel,soc.adapter=cfu",
    "combined,units.tasks=8,units.width=4,soc.adapter=wishbone",
    "combined,units.tasks=37,units.width=8,units.engine=parallel,soc.adapter=wishbone",
    "combined,soc.adapter=nios2",
    "combined,units.tasks=8,units.width=4,units.engine=parallel,soc.adapter=nios2",
    "combined,units.tasks=37,units.time=false,soc.adapter=nios2",
    "combined,units.tasks=8,units.width=4,units.engine=parallel,soc.adapter=nios2-fixed",
    "combined,units.tasks=37,units.time=false,soc.adapter=nios2-fixed",
    "combined,soc.adapter=niosv", "combined,units.tasks=8,units.width=4,soc.adapter=niosv",
    "combined,units.tasks=37,units.width=4,units.engine=parallel,units.ready=false,soc.adapter=niosv",
)

# Both engines, with and without user mode. Small caches miss more often. 16-bit instructions misalign 32-bit ones.
PIPELINE_SETS = (
    "combined", "combined,units.engine=parallel,core.user_mode=true",
    f"combined,units.tasks=9,units.width=5,{SMALL},core.user_mode=true",
    f"combined,units.tasks=9,units.width=5,units.engine=parallel,{SMALL}",
    "combined,units.tasks=256,units.width=32,core.user_mode=true",
    "combined,units.tasks=37,units.width=8,units.ready=false",
    f"combined,units.tasks=37,units.time=false,{SMALL},core.user_mode=true",
    "combined,core.compressed=true",
    f"combined,units.tasks=9,units.width=5,units.engine=parallel,{SMALL},core.user_mode=true,"
    "core.compressed=true",
    "events,units.tasks=16,units.width=8,units.events=8,units.queue_words=0,core.user_mode=true",
    f"events,units.tasks=9,units.width=5,units.engine=parallel,units.events=4,units.queue_words=0,{SMALL}",
)

# With register banks, from the smallest to the largest number.
PIPELINE_SETS += (
    f"combined,units.tasks=9,units.width=5,{SMALL},core.contexts=4",
    "combined,units.tasks=37,units.time=false,core.contexts=16",
    f"combined,units.tasks=37,units.time=false,{SMALL},core.user_mode=true,core.contexts=16",
    "events,units.tasks=16,units.width=8,units.events=8,units.queue_words=0,core.user_mode=true,"
    "core.compressed=true,core.contexts=64",
    "combined,units.tasks=37,units.width=8,units.engine=parallel,units.ready=false,core.contexts=256",
)

# With task lists.
PIPELINE_SETS += (
    f"levels,units.tasks=9,units.width=5,units.levels=8,units.waiting=4,{SMALL},core.user_mode=true",
    "levels,units.waiting=0",
    "levels,units.tasks=37,units.width=16,units.levels=11,units.waiting=0,units.slices=true,"
    "core.compressed=true,core.contexts=64",
)

# With a time base: ticks take effect between any two instructions.
PIPELINE_SETS += (
    f"combined,units.tasks=9,units.width=5,units.time_base=true,{SMALL},core.user_mode=true",
    "combined,units.engine=parallel,units.time_base=true",
    f"combined,units.tasks=37,units.width=8,units.ready=false,units.time_base=true,{SMALL}",
    "events,units.tasks=16,units.width=8,units.time_base=true,units.events=8,units.queue_words=0,"
    "core.user_mode=true,core.compressed=true,core.contexts=64",
    f"levels,units.tasks=9,units.width=8,units.time_base=true,units.levels=8,units.waiting=4,units.slices=true,{SMALL},"
    "core.user_mode=true",
    f"levels,units.tasks=16,units.width=16,units.time_base=true,units.waiting=16,{SMALL},core.user_mode=true,"
    "core.contexts=16",
)
# With the second port, for hardware threads: commands of this port can come between any two instructions.
PIPELINE_SETS += (
    "events,units.tasks=16,units.width=8,units.events=8,units.queue_words=0,units.direct_calls=4,"
    "core.user_mode=true",
    "events,units.tasks=9,units.width=5,units.engine=parallel,units.events=4,units.queue_words=0,"
    f"units.direct_calls=4,{SMALL},core.compressed=true",
    f"events,units.queue_words=0,units.direct_calls=4,{SMALL},core.user_mode=true,core.contexts=16",
)
WAVEFORM_SET = f"combined,units.tasks=9,units.width=5,units.time_base=true,{SMALL},core.user_mode=true"


def add_arguments(parser) -> None:
    parser.description = ("Compare the units in simulation with the golden model, over random instructions. With "
                          "--pipeline, run random programs on the core, with interrupts, traps and cache misses. "
                          + " ".join(f"With --{each.OPTION}, {each.DESCRIPTION}." for each in applications()))
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--gates", action="store_true", help="test the units' netlists after synthesis for the ECP5")
    what.add_argument("--pipeline", action="store_true", help="test the units in the core's pipeline")
    for each in applications():
        what.add_argument(f"--{each.OPTION}", action="store_true", help=each.HELP)
    parser.add_argument("--waveform", action="store_true",
                        help="with --pipeline: run programs until a tick of a time base comes due while a command "
                             "is stalled and wakes a task, and print these cycles")
    parser.add_argument("--seconds", type=_positive, default=10.0, metavar="S",
                        help="set the time for each set of units (10)")
    parser.add_argument("--seed", type=int, help="set the seed of the first episode (default: random, and printed)")
    parser.add_argument("--episodes", type=int, metavar="N", help="stop after N episodes; 1 repeats one seed")
    parser.add_argument("--config", action="append", type=configuration.described, default=[], metavar="NAME",
                        help="test only the units of this configuration, or of a name with key=value pairs such as "
                             "combined,units.tasks=37; soc.adapter can also be "
                             f"{', '.join(units.SIMULATION_ONLY_PORTS)}; with --pipeline also the core's "
                             f"{', '.join(pipeline.CORE)}; can be repeated")
    parser.add_argument("--units", action="append", default=[], metavar="SET", help=argparse.SUPPRESS)
    first, *others = applications()
    apps = parser.add_argument_group(f"--{first.OPTION}; --seconds then sets the time for all, and --seed the first "
                                     "application")
    for each in (first, *others):
        each.add_arguments(apps)
    also = f", also with {' and '.join(f'--{each.OPTION}' for each in others)}" if others else ""
    apps.add_argument("--apps", type=int, metavar="N", help=f"stop after N applications{also}; 1 repeats one")


def applications() -> list:
    """Return the modules that run random applications; see kernels.Kernel.applications()."""
    return list(filter(None, (kernel.applications() for kernel in kernels.known())))


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text}: not a time of more than 0 and less than 1,000,000 seconds")
    return value


def known_seeds(bench=units) -> list[tuple]:
    """Return (set of units, seed) of each run that once failed. bench: this module's `units` or `pipeline`."""
    return seed_file.read(seeds_of(bench), lambda units_, seed: (bench.named(units_), seed_file.number(seed)),
                          "a configuration and a seed")


def in_notation(bench, text: str) -> str:
    """Translate the argument of the old option --units to the notation of --config, and print that option as a hint."""
    now = colons.units(text) if ":" in text else text
    if not now:
        raise MetroError(f"{text}: not a set of units", "type --config, such as --config combined,units.tasks=37")
    hint(f"--units {text}", f"--config {bench.named(now)}")
    return now


def seeds_of(bench) -> Path:
    return SEEDS if bench is units else PIPELINE_SEEDS


def show(outcome: units.Outcome | pipeline.Outcome) -> str:
    r = outcome.report
    seeds = f"seeds {r['seed'] - r['episodes'] + 1} to {r['seed']}"
    if isinstance(outcome, units.Outcome):
        return (f"{outcome.dut} {r['operations']:>12,} operations, {r['cycles']:>12,} cycles, "
                f"{r['operations'] / max(r['seconds'], 1e-3):>10,.0f} operations/s, {seeds}")
    changes = "".join(f"{count:,} changes of the bank by {change}, " for change, count in r["changes"].items())
    changes += "".join(f"{count:,} ticks {where}, " for where, count in r["ticks"].items())
    return (f"{outcome.dut} {r['instructions']:>12,} instructions, {r['custom']:>11,} of the units, "
            f"{changes}{r['interrupts']:>10,} interrupts, {r['offsets']:>10,} offsets in {r['sweeps']:,} sweeps, "
            f"{r['second']:,} at the second port, "
            f"{r['across_words']:,} at half-words, {r['across_lines']:,} across lines, {r['exceptions']:,} exceptions, "
            f"{r['flushed']:,} flushed, {r['withdrawn']:,} withdrawn, {r['stalled']:,} stalled, "
            f"{r['cycles']:,} cycles, {seeds}")


def difference_error(outcome: units.Outcome | pipeline.Outcome, as_gates: bool = False) -> MetroError:
    bench = units if isinstance(outcome, units.Outcome) else pipeline
    command = "./metro hammer" + " --pipeline" * (bench is pipeline) + " --gates" * as_gates
    return MetroError(f"{outcome.dut} differs from the model: {outcome.difference.strip()}",
                      f"{command} --config {outcome.dut} --seed {outcome.report['seed']} --episodes 1\n"
                      f"repeats it; add the line `{outcome.dut} {outcome.report['seed']}` to "
                      f"{seeds_of(bench).relative_to(units.paths.ROOT)}")


def show_waveform(dut: pipeline.Set, seed: int, seconds: float) -> str:
    chosen = dut.units
    if not (chosen.time_base and chosen.kind == "both"):
        raise MetroError(f"{dut}: only software wakes tasks at its ticks", f"use a set like {WAVEFORM_SET}")
    outcome = pipeline.hammer(dut, seed, seconds, waveform=True)
    if outcome.difference:
        raise difference_error(outcome)
    if not outcome.report["waveform"]:
        raise MetroError(f"no tick came due in a stalled command and woke a task in {seconds} s", "increase --seconds")
    return waveform.show(outcome.report["waveform"])


def main(args) -> int:
    for each in applications():
        if getattr(args, each.OPTION.replace("-", "_")):
            return each.main(args)
    bench, sets, count = (pipeline, PIPELINE_SETS, "instructions") if args.pipeline else (units, SETS, "operations")
    # With --gates, the units have another netlist, and so another simulator.
    changed = {"mutate": gates.synthesised} if args.gates else {}
    hammer = functools.partial(bench.hammer, **changed)
    asked = [*(in_notation(bench, text) for text in args.units), *args.config]
    chosen = list(map(bench.named, asked or sets))
    seed = random.SystemRandom().randrange(1 << 32) if args.seed is None else args.seed
    if seed < 0 or args.episodes is not None and args.episodes < 1:
        raise MetroError("--seed must not be negative, and --episodes must be at least 1", "")
    if args.waveform:
        if not args.pipeline or len(chosen) != 1 and asked:
            raise MetroError("--waveform shows one set of units in the core", "add --pipeline, and name one set")
        print(show_waveform(chosen[0] if len(chosen) == 1 else pipeline.named(WAVEFORM_SET), seed, args.seconds))
        return 0
    known = [] if args.episodes else [pair for pair in known_seeds(bench) if pair[0] in chosen]
    failed = []
    with Progress("hammer", total=2 * len(chosen)) as progress, thread_pool() as pool:
        for dut in chosen:
            with progress.step(f"simulator of {dut}"):
                bench.build(dut, **changed)
        progress.say(f"the first seed is {seed}")
        runs = [pool.submit(hammer, dut, old, 3600, 1) for dut, old in known]
        runs += [pool.submit(hammer, dut, seed, args.seconds if args.episodes is None else 3600,
                             args.episodes) for dut in chosen]
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
        print(f"{outcome.dut} differs from the model: {outcome.difference}")
    if failed:
        raise difference_error(failed[0], args.gates)
    return 0
