# SPDX-License-Identifier: Apache-2.0
"""The units in the core's pipeline: simulators that compare random programs on a core with a reference."""
from __future__ import annotations

import dataclasses
import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import Callable

from ..base import cache, paths
from ..base.errors import MetroError
from ..build import core, simulator
from . import unit_driver as units

DRIVER = paths.ROOT / "tests" / "pipeline"
CFLAGS = "-std=c++17 -Wall -Wextra -O2"

VARIANTS = {"user": ["--user-mode"], "compressed": ["--compressed"],
            "small": ["--icache-size", "512", "--dcache-size", "512"]}


@dataclasses.dataclass(frozen=True)
class Configuration:
    units: units.Configuration
    variants: tuple[str, ...] = ()      # keys of VARIANTS

    def __str__(self) -> str:
        return "+".join([str(self.units), *self.variants])

    @property
    def options(self) -> list[str]:
        """Of the core generator."""
        absent = {"time": ["--no-ready"], "ready": ["--no-time"], "both": []}[self.units.unit]
        return [*self.units.options[2:], *absent, *(option for name in self.variants for option in VARIANTS[name])]


def configuration(text: str) -> Configuration:
    """The inverse of str()."""
    name, *variants = text.split("+")
    if any(variant not in VARIANTS for variant in variants) or len(set(variants)) < len(variants):
        raise MetroError(f"{text}: no variant of a core", f"there are +{' and +'.join(VARIANTS)}")
    chosen = units.configuration(name)
    if chosen.port:
        raise MetroError(f"{text}: no core has an adapter in its pipeline", f"name it without {chosen.port}/")
    if chosen.events and chosen.queue_words:
        raise MetroError(f"{text}: a reset does not clear the memory of queues, which random programs would read",
                         f"name it with 0 words: both:16:8:lookahead:{chosen.events}:0")
    return Configuration(chosen, tuple(variants))


def build(configuration: Configuration, mutate: Callable[[str], str] | None = None) -> Path:
    """The simulator of this core; tests that look for faults put them into the netlist by mutate()."""
    netlist = (core.generate(configuration.options) / "VexRiscv.v").read_text()
    if mutate:
        netlist = mutate(netlist)
    defines = ["-DFAULTS"] if mutate else []
    random = units.DRIVER / "random.h"
    inputs = {
        "netlist": hashlib.sha256(netlist.encode()).hexdigest(),
        "driver": cache.digest_files([*DRIVER.glob("*.h"), *DRIVER.glob("*.cpp"), DRIVER / "watch.vlt", random,
                                      units.MODEL, *units.OPCODES]),
        "verilator": simulator.version("verilator"),
        "flags": [CFLAGS, *defines],
    }

    def make(folder: Path) -> None:
        objects = folder / "objects"
        objects.mkdir()
        (objects / "core.v").write_text(netlist)
        model = objects / "accelerator.o"
        simulator.run(["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-c", "-o", str(model),
                       str(units.MODEL / "accelerator.c")], "the C compiler")
        flags = [CFLAGS, *defines, *(f"-I{place}" for place in (DRIVER, units.DRIVER, units.MODEL,
                                                                units.MODEL.parent))]
        simulator.run(["verilator", "--cc", "--exe", "--prefix", "Vcore", "--top-module", "VexRiscv",
                       "--Mdir", str(objects), "-O3", "--x-assign", "unique", "--x-initial", "unique", "--noassert",
                       "-Wno-fatal", "-Wno-lint", "-Wno-style", "-o", "pipeline", "-CFLAGS", " ".join(flags),
                       str(DRIVER / "watch.vlt"), str(objects / "core.v"), str(model),
                       *map(str, sorted(DRIVER.glob("*.cpp")))], "Verilator")
        simulator.compile_model(objects, "OPT_FAST=-O2", "OPT_SLOW=-O0")
        shutil.copy(objects / "pipeline", folder)
        shutil.rmtree(objects)

    return cache.product("pipeline-simulator", inputs, make) / "pipeline"


@dataclasses.dataclass
class Outcome:
    configuration: Configuration
    report: dict        # see Totals in tests/pipeline/episode.h; seed is the last one
    difference: str     # from the reference, with what led there; "" when there is none


def hammer(configuration: Configuration, seed: int, seconds: float, episodes: int | None = None,
           mutate: Callable[[str], str] | None = None, fault: int = 0, blind: bool = False) -> Outcome:
    """Runs episodes with the seeds seed, seed + 1, ...; fault is the number of one that mutate() put in, 0 none.

    blind: what goes on at the units' port does not count, only what the programs see of the units' state.
    """
    u = configuration.units
    command = [build(configuration, mutate), u.tasks, u.width, units.UNITS[u.unit], units.ENGINES.index(u.engine),
               u.events, u.services, int("user" in configuration.variants),
               int("compressed" in configuration.variants), seed, seconds, episodes or 0, fault, int(blind)]
    run = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if run.returncode not in (0, 1) or not run.stdout:
        raise MetroError(f"the simulator of {configuration} failed", run.stderr.strip() or f"status {run.returncode}")
    return Outcome(configuration, json.loads(run.stdout), run.stderr if run.returncode else "")
