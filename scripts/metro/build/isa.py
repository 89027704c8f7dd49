# SPDX-License-Identifier: Apache-2.0
"""`./metro isa`: writes what is generated from the instruction table hw/isa/instructions.toml, or checks it."""
from __future__ import annotations

import itertools
import re
import textwrap
from pathlib import Path

from ..base import paths, toml
from ..base.errors import MetroError

TABLE = paths.ROOT / "hw" / "isa" / "instructions.toml"
SCALA = "hw/spinal/src/main/scala/metronome/units/Operations.scala"
C = "sw/ci_opcodes.h"
INTRINSICS = "sw/ci_intrinsics.h"
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
            unknown = set(i) - {"name", "funct7", *OPERANDS, "fields", "changes", "latency", "meaning"}
            found += [f"{unit['name']}.{i['name']}: what is {key}?" for key in sorted(unknown)]
            found += [f"{unit['name']}.{i['name']}: no kind of operand is called {kind}"
                      for _, kind in operands(i).values() if kind not in table["kind"]]
            found += [f"{unit['name']}.{i['name']}: the unit has no field {name}" for name in i.get("fields", ())
                      if name not in [field["name"] for field in unit.get("field", ())]]
            found += [f"{unit['name']}.{i['name']}: its fields {a['name']} and {b['name']} lie on each other"
                      for a, b in itertools.combinations(fields_of(unit, i), 2)
                      if a["low"] < b["low"] + b["bits"] and b["low"] < a["low"] + a["bits"]]
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


def operands(instruction: dict) -> dict[str, tuple[str, str]]:
    """(name, kind) of those of rs1, rs2 and rd that the instruction has."""
    named = {key: instruction[key].rpartition(": ") for key in OPERANDS if key in instruction}
    return {key: (name or kind, kind) for key, (name, _, kind) in named.items()}


def instructions(table: dict):
    """(unit, instruction) for each."""
    return [(unit, instruction) for unit in table["unit"] for instruction in unit["instruction"]]


def fields_of(unit: dict, instruction: dict) -> list[dict]:
    """What stands beside the event in its rs1."""
    return [field for field in unit.get("field", ()) if field["name"] in instruction.get("fields", ())]


def readers(unit: dict, field: dict) -> str:
    """The instructions that read the field."""
    return ", ".join(i["name"] for i in unit["instruction"] if field["name"] in i.get("fields", ()))


def kinds(instruction: dict) -> list[str]:
    """Of rs1, rs2 and rd; `nothing` where there is none."""
    found = operands(instruction)
    return [found[key][1] if key in found else "nothing" for key in OPERANDS]


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
           "import spinal.core._",
           "",
           "/** The instruction set's numbers: funct3 of each unit, funct7 of each operation. */",
           "object Operations {",
           f"  val Opcode = 0x{table['opcode']:02X}",
           f"  val Version = {table['version']}",
           "",
           "  /** What an operand or a result is. */",
           "  sealed trait Kind",
           "  object Kind {",
           *(f"    case object {camel(kind)} extends Kind" for kind in ("nothing", *table["kind"])),
           "  }",
           "",
           "  /** @param rs1     what it reads there, or Nothing; likewise rs2",
           "    * @param rd      what it gives, or Nothing",
           "    * @param changes changes a unit's state",
           "    */",
           "  case class Operation(unit: Int, number: Int, name: String,",
           "                       rs1: Kind, rs2: Kind, rd: Kind, changes: Boolean)",
           "",
           "  /** Bits of a word that mean something: of the information word, or of an operand. */",
           "  case class Field(low: Int, bits: Int) {",
           "    def of(word: Bits): Bits = word(low, bits bits)",
           "    def flag(word: Bits): Bool = word(low)",
           "  }"]
    for unit in table["unit"]:
        out += ["", f"  object {camel(unit['name'])} {{", f"    val Funct3 = {unit['funct3']}"]
        out += [f"    val {camel(i['name'])} = {i['funct7']}" for i in unit["instruction"]]
        out += ["", "    val all: Seq[Operation] = Seq("]
        rows = [f"      Operation(Funct3, {camel(i['name'])}, \"{unit['name']}_{i['name']}\", "
                f"{', '.join(f'Kind.{camel(kind)}' for kind in kinds(i))}, "
                f"changes = {str(i.get('changes', False)).lower()})" for i in unit["instruction"]]
        out += [",\n".join(rows), "    )"]
        if "field" in unit:
            out += ["", "    /** What stands beside the event in an operand of the kind Event. */",
                    "    object Fields {"]
            out += [f"      val {camel(f['name'])} = Field({f['low']}, {f['bits']})" for f in unit["field"]]
            out += ["    }"]
            for field in (field for field in unit["field"] if "values" in field):
                out += ["", f"    /** What {field['name']} can be. */", f"    object {camel(field['name'])}s {{"]
                out += [f"      val {camel(value)} = {number}" for number, value in enumerate(field["values"])]
                out += ["    }"]
        out += ["  }"]
    out += ["", "  object InfoWord {"]
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
    for unit in table["unit"]:
        if "field" in unit:
            out += ["", "/* Beside the event, in an operand of the kind EVENT; added up. */"]
            out += [line for field in unit["field"] for line in c_field(unit, field)]
    out += ["", "/* The kinds of operands and results. */"]
    out += [f"#define CI_KIND_{kind.upper()} {number}" for number, kind in enumerate(["nothing", *table["kind"]])]
    low = {}
    for unit, i in instructions(table):
        if table["kind"].get(kinds(i)[0], {}).get("counts"):
            low.setdefault(unit["funct3"], []).append(i["funct7"])
    of_unit = [f"((unit) == {unit} && ({' || '.join(f'(op) == {number}' for number in numbers)}))"
               for unit, numbers in low.items()]
    out += ["/* Only low bits of their rs1 count. */", f"#define CI_RS1_IS_LOW(unit, op) ({' || '.join(of_unit)})"]
    out += ["", "/* X(unit, operation, name, kind of rs1, of rs2, of rd) for every instruction. */",
            "#define CI_INSTRUCTIONS(X) \\"]
    rows = [f"    X({u['name'].upper()}, {i['name'].upper()}, \"{intrinsic(u, i)}\", "
            f"{', '.join(map(str.upper, kinds(i)))})" for u, i in instructions(table)]
    out += [" \\\n".join(rows)]
    out += ["", "#endif"]
    return "\n".join(out) + "\n"


def c_field(unit: dict, field: dict) -> list[str]:
    """Macros for what an operand's field can be."""
    name, low = f"CI_{unit['name']}_{field['name']}".upper(), field["low"]
    about = f" /* {readers(unit, field)}: {field['meaning'][0].lower() + field['meaning'][1:].rstrip('.')} */"
    out = [f"#define {name}_LOW {low}",
           f"#define {name}_OF(which) (((which) >> {low}) & 0x{(1 << field['bits']) - 1:X}u)"]
    if "values" in field:
        out += [f"#define CI_{unit['name'].upper()}_{value.upper()} 0x{number << low:04X}u{about}"
                for number, value in enumerate(field["values"])]
    elif field["bits"] > 1:
        out += [f"#define {name}({field['name']}) ((uint32_t)({field['name']}) << {low}){about}"]
    else:
        out += [f"#define {name} 0x{(-1 << low) & 0xFFFFFFFF if field.get('upwards') else 1 << low:04X}u{about}"]
    return out


def functions(table: dict, text: str) -> str:
    """ci_intrinsics.h with its generated parts made new."""
    made = {"latency": "\n".join(f" *   {line}" for line in latencies(table))}
    for unit in table["unit"]:
        made[unit["name"]] = "\n\n".join(function(table, unit, i) for i in unit["instruction"])
    for name, part in made.items():
        # Within a comment a marker is a line of it.
        markers = (" * isa: latency", " * isa: end") if name == "latency" else (f"/* isa: {name} */", "/* isa: end */")
        text = replaced(text, INTRINSICS, *markers, part)
    return text


def latencies(table: dict) -> list[str]:
    """A line for each case: the longest waits of the engines."""
    width = max(map(len, table["latency"])) + 2
    return [f"{name:{width}}" + "; look-ahead engine: ".join(dict.fromkeys((case["parallel"], case["lookahead"])))
            for name, case in table["latency"].items()]


def function(table: dict, unit: dict, instruction: dict) -> str:
    """An instruction's C function, with the table's words on it."""
    found = operands(instruction)
    about = [instruction["meaning"]]
    if names := instruction.get("fields"):
        about += [f"Fields: {', '.join(names)}."]
    about += [f"Latency: {instruction['latency']}."]
    lines = textwrap.wrap(" ".join(about), 116)
    comment = f"/* {lines[0]} */" if len(lines) == 1 and len(lines[0]) < 115 else \
        "/*\n" + "\n".join(f" * {line}" for line in lines) + "\n */"
    parameters = ", ".join(f"uint32_t {found[key][0]}" for key in ("rs1", "rs2") if key in found) or "void"
    given = ", ".join(found[key][0] if key in found else "0u" for key in ("rs1", "rs2"))
    prefix = unit["name"].upper()
    call = f"(CI_UNIT_{prefix}, CI_{prefix}_{instruction['name'].upper()}, {given});"
    return "\n".join([comment, f"CI_INLINE {'uint32_t' if 'rd' in found else 'void'} "
                               f"{intrinsic(unit, instruction)}({parameters})", "{",
                      f"    return CI_RESULT{call}" if "rd" in found else f"    CI_EFFECT{call}", "}"])


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


def shown(instruction: dict) -> list[str]:
    """rs1, rs2 and rd as the datasheet has them."""
    fields = instruction.get("fields", ())
    return [" + ".join([instruction.get(key, "-"), *(fields if key == "rs1" else ())]) for key in OPERANDS]


def datasheet_tables(table: dict) -> dict[str, str]:
    """The generated part for each marker of the datasheet."""
    parts = {}
    for unit in table["unit"]:
        parts[unit["name"]] = _grid(
            ["funct7", "instruction", "rs1", "rs2", "rd", "state", "latency", "meaning"],
            *([i["funct7"], f"`{intrinsic(unit, i)}`", *shown(i),
               "changes" if i.get("changes") else "reads", i["latency"], i["meaning"]]
              for i in unit["instruction"]))
    parts["kinds"] = _grid(["kind", "meaning"], *([name, kind["meaning"] + (
        f" Only the low {kind['counts']} bits of an operand count." if kind.get("counts", 1) > 1 else
        " Only bit 0 of an operand counts." if "counts" in kind else "")] for name, kind in table["kind"].items()))
    parts["fields"] = _grid(["bits", "field", "of", "meaning"],
                            *([f"{f['low'] + f['bits'] - 1}:{f['low']}" if f["bits"] > 1 else f["low"], f["name"],
                               readers(unit, f),
                               f["meaning"] + (" " + ", ".join(f"{n} {v}" for n, v in enumerate(f["values"])) + "."
                                               if "values" in f else "")]
                              for unit in table["unit"] for f in unit.get("field", ())))
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
        text = replaced(text, DATASHEET, f"<!-- isa: {name} -->", "<!-- isa: end -->", part)
    return text


def replaced(text: str, file: str, begin: str, end: str, part: str) -> str:
    """The text with this part between its markers, which are lines."""
    pattern = re.compile(f"{re.escape(begin)}\n.*?{re.escape(end)}", re.DOTALL)
    if len(pattern.findall(text)) != 1:
        raise MetroError(f"{file} has not exactly one place for what `{begin}` begins",
                         f"put the lines `{begin}` and `{end}` there")
    return pattern.sub(lambda _: f"{begin}\n{part}\n{end}", text)


# ----------------------------------------------------------------------------------------------------- ./metro isa

def products(table: dict, root: Path = paths.ROOT) -> dict[str, str]:
    """The text that each generated file should have."""
    made = {SCALA: scala(table), C: c(table), XML: xml(table)}
    for name, make in ((DATASHEET, datasheet), (INTRINSICS, functions)):
        if (root / name).exists():
            made[name] = make(table, (root / name).read_text())
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
