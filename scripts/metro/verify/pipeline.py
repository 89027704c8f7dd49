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
from ..configuration import notation
from ..products import core
from . import comparison, unit_driver as units

DRIVER = paths.ROOT / "tests" / "core" / "pipeline"

CORE = ("icache_bytes", "dcache_bytes", "user_mode", "compressed", "contexts")     # fields of the core that vary


@dataclasses.dataclass(frozen=True)
class Set:
    """A core with units. str() is its text for --config and in the lists of seeds."""
    hardware: object        # core and units; the fields of the core that are not in CORE have their defaults

    def __str__(self) -> str:
        return notation.describe(self.hardware)

    @property
    def units(self):
        return self.hardware.units

    @property
    def core(self):
        return self.hardware.core


def named(text: str) -> Set:
    """Return the set that a configuration (notation.py) describes: its units, and its core's fields that CORE lists.
    Inverse of str(). The event unit has no queues, because a reset does not clear their memory."""
    name, fields = notation.parse(text)
    chosen = configuration.read(name).hardware.changed(fields, typed=text)
    units, core_fields = chosen.units, {f"core.{field}": getattr(chosen.core, field) for field in CORE}
    if not units:
        raise MetroError(f"{text} has no units")
    if chosen.soc.adapter != "plugin":
        raise MetroError(f"{text}: --pipeline tests only units in the pipeline", "leave out soc.adapter")
    if other := [key for key in fields if not key.startswith("units.") and key not in core_fields]:
        raise MetroError(f"{text}: --pipeline does not test {other[0]}",
                         f"--pipeline tests these fields of the core: {', '.join(core_fields)}")
    if units.direct_calls and units.time_base:
        raise MetroError(f"{text}: --pipeline tests direct calls only without a time base",
                         "leave out one of them, or test the units without --pipeline")
    if units.events and fields.get("units.queue_words"):
        raise MetroError(f"{text}: a reset does not clear the memory of queues, which random programs would read",
                         "write units.queue_words=0")
    if units.events:
        core_fields["units.queue_words"] = 0
    return Set(configuration.around(units).changed(core_fields))


def build(dut: Set, mutate: Callable[[str], str] | None = None) -> Path:
    """Return the simulator of this core. mutate: changes the netlist, to insert faults."""
    netlist = (core.generate(dut.hardware) / "VexRiscv.v").read_text()
    if mutate:
        netlist = mutate(netlist)
    defines = [f"-DCONTEXTS={dut.core.contexts}", *["-DTIME_BASE"] * dut.units.time_base,
               *["-DSECOND_PORT"] * bool(dut.units.direct_calls),
               *["-DFAULTS"] * bool(mutate)]
    return comparison.build("core", DRIVER, netlist, "VexRiscv", defines,
                            shared=[units.DRIVER / name for name in ("random.h", "command.h", "stimulus.h",
                                                                      "stimulus.cpp", "ticks.h", "ticks.cpp")])


@dataclasses.dataclass
class Outcome:
    dut: Set
    report: dict        # see Totals in tests/core/pipeline/episode.h; seed is the last one
    difference: str     # from the reference, and the events before the difference; "": none


def hammer(dut: Set, seed: int, seconds: float, episodes: int | None = None,
           mutate: Callable[[str], str] | None = None, fault: int = 0, blind: bool = False,
           waveform: bool = False) -> Outcome:
    """Compare the core with the reference, in episodes with the seeds seed, seed + 1, ...

    seconds: time limit. episodes: their number; None: no limit. fault: number of the active fault, of those that
    mutate() inserted; 0: none. blind: compare only the units' state that programs see, not the units' port.
    waveform: stop as soon as the report has a waveform (tests/core/pipeline/waveform.h).
    """
    u = dut.units
    command = [build(dut, mutate), u.tasks, u.width, units.bits(u), configuration.ENGINES.index(u.engine),
               u.events, units.service_bits(u), u.levels, u.waiting, int(u.slices), int(dut.core.user_mode),
               int(dut.core.compressed), seed, seconds, episodes or 0, fault, int(blind), int(waveform)]
    run = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if run.returncode not in (0, 1) or not run.stdout:
        raise MetroError(f"the simulator of {dut} failed", run.stderr.strip() or f"status {run.returncode}")
    return Outcome(dut, json.loads(run.stdout), run.stderr if run.returncode else "")
