# SPDX-License-Identifier: Apache-2.0
"""The services of uC/OS-II: a program that calls each of them in each situation, and the longest calls in a simulation.

bench/wcet/main.c is the program. A situation is one of the latency benchmark.
"""
from __future__ import annotations

import dataclasses
import functools
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..base import paths, toml
from ..measure import latency, measurement, workloads
from ..products import firmware as firmware_module, rtos as rtos_module, soc as soc_module
from ..run import execution
from . import annotations as annotations_module
from .annotations import Annotations
from .bound import Analysis
from .program import Program
from .replay import Call, Replay, read

FOLDER = workloads.BENCH / "wcet"
SITUATIONS = FOLDER / "situations.toml"
PREFIX = "call_"               # of the program's function that calls a service
SWITCH = "OSCtxSw"             # switches to another task
HOT_BYTES = 16384              # that hold all services
REPETITIONS = 20
MAX_CYCLES = 100_000_000


@dataclasses.dataclass(frozen=True)
class Situation:
    name: str                  # of the latency benchmark
    service: str
    without: frozenset

    @property
    def function(self) -> str:
        return PREFIX + self.service

    def has(self, program: Program, path: list[int]) -> bool:
        """Return whether a path avoids what the situation excludes."""
        return avoids(program, self.without, path)


def avoids(program: Program, without: frozenset[str], path: Iterable[int]) -> bool:
    """Return whether a path has none of these functions, labels and instructions of the units."""
    excluded = {program.symbols[name] for name in without if name in program.symbols}
    return not any(address in excluded or program.at(address).unit in without for address in path)


def name(function: str) -> str:
    """Return the name of the service that a function of the program calls."""
    return function.removeprefix(PREFIX)


def situations(configuration) -> list[Situation]:
    """Return the situations for a configuration's kernel."""
    tables = {name: table for name, table in toml.read(SITUATIONS).items() if name != "loop"}
    return [Situation(name, table["service"], frozenset([*table["without"], *(
        table.get("without_units", ()) if configuration.kernel.events else ())])) for name, table in tables.items()]


def annotations(more: Sequence[Path] = ()) -> Annotations:
    """Return the annotations of the kernels, of the program, and of more files."""
    known = annotations_module.read(*annotations_module.of_kernels()).with_loops(toml.read(SITUATIONS)["loop"])
    added = annotations_module.read(*more)
    return Annotations((*known.loops, *added.loops), (*known.calls, *added.calls))


def build(configuration, opt: str = "-O2", source: str = "main.c") -> firmware_module.Firmware:
    """Return a program of bench/wcet for a configuration. If the hot memory is large enough, it holds all services."""
    rtos = rtos_module.get()
    return firmware_module.build(f"wcet-{Path(source).stem}", [FOLDER / source], workloads.BENCH / "cfg", soc_module.of(configuration),
                                 opt=opt, defs=rtos.switches(configuration),
                                 include=[FOLDER] if configuration.hot_bytes >= HOT_BYTES else [])


@dataclasses.dataclass
class Longest:
    """The longest call in a situation. model: the model's cycles of its path. calls: their number."""
    cycles: int = 0
    model: int = 0
    calls: int = 0

    def add(self, cycles: int, model: int) -> None:
        self.calls += 1
        if cycles > self.cycles:
            self.cycles, self.model = cycles, model


def trace(firmware, hardware, values: dict, line: execution.Line | None = None):
    """Return the retired instructions of a run (replay.read)."""
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as folder:
        file = Path(folder, "retired")
        result = execution.execute(firmware.with_values(values), measurement.soc_of(hardware), max_cycles=MAX_CYCLES, line=line,
                                   options=["--retired", str(file)])
        if result.status:
            raise AssertionError(f"the program ended with {result.status}: {result.output[-500:]}{result.errors}")
        return read(file)


@dataclasses.dataclass
class Measured:
    """The longest calls by the name of the situation and by function, the longest stretches with disabled interrupts by
    function, and the calls and stretches that exceed the model."""
    by_situation: dict[str, Longest] = dataclasses.field(default_factory=dict)
    by_function: dict[str, Longest] = dataclasses.field(default_factory=dict)
    sections: dict[str, Longest] = dataclasses.field(default_factory=dict)
    exceeded: list[Call] = dataclasses.field(default_factory=list)


def measure(firmware, analysis: Analysis, configuration, repetitions: int = REPETITIONS) -> Measured:
    """Measure the services in a simulation.

    If the model assumes that the caches hold everything, calls during which a cache fetched a line do not count.
    """
    program = analysis.program
    names = {address: name for address, _, name in program.functions if name.startswith(PREFIX) or name == SWITCH}
    order = latency.situations()
    known = {situation.name: situation for situation in situations(configuration)}
    found = Measured()
    model = functools.lru_cache(maxsize=None)(analysis.path)

    def add(call: Call, places: list[tuple[dict[str, Longest], str]]) -> None:
        if analysis.warm and call.lines:
            return
        cycles = model(tuple(call.path))
        if cycles < call.cycles:
            found.exceeded.append(call)
        for table, key in places:
            table.setdefault(key, Longest()).add(call.cycles, cycles)

    def ended(call: Call) -> None:
        function = names[call.function]
        places = [(found.by_function, function)]
        if call.part % 2:                                  # the situation is measured in every second part
            places += [(found.by_situation, name) for name in order[call.part // 2] if name in known
                       and known[name].function == function and known[name].has(program, call.path)]
        add(call, places)

    addresses, cycles = trace(firmware, analysis.hardware, {"bench_repetitions": repetitions, "bench_from": 1,
                                                            "bench_to": len(order)})
    Replay(program.at, names, ended, program.function("bench_part"), lambda section: add(
        section, [(found.sections, names[section.function])])).run(addresses, cycles)
    return found
