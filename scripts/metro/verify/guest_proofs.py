# SPDX-License-Identifier: Apache-2.0
"""Proofs of guests' unit sets: no guest changes or reads another guest's set, and no guest reaches a closed set."""
from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from .. import configuration
from ..base import paths
from ..configuration import notation
from ..products import core as core_module, isa
from ..products import unit as unit_module
from . import netlist as text

SOURCES = paths.ROOT / "hw" / "formal"
SETS_CORE = "combined,units.tasks=8,units.width=4,units.unit_sets=2,core.user_mode=true"
SETS, CORE, INTERRUPTS = "guest_units.sv", "guest_core.sv", "user_interrupts.sv"

# Module -> (registers, when they matter, number of low bits that do not matter). In other cycles these registers take
# operands that may belong to another guest's command, but nothing reads them. The proof fails if this is wrong. With an
# event unit the operands of both sets are equal in all cycles, so each register must be equal.
SHIFTED = "collecting && scan_running && !moving && !fetched ? 32 - scan_task[4:0] : 0"
PASSING = {
    "LookaheadEngine": ((r"written_\w+|software(Next)?_decreases", "settling", "0"),
                        (r"scanned_(?!valid)\w+", "scanned_valid || moving", "0"),
                        # It collects a word bit by bit.
                        ("carry", "moving || fetched || collecting", SHIFTED)),
}


@dataclasses.dataclass(frozen=True)
class SetProof:
    """A proof that one of two unit sets behaves as if it were alone."""
    number: int                     # of the set
    fields: dict                    # of the units, {key: value}
    what: str = "a guest's unit set behaves as a set alone with the guest's commands"
    part: None = None
    bounded: bool = False
    # In the first cycle any set may be selected; in the second, the previous cycle determines the selection.
    depth: int = 2

    @property
    def method(self) -> str:
        return f"bounded, {self.depth} cycles" if self.bounded else f"induction, depth {self.depth}"

    @property
    def name(self) -> str:
        return f"{notation.write('guests', self.fields)}/{self.number}"

    @property
    def units(self):
        return configuration.read_hardware(SETS_CORE).changed(self.fields).units

    def netlist(self) -> Path:
        return unit_module.verilog("guests", self.units)

    def files(self, netlist: str) -> dict[str, str]:
        return {SETS: (SOURCES / SETS).read_text(), "unit.v": text.with_vectors(netlist),
                "operations.svh": f"localparam GUEST = {self.number};\n",
                "state.svh": self.state(netlist), "proof.sby": self.script()}

    def state(self, netlist: str) -> str:
        """Return the registers of the set and of a set that is alone, and assertions that they are equal."""
        found = text.registers(netlist, "GuestSet")
        lines = []
        for register in found:
            for where, name in ((f"dut.set_{self.number}", "its"), ("alone", "alone")):
                lines += [f"(* hierconn *) wire {register.bits} \\{where}.{register.path} ;",
                          f"wire {register.bits} {name}_{register.identifier} = \\{where}.{register.path} ;"]
        same = " && ".join(f"its_{r.identifier} == alone_{r.identifier}" for r in found)
        return "\n".join([*lines, f"wire same = {same};", "always @(*) if (begun) begin",
                          *map(self.is_same, found), "end", ""])

    def is_same(self, register: text.Register) -> str:
        both = f"its_{register.identifier}", f"alone_{register.identifier}"
        for names, when, shift in () if self.units.events else PASSING.get(register.module, ()):
            if re.fullmatch(names, register.name):
                when, shift = (re.sub(r"\b[a-z]\w+", lambda name: f"alone_{'_'.join((*register.instances, name[0]))}",
                                      each) for each in (when, shift))
                return f"if ({when}) same_{register.identifier}: assert (({' ^ '.join(both)}) >> ({shift}) == 0);"
        return f"same_{register.identifier}: assert ({' == '.join(both)});"

    def script(self) -> str:
        defines = [f"-DOPERATION_BITS={isa.operation_bits(isa.read())}", *["-DBASE"] * self.units.time_base,
                   *["-DEVENT"] * bool(self.units.events)]
        return "\n".join([
            "[options]", f"mode {'bmc' if self.bounded else 'prove'}", f"depth {self.depth}",
            "[engines]", "smtbmc --nomem --unroll z3",
            "[script]", f"read_verilog -formal -sv {' '.join(defines)} unit.v {SETS}",
            "hierarchy -check -top GuestUnitsProof",
            "setattr -mod -unset keep_hierarchy *", "setattr -unset keep_hierarchy */c:*",
            "proc", "flatten", "check -assert", "prep",
            "[files]", SETS, "unit.v", "operations.svh", "state.svh", ""])


@dataclasses.dataclass(frozen=True)
class GuestCoreProof:
    """A proof of the core around arbitrary unit sets: the modes that may use and select a set. It is inserted into
    VexRiscv."""
    name: str = "guests-core"
    what: str = "user mode uses only an open set and existing numbers, and selects no set"
    core: str = ("combined,units.tasks=41,units.time_base=true,units.events=5,units.queue_words=4,units.unit_sets=3,"
                 "core.user_mode=true")
    part: None = None
    bounded: bool = False
    depth: int = 1

    method = SetProof.method

    @property
    def hardware(self):
        return configuration.read_hardware(self.core)

    def netlist(self) -> Path:
        return core_module.generate(self.hardware) / "VexRiscv.v"

    def files(self, netlist: str) -> dict[str, str]:
        return {CORE: (SOURCES / CORE).read_text(), "core.v": text.with_inside(netlist, "VexRiscv", CORE),
                "operations.svh": self.operations(), "proof.sby": self.script()}

    def operations(self) -> str:
        """Return the sizes, the fields of the two registers, and for each instruction whether its operands exist."""
        units, table = self.hardware.units, isa.read()
        registers = {f"{kind}_{field['name']}".upper(): field["low"]
                     for kind in ("guest_units", "guest_units_control") for field in table["kind"][kind]["field"]}
        sizes = {"GUESTS": units.unit_sets, "GUEST_BITS": (units.unit_sets - 1).bit_length(), "OPCODE": table["opcode"],
                 "OPERATION_BITS": isa.operation_bits(table),
                 **{f"CSR_{name}".upper(): number for name, number in isa.csrs(table).items()}, **registers}
        cases = [f"    {{7'd{i['funct7']}, 3'd{unit['funct3']}}}: there = {operands_exist(units, table, i)};"
                 for unit, i in isa.every_instruction(table)
                 if unit["name"] in ("info", "time", "ready", "event")]
        return "\n".join([*(f"localparam {name} = {number};" for name, number in sizes.items()),
                          "function there(input [31:0] i, rs1, rs2);", "  case ({i[31:25], i[14:12]})", *cases,
                          "    default: there = 0;", "  endcase", "endfunction", ""])

    def script(self) -> str:
        return "\n".join([
            "[options]", f"mode {'bmc' if self.bounded else 'prove'}", f"depth {self.depth}",
            "[engines]", "smtbmc --unroll z3",
            "[script]", "read_verilog -formal -sv core.v",
            *(f"blackbox {name}" for name in ("InstructionCache", "DataCache", "GuestUnits")),
            "hierarchy -check -top VexRiscv", "proc", "cutpoint -blackbox", "cutpoint t:$mul", "check -assert", "prep",
            "[files]", CORE, "core.v", "operations.svh", ""])


@dataclasses.dataclass(frozen=True)
class InterruptsProof:
    """A proof of interrupts that user-mode programs handle. It is inserted into VexRiscv."""
    name: str = "user-interrupts"
    what: str = "no user-mode program changes or sees another program's interrupt registers"
    core: str = "original,core.user_mode=true,core.user_interrupts=4"
    part: None = None
    bounded: bool = False
    depth: int = 1

    method = SetProof.method

    def netlist(self) -> Path:
        return core_module.generate(configuration.read_hardware(self.core)) / "VexRiscv.v"

    def files(self, netlist: str) -> dict[str, str]:
        return {INTERRUPTS: (SOURCES / INTERRUPTS).read_text(),
                "core.v": text.with_inside(netlist, "VexRiscv", INTERRUPTS),
                "csrs.svh": self.csrs(), "registers.svh": self.registers(netlist), "proof.sby": self.script()}

    def csrs(self) -> str:
        """Return the numbers of the CSRs."""
        return "".join(f"localparam CSR_{name.upper()} = 12'd{number};\n"
                       for name, number in isa.csrs(isa.read()).items())

    def registers(self, netlist: str) -> str:
        """Return invariants of the execute stage: the decoded CSR is the one that the instruction names."""
        numbers = sorted(set(re.findall(r"\bexecute_CsrPlugin_csr_(\d+)\b", netlist)), key=int)
        return "\n".join([
            "always @(*) if (known && in_execute) begin",
            "  is_csr: assert (execute_IS_CSR == (e[6:0] == 7'h73 && e[13:12] != 0));",
            *(f"  is_{n}: assert (execute_CsrPlugin_csr_{n} == (e[31:20] == 12'd{n}));" for n in numbers), "end", ""])

    def script(self) -> str:
        return "\n".join([
            "[options]", f"mode {'bmc' if self.bounded else 'prove'}", f"depth {self.depth}",
            "[engines]", "smtbmc --unroll z3",
            "[script]", "read_verilog -formal -sv core.v", "blackbox InstructionCache", "blackbox DataCache",
            "hierarchy -check -top VexRiscv", "proc", "cutpoint -blackbox", "cutpoint t:$mul", "check -assert", "prep",
            "[files]", INTERRUPTS, "core.v", "csrs.svh", "registers.svh", ""])


def operands_exist(units, table: dict, instruction: dict) -> str:
    """Return a condition in Verilog that is true if the task, event, word or row in the operands exists."""
    words, fields = -(-units.tasks // 32), instruction.get("fields", ())
    limits = {"task": units.tasks, "word": words, "row": -(-units.tasks // 8)}
    first, second, _ = isa.kinds(instruction)
    low = {field["name"]: field["low"] for field in table["kind"]["event"]["field"]}
    terms = [f"{name} < {limits[kind]}" for name, kind in (("rs1", first), ("rs2", second)) if kind in limits]
    if first == "event":
        terms.append(f"rs1[7:0] < {units.events}")
        if "task" in fields:
            terms.append(f"rs1[{low['task']} +: 8] < {units.tasks}")
        if "index" in fields:
            terms.append(f"(rs1[{low['rows']}] || rs1[{low['index']} +: 3] < {words})")
    return " && ".join(terms) or "1"


KINDS = ({"units.engine": "parallel", "units.time_base": True}, {},
         {"units.time_base": True, "units.events": 4, "units.queue_words": 4})
PROOFS = (*(SetProof(number, fields) for fields in KINDS for number in (0, 1)), GuestCoreProof())
INTERRUPTS_PROOF = InterruptsProof()
