# SPDX-License-Identifier: Apache-2.0
"""`./metro isa`: writes or checks the files that are generated from the tables in hw/isa."""
from __future__ import annotations

import itertools
import json
import math
import re
import textwrap
from pathlib import Path

from ..base import output, paths, toml
from ..base.errors import MetroError
from ..configuration import limits
from . import registers

TABLE = paths.ROOT / "hw" / "isa" / "instructions.toml"
REGISTERS = TABLE.with_name("registers.toml")
SCALA = "hw/spinal/src/main/scala/metronome/units/Operations.scala"
C = "sw/ci_opcodes.h"
INTRINSICS = "sw/ci_intrinsics.h"
XML = "hw/nios/custom_instruction_debug.xml"
DATASHEET = "docs/datasheet.md"
USER_MODE = "docs/memory-protection.md"
EVERY = "tests/units/model/every.c"

OPERANDS = ("rs1", "rs2", "rd")
LISTS = ("levels", "waiting")                                # needs of the instructions without a number on Nios II
WIDTHS = {"funct3": 3, "funct7": 5}                          # bits; of funct7, the bits that fit Nios II's number


def read(path: Path = TABLE) -> dict:
    """Return the table of instructions together with that of registers."""
    table = {**toml.read(path, "correct the instruction table"), **toml.read(REGISTERS, "correct the register table")}
    problems = find_errors(table)
    if problems:
        raise MetroError(f"{path.name} or {REGISTERS.name}: {problems[0]}", "\n".join(problems[1:]))
    return table


def find_errors(table: dict) -> list[str]:
    """Return every reason why the table is invalid."""
    found = []
    names = [f"{unit['name']}.{i['name']}" for unit in table["unit"] for i in unit["instruction"]]
    found += [f"{name} is defined twice" for name in sorted({name for name in names if names.count(name) > 1})]
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
            unknown = set(i) - {"name", "funct7", "reserved", "core", *OPERANDS, "fields", "register", "changes",
                                "needs", "effect", "latency", "meaning"}
            found += [f"{unit['name']}.{i['name']}: unknown key {key}" for key in sorted(unknown)]
            found += [f"{unit['name']}.{i['name']}: no kind of operand is called {kind}"
                      for _, kind in operands(i).values() if kind not in table["kind"]]
            kind = table["kind"].get(kinds(i)[0], {})
            found += [f"{unit['name']}.{i['name']}: its rs1 has no field {name}" for name in i.get("fields", ())
                      if name not in [field["name"] for field in kind.get("field", ())]]
            found += [f"{unit['name']}.{i['name']}: its fields {clash}"
                      for clash in overlapping_fields(fields_of(kind, i))]
            if i.get("effect", "wakes") not in table["effect"]:
                found.append(f"{unit['name']}.{i['name']}: no effect is called {i['effect']}")
            if i["latency"] not in table["latency"]:
                found.append(f"{unit['name']}.{i['name']}: no latency case is called {i['latency']}")
    found += [f"{row['operation']}: there is no instruction {name}"
              for row in table["paper"] for name in row["by"] if name not in names]
    for kind, has in with_fields(table):
        found += [f"the field {field['name']} of {kind} extends beyond bit 31" for field in has["field"]
                  if field["low"] + bits(field) > 32]
        if kind not in operand_kinds(table):                # operands are checked above, by instruction
            found += [f"{kind}: the fields {clash}" for clash in overlapping_fields(has["field"])]
    found += registers.find_errors(table)
    macros = re.findall(r"^#define (\w+)", opcode_header(table), re.MULTILINE) if not found else []
    found += [f"two macros are called {name}" for name in sorted({name for name in macros if macros.count(name) > 1})]
    return found


def overlapping_fields(fields: list[dict]) -> list[str]:
    """Return the pairs of fields that overlap, as texts."""
    return [f"{a['name']} and {b['name']} overlap" for a, b in itertools.combinations(fields, 2)
            if a["low"] < b["low"] + bits(b) and b["low"] < a["low"] + bits(a)]


def csrs(table: dict) -> dict[str, int]:
    """Return the number of each CSR by its name."""
    return {register["name"]: register["number"] for register in table["csr"]}


def operands(instruction: dict) -> dict[str, tuple[str, str]]:
    """Return {operand: (name, kind)} for rs1, rs2 and rd, as far as the instruction has them."""
    named = {key: instruction[key].rpartition(": ") for key in OPERANDS if key in instruction}
    return {key: (name or kind, kind) for key, (name, _, kind) in named.items()}


def instructions(table: dict):
    """Return (unit, instruction) of each instruction that uses the units' port."""
    return [(unit, i) for unit, i in every_instruction(table) if not is_core(unit, i)]


def plain_instructions(table: dict):
    """Return (unit, instruction) of each instruction that needs only its unit."""
    return [(unit, i) for unit, i in instructions(table) if not need_of(i)]


def instructions_needing(table: dict, what: str):
    """Return (unit, instruction) of each instruction with this need."""
    return [(unit, i) for unit, i in instructions(table) if need_of(i) == what]


def core_instructions(table: dict):
    """Return (unit, instruction) of each instruction of the core."""
    return [(unit, i) for unit, i in every_instruction(table) if is_core(unit, i)]


def every_instruction(table: dict):
    return [(unit, i) for unit in table["unit"] for i in built_instructions(unit)]


def event(table: dict, name: str) -> dict:
    """Return the harness's event (hw/sim/meters.h) of an instruction that retires. name: UNIT.NAME."""
    word, = (code(table, unit, i) for unit, i in every_instruction(table) if f"{unit['name']}.{i['name']}" == name)
    return {"instruction": word, "mask": 0x7F << 25 | 7 << 12 | 0x7F}


def code(table: dict, unit: dict, instruction: dict) -> int:
    """Return the encoding with 0 in rd, rs1 and rs2."""
    return instruction["funct7"] << 25 | unit["funct3"] << 12 | table["opcode"]


def is_core(unit: dict, instruction: dict) -> bool:
    return unit.get("core", False) or instruction.get("core", False)


def built_instructions(unit: dict) -> list[dict]:
    """Return the unit's instructions without the reserved ones."""
    return [instruction for instruction in unit["instruction"] if not instruction.get("reserved")]


def operation_bits(table: dict) -> int:
    """Return how many bits an operation's number has at the units' port; at least 4, as in version 1."""
    return max(4, *(i["funct7"].bit_length() for _, i in instructions(table)))


def nios2_bits(table: dict) -> int:
    """Return how many bits an instruction's number has on Nios II.

    Bits 3..0 are the operation, bits 5..4 the unit. If there is a bit 6, it extends the unit; bit 7 the operation.
    """
    # Without the instructions that have no number on Nios II.
    units = max(unit["funct3"] for unit, i in instructions(table) if need_of(i) not in LISTS)
    return 8 if operation_bits(table) > 4 else 7 if units > 3 else 6


def with_fields(table: dict) -> list[tuple[str, dict]]:
    """Return (name, kind) of each kind with fields."""
    return [(name, kind) for name, kind in table["kind"].items() if "field" in kind]


def operand_kinds(table: dict) -> set[str]:
    """Return the kinds of operands that no instruction returns."""
    taken = {kind for _, i in every_instruction(table) for kind in kinds(i)[:2]}
    return taken - {kinds(i)[2] for _, i in every_instruction(table)}


def bits(field: dict) -> int:
    """Return the number of bits of a field. A flag has one."""
    return field.get("bits", 1)


def fields_of(kind: dict, instruction: dict) -> list[dict]:
    """Return the fields of rs1 that the instruction reads."""
    return [field for field in kind.get("field", ()) if field["name"] in instruction.get("fields", ())]


def instructions_reading(table: dict, kind: str, field: dict) -> str:
    """Return the names of the instructions that read a field of an operand."""
    return ", ".join(i["name"] for _, i in every_instruction(table)
                     if kinds(i)[0] == kind and field["name"] in i.get("fields", ()))


def need_of(instruction: dict) -> str:
    """Return what the instruction needs apart from its unit, as a name in the information word; "" if nothing."""
    return instruction.get("needs", "")


def kinds(instruction: dict) -> list[str]:
    """Return the kinds of rs1, rs2 and rd; `nothing` for a missing one."""
    found = operands(instruction)
    return [found[key][1] if key in found else "nothing" for key in OPERANDS]


def intrinsic(unit: dict, instruction: dict) -> str:
    """Return the name of the C function."""
    names = dict.fromkeys((unit["name"], instruction["name"]))         # info's only instruction is ci_info
    return "_".join(["ci", *names])


def longest_wait(table: dict, engine: str, tasks: int, events: int = 0) -> dict[str, int]:
    """Return the most cycles that each instruction waits with this engine, by name of the C function."""
    cycles = {}
    sizes = {"N": tasks, "M": (1 << (max(tasks, events) - 1).bit_length()) + 1}
    for key, case in table["latency"].items():
        terms = [[sizes.get(word, word) for word in term.split()] for term in case[engine].split("+")]
        cycles[key] = sum(math.prod(map(int, term)) for term in terms)
    return {intrinsic(u, i): cycles[i["latency"]] for u, i in instructions(table)}


# ------------------------------------------------------------------------------------------------------------ Scala

def camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def scala_object(table: dict) -> str:
    out = ["// SPDX-License-Identifier: Apache-2.0",
           "// Written by `./metro isa` from hw/isa/instructions.toml; edit that file.",
           "package metronome.units",
           "",
           "import spinal.core._",
           "",
           "/** The instruction set's numbers: funct3 of each unit, funct7 of each operation. */",
           "object Operations {",
           f"  val Opcode = 0x{table['opcode']:02X}",
           f"  val Version = {table['version']}",
           "",
           "  /** Numbers of CSRs, from hw/isa/registers.toml. */",
           "  object Csr {",
           *(f"    val {camel(name)} = 0x{number:X}" for name, number in csrs(table).items()),
           "  }",
           "",
           "  /** Of an operation's number at the units' port. */",
           f"  val OperationBits = {operation_bits(table)}",
           "  /** Of the number that is both unit and operation on Nios II. */",
           f"  val Nios2Bits = {nios2_bits(table)}",
           "",
           "  /** The values that a parameter can have, and a text that says so. */",
           "  case class Limit(least: Int, most: Int, orZero: Boolean, powerOfTwo: Boolean, text: String) {",
           "    def allows(value: Int): Boolean = orZero && value == 0 ||",
           "      value >= least && value <= most && (!powerOfTwo || (value & value - 1) == 0)",
           "  }",
           "",
           "  /** The limits of a configuration's fields, from hw/isa/registers.toml. */",
           "  val Limits: Map[String, Limit] = Map(",
           ",\n".join(f'    "{name}" -> Limit(' + scala_values(
               limit["least"], limit["most"], limit.get("or_zero", False), limit.get("power_of_two", False),
               limits.text(name, table["limit"])) + ")" for name, limit in table["limit"].items()),
           "  )",
           "",
           "  /** Fields that need (true) or exclude (false) one of others, and why, from hw/isa/registers.toml. */",
           "  val Rules: Seq[(String, Boolean, Seq[String], String)] = Seq(",
           ",\n".join(f"    ({scala_values(name, needs)}, Seq({scala_values(*others)}),\n      {scala_values(message)})"
                      for name, needs, others, message in limits.rules(table)),
           "  )",
           "",
           "  /** What an operand or a result is. */",
           "  sealed trait Kind",
           "  object Kind {",
           *(f"    case object {camel(kind)} extends Kind" for kind in ("nothing", *table["kind"])),
           "  }",
           "",
           "  /** @param rs1     what it reads there, or Nothing; likewise rs2",
           "    * @param changes changes a unit's state",
           "    * @param timeBase it is there with a time base only",
           "    * @param fields   of its rs1, which it reads",
           "    */",
           "  case class Operation(unit: Int, number: Int, name: String, rs1: Kind, rs2: Kind, changes: Boolean,",
           "                       timeBase: Boolean = false, fields: Seq[String] = Nil)",
           "",
           "  /** Bits of a word that mean something. */",
           "  case class Field(low: Int, bits: Int) {",
           "    def of(word: Bits): Bits = word(low, bits bits)",
           "    def flag(word: Bits): Bool = word(low)",
           "  }"]
    for unit in table["unit"]:
        out += ["", f"  object {camel(unit['name'])} {{", f"    val Funct3 = {unit['funct3']}"]
        out += [f"    val {camel(i['name'])} = {i['funct7']}" for i in unit["instruction"]]
        if not unit.get("core"):
            out += ["", "    val all: Seq[Operation] = Seq("]
            out += [",\n".join(scala_row(unit, i) for i in built_instructions(unit) if not is_core(unit, i)), "    )"]
        out += ["  }"]
    out += ["", "  /** Those of the core. */", "  val core: Seq[Operation] = Seq(",
            ",\n".join(scala_row(unit, i, f"{camel(unit['name'])}.") for unit, i in core_instructions(table)), "  )"]
    out += ["", "  /** The fields of words, by the word's kind, and the numbers that have names. */",
            "  object Fields {"]
    for name, kind in with_fields(table):
        out += [f"    object {camel(name)} {{"]
        for field in kind["field"]:
            out += [f"      val {camel(field['name'])} = Field({field['low']}, {bits(field)})"]
            out += [f"      val {camel(value)} = {number}" for value, number in value_names(field).items()]
        out += ["    }"]
    out += ["  }", "",
            "  /** What a command of the event unit does to a task in the other units, by their operations. */",
            "  object Effects {"]
    for name, effect in table["effect"].items():
        out += [f"    object {camel(name)} {{"]
        out += [f"      val {camel(unit)} = Operations.{camel(unit)}.{camel(effect[unit])}" for unit in effect
                if unit != "meaning"]
        out += ["    }"]
    return "\n".join([*out, "  }", "}"]) + "\n"


def scala_values(*values) -> str:
    """Return numbers, truth values and texts as Scala's arguments."""
    return ", ".join(map(json.dumps, values))


def scala_row(unit: dict, instruction: dict, prefix: str = "") -> str:
    """Return an Operation in Scala. prefix: the object with its numbers."""
    fields = scala_values(*instruction.get("fields", ()))
    return (f"      Operation({prefix}Funct3, {prefix}{camel(instruction['name'])}, "
            f"\"{unit['name']}_{instruction['name']}\", "
            f"{', '.join(f'Kind.{camel(kind)}' for kind in kinds(instruction)[:2])}, "
            f"changes = {str(instruction.get('changes', False)).lower()}"
            f"{', timeBase = true' if need_of(instruction) == 'time_base' else ''}"
            f"{f',{chr(10)}        fields = Seq({fields})' if fields else ''})")


def value_names(field: dict) -> dict[str, int]:
    """Return the named values of a field, or its named bits."""
    return {**field.get("values", {}), **{name: 1 << n for n, name in enumerate(field.get("set", ()))}}


# ---------------------------------------------------------------------------------------------------------------- C

def opcode_header(table: dict) -> str:
    out = ["/* SPDX-License-Identifier: Apache-2.0 */",
           "/* Written by `./metro isa` from hw/isa/instructions.toml; edit that file. */",
           "#ifndef CI_OPCODES_H",
           "#define CI_OPCODES_H",
           "",
           "/* Macros, because assembly uses them too. CI_TEXT(macro): its number as a string, for assembly in C. */",
           "#define CI_TEXT(number) CI_TEXT_OF(number)",
           "#define CI_TEXT_OF(number) #number",
           f"#define CI_OPCODE 0x{table['opcode']:02X}",
           f"#define CI_VERSION {table['version']}",
           "",
           "/* Numbers of CSRs, from hw/isa/registers.toml. */",
           *(f"#define CI_CSR_{name.upper()} 0x{number:X}" for name, number in csrs(table).items()),
           "",
           "/* Bits of an operation's number at the units' port, and the count of Nios II's numbers of all units. */",
           f"#define CI_OPERATION_BITS {operation_bits(table)}",
           f"#define CI_NIOS2_NUMBERS {1 << nios2_bits(table)}"]
    for unit in table["unit"]:
        prefix = unit["name"].upper()
        out += ["", f"#define CI_UNIT_{prefix} {unit['funct3']}"]
        out += [f"#define CI_{prefix}_{i['name'].upper()} {i['funct7']}" for i in unit["instruction"]]
    for name, kind in with_fields(table):
        out += ["", *c_comment(kind["meaning"])]
        out += [line for field in kind["field"] for line in c_field(table, name, field)]
    out += ["", "/* The kinds of operands and results. */"]
    out += [f"#define CI_KIND_{kind.upper()} {number}" for number, kind in enumerate(["nothing", *table["kind"]])]
    low = {}
    for unit, i in instructions(table):
        if table["kind"].get(kinds(i)[0], {}).get("counts"):
            low.setdefault(unit["funct3"], []).append(i["funct7"])
    of_unit = [f"((unit) == {unit} && ({' || '.join(f'(op) == {number}' for number in numbers)}))"
               for unit, numbers in low.items()]
    out += ["/* Whether only low bits of the instruction's rs1 count. */",
            f"#define CI_RS1_IS_LOW(unit, op) ({' || '.join(of_unit)})"]
    out += ["", "/* X(unit, operation, name, kind of rs1, of rs2, of rd, CHANGES or READS) for every instruction. */",
            *c_rows("CI_INSTRUCTIONS", plain_instructions(table)),
            "", "/* The same for instructions that need a time base. */",
            *c_rows("CI_TIME_BASE_INSTRUCTIONS", instructions_needing(table, "time_base")),
            "", "/* The same for the instructions of the task lists. */",
            *c_rows("CI_LIST_INSTRUCTIONS", instructions_needing(table, "levels")),
            "", "/* The same for the instructions of the wait lists. */",
            *c_rows("CI_WAIT_INSTRUCTIONS", instructions_needing(table, "waiting")),
            "", "/* The same for the instructions of the core. */",
            *c_rows("CI_CORE_INSTRUCTIONS", core_instructions(table))]
    out += ["", "#endif"]
    return "\n".join(out) + "\n"


def c_rows(macro: str, rows) -> list[str]:
    return [f"#define {macro}(X) \\", " \\\n".join(
        f"    X({u['name'].upper()}, {i['name'].upper()}, \"{intrinsic(u, i)}\", "
        f"{', '.join(map(str.upper, kinds(i)))}, {'CHANGES' if i.get('changes') else 'READS'})" for u, i in rows)]


def c_field(table: dict, kind: str, field: dict) -> list[str]:
    """Return the macros for the place and values of a field, to compose operands and to read results."""
    prefix = f"CI_{table['kind'][kind]['macros']}"
    name, low, mask = f"{prefix}_{field['name'].upper()}", field["low"], f"0x{(1 << bits(field)) - 1:X}u"
    is_operand, is_flag = kind in operand_kinds(table), "bits" not in field
    readers = is_operand and instructions_reading(table, kind, field)
    about = f" In: {readers}." if readers else ""
    out = [*c_comment(field["meaning"] + about), f"#define {name}_LOW {low}"]
    if is_operand:
        out += [f"#define {name}_OF(which) (((which) >> {low}) & {mask})"]
    else:
        out += [f"#define {name}_BITS {bits(field)}"]
    if is_flag:
        out += [f"#define {name} 0x{(-1 << low) & 0xFFFFFFFF if field.get('upwards') else 1 << low:04X}u"]
    elif not is_operand:
        out += [f"#define {name}(word) (((word) >> {low}) & {mask})"]
    elif "values" not in field:
        out += [f"#define {name}({field['name']}) ((uint32_t)({field['name']}) << {low})"]
    # Values of an operand are shifted to the field. Values of a result are not.
    for value, number in value_names(field).items():
        macro = f"{name}_{value.upper()}" if "set" in field else f"{prefix}_{value.upper()}"
        out += [f"#define {macro} 0x{number << low:04X}u" if is_operand else f"#define {macro} {number}u"]
    if "formerly" in field:
        former, endings = f"{prefix}_{field['formerly'].upper()}", re.findall(rf"#define {name}(\w*)", "\n".join(out))
        out += ["/* Deprecated. */", *(f"#define {former}{ending} {name}{ending}" for ending in endings)]
    return out


def c_comment(text: str) -> list[str]:
    lines = textwrap.wrap(text, 116)
    return [f"/* {text} */"] if len(text) < 115 else ["/*", *(f" * {line}" for line in lines), " */"]


def intrinsics_header(table: dict, text: str) -> str:
    """Return ci_intrinsics.h with updated generated parts. text: the old content."""
    made = {"latency": "\n".join(f" *   {line}" for line in latencies(table))}
    for unit in table["unit"]:
        if not unit.get("core"):
            made[unit["name"]] = "\n\n".join(intrinsic_function(table, unit, i) for i in built_instructions(unit)
                                             if not is_core(unit, i))
    made["core"] = "\n\n".join(intrinsic_function(table, unit, i) for unit, i in core_instructions(table))
    for name, part in made.items():
        # The marker of `latency` is a line of a comment.
        markers = (" * isa: latency", " * isa: end") if name == "latency" else (f"/* isa: {name} */", "/* isa: end */")
        text = replace_part(text, INTRINSICS, *markers, part)
    return text


def latencies(table: dict) -> list[str]:
    """Return a line for each latency case, with the longest waits of the engines."""
    width = max(map(len, table["latency"])) + 2
    return [f"{name:{width}}" + "; look-ahead engine: ".join(dict.fromkeys((case["parallel"], case["lookahead"])))
            for name, case in table["latency"].items()]


def intrinsic_function(table: dict, unit: dict, instruction: dict) -> str:
    """Return an instruction's C function, with a comment from the table."""
    found = operands(instruction)
    about = [instruction["meaning"]]
    if names := instruction.get("fields"):
        about += [f"Fields: {', '.join(names)}."]
    about += [f"Latency: {instruction['latency']}."]
    comment = "\n".join(c_comment(" ".join(about)))
    if "register" in instruction:
        return comment + "\n" + register_macro(unit, instruction)
    parameters = ", ".join(f"uint32_t {found[key][0]}" for key in ("rs1", "rs2") if key in found) or "void"
    given = ", ".join(found[key][0] if key in found else "0u" for key in ("rs1", "rs2"))
    prefix = unit["name"].upper()
    call = f"(CI_UNIT_{prefix}, CI_{prefix}_{instruction['name'].upper()}, {given});"
    return "\n".join([comment, f"CI_INLINE {'uint32_t' if 'rd' in found else 'void'} "
                               f"{intrinsic(unit, instruction)}({parameters})", "{",
                      f"    return CI_RESULT{call}" if "rd" in found else f"    CI_EFFECT{call}", "}"])


def register_macro(unit: dict, instruction: dict) -> str:
    """Return a macro in place of a C function, because the register's number must be a literal."""
    found, prefix = operands(instruction), unit["name"].upper()
    given = [found[key][0] for key in ("rs1", "rs2") if key in found]
    kind = "REGISTER_RESULT" if "rd" in found else "REGISTER_EFFECT"
    return (f"#define {intrinsic(unit, instruction)}({', '.join([*given[:1], 'number', *given[1:]])}) \\\n"
            f"    CI_{kind}(CI_UNIT_{prefix}, CI_{prefix}_{instruction['name'].upper()}, "
            f"{', '.join([*given[:1], 'number', *given[1:]])})")


def test_functions(table: dict) -> str:
    """Return a C function around each intrinsic, for tests of the compiled code."""
    out = ["/* SPDX-License-Identifier: Apache-2.0 */",
           "/* Written by `./metro isa` from hw/isa/instructions.toml; edit that file. */",
           "/* A function for each instruction, with its intrinsic's name: the test reads the code that it became. */",
           '#include "ci_intrinsics.h"']
    for unit in table["unit"]:
        functions_ = [test_function(unit, i) for i in built_instructions(unit) if not is_core(unit, i)]
        if not functions_:
            continue
        # A Wishbone access cannot have two operands and a result, so Wishbone does not support such a unit.
        guarded = any("rs2" in i and "rd" in i for i in built_instructions(unit))
        out += ["", *(["#ifndef METRONOME_WISHBONE"] if guarded else []), *functions_, *(["#endif"] if guarded else [])]
    return "\n".join(out) + "\n"


def test_function(unit: dict, instruction: dict) -> str:
    name, given = intrinsic(unit, instruction), [key for key in ("rs1", "rs2") if key in instruction]
    head = f"uint32_t do_{name}({', '.join(f'uint32_t {key}' for key in given) or 'void'})"
    call = f"{name}({', '.join(given)});"
    return f"{head};\n{head}\n{{\n" + (f"    return {call}\n}}" if "rd" in instruction else
                                       f"    {call}\n    return 0u;\n}}")


# --------------------------------------------------------------------------------------------------- names for GDB

def debugger_xml(table: dict) -> str:
    """Return the XML that describes the instructions to a RISC-V debugger: fields and print format."""
    out = ["<!-- SPDX-License-Identifier: Apache-2.0 -->",
           "<!-- Written by `./metro isa` from hw/isa/instructions.toml; edit that file. -->",
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


def operand_texts(instruction: dict) -> list[str]:
    """Return rs1, rs2 and rd for the datasheet."""
    fields = instruction.get("fields", ())
    return ["a register's number" if instruction.get("register") == key else
            " + ".join([instruction.get(key, "-"), *(fields if key == "rs1" else ())]) for key in OPERANDS]


def datasheet_tables(table: dict) -> dict[str, str]:
    """Return the generated part for each marker of the datasheet."""
    parts = {}
    for unit in table["unit"]:
        parts[unit["name"]] = _grid(
            ["funct7", "instruction", "rs1", "rs2", "rd", "state", "latency", "meaning"],
            *([i["funct7"], f"`{intrinsic(unit, i)}`", *operand_texts(i),
               ", ".join(["reserved"] if i.get("reserved") else
                         ["changes" if i.get("changes") else "reads", *([i["effect"]] if "effect" in i else [])]),
               i["latency"], i["meaning"]]
              for i in unit["instruction"]))
    parts["kinds"] = _grid(["kind", "meaning"], *([name, kind["meaning"] + (
        f" Only the low {kind['counts']} bits of an operand count." if kind.get("counts", 1) > 1 else
        " Only bit 0 of an operand counts." if "counts" in kind else "")] for name, kind in table["kind"].items()))
    for name, kind in with_fields(table):
        of = ({"of": lambda field, name=name: instructions_reading(table, name, field)}
              if name in operand_kinds(table) else {})
        parts[f"fields of {name}"] = _grid(
            ["bits", "field", *of, "meaning"],
            *([f"{f['low'] + bits(f) - 1}:{f['low']}" if bits(f) > 1 else f["low"], f["name"],
               *(ask(f) for ask in of.values()), f["meaning"] + value_texts(f)] for f in kind["field"]))
    parts["effects"] = _grid(["effect", "operations on the task", "meaning", "of"],
                             *([name, ", ".join(f"{unit}.{does}" for unit, does in effect.items() if unit != "meaning"),
                                effect["meaning"], ", ".join(i["name"] for _, i in instructions(table)
                                                             if i.get("effect") == name)]
                               for name, effect in table["effect"].items()))
    parts["encodings"] = _grid(["instruction", "funct7", "funct3", "code with rd, rs1, rs2 = x0"],
                               *([f"{u['name']}.{i['name']}", f"{i['funct7']:07b}", f"{u['funct3']:03b}",
                                  f"`0x{code(table, u, i):08X}`"]
                                 for u, i in every_instruction(table)))
    parts["csrs"] = csr_table(table, "lines", "guest_units")
    parts["vector csrs"] = csr_table(table, "vectors")
    parts["latency"] = _grid(["latency", "longest wait, parallel", "look-ahead", "case", "instructions"],
                             *([key, case["parallel"], case["lookahead"], case["meaning"],
                                ", ".join(f"{u['name']}.{i['name']}" for u, i in instructions(table)
                                          if i["latency"] == key)]
                               for key, case in table["latency"].items()))
    parts["waveforms"] = "\n\n".join(f"`{w['latency']}`: {w['title']}\n\n```\n{draw_waveform(w)}\n```"
                                     for w in table["waveform"])
    parts["paper"] = _grid(["unit", "the paper's operation", "here", "remark"],
                           *([row["unit"], row["operation"], ", ".join(row["by"]), row.get("note", "")]
                             for row in table["paper"]))
    return parts


def csr_table(table: dict, *groups: str) -> str:
    """Return the registers of these groups for a page."""
    return _grid(["CSR", "name", "accessed by", "meaning"],
                 *([f"0x{register['number']:X}", f"`{register['name']}`", f"{register['mode']} mode",
                    register["meaning"]] for register in table["csr"] if register["group"] in groups))


def user_mode(table: dict, text: str) -> str:
    """Return the page about user mode with updated generated parts. text: the old content."""
    return replace_part(text, USER_MODE, "<!-- isa: user interrupts -->", "<!-- isa: end -->",
                        csr_table(table, "user_interrupts", "guest_switch"))


def thread_numbers(table: dict, text: str) -> str:
    """Return hw/hardware_thread.py with its updated part. text: the old content."""
    for name, part in (("registers", registers.python_part(table)),
                       ("instructions", registers.units_of_python(table))):
        text = replace_part(text, registers.PYTHON, f"# isa: {name}", "# isa: end", part)
    return replace_part(text, registers.PYTHON, "    # isa: ports", "    # isa: end",
                        registers.ports_of_python(table["hardware_thread"]["ports"]))


def thread_reference(table: dict, text: str) -> str:
    """Return the page with updated generated parts. text: the old content."""
    for name, rows in registers.page_tables(table).items():
        text = replace_part(text, registers.PAGE, f"<!-- isa: {name} -->", "<!-- isa: end -->", _grid(*rows))
    return text


def regions(table: dict, text: str) -> str:
    return replace_part(text, registers.REGIONS, "# isa: registers", "# isa: end",
                    registers.regions_of_python(table["virtual_device"]))


def guest_header(table: dict, text: str) -> str:
    return replace_part(text, registers.GUEST, "/* isa: user page */", "/* isa: end */",
                    registers.guest_c(table["virtual_device"]))


def monitor(table: dict, text: str) -> str:
    return replace_part(text, registers.MONITOR, "/* isa: control page */", "/* isa: end */",
                    registers.monitor_c(table["virtual_device"]))


def monitor_limits(table: dict, text: str) -> str:
    return replace_part(text, registers.LIMITS, "/* isa: limits */", "/* isa: end */",
                    registers.limits_c(table["virtual_device"]))


def guest_reference(table: dict, text: str) -> str:
    for name, rows in registers.device_tables(table).items():
        text = replace_part(text, registers.GUEST_PAGE, f"<!-- isa: {name} -->", "<!-- isa: end -->", _grid(*rows))
    return text


def value_texts(field: dict) -> str:
    """Return the names of a field's values or bits, as text."""
    if "set" in field:
        return " " + ", ".join(f"bit {n}: {name}" for n, name in enumerate(field["set"])) + "."
    return " " + ", ".join(f"{number} {name}" for name, number in field["values"].items()) + "." \
        if "values" in field else ""


def draw_waveform(waveform: dict) -> str:
    """Draw the command port, one column per cycle. A wait of more than 3 cycles is shortened."""
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


def datasheet(table: dict, text: str) -> str:
    """Return the datasheet with updated generated parts. text: the old content."""
    for name, part in datasheet_tables(table).items():
        text = replace_part(text, DATASHEET, f"<!-- isa: {name} -->", "<!-- isa: end -->", part)
    return text


def replace_part(text: str, file: str, begin: str, end: str, part: str) -> str:
    """Return the text with this part between its markers, which are separate lines."""
    pattern = re.compile(f"{re.escape(begin)}\n.*?{re.escape(end)}", re.DOTALL)
    if len(pattern.findall(text)) != 1:
        raise MetroError(f"{file} must have exactly one part that begins with `{begin}`",
                         f"put the lines `{begin}` and `{end}` there")
    return pattern.sub(lambda _: f"{begin}\n{part}\n{end}", text)


# ----------------------------------------------------------------------------------------------------- ./metro isa

def generated_files(table: dict, root: Path = paths.ROOT) -> dict[str, str]:
    """Return the expected text of each generated file."""
    made = {SCALA: scala_object(table), C: opcode_header(table), XML: debugger_xml(table), EVERY: test_functions(table),
            registers.C: registers.c_header(table),
            registers.VERILOG: registers.ports_of_verilog(table["hardware_thread"]["ports"]),
            registers.DEVICE_VERILOG: registers.device_ports_of_verilog(table)}
    for name, make in ((DATASHEET, datasheet), (USER_MODE, user_mode), (INTRINSICS, intrinsics_header),
                       (registers.PYTHON, thread_numbers), (registers.PAGE, thread_reference),
                       (registers.REGIONS, regions), (registers.GUEST, guest_header), (registers.MONITOR, monitor),
                       (registers.LIMITS, monitor_limits), (registers.GUEST_PAGE, guest_reference)):
        if (root / name).exists():
            made[name] = make(table, (root / name).read_text())
    return made


def stale_files(made: dict[str, str], root: Path = paths.ROOT) -> list[str]:
    return [name for name, text in made.items()
            if not (root / name).exists() or (root / name).read_text() != text]


def add_arguments(parser) -> None:
    parser.description = ("Write the files that are generated from the tables in hw/isa: Scala and C numbers, names "
                          "for a debugger, tables of the datasheet.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is out of date")


def main(args) -> int:
    made = generated_files(read())
    old = stale_files(made)
    if args.check and old:
        raise MetroError(f"out of date: {', '.join(old)}", "run ./metro isa to write them again")
    output.write({paths.ROOT / name: made[name].encode() for name in old})
    for name in old:
        print(name)
    return 0
