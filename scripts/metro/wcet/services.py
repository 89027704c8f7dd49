# SPDX-License-Identifier: Apache-2.0
"""The services of an RTOS: a program that calls each of them in each situation, and the longest calls in a simulation.

bench/wcet/ has the programs. A situation is one of a benchmark of the RTOS's services.
"""
from __future__ import annotations

import dataclasses
import functools
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from .. import kernels
from ..base import paths, toml
from ..measure import measurement
from ..products import firmware as firmware_module, rtos as rtos_module, soc as soc_module
from ..run import execution
from . import annotations as annotations_module, timing
from .annotations import Annotations
from .bound import Analysis, Bound
from .program import Program
from .replay import Call, Replay, read
from .suite import FOLDER, Suite

PREFIX = "call_"               # of the program's function that calls a service
HOT_BYTES = 16384              # that hold all services
REPETITIONS = 20
MAX_CYCLES = 100_000_000
SUITES = {kernel.key: kernel.bounded for kernel in kernels.known() if kernel.bounded}
UCOS = SUITES[rtos_module.DEFAULT]


@dataclasses.dataclass(frozen=True)
class Situation:
    name: str                  # of the benchmark
    service: str
    without: frozenset
    annotations: Annotations

    def bound(self, analysis: Analysis) -> Bound:
        return analysis.annotated(self.annotations).bound(self.function, self.without)

    @property
    def function(self) -> str:
        return PREFIX + self.service

    def has(self, program: Program, path: list[int]) -> bool:
        """Return whether a path avoids what the situation excludes."""
        return avoids(program, self.without, path)


def avoids(program: Program, without: frozenset[str], path: Iterable[int]) -> bool:
    """Return whether a path has none of these functions, labels and instructions of the units."""
    excluded = program.excluded(without)
    return not any(address in excluded or program.at(address).unit in without for address in path)


def name(function: str) -> str:
    """Return the name of the service that a function of the program calls."""
    return function.removeprefix(PREFIX)


def situations(configuration, suite: Suite = UCOS) -> list[Situation]:
    """Return the situations for a configuration's kernel."""
    content = toml.read(suite.file)
    units = configuration.kernel.events or configuration.kernel.ready_lists
    keys = ["without", *["without_units"] * units, *["without_banks"] * (units and configuration.kernel.contexts)]
    return [Situation(name, table["service"], suite.always_without.union(*(table.get(key, ()) for key in keys)),
                      annotations_module.of(table)) for name, table in content.items() if "service" in table]


def annotations(more: Sequence[Path] = (), suite: Suite = UCOS) -> Annotations:
    """Return the annotations of the kernels, of the program, and of more files."""
    return annotations_module.read(*annotations_module.of_kernels(), suite.file, *more)


def build(configuration, opt: str = "-O2", suite: Suite = UCOS, program: str = "") -> firmware_module.Firmware:
    """Return a program of bench/wcet for a configuration. If the hot memory is large enough, it holds all services.

    program: empty selects the one with the services.
    """
    rtos, program = rtos_module.get(suite.rtos), program or suite.program
    rtos.refuse(configuration)
    return firmware_module.build(
        f"wcet-{program}", [FOLDER / f"{program}.c"], suite.cfg, soc_module.of(configuration), opt=opt,
        kernel=rtos.kernel_for(configuration), defs=f"{rtos.switches(configuration)} {suite.defs}".strip(), rtos=rtos,
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
    """Return the retired instructions of a run (replay.read), and its output."""
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as folder:
        file = Path(folder, "retired")
        result = execution.execute(firmware.with_values(values), measurement.soc_of(hardware), max_cycles=MAX_CYCLES,
                                   line=line, options=["--retired", str(file)])
        if result.status:
            raise AssertionError(f"the program ended with {result.status}: {result.output[-500:]}{result.errors}")
        return *read(file), result.output


@dataclasses.dataclass
class Measured:
    """The longest calls by the name of the situation and by function, the longest stretches with disabled interrupts by
    function, and the calls and stretches that exceed the model."""
    by_situation: dict[str, Longest] = dataclasses.field(default_factory=dict)
    by_function: dict[str, Longest] = dataclasses.field(default_factory=dict)
    sections: dict[str, Longest] = dataclasses.field(default_factory=dict)
    exceeded: list[Call] = dataclasses.field(default_factory=list)


def measure(firmware, analysis: Analysis, configuration, suite: Suite = UCOS, repetitions: int = REPETITIONS) \
        -> Measured:
    """Measure the services in a simulation.

    If the model assumes that the caches hold everything, calls during which a cache fetched a line do not count.
    """
    program = analysis.program
    names = {address: name for address, _, name in program.functions if name.startswith(PREFIX) or name == suite.switch}
    addresses, cycles, output = trace(firmware, analysis.hardware, {"bench_repetitions": repetitions, **suite.values})
    order = suite.order(output)
    known = {situation.name: situation for situation in situations(configuration, suite)}
    found = Measured()
    model = functools.lru_cache(maxsize=None)(analysis.path)

    def add(call: Call, places: list[tuple[dict[str, Longest], str]]) -> None:
        if analysis.warm and call.lines:
            return
        cycles = model(tuple(call.path))
        if cycles < call.cycles:
            found.exceeded.append(call)
        # The instruction behind the call may itself take several cycles.
        own = timing.RETURNED if program.at(call.path[-1]).kind in timing.OWN_TIME else call.last
        for table, key in places:
            table.setdefault(key, Longest()).add(call.cycles - max(0, call.last - own), cycles)

    def ended(call: Call) -> None:
        function = names[call.function]
        places = [(found.by_function, function)]
        if call.part % 2:                                  # the situation is measured in every second part
            places += [(found.by_situation, name) for name in order[call.part // 2] if name in known
                       and known[name].function == function and known[name].has(program, call.path)]
        add(call, places)

    Replay(program.at, names, ended, program.function("bench_part"), lambda section: add(
        section, [(found.sections, names[section.function])] * (names[section.function] != suite.switch))).run(
            addresses, cycles)
    return found
