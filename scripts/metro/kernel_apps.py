# SPDX-License-Identifier: Apache-2.0
"""Random applications (tests/random_app/) on the four systems: each has to leave the same log as `original` does."""
from __future__ import annotations

import dataclasses
import functools
import os
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import core, firmware as firmware_module, paths, run as run_module, soc as soc_module, workloads
from .errors import MetroError
from .progress import Progress

FOLDER = paths.ROOT / "tests" / "random_app"
SOURCE = FOLDER / "app.c"
SEEDS = FOLDER / "seeds.txt"
CFG = paths.ROOT / "tests" / "kernel" / "cfg"

STEPS = 2000
RECORD = re.compile(r"@((?:[0-9a-f]{8}){5})$")
HASH = re.compile(r"#([0-9a-f]{8})([0-9a-f]{8})$")

_ALL = "-DOS_TASK_STAT_EN=0u -DOS_MAX_TASKS=40u -DOS_TASK_IDLE_STK_SIZE=256u"
_NARROW = f"{_ALL} -DOS_ACCEL_WIDTH=8u"
_SHORT = f"{_ALL} -DOS_ACCEL_WIDTH=4u"
_FAST = f"{_SHORT} -DOS_TIME_TICK_HOOK_EN=0u -DOS_TICK_STEP_EN=0u"


@dataclasses.dataclass(frozen=True)
class Variant:
    """A build of the application, and whether interrupts come at any cycle besides."""
    defs: str
    line: bool = False
    core: str = ""         # the core is that for these, where it has more than the kernel asks for


VARIANTS = {
    "narrow": Variant(_NARROW),                                        # some delays are longer than a counter
    "short": Variant(_SHORT, core=_NARROW),                            # most are
    "many": Variant(f"{_ALL} -DOS_LOWEST_PRIO=254u"),
    "fast": Variant(_FAST, core=_NARROW),                              # the short tick of the trap entry
    "line": Variant(_SHORT, line=True, core=_NARROW),
    "fast-line": Variant(_FAST, line=True, core=_NARROW),
}


@dataclasses.dataclass(frozen=True)
class App:
    """One application: what it does follows from these, and so does its log."""
    variant: str
    seed: int
    steps: int = STEPS

    def __str__(self) -> str:
        return f"{self.variant} {self.seed} {self.steps}"

    @property
    def command(self) -> str:
        return f"./metro hammer --kernel-apps --variant {self.variant} --seed {self.seed} --steps {self.steps} --apps 1"


@dataclasses.dataclass(frozen=True)
class Log:
    """What a run left. hashes: (records so far, hash over them); records: those that were asked for."""
    status: int
    hashes: tuple
    records: tuple
    rest: str              # other lines, and what the harness said
    cycles: int


@dataclasses.dataclass(frozen=True)
class Difference:
    app: App
    system: str
    record: int            # the first that differs, counted from 0
    context: tuple         # lines before it, the same in both
    original: str
    other: str

    def __str__(self) -> str:
        return "\n".join([f"{self.system} differs from original in record {self.record} of the application {self.app}:",
                          *(f"    both      {line}" for line in self.context),
                          f"    original  {self.original}", f"    {self.system:9} {self.other}"])


@functools.cache
def kinds() -> list[str]:
    """Names of the records by number, from the application's source."""
    body = re.search(r"typedef enum \{(.*?)\} KIND;", SOURCE.read_text(), re.DOTALL)[1]
    return [name.removeprefix("LOG_").lower() for name in re.findall(r"\bLOG_\w+", body)]


@dataclasses.dataclass(frozen=True)
class Record:
    step: int
    time: int
    kind: str
    isr: bool
    tcb: int
    prio: int
    err: int
    arg: int
    result: int

    def __str__(self) -> str:
        where = "interrupt of" if self.isr else "task"
        return (f"step {self.step}, tick {self.time}, {where} {self.prio} (TCB {self.tcb}): {self.kind} "
                f"{self.arg:#x} -> {self.err}, {self.result:#x}")


def decode(text: str) -> Record:
    """A record from the words that the firmware printed."""
    step, ticks, what, arg, result = (int(text[n:n + 8], 16) for n in range(0, 40, 8))
    kind = what >> 24
    return Record(step, ticks, kinds()[kind & 0x7F], kind >= 0x80, what >> 16 & 0xFF, what >> 8 & 0xFF, what & 0xFF,
                  arg, result)


@functools.cache
def build(variant: str, system: str, software: Path | None = None):
    """(firmware, SoC) of a variant on a system. software: a changed copy of sw/, where faults are put in."""
    chosen = VARIANTS[variant]
    soc = soc_module.build(core.generate(list(workloads.core_options(system, chosen.core or chosen.defs))))
    built = firmware_module.build("random_app", [SOURCE], CFG, soc, software=software,
                                  defs=f"{chosen.defs} {workloads.SYSTEMS[system][0]}")
    return built, soc


def run(app: App, system: str, log: tuple = (0, 0), software: Path | None = None, quiet: bool = False) -> Log:
    """Runs the application; log: which records to keep whole; quiet: no interrupts but its own."""
    built, soc = build(app.variant, system, software)
    line = VARIANTS[app.variant].line
    interrupts = run_module.Line(60, 2500, app.seed) if line and not quiet else None
    values = {"app_seed": app.seed, "app_steps": app.steps, "app_log_from": log[0], "app_log_to": log[1],
              "app_line": int(line)}
    # Generous: a step takes two thousand cycles, a whole record to print as many again.
    result = run_module.execute(built.with_values(values), soc, line=interrupts,
                                max_cycles=3_000_000 + 20_000 * app.steps + 5_000 * (log[1] - log[0]))
    hashes, records, rest = [], [], []
    for text in result.output.splitlines():
        if found := HASH.match(text):
            hashes.append((int(found[1], 16), found[2]))
        elif found := RECORD.match(text):
            records.append(found[1])
        else:
            rest.append(text)
    return Log(result.status, tuple(hashes), tuple(records), "\n".join([*rest, result.errors]).strip(),
               result.report["cycles"])


def compare(app: App, systems=tuple(workloads.SYSTEMS), software: Path | None = None,
            map_=map) -> tuple[dict[str, Log], str | None]:
    """Runs the application on all systems; returns the logs, and the first system that differs from `original`.

    software: what all but `original` are built from.
    """
    systems = list(dict.fromkeys(["original", *systems]))
    logs = dict(zip(systems, map_(lambda system: run(app, system, software=of(system, software)), systems)))
    if logs["original"].status:
        raise MetroError(f"the application {app} ends with {logs['original'].status} on original",
                         f"{logs['original'].rest}\n{app.command}")
    return logs, next((system for system in systems if not alike(logs["original"], logs[system])), None)


def of(system: str, software: Path | None) -> Path | None:
    return None if system == "original" else software


def alike(a: Log, b: Log) -> bool:
    return (a.status, a.hashes) == (b.status, b.hashes)


def locate(app: App, system: str, logs: dict, software: Path | None = None) -> Difference:
    """The first record that differs between original and this system."""
    a, b = logs["original"].hashes, logs[system].hashes
    same = next((n for n, pair in enumerate(zip(a, b)) if pair[0] != pair[1]), min(len(a), len(b)))
    begin = a[same - 1][0] if same else 0
    end = a[same][0] if same < len(a) else begin + 1
    whole = [run(app, name, (begin, end), of(name, software)) for name in ("original", system)]
    first, other = (log.records for log in whole)
    at = next((n for n, pair in enumerate(zip(first, other)) if pair[0] != pair[1]), min(len(first), len(other)))

    def text(log, n):
        return str(decode(log.records[n])) if n < len(log.records) else \
            f"ends with {log.status}: {log.rest or 'no more records'}"
    return Difference(app, system, begin + at, tuple(text(whole[0], n) for n in range(max(0, at - 5), at)),
                      text(whole[0], at), text(whole[1], at))


def shrink(app: App, system: str, software: Path | None = None) -> App:
    """The application with the fewest steps (the end of a run shows all of the state) that still differs."""
    low, high = 0, app.steps                               # high differs, low does not
    while high - low > 1:
        middle = (low + high) // 2
        shorter = dataclasses.replace(app, steps=middle)
        low, high = (low, middle) if compare(shorter, (system,), software)[1] else (middle, high)
    return dataclasses.replace(app, steps=high)


def known_apps() -> list[App]:
    """What has ever failed."""
    found = []
    for number, line in enumerate(SEEDS.read_text().splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        if len(words) != 3 or words[0] not in VARIANTS or not all(word.isdigit() for word in words[1:]):
            raise MetroError(f"{SEEDS.name}:{number}: not a variant, a seed and a number of steps",
                             "see the head of the file")
        found.append(App(words[0], int(words[1]), int(words[2])))
    return found


def complain(difference: Difference) -> MetroError:
    app = difference.app
    return MetroError(str(difference), f"{app.command} repeats it; add the line `{app}` to {SEEDS.name}")


def main(args) -> int:
    """`./metro hammer --kernel-apps`."""
    variants = args.variant or list(VARIANTS)
    seed = random.SystemRandom().randrange(1 << 31) if args.seed is None else args.seed
    if not 0 <= seed < 1 << 32 or args.steps < 1 or args.apps is not None and args.apps < 1:
        raise MetroError("--seed is a number of 32 bits, and there is at least one step and one application")
    jobs = [(variant, system) for variant in variants for system in workloads.SYSTEMS]
    steps = cycles = count = 0
    with Progress("hammer", total=len(jobs)) as progress, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for variant, system in jobs:
            with progress.step(f"application {variant}, {system}"):
                build(variant, system)
        progress.say(f"the first seed is {seed}")
        end = time.monotonic() + args.seconds
        queue = [] if args.apps else [app for app in known_apps() if app.variant in variants]
        known = len(queue)
        while count < args.apps if args.apps else queue or time.monotonic() < end:
            fresh = count - known
            app = queue.pop(0) if queue else App(variants[fresh % len(variants)], seed + fresh, args.steps)
            logs, system = compare(app, map_=pool.map)
            if system:
                progress.say(f"{app}: {system} differs from original; looking for the fewest steps")
                app = shrink(app, system)
                raise complain(locate(app, system, compare(app, (system,))[0]))
            count += 1
            steps += app.steps
            cycles += sum(log.cycles for log in logs.values())
            progress.say(f"{app}: {logs['original'].hashes[-1][0]:,} records, the same in {len(logs)} systems")
    print(f"{count - known} applications, seeds {seed} to {seed + count - known - 1}, and {known} that differed once; "
          f"{steps:,} steps, {cycles:,} cycles; 0 differences")
    return 0
