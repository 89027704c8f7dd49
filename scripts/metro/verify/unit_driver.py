# SPDX-License-Identifier: Apache-2.0
"""The units alone or with an adapter: their Verilog, and simulators that compare them with the golden model."""
from __future__ import annotations

import dataclasses
import json
import re
import subprocess
from pathlib import Path
from typing import Callable

from .. import configuration
from ..base import paths
from ..base.errors import MetroError
from ..configuration import ADAPTERS, ENGINES, SERVICES, notation
from ..products import adapters, unit
from . import comparison

DRIVER = paths.ROOT / "tests" / "units"

PLUGIN = "plugin"           # value of soc.adapter for units without an adapter
UNITS = {"ready": 1, "time": 2, "both": 3, "lists": 0}

# Port that drives the units -> adapter, compiler options of the simulator.
PORTS = {"": ("", []), "cfu": ("cfu", ["-DPORT_CFU"]), "wishbone": ("wishbone", ["-DPORT_WISHBONE"]),
         "nios2": ("nios2", ["-DPORT_NIOS2"]), "niosv": ("niosv", ["-DPORT_NIOSV"]),
         "nios2-fixed": ("nios2", ["-DPORT_NIOS2", "-DPORT_FIXED=3"])}

SIMULATION_ONLY_PORTS = [port for port in PORTS if port and port not in ADAPTERS]      # ports that no SoC has

SLOTS = 4                   # slots of a second port; tests/units/second_port.h has the same number

# Start value of the tick counts in netlists from near_wrap(): 40 ticks before a 32-bit count wraps.
TICK_COUNT_START = (1 << 32) - 40


@dataclasses.dataclass(frozen=True)
class Set:
    """Units and the port that drives them. str() is its text for --config and in the lists of seeds."""
    units: object           # as configuration.units() returns them
    port: str = ""          # a key of PORTS

    def __post_init__(self):
        u = self.units
        if u.direct_calls and (self.port or u.direct_calls != SLOTS):
            raise MetroError(f"{self}: direct calls are tested with {SLOTS} slots and without an adapter",
                             f"write units.direct_calls={SLOTS}, or leave it out")
        if self.port and u.time_base:
            raise MetroError(f"{self}: a time base behind an adapter is not tested", "leave out units.time_base")
        if self.port:
            u.behind(PORTS[self.port][0])

    def __str__(self) -> str:
        return notation.describe(configuration.around(self.units), {"soc.adapter": self.port} if self.port else {})


def bits(units) -> int:
    """Return the model's mask of units: ACCELERATOR_READY, ACCELERATOR_TIME, …"""
    return UNITS[units.kind] | (4 if units.events else 0) | (8 if units.time_base else 0)


def service_bits(units) -> int:
    """Return the model's mask of the event unit's services: ACCELERATOR_FLAGS, …"""
    return sum(1 << n for n, service in enumerate(SERVICES) if service not in units.without)


def named(text: str) -> Set:
    """Return the units of a configuration (notation.py), with the port of its adapter, the inverse of str().

    soc.adapter can be any of PORTS, even if no SoC has this adapter.
    """
    name, fields = notation.parse(text)
    port = fields.pop("soc.adapter", configuration.read(name).soc.adapter)
    if port not in (PLUGIN, *PORTS):
        raise MetroError(f"{text}: soc.adapter={port}: there are {', '.join((PLUGIN, *filter(None, PORTS)))}")
    if other := [key for key in fields if not key.startswith("units.")]:
        raise MetroError(f"{text}: the units are tested without a core", f"leave out {other[0]}, or add --pipeline")
    units = configuration.read(name).hardware.changed(fields, typed=text).units
    if not units:
        raise MetroError(f"{text} has no units")
    return Set(units, "" if port == PLUGIN else port)


def verilog(dut: Set) -> Path:
    """Return the file with the units' Verilog, named after its top module."""
    adapter, _ = PORTS[dut.port]
    return adapters.verilog(adapter, dut.units) if adapter else unit.verilog(dut.units.kind, dut.units)


def near_wrap(dut: Set, text: str) -> str:
    """Return the netlist with tick counts that wrap soon after a reset.

    From 0, a wrap takes 2^W ticks. Deadlines are relative to the counts, so no instruction shows the start value. Only
    the time of a time base can be read. The model starts this time at the same value.
    """
    u = dut.units
    counts = [("now", u.width)] * (u.kind in ("time", "both") and u.engine == "lookahead" and u.width > 8)
    counts += [("now", u.width + 1), ("time_1", 64)] * u.time_base
    for name, bits in counts:
        text, count = re.subn(rf"^( *{name} <= ){bits}'[hb]0+;", rf"\g<1>{bits}'d{TICK_COUNT_START % (1 << bits)};",
                              text, flags=re.MULTILINE)
        if count != 1:
            raise MetroError(f"{dut}: the netlist has {count} places that reset {name}, not one",
                             "the units have changed: adapt near_wrap()")
    return text


def build(dut: Set, mutate: Callable[[str], str] = lambda netlist: netlist) -> Path:
    """Return the simulator of these units. mutate: changes the netlist, to insert faults."""
    source = verilog(dut)
    netlist = mutate(near_wrap(dut, source.read_text()))
    select = PORTS[dut.port][1] or (["-DUNIT_SELECT"] if dut.units.kind in ("both", "lists") else [])
    base = ["-DTIME_BASE", f"-DTIME={TICK_COUNT_START}u"] if dut.units.time_base else []
    second = ["-DSECOND_PORT"] if dut.units.direct_calls else ["-DLINES"] if dut.units.lines else []
    return comparison.build("unit", DRIVER, netlist, source.stem, [*select, *base, *second])


@dataclasses.dataclass
class Outcome:
    dut: Set
    report: dict        # operations, cycles, withdrawn, episodes, seconds, seed (the last), waits (longest, by name)
    difference: str     # from the model, and the operations before the difference; "": none


def hammer(dut: Set, seed: int, seconds: float, episodes: int | None = None,
           mutate: Callable[[str], str] = lambda netlist: netlist, fault: int = 0) -> Outcome:
    """Compare the units with the model, in episodes with the seeds seed, seed + 1, ...

    seconds: time limit. episodes: their number; None: no limit. fault: number of the active fault, of those that
    mutate() inserted.
    """
    u = dut.units
    command = [build(dut, mutate), u.tasks, u.width, bits(u), ENGINES.index(u.engine), u.events, u.queue_words,
               service_bits(u), u.levels, u.waiting, int(u.slices), u.lines, seed, seconds, episodes or 0, fault]
    run = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if run.returncode not in (0, 1) or not run.stdout:
        raise MetroError(f"the simulator of {dut} failed", run.stderr.strip() or f"status {run.returncode}")
    return Outcome(dut, json.loads(run.stdout), run.stderr if run.returncode else "")


def replay(dut: Set, commands: list[tuple[int, ...]]) -> list[tuple[int, int]]:
    """Run commands after a reset, and return (cycles that the command waited, result) of each.

    A command is (unit, operation, rs1, rs2), or (n,) for n cycles without a command.
    """
    text = "".join(" ".join(map(str, command)) + "\n" for command in commands)
    run = subprocess.run([str(build(dut)), "replay"], input=text, capture_output=True, text=True)
    if run.returncode:
        raise MetroError(f"the simulator of {dut} failed", run.stderr.strip())
    return [tuple(map(int, line.split())) for line in run.stdout.splitlines()]
