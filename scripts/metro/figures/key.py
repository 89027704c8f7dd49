# SPDX-License-Identifier: Apache-2.0
"""The identity of a figure: a key of typed columns. Its dotted name is for printing only.

    Key("tick.workers", "max", system="combined", tasks=48, optimisation="O2")  tick.workers.max.combined.48.O2
    Key("area.core", "luts", device="xc7", N=64, W=16, engine="lookahead")      area.xc7.core.64.16.lookahead.luts
"""
from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

GIVEN, PATCHED = "given", "patched"                        # a user's uC/OS-II tree, and its patched copy
SOFTWARE = "original"
ADAPTERS, TEMPLATE, LARGE_CACHES, SUITE = ("cfu", "wishbone"), "template", "large_caches", "suite"
TICK_HOOK, TIMER, BUSY_BUS, DOUBLE_BUFFERS, BUSY_GUEST = (
    "tick_hook", "timer", "busy_bus", "double_buffers", "busy_guest")
DIRECT, BURSTS = "direct", "bursts"
FEW_PRIORITIES = "few_priorities"


class Who(NamedTuple):
    """A kernel and a system."""
    kernel: str = ""                # ours, or GIVEN, PATCHED, or the key of another RTOS
    system: str = ""

    def __str__(self) -> str:
        return GIVEN if self.kernel == GIVEN else "-".join(filter(None, self))

    @staticmethod
    def of(system: str | Who) -> Who:
        """Return the pair for a system. A name alone means our kernel on that system."""
        return system if isinstance(system, Who) else Who(system=system)


class Conditions(NamedTuple):
    """The conditions of a run that differ from the default; empty by default."""
    adapter: str = ""               # one of ADAPTERS; else the units are in the pipeline
    cfg: str = ""                   # TEMPLATE: the kernel's configuration enables everything
    priorities: str = ""            # FEW_PRIORITIES: tasks share priorities; else each task has its own
    uses: str = ""                  # TICK_HOOK: an empty tick hook; TIMER: a running timer; or an RTOS's own setting
    sources: str = ""               # SUITE and any compiler options: sources of the original Thread-Metric
    caches: str = ""                # LARGE_CACHES
    version: str = ""               # of the given tree, for an RTOS that only a tree provides

    def __bool__(self) -> bool:
        return any(self)


@dataclass(frozen=True)
class Key:
    what: str
    statistic: str = ""
    device: str = ""                # an FPGA family, or a board
    N: int | None = None            # the units' configuration
    W: int | None = None
    engine: str = ""
    E: int | None = None
    queue_words: int | None = None
    contexts: int | None = None     # register banks
    levels: int | None = None       # of the task lists
    waiting: int | None = None      # number of wait lists
    seed: int | None = None         # of place and route
    kernel: str = ""                # kernel and system: see Who
    system: str = ""
    function: str = ""              # of a budget
    tasks: int | None = None        # of the workload
    slots: int | None = None        # of hardware threads
    calls: str = ""                 # DIRECT, or delegated
    bus: str = ""                   # BURSTS, or none
    hz: int | None = None
    optimisation: str = ""
    adapter: str = ""               # this and the following: see Conditions
    cfg: str = ""
    priorities: str = ""
    uses: str = ""                  # BUSY_BUS, DOUBLE_BUFFERS, BUSY_GUEST; others: see Conditions
    sources: str = ""
    caches: str = ""
    version: str = ""

    @property
    def who(self) -> Who:
        return Who(self.kernel, self.system)

    @property
    def rtos(self) -> str:
        """Return the key of another RTOS, or an empty string for uC/OS-II: ours and a user's tree."""
        return "" if self.kernel in (GIVEN, PATCHED) else self.kernel

    @property
    def needs_tree(self) -> bool:
        """Return whether only a run with a given tree measures the figure."""
        return self.kernel in (GIVEN, PATCHED) or bool(self.version)

    @property
    def part(self) -> str:
        """Return the first word of `what`."""
        return self.what.partition(".")[0]

    @property
    def row(self) -> Key:
        """Return the key without its statistic. All figures of one run or one synthesis have the same row."""
        return self.of("")

    def of(self, statistic: str) -> Key:
        """Return the key of another statistic of the same run."""
        return dataclasses.replace(self, statistic=statistic)

    @property
    def budget(self) -> Key | None:
        """Return the key of the budget that a function is part of, or None. A new budget replaces the whole old one, so
        functions that are no longer called disappear."""
        return dataclasses.replace(self, function="") if self.function else None

    @property
    def label(self) -> str:
        """Return the conditions of a run, as printed after the statistic."""
        return _joined(self.who, self.tasks, self.slots, self.calls, self.bus, self.hz, self.optimisation, self.adapter,
                       self.cfg, self.priorities, self.uses, re.sub(r"\W+", "_", self.sources), self.caches,
                       re.sub(r"\W+", "_", self.version))

    def __str__(self) -> str:
        if not self.device:
            return _joined(self.what, self.statistic, self.label, self.function)
        kind, _, part = self.what.partition(".")
        size = (self.N, self.W, self.engine, self.E, self.queue_words)
        if part == "event":
            size = self.E, self.N, self.queue_words
        return _joined(kind, self.device, part, self.contexts, self.levels, self.waiting, self.slots, *size,
                       self.who, None if self.seed is None else f"seed{self.seed}", self.statistic)


def _joined(*parts) -> str:
    return ".".join(text for part in parts if part is not None and (text := str(part)))


def of_run(what: str, statistic: str, who: str | Who, tasks: int | None = None, optimisation: str = "O2",
           **others) -> Key:
    return Key(what, statistic, tasks=tasks, optimisation=optimisation, **Who.of(who)._asdict(), **others)


# -------------------------------------------------------------------------------------------- queries over figures

def select(found: Iterable[Key], **fields) -> list[Key]:
    """Return the figures whose columns have these values, in their order."""
    return [key for key in found if all(getattr(key, field) == value for field, value in fields.items())]


def select_along(found: Iterable[Key], like: Key, *axes: str) -> dict[tuple, Key]:
    """Return the figures that differ from `like` only in the columns `axes`, by the values of these columns, sorted."""
    points = {}
    for key in found:
        if key.what == like.what and key.statistic == like.statistic:
            place = tuple(getattr(key, axis) for axis in axes)
            if None not in place and "" not in place and _without(key, axes) == _without(like, axes):
                points[place] = key
    return dict(sorted(points.items()))


@functools.lru_cache(maxsize=None)
def _without(key: Key, axes: tuple) -> tuple:
    return tuple(getattr(key, field.name) for field in dataclasses.fields(key) if field.name not in axes)


def values(found: Mapping[Key, dict], like: Key, *axes: str) -> dict[tuple, float]:
    """Return the values of select_along(), by the values of the axes."""
    return {place: found[key]["value"] for place, key in select_along(found, like, *axes).items()}
