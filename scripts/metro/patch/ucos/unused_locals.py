# SPDX-License-Identifier: Apache-2.0
"""Removal of locals that only the replaced code used, because a compiler would warn about them."""
from __future__ import annotations

import re

from ..source import (
    CONDITIONALS, ancestors, assignment, contains, declared, names, statement_of, statements, strip, text, walk)
from .idiom import Base


class UnusedLocals(Base):
    def unused_locals(self) -> None:
        """Remove the locals that only the replaced code used."""
        if self.rewriter.refusals:
            return
        while gone := [name for name in self.function.locals if self.is_dead(name)]:
            for name in gone:
                for a in self.function.assigned:
                    if text(a.left) == name and not self.is_removed(a.node):
                        self.source.remove(statement_of(a.node))
                self.undeclare(name)
        for name in self.function.locals:
            self.perhaps_unused(name)

    def perhaps_unused(self, name: str) -> None:
        """Cast a local to void if only conditional code still reads it. Without that code, a compiler would warn."""
        uses = [node for node in names(self.function.body) if text(node) == name and node.type == "identifier"
                and not contains(self.function.locals[name], node)]
        lost = [node for node in uses if self.is_removed(node)]
        left = [node for node in uses if not self.is_removed(node)]
        sets = [node for node in left if self.only_set(node)]
        reads = [node for node in left if node not in sets]
        if not lost or not reads or len(sets) != 1 or self.is_added(name):
            return
        statement = statement_of(sets[0])
        if all(any(outer.type in CONDITIONALS and not contains(outer, statement) for outer in ancestors(read))
               for read in reads):
            self.source.after(statement, f"(void){name};")

    def is_added(self, name: str) -> bool:
        """Return whether the new code of this function uses a name."""
        return any(re.search(rb"\b" + name.encode() + rb"\b", edit.new) for edit in self.source.edits
                   if self.function.node.start_byte <= edit.start < self.function.node.end_byte)

    def is_removed(self, node) -> bool:
        return self.source.removed(node.start_byte, node.end_byte)

    def is_dead(self, name: str) -> bool:
        declaration = self.function.locals[name]
        uses = [node for node in names(self.function.body) if text(node) == name and not contains(declaration, node)
                and not (node.type == "field_identifier")]
        lost = [node for node in uses if self.is_removed(node)]
        left = [node for node in uses if not self.is_removed(node)]
        return bool(lost) and not self.is_added(name) and not self.is_removed(declaration) and \
            all(self.only_set(node) for node in left)

    def only_set(self, node) -> bool:
        """Return whether a node is the left side of an assignment without other effects."""
        a = assignment(node.parent)
        return bool(a) and a.left == node and a.operator == "=" and a.node.parent.type == "expression_statement" \
            and not any(inner.type in ("call_expression", "update_expression", "assignment_expression")
                        and strip(inner) == inner for inner in walk(a.right))

    def undeclare(self, name: str) -> None:
        declaration = self.function.locals[name]
        others = [other for other in declared(declaration) if text(other) != name and not self.is_removed(other)]
        if not others:
            self.source.edits = [edit for edit in self.source.edits
                                 if not (declaration.start_byte <= edit.start and edit.end <= declaration.end_byte)]
            outer = declaration
            while outer.parent.type in CONDITIONALS and len(statements(outer.parent)) == 1 and \
                    outer.parent.child_by_field_name("alternative") is None:
                outer = outer.parent
            self.source.remove(outer)
            return
        parts = [child for index, child in enumerate(declaration.children)
                 if declaration.field_name_for_child(index) == "declarator"]
        at = next(i for i, part in enumerate(parts) if any(text(leaf) == name for leaf in names(part)))
        if at:
            self.source.edit(parts[at - 1].end_byte, parts[at].end_byte, "")
        else:
            self.source.edit(parts[0].start_byte, parts[1].start_byte, "")
