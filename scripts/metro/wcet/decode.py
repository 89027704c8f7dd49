# SPDX-License-Identifier: Apache-2.0
"""Decode the instructions of RV32IM, of the machine mode and of the units, as far as the timing model needs them."""
from __future__ import annotations

import dataclasses
import functools

from ..products import isa

ALU, SHIFT, MUL, DIV, LOAD, STORE, CSR, UNIT = "alu", "shift", "mul", "div", "load", "store", "csr", "unit"
BRANCH, JAL, JALR = "branch", "jal", "jalr"
MRET, FENCE, SYSTEM, OTHER = "mret", "fence", "system", "other"
RA = 1
MSTATUS = 0x300
# The bank switches, which jump like mret (hw/spinal, ContextPlugin).
SWITCHES = ("context.switch", "context.exit")


@dataclasses.dataclass(frozen=True)
class Instruction:
    """kind: one of the names above. rd: 0 if it writes no register. uses: registers that it reads. immediate: of loads,
    stores, jumps and additions. target: of a branch or jump, if the instruction contains it. unit: name of an
    instruction of the units. size: bytes that a load or store accesses."""
    address: int
    word: int
    kind: str
    rd: int = 0
    rs1: int = 0
    rs2: int = 0
    uses: tuple = ()
    immediate: int = 0
    target: int | None = None
    unit: str = ""
    size: int = 0

    @property
    def jumps_from_write_back(self) -> bool:
        return self.kind == MRET or self.unit in SWITCHES

    @property
    def writes_status(self) -> bool:
        """Whether it is a CSR instruction that may change mstatus, with the interrupt enable."""
        return self.kind == CSR and self.immediate == MSTATUS and bool(self.rs1 or not self.word >> 13 & 1)

    @property
    def is_backward(self) -> bool:
        return self.target is not None and _signed(self.target - self.address, 32) < 0


@functools.cache
def units() -> dict[int, tuple[str, str, tuple[int, ...]]]:
    """Return {word & mask: (name, latency, operands that it reads)} of the units' instructions."""
    table = isa.read()
    found = {}
    for unit, instruction in isa.every_instruction(table):
        read = tuple(n for n, name in enumerate(("rs1", "rs2")) if name in isa.operands(instruction))
        name = f"{unit['name']}.{instruction['name']}"
        found[isa.code(table, unit, instruction)] = name, instruction["latency"], read
    return found


def _signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def decode(address: int, word: int) -> Instruction:
    opcode, rd, funct3, rs1, rs2 = word & 0x7F, word >> 7 & 31, word >> 12 & 7, word >> 15 & 31, word >> 20 & 31
    funct7, low = word >> 25, _signed(word >> 20, 12)

    def made(kind: str, **fields) -> Instruction:
        return Instruction(address, word, kind, **fields)

    if opcode in (0x37, 0x17):
        return made(ALU, rd=rd, immediate=word & 0xFFFFF000)
    if opcode == 0x6F:
        offset = (word >> 31) << 20 | (word >> 12 & 0xFF) << 12 | (word >> 20 & 1) << 11 | (word >> 21 & 0x3FF) << 1
        return made(JAL, rd=rd, target=address + _signed(offset, 21) & 0xFFFFFFFF)
    if opcode == 0x67:
        return made(JALR, rd=rd, rs1=rs1, uses=(rs1,), immediate=low)
    if opcode == 0x63:
        offset = (word >> 31) << 12 | (word >> 7 & 1) << 11 | (word >> 25 & 0x3F) << 5 | (word >> 8 & 15) << 1
        return made(BRANCH, rs1=rs1, rs2=rs2, uses=(rs1, rs2), target=address + _signed(offset, 13) & 0xFFFFFFFF)
    if opcode == 0x03:
        return made(LOAD, rd=rd, rs1=rs1, uses=(rs1,), immediate=low, size=1 << (funct3 & 3))
    if opcode == 0x23:
        return made(STORE, rs1=rs1, rs2=rs2, uses=(rs1, rs2), immediate=_signed(funct7 << 5 | rd, 12),
                    size=1 << (funct3 & 3))
    if opcode == 0x13:
        return made(SHIFT if funct3 in (1, 5) else ALU, rd=rd, rs1=rs1, uses=(rs1,), immediate=low)
    if opcode == 0x33:
        kind = (DIV if funct3 & 4 else MUL) if funct7 == 1 else SHIFT if funct3 in (1, 5) else ALU
        return made(kind, rd=rd, rs1=rs1, rs2=rs2, uses=(rs1, rs2))
    if opcode == 0x0F:
        return made(FENCE)
    if opcode == 0x73:
        if funct3:
            return made(CSR, rd=rd, rs1=rs1, uses=() if funct3 & 4 else (rs1,), immediate=word >> 20)
        return made(MRET if word == 0x30200073 else SYSTEM)
    if name := units().get(word & 0xFE00707F):
        registers = (rs1, rs2)
        return made(UNIT, rd=rd, rs1=rs1, rs2=rs2, uses=tuple(registers[n] for n in name[2]), unit=name[0])
    return made(OTHER)
