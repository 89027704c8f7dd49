# SPDX-License-Identifier: Apache-2.0
"""Random FreeRTOS applications (tests/freertos/random_app.c). Each must leave the same log on the upstream kernel in
software and on the patched kernel with task lists. A second build adds tasks and a handler that exchange items at
random cycles (tests/freertos/exchange.h); each system must end without a lost item.
"""
from __future__ import annotations

import dataclasses
import functools
import itertools
import random
import re
import time
from pathlib import Path

from ... import configuration
from ...base import paths
from ...base.errors import MetroError
from ...base.jobs import thread_pool
from ...base.progress import Progress
from ...measure import workloads
from ...products import firmware as firmware_module, rtos, soc as soc_module
from ...run import execution
from ...verify import seed_file

OPTION, HELP = "freertos-apps", "run random FreeRTOS applications instead"
DESCRIPTION = "compare upstream FreeRTOS in software with a patched tree"
FOLDER = paths.ROOT / "tests" / "freertos"
PROGRAM = FOLDER / "random_app.c"
SEEDS = FOLDER / "seeds.txt"
TEMPLATE = paths.ROOT / "sw" / "freertos-ports" / "template"
SYSTEMS = ("original", "levels", "levels-contexts", "levels-tickless", "levels-tickless-contexts")
TICKS = 40                      # of each application
CYCLES = 50_000_000             # limit: many times the cycles of an application
EXCHANGE_TICKS = 100            # of each application that exchanges items
EXCHANGE = "-DEXCHANGE"
DISTANCES = 60, 900             # least and most cycles between interrupts of its handler
BATCH = 16                      # applications that run in parallel
VARIANTS = ("", "-DconfigINITIAL_TICK_COUNT=0xFFFFFFE0u", "-DNO_TIME_SLICING", "-DCOOPERATIVE", "-DPRIORITIES=8",
            "-DTICKLESS")
NO_TICK_HOOK = "-DNO_TICK_HOOK"
WELL, SHOWN = 0, 5              # exit code of success; log entries to show before the first difference
# With the port-optimised search V11.2.0 can fail an assertion: vTaskPriorityDisinheritAfterTimeout() marks the new
# priority as empty instead of the old one (seed 100294).
SEARCH = "-DconfigUSE_PORT_OPTIMISED_TASK_SELECTION=0"
PLACE = re.compile(r"(ASSERTION failed: ).*")       # a file and a line, which ./metro patch changes


@dataclasses.dataclass(frozen=True)
class App:
    seed: int
    ticks: int = TICKS
    exchanges: bool = False

    @property
    def defs(self) -> str:
        """The macros of its build. Every second round of the variants has no tick hook, so ticks of a time base need no
        software."""
        turn, variant = divmod(self.seed, len(VARIANTS))
        macros = VARIANTS[variant], NO_TICK_HOOK * (turn % 2 == 0), EXCHANGE * self.exchanges
        return " ".join(filter(None, macros))

    @property
    def line(self) -> execution.Line | None:
        return execution.Line(*DISTANCES, self.seed) if self.exchanges else None

    def __str__(self) -> str:
        return f"seed {self.seed} {self.defs}".rstrip()


def known_apps() -> list[App]:
    """Return the applications of SEEDS, which failed in an earlier run."""
    def parse(seed, ticks) -> App:
        return App(seed_file.number(seed), seed_file.number(ticks))

    return seed_file.read(SEEDS, parse, "a seed and its ticks")


def keep(app: App) -> None:
    """Add an application to SEEDS."""
    if app not in known_apps():
        with SEEDS.open("a") as file:
            file.write(f"{app.seed} {app.ticks}\n")


@functools.cache
def build(system: str, defs: str, software: Path | None = None):
    """Return (firmware, SoC), with caches that hold the whole application. software: a changed copy of sw/."""
    about = rtos.get("freertos")
    chosen = configuration.read(system).changed(workloads.LARGE_CACHES)
    search = SEARCH if system == SYSTEMS[0] else ""
    board = soc_module.of(chosen)
    return firmware_module.build("random_app", [PROGRAM], [FOLDER, TEMPLATE], board, rtos=about,
                                 kernel=about.kernel_for(chosen), software=software,
                                 defs=f"-DHOOKS {search} {defs} {about.switches(chosen)}"), board


def run(app: App, system: str, shown: bool = False, software: Path | None = None):
    built, board = build(system, app.defs, software)
    values = {"bench_seed": app.seed, "bench_ticks": app.ticks, "bench_shown": int(shown)}
    return execution.execute(built.with_values(values), board, line=app.line, max_cycles=CYCLES * (1 + 9 * shown))


def log(result) -> tuple:
    return result.status, PLACE.sub(r"\1", result.output)


def compare(app: App):
    """Return the result in software, and the first system with a different log, or None."""
    first, *others = (run(app, system) for system in SYSTEMS)
    return first, next((system for system, other in zip(SYSTEMS[1:], others) if log(other) != log(first)), None)


def exchange(app: App, systems=SYSTEMS, software: Path | None = None):
    """Run the application on these systems with tasks and a handler that exchange items.

    Return the first system that lost an item, with its result, or None. software: a changed copy of sw/.
    """
    app = dataclasses.replace(app, ticks=max(app.ticks, EXCHANGE_TICKS), exchanges=True)
    for system in systems:
        result = run(app, system, software=software)
        if result.status != WELL or not result.output.splitlines()[-1].startswith("exchanged "):
            return system, result
    return None


def examine(app: App):
    """Return (result in software, error); the error is a MetroError or None."""
    first, system = compare(app)
    if system:
        return first, difference_error(app, system)
    if loss := exchange(app):
        return first, loss_error(app, *loss)
    return first, None


def loss_error(app: App, system: str, result) -> MetroError:
    report = "\n  ".join((result.output + result.errors).split("\n")).strip()
    return MetroError(f"on {system} the application {app} with {EXCHANGE} ends with {result.status}:\n  {report}",
                      repetition(app))


def repetition(app: App) -> str:
    return f"./metro hammer --freertos-apps --seed {app.seed} --apps 1 repeats it; the seed is in {SEEDS.name}"


def difference_error(app: App, system: str) -> MetroError:
    """Return an error with the log entries before the first difference, and the differing entry of both systems."""
    software, other = (run(app, name, shown=True).output.splitlines() for name in (SYSTEMS[0], system))
    at = next((n for n, pair in enumerate(zip(software, other)) if pair[0] != pair[1]), min(len(software), len(other)))
    lines = [*software[max(0, at - SHOWN):at], *(f"{name}: {(log[at:] or ['ends'])[0]}"
                                                 for name, log in ((SYSTEMS[0], software), (system, other)))]
    what = f"{system} differs from {SYSTEMS[0]} in entry {at} of {app} (tick: task, call, result):"
    return MetroError("\n  ".join([what, *lines]), repetition(app))


def add_arguments(group) -> None:
    """Add no options: --seed and --apps are those of every RTOS."""


def main(args) -> int:
    """Run `./metro hammer --freertos-apps`."""
    seed = random.SystemRandom().randrange(1 << 31) if args.seed is None else args.seed
    if not 0 <= seed < 1 << 32 or args.apps is not None and args.apps < 1:
        raise MetroError("--seed must have at most 32 bits, and --apps must be at least 1")
    again = [] if args.apps else known_apps()
    apps = itertools.chain(again, itertools.islice(map(App, itertools.count(seed)), args.apps))
    count, stopped = -len(again), 0                        # count: new applications; negative while old ones run
    builds = {App(n, exchanges=exchanges).defs for n in range(len(VARIANTS)) for exchanges in (False, True)}
    with Progress("hammer", total=len(builds) * len(SYSTEMS)) as progress, thread_pool() as pool:
        for defs in sorted(builds):
            for system in SYSTEMS:
                with progress.step(f"random application {defs} {system}"):
                    build(system, defs)
        progress.say(f"the first seed is {seed}")
        end, reported = time.monotonic() + args.seconds, time.monotonic()
        while args.apps or count < 0 or time.monotonic() < end:
            if not (batch := list(itertools.islice(apps, BATCH))):
                break
            for app, (first, wrong) in zip(batch, pool.map(examine, batch)):
                if wrong:
                    keep(app)
                    raise wrong
                count += 1
                stopped += count > 0 and first.status != WELL
            if time.monotonic() - reported > 30:
                progress.say(f"{max(count, 0)} applications")
                reported = time.monotonic()
    print(f"{count} applications, seeds {seed} to {seed + count - 1}, on {len(SYSTEMS)} systems; {stopped} of them end "
          "in an assertion of the kernel, equally on all systems; 0 differences, nothing lost")
    return 0
