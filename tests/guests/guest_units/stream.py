# SPDX-License-Identifier: Apache-2.0
"""Generate the instructions that stream.S executes on unit sets, in machine mode and in user mode.

A golden model for each set computes the expected results. The instruction table defines which instructions trap."""
from __future__ import annotations

import ctypes
import functools
import random
import subprocess
from pathlib import Path

from metro.base import cache, paths
from metro.configuration import ENGINES
from metro.products import isa
from metro.verify import comparison

HERE = Path(__file__).parent
UNITS_CSR, UNITS_CONTROL_CSR = (isa.csrs(isa.read())[name] for name in ("guest_units", "guest_units_control"))
OPEN, RESTART = 8, 8                    # mask of `open` in guest_units; number of the lowest `restart` bit
CANARY = 0x5CA1AB1E
PERIOD = 4                              # the time base register that starts the time base
PLACES = (("a2", "a3", "a4"), ("s2", "s3", "t3"), ("s4", "s5", "t4"))       # rs1, rs2, rd of up to three commands


@functools.cache
def library():
    """Return the compiled library of the golden models."""
    sources = [HERE / "models.c", *sorted(comparison.MODEL.glob("*.c"))]
    headers = [*comparison.MODEL.glob("*.h"), paths.ROOT / "sw" / "ci_opcodes.h"]

    def build(folder):
        subprocess.run(["gcc", "-std=c11", "-O2", "-shared", "-fPIC", f"-I{comparison.MODEL}", *sources, "-o",
                        folder / "models.so"], check=True)
    made = ctypes.CDLL(str(cache.product("models", {"files": cache.digest_files([*sources, *headers])}, build) /
                           "models.so"))
    made.models_execute.restype = ctypes.c_uint32
    made.models_execute.argtypes = [ctypes.c_uint, ctypes.c_uint, ctypes.c_uint, ctypes.c_uint32, ctypes.c_uint32]
    return made


class Guests:
    """The unit sets of a core, their instructions, and operands. Some operands are outside the sets."""
    def __init__(self, hardware):
        self.units = units = hardware.units
        self.banks = hardware.core.contexts
        table = isa.read()
        self.instructions = [(unit, i) for unit, i in [*isa.instructions(table), *isa.core_instructions(table)]
                             if unit["name"] in ("info", "time", "ready") + ("event",) * (units.events > 0)
                             and isa.need_of(i) in ("",) + ("time_base",) * units.time_base]

    def reset(self):
        u = self.units
        assert library().models_init(u.unit_sets, u.tasks, u.width, ENGINES.index(u.engine), u.events, u.queue_words,
                                     int(u.time_base), self.banks)

    def is_outside(self, unit: dict, instruction: dict, rs1: int, rs2: int) -> bool:
        """Return whether an operand names a task, word, row or event that the set does not have."""
        u, kinds, fields = self.units, isa.kinds(instruction), instruction.get("fields", ())
        words, limits = -(-u.tasks // 32), {"task": u.tasks, "word": -(-u.tasks // 32), "row": -(-u.tasks // 8)}
        if kinds[0] == "event":
            index = "index" in fields and not rs1 >> 11 & 1 and (rs1 >> 8 & 7) >= words
            return (rs1 & 0xFF) >= u.events or "task" in fields and (rs1 >> 16 & 0xFF) >= u.tasks or index
        return any(value >= limits.get(kind, 1 << 32) for kind, value in zip(kinds, (rs1, rs2)))

    def cases(self, kind: str, instruction: dict) -> list[int]:
        """Return operands of a kind around the limits of the set."""
        u = self.units
        def around(limit):
            return [0, limit - 1, limit, limit + 1, 1 << 31, 0xFFFFFFFF]
        if kind in ("task", "word", "row"):
            return around({"task": u.tasks, "word": -(-u.tasks // 32), "row": -(-u.tasks // 8)}[kind])
        if kind == "event":
            fields = instruction.get("fields", ())
            found = [0, u.events - 1, u.events, 0xFF, 0xFFFFFF00 | u.events - 1]
            if "task" in fields:
                found += [task << 16 | tries << 10 | 1 for task in (0, u.tasks - 1, u.tasks, 0xFF) for tries in (0, 1)]
            if "index" in fields:
                found += [index << 8 | rows << 11 | 1 for index in (0, 1, 2, 7) for rows in (0, 1)]
            return found
        if kind == "time_register":
            return [0, 1, 3, 5, 6, 8, 9, 16, 31, 0xFFFFFFE0]
        return [0, 1, 0xFFFFFFFF]

    def operand(self, kind: str, dice: random.Random) -> int:
        u = self.units
        if dice.random() < 0.03:
            return dice.getrandbits(32)
        limit = {"task": u.tasks, "word": -(-u.tasks // 32), "row": -(-u.tasks // 8)}.get(kind)
        if limit:
            return dice.randrange(limit + (dice.random() < 0.2))
        if kind == "event":
            return (dice.randrange(u.events + (dice.random() < 0.1)) | dice.getrandbits(8) << 8
                    | dice.randrange(u.tasks + (dice.random() < 0.1)) << 16)
        if kind == "ticks":
            return dice.choice((0, 1, 2, 3, 5))
        if kind == "value":
            return dice.choice((0, 1, 2, dice.getrandbits(32), ring(u, dice)))
        if kind == "outcome":
            return dice.choice((1, 0, dice.randrange(u.tasks) << 8 | 1))
        return dice.getrandbits(dice.choice((1, 3, 32)))


def ring(units, dice: random.Random) -> int:
    """Return a random queue value (`ring` in instructions.toml). The queue can exceed the words of all queues."""
    return dice.randrange(4) | dice.randrange(units.queue_words + 1) << 8 if units.queue_words else 0


class Stream:
    """A program under construction. From user mode, `choose` and `restart` call machine mode."""

    def __init__(self, guests: Guests):
        guests.reset()
        self.guests, self.own = guests, guests.units.unit_sets - 1
        self.set = self.open = 0
        self.user = False
        self.lines: list[str] = []
        self.items: list[str] = []                          # descriptions; a program's mark is an index, from 1
        self.fill_queues()
        self.choose(self.own)                               # the handler's set, with tasks 5 and 7 ready
        for task in (5, 7):
            self.execute([self.named("ready.set", task, 0)])
        self.choose(0)
        self.lines.append("BOARD_WRITE BOARD_ARM")          # from here on the board raises the interrupt

    def named(self, name: str, rs1: int, rs2: int):
        return next((unit, i, rs1, rs2) for unit, i in self.guests.instructions
                    if f"{unit['name']}.{i['name']}" == name)

    def fill_queues(self):
        """Initialize the words of the queues, which are unknown after a reset."""
        units = self.guests.units
        for number in range(units.unit_sets if units.events and units.queue_words else 0):
            self.choose(number)
            self.execute([self.named("event.init", 0, units.queue_words << 8)])
            for message in range(units.queue_words):
                self.execute([self.named("event.post", 3 << 8, message)])
            self.execute([self.named("event.init", 0, 0)])

    def item(self, what: str):
        self.items.append(what)
        self.lines.append(f"addi s7, s7, 1                  # {len(self.items)}: {what}")

    def expect(self, register: str, value: int):
        self.lines.append(f"EXPECT_ITEM {register}, {value:#x}")

    # Selection and restart of unit sets

    def choose(self, number: int, opens: bool = False):
        self.write(number | OPEN * opens, 0)

    def restart(self, *sets: int):
        self.write(self.set | OPEN * self.open, sum(1 << RESTART + n for n in sets))

    def write(self, choice: int, control: int):
        if self.user:
            self.item(f"call {choice} {control:#x}")
            self.lines.append(f"CALL {choice}, {control:#x}, 0")
        else:
            self.item(f"write {choice} {control:#x}")
            self.lines += [f"li t0, {control:#x}", f"csrwi {UNITS_CSR}, {choice}", f"csrw {UNITS_CONTROL_CSR}, t0"]
        self.change(choice, control)

    def change(self, choice: int, control: int):
        exists = choice % OPEN < self.guests.units.unit_sets
        self.set, self.open = (choice % OPEN, choice >> 3) if exists else (0, 0)
        for n in range(self.guests.units.unit_sets):
            if control >> RESTART + n & 1:
                library().models_restart(n)

    def look(self):
        """Check that machine mode reads guest_units correctly, and that user mode cannot access the two CSRs."""
        self.item("look")
        self.lines += ["li a5, 0", f"li a4, {CANARY}", f"csrr a4, {UNITS_CSR}"]
        self.expect("a4", CANARY if self.user else self.set | OPEN * self.open)
        if self.user:
            self.lines += [f"csrwi {UNITS_CSR}, {OPEN | 1 - self.set}", f"csrwi {UNITS_CONTROL_CSR}, 7"]
            self.expect("a5", sum(0x73 | rd << 7 | f3 << 12 | rs1 << 15 | csr << 20 for rd, f3, rs1, csr in (
                (14, 2, 0, UNITS_CSR), (0, 5, OPEN | 1 - self.set, UNITS_CSR),
                (0, 5, 7, UNITS_CONTROL_CSR))) & 0xFFFFFFFF)

    def mode(self, user: bool):
        if user and not self.user:
            self.lines.append("TO_USER_MODE")
        elif not user and self.user:
            self.lines.append(f"CALL {self.set | OPEN * self.open}, 0, 1")
        self.user = user

    # Instructions of the units

    def execute(self, commands, choices=()):
        """Execute one to three commands (unit, instruction, rs1, rs2) back to back, and check their results.

        choices: for the second and third command, the value to write directly before it, or None. If the value restarts
        a set, it goes to guest_units_control, otherwise to guest_units. Only for machine mode."""
        self.item(" ".join(f"{unit['name']}.{i['name']}({rs1:#x}, {rs2:#x})" for unit, i, rs1, rs2 in commands) +
                  f" on {self.set}, {'user' if self.user else 'machine'}{', open' if self.open else ''} {choices}")
        code, results, traps = [], [], 0
        self.lines.append("li a5, 0")
        for n, ((unit, i, rs1, rs2), (a, b, d)) in enumerate(zip(commands, PLACES)):
            self.lines += [f"li {a}, {rs1:#x}", f"li {b}, {rs2:#x}", f"li {d}, {CANARY}"]
            if n and n <= len(choices) and choices[n - 1] is not None:
                restarts = choices[n - 1] >> RESTART
                self.lines += [f"li t1, {choices[n - 1]}"] * bool(restarts)
                code.append(f"csrw {UNITS_CONTROL_CSR}, t1" if restarts else f"csrwi {UNITS_CSR}, {choices[n - 1]}")
                self.change(*((self.set | OPEN * self.open, choices[n - 1]) if restarts else (choices[n - 1], 0)))
            code.append(f".insn r 0x0B, {unit['funct3']}, {i['funct7']}, {d}, {a}, {b}")
            if self.user and (not self.open or self.guests.is_outside(unit, i, rs1, rs2)):
                traps += isa.code({"opcode": 0x0B}, unit, i) | sum(
                    REGISTERS[name] << low for name, low in ((d, 7), (a, 15), (b, 20)))
                results.append((d, CANARY))
            else:
                results.append((d, library().models_execute(self.set, unit["funct3"], i["funct7"], rs1, rs2)))
        if len(self.items) % 2:                             # its cache line must be loaded: it executes alone
            self.lines.append(".balign 32")
        self.lines += code
        for register, value in results:
            self.expect(register, value)
        self.expect("a5", traps & 0xFFFFFFFF)

    def generated(self) -> str:
        self.mode(user=False)
        self.choose(self.own)
        return "\n".join(self.lines) + "\n"


REGISTERS = {name: number for number, name in enumerate(
    "zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6".split())}


def every_instruction(guests: Guests, part: int, parts: int) -> Stream:
    """Return a stream of every instruction with operands around the limits of the set.

    It runs in machine mode and in user mode, each on an open and a closed set. `part` selects one of `parts` parts."""
    stream = Stream(guests)
    commands = []
    for unit, i in guests.instructions:
        first, second, _ = isa.kinds(i)
        for rs1 in guests.cases(first, i) if first != "nothing" else [0xFFFFFFFF]:
            for rs2 in guests.cases(second, i) if second == "task" else [3]:
                if first != "time_register" or rs1 % 32 != PERIOD:
                    commands.append((unit, i, rs1, rs2))
    for user, opens in ((False, False), (True, True), (True, False), (False, True)):
        stream.mode(user)
        for n, command in enumerate(commands[part::parts]):
            if not n % 8:
                stream.choose(n // 8 % 2, opens)
                stream.look()
            stream.execute([command])
    return stream


def random_stream(guests: Guests, seed: int, length: int) -> Stream:
    """Return a stream of `length` random steps: commands of two guests and of machine mode, changes of the set or the
    mode, and restarts."""
    dice = random.Random(seed)
    stream = Stream(guests)

    def command():
        unit, i = dice.choice(guests.instructions)
        first, second, _ = isa.kinds(i)
        if first == "time_register":
            return unit, i, dice.choice((0, 1, 3, 5, 6, 31)), dice.getrandbits(8) & ~1
        return unit, i, guests.operand(first, dice), guests.operand(second, dice)

    for _ in range(length):
        act = dice.random()
        if act < 0.12:
            stream.mode(dice.random() < 0.7)
        elif act < 0.3:
            stream.choose(dice.choice((0, 1, 0, 1, stream.own + dice.randrange(8 - stream.own))
                                      if dice.random() < 0.1 else (0, 1)), dice.random() < 0.9)
            if stream.set == stream.own:
                stream.choose(dice.randrange(2), True)
        elif act < 0.34:
            stream.restart(*dice.choice(((0,), (1,), (0, 1), ())))
        elif act < 0.37:                    # commands directly after a restart take effect
            stream.mode(user=False)
            task, ticks = dice.randrange(guests.units.tasks), dice.randrange(2, 9)
            stream.execute([command(), stream.named("time.set", task, ticks), stream.named("time.get", task, 0)],
                           (1 << RESTART + stream.set,))
        elif act < 0.4:
            stream.look()
        else:
            count = dice.choice((1, 2, 3))
            restart = dice.choice((1, 2, 3)) << RESTART
            choices = () if stream.user or dice.random() < 0.5 else tuple(
                dice.choice((None, 0, 1, OPEN, OPEN | 1, restart)) for _ in range(count - 1))
            stream.execute([command() for _ in range(count)], choices)
    return stream
