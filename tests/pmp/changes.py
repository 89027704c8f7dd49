# SPDX-License-Identifier: Apache-2.0
"""Programs in which rights change, and what comes next is checked by the new ones."""
from __future__ import annotations

from bench import CANARY, HANDLER, RAM, Rule, install

LINE = Rule(RAM, 32, "rw")


def at_once() -> str:
    """A rule is written, and as many instructions later as a nop there is, machine mode uses it: by MPRV, or because
    it is locked."""
    rules = (Rule(0x4000, 32, "x"), LINE)
    text = [install(rules), f"li a2, {RAM:#x}\n li a3, 0x20000\n li t2, 0x1800\n"]
    on, off = "0x1B1C", "0x1C"
    far = Rule(RAM + 64, 32, "rw").address
    changes = (("0x3A0", on, off), ("0x3B1", hex(LINE.address), hex(far)))
    number = 0
    for register, yes, no in changes:
        for access, cause in (("lw a4, 0(a2)", 5), ("sw a4, 0(a2)", 7)):
            for nops in range(4):
                number += 1
                text.append(f"""
                    li t0, {yes}
                    li t1, {no}
                    csrc mstatus, t2                    # MPP: user mode
                    csrs mstatus, a3                    # MPRV
                    csrw {register}, t0
                    li s2, 0
                    la s1, refused_{number}
                    li a4, {CANARY:#x}
                    {access}                            # allowed
                    csrw {register}, t1
                    {"nop; " * nops}
                at_{number}:
                    {access}                            # refused
                    li a0, 1
                    j exit
                refused_{number}:
                    li a0, 2
                    la t0, at_{number}
                    bne s3, t0, exit
                    li t0, {cause}
                    bne s2, t0, exit
                    lw t0, 0(a2)                        # MPP is machine mode's now
                    csrc mstatus, t2
                    la s1, wrong
                    li t0, {yes}
                    csrw {register}, t0
                    {"nop; " * nops}
                    {access}                            # allowed again
                    csrc mstatus, a3
                """)
    # MPRV reads back, stays over an mret to machine mode and is gone behind one to user mode.
    text.append(f"""
        csrs mstatus, a3
        csrs mstatus, t2
        la t0, 1f
        csrw mepc, t0
        mret
    1:  csrr t0, mstatus
        and t0, t0, a3
        li a0, 5
        beqz t0, exit
        csrc mstatus, t2
        la t0, 0x4000
        csrw mepc, t0
        la s1, 2f
        mret
    2:  csrr t0, mstatus
        and t0, t0, a3
        li a0, 6
        bnez t0, exit
        # A locked rule binds machine mode from the next access on.
        la s1, 3f
        li t0, 0x981C
        csrw 0x3A0, t0
    4:  lw a4, 0(a2)
        li a0, 7
        j exit
    3:  li a0, 8
        la t0, 4b
        bne s3, t0, exit
        li t0, 5
        bne s2, t0, exit
        j done
    wrong:
        li a0, 3
        j exit
        {HANDLER}
        .org 0x4000
        ecall
        .org 0x4020
    done:
    """)
    return "".join(text)


def behind_an_mret() -> str:
    """mret is the last instruction before a rule's first line, and goes there: it has been fetched by machine mode.
    The right to execute comes or goes right before the mret; and code that jumps back at the end of its line loads no
    other one."""
    text = [f"li t0, {Rule(0x1000, 32, 'x').address}\n csrw 0x3B0, t0\n li t2, 0x1800\n li s11, BOARD\n"]
    for number, (word, cause, flush) in enumerate(
            (word, cause, flush) for word, cause in ((0, 1), (0x1C, 8), (0x1B, 1), (0x1C, 8)) for flush in (0, 1)):
        text.append(f"""
            csrc mstatus, t2
            li t0, 0x1000
            csrw mepc, t0
            la s1, back_{number}
            li t0, {word ^ 0x1C}
            csrw 0x3A0, t0
            {"fence.i" if flush else ""}
            li t0, {word}
            j mret_here
        back_{number}:
            li a0, {number + 1}
            li t0, {cause}
            bne s2, t0, exit
            li t0, 0x1000
            bne s3, t0, exit
        """)
    return "".join(text) + f"""
        # The line that user code may not reach is not loaded.
        li t0, 0x1040
        sw t0, 8(s11)
        li t0, 0x1020
        sw t0, 4(s11)
        fence.i
        csrc mstatus, t2
        li t0, 0x1004
        csrw mepc, t0
        li a5, 5
        la s1, 1f
        mret
    1:  lw t0, 12(s11)
        li a0, 20
        bnez t0, exit
        li t0, 8
        bne s2, t0, exit
        bnez a5, exit
        j done
        {HANDLER}
        .org 0x0FF8
    mret_here:
        csrw 0x3A0, t0
        mret
        .org 0x1000
        ecall
    2:  addi a5, a5, -1
        beqz a5, 3f
        nop
        nop
        nop
        j 2b
    3:  ecall
        .org 0x1040
    done:
    """


def across() -> str:
    """An instruction of 32 bits lies across the end of its rule: its second half is refused."""
    return f"""
        {install((Rule(0x1000, 32, "x"),))}
        li t2, 0x1800
        csrc mstatus, t2
        la t0, begin
        csrw mepc, t0
        la s1, 1f
        li a4, 0
        mret
    1:  li a0, 1
        li t0, 1
        bne s2, t0, exit
        li a0, 2
        la t0, last
        bne s3, t0, exit
        li a0, 3
        li t0, 0x1020
        bne s4, t0, exit
        li a0, 4
        li t0, 1
        bne a4, t0, exit
        # With a rule for the other half it is executed.
        li t0, {Rule(0x1020, 32, "x").address}
        csrw 0x3B1, t0
        li t0, 0x1C1C
        csrw 0x3A0, t0
        csrc mstatus, t2
        la t0, begin
        csrw mepc, t0
        la s1, 1f
        mret
    1:  li a0, 5
        li t0, 8
        bne s2, t0, exit
        li t0, 0x12345000
        bne a4, t0, exit
        j done
        {HANDLER}
        .org 0x101A
        .option rvc
    begin:
        c.li a4, 1
        c.nop
    last:
        .option norvc
        lui a4, 0x12345
        ecall
        .org 0x1040
    done:
    """


def hot(at: int = 0xFFFFF000) -> str:
    """A core with a memory for hot code, in which an ecall lies: machine mode executes that, and user mode neither
    fetches, reads nor writes it, however it gets there."""
    text = [install((Rule(0x4000, 32, "x"),)), f"""
        li a2, {at:#x}
        li t0, 0x73
        sw t0, 0(a2)
        fence.i
        li t2, 0x1800
        la s1, 1f
        jr a2
    1:  li a0, 1
        li t0, 11
        bne s2, t0, exit
    """]
    ways = ((at, 1), (0x4000, 1), (0x4008, 5), (0x4010, 7))     # by mret, a jump, a load, a store
    for number, (entry, cause) in enumerate(ways, 2):
        text.append(f"""
            csrc mstatus, t2
            li t0, {entry:#x}
            csrw mepc, t0
            la s1, back_{number}
            mret
        back_{number}:
            li a0, {number}
            li t0, {cause}
            bne s2, t0, exit
            bne s4, a2, exit
        """)
    return "".join(text) + f"""
        j done
        {HANDLER}
        .org 0x4000
        jr a2
        ecall
        lw a4, 0(a2)
        ecall
        sw a4, 0(a2)
        ecall
        .org 0x4020
    done:
    """
