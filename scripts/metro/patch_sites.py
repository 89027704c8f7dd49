# SPDX-License-Identifier: Apache-2.0
"""The places of a uC/OS-II source file that belong behind the acceleration seam: finds them and rewrites them.

An idiom is known by what it does to which structure, in the syntax tree, never by where it stands or how it is laid
out. What touches a ready list or a delay and is no known idiom is refused. The rules that the rewritten tree keeps
stand at the head of sw/ucos-ports/accel/os_accel.h.
"""
from __future__ import annotations

import re
from dataclasses import dataclass, field

from . import patch_trial
from .patch_source import (
    BLOCKS, CONDITIONALS, JUMPS, LOOPS, NAMES, Assignment, Function, Refused, Source, ancestors, assignment,
    call_name, calls, compared_with_zero, complement, contains, declared, field_of, following, in_list, inside, names,
    norm, number, object_text, siblings, statement_of, statements, strip, text, walk)

RUNNING = "OSTCBCur"
READY = ("OSRdyGrp", "OSRdyTbl")
GUARDED = (*READY, "OSTCBDly")                  # may not be left anywhere
STATUS = ("OSTCBStat", "OSTCBStatPend")
KEYS = ("OSTCBPrio", "OSTCBX", "OSTCBY", "OSTCBBitX", "OSTCBBitY")
SEAM = re.compile(rb"\bOS_Accel[A-Z]|\bos_accel\.h\b|\bOS_ACCEL_")
INCLUDE = "#include <os_accel.h>"
DUE = "OS_AccelDue"
PRIO_WAS, WAS_READY = "accel_prio", "accel_rdy"  # the locals that a change of priority needs
CONSTANTS = {"OS_EVENT_TBL_SIZE", "OS_RDY_TBL_SIZE", "OS_LOWEST_PRIO", patch_trial.UNMAP}


@dataclass(frozen=True)
class Site:
    """A place that was found: where, what it did in a word, what stands there now (or why it stays)."""
    file: str
    line: int
    function: str
    idiom: str
    call: str


@dataclass(frozen=True)
class Refusal:
    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


@dataclass(frozen=True)
class Waiters:
    """One of the two-level bitmaps: the ready list, or who waits for an event."""
    group: str
    table: str
    event: str = ""             # the event, as the file spells it

    @property
    def is_ready(self) -> bool:
        return not self.event


READY_LIST = Waiters(*READY)


@dataclass
class Rewriter:
    """Rewrites one file: run(), then source.render(), sites, kept and refusals."""
    source: Source
    sites: list[Site] = field(default_factory=list)
    kept: list[Site] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    notes: list[Refusal] = field(default_factory=list)
    understood: set = field(default_factory=set)        # start of every token that belongs to a known idiom
    reasons: dict = field(default_factory=dict)         # start of a token -> why its surroundings are not understood
    spelled: dict = field(default_factory=dict)         # TCB or event: norm -> the file's own words
    tick_does_more: bool = False                        # than the port's short tick
    due: str = ""                                       # what the tick's walk calls a task, where this file has it

    def run(self) -> None:
        for node in walk(self.source.root):
            if node.type == "field_expression":
                self.spelled.setdefault(norm(node.child_by_field_name("argument")), object_text(node))
        for function in self.source.functions():
            try:
                Body(self, function).run()
            except Refused as refused:
                self.refuse(refused.node if refused.node is not None else function.node, refused.reason)
        self.look_for_the_rest()
        if self.sites and not self.refusals:
            self.include()
        for found in (self.sites, self.kept, self.refusals, self.notes):
            found.sort(key=lambda site: site.line)

    def refuse(self, node, reason: str) -> None:
        self.refusals.append(Refusal(self.source.name, self.source.line(node), reason))

    def note(self, node, what: str) -> None:
        self.notes.append(Refusal(self.source.name, self.source.line(node), what))

    def look_for_the_rest(self) -> None:
        """Every token that may not be left and belongs to no idiom; all of them, since a macro's body is mere text."""
        refused = {refusal.line for refusal in self.refusals}
        for node, name in tokens(self.source.root, GUARDED):
            if node.start_byte in self.understood or is_declaration(node) or self.source.line(node) in refused:
                continue
            if node.type not in NAMES:
                reason = f"{name} in a macro, which is not looked into"
            else:
                reason = self.reasons.get(node.start_byte, f"{name} is used in a way that is not understood")
            if any(outer.type == "ERROR" for outer in ancestors(node)):
                reason = f"{name} in code that cannot be parsed"
            refused.add(self.source.line(node))
            self.refuse(node, reason)

    def include(self) -> None:
        """The seam's header, behind the file's own ones; os_core.c says before it what becomes of a due task."""
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
    """(node, name) of every one of these names that is no comment or string; macro bodies are searched as text."""
    for node in walk(root):
        if node.type in (*NAMES, "type_identifier") and text(node) in wanted:
            yield node, text(node)
        elif node.type == "preproc_arg":
            code = re.sub(r"/\*.*?\*/|//.*|\"(\\.|[^\"])*\"", "", text(node), flags=re.DOTALL)
            for name in wanted:
                if re.search(rf"\b{name}\b", code):
                    yield node, name


def is_declaration(node) -> bool:
    """A declaration of the variable or field itself, or its size: no access."""
    outer = inside(node, "sizeof_expression", "field_declaration", "declaration", "assignment_expression",
                   "expression_statement", "init_declarator", "compound_statement")
    if outer is None:
        return False
    return outer.type in ("sizeof_expression", "field_declaration") or \
        outer.type == "declaration" and any(name == node for name in declared(outer)) and \
        inside(outer, "compound_statement") is None


class Body:
    """One function of a file."""

    def __init__(self, rewriter: Rewriter, function: Function):
        self.rewriter, self.function, self.source = rewriter, function, rewriter.source
        self.tested: dict = {}         # `if` that tests a task's readiness -> (TCB, condition)
        self.first_use: dict = {}      # TCB -> [nodes]: where its delay is cleared
        self.ready_sets: list = []     # (statement, TCB)
        self.rekeyed: dict = {}        # TCB -> (first statement, last statement)
        self.declare: list[str] = []
        self.due = None                # the tick's walk: (loop, statement before it, what a due task gets, TCB)

    # ---------------------------------------------------------------------------------------------------- helpers

    def site(self, node, idiom: str, call: str, used=()) -> None:
        self.rewriter.sites.append(Site(self.source.name, self.source.line(node), self.function.name, idiom, call))
        self.use(node, *used)

    def keep(self, node, idiom: str, why: str) -> None:
        self.rewriter.kept.append(Site(self.source.name, self.source.line(node), self.function.name, idiom, why))

    def use(self, *nodes) -> None:
        self.rewriter.understood.update(name.start_byte for node in nodes for name in names(node))

    def because(self, node, reason: str) -> None:
        for name in names(node):
            self.rewriter.reasons.setdefault(name.start_byte, reason)

    def say(self, what: str) -> str:
        """A TCB or an event in the words of the file."""
        return self.rewriter.spelled.get(what, what)

    def free(self, node) -> bool:
        """Not yet part of an idiom."""
        return not any(name.start_byte in self.rewriter.understood for name in names(node)
                       if text(name) in (*GUARDED, "OSEventGrp", "OSEventTbl"))

    def interrupts_off(self, node, what: str) -> None:
        state = self.function.interrupts(node)
        if state == "on" or state == "caller" and not self.function.is_internal:
            raise Refused(node, f"{what} with interrupts on")

    def run(self) -> None:
        present = {text(name) for name in names(self.function.body)}
        if present & {*GUARDED, *STATUS, "OSEventGrp", "OSEventTbl", *KEYS} or "OS_TCB" in text(self.function.body):
            if self.function.node.has_error and present & {*GUARDED, *STATUS}:
                raise Refused(self.function.node, f"{self.function.name} cannot be parsed")
            self.bitmaps()
            self.tick()
            self.rekeys()
            self.tests()
            self.clears()
            self.sets()
            self.delays()
            self.statuses()
            self.waiting()
            self.rekey_edits()
            self.unused_locals()
            if self.declare:
                place = self.function.body.start_byte + 1
                self.source.edit(place, place, "".join(f"\n    {line}" for line in self.declare))
        if self.function.name == "OSInit":
            self.init()

    # ------------------------------------------------------------------------------ whole bitmaps: clear, search, copy

    def list_of(self, node):
        """(`group` or `row`, list, index) of an expression that names part of a two-level bitmap."""
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

    def lists(self) -> dict:
        """Every list that the function touches -> the nodes that name its group or table."""
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
        """The blocks that directly hold a statement with one of these; conditional compilation counts as one."""
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
        """Part of a search: nothing in there but locals, tables and the result."""
        return any(text(name) == patch_trial.UNMAP for name in names(block))

    def whole_bitmap(self, block, waiting: Waiters, nodes, others) -> None:
        gathered = self.gather(block, nodes)
        if not gathered:
            for node in nodes:
                if self.in_search(statement_of(node)):
                    self.because(node.parent, "this does more than to find the highest priority")
            return
        seen = {text(name) for statement in gathered for name in names(statement)}
        event = self.say(waiting.event)
        if patch_trial.UNMAP in seen:
            found = patch_trial.finds_highest(gathered, waiting.group, waiting.table)
            targets = [name for name in found["prio"] if name not in self.function.locals] or sorted(
                found["prio"], key=lambda name: self.last_use(name), reverse=True)[:1]
            if len(targets) != 1:
                raise Refused(gathered[0], "it is not clear where the highest priority goes")
            target = targets[0]
            for name in found["row"] - found["prio"]:
                if owner := self.task_at(target, gathered[-1]):
                    self.function.aliases[name] = ("OSTCBY", owner)
            call = "OS_AccelRdyHighest()" if waiting.is_ready else f"OS_AccelEventHighest({event})"
            self.bulk(gathered, f"{target} = {call};", "ready highest" if waiting.is_ready else "wait highest", call)
            return
        loops = [statement for statement in gathered if statement.type in LOOPS]
        if not loops:
            return
        for other in others:
            if not waiting.is_ready and self.trial(patch_trial.copies, gathered, waiting, other.group, other.table):
                to = self.say(other.event)
                call = f"OS_AccelEventCopy({event}, &{to}->OSEventGrp, &{to}->OSEventTbl[0])"
                self.bulk(gathered, f"{call};", "wait copy", call)
                return
        if self.trial(patch_trial.clears, gathered, waiting):
            call = "OS_AccelRdyInit()" if waiting.is_ready else f"OS_AccelEventInit({event})"
            self.bulk(gathered, f"{call};", "ready init" if waiting.is_ready else "wait init", call)

    def trial(self, what, gathered, waiting: Waiters, *more) -> bool:
        try:
            return what(gathered, waiting.group, waiting.table, *more)
        except Refused as refused:
            self.because(gathered[0], f"not a plain loop over a bitmap: {refused.reason}")
            return False

    def bulk(self, gathered, new: str, idiom: str, call: str) -> None:
        self.site(gathered[0], idiom, call, gathered)
        first = gathered[0]
        # A conditional starts at the margin; what comes in its place is a statement of the function.
        self.source.replace(first, self.body_indent() + new if first.type in CONDITIONALS else new)
        for statement in gathered[1:]:
            self.source.remove(statement)

    def body_indent(self) -> str:
        inner = next((s for s in statements(self.function.body) if s.type not in CONDITIONALS), None)
        if inner is None:
            inner = next(s for node in walk(self.function.body) if node.type in CONDITIONALS for s in statements(node))
        return self.source.indent(inner.start_byte)

    def gather(self, block, nodes) -> list:
        """The statements of a block that use the list as a whole, with those that only serve them."""
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
        """Not the insertion or removal of one task, and no test."""
        for node in walk(item):
            if field_of(node, "OSTCBBitX") or field_of(node, "OSTCBBitY"):
                return False
            if (a := assignment(node)) and a.operator in ("|=", "&=") and self.list_of(a.left):
                return False
            if node.type == "call_expression" and strip(node) == node:
                return False
        return item.type != "while_statement" and not (item.type == "if_statement" and not self.in_search(item))

    def serves(self, item, served: set) -> bool:
        """A statement of nothing but locals of the gathered ones, such as the loop that runs with their pointers."""
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
        """A statement that points a local of a gathered loop at a bitmap."""
        a = next((a for node in walk(item) if (a := assignment(node))), None) \
            if item.type == "expression_statement" else None
        return bool(a) and a.operator == "=" and text(a.left) in wanted & set(self.function.locals) and \
            any(field_of(node, "OSEventTbl") or text(node) == READY[1] for node in walk(a.right))

    def last_use(self, name: str) -> int:
        return max((node.start_byte for node in names(self.function.body) if text(node) == name), default=0)

    def task_at(self, prio: str, after) -> str | None:
        """The variable that gets OSTCBPrioTbl[prio] after a statement."""
        for a in self.function.assigned:
            if a.node.start_byte >= after.end_byte and norm(a.right) == f"OSTCBPrioTbl[{prio}]":
                return norm(a.left)
        return None

    # -------------------------------------------------------------------------------------------------------- tick

    def tick(self) -> None:
        """The walk over all tasks that counts each delay down."""
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
            raise Refused(count, "a delay is counted down, but not in a walk over all tasks")
        if not re.fullmatch(r"\w+", tcb) or tcb not in self.function.locals:
            raise Refused(loop, f"the walk over all tasks goes by {tcb}, which is no local variable")
        start = self.walk_start(loop, tcb)
        due = self.due_block(loop, count, tcb)
        for node in walk(due):
            if node.type in JUMPS or node.type == "call_expression" and text(
                    node.child_by_field_name("function")) in ("OS_ENTER_CRITICAL", "OS_EXIT_CRITICAL"):
                raise Refused(node, "a due task's own code must not jump, nor switch interrupts")
        reads = [node for node in names(loop) if text(node) == "OSTCBDly"]
        for node in reads:
            if contains(due, node):
                raise Refused(node, "a due task's own code uses its delay, which is over")
            self.site(node, "delay count" if contains(count, node) else "delay test", "OS_AccelDlyTick()")
        self.due = (loop, start, due, tcb)
        self.more_in_tick(loop, start)

    def more_in_tick(self, loop, start) -> None:
        """What a user has put into OSTimeTick, which the port's short tick would leave out."""
        for node in walk(self.function.body):
            if node.type != "expression_statement" or contains(loop, node) or node == start:
                continue
            a = next((a for inner in walk(node) if (a := assignment(inner))), None)
            known = re.match("OSTimeTickHook$|OS_(ENTER|EXIT)_CRITICAL$|OS_TRACE_", call_name(node) or "") or \
                norm(node.named_children[0]) in ("OSTime++", "++OSTime", "OSTime+=1", "OSTime=(OSTime + 1)") or \
                a and (text(a.left) in self.function.locals or text(a.left) == "OSTickStepState")
            if not known:
                self.rewriter.tick_does_more = True
                self.rewriter.note(node, "OSTimeTick does this too, which the port's short tick would not: build with "
                                         "-DOS_CPU_TICK_FAST=0")

    def walk_start(self, loop, tcb: str):
        """The statement that puts the walk to the first task, when it stands before the loop."""
        if loop.type == "for_statement":
            first = loop.child_by_field_name("initializer")
            if first is not None and norm(first).replace(" ", "") == f"{tcb}=OSTCBList":
                return None
        else:
            before = [s for s in siblings(loop) if s.end_byte <= loop.start_byte]
            a = next((a for node in walk(before[-1]) if (a := assignment(node))), None) if before else None
            if a and norm(a.left) == tcb and norm(a.right) == "OSTCBList":
                return before[-1]
        raise Refused(loop, "a walk that counts delays down, but does not start at OSTCBList")

    def due_block(self, loop, count, tcb: str):
        """The block of what is done for a task whose delay has ended; nothing else may be done in the walk."""
        if norm(loop.child_by_field_name("condition")) not in (
                f"({tcb}->OSTCBPrio != OS_TASK_IDLE_PRIO)", f"(OS_TASK_IDLE_PRIO != {tcb}->OSTCBPrio)"):
            raise Refused(loop, "the walk over all tasks does not end at the idle task")
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
                raise Refused(step, "something is done for every task at every tick; the hardware meets only the due ones")
        if due is None or not moved:
            raise Refused(loop, "a walk over all tasks that is not understood")
        return due

    def due_of(self, condition, count, tcb: str):
        """Descends `if (dly != 0) { dly--; if (dly == 0) { due } }`, or `if (--dly == 0)`."""
        field_name = f"{tcb}->OSTCBDly"
        if condition.child_by_field_name("alternative") is not None:
            raise Refused(condition, "something is done for every task that is not due")
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
        raise Refused(condition, "how the walk counts a delay down is not understood")

    def in_tick(self, node) -> bool:
        return self.due is not None and contains(self.due[0], node)

    def tick_edit(self) -> None:
        """The walk becomes a call, and its code for a due task a function, which the call comes back to."""
        if self.due is None:
            return
        loop, start, due, tcb = self.due
        inner = statements(due)
        if not inner:
            raise Refused(due, "nothing is done for a task that is due")
        begin = self.source.data.rfind(b"\n", 0, inner[0].start_byte) + 1
        if begin <= due.start_byte:
            begin = inner[0].start_byte
        body = self.source.render(begin, due.end_byte - (due.type == "compound_statement")).decode("latin-1")
        used = {word for word in re.findall(r"\b[A-Za-z_]\w*\b", without_comments(body))}
        if strangers := sorted(used & ({*self.function.locals, *self.function.parameters} - {tcb})):
            raise Refused(due, f"a due task's own code uses {', '.join(strangers)} of {self.function.name}")
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
        self.source.edit(end, end, "\n\n/* What the end of a delay means to its task: called by the tick, with interrupts "
                         f"off. */\nstatic void {DUE}(OS_TCB *{tcb})\n{{\n" + "\n".join(lines) + "\n}")
        self.rewriter.due = tcb

    # ---------------------------------------------------------------------------- one task: test, clear, set, change

    def rekeys(self) -> None:
        """Groups of statements that give a task another priority. A new task has none before: nothing to move."""
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
                raise Refused(group[0][1].node, f"{tcb} changes its priority in a way that is not understood")
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

    def is_new(self, tcb: str) -> bool:
        """Is the task being made here? Then its stack pointer is set."""
        return any(field_of(a.left, "OSTCBStkPtr") == tcb for a in self.function.assigned)

    def rekey_edits(self) -> None:
        for tcb, (first, last) in self.rekeyed.items():
            self.need_local(first, "INT8U", PRIO_WAS)
            name = self.say(tcb)
            self.source.before(first, f"{PRIO_WAS} = {name}->OSTCBPrio;")
            call = f"OS_AccelDlyMove({name}, {PRIO_WAS}, {name}->OSTCBPrio)"
            lines = [f"{call};"]
            if any(tcb == other for _, other in self.ready_sets if self.deferred(tcb)):
                lines += [f"if ({WAS_READY} != OS_FALSE) {{", f"    OS_AccelRdySet({name});", "}"]
            self.source.after(last, *lines)
            self.site(first, "change prio", call)

    def need_local(self, node, kind: str, name: str) -> None:
        if name in self.function.locals or name in self.function.parameters:
            raise Refused(node, f"{name} exists already")
        if f"{kind} {name};" not in self.declare:
            self.declare.append(f"{kind} {name};")

    def tests(self) -> None:
        """`(row & column) != 0`: is this task ready?"""
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
                whole = node
                while whole.parent.type == "parenthesized_expression" and whole.parent.parent.type != "if_statement":
                    whole = whole.parent
                compare = whole.parent if compared_with_zero(whole.parent) else node
                zero = compare is not node and compared_with_zero(compare)[1]
                call = f"OS_AccelRdyTst({self.say(row[1])})"
                self.tested[compare.id] = (row[1], compare)
                self.site(compare, "ready test", call)
                self.source.replace(compare, f"{call} {'==' if zero else '!='} OS_FALSE")
                break

    def clears(self) -> None:
        """`row &= ~column`, and the group's bit where the row is empty then."""
        for a in self.function.assigned:
            part = self.list_of(a.left) if a.operator == "&=" else None
            if not part or part[0] != "row" or not self.free(a.left):
                continue
            _, waiting, index = part
            row = self.function.tcb_field(index)
            mask = complement(a.right)
            column = self.function.tcb_field(mask) if mask is not None else None
            if not row or not column or row[0] != "OSTCBY" or column[0] != "OSTCBBitX" or row[1] != column[1]:
                self.because(a.node, "a row is cleared, but not by one task's row and column")
                continue
            statement = statement_of(a.node)
            tcb = row[1]
            empty = self.empty_row(statement, a, waiting, tcb)
            if empty is None:
                continue
            if not waiting.is_ready and self.later_inserted(statement, waiting):
                self.keep(a.node, "wait remove", "by locals: a change of priority")
                continue
            idiom, call = ("ready clear", f"OS_AccelRdyClr({self.say(tcb)})") if waiting.is_ready else (
                "wait remove", f"OS_AccelEventRemove({self.say(waiting.event)}, {self.say(tcb)})")
            if waiting.is_ready:
                self.interrupts_off(statement, "the ready list is changed")
                self.before_rekey(statement, tcb, True)
            self.site(a.node, idiom, call, [empty])
            self.source.replace(statement, f"{call};")
            if empty != statement:
                self.source.remove(empty)

    def empty_row(self, statement, a: Assignment, waiting: Waiters, tcb: str):
        """The `if` that clears the group's bit when the row got empty."""
        condition = statement if statement.type == "if_statement" else None
        for other in following(statement) if condition is None else ():
            if other.type == "if_statement" and (tested := compared_with_zero(
                    other.child_by_field_name("condition"))) and norm(tested[0]) == norm(a.left):
                condition = other
                break
            if not self.harmless(other, waiting, tcb):
                break
        if condition is None:
            self.because(a.node, "a row is cleared without the test whether it is empty now")
            return None
        tested = compared_with_zero(condition.child_by_field_name("condition"))
        inner = statements(condition.child_by_field_name("consequence"))
        clear = next((b for node in walk(inner[0]) if (b := assignment(node))), None) if inner else None
        mask = complement(clear.right) if clear and clear.operator == "&=" else None
        group = self.list_of(clear.left) if mask is not None else None
        bit = self.function.tcb_field(mask) if group else None
        if not tested or not tested[1] or group != ("group", waiting, None) or not bit or bit[:2] != ("OSTCBBitY", tcb):
            self.because(a.node, "the group is not cleared by the same task's bit, where its row is empty")
            return None
        if len(inner) != 1 or condition.child_by_field_name("alternative") is not None:
            raise Refused(condition, "something else depends on whether the row is empty")
        return condition

    def harmless(self, statement, waiting: Waiters, tcb: str) -> bool:
        """May it stand between the two halves of an idiom?"""
        for node in walk(statement):
            if node.type in JUMPS or node.type in LOOPS or (part := self.list_of(node)) and part[1] == waiting:
                return False
            if node.type == "call_expression" and text(node.child_by_field_name("function")) in (
                    "OS_ENTER_CRITICAL", "OS_EXIT_CRITICAL"):
                return False
            if (a := assignment(node)) and (norm(a.left) == tcb or any(field_of(a.left, key) == tcb for key in KEYS)):
                return False
        return True

    def later_inserted(self, statement, waiting: Waiters) -> bool:
        """Is the same list set again by locals that hold the coming priority?"""
        return any(a.operator == "|=" and (part := self.list_of(a.left)) and part[0] == "row" and part[1] == waiting
                   and (row := self.function.tcb_field(part[2])) and row[2]
                   for other in following(statement) for node in walk(other) if (a := assignment(node)))

    def before_rekey(self, statement, tcb: str, wanted: bool) -> None:
        """A task leaves the ready list under its old priority and enters it under its new one."""
        if tcb in self.rekeyed:
            first, last = self.rekeyed[tcb]
            if (statement.end_byte <= first.start_byte) != wanted or not wanted and \
                    statement.start_byte < last.end_byte:
                raise Refused(statement, f"the ready list changes on the wrong side of the change of {tcb}'s priority")

    def sets(self) -> None:
        """`group |= row's bit` and `row |= column`, in either order."""
        for a in self.function.assigned:
            part = self.list_of(a.left) if a.operator == "|=" else None
            if not part or part[0] != "row" or not self.free(a.left):
                continue
            _, waiting, index = part
            row, column = self.function.tcb_field(index), self.function.tcb_field(a.right)
            if not row or not column or row[0] != "OSTCBY" or column[0] != "OSTCBBitX" or row[1] != column[1] or \
                    row[2] != column[2]:
                self.because(a.node, "a row is set, but not by one task's row and column")
                continue
            _, tcb, coming = row
            statement = statement_of(a.node)
            group = self.group_set(statement, waiting, tcb, coming)
            if group is None:
                self.because(a.node, "a row is set without the group's bit of the same task beside it")
                continue
            if not waiting.is_ready:
                if coming:
                    self.keep(a.node, "wait insert", "by locals: a change of priority")
                    continue
                call = f"OS_AccelEventInsert({self.say(waiting.event)}, {self.say(tcb)})"
                self.site(a.node, "wait insert", call, [group])
            else:
                self.interrupts_off(statement, "the ready list is changed")
                call = f"OS_AccelRdySet({self.say(tcb)})"
                self.ready_sets.append((min(statement, group, key=lambda item: item.start_byte), tcb))
                self.site(a.node, "ready set", call, [group])
                if text(strip(index)) in self.function.aliases:
                    self.rewriter.note(a.node, "the row came from the waiting list; now the task is made ready in its own, "
                                               "also where the list had another")
                if coming:
                    self.defer(statement, group, tcb)
                    continue
                self.before_rekey(statement, tcb, False)
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
        """Ready under the coming priority: only once the TCB holds it, so readiness is kept in a local until then."""
        if tcb not in self.rekeyed or statement.end_byte > self.rekeyed[tcb][0].start_byte:
            raise Refused(statement, "a task is made ready under a priority that it does not get")
        outer = inside(statement, "if_statement")
        found = next(((owner, compare) for owner, compare in self.tested.values() if outer is not None
                      and contains(outer.child_by_field_name("condition"), compare)), None)
        if not found or found[0] != tcb or not in_list(outer) or outer.child_by_field_name("alternative") is not None:
            raise Refused(statement, "a task is made ready under its coming priority, but not only if it was ready")
        self.need_local(statement, "BOOLEAN", WAS_READY)
        self.source.edits = [edit for edit in self.source.edits if edit.start != found[1].start_byte]
        self.source.before(outer, f"{WAS_READY} = OS_AccelRdyTst({self.say(tcb)});")
        self.source.replace(found[1], f"{WAS_READY} != OS_FALSE")
        self.source.remove(statement)
        self.source.remove(group)

    def deferred(self, tcb: str) -> bool:
        return any(f" {WAS_READY};" in line for line in self.declare)

    # ------------------------------------------------------------------------------------------------------ delays

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
                self.because(node, "a delay is counted or pointed to, but not by the tick's walk")
            else:
                call = f"OS_AccelDlyGet({self.say(tcb)})"
                self.interrupts_off(node, "a delay is read")
                self.site(node, "delay test", call)
                self.source.replace(node, call)

    def delay_set(self, a: Assignment, tcb: str) -> None:
        statement = statement_of(a.node)
        if a.operator != "=" or statement.type != "expression_statement" or strip(statement.named_children[0]) != a.node:
            self.because(a.node, "a delay is changed, but not set to a value by a statement of its own")
            return
        name = self.say(tcb)
        if number(a.right) == 0:
            call = f"OS_AccelDlyClr({name})"
            self.site(a.node, "delay clear", call)
            if self.is_new(tcb):
                target = next((s for s, owner in self.ready_sets if owner == tcb and s.start_byte > statement.end_byte
                               and self.function.interrupts(s) == "off"), None)
                if target is None:
                    raise Refused(statement, f"{tcb} is new, but not made ready with interrupts off")
                self.source.remove(statement)
                self.source.before(target, f"{call};")
                return
            self.interrupts_off(statement, "a delay is cleared")
            self.first_use.setdefault(tcb, []).append(a.node)
        else:
            if tcb != RUNNING:
                raise Refused(statement, f"the delay of {tcb} is set, which is not the running task")
            self.interrupts_off(statement, "a delay is set")
            call = f"OS_AccelDlySet({name}, {' '.join(text(a.right).split())})"
            self.site(a.node, "delay set", call)
        self.source.replace(statement, f"{call};")

    # ------------------------------------------------------------------------------------------------------ status

    def statuses(self) -> None:
        """The TCB of a task that the hardware made ready is out of date until OS_AccelSettle."""
        used: dict = {}
        for node in walk(self.function.body):
            for name in STATUS:
                if node.type == "field_expression" and (tcb := field_of(node, name)) and not self.in_tick(node):
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
        """After the running task has waited: it may have come back by the end of its timeout."""
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

    def settle_section(self, tcb: str, uses) -> None:
        """Before the first use, where that is sure to come before all the others."""
        statement = statement_of(uses[0])
        while statement.parent is not None and not (
                in_list(statement) and all(contains(statement.parent, node) for node in uses)):
            statement = statement.parent
        late = [a for a in self.function.assigned if norm(a.left) == tcb
                and statement.start_byte <= a.node.start_byte < uses[-1].start_byte]
        if statement.parent is None or late:
            raise Refused(uses[0], f"it is not clear which task's status {tcb} is here")
        self.settle(statement, tcb, uses[0])

    def settle(self, statement, tcb: str, node) -> None:
        self.interrupts_off(statement, f"the status of {tcb} is used")
        call = f"OS_AccelSettle({self.say(tcb)})"
        self.site(node, "status", call)
        self.source.before(statement, f"{call};")

    def overwrites(self, node) -> bool:
        """Set to something else, or the delay cleared: with that goes what was not settled."""
        a = assignment(node) or assignment(node.parent)
        return bool(a) and a.operator == "=" and (a.node == node or a.left == node)

    def suspension(self, tcb: str, nodes) -> None:
        name = self.say(tcb)
        for node in nodes:
            a = assignment(node.parent)
            if not a or a.left != node or field_of(node, "OSTCBStat") is None:
                continue
            statement = statement_of(a.node)
            words = {text(leaf) for leaf in names(a.right)}
            suspends = "OS_STAT_SUSPEND" in words
            if a.operator == "|=" and suspends:
                call = f"OS_AccelHold({name})"
            elif a.operator == "&=" and suspends and complement(a.right) is not None:
                call = f"OS_AccelRelease({name})"
            elif a.operator == "=" and tcb != RUNNING and not self.is_new(tcb):
                if norm(a.right) != "OS_STAT_RDY":
                    raise Refused(a.node, f"it is not clear whether {tcb} is suspended then")
                call = f"OS_AccelRelease({name})"
            elif suspends or a.operator == "|=" and tcb != RUNNING:
                raise Refused(a.node, f"it is not clear whether {tcb} is suspended then")
            else:
                continue
            self.interrupts_off(statement, f"the status of {tcb} is changed")
            self.site(a.node, "hold" if "Hold" in call else "release", call)
            self.source.after(statement, f"{call};")

    def copies_of_tcbs(self) -> dict:
        """Copies of a whole TCB: they are to show the delay that the hardware counts."""
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
            line = f"OS_AccelDlyCopy({self.say(tcb)}, {to})"
            self.interrupts_off(statement, "a TCB is copied")
            self.site(call, "copy", line)
            self.source.after(statement, f"{line};")
            found.setdefault(tcb, []).append(call)
        return found

    def is_tcb(self, node) -> bool:
        """Is it a pointer to a TCB, by its declaration?"""
        name = norm(node)
        declaration = self.function.locals.get(name)
        return name == RUNNING or declaration is not None and "OS_TCB" in text(declaration)

    # ----------------------------------------------------------------------------------------------------- waiting

    def waiting(self) -> None:
        """`group != 0`: does anybody wait?"""
        for node in walk(self.function.body):
            tested = compared_with_zero(node) if node.type in ("binary_expression", "unary_expression") else None
            event = field_of(tested[0], "OSEventGrp") if tested else None
            if event and self.free(node):
                call = f"OS_AccelEventAny({self.say(event)})"
                self.site(node, "wait any", call)
                self.source.replace(node, f"{call} {'==' if tested[1] else '!='} OS_FALSE")

    # ------------------------------------------------------------------------------------------------------ OSInit

    def init(self) -> None:
        """A core that does not fit is refused first; delays are cleared once there are TCBs."""
        for after, call in (("OSInitHookBegin", "OS_AccelInit()"), ("OS_InitTCBList", "OS_AccelDlyInit()")):
            found = calls(self.function.body, after)
            if len(found) != 1 or not in_list(statement_of(found[0])):
                raise Refused(self.function.node, f"OSInit does not call {after} once")
            self.site(found[0], "init", call)
            self.source.after(statement_of(found[0]), f"{call};")

    # --------------------------------------------------------------------------------------------- what is left over

    def unused_locals(self) -> None:
        """Locals that only the old code used, which a compiler would warn of now."""
        self.tick_edit()
        while True:
            gone = [name for name in self.function.locals if self.is_dead(name)]
            if not gone:
                return
            for name in gone:
                for a in self.function.assigned:
                    if text(a.left) == name and not self.out(a.node):
                        self.source.remove(statement_of(a.node))
                self.undeclare(name)

    def out(self, node) -> bool:
        return self.source.removed(node.start_byte, node.end_byte)

    def is_dead(self, name: str) -> bool:
        declaration = self.function.locals[name]
        uses = [node for node in names(self.function.body) if text(node) == name and not contains(declaration, node)
                and not (node.type == "field_identifier")]
        lost = [node for node in uses if self.out(node)]
        left = [node for node in uses if not self.out(node)]
        added = any(re.search(rb"\b" + name.encode() + rb"\b", edit.new) for edit in self.source.edits
                    if self.function.node.start_byte <= edit.start < self.function.node.end_byte)
        return bool(lost) and not added and not self.out(declaration) and all(self.only_set(node) for node in left)

    def only_set(self, node) -> bool:
        """The left side of a statement that does nothing else than to set it."""
        a = assignment(node.parent)
        return bool(a) and a.left == node and a.operator == "=" and a.node.parent.type == "expression_statement" \
            and not any(inner.type in ("call_expression", "update_expression", "assignment_expression")
                        and strip(inner) == inner for inner in walk(a.right))

    def undeclare(self, name: str) -> None:
        declaration = self.function.locals[name]
        others = [other for other in declared(declaration) if text(other) != name and not self.out(other)]
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


def waiters(event: str) -> Waiters:
    return Waiters(f"{event}->OSEventGrp", f"{event}->OSEventTbl", event)


def without_comments(code: str) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", code, flags=re.DOTALL)


def common_margin(lines: list[str]) -> str:
    """The white space that all of these lines begin with."""
    margins = [re.match(r"[ \t]*", line)[0] for line in lines if line.strip() and not line.startswith("#")]
    margin = min(margins, key=len, default="")
    while not all(other.startswith(margin) for other in margins):
        margin = margin[:-1]
    return margin
