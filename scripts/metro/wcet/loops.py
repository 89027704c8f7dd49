# SPDX-License-Identifier: Apache-2.0
"""Bounds of loops that follow from the code: run a loop on values, until no path leads back to its header.

Values are those of values.py. In each execution of the body, a value is what all paths through the body have in common.
So the bound holds whichever branches the program takes.
"""
from __future__ import annotations

from collections.abc import Callable

from . import decode
from .flow import JUMP, RESUME, RETURN, Edge, Graph, Loop, Node
from .values import Frame, Values

MOST_STEPS = 20_000                # most blocks that the search for one bound executes


def resumes(edge: Edge, values: Values) -> bool:
    """Return whether an edge is the return from a call during which other tasks ran. values: behind its source."""
    return edge.kind == RETURN and edge.target is not None and values.switched


def follow(graph: Graph, edge: Edge, values: Values) -> Values | None:
    """Return the values before the block to which an edge leads, or None if no path takes the edge.

    values: behind its source.
    """
    last = graph.blocks[edge.source].last
    if edge.kind == RESUME:
        return values.resumed()
    if edge.target is None or last.kind != decode.BRANCH:
        return values
    frame, taken = Frame(values), edge.kind == JUMP
    if frame.takes(last) not in (taken, None):
        return None
    frame.learn(last, taken)
    return frame.frozen()


def before(graph: Graph, edge: Edge, leaving: dict[Node, Values]) -> Values | None:
    """Return the values before the block to which an edge leads, or None if no path takes the edge.

    leaving: behind each block that a path reaches.
    """
    values = leaving[edge.source]
    return leaving[edge.caller].resumed() if resumes(edge, values) else follow(graph, edge, values)


class Unrolling:
    """Repetitions of a loop in a copy of a function. constant: returns a word of the program's constants, or None."""

    def __init__(self, graph: Graph, calls: tuple[int, ...], body: int, loop: Loop,
                 constant: Callable[[int], int | None]):
        self.graph, self.calls, self.body, self.loop, self.constant = graph, calls, body, loop, constant
        self.header = Node(calls, body, loop.header)
        self.tests = [Node(calls, body, block) for block in loop.blocks if self._is_test(Node(calls, body, block))]
        self.steps = 0

    def contains(self, node: Node | None) -> bool:
        """Return whether a block is in the loop or in a function that the loop calls. None: the end of a path."""
        return node is not None and self.graph.is_in(node, self.calls, self.body, self.loop)

    def _is_test(self, node: Node) -> bool:
        return self.graph.blocks[node].last.kind == decode.BRANCH and not all(
            self.contains(edge.target) for edge in self.graph.outgoing.get(node, ()))

    def most(self, values: Values) -> int | None:
        """Return how often a path goes back to the header at most, or None if no bound follows from the code.

        values: before the first execution of the body.
        """
        repetitions, compared = 0, None
        while self.steps < MOST_STEPS:
            back, operands = self._execute(values)
            if back is None:
                return repetitions
            # Without a comparison that changes, no later repetition is different.
            if repetitions and (not any(operands) or operands == compared):
                return None
            repetitions, values, compared = repetitions + 1, back, operands
        return None

    def _execute(self, values: Values) -> tuple[Values | None, list]:
        """Return the values before the next repetition (None: there is none), and the operands of each test (None: not
        known). At the limit, return `values` and no operands."""
        entering, after, back = {self.header: values}, {}, None
        waiting = [self.header]
        while waiting and self.steps < MOST_STEPS:
            node = waiting.pop()
            self.steps += 1
            frame = Frame(entering[node])
            for instruction in self.graph.blocks[node].instructions:
                frame.step(instruction, self.constant)
            left = frame.frozen()
            if after.get(node) == left:
                continue
            after[node] = left
            # A return from a call depends on the block with the call.
            for edge in (*self.graph.outgoing.get(node, ()), *self.graph.returns.get(node, ())):
                if edge.source not in after or not self.contains(edge.target):
                    continue
                found = before(self.graph, edge, after)
                if found is None:
                    continue
                if edge.target == self.header:
                    back = found if back is None else back.join(found)
                    continue
                known = entering.get(edge.target)
                joined = found if known is None else known.join(found)
                if joined != known:
                    entering[edge.target] = joined
                    waiting.append(edge.target)
        if waiting:
            return values, []
        return back, [Frame(after[test]).compared(self.graph.blocks[test].last) if test in after else None
                      for test in self.tests]


def proved(graph: Graph, index: int, leaving: dict[Node, Values], entry: Values,
           constant: Callable[[int], int | None]) -> int | None:
    """Return the most repetitions of a loop of a graph, or None if no bound follows from the code.

    index: in graph.loops. leaving: what is known behind each block that a path reaches. entry: at the graph's entry.
    """
    calls, body, loop = graph.loops[index]
    unrolling = Unrolling(graph, calls, body, loop, constant)
    first = None
    for edge in graph.incoming.get(unrolling.header, ()):
        if edge.source and (edge.source not in leaving or graph.is_in(edge.source, calls, body, loop)):
            continue
        values = before(graph, edge, leaving) if edge.source else entry
        if values is not None:
            first = values if first is None else first.join(values)
    return 0 if first is None else unrolling.most(first)
