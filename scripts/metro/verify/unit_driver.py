# SPDX-License-Identifier: Apache-2.0
"""The accelerator units alone, or behind an adapter: their Verilog, and simulators that compare them with the golden
model."""
from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Callable

from ..base import cache, paths
from ..base.errors import MetroError
from ..build import adapters, simulator
from ..build.adapters import ENGINES
from ..environment import generator

DRIVER = paths.ROOT / "tests" / "units"
MODEL = paths.ROOT / "sw" / "model"
OPCODES = [paths.ROOT / "sw" / name for name in ("ci_opcodes.h", "ci_wishbone.h")]

UNITS = {"ready": 1, "time": 2, "both": 3}                 # likewise
MODULES = {"ready": "ReadyUnit", "time": "TimeUnit", "both": "Accelerator"}
CFLAGS = "-std=c++17 -Wall -Wextra -O2"

# By which port the units are driven: the adapter, and what the simulator's compiler is told.
PORTS = {"": ("", []), "cfu": ("cfu", ["-DPORT_CFU"]), "wishbone": ("wishbone", ["-DPORT_WISHBONE"]),
         "nios2": ("nios2", ["-DPORT_NIOS2"]), "niosv": ("niosv", ["-DPORT_NIOSV"]),
         "nios2-fixed": ("nios2", ["-DPORT_NIOS2", "-DPORT_FIXED=3"])}


SERVICES = ("flags", "semaphores", "mailboxes")      # of the event unit, that it can be without

NAME = re.compile(rf"((?P<port>{'|'.join(filter(None, PORTS))})/)?"
                  r"((?P<unit>ready):(?P<tasks>\d+)|(?P<unit_>time|both):(?P<tasks_>\d+):(?P<width>\d+):"
                  rf"(?P<engine>{'|'.join(ENGINES)})(:(?P<events>\d+):(?P<queue_words>\d+)(?P<without>(:no\w+)*))?)")


@dataclasses.dataclass(frozen=True)
class Configuration:
    unit: str = "both"
    tasks: int = 64
    width: int = 16
    engine: str = "lookahead"
    port: str = ""          # a key of PORTS
    events: int = 0         # of the event unit beside both; 0: there is none
    queue_words: int = 64
    without: tuple = ()     # of SERVICES, which it does not have

    def __str__(self) -> str:
        name = ":".join([self.unit, str(self.tasks)] + [str(self.width), self.engine] * (self.unit != "ready") +
                        [str(self.events), str(self.queue_words)] * (self.events > 0) +
                        [f"no{service}" for service in self.without])
        return f"{self.port}/{name}" if self.port else name

    @property
    def options(self) -> list[str]:
        time = ["--width", str(self.width), "--engine", self.engine] if self.unit != "ready" else []
        return ["--unit", self.unit, "--tasks", str(self.tasks), *time, *self.event_options]

    @property
    def event_options(self) -> list[str]:
        if not self.events:
            return []
        return ["--events", str(self.events), "--queue-words", str(self.queue_words),
                *(f"--no-{service}" for service in self.without)]

    @property
    def services(self) -> int:
        """The model's ACCELERATOR_FLAGS, …"""
        return sum(1 << n for n, service in enumerate(SERVICES) if service not in self.without)


def configuration(text: str) -> Configuration:
    """The inverse of str()."""
    found = NAME.fullmatch(text)
    if not found:
        raise MetroError(f"{text}: no set of units", "name one as both:64:16:lookahead, time:8:4:parallel or ready:37, "
                         "with an event unit as both:64:16:lookahead:32:64 (events, words of its queues) and perhaps "
                         f"{', '.join(f':no{service}' for service in SERVICES)}, behind an adapter with "
                         f"{', '.join(f'{port}/' for port in PORTS if port)} before it")
    if found["port"] and found["events"]:
        raise MetroError(f"{text}: the event unit is not behind an adapter", f"name it without {found['port']}/")
    given = {name.rstrip("_"): int(value) if value.isdigit() else value
             for name, value in found.groupdict().items() if value}
    without = tuple(given.pop("without", "").replace(":no", " ").split())
    if not set(without) <= set(SERVICES):
        raise MetroError(f"{text}: no such service", f"an event unit can be without {', '.join(SERVICES)}")
    return Configuration(**given, without=without)


def verilog(configuration: Configuration) -> Path:
    """The file with the units' Verilog, called like its topmost module."""
    adapter, _ = PORTS[configuration.port]
    if adapter:
        return adapters.verilog(adapter, adapters.unit_options(configuration.tasks, configuration.width,
                                                               configuration.engine, configuration.unit))
    compiled = generator.ensure_built()
    name = f"{MODULES[configuration.unit]}.v"

    def build(folder: Path) -> None:
        generator.run(compiled, "metronome.GenerateUnit", configuration.options, folder / name)

    return cache.product("unit", {"generator": compiled.name, "options": configuration.options}, build) / name


def near_wrap(configuration: Configuration, text: str) -> str:
    """The netlist with a tick count that wraps soon after a reset.

    From 0 it would take 2^W ticks. Deadlines are relative to it, so that where it starts means nothing to the outside.
    """
    if configuration.unit == "ready" or configuration.engine != "lookahead" or configuration.width <= 8:
        return text
    soon = f"{configuration.width}'d{(1 << configuration.width) - 40}"
    text, count = re.subn(r"^( *now <= )\d+'[hb]0+;", rf"\g<1>{soon};", text, flags=re.MULTILINE)
    if count != 1:
        raise MetroError(f"{configuration}: the netlist has {count} places that reset the tick count, not one",
                         "the engine has changed: so must units.near_wrap")
    return text


def build(configuration: Configuration, mutate: Callable[[str], str] = lambda netlist: netlist) -> Path:
    """The simulator of these units; tests that look for faults change the netlist by mutate()."""
    source = verilog(configuration)
    netlist = mutate(near_wrap(configuration, source.read_text()))
    select = PORTS[configuration.port][1] or (["-DUNIT_SELECT"] if configuration.unit == "both" else [])
    inputs = {
        "netlist": hashlib.sha256(netlist.encode()).hexdigest(),
        "driver": cache.digest_files([*DRIVER.glob("*.h"), *DRIVER.glob("*.cpp"), MODEL, *OPCODES]),
        "verilator": simulator.version("verilator"),
        "flags": [CFLAGS, *select],
    }

    def make(folder: Path) -> None:
        objects = folder / "objects"
        objects.mkdir()
        (objects / "unit.v").write_text(netlist)
        model = objects / "accelerator.o"
        simulator.run(["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-c", "-o", str(model),
                       str(MODEL / "accelerator.c")], "the C compiler")
        simulator.run(["verilator", "--cc", "--exe", "--prefix", "Vunit", "--top-module", source.stem,
                       "--Mdir", str(objects), "-O3", "--x-assign", "unique", "--x-initial", "unique",
                       "--noassert", "-Wno-fatal", "-Wno-lint", "-Wno-style", "-o", "hammer",
                       "-CFLAGS", " ".join([CFLAGS, *select, f"-I{DRIVER}", f"-I{MODEL}", f"-I{MODEL.parent}"]),
                       str(objects / "unit.v"), str(model), *map(str, sorted(DRIVER.glob("*.cpp")))], "Verilator")
        simulator.compile_model(objects, "OPT_FAST=-O2", "OPT_SLOW=-O0")
        shutil.copy(objects / "hammer", folder)
        shutil.rmtree(objects)

    return cache.product("unit-simulator", inputs, make) / "hammer"


@dataclasses.dataclass
class Outcome:
    configuration: Configuration
    report: dict        # operations, cycles, withdrawn, episodes, seconds, seed (the last), waits (longest, by name)
    difference: str     # from the model, with what led there; "" when there is none


def hammer(configuration: Configuration, seed: int, seconds: float, episodes: int | None = None,
           mutate: Callable[[str], str] = lambda netlist: netlist, fault: int = 0) -> Outcome:
    """Compares the units with the model over episodes with the seeds seed, seed + 1, ...

    fault: the number of the one that is on, of those that mutate() put into the netlist.
    """
    there = UNITS[configuration.unit] | (4 if configuration.events else 0)
    command = [str(build(configuration, mutate)), *map(str, (
        configuration.tasks, configuration.width, there, ENGINES.index(configuration.engine), configuration.events,
        configuration.queue_words, configuration.services, seed, seconds))]
    run = subprocess.run([*command, str(episodes or 0), str(fault)], capture_output=True, text=True)
    if run.returncode not in (0, 1) or not run.stdout:
        raise MetroError(f"the simulator of {configuration} failed", run.stderr.strip() or f"status {run.returncode}")
    return Outcome(configuration, json.loads(run.stdout), run.stderr if run.returncode else "")


def replay(configuration: Configuration, commands: list[tuple[int, ...]]) -> list[tuple[int, int]]:
    """(cycles that it waited, result) of each command (unit, operation, rs1, rs2); (n,) is n cycles without one."""
    text = "".join(" ".join(map(str, command)) + "\n" for command in commands)
    run = subprocess.run([str(build(configuration)), "replay"], input=text, capture_output=True, text=True)
    if run.returncode:
        raise MetroError(f"the simulator of {configuration} failed", run.stderr.strip())
    return [tuple(map(int, line.split())) for line in run.stdout.splitlines()]
