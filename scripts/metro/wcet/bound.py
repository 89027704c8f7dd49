# SPDX-License-Identifier: Apache-2.0
"""The bound of a function: the most cycles from the call until the instruction behind it."""
from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..base.errors import MetroError
from . import annotations as annotations_module, decode, ipet, loops as loops_module, timing, values as values_module
from .annotations import Annotations
from .flow import LINKS, RESUME, Body, Edge, Graph, Loop, Node
from .program import Program
from .timing import Model, State
from .values import Frame, Values


MOST_MODES = 8                     # Values.mode that a block has; further ones are joined
WHOLE, ENTRY, EXIT = "whole", "entry", "exit"      # parts of a trap


@dataclasses.dataclass(frozen=True)
class LoopOnPath:
    place: str                     # function, file and line
    most: int                      # repetitions each time
    annotation: str                # that has the number; empty: it follows from the code

    def __str__(self) -> str:
        source = f"annotated: {self.annotation}" if self.annotation else "proved"
        return f"loop in {self.place}: repeated at most {self.most} times ({source})"


@dataclasses.dataclass(frozen=True)
class Step:
    """A function on the longest path. depth: of the call. cycles: without its callees. blocks: (place, how often)."""
    function: str
    depth: int
    cycles: int
    blocks: tuple[tuple[str, int], ...]


@dataclasses.dataclass(frozen=True)
class Bound:
    """cycles: from the cycle in which the call retires to the cycle in which the instruction behind it retires, without
    interrupts and without the time of other tasks."""
    function: str
    cycles: int
    steps: tuple[Step, ...]
    loops: tuple[LoopOnPath, ...]
    assumptions: tuple[str, ...]

    def as_dict(self) -> dict:
        return dataclasses.asdict(self)


@dataclasses.dataclass(frozen=True)
class Section:
    """Bounds of a stretch with disabled interrupts, in cycles: from the instruction that disables them to the one that
    enables them. within: of one that does not switch tasks. head, tail: the parts before and behind a switch."""
    within: int
    head: int
    tail: int

    def before(self, others: Iterable[Section]) -> int:
        """Return the bound, if the task that continues behind a switch is in one of the other functions."""
        return max(self.within, self.head and self.head + max((other.tail for other in others), default=0))


@dataclasses.dataclass(frozen=True)
class _Flow:
    """The control flow of a function. most: repetitions of each loop. cycles: of each edge. leaving: what is known
    behind each block."""
    name: str
    graph: Graph
    most: dict[int, int]
    loops: list[LoopOnPath]
    cycles: dict[Edge, int]
    leaving: dict[Node, Point]


@dataclasses.dataclass
class _Frame:
    """A call on a path: its code, the address of its last instruction, and the repetitions of each loop."""
    body: Body
    calls: tuple[int, ...]         # see Node
    last: int = -1
    counts: dict = dataclasses.field(default_factory=dict)


class Point(NamedTuple):
    """What is known between two instructions."""
    state: State
    values: Values

    def join(self, other: Point) -> Point:
        return Point(self.state.join(other.state), self.values.join(other.values))


class Analysis:
    """The bounds of a program's functions on a configuration's core.

    warm: assume that the caches hold all code and data. Otherwise a load or a fetch hits a cache only if this is
    proved.
    """

    def __init__(self, program: Program, hardware, annotations: Annotations, warm: bool = False):
        self.program, self.hardware, self.annotations, self.warm = program, hardware, annotations, warm
        self.model = Model(hardware, warm, dict(annotations.sizes))

    def annotated(self, more: Annotations) -> Analysis:
        """Return the analysis with more annotations."""
        return self if more == Annotations() else Analysis(self.program, self.hardware, self.annotations + more,
                                                           self.warm)

    def bound(self, name: str, without: frozenset[str] = frozenset()) -> Bound:
        """Return the bound of a function. Raise MetroError if it has none. without: see Graph."""
        flow = self._flow(name, without)
        total, taken = self._longest(flow)
        if not taken:
            raise MetroError(f"{name} has no path to its return without {', '.join(sorted(without)) or 'a trap'}",
                             "name fewer functions to exclude")
        return self._bound(flow, total, taken)

    def _bound(self, flow: _Flow, total: int, taken: dict[Edge, int]) -> Bound:
        return Bound(flow.name, total, tuple(self._steps(flow.graph, flow.cycles, taken)), tuple(flow.loops),
                     self.assumptions)

    def section(self, name: str, without: frozenset[str] = frozenset()) -> Section:
        """Return the bounds of the longest stretch with disabled interrupts in a function, called with them enabled."""
        flow = self._flow(name, without, marks=frozenset())
        blocks, after = flow.graph.blocks, flow.leaving
        off = {edge: spent for edge, spent in flow.cycles.items()
               if edge.source and edge.target and after[edge.source].values.interrupts is not True}
        switches = {edge for edge in flow.cycles if edge.kind == RESUME or
                    edge.source and loops_module.resumes(edge, after[edge.source].values)}
        ends = {node for node, point in after.items() if point.values.interrupts is not False or any(
            edge.target is None for edge in flow.graph.outgoing.get(node, ()))}
        stays = {edge: spent for edge, spent in off.items() if edge not in switches}

        def longest(begins, ends) -> int:
            return self._longest(flow, begins, ends, stays)[0]

        begins = {node for node in after if blocks[node].last.writes_status}
        return Section(longest(begins, ends), longest(begins, {edge.source for edge in switches}),
                       max((off[edge] + longest({edge.target}, ends) for edge in switches if edge in off), default=0))

    def trap(self, entry: str, handler: str, part: str = WHOLE, without: frozenset[str] = frozenset()) -> Bound:
        """Return the bound of a trap from a task, from the cycle in which the core takes it to the next instruction of
        a task.

        entry: function to which the core traps. handler: function that it calls through a pointer. part: ENTRY: only to
        the handler's first instruction. EXIT: only from the handler's return. without: see Graph.
        """
        at = self.program.function(handler)
        flow = self._flow(entry, without, frozenset({at}), handler)
        if part == ENTRY:
            cycles = {edge: spent for edge, spent in flow.cycles.items() if edge.target}
            return self._bound(flow, *self._longest(flow, ends=[
                node for node in flow.graph.blocks if node.block == at], cycles=cycles))
        begins = [node for node, block in flow.graph.blocks.items() if block.returns and node.body == at]
        return self._bound(flow, *self._longest(flow, begins if part == EXIT else (None,)))

    def _longest(self, flow: _Flow, begins: Collection[Node | None] = (None,), ends: Collection[Node] = (),
                 cycles: dict[Edge, int] | None = None) -> tuple[int, dict[Edge, int]]:
        """Return the longest path of a flow (ipet.longest). cycles: of the edges that it may take; None: all."""
        return ipet.longest(flow.graph, flow.cycles if cycles is None else cycles, flow.most, begins, ends,
                            [(frozenset({name}), most) for name, most in dict(self.annotations.entries).items()])

    @functools.lru_cache(maxsize=None)
    def _flow(self, name: str, without: frozenset[str] = frozenset(), marks: frozenset[int] | None = None,
              handler: str = "") -> _Flow:
        notes = dataclasses.replace(self.annotations, calls=(
            *self.annotations.calls, (name, (handler,)))) if handler else self.annotations
        graph = Graph(self.program, self.program.function(name), notes, without, marks)
        cycles, leaving = self._cycles(graph, bool(handler))
        most, loops = self._loops(graph, leaving, self._at_entry(not handler))
        return _Flow(name, graph, most, loops, cycles, leaving)

    @property
    def assumptions(self) -> tuple[str, ...]:
        return ("the caches hold all code and data" if self.warm else
                "a load or a fetch hits a cache only if this is proved", "no interrupt comes",
                "local variables and global variables have different addresses")

    def _annotated(self, calls: tuple[int, ...], body: Body, loop: Loop) -> tuple[int, str] | None:
        """Return the most repetitions of a loop, and the annotation that has them; None: it has none."""
        callers = {self.program.name(call) for call in calls}
        found = self.annotations.bound(self.program, self._addresses(body, loop), callers)
        return found and (found[0], str(found[1]))

    @staticmethod
    def _addresses(body: Body, loop: Loop) -> list[int]:
        """Return the addresses of a loop without its inner loops."""
        inner = set().union(*(other.blocks for other in body.loops if other.blocks < loop.blocks))
        return [one.address for block in loop.blocks - inner for one in body.blocks[block].instructions]

    def _loops(self, graph: Graph, leaving: dict[Node, Point], entry: Values) \
            -> tuple[dict[int, int], list[LoopOnPath]]:
        """Return the most repetitions of each loop, and the loops as text. Raise MetroError for a loop without a bound.
        A loop that no path reaches needs none."""
        most, shown = {}, {}
        values = {node: point.values for node, point in leaving.items()}
        for index, (calls, entered, loop) in enumerate(graph.loops):
            if Node(calls, entered, loop.header) not in leaving:
                most[index] = 0
                continue
            body = graph.bodies[entered]
            proved = loops_module.proved(graph, index, values, entry, self.program.constant)
            # With the same number, the annotation is not needed.
            annotated = self._annotated(calls, body, loop)
            known = [found for found in (None if proved is None else (proved, ""), annotated) if found]
            if not known:
                raise MetroError(
                    f"{self.program.place(loop.header)} begins a loop without a known number of repetitions",
                    "add its most repetitions to a file, and give it as --annotations (docs/worst-case.md):\n"
                    f"{annotations_module.example(self.program, body.entry, self._addresses(body, loop))}")
            most[index], annotation = min(known)
            before = shown.get(loop.header)
            if before is None or before.most < most[index]:
                shown[loop.header] = LoopOnPath(self.program.place(loop.header), most[index], annotation)
        return most, list(shown.values())

    def repetitions(self, addresses: list[int], without: frozenset[str] = frozenset()) -> dict[str, tuple[int, int]]:
        """Return by loop (LoopOnPath.place) its repetitions on a path from a call, and their bound. Of several
        executions, it is the one with the fewest repetitions below the bound. Also return by function the entries that
        annotations limit, and the limit. without: see Graph."""
        flow = self._flow(self.program.name(addresses[1]), without)
        bounds = {(calls, entry, loop.header): flow.most[index]
                  for index, (calls, entry, loop) in enumerate(flow.graph.loops)}
        found: dict[str, tuple[int, int]] = {}
        frames: list[_Frame] = []
        before = self.program.at(addresses[0])
        for address in addresses[1:]:
            if before.kind in (decode.JAL, decode.JALR) and (before.rd in LINKS or not frames):
                frames.append(_Frame(self._body(address), self._calls(frames, address)))
            elif before.kind == decode.JALR and not before.rd and before.rs1 in LINKS or before.kind == decode.MRET:
                frames.pop()                               # mret: the task continues behind its call of the switch
                if not frames:
                    break
            frame = frames[-1]
            for loop in frame.body.loops:
                if loop.header == address:
                    back = any(block <= frame.last <= frame.body.blocks[block].last.address for block in loop.blocks)
                    count = frame.counts[loop] = frame.counts.get(loop, 0) + 1 if back else 0
                    most = bounds.get((frame.calls, frame.body.entry, address), 0)
                    place = self.program.place(address)
                    if place not in found or most - count < found[place][1] - found[place][0]:
                        found[place] = count, most
            frame.last, before = address, self.program.at(address)
        for name, most in dict(self.annotations.entries).items():
            starts = self.program.excluded(frozenset({name}))
            found[name] = sum(address in starts or self.program.at(address).unit == name for address in addresses), most
        return found

    @staticmethod
    def _calls(frames: list[_Frame], callee: int) -> tuple[int, ...]:
        """Return Node.calls of a function that the last frame calls."""
        if not frames:
            return ()
        caller = frames[-1]
        callees = next(block.callees for block in caller.body.blocks.values() if block.last.address == caller.last)
        return (*caller.calls, caller.last, *((callees.index(callee),) if len(callees) > 1 else ()))

    @functools.lru_cache(maxsize=None)
    def _body(self, entry: int) -> Body:
        return Body(self.program, entry, self.annotations)

    def _cycles(self, graph: Graph, is_trap: bool) -> tuple[dict[Edge, int], dict[Node, Point]]:
        """Return the cycles of each edge: of the block to which it leads, after its source. Edges that no path can take
        are missing. Also return what is known behind each block."""
        entry = Point(self.model.trapped if is_trap else dataclasses.replace(timing.ANY, front=timing.RESOLVED + 1),
                      self._at_entry(not is_trap))
        leaving: dict[Node, dict[tuple, Point]] = {}       # by Values.mode
        cycles: dict[Edge, int] = {}
        waiting = [(edge, None) for edge in graph.outgoing[None]]
        while waiting:
            edge, mode = waiting.pop()
            points = self._entering(graph, edge, leaving[edge.source][mode], leaving) if edge.source else (entry,)
            for entering in points:
                if edge.target is None:
                    # The way back to the caller: the instruction behind the call.
                    block = graph.blocks[edge.source]
                    cycles[edge] = max(entering.state.front if block.returns or is_trap else 0, cycles.get(edge, 0))
                    continue
                spent, point = self._block(graph.blocks[edge.target].instructions, entering)
                cycles[edge] = max(spent, cycles.get(edge, 0))
                found, after = leaving.setdefault(edge.target, {}), point.values.mode
                if after not in found and len(found) >= MOST_MODES:
                    after = None
                joined = found[after].join(point) if after in found else point
                if joined != found.get(after):
                    found[after] = joined
                    waiting += ((successor, after) for successor in graph.outgoing.get(edge.target, ()))
                    waiting += ((back, other) for back in graph.returns.get(edge.target, ())
                                for other in leaving.get(back.source, ()))
        return cycles, {node: functools.reduce(Point.join, points.values()) for node, points in leaving.items()}

    def _entering(self, graph: Graph, edge: Edge, before: Point, leaving: dict[Node, dict[tuple, Point]]) \
            -> Iterator[Point]:
        """Yield the points before the block to which an edge leads, if a path takes the edge. before: behind its
        source."""
        state, last = before.state, graph.blocks[edge.source].last
        if loops_module.resumes(edge, before.values):
            yield from (Point(timing.ANY, caller.values.resumed()) for caller in leaving[edge.caller].values())
            return
        values = loops_module.follow(graph, edge, before.values)
        if values is None:
            return
        if edge.kind == RESUME:
            yield Point(timing.ANY, values)
        elif edge.target is None:
            yield Point(self._returned(timing.ANY if values.switched else state, last), values)
        else:
            yield Point(self.model.jumped(state, last, edge.address, self.program.at), values)

    def _returned(self, state: State, last) -> State:
        """Return the state after a return to an unknown caller: the instructions behind the return may stall, and the
        cache may have to fetch the line of the caller."""
        front = self.model.jumped(state, last, 0, self.program.at).front
        return dataclasses.replace(state, front=max(front, timing.RESOLVED + 1) + self.model.any_fetch(state))

    def _at_entry(self, interrupts: bool = True) -> Values:
        symbols = self.program.symbols
        return values_module.at_entry(symbols.get("__global_pointer$"), interrupts, frozenset(
            (symbols[name] & 0xFFFFFFFF, value) for name, value in self.annotations.variables if name in symbols))

    def _block(self, instructions, point: Point) -> tuple[int, Point]:
        total, (state, values) = 0, point
        frame = Frame(values)
        for instruction in instructions:
            cycles, state = self._step(instruction, state, frame)
            total += cycles
        return total, Point(state, frame.frozen())

    def _step(self, instruction, state: State, frame: Frame) -> tuple[int, State]:
        address = frame.address(instruction) if instruction.kind in (decode.LOAD, decode.STORE) else None
        cycles, state = self.model.step(state, instruction, address, frame.escaped)
        frame.step(instruction, self.program.constant)
        return cycles, state

    def path(self, addresses: Sequence[int], is_trap: bool = False) -> int:
        """Return the model's cycles of a path, without its first instruction. is_trap: its first address is the vector
        of a trap, at the cycle in which the core takes it."""
        state, total = self.model.trapped if is_trap else dataclasses.replace(timing.ANY, front=1), 0
        frame, frames = Frame(self._at_entry(not is_trap)), []
        before = None if is_trap else self.program.at(addresses[0])
        for address in addresses[1:]:
            instruction = self.program.at(address)
            if before is None:
                total, state = self._step(instruction, state, frame)
                before = instruction
                continue
            if before.rd in LINKS and before.kind in (decode.JAL, decode.JALR):
                frames.append(frame.frozen())
            if before.kind == decode.JALR and not before.rd and (frames or frame.switched):
                called = frames.pop() if frames else Values()
                if frame.switched:
                    state, frame = timing.ANY, Frame(called.resumed())
            if before.jumps_from_write_back:
                state, frame = timing.ANY, Frame(frame.frozen().resumed())
            state = self.model.jumped(state, before, address, self.program.at)
            cycles, state = self._step(instruction, state, frame)
            total, before = total + cycles, instruction
        return total

    def _steps(self, graph: Graph, cycles: dict[Edge, int], taken: dict[Edge, int]) -> Iterator[Step]:
        """Return the functions on the path, in the order of their calls."""
        spent: dict[tuple, int] = {}
        blocks: dict[tuple, dict] = {}
        for edge, count in taken.items():
            node = edge.target or edge.source
            place = node.calls, node.body
            spent[place] = spent.get(place, 0) + cycles[edge] * count
            if edge.target:
                counts = blocks.setdefault(place, {})
                counts[node.block] = counts.get(node.block, 0) + count
        for calls, body in sorted(spent):
            yield Step(self.program.name(body), len(calls), spent[calls, body],
                       tuple((self.program.place(block), count) for block, count in sorted(
                           blocks.get((calls, body), {}).items())))


def bound(elf: Path, function: str, configuration, annotations: Annotations | None = None, warm: bool = False) -> Bound:
    """Return the bound of a function of a program on a configuration's core.

    annotations: None selects the annotations of this repository's kernels.
    """
    if annotations is None:
        annotations = annotations_module.read(*annotations_module.of_kernels())
    return Analysis(Program(elf), configuration.hardware, annotations, warm).bound(function)
