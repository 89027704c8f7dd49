# SPDX-License-Identifier: Apache-2.0
"""The control flow of a function with its callees.

Each call has its own copy of the callee's blocks, so the graph has no path that returns to another caller. A jump to
another function (a tail call) continues in the same copy.
"""
from __future__ import annotations

import dataclasses
import functools

from ..base.errors import MetroError
from . import decode
from .annotations import Annotations
from .decode import Instruction
from .program import Program

MOST_BLOCKS = 30_000               # of a graph
LINKS = (1, 5)                     # registers for return addresses: ra, t0
# How a successor is reached.
NEXT, JUMP, CALL, RETURN, RESUME = "next", "jump", "call", "return", "resume"


@dataclasses.dataclass
class Block:
    """Instructions that execute one after another. exits: (kind, address or None) of its successors in the function.
    callees: addresses of the functions that its last instruction may call; then the only exit is the return."""
    instructions: list[Instruction]
    exits: list[tuple[str, int]] = dataclasses.field(default_factory=list)
    callees: tuple[int, ...] = ()
    link: int = 0                  # the register with the return address: of a call, or of a return
    returns: bool = False

    @property
    def last(self) -> Instruction:
        return self.instructions[-1]


@dataclasses.dataclass(frozen=True)
class Loop:
    """A loop of a function. header: address of the block through which it is entered. back: addresses of the blocks
    that jump to the header. blocks: addresses of all its blocks."""
    header: int
    back: frozenset
    blocks: frozenset


class Body:
    """The blocks of a function, without its callees.

    marks: None, or addresses of instructions that also end a block. Then instructions that write mstatus also end one.
    excluded: addresses of code that no path enters.
    """

    def __init__(self, program: Program, entry: int, annotations: Annotations, marks: frozenset[int] | None = None,
                 excluded: frozenset[int] = frozenset()):
        self.program, self.entry, self.annotations = program, entry, annotations
        self.marks, self.excluded = marks, excluded
        self.blocks = self._blocks()
        self.loops = self._loops()

    def _blocks(self) -> dict[int, Block]:
        ends: dict[int, tuple] = {}
        leaders, waiting, seen = {self.entry}, [self.entry], set()
        while waiting:
            address = waiting.pop()
            while address not in seen:
                seen.add(address)
                if address in self.excluded:
                    ends[address] = [], (), 0, False
                    break
                instruction = self.program.at(address)
                if instruction is None:
                    raise MetroError(f"{self.program.elf}: there is no code at {address:#010x}, to which "
                                     f"{self.program.name(self.entry)} jumps")
                end = self._end(instruction)
                if end is None:
                    address = address + 4 & 0xFFFFFFFF
                    continue
                ends[address] = end
                targets = [target for _, target in end[0]]
                leaders.update(targets)
                waiting += targets
                break
        blocks = {}
        for leader in leaders:
            instructions, address = [], leader
            while True:
                instructions.append(self.program.at(address))
                if address in ends:
                    blocks[leader] = Block(instructions, *ends[address])
                    break
                address = address + 4 & 0xFFFFFFFF
                if address in leaders:
                    blocks[leader] = Block(instructions, [(NEXT, address)])
                    break
        return blocks

    def _end(self, instruction: Instruction) -> tuple | None:
        """Return (exits, callees, link, returns) if the instruction ends a block, else None."""
        kind, after = instruction.kind, instruction.address + 4 & 0xFFFFFFFF
        if kind == decode.BRANCH:
            return [(NEXT, after), (JUMP, instruction.target)], (), 0, False
        if kind == decode.JAL:
            if instruction.rd in LINKS:
                return [(RETURN, after)], (instruction.target,), instruction.rd, False
            if instruction.target == instruction.address:
                return [], (), 0, False                    # the program stops here
            return [(JUMP, instruction.target)], (), 0, False
        if kind == decode.JALR:
            if not instruction.rd and instruction.rs1 in LINKS and not instruction.immediate and not self._known(
                    instruction):
                return [], (), instruction.rs1, True
            targets = self._targets(instruction)
            if instruction.rd in LINKS:
                return [(RETURN, after)], targets, instruction.rd, False
            return [(JUMP, target) for target in targets], (), 0, False
        if instruction.unit == "context.switch":
            return [(RESUME, after)], (), 0, False
        if kind in (decode.MRET, decode.OTHER) or instruction.unit == "context.exit":
            return [], (), 0, False
        if kind == decode.SYSTEM:
            if instruction.word == 0x10500073:
                raise MetroError(f"{self.program.place(instruction.address)} waits for an interrupt, so its time has "
                                 "no bound")
            return [], (), 0, False                        # ebreak and ecall: a trap
        if self.marks is not None and (instruction.writes_status or instruction.address in self.marks):
            return [(NEXT, after)], (), 0, False
        return None

    def _known(self, jump: Instruction) -> int | None:
        """Return the target of a jump whose address the instructions before it compute, or None."""
        value, steps, register = jump.immediate, [], jump.rs1
        for back in range(1, 5):
            before = self.program.at(jump.address - 4 * back & 0xFFFFFFFF)
            if before is None or before.kind in (decode.BRANCH, decode.JAL, decode.JALR):
                return None
            if before.rd != register:
                continue
            opcode = before.word & 0x7F
            if opcode == 0x17:
                return before.address + before.immediate + value & 0xFFFFFFFF
            if opcode == 0x37:
                return before.immediate + value & 0xFFFFFFFF
            if opcode == 0x13 and before.kind == decode.ALU and not before.word >> 12 & 7:
                value, register = value + before.immediate, before.rs1
                continue
            return None
        return None

    def _targets(self, jump: Instruction) -> tuple[int, ...]:
        known = self._known(jump)
        if known is not None:
            return known,
        targets = self.annotations.targets(self.program, jump.address)
        if targets:
            return targets
        what = "call" if jump.rd in LINKS else "jump"
        raise MetroError(f"{self.program.place(jump.address)} has a {what} to an address that only the running program "
                         "knows", f"name its targets in an annotation of {self.program.name(jump.address)} "
                         f'(docs/worst-case.md):\n[[call]]\nfunction = "{self.program.name(jump.address)}"\n'
                         'targets = ["NAME"]')

    def _loops(self) -> list[Loop]:
        """Return the loops, inner loops after the loops that contain them."""
        dominators = self._dominators()
        before: dict[int, set[int]] = {}
        for address, block in self.blocks.items():
            for _, target in block.exits:
                before.setdefault(target, set()).add(address)
        backs: dict[int, set[int]] = {}
        for address, block in self.blocks.items():
            if address in dominators:
                for _, target in block.exits:
                    if target in dominators[address]:
                        backs.setdefault(target, set()).add(address)
        found = []
        for header, sources in backs.items():
            blocks, waiting = {header}, list(sources)
            while waiting:
                address = waiting.pop()
                if address not in blocks:
                    blocks.add(address)
                    waiting += before.get(address, ())
            found.append(Loop(header, frozenset(sources), frozenset(blocks)))
        self._refuse_other_cycles(found)
        return sorted(found, key=lambda loop: -len(loop.blocks))

    def _dominators(self) -> dict[int, set[int]]:
        """Return the blocks on every path to each block that can be reached."""
        order, seen, waiting = [], {self.entry}, [(self.entry, iter(self.blocks[self.entry].exits))]
        while waiting:
            address, exits = waiting[-1]
            target = next((target for _, target in exits if target not in seen), None)
            if target is None:
                waiting.pop()
                order.append(address)
            else:
                seen.add(target)
                waiting.append((target, iter(self.blocks[target].exits)))
        order.reverse()
        before: dict[int, list[int]] = {}
        for address in order:
            for _, target in self.blocks[address].exits:
                before.setdefault(target, []).append(address)
        found = {address: set(order) for address in order}
        found[self.entry] = {self.entry}
        changed = True
        while changed:
            changed = False
            for address in order[1:]:
                new = set.intersection(*(found[one] for one in before[address])) | {address}
                if new != found[address]:
                    found[address], changed = new, True
        return found

    def _refuse_other_cycles(self, loops: list[Loop]) -> None:
        """Raise MetroError for a cycle with several entries, for which a number of repetitions has no meaning."""
        backs = {(source, loop.header) for loop in loops for source in loop.back}
        done, path = set(), set()
        waiting = [(self.entry, False)]
        while waiting:
            address, leaves = waiting.pop()
            if leaves:
                path.discard(address)
                done.add(address)
                continue
            if address in done or address in path:
                continue
            path.add(address)
            waiting.append((address, True))
            for _, target in self.blocks[address].exits:
                if (address, target) in backs:
                    continue
                if target in path:
                    raise MetroError(f"{self.program.place(target)} is in a loop with several entries",
                                     "write the loop without goto, or compile it with less optimisation")
                if target not in done:
                    waiting.append((target, False))


@dataclasses.dataclass(frozen=True)
class Node:
    """A block in the graph. calls: addresses of the calls on the way from the first function, the outermost first."""
    calls: tuple[int, ...]
    body: int
    block: int


@dataclasses.dataclass(frozen=True)
class Edge:
    source: Node | None            # None: the call of the first function
    target: Node | None            # None: the way back to its caller, or the end of the path
    kind: str
    address: int                   # of the next instruction; 0 at the end of a path
    after: int | None = None       # the block before the target in the same function, if there is one

    @property
    def caller(self) -> Node:
        """The block that ends with the call from which this edge returns."""
        return Node(self.target.calls, self.target.body, self.after)


class Graph:
    """The control flow of a function with its callees.

    without: names of functions and labels that the path does not enter, and of instructions of the units that it does
    not execute. marks: see Body.
    """

    def __init__(self, program: Program, entry: int, annotations: Annotations, without: frozenset[str] = frozenset(),
                 marks: frozenset[int] | None = None):
        self.program, self.annotations, self.without, self.marks = program, annotations, without, marks
        self.excluded = program.excluded(without)
        self.bodies: dict[int, Body] = {}
        self.blocks: dict[Node, Block] = {}
        self.edges: list[Edge] = []
        self.loops: list[tuple[tuple[int, ...], int, Loop]] = []   # (calls, body, loop)
        self.entry = Node((), entry, entry)
        self.edges.append(Edge(None, self.entry, CALL, entry))
        for node in self._add((), entry, (entry,))[0]:
            self.edges.append(Edge(node, None, RETURN, 0))
        self.edges = [edge for edge in self.edges if edge.target is None or not self._is_left_out(edge.target)]
        self.outgoing: dict[Node | None, list[Edge]] = {}
        self.incoming: dict[Node | None, list[Edge]] = {}
        self.returns: dict[Node, list[Edge]] = {}          # by the block with the call
        for edge in self.edges:
            self.outgoing.setdefault(edge.source, []).append(edge)
            self.incoming.setdefault(edge.target, []).append(edge)
            if edge.kind == RETURN and edge.target:
                self.returns.setdefault(edge.caller, []).append(edge)

    def _is_left_out(self, node: Node) -> bool:
        return bool(self.without) and self.enters(node, self.without)

    def enters(self, node: Node, names: frozenset[str]) -> bool:
        """Return whether a block begins one of these functions or labels, or has one of these units' instructions."""
        places = self.program.excluded(names)
        return any(one.address in places or one.unit in names for one in self.blocks[node].instructions)

    def is_in(self, node: Node, calls: tuple[int, ...], body: int, loop: Loop) -> bool:
        """Return whether a block is in a loop of a copy of a function, or in a function that the loop calls."""
        if node.calls == calls:
            return node.body == body and node.block in loop.blocks
        return node.calls[:len(calls)] == calls and any(
            self.bodies[body].blocks[block].last.address == node.calls[len(calls)] for block in loop.blocks)

    def body(self, entry: int) -> Body:
        if entry not in self.bodies:
            self.bodies[entry] = Body(self.program, entry, self.annotations, self.marks, self.excluded)
        return self.bodies[entry]

    def _add(self, calls: tuple[int, ...], entry: int, chain: tuple[int, ...]) -> tuple[list[Node], int]:
        """Add a copy of a function. Return its nodes that return, and the register with the return address.

        chain: addresses of the functions on the way here.
        """
        body = self.body(entry)
        returning, link = [], 0
        for address, block in body.blocks.items():
            node = Node(calls, entry, address)
            self.blocks[node] = block
            if len(self.blocks) > MOST_BLOCKS:
                raise MetroError(f"{self.program.name(chain[0])} is too large: it has more than {MOST_BLOCKS:,} blocks "
                                 "with all its callees")
            if block.returns:
                returning.append(node)
                link = block.link
            elif block.callees:
                self._call(node, block, chain)
            else:
                for kind, target in block.exits:
                    self.edges.append(Edge(node, Node(calls, entry, target), kind, target, address))
                if not block.exits:
                    self.edges.append(Edge(node, None, JUMP, 0))
        self.loops += [(calls, entry, loop) for loop in body.loops]
        return returning, link

    def _call(self, node: Node, block: Block, chain: tuple[int, ...]) -> None:
        (_, after), = block.exits
        inner = (*node.calls, block.last.address)
        for number, callee in enumerate(block.callees):
            if callee in chain:
                names = " calls ".join(self.program.name(one) for one in (*chain[chain.index(callee):], callee))
                raise MetroError(f"{self.program.place(block.last.address)} is a recursive call ({names})",
                                 "the depth of a recursion has no bound here; write a loop with an annotation")
            place = (*inner, number) if len(block.callees) > 1 else inner
            self.edges.append(Edge(node, Node(place, callee, callee), CALL, callee))
            for returning in self._add(place, callee, (*chain, callee))[0]:
                self.edges.append(Edge(returning, Node(node.calls, node.body, after), RETURN, after, node.block))
