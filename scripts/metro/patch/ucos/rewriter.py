# SPDX-License-Identifier: Apache-2.0
"""Finds and rewrites the places of a uC/OS-II source file that belong behind the acceleration seam.

The syntax tree identifies an idiom by its operation on a structure, never by its position or layout. Each access to a
ready list or a delay that is no known idiom is refused. sw/ucos-ports/accel/os_accel.h lists the rules that the
rewritten tree follows.
"""
from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..report import Refusal, Site
from ..source import (
    CONDITIONALS, NAMES, Refused, Source, ancestors, calls, declared, in_list, inside, names, norm,
    object_text, statement_of, text, walk)
from .bitmaps import Bitmaps
from .delays import Delays
from .end_of_wait import EndOfWait
from .idiom import ENDED, GUARDED, KEYS, STATUS, WAITING
from .lists import Lists
from .tick import DUE, Tick
from .unused_locals import UnusedLocals

SEAM = re.compile(rb"\bOS_Accel[A-Z]|\bos_accel\.h\b|\bOS_ACCEL_")
INCLUDE = "#include <os_accel.h>"


class Body(Bitmaps, EndOfWait, Tick, Lists, Delays, UnusedLocals):
    """One function of a file. run() searches it in steps, in an order in which each step helps the next."""

    def run(self) -> None:
        present = {text(name) for name in names(self.function.body)}
        if present & {*GUARDED, *STATUS, *WAITING, *KEYS, *ENDED} or "OS_TCB" in text(self.function.body):
            if self.function.node.has_error and present & {*GUARDED, *STATUS}:
                self.rewriter.refuse(self.function.node, f"{self.function.name} cannot be parsed")
                return
            for step in (self.bitmaps, self.tick, self.rekeys, self.tests, self.clears, self.sets, self.delays,
                         self.statuses, self.events, self.waiting, self.rekey_edits, self.tick_edit, self.unused_locals,
                         self.declare_locals):
                self.attempt(step)
        if self.function.name == "OSInit":
            self.attempt(self.init)

    def attempt(self, step) -> None:
        """Run a step and record a refusal. The other steps still run, to report all refusals."""
        try:
            step()
        except Refused as refused:
            self.rewriter.refuse(refused.node if refused.node is not None else self.function.node, refused.reason)

    def declare_locals(self) -> None:
        if self.declare:
            place = self.function.body.start_byte + 1
            self.source.edit(place, place, "".join(f"\n    {line}" for line in self.declare))

    def init(self) -> None:
        """Add the initialisation to OSInit: first the check of the core, then, once TCBs exist, clear the delays."""
        for after, call in (("OSInitHookBegin", "OS_AccelInit()"), ("OS_InitTCBList", "OS_AccelDlyInit()")):
            found = calls(self.function.body, after)
            if len(found) != 1 or not in_list(statement_of(found[0])):
                raise Refused(self.function.node, f"OSInit does not call {after} once")
            self.site(found[0], "init", call)
            self.source.after(statement_of(found[0]), f"{call};")


@dataclass
class Rewriter:
    """Rewrites one file: run(), then source.render(), sites, in_software and refusals."""
    source: Source
    sites: list[Site] = field(default_factory=list)
    in_software: list[Site] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    notes: list[Refusal] = field(default_factory=list)
    understood: set = field(default_factory=set)        # start bytes of the tokens in known idioms
    lists_left: list[Refusal] = field(default_factory=list)  # wait lists that are not behind the seam
    reasons: dict = field(default_factory=dict)         # start byte of a token -> why it is not understood
    spelled: dict = field(default_factory=dict)         # TCB or event: norm -> the file's spelling
    tick_does_more: bool = False                        # OSTimeTick does more than the port's short tick
    due: str = ""                                       # the TCB's name in the tick's walk, if this file has it

    def run(self) -> None:
        for node in walk(self.source.root):
            if node.type == "field_expression":
                self.spelled.setdefault(norm(node.child_by_field_name("argument")), object_text(node))
        for function in self.source.functions():
            Body(self, function).run()
        self.look_for_the_rest()
        if self.sites and not self.refusals:
            self.include()
        for found in (self.sites, self.in_software, self.refusals, self.notes):
            found.sort(key=lambda site: site.line)

    def refuse(self, node, reason: str) -> None:
        self.refusals.append(Refusal(self.source.name, self.source.line(node), reason))

    def note(self, node, what: str) -> None:
        self.notes.append(Refusal(self.source.name, self.source.line(node), what))

    def look_for_the_rest(self) -> None:
        """Refuse each guarded token that belongs to no idiom. The bodies of macros are searched as text."""
        refused = {refusal.line for refusal in self.refusals}
        for node, name in tokens(self.source.root, (*GUARDED, *STATUS)):
            line = self.source.line(node)
            if node.start_byte in self.understood or is_declaration(node) or line in refused:
                continue
            if node.type not in NAMES:
                reason = f"{name} in a macro, which patch does not examine"
            elif any(outer.type == "ERROR" for outer in ancestors(node)):
                reason = f"{name} in code that cannot be parsed"
            elif name in STATUS:
                continue
            else:
                reason = self.reasons.get(node.start_byte, f"{name} is used in an unknown way")
            refused.add(line)
            self.refuse(node, reason)

        for node, name in tokens(self.source.root, WAITING):
            here = node.type == "field_identifier" and node.start_byte not in self.understood and \
                not is_declaration(node)
            if here or node.type not in NAMES and re.search(rf"(->|\.)\s*{name}\b", text(node)):
                self.lists_left.append(Refusal(self.source.name, self.source.line(node),
                                               f"{name} is used here, so the wait lists stay in software"))

    def include(self) -> None:
        """Include the seam's header after the includes before the first function. If the file has the tick's walk,
        first declare the callback for a due task."""
        place = first = None
        for node in walk(self.source.root):
            if node.type == "function_definition":
                first = node
                break
            if node.type == "preproc_include":
                place = node
                for outer in ancestors(node):
                    if outer.type not in CONDITIONALS or any(n.type == "function_definition" for n in walk(outer)):
                        break
                    place = outer
        lines = [INCLUDE]
        if self.due:
            lines = [f"static inline __attribute__((always_inline)) void {DUE}(OS_TCB *{self.due});",
                     f"#define OS_ACCEL_EXPIRED({self.due}) {DUE}({self.due})", INCLUDE]
            if self.tick_does_more:
                lines += ["#if OS_CPU_TICK_FAST", '#error "OSTimeTick() does more here than the port\'s short tick: '
                          'build with -DOS_CPU_TICK_FAST=0"', "#endif"]
        if place is None:
            self.source.before(first, *lines, "")
            return
        end = place.end_byte
        if self.source.data[end - 1:end] == b"\n":
            end -= 2 if self.source.data[end - 2:end] == b"\r\n" else 1
        end = self.source.end_of_line(end)
        self.source.edit(end, end, "".join(f"\n{line}" for line in lines))


def tokens(root, wanted):
    """Yield (node, name) of each of these names outside comments and strings. Macro bodies are searched as text."""
    for node in walk(root):
        if node.type in (*NAMES, "type_identifier") and text(node) in wanted:
            yield node, text(node)
        elif node.type == "preproc_arg":
            code = re.sub(r"/\*.*?\*/|//.*|\"(\\.|[^\"])*\"", "", text(node), flags=re.DOTALL)
            for name in wanted:
                if re.search(rf"\b{name}\b", code):
                    yield node, name


def is_declaration(node) -> bool:
    """Return whether a node only declares the variable or field, or takes its size, so that it is no access."""
    outer = inside(node, "sizeof_expression", "field_declaration", "declaration", "assignment_expression",
                   "expression_statement", "init_declarator", "compound_statement")
    if outer is None:
        return False
    return outer.type in ("sizeof_expression", "field_declaration") or \
        outer.type == "declaration" and any(name == node for name in declared(outer)) and \
        inside(outer, "compound_statement") is None
