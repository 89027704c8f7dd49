# SPDX-License-Identifier: Apache-2.0
"""Progress of a command: a line for each finished step, and on a terminal a bar below them.

    with Progress("bench", total=12) as progress:
        with progress.step("simulator"):
            ...
"""
from __future__ import annotations

import contextlib
import os
import sys
import threading
import time

PATIENCE = 1.0              # seconds after which a step that still runs is announced where there is no bar


class Progress:
    def __init__(self, title: str, total: int | None = None, file=None):
        self.title, self.total, self.done = title, total, 0
        self.file = file or sys.stdout
        self.bar = self.task = None

    def __enter__(self) -> Progress:
        if self.total and self.file.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            with contextlib.suppress(ImportError):         # before set-up there is no rich
                self._start_bar()
        return self

    def _start_bar(self) -> None:
        from rich import progress
        from rich.console import Console
        self.bar = progress.Progress(
            progress.SpinnerColumn(), "{task.description}", progress.BarColumn(), progress.MofNCompleteColumn(),
            progress.TimeElapsedColumn(), console=Console(file=self.file, highlight=False), transient=True)
        self.task = self.bar.add_task(self.title, total=self.total)
        self.bar.start()

    def __exit__(self, *_) -> None:
        if self.bar:
            self.bar.stop()

    def say(self, text: str) -> None:
        """A line of its own, above the bar."""
        if self.bar:
            self.bar.console.print(text, markup=False, soft_wrap=True)
        else:
            print(text, file=self.file, flush=True)

    @contextlib.contextmanager
    def step(self, name: str):
        count = f"[{self.done + 1}/{self.total}] " if self.total else "  "
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

    def advance(self, name: str, seconds: float, note: str = "") -> None:
        """A step is over; for steps that run side by side."""
        count = f"[{self.done + 1}/{self.total}] " if self.total else "  "
        self.done += 1
        self.say(f"{count}{name}: {seconds:.1f} s{note and f' ({note})'}")
        if self.bar:
            self.bar.advance(self.task)
