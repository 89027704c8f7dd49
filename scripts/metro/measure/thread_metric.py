# SPDX-License-Identifier: Apache-2.0
"""`./metro bench thread_metric`: Thread-Metric on our kernel, with our workloads or a user's original suite.

Each workload is a separate firmware on the porting layer bench/thread_metric/tm_port.c. A workload is one C file with
a tm_main() (main() in older versions of the original), and prints its number of rounds in each measurement.
"""
from __future__ import annotations

import argparse
import dataclasses
import re
import shlex
from pathlib import Path

from ..base.errors import MetroError
from ..configuration import EVENTS
from ..figures.key import LARGE_CACHES, SUITE, Conditions, Key
from ..products import firmware as firmware_module
from . import workloads

FOLDER = workloads.BENCH / "thread_metric"
PORT = FOLDER / "tm_port.c"
WORKLOADS = ("basic_processing", "cooperative_scheduling", "preemptive_scheduling", "message_processing",
             "synchronization_processing", "memory_allocation", "interrupt_processing",
             "interrupt_preemption_processing")
INSTEAD = {"system": ["original", "combined", EVENTS], "opt": ["O2"]}      # replaces other parts' defaults
DURATION = 10                  # TM_TEST_DURATION: length of a measurement in the suite's seconds
HZ = 100                       # ticks of 10 ms, as the suite requires
SLEEPS = 2                     # of the reporting thread: ours warms up, then measures; the original measures twice
START_CYCLES = 2_000_000       # limit for start and reports

# The original's sources stay unchanged. Our main() calls theirs, and our header replaces their interrupt instruction.
SUITE_FLAGS = f"-include {FOLDER / 'tm_porting_layer.h'} -Dmain=tm_main -DTM_TEST_DURATION={DURATION}"
KEEPS_COUNTERS = "-fno-move-loop-stores"       # keeps a repeated store inside its loop
# The definition of an entry function, not its prototype.
ENTRY = re.compile(r"^\s*(?:(?:int|void)\s+)?(?:tm_main|main)\s*\([^;{]*\{", re.MULTILINE)
SAID = re.compile("^ERROR.*", re.MULTILINE)
TOTAL = re.compile(r"^Time Period Total: *(\d+)", re.MULTILINE)


def add_arguments(parser) -> None:
    default = f"{', '.join(INSTEAD['system'])} at -{INSTEAD['opt'][0]}"
    group = parser.add_argument_group("thread_metric", f"measures {default} unless --config or --opt is given")
    group.add_argument("--suite", type=Path, metavar="DIR",
                       help="use the workloads of the original Thread-Metric suite in this folder instead of ours")
    group.add_argument("--suite-flags", type=flags, default="", metavar="FLAGS",
                       help=f"add compiler options for the suite's sources, e.g. --suite-flags={KEEPS_COUNTERS}")
    group.add_argument("--seconds", type=tenths, default=0.1, metavar="S",
                       help="set the simulated seconds of a measurement (0.1; the original suite: 30)")
    group.add_argument("--guest", action="store_true",
                       help="measure as a guest of the monitor, and print the share of the score without a monitor")
    parser.set_defaults(unchosen={name: parser.get_default(name) for name in INSTEAD})


def tenths(text: str) -> float:
    value = float(text)
    if not 0.1 <= value <= 60 or abs(value * 10 - round(value * 10)) > 1e-6:
        raise ValueError
    return round(value, 1)


tenths.__name__ = "number of tenths of a second, 0.1 to 60"            # argparse prints it in its message


def flags(text: str) -> str:
    return " ".join(text.split())


def refuse(args, parts) -> None:
    if "thread_metric" not in parts and (args.suite or args.suite_flags or args.seconds != 0.1):
        raise MetroError("--suite, --suite-flags and --seconds need the part thread_metric",
                         "run ./metro bench thread_metric …")
    if args.guest and (list(parts) != ["thread_metric"] or args.suite or args.kernel):
        raise MetroError("--guest measures only our workloads on our kernel",
                         "run ./metro bench thread_metric --guest")
    if args.suite_flags and not args.suite:
        raise MetroError("--suite-flags needs --suite DIR: it sets compiler options of the suite's sources")


def chosen(args, instead: dict = INSTEAD) -> argparse.Namespace:
    """Return the arguments, with a part's own defaults for options that the command line does not give."""
    return argparse.Namespace(**{**vars(args), **{name: value for name, value in instead.items()
                                                  if getattr(args, name) is args.unchosen[name]}})


@dataclasses.dataclass(frozen=True)
class Build(workloads.Build):
    """app: the workload's name. suite_flags: further options for the sources of the suite."""
    suite: Path | None = None
    suite_flags: str = ""
    source: Path = FOLDER

    def make(self) -> firmware_module.Firmware:
        ours = [PORT] if self.suite else [PORT, FOLDER / "workload.c", self.source]
        return firmware_module.build(self.app, ours, workloads.BENCH / self.cfg, self.soc, kernel=self.kernel,
                                     opt=f"-{self.opt}", defs=f"{self.defs} -DTM_TEST_DURATION={DURATION}",
                                     foreign=[self.source] if self.suite else [],
                                     foreign_flags=f"{SUITE_FLAGS} {self.suite_flags}" if self.suite else "")


@dataclasses.dataclass(frozen=True)
class Run(workloads.Run):
    """One workload on one system; build is a Build of this module."""
    seconds: float = 0.1

    fails_alone = True

    def key(self, what: str, statistic: str = "") -> Key:
        return Key(what, statistic, **self.columns)

    @property
    def command(self) -> str:
        suite = f" --suite {shlex.quote(str(self.build.suite))}" if self.build.suite else ""
        suite += f" --suite-flags={shlex.quote(self.build.suite_flags)}" if self.build.suite_flags else ""
        seconds = f" --seconds {self.seconds:g}" if self.seconds != 0.1 else ""
        return f"./metro bench thread_metric --opt {self.build.opt}{self.system_option}{suite}{seconds}" \
               f"{self.build.origin}"

    @property
    def cycles(self) -> int:
        return round(SLEEPS * self.seconds * workloads.CLOCK_HZ)

    @property
    def max_cycles(self) -> int:
        return self.cycles + START_CYCLES

    def ended_well(self, result) -> bool:
        """Return whether the run succeeded. The original suite prints an error and continues if its counters differ."""
        return result.status == 0 and not SAID.search(result.output) and total(result) > 0

    def failure(self, result) -> MetroError:
        """Return the error of a run, which does not name the run: failures() names all runs with the same error."""
        reported = SAID.search(result.output)
        if self.build.suite and result.status == 0 and total(result) == 0:
            why = (f"It counted nothing: a counter that is not volatile may stay in a register at -{self.build.opt}.\n"
                   f"--suite-flags={KEEPS_COUNTERS} keeps it in memory, and so does --suite-flags=-O0.")
        else:
            why = "" if reported else result.output + result.errors
        return MetroError(reported[0] if reported else f"the run ended with code {result.status}", why)

    def meters(self, firmware) -> None:
        return None

    def figures(self, result, alone=None) -> dict:
        return {self.key(self.name): (round(total(result) / self.seconds), "1/s")}


def values(seconds: float) -> dict[str, int]:
    """Return the values that a run writes into the firmware. seconds: simulated time of a measurement."""
    return {"tm_hz": HZ, "tm_second_ticks": round(seconds * HZ / DURATION), "tm_sleeps": SLEEPS}


def total(result) -> int:
    """Return the rounds in the last measurement, or 0 if there was none."""
    return int((TOTAL.findall(result.output) or ["0"])[-1])


def runs(args, kernels) -> list[Run]:
    """Return the runs. kernels: (label, folder, command-line options that name it, -D options, core) of each kernel."""
    kernels = list(kernels)
    sources = of_suite(args.suite) if args.suite else {name: FOLDER / f"{name}.c" for name in WORKLOADS}
    suite = args.suite.resolve() if args.suite else None
    whose = f"{SUITE} {args.suite_flags}".rstrip() if suite else ""
    caches = {"": {}, LARGE_CACHES: workloads.LARGE_CACHES}
    return [Run(Build(name, opt, defs=defs, kernel=kernel, origin=origin, memories=core.memories, suite=suite,
                      suite_flags=args.suite_flags, source=source),
                f"thread_metric.{name}", system, 0, HZ, values(args.seconds), core=core.changed(fields),
                special=Conditions(sources=whose, caches=name_of), seconds=args.seconds)
            for name_of, fields in caches.items() for system, kernel, origin, defs, core in kernels
            for opt in chosen(args).opt for name, source in sources.items()]


def failures(failed: dict) -> MetroError:
    """Return one error for all failed runs, for use after the other runs. failed: {run: MetroError}."""
    reasons: dict[tuple, list[str]] = {}
    for run, error in failed.items():
        reasons.setdefault((run.name.partition(".")[2], error.message, error.hint), []).append(run.label)
    names = ", ".join(dict.fromkeys(name for name, _, _ in reasons))
    return MetroError(f"{names} failed; the other workloads were measured", "\n".join(
        "\n  ".join([f"{name} ({', '.join(sorted(labels))}): {message}", *hint.splitlines()])
        for (name, message, hint), labels in reasons.items()))


def of_suite(folder: Path) -> dict[str, Path]:
    """Return the workloads of an original suite by name, without tm_ and _test: the C files with an entry function."""
    if not (folder / "tm_api.h").is_file():
        raise MetroError(f"{folder} contains no Thread-Metric suite: it has no tm_api.h",
                         "give the folder with tm_api.h and tm_…_test.c")
    found = {re.sub("^tm_|_test$", "", path.stem): path.resolve() for path in sorted(folder.glob("*.c"))
             if ENTRY.search(path.read_text(errors="replace"))}
    if not found:
        raise MetroError(f"{folder} contains no Thread-Metric workload: no C file has a tm_main() or a main()")
    return {name: found[name] for name in sorted(found, key=lambda name: (
        WORKLOADS.index(name) if name in WORKLOADS else len(WORKLOADS), name))}
