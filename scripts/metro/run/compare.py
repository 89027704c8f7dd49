# SPDX-License-Identifier: Apache-2.0
"""`./metro run APP --compare A,B`: runs an application on several configurations and compares the cycles."""
from __future__ import annotations

import collections
import copy
import dataclasses
import itertools
import sys
from typing import Callable

from ..base.errors import MetroError
from . import timeline

# Options of ./metro run that belong to a single run.
SINGLE = ("guests", "watch", "gdb", "trace", "timeline", "profile", "memory", "check_memory", "report")


@dataclasses.dataclass(frozen=True)
class Outcome:
    """A run: its exit code, its output, and its cycles by kind of context."""
    status: int
    output: bytes
    cycles: int
    interrupts: int             # number of interrupts taken
    longest: int                # most cycles from a trap until a task runs again
    switches: int               # number of task switches
    cycles_in: dict             # by kind of context: interrupt, thread, idle, ...

    @property
    def cpu_left(self) -> float:
        """Return the idle task's share of all cycles, in percent."""
        return 100 * self.cycles_in["idle"] / self.cycles


# Rows of the table: title, value, decimals.
ROWS = (
    ("cycles", lambda run: run.cycles, 0),
    ("  before the first task", lambda run: run.cycles_in["program"], 0),
    ("  in tasks and kernel calls", lambda run: run.cycles_in["thread"], 0),
    ("  in interrupts", lambda run: run.cycles_in["interrupt"], 0),
    ("  in the idle task", lambda run: run.cycles_in["idle"], 0),
    ("CPU left, %", lambda run: run.cpu_left, 1),
    ("interrupts", lambda run: run.interrupts, 0),
    ("  cycles each, mean", lambda run: run.cycles_in["interrupt"] / max(run.interrupts, 1), 0),
    ("  cycles until a task runs, longest", lambda run: run.longest, 0),
    ("task switches", lambda run: run.switches, 0),
)


def main(args, recorded: Callable) -> int:
    """Run each configuration, and print the table and the first difference of the outputs.

    Return the first exit code other than 0, or 0 if there is none. recorded: command.run_recorded().
    """
    for option in SINGLE:
        if getattr(args, option) not in (None, False, 0):
            raise MetroError(f"--{option.replace('_', '-')} cannot be combined with --compare", "leave out one of them")
    if args.uart_input == "-":
        raise MetroError("--uart-input - cannot be combined with --compare: each run needs the same input",
                         "give a file")
    if not args.app.is_dir():
        raise MetroError(f"--compare builds the application for each configuration, but {args.app} is not a folder",
                         "give the application's folder")
    runs = {}
    for name in args.compare:
        own_args = copy.copy(args)
        own_args.config = name
        runs[name] = run = recorded(own_args, outcome)
        print(f"{name}: ended with exit code {run.status} after {run.cycles:,} cycles "
              f"({run.cycles * timeline.CYCLE_NS / 1e6:,.1f} ms)", flush=True)
    show(runs)
    first, *others = runs.items()
    for name, run in others:
        show_difference(first, (name, run))
    return next((run.status for run in runs.values() if run.status), 0)


def outcome(status: int, output: bytes, log: timeline.Log) -> Outcome:
    if not log.rtos:
        raise MetroError(f"{log.firmware.elf.stem} has no tasks of a supported RTOS", "leave out --compare")
    count = collections.Counter()
    for context in log.contexts:
        count[context.kind] += context.entries
    return Outcome(status, output, log.cycles, count["interrupt"], max(log.interruptions(), default=0),
                   count["thread"], log.cycles_in())


def show(runs: dict[str, Outcome]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("", no_wrap=True)
    first, *others = runs
    for name in runs:
        table.add_column(name, justify="right", no_wrap=True)
        if name in others:
            table.add_column("change", justify="right", no_wrap=True)
    for title, value, decimals in ROWS:
        base = value(runs[first])
        cells = [title, f"{base:,.{decimals}f}"]
        for name in others:
            cells += [f"{value(runs[name]):,.{decimals}f}", relative_change(base, value(runs[name]))]
        table.add_row(*cells)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 150)
    with console.capture() as text:
        console.print(table)
    print("\n".join(map(str.rstrip, text.get().splitlines())))


def show_difference(*runs: tuple[str, Outcome]) -> None:
    """Print the first line in which the outputs of two runs differ, if there is one."""
    outputs = [run.output.decode(errors="replace").splitlines() for _, run in runs]
    for number, lines in enumerate(itertools.zip_longest(*outputs, fillvalue="(no line)"), 1):
        if lines[0] != lines[1]:
            print(f"The outputs first differ in line {number}:")
            for (name, _), line in zip(runs, lines):
                print(f"  {name}: {line}")
            return


def relative_change(before: float, after: float) -> str:
    """Return the change relative to `before`, in percent."""
    percent = round(100 * (after - before) / before) if before else 0
    return f"{percent:+} %"
