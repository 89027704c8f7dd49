# SPDX-License-Identifier: Apache-2.0
"""Proofs of guests' unit sets: no guest changes or reads another guest's set, and no guest reaches a closed set."""
from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from .. import configuration
from ..configuration import notation
from ..products import core as core_module, isa
from ..products import unit as unit_module
from . import netlist as text, sby

SETS_CORE = "combined,units.tasks=8,units.width=4,units.unit_sets=2,core.user_mode=true"

# Module -> (names of registers, condition, number of low bits to ignore). These registers must be equal only while the
# condition holds. Otherwise they can hold operands of another guest's command, but nothing reads them. If
# something reads them, the proof fails. With an event unit, both sets always get the same operands, so all registers
# must be equal.
SHIFTED = "collecting && scan_running && !moving && !fetched ? 32 - scan_task[4:0] : 0"
COMPARED_WHEN = {
    "LookaheadEngine": ((r"written_\w+|software(Next)?_decreases", "settling", "0"),
                        (r"scanned_(?!valid)\w+", "scanned_valid || moving", "0"),
                        # While carry collects a word bit by bit, its low bits are not part of the word yet.
                        ("carry", "moving || fetched || collecting", SHIFTED)),
}


@dataclasses.dataclass(frozen=True)
class SetProof(sby.Proof):
    """A proof that one of two unit sets behaves as if it were alone."""
    number: int                     # of the set that is compared with the reference
    fields: dict                    # of the units, {key: value}
    subject: str = "a guest's unit set behaves as a set alone with the guest's commands"
    source = "guest_units"

    @property
    def name(self) -> str:
        return f"{notation.write('guests', self.fields)}/{self.number}"

    @property
    def covers(self) -> bool:
        # A reset selects set 0, so set 1 shows more.
        return self.number == 1 and super().covers

    @property
    def units(self):
        return configuration.read_hardware(SETS_CORE).changed(self.fields).units

    def netlist(self) -> Path:
        return unit_module.verilog("guests", self.units)

    def modules(self) -> dict:
        return text.signals(self.netlist())

    def generated(self, netlist: str) -> dict[str, str]:
        sizes = sby.defines(OPERATION_BITS=isa.operation_bits(isa.read()), BASE=self.units.time_base,
                            EVENT=bool(self.units.events))
        return {"unit.v": text.with_vectors(netlist, self.modules()),
                "operations.svh": f"localparam GUEST = {self.number};\n", "state.svh": self.state(), "sizes.ys": sizes}

    def state(self) -> str:
        """Return Verilog: the registers of the set and of the reference, and assertions that each pair is equal."""
        found = text.registers(self.modules(), "GuestSet")
        lines = []
        for register in found:
            for where, name in ((f"dut.set_{self.number}", "own"), ("alone", "alone")):
                lines += [f"(* hierconn *) wire {register.bits} \\{where}.{register.path} ;",
                          f"wire {register.bits} {name}_{register.identifier} = \\{where}.{register.path} ;"]
        same = " && ".join(f"own_{r.identifier} == alone_{r.identifier}" for r in found)
        return "\n".join([*lines, f"wire same = {same};", "always @(*) if (begun) begin",
                          *map(self.is_same, found), "end", ""])

    def is_same(self, register: text.Register) -> str:
        both = f"own_{register.identifier}", f"alone_{register.identifier}"
        for names, when, shift in () if self.units.events else COMPARED_WHEN.get(register.module, ()):
            if re.fullmatch(names, register.name):
                when, shift = (re.sub(r"\b[a-z]\w+", lambda name: f"alone_{'_'.join((*register.instances, name[0]))}",
                                      each) for each in (when, shift))
                return f"if ({when}) same_{register.identifier}: assert (({' ^ '.join(both)}) >> ({shift}) == 0);"
        return f"same_{register.identifier}: assert ({' == '.join(both)});"



@dataclasses.dataclass(frozen=True)
class GuestCoreProof(sby.Proof):
    """A proof of the core around arbitrary unit sets: the modes that may use and select a set. It is inserted into
    VexRiscv."""
    name: str = "guests-core"
    subject: str = "user mode uses only an open set and existing numbers, and selects no set"
    core: str = ("combined,units.tasks=41,units.time_base=true,units.events=5,units.queue_words=4,units.unit_sets=3,"
                 "core.user_mode=true")
    programs: int = 1               # each has its own unit set
    running: str = "0"
    source = "guest_core"

    @property
    def hardware(self):
        return configuration.read_hardware(self.core)

    def netlist(self) -> Path:
        return core_module.generate(self.hardware) / "VexRiscv.v"

    def generated(self, netlist: str) -> dict[str, str]:
        return {"core.v": text.with_inside(netlist, "VexRiscv", "guest_core.sv"), "operations.svh": self.operations(),
                "copies.svh": self.copies()}

    def copies(self) -> str:
        """Return invariants: the copies of the registers for programs that do not run."""
        return "\n"

    def operations(self) -> str:
        """Return Verilog: sizes, fields of the CSRs, and a function that checks whether operands exist."""
        units, table = self.hardware.units, isa.read()
        registers = {f"{kind}_{field['name']}".upper(): field["low"]
                     for kind in ("guest_units", "guest_units_control") for field in table["kind"][kind]["field"]}
        sizes = {"GUESTS": units.unit_sets, "GUEST_BITS": (units.unit_sets - 1).bit_length(), "OPCODE": table["opcode"],
                 "OPERATION_BITS": isa.operation_bits(table),
                 **{f"CSR_{name}".upper(): number for name, number in isa.csrs(table).items()}, **registers,
                 "PROGRAMS": self.programs}
        cases = [f"    {{7'd{i['funct7']}, 3'd{unit['funct3']}}}: operands_exist = {operands_exist(units, table, i)};"
                 for unit, i in isa.every_instruction(table)
                 if unit["name"] in ("info", "time", "ready", "event")]
        return "\n".join([*(f"localparam {name} = {number};" for name, number in sizes.items()),
                          f"wire [1:0] running = {self.running};",
                          "function operands_exist(input [31:0] i, rs1, rs2);", "  case ({i[31:25], i[14:12]})", *cases,
                          "    default: operands_exist = 0;", "  endcase", "endfunction", ""])


@dataclasses.dataclass(frozen=True)
class SwitchedSetsProof(GuestCoreProof):
    """The same proof of a core that switches between programs."""
    name: str = "guests-core-switch"
    subject: str = "each user-mode program uses only its own unit set, if machine mode has opened it"
    core: str = ("combined,units.tasks=8,units.time_base=true,units.unit_sets=3,core.user_mode=true,"
                 "core.user_interrupts=4,core.pmp=4,core.contexts=8,core.guest_switch=true")
    programs: int = 4
    running: str = "UserInterruptsPlugin_program"
    covers = False                  # GuestCoreProof shows that the cases occur

    def copies(self) -> str:
        own = "AcceleratorPlugin"
        same = [f"copy_{n}: assert ({own}_numbers_{n} == numbers[{4 * n} +: 4] && {own}_opens_{n} == opens[{n}]);"
                for n in range(self.programs)]
        return "\n".join(["always @(*) if (known) begin", *same, "end", ""])


@dataclasses.dataclass(frozen=True)
class InterruptsProof(sby.Proof):
    """A proof of interrupts that user-mode programs handle. It is inserted into VexRiscv."""
    name: str = "user-interrupts"
    subject: str = "no user-mode program changes or sees another program's interrupt registers"
    core: str = "original,core.user_mode=true,core.user_interrupts=4"
    source = "user_interrupts"

    def netlist(self) -> Path:
        return core_module.generate(configuration.read_hardware(self.core)) / "VexRiscv.v"

    def generated(self, netlist: str) -> dict[str, str]:
        return {"core.v": text.with_inside(netlist, "VexRiscv", "user_interrupts.sv"), "csrs.svh": self.csrs(),
                "decoder_invariants.svh": self.decoder_invariants(netlist)}

    def csrs(self) -> str:
        """Return a Verilog localparam with the number of each CSR."""
        return "".join(f"localparam CSR_{name.upper()} = 12'd{number};\n"
                       for name, number in isa.csrs(isa.read()).items())

    def decoder_invariants(self, netlist: str) -> str:
        """Return invariants of the execute stage: the decoded flags match the CSR number in the instruction."""
        numbers = sorted(set(re.findall(r"\bexecute_CsrPlugin_csr_(\d+)\b", netlist)), key=int)
        return "\n".join([
            "always @(*) if (known && in_execute) begin",
            "  is_csr: assert (execute_IS_CSR == (e[6:0] == 7'h73 && e[13:12] != 0));",
            *(f"  is_{n}: assert (execute_CsrPlugin_csr_{n} == (e[31:20] == 12'd{n}));" for n in numbers), "end", ""])

@dataclasses.dataclass(frozen=True)
class SwitchProof(InterruptsProof):
    """A proof of switches between user-mode programs. It is inserted into VexRiscv."""
    name: str = "guest-switch"
    subject: str = "the core switches user-mode programs exactly as machine mode allows, and keeps their state"
    core: str = ("scheduler,units.tasks=8,core.user_mode=true,core.user_interrupts=4,core.pmp=4,core.contexts=8,"
                 "core.guest_switch=true")
    source = "guest_switch"

    def generated(self, netlist: str) -> dict[str, str]:
        return {**super().generated(netlist), "core.v": text.with_inside(netlist, "VexRiscv", "guest_switch.sv")}


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
SWITCHED_SETS_PROOF = SwitchedSetsProof()
INTERRUPTS_PROOF = InterruptsProof()
SWITCH_PROOF = SwitchProof()
