# SPDX-License-Identifier: Apache-2.0
"""The longest path of a graph, as an integer program: implicit path enumeration (Li and Malik, 1995).

A variable counts how often the program takes an edge. A block is left as often as it is entered, and the edges back to
the header of a loop are taken at most as often as its bound says for each entry.
"""
from __future__ import annotations

from ..base.errors import MetroError
from .flow import Edge, Graph, Node


def longest(graph: Graph, cycles: dict[Edge, int], most: dict[int, int]) -> tuple[int, dict[Edge, int]]:
    """Return the most cycles of a path, and how often it takes each edge.

    cycles: of each edge that can be taken. most: iterations of each loop, by its index in graph.loops.
    """
    import highspy

    edges = list(cycles)
    column = {edge: number for number, edge in enumerate(edges)}
    solver = highspy.Highs.__base__()                      # without callbacks, because enabling them prints a banner
    solver.setOptionValue("output_flag", False)
    infinity = highspy.kHighsInf
    for edge in edges:
        once = edge.source is None
        solver.addVar(1 if once else 0, 1 if once else infinity)
    for edge, number in column.items():
        solver.changeColCost(number, float(cycles[edge]))
        solver.changeColIntegrality(number, highspy.HighsVarType.kInteger)

    def add_row(least: float, largest: float, terms: dict[int, int]) -> None:
        solver.addRow(least, largest, len(terms), list(terms), [float(value) for value in terms.values()])

    for node in graph.blocks:
        terms: dict[int, int] = {}
        for sign, some in ((1, graph.incoming.get(node, ())), (-1, graph.outgoing.get(node, ()))):
            for edge in some:
                if edge in column:
                    terms[column[edge]] = terms.get(column[edge], 0) + sign
        terms = {number: value for number, value in terms.items() if value}
        if terms:
            add_row(0, 0, terms)
    for index, (calls, body, loop) in enumerate(graph.loops):
        terms = {}
        for edge in edges:
            if edge.target == Node(calls, body, loop.header):
                terms[column[edge]] = 1 if edge.after in loop.blocks else -most[index]
        if terms:
            add_row(-infinity, 0, terms)
    solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise MetroError(f"no longest path was found: {solver.modelStatusToString(solver.getModelStatus())}")
    values = solver.getSolution().col_value
    taken = {edge: round(values[number]) for edge, number in column.items() if round(values[number])}
    return sum(cycles[edge] * count for edge, count in taken.items()), taken
