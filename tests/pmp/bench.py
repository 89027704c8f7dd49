# SPDX-License-Identifier: Apache-2.0
"""Runs the assembly programs of this folder on a core alone, with interrupts at chosen cycles, and with faults in the
netlist."""
from __future__ import annotations

import dataclasses
import json
import random
import re
import subprocess
import tempfile
from pathlib import Path

from metro import configuration
from metro.base import paths
from metro.build import core as core_module, firmware
from metro.verify import comparison

HERE = Path(__file__).parent
BOARD_H = {name: int(value, 0) for name, value in re.findall(r"#define (\w+) (\w+)", (HERE / "board.h").read_text())}
USER, RAM, ECALLS, PAGE, BOARD = (BOARD_H[name] for name in ("USER", "RAM", "ECALLS", "PAGE", "BOARD"))
CODE = ECALLS
INCLUDED = HERE, paths.ROOT / "sw", paths.ROOT / "sw" / "monitor"
CANARY = 0x5CA1AB1E

# Of a trap: back to where s1 says, with what the trap was.
HANDLER = """
    .balign 4
    handler:
        csrr s2, mcause
        csrr s3, mepc
        csrr s4, mtval
        jr s1
"""


@dataclasses.dataclass
class Outcome:
    status: int         # 0: passed; otherwise the line of the check that failed, in the program or in generated.inc
    at: int             # the interrupt came so many cycles after the program had asked for it
    mark: int           # what the program wrote to BOARD_MARK
    runs: int
    cycles: int
    interrupts: int


def build(program, folder: Path, options, generated: str, **values) -> Path:
    """Assemble a program: the name of a file of this folder, or the path of another one.

    The program gets each option of the core as a macro: USER_INTERRUPTS=4 for --user-interrupts 4, DEBUG=1 for --debug.
    generated: the text that it includes as generated.inc. values: more macros.
    """
    given = re.findall(r"--(\S+)(?: ([^-]\S*))?", " ".join(options))
    values = {**{name.upper().replace("-", "_"): value or 1 for name, value in given}, **values}
    (folder / "generated.inc").write_text(generated)
    if "\n" in str(program):                  # a text
        (folder / "program.S").write_text(f'#include "program.inc"\n{program}\n j pass\n')
        program = folder / "program.S"
    elf, image = folder / "program.elf", folder / "image.bin"
    subprocess.run([firmware.COMPILER, "-march=rv32imc", "-misa-spec=2.2", "-mabi=ilp32", "-nostdlib", f"-I{folder}",
                    *(f"-I{place}" for place in INCLUDED), *(f"-D{name}={value}" for name, value in values.items()),
                    "-T", paths.ROOT / "tests" / "sim" / "bare.ld",
                    f"-Wl,--section-start=.user={BOARD_H['USER']:#x}", HERE / program, "-o", elf], check=True)
    subprocess.run([f"{firmware.TOOLS}objcopy", "-O", "binary", elf, image], check=True)
    return image


def run(program, options=("--user-mode", "--pmp", "8"), mutate=None, fault: int = 0, seed: int = 1, wait: int = 3,
        sweep=(0, 0), timer: bool = False, spread: int = 0, generated: str = "", **values) -> Outcome:
    """Run a program (see build) on the core of these options, once for each number of cycles from sweep[0] to sweep[1].

    mutate: puts faults into the netlist; fault: the number of the one that is on. wait: the most cycles that a bus
    waits. timer: the interrupt is the timer's. spread: the timer's interrupt comes beside the line's, at most so many
    cycles before or after. The program gets these two as the macros TIMER and SPREAD.
    """
    netlist = (core_module.generate(configuration.of(*options)) / "VexRiscv.v").read_text()
    if mutate:
        netlist = mutate(netlist)
    defines = ["-DFAULTS"] * bool(mutate) + ["-DTIME_BASE"] * ("--time-base" in options) + \
        ["-DDEBUG"] * ("--debug" in options)
    executable = comparison.build("core", HERE, netlist, "VexRiscv", defines)
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        image = build(program, Path(scratch), options, generated, TIMER=int(timer), SPREAD=spread, **values)
        ran = subprocess.run([executable, image, *map(str, (seed, wait, fault, int(timer), *sweep, spread))],
                             capture_output=True, text=True, check=True)
    return Outcome(**json.loads(ran.stdout))


# Rules

@dataclasses.dataclass(frozen=True)
class Rule:
    start: int
    size: int           # a power of two
    rights: str         # of rwx
    locked: bool = False
    on: bool = True

    @property
    def address(self) -> int:
        return self.start >> 2 | (self.size >> 3) - 1

    @property
    def byte(self) -> int:
        return sum(1 << "rwx".index(right) for right in self.rights) | 0x18 * self.on | 0x80 * self.locked


def allowed(rules, address: int, right: str, machine: bool = False) -> bool:
    """What the privileged architecture says."""
    for rule in rules:
        if rule.on and rule.start <= address < rule.start + rule.size and (rule.locked or not machine):
            return right in rule.rights
    return machine


def install(rules) -> str:
    """Assembly that writes them, from rule 0 on."""
    text = "".join(f"li t0, {rule.address:#x}\n csrw {0x3B0 + n}, t0\n" for n, rule in enumerate(rules))
    for n in range(0, len(rules), 4):
        word = sum(rule.byte << 8 * m for m, rule in enumerate(rules[n:n + 4]))
        text += f"li t0, {word:#x}\n csrw {0x3A0 + n // 4}, t0\n"
    return text


# Single accesses

LOADS = {"lb": 1, "lbu": 1, "lh": 2, "lhu": 2, "lw": 4}
STORES = {"sb": 1, "sh": 2, "sw": 4}
STUBS = "".join(f".balign 8\nstub_{name}: {name} {'a4' if name in LOADS else 'a3'}, 0(a2)\n ecall\n"
                for name in (*LOADS, *STORES))
STUBS_AT, STUBS_SIZE = 0x4000, 128
OF_STUBS = Rule(STUBS_AT, STUBS_SIZE, "x")
FLUSHED, WARM, UNCHANGED, MACHINE, REFUSED = 1, 2, 4, 8, 16


@dataclasses.dataclass(frozen=True)
class Access:
    kind: str           # of LOADS, STORES, or fetch
    address: int
    machine: bool = False
    warm: bool = False  # machine mode has done the same before; otherwise the caches are empty

    @property
    def right(self) -> str:
        return "x" if self.kind == "fetch" else "r" if self.kind in LOADS else "w"

    def cause(self, rules) -> int:
        """The trap that ends it: an ecall behind it, if it is allowed."""
        if self.kind != "fetch" and self.address % {**LOADS, **STORES}[self.kind]:
            return 4 if self.kind in LOADS else 6
        if not allowed(rules, self.address, self.right, self.machine):
            return {"x": 1, "r": 5, "w": 7}[self.right]
        return 11 if self.machine else 8

    def row(self, rules) -> str:
        cause = self.cause(rules)
        refused = cause not in (8, 11)
        readable = all(allowed(rules, self.address & -4, right, True) for right in "rw") and self.address < BOARD
        flags = FLUSHED * (not self.warm) | WARM * (self.warm and not self.machine) | MACHINE * self.machine | \
            REFUSED * refused | UNCHANGED * (refused and self.kind in STORES and readable)
        entry = self.address if self.kind == "fetch" else f"stub_{self.kind}"
        return f".word {entry}, {self.address:#x}, {cause}, {flags}\n"


def accesses(rules, rows) -> str:
    """A program that does each of these, and ends with 0 if each went as it should: a refused one has changed no
    register and no memory, and has shown on no bus."""
    rules = (OF_STUBS, *rules)
    return f"""
        {install(rules)}
        la s6, rows
        li s7, 0
    next:
        addi s7, s7, 1
        li t0, BOARD
        sw s7, 24(t0)
        lw a1, 0(s6)
        lw a2, 4(s6)
        lw s8, 8(s6)
        lw s9, 12(s6)
        addi s6, s6, 16
        li a0, 0
        beqz s9, exit
        li a3, 0x12345678
        andi t0, s9, {UNCHANGED}
        beqz t0, 1f
        andi t1, a2, -4
        lw s10, 0(t1)
    1:  andi t0, s9, {WARM}
        beqz t0, 1f
        li t1, 0x1800
        csrs mstatus, t1
        jal try
        andi t0, s9, {UNCHANGED}
        beqz t0, 1f
        andi t1, a2, -4
        sw s10, 0(t1)
    1:  andi t0, s9, {FLUSHED}
        beqz t0, 1f
        fence.i
        .word 0x500f                        # the data cache
    1:  li t0, BOARD
        andi t1, a2, -32
        addi t2, t1, 32
        sw t2, 8(t0)
        sw t1, 4(t0)
        li t1, 0x1800
        csrc mstatus, t1
        andi t0, s9, {MACHINE}
        beqz t0, 1f
        csrs mstatus, t1
    1:  jal try
        li t0, BOARD
        lw s11, 12(t0)                      # what the buses have seen
        li a0, 1
        bne s2, s8, exit                    # the cause
        andi t0, s9, {REFUSED}
        beqz t0, next
        li a0, 2
        bne s3, a1, exit                    # mepc
        li a0, 3
        bne s4, a2, exit                    # mtval
        li a0, 4
        li t0, {CANARY}
        bne a4, t0, exit
        li a0, 5
        bnez s11, exit
        andi t0, s9, {UNCHANGED}
        beqz t0, next
        andi t1, a2, -4
        lw t0, 0(t1)
        li a0, 6
        bne t0, s10, exit
        j next
    try:                                    # at a1, in the mode of MPP, until it traps
        mv s1, ra
        csrw mepc, a1
        li a4, {CANARY}
        mret
        {HANDLER}
    rows:
        {"".join(row.row(rules) for row in rows)}
        .word 0, 0, 0, 0
        .org {STUBS_AT}
        {STUBS}
        .org {STUBS_AT + STUBS_SIZE}
    """


def borders(rules, dice: random.Random, number: int) -> list[Access]:
    """Accesses around where rules begin and end, of all kinds."""
    found = []
    for _ in range(number):
        rule = dice.choice(rules)
        edge = dice.choice((rule.start, rule.start + rule.size)) + dice.choice((-36, -32, -4, -1, 0, 1, 2, 4, 28, 32))
        kind = dice.choice(("fetch", "fetch", *LOADS, *STORES))
        low, high = dice.choice([(CODE, CODE + 0x8000), (PAGE, PAGE + 0x1000)] if kind == "fetch" else
                                [(RAM, RAM + 0x8000), (PAGE, PAGE + 0x1000)])
        address = low + (edge - low) % (high - low)
        size = 4 if kind == "fetch" else {**LOADS, **STORES}[kind]
        if dice.random() < 0.9 or kind == "fetch":
            address &= -size
        found.append(Access(kind, address, dice.random() < 0.25, dice.random() < 0.5))
    return found


def some_rules(dice: random.Random, number: int) -> list[Rule]:
    """Rules that overlap, from one line up to all of the address space. Locked ones leave the program alone."""
    found = []
    for _ in range(number):
        size = 1 << dice.randint(5, 13)
        area, span = dice.choice(((RAM, 0x8000), (CODE, 0x8000), (PAGE, 0x1000)))
        start = area + (dice.randrange(span) & -size) if size <= 0x1000 or area != PAGE else area
        size = min(size, 0x1000) if area == PAGE else size
        locked = dice.random() < 0.25
        if not locked and dice.random() < 0.15:
            start, size = dice.choice(((0, 1 << 32), (RAM, 0x10000), (0xF0000000, 0x10000000), (0, 1 << 31)))
        rights = dice.choice(("", "r", "rw", "x", "rx", "rwx"))
        found.append(Rule(start, size, rights, locked, dice.random() < 0.9))
    return found
