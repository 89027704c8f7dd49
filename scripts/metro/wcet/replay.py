# SPDX-License-Identifier: Apache-2.0
"""Replay the retired instructions of a simulation: how long calls took, and what the timing model says of their paths.

A call starts when its jump retires, and ends when the instruction behind it retires. While another task runs, its time
does not count.
"""
from __future__ import annotations

import array
import dataclasses
from collections.abc import Callable, Iterable
from pathlib import Path

from . import decode, flow
from .decode import Instruction
from .values import SP


def read(file: Path) -> tuple[array.array, array.array]:
    """Return the addresses and cycles that the simulator's option --retired wrote (hw/sim/retired.h)."""
    words = array.array("I", file.read_bytes())
    return words[::2], words[1::2]


# Events in place of an address, see hw/sim/retired.h.
FETCHED_LINE, LOADED_LINE, INTERRUPTS_OFF, INTERRUPTS_ON = 3, 7, 11, 15

EVENTS = (FETCHED_LINE, LOADED_LINE, INTERRUPTS_OFF, INTERRUPTS_ON)


@dataclasses.dataclass(eq=False)
class Call:
    """A call of a watched function. path: the addresses on it. last: cycles of its last instruction."""
    function: int
    depth: int                     # entries of the task's stack of return addresses before the call
    cycles: int = 0
    last: int = 0
    lines: int = 0                 # that caches received
    part: int = 0                  # of the run: the number of calls of the function `part` before
    path: list[int] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(eq=False)
class Task:
    returns: list[int] = dataclasses.field(default_factory=list)
    calls: list[Call] = dataclasses.field(default_factory=list)


class Replay:
    """Find the calls of some functions, and the stretches with disabled interrupts that begin in them.

    at: returns the instruction at an address. ended: gets each call that ends. part: address of a function.
    section_ended: gets each stretch, as a call of the outermost of these functions in which it begins.
    """

    def __init__(self, at: Callable[[int], Instruction | None], functions: Iterable[int], ended: Callable[[Call], None],
                 part: int | None = None, section_ended: Callable[[Call], None] = lambda _: None):
        self.at, self.functions, self.ended, self.part = at, frozenset(functions), ended, part
        self.section_ended, self.sections, self.are_off = section_ended, [], False
        self.task, self.suspended, self.parts, self.loads_stack = Task(), [], 0, False

    def run(self, addresses, cycles) -> None:
        before, last = None, 0
        for address, cycle in zip(addresses, cycles):
            if address in (FETCHED_LINE, LOADED_LINE):
                for call in (*self.task.calls, *self.sections):
                    call.lines += 1
                continue
            if address in (INTERRUPTS_OFF, INTERRUPTS_ON):
                self.are_off = address == INTERRUPTS_OFF
                continue
            if address & 1:                                # a trap
                before = None
                self.sections.clear()
                continue
            self.parts += address == self.part
            instruction = self.at(address)
            if before is not None:
                self._end_section(before.jumps_from_write_back)
                self._follow(before, address)
                spent = cycle - last & 0xFFFFFFFF
                for call in (*self.task.calls, *self.sections):
                    call.cycles += spent
                    call.last = spent
                    call.path.append(address)
                while self.task.calls and self.task.calls[-1].depth == len(self.task.returns):
                    self.ended(self.task.calls.pop())
                if address in self.functions and before.kind in (decode.JAL, decode.JALR):
                    self.task.calls.append(Call(address, len(self.task.returns) - 1, spent, part=self.parts,
                                                path=[before.address, address]))
            if instruction.writes_status:
                self._end_section(True)
                if self.are_off and not self.sections and self.task.calls:
                    self.sections.append(Call(self.task.calls[0].function, 0, part=self.parts, path=[address]))
            before, last = instruction, cycle

    def _end_section(self, may_end: bool) -> None:
        if may_end and self.sections and not self.are_off:
            self.section_ended(self.sections.pop())

    def _follow(self, before: Instruction, address: int) -> None:
        """Update the return addresses for an instruction and its successor, and change the task if it returns to
        another one."""
        returns = self.task.returns
        self.loads_stack |= before.kind == decode.LOAD and before.rd == SP
        if before.kind in (decode.JAL, decode.JALR) and before.rd in flow.LINKS:
            returns.append(before.address + 4 & 0xFFFFFFFF)
        elif before.kind == decode.JALR and not before.rd and before.rs1 in flow.LINKS and not before.immediate:
            if returns and returns[-1] == address and not self.loads_stack:
                returns.pop()
            else:
                self._switch(address)
        elif before.jumps_from_write_back:
            if before.unit:
                returns.append(before.address + 4 & 0xFFFFFFFF)
            self._switch(address)

    def _switch(self, address: int) -> None:
        """Continue with the task that waits for its return to an address, or with a new one. If several tasks do, it is
        the one that ran last. Tasks that were deleted wait for ever."""
        self.loads_stack = False
        found = next((task for task in [*reversed(self.suspended), self.task]
                      if task.returns and task.returns[-1] == address), None)
        self.suspended.append(self.task)
        self.task = found or Task()
        if found:
            self.suspended.remove(found)
            found.returns.pop()
