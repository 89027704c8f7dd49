# SPDX-License-Identifier: Apache-2.0
"""What all idioms of a function share: the sites found so far, and the meaning of expressions."""
from __future__ import annotations

from dataclasses import dataclass

from ..report import Site
from ..source import Function, Refused, contains, field_of, names, norm, strip, text

RUNNING = "OSTCBCur"
READY = ("OSRdyGrp", "OSRdyTbl")
GUARDED = (*READY, "OSTCBDly")                   # must not remain in the rewritten tree
STATUS = ("OSTCBStat", "OSTCBStatPend")
KEYS = ("OSTCBPrio", "OSTCBX", "OSTCBY", "OSTCBBitX", "OSTCBBitY")
ENDED = ("OSTCBEventPtr", "OSTCBMsg")            # other fields that the end of a wait changes
WAITING = ("OSEventGrp", "OSEventTbl")


@dataclass(frozen=True)
class Waiters:
    """One of the two-level bitmaps: the ready list, or the wait list of an event."""
    group: str
    table: str
    event: str = ""             # the event, as the file spells it

    @property
    def is_ready(self) -> bool:
        return not self.event


READY_LIST = Waiters(*READY)


def waiters(event: str) -> Waiters:
    return Waiters(f"{event}->OSEventGrp", f"{event}->OSEventTbl", event)


class Base:
    """One function of a file, with the findings about it so far."""

    def __init__(self, rewriter, function: Function):
        self.rewriter, self.function, self.source = rewriter, function, rewriter.source
        self.tested: dict = {}         # id of a node that tests a task's readiness -> (TCB, node)
        self.first_use: dict = {}      # TCB -> [nodes]: where its delay is cleared
        self.ready_sets: list = []     # (statement, TCB) that make a task ready
        self.rekeyed: dict = {}        # TCB -> (first, last) of the statements that change its priority
        self.deferred: set = set()     # TCBs that become ready only after they have their new priority
        self.declare: list[str] = []   # locals that the new code needs
        self.walk = None               # the tick's loop over all tasks
        self.due = None                # the tick's walk: (loop, statement before it, code for a due task, TCB)

    def site(self, node, idiom: str, call: str, used=()) -> None:
        self.rewriter.sites.append(Site(self.source.name, self.source.line(node), self.function.name, idiom, call))
        self.mark_understood(node, *used)

    def keep(self, node, idiom: str, why: str) -> None:
        self.rewriter.in_software.append(Site(self.source.name, self.source.line(node), self.function.name, idiom, why))

    def mark_understood(self, *nodes) -> None:
        self.rewriter.understood.update(name.start_byte for node in nodes for name in names(node))

    def explain(self, node, reason: str) -> None:
        for name in names(node):
            self.rewriter.reasons.setdefault(name.start_byte, reason)

    def spelling(self, what: str) -> str:
        """Return a TCB or an event as the file spells it."""
        return self.rewriter.spelled.get(what, what)

    def is_outside_idioms(self, node) -> bool:
        """Return whether a node is not yet part of an idiom."""
        return not any(name.start_byte in self.rewriter.understood for name in names(node)
                       if text(name) in (*GUARDED, *WAITING))

    def interrupts_off(self, node, what: str) -> None:
        state = self.function.interrupts(node)
        if state == "on" or state == "caller" and not self.function.is_internal:
            raise Refused(node, f"{what} with interrupts on")

    def list_of(self, node):
        """Return (`group` or `row`, list, index) of an expression that names part of a two-level bitmap, else None."""
        node = strip(node)
        if node is None:
            return None
        if norm(node) == READY[0]:
            return "group", READY_LIST, None
        if event := field_of(node, "OSEventGrp"):
            return "group", waiters(event), None
        if node.type == "subscript_expression":
            base = node.child_by_field_name("argument")
            if norm(base) == READY[1]:
                return "row", READY_LIST, node.child_by_field_name("index")
            if event := field_of(base, "OSEventTbl"):
                return "row", waiters(event), node.child_by_field_name("index")
        return None

    def is_new(self, tcb: str) -> bool:
        """Return whether the function creates the task. If so, it sets the task's stack pointer."""
        return any(field_of(a.left, "OSTCBStkPtr") == tcb for a in self.function.assigned)

    def in_tick(self, node) -> bool:
        return self.walk is not None and contains(self.walk, node)
