# SPDX-License-Identifier: Apache-2.0
"""Find functions, conditionals and patterns in a C file by its text. No C grammar accepts the kernel's macros."""
from __future__ import annotations

import bisect
import hashlib
import re
from dataclasses import dataclass

from ..source import Source

NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)((?:[^\\\n]|\\\r?\n|\\.)*)", re.MULTILINE)
HEAD = re.compile(r"^[ \t]*(?:\w+[ \t*]+)+(\w+)\s*\(([^;{}()]|\([^;{}()]*\))*\)\s*\{", re.MULTILINE)
WORDS = ("if", "for", "while", "switch", "return", "else", "do")
PIECE = r"[\w.>\-\[\]]+(?: [\w.>\-\[\]]+)*"     # an operand: no parentheses, no commas


def _blank(found) -> str:
    """Return a match with a blank for each character, but keep line ends and the backslashes that continue a line."""
    return re.sub(r"(?!\\\r?\n)[^\r\n]", " ", found[0])


def blanked(text: str) -> str:
    """Return the code with blanks in place of comments and strings."""
    return NOT_CODE.sub(_blank, text)


@dataclass(frozen=True)
class Block:
    name: str
    start: int
    end: int


class Code:
    def __init__(self, name: str, data: bytes):
        self.name = name
        self.source = Source(name, data)
        self.data = data.decode("latin-1")
        self.plain = blanked(self.data)
        self.macros = [Block(found[2].split("(")[0].split()[0], found.start(), found.end())
                       for found in DIRECTIVE.finditer(self.plain) if found[1] == "define" and found[2].split()]
        self.conditions = self._conditions()
        # Blank out all directives, because the text of a macro may look like a function.
        self.bare = DIRECTIVE.sub(_blank, self.plain)
        self.functions = [Block(self._function_name(found), found.start(), found.end())
                          for found in HEAD.finditer(self.bare) if found[1] not in WORDS]

    def _function_name(self, head) -> str:
        """Return the name of a function, also of `static portTASK_FUNCTION( name, parameters )`."""
        return head[1] if not head[1].endswith("_FUNCTION") else re.search(r"\(\s*(\w+)", head[0])[1]

    def _conditions(self) -> list:
        """Return (start, conditions) after each directive. A condition is (text without blanks, whether it is true)."""
        stack, found = [], [(0, ())]
        for directive in DIRECTIVE.finditer(self.plain):
            word, rest = directive[1], re.sub(r"[\s\\]", "", directive[2])
            if word in ("if", "ifdef", "ifndef"):
                stack.append((rest if word == "if" else f"{word}:{rest}", True))
            elif word == "elif" and stack:
                stack[-1] = (rest, True)
            elif word == "else" and stack:
                stack[-1] = (stack[-1][0], not stack[-1][1])
            elif word == "endif" and stack:
                stack.pop()
            found.append((directive.end(), tuple(stack)))
        return found

    def line(self, place: int) -> int:
        return self.data.count("\n", 0, place) + 1

    def function(self, place: int) -> str:
        """Return the name of the function or macro that contains a place."""
        for macro in self.macros:
            if macro.start <= place < macro.end:
                return macro.name
        at = bisect.bisect([block.start for block in self.functions], place)
        return self.functions[at - 1].name if at else ""

    def conditions_at(self, place: int) -> tuple:
        """Return the conditions around a place."""
        return self.conditions[bisect.bisect([start for start, _ in self.conditions], place) - 1][1]

    def several_cores(self, place: int) -> bool:
        """Return whether a place is compiled only if configNUMBER_OF_CORES > 1. The seam refuses such a build."""
        return any("configNUMBER_OF_CORES>1" in text and "||" not in text if holds else
                   text.strip("()") == "configNUMBER_OF_CORES==1" for text, holds in self.conditions_at(place))

    def find(self, pattern: str):
        """Yield matches of a pattern of tokens. White space and comments between tokens do not matter.

        `$NAME` stands for an operand. A name that occurs twice stands for the same text.
        """
        return pattern_of(pattern).finditer(self.plain)

    def closing(self, place: int) -> int:
        """Return the position after the bracket that closes the brace or parenthesis at a place."""
        depth = 0
        for at in range(place, len(self.bare)):
            depth += (self.bare[at] in "({") - (self.bare[at] in ")}")
            if depth == 0:
                return at + 1
        return len(self.bare)

    def rest_of_block(self, place: int) -> str:
        """Return the rest of the block after a place, with blanks in place of nested blocks."""
        depth, shown = 0, []
        for at in range(place, len(self.bare)):
            depth += self.bare[at] == "{"
            shown.append(self.bare[at] if depth == 0 else " ")
            depth -= self.bare[at] == "}"
            if depth < 0:
                break
        return "".join(shown)

    def body(self, name: str) -> Block | None:
        """Return the range of a function from its head to its last brace, or None if the file has no such function."""
        for block in self.functions:
            if block.name == name:
                return Block(name, block.start, self.closing(block.end - 1))
        return None

    def digest(self, start: int, end: int) -> str:
        """Return a digest of a range without white space and code for several cores. In a macro, all lines count."""
        text = self.plain[start:end] if self.plain[start:].lstrip().startswith("#") else "".join(
            line for place, line in self._lines(start, end) if not self.several_cores(place)
            and not re.match(r"\s*#.*configNUMBER_OF_CORES\s*>\s*1", line))
        return hashlib.sha256(re.sub(r"[\s\\]", "", text).encode()).hexdigest()[:16]

    def _lines(self, start: int, end: int):
        for line in self.plain[start:end].splitlines(keepends=True):
            yield start, line
            start += len(line)


def pattern_of(pattern: str):
    parts, known = [], set()
    for token in re.findall(r"\$\w+|\w+|->|[^\w\s]", pattern):
        if token.startswith("$"):
            name = token[1:]
            parts.append(rf"(?P={name})" if name in known else rf"(?P<{name}>{PIECE})")
            known.add(name)
        else:
            parts.append(rf"\b{token}\b" if re.match(r"\w", token) else re.escape(token))
    return re.compile(r"\s*".join(parts))
