# SPDX-License-Identifier: Apache-2.0
"""Statements that clear, copy or search a whole bitmap: the ready list or a wait list."""
from __future__ import annotations

import re

from ..source import (
    CONDITIONALS, LOOPS, Refused, assignment, contains, declared, field_of, inside, names, norm, statement_of,
    statements, strip, text, walk)
from . import interpreter
from .idiom import READY, READY_LIST, Base, Waiters, waiters

CONSTANTS = {"OS_EVENT_TBL_SIZE", "OS_RDY_TBL_SIZE", "OS_LOWEST_PRIO", interpreter.UNMAP}


class Bitmaps(Base):
    def lists(self) -> dict:
        """Return the lists that the function uses, each with the nodes that name its group or table."""
        found: dict = {}
        for node in walk(self.function.body):
            if node.type == "identifier" and text(node) in READY:
                found.setdefault(READY_LIST, []).append(node)
            for name in ("OSEventGrp", "OSEventTbl"):
                if node.type == "field_expression" and (event := field_of(node, name)):
                    found.setdefault(waiters(event), []).append(node)
        return found

    def bitmaps(self) -> None:
        lists = self.lists()
        for waiting, nodes in lists.items():
            for block in self.blocks_of(nodes):
                inner = [node for node in nodes if contains(block, node)]
                others = {other: these for other, these in lists.items() if other != waiting}
                self.whole_bitmap(block, waiting, inner, others)

    def blocks_of(self, nodes) -> list:
        """Return the innermost blocks around these nodes. A loop or a search is part of the block that contains it."""
        found = []
        for node in nodes:
            block = inside(node, "compound_statement", "case_statement")
            while block.parent is not None and (block.parent.type in LOOPS or block.parent.type == "if_statement"
                                                or block.parent.type == "else_clause"):
                if block.parent.type not in LOOPS and not self.in_search(block):
                    break
                block = inside(block.parent, "compound_statement", "case_statement")
            if block not in found:
                found.append(block)
        return found

    def in_search(self, block) -> bool:
        """Return whether a block or statement uses OSUnMapTbl, which marks a search for the highest priority."""
        return any(text(name) == interpreter.UNMAP for name in names(block))

    def whole_bitmap(self, block, waiting: Waiters, nodes, others) -> None:
        gathered = self.gather(block, nodes)
        if not gathered:
            for node in nodes:
                if self.in_search(statement_of(node)):
                    self.explain(node.parent, "this does more than find the highest priority")
            return
        seen = {text(name) for statement in gathered for name in names(statement)}
        event = self.spelling(waiting.event)
        if interpreter.UNMAP in seen:
            found = interpreter.finds_highest(gathered, waiting.group, waiting.table)
            targets = [name for name in found["prio"] if name not in self.function.locals] or sorted(
                found["prio"], key=lambda name: self.last_use(name), reverse=True)[:1]
            if len(targets) != 1:
                raise Refused(gathered[0], "the variable for the highest priority is not known")
            target = targets[0]
            for name in found["row"] - found["prio"]:
                if owner := self.task_at(target, gathered[-1]):
                    self.function.aliases[name] = ("OSTCBY", owner)
            if waiting.is_ready:
                self.bulk(gathered, f"{target} = OS_AccelRdyHighest();", "ready highest", "OS_AccelRdyHighest()")
                return
            call = f"OS_AccelEventHighest({event})"
            first = self.wake(gathered, waiting.event, target)
            self.bulk(gathered, f"{first}{target} = {call};", "wait highest", call)
            return
        loops = [statement for statement in gathered if statement.type in LOOPS]
        if not loops:
            return
        for other in others:
            if not waiting.is_ready and self.is_confirmed(interpreter.copies, gathered, waiting, other.group,
                                                          other.table):
                to = self.spelling(other.event)
                call = f"OS_AccelEventCopy({event}, &{to}->OSEventGrp, &{to}->OSEventTbl[0])"
                self.bulk(gathered, f"{call};", "wait copy", call)
                return
        if self.is_confirmed(interpreter.clears, gathered, waiting):
            call = "OS_AccelRdyInit()" if waiting.is_ready else f"OS_AccelEventInit({event})"
            self.bulk(gathered, f"{call};", "ready init" if waiting.is_ready else "wait init", call)

    def is_confirmed(self, check, gathered, waiting: Waiters, *more) -> bool:
        try:
            return check(gathered, waiting.group, waiting.table, *more)
        except Refused as refused:
            self.explain(gathered[0], f"not a plain loop over a bitmap: {refused.reason}")
            return False

    def bulk(self, gathered, new: str, idiom: str, call: str) -> None:
        self.site(gathered[0], idiom, call, gathered)
        first = gathered[0]
        # A conditional starts at the margin, so the statement that replaces it needs the function's indentation.
        self.source.replace(first, self.body_indent() + new if first.type in CONDITIONALS else new)
        for statement in gathered[1:]:
            self.source.remove(statement)

    def body_indent(self) -> str:
        inner = next((s for s in statements(self.function.body) if s.type not in CONDITIONALS), None)
        if inner is None:
            inner = next(s for node in walk(self.function.body) if node.type in CONDITIONALS for s in statements(node))
        return self.source.indent(inner.start_byte)

    def gather(self, block, nodes) -> list:
        """Return the statements of a block that use the list as a whole, and the statements that only serve them."""
        items = statements(block)
        chosen = [item for item in items if any(contains(item, node) for node in nodes) and self.is_whole(item)]
        if not chosen:
            return []
        while True:
            served = {text(a.left) for item in chosen for node in walk(item) if (a := assignment(node))
                      if strip(a.left).type == "identifier"} & set(self.function.locals)
            served |= {text(name) for item in chosen for d in walk(item) if d.type == "declaration"
                       for name in declared(d)}
            loops = {text(name) for item in chosen if item.type in LOOPS for name in names(item)}
            more = [item for item in items if item not in chosen
                    and (self.serves(item, served) or self.feeds(item, loops))]
            if not more:
                return sorted(chosen, key=lambda item: item.start_byte)
            chosen += more

    def is_whole(self, item) -> bool:
        """Return whether a statement uses a list as a whole.

        It is not a `while`, and not an `if` outside a search. It calls nothing, and does not insert or remove one task.
        """
        for node in walk(item):
            if field_of(node, "OSTCBBitX") or field_of(node, "OSTCBBitY"):
                return False
            if (a := assignment(node)) and a.operator in ("|=", "&=") and self.list_of(a.left):
                return False
            if node.type == "call_expression" and strip(node) == node:
                return False
        return item.type != "while_statement" and not (item.type == "if_statement" and not self.in_search(item))

    def serves(self, item, served: set) -> bool:
        """Return whether a statement uses locals in `served`, and otherwise only constants, types and names it sets."""
        if item.type not in ("expression_statement", "for_statement", "while_statement", "if_statement"):
            return False
        used = {text(name) for name in names(item)
                if not (name.parent.type == "field_expression" and name.type == "field_identifier")}
        own = {text(a.left) for node in walk(item) if (a := assignment(node)) and strip(a.left).type == "identifier"}
        own |= {text(name) for name in names(item) if name.parent.type == "update_expression"}
        types = {name for name in used if re.fullmatch(r"INT\d+[US]|OS_PRIO|BOOLEAN", name)}
        if item.type == "expression_statement":
            a = next((a for node in walk(item) if (a := assignment(node))), None)
            result = {text(a.left)} if a else set()
            return bool(a) and bool((used - result) & served) and used - result - types <= served | CONSTANTS
        return bool(used & served) and used - types <= served | own | CONSTANTS

    def feeds(self, item, wanted: set) -> bool:
        """Return whether a statement points a local of a gathered loop at a bitmap."""
        a = next((a for node in walk(item) if (a := assignment(node))), None) \
            if item.type == "expression_statement" else None
        return bool(a) and a.operator == "=" and text(a.left) in wanted & set(self.function.locals) and \
            any(field_of(node, "OSEventTbl") or text(node) == READY[1] for node in walk(a.right))

    def last_use(self, name: str) -> int:
        return max((node.start_byte for node in names(self.function.body) if text(node) == name), default=0)

    def task_at(self, prio: str, after) -> str | None:
        """Return the variable that gets OSTCBPrioTbl[prio] after a statement, or None."""
        for a in self.function.assigned:
            if a.node.start_byte >= after.end_byte and norm(a.right) == f"OSTCBPrioTbl[{prio}]":
                return norm(a.left)
        return None
