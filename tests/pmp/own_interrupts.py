# SPDX-License-Identifier: Apache-2.0
"""Programs in user mode that handle interrupts themselves: one that comes at any cycle; what of each program's
registers another one changes or sees; what comes, when, and before what."""
from __future__ import annotations

import random

from accesses import Rule, install
from bench import BOARD, RAM

USER, END, NOWHERE = 0x4000, 0x6000, 0x3000
RULES = (Rule(USER, END - USER, "x"), Rule(RAM, 64, "rw"), Rule(BOARD, 32, "rw"))
OFF, HANDLER, PC, OPEN, PENDING, PROGRAM, LINES = 0x8C0, 0x8C1, 0x8C2, 0x8C3, 0x8C4, 0xBC3, 0xBC4
URET = ".word 0x00200073\n"
RAISED = 0xE0000000

# What user mode has said of the trap that it causes, and what is counted: words from RAM on.
CELL, BYTES, CAUSE, AT, GOES_ON, ENABLED, CALLS, TIMERS, SAVED = 0, 4, 16, 20, 24, 28, 32, 36, 40


def option(options, name: str, otherwise: int = 0) -> int:
    return int(options[options.index(name) + 1]) if name in options else otherwise


def number_of_programs(options) -> int:
    return option(options, "--user-interrupts")


class Code:
    """User code that adds up what each of its pieces leaves in a6: none of them can be left out or executed twice."""

    def __init__(self):
        self.text, self.sections = [], []
        self.sum = self.label = self.cell = self.calls = self.raises = 0

    def add(self, assembly: str, value: int) -> None:
        self.text.append(f"{assembly}\n slli t0, a5, 5\n add a5, a5, t0\n add a5, a5, a6\n")
        self.sum = (self.sum * 33 + value) % (1 << 32)

    def section(self, before: str, inside: str, after: str, value: int) -> None:
        """Nothing comes behind `before`, until `after` has been executed."""
        number = len(self.sections)
        self.sections.append((f"section_{number}", f"section_end_{number}"))
        self.add(f"{before}\nsection_{number}:\n {inside}\n {after}\nsection_end_{number}:\n", value)

    def trap(self, instruction: str, cause: int, at: str | None = None) -> None:
        """A trap to machine mode, which counts it."""
        self.label += 1
        self.calls += 1
        self.add(f"""
            li t1, {cause}
            sw t1, {CAUSE}(a2)
            la t1, {at or f"trap_{self.label}"}
            sw t1, {AT}(a2)
            la t1, behind_{self.label}
            sw t1, {GOES_ON}(a2)
        trap_{self.label}:
            {instruction}
            li a5, 0                            # never
        behind_{self.label}:
            lw a6, {CALLS}(a2)
        """, self.calls)

    def counts(self) -> tuple[str, int]:
        self.cell += 1
        return f"lw a6, {CELL}(a2)\n addi a6, a6, 1\n sw a6, {CELL}(a2)\n", self.cell

    def raises_one(self) -> tuple[str, int]:
        """It waits until the handler has counted one more."""
        self.raises += 1
        return f"li t1, {self.raises}\n1: bne s8, t1, 1b\n mv a6, s8\n", self.raises


def user_code(code: Code, options) -> None:
    """One round."""
    code.add("li a6, 0x123\n sw a6, 4(a2)\n lw a7, 4(a2)\n add a6, a6, a7\n sb a6, 8(a2)\n lbu a7, 8(a2)\n"
             " add a6, a6, a7\n", 0x246 + 0x46)
    code.add(*code.counts())
    code.add("li t1, 1234\n mul a6, t1, t1\n divu a6, a6, t1\n li t1, 100\n rem t1, a6, t1\n mul a6, a6, t1\n",
             1234 * 34)
    code.add("li a6, 0\n li t1, 3\n1: addi a6, a6, 7\n addi t1, t1, -1\n bnez t1, 1b\n bne t1, zero, 1b\n"
             " jal t2, 2f\n li a6, 0\n2: la t1, 3f\n jr t1\n li a6, 0\n3: addi a6, a6, 1\n", 22)
    inside, value = code.counts()
    code.section("csrrsi t1, 0x8C0, 1", inside, "csrw 0x8C0, t1", value)
    code.trap("ecall", 8)
    inside, value = code.counts()
    code.section("csrwi 0x8C0, 1", f"lui t1, 0x40000\n csrs 0x8C4, t1\n {inside}\n wfi", "csrrci zero, 0x8C0, 1", value)
    code.add(*code.raises_one())
    for refused in ("csrr a6, mstatus", "csrw 0xBC3, zero", "csrr a6, 0xBC4", "mret",
                    ".insn r 0x0B, 2, 2, a4, zero, zero"):
        code.trap(refused, 2)
    code.trap("lw a6, 2(a2)", 4)
    if "--pmp" in options:
        code.trap("lw a6, 64(a2)", 5)
        code.trap("sw a6, 64(a2)", 7)
        code.trap("jr a3", 1, hex(NOWHERE))
    code.label += 1
    code.section("csrrsi a6, 0x8C0, 1", f"la t1, uret_{code.label}\n csrw 0x8C2, t1\n",
                 f"{URET} li a5, 0\nuret_{code.label}:\n", 0)
    code.add("lui t1, 0x40000\n csrrs a6, 0x8C4, t1\n" + code.raises_one()[0], code.raises)
    if "--compressed" in options:
        code.add("li a6, 1\n .option rvc\n c.addi a6, 2\n .option norvc\n sw a6, 4(a2)\n bne a6, a6, 1f\n"
                 " lw a6, 4(a2)\n mul a6, a6, a6\n .option rvc\n c.nop\n 1: c.addi a6, 1\n c.addi a6, 1\n"
                 " .option norvc\n", 11)


def handler(code: Code, options) -> str:
    """Of user mode. That of the line turns interrupts on for one that it raises itself, and calls machine mode."""
    sections = "".join(f"la t3, {begin}\n bltu t4, t3, 1f\n la t3, {end}\n bltu t4, t3, in_section\n1:\n"
                       for begin, end in code.sections)
    rvc = "--compressed" in options
    return f"""
        .balign 4
        {".option rvc; c.addi s8, 1; .option norvc" if rvc else ""}     # it begins behind that
    user_handler:
        csrr t3, 0x8C0
        li t4, 1
        li a0, 30
        bne t3, t4, user_exit
        csrr t4, 0x8C2
        {sections}
        li t3, {NOWHERE}
        beq t4, t3, 1f
        li a0, 32
        li t3, {USER}
        bltu t4, t3, user_exit
        li t3, {END}
        bgeu t4, t3, user_exit
    1:  csrr t3, 0x8C4
        andi t5, t3, 1
        bnez t5, of_line
        slli t5, t3, 1
        bltz t5, of_code
        slli t5, t3, 2
        bltz t5, of_handler
        li a0, 33
        j user_exit
    in_section:
        li a0, 31
        j user_exit
    of_code:
        lui t5, 0x40000
        csrrc t3, 0x8C4, t5
        addi s8, s8, 1
        {URET}
    of_handler:
        li a0, 34
        la t5, nested
        bltu t4, t5, user_exit
        la t5, nested_end
        bgeu t4, t5, user_exit
        li a0, 35
        bnez s9, user_exit
        li s9, 1
        lui t5, 0x20000
        csrrc t3, 0x8C4, t5
        {URET}
    of_line:
        mv s10, t4
        addi s11, s11, 1
        li t6, BOARD
        sw zero, 16(t6)
        lw t5, 12(t6)                           # the line is low behind it
        li t6, {RAM}
        {"".join(f"lw t3, {CAUSE + n}(t6); sw t3, {SAVED + n}(t6); " for n in (0, 4, 8))}
        li t3, 8
        sw t3, {CAUSE}(t6)
        la t3, calls
        sw t3, {AT}(t6)
        la t3, called
        sw t3, {GOES_ON}(t6)
    calls:
        ecall
        li a0, 37
        j user_exit
    called:
        {"".join(f"lw t3, {SAVED + n}(t6); sw t3, {CAUSE + n}(t6); " for n in (0, 4, 8))}
        lw t3, {CALLS}(t6)
        addi t3, t3, -1
        sw t3, {CALLS}(t6)
        lui t5, 0x20000
        csrs 0x8C4, t5
        csrwi 0x8C0, 0
    nested:
    1:  beqz s9, 1b
        csrwi 0x8C0, 1
    nested_end:
        csrw 0x8C2, s10
        li s9, 0
        {URET}
        li a0, 38
        j user_exit
    other_handler:
        li a0, 36
    user_exit:
        li t6, BOARD
        sw a0, 0(t6)
    1:  j 1b
    """


def machine_handler() -> str:
    """It has registers of its own."""
    return f"""
        .balign 4
    handler:
        csrr ra, mcause
        li sp, {RAM}
        csrr gp, mstatus
        li a0, 1
        andi tp, gp, 8
        bnez tp, exit
        bltz ra, timer
        li a0, 2
        lw tp, {CAUSE}(sp)
        bne ra, tp, exit
        li a0, 3
        csrr ra, mepc
        lw tp, {AT}(sp)
        bne ra, tp, exit
        li a0, 4
        li tp, 0x1800
        and tp, gp, tp
        bnez tp, exit
        li a0, 5
        andi gp, gp, 0x80
        lw tp, {ENABLED}(sp)
        bne gp, tp, exit
        lw tp, {CALLS}(sp)
        addi tp, tp, 1
        sw tp, {CALLS}(sp)
        lw tp, {GOES_ON}(sp)
        andi gp, tp, 1                          # in machine mode
        beqz gp, 1f
        li gp, 0x1800
        csrs mstatus, gp
        addi tp, tp, -1
    1:  csrw mepc, tp
        mret
    timer:
        li a0, 6
        li tp, 0x80000007
        bne ra, tp, exit
        lw tp, {TIMERS}(sp)
        addi tp, tp, 1
        sw tp, {TIMERS}(sp)
        csrr ra, mepc
        li tp, {NOWHERE}
        beq ra, tp, 1f
        li tp, {USER}
        bltu ra, tp, 2f
    1:  li a0, 7
        li tp, 0x1800
        and tp, gp, tp
        bnez tp, exit
        li a0, 8
        andi gp, gp, 0x80
        lw tp, {ENABLED}(sp)
        bne gp, tp, exit
        j 3f
    2:  li a0, 9
        li tp, 0x1880
        and gp, gp, tp
        bne gp, tp, exit
    3:  li tp, BOARD
        sw zero, 28(tp)
        lw gp, 12(tp)
        nop
        nop
        mret
    """


def at_any_cycle(options, spread: int = 0) -> str:
    """Two rounds in user mode, with mstatus.MPIE on and off, while one interrupt comes for it; and one for machine mode
    if there is a spread."""
    programs, code = number_of_programs(options), Code()
    for enabled in (0x80, 0):
        code.text.append(f"round_{enabled}:\n")
        user_code(code, options)
        code.trap("ecall", 8)
        code.text[-1] = code.text[-1].replace(f"la t1, behind_{code.label}", f"la t1, end_of_{enabled} + 1")
        code.text.append("li a0, 39\n j user_exit\n")
    mine = programs - 1
    setup = "".join(f"""
        csrwi 0xBC3, {n}
        la t0, {'user_handler' if n == mine else 'other_handler'}
        csrw 0x8C1, t0
        li t0, {'0x1' if n == mine else '-1'}
        csrw 0xBC4, t0
        li t0, -1
        csrw 0x8C3, t0
        csrwi 0x8C0, 0
    """ for n in range(programs))
    rounds = "".join(f"""
        la t0, round_{enabled}
        csrw mepc, t0
        li t0, 0x1880
        csrc mstatus, t0
        li t1, {enabled:#x}
        csrs mstatus, t1
        sw t1, {ENABLED}(a2)
        mret
        .balign 4
    end_of_{enabled}:
        csrsi mstatus, 8
        nop
        csrci mstatus, 8
        lw a6, {CALLS}(a2)                      # as its last piece has it
        slli t0, a5, 5
        add a5, a5, t0
        add a5, a5, a6
    """ for enabled in (0x80, 0))
    banks = f"""
        li t0, 1
        la t1, begin
        .insn r 0x0B, 4, 0, zero, t0, t1
        .insn r 0x0B, 4, 24, zero, t0, zero
    begin:
    """
    return f"""
        {banks if "--contexts" in options else ""}
        {install(RULES) if "--pmp" in options else ""}
        {setup}
        li t0, 0x80
        csrw mie, t0
        li a2, {RAM:#x}
        li a3, {NOWHERE:#x}
        {"".join(f"sw zero, {n}(a2); " for n in range(0, 64, 4))}
        {"".join(f"li {name}, 0; " for name in ("a5", "s8", "s9", "s10", "s11"))}
        li t0, BOARD
        sw zero, 20(t0)                         # from now on they come
        {rounds}
        la t0, waits
        csrw mepc, t0
        li t0, 0x1880
        csrc mstatus, t0
        sw zero, {ENABLED}(a2)
        mret
        .balign 4
    at_end:
        csrsi mstatus, 8
    1:  lw t0, {TIMERS}(a2)
        li t1, {int(bool(spread))}
        bne t0, t1, 1b
        csrci mstatus, 8
        li a0, 20
        li t0, {code.sum:#x}
        bne a5, t0, exit
        li a0, 21
        li t0, 1
        bne s11, t0, exit
        li a0, 22
        li t0, {code.raises}
        bne s8, t0, exit
        j done
        {machine_handler()}
        .org {USER}
        {"".join(code.text)}
    waits:
        beqz s11, waits
        li t1, 8
        sw t1, {CAUSE}(a2)
        la t1, 1f
        sw t1, {AT}(a2)
        la t1, at_end + 1
        sw t1, {GOES_ON}(a2)
    1:  ecall
        {handler(code, options)}
        .org {END}
    done:
    """


# Each program's registers

class Model:
    """What the registers are."""

    def __init__(self, programs: int, lines: int):
        self.programs, self.up, self.program = programs, lines, 0
        self.registers = [dict.fromkeys((OFF, HANDLER, PC, OPEN, PENDING, LINES), 0) for _ in range(programs)]

    def read(self, number: int) -> int:
        its = self.registers[self.program]
        if number == PROGRAM:
            return self.program
        return its[number] | (self.up & its[OPEN] if number == PENDING else 0)

    def write(self, number: int, word: int) -> None:
        its = self.registers[self.program]
        if number == PROGRAM:
            self.program = word % self.programs
            return
        its[number] = word & {OFF: 1, OPEN: its[LINES], PENDING: RAISED, LINES: ~RAISED}.get(number, 0xFFFFFFFF)
        if number == LINES:
            its[OPEN] = 0

    def comes(self) -> bool:
        return not self.read(OFF) and self.read(PENDING) != 0


def registers(programs: int, rules: bool = True, seed: int = 1) -> str:
    """Random accesses from machine mode, to each program's registers, and from user mode. What is pending does not
    come: it is off."""
    dice = random.Random(seed)
    lines = dice.getrandbits(32) | 1
    model, machine, user = Model(programs, lines), [], []
    count = 0

    def access(into: list, number: int, word: int, kind: str = "csrrw") -> None:
        """It checks what was there before."""
        nonlocal count
        count += 1
        was = model.read(number)
        model.write(number, {"csrrw": word, "csrrs": was | word, "csrrc": was & ~word}[kind])
        into.append(f"li t1, {word:#x}\n {kind} t0, {number:#x}, t1\n li t1, {was:#x}\n li s7, {count}\n"
                    f" bne t0, t1, {'wrong' if into is machine else 'user_wrong'}\n")

    def word_for(number: int) -> int:
        return dice.getrandbits(32) & (dice.choice((lines, 0xFFFFFFFF)) if number in (OPEN, LINES) else 0xFFFFFFFF)

    for program in range(programs):             # what is there behind a reset is not said
        machine.append(f"csrwi 0xBC3, {program}\n")
        model.program = program
        for number in (LINES, OPEN, HANDLER, PC, OFF):
            word = word_for(number)
            model.write(number, word)
            machine.append(f"li t1, {word:#x}\n csrw {number:#x}, t1\n")
    kinds = "csrrw", "csrrs", "csrrc"
    for visit in range(24):
        for _ in range(6):
            number = dice.choice((OFF, HANDLER, PC, OPEN, PENDING, LINES, PROGRAM, PROGRAM))
            access(machine, number, word_for(number), dice.choice(kinds))
        access(machine, OFF, 1, "csrrs")
        machine.append(f"la t0, visit_{visit}\n csrw mepc, t0\n la s1, back_{visit}\n mret\nback_{visit}:\n"
                       " li a0, 2\n li t0, 8\n bne s2, t0, exit\n")
        user.append(f"visit_{visit}:\n")
        for _ in range(6):
            number = dice.choice((OFF, HANDLER, PC, OPEN, PENDING, PENDING))
            word, kind = word_for(number), dice.choice(kinds)
            if number == OFF and model.read(PENDING):
                word, kind = dice.getrandbits(32), "csrrs"
            if number in (OPEN, PENDING) and not model.read(OFF):
                continue
            access(user, number, word, kind)
            assert not model.comes()
        for number in (PROGRAM, LINES):
            refused = f"refused_{visit}_{number}"
            user.append(f"li t1, {dice.getrandbits(32):#x}\n li t0, {count}\n mv a4, t0\n la s1, {refused}\n"
                        f" {dice.choice(('csrrw', 'csrrs'))} t0, {number:#x}, t1\n j user_wrong\n")
            machine.append(f"j {refused}_over\n{refused}:\n li a0, 3\n li t1, 2\n bne s2, t1, exit\n"
                           f" bne t0, a4, exit\n addi s3, s3, 8\n csrw mepc, s3\n la s1, back_{visit}\n mret\n"
                           f"{refused}_over:\n")
        user.append("ecall\n")
    for program in range(programs):
        access(machine, PROGRAM, program)
        for number in (OFF, HANDLER, PC, OPEN, PENDING, LINES):
            access(machine, number, 0, "csrrs")
    return f"""
        {install((Rule(USER, END - USER, "x"), Rule(BOARD, 32, "rw"))) if rules else ""}
        li s11, BOARD
        li t0, {lines:#x}
        sw t0, 36(s11)
        sw zero, 20(s11)
        li t0, 0x1800
        csrc mstatus, t0
        lw t0, 12(s11)
        {"nop;" * 8}
        {"".join(machine)}
        j done
    wrong:
        sw s7, 24(s11)
        li a0, 1
        j exit
        .balign 4
    handler:
        csrr s2, mcause
        csrr s3, mepc
        li t2, 0x1800
        csrc mstatus, t2
        jr s1
        .org {USER}
        {"".join(user)}
    user_wrong:
        sw s7, 24(s11)
        li a0, 4
        sw a0, 0(s11)
    1:  j 1b
        .org {END}
    done:
    """


# What comes, and when

def comes(programs: int, rules: bool = True) -> str:
    """The program's handler counts in s8, has the pc in s9, and goes on at the end of the visit."""
    machine, user, visit = [], [], 0
    last = programs - 1

    def go(before: str, inside: str, expect: str, what: str) -> None:
        """To user mode and back by an ecall. s8: how often the handler was there."""
        nonlocal visit
        visit += 1
        machine.append(f"""
            {before}
            li s8, 0
            li s9, 0
            li s10, 0
            li a5, 0
            la s0, at_{visit}
            csrw mepc, s0
            la s1, back_{visit}
            mret
        back_{visit}:                           # {what}
            li a0, {10 + 4 * visit}
            li t0, 8
            bne s2, t0, exit
            {expect}
        """)
        user.append(f".balign 32\nvisit_{visit}:\n {inside}\n ecall\n nop\n")
        if f"at_{visit}:" not in inside:
            user.append(f".equ at_{visit}, visit_{visit}\n")

    def number(register: str, value: str) -> str:
        return f"addi a0, a0, 1\n li t0, {value}\n bne {register}, t0, exit\n"

    nothing, once = number("s8", "0"), number("s8", "1")
    # By the third instruction behind the one that lets it: none of them is executed twice, or left out.
    soon = once + "sub t1, s9, s0\n srai t1, t1, 2\n addi t1, t1, -1\n addi a0, a0, 1\n bne t1, a5, exit\n" \
        " addi a0, a0, 1\n li t0, 2\n bgtu t1, t0, exit\n mv a1, t1\n bleu a1, s6, 1f\n mv s6, a1\n1:\n"
    steps = "addi a5, a5, 1\n" * 6
    for n in range(programs):
        machine.append(f"csrwi 0xBC3, {n}\n csrwi 0x8C0, 0\n la t0, handler_{n}\n csrw 0x8C1, t0\n csrw 0xBC4, zero\n"
                       " li t0, -1\n csrw 0x8C3, t0\n")
    off, pend, clear = "csrwi 0x8C0, 1\n", "lui t0, 0x20000\n csrs 0x8C4, t0\n", "csrw 0x8C4, zero\n"
    for n in range(programs):
        machine.append(f"csrwi 0xBC3, {n}\n")
        for warm in range(2):
            go(off + pend, f"csrwi 0x8C0, 0\n {steps}", soon + number("s10", str(n)), "what waits comes when it is on")
        go(clear + off, "csrwi 0x8C0, 0\n" + steps, nothing + number("a5", "6"), "if anything waits")
        go("csrwi 0x8C0, 0\n lui a4, 0x80000\n", "csrs 0x8C4, a4\n" + steps, soon, "or when it is raised")
        go(clear + "csrwi 0x8C0, 0\n" + pend, steps, once + number("a5", "0"), "or at once: before any instruction")
        go(off, steps, nothing + number("a5", "6"), "not while it is off")
        go(clear + "csrwi 0x8C0, 0\n", steps, nothing + number("a5", "6"), "nor what another program has")
        machine.append(off + pend)
    machine.append(clear)
    # Raised bits one by one.
    go(clear + off, "lui a4, 0x20000\n csrs 0x8C4, a4\n lui a3, 0x80000\n csrs 0x8C4, a3\n csrrc a6, 0x8C4, a4\n"
       " csrr a7, 0x8C4\n", number("a6", "0xA0000000") + number("a7", "0x80000000"), "the other one stays")
    go("", "csrrw a6, 0x8C4, a4\n csrr a7, 0x8C4\n", number("a6", "0x80000000") + number("a7", "0x20000000"), "written")
    machine.append(clear)
    # A line, once it is given and opened.
    up = "li t0, BOARD\n sw zero, 20(t0)\n lw t0, 12(t0)\n" + "nop;" * 8 + "\n"
    go(up + "csrwi 0x8C0, 0\n li a4, -1\n", "csrw 0x8C3, a4\n csrr a6, 0x8C3\n csrr a7, 0x8C4\n" + steps,
       nothing + number("a6", "0") + number("a7", "0"), "it is not given")
    go("csrwi 0xBC4, 1\n", "csrr a6, 0x8C3\n csrr a7, 0x8C4\n" + steps, nothing + number("a6", "0") + number("a7", "0"),
       "nor opened")
    go("", "csrw 0x8C3, a4\n" + steps, soon, "it comes when it is opened")
    go("csrwi 0x8C0, 0\n csrwi 0xBC4, 1\n", steps, nothing, "given anew it is closed")
    # wfi ends by what comes, even if that is off.
    go(clear + off + pend, "wfi\n addi a5, a5, 1\n", nothing + number("a5", "1"), "wfi while it is off")
    go(clear + off + "li t0, BOARD\n sw zero, 16(t0)\n lw t0, 12(t0)\n csrwi 0xBC4, 1\n csrwi 0x8C3, 1\n"
       " csrwi 0x8C0, 0\n li t0, BOARD\n sw zero, 20(t0)\n", "wfi\n" + steps, once, "and by a line")
    machine.append(clear + "csrw 0xBC4, zero\n")
    # What comes for machine mode comes first.
    machine.append(f"""
        csrwi 0x8C0, 0
        lui t0, 0x20000
        csrs 0x8C4, t0
        li t0, 0x800
        csrw mie, t0
        csrwi 0xBC0, 1
        {"nop;" * 8}
        li s8, 0
        la s1, came                             # not in machine mode
        csrw mie, zero
        csrsi mstatus, 8
        {"nop;" * 8}
        csrci mstatus, 8
        li t0, 0x800
        csrw mie, t0
        la t0, first
        csrw mepc, t0
        la s1, 1f
        mret
    1:  li a0, 240
        li t0, 0x8000000B
        bne s2, t0, exit
        addi a0, a0, 1
        bnez s8, exit
        addi a0, a0, 1
        la t0, handler_{last}                   # where the mret has gone
        bne s3, t0, exit
        csrw mie, zero
        csrw mepc, t0
        la s1, 1f
        mret
    1:  li a0, 243
        la t0, first
        bne s9, t0, exit
        csrw 0x8C4, zero
        # uret is nothing in machine mode.
        li a0, 244
        la t0, 1f
        csrw 0x8C2, t0
        csrwi 0x8C0, 1
        li s7, 0
        {URET}
        addi s7, s7, 1
    1:  addi s7, s7, 2
        li t0, 3
        bne s7, t0, exit
        addi a0, a0, 1
        csrr t0, 0x8C0
        beqz t0, exit
        addi a0, a0, 1
        csrr t0, mstatus                        # it is machine mode still
        j 1f
    came:
        li a0, 239
        j exit
    1:                                          # a line of both
        csrwi 0xBC4, 1
        csrwi 0x8C3, 1
        csrwi 0x8C0, 0
        csrwi 0xBC0, 1
        li t0, BOARD
        sw zero, 16(t0)
        lw t0, 12(t0)
        li t0, 0x800
        csrw mie, t0
        la t0, both
        csrw mepc, t0
        li s8, 0
        la s1, 1f
        mret
    1:  csrw mie, zero
        li a0, 248
        li t0, 0x8000000B
        bne s2, t0, exit
        addi a0, a0, 1
        la t0, both
        bltu s3, t0, exit
        addi a0, a0, 1
        addi t0, t0, 8
        bgtu s3, t0, exit
        # It is up still: an mret to machine mode is nothing to it.
        li a0, 251
        li t0, 0x1800
        csrs mstatus, t0
        la t0, 1f
        csrw mepc, t0
        mret
        j exit
    1:  addi a0, a0, 1
        csrr t0, 0x8C0
        bnez t0, exit
        li t0, BOARD
        sw zero, 16(t0)
        sw s6, 24(t0)
    """)
    user.append("first: nop\n ecall\n both: li t0, BOARD\n sw zero, 20(t0)\n1: j 1b\n")
    handlers = "".join(f"handler_{n}: li s10, {n}\n j handle\n" for n in range(programs))
    return f"""
        li t0, 0x10001000                       # behind the reset that it asks for
        lw t1, 0(t0)
        li t2, 0x600DC0DE
        beq t1, t2, again
        sw t2, 0(t0)
        li s11, BOARD
        sw zero, 20(s11)
        {"".join(f"csrwi 0xBC3, {n}; li t0, -1; csrw 0xBC4, t0; csrw 0x8C3, t0; csrw 0x8C4, t0; csrwi 0x8C0, 1; "
                 for n in range(programs))}
        sw zero, 32(s11)
    1:  j 1b
    again:
        csrr t0, 0xBC3
        li a0, 1
        bnez t0, exit
        {"".join(f"csrwi 0xBC3, {n}; csrr t0, 0x8C0; li a0, 2; bnez t0, exit; csrr t0, 0x8C4; li a0, 3; "
                 "bnez t0, exit; li t0, -1; csrw 0xBC4, t0; " for n in range(programs))}
        li s11, BOARD
        sw zero, 16(s11)
        {install(RULES) if rules else ""}
        li s6, 0
        li t0, 0x1800
        csrc mstatus, t0
        {"".join(machine)}
        j done
        .balign 4
    handler:
        csrr s2, mcause
        csrr s3, mepc
        li t0, 0x1800
        csrc mstatus, t0
        jr s1
        .org {USER}
        {handlers}
    handle:
        addi s8, s8, 1
        csrr s9, 0x8C2
        li t0, 1
        csrr t1, 0x8C0
        beq t0, t1, 1f
        addi s8, s8, 100
    1:  ecall
        {"".join(user)}
        .org {END}
    done:
    """
