# SPDX-License-Identifier: Apache-2.0
"""Random programs for the timing model. They use all kinds of instructions of RV32IM, CSRs, mret, and the units."""
import random

from metro.wcet import timing

HOT_BASE = 1 << 32             # end of the hot memory
DATA = 0x10001000
# {register: address} of the memory that programs access. They do not write these registers.
CACHED = {9: DATA, 10: DATA}
HOT_DATA = {8: timing.HOT_DATA}
JUMPS = 30                     # register for computed jumps
NOP = 0x13
EXIT = 0xF0001000              # CSR of sim_exit
MTVEC, MEPC, MSCRATCH, MSTATUS = 0x305, 0x341, 0x340, 0x300
ALU, LOAD, STORE = 0, 3, 4     # some kinds of parts
# A jump or branch over some parts, until the addresses are known: (kind, operands ..., parts).
BRANCH, JUMP, COMPUTED = "branch", "jump", "computed"


def r_type(rd, funct3, rs1, rs2, funct7):
    return 0x33 | rd << 7 | funct3 << 12 | rs1 << 15 | rs2 << 20 | funct7 << 25


def i_type(opcode, rd, funct3, rs1, immediate):
    return opcode | rd << 7 | funct3 << 12 | rs1 << 15 | (immediate & 0xFFF) << 20


def store(funct3, rs1, rs2, offset):
    return 0x23 | (offset & 31) << 7 | funct3 << 12 | rs1 << 15 | rs2 << 20 | (offset >> 5 & 0x7F) << 25


def branch(funct3, rs1, rs2, offset):
    return (0x63 | (offset >> 11 & 1) << 7 | (offset >> 1 & 15) << 8 | funct3 << 12 | rs1 << 15 | rs2 << 20
            | (offset >> 5 & 63) << 25 | (offset >> 12 & 1) << 31)


def jal(rd, offset):
    return (0x6F | rd << 7 | (offset >> 12 & 255) << 12 | (offset >> 11 & 1) << 20 | (offset >> 1 & 0x3FF) << 21
            | (offset >> 20 & 1) << 31)


def load_constant(rd, value):
    high = value + 0x800 & 0xFFFFF000
    return [0x37 | rd << 7 | high, i_type(0x13, rd, 0, rd, value - high)]


class Program:
    """A random program. words: its code. start, end: indices of the random part.

    bases: {register: address} of the memory. kinds: numbers of the kinds of parts, see part().
    """

    def __init__(self, seed: int, length: int, units=(), bases=CACHED, kinds=range(10)):
        self.random = random.Random(seed)
        self.bases = tuple(bases)
        self.units = self.random.sample(units, min(len(units), self.random.choice((3, 8, 60))))
        self.pool = list(range(11, 30))
        self.words = [word for base in bases.items() for word in load_constant(*base)]
        self.words += [i_type(0x03, 11, 2, self.bases[0], 32 * line) for line in range(8)]
        for register in self.pool:
            small = self.random.randrange(32) | self.random.randrange(64) << 16
            self.words += load_constant(register, self.random.choice((small, small & 31, self.random.getrandbits(32))))
        self.start = len(self.words)
        weights = [self.random.random() + 0.05 for _ in kinds]
        parts, words = [], 0
        while words < length:
            parts.append(self.part(self.random.choices(kinds, weights)[0]))
            words += len(parts[-1])
        self.resolve([*parts, *[[NOP]] * 8])
        self.end = len(self.words)
        self.words += [*load_constant(5, EXIT), store(2, 5, 0, 0), jal(0, 0)]

    def part(self, kind: int) -> list:
        choice, chance = self.random.choice, self.random.random
        few = self.pool[:choice((2, 4, 19))]
        rd, rs1, rs2 = (choice(few) for _ in range(3))
        base = choice(self.bases)
        if kind == ALU:
            return [r_type(rd, choice((0, 2, 3, 4, 6, 7)), rs1, rs2, 0)]
        if kind == 1:
            return [r_type(rd, choice((1, 5)), rs1, rs2, 0)]
        if kind == 2:
            return [r_type(rd, choice((0, 1, 2, 3) if chance() < 0.8 else (4, 5, 6, 7)), rs1, rs2, 1)]
        if kind == LOAD:
            return [choice((i_type(0x03, rd, 2, base, 4 * self.random.randrange(8)),
                            i_type(0x03, rd, 4, base, self.random.randrange(32)),
                            i_type(0x03, rd, 1, base, 2 * self.random.randrange(16))))]
        if kind == STORE:
            return [choice((store(2, base, rs1, 4 * self.random.randrange(8)),
                            store(0, base, rs1, self.random.randrange(32))))]
        if kind == 5:
            return [(BRANCH, choice((0, 1, 4, 5, 6, 7)), rs1, rs2, choice((0, 1, 1, 2, 3)))]
        if kind == 6:
            return [(JUMP, choice((0, 1, 2)))]
        if kind == 7:
            return [i_type(0x73, choice((0, rd)), choice((1, 2, 3)), choice((0, rs1)), MSCRATCH) if chance() < 0.7 else
                    i_type(0x73, choice((0, rd)), 7, choice((0, 8)), MSTATUS)]
        if kind == 8 and self.units:
            return [choice(self.units) | choice((0, rd)) << 7 | rs1 << 15 | rs2 << 20]
        return choice((
            # a branch back over one instruction, taken at most once
            [jal(0, 12), r_type(rd, 0, rs1, rs2, 0), jal(0, 8), branch(choice((0, 1, 4, 5)), rs1, rs2, -8)],
            [branch(1, rs1, rs1, -4)],
            [0x17 | JUMPS << 7, (COMPUTED, choice((0, 31)), choice((0, 1, 2)))],
            [0x17 | JUMPS << 7, i_type(0x13, JUMPS, 0, JUMPS, 16), i_type(0x73, 0, 1, JUMPS, MEPC), 0x30200073],
        ))

    def resolve(self, parts: list) -> None:
        places = [self.start]
        for part in parts:
            places.append(places[-1] + len(part))
        for number, part in enumerate(parts):
            for word in part:
                if isinstance(word, tuple):
                    kind, *operands, over = word
                    offset = 4 * (places[min(number + 1 + over, len(parts))] - len(self.words))
                    word = (branch(*operands, offset) if kind == BRANCH else jal(0, offset) if kind == JUMP else
                            i_type(0x67, *operands, 0, JUMPS, offset + 4))
                self.words.append(word)

    def image(self, base: int) -> tuple[list[int], int]:
        """Return the words of a ROM that runs the program, and the program's address: in the ROM, or at `base` in the
        hot memory."""
        if not base:
            return self.words, 0
        source = 4 * 40
        copy = [*load_constant(1, source), *load_constant(2, base), *load_constant(3, source + 4 * len(self.words)),
                i_type(0x03, 4, 2, 1, 0), store(2, 2, 4, 0), i_type(0x13, 1, 0, 1, 4), i_type(0x13, 2, 0, 2, 4),
                branch(1, 1, 3, -16), 0x0000100F, NOP, NOP, *load_constant(5, base), i_type(0x67, 0, 0, 5, 0)]
        return [*copy, *[NOP] * (40 - len(copy)), *self.words], base
