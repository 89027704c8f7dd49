# SPDX-License-Identifier: Apache-2.0
"""A program on two sets of units with a time base: whose time goes on when, and whose interrupt line is high."""
from __future__ import annotations

from metro.build import isa
from stream import CHOICE, CONTROL, OPEN, RESTART

TABLE = isa.read()
FIELDS = {field["name"]: field for field in TABLE["kind"]["time_register"]["field"]}
NUMBER = FIELDS["register"]["values"]
OPERATION = {i["name"]: i["funct7"] for unit in TABLE["unit"] if unit["name"] == "time" for i in unit["instruction"]}
BY_ITSELF, PERIOD = 1, 100
PENDING = 0xFC0


def read(register: str, into: str) -> str:
    return f"li t0, {NUMBER[register]}\n .insn r 0x0B, 1, {OPERATION['read']}, {into}, t0, zero\n"


def write(register: str, value: int) -> str:
    return f"li t0, {NUMBER[register]}\n li t1, {value}\n .insn r 0x0B, 1, {OPERATION['write']}, zero, t0, t1\n"


def choose(number: int, opens: bool = False) -> str:
    return f"csrwi {CHOICE}, {number | OPEN * opens}\n nop\n nop\n"


def control(stands: int, restart: int = 0) -> str:
    return f"li t0, {stands | restart << RESTART}\n csrw {CONTROL}, t0\n nop\n"


def wait(ticks: int) -> str:
    return f"li t0, {ticks * PERIOD // 4}\n 1: addi t0, t0, -1\n nop\n bnez t0, 1b\n"


def check(what: str) -> str:
    """Fails unless the branch is taken."""
    return f"addi s7, s7, 1\n {what}, 1f\n j bad\n 1:\n"


def goes_on(yes: bool) -> str:
    """The chosen set's time does: its count of cycles changes, or not."""
    return read("left", "a2") + "nop\n" * 5 + read("left", "a3") + check("bne a2, a3" if yes else "beq a2, a3")


def ticks_of(number: int, into: str) -> str:
    return choose(number) + read("time", into)


def lines(expected: int) -> str:
    return f"nop\n nop\n nop\n csrr a2, {PENDING}\n li a3, {expected}\n" + check("beq a2, a3")


def program() -> str:
    start = write("period", PERIOD) + write("control", BY_ITSELF)
    return f"""
        li s7, 0
        li t0, 6
        csrw 0xBC0, t0                      # lines 1 and 2: of the sets 0 and 1
        {choose(0)}{start}{choose(1)}{start}
        {control(stands=1)}
        csrr a2, {CONTROL}
        li a3, 1
        {check("beq a2, a3")}
        {choose(0)}{goes_on(False)}
        {choose(1)}{goes_on(True)}
        {choose(0, True)}{goes_on(True)}
        {choose(1, True)}{goes_on(True)}
        {choose(0)}{goes_on(False)}
        {ticks_of(0, "s2")}{ticks_of(1, "s3")}
        {choose(1, True)}{wait(20)}
        {ticks_of(0, "s4")}{ticks_of(1, "s5")}
        sub s4, s4, s2
        sub s5, s5, s3
        li t1, 10
        {check("beqz s4")}
        {check("bgeu s5, t1")}
        {control(stands=0)}
        {ticks_of(0, "s2")}{choose(1)}{wait(20)}{ticks_of(0, "s4")}
        sub s4, s4, s2
        li t1, 10
        {check("bgeu s4, t1")}
        {control(stands=2)}{choose(1)}{goes_on(False)}{choose(0)}{goes_on(True)}{control(stands=0)}
        {lines(0)}
        {choose(1)}{write("alarm", 2)}{choose(0)}{wait(6)}
        {lines(4)}
        {write("alarm", 2)}{wait(6)}
        {lines(6)}
        {control(stands=0, restart=1)}
        {lines(4)}
        {choose(1)}{goes_on(True)}{choose(0)}{goes_on(False)}
        {ticks_of(0, "a2")}{check("beqz a2")}
        {ticks_of(1, "a2")}{check("bnez a2")}
        {control(stands=0, restart=2)}
        {lines(0)}
        j done
    .balign 4
    handler:
    bad:
        li t6, BOARD
        sw s7, 24(t6)
        li a0, 1
        j exit
    done:
    """
