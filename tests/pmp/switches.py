# SPDX-License-Identifier: Apache-2.0
"""A program that goes to user mode and back in every way, and has one interrupt, at any cycle.

Each round goes to user mode with mstatus.MPIE on or off, and comes back by a trap. The handlers check mcause, mepc,
mtval and mstatus; at the end each instruction of user mode has been executed once, and the interrupt was taken once.
"""
from __future__ import annotations

from accesses import CODE, Rule, install
from bench import RAM

USER, DATA = 0x4000, RAM
RULES = (Rule(USER, 4096, "x"), Rule(DATA, 64, "rw"))
assert CODE.start == USER               # both programs have their user code there

# What ends a round in user mode: (instruction, cause, mtval, where it traps if that is elsewhere).
ENDS = (
    ("ecall", 8, None, None),
    ("csrr a4, mstatus", 2, None, None),
    ("csrw 0x3A0, a4", 2, None, None),
    ("mret", 2, None, None),
    (".word 0x10200073", 2, 0x10200073, None),                      # sret
    (".insn r 0x0B, 2, 2, a4, zero, zero", 2, None, None),          # of the units, which are not there
    ("lw a4, 64(a2)", 5, DATA + 64, None),
    ("sw a4, 64(a2)", 7, DATA + 64, None),
    ("lw a4, 2(a2)", 4, DATA + 2, None),
    ("jr a3", 1, 0x3000, 0x3000),
)


PMP_CAUSES = (1, 5, 7)


def program(timer: bool = False, rules: bool = True) -> str:
    """rules: the core has them. Otherwise nothing is refused."""
    ends = [end for end in ENDS if rules or end[1] not in PMP_CAUSES]
    rounds = [(end, mpie) for end in ends for mpie in (0x80, 0)]
    calls, users = [], []
    for number, ((instruction, cause, value, at), mpie) in enumerate(rounds):
        calls.append(f"""
            la t0, user_{number}
            csrw mepc, t0
            li t0, 0x1880
            csrc mstatus, t0
            li s5, {mpie:#x}
            csrs mstatus, s5
            la s4, {at or f"end_{number}"}
            li s7, {cause}
            li s3, {0 if value is None else 1}
            li s8, {value or 0:#x}
            la s6, behind_{number}
            mret
            addi s11, s11, 1000             # never executed
        behind_{number}:
            csrsi mstatus, 8
            addi s9, s9, 1
            csrci mstatus, 8
        """)
        users.append(f"""
            .balign 4
        user_{number}:
            addi a5, a5, 1
            sw a5, 0(a2)
            mul a6, a5, a5
            lw a7, 0(a2)
            bne a7, a5, 1f                  # never
            div a6, a6, a5
            addi a5, a5, 1
        end_{number}:
            {instruction}
            addi a5, a5, 1000
        1:  addi a5, a5, 1000
            nop
        """)
    return f"""
        {install(RULES) if rules else ''}
        li t0, {0x80 if timer else 0x800:#x}
        csrw mie, t0
        li t0, 1
        csrw 0xBC0, t0
        li a2, {DATA:#x}
        li a3, 0x3000
        li a5, 0
        li s9, 0
        li s11, 0
        li t0, BOARD
        sw zero, 20(t0)                     # from now on it comes
        {"".join(calls)}
        csrsi mstatus, 8
    1:  beqz s11, 1b
        csrci mstatus, 8
        li a0, 20
        li t0, {2 * len(rounds)}
        bne a5, t0, exit
        li a0, 21
        li t0, {len(rounds)}
        bne s9, t0, exit
        li a0, 22
        li t0, 1
        bne s11, t0, exit
        j done
    .balign 4
    handler:
        csrr t3, mcause
        csrr t4, mepc
        csrr t5, mstatus
        andi t6, t5, 8                      # MIE
        li a0, 1
        bnez t6, exit
        bltz t3, interrupt
        li a0, 2
        bne t3, s7, exit
        li a0, 3
        bne t4, s4, exit
        li t6, 0x1800                       # MPP
        and t6, t5, t6
        li a0, 4
        bnez t6, exit
        andi t6, t5, 0x80                   # MPIE: what MIE was
        li a0, 5
        bne t6, s5, exit
        beqz s3, 1f
        csrr t6, mtval
        li a0, 6
        bne t6, s8, exit
    1:  jr s6
    interrupt:
        li a0, 7
        li t6, {0x80000007 if timer else 0x8000000B:#x}
        bne t3, t6, exit
        andi t6, t5, 0x80
        li a0, 0x1800
        and t5, t5, a0
        li a0, 0x3000                       # where a round has jumped to, or user code: from user mode
        beq t4, a0, 1f
        li a0, {USER}
        bltu t4, a0, 2f
    1:  li a0, 8
        bnez t5, exit
        li a0, 9
        bne t6, s5, exit
        j 3f
    2:  li a0, 0x1800
        bne t5, a0, wrong
        li a0, 11
        beqz t6, exit
    3:  li t6, BOARD
        sw zero, 16(t6)
        lw t5, 12(t6)                       # the line is low behind it
        nop
        nop
        addi s11, s11, 1
        mret
    wrong:
        li a0, 10
        j exit
        .org {USER}
        {"".join(users)}
        .org {USER + 4096}
    done:
    """
