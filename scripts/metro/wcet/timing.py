# SPDX-License-Identifier: Apache-2.0
"""The timing model: an upper bound of the cycles between two retired instructions of the core.

VexRiscv's pipeline is rigid. A stage that stalls also stalls all younger stages, and no bubble closes. So the cycles of
an instruction are its distance behind the previous instruction when both leave decode (the gap), plus the stalls of
the instruction itself in later stages. A state keeps what makes the next gaps and stalls longer. Each part of a state
is a number of cycles, and a larger number never makes a later instruction retire earlier. So the larger of two states
is an upper bound for both.
"""
from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

from ..base.errors import MetroError
from ..products import isa
from . import decode
from .decode import Instruction
from .values import STACK

# Cycles behind an instruction at which another one can leave decode with its result. 1: immediately.
LATENCY = {decode.LOAD: 3, decode.MUL: 3, decode.UNIT: 3, decode.SHIFT: 2, decode.CSR: 2, decode.DIV: 2}
DIVISION = 33          # further cycles in the memory stage
CSR_GAP = 3            # a CSR instruction waits until all older instructions have retired
PREDICTED = 2          # distance of the target of a jump that decode predicts
RESOLVED = 4           # ... of a jump that the memory stage takes
RETURNED = 6           # ... of a jump that write-back takes: mret
TRAPPED = 6            # distance of the first instruction of a trap from the cycle in which the core takes it
REPEATED = 6           # further cycles of a load that write-back repeats
STORE = 2              # cycles of a store on the bus
READ = 3               # further cycles of an uncached load, without the stores before it
GRANT = 1              # further cycles of the first transfer after one of the other bus
LINE = 20              # further cycles of a load that fetches a line, without the stores before it
REPEATS_WITHIN = 2     # instructions after a store in which a load of the same bytes is repeated
UNIT_GAP = 2           # an instruction of the units waits until a load or store before it has retired
CONTEXT_GAP = 2        # decode waits behind an instruction of the register banks
CONTEXT_READ = 4       # further cycles in decode of context.read, after all older instructions have retired
# The longest waits of the units, except after a reset, when they clear their memories: see [latency] of the instruction
# table, which has the reasons. Cases that are not here wait as long as the table says. Only a tick wakes several tasks
# at once. So the tick's instruction has the waits of the task lists until these tasks are in their lists.
RUNNING = {"entry": "1", "fetch": "2", "event": "7", "flags": "N + 7", "lists": "12", "waits": "N + 20",
           "lists_scan": "24 N + 28"}
# The size of annotations that limits N of a case: most tasks that one tick wakes, and most tasks of a wait list.
LIMITS = {"lists_scan": "due", "waits": "waiting"}

# Instructions that may take further cycles, after the instructions before them.
OWN_TIME = (decode.LOAD, decode.STORE, decode.UNIT, decode.DIV, decode.CSR)
STALLS_EARLY = (decode.CSR, decode.MRET, decode.SYSTEM, decode.FENCE, decode.OTHER)
FETCH = 20             # further cycles of an instruction whose line must be fetched, without stores before it
FETCH_BEHIND = 2       # ... with stores before it
REPEATED_BEHIND = 3    # instructions behind a load that may be in the pipeline when write-back repeats it
LINE_BYTES = 32        # of the caches
SP_ALIGNMENT = 16      # of the stack pointer at the entry of a function, by the calling convention
IO = 0x80000000        # first address that no cache holds; hot memory and hot data memory are above it
HOT_DATA = 0xFFFF0000  # first address of the hot data memory (hw/spinal, HotDataPlugin)
UNKNOWN = -1           # base register of a store to any address


@dataclasses.dataclass(frozen=True)
class State:
    """front: least gap of the next instruction. ready: {register: least gap of an instruction that reads it}, without
    entries of 1. drained, buffered: cycles until the bus has taken the last store, and the one before. accesses: the
    last instruction is a load or store. stores: (instructions within which a load may have to be repeated, address or
    None, base register, offset, size) of the last stores. lines: what the data cache holds, see _load(). granted: the
    last transfer on the bus was one of the data bus (True), of the instruction bus (False), or of either (None).
    fetched: lines that the instruction cache holds, in numbers of lines. repeats: (instructions left, line) of loads
    that write-back may repeat, so that the core fetches them again."""
    front: int = 1
    ready: tuple = ()
    drained: int = 0
    buffered: int = 0
    accesses: bool = False
    stores: tuple = ()
    lines: frozenset = frozenset()
    granted: bool | None = None
    fetched: frozenset = frozenset()
    repeats: tuple = ()

    def join(self, other: State) -> State:
        """Return a state that is an upper bound for both."""
        if self == other:
            return self
        ready = dict(self.ready)
        for register, gap in other.ready:
            ready[register] = max(gap, ready.get(register, 0))
        return State(max(self.front, other.front), tuple(sorted(ready.items())), max(self.drained, other.drained),
                     max(self.buffered, other.buffered), self.accesses or other.accesses,
                     tuple(sorted({*self.stores, *other.stores}, key=str)),
                     self.lines & other.lines, self.granted if self.granted == other.granted else None,
                     self.fetched & other.fetched, tuple(sorted({*self.repeats, *other.repeats})))


# Any state before an instruction, except its front, which depends on the jump that leads to the instruction.
ANY = State(RETURNED, tuple((register, 3) for register in range(1, 32)), 2 * STORE, STORE, True,
            ((REPEATS_WITHIN, None, UNKNOWN, 0, 4),))


class Model:
    """The timing of a configuration's core. warm: the data cache holds all data. sizes: see LIMITS."""

    def __init__(self, hardware, warm: bool = False, sizes: dict[str, int] = {}):
        self.hardware, self.warm = hardware, warm
        self.refuse()
        self.fetch_count = hardware.core.icache_bytes // LINE_BYTES
        self.line_count = hardware.core.dcache_bytes // LINE_BYTES
        units = hardware.units
        self.waits = {}
        if units:
            table = isa.read()
            numbers = {"N": units.tasks, "M": (1 << (max(units.tasks, units.events) - 1).bit_length()) + 1}
            longest = {key: RUNNING.get(key, case[units.engine]) if units.engine == "lookahead" or key in (
                "event", "flags") else case[units.engine] for key, case in table["latency"].items()}
            cycles = {key: _value(text, numbers | {"N": min(units.tasks, sizes.get(LIMITS.get(key), units.tasks))})
                      for key, text in longest.items()}
            self.waits = {name: cycles[latency] for name, latency, _ in decode.units().values()}

    def refuse(self) -> None:
        """Raise MetroError for a core or SoC without a timing model."""
        core, soc = self.hardware.core, self.hardware.soc
        reasons = [text for text, holds in (
            ("compressed instructions (core.compressed)", core.compressed),
            (f"the branch prediction {core.prediction} (core.prediction)", core.prediction != "static"),
            ("user mode (core.user_mode)", core.user_mode),
            ("native buses (core.native_buses)", core.native_buses),
            (f"the adapter {soc.adapter} (soc.adapter)", soc.adapter != "plugin"),
            ("hardware threads, which also use the bus (soc.threads)", soc.threads),
            ("hardware threads, which also use the units (units.direct_calls)",
             self.hardware.units and self.hardware.units.direct_calls),
            ("interrupt lines that post (units.lines)", self.hardware.units and self.hardware.units.lines),
            ("switches of the core (core.self_switch)", core.self_switch),
        ) if holds]
        if reasons:
            raise MetroError(f"there is no timing model for {', '.join(reasons)}",
                             "docs/worst-case.md lists the cores that the model covers")

    def step(self, state: State, instruction: Instruction, address=None, escaped: bool = True) \
            -> tuple[int, State]:
        """Return the cycles from the previous instruction to this one, and the state after it, as if it did not jump.

        address: of a load or store, a value of values.py. escaped: whether other code may access the words of the stack
        below its first address.
        """
        kind = instruction.kind
        fetch, state = self.fetch(state, instruction.address)
        ready = dict(state.ready)
        gap = max(state.front, *(ready.get(register, 1) for register in instruction.uses), 1) + fetch
        stall = 0
        if kind == decode.CSR:
            stall = max(0, CSR_GAP - gap)
        elif kind == decode.DIV:
            stall = DIVISION
        elif instruction.unit == "context.read":
            stall = max(0, CSR_GAP - gap) + CONTEXT_READ
        elif kind == decode.UNIT:
            stall = max(0, UNIT_GAP - gap) * state.accesses + self.waits.get(instruction.unit, 0)
        cycles = gap + stall
        drained, buffered = state.drained, state.buffered
        repeats = [(left - 1, line) for left, line in state.repeats if left > 1]
        lines, granted, grant = state.lines, state.granted, 0 if state.granted else GRANT
        # An unknown address may be in the hot data memory. Then the access does not use the bus.
        used = True if isinstance(address, int) or not self.hardware.core.hot_data_bytes else granted or None
        stores = [(left - 1, *place) for left, *place in state.stores if left > 1]
        if self.is_hot_data(address):
            pass                                           # always a hit, which does not use the bus
        elif kind == decode.STORE:
            cycles = max(cycles, buffered + 1)
            buffered, drained = drained, max(drained, cycles) + STORE + grant
            granted = used
            stores.append((REPEATS_WITHIN, address, instruction.rs1, instruction.immediate, instruction.size))
        elif kind == decode.LOAD:
            uncached = isinstance(address, int) and address >= IO
            hits = True
            if not self.warm and not uncached:
                hits, lines = _load(lines, self.line_count, instruction, address)
            if uncached or not hits:
                cycles = max(drained, cycles) + (READ if uncached else LINE) + grant
                granted = used
            elif any(_may_overlap(place, instruction, address, escaped) for _, *place in state.stores):
                cycles += REPEATED
                hits = False
            if not hits and not self.warm:
                repeats.append((REPEATED_BEHIND, instruction.address // LINE_BYTES))
        after = {register: left - gap for register, left in ready.items() if left - gap > 1}
        if instruction.rd:
            # An older instruction that writes the same register still delays its readers.
            if kind in LATENCY:
                after[instruction.rd] = max(LATENCY[kind], after.get(instruction.rd, 1))
            stores = [(left, known, UNKNOWN if base == instruction.rd else base, offset, size)
                      for left, known, base, offset, size in stores]
            lines = frozenset(line for line in lines if line[0] != instruction.rd)
        front = CONTEXT_GAP if instruction.unit.startswith("context.") else 1
        return cycles, State(front, tuple(sorted(after.items())), max(0, drained - cycles), max(0, buffered - cycles),
                             kind in (decode.LOAD, decode.STORE), tuple(sorted(set(stores), key=str)),
                             lines, granted, state.fetched, tuple(sorted(set(repeats))))

    def is_hot_data(self, address) -> bool:
        """Return whether the address of a load or store is known to be in the hot data memory."""
        return isinstance(address, int) and 0 <= address - HOT_DATA < self.hardware.core.hot_data_bytes

    def is_cached(self, address: int) -> bool:
        """Return whether the core fetches from an address through the instruction cache."""
        return address < (1 << 32) - self.hardware.core.hot_bytes

    def fetch(self, state: State, address: int) -> tuple[int, State]:
        """Return the cycles that the fetch of an instruction adds, and the state after it."""
        line = address // LINE_BYTES
        if self.warm or not self.is_cached(address) or line in state.fetched:
            return 0, state
        cycles = FETCH + state.drained + FETCH_BEHIND * (state.drained > 0) + GRANT * (state.granted is not False)
        # The line may replace the line of a load that the core fetches again. Then the core fetches both once more.
        cycles += 2 * (FETCH + GRANT) * any(not (line - other) % self.fetch_count for _, other in state.repeats)
        fetched = frozenset({line, *(other for other in state.fetched if (other - line) % self.fetch_count)})
        return cycles, dataclasses.replace(state, fetched=fetched, drained=0, buffered=0, granted=False)

    def any_fetch(self, state: State) -> int:
        """Return the most cycles of the fetch of a line."""
        return 0 if self.warm else FETCH + GRANT + state.drained + FETCH_BEHIND

    @property
    def trapped(self) -> State:
        """The state before the first instruction of a trap. The cache may still fetch a line for the task."""
        return dataclasses.replace(ANY, front=TRAPPED + self.any_fetch(ANY))

    def jumped(self, state: State, instruction: Instruction, target: int, at: Callable[[int], Instruction | None],
               ) -> State:
        """Return the state after an instruction whose successor is at `target`.

        at: returns the instruction at an address, or None if it is not known.
        """
        front = after_jump(instruction, target)
        if front == RESOLVED:
            front += _halts_fetch(state, instruction, at)
        if front >= RESOLVED and not self.warm:
            # The core drops the instructions behind the jump, but the cache may already fetch their lines.
            first = instruction.target if instruction.kind == decode.BRANCH and instruction.is_backward and \
                target == instruction.address + 4 else instruction.address + 4
            last = first if instruction.jumps_from_write_back else first + 4
            for line in {first // LINE_BYTES, last // LINE_BYTES}:
                more, after = self.fetch(state, line * LINE_BYTES & 0xFFFFFFFF)
                if more:
                    front += more
                    state = dataclasses.replace(after, fetched=after.fetched - {line})
        return state if front <= state.front else dataclasses.replace(state, front=front)


def after_jump(instruction: Instruction, target: int) -> int:
    """Return the least gap of the instruction at `target`, if it follows this instruction."""
    follows = target == instruction.address + 4 & 0xFFFFFFFF
    if instruction.jumps_from_write_back:
        return RETURNED
    if instruction.kind == decode.JAL:
        return PREDICTED
    if instruction.kind == decode.JALR:
        return RESOLVED
    if instruction.kind == decode.BRANCH and instruction.is_backward:
        return RESOLVED if follows else PREDICTED
    # A branch to the next instruction may be taken.
    return 1 if follows and instruction.target != target else RESOLVED


def _halts_fetch(state: State, jump: Instruction, at: Callable[[int], Instruction | None]) -> bool:
    """Return whether one of the instructions behind a jump, which the core drops, may stall in the cycle of the jump.
    Then the fetch from the target starts a cycle later."""
    if jump.kind == decode.BRANCH and jump.is_backward:
        behind, late = at(jump.target), {}
    else:
        first, behind = at(jump.address + 4), at(jump.address + 8)
        if not first or first.kind in STALLS_EARLY or first.unit.startswith("context."):
            return True
        late = {first.rd} if first.kind in LATENCY else {}
    return not behind or any(register in late or register in dict(state.ready) for register in behind.uses)


def _may_overlap(place: tuple, load: Instruction, address, escaped: bool) -> bool:
    """Return whether a load may read a byte that a store before it writes. Global variables are not on the stack."""
    stored, base, offset, size = place
    if stored is not None and address is not None:
        if isinstance(stored, tuple) != isinstance(address, tuple):
            return False
        first, second = (value[1] if isinstance(value, tuple) else value for value in (stored, address))
        return first < second + load.size and second < first + size
    if base == load.rs1:
        return offset < load.immediate + load.size and load.immediate < offset + size
    known = address if stored is None else stored
    return escaped or not isinstance(known, tuple) or known[1] >= 0


def _load(lines: frozenset, line_count: int, load: Instruction, address) -> tuple[bool, frozenset]:
    """Return whether the data cache holds the bytes of a load, and what it holds afterwards.

    An entry is the number of a line, or (base, lowest, highest): the code has loaded from this range of offsets behind
    the base, a register or the stack. Of such a range it is not known which addresses begin a line. So each time that
    the range may reach into one more line, the load counts as a miss. The line that a load fetches may replace any
    other line, except lines of known addresses that have other places.
    """
    if isinstance(address, int):
        line = address // LINE_BYTES
        if (line,) in lines:
            return True, lines
        return False, frozenset({(line,), *(one for one in lines if len(one) == 1 and (one[0] - line) % line_count)})
    base, offset = (STACK, address[1]) if address else (load.rs1, load.immediate)
    found = next((one for one in lines if one[0] == base and len(one) == 3), None)
    if not found or not found[1] - LINE_BYTES < offset < found[2] + LINE_BYTES:
        return False, frozenset({(base, offset, offset)})
    reached = base, min(found[1], offset), max(found[2], offset)
    return _most_lines(reached) == _most_lines(found), frozenset({reached})


def _most_lines(reached: tuple) -> int:
    base, lowest, highest = reached
    begin = LINE_BYTES - 4 if base != STACK else lowest % SP_ALIGNMENT + LINE_BYTES - SP_ALIGNMENT
    return (begin + highest - lowest) // LINE_BYTES + 1


def _value(text: str, sizes: dict[str, int]) -> int:
    """Return the value of a sum of products, such as `9 N + 12`."""
    return sum(math.prod(int(sizes.get(word, word)) for word in term.split()) for term in text.split("+"))
