# SPDX-License-Identifier: Apache-2.0
"""Runs statements of the tree on bitmaps, to test whether they find the highest priority, or clear or copy a list.

Such code has many forms, but only one correct result, so it is run instead of matched.
"""
from __future__ import annotations

import random

from ..source import Refused, declared, names, norm, number, statements, strip, text

SHIFTS = {63: 3, 254: 4}                       # bits of a column by OS_LOWEST_PRIO: rows of 8 or 16 priorities
WIDTHS = {"INT8U": 8, "INT16U": 16, "INT32U": 32, "BOOLEAN": 8}
UNMAP = "OSUnMapTbl"
LOWEST = [0] + [(n & -n).bit_length() - 1 for n in range(1, 256)]      # contents of UNMAP
STEPS = 5000


class Trial:
    """The state of bitmaps and locals in which statements run. Arrays have the names of the source."""

    def __init__(self, lowest: int, arrays: dict, scalars: dict):
        self.lowest = lowest
        self.width = 1 << SHIFTS[lowest]
        size = (lowest >> SHIFTS[lowest]) + 1
        self.constants = {"OS_LOWEST_PRIO": lowest, "OS_RDY_TBL_SIZE": size, "OS_EVENT_TBL_SIZE": size}
        self.arrays = {UNMAP: list(LOWEST), **arrays}
        self.scalars = dict(scalars)
        self.steps = STEPS

    def run(self, nodes) -> None:
        for node in nodes:
            self.statement(node)

    def statement(self, node) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise Refused(node, "this loop does not end")
        kind = node.type
        if kind in ("comment", ";", "{", "}"):
            return
        if kind == "compound_statement":
            self.run(statements(node))
        elif kind == "expression_statement":
            for child in node.named_children:
                if child.type != "comment":
                    self.value(child)
        elif kind == "declaration":
            for name in declared(node):
                self.scalars.setdefault(text(name), 0)
            for child in node.children:
                if child.type == "init_declarator":
                    self.scalars[norm(child.child_by_field_name("declarator")).lstrip("*")] = \
                        self.value(child.child_by_field_name("value"))
        elif kind == "if_statement":
            if self.value(node.child_by_field_name("condition")):
                self.statement(node.child_by_field_name("consequence"))
            elif other := node.child_by_field_name("alternative"):
                self.run(child for child in other.named_children if child.type != "comment")
        elif kind in ("preproc_if", "preproc_elif"):
            if self.value(node.child_by_field_name("condition")):
                self.run(statements(node))
            elif other := node.child_by_field_name("alternative"):
                self.statement(other)
        elif kind == "preproc_else":
            self.run(statements(node))
        elif kind in ("while_statement", "for_statement"):
            self.loop(node)
        else:
            raise Refused(node, "this does more than handle a bitmap")

    def loop(self, node) -> None:
        for name in ("initializer", "condition", "update"):
            if node.type == "for_statement" and node.child_by_field_name(name) is None:
                raise Refused(node, "this loop does not end")
        if start := node.child_by_field_name("initializer"):
            self.statement(start) if start.type == "declaration" else self.value(start)
        while self.value(node.child_by_field_name("condition")):
            self.statement(node.child_by_field_name("body"))
            if step := node.child_by_field_name("update"):
                self.value(step)
            self.steps -= 1
            if self.steps < 0:
                raise Refused(node, "this loop does not end")

    # ------------------------------------------------------------------------------------------------ expressions

    def value(self, node):
        kind = node.type
        if kind == "parenthesized_expression":
            return self.value(next(child for child in node.named_children if child.type != "comment"))
        if strip(node) is not node and strip(node) != node:
            return self.cast(node)
        if (literal := number(node)) is not None:
            return literal
        if kind == "assignment_expression":
            return self.assign(node)
        if kind == "update_expression":
            return self.update(node)
        if kind == "binary_expression":
            return self.binary(node)
        if kind == "unary_expression":
            value = self.value(node.child_by_field_name("argument"))
            operator = text(node.child_by_field_name("operator"))
            return {"~": lambda: ~value, "!": lambda: int(not value), "-": lambda: -value}.get(
                operator, lambda: self.unknown(node))()
        if kind == "conditional_expression":
            chosen = "consequence" if self.value(node.child_by_field_name("condition")) else "alternative"
            return self.value(node.child_by_field_name(chosen))
        if kind == "comma_expression":
            self.value(node.child_by_field_name("left"))
            return self.value(node.child_by_field_name("right"))
        if kind == "pointer_expression" and text(node.child_by_field_name("operator")) == "&":
            return self.place(node.child_by_field_name("argument"))
        return self.load(self.place(node))

    def cast(self, node):
        value = self.value(strip(node))
        kind = node.child_by_field_name("type")
        name = text(kind if kind is not None else node.child_by_field_name("function")).strip("() \t\r\n")
        width = self.width if name == "OS_PRIO" else WIDTHS.get(name)
        return value & ((1 << width) - 1) if width and isinstance(value, int) else value

    def place(self, node):
        """Return the location of an expression: a name, or (array, index)."""
        node = strip(node)
        if node.type == "subscript_expression":
            base = self.value(node.child_by_field_name("argument"))
            if not isinstance(base, tuple):
                return self.unknown(node)
            return base[0], base[1] + self.value(node.child_by_field_name("index"))
        if node.type == "pointer_expression":
            base = self.value(node.child_by_field_name("argument"))
            return base if isinstance(base, tuple) else self.unknown(node)
        if node.type in ("identifier", "field_expression"):
            return norm(node)
        return self.unknown(node)

    def load(self, place):
        if isinstance(place, tuple):
            array, index = place
            if not 0 <= index < len(self.arrays[array]):
                raise Refused(None, f"it reads {array}[{index}]")
            return self.arrays[array][index]
        if place in self.arrays:
            return place, 0
        if place in self.constants:
            return self.constants[place]
        if place in self.scalars:
            return self.scalars[place]
        raise Refused(None, f"it uses {place}")

    def store(self, place, value):
        if isinstance(place, tuple):
            array, index = place
            if not 0 <= index < len(self.arrays[array]):
                raise Refused(None, f"it writes {array}[{index}]")
            self.arrays[array][index] = value
        else:
            self.scalars[place] = value
        return value

    def assign(self, node):
        place = self.place(node.child_by_field_name("left"))
        value = self.value(node.child_by_field_name("right"))
        operator = text(node.child_by_field_name("operator"))
        if operator != "=":
            value = self.compute(node, operator[:-1], self.load(place), value)
        return self.store(place, value)

    def update(self, node):
        place = self.place(node.child_by_field_name("argument"))
        old = self.load(place)
        step = 1 if text(node.child_by_field_name("operator")) == "++" else -1
        new = (old[0], old[1] + step) if isinstance(old, tuple) else old + step
        self.store(place, new)
        return old if node.children[0].is_named else new

    def binary(self, node):
        operator = text(node.child_by_field_name("operator"))
        left = self.value(node.child_by_field_name("left"))
        if operator in ("&&", "||"):
            return int(bool(left)) if bool(left) == (operator == "||") else \
                int(bool(self.value(node.child_by_field_name("right"))))
        return self.compute(node, operator, left, self.value(node.child_by_field_name("right")))

    def compute(self, node, operator, a, b):
        if isinstance(a, tuple) and operator in "+-" and isinstance(b, int):
            return a[0], a[1] + (b if operator == "+" else -b)
        if not isinstance(a, int) or not isinstance(b, int):
            return self.unknown(node)
        table = {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "&": lambda: a & b, "|": lambda: a | b,
                 "^": lambda: a ^ b, "<<": lambda: a << b, ">>": lambda: a >> b, "==": lambda: int(a == b),
                 "!=": lambda: int(a != b), "<": lambda: int(a < b), ">": lambda: int(a > b),
                 "<=": lambda: int(a <= b), ">=": lambda: int(a >= b)}
        return table.get(operator, lambda: self.unknown(node))()

    def unknown(self, node):
        raise Refused(node, f"`{' '.join(text(node).split())}` is not understood here")


def search_bitmaps(lowest: int):
    """Yield bitmaps to test a search: each single priority, and random sets."""
    return bitmaps(lowest, [{prio} for prio in range(lowest + 1)] + random_bitmaps(lowest, 60))


def whole_bitmaps(lowest: int):
    """Yield bitmaps to test code that treats all priorities alike: all, none, and random sets."""
    return bitmaps(lowest, [set(range(lowest + 1)), set(), *random_bitmaps(lowest, 20)])


def random_bitmaps(lowest: int, count: int) -> list[set]:
    chance = random.Random(lowest)
    return [set(chance.sample(range(lowest + 1), chance.randrange(1, 12))) for _ in range(count)]


def bitmaps(lowest: int, sets):
    """Yield (set of priorities, group, rows) of each set."""
    shift = SHIFTS[lowest]
    for chosen in sets:
        rows = [0] * ((lowest >> shift) + 1)
        for prio in chosen:
            rows[prio >> shift] |= 1 << (prio & ((1 << shift) - 1))
        yield chosen, sum(1 << y for y, row in enumerate(rows) if row), rows


def results(nodes, group: str, table: str, lowest: int) -> dict | None:
    """Return the variables that finally hold the highest priority (`prio`) and its row (`row`).

    Return None if the statements change the bitmap.
    """
    kept = None
    for chosen, grp, rows in search_bitmaps(lowest):
        trial = Trial(lowest, {table: list(rows)}, {group: grp})
        trial.run(nodes)
        if trial.arrays[table] != rows or trial.scalars[group] != grp:
            return None
        want = {"prio": min(chosen), "row": min(chosen) >> SHIFTS[lowest]}
        found = {kind: {name for name, value in trial.scalars.items() if value == wanted and name != group}
                 for kind, wanted in want.items()}
        kept = found if kept is None else {kind: kept[kind] & found[kind] for kind in found}
    return kept


def finds_highest(nodes, group: str, table: str) -> dict:
    """Return results() of statements that find the highest priority, or raise Refused.

    Statements with OS_LOWEST_PRIO must find it with 64 and with 255 priorities. Other statements may be for one of the
    two numbers.
    """
    both = any(text(name) == "OS_LOWEST_PRIO" for node in nodes for name in names(node))
    kept, why = None, None
    for lowest in SHIFTS:
        try:
            found = results(nodes, group, table, lowest)
        except Refused as refused:
            found, why = None, why or refused
        if found and found["prio"]:
            kept = found if kept is None else {kind: kept[kind] & found[kind] for kind in found}
        elif both:
            kept = {"prio": set()}
            break
    if not kept or not kept["prio"]:
        raise Refused(why.node if why and why.node is not None else nodes[0],
                      f"this does not find the highest priority{f': {why.reason}' if why else ''}")
    return kept


def clears(nodes, group: str, table: str) -> bool:
    """Return whether the statements clear all of a bitmap."""
    for lowest in SHIFTS:
        for _, grp, rows in whole_bitmaps(lowest):
            trial = Trial(lowest, {table: list(rows)}, {group: grp})
            trial.run(nodes)
            if trial.scalars[group] != 0 or any(trial.arrays[table]):
                return False
    return True


def copies(nodes, group: str, table: str, to_group: str, to_table: str) -> bool:
    """Return whether the statements copy all of a bitmap to another one and leave the first unchanged."""
    for lowest in SHIFTS:
        for _, grp, rows in whole_bitmaps(lowest):
            trial = Trial(lowest, {table: list(rows), to_table: [0] * len(rows)}, {group: grp, to_group: 0})
            trial.run(nodes)
            if (trial.scalars[to_group], trial.arrays[to_table]) != (grp, rows) or trial.arrays[table] != rows:
                return False
    return True
