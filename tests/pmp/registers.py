# SPDX-License-Identifier: Apache-2.0
"""A program that writes pmpcfg and pmpaddr, and reads what the architecture says of 4, 8 or 16 rules of 32 bytes."""
from __future__ import annotations

import random

ALL = 0xFFFFFFFF


def cfg_of(byte: int) -> int:
    """What a byte of pmpcfg reads as: no TOR and no NA4, no W without R."""
    return byte & 0x85 | (2 if byte & 3 == 3 else 0) | (0x18 if byte & 0x18 == 0x18 else 0)


def address_of(word: int, on: bool) -> int:
    """And pmpaddr: 34 bits of address are 32 here, and the lowest ones say how small a rule can be."""
    word &= 0x3FFFFFFF
    return word | 3 if on else word & ~7


def program(regions: int, seed: int = 1) -> str:
    dice = random.Random(seed)
    config, address, lines = [0] * regions, [0] * regions, []

    def check(number: int, wanted: int) -> None:
        lines.append(f"csrr t0, {number:#x}\n li t1, {wanted:#x}\n li a0, {len(lines) % 250 + 1}\n bne t0, t1, exit\n")

    def word(n: int) -> int:
        return sum(config[m] << 8 * (m - n) for m in range(n, n + 4))

    def write(number: int, value: int) -> None:
        lines.append(f"li t0, {value:#x}\n csrw {number:#x}, t0\n")

    def write_config(n: int, value: int) -> None:
        write(0x3A0 + n // 4, value)
        for m in range(n, n + 4):
            if not config[m] & 0x80:
                config[m] = cfg_of(value >> 8 * (m - n) & 0xFF)

    def write_address(n: int, value: int) -> None:
        write(0x3B0 + n, value)
        if not config[n] & 0x80:
            address[n] = value

    def check_all() -> None:
        for n in range(16):
            check(0x3B0 + n, address_of(address[n], bool(config[n] & 0x18)) if n < regions else 0)
        for n in range(0, 16, 4):
            check(0x3A0 + n // 4, word(n) if n < regions else 0)

    for n in range(0, 16, 4):                           # behind a reset
        check(0x3A0 + n // 4, 0)
    for n in range(regions):
        write_address(n, ALL)
    for n in range(regions, 16):                        # no others
        write(0x3B0 + n, 0)
    check_all()
    for n in range(regions, 16, 4):
        write(0x3A0 + n // 4, 0)
    for n in range(0, regions, 4):
        write_config(n, 0x1F1F1F1F)
    for n in range(regions, 16, 4):
        write(0x3A0 + n // 4, 0)
    check_all()
    for first in range(0, 0x80, 4):                     # every byte without a lock
        for m in range(0, regions, 4):
            write_config(m, sum(first + n << 8 * n for n in range(4)))
        check_all() if first % 32 == 0 else check(0x3A0, word(0))
    for _ in range(60):
        n = dice.randrange(regions)
        write_address(n, dice.getrandbits(32) | (1 << dice.randrange(32)) - 1)
        write_config(n & -4, dice.getrandbits(32) & 0x7F7F7F7F)
        check(0x3B0 + n, address_of(address[n], bool(config[n] & 0x18)))
        check(0x3A0 + n // 4, word(n & -4))
    check_all()
    # A CSR instruction gives what was there before, and sets or clears bits of it.
    write_config(0, 0x1B191F18)
    write_address(1, 0x04000007)
    lines.append("li t2, 0x0B\n")
    for number, operation, old in ((0x3A0, "csrrs", word(0)), (0x3A0, "csrrc", cfg_words(word(0) | 0x0B)),
                                   (0x3B1, "csrrs", 0x04000007), (0x3B1, "csrrc", 0x0400000F)):
        lines.append(f"{operation} t0, {number:#x}, t2\n li t1, {old:#x}\n li a0, 251\n bne t0, t1, exit\n")
    config[0], address[1] = cfg_of(0x10), 0x04000004
    check_all()
    # Locks: of rules 1 and 2, the one on, the other off; their neighbours are free.
    write_address(2, 0x1234567)
    write_config(0, 0x19809B19)
    for value in (0, ALL & 0x7F7F7F7F, 0x19191919):
        for n in range(4):
            write_address(n, value ^ n << 8)
        write_config(0, value)
        check_all()
    # Nothing is behind pmpcfg3.
    lines.append("li s3, 0\n csrr t0, 0x3A4\n csrw 0x3AF, t0\n li a0, 252\n li t0, 2\n bne s3, t0, exit\n")
    return "".join(lines) + """
        j done
    .balign 4
    handler:
        csrr t0, mcause
        li t1, 2
        li a0, 253
        bne t0, t1, exit
        csrr t0, mepc
        addi t0, t0, 4
        csrw mepc, t0
        addi s3, s3, 1
        mret
    done:
    """


def cfg_words(word: int) -> int:
    return sum(cfg_of(word >> shift & 0xFF) << shift for shift in range(0, 32, 8))
