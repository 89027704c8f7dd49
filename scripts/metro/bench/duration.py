# SPDX-License-Identifier: Apache-2.0
"""Duration of `./metro bench`: estimates from a machine with two processors, which the progress bar then corrects.

Set-up is in seconds. All other work is in seconds of one processor, because it runs in parallel.
"""
from __future__ import annotations

import dataclasses
import os

from ..base import paths
from ..environment import setup
from ..measure import workloads

PACKAGES, GENERATOR = 60, 60        # Python packages; at the same time, Maven libraries and the Scala compiler
FIRST_SIMULATOR, SIMULATOR = 60, 20  # the first one compiles the common parts
FIRMWARE = 2
CYCLES_A_SECOND = 1_600_000, 1_000_000                                 # of a core without units, and with units
# Seconds of parts that are not only runs.
PARTS = {"speed": 150, "size": 20, "area": 1200, "event": 1800, "contexts": 3600, "time_base": 1000, "lists": 900,
         "pieces": 3000}


@dataclasses.dataclass(frozen=True)
class UnreadConfiguration:
    """A configuration before set-up, when its file cannot be read yet: it has only what an estimate needs."""
    name: str
    changes: tuple = ()
    memories: tuple = ()
    kernel = None               # unknown before set-up: the functions that the kernel leaves to the units

    @property
    def units(self) -> bool:
        return self.name != "original"

    @property
    def hardware(self) -> UnreadConfiguration:
        return self

    def trimmed(self) -> UnreadConfiguration:
        return self

    def changed(self, fields: dict) -> UnreadConfiguration:
        return dataclasses.replace(self, changes=(*self.changes, *fields.items()))


class Work:
    """The estimated work for some runs. made(run, what) tells whether the simulator of the run's core, its firmware or
    the run itself is in the cache."""

    def __init__(self, runs: list[workloads.Run], made=lambda run, what: False):
        self._seconds: dict = {}
        first = any(paths.BUILD.glob("simulator/*"))
        for run in runs:
            for what in (run.core, run.build, run):
                if what in self._seconds:
                    continue
                if made(run, what):
                    self._seconds[what] = 0
                elif what is run:
                    self._seconds[what] = run.cycles / CYCLES_A_SECOND[bool(run.core and run.core.units)]
                elif what is run.build:
                    self._seconds[what] = FIRMWARE
                else:
                    self._seconds[what], first = SIMULATOR if first else FIRST_SIMULATOR, True
        self.steps = len(self._seconds)
        self.cycles = sum(run.cycles for run in runs if self._seconds[run])
        self.seconds = sum(self._seconds.values())

    def seconds_of(self, what) -> float:
        return self._seconds[what]


def setup_seconds() -> float:
    """Return the seconds that installation and compilation still take at the first call of ./metro."""
    return max(PACKAGES * (not setup.venv_is_ready()), GENERATOR * (not any(paths.BUILD.glob("generator/*"))))


def parallel_seconds(seconds: float, jobs: int) -> float:
    """Return the duration, in seconds, of this many seconds of work for one processor, split over `jobs` jobs."""
    return seconds / max(1, min(jobs, os.cpu_count() or 1))


def as_text(seconds: float) -> str:
    """Return a duration in words, in minutes or seconds."""
    return f"about {seconds / 60:.0f} minutes" if seconds > 90 else f"about {max(seconds, 1):.0f} seconds"
