# SPDX-License-Identifier: Apache-2.0
"""Random applications (tests/kernel/random_app/): each must leave the same log on all systems as on `original`.

The systems include cores whose event unit is smaller than the application needs. In the variant `exchange`, tasks and
a handler also exchange items at random cycles (exchange.c), and no item may be lost.

With a given tree (`--kernel`), the applications use only behaviour that our kernel and the tree guarantee. The
reference is `original` of our kernel. The given tree runs in software, or on the systems that it supports if it is
patched.
"""
from __future__ import annotations

import dataclasses
import functools
import random
import re
import time
from pathlib import Path

from ... import configuration
from ...base import paths
from ...base.errors import MetroError
from ...base.jobs import thread_pool
from ...base.progress import Progress
from ...configuration import EVERY_SYSTEM, LESSER_SYSTEMS, SYSTEMS
from ...patch import is_patched
from ...products import firmware as firmware_module, rtos, soc as soc_module
from ...products.kernel import kernel_folder, supports
from ...run import execution as run_module
from ...verify import seed_file

OPTION, HELP = "kernel-apps", "run random uC/OS-II applications instead"
DESCRIPTION = "compare all configurations over random applications"
FOLDER = paths.ROOT / "tests" / "kernel" / "random_app"
HEADER = FOLDER / "app.h"
SEEDS = FOLDER / "seeds.txt"
CFG = paths.ROOT / "tests" / "kernel" / "cfg"

STEPS = 2000
LOST = "LOST: "                # an application's message about a lost item (exchange.c)
HASH_EVERY = 512               # records between two hashes in a log (log.c)
RECORD = re.compile(r"@((?:[0-9a-f]{8}){5})$")
HASH = re.compile(r"#([0-9a-f]{8})([0-9a-f]{8})$")

# The kernel has one or two events, flag groups, timers and partitions fewer than the application needs. The timer task
# has a higher priority than most tasks, and a timer tick comes with every fifth tick.
_ALL = ("-DOS_TASK_STAT_EN=0u -DOS_MAX_TASKS=40u -DOS_TASK_IDLE_STK_SIZE=256u -DOS_TMR_EN=1u -DOS_TASK_TMR_PRIO=8u "
        "-DOS_TASK_TMR_STK_SIZE=400u -DOS_TMR_CFG_TICKS_PER_SEC=20u -DOS_TMR_CFG_MAX=5u -DOS_TMR_CFG_WHEEL_SIZE=3u "
        "-DOS_MAX_EVENTS=19u -DOS_MAX_QS=3u -DOS_MAX_FLAGS=2u -DOS_MAX_MEM_PART=2u")
_NARROW = f"{_ALL} -DOS_ACCEL_WIDTH=8u"
_SHORT = f"{_ALL} -DOS_ACCEL_WIDTH=4u"
_FAST = f"{_SHORT} -DOS_TIME_TICK_HOOK_EN=0u -DOS_TICK_STEP_EN=0u"


_FAR, _NEAR = 2500, 1500
# Tasks that exchange items also create events, at random cycles. If events ran out, the log would depend on the cycles.
_EXCHANGE = (_SHORT.replace("EVENTS=19u", "EVENTS=33u").replace("QS=3u", "QS=8u").replace("FLAGS=2u", "FLAGS=3u") +
             " -DAPP_EXCHANGE")

GIVEN = "given-"               # `given-combined`: the system `combined` with the given tree
FEW = "events-few"             # system with only a part of the wait lists in the event unit


@dataclasses.dataclass(frozen=True)
class Variant:
    """A build of the application, and its behaviour."""
    defs: str
    line: int = 0          # most cycles between additional interrupts at random cycles; 0: none
    common: bool = False   # it avoids the known defects of uC/OS-II
    core: str = ""         # macros for which the core is built, if it has more than the kernel needs


VARIANTS = {
    "narrow": Variant(_NARROW),                                        # some delays are longer than a counter
    "short": Variant(_SHORT, core=_NARROW),                            # most delays are longer
    "many": Variant(f"{_ALL} -DOS_LOWEST_PRIO=254u"),
    "fast": Variant(_FAST, core=_NARROW),                              # the short tick of the trap entry
    "line": Variant(_SHORT, line=_FAR, core=_NARROW),
    "fast-line": Variant(_FAST, line=_FAR, core=_NARROW),
    "hook": Variant(f"{_SHORT} -DAPP_TIMER_RUNS", line=_FAR, core=_NARROW),        # time base: ticks wait for the hook
    # Without a tick hook, ticks of a time base do not wait for software. Software signals the timer task after the unit
    # has made a tick's due tasks ready, so the timer task has the lowest priority.
    "alarms": Variant(f"{_SHORT} -DAPP_TIMER_RUNS -DAPP_NO_TICK_HOOK".replace("TMR_PRIO=8u", "TMR_PRIO=62u"), line=_FAR,
                      core=_NARROW),
    # Without a switch hook, a core can switch by itself. The log does not show the switches.
    "unhooked": Variant(f"{_FAST} -DOS_TASK_SW_HOOK_EN=0u -DAPP_TIMER_RUNS".replace("TMR_PRIO=8u", "TMR_PRIO=62u"),
                        line=_FAR, core=_NARROW),
    "exchange": Variant(_EXCHANGE, line=_NEAR, core=_NARROW),
    "common": Variant(_NARROW, common=True),
    "common-many": Variant(f"{_ALL} -DOS_LOWEST_PRIO=254u", common=True),
    "common-fast": Variant(_FAST, common=True, core=_NARROW),
}


@dataclasses.dataclass(frozen=True)
class App:
    """One application. These fields determine its behaviour and its log."""
    variant: str
    seed: int
    steps: int = STEPS
    mask: int | None = None        # bit n: include acts()[n]; None: all

    def __str__(self) -> str:
        return f"{self.variant} {self.seed} {self.steps}" + (f" {self.mask:#x}" if self.mask is not None else "")

    @property
    def command(self) -> str:
        mask = f" --mask {self.mask:#x}" if self.mask is not None else ""
        return (f"./metro hammer --kernel-apps --variant {self.variant} --seed {self.seed} --steps {self.steps}{mask} "
                f"--apps 1")


@dataclasses.dataclass(frozen=True)
class Log:
    """The log of a run. hashes: (records so far, hash over them). records: the requested records."""
    status: int
    hashes: tuple
    records: tuple
    rest: str              # other lines, and the messages of the harness
    cycles: int


@dataclasses.dataclass(frozen=True)
class Difference:
    app: App
    system: str
    record: int            # the first record that differs, counted from 0
    context: tuple         # records before it, the same in both
    original: str
    other: str

    def __str__(self) -> str:
        return "\n".join([f"{self.system} differs from original in record {self.record} of the application {self.app}:",
                          *(f"    {'both':{max(9, len(self.system))}} {line}" for line in self.context),
                          f"    {'original':{max(9, len(self.system))}} {self.original}",
                         f"    {self.system:9} {self.other}"])


@functools.cache
def kinds() -> list[str]:
    """Return the names of the kinds of records by number, from the application's header."""
    body = re.search(r"typedef enum \{(.*?)\} KIND;", HEADER.read_text(), re.DOTALL)[1]
    return [name.removeprefix("LOG_").lower() for name in re.findall(r"\bLOG_\w+", body)]


@functools.cache
def acts() -> list[str]:
    """Return the kinds of steps of an application, in the order of its mask's bits."""
    return re.findall(r"\{ \d+u, act_(\w+) \}", (FOLDER / "app.c").read_text())


@dataclasses.dataclass(frozen=True)
class Record:
    step: int
    time: int
    kind: str
    isr: bool
    slot: int
    prio: int
    err: int
    arg: int
    result: int

    def __str__(self) -> str:
        where = "interrupt of" if self.isr else "task"
        return (f"step {self.step}, tick {self.time}, {where} {self.prio} (slot {self.slot}): {self.kind} "
                f"{self.arg:#x} -> {self.err}, {self.result:#x}")


def decode(text: str) -> Record:
    """Return a record from the words that the firmware printed."""
    step, ticks, what, arg, result = (int(text[n:n + 8], 16) for n in range(0, 40, 8))
    kind = what >> 24
    return Record(step, ticks, kinds()[kind & 0x7F], kind >= 0x80, what >> 16 & 0xFF, what >> 8 & 0xFF, what & 0xFF,
                  arg, result)


@functools.cache
def build(variant: str, system: str, software: Path | None = None, kernel: Path | None = None):
    """Return (firmware, SoC) of a variant on a system. software: a copy of sw/ with inserted faults. kernel: the tree
    of a system `given-…`."""
    chosen, ours = VARIANTS[variant], system.removeprefix(GIVEN)
    built_for = configuration.read(ours)
    soc = soc_module.of(rtos.get().sized_for(built_for, chosen.core or chosen.defs))
    built = firmware_module.build("random_app", sorted(FOLDER.glob("*.c")), CFG, soc, software=software,
                                  kernel=firmware_module.KERNEL if ours == system else kernel,
                                  defs=f"{chosen.defs} {rtos.get().switches(built_for)}")
    return built, soc


def systems_of(kernel: Path | None) -> list[str]:
    """Return the systems to compare. kernel: a given tree; None: only our kernel."""
    if not kernel:
        return [*EVERY_SYSTEM, *LESSER_SYSTEMS]
    with_events = [*EVERY_SYSTEM, FEW]
    given = (["original"] if not is_patched(kernel) else
             with_events if supports(kernel, "events") else [*SYSTEMS])
    return ["original", *(GIVEN + system for system in given)]


def run(app: App, system: str, log: tuple = (0, 0), software: Path | None = None, kernel: Path | None = None,
        quiet: bool = False, now: bool = False) -> Log:
    """Run the application. log: range of records to keep whole. quiet: no additional interrupts. now: print records
    immediately, instead of at the end."""
    built, soc = build(app.variant, system, software, kernel)
    variant = VARIANTS[app.variant]
    interrupts = run_module.Line(60, variant.line, app.seed) if variant.line and not quiet else None
    values = {"app_seed": app.seed, "app_steps": app.steps, "app_mask": every_act() if app.mask is None else app.mask,
              "app_common": int(variant.common), "app_line": int(variant.line > 0), "app_log_from": log[0],
              "app_log_to": log[1], "app_log_now": int(now)}
    # Generous limits: a step takes 2,000 cycles, or 20,000 with an exchange; printing a whole record takes 2,000.
    result = run_module.execute(built.with_values(values), soc, line=interrupts,
                                max_cycles=3_000_000 + 100_000 * app.steps + 5_000 * (log[1] - log[0]))
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


def every_act() -> int:
    return (1 << len(acts())) - 1


@dataclasses.dataclass(frozen=True)
class Sources:
    """Sources of the systems, in addition to sw/."""
    software: Path | None = None   # a changed copy of sw/, for all systems except `original`
    kernel: Path | None = None     # the tree of the systems given-…

    def run(self, app: App, system: str, log: tuple = (0, 0), now: bool = False) -> Log:
        return run(app, system, log, None if system == "original" else self.software, self.kernel, now=now)


def compare(app: App, systems=tuple(EVERY_SYSTEM), sources: Sources = Sources(),
            map_=map) -> tuple[dict[str, Log], str | None]:
    """Run the application on all systems. Return the logs, and the first system that differs from `original`, or
    `original` if it does not end normally."""
    systems = list(dict.fromkeys(["original", *systems]))
    logs = dict(zip(systems, map_(lambda system: sources.run(app, system), systems)))
    if logs["original"].status:
        return logs, "original"
    return logs, next((system for system in systems if not alike(logs["original"], logs[system])), None)


def alike(a: Log, b: Log) -> bool:
    return (a.status, a.hashes) == (b.status, b.hashes)


def locate(app: App, system: str, logs: dict, sources: Sources = Sources()) -> Difference:
    """Return the first record that differs between original and this system.

    If the system is original itself, return the end of its log.
    """
    a, b = logs["original"].hashes, logs[system].hashes
    same = next((n for n, pair in enumerate(zip(a, b)) if pair[0] != pair[1]), min(len(a), len(b)))
    begin = a[same - 1][0] if same else 0
    end = a[same][0] if same < len(a) else begin + HASH_EVERY
    ended = logs["original"].status == logs[system].status == 0
    logged = [sources.run(app, name, (begin, end), now=not ended) for name in ("original", system)]
    first, other = (log.records for log in logged)
    at = next((n for n, pair in enumerate(zip(first, other)) if pair[0] != pair[1]), min(len(first), len(other)))

    def text(log, n):
        return str(decode(log.records[n])) if n < len(log.records) else \
            f"ends with {log.status}: {log.rest or 'no more records'}"
    return Difference(app, system, begin + at, tuple(text(logged[0], n) for n in range(max(0, at - 5), at)),
                      text(logged[0], at), text(logged[1], at))


def shrink(app: App, system: str, sources: Sources = Sources()) -> App:
    """Return the application with the fewest kinds of acts, and then the fewest steps, that still differs. Fewer steps
    show a difference too, because the log ends with the whole state."""
    def differs(smaller: App) -> bool:
        return compare(smaller, (system,), sources)[1] is not None
    for bit in range(len(acts())):
        mask = (every_act() if app.mask is None else app.mask) & ~(1 << bit)
        fewer = dataclasses.replace(app, mask=mask)
        app = fewer if mask and mask != app.mask and differs(fewer) else app
    low, high = 0, app.steps                               # high differs, low does not
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if differs(dataclasses.replace(app, steps=middle)) else (middle, high)
    return dataclasses.replace(app, steps=high)


def known_apps() -> list[App]:
    """Return the applications that failed once."""
    def parse(variant, seed, steps, mask=None) -> App:
        if variant not in VARIANTS:
            raise ValueError
        return App(variant, int(seed), int(steps), mask and int(mask, 0))

    return seed_file.read(SEEDS, parse, "a variant, a seed, a number of steps and perhaps a mask")


def difference_error(difference: Difference, kernel: Path | None = None) -> MetroError:
    app = difference.app
    return MetroError(str(difference), f"{app.command}{f' --kernel {kernel}' if kernel else ''} repeats it; "
                                       f"add the line `{app}` to {SEEDS.name}")


def add_arguments(group) -> None:
    group.add_argument("--variant", action="append", choices=VARIANTS, help="run only these builds")
    group.add_argument("--steps", type=int, default=STEPS, metavar="N",
                       help=f"set the number of steps of each application ({STEPS})")
    group.add_argument("--mask", type=lambda text: int(text, 0), metavar="BITS",
                       help="run only these kinds of steps, with the value that a failed application prints")
    group.add_argument("--kernel", type=kernel_folder, metavar="DIR",
                       help="compare our kernel with this uC/OS-II tree, on all configurations if it is patched")


def main(args) -> int:
    """Run `./metro hammer --kernel-apps`."""
    sources, systems = Sources(kernel=args.kernel), systems_of(args.kernel)
    variants = args.variant or [name for name, variant in VARIANTS.items() if variant.common == bool(args.kernel)]
    seed = random.SystemRandom().randrange(1 << 31) if args.seed is None else args.seed
    if not 0 <= seed < 1 << 32 or args.steps < 1 or args.apps is not None and args.apps < 1:
        raise MetroError("--seed must have at most 32 bits, and --steps and --apps must be at least 1")
    if args.mask is not None and not 0 < args.mask <= every_act():
        raise MetroError(f"--mask must be 1 to {every_act():#x}: one bit for each of {', '.join(acts())}")
    if args.kernel and not all(VARIANTS[name].common for name in variants):
        raise MetroError("--kernel compares only functions that both kernels have",
                         "use a --variant that begins with `common`")
    jobs = [(variant, system) for variant in variants for system in systems]
    steps = cycles = count = 0
    with Progress("hammer", total=len(jobs)) as progress, thread_pool() as pool:
        for variant, system in jobs:
            with progress.step(f"application {variant}, {system}"):
                build(variant, system, kernel=args.kernel)
        progress.say(f"the first seed is {seed}")
        end = time.monotonic() + args.seconds
        queue = [] if args.apps else [app for app in known_apps() if app.variant in variants]
        known = len(queue)
        while count < args.apps if args.apps else queue or time.monotonic() < end:
            fresh = count - known
            app = queue.pop(0) if queue else App(variants[fresh % len(variants)], seed + fresh, args.steps, args.mask)
            logs, system = compare(app, systems, sources, pool.map)
            if system and LOST in logs[system].rest:       # do not shrink: a loss depends on exact cycles
                raise MetroError(f"{system}, application {app}: {logs[system].rest}",
                                 f"{app.command} repeats it; add the line `{app}` to {SEEDS.name}")
            if system:
                progress.say(f"{app}: {system} differs from original; looking for the smallest such application")
                app = shrink(app, system, sources)
                raise difference_error(locate(app, system, compare(app, (system,), sources)[0], sources), args.kernel)
            count += 1
            steps += app.steps
            cycles += sum(log.cycles for log in logs.values())
            progress.say(f"{app}: {logs['original'].hashes[-1][0]:,} records, the same in {len(logs)} systems")
    print(f"{count - known} applications, seeds {seed} to {seed + count - known - 1}, and {known} that differed "
          f"earlier; {steps:,} steps, {cycles:,} cycles; 0 differences")
    return 0
