# SPDX-License-Identifier: Apache-2.0
"""Values that registers have on every path: constants, addresses on the stack, and distances from unknown numbers.

They tell which branches a path cannot take, the addresses of loads and stores, and when a loop ends. A word on the
stack keeps its value until something may have written it: a store to an unknown address, once the code has computed an
address on the stack.
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
class Below:
    """A number with at most this many bits, from 1 to 31."""
    bits: int


@dataclasses.dataclass(frozen=True)
class Values:
    """registers: (number, value) of each register of which something is known. A value is a number, a Below, a
    Status, or (base, distance from the base's number). A base is STACK (the first sp), the address of an
    instruction (its last result), or -R (the first value of register R). stack: (offset, value) of each known word.
    escaped: the code has computed an address on the stack. interrupts: whether they are enabled, or None if it is
    not known. variables: (address, value or None) of words that only code with their address changes."""
    registers: frozenset = frozenset()
    stack: frozenset = frozenset()
    escaped: bool = False
    switched: bool = False         # sp may point to the stack of another task
    interrupts: bool | None = True
    variables: frozenset = frozenset()

    @property
    def mode(self) -> tuple:
        """What tells critical sections apart. The analysis joins values only if they have it in common."""
        return self.interrupts, self.variables

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
    known = {register: (-register, 0) for register in range(1, 32)} | {SP: (STACK, 0)}
    if global_pointer is not None:
        known[GP] = global_pointer
    return Values(frozenset(known.items()), interrupts=interrupts, variables=variables)


class Frame:
    """Values that change from instruction to instruction."""

    def __init__(self, values: Values):
        self.registers, self.stack, self.escaped = dict(values.registers), dict(values.stack), values.escaped
        self.switched, self.interrupts, self.variables = values.switched, values.interrupts, dict(values.variables)
        self.bases = {value[0] for held in (self.registers, self.stack) for value in held.values()
                      if isinstance(value, tuple)}

    def frozen(self) -> Values:
        return Values(frozenset(self.registers.items()), frozenset(self.stack.items()), self.escaped,
                      self.switched, self.interrupts, frozenset(self.variables.items()))

    def get(self, register: int):
        return self.registers.get(register) if register else 0

    def address(self, instruction: Instruction):
        """Return the address of a load or store: a number, (STACK, offset), or None if it is not known."""
        address = _add(self.get(instruction.rs1), instruction.immediate)
        return address if isinstance(address, int) or _is_on_stack(address) else None

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
            if instruction.rd == SP and not isinstance(value, int) and not _is_on_stack(value):
                self.stack, self.escaped, self.switched = {}, True, True       # the stack of another task
            if value is None and instruction.size < 4 and instruction.word >> 14 & 1:
                value = Below(8 * instruction.size)
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
            value = instruction.address, 0
            self._forget(instruction.address)
            self.bases.add(instruction.address)
        self.registers[instruction.rd] = value
        if _is_on_stack(value) and instruction.rd != SP and kind == decode.ALU:
            self.escaped = True

    def _forget(self, base) -> None:
        """Forget the distances from a number, because the base gets another number."""
        if base in self.bases:
            for held in (self.registers, self.stack):
                for place in [place for place, value in held.items() if isinstance(value, tuple) and value[0] == base]:
                    del held[place]

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
        if operation == 7 and isinstance(second, int) and 0 < second < 1 << 31 and not isinstance(first, (int, Status)):
            return Below(min(_bits(first), second.bit_length()))
        if first is None or second is None:
            return None
        subtracts = opcode == 0x33 and word >> 30 & 1
        if operation == 0 and not subtracts:
            return _add(first, second) if isinstance(second, int) else _add(second, first) if isinstance(
                first, int) else None
        if operation == 7 and isinstance(first, Status) and second == MIE:
            return MIE * first.enables
        if subtracts and not operation and isinstance(first, tuple):
            if isinstance(second, int):
                return _add(first, -second)
            return first[1] - second[1] & 0xFFFFFFFF if isinstance(second, tuple) and first[0] == second[0] else None
        if not isinstance(first, int) or not isinstance(second, int):
            return self._below(opcode, word, operation, first, second)
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

    @staticmethod
    def _below(opcode: int, word: int, operation: int, first, second) -> Below | int | None:
        """Return what is known of the result of an operation on numbers of which one is not known."""
        if operation in (2, 3):
            return Below(1)
        if operation == 5 and isinstance(second, int) and (not word >> 30 & 1 or _bits(first) < 32):
            bits = _bits(first) - (second & 31)
            return None if bits > 31 else Below(bits) if bits > 0 else 0
        if operation in (4, 6) and max(_bits(first), _bits(second)) < 32:
            return Below(max(_bits(first), _bits(second)))
        if operation == 7 and min(_bits(first), _bits(second)) < 32:
            return Below(min(_bits(first), _bits(second)))
        return None

    def compared(self, branch: Instruction) -> tuple | None:
        """Return the operands of a branch if its outcome may follow from them, else None."""
        first, second = self.get(branch.rs1), self.get(branch.rs2)
        if isinstance(first, tuple) and isinstance(second, tuple):
            return (first, second) if first[0] == second[0] else None
        return (first, second) if all(isinstance(one, (int, Below)) for one in (first, second)) else None

    def takes(self, branch: Instruction) -> bool | None:
        """Return whether a branch is taken, or None if it is not known."""
        operands = self.compared(branch)
        if not operands:
            return None
        first, second = operands
        operation = branch.word >> 12 & 7
        negated = bool(operation & 1)
        if isinstance(first, tuple):                       # sums may overflow, so the smaller one is not known
            return (operation < 2 and first == second) != negated if operation < 2 or first == second else None
        (low, high), (other_low, other_high) = (_range(value, operation in (4, 5)) for value in operands)
        if operation < 2:
            holds = True if low == high == other_low == other_high else \
                False if high < other_low or other_high < low else None
        else:
            holds = True if high < other_low else False if low >= other_high else None
        return None if holds is None else holds != negated

    def learn(self, branch: Instruction, taken: bool) -> None:
        """Follow the outcome of a branch: a comparison for equality tells the value of a register."""
        operation = branch.word >> 12 & 7
        if operation > 1 or (operation == 0) != taken:
            return
        for one, other in ((branch.rs1, branch.rs2), (branch.rs2, branch.rs1)):
            known, value = self.get(one), self.get(other)
            # Other registers with this number keep their distances, which more paths have in common.
            if one and value is not None and (known is None or isinstance(value, int)):
                self.registers[one] = value


def signed(value: int) -> int:
    return value - (1 << 32) if value & 0x80000000 else value


def _is_on_stack(value) -> bool:
    return isinstance(value, tuple) and value[0] == STACK


def _bits(value) -> int:
    """Return the most bits of a value."""
    return value.bits if isinstance(value, Below) else value.bit_length() if isinstance(value, int) else 32


def _range(value: int | Below, is_signed: bool) -> tuple[int, int]:
    """Return the smallest and largest number that a value can be."""
    if isinstance(value, Below):
        return 0, (1 << value.bits) - 1
    return (signed(value) if is_signed else value,) * 2


def _add(value, number: int):
    """Return the sum of a value and a number."""
    if isinstance(value, tuple):
        return value[0], signed(value[1] + number & 0xFFFFFFFF)
    if not number:
        return value
    if isinstance(value, int):
        return value + number & 0xFFFFFFFF
    most = max(_bits(value), number.bit_length()) + 1
    return Below(most) if isinstance(value, Below) and 0 < number and most < 32 else None
