# SPDX-License-Identifier: Apache-2.0
"""A task's delay and status. The hardware may hold newer values than the task control block."""
from __future__ import annotations

import re

from ..source import (
    Assignment, Refused, assignment, calls, complement, contains, field_of, in_list, inside, names, norm, number,
    statement_of, strip, text, walk)
from .idiom import ENDED, RUNNING, STATUS, Base

SEVERAL = "OS_STAT_MULTI"


class Delays(Base):
    def delays(self) -> None:
        for node in walk(self.function.body):
            tcb = field_of(node, "OSTCBDly") if node.type == "field_expression" else None
            if not tcb or self.in_tick(node) or inside(node, "sizeof_expression"):
                continue
            outer = node.parent
            while outer.type == "parenthesized_expression":
                outer = outer.parent
            a = assignment(outer)
            if a and strip(a.left) == node:
                self.delay_set(a, tcb)
            elif outer.type == "update_expression" or outer.type == "pointer_expression" and \
                    text(outer.child_by_field_name("operator")) == "&":
                self.explain(node, "a delay is counted, or its address is taken, outside the tick's loop over tasks")
            else:
                call = f"OS_AccelDlyGet({self.spelling(tcb)})"
                self.interrupts_off(node, "a delay is read")
                self.site(node, "delay test", call)
                self.source.replace(node, call)

    def delay_set(self, a: Assignment, tcb: str) -> None:
        statement = statement_of(a.node)
        if a.operator != "=" or statement.type != "expression_statement" or a.node.parent != statement:
            self.explain(a.node, "a delay is changed, but not by an assignment that is a separate statement")
            return
        name = self.spelling(tcb)
        if number(a.right) == 0:
            call = f"OS_AccelDlyClr({name})"
            self.site(a.node, "delay clear", call)
            if self.is_new(tcb):
                target = next((s for s, owner in self.ready_sets if owner == tcb and s.start_byte > statement.end_byte
                               and self.function.interrupts(s) == "off"), None)
                if target is None:
                    raise Refused(statement, f"{tcb} is new, but is not made ready with interrupts off")
                self.source.remove(statement)
                new = f"OS_AccelEventNew({name})"
                self.site(a.node, "init", new)
                self.source.before(target, f"{call};", f"{new};")
                return
            self.interrupts_off(statement, "a delay is cleared")
            self.first_use.setdefault(tcb, []).append(a.node)
        else:
            if not self.is_running(tcb, statement):
                raise Refused(statement, f"the delay of {tcb} is set, but {tcb} is not the running task")
            self.interrupts_off(statement, "a delay is set")
            call = f"OS_AccelDlySet({name}, {' '.join(text(a.right).split())})"
            self.site(a.node, "delay set", call)
        self.source.replace(statement, f"{call};")

    def is_running(self, tcb: str, site) -> bool:
        """Return whether a TCB is OSTCBCur, or a local that holds it."""
        found = self.function.definition(tcb, site) if tcb in self.function.locals else None
        return tcb == RUNNING or found is not None and norm(found.right) == RUNNING

    def statuses(self) -> None:
        """Insert OS_AccelSettle before uses of a TCB's status. A unit makes a task ready without updating its TCB."""
        used: dict = {}
        for node in walk(self.function.body):
            for name in STATUS:
                if node.type == "field_expression" and (tcb := field_of(node, name)) and not self.in_tick(node):
                    used.setdefault(tcb, []).append(node)
        for tcb, node in self.reads(ENDED):
            if tcb == RUNNING:
                used.setdefault(tcb, []).append(node)
        copied = self.copies_of_tcbs()
        for tcb, nodes in copied.items():
            used.setdefault(tcb, []).extend(nodes)
        for tcb, nodes in used.items():
            nodes.sort(key=lambda node: node.start_byte)
            if tcb == RUNNING:
                self.settle_running(nodes)
            elif not self.is_new(tcb):
                self.settle_other(tcb, nodes)
            self.suspension(tcb, nodes)

    def settle_running(self, nodes) -> None:
        """Insert OS_AccelSettle for the running task after OS_Sched(), because a timeout may have ended the wait."""
        waits = calls(self.function.body, "OS_Sched")
        for at, wait in enumerate(waits):
            end = waits[at + 1].start_byte if at + 1 < len(waits) else self.function.body.end_byte
            uses = [node for node in nodes if wait.end_byte <= node.start_byte < end]
            if not uses:
                continue
            statement = statement_of(uses[0])
            while statement.parent is not None and not (in_list(statement) and contains(statement.parent, wait)):
                statement = statement.parent
            self.settle(statement, RUNNING, uses[0])

    def settle_other(self, tcb: str, nodes) -> None:
        for node in nodes:
            self.interrupts_off(statement_of(node), f"the status of {tcb} is used")
        sections: dict = {}
        for node in [*nodes, *self.first_use.get(tcb, [])]:
            sections.setdefault(self.function.section(node), []).append(node)
        for uses in sections.values():
            if not all(self.overwrites(node) for node in uses):
                self.settle_section(tcb, sorted(uses, key=lambda node: node.start_byte))

    def settle_section(self, tcb: str, uses, how: str = "OS_AccelSettle") -> None:
        """Insert the call `how` at a place that the code reaches before all these uses of the task's TCB."""
        statement = statement_of(uses[0])
        while statement.parent is not None and not (
                in_list(statement) and all(contains(statement.parent, node) for node in uses)):
            statement = statement.parent
        late = [a for a in self.function.assigned if norm(a.left) == tcb
                and statement.start_byte <= a.node.start_byte < uses[-1].start_byte]
        if statement.parent is None or late:
            raise Refused(uses[0], f"it is not known which task's status {tcb} has here")
        self.settle(statement, tcb, uses[0], how)

    def settle(self, statement, tcb: str, node, how: str = "OS_AccelSettle") -> None:
        self.interrupts_off(statement, f"the status of {tcb} is used")
        call = f"{how}({self.spelling(tcb)})"
        self.site(node, "status", call)
        self.source.before(statement, f"{call};")

    def events(self) -> None:
        """Insert OS_AccelEventSettle before reads of another task's event and message, because the event unit can end a
        wait without updating the TCB."""
        used: dict = {}
        for tcb, node in self.reads(ENDED):
            if tcb != RUNNING and not self.is_new(tcb):
                used.setdefault((tcb, self.function.section(node)), []).append(node)
        for (tcb, _), uses in used.items():
            self.settle_section(tcb, uses, "OS_AccelEventSettle")

    def reads(self, fields) -> list:
        """Return (TCB, node) of each read of one of these fields."""
        found = []
        for node in walk(self.function.body):
            tcb = next(filter(None, (field_of(node, name) for name in fields)), None) \
                if node.type == "field_expression" else None
            a = assignment(node.parent)
            if tcb and not (a and a.left == node):
                found.append((tcb, node))
        return found

    def overwrites(self, node) -> bool:
        """Return whether a node overwrites a status or clears a delay, so that no settled value is needed."""
        a = assignment(node) or assignment(node.parent)
        return bool(a) and a.operator == "=" and (a.node == node or a.left == node)

    def suspension(self, tcb: str, nodes) -> None:
        """Insert calls that report suspensions and waits for several events to the units. Only the kernel ends them."""
        name = self.spelling(tcb)
        waits_for_several = any(text(node) == SEVERAL for node in names(self.function.body))
        for node in nodes:
            a = assignment(node.parent)
            if not a or a.left != node or field_of(node, "OSTCBStat") is None:
                continue
            statement = statement_of(a.node)
            words = {text(leaf) for leaf in names(a.right)}
            suspends = "OS_STAT_SUSPEND" in words
            if a.operator == "|=" and tcb == RUNNING and SEVERAL in words:
                call = f"OS_AccelMark({name})"
            elif a.operator == "=" and tcb == RUNNING and waits_for_several and norm(a.right) == "OS_STAT_RDY":
                call = f"OS_AccelRelease({name})"
            elif a.operator == "|=" and suspends:
                call = f"OS_AccelHold({name})"
            elif a.operator == "&=" and suspends and complement(a.right) is not None:
                call = f"OS_AccelRelease({name})"
            elif a.operator == "=" and tcb != RUNNING and not self.is_new(tcb):
                if norm(a.right) != "OS_STAT_RDY":
                    raise Refused(a.node, f"it is not known whether {tcb} is suspended afterwards")
                call = f"OS_AccelRelease({name})"
            elif suspends or a.operator == "|=" and tcb != RUNNING and not all(
                    word.startswith("OS_STAT_") for word in words):
                raise Refused(a.node, f"it is not known whether {tcb} is suspended afterwards")
            else:
                continue
            self.interrupts_off(statement, f"the status of {tcb} is changed")
            self.site(a.node, call[len("OS_Accel"):].partition("(")[0].lower(), call)
            self.source.after(statement, f"{call};")

    def copies_of_tcbs(self) -> dict:
        """Insert OS_AccelDlyCopy after each copy of a whole TCB. A unit may count the delay. Return {TCB: copies}."""
        found: dict = {}
        for call in walk(self.function.body):
            source = target = None
            if call.type == "call_expression":
                arguments = [n for n in call.child_by_field_name("arguments").named_children if n.type != "comment"]
                if len(arguments) == 3 and re.fullmatch(r"sizeof\(?(OS_TCB|\*\w+)\)?", norm(arguments[2])):
                    target, source = arguments[0], arguments[1]
            elif (a := assignment(call)) and a.operator == "=" and strip(a.left).type == strip(a.right).type == \
                    "pointer_expression":
                target, source = (strip(n).child_by_field_name("argument") for n in (a.left, a.right))
            if source is None or not self.is_tcb(source):
                continue
            statement, tcb, to = statement_of(call), norm(source), text(strip(target))
            line = f"OS_AccelDlyCopy({self.spelling(tcb)}, {to})"
            self.interrupts_off(statement, "a TCB is copied")
            self.site(call, "copy", line)
            self.source.after(statement, f"{line};")
            found.setdefault(tcb, []).append(call)
        return found

    def is_tcb(self, node) -> bool:
        """Return whether a node is declared as a pointer to a TCB."""
        name = norm(node)
        declaration = self.function.locals.get(name)
        return name == RUNNING or declaration is not None and "OS_TCB" in text(declaration)
