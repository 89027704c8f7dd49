# SPDX-License-Identifier: Apache-2.0
"""The paths of interrupts: a program of an RTOS with interrupts, and the longest of each part in a simulation.

The programs are bench/wcet/*_handlers.c. A file *_handlers.toml has the labels of the RTOS's port, and the parts.
"""
from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from pathlib import Path

from ..base import toml
from ..run.execution import Line
from . import annotations as annotations_module, decode, flow, replay, services, timing
from .annotations import Annotations
from .bound import ENTRY, EXIT, WHOLE, Analysis, Bound
from .program import Program
from .services import Longest
from .suite import FOLDER, Suite

HANDLER = "bench_line_handler"
INTERRUPTS = Line(600, 2500)


@dataclasses.dataclass(frozen=True)
class Part:
    """A part of an interrupt. part: see Analysis.trap(); a WHOLE one is a tick's. without: see Graph.
    annotations: of this part. labels: of the port, from the file with the parts."""
    name: str
    part: str
    without: frozenset
    annotations: Annotations
    labels: dict

    def bound(self, analysis: Analysis, configuration) -> Bound:
        """Return the bound. With vectors, the core calls handlers directly, and they return to the port's code."""
        handler = next(name for name in self.labels["tick_handlers"] if name in analysis.program.symbols) \
            if self.part == WHOLE else HANDLER
        analysis = analysis.annotated(self.annotations)
        if not configuration.kernel.vectors:
            return analysis.trap(self.labels["trap"], handler, self.part, self.without)
        entry, part = {ENTRY: (HANDLER, ENTRY), EXIT: (self.labels["done"], WHOLE),
                       WHOLE: (self.labels["tick"], WHOLE)}[self.part]
        return analysis.trap(entry, handler, part, self.without)

    def path(self, program: Program, trap: Trap) -> list[tuple[int, int]]:
        """Return this part of an interrupt, or an empty list if the interrupt does not have it."""
        begin, end = {ENTRY: (0, trap.called), EXIT: (trap.returned, len(trap.path) - 1),
                      WHOLE: (0, len(trap.path) - 1)}[self.part]
        if bool(trap.called) == (self.part == WHOLE) or not services.avoids(
                program, self.without, [address for address, _ in trap.path[begin + 1:end + 1]]):
            return []
        return trap.path[begin:end + 1]


@dataclasses.dataclass
class Trap:
    """An interrupt of a task. path: (address, cycle) of its instructions, with the next instruction of a task. Its
    first element has the cycle in which the core takes the interrupt. called, returned: indices of the first
    instruction of the line's handler, and of its return."""
    path: list[tuple[int, int]]
    called: int = 0
    returned: int = 0
    lines: int = 0                 # that caches received


def build(configuration, opt: str = "-O2", suite: Suite = services.UCOS):
    """Return the program for a configuration."""
    return services.build(configuration, opt, suite, program=suite.handlers)


def parts(suite: Suite = services.UCOS) -> list[Part]:
    content = toml.read(_file(suite))
    return [Part(name, table["part"], frozenset((*content["always"], *table["without"])), annotations_module.of(table),
                 content["port"]) for name, table in content.items() if "part" in table]


def annotations(known: Annotations, suite: Suite = services.UCOS) -> Annotations:
    """Return the annotations and the program's own ones."""
    return known + annotations_module.read(_file(suite))


def _file(suite: Suite) -> Path:
    return FOLDER / f"{suite.handlers}.toml"


def traps(program: Program, done: str, addresses, cycles) -> Iterator[Trap]:
    """Yield the interrupts of tasks in a run (replay.read). done: label to which handlers return with vectors."""
    handler, done = program.function(HANDLER), program.symbols.get(done)
    trap, depth, within, before, left = None, 0, None, None, False
    for address, cycle in zip(addresses, cycles):
        if address in replay.EVENTS:
            if trap and address in (replay.FETCHED_LINE, replay.LOADED_LINE):
                trap.lines += 1
            continue
        if address & 1:
            trap, depth, within, left = Trap([(address & ~1, cycle)]), 0, None, False
            continue
        if trap is None:
            continue
        trap.path.append((address, cycle))
        if left and address != done:
            yield trap
            trap = None
            continue
        left, instruction = False, program.at(address)
        if address == handler:
            trap.called, within = len(trap.path) - 1, depth
        if instruction.kind in (decode.JAL, decode.JALR) and instruction.rd in flow.LINKS:
            depth += 1
        elif instruction.kind == decode.JALR and not instruction.rd and instruction.rs1 in flow.LINKS:
            if within == depth:
                trap.returned, within = len(trap.path) - 1, None
            left = depth == 0
            depth = max(0, depth - 1)
        elif instruction.jumps_from_write_back:
            left = True


def measure(firmware, analysis: Analysis, suite: Suite = services.UCOS) -> tuple[dict[str, Longest], list[Trap]]:
    """Return the longest of each part in a simulation, and the interrupts that exceed the model.

    If the model assumes that the caches hold everything, interrupts during which a cache fetched a line do not count.
    """
    program, exceeded, found = analysis.program, [], {}
    model = functools.lru_cache(maxsize=None)(analysis.path)
    known = parts(suite)
    addresses, cycles, _ = services.trace(firmware, analysis.hardware, {}, INTERRUPTS)
    for trap in traps(program, known[0].labels["done"], addresses, cycles):
        for part in known if not (analysis.warm and trap.lines) else ():
            path = part.path(program, trap)
            if not path:
                continue
            addresses, times = zip(*path)
            cycles = times[-1] - times[0] & 0xFFFFFFFF
            if part.part != ENTRY and program.at(addresses[-1]).kind in timing.OWN_TIME:
                cycles = min(cycles, (times[-2] - times[0] & 0xFFFFFFFF) + timing.RETURNED)
            most = model(addresses, is_trap=part.part != EXIT)
            if most < cycles:
                exceeded.append(trap)
            found.setdefault(part.name, Longest()).add(cycles, most)
    return found, exceeded
