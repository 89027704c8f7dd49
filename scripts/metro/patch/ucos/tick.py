# SPDX-License-Identifier: Apache-2.0
"""Replace the tick's loop over all tasks by a call. The loop's code for a due task becomes a callback."""
from __future__ import annotations

import re

from ..source import (
    CONDITIONALS, JUMPS, LOOPS, Refused, assignment, call_name, calls, compared_with_zero, contains, field_of, inside,
    names, norm, number, siblings, statements, text, walk)
from .idiom import Base

DUE = "OS_AccelDue"


class Tick(Base):
    def tick(self) -> None:
        """Find the walk over all tasks that counts each delay down."""
        for node in walk(self.function.body):
            counted = None
            if node.type == "update_expression" and text(node.child_by_field_name("operator")) == "--":
                counted = field_of(node.child_by_field_name("argument"), "OSTCBDly")
            elif (a := assignment(node)) and a.operator == "-=" and number(a.right) == 1:
                counted = field_of(a.left, "OSTCBDly")
            if counted:
                self.walk_of(node, counted)

    def walk_of(self, count, tcb: str) -> None:
        loop = inside(count, *LOOPS)
        if loop is None:
            raise Refused(count, "a delay is counted down, but not in a loop over all tasks")
        self.walk = loop
        reads = [node for node in names(loop) if text(node) == "OSTCBDly"]
        self.mark_understood(*reads)
        if not re.fullmatch(r"\w+", tcb) or tcb not in self.function.locals:
            raise Refused(loop, f"the loop over all tasks uses {tcb}, which is not a local variable")
        start = self.walk_start(loop, tcb)
        due = self.due_block(loop, count, tcb)
        for node in walk(due):
            if node.type in JUMPS or node.type == "call_expression" and text(
                    node.child_by_field_name("function")) in ("OS_ENTER_CRITICAL", "OS_EXIT_CRITICAL"):
                raise Refused(node, "the code for a due task must not jump, and must not enable or disable interrupts")
        for node in reads:
            if contains(due, node):
                raise Refused(node, "the code for a due task uses its delay, which has ended")
            self.site(node, "delay count" if contains(count, node) else "delay test", "OS_AccelDlyTick()")
        self.due = (loop, start, due, tcb)
        self.more_in_tick(loop, start)

    def more_in_tick(self, loop, start) -> None:
        """Note statements that a user added to OSTimeTick. The port's short tick (OS_CPU_TICK_FAST) omits them."""
        for node in walk(self.function.body):
            if node.type != "expression_statement" or contains(loop, node) or node == start:
                continue
            a = next((a for inner in walk(node) if (a := assignment(inner))), None)
            known = re.match("OSTimeTickHook$|OS_(ENTER|EXIT)_CRITICAL$|OS_TRACE_", call_name(node) or "") or \
                norm(node.named_children[0]) in ("OSTime++", "++OSTime", "OSTime+=1", "OSTime=(OSTime + 1)") or \
                a and (text(a.left) in self.function.locals or text(a.left) == "OSTickStepState")
            if not known:
                self.rewriter.tick_does_more = True
                self.rewriter.note(node, "the port's short tick omits this statement of OSTimeTick: build with "
                                         "-DOS_CPU_TICK_FAST=0")

    def walk_start(self, loop, tcb: str):
        """Return the statement before the loop that selects the first task, or None if a `for` selects it."""
        if loop.type == "for_statement":
            first = loop.child_by_field_name("initializer")
            if first is not None and norm(first).replace(" ", "") == f"{tcb}=OSTCBList":
                return None
        else:
            before = [s for s in siblings(loop) if s.end_byte <= loop.start_byte]
            a = next((a for node in walk(before[-1]) if (a := assignment(node))), None) if before else None
            if a and norm(a.left) == tcb and norm(a.right) == "OSTCBList":
                return before[-1]
        raise Refused(loop, "the loop that counts delays down does not start at OSTCBList")

    def due_block(self, loop, count, tcb: str):
        """Return the loop's block for a task whose delay has ended. Refuse a loop that does more."""
        if norm(loop.child_by_field_name("condition")) not in (
                f"({tcb}->OSTCBPrio != OS_TASK_IDLE_PRIO)", f"(OS_TASK_IDLE_PRIO != {tcb}->OSTCBPrio)"):
            raise Refused(loop, "the loop over all tasks does not end at the idle task")
        rest = list(statements(loop.child_by_field_name("body")))
        steps = rest + ([loop.child_by_field_name("update")] if loop.type == "for_statement" else [])
        due, moved = None, False
        for step in steps:
            a = next((a for node in walk(step) if (a := assignment(node))), None) \
                if step is not None and step.type in ("expression_statement", "assignment_expression") else None
            if a and norm(a.left) == tcb and norm(a.right) == f"{tcb}->OSTCBNext":
                moved = True
            elif step is not None and contains(step, count) and step.type == "if_statement" and due is None:
                due = self.due_of(step, count, tcb)
            elif call_name(step) not in ("OS_ENTER_CRITICAL", "OS_EXIT_CRITICAL"):
                raise Refused(step, "the loop does more for every task at every tick; hardware returns only due tasks")
        if due is None or not moved:
            raise Refused(loop, "the loop over all tasks has an unknown form")
        return due

    def due_of(self, condition, count, tcb: str):
        """Return `due` of `if (dly != 0) { dly--; if (dly == 0) { due } }`, or of `if (--dly == 0) { due }`."""
        field_name = f"{tcb}->OSTCBDly"
        if condition.child_by_field_name("alternative") is not None:
            raise Refused(condition, "the loop does something for every task that is not due")
        tested = compared_with_zero(condition.child_by_field_name("condition"))
        body = condition.child_by_field_name("consequence")
        if tested and tested[1] and contains(condition.child_by_field_name("condition"), count) and \
                norm(tested[0]) == f"--{field_name}":
            return body
        if tested and not tested[1] and norm(tested[0]) == field_name:
            inner = statements(body)
            if inner and contains(inner[0], count) and inner[0].type == "if_statement" and len(inner) == 1:
                return self.due_of(inner[0], count, tcb)
            if len(inner) == 2 and contains(inner[0], count) and inner[0].type == "expression_statement" and \
                    inner[1].type == "if_statement" and inner[1].child_by_field_name("alternative") is None:
                zero = compared_with_zero(inner[1].child_by_field_name("condition"))
                if zero and zero[1] and norm(zero[0]) == field_name:
                    return inner[1].child_by_field_name("consequence")
        raise Refused(condition, "the loop counts a delay down in an unknown way")

    def tick_edit(self) -> None:
        """Replace the walk with a call, and move its code for a due task to a callback."""
        if self.due is None or self.rewriter.refusals:
            return
        loop, start, due, tcb = self.due
        inner = statements(due)
        if not inner:
            raise Refused(due, "the loop does nothing for a due task")
        begin = self.source.data.rfind(b"\n", 0, inner[0].start_byte) + 1
        if begin <= due.start_byte:
            begin = inner[0].start_byte
        body = self.source.render(begin, due.end_byte - (due.type == "compound_statement")).decode("latin-1")
        used = {word for word in re.findall(r"\b[A-Za-z_]\w*\b", without_comments(body))}
        if strangers := sorted(used & ({*self.function.locals, *self.function.parameters} - {tcb})):
            raise Refused(due, f"the code for a due task uses {', '.join(strangers)} of {self.function.name}")
        lines = body.replace("\r\n", "\n").rstrip().split("\n")
        margin = common_margin(lines)
        lines = [line if line.startswith("#") or not line.strip() else "    " + line[len(margin):] for line in lines]
        self.source.edits = [edit for edit in self.source.edits
                             if not (loop.start_byte <= edit.start and edit.end <= loop.end_byte)]
        lock = [name for name in calls(self.function.body, "OS_ENTER_CRITICAL") if not contains(loop, name)]
        spare = [] if any(inside(call, *CONDITIONALS) is None or contains(inside(call, *CONDITIONALS), loop)
                          for call in lock) else ["#if OS_CRITICAL_METHOD == 3u", "(void)cpu_sr;", "#endif"]
        indent = self.source.indent(loop.start_byte)
        text_ = "OS_AccelDlyTick();"
        if spare and "cpu_sr" in self.function.locals:
            text_ = f"OS_AccelDlyTick();\n{spare[0]}\n{indent}{spare[1]}\n{spare[2]}"
        self.source.replace(loop, text_)
        if start is not None:
            self.source.remove(start)
        end = self.function.node.end_byte
        self.source.edit(end, end, "\n\n/* What the end of a delay means to its task: called by the tick, with "
                         f"interrupts off. */\nstatic void {DUE}(OS_TCB *{tcb})\n{{\n" + "\n".join(lines) + "\n}")
        self.rewriter.due = tcb


def without_comments(code: str) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", code, flags=re.DOTALL)
def common_margin(lines: list[str]) -> str:
    """Return the white space that all of these lines begin with."""
    margins = [re.match(r"[ \t]*", line)[0] for line in lines if line.strip() and not line.startswith("#")]
    margin = min(margins, key=len, default="")
    while not all(other.startswith(margin) for other in margins):
        margin = margin[:-1]
    return margin
