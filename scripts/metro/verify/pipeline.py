# SPDX-License-Identifier: Apache-2.0
"""The units in the core's pipeline: simulators that compare random programs on a core with a reference."""
from __future__ import annotations

import dataclasses
import json
import subprocess
from pathlib import Path
from typing import Callable

from .. import configuration
from ..base import paths
from ..base.errors import MetroError
from ..products import core
from . import comparison, unit_driver as units

DRIVER = paths.ROOT / "tests" / "core" / "pipeline"

VARIANTS = {"user": {"core.user_mode": True}, "compressed": {"core.compressed": True},
            "small": {"core.icache_bytes": 512, "core.dcache_bytes": 512},
            **{f"contexts{2 ** n}": {"core.contexts": 2 ** n} for n in range(2, 9)}}


@dataclasses.dataclass(frozen=True)
class Set:
    """A core with units. str() is its name for --units and in the lists of seeds."""
    units: units.Set
    variants: tuple[str, ...] = ()      # keys of VARIANTS

    def __str__(self) -> str:
        return "+".join([str(self.units), *self.variants])

    @property
    def hardware(self):
        changes = {field: value for name in self.variants for field, value in VARIANTS[name].items()}
        return configuration.around(self.units.units).changed(changes)


def of(name: str) -> Set:
    """Return the units of a configuration in the core's pipeline, without queues."""
    chosen = units.of(name)
    without = configuration.around(chosen.units).changed({"units.queue_words": 0} if chosen.units.events else {})
    return named(str(units.Set(without.units, chosen.port)))


def named(text: str) -> Set:
    """Return the set with this name, the inverse of str(). Raises MetroError if there is no such set."""
    name, *variants = text.split("+")
    fields = [field for variant in variants for field in VARIANTS.get(variant, [None])]
    if None in fields or len(set(fields)) < len(fields):
        raise MetroError(f"{text}: there is no such variant of the core", f"variants are +{' and +'.join(VARIANTS)}")
    chosen = units.named(name)
    if chosen.port:
        raise MetroError(f"{text}: an adapter is never in the pipeline", f"leave out {chosen.port}/")
    if chosen.units.slots and chosen.units.time_base:
        raise MetroError(f"{text}: --pipeline tests a second port only without a time base",
                         "leave out one of them, or test the units without --pipeline")
    if chosen.units.events and chosen.units.queue_words:
        raise MetroError(f"{text}: a reset does not clear the memory of queues, which random programs would read",
                         f"use 0 words: both:16:8:lookahead:{chosen.units.events}:0")
    return Set(chosen, tuple(variants))


def build(driven: Set, mutate: Callable[[str], str] | None = None) -> Path:
    """Return the simulator of this core. mutate: changes the netlist, to insert faults."""
    netlist = (core.generate(driven.hardware) / "VexRiscv.v").read_text()
    if mutate:
        netlist = mutate(netlist)
    defines = [f"-DCONTEXTS={driven.hardware.core.contexts}", *["-DTIME_BASE"] * driven.units.units.time_base,
               *["-DSECOND_PORT"] * bool(driven.units.units.slots),
               *["-DFAULTS"] * bool(mutate)]
    return comparison.build("core", DRIVER, netlist, "VexRiscv", defines,
                            shared=[units.DRIVER / name for name in ("random.h", "command.h", "stimulus.h",
                                                                      "stimulus.cpp", "ticks.h", "ticks.cpp")])


@dataclasses.dataclass
class Outcome:
    driven: Set
    report: dict        # see Totals in tests/core/pipeline/episode.h; seed is the last one
    difference: str     # from the reference, with the events before it; "" if there is none


def hammer(driven: Set, seed: int, seconds: float, episodes: int | None = None,
           mutate: Callable[[str], str] | None = None, fault: int = 0, blind: bool = False,
           waveform: bool = False) -> Outcome:
    """Compare the core with the reference, in episodes with the seeds seed, seed + 1, ...

    seconds: time limit. episodes: their number; None: no limit. fault: number of the active fault, of those that
    mutate() inserted; 0: none. blind: compare only the units' state that programs see, not the units' port.
    waveform: stop as soon as the report has a waveform (tests/core/pipeline/waveform.h).
    """
    u = driven.units.units
    command = [build(driven, mutate), u.tasks, u.width, driven.units.has, configuration.ENGINES.index(u.engine),
               u.events, driven.units.services, u.levels, u.waiting, int(u.slices), int("user" in driven.variants),
               int("compressed" in driven.variants), seed, seconds, episodes or 0, fault, int(blind),
               int(waveform)]
    run = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if run.returncode not in (0, 1) or not run.stdout:
        raise MetroError(f"the simulator of {driven} failed", run.stderr.strip() or f"status {run.returncode}")
    return Outcome(driven, json.loads(run.stdout), run.stderr if run.returncode else "")
