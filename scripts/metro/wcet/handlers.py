# SPDX-License-Identifier: Apache-2.0
"""The paths of interrupts under uC/OS-II: a program with interrupts, and the longest of each part in a simulation.

bench/wcet/handlers.c is the program, and bench/wcet/handlers.toml has the parts.
"""
from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator

from ..base import toml
from ..run.execution import Line
from . import annotations as annotations_module, decode, flow, replay, services, timing
from .annotations import Annotations
from .bound import ENTRY, EXIT, WHOLE, Analysis, Bound
from .program import Program
from .services import Longest

PATHS = services.FOLDER / "handlers.toml"
HANDLER = "bench_line_handler"
TICK_HANDLERS = "BSP_TickHandler", "OSTickHandler" # without and with a time base
TRAP, DONE, TICK = "OS_CPU_TrapEntry", "OS_CPU_HandlerDone", "OS_CPU_Tick"     # labels of the port
INTERRUPTS = Line(600, 2500)


@dataclasses.dataclass(frozen=True)
class Part:
    """A part of an interrupt. part: see Analysis.trap(); a WHOLE one is a tick's. without: see Graph."""
    name: str
    part: str
    without: frozenset

    def bound(self, analysis: Analysis, configuration) -> Bound:
        """Return the bound. With vectors, the core calls handlers directly, and they return to the port's code."""
        handler = (TICK_HANDLERS[0] if TICK_HANDLERS[0] in analysis.program.symbols else TICK_HANDLERS[1]
                   ) if self.part == WHOLE else HANDLER
        if not configuration.kernel.vectors:
            return analysis.trap(TRAP, handler, self.part, self.without)
        entry, part = {ENTRY: (HANDLER, ENTRY), EXIT: (DONE, WHOLE), WHOLE: (TICK, WHOLE)}[self.part]
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


def build(configuration, opt: str = "-O2"):
    """Return the program for a configuration."""
    return services.build(configuration, opt, program="handlers")


def parts() -> list[Part]:
    content = toml.read(PATHS)
    return [Part(name, table["part"], frozenset((*content["always"], *table["without"])))
            for name, table in content.items() if "part" in table]


def annotations(known: Annotations) -> Annotations:
    """Return the annotations and the program's own ones."""
    return known + annotations_module.read(PATHS)


def traps(program: Program, addresses, cycles) -> Iterator[Trap]:
    """Yield the interrupts of tasks in a run (replay.read)."""
    handler, done = program.function(HANDLER), program.symbols.get(DONE)
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


def measure(firmware, analysis: Analysis) -> tuple[dict[str, Longest], list[Trap]]:
    """Return the longest of each part in a simulation, and the interrupts that exceed the model.

    If the model assumes that the caches hold everything, interrupts during which a cache fetched a line do not count.
    """
    program, exceeded, found = analysis.program, [], {}
    model = functools.lru_cache(maxsize=None)(analysis.path)
    known = parts()
    for trap in traps(program, *services.trace(firmware, analysis.hardware, {}, INTERRUPTS)[:2]):
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
