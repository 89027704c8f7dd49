# SPDX-License-Identifier: Apache-2.0
"""Timelines of runs: tells the harness how to watch the kernel, reads its records, and writes a trace for Perfetto.

The harness watches the kernel through the core's signals, so the firmware is not instrumented. The RTOS's rtos.toml
names the symbols to watch. hw/sim/timeline.h describes the harness's input and its records.
"""
from __future__ import annotations

import collections
import dataclasses
import json
import re
import struct
from pathlib import Path
from typing import Iterator

from ..base import output
from ..products import isa, rtos as rtos_module
from . import circuits, guests as guests_module

CYCLE_NS = 20                            # at 50 MHz, the simulated SoC's clock by definition (hw/litex_soc.py)
TRAP, RETURN, SWITCH, INSTRUCTION, TICK = range(5)
LINE = 16
INTERRUPTS, ACCELERATOR, TICKS, LINES = "interrupts", "accelerator", "ticks", "lines that post"
TIME_BASE = "metronome_time_base"        # name of its interrupt line (hw/metronome_litex.py)


# ----------------------------------------------------------------------------------------------- before and after a run

def options(firmware, folder: Path, records: bool = True) -> list[str]:
    """Write watch.json into the folder. Return the options with which the simulator records there.

    records: record each event, in addition to the cycles of each context."""
    (folder / "watch.json").write_text(json.dumps({**watch(firmware), "records": records}))
    return ["--timeline", str(folder)]


def is_complete(folder: Path) -> bool:
    """Return whether the run left its results. A simulator that fails leaves none."""
    return (folder / "contexts.json").exists()


def watch(firmware) -> dict:
    """Return the content of watch.json for a firmware's kernel or guests; empty if neither is recognised."""
    if its_guests := guests_module.guests_of(firmware):
        return {"guests": [{"base": guest.base, "size": guest.size} for guest in its_guests]}
    rtos = rtos_module.rtos_of_program(firmware.symbols)
    if not rtos:
        return {}
    known = {}
    for what in "thread", "running", "priority", "created", "name":
        symbol, plus, inner = rtos.watch.get(what, "").partition("+")      # SYMBOL, SYMBOL+STRUCTURE.MEMBER or
        structure, _, member = (inner or symbol).partition(".")            # STRUCTURE.MEMBER in a thread
        place = member_offset(firmware.elf, structure, member) if member else None
        if place and not plus:
            known[f"{what}_in_thread"], known[f"{what}_is_array"] = place
        elif (address := _address(firmware, symbol)) is not None and bool(plus) == bool(place):
            known[what] = address + (place[0] if place else 0)
    return known


def _address(firmware, symbol: str) -> int | None:
    """Return the address of a symbol, or of the function that replaces it (--wrap), or None."""
    return firmware.symbols.get(f"__wrap_{symbol}", firmware.symbols.get(symbol))


def knows_tasks(firmware) -> bool:
    return bool(guests_module.guests_of(firmware)) or rtos_module.rtos_of_program(firmware.symbols) is not None


def lane_of_traps(firmware) -> str:
    return guests_module.MONITOR if guests_module.guests_of(firmware) else INTERRUPTS


def member_offset(elf: Path, structure: str, member: str) -> tuple[int, bool] | None:
    """Return a member's offset in bytes, and whether the member is an array; None if there is no such member.

    Both come from the debug information, because they depend on the kernel's configuration. member: may be in another
    structure, as in `base.prio`, or in an unnamed structure or union.
    """
    return _of_structure(elf, structure, lambda die: _member(die, member))


def size_of(elf: Path, structure: str) -> int:
    """Return the bytes of a structure, from the debug information; 0 if there is no such structure."""
    return _of_structure(elf, structure, lambda die: die.attributes["DW_AT_byte_size"].value) or 0


def _of_structure(elf: Path, structure: str, read):
    from elftools.common.exceptions import DWARFError, ELFError
    from elftools.elf.elffile import ELFFile
    try:
        with open(elf, "rb") as file:
            parsed = ELFFile(file)
            for unit in parsed.get_dwarf_info().iter_CUs() if parsed.has_dwarf_info() else ():
                for die in unit.get_top_DIE().iter_children():
                    if die.tag == "DW_TAG_structure_type" and die.has_children and _name(die) == structure:
                        return read(die)
    except (DWARFError, ELFError):       # unreadable debug information counts as none
        pass
    return None


def _member(structure, path: str) -> tuple[int, bool] | None:
    name, _, rest = path.partition(".")
    for found in structure.iter_children():
        if found.tag != "DW_TAG_member" or _name(found) not in ("", name):
            continue
        kind = found.get_DIE_from_attribute("DW_AT_type")
        # A member of a union has no location: it begins where the union begins.
        offset = found.attributes["DW_AT_data_member_location"].value if _is_located(found) else 0
        if _name(found) and not rest:
            return offset, kind.tag == "DW_TAG_array_type"
        if inner := _member(kind, rest if _name(found) else path):
            return offset + inner[0], inner[1]
    return None


def _is_located(member) -> bool:
    return "DW_AT_data_member_location" in member.attributes


def _name(die) -> str:
    return die.attributes["DW_AT_name"].value.decode() if "DW_AT_name" in die.attributes else ""


# ------------------------------------------------------------------------------------------------------- what happened

@dataclasses.dataclass
class Context:
    """A part of the run to which cycles belong. kind: `program` (before the first task), `thread` (a task or guest),
    `interrupt`, `exception`, or `call` (of a guest)."""
    kind: str
    name: str
    priority: int | None
    cycles_at: dict                      # by PC
    entries: int = 0                     # number of switches to the thread, or of traps with this cause
    is_idle: bool = False                # the idle task, or the call in which guests wait

    @property
    def cycles(self) -> int:
        return sum(self.cycles_at.values())


class Log:
    """A run as the harness recorded it."""

    def __init__(self, firmware, soc: Path, folder: Path):
        outcome = json.loads((folder / "contexts.json").read_text())
        self.firmware, self.cycles, self.file = firmware, outcome["cycles"], folder / "records"
        self.rtos = rtos_module.rtos_of_program(firmware.symbols)
        priorities, entries = {}, {}
        self.has_lines = False
        for _, kind, context, detail in self.records():
            self.has_lines |= kind == LINE
            if kind == SWITCH:
                priorities.setdefault(context, detail)
            if kind in (SWITCH, TRAP):
                entries[context] = entries.get(context, 0) + 1
        self.lines = lines = _lines(soc)
        self.guests = {guest.base: guest for guest in guests_module.guests_of(firmware)}
        self.slots = circuits.lanes(soc)
        names = {}
        self.ticks = self._ticks({number for number, found in enumerate(outcome["contexts"])
                                  if (found["kind"], lines.get(found["value"])) == ("interrupt", TIME_BASE)})
        self.contexts = []
        # A thread that has executed the first instruction of the idle task's function is the idle task.
        idle = self.rtos and firmware.symbols.get(self.rtos.watch.get("idle"))
        for number, found in enumerate(outcome["contexts"]):
            priority = priorities.get(number)
            name = self._title(found, priority, lines)
            names[name] = names.get(name, 0) + 1
            if names[name] > 1:
                name += f" #{names[name]}"           # another task of this name gets a separate lane
            cycles_at = dict(found["cycles_at"])
            self.contexts.append(Context(found["kind"], name, priority, cycles_at, entries.get(number, 0),
                                         idle in cycles_at or name == guests_module.WAIT))

    def _ticks(self, interrupts: set) -> dict:
        """Return {cycle of a tick: whether software handled the tick} for the ticks of a time base.

        interrupts: contexts of its interrupt line. A tick is handled if one of them begins before the next tick.
        """
        ticks, last = {}, None
        for cycle, kind, context, _ in self.records():
            if kind == TICK:
                ticks[(last := cycle)] = False
            elif kind == TRAP and context in interrupts and last is not None:
                ticks[last] = True
        return ticks

    def _title(self, found: dict, priority: int | None, lines: dict) -> str:
        if found["kind"] == "call":
            return guests_module.call(found["value"])
        if self.guests and found["kind"] in ("program", "thread"):
            return f"guest {self.guests[found['value']].name}" if found["kind"] == "thread" else "before the guests"
        if found["kind"] == "thread":
            name = found["name"] or self.firmware.function_at(found["entry"]).partition("+")[0] or "task"
            return f"{name} (prio {priority})"
        if found["kind"] == "interrupt":
            if self.guests and found["value"] == guests_module.NO_SWITCH:
                return "slice, budget or wait"
            return lines.get(found["value"]) or f"interrupt {found['value']}"
        if found["kind"] == "exception":
            return found["name"]
        return self.rtos.watch.get("before", "program") if self.rtos else "program"

    def _post(self, entry: int) -> dict:
        """Return the details of a line's trigger. entry: the line's entry in the unit."""
        event, software = entry >> 8 & 0xFF, bool(entry >> 7 & 1)
        return {"event": event} if self.rtos and "events" in self.rtos.macros and not software else {}

    def cycles_in(self) -> collections.Counter:
        """Return the cycles by kind of context. The idle task, and the call in which guests wait, count as `idle`."""
        found = collections.Counter()
        for context in self.contexts:
            found["idle" if context.is_idle else context.kind] += context.cycles
        return found

    def records(self) -> Iterator[tuple]:
        """Yield (cycle, kind, first word, second word) of each record; nothing if the run wrote no records."""
        if not self.file.exists():
            return
        record = struct.Struct("<QII")
        with open(self.file, "rb") as file:
            while block := file.read(record.size << 12):
                for cycle, first, second in record.iter_unpack(block[:len(block) // record.size * record.size]):
                    yield cycle & (1 << 56) - 1, cycle >> 56, first, second

    def interruptions(self) -> Iterator[int]:
        """Yield the length of each interruption in cycles: from a trap until the task resumes or another task runs."""
        depth = began = 0
        for cycle, kind, _, _ in self.records():
            if kind == TRAP:
                if depth == 0:
                    began = cycle
                depth += 1
            elif kind in (SWITCH, RETURN) and depth:
                depth = 0 if kind == SWITCH else depth - 1
                if depth == 0:
                    yield cycle - began

    def functions(self) -> dict:
        """Return {(context, function): cycles}."""
        found, names = {}, {}
        for context in self.contexts:
            for pc, cycles in context.cycles_at.items():
                if pc not in names:
                    names[pc] = self.firmware.function_at(pc).partition("+")[0] or "?"
                key = context.name, names[pc]
                found[key] = found.get(key, 0) + cycles
        return found

    def events(self) -> Iterator[tuple]:
        """Yield (cycle, lane, name, details) for the beginning of each slice.

        The name None ends the innermost slice of the lane. Its details are None or add to those of the beginning.
        A task's slice begins at a switch to the task, and again after each interrupt.
        """
        names = {unit["funct3"] << 7 | one["funct7"]: f"{unit['name']}.{one['name']}"
                 for unit, one in isa.every_instruction(isa.read())}
        lane, depth, traps, trap = self.contexts[0].name, 0, lane_of_traps(self.firmware), None
        preempted, asleep = guests_module.Preempted(), False
        runs, waits, woke = True, False, None      # a slice of `lane` is open; its guest waits; cycle of its wake-up
        of_slots = [circuits.Circuit(lane) for lane in self.slots]
        yield 0, lane, lane, {}
        for cycle, heard in self.ticks.items():
            yield cycle, TICKS, "tick", {"heard": heard}
            yield cycle + 1, TICKS, None, None
        for cycle, kind, first, second in self.records():
            if kind == TICK:
                continue
            if kind == LINE:
                yield cycle, LINES, self.lines.get(first, f"interrupt {first}"), self._post(second)
                yield cycle + 1, LINES, None, None
                continue
            if kind == INSTRUCTION:
                yield cycle, ACCELERATOR, names.get(first >> 5 & 0x380 | first >> 25, "?"), {"cycles": second}
                yield cycle + second, ACCELERATOR, None, None
                continue
            if woke is not None and (cycle != woke or kind not in (TRAP, SWITCH)):
                yield woke, lane, lane, {}
                runs, waits, woke = True, False, None
            if kind in (guests_module.SLEEPS, guests_module.WAKES):
                asleep = kind == guests_module.SLEEPS
                if depth == 0 and asleep:          # a guest waits without a call of the monitor
                    yield cycle, lane, None, None
                    runs, waits = False, True
                yield cycle, traps, *(("asleep", {}) if asleep else (None, None))
                woke = cycle if depth == 0 and not asleep else None
                continue
            if kind >= circuits.RUNS:
                yield from of_slots[first & 0xFF].events(cycle, kind, first >> 8, second)
                continue
            context = self.contexts[first]
            woke = None
            if kind == TRAP:
                if depth == 0:
                    if runs:
                        yield cycle, lane, None, None
                    trap = context
                depth += 1
                yield cycle, traps, context.name, {"at": self.firmware.function_at(second) or hex(second)}
                continue
            for _ in range(depth if kind == SWITCH else 1):
                yield cycle, traps, None, None
            if kind == SWITCH and depth == 0 and runs:
                yield cycle, lane, None, None
            if kind == SWITCH and self.guests:
                preempts = not waits and (depth == 0 or guests_module.preempts(trap))
                yield from preempted.switch(cycle, lane, context.name, preempts)
            depth = 0 if kind == SWITCH else depth - 1
            if depth == 0:
                lane, runs, waits = context.name, True, False
                yield cycle, lane, lane, {"switch": True, "priority": second} if kind == SWITCH else {}
        yield from preempted.end(self.cycles)
        for _ in range(depth + asleep):
            yield self.cycles, traps, None, None
        if depth == 0 and runs:
            yield self.cycles, lane, None, None
        for circuit in of_slots:
            yield from circuit.stops(self.cycles)


def _lines(soc: Path) -> dict:
    """Return the names of the SoC's interrupt lines by number."""
    header = (soc / "include" / "generated" / "soc.h").read_text()
    return {int(line): name.lower() for name, line in re.findall(r"#define (\w+)_INTERRUPT (\d+)", header)}


# --------------------------------------------------------------------------------------------------------------- trace

def write(log: Log, path: Path) -> None:
    """Write the trace, complete or not at all."""
    with output.replacing(path) as [file]:
        Trace(file).write(log)


class Trace:
    """A trace in Perfetto's format with one sequence of packets."""

    def __init__(self, file):
        from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import TrackDescriptor, TrackEvent
        from perfetto.trace_builder.proto_builder import StreamingTraceProtoBuilder
        self.builder = StreamingTraceProtoBuilder(file)
        self.explicit, self.begin, self.end = (TrackDescriptor.EXPLICIT, TrackEvent.TYPE_SLICE_BEGIN,
                                               TrackEvent.TYPE_SLICE_END)
        self.interned: dict[str, int] = {}
        self.lanes: dict[str, int] = {}

    def write(self, log: Log) -> None:
        # The parent of the other lanes.
        self.lane("guests" if guests_module.guests_of(log.firmware) else log.firmware.elf.stem)
        ran = [context for context in log.contexts if context.cycles]
        for name in (*([TICKS] if log.ticks else []), *([LINES] if log.has_lines else []),
                     lane_of_traps(log.firmware), ACCELERATOR, *log.slots,
                     *(c.name for c in ran if c.kind == "program"),
                     *(c.name for c in sorted(ran, key=lambda c: c.priority or 0) if c.kind == "thread")):
            self.lane(name)
        for cycle, lane, name, details in log.events():
            self.event(cycle, lane, name, details)

    def packet(self):
        packet = self.builder.create_packet()
        packet.trusted_packet_sequence_id = 1
        # 1: the first packet clears the interned data. 2: the others need the interned data.
        packet.sequence_flags = 2 if self.lanes else 1
        return packet

    def lane(self, name: str) -> None:
        packet = self.packet()
        track = packet.track_descriptor
        track.uuid, track.name = len(self.lanes) + 1, name
        if self.lanes:
            track.parent_uuid, track.sibling_order_rank = 1, len(self.lanes)
        else:
            track.child_ordering = self.explicit
        self.lanes[name] = track.uuid
        self.builder.write_packet(packet)

    def event(self, cycle: int, lane: str, name: str | None, details: dict | None) -> None:
        packet = self.packet()
        packet.timestamp = cycle * CYCLE_NS
        event = packet.track_event
        event.track_uuid, event.type = self.lanes[lane], self.end if name is None else self.begin
        if name is not None:
            if name not in self.interned:
                self.interned[name] = len(self.interned) + 1
                packet.interned_data.event_names.add(iid=self.interned[name], name=name)
            event.name_iid = self.interned[name]
        for key, value in (details or {}).items():
            note = event.debug_annotations.add(name=key)
            setattr(note, {bool: "bool_value", int: "int_value", str: "string_value"}[type(value)], value)
        self.builder.write_packet(packet)
