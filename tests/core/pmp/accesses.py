# SPDX-License-Identifier: Apache-2.0
"""Rules and accesses for accesses.S, with the trap that the privileged architecture defines for each access."""
from __future__ import annotations

import dataclasses
import random

from bench import BOARD, ECALLS, PAGE, RAM, USER


@dataclasses.dataclass(frozen=True)
class Rule:
    start: int
    size: int           # a power of two
    rights: str         # of rwx
    locked: bool = False
    on: bool = True

    @property
    def pmpaddr(self) -> int:
        return self.start >> 2 | (self.size >> 3) - 1

    @property
    def pmpcfg_byte(self) -> int:
        return sum(1 << "rwx".index(right) for right in self.rights) | 0x18 * self.on | 0x80 * self.locked


def allowed(rules, address: int, right: str, machine: bool = False) -> bool:
    """Return whether user mode or machine mode has this right at the address."""
    for rule in rules:
        if rule.on and rule.start <= address < rule.start + rule.size and (rule.locked or not machine):
            return right in rule.rights
    return machine


LOADS = {"lb": 1, "lbu": 1, "lh": 2, "lhu": 2, "lw": 4}
STORES = {"sb": 1, "sh": 2, "sw": 4}
SIZES = {**LOADS, **STORES}
CODE = Rule(USER, 128, "x")         # holds the loads and stores of user mode


@dataclasses.dataclass(frozen=True)
class Access:
    kind: str           # from LOADS or STORES, or fetch
    address: int
    machine: bool = False
    warm: bool = False  # machine mode has made the same access before; otherwise the caches are empty

    def cause(self, rules) -> int:
        """Return the cause of the trap that ends the access. After an allowed access, an ecall traps."""
        if self.kind != "fetch" and self.address % SIZES[self.kind]:
            return 4 if self.kind in LOADS else 6
        right = "x" if self.kind == "fetch" else "r" if self.kind in LOADS else "w"
        if not allowed(rules, self.address, right, self.machine):
            return {"x": 1, "r": 5, "w": 7}[right]
        return 11 if self.machine else 8

    def row(self, rules) -> str:
        cause = self.cause(rules)
        refused = cause not in (8, 11)
        flags = {"WARM": self.warm, "MACHINE": self.machine, "REFUSED": refused}
        place = f"{self.address:#x}" if self.kind == "fetch" else f"{self.kind}_here"
        unchanged = "rows"
        if refused and self.kind in STORES and self.address < BOARD and \
                all(allowed(rules, self.address & -4, right, True) for right in "rw"):
            unchanged = f"{self.address & -4:#x}"
        flags = " | ".join(name for name in flags if flags[name]) or 0
        return f".word {place}, {self.address:#x}, {cause}, {flags}, {unchanged}\n"


def generate(rules, accesses) -> str:
    """Return the text that accesses.S includes: code that writes the rules, and a row for each access."""
    rules = (CODE, *rules)
    text = [f"WRITE_CSR pmpaddr{n}, {rule.pmpaddr:#x}\n" for n, rule in enumerate(rules)]
    for n in range(0, len(rules), 4):
        word = sum(rule.pmpcfg_byte << 8 * m for m, rule in enumerate(rules[n:n + 4]))
        text.append(f"WRITE_CSR pmpcfg{n // 4}, {word:#x}\n")
    rows = "".join(access.row(rules) for access in accesses)
    return f"{''.join(text)}.section .rodata\nrows:\n{rows}.word 0\n.text\n"


def borders(rules, rng: random.Random, number: int) -> list[Access]:
    """Return random accesses of all kinds near the borders of the rules."""
    found = []
    for _ in range(number):
        rule = rng.choice(rules)
        edge = rng.choice((rule.start, rule.start + rule.size)) + rng.choice((-36, -32, -4, -1, 0, 1, 2, 4, 28, 32))
        kind = rng.choice(("fetch", "fetch", *LOADS, *STORES))
        low, high = rng.choice([(ECALLS, ECALLS + 0x8000), (PAGE, PAGE + 0x1000)] if kind == "fetch" else
                               [(RAM, RAM + 0x8000), (PAGE, PAGE + 0x1000)])
        address = low + (edge - low) % (high - low)
        size = 4 if kind == "fetch" else SIZES[kind]
        if rng.random() < 0.9 or kind == "fetch":
            address &= -size
        found.append(Access(kind, address, rng.random() < 0.25, rng.random() < 0.5))
    return found


def some_rules(rng: random.Random, number: int) -> list[Rule]:
    """Return random rules of 32 bytes to the whole address space, which can overlap. Locked rules spare the program."""
    found = []
    for _ in range(number):
        size = 1 << rng.randint(5, 13)
        area, span = rng.choice(((RAM, 0x8000), (ECALLS, 0x8000), (PAGE, 0x1000)))
        start = area + (rng.randrange(span) & -size) if size <= 0x1000 or area != PAGE else area
        size = min(size, 0x1000) if area == PAGE else size
        locked = rng.random() < 0.25
        if not locked and rng.random() < 0.15:
            start, size = rng.choice(((0, 1 << 32), (RAM, 0x10000), (0xF0000000, 0x10000000), (0, 1 << 31)))
        rights = rng.choice(("", "r", "rw", "x", "rx", "rwx"))
        found.append(Rule(start, size, rights, locked, rng.random() < 0.9))
    return found
