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
from ..products import adapters, unit
from ..configuration import ENGINES, SERVICES
from . import comparison

DRIVER = paths.ROOT / "tests" / "units"

UNITS = {"ready": 1, "time": 2, "both": 3, "lists": 0}

# Port that drives the units -> adapter, compiler options of the simulator.
PORTS = {"": ("", []), "cfu": ("cfu", ["-DPORT_CFU"]), "wishbone": ("wishbone", ["-DPORT_WISHBONE"]),
         "nios2": ("nios2", ["-DPORT_NIOS2"]), "niosv": ("niosv", ["-DPORT_NIOSV"]),
         "nios2-fixed": ("nios2", ["-DPORT_NIOS2", "-DPORT_FIXED=3"])}


NAME = re.compile(rf"((?P<port>{'|'.join(filter(None, PORTS))})/)?"
                  r"((?P<unit>ready):(?P<tasks>\d+)|"
                  r"lists:(?P<tasks_of_lists>\d+):(?P<width_of_lists>\d+):(?P<levels>\d+)(:(?P<waiting>\d+))?"
                  r"(?P<slices>:slices)?|"
                  r"(?P<unit_>time|both):(?P<tasks_>\d+):(?P<width>\d+):"
                  rf"(?P<engine>{'|'.join(ENGINES)})(:(?P<events>\d+):(?P<queue_words>\d+)(?P<without>(:no\w+)*))?"
                  r"(?P<base>:base)?(?P<second>:second)?)")

SLOTS = 4                   # slots of a second port; tests/units/second_port.h has the same number

# The number of ticks at which near_wrap() lets a netlist start to count.
SOON = (1 << 32) - 40


@dataclasses.dataclass(frozen=True)
class Set:
    """Units and the port that drives them. str() is its name for --units and in the lists of seeds."""
    units: object           # as configuration.units() returns them
    port: str = ""          # a key of PORTS

    def __post_init__(self):
        if self.units.slots and (self.port or self.units.slots != SLOTS):
            raise MetroError(f"{self}: a second port is tested with {SLOTS} slots and without an adapter",
                             "leave out :second")
        if self.port and self.units.time_base:
            raise MetroError(f"{self}: a time base behind an adapter is not tested",
                             f"leave out {self.port}/")

    def __str__(self) -> str:
        u = self.units
        if u.levels:
            words = [u.width, u.levels] + [u.waiting] * (u.waiting > 0) + ["slices"] * u.slices
        else:
            words = ([u.width, u.engine] * u.time + [u.events, u.queue_words] * (u.events > 0) +
                     [f"no{service}" for service in u.without] + ["base"] * u.time_base +
                     ["second"] * (u.slots > 0))
        name = ":".join(map(str, (u.there, u.tasks, *words)))
        return f"{self.port}/{name}" if self.port else name

    @property
    def has(self) -> int:
        """Return the bits ACCELERATOR_TIME, … of the model."""
        u = self.units
        return UNITS[u.there] | (4 if u.events else 0) | (8 if u.time_base else 0)

    @property
    def services(self) -> int:
        """Return the bits ACCELERATOR_FLAGS, … of the model."""
        return sum(1 << n for n, service in enumerate(SERVICES) if service not in self.units.without)


def named(text: str) -> Set:
    """Return the set with this name, the inverse of str(). Raises MetroError if there is no such set."""
    found = NAME.fullmatch(text)
    if not found:
        raise MetroError(f"{text}: not a set of units", "units: both:64:16:lookahead, time:8:4:parallel or ready:37\n"
                         "task lists: lists:64:32:32 (tasks, width, levels) or lists:64:32:32:16 (and waiting lists), "
                         "optional :slices\n"
                         "with event unit: both:64:16:lookahead:32:64 (events, words of its queues), optional "
                         f"{', '.join(f':no{service}' for service in SERVICES)}\n"
                         "then optional :base (time base) and :second (port of hardware threads)\n"
                         "behind an adapter: put "
                         f"{', '.join(f'{port}/' for port in PORTS if port)} before it")
    if found["levels"]:
        return Set(configuration.units(tasks=int(found["tasks_of_lists"]), width=int(found["width_of_lists"]),
                                       levels=int(found["levels"]), waiting=int(found["waiting"] or 0),
                                       slices=bool(found["slices"])),
                   found["port"] or "")
    without = (found["without"] or "").replace(":no", " ").split()
    if not set(without) <= set(SERVICES):
        raise MetroError(f"{text}: there is no such service", f"an event unit can leave out {', '.join(SERVICES)}")
    there = found["unit"] or found["unit_"]
    numbers = {name: int(value) for name in ("width", "events", "queue_words") if (value := found[name])}
    units = configuration.units(
        tasks=int(found["tasks"] or found["tasks_"]), **numbers, **{service: False for service in without},
        **({"engine": found["engine"]} if found["engine"] else {}), time_base=bool(found["base"]),
        slots=SLOTS if found["second"] else 0, **{name: there in ("both", name) for name in ("time", "ready")})
    if found["port"] and units.events:
        raise MetroError(f"{text}: the event unit is not behind an adapter", f"leave out {found['port']}/")
    return Set(units, found["port"] or "")


def of(name: str) -> Set:
    """Return the units of a configuration, with the port of its adapter."""
    chosen = configuration.read(name)
    if not chosen.units:
        raise MetroError(f"{name} has no units")
    return Set(chosen.units, "" if chosen.soc.adapter == "plugin" else chosen.soc.adapter)


def verilog(driven: Set) -> Path:
    """Return the file with the units' Verilog, named after its top module."""
    adapter, _ = PORTS[driven.port]
    return adapters.verilog(adapter, driven.units) if adapter else unit.verilog(driven.units.there, driven.units)


def near_wrap(driven: Set, text: str) -> str:
    """Return the netlist with tick counts that wrap soon after a reset.

    From 0, a wrap takes 2^W ticks. Deadlines are relative to the counts, so their start is not visible outside. Only
    the time of a time base can be read; the model starts it at the same number.
    """
    u = driven.units
    counts = [("now", u.width)] * (u.there in ("time", "both") and u.engine == "lookahead" and u.width > 8)
    counts += [("now", u.width + 1), ("time_1", 64)] * u.time_base
    for name, bits in counts:
        text, count = re.subn(rf"^( *{name} <= ){bits}'[hb]0+;", rf"\g<1>{bits}'d{SOON % (1 << bits)};", text,
                              flags=re.MULTILINE)
        if count != 1:
            raise MetroError(f"{driven}: the netlist has {count} places that reset {name}, not one",
                             "the units have changed: adapt near_wrap()")
    return text


def build(driven: Set, mutate: Callable[[str], str] = lambda netlist: netlist) -> Path:
    """Return the simulator of these units. mutate: changes the netlist, to insert faults."""
    source = verilog(driven)
    netlist = mutate(near_wrap(driven, source.read_text()))
    select = PORTS[driven.port][1] or (["-DUNIT_SELECT"] if driven.units.there in ("both", "lists") else [])
    base = ["-DTIME_BASE", f"-DTIME={SOON}u"] if driven.units.time_base else []
    second = ["-DSECOND_PORT"] if driven.units.slots else []
    return comparison.build("unit", DRIVER, netlist, source.stem, [*select, *base, *second])


@dataclasses.dataclass
class Outcome:
    driven: Set
    report: dict        # operations, cycles, withdrawn, episodes, seconds, seed (the last), waits (longest, by name)
    difference: str     # from the model, with the operations before it; "" if there is none


def hammer(driven: Set, seed: int, seconds: float, episodes: int | None = None,
           mutate: Callable[[str], str] = lambda netlist: netlist, fault: int = 0) -> Outcome:
    """Compare the units with the model, in episodes with the seeds seed, seed + 1, ...

    seconds: time limit. episodes: their number; None: no limit. fault: number of the active fault, of those that
    mutate() inserted.
    """
    u = driven.units
    command = [build(driven, mutate), u.tasks, u.width, driven.has, ENGINES.index(u.engine), u.events, u.queue_words,
               driven.services, u.levels, u.waiting, int(u.slices), seed, seconds, episodes or 0, fault]
    run = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if run.returncode not in (0, 1) or not run.stdout:
        raise MetroError(f"the simulator of {driven} failed", run.stderr.strip() or f"status {run.returncode}")
    return Outcome(driven, json.loads(run.stdout), run.stderr if run.returncode else "")


def replay(driven: Set, commands: list[tuple[int, ...]]) -> list[tuple[int, int]]:
    """Return (cycles that it waited, result) of each command.

    A command is (unit, operation, rs1, rs2), or (n,) for n cycles without a command.
    """
    text = "".join(" ".join(map(str, command)) + "\n" for command in commands)
    run = subprocess.run([str(build(driven)), "replay"], input=text, capture_output=True, text=True)
    if run.returncode:
        raise MetroError(f"the simulator of {driven} failed", run.stderr.strip())
    return [tuple(map(int, line.split())) for line in run.stdout.splitlines()]
