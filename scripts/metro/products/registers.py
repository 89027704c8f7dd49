# SPDX-License-Identifier: Apache-2.0
"""The files that `./metro isa` writes from the registers and calls of hardware threads in hw/isa/registers.toml."""
from __future__ import annotations

TABLE = "hw/isa/registers.toml"
C = "sw/threads/os_hw_registers.h"
PYTHON = "hw/hardware_thread.py"
PAGE = "docs/thread-reference.md"
GROUPS, MODES = ("lines", "user_interrupts", "guest_units"), ("machine", "user")


def find_errors(table: dict) -> list[str]:
    """Return every reason why the table of registers is invalid."""
    threads, found = table["hardware_thread"], []
    for what, entries in (("CSRs", table["csr"]), ("commands", threads["command"])):
        for column in ("name", "number"):
            values = [entry[column] for entry in entries]
            found += [f"two {what} have the {column} {value}"
                      for value in sorted({value for value in values if values.count(value) > 1})]
    for register in table["csr"]:
        if not 0 <= register["number"] < 1 << 12:
            found.append(f"{register['name']}: the number {register['number']} does not fit into 12 bits")
        if register["group"] not in GROUPS or register["mode"] not in MODES:
            found.append(f"{register['name']}: group and mode must be of {', '.join((*GROUPS, *MODES))}")
    for kind in ("register", "common"):
        names = [entry["name"] for entry in threads[kind]]
        found += [f"two registers are called {name}"
                  for name in sorted({name for name in names if names.count(name) > 1})]
        found += [f"{entry['name']}: there is no bit {place}" for entry in threads[kind]
                  for place in entry.get("bits", {}).values() if not 0 <= place < 32]
    return found


def c_header(threads: dict) -> str:
    """Return the header with the numbers of registers and commands. threads: the table `hardware_thread`."""
    sizes = {"VERSION": threads["version"], "SLOTS_MAX": threads["slots"], "PAGE_BYTES": threads["page_bytes"],
             "HANDLES": threads["handles"]}
    commands = {f"CMD_{command['name'].upper()}": command["number"] for command in threads["command"]}
    return "\n".join([
        "/* SPDX-License-Identifier: Apache-2.0 */",
        f"/* Written by `./metro isa` from {TABLE}: change that. docs/thread-reference.md explains the names. */",
        "#ifndef OS_HW_REGISTERS_H", "#define OS_HW_REGISTERS_H", "",
        "/* Version of the registers, most slots, size of a slot's page, and most resources of direct calls. */",
        *_defines(sizes), "", "/* Commands of calls. */", *_defines(commands), "",
        "/* Registers of a slot, as words of its page, and masks of their bits. */",
        *_defines(_registers("REG", threads["register"])), "",
        "/* Registers that all slots share, as words of the page after the slots' pages, and masks of their bits. */",
        *_defines(_registers("ALL", threads["common"])), "", "#endif", ""])


def _registers(prefix: str, registers: list[dict]) -> dict[str, int]:
    """Return the numbers of registers and the masks of their bits by name."""
    found = {}
    for number, register in enumerate(registers):
        name = f"{prefix}_{register['name'].upper()}"
        found[name] = number
        found |= {f"{name}_{bit.upper()}": 1 << place for bit, place in register.get("bits", {}).items()}
    return found


def _defines(numbers: dict[str, int]) -> list[str]:
    width = max(map(len, numbers))
    return [f"#define OS_HW_{name:{width}} {f'0x{number:X}u' if number > 0xFF else f'{number}u'}"
            for name, number in numbers.items()]


def python_part(threads: dict) -> str:
    """Return the part of hw/hardware_thread.py with the same numbers."""
    def words(entries: list[dict]) -> list[str]:
        return [f"    {entry['name'].upper()} = {entry.get('number', n)}" for n, entry in enumerate(entries)]
    return "\n".join([
        f"# Written by `./metro isa` from {TABLE}: change that.",
        f"VERSION = {threads['version']}   # of the registers",
        f"SLOTS = {threads['slots']}   # the most in a SoC",
        f"PAGE_BYTES = {threads['page_bytes']}   # of a slot's registers",
        f"HANDLES = {threads['handles']}   # resources that direct calls can name", "", "",
        "class Register(IntEnum):",
        '    """Registers of a slot, by word of its page (docs/thread-reference.md)."""', *words(threads["register"]),
        "", "",
        "class Common(IntEnum):",
        '    """Registers that all slots share, by word of the page after the slots\' pages."""',
        *words(threads["common"]),
        "", "",
        "class Call(IntEnum):",
        '    """Commands. SEM_PEND to Q_POST are pairs, a pend and a post, for events of kind 1, 2 and 3. SEM_TRY to',
        '    Q_TRY are a try for each kind."""', *words(threads["command"])])


def page_tables(threads: dict) -> dict[str, list[list]]:
    """Return the rows of the page's generated tables by their names."""
    def registers(entries: list[dict]) -> list[list]:
        return [["register", "offset", "access", "meaning"], *(
            [f"`{entry['name'].upper()}`", f"0x{4 * n:02X}", entry["access"],
             entry["meaning"].replace("VERSION", str(threads["version"]))]
            for n, entry in enumerate(entries))]
    commands = [["command", "number", "resource", "argument", "result"], *(
        [f"`OS_HW_CMD_{command['name'].upper()}`", command["number"],
         *(command.get(column, "-") for column in ("resource", "argument", "result"))]
        for command in threads["command"])]
    return {"commands": commands, "registers": registers(threads["register"]), "common": registers(threads["common"])}
