# SPDX-License-Identifier: Apache-2.0
"""`./metro prove`: formal proofs of the units' and the core's netlists, with SymbiYosys and z3 (docs/proofs.md)."""
from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Callable

from .. import configuration
from ..base import cache
from ..base.errors import MetroError
from ..base.jobs import thread_pool
from ..base.progress import Progress
from ..configuration import notation
from ..configuration.renamed import hint
from ..products import core, isa, slots, unit as unit_module
from . import colons, guest_proofs, sby
from . import netlist as text
from .sby import Outcome, run


@dataclasses.dataclass(frozen=True)
class Part:
    """A group of a proof's assertions that is proved separately: a task of the .sby file, which selects them."""
    name: str
    subject: str


BASE = Part("base", "the time base: its registers; each tick occurs once, in a free cycle")
ANSWERS = Part("answers", "each result, and the wake of a task")
PARTS = {
    "parallel": (ANSWERS,
                 Part("following", "the registers that follow the state with a delay of one cycle"),
                 Part("state", "each instruction's effect on delay, expired, held and counting; longest waits")),
    "lookahead": (ANSWERS,
                  Part("delay", "each instruction's effect on the delay"),
                  Part("state", "each instruction's effect on expired, held and counting"),
                  Part("entry", "a task's entry in the memories while the scan runs"),
                  Part("sums", "the running sums of the tasks that need software"),
                  Part("counts", "the engine's counts equal the running sums"),
                  Part("waits", "longest waits"),
                  Part("control", "scan, search, the second cycles of move and get, the collected word")),
    "lists": (ANSWERS,
              *(Part(f"{name}{n}", f"task {n}: {subject}") for n in range(8)
                for name, subject in (("next", "its successor"), ("before", "its predecessor"),
                                      ("order", "its place in the order, and its insertion point"))),
              *(Part(f"list{n}", f"list {n}: its first and its last task") for n in range(8 + 5)),
              Part("cursors", "the cursors"),
              Part("moves", "a task that moves between lists"),
              Part("waits", "longest waits"),
              Part("steps", "each task's list and delay; scan, search, and the words read"))}


@dataclasses.dataclass(frozen=True)
class Proof(sby.Proof):
    """A proof that all assertions, or those of one part, hold in a module of hw/formal around a netlist."""
    subject: str
    unit: str
    source: str
    tasks: int
    width: int = 0                  # 0: none
    engine: str = ""                # "": none
    wake: bool = True               # with the other unit, time or ready
    events: int = 0                 # of the event unit
    levels: int = 0                 # of the task lists
    part: Part | None = None        # None: all
    base: bool = False              # with a time base

    @property
    def name(self) -> str:
        name = notation.write("lists" if self.levels else self.unit, self.fields)
        return f"{name}/{self.part.name}" if self.part else name

    @property
    def covers(self) -> bool:
        # All parts of a proof have the same cover statements, so one part runs the task.
        return self.tasks <= 8 and self.part in (None, ANSWERS) and super().covers

    def netlist(self) -> Path:
        # The event unit needs both other units.
        return unit_module.verilog("both" if self.events else "lists" if self.levels else self.unit, self.units)

    def generated(self, netlist: str) -> dict[str, str]:
        module = listed(self)
        added = views(self, module)
        return {"unit.v": text.with_lines(netlist, module_of(self), added), "inside.svh": inside(self, module, added),
                "operations.svh": operations(self), "sizes.ys": self.sizes()}

    def sizes(self) -> str:
        """Return commands for Yosys that define the unit's sizes and options."""
        sizes = {"OPERATION_BITS": isa.operation_bits(isa.read()), "TASKS": self.tasks, "WIDTH": self.width,
                 "EVENTS": self.events, "LEVELS": self.levels, "WAKE": self.wake, "BASE": self.base,
                 "ONE_ROW": self.tasks <= 8}
        return sby.defines(**sizes)

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
        """Return the parts into which a large proof is divided."""
        return (BASE, *PARTS[self.engine]) if self.base else PARTS[self.engine or "lists"]


@dataclasses.dataclass(frozen=True)
class BankProof(sby.Proof):
    """A proof of the core's register banks. Its assertions are inserted into the module VexRiscv."""
    banks: int
    user_mode: bool
    vectors: bool = False
    self_switch: bool = False
    subject: str = "each instruction's effect on registers and slots of banks; a switch restores what it saved"
    source = "register_banks"

    @property
    def name(self) -> str:
        return notation.write("banks", self.fields)

    @property
    def covers(self) -> bool:
        return self.user_mode           # the program uses it

    @property
    def fields(self) -> dict:
        return {"core.contexts": self.banks, **({"core.user_mode": True} if self.user_mode else {}),
                **({"core.vectors": True} if self.vectors else {}),
                **({"core.self_switch": True} if self.self_switch else {})}

    @property
    def hardware(self):
        """Return the core. The proof does not depend on its units."""
        base = "tickless-contexts" if self.self_switch else "contexts"
        return configuration.read(base).hardware.changed(self.fields)

    def netlist(self) -> Path:
        return core.generate(self.hardware) / "VexRiscv.v"

    def generated(self, netlist: str) -> dict[str, str]:
        return {"core.v": text.with_inside(netlist, "VexRiscv", "register_banks.sv"),
                "operations.svh": "`define USER\n" * self.user_mode + "`define VECTORS\n" * self.vectors +
                "`define SELF_SWITCH\n" * self.self_switch +
                self.operations()}

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


@dataclasses.dataclass(frozen=True)
class InsideProof(sby.Proof):
    """A proof inside one module: a specification is inserted, and all its assertions hold."""
    name: str
    subject: str
    module: str
    source: str
    verilog: Callable[[], Path]     # returns a file with the module

    def netlist(self) -> Path:
        return self.verilog()

    def generated(self, netlist: str) -> dict[str, str]:
        return {"unit.v": text.with_inside(netlist, self.module, f"{self.source}.sv")}


# The arbiter between the processor and the second port selects the command that the units execute. The outputs of the
# units are unconstrained.
ARBITER = InsideProof("arbiter",
                      "commands of both sides fire once, in turn, with their operands, and never while held off",
                      "Arbiter", "arbiter", lambda: unit_module.verilog("both", configuration.units(
                          tasks=8, width=4, events=4, queue_words=0, direct_calls=1)))


@dataclasses.dataclass(frozen=True)
class LinesProof(InsideProof):
    """The proof of the lines that post. lists: in a unit with task lists, where lines wake tasks."""
    lists: bool = False

    def generated(self, netlist: str) -> dict[str, str]:
        kinds, instructions = isa.read()["kind"], isa.every_instruction(isa.read())
        numbers = {"TIME_READ": next(one["funct7"] for unit, one in instructions
                                     if (unit["name"], one["name"]) == ("time", "read"))}
        for kind, field, prefix in ("time_register", 0, "TIME"), ("list", 0, "LIST"), ("outcome", 0, "OUTCOME"):
            numbers |= {f"{prefix}_{name}".upper(): number
                        for name, number in kinds[kind]["field"][field].get("values", {}).items()}
        return super().generated(netlist) | {"operations.svh": "`define LISTS\n" * self.lists + "".join(
            f"localparam {name} = {number};\n" for name, number in numbers.items())}


def _lines(lists: bool) -> LinesProof:
    size = {"tasks": 8, "width": 4, "time_base": True, "lines": 4}
    size |= {"levels": 8} if lists else {"events": 4, "queue_words": 0}
    return LinesProof(notation.write("lines", {"units.levels": 8} if lists else {}),
                      "each trigger makes one post, or wakes a task, and counts until then; no loss without a report",
                      "Lines", "lines", lambda: unit_module.verilog("lists" if lists else "both",
                                                                    configuration.units(**size)), lists)


def _slot(base: bool) -> InsideProof:
    """Return the proof of a slot, in the Verilog that LiteX generates. base: with a time base."""
    return InsideProof(notation.write("slot", {"units.time_base": True} if base else {}),
                       "each call has one correct answer; a command is held; calls and resets leave nothing waiting",
                       "slot", "slot", lambda: slots.proof_verilog(base))


def _ready(tasks: int, base: bool = False) -> Proof:
    subject = "each instruction's effect and result, the search for the highest priority, longest waits"
    if base:
        subject += ", whether a task is more urgent"
    return Proof(subject, "ready", "ready_unit", tasks, base=base)


def _event(tasks: int, events: int) -> Proof:
    subject = "without queues: each instruction's effect, result and effect on the other units, longest waits"
    return Proof(subject, "event", "event_unit", tasks, wake=False, events=events)


def _lists(tasks: int, width: int, levels: int) -> list[Proof]:
    return _divided(Proof("", "list", "task_lists", tasks, width, levels=levels))


def _divided(proof: Proof) -> list[Proof]:
    """Return a proof for each part."""
    return [dataclasses.replace(proof, subject=part.subject, part=part) for part in proof.parts]


def _time(engine: str, tasks: int, width: int, wake: bool, base: bool = False) -> list[Proof]:
    subject = "each instruction's effect and result, the wake, longest waits" + ", ticks of the time base" * base
    proof = Proof(subject, "time", engine, tasks, width, engine, wake, base=base)
    if tasks <= 8:                  # a small proof takes less time undivided
        return [proof]
    return _divided(proof)


PROOFS = (*map(_ready, (8, 37, 64, 256)), _event(8, 4),
          *(proof for engine in ("parallel", "lookahead") for size in ((8, 4), (64, 16)) for wake in (True, False)
            for proof in _time(engine, *size, wake)),
          *(_ready(tasks, base=True) for tasks in (8, 37, 64)),
          *(proof for engine in ("parallel", "lookahead") for size in ((8, 4), (64, 16))
            for proof in _time(engine, *size, wake=True, base=True)),
          *_lists(8, 4, 8), BankProof(4, True), BankProof(64, False), BankProof(4, False, True),
          BankProof(4, False, True, True), ARBITER, _lines(lists=False), _lines(lists=True), _slot(base=False),
          _slot(base=True), *guest_proofs.PROOFS,
          guest_proofs.INTERRUPTS_PROOF, guest_proofs.SWITCH_PROOF, guest_proofs.SWITCHED_SETS_PROOF)


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
            *([BankProof(chosen.core.contexts, chosen.core.user_mode, chosen.core.vectors,
                         chosen.core.self_switch)]
              if chosen.core.contexts else ()),
            *((ARBITER,) if units.direct_calls or units.lines else ()),
            *((_slot(base),) if units.direct_calls else ()), *((_lines(bool(units.levels)),) if units.lines else ()),
            *(guest_proofs.PROOFS if units.unit_sets else ()),
            *([guest_proofs.INTERRUPTS_PROOF] if chosen.core.user_interrupts else ()),
            *([guest_proofs.SWITCH_PROOF] if chosen.core.guest_switch else ()),
            *([guest_proofs.SWITCHED_SETS_PROOF] if chosen.core.guest_switch and units.unit_sets else ())]


def undivided(proof: Proof | InsideProof) -> Proof | InsideProof:
    """Return the undivided proof to which this part belongs."""
    return dataclasses.replace(proof, part=None) if isinstance(proof, Proof) else proof


def proofs(text: str) -> list[Proof]:
    """Return the proof with this name, or its parts. Raises MetroError if there is no such proof.

    text: the proof's name, the key=value pairs of its units in any order (notation.py), and optionally /PART.
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
    # The task lists have no engine. The table has their waits under the second engine.
    engine = proof.engine or configuration.ENGINES[bool(proof.levels)]
    waits = isa.longest_wait(table, engine, proof.tasks, proof.events)
    numbers, cases, covers = [], [], []
    for unit, instruction in isa.instructions(table):
        if unit["name"] == proof.unit:
            name = f"{unit['name']}_{instruction['name']}".upper()
            numbers.append(f"localparam [`OPERATION_BITS-1:0] {name} = {instruction['funct7']};")
            covers.append(f"fires_{instruction['name']}: cover (fires && op == {name});")
            cases.append(f"    {name}: longest_wait = {waits[isa.intrinsic(unit, instruction)]};")
    used = {kind for unit, i in isa.instructions(table) if unit["name"] == proof.unit for kind in isa.kinds(i)}
    for name, kind in isa.with_fields(table):
        if name in used:
            for field in kind["field"]:
                numbers.append(f"localparam {kind['macros']}_{field['name'].upper()} = {field['low']};")
                numbers += [f"localparam [{isa.bits(field) - 1}:0] {kind['macros']}_{value.upper()} = {number};"
                            for value, number in isa.value_names(field).items()]
    # An unknown operation waits at most as long as the unit's first instruction.
    default = cases[0].split(":")[1].strip()
    each = f"`define EACH_INSTRUCTION {' '.join(covers)}"
    return "\n".join([each, *numbers,
                      "function [15:0] longest_wait(input [`OPERATION_BITS-1:0] op);", "  case (op)", *cases,
                      f"    default: {default}", "  endcase", "endfunction", ""])


def module_of(proof: Proof) -> str:
    """Return the netlist's module that the invariants refer to."""
    return f"{proof.engine.capitalize()}Engine" if proof.engine else \
        {"ready": "ReadyUnit", "event": "EventEngine", "list": "TaskLists"}[proof.unit]


def listed(proof: Proof) -> dict:
    """Return the generator's list of the signals of module_of() (GenerateUnit.scala)."""
    modules, name = text.signals(proof.netlist()), module_of(proof)
    if name not in modules:
        raise MetroError(f"the netlist of {proof.name} has no module {name}", "the units have changed: adapt the proof")
    return modules[name]


def views(proof: Proof, module: dict) -> str:
    """Return wires for invariants, which drive nothing: all counters as one vector, each memory as one vector, or the
    text that hw/formal has for the module."""
    if proof.levels:
        return text.vectors(module["memories"])
    if proof.engine == "parallel":
        counters = ", ".join(f"left_{n}" for n in reversed(range(proof.tasks)))
        return f"  wire [{proof.tasks * proof.width - 1}:0] all_left = {{{counters}}};\n"
    file = sby.SOURCES / f"{proof.source}_inside.svh"
    return file.read_text() if file.is_file() else ""


def inside(proof: Proof, module: dict, added: str) -> str:
    """Return wires engine_NAME or unit_NAME for all signals of the module and all wires that views() added, and a
    localparam for each state."""
    # The proof of the task lists instantiates their module directly.
    instance = "" if proof.levels else module["instance"]
    path, prefix = (f"dut.{instance}", "engine") if instance else ("dut", "unit")
    signals = {name: f"[{bits - 1}:0]" for name, bits in module["bits"].items()}
    signals |= {name: bits for bits, name in re.findall(r"(?:reg|wire) (\[.*:0\]) (\w+)", added)}
    return "".join(["`default_nettype none\n",            # Yosys refuses a proof that names another signal
                    *(f"(* hierconn *) wire {bits} \\{path}.{name} ; "
                      f"wire {bits} {prefix}_{name.replace('.', '_')} = \\{path}.{name} ;\n"
                      for name, bits in signals.items()),
                    *(f"localparam {name.upper()} = {number};\n" for name, number in module["states"].items())])


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
    if outcome.task == "cover":
        return f"{outcome.proof.name:55}  {'cover':18}  {'all reached' if outcome.holds else 'NOT REACHED'}"
    result = "proved" if outcome.holds else "FAILED" if outcome.from_reset else "FAILED (not inductive)"
    return f"{outcome.proof.name:55}  {outcome.proof.method:18}  {result}"


def main(args) -> int:
    chosen = [*(proof for name in args.names for proof in proofs(name)),
              *(proof for text in args.config for proof in of_configuration(text))] or list(PROOFS)
    if args.list:
        for p in chosen:
            print(f"{p.name:55}  {p.method:18} {p.subject}")
        return 0
    failed = []
    for p in chosen:
        p.netlist()                                                    # make each once, before proofs run in parallel
    # Small proofs also show that their cases can be reached.
    runs = [*((p, p.task) for p in chosen), *((p, "cover") for p in chosen if p.covers)]
    with Progress("prove", total=len(runs)) as progress, thread_pool() as pool:
        new = sum(not cache.has_products(lambda: run(p, task=task)) for p, task in runs)
        progress.say(f"{len(runs)} proofs and covers, {new} of them to be made")
        for job in [pool.submit(run, p, task=task) for p, task in runs]:
            outcome = job.result()
            progress.advance(show(outcome), outcome.seconds)
            if not outcome.holds:
                failed.append(outcome)
        progress.say(f"{len(runs) - len(failed)} of {len(runs)} proofs and covers hold")
    if failed:
        raise MetroError("; ".join(f"{o.proof.name} failed" for o in failed), "\n".join(
            f"{o.proof.name}: {', '.join(o.failed)}; trace {o.trace}; log {o.folder / 'log.txt'}" for o in failed))
    return 0
