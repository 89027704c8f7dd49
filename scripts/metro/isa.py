# SPDX-License-Identifier: Apache-2.0
"""`./metro isa`: writes what is generated from the instruction table hw/isa/instructions.toml, or checks it."""
from __future__ import annotations

import re
from pathlib import Path

from . import paths, toml
from .errors import MetroError

TABLE = paths.ROOT / "hw" / "isa" / "instructions.toml"
SCALA = "hw/spinal/src/main/scala/metronome/units/Operations.scala"
C = "sw/ci_opcodes.h"
XML = "hw/nios/custom_instruction_debug.xml"
DATASHEET = "docs/datasheet.md"

OPERANDS = ("rs1", "rs2", "rd")
WIDTHS = {"funct3": 3, "funct7": 7}


def read(path: Path = TABLE) -> dict:
    table = toml.read(path, "mend the instruction table")
    problems = objections(table)
    if problems:
        raise MetroError(f"{path.name}: {problems[0]}", "\n".join(problems[1:]))
    return table


def objections(table: dict) -> list[str]:
    """Every reason why this table describes no instruction set."""
    found = []
    names = [f"{unit['name']}.{i['name']}" for unit in table["unit"] for i in unit["instruction"]]
    found += [f"{name} is there twice" for name in sorted({name for name in names if names.count(name) > 1})]
    units = [unit["funct3"] for unit in table["unit"]]
    if len(set(units)) < len(units):
        found.append("two units have the same funct3")
    for unit in table["unit"]:
        numbers = [i["funct7"] for i in unit["instruction"]]
        found += [f"two instructions of {unit['name']} have the funct7 {n}"
                  for n in sorted({n for n in numbers if numbers.count(n) > 1})]
        for field, things in (("funct3", [unit]), ("funct7", unit["instruction"])):
            found += [f"{unit['name']}: the {field} {thing[field]} does not fit its field"
                      for thing in things if not 0 <= thing[field] < 1 << WIDTHS[field]]
        for i in unit["instruction"]:
            unknown = set(i) - {"name", "funct7", *OPERANDS, "changes", "latency", "meaning"}
            found += [f"{unit['name']}.{i['name']}: what is {key}?" for key in sorted(unknown)]
            if i["latency"] not in table["latency"]:
                found.append(f"{unit['name']}.{i['name']}: no latency case is called {i['latency']}")
    found += [f"{row['operation']}: there is no instruction {name}"
              for row in table["paper"] for name in row["by"] if name not in names]
    used = 0
    for field in table["info"]:
        mask = (1 << field["bits"]) - 1 << field["low"]
        if mask & used or mask >> 32:
            found.append(f"the information word's {field['name']} lies on another field or beyond bit 31")
        used |= mask
    return found


def instructions(table: dict):
    """(unit, instruction) for each."""
    return [(unit, instruction) for unit in table["unit"] for instruction in unit["instruction"]]


def intrinsic(unit: dict, instruction: dict) -> str:
    """The C function's name."""
    names = dict.fromkeys((unit["name"], instruction["name"]))         # info's only instruction is ci_info
    return "_".join(["ci", *names])


def longest_wait(table: dict, engine: str, tasks: int, events: int = 0) -> dict[str, int]:
    """The cycles that each instruction may wait with this engine, by the C function's name."""
    cycles = {}
    sizes = {"N": tasks, "M": (1 << (max(tasks, events) - 1).bit_length()) + 1}
    for key, case in table["latency"].items():
        words = [sizes.get(word, word) for word in case[engine].replace("+", " ").split()]
        cycles[key] = sum(map(int, words))
    return {intrinsic(u, i): cycles[i["latency"]] for u, i in instructions(table)}


# ------------------------------------------------------------------------------------------------------------ Scala

def camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def scala(table: dict) -> str:
    out = ["// SPDX-License-Identifier: Apache-2.0",
           "// Written by `./metro isa` from hw/isa/instructions.toml: change that.",
           "package metronome.units",
           "",
           "/** The instruction set's numbers: funct3 of each unit, funct7 of each operation. */",
           "object Operations {",
           f"  val Opcode = 0x{table['opcode']:02X}",
           f"  val Version = {table['version']}",
           "",
           "  /** @param rs1     reads rs1; likewise rs2",
           "    * @param changes changes a unit's state",
           "    */",
           "  case class Operation(unit: Int, number: Int, name: String, rs1: Boolean, rs2: Boolean, changes: Boolean)"]
    for unit in table["unit"]:
        out += ["", f"  object {camel(unit['name'])} {{", f"    val Funct3 = {unit['funct3']}"]
        out += [f"    val {camel(i['name'])} = {i['funct7']}" for i in unit["instruction"]]
        out += ["", "    val all: Seq[Operation] = Seq("]
        rows = [f"      Operation(Funct3, {camel(i['name'])}, \"{unit['name']}_{i['name']}\", "
                f"rs1 = {str('rs1' in i).lower()}, rs2 = {str('rs2' in i).lower()}, "
                f"changes = {str(i.get('changes', False)).lower()})" for i in unit["instruction"]]
        out += [",\n".join(rows), "    )", "  }"]
    out += ["", "  /** A field of the information word. */",
            "  case class Field(low: Int, bits: Int)", "", "  object InfoWord {"]
    out += [f"    val {camel(field['name'])} = Field({field['low']}, {field['bits']})" for field in table["info"]]
    out += ["  }", "}"]
    return "\n".join(out) + "\n"


# ---------------------------------------------------------------------------------------------------------------- C

def c(table: dict) -> str:
    out = ["/* SPDX-License-Identifier: Apache-2.0 */",
           "/* Written by `./metro isa` from hw/isa/instructions.toml: change that. */",
           "#ifndef CI_OPCODES_H",
           "#define CI_OPCODES_H",
           "",
           "/* Macros, because assembly uses them too. */",
           f"#define CI_OPCODE 0x{table['opcode']:02X}",
           f"#define CI_VERSION {table['version']}"]
    for unit in table["unit"]:
        prefix = unit["name"].upper()
        out += ["", f"#define CI_UNIT_{prefix} {unit['funct3']}"]
        out += [f"#define CI_{prefix}_{i['name'].upper()} {i['funct7']}" for i in unit["instruction"]]
    out += ["", "/* The information word. */"]
    for field in table["info"]:
        name = field["name"].upper()
        out += [f"#define CI_INFO_{name}_LOW {field['low']}", f"#define CI_INFO_{name}_BITS {field['bits']}",
                f"#define CI_INFO_{name}(word) (((word) >> {field['low']}) & 0x{(1 << field['bits']) - 1:X}u)"
                f" /* {field['meaning']} */"]
    out += ["", "/* X(unit, operation, name) for every instruction. */", "#define CI_INSTRUCTIONS(X) \\"]
    rows = [f"    X({u['name'].upper()}, {i['name'].upper()}, \"{intrinsic(u, i)}\")" for u, i in instructions(table)]
    out += [" \\\n".join(rows)]
    out += ["", "#endif"]
    return "\n".join(out) + "\n"


# --------------------------------------------------------------------------------------------------- names for GDB

def xml(table: dict) -> str:
    """The instructions for a RISC-V debugger that is told of custom ones: their fields, and how to print them."""
    out = ["<!-- SPDX-License-Identifier: Apache-2.0 -->",
           "<!-- Written by `./metro isa` from hw/isa/instructions.toml: change that. -->",
           "<instructions>"]
    for unit, i in instructions(table):
        used = ", ".join(f"${field}" for field in ("rd", "rs1", "rs2") if field in i)
        out.append(f'  <instruction type="R" opcode="0x{table["opcode"]:02x}" funct3="0x{unit["funct3"]:x}" '
                   f'funct7="0x{i["funct7"]:02x}" str="{" ".join([intrinsic(unit, i), used]).strip()}"/>')
    return "\n".join([*out, "</instructions>"]) + "\n"


# -------------------------------------------------------------------------------------------------------- datasheet

def _grid(*rows) -> str:
    head, *body = rows
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in (head, ["---"] * len(head), *body))


def operands(instruction: dict) -> list[str]:
    return [instruction.get(key, "-") for key in OPERANDS]


def datasheet_tables(table: dict) -> dict[str, str]:
    """The generated part for each marker of the datasheet."""
    parts = {}
    for unit in table["unit"]:
        parts[unit["name"]] = _grid(
            ["funct7", "instruction", "rs1", "rs2", "rd", "state", "latency", "meaning"],
            *([i["funct7"], f"`{intrinsic(unit, i)}`", *operands(i),
               "changes" if i.get("changes") else "reads", i["latency"], i["meaning"]]
              for i in unit["instruction"]))
    parts["word"] = _grid(["bits", "field", "meaning"],
                          *([f"{f['low'] + f['bits'] - 1}:{f['low']}" if f["bits"] > 1 else f["low"],
                             f["name"], f["meaning"]] for f in table["info"]))
    parts["encodings"] = _grid(["instruction", "funct7", "funct3", "code with rd, rs1, rs2 = x0"],
                               *([f"{u['name']}.{i['name']}", f"{i['funct7']:07b}", f"{u['funct3']:03b}",
                                  f"`0x{i['funct7'] << 25 | u['funct3'] << 12 | table['opcode']:08X}`"]
                                 for u, i in instructions(table)))
    parts["latency"] = _grid(["latency", "longest wait, parallel", "look-ahead", "case", "instructions"],
                             *([key, case["parallel"], case["lookahead"], case["meaning"],
                                ", ".join(f"{u['name']}.{i['name']}" for u, i in instructions(table)
                                          if i["latency"] == key)]
                               for key, case in table["latency"].items()))
    parts["waveforms"] = "\n\n".join(f"`{w['latency']}`: {w['title']}\n\n```\n{draw(w)}\n```"
                                     for w in table["waveform"])
    parts["paper"] = _grid(["unit", "the paper's operation", "here", "remark"],
                           *([row["unit"], row["operation"], ", ".join(row["by"]), row.get("note", "")]
                             for row in table["paper"]))
    return parts


def draw(waveform: dict) -> str:
    """The command port cycle by cycle, in columns; of a long wait the first and the last two cycles."""
    columns, cycle = [], 0                         # (cycle, valid, command, ready, rd)
    outcomes = iter(zip(waveform["waits"], waveform["results"]))
    for command in waveform["commands"]:
        if not command:
            columns.append((cycle, 0, "", "", ""))
            cycle += 1
            continue
        waits, result = next(outcomes)
        waiting = [(cycle + n, 1, "", 0, "") for n in range(waits)]
        answer = [(cycle + waits, 1, "", 1, "none" if result == 0xFFFFFFFF else result)]
        shown = waiting + answer if waits <= 3 else [waiting[0], ("...", "", "", "", ""), waiting[-1], *answer]
        shown[0] = (*shown[0][:2], command, *shown[0][3:])
        columns += shown
        cycle += waits + 1
    width = 2 + max(len(command) for command in waveform["commands"])
    heads = ("cycle", "valid", "command", "ready", "rd")
    return "\n".join(f"{head:10}{''.join(f'{cell!s:{width}}' for cell in row)}".rstrip()
                     for head, row in zip(heads, zip(*columns)))


def commands(table: dict, lines: list[str]) -> list[tuple[int, ...]]:
    """(unit, operation, rs1, rs2) of each line `unit.instruction [rs1 [rs2]]`; (1,), an idle cycle, of an empty one."""
    numbers = {f"{u['name']}.{i['name']}": (u["funct3"], i["funct7"]) for u, i in instructions(table)}
    found = []
    for line in lines:
        name, *operands_ = line.split() or [""]
        found.append((*numbers[name], *map(int, [*operands_, 0, 0][:2])) if name else (1,))
    return found


def datasheet(table: dict, text: str) -> str:
    """The datasheet with its generated parts made new; the rest is as it was."""
    for name, part in datasheet_tables(table).items():
        begin, end = f"<!-- isa: {name} -->", "<!-- isa: end -->"
        pattern = re.compile(f"{re.escape(begin)}\n.*?{re.escape(end)}", re.DOTALL)
        if len(pattern.findall(text)) != 1:
            raise MetroError(f"{DATASHEET} has not exactly one place for the table {name}",
                             f"put the lines `{begin}` and `{end}` there")
        text = pattern.sub(lambda _: f"{begin}\n{part}\n{end}", text)
    return text


# ----------------------------------------------------------------------------------------------------- ./metro isa

def products(table: dict, root: Path = paths.ROOT) -> dict[str, str]:
    """The text that each generated file should have."""
    made = {SCALA: scala(table), C: c(table), XML: xml(table)}
    sheet = root / DATASHEET
    if sheet.exists():
        made[DATASHEET] = datasheet(table, sheet.read_text())
    return made


def stale(made: dict[str, str], root: Path = paths.ROOT) -> list[str]:
    return [name for name, text in made.items()
            if not (root / name).exists() or (root / name).read_text() != text]


def add_arguments(parser) -> None:
    parser.description = ("Writes what comes from hw/isa/instructions.toml: Scala and C numbers, names for a debugger, "
                          "datasheet tables.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when something is out of date")


def main(args) -> int:
    made = products(read())
    old = stale(made)
    if args.check and old:
        raise MetroError(f"out of date: {', '.join(old)}", "`./metro isa` writes them anew")
    for name in old:
        (paths.ROOT / name).write_text(made[name])
        print(name)
    return 0
