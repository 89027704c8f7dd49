# SPDX-License-Identifier: Apache-2.0
"""Programs that leave the cycles of a piece of code in their mark: with warm caches, the second time."""
from __future__ import annotations

from bench import RAM, Rule, install

USER = Rule(0x2000, 4096, "x")

PIECES = {
    "nothing": "",
    "a rule's address": "csrw 0x3B1, t1\n",
    "four rules' rights": "csrw 0x3A0, t2\n",
    "another guest's memory: addresses of two rules": "csrw 0x3B1, t1\n csrw 0x3B2, t1\n",
    "another guest's memory: rights of four rules, of which one set is on": "csrw 0x3A0, t2\n",
    "addresses of eight rules, and their rights": "".join(f"csrw {0x3B0 + n}, t0\n" for n in range(8))
                                                  + "csrw 0x3A0, t2\n csrw 0x3A1, zero\n",
    "to user mode and back: mret, ecall, jr": "csrc mstatus, t4\n csrw mepc, s2\n mret\n back:\n",
}


def program(piece: str) -> str:
    return f"""
        {install((USER, Rule(RAM, 4096, "rw")))}
        csrr t0, 0x3B0
        li t1, {Rule(RAM, 4096, "rw").address}
        csrr t2, 0x3A0
        li t4, 0x1800
        li s2, {USER.start}
        la s1, after
        li s4, 2
    again:
        j 1f
        .balign 32
    1:  csrr s5, mcycle
        {PIECES[piece]}
    after:
        csrr s6, mcycle
        addi s4, s4, -1
        bnez s4, again
        sub s6, s6, s5
        li t5, BOARD
        sw s6, 24(t5)
        j done
    .balign 32
    handler:
        jr s1
        .org {USER.start}
        ecall
        .org {USER.start + 64}
    done:
    """
