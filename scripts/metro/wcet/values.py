# SPDX-License-Identifier: Apache-2.0
"""Values that registers have on every path: constants, and addresses on the stack of the analysed function.

They tell which branches a path cannot take, and the addresses of loads and stores. A word on the stack keeps its value
until something may have written it: a store to an unknown address, once the code has computed an address on the stack.
"""
from __future__ import annotations

import dataclasses

from . import decode
from .decode import Instruction

SP, GP = 2, 3
STACK = "stack"
MIE = 8                        # bit of mstatus: interrupts are enabled
KEPT = (SP, GP, 4, 8, 9, *range(18, 28))           # registers that a call keeps: sp, gp, tp, s0 to s11


@dataclasses.dataclass(frozen=True)
class Status:
    """A value of mstatus, of which only the interrupt enable is known."""
    enables: bool


@dataclasses.dataclass(frozen=True)
class Values:
    """registers: (number, value) of each known register. A value is a number, (STACK, offset from the first sp), or a
    Status. stack: (offset, value) of each known word. escaped: the code has computed an address on the stack.
    interrupts: whether they are enabled, or None if it is not known. variables: (address, value or None) of words that
    only code with their address changes."""
    registers: frozenset = frozenset()
    stack: frozenset = frozenset()
    escaped: bool = False
    switched: bool = False         # sp may point to the stack of another task
    interrupts: bool | None = True
    variables: frozenset = frozenset()

    def join(self, other: Values) -> Values:
        """Return what holds in both cases."""
        return Values(self.registers & other.registers, self.stack & other.stack, self.escaped or other.escaped,
                      self.switched or other.switched,
                      self.interrupts if self.interrupts == other.interrupts else None,
                      self.variables if self.variables == other.variables else frozenset(
                          (address, value if (address, value) in other.variables else None)
                          for address, value in self.variables))

    def resumed(self) -> Values:
        """Return the values after the call with these values, if other tasks ran during the call."""
        kept = frozenset((register, value) for register, value in self.registers if register in KEPT)
        return Values(kept, frozenset() if self.escaped else self.stack, self.escaped, interrupts=self.interrupts,
                      variables=self.variables)


def at_entry(global_pointer: int | None, interrupts: bool = True, variables: frozenset = frozenset()) -> Values:
    known = {(SP, (STACK, 0))}
    if global_pointer is not None:
        known.add((GP, global_pointer))
    return Values(frozenset(known), interrupts=interrupts, variables=variables)


class Frame:
    """Values that change from instruction to instruction."""

    def __init__(self, values: Values):
        self.registers, self.stack, self.escaped = dict(values.registers), dict(values.stack), values.escaped
        self.switched, self.interrupts, self.variables = values.switched, values.interrupts, dict(values.variables)

    def frozen(self) -> Values:
        return Values(frozenset(self.registers.items()), frozenset(self.stack.items()), self.escaped,
                      self.switched, self.interrupts, frozenset(self.variables.items()))

    def get(self, register: int):
        return self.registers.get(register) if register else 0

    def address(self, instruction: Instruction):
        """Return the address of a load or store: a number, (STACK, offset), or None if it is not known."""
        return _add(self.get(instruction.rs1), instruction.immediate)

    def step(self, instruction: Instruction, constant) -> None:
        """Follow an instruction. constant: returns a word of the program's constants, or None."""
        kind = instruction.kind
        if kind == decode.STORE:
            self._store(instruction)
            return
        value = None
        if kind == decode.LOAD:
            address = self.address(instruction)
            if instruction.size == 4:
                value = self.stack.get(address[1]) if isinstance(address, tuple) else self.variables.get(address)
            if value is None and isinstance(address, int) and instruction.size == 4:
                value = constant(address)
            if instruction.rd == SP and value is None:     # the stack of another task
                self.stack, self.escaped, self.switched = {}, True, True
        elif kind in (decode.ALU, decode.SHIFT, decode.JAL, decode.JALR):
            value = self._computed(instruction)
        elif kind == decode.CSR and instruction.immediate == decode.MSTATUS:
            value = None if self.interrupts is None else Status(self.interrupts)
            self.interrupts = self._enabled(instruction)
        elif instruction.unit == "context.switch":         # also ends the critical section that its operand describes
            before = self.get(instruction.rs2)
            self.interrupts = True if isinstance(before, Status) and before.enables else self.interrupts
        if not instruction.rd:
            return
        if value is None:
            self.registers.pop(instruction.rd, None)
        else:
            self.registers[instruction.rd] = value
            if isinstance(value, tuple) and instruction.rd != SP and kind == decode.ALU:
                self.escaped = True

    def _enabled(self, instruction: Instruction) -> bool | None:
        """Return whether interrupts are enabled after an instruction that writes mstatus."""
        operation = instruction.word >> 12 & 7
        written = instruction.rs1 if operation & 4 else self.get(instruction.rs1)
        bit = written.enables if isinstance(written, Status) else written & MIE != 0 if isinstance(
            written, int) else None
        if operation & 3 == 1 or bit is None:
            changed = {1: None, 2: True, 3: False}[operation & 3]
            return bit if operation & 3 == 1 else changed if self.interrupts == changed else None
        return operation & 3 == 2 if bit else self.interrupts

    def _store(self, instruction: Instruction) -> None:
        address = self.address(instruction)
        if address is None:
            if self.escaped:
                self.stack = {}
            return
        if not isinstance(address, tuple):
            word = address & ~3
            if word in self.variables:
                value = self.get(instruction.rs2)
                self.variables[word] = value if instruction.size == 4 and isinstance(value, int) else None
            return
        offset = address[1]
        for known in [known for known in self.stack if known < offset + instruction.size and offset < known + 4]:
            del self.stack[known]
        value = self.get(instruction.rs2)
        if instruction.size == 4 and offset % 4 == 0 and value is not None:
            self.stack[offset] = value

    def _computed(self, instruction: Instruction):
        word = instruction.word
        opcode, operation = word & 0x7F, word >> 12 & 7
        if instruction.kind in (decode.JAL, decode.JALR):
            return instruction.address + 4 & 0xFFFFFFFF
        if opcode == 0x37:
            return instruction.immediate
        if opcode == 0x17:
            return instruction.address + instruction.immediate & 0xFFFFFFFF
        first = self.get(instruction.rs1)
        second = instruction.immediate & 0xFFFFFFFF if opcode == 0x13 else self.get(instruction.rs2)
        if first is None or second is None:
            return None
        subtracts = opcode == 0x33 and word >> 30 & 1
        if operation == 0 and not subtracts:
            return _add(first, second) if isinstance(second, int) else _add(second, first) if isinstance(
                first, int) else None
        if operation == 7 and isinstance(first, Status) and second == MIE:
            return MIE * first.enables
        if not isinstance(first, int) or not isinstance(second, int):
            return None
        amount = second & 31
        result = {
            0: lambda: first - second,
            1: lambda: first << amount,
            2: lambda: int(signed(first) < signed(second)),
            3: lambda: int(first < second),
            4: lambda: first ^ second,
            5: lambda: signed(first) >> amount if word >> 30 & 1 else first >> amount,
            6: lambda: first | second,
            7: lambda: first & second,
        }[operation]()
        return result & 0xFFFFFFFF

    def takes(self, branch: Instruction) -> bool | None:
        """Return whether a branch is taken, or None if it is not known."""
        first, second = self.get(branch.rs1), self.get(branch.rs2)
        if not isinstance(first, int) or not isinstance(second, int):
            return None
        operation = branch.word >> 12 & 7
        less = signed(first) < signed(second) if operation < 6 else first < second
        return (first == second if operation < 2 else less) != bool(operation & 1)

    def learn(self, branch: Instruction, taken: bool) -> None:
        """Follow the outcome of a branch: a comparison for equality tells the value of a register."""
        operation = branch.word >> 12 & 7
        if operation > 1 or (operation == 0) != taken:
            return
        for one, other in ((branch.rs1, branch.rs2), (branch.rs2, branch.rs1)):
            if one and self.get(one) is None and self.get(other) is not None:
                self.registers[one] = self.get(other)


def signed(value: int) -> int:
    return value - (1 << 32) if value & 0x80000000 else value


def _add(value, number: int):
    """Return the sum of a value, which may be an address on the stack, and a number."""
    if isinstance(value, tuple):
        return STACK, value[1] + signed(number & 0xFFFFFFFF)
    if not number:
        return value
    return value + number & 0xFFFFFFFF if isinstance(value, int) else None
