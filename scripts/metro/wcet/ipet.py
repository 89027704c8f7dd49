# SPDX-License-Identifier: Apache-2.0
"""The longest path of a graph, as an integer program: implicit path enumeration (Li and Malik, 1995).

A variable counts how often the program takes an edge. A block is left as often as it is entered, and the edges back to
the header of a loop are taken at most as often as its bound says for each entry.
"""
from __future__ import annotations

from collections.abc import Collection

from ..base.errors import MetroError
from .flow import Edge, Graph, Node


def longest(graph: Graph, cycles: dict[Edge, int], most: dict[int, int], begins: Collection[Node | None] = (None,),
            ends: Collection[Node] = (), entries: Collection[tuple[frozenset[str], int]] = ()) \
        -> tuple[int, dict[Edge, int]]:
    """Return the most cycles of a path, and how often it takes each edge. Return (0, {}) if there is no path.

    cycles: of each edge that can be taken. most: repetitions of each loop, by its index in graph.loops. begins: blocks
    behind which the path may begin; None: at the entry. ends: blocks behind which it may end. It may also end where the
    graph ends. entries: how often it enters any of these functions (Graph.enters) at most.
    """
    import highspy

    # An edge that can be the last one has a second column, which leads to the end of the path.
    edges = [(edge, is_last) for edge in cycles for is_last in (False, True)
             if edge.source or None in begins
             if edge.target in ends or is_last == (edge.target is None)]
    column = {edge: number for number, edge in enumerate(edges)}
    first = {node: len(edges) + number for number, node in enumerate(
        node for node in begins if node and any(edge in cycles for edge in graph.outgoing.get(node, ())))}
    if not first and not any(edge.source is None for edge, _ in edges):
        return 0, {}
    solver = highspy.Highs.__base__()                      # without callbacks, because enabling them prints a banner
    solver.setOptionValue("output_flag", False)
    infinity = highspy.kHighsInf
    for number in range(len(edges) + len(first)):
        solver.addVar(0, infinity)
        solver.changeColIntegrality(number, highspy.HighsVarType.kInteger)
    for (edge, _), number in column.items():
        solver.changeColCost(number, float(cycles[edge]))

    def add_row(least: float, largest: float, terms: dict[int, int]) -> None:
        solver.addRow(least, largest, len(terms), list(terms), [float(value) for value in terms.values()])

    add_row(1, 1, {**{number: 1 for (edge, _), number in column.items() if edge.source is None},
                   **{number: 1 for number in first.values()}})
    for node in graph.blocks:
        terms = {first[node]: 1} if node in first else {}
        for sign, some in ((1, graph.incoming.get(node, ())), (-1, graph.outgoing.get(node, ()))):
            for edge in some:
                for is_last in (False,) if sign > 0 else (False, True):
                    if (edge, is_last) in column:
                        number = column[edge, is_last]
                        terms[number] = terms.get(number, 0) + sign
        terms = {number: value for number, value in terms.items() if value}
        if terms:
            add_row(0, 0, terms)
    for index, (calls, body, loop) in enumerate(graph.loops):
        terms = {}
        for (edge, _), number in column.items():
            if edge.target == Node(calls, body, loop.header):
                terms[number] = 1 if edge.after in loop.blocks else -most[index]
        if terms:
            terms |= {number: -most[index] for node, number in first.items() if graph.is_in(node, calls, body, loop)}
            add_row(-infinity, 0, terms)
    for names, largest in entries:
        reached = {node for node in graph.blocks if graph.enters(node, names)}
        if terms := {number: 1 for (edge, _), number in column.items() if edge.target in reached}:
            add_row(-infinity, largest, terms)
    solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
    solver.run()
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return 0, {}
    if status != highspy.HighsModelStatus.kOptimal:
        raise MetroError(f"no longest path was found: {solver.modelStatusToString(status)}")
    values = solver.getSolution().col_value
    taken: dict[Edge, int] = {}
    for (edge, _), number in column.items():
        if round(values[number]):
            taken[edge] = taken.get(edge, 0) + round(values[number])
    return sum(cycles[edge] * count for edge, count in taken.items()), taken
