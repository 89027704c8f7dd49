# SPDX-License-Identifier: Apache-2.0
"""Tests, insertions and removals of one task in the ready list or a wait list; and changes of its priority."""
from __future__ import annotations

from ..source import (
    JUMPS, LOOPS, Assignment, Refused, assignment, compared_with_zero, complement, contains, field_of, following,
    in_list, inside, norm, siblings, statement_of, statements, strip, text, walk)
from .idiom import KEYS, Base, Waiters

PRIO_WAS, WAS_READY = "accel_prio", "accel_rdy"  # locals that the patch adds for a change of priority


class Lists(Base):
    def rekeys(self) -> None:
        """Find the groups of statements that change a task's priority. Skip new tasks: they have no old priority."""
        found: dict = {}
        for a in self.function.assigned:
            for name in KEYS:
                if owner := field_of(a.left, name):
                    found.setdefault(owner, []).append((name, a))
        for tcb, group in found.items():
            if self.is_new(tcb):
                continue
            prios = [a for name, a in group if name == "OSTCBPrio"]
            if len(prios) != 1 or any(a.operator != "=" for _, a in group):
                raise Refused(group[0][1].node, f"{tcb} changes its priority in an unknown way")
            first = statement_of(prios[0].node)
            last = first
            for _, a in group:
                item = statement_of(a.node)
                while item.parent is not None and not contains(item.parent, first):
                    item = item.parent
                if item.parent is None or item.parent != first.parent and not contains(item.parent, first):
                    raise Refused(a.node, f"the priority of {tcb} is changed in several places")
                if item.end_byte > last.end_byte:
                    last = item
            self.interrupts_off(first, f"the priority of {tcb} is changed")
            self.rekeyed[tcb] = (first, last)

    def rekey_edits(self) -> None:
        for tcb, (first, last) in self.rekeyed.items():
            self.need_local(first, "INT8U", PRIO_WAS)
            name = self.spelling(tcb)
            self.source.before(first, f"{PRIO_WAS} = {name}->OSTCBPrio;")
            call = f"OS_AccelDlyMove({name}, {PRIO_WAS}, {name}->OSTCBPrio)"
            lines = [f"{call};"]
            if tcb in self.deferred:
                lines += [f"if ({WAS_READY} != OS_FALSE) {{", f"    OS_AccelRdySet({name});", "}"]
            self.source.after(last, *lines)
            self.site(first, "change prio", call)

    def need_local(self, node, kind: str, name: str) -> None:
        if name in self.function.locals or name in self.function.parameters:
            raise Refused(node, f"{name} already exists")
        if f"{kind} {name};" not in self.declare:
            self.declare.append(f"{kind} {name};")

    def tests(self) -> None:
        """Replace `(row & column) != 0`, the test whether a task is ready."""
        for node in walk(self.function.body):
            if node.type != "binary_expression" or text(node.child_by_field_name("operator")) != "&":
                continue
            for one, other in (("left", "right"), ("right", "left")):
                part = self.list_of(node.child_by_field_name(one))
                if not part or part[0] != "row" or not part[1].is_ready:
                    continue
                row = self.function.tcb_field(part[2])
                column = self.function.tcb_field(node.child_by_field_name(other))
                if not row or not column or row[0] != "OSTCBY" or column[0] != "OSTCBBitX" or row[1] != column[1] \
                        or row[2] or column[2]:
                    continue
                operand = node
                while (operand.parent.type == "parenthesized_expression"
                       and operand.parent.parent.type != "if_statement"):
                    operand = operand.parent
                compare = operand.parent if compared_with_zero(operand.parent) else node
                zero = compare is not node and compared_with_zero(compare)[1]
                call = f"OS_AccelRdyTst({self.spelling(row[1])})"
                self.tested[compare.id] = (row[1], compare)
                self.site(compare, "ready test", call)
                self.source.replace(compare, f"{call} {'==' if zero else '!='} OS_FALSE")
                break

    def clears(self) -> None:
        """Replace `row &= ~column`, and the clearing of the group's bit if the row is then empty."""
        for a in self.function.assigned:
            part = self.list_of(a.left) if a.operator == "&=" else None
            if not part or part[0] != "row" or not self.is_outside_idioms(a.left):
                continue
            _, waiting, index = part
            row = self.function.tcb_field(index)
            mask = complement(a.right)
            column = self.function.tcb_field(mask) if mask is not None else None
            if not row or not column or row[0] != "OSTCBY" or column[0] != "OSTCBBitX" or row[1] != column[1]:
                self.explain(a.node, "a row is cleared, but not with one task's row and column")
                continue
            statement = statement_of(a.node)
            tcb = row[1]
            empty = self.empty_row(statement, a, waiting, tcb)
            if empty is None:
                continue
            idiom, call = ("ready clear", f"OS_AccelRdyClr({self.spelling(tcb)})") if waiting.is_ready else (
                "wait remove", f"OS_AccelEventRemove({self.spelling(waiting.event)}, {self.spelling(tcb)})")
            if waiting.is_ready:
                self.interrupts_off(statement, "the ready list is changed")
                self.check_side_of_rekey(statement, tcb, True)
            self.site(a.node, idiom, call, [empty])
            self.source.replace(statement, f"{call};")
            if empty != statement:
                self.source.remove(empty)

    def empty_row(self, statement, a: Assignment, waiting: Waiters, tcb: str):
        """Return the `if` that clears the group's bit for an empty row, or None."""
        condition = statement if statement.type == "if_statement" else None
        for other in following(statement) if condition is None else ():
            if other.type == "if_statement" and (tested := compared_with_zero(
                    other.child_by_field_name("condition"))) and norm(tested[0]) == norm(a.left):
                condition = other
                break
            if not self.harmless(other, waiting, tcb):
                break
        if condition is None:
            self.explain(a.node, "a row is cleared without a test whether it is empty afterwards")
            return None
        tested = compared_with_zero(condition.child_by_field_name("condition"))
        inner = statements(condition.child_by_field_name("consequence"))
        clear = next((b for node in walk(inner[0]) if (b := assignment(node))), None) if inner else None
        mask = complement(clear.right) if clear and clear.operator == "&=" else None
        group = self.list_of(clear.left) if mask is not None else None
        bit = self.function.tcb_field(mask) if group else None
        if not tested or not tested[1] or group != ("group", waiting, None) or not bit or bit[:2] != ("OSTCBBitY", tcb):
            self.explain(a.node, "the group's bit of the same task is not cleared when its row is empty")
            return None
        if len(inner) != 1 or condition.child_by_field_name("alternative") is not None:
            raise Refused(condition, "other code depends on whether the row is empty")
        return condition

    def harmless(self, statement, waiting: Waiters, tcb: str) -> bool:
        """Return whether a statement may be between the two halves of an idiom."""
        for node in walk(statement):
            if node.type in JUMPS or node.type in LOOPS or (part := self.list_of(node)) and part[1] == waiting:
                return False
            if node.type == "call_expression" and text(node.child_by_field_name("function")) in (
                    "OS_ENTER_CRITICAL", "OS_EXIT_CRITICAL"):
                return False
            if (a := assignment(node)) and (norm(a.left) == tcb or any(field_of(a.left, key) == tcb for key in KEYS)):
                return False
        return True

    def new_prio_variable(self, statement, tcb: str) -> str | None:
        """Return the local or parameter with the priority that a task gets after a statement, or None."""
        found = [a for a in self.function.assigned if field_of(a.left, "OSTCBPrio") == tcb]
        name = text(strip(found[0].right)) if len(found) == 1 else None
        if name not in {*self.function.locals, *self.function.parameters} or \
                found[0].node.start_byte < statement.end_byte or \
                any(text(a.left) == name for a in self.function.assigned if a.node.start_byte > statement.start_byte):
            return None
        return name

    def check_side_of_rekey(self, statement, tcb: str, must_be_before: bool) -> None:
        """Check that a task leaves the ready list before its priority changes, and enters the list afterwards.

        must_be_before: whether the statement must be before the change; otherwise, it must be after the change.
        """
        if tcb in self.rekeyed:
            first, last = self.rekeyed[tcb]
            if (statement.end_byte <= first.start_byte) != must_be_before or not must_be_before and \
                    statement.start_byte < last.end_byte:
                raise Refused(statement, f"the ready list changes on the wrong side of the change of {tcb}'s priority")

    def sets(self) -> None:
        """Replace `group |= row's bit` and `row |= column`, in either order."""
        for a in self.function.assigned:
            part = self.list_of(a.left) if a.operator == "|=" else None
            if not part or part[0] != "row" or not self.is_outside_idioms(a.left):
                continue
            _, waiting, index = part
            row, column = self.function.tcb_field(index), self.function.tcb_field(a.right)
            if not row or not column or row[0] != "OSTCBY" or column[0] != "OSTCBBitX" or row[1] != column[1] or \
                    row[2] != column[2]:
                self.explain(a.node, "a row is set, but not with one task's row and column")
                continue
            _, tcb, coming = row
            statement = statement_of(a.node)
            group = self.group_set(statement, waiting, tcb, coming)
            if group is None:
                self.explain(a.node, "a row is set without the group's bit of the same task")
                continue
            if not waiting.is_ready:
                call = f"OS_AccelEventInsert({self.spelling(waiting.event)}, {self.spelling(tcb)})"
                if coming:
                    prio = self.new_prio_variable(statement, tcb)
                    if prio is None:
                        self.keep(a.node, "wait insert", "a change of priority with local variables")
                        continue
                    call = f"OS_AccelEventInsertAs({self.spelling(waiting.event)}, {prio})"
                self.site(a.node, "wait insert", call, [group])
            else:
                self.interrupts_off(statement, "the ready list is changed")
                call = f"OS_AccelRdySet({self.spelling(tcb)})"
                self.ready_sets.append((min(statement, group, key=lambda item: item.start_byte), tcb))
                self.site(a.node, "ready set", call, [group])
                if text(strip(index)) in self.function.aliases:
                    self.rewriter.note(a.node, "the row index came from the wait list. The patched code makes the "
                                               "task ready in its own row, even if the wait list had another row")
                if coming:
                    self.defer(statement, group, tcb)
                    continue
                self.check_side_of_rekey(statement, tcb, False)
            first, second = sorted((statement, group), key=lambda item: item.start_byte)
            self.source.replace(first, f"{call};")
            self.source.remove(second)

    def group_set(self, statement, waiting: Waiters, tcb: str, coming: bool):
        if not in_list(statement):
            return None
        items = siblings(statement)
        at = items.index(statement)
        for run in (items[at + 1:], items[at - 1::-1] if at else []):
            for other in run:
                a = next((a for node in walk(other) if (a := assignment(node))), None) \
                    if other.type == "expression_statement" else None
                if a and a.operator == "|=" and self.list_of(a.left) == ("group", waiting, None) and \
                        self.function.tcb_field(a.right) == ("OSTCBBitY", tcb, coming):
                    return other
                if not self.harmless(other, waiting, tcb):
                    break
        return None

    def defer(self, statement, group, tcb: str) -> None:
        """Make a task ready only after its priority has changed. A local holds whether the task was ready before."""
        if tcb not in self.rekeyed or statement.end_byte > self.rekeyed[tcb][0].start_byte:
            raise Refused(statement, "a task is made ready at a priority that is not assigned to it")
        outer = inside(statement, "if_statement")
        found = next(((owner, compare) for owner, compare in self.tested.values() if outer is not None
                      and contains(outer.child_by_field_name("condition"), compare)), None)
        if not found or found[0] != tcb or not in_list(outer) or outer.child_by_field_name("alternative") is not None:
            raise Refused(statement, "a task is made ready at its new priority even if it was not ready")
        self.need_local(statement, "BOOLEAN", WAS_READY)
        self.deferred.add(tcb)
        self.source.edits = [edit for edit in self.source.edits if edit.start != found[1].start_byte]
        self.source.before(outer, f"{WAS_READY} = OS_AccelRdyTst({self.spelling(tcb)});")
        self.source.replace(found[1], f"{WAS_READY} != OS_FALSE")
        self.source.remove(statement)
        self.source.remove(group)

    def waiting(self) -> None:
        """Replace `group != 0`, the test whether a task waits."""
        for node in walk(self.function.body):
            tested = compared_with_zero(node) if node.type in ("binary_expression", "unary_expression") else None
            event = field_of(tested[0], "OSEventGrp") if tested else None
            if event and self.is_outside_idioms(node):
                call = f"OS_AccelEventAny({self.spelling(event)})"
                self.site(node, "wait any", call)
                self.source.replace(node, f"{call} {'==' if tested[1] else '!='} OS_FALSE")
