# SPDX-License-Identifier: Apache-2.0
"""Writes and reads of pmpcfg and pmpaddr for pmp_registers.S, with the values that the architecture defines."""
from __future__ import annotations

import random

ALL = 0xFFFFFFFF


def cfg_of(byte: int) -> int:
    """Return the value that a byte of pmpcfg has after a write. The core has no TOR, no NA4, and no W without R."""
    return byte & 0x85 | (2 if byte & 3 == 3 else 0) | (0x18 if byte & 0x18 == 0x18 else 0)


def address_of(word: int, on: bool) -> int:
    """Return the value that reads of pmpaddr give. Addresses have 32 bits, not 34. A rule covers at least 32 bytes."""
    word &= 0x3FFFFFFF
    return word | 3 if on else word & ~7


def generate(rules: int, seed: int = 1) -> str:
    """Return the text of generated.inc for a core with 4, 8 or 16 rules."""
    rng = random.Random(seed)
    config, address, lines = [0] * 16, [0] * 16, []     # of 16 rules, some of which exist

    def word(n: int) -> int:
        return sum(config[m] << 8 * (m - n) for m in range(n, n + 4))

    def write_config(n: int, value: int) -> None:
        lines.append(f"WRITE_CSR pmpcfg{n // 4}, {value:#x}")
        for m in range(n, min(n + 4, rules)):
            if not config[m] & 0x80:
                config[m] = cfg_of(value >> 8 * (m - n) & 0xFF)

    def write_address(n: int, value: int) -> None:
        lines.append(f"WRITE_CSR pmpaddr{n}, {value:#x}")
        if n < rules and not config[n] & 0x80:
            address[n] = value

    def check_config(n: int) -> None:
        lines.append(f"READS(pmpcfg{n // 4}, {word(n):#x})")

    def check_address(n: int) -> None:
        value = address_of(address[n], bool(config[n] & 0x18)) if n < rules else 0
        lines.append(f"READS(pmpaddr{n}, {value:#x})")

    def check_all() -> None:
        for n in range(16):
            check_address(n)
        for n in range(0, 16, 4):
            check_config(n)

    for n in range(0, 16, 4):                           # after a reset
        check_config(n)
    for n in range(16):
        write_address(n, ALL if n < rules else 0)
    check_all()
    for n in range(0, 16, 4):
        write_config(n, 0x1F1F1F1F if n < rules else 0)
    check_all()
    for first in range(0, 0x80, 4):                     # every value of a byte without the lock bit
        for m in range(0, rules, 4):
            write_config(m, sum(first + n << 8 * n for n in range(4)))
        check_all() if first % 32 == 0 else check_config(0)
    for _ in range(60):
        n = rng.randrange(rules)
        write_address(n, rng.getrandbits(32) | (1 << rng.randrange(32)) - 1)
        write_config(n & -4, rng.getrandbits(32) & 0x7F7F7F7F)
        check_address(n)
        check_config(n & -4)
    check_all()
    # csrrs and csrrc return the old value, and set or clear bits.
    write_config(0, 0x1B191F18)
    write_address(1, 0x04000007)
    before = word(0)
    config[0] = cfg_of(config[0] | 0x0B)
    for operation, csr, old in (("csrrs", "pmpcfg0", before), ("csrrc", "pmpcfg0", word(0)),
                                ("csrrs", "pmpaddr1", 0x04000007), ("csrrc", "pmpaddr1", 0x0400000F)):
        lines.append(f"GIVES({operation}, {csr}, 0x0B, {old:#x})")
    config[0], address[1] = cfg_of(0x10), 0x04000004
    check_all()
    # Lock rule 1, which is on, and rule 2, which is off. The rules next to them stay writable.
    write_address(2, 0x1234567)
    write_config(0, 0x19809B19)
    for value in (0, ALL & 0x7F7F7F7F, 0x19191919):
        for n in range(4):
            write_address(n, value ^ n << 8)
        write_config(0, value)
        check_all()
    return "\n".join(lines) + "\n"
