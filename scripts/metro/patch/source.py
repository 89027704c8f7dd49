# SPDX-License-Identifier: Apache-2.0
"""The syntax tree of a C source file that is not preprocessed, and edits that keep every other byte."""
from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field

BLOCKS = ("compound_statement", "case_statement", "translation_unit", "preproc_if", "preproc_ifdef", "preproc_else",
          "preproc_elif")
CONDITIONALS = ("preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif")
LOOPS = ("while_statement", "for_statement", "do_statement")
JUMPS = ("return_statement", "goto_statement", "break_statement", "continue_statement")
NAMES = ("identifier", "field_identifier")
TYPE = re.compile(r"[A-Z][A-Z0-9_]*$")          # types of uC/OS-II, because `(INT8U)(x)` may parse as a call


class Refused(Exception):
    """A place that is not understood."""

    def __init__(self, node, reason: str):
        super().__init__(reason)
        self.node = node
        self.reason = reason


@functools.cache
def parser():
    import tree_sitter
    import tree_sitter_c
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_c.language()))


def walk(node):
    """Yield the node and all nodes below it, in the order of the text."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def ancestors(node):
    while node := node.parent:
        yield node


def inside(node, *types):
    """Return the nearest ancestor with one of the types, or None."""
    return next((outer for outer in ancestors(node) if outer.type in types), None)


def contains(outer, node) -> bool:
    return outer.start_byte <= node.start_byte and node.end_byte <= outer.end_byte


def text(node) -> str:
    return node.text.decode("latin-1")


def strip(node):
    """Return an expression without the parentheses and casts around it."""
    while node is not None:
        inner = [child for child in node.named_children if child.type != "comment"]
        if node.type == "parenthesized_expression" and len(inner) == 1:
            node = inner[0]
        elif node.type == "cast_expression":
            node = node.child_by_field_name("value")
        elif node.type == "call_expression" and _is_cast(node):
            node = next(child for child in node.child_by_field_name("arguments").named_children
                        if child.type != "comment")
        else:
            break
    return node


def _is_cast(call) -> bool:
    function = call.child_by_field_name("function")
    arguments = [child for child in call.child_by_field_name("arguments").named_children if child.type != "comment"]
    return function.type == "parenthesized_expression" and len(arguments) == 1 and \
        bool(TYPE.match(text(function).strip("() \t\r\n")))


def number(node) -> int | None:
    node = strip(node)
    if node is None or node.type != "number_literal":
        return None
    try:
        return int(text(node).rstrip("uUlL"), 0)
    except ValueError:
        return None


def norm(node) -> str:
    """Return one spelling for expressions that differ only in spaces, parentheses, casts and suffixes."""
    node = strip(node)
    if node is None:
        return ""
    if node.type == "number_literal":
        value = number(node)
        return text(node) if value is None else str(value)
    if node.type == "field_expression":
        return f"{norm(node.child_by_field_name('argument'))}->{text(node.child_by_field_name('field'))}" \
            if text(node.child_by_field_name("operator")) == "->" or \
            strip(node.child_by_field_name("argument")).type == "pointer_expression" \
            else f"{norm(node.child_by_field_name('argument'))}.{text(node.child_by_field_name('field'))}"
    if node.type == "pointer_expression":
        inner = norm(node.child_by_field_name("argument"))
        operator = text(node.child_by_field_name("operator"))
        if operator == "*" and inside(node, "field_expression") is not None \
                and inside(node, "field_expression").child_by_field_name("argument") is not None \
                and strip(inside(node, "field_expression").child_by_field_name("argument")) == node:
            return inner                               # (*p).f is p->f
        return inner[:-3] if operator == "&" and inner.endswith("[0]") else operator + inner
    if not node.named_children:
        return text(node)
    parts = []
    for child in node.children:
        if child.type != "comment":
            parts.append(norm(child) if child.is_named else text(child))
    return "(" + " ".join(parts) + ")" if node.type == "binary_expression" else "".join(parts)


def names(node) -> list:
    return [leaf for leaf in walk(node) if leaf.type in NAMES]


def field_of(node, name: str) -> str | None:
    """Return the object, in norm's spelling, if this expression is its field of that name, else None."""
    node = strip(node)
    if node is not None and node.type == "field_expression" and text(node.child_by_field_name("field")) == name:
        return norm(node).rpartition("->")[0] or None
    return None


def object_text(node) -> str:
    """Return the object of a field expression as the file spells it, on one line."""
    return " ".join(text(strip(strip(node).child_by_field_name("argument"))).split())


@dataclass
class Assignment:
    """`left operator right`, as a statement or inside one. `x = x | y` counts as `x |= y`; also with `&` and `-`."""
    node: object
    left: object
    operator: str
    right: object


def assignment(node) -> Assignment | None:
    if node is None or node.type != "assignment_expression":
        return None
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = text(node.child_by_field_name("operator"))
    value = strip(right)
    if operator == "=" and value.type == "binary_expression":
        inner = text(value.child_by_field_name("operator"))
        one, other = value.child_by_field_name("left"), value.child_by_field_name("right")
        if inner in ("|", "&", "-") and norm(one) == norm(left):
            return Assignment(node, left, inner + "=", other)
        if inner in ("|", "&") and norm(other) == norm(left):
            return Assignment(node, left, inner + "=", one)
    return Assignment(node, left, operator, right)


def assignments(node) -> list[Assignment]:
    return [found for found in map(assignment, walk(node)) if found]


def complement(node):
    """Return x of `~x` without casts, or None."""
    node = strip(node)
    if node is not None and node.type == "unary_expression" and text(node.child_by_field_name("operator")) == "~":
        return strip(node.child_by_field_name("argument"))
    return None


def compared_with_zero(node) -> tuple | None:
    """Return (expression, whether 0 makes it true) of `e == 0`, `e != 0`, `e > 0`, `!e`, in either order; else None."""
    node = strip(node)
    if node.type == "unary_expression" and text(node.child_by_field_name("operator")) == "!":
        return strip(node.child_by_field_name("argument")), True
    if node.type == "binary_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = text(node.child_by_field_name("operator"))
        for one, other, greater in ((left, right, ">"), (right, left, "<")):
            if _zero(other) and operator in ("==", "!=", greater):
                return strip(one), operator == "=="
    return None


def _zero(node) -> bool:
    return number(node) == 0 or norm(node) == "OS_STAT_RDY"


def statement_of(node):
    """Return the statement around an expression: in a list of statements, or the only one after an `if`."""
    while node.parent is not None and not (node.type.endswith("statement") or node.type == "declaration"
                                           or node.type in CONDITIONALS):
        node = node.parent
    return node


def in_list(statement) -> bool:
    return statement.parent is not None and statement.parent.type in BLOCKS


def siblings(statement) -> list:
    """Return the list of statements that contains this one, without comments and punctuation."""
    return [child for child in statement.parent.named_children
            if child.type != "comment" and not _is_head(statement.parent, child)]


def _is_head(block, child) -> bool:
    return any(block.child_by_field_name(name) == child for name in ("condition", "name", "alternative", "value"))


def following(statement) -> list:
    return [other for other in siblings(statement) if other.start_byte >= statement.end_byte]


def statements(block) -> list:
    """Return the statements of a block, or the single statement in place of a block."""
    if block.type not in BLOCKS:
        return [block]
    return [child for child in block.named_children if child.type != "comment" and not _is_head(block, child)]


def call_name(statement) -> str | None:
    """Return f if the statement is `f(...);`, else None."""
    inner = [child for child in statement.named_children if child.type != "comment"]
    if statement.type == "expression_statement" and inner and strip(inner[0]).type == "call_expression":
        return text(strip(inner[0]).child_by_field_name("function"))
    return None


def calls(node, name: str) -> list:
    return [inner for inner in walk(node) if inner.type == "call_expression"
            and text(inner.child_by_field_name("function")) == name]


@dataclass
class Edit:
    start: int
    end: int
    new: bytes
    order: int


class Source:
    """One file. Only its `edits` change it."""

    def __init__(self, name: str, data: bytes):
        self.name = name
        self.data = data
        # The grammar accepts only UTF-8, so each byte above 0x7F becomes a question mark for the parser.
        self.root = parser().parse(bytes(byte if byte < 0x80 else 0x3F for byte in data)).root_node
        self.newline = b"\r\n" if data.count(b"\r\n") * 2 > data.count(b"\n") else b"\n"
        self.edits: list[Edit] = []
        self._edits = 0

    def line(self, node) -> int:
        return node.start_point[0] + 1

    def functions(self) -> list[Function]:
        return [Function(self, node) for node in walk(self.root) if node.type == "function_definition"]

    # ------------------------------------------------------------------------------------------------------ edits

    def edit(self, start: int, end: int, new: str) -> None:
        self._edits += 1
        new = new.replace("\n", self.newline.decode()).encode("latin-1")
        self.edits.append(Edit(start, end, new, self._edits))

    def replace(self, node, new: str) -> None:
        """Replace a node. A comment that follows on the line keeps its column if there is room."""
        room = node.end_byte - node.start_byte - len(new)
        follows = self.end_of_line(node.end_byte) > node.end_byte + 1
        if follows and room > 0 and node.start_point[0] == node.end_point[0] and "\n" not in new:
            new += " " * room
        self.edit(node.start_byte, node.end_byte, new)

    def indent(self, place: int) -> str:
        """Return the white space at the start of the line of a place."""
        line = self.data[self.data.rfind(b"\n", 0, place) + 1:place]
        return re.match(rb"[ \t\f]*", line)[0].decode()

    def first_on_line(self, place: int) -> bool:
        return not self.data[self.data.rfind(b"\n", 0, place) + 1:place].strip()

    def end_of_line(self, place: int) -> int:
        """Return the end of the line after a place, including comments; the place itself if more code follows."""
        end = self.data.find(b"\n", place)
        end = len(self.data) if end < 0 else end
        if end > place and self.data[end - 1:end] == b"\r":
            end -= 1
        rest = re.sub(rb"/\*.*?\*/|//.*", b"", self.data[place:end])
        return place if rest.strip() else end

    def before(self, statement, *lines: str) -> None:
        if in_list(statement):
            indent = self.indent(statement.start_byte)
            self.edit(statement.start_byte, statement.start_byte, "".join(f"{line}\n{indent}" for line in lines))
        else:
            self.edit(statement.start_byte, statement.start_byte, "{ " + " ".join(lines) + " ")
            self.edit(statement.end_byte, statement.end_byte, " }")

    def after(self, statement, *lines: str) -> None:
        if in_list(statement):
            place, indent = self.end_of_line(statement.end_byte), self.indent(statement.start_byte)
            self.edit(place, place, "".join(f"\n{indent}{line}" for line in lines))
        else:
            self.edit(statement.start_byte, statement.start_byte, "{ ")
            self.edit(statement.end_byte, statement.end_byte, " " + " ".join(lines) + " }")

    def remove(self, statement) -> None:
        """Remove a statement, and its line if nothing else is on it."""
        start, end = statement.start_byte, statement.end_byte
        if not in_list(statement):
            self.edit(start, end, "{ }")
            return
        rest = self.end_of_line(end)
        if self.first_on_line(start) and (rest > end or self.data[end:end + 1] in (b"\n", b"\r", b"")):
            start = self.data.rfind(b"\n", 0, start) + 1
            end = rest + len(re.match(rb"\r?\n?", self.data[rest:rest + 2])[0])
        self.edit(start, end, "")

    def removed(self, start: int, end: int) -> bool:
        """Return whether one edit replaces all of this range."""
        return any(edit.start <= start and end <= edit.end and edit.start < edit.end for edit in self.edits)

    def render(self, start: int = 0, end: int | None = None) -> bytes:
        """Return the text of a range with its edits. An edit inside the range of another edit has no effect."""
        end = len(self.data) if end is None else end
        chosen = sorted((edit for edit in self.edits if start <= edit.start and edit.end <= end),
                        key=lambda edit: (edit.start, edit.end > edit.start, edit.order))
        result, place = [], start
        for edit in chosen:
            if edit.start < place:
                if edit.end <= place:
                    continue
                raise AssertionError(f"edits overlap in {self.name} at byte {edit.start}")
            result += [self.data[place:edit.start], edit.new]
            place = max(place, edit.end)
        return b"".join([*result, self.data[place:end]])


@dataclass
class Function:
    """A function of a source, with the meaning of its local variables."""
    source: Source
    node: object
    aliases: dict = field(default_factory=dict)     # local -> (field, TCB) if the text alone does not show it

    @functools.cached_property
    def name(self) -> str:
        declarator = self.node.child_by_field_name("declarator")
        while declarator is not None and declarator.type != "identifier":
            inner = declarator.child_by_field_name("declarator")
            declarator = inner if inner is not None else next(
                (child for child in declarator.named_children if child.type == "identifier"), None)
        return text(declarator) if declarator is not None else "?"

    @functools.cached_property
    def body(self):
        return self.node.child_by_field_name("body")

    @functools.cached_property
    def declarations(self) -> list:
        return [node for node in walk(self.body) if node.type == "declaration"]

    @functools.cached_property
    def locals(self) -> dict:
        """The declarations by name."""
        return {text(name): node for node in self.declarations for name in declared(node)}

    @functools.cached_property
    def parameters(self) -> set:
        outer = next(node for node in walk(self.node) if node.type == "function_declarator")
        return {text(node) for node in names(outer.child_by_field_name("parameters"))}

    @functools.cached_property
    def assigned(self) -> list[Assignment]:
        return assignments(self.body)

    @property
    def is_internal(self) -> bool:
        """Whether only the kernel calls it, with interrupts off: OS_Xxx, OSMutex_Xxx, static functions."""
        return bool(re.match(r"OS[A-Za-z]*_", self.name)) or \
            any(child.type == "storage_class_specifier" and text(child) == "static" for child in self.node.children)

    # -------------------------------------------------------------------------------------------- meaning of a local

    def definition(self, name: str, site):
        """Return the assignment that gives a local its value at a place, or None if the value depends on the path."""
        found = [a for a in self.assigned if a.operator == "=" and text(a.left) == name]
        before = [a for a in found if a.node.end_byte <= site.start_byte]
        changed = [a for a in self.assigned if a.operator != "=" and text(a.left) == name]
        if not before or changed or any(self._stepped(name, node) for node in walk(self.body)):
            return None
        last = before[-1]
        if not in_list(statement_of(last.node)):
            return None
        block = inside(last.node, *(kind for kind in BLOCKS if kind not in CONDITIONALS))
        if block is None or not contains(block, site):
            return None
        around = [outer for outer in ancestors(last.node) if outer.type in CONDITIONALS and contains(block, outer)]
        if not all(contains(outer, site) for outer in around) and \
                any(norm(a.right) != norm(last.right) for a in before):
            return None
        for outer in ancestors(site):
            if outer.type in LOOPS and not contains(outer, last.node) and any(contains(outer, a.node) for a in found):
                return None
        return last

    def _stepped(self, name: str, node) -> bool:
        return node.type == "update_expression" and norm(node.child_by_field_name("argument")) == name

    def tcb_field(self, node, fields=("OSTCBY", "OSTCBBitX", "OSTCBBitY")) -> tuple | None:
        """Return (field, TCB, whether it is the field's new value) of an expression or a local, or None."""
        for name in fields:
            if owner := field_of(node, name):
                return name, owner, False
        node = strip(node)
        if node is None or node.type != "identifier":
            return None
        name = text(node)
        if name in self.aliases:
            return (*self.aliases[name], False)
        if name in self.locals or name in self.parameters:
            found = self.definition(name, node)
            if found and (meaning := self.tcb_field(found.right, fields)) and not meaning[2]:
                kind, owner, _ = meaning
                rekeyed = any(field_of(a.left, kind) == owner or text(a.left) == owner
                              for a in self.assigned if found.node.end_byte <= a.node.start_byte < node.start_byte)
                return None if rekeyed else meaning
            for a in self.assigned:                    # y_new, which goes into the TCB later
                for kind in fields:
                    if a.operator == "=" and text(strip(a.right)) == name and (owner := field_of(a.left, kind)) \
                            and a.node.start_byte > node.end_byte:
                        return kind, owner, True
        return None

    # --------------------------------------------------------------------------------------------- interrupts on/off

    def interrupts(self, site) -> str:
        """Return `off` or `on` after the last OS_ENTER_CRITICAL or OS_EXIT_CRITICAL; `caller` if there was none."""
        state = "caller"
        for call in walk(self.body):
            if call.start_byte >= site.start_byte:
                break
            if call.type != "call_expression":
                continue
            name = text(call.child_by_field_name("function"))
            if name not in ("OS_ENTER_CRITICAL", "OS_EXIT_CRITICAL"):
                continue
            if name == "OS_EXIT_CRITICAL" and (_jumps_away(call, site) or _in_other_arm(call, site)):
                continue                               # this path does not reach the place
            state = "off" if name == "OS_ENTER_CRITICAL" else "on"
        return state

    def section(self, site) -> int:
        """Return the start byte of the critical section that contains a place, or -1."""
        return max((call.start_byte for call in calls(self.body, "OS_ENTER_CRITICAL")
                    if call.start_byte < site.start_byte), default=-1)


def _jumps_away(node, site) -> bool:
    """Return whether the path from a node ends in a jump before it reaches a place."""
    for outer in ancestors(node):
        if contains(outer, site):
            return False
        if outer.type in BLOCKS and any(item.type in JUMPS and item.start_byte > node.start_byte
                                        for item in statements(outer)):
            return True
    return False


def _in_other_arm(call, site) -> bool:
    """Return whether a call and a place are in different arms of one `if` or `switch`."""
    for outer in ancestors(call):
        if contains(outer, site):
            return outer.type in ("if_statement", "switch_statement") or (
                outer.type == "compound_statement" and outer.parent.type == "switch_statement")
    return False


def declared(declaration) -> list:
    """Return the identifiers that a declaration declares."""
    found = []
    for index, child in enumerate(declaration.children):
        if declaration.field_name_for_child(index) == "declarator":
            while child is not None and child.type not in NAMES:
                inner = child.child_by_field_name("declarator")
                child = inner if inner is not None else next(
                    (node for node in child.named_children if node.type in (*NAMES, "parenthesized_declarator",
                                                                            "pointer_declarator")), None)
            if child is not None:
                found.append(child)
    return found
