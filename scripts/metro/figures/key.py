# SPDX-License-Identifier: Apache-2.0
"""What a figure is of, as a typed thing; its dotted name is how it is printed, and is read back here.

    Key("tick.workers", "max", system="combined", tasks=48, optimisation="O2")  tick.workers.max.combined.48.O2
    Key("area.core", "luts", device="xc7", N=64, W=16, engine="lookahead")      area.xc7.core.64.16.lookahead.luts
"""
from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

STATISTICS = frozenset(("min", "mean", "max", "jitter", "variance", "speedup", "dmips", "per_second", "retention",
                        "irq_off", "first", "next", "instruction_lines", "data_lines", "excess",
                        "text", "data", "bss", "luts", "ffs", "brams", "cells"))
LEVELS = frozenset(("O0", "O1", "O2", "O3", "Os"))         # of optimisation
ENGINES = ("lookahead", "parallel")
CONTEXTS = ("core_contexts", "contexts")                   # a core with register banks; what these add
LISTS = ("core_lists", "lists")                            # a core with task lists; these alone
GIVEN, PATCHED = "given", "patched"                        # kernels beside ours: a user's tree, and what becomes of it
FREERTOS = "freertos"                                      # and another RTOS's
SOFTWARE = "original"
BUDGETS = ("post", "post_instructions", "wakeup", "wakeup_instructions")   # beside that of a timer interrupt
ADAPTERS, TEMPLATE, LARGE_CACHES, SUITE = ("cfu", "wishbone"), "template", "large_caches", "suite"
TICK_HOOK, TIMER = "tick_hook", "timer"
FEW_PRIORITIES = "few_priorities"


@dataclass(frozen=True)
class Key:
    what: str
    statistic: str = ""             # of a budget: the function
    device: str = ""                # an FPGA family, or a board
    N: int | None = None            # the units' configuration
    W: int | None = None
    engine: str = ""
    E: int | None = None
    queue_words: int | None = None
    contexts: int | None = None     # register banks
    levels: int | None = None       # of the task lists
    waiting: int | None = None      # lists beside them
    seed: int | None = None         # of place and route
    kernel: str = ""                # ours, or GIVEN, PATCHED, FREERTOS
    system: str = ""
    tasks: int | None = None        # of the workload
    hz: int | None = None
    optimisation: str = ""
    adapter: str = ""               # one of ADAPTERS; else the units are in the pipeline
    cfg: str = ""                   # TEMPLATE: with everything in the kernel's configuration on
    priorities: str = ""            # FEW_PRIORITIES: tasks share them; else each has its own
    uses: str = ""                  # TICK_HOOK: a tick hook, which does nothing; TIMER: one runs
    sources: str = ""               # SUITE…: of the original Thread-Metric
    caches: str = ""                # LARGE_CACHES

    @property
    def who(self) -> str:
        """Kernel and system."""
        return GIVEN if self.kernel == GIVEN else "-".join(filter(None, (self.kernel, self.system)))

    @property
    def configuration(self) -> str:
        """The units' parameters."""
        if self.what == "area.event":
            return _joined(self.E, self.N, self.queue_words)
        return _joined(self.contexts, self.levels, self.waiting, self.N, self.W, self.engine, self.E, self.queue_words)

    @property
    def label(self) -> str:
        """What stands behind the statistic of a run: who, how many tasks, which rate, which optimisation."""
        return _joined(self.who, self.tasks, self.hz, self.optimisation, self.adapter, self.cfg, self.priorities,
                       self.uses, self.sources, self.caches)

    def __str__(self) -> str:
        if self.device:
            kind, _, part = self.what.partition(".")
            seed = None if self.seed is None else f"seed{self.seed}"
            return _joined(kind, self.device, part, self.configuration, seed, self.statistic)
        if self.what.partition(".")[0] == "budget":
            return _joined(self.what, self.who, self.statistic)
        return _joined(self.what, self.statistic, self.label)

    @staticmethod
    def parse(name: str) -> Key:
        """The key that is printed so. A name of no known form is all there is to say what it is of."""
        return _parse(name)


def _joined(*parts) -> str:
    return ".".join(str(part) for part in parts if part not in (None, ""))


@functools.lru_cache(maxsize=None)
def _parse(name: str) -> Key:
    kind, *words = name.split(".")
    try:
        key = _READERS.get(kind, _run)(kind, words)
    except (ValueError, IndexError):
        return Key(name)
    return key if str(key) == name else Key(name)


def _netlist(kind: str, words: list[str]) -> Key:
    """KIND.DEVICE.PART[.CONFIGURATION][.seedN][.STATISTIC]"""
    device, part, *words = words
    statistic = words.pop() if words and words[-1] in STATISTICS else ""
    seed = int(words.pop()[len("seed"):]) if words and words[-1].startswith("seed") else None
    names = {"event": ("E", "N", "queue_words"), **dict.fromkeys(CONTEXTS, ("contexts",)),
             **dict.fromkeys(LISTS, ("levels", "waiting"))}.get(
        part, ("N", "W", "engine", "E", "queue_words"))
    values = {name: word if name == "engine" else int(word) for name, word in zip(names, words)}
    return Key(f"{kind}.{part}", statistic, device, seed=seed, **values)


def _budget(kind: str, words: list[str]) -> Key:
    """budget[.ONE_OF_BUDGETS].WHO.FUNCTION"""
    if words[0] in BUDGETS:
        kind += f".{words.pop(0)}"
    who, *function = words
    return Key(kind, ".".join(function), **of(who))


def _board(kind: str, words: list[str]) -> Key:
    device, statistic = words
    return Key(kind, statistic, device)


def _run(kind: str, words: list[str]) -> Key:
    """KIND[.MORE][.STATISTIC].WHO[.TASKS[.HZ]].LEVEL[.CONDITION]: the level is what it is found by."""
    at = max(index for index, word in enumerate(words) if word in LEVELS)
    before, numbers = [kind, *words[:at]], []
    while before[-1].isdigit():
        numbers.insert(0, int(before.pop()))
    who = before.pop()
    statistic = before.pop() if before[-1] in STATISTICS else ""
    return Key(".".join(before), statistic, optimisation=words[at], **dict(zip(("tasks", "hz"), numbers)), **of(who),
               **conditions(words[at + 1:]))


_READERS = {"area": _netlist, "fmax": _netlist, "budget": _budget, "board": _board}


def of(who: str) -> dict[str, str]:
    """The fields kernel and system."""
    if who == GIVEN:
        return {"kernel": GIVEN, "system": SOFTWARE}
    kernel, _, system = who.partition("-")
    return {"kernel": kernel, "system": system} if kernel in (PATCHED, FREERTOS) else {"system": who}


def conditions(words: Iterable[str]) -> dict[str, str]:
    """The fields that special conditions set."""
    fields = {**dict.fromkeys(ADAPTERS, "adapter"), TEMPLATE: "cfg", TICK_HOOK: "uses", TIMER: "uses",
              LARGE_CACHES: "caches", FEW_PRIORITIES: "priorities"}
    found = {}
    for word in words:
        field = "sources" if word.partition("_")[0] == SUITE else fields.get(word)
        if field is None:
            raise ValueError(word)
        found[field] = word
    return found


# -------------------------------------------------------------------------------------------- queries over figures

def select(found: Iterable[str], **fields) -> dict[Key, str]:
    """The figures that have these fields, whatever the others are: their names by their keys, in their order."""
    return {key: name for name in found for key in [Key.parse(name)]
            if all(getattr(key, field) == value for field, value in fields.items())}


def along(found: Iterable[str], like: Key, *axes: str) -> dict[tuple, str]:
    """The figures that are like this one but for some fields, which all have: their names by these fields, in order."""
    points = {}
    for name in found:
        key = Key.parse(name)
        if key.what == like.what and key.statistic == like.statistic:
            place = tuple(getattr(key, axis) for axis in axes)
            if None not in place and "" not in place and _without(key, axes) == _without(like, axes):
                points[place] = name
    return dict(sorted(points.items()))


@functools.lru_cache(maxsize=None)
def _without(key: Key, axes: tuple) -> tuple:
    return tuple(getattr(key, field.name) for field in dataclasses.fields(key) if field.name not in axes)


def values(found: Mapping[str, dict], like: Key, *axes: str) -> dict[tuple, float]:
    """The same with values for names."""
    return {place: found[name]["value"] for place, name in along(found, like, *axes).items()}
