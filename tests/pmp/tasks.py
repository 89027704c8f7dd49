# SPDX-License-Identifier: Apache-2.0
"""A program in which tasks in register banks have a mode each: a switch takes the rights along."""
from __future__ import annotations

from bench import Rule, install

SET, SWITCH, EXIT = 0, 24, 25


def instruction(operation: int, first: str, second: str = "zero") -> str:
    return f".insn r 0x0B, 4, {operation}, zero, {first}, {second}\n"


def program() -> str:
    """Bank 1 is in user mode and may not load from address 0, bank 2 may. Bank 3 is the handlers'."""
    return f"""
        {install((Rule(0x1000, 32, "x"),))}
        li t0, 0x101
        li t1, 0x1000
        {instruction(SET, "t0", "t1")}
        li t0, 2
        la t1, second
        {instruction(SET, "t0", "t1")}
        li t0, 1
        {instruction(SWITCH, "t0")}
        li a0, 1
        j exit
    second:
        lw a4, 0(zero)
        li t0, 1
        {instruction(SWITCH, "t0")}
        li a0, 2
        j exit
    .balign 4
    handler:
        csrr t0, mcause
        li a0, 3
        li t1, 5
        bne t0, t1, exit
        csrr t0, mepc
        li a0, 4
        li t1, 0x1000
        bne t0, t1, exit
        csrr t0, mstatus
        li a0, 5
        li t1, 0x1800
        and t0, t0, t1
        bnez t0, exit
        addi s5, s5, 1
        li t0, 3
        beq s5, t0, done
        li t0, 2
        la t1, second
        {instruction(SET, "t0", "t1")}
        {instruction(EXIT, "t0")}
        li a0, 6
        j exit
        .org 0x1000
        lw a4, 0(zero)
        li a5, 7
        ecall
        .org 0x1020
    done:
    """
