# SPDX-License-Identifier: Apache-2.0
"""The function that ends a task's wait for an event. The event unit can do all its work in one instruction."""
from __future__ import annotations

from ..report import Refusal
from ..source import (
    CONDITIONALS, assignment, call_name, compared_with_zero, complement, contains, field_of, norm, number, statements,
    strip, text)
from .idiom import Base


class EndOfWait(Base):
    def wake(self, search: list, event: str, prio: str) -> str:
        """Return code for the place before the search for the highest waiting task. The code calls the event unit, and
        returns from the kernel's function if the unit has ended the wait.

        The kernel's function may do only the work of the unit and of a later OS_AccelSettle. Otherwise, the code is
        empty, and the tree's wait lists stay in software.
        """
        tcb = self.task_at(prio, search[-1])
        self.given: dict = {"OSTCBMsg": "(void *)0"}           # field -> parameter that goes into it
        for statement in self.flat(statements(self.function.body), search):
            if tcb is None or not self.ends_wait(statement, tcb, event, prio):
                self.rewriter.lists_left.append(Refusal(
                    self.source.name, self.source.line(statement),
                    f"{self.function.name} does more than end a wait, so the wait lists stay in software"))
                return ""
        if "OSTCBStatPend" not in self.given or "return" not in self.given:
            return ""
        self.interrupts_off(search[0], "a wait is ended")
        call = (f"OS_AccelEventWake({self.spelling(event)}, {self.given['OSTCBMsg']}, "
                f"{self.given['OSTCBStatPend']}, &{prio})")
        self.site(search[0], "wait wake", call)
        indent = self.body_indent()
        return f"if ({call} != OS_FALSE) {{\n{indent}    return ({prio});\n{indent}}}\n{indent}"

    def flat(self, items, leave_out):
        """Yield the statements, also of conditional code, except those of `leave_out`."""
        for item in items:
            if any(contains(other, item) for other in leave_out):
                continue
            if item.type not in CONDITIONALS:
                yield item
                continue
            yield from self.flat(statements(item), leave_out)
            if other := item.child_by_field_name("alternative"):
                yield from self.flat([other], leave_out)

    def ends_wait(self, statement, tcb: str, event: str, prio: str) -> bool:
        """Return whether a statement only ends a task's wait for this event. The task is not suspended and waits for no
        other event."""
        if statement.type == "declaration":
            return all(child.type != "init_declarator" for child in statement.children)
        inner = [child for child in statement.named_children if child.type != "comment"]
        if statement.type == "return_statement":
            self.given["return"] = prio
            return len(inner) == 1 and norm(inner[0]) == prio
        if statement.type == "if_statement":
            tested = compared_with_zero(statement.child_by_field_name("condition"))
            if not tested or statement.child_by_field_name("alternative") is not None:
                return False
            if norm(tested[0]) == f"{tcb}->OSTCBEventMultiPtr":
                return not tested[1]
            return tested[1] and norm(tested[0]) in (f"({tcb}->OSTCBStat & OS_STAT_SUSPEND)",
                                                     f"(OS_STAT_SUSPEND & {tcb}->OSTCBStat)") and all(
                self.makes_ready(part) for part in statements(statement.child_by_field_name("consequence")))
        if statement.type != "expression_statement" or not inner:
            return False
        if name := call_name(statement):
            words = [norm(word) for word in strip(inner[0]).child_by_field_name("arguments").named_children
                     if word.type != "comment"]
            return name.startswith("OS_TRACE_") or name == "OS_EventTaskRemove" and words == [tcb, event]
        a = assignment(inner[0])
        if a is None:
            return inner[0].type == "cast_expression" and strip(inner[0]).type == "identifier"
        if norm(a.left) in (tcb, norm(a.right)):
            return norm(a.right) in (f"OSTCBPrioTbl[{prio}]", norm(a.left))
        return self.sets_field(a, tcb)

    def sets_field(self, a, tcb: str) -> bool:
        for name in ("OSTCBMsg", "OSTCBStatPend"):
            if field_of(a.left, name) == tcb and text(strip(a.right)) in self.function.parameters:
                self.given[name] = text(strip(a.right))
                return a.operator == "="
        if field_of(a.left, "OSTCBStat") == tcb:
            mask = complement(a.right)
            return a.operator == "&=" and mask is not None and text(mask) in self.function.parameters
        return any(field_of(a.left, name) == tcb for name in ("OSTCBDly", "OSTCBEventPtr")) and \
            a.operator == "=" and number(a.right) == 0

    def makes_ready(self, statement) -> bool:
        if (call_name(statement) or "").startswith("OS_TRACE_"):
            return True
        a = assignment(statement.named_children[0]) if statement.type == "expression_statement" else None
        part = self.list_of(a.left) if a else None
        return part is not None and part[1].is_ready and a.operator == "|="
