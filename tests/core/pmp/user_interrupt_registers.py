# SPDX-License-Identifier: Apache-2.0
"""Random accesses to the interrupt registers of user mode, with expected values, for user_interrupt_registers.S."""
from __future__ import annotations

import random

OFF, HANDLER, PC, OPEN, PENDING = "GUEST_OFF", "GUEST_HANDLER", "GUEST_PC", "GUEST_OPEN", "GUEST_PENDING"
PROGRAM, LINES = "CI_CSR_USER_PROGRAM", "CI_CSR_USER_LINES"
OF_USER_MODE = OFF, HANDLER, PC, OPEN, PENDING
RAISED = 0xE0000000


class Model:
    """A model of the interrupt registers of all programs. up: mask of the lines that are high."""

    def __init__(self, programs: int, up: int):
        self.programs, self.up, self.program = programs, up, 0
        self.registers = [dict.fromkeys((*OF_USER_MODE, LINES), 0) for _ in range(programs)]

    def read(self, register: str) -> int:
        own = self.registers[self.program]
        if register == PROGRAM:
            return self.program
        return own[register] | (self.up & own[OPEN] if register == PENDING else 0)

    def write(self, register: str, word: int) -> None:
        own = self.registers[self.program]
        if register == PROGRAM:
            self.program = word % self.programs
            return
        own[register] = word & {OFF: 1, OPEN: own[LINES], PENDING: RAISED, LINES: ~RAISED}.get(register, 0xFFFFFFFF)
        if register == LINES:
            own[OPEN] = 0


def generate(programs: int, seed: int = 1) -> str:
    """Return the text of generated.inc for a core with interrupt registers for this many programs."""
    rng = random.Random(seed)
    lines = rng.getrandbits(32) | 1
    model, text = Model(programs, lines), [f"li t1, {lines:#x}", "BOARD_WRITE BOARD_LINES, t1", "RAISE_LINES"]

    def access(operation: str, register: str, word: int) -> None:
        before = model.read(register)
        model.write(register, {"csrrw": word, "csrrs": before | word, "csrrc": before & ~word}[operation])
        text.append(f"ACCESS {operation}, {register}, {word:#x}, {before:#x}")

    def word_for(register: str) -> int:
        return rng.getrandbits(32) & (rng.choice((lines, 0xFFFFFFFF)) if register in (OPEN, LINES) else 0xFFFFFFFF)

    for program in range(programs):             # a reset does not define all registers
        text.append(f"csrwi {PROGRAM}, {program}")
        model.write(PROGRAM, program)
        for register in (LINES, OPEN, HANDLER, PC, OFF):
            word = word_for(register)
            model.write(register, word)
            text.append(f"WRITE_CSR {register}, {word:#x}")
    operations = "csrrw", "csrrs", "csrrc"
    for _ in range(24):
        for _ in range(6):
            register = rng.choice((*OF_USER_MODE, LINES, PROGRAM, PROGRAM))
            access(rng.choice(operations), register, word_for(register))
        access("csrrs", OFF, 1)
        text.append("ENTER_USER_MODE")
        for _ in range(6):
            register, operation = rng.choice((*OF_USER_MODE, PENDING)), rng.choice(operations)
            if register == OFF and model.read(PENDING):
                operation = "csrrs"
            if register not in (OPEN, PENDING) or model.read(OFF):
                access(operation, register, word_for(register))
            assert model.read(OFF) or not model.read(PENDING)
        text += [f"REFUSED {rng.choice(operations[:2])}, {register}, {rng.getrandbits(32):#x}"
                 for register in (PROGRAM, LINES)]
        text += ["LEAVE_USER_MODE", "li t0, CAUSE_USER_ECALL", "bne s2, t0, wrong"]
    for program in range(programs):
        access("csrrw", PROGRAM, program)
        for register in (*OF_USER_MODE, LINES):
            access("csrrs", register, 0)
    return "\n".join(text) + "\n"
