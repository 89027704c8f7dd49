# SPDX-License-Identifier: Apache-2.0
"""Progress of a command: a line for each finished step, and on a terminal a bar below them.

    with Progress("bench", total=12) as progress:
        with progress.step("simulator"):
            ...

If steps differ much in length, `work` is their estimated total in seconds, and advance() gets each step's share of it.
The remaining time is then estimated from the speed so far.
"""
from __future__ import annotations

import contextlib
import os
import sys
import threading
import time

PATIENCE = 1.0              # seconds until a running step is announced, if there is no bar


class Progress:
    def __init__(self, title: str, total: int | None = None, file=None, work: float = 0):
        self.title, self.total, self.done = title, total, 0
        self.work, self.worked, self.started = work, 0.0, time.monotonic()
        self.file = file or sys.stdout
        self.bar = self.task = None

    def __enter__(self) -> Progress:
        if self.total and self.file.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            with contextlib.suppress(ImportError):         # rich is missing before set-up
                self._start_bar()
        return self

    def _start_bar(self) -> None:
        from rich import progress
        from rich.console import Console
        self.bar = progress.Progress(
            progress.SpinnerColumn(), "{task.description}", progress.BarColumn(), progress.MofNCompleteColumn(),
            progress.TimeElapsedColumn(), "{task.fields[left]}",
            console=Console(file=self.file, highlight=False), transient=True)
        self.task = self.bar.add_task(self.title, total=self.total, left="")
        self.bar.start()

    def __exit__(self, *_) -> None:
        if self.bar:
            self.bar.stop()

    def say(self, text: str) -> None:
        """Print a line above the bar."""
        if self.bar:
            self.bar.console.print(text, markup=False, soft_wrap=True)
        else:
            print(text, file=self.file, flush=True)

    @contextlib.contextmanager
    def step(self, name: str):
        count = self.count()
        start = time.monotonic()
        if self.bar:
            self.bar.update(self.task, description=f"{self.title}: {name}")
            timer = None
        else:
            timer = threading.Timer(PATIENCE, self.say, [f"{count}{name} ..."])
            timer.daemon = True
            timer.start()
        outcome = "failed"
        try:
            yield
            outcome = "done"
        finally:
            if timer:
                timer.cancel()
            self.advance(name, time.monotonic() - start, "" if outcome == "done" else "failed")

    def advance(self, name: str, seconds: float, note: str = "", work: float = 0) -> None:
        """Report a finished step. For parallel steps, callers use this instead of step(). work: the step's share of the
        estimated total, in seconds."""
        self.worked += work
        count = self.count()
        self.done += 1
        self.say(f"{count}{name}: {seconds:.1f} s{note and f' ({note})'}")
        if self.bar:
            self.bar.update(self.task, advance=1, left=self.remaining())

    def count(self) -> str:
        left = "" if self.bar else self.remaining()
        return f"[{self.done + 1}/{self.total}{left and f', {left}'}] " if self.total else "  "

    def remaining(self) -> str:
        """Return the estimated remaining time as text, or an empty string if it is not known."""
        if not 0 < self.worked < self.work:
            return ""
        seconds = (time.monotonic() - self.started) * (self.work / self.worked - 1)
        return f"about {seconds / 60:.0f} min left" if seconds > 90 else f"about {seconds:.0f} s left"
