# SPDX-License-Identifier: Apache-2.0
"""The files that `./metro isa` writes from the registers and calls of hardware threads in hw/isa/registers.toml."""
from __future__ import annotations

TABLE = "hw/isa/registers.toml"
C = "sw/threads/os_hw_registers.h"
PYTHON = "hw/hardware_thread.py"
PAGE = "docs/thread-reference.md"
GROUPS, MODES = ("lines", "user_interrupts", "guest_units"), ("machine", "user")


def objections(table: dict) -> list[str]:
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
        for entry in threads[kind]:
            end = 0
            for field in entry.get("fields", ()):
                if field["low"] < end or field["low"] + width(field) > 32:
                    found.append(f"{entry['name']}: the field {field['name']} overlaps another one or bit 32")
                end = field["low"] + width(field)
    return found


def width(field: dict) -> int:
    """Return the number of bits of a field. A flag has one."""
    return field.get("bits", 1)


def fields(registers: list[dict]) -> list[tuple[str, dict]]:
    """Return (name of the register and of the field, field) for each field of these registers."""
    return [(f"{register['name']}_{field['name']}".upper(), field)
            for register in registers for field in register.get("fields", ())]


def c(threads: dict) -> str:
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
        "/* Registers of a slot, as words of its page, and masks and lowest bits of their fields. */",
        *_defines(_registers("REG", threads["register"])), "",
        "/* Registers that all slots share, as words of the page after the slots' pages, and their fields. */",
        *_defines(_registers("ALL", threads["common"])), "", "#endif", ""])


def _registers(prefix: str, registers: list[dict]) -> dict[str, int]:
    """Return by name the numbers of registers, and the masks and lowest bits of their fields."""
    found = {}
    for number, register in enumerate(registers):
        found[f"{prefix}_{register['name'].upper()}"] = number
        for name, field in fields([register]):
            found[f"{prefix}_{name}"] = (1 << width(field)) - 1 << field["low"]
            if width(field) > 1:
                found[f"{prefix}_{name}_LOW"] = field["low"]
    return found


def _defines(numbers: dict[str, int]) -> list[str]:
    width = max(map(len, numbers))
    return [f"#define OS_HW_{name:{width}} {f'0x{number:X}u' if number > 0xFF else f'{number}u'}"
            for name, number in numbers.items()]


def python(threads: dict) -> str:
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
        '    Q_TRY are a try for each kind."""', *words(threads["command"]), "", "",
        "class Bits:",
        '    """Places of the fields of registers."""',
        *_slices(fields([*threads["register"], *threads["common"]]))])


def _slices(places: list[tuple[str, dict]]) -> list[str]:
    return [f"    {name} = slice({field['low']}, {field['low'] + width(field)})" for name, field in places]


def units_of_python(table: dict) -> str:
    """Return the part of hw/hardware_thread.py with the instructions that direct calls use."""
    out = ["# Written by `./metro isa` from hw/isa/instructions.toml: change that."]
    units = [unit for unit in table["unit"] if unit["name"] in ("time", "event")]
    out += [f"{unit['name'].upper()} = {unit['funct3']}   # unit" for unit in units]
    for unit in units:
        out += ["", "", f"class {unit['name'].capitalize()}(IntEnum):",
                f'    """Operations of the {unit["name"]} unit."""',
                *(f"    {i['name'].upper()} = {i['funct7']}" for i in unit["instruction"])]
    outcome, = table["kind"]["outcome"]["field"][:1]
    operands = [(f"{kind.upper()}_{field['name'].upper()}", field)
                for kind in ("event", "outcome", "ring") for field in table["kind"][kind]["field"]]
    return "\n".join([*out, "", "", "class Outcome(IntEnum):",
                      '    """Outcomes of a post, in bits OUTCOME_OUTCOME."""',
                      *(f"    {name.upper()} = {number}" for name, number in outcome["values"].items()), "", "",
                      "class Word:", '    """Places of the fields of operands and results of the event unit."""',
                      *_slices(operands)])


def meaning(register: dict) -> str:
    """Return the meaning of a register and of its fields."""
    def place(field: dict) -> str:
        low, high = field["low"], field["low"] + width(field) - 1
        return f"bits {high}..{low}" if high > low else f"bit {low}"
    parts = [*filter(None, [register.get("meaning")]),
             *(f"{place(field)}: {field['meaning']}" for field in register.get("fields", ()))]
    return "; ".join(parts)


def tables(threads: dict) -> dict[str, list[list]]:
    """Return the rows of the page's generated tables by their names."""
    def registers(entries: list[dict]) -> list[list]:
        return [["register", "offset", "access", "meaning"], *(
            [f"`{entry['name'].upper()}`", f"0x{4 * n:02X}", entry["access"],
             meaning(entry).replace("VERSION", str(threads["version"]))]
            for n, entry in enumerate(entries))]
    commands = [["command", "number", "resource", "argument", "result"], *(
        [f"`OS_HW_CMD_{command['name'].upper()}`", command["number"],
         *(command.get(column, "-") for column in ("resource", "argument", "result"))]
        for command in threads["command"])]
    return {"commands": commands, "registers": registers(threads["register"]), "common": registers(threads["common"])}
